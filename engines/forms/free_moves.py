"""Free moves: moves that players make by hand to carry out a text that the program does not play.

A free move edits the written position, which is then read back. That way it supports every zone, mark and figure that
the game declares, with their checks (`engines.forms.hand_edits`). A move is written as one line of text:

    move "Vine Prowler" 2 from P1 field to P2 hand the second card of that name; also `top 3`, `bottom`, `random`
    move top from P1 deck to P1 deck bottom `top` or `bottom` of a pile
    shuffle P1 deck
    look at top 3 of P1 deck or `look at P2 hand`; shown to one player
    reveal "Vine Prowler" in P1 hand or `reveal P1 hand`; shown to both
    mark "Vine Prowler" in P1 field: fatigued also `damage 3`, `power +2`, and `no damage` to remove it
    set P1 hp 12 a figure of a player, or one of the game: `set limit 20`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from engines.book.toml_schema import SEAT_NAMES, SEATS
from engines.declare.declaration import DeclaredState
from engines.declare.records import Record, Written
from engines.declare.scalar_fields import Count, Field, Number
from engines.declare.zone_fields import EVERYBODY, Bottom, Cards, OneCard, Pile, Records, may_see
from engines.errors import DataError

MOVE, SHUFFLE, LOOK, REVEAL, MARK, SET = "move", "shuffle", "look", "reveal", "mark", "set"
TOP, BOTTOM, RANDOM = "top", "bottom", "random"
EMPTY = "empty"
WHERE = "by hand"

Zone = tuple[int, str]
"""A zone: the seat it belongs to, and its name in positions."""


class FreeMove(NamedTuple):
    """One free move.

    zone : where it takes place; the seat is -1 for a figure of the game. card : a name, or TOP, BOTTOM or RANDOM; ""
    for the whole zone. number : which card of that name, how many cards from the top, or the value to set. to, end :
    where a card goes, and to which end of a pile. word : the mark with its number; it begins with "no " to remove the
    mark.
    """

    verb: str
    zone: Zone
    card: str = ""
    number: int = 1
    to: Zone = (0, "")
    end: str = ""
    word: str = ""


# Zones and figures.

ZoneField = Cards | OneCard | Records


def zone_fields_of(state: DeclaredState) -> dict[str, ZoneField]:
    """Return the zones that contain cards, by their names in positions."""
    declared = state.zones_of_players.values()
    return {one.written: one for one in declared if one.written and isinstance(one, ZoneField)}


def figures_of(state: DeclaredState) -> Iterator[tuple[Zone, int]]:
    """Yield the figures that can be set, each with its value; those of the game have seat -1."""
    for seat, player in enumerate(state.both):
        for name, one in player.declaration.items():
            if _can_be_set(one):
                yield (seat, one.written), getattr(player, name)
    for name, one in state.declaration.items():
        if _can_be_set(one) and not one.at:
            yield (-1, one.written), getattr(state, name)


def _can_be_set(one: Field[Any, Any]) -> bool:
    return isinstance(one, Number) and one.show and bool(one.written) and not isinstance(one, Bottom | Count)


def seen_in(state: DeclaredState, zone: Zone, seat: int) -> list[bool]:
    """Return whether the player in `seat` sees each card of a zone, in the order of `texts_in`."""
    side, one = zone[0], zone_fields_of(state)[zone[1]]
    value = getattr(state.both[side], one.name)
    if isinstance(one, Records):
        listed = value if len(texts_in(state, zone)) == len(value) else [row for row in value if row is not None]
        sees = [one.sees(state, row) if one.sees and row is not None else EVERYBODY for row in listed]
        return [may_see(who, side, seat) for who in sees]
    if isinstance(one, OneCard):
        return [True]
    known = one.known_cards(state.both[side]) if isinstance(one, Pile) else 0
    count = len(texts_in(state, zone))
    return [may_see(one.sees, side, seat) or at >= count - known for at in range(count)]


def texts_in(state: DeclaredState, zone: Zone) -> list[str]:
    """Return the contents of a zone as positions write them: names, or texts of cards in play. The top comes first."""
    one = zone_fields_of(state)[zone[1]]
    written = one.write(state, getattr(state.both[zone[0]], one.name))
    return written if isinstance(written, list) else [written] if written else []


def names_of_entry(one: ZoneField, text: str) -> list[str]:
    """Return the names of the cards in an entry of a zone, its main card first; [] for an empty place."""
    if text == EMPTY:
        return []
    if not isinstance(one, Records):
        return [text]
    written = Written.of(text, one.record.marks, WHERE)
    return [written.name, *written.plus, *(name for layer in written.over for name in layer), *written.worn]


def words_on(record: Record, text: str) -> dict[str, int]:
    """Return the marks on a card in play, except its id: by word: its number, or 1 if it has none."""
    marks = Written.of(text, record.marks, WHERE).marks
    return {word: int(number) for word, number in marks.items() if word != "#"}


# The text of a free move.

_ZONE = r"(?P<{0}seat>P[12]) (?P<{0}zone>\w+)"
_CARD = r'(?:"(?P<name>[^"]+)"(?: (?P<copy>\d{1,3}))?|(?P<place>top|bottom|random)(?: (?P<count>\d{1,3}))?)'
_FORMS = (
    (MOVE, rf"move {_CARD} from {_ZONE.format('')} to {_ZONE.format('to_')}(?: (?P<end>top|bottom))?"),
    (SHUFFLE, rf"shuffle {_ZONE.format('')}"),
    (LOOK, rf"look at (?:{_CARD} of )?{_ZONE.format('')}"),
    (REVEAL, rf"reveal (?:{_CARD} in )?{_ZONE.format('')}"),
    (MARK, rf"mark {_CARD} in {_ZONE.format('')}: (?P<word>(?:no )?[a-z ]+?(?: [+-]?\d{{1,3}})?)"),
    (SET, r"set (?:(?P<seat>P[12]) )?(?P<zone>\w+) (?P<value>[+-]?\d{1,3})"),
)


def read_free_move(text: str) -> FreeMove:
    """Return the free move that a text describes. Raises DataError, listing the possible forms, if there is none."""
    text = " ".join(text.split())
    for verb, form in _FORMS:
        match = re.fullmatch(form, text)
        if match:
            found = match.groupdict()
            seat = SEAT_NAMES[found["seat"]] if found["seat"] else -1
            to = (SEAT_NAMES[found["to_seat"]], found["to_zone"]) if found.get("to_zone") else (0, "")
            card = found.get("name") or found.get("place") or ""
            number = int(found.get("value") or found.get("copy") or found.get("count") or 1)
            return FreeMove(
                verb, (seat, found["zone"]), card, number, to, found.get("end") or "", found.get("word") or ""
            )
    first = text.partition(" ")[0]
    known = [form.strip() for form in EXAMPLES if form.startswith(first)] or list(EXAMPLES)
    raise DataError(WHERE, f"{text!r} is no free move.", f"Write it like: {'; '.join(known)}.")


EXAMPLES = (
    'move "Card" from P1 hand to P1 discard',
    "move top 2 from P1 deck to P1 hand",
    "shuffle P1 deck",
    "look at top 3 of P1 deck",
    'reveal "Card" in P1 hand',
    'mark "Card" in P1 field: damage 3',
    "set P1 points 12",
)


def write_free_move(move: FreeMove) -> str:
    """Return the text of a free move; `read_free_move` reads it back."""
    zone = f"{SEATS[move.zone[0]]} {move.zone[1]}"
    which = "" if move.number == 1 else f" {move.number}"
    card = f"{move.card}{which}" if move.card in (TOP, BOTTOM, RANDOM) else f'"{move.card}"{which}'
    if move.verb == MOVE:
        end = f" {move.end}" if move.end else ""
        return f"move {card} from {zone} to {SEATS[move.to[0]]} {move.to[1]}{end}"
    if move.verb == SHUFFLE:
        return f"shuffle {zone}"
    if move.verb == LOOK:
        return f"look at {card} of {zone}" if move.card else f"look at {zone}"
    if move.verb == REVEAL:
        return f"reveal {card} in {zone}" if move.card else f"reveal {zone}"
    if move.verb == MARK:
        return f"mark {card} in {zone}: {move.word}"
    return f"set {zone if move.zone[0] >= 0 else move.zone[1]} {move.number}"
