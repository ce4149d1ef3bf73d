"""Reads the declared fields of a state from a position document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic

from engines.book.toml_schema import MOST_UNNAMED, SEAT_NAMES, SEATS, Document, Shape, check_shape, to_tuples
from engines.declare.call_stack import fits_hint, hints_of
from engines.declare.declaration import D_co
from engines.declare.records import UNNAMED
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import CardsWritten
from engines.errors import DataError
from engines.kernel.tuples import NO_CARD, Row

UNNAMED_CARD = -1_000_000
"""Placeholder for an unnamed card until a real card replaces it. No value in a record is this low."""

ONE: dict[str, Shape] = {"seat": str, "card": str, "places": [int], "cards": [[str]], "in play": (int, str)}
MANY = ONE | {"in play": [(int, str)]}
"""The shapes of the entries of an attack or action under way, by the meaning of the field.

With MANY, an entry may hold several cards in play.
"""


class FieldReader(Generic[D_co]):
    """Reads the entries of one document into a state.

    state : the state to fill. by_hand : whether a person wrote the document; if so, missing entries are derived from
    the others. game : provides the cards and parameters. top, where : the document and the current place in it, for
    messages. seat : the player whose table is being read. numbers : the ids of cards in play that are already used.
    """

    def __init__(self, state: D_co, by_hand: bool, where: str) -> None:
        self.state, self.by_hand = state, by_hand
        self.game = state.game
        self.top, self.where = where, where
        self.numbers: set[int] = set()
        self.seat = 0

    def seat_called(self, name: str, what: str) -> int:
        """Return the seat of the player called `name`. Raises DataError for an unknown name."""
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"{what} is {name!r}.", f"Use one of {', '.join(SEAT_NAMES)}.")
        return SEAT_NAMES[name]

    def card(self, name: str, categories: Sequence[str] = (), remedy: str = "") -> int:
        """Return the number of the card called `name`.

        Raises DataError if there is no such card, or if it is in none of the `categories`.
        """
        if name == UNNAMED:
            return UNNAMED_CARD
        number = self.game.card_number(name, self.where)
        card = self.game.cards[number]
        if categories and card.category not in categories and not card.unseen:
            what = f"{name!r} is of the category {card.category}."
            raise DataError(self.where, what, remedy or f"Here: {', '.join(categories)}.")
        return number

    def cards(
        self, value: CardsWritten, categories: Sequence[str] = (), remedy: str = "", gaps: bool = False
    ) -> list[int]:
        """Return the card numbers for names and for counts of unnamed cards; with `gaps`, also "empty" for no card."""
        found: list[int] = []
        for part in [value] if isinstance(value, int | str) else value:
            if isinstance(part, int) and not isinstance(part, bool) and part >= 0:
                most = self.game.parameters.get("deck_size", MOST_UNNAMED)
                if part > max(most, MOST_UNNAMED):
                    raise DataError(self.where, f"{part} unnamed cards.", f"At most {max(most, MOST_UNNAMED)}.")
                found += [UNNAMED_CARD] * part
            elif part == "empty" and gaps:
                found.append(NO_CARD)
            elif isinstance(part, str):
                found.append(self.card(part, categories, remedy))
            else:
                raise DataError(self.where, f"{part!r} is no card.", "Write names in quotes, or a number of cards.")
        return found

    def number(self, wanted: int | None) -> int:
        """Return `wanted`, or the next free id, as the id of a card in play. Raises DataError if it is already used."""
        if wanted is None:
            self.state.serial += 1
            wanted = int(self.state.serial)
        elif wanted < 1 or wanted in self.numbers:
            raise DataError(self.where, f"#{wanted} is 0 or is there twice.", "Give each card its own number.")
        self.numbers.add(wanted)
        self.state.serial = max(self.state.serial, wanted)
        return wanted

    def find(self, seat: int, text: int | str) -> int:
        """Return the id of a player's card in play, written as its name (`"Vine Prowler" 2` for the second), "#5" or 5.

        Raises DataError if the player has no such card in play.
        """
        if isinstance(text, int):
            return text
        numbered = re.fullmatch(r"# ?(\d+)", text)
        if numbered:
            return int(numbered.group(1))
        same = self.state.ids_in_play(seat, text)
        match = re.fullmatch(r'"?([^"#]*?)"?(?: (\d+))?', text.strip())
        which = 1
        if not same and match:  # a name that ends in a number must not be split
            same, which = self.state.ids_in_play(seat, match.group(1)), int(match.group(2) or 1)
        if not 1 <= which <= len(same):
            raise DataError(self.where, f"{SEATS[seat]} has no {text!r} in play.", "Put it there first.")
        return same[which - 1]

    def side_with(self, names: Sequence[int | str]) -> int:
        """Return the first seat whose player has all of these cards in play; 0 if neither does."""
        for seat in (0, 1):
            try:
                for name in names:
                    self.find(seat, name)
            except DataError:
                continue
            return seat
        return 0

    def under_way(self, field: UnderWay, table: Document) -> Row:
        """Return the NamedTuple of an attack, battle or action under way.

        Raises DataError for an unknown key or a value that does not fit.
        """
        where, self.where = self.where, f"{self.top}, {field.written}"
        marks = dict(field.entries())
        called = {field.called(name): name for name in field.kind._fields}
        check_shape(dict.fromkeys(table, 0), dict.fromkeys(called, int), self.where)
        entries = {called[key]: part for key, part in table.items()}
        hints = hints_of(field.kind)
        values: dict[str, object] = {**field.kind._field_defaults}
        for name, part in entries.items():
            mark, there = marks[name], f"{self.where}, {field.called(name)}"
            many = isinstance(field.kind._field_defaults.get(name), tuple)
            check_shape(part, (MANY if many else ONE)[mark] if mark else object, there)
            if not mark and not fits_hint(to_tuples(part), hints[name]):
                raise DataError(there, f"is {part!r}.", "Leave it out for the usual one.")
        seat = self.state.acting_seat()
        if seat is None:
            own = [n for n, mark in marks.items() if mark == "in play" and n in entries and n not in field.rival]
            seat = self.side_with([entries[name] for name in own])
        for name in (name for name, mark in marks.items() if mark == "seat"):
            values[name] = seat = self.seat_called(entries[name], name) if name in entries else seat
        for name, part in entries.items():
            mark = marks[name]
            if mark == "card":
                values[name] = self.card(part)
            elif mark == "places":
                values[name] = tuple(place - 1 for place in part)
            elif mark == "cards":
                if len(part) != len(SEATS):
                    what = f"{field.called(name)} has {len(part)} lists."
                    raise DataError(self.where, what, "Write one for each player.")
                values[name] = tuple(tuple(self.card(one) for one in some) for some in part)
            elif mark == "in play":
                side = 1 - seat if name in field.rival else seat
                if isinstance(part, list | tuple):
                    values[name] = tuple(self.find(side, one) for one in part)
                elif part != "":  # "" means no card, so that a position that extends another can remove a blocker
                    values[name] = self.find(side, part)
            elif mark != "seat":
                values[name] = to_tuples(part)
        for name in marks:
            if name not in values:
                entry = field.called(name)
                raise DataError(self.where, f"names no {entry}.", f"Write {entry} = ...")
        self.where = where
        return field.kind._make(values[name] for name in marks)
