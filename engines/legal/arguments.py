"""The arguments of actions: how each is written, where it is on the table, and which values a player could try.

A game declares once what each argument of its kinds is: a card in a zone, a card in play by its id or its place, a
number, a word, or a waiting ability. The notation, the references for boards, and the tries are derived from this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from engines.declare.declaration import D, D_contra, DeclaredState, record_of
from engines.declare.zone_fields import Records, present_records, shown_to
from engines.errors import DataError, find_nearest
from engines.kernel.state import Action, State
from engines.kernel.tuples import Row
from engines.legal.needs import Need
from engines.legal.notation import Spell, number_name
from engines.legal.reasons import Kind, Repair, Requirement

Side = str
"""Whose cards an argument may be: "own", "rival" or "any"."""


@dataclass(frozen=True, slots=True)
class Argument(Generic[D_contra]):
    """An argument of an action.

    spell(state, seat, value) : its text as the player in `seat` writes it. references(state, seat, value) : its places
    on the table, as "seat.zone.key". choices(state, seat) : the values that the player could try; None if it is never
    tried.
    zone : its zone; "" if there is none, or several. meaning(state, seat, value) : the object on which needs are
    tested; by default the value itself. there : the need that the thing exists; None if it always does.
    places, side : the zones it may be in, and whose they are; () and "" if it is not a card in a player's zones.
    is_concealed(state, seat, value) : whether the player cannot see which card it is, so that its name cannot be used.
    """

    spell: Callable[[D_contra, int, Any], str]
    references: Callable[[D_contra, int, Any], list[str]] = lambda state, seat, value: []
    choices: Callable[[D_contra, int], Sequence[object]] | None = None
    zone: str = ""
    meaning: Callable[[Any, int, Any], Any] = lambda state, seat, value: value
    there: Need | None = None
    places: tuple[str, ...] = ()
    side: Side = ""
    is_concealed: Callable[[D_contra, int, Any], bool] = lambda state, seat, value: False


def word_argument(*choices: str) -> Argument[DeclaredState]:
    """Return an argument that is a word, written unchanged.

    choices : the values that a player could try, if they are always the same.
    """
    return Argument(
        lambda state, seat, value: str(value), choices=(lambda state, seat: [*choices]) if choices else None
    )


def number_argument() -> Argument[DeclaredState]:
    """Return an argument that is a whole number."""
    return Argument(lambda state, seat, value: f"{value:d}")


def player_argument() -> Argument[DeclaredState]:
    """Return an argument that is a seat, written "P1" or "P2"."""
    return Argument(lambda state, seat, value: f"P{value + 1}")


def card_named() -> Argument[DeclaredState]:
    """Return an argument that is a card, in any place."""
    return Argument(lambda state, seat, value: f'"{state.name(value)}"')


def card_of(*zones: str, unseen: bool = False, category: str = "") -> Argument[DeclaredState]:
    """Return an argument that is a card of one of the player's zones; its copies are interchangeable.

    unseen : whether unseen cards may be tried too. category : only cards of this category are tried.
    """

    def there(state: DeclaredState, seat: int) -> Iterator[tuple[str, int, int]]:
        for zone in zones:
            field = state.zones_of_players[zone]
            for at, card in enumerate(getattr(state.both[seat], zone)):
                yield field.written, at, card

    def references(state: DeclaredState, seat: int, value: int) -> list[str]:
        return [f"{seat}.{zone}.{at}" for zone, at, card in there(state, seat) if card == value]

    def choices(state: DeclaredState, seat: int) -> list[int]:
        cards, known = dict.fromkeys(card for _, _, card in there(state, seat)), state.game.cards
        there_are = [card for card in cards if unseen or not known[card].unseen]
        return [card for card in there_are if not category or known[card].category == category]

    return Argument(
        lambda state, seat, value: f'"{state.name(value)}"', references, choices, zones[0], places=zones, side="own"
    )


def seats_of_side(side: Side, seat: int) -> tuple[int, ...]:
    """Return the seats meant by "own", "rival" or "any", for the player in `seat`."""
    return {"own": (seat,), "rival": (1 - seat,), "any": (seat, 1 - seat)}[side]


def find_card(state: DeclaredState, zones: Sequence[str], number: int) -> tuple[int, str, Row] | None:
    """Return (seat, zone, record) of the card in play with this id in one of the zones; None if it is not there."""
    for seat, player in enumerate(state.both):
        for zone in zones:
            for record in getattr(player, zone):
                if record is not None and record[0] == number:
                    return seat, zone, record
    return None


def is_card_seen(state: DeclaredState, zone: str, record: Row, owner: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card in play in a zone of the player `owner`."""
    field = state.zones_of_players[zone]
    return isinstance(field, Records) and shown_to(field, state, record, owner, seat)


def card_in_play(*zones: str, side: Side = "own", foreign: str = "") -> Argument[DeclaredState]:
    """Return an argument that is a card in play, given by its id.

    side : whose cards may be tried. foreign : the word put before a card of the other side, if names alone are
    ambiguous.
    """

    def spell(state: DeclaredState, seat: int, value: int) -> str:
        place = find_card(state, zones, value)
        if place is None:
            return f"#{value}"
        owner, _, mine = place
        card_of = record_of(state, zones[0]).card
        name = card_of(mine)
        same = [
            (zone, record)
            for zone in zones
            for record in present_records(getattr(state.both[owner], zone))
            if card_of(record) == name
        ]
        roles = state.roles() if len(same) > 1 else {}
        alike = [(zone, record[1:], roles.get(record[0], ())) for zone, record in same]
        text = number_name(state.name(name), alike, [record[0] for _, record in same].index(value))
        return f"{foreign} {text}" if foreign and owner != seat else text

    def references(state: DeclaredState, seat: int, value: int) -> list[str]:
        place = find_card(state, zones, value)
        return [] if place is None else [f"{place[0]}.{state.zones_of_players[place[1]].written}.{value}"]

    def choices(state: DeclaredState, seat: int) -> list[int]:
        return [
            record[0]
            for owner in seats_of_side(side, seat)
            for zone in zones
            for record in present_records(getattr(state.both[owner], zone))
            if is_card_seen(state, zone, record, owner, seat)
        ]

    def meaning(state: DeclaredState, seat: int, value: int) -> Row | None:
        place = find_card(state, zones, value)
        return place[2] if place and place[0] in seats_of_side(side, seat) else None

    def is_concealed(state: DeclaredState, seat: int, value: int) -> bool:
        place = find_card(state, zones, value)
        return place is not None and not is_card_seen(state, place[1], place[2], place[0], seat)

    return Argument(spell, references, choices, zones[0], meaning, places=zones, side=side, is_concealed=is_concealed)


def place_in(zone: str, side: Side = "own") -> Argument[DeclaredState]:
    """Return an argument that is a card in a zone, given by its place."""

    def spell(state: DeclaredState, records: list[Row], place: int) -> str:
        card_of = record_of(state, zone).card
        name = card_of(records[place])
        same = [at for at, record in enumerate(records) if card_of(record) == name]
        return number_name(state.name(name), [records[at] for at in same], same.index(place))

    def meaning(state: DeclaredState, seat: int, place: int) -> Row | None:
        records: list[Row] = getattr(state.both[seats_of_side(side, seat)[0]], zone)
        return records[place] if place < len(records) else None

    return replace(_place(zone, side, spell), zone=zone, meaning=meaning, places=(zone,), side=side)


def number_in(zone: str, side: Side = "own") -> Argument[DeclaredState]:
    """Return an argument that is a place in a zone, written as a number from 1."""
    return _place(zone, side, lambda state, records, place: str(range(1, len(records) + 1)[place]))


def _place(zone: str, side: Side, spell: Callable[[DeclaredState, list[Row], int], str]) -> Argument[DeclaredState]:
    """Return an argument that is a place in a zone. spell(state, card in the place, place) : returns its text."""

    def records(state: DeclaredState, seat: int) -> list[Row]:
        found: list[Row] = getattr(state.both[seats_of_side(side, seat)[0]], zone)
        return found

    return Argument(
        lambda state, seat, value: spell(state, records(state, seat), value),
        lambda state, seat, value: [f"{seats_of_side(side, seat)[0]}.{state.zones_of_players[zone].written}.{value}"],
        lambda state, seat: range(len(records(state, seat))),
    )


def ability_waiting() -> Argument[DeclaredState]:
    """Return an argument that is an ability in the queue `waiting`: (card, index of the ability on the card)."""

    def spell(state: DeclaredState, seat: int, value: tuple[int, int]) -> str:
        card, place = value
        line: Sequence[Row] = getattr(state, "waiting", ())
        same = sorted({other[2] for other in line if other[1] == card} | {place})
        return number_name(state.name(card), same, same.index(place))

    return Argument(spell)


def spellings_of(arguments: Mapping[str, Argument[D]]) -> dict[str, Spell[D]]:
    """Return the function that writes each argument, by the argument's name, for a game's `Notation`."""
    return {name: argument.spell for name, argument in arguments.items()}


def references(arguments: Mapping[str, Argument[D]]) -> Callable[[D, int, str, object], list[str]]:
    """Return a function that finds the places of an action's argument on the table, for `Rules.references`."""

    def where(state: D, seat: int, name: str, value: object) -> list[str]:
        return arguments[name].references(state, seat, value) if name in arguments else []

    return where


Tries = Callable[[D_contra, int], list[Action]]


def list_tries(kind: str, *arguments: Argument[D], only: Sequence[str] | bool = False) -> Tries[D]:
    """Return the tries of a kind: every combination of possible arguments.

    only : the steps in which the player who decides can make them; True for the steps that offer the kind.
    """

    def every(state: D, seat: int) -> list[Action]:
        steps: Sequence[str] = state.game.kinds[kind].steps if isinstance(only, bool) else only
        if only and (state.result is not None or state.step.name not in steps or state.seat_to_act != seat):
            return []
        actions: list[Action] = [(kind,)]
        for argument in arguments:
            choices = argument.choices(state, seat) if argument.choices else []
            actions = [(*action, choice) for action in actions for choice in choices]
        return actions

    return every


def make_kind(
    name: str, clause: str, *requirements: Requirement[D], of: str = "", stage: Repair[D] | None = None, **more: Any
) -> Kind[D]:
    """Return a kind of action for `make_kinds`. of : its arguments, as "unit target". more : other entries of `Kind`.

    Its steps are those of the flow table that offer it, unless `more` gives them.
    """
    return Kind(name, clause, requirements=requirements, arguments=tuple(of.split()), stage=stage, **more)


def make_kinds(arguments: Mapping[str, Argument[D]], *rows: Kind[D]) -> dict[str, Kind[D]]:
    """Return the kinds of action of a game by name, each with the entries that follow from its arguments.

    If a kind has requirements or a stage, and the possible values of all its arguments are known, it is tried with
    every combination of them: at any time if it has a `stage`, otherwise in its steps. It is tried from the zone of its
    first argument.
    """
    found = {}
    for kind in rows:
        _refuse_slips(kind, arguments)
        found[kind.name] = tries_of(kind, arguments)
    return found


def tries_of(kind: Kind[D], arguments: Mapping[str, Argument[D]]) -> Kind[D]:
    """Return a kind of action with tries and zone derived from its arguments; see `make_kinds`."""
    parts = [arguments[name] for name in kind.arguments]
    if kind.tries is not None or not (kind.requirements or kind.stage) or not all(part.choices for part in parts):
        return kind
    zone = kind.zone or (parts[0].zone if parts and kind.stage else "")
    return replace(kind, zone=zone, tries=list_tries(kind.name, *parts, only=kind.stage is None))


def _refuse_slips(kind: Any, arguments: Mapping[str, Argument[D]]) -> None:
    """Raise DataError if a row is not a kind of action, lacks a comma, or has an unknown argument."""
    if not isinstance(kind, Kind):
        remedy = "Write each as kit.Kind(...), without brackets around it."
        raise DataError("kit.kinds", f"{kind!r:.60} is no kind of action.", remedy)
    for entry in ("steps", "requirements", "arguments"):
        value = getattr(kind, entry)
        if not isinstance(value, tuple):
            what = f"{entry} is {value!r:.60}, which is no tuple."
            raise DataError(f"kind {kind.name!r}", what, 'One alone needs a comma behind it: ("one",).')
    for name in kind.arguments:
        if name not in arguments:
            near = find_nearest(name, arguments)
            remedy = f"Did you mean {near!r}?" if near else f"Arguments: {', '.join(arguments)}."
            raise DataError(f"kind {kind.name!r}", f"there is no argument {name!r}.", remedy)


def list_offered(*names: str) -> Callable[[State], list[Action]]:
    """Return the `ask` of a step that offers the kinds of action whose requirements are met.

    Every try of a kind that meets all of its requirements is offered; a kind without tries is always offered. For lists
    needed very often in play, a hand-written function that uses the same tests is faster.
    """

    def ask(state: State) -> list[Action]:
        seat, actions = state.seat_to_act, []
        for name in names:
            kind = state.game.kinds[name]
            for action in [(name,)] if kind.tries is None else kind.tries(state, seat):
                if all(requirement.holds(state, seat, action) for requirement in kind.requirements):
                    actions.append(action)
        return actions

    return ask
