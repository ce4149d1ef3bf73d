"""Repairs and right moments shared by several chapters: each changes a copy of a position.

A test uses them to check that each repair removes its reason; lessons use them to show the smallest change.
"""

from __future__ import annotations

from engines.kernel.state import Action
from engines.legal.reasons import Repair
from engines.legal.stages import clear_to_step
from engines.star_wars.cards import UNIT
from engines.star_wars.state import CARDS, ID, MOST_POINTS, NO_ARENA, RETREATED, Battle, Next, StarWarsState, Unit

# The right moment.


def move_to_step(state: StarWarsState, step: str, arena: int = NO_ARENA) -> None:
    """Move to a step, with nothing under way."""
    clear_to_step(state, step)
    state.turn, state.arena = max(1, state.turn), arena


def in_own_step(dark_step: str, light_step: str) -> Repair[StarWarsState]:
    """Return the repair function that moves to this player's decision in their side's step, with nothing under way."""
    return lambda state, seat, action: move_to_step(state, dark_step if seat == state.dark else light_step)


def own_there(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the id of the unit in an action if the player has it in an arena; otherwise 0."""
    found = state.find(action[1]) if len(action) > 1 else None
    return action[1] if found is not None and found[0] == seat and found[1] != RETREATED else 0


def let_act(state: StarWarsState, seat: int, unit_id: int, tied: bool = False) -> None:
    """Make a unit of `seat` the only untapped one in its arena, with an enemy there.

    tied : whether to add a unit of equal Speed.
    """
    _, state.arena, _ = state.there(unit_id)
    if not state.players[1 - seat].units[state.arena]:
        add_unit(state, 1 - seat, state.arena)
    for player in state.players:
        for other in player.units[state.arena][:]:
            state.change(other, tapped=other[ID] != unit_id)
    units: tuple[int, ...] = (unit_id,)
    if tied:
        second = state.new_id()
        state.players[seat].units[state.arena].append((second, *state.there(unit_id)[2][1:]))
        units = (unit_id, second)
    state.procedure_locals = Next(seat, units)


def begin_battle(state: StarWarsState, seat: int, place: int, own: int = 0, step: str = "U2") -> None:
    """Start a battle in which a unit of `seat` attacks a new unit of the rival, and `seat` decides next.

    own : the id of the attacker; 0 puts a new unit into play.
    """
    move_to_step(state, step, place)
    attacker = own or add_unit(state, seat, place)
    state.change(state.there(attacker)[2], tapped=True)
    state.battle = Battle(seat, attacker, add_unit(state, 1 - seat, place), ((1,), (1,)))
    state.procedure_locals = (seat, 0)


# Units and points.


def plain_unit(state: StarWarsState, kind: int) -> int:
    """Return a unit card of this kind that has no text and, if possible, no identity."""
    plain = [
        card
        for card in state.game.cards
        if card.category == UNIT and card.extra.kind == kind and not card.own_abilities
    ]
    return min(plain, key=lambda card: bool(card.extra.identity)).number


def add_unit(state: StarWarsState, seat: int, place: int) -> int:
    """Put a plain unit into an arena and return its id."""
    return state.new_unit(seat, place, plain_unit(state, place))


def kind_of(state: StarWarsState, unit: Unit) -> int:
    """Return the arena of a unit."""
    kind: int = state.faces[unit[CARDS][0]].kind
    return kind


def move_to_arena(state: StarWarsState, seat: int, unit_id: int) -> Unit:
    """Move a unit to the arena of its kind and return it."""
    unit = state.there(unit_id)[2]
    return state.change(unit, to=kind_of(state, unit))


def retreat_unit(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Move a unit to the build zone."""
    state.change(state.there(unit_id)[2], to=RETREATED)


def add_force(state: StarWarsState, seat: int, thing: object) -> None:
    """Give the player Force points."""
    state.players[seat].force += MOST_POINTS + 2


def add_points(state: StarWarsState, seat: int, thing: object) -> None:
    """Give the player build points."""
    state.players[seat].build += 20
