"""Carries out free moves: the position is written, edited and read back, so impossible results are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.book.rulebook import parse_toml
from engines.book.toml_schema import SEATS
from engines.declare.declaration import DeclaredState
from engines.declare.records import Record, Written
from engines.declare.scalar_fields import Number
from engines.declare.zone_fields import EVERYBODY, OWNER, Area, Cards, OneCard, Places, Records
from engines.errors import DataError
from engines.forms.free_moves import (
    BOTTOM,
    EMPTY,
    LOOK,
    MARK,
    MOVE,
    RANDOM,
    REVEAL,
    SET,
    SHUFFLE,
    TOP,
    WHERE,
    FreeMove,
    Zone,
    ZoneField,
    figures_of,
    names_of_entry,
    seen_in,
    texts_in,
    zone_fields_of,
)
from engines.forms.positions import cards_in

MOST = 999
"""The largest value to which a figure can be set by hand if the game declares no limit."""


class HandMove(NamedTuple):
    """The result of a free move: the state after it, the cards involved, and who may know them.

    known : EVERYBODY, or the seat of the only player who has seen the cards; None if neither player has.
    """

    state: DeclaredState
    cards: tuple[str, ...]
    known: int | str | None


@dataclass
class Taken:
    """An entry taken out of a zone: the names of its cards, the main one first; its text if it was a card in play."""

    names: list[str]
    written: Written | None = None

    def texts_for(self, one: ZoneField) -> list[str]:
        """Return the texts that a zone writes for this entry.

        A card in play keeps its joined cards, and the marks that the zone allows.
        """
        if self.written is None or not isinstance(one, Records):
            return self.names
        self.written.marks = {word: number for word, number in self.written.marks.items() if word in one.record.marks}
        return [text_of(one.record, self.written)]


def cards_of(state: DeclaredState) -> list[int]:
    """Return the sorted numbers of the cards in all zones of both players.

    No free move may change them; comparing before and after shows that none was lost.
    """
    return sorted(card for player in state.both for card in cards_in(player))


def text_of(record: Record, written: Written) -> str:
    """Return the text of a card in play whose marks are those in `written.marks`."""
    written.words = [
        f"{word}{number}" if word == "#" else f"{word} {number}" if record.marks[word] else word
        for word, number in written.marks.items()
    ]
    return written.text()


def mark_text(record: Record, text: str, mark: str) -> str:
    """Return the text of a card in play after adding a mark, or after removing one ("no fatigued").

    Raises DataError for a mark that such a card cannot have.
    """
    off, mark = mark.startswith("no "), mark.removeprefix("no ")
    word, _, number = mark.rpartition(" ")
    if not number.lstrip("+-").isdecimal():
        word, number = mark, ""
    part = next((one for one in record.parts if word in one.marks), None)
    if part is None or word == "#":
        known = ", ".join(one for one in record.marks if one != "#")
        raise DataError(WHERE, f"there is no mark {word!r} here.", f"Marks: {known or 'none'}.")
    if record.marks[word] and not (number or off):
        raise DataError(WHERE, f"{word!r} needs a number.", f"Write {word} 1, or no {word}.")
    written = Written.of(text, record.marks, WHERE)
    for one in (word,) if part.lists else part.marks:
        written.marks.pop(one, None)
    if not off and (not number or int(number)):
        written.marks[word] = int(number) if number else True
    return text_of(record, written)


def make_free_move(
    state: DeclaredState, move: FreeMove, seat: int, looked_at: Mapping[Zone, Sequence[str]] | None = None
) -> HandMove:
    """Return the result of a free move by the player in `seat`; `state` is not changed.

    looked_at : the names of the cards in each zone that this player has been shown, and may therefore refer to; None if
    any card may be referred to. Raises DataError, with the remedy, for a move that is not possible.
    """
    edit = _Edit(state, seat, looked_at)
    return {MOVE: edit.move, SHUFFLE: edit.shuffle, LOOK: edit.look, REVEAL: edit.look, MARK: edit.mark, SET: edit.set}[
        move.verb
    ](move)


class _Edit:
    """The edit of one written position."""

    def __init__(self, state: DeclaredState, seat: int, looked_at: Mapping[Zone, Sequence[str]] | None) -> None:
        self.state, self.seat, self.looked_at = state.copy(), seat, looked_at
        self.zones = zone_fields_of(state)
        self.document: dict[str, Any] = parse_toml(state.game.write_position(state), WHERE)
        for entry in ("game", "parameters", "cards"):  # the game stays the same
            self.document.pop(entry, None)

    def made(self, cards: list[str], known: int | str | None) -> HandMove:
        """Return the result, reading the document back."""
        self.document["chance"] = self.state.chance
        made = self.state.game.position(self.document, WHERE)
        made.origins = self.state.origins
        assert isinstance(made, DeclaredState)
        if cards_of(made) != cards_of(self.state):
            raise DataError(WHERE, "the game would put another card there.", "Leave it, or exchange it for another.")
        return HandMove(made, tuple(cards), known)

    def field(self, zone: Zone) -> ZoneField:
        """Return the field of a zone. Raises DataError for an unknown zone."""
        if zone[1] not in self.zones:
            raise DataError(WHERE, f"there is no zone {zone[1]!r}.", f"Zones: {', '.join(self.zones)}.")
        return self.zones[zone[1]]

    def find(self, move: FreeMove) -> list[int]:
        """Return the indices in the zone of the cards that a move refers to. Raises DataError if there are none."""
        one = self.field(move.zone)
        texts = texts_in(self.state, move.zone)
        there = [at for at, text in enumerate(texts) if text != EMPTY]
        place = f"{SEATS[move.zone[0]]} {move.zone[1]}"
        if not there:
            raise DataError(WHERE, f"there is no card in {place}.", "Take another zone.")
        if move.card == RANDOM:
            return [there[self.state.below(len(there))]]
        if move.card in (TOP, BOTTOM):
            if not (isinstance(one, Cards) and one.top):
                raise DataError(WHERE, f"{place} has no {move.card}.", "Name the card, or write random.")
            if not 1 <= move.number <= len(there):
                raise DataError(WHERE, f"{place} has {len(there)} cards.", "Take fewer.")
            return there[: move.number] if move.card == TOP else there[-move.number :]
        seen = seen_in(self.state, move.zone, self.seat)
        may_name = self.looked_at is None or move.card in self.looked_at.get(move.zone, ())
        if not may_name and not any(seen):
            raise DataError(WHERE, f"you do not see the cards of {place}.", "Look at it first, or write random.")
        nameable = [at for at in there if may_name or seen[at]]
        found = [at for at in nameable for name in names_of_entry(one, texts[at]) if name == move.card]
        if not 1 <= move.number <= len(found):
            which = f" {move.number}" if found else ""
            raise DataError(WHERE, f"there is no {move.card!r}{which} in {place}.", "Name a card that lies there.")
        return [found[move.number - 1]]

    def move(self, move: FreeMove) -> HandMove:
        """Move one card, or several from one end of a pile."""
        places, source, target = self.find(move), self.field(move.zone), self.field(move.to)
        texts, seen = texts_in(self.state, move.zone), seen_in(self.state, move.zone, self.seat)
        if move.zone == move.to and not (isinstance(target, Cards) and target.top):
            raise DataError(WHERE, "it lies there already.", "Take another zone.")
        open_before = [self._is_open(move.zone, at) for at in places]
        moved = [self._take_out(source, texts, at, move.card) for at in sorted(places, reverse=True)][::-1]
        self._put_back(move.zone, texts)
        names = [name for taken in moved for name in taken.names]
        self._put_in(move.to, moved, move.end)
        self._forget(move.zone[0], move.to[0])
        open_after = self._shown_to_all(target)
        known: int | str | None = EVERYBODY if open_after or all(open_before) else None
        if known is None:
            owner = isinstance(target, Cards) and target.sees == OWNER
            known = move.to[0] if owner else self.seat if all(seen[at] for at in places) else None
        return self.made(names, known)

    def shuffle(self, move: FreeMove) -> HandMove:
        """Shuffle a pile."""
        one, texts = self.field(move.zone), texts_in(self.state, move.zone)
        if not isinstance(one, Cards) or not one.ordered:
            raise DataError(WHERE, f"{move.zone[1]} has no order.", "Shuffle a pile.")
        order = list(range(len(texts)))
        self.state.shuffle(order)
        self._put_back(move.zone, [texts[at] for at in order])
        self._forget(move.zone[0])
        return self.made([], EVERYBODY)

    def look(self, move: FreeMove) -> HandMove:
        """Look at cards, or show them to both players; the state does not change."""
        one = self.field(move.zone)
        places = self.find(move) if move.card else range(len(texts_in(self.state, move.zone)))
        texts = texts_in(self.state, move.zone)
        names = [name for at in places for name in names_of_entry(one, texts[at])]
        return self.made(names, EVERYBODY if move.verb == REVEAL else self.seat)

    def mark(self, move: FreeMove) -> HandMove:
        """Put a mark on a card in play, or remove one."""
        [at], one = self.find(move), self.field(move.zone)
        if not isinstance(one, Records):
            raise DataError(WHERE, f"cards in {move.zone[1]} have no marks.", "Take a card in play.")
        texts = texts_in(self.state, move.zone)
        texts[at] = mark_text(one.record, texts[at], move.word)
        self._put_back(move.zone, texts)
        known = EVERYBODY if self._is_open(move.zone, at) else self.seat if self._sees(move.zone, at) else None
        return self.made(names_of_entry(one, texts[at])[:1], known)

    def set(self, move: FreeMove) -> HandMove:
        """Set a figure."""
        owner = self.state if move.zone[0] < 0 else self.state.both[move.zone[0]]
        known = [name for (seat, name), _ in figures_of(self.state) if seat == move.zone[0]]
        if move.zone[1] not in known:
            raise DataError(WHERE, f"there is no figure {move.zone[1]!r}.", f"Figures: {', '.join(known) or 'none'}.")
        one = next(one for one in owner.declaration.values() if one.written == move.zone[1])
        assert isinstance(one, Number)
        most = MOST if one.most is None else one.most
        if not one.low <= move.number <= most:
            raise DataError(WHERE, f"{move.zone[1]} {move.number}.", f"It must be {one.low} to {most}.")
        table = self.document if move.zone[0] < 0 else self.document[SEATS[move.zone[0]]]
        table[move.zone[1]] = move.number
        return self.made([], EVERYBODY)

    # Helpers.

    def _sees(self, zone: Zone, at: int) -> bool:
        return seen_in(self.state, zone, self.seat)[at]

    def _is_open(self, zone: Zone, at: int) -> bool:
        return all(seen_in(self.state, zone, seat)[at] for seat in (0, 1))

    def _shown_to_all(self, one: ZoneField) -> bool:
        return isinstance(one, OneCard) or (one.sees is None if isinstance(one, Records) else one.sees == EVERYBODY)

    def _take_out(self, one: ZoneField, texts: list[str], at: int, card: str) -> Taken:
        """Take an entry out of the texts of a zone; if the card is joined to another one, take only that card."""
        text = texts[at]
        names = names_of_entry(one, text)
        if not isinstance(one, Records):
            texts[at : at + 1] = [EMPTY] if isinstance(one, Places | OneCard) else []
            return Taken(names)
        written = Written.of(text, one.record.marks, WHERE)
        if card in (TOP, BOTTOM, RANDOM, written.name):
            texts[at : at + 1] = [EMPTY] if isinstance(one, Area) else []
            return Taken(names, written)
        for part in (written.plus, *written.over, written.worn):
            if card in part:
                part.remove(card)
                break
        written.over = [layer for layer in written.over if layer]
        texts[at] = text_of(one.record, written)
        return Taken([card])

    def _put_back(self, zone: Zone, texts: list[str]) -> None:
        value: Any = texts
        if isinstance(self.zones[zone[1]], OneCard):
            value = texts[0] if texts else EMPTY
        self.document[SEATS[zone[0]]][zone[1]] = value

    def _put_in(self, zone: Zone, moved: list[Taken], end: str) -> None:
        one = self.zones[zone[1]]
        written = self.document[SEATS[zone[0]]].get(zone[1], [])
        texts = list(written) if isinstance(written, list) else [] if written == EMPTY else [written]
        new = [self._numbered(one, text) for taken in moved for text in taken.texts_for(one)]
        if isinstance(one, OneCard) and len(texts) + len(new) > 1:
            raise DataError(WHERE, f"{zone[1]} has room for one card.", "Take out the one that lies there first.")
        if isinstance(one, Cards) and one.top:
            texts = [*texts, *new] if end == BOTTOM else [*new, *texts]
        elif end:
            raise DataError(WHERE, f"{zone[1]} has no {end}.", f"Leave out {end!r}.")
        else:
            for text in new:
                if EMPTY in texts:
                    texts[texts.index(EMPTY)] = text
                else:
                    texts.append(text)
        self._put_back(zone, texts)

    def _numbered(self, one: ZoneField, text: str) -> str:
        """Return the text of a card that comes into play, with a new id."""
        if not (isinstance(one, Records) and one.record.has_identity) or ", #" in text:
            return text
        self.state.serial += 1
        self.document["flow"]["serial"] = self.state.serial
        return f"{text}, #{self.state.serial}"

    def _forget(self, *seats: int) -> None:
        """Set to 0 what players know about the order of cards: numbers of a player that no rule uses."""
        for seat in seats:
            for one in self.state.both[seat].declaration.values():
                if isinstance(one, Number) and one.written and not one.key:
                    self.document[SEATS[seat]][one.written] = 0
