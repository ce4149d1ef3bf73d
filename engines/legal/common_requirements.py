"""Requirements, deciders and steps that small games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.declare.declaration import D, DeclaredState, in_play
from engines.declare.scalar_fields import Number
from engines.declare.zone_fields import Records
from engines.errors import DataError
from engines.kernel.flow import Guard, S, Step, Way, who
from engines.kernel.state import Action
from engines.legal import cards_in_play
from engines.legal.arguments import Argument, list_offered
from engines.legal.reasons import Clause, Facts, Kind, Requirement, requirements_with_words


def facts_from(arguments: Mapping[str, Argument[D]]) -> Facts[D]:
    """Return a function that provides the facts of an action, derived from its arguments.

    For an argument `card` the facts are {card}, its name, and {card_cost} etc., its printed values. {state_played} is
    the entry `played` of the state; {own_hand} is the size of the player's zone `hand`, or an entry of the player.
    """

    def known(state: D, seat: int, action: Action) -> dict[str, object]:
        kind, player = state.game.kinds[action[0]], state.both[seat]
        found: dict[str, object] = {"step": state.step.title}
        for name, value in zip(kind.arguments, action[1:], strict=True):
            card = card_of_argument(state, arguments[name], value)
            if card is not None:
                printed = state.game.cards[card]
                found[name] = printed.name
                found |= {f"{name}_{field}": part for field, part in printed.fields.items()}
        for name, one in state.declaration.items():
            if isinstance(one, Number):
                found[f"state_{name}"] = getattr(state, name)
        for name in player.declaration:
            part = getattr(player, name)
            found[f"own_{name}"] = part if isinstance(part, int) else len(part)
        return found

    return known


def card_of_argument(state: DeclaredState, argument: Argument[D], value: int) -> int | None:
    """Return the number of the card that an argument refers to; None if it is not a card or has left."""
    field = state.zones_of_players.get(argument.zone)
    if not isinstance(field, Records):
        return value if field is not None else None
    record = cards_in_play.find_record(state, value)
    return field.record.card(record) if record else None


def requirements_from(arguments: Mapping[str, Argument[D]]) -> Callable[..., Requirement[D]]:
    """Return the function with which a game writes requirements, whose facts are derived from the arguments.

    See `reasons.requirements_with_words`.
    """
    return requirements_with_words(facts_from(arguments))


HAND = "hand"
"""The zone of a player's hand."""


def need_in_hand(needs: Callable[..., Requirement[S]]) -> Callable[..., Requirement[S]]:
    """Return a function that makes, for a clause, the requirement that a card is in the player's hand.

    needs : writes the game's requirements, see `reasons.requirements_with_words`; the words are those of `in_hand`. The
    returned function also takes the index of the card in the action, by default 1.
    """

    def in_hand(clause: Clause[S], at: int = 1) -> Requirement[S]:
        there = cards_in_play.move_into_zone(HAND, at)
        return needs("in_hand", clause, lambda s, seat, a: a[at] in getattr(s.both[seat], HAND), there, essential=True)

    return in_hand


def in_hand(clause: str, arguments: Mapping[str, Argument[D]]) -> Requirement[D]:
    """Return the requirement that the card is in the player's hand; see `need_in_hand`."""
    return need_in_hand(requirements_from(arguments))(clause)


def need_own(clause: str, arguments: Mapping[str, Argument[D]]) -> Requirement[D]:
    """Return the requirement that the card in play belongs to the player. Its words are those of `mine`."""

    def holds(state: DeclaredState, seat: int, action: Action) -> bool:
        return any(owner == seat and record[0] == action[1] for owner, _, record in in_play(state))

    return requirements_from(arguments)("mine", clause, holds, essential=True)


def need_unmarked(name: str, clause: str, place: int, arguments: Mapping[str, Argument[D]]) -> Requirement[D]:
    """Return the requirement that the card in play does not have a mark. Its words are those of `name`.

    place : the index of the mark in the record.
    """

    def take_off(state: DeclaredState, seat: int, action: Action) -> None:
        cards_in_play.mark_record(state, action[1], place, False)

    return requirements_from(arguments)(
        name, clause, lambda s, seat, a: not cards_in_play.find_record(s, a[1])[place], take_off
    )


@who("turn player")
def turn_player(state: DeclaredState) -> int:
    """Return the turn player."""
    seat = state.acting_seat()
    assert seat is not None
    return seat


@who("rival")
def rival_of_turn_player(state: DeclaredState) -> int:
    """Return the player who is not the turn player."""
    return 1 - turn_player(state)


def more_than(zone: str, parameter: str) -> Guard[DeclaredState]:
    """Return a guard that holds if the turn player has more cards in a zone than a rule parameter allows."""
    return lambda state: len(getattr(state.both[turn_player(state)], zone)) > state.game.parameters[parameter]


def choice_step(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    decides: Callable[[S], int],
    on: Mapping[str, Way[S]] | tuple[Kind[S], ...],
    if_: Callable[[S], bool] | None = None,
    otherwise: str = "",
    **more: Any,
) -> Step[S]:
    """Return a step in which a player chooses among kinds of action whose requirements are met.

    on : effect and exit of each kind, or just the kinds if they declare them (`actions.make_action`).
    if_, otherwise : the guard that must hold for the step to ask, and the step that follows if it does not.
    more : further fields of the Step. Raises DataError for an invalid exit.
    """
    if isinstance(on, tuple):
        more["offers"], on = on, {kind.name: kind.way for kind in on}
    for kind, way in on.items():
        if not isinstance(way, tuple) or len(way) < 2 or not (way[0] is None or callable(way[0])):
            what = f"the exit of {kind!r} is {way!r:.60}."
            raise DataError(f"step {name}", what, 'Write (effect, "STEP"), or (None, "STEP") where nothing happens.')
    every = list_offered(*on)

    def ask(state: S) -> list[Action]:
        return every(state) if if_ is None or if_(state) else []

    passing = None if if_ is None else (None, otherwise)
    return Step(name, phase, clauses, ask=ask, on=on, who=decides, otherwise=passing, **more)
