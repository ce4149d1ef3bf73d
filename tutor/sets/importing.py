"""Imports cards and decks: reads a file line by line, and writes the set that is stored.

A file is a set (TOML), a table of cards (CSV, TSV), or a deck list in one of the formats of `deck_lists`. Nothing is
guessed: the user is asked about every misspelt name, and every line that is left out is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import engines
from engines.book.card_sets import CardSet
from engines.designs.set_files import deck_faults, find_set, read_deck_row, set_id
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.game import Game
from tutor.sets.card_names import CardNames
from tutor.sets.card_tables import read_card_table, refuse_no_cards, separator_of_cards
from tutor.sets.column_names import ReadColumn, describe_row
from tutor.sets.deck_lists import DeckList
from tutor.sets.decks import game_with_decks
from tutor.sets.files import read_list_or_set
from tutor.sets.kept_sets import kept_sets, needed_sets

KNOWN_ENOUGH = 0.5
"""Minimum share of a list's lines that must name cards of a game for the list to count as a deck list of that game."""
BY_HAND = "its text is carried out by hand"
LEAVE_OUT = ""
"""The user's answer for a line that is not to be part of the deck."""


class ReadLine(NamedTuple):
    """A line of an imported file, and how it was understood.

    sort : "ok", "alike" (the name is spelt differently), "asked" (it may mean one of `near`), "unknown", "left" (left
    out), or "wrong". said : the card, or the reason. shown : what was read of a card of a table.
    """

    number: int
    text: str
    sort: str
    said: str
    near: tuple[str, ...] = ()
    shown: str = ""


@dataclass
class Brought:
    """An imported file.

    form : "set", "table", or the format of a deck list. id, title : the id and title of the set. text : the set file to
    store.
    lines : how each line was understood. faults : other problems that prevent it from being played. columns : how each
    column of a table was understood.
    """

    form: str
    game: Game
    id: str
    title: str
    text: str
    lines: list[ReadLine] = field(default_factory=list)
    faults: list[DataError] = field(default_factory=list)
    columns: tuple[ReadColumn, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if there are faults, or lines that are wrong or not understood."""
        return bool(self.faults) or any(line.sort in ("asked", "unknown", "wrong") for line in self.lines)


def bring_in(text: str, where: str, game: str = "", answers: Mapping[int, str] | None = None) -> Brought:
    """Read the contents of a file. Raises DataError if its format is unknown or its game is unclear.

    where : name of the file. game : the game of the file; "" means the game that the file names or, for a list, the
    game with most of its cards.
    answers : for each line number, the card that is meant, or `LEAVE_OUT`.
    """
    if any(separator_of_cards(text, engines.load(name)) for name in ([game] if game else engines.names())):
        if not game:
            known = ", ".join(engines.names())
            raise DataError(where, "is a table of cards that does not say its game.", f"Say which: {known}.")
        return _bring_table(text, where, _base(game, set_id(where)), answers or {})
    found = read_list_or_set(text, where)
    if isinstance(found, DeckList):
        named = found.game or game
        return _bring_list(found, where, _full(named) if named else _game_of(found, where), answers or {})
    named = found.get("game", game)
    id = found.get("set", set_id(where))
    base = _base(str(named), str(id)) if named in engines.names() else None
    read = find_set({"game": game, **found} if game else found, where, where, base)
    brought = Brought("set", game_with_decks(read.found.game), read.found.id, read.found.title, text)
    brought.faults = read.faults
    brought.lines = [_card_line(at, read.found, name) for at, name in enumerate(read.found.printed, 1)]
    return brought


def _full(name: str) -> Game:
    """Return a game with all sets stored for it. Raises DataError if there is no such game."""
    engines.load(name)
    return _base(name, "")


def _base(name: str, id: str) -> Game:
    """Return a game with the sets stored for it, except the set `id` and those that use it."""
    game = game_with_decks(name)
    for one in kept_sets(game).sets:
        if one.id != id and id not in one.uses:
            game = game.with_set(one)
    return game


def _game_of(found: DeckList, where: str) -> Game:
    """Return the game that has most of the cards in a list.

    Raises DataError if no game has enough of them, or two tie.
    """
    named = [line.name for line in found.lines if not line.left_out]
    counts = {}
    for name in engines.names():
        names = CardNames(game := _full(name))
        counts[name] = (sum(bool(names.find(one).name) for one in named), game)
    best, *others = sorted(counts.values(), key=lambda pair: -pair[0])
    if best[0] < KNOWN_ENOUGH * len(named) or best[0] == others[0][0]:
        raise DataError(where, "does not say which game it is for.", f"Say which: {', '.join(engines.names())}.")
    return best[1]


def _card_line(at: int, found: CardSet, name: str) -> ReadLine:
    card = found.printed[name]
    played = card.by_program or not card.text
    return ReadLine(at, card.name, "ok" if played else "alike", name if played else BY_HAND)


# Deck lists.


def _bring_list(found: DeckList, where: str, game: Game, answers: Mapping[int, str]) -> Brought:
    names, cards, lines = CardNames(game), dict[str, int](), list[ReadLine]()
    for line in found.lines:
        read, name = _read_line(line.number, line.text, line.name, names, answers), ""
        if line.left_out:
            read = ReadLine(line.number, line.text, "left", line.left_out)
        if read.sort in ("ok", "alike"):
            name = read.said
            cards[name] = cards.get(name, 0) + line.copies
        lines.append(read)
    id, title = set_id(found.title or where), found.title or Path(where).stem
    row = {"id": id, "name": title, "cards": cards}
    uses = _used(game, cards)
    document = {"game": game.name, "set": id, "title": title, **({"uses": uses} if uses else {}), "deck": [row]}
    brought = Brought(found.form, game, id, title, write_toml(document), lines)
    if not brought.is_open:
        brought.faults = list(deck_faults(game, read_deck_row(row, where, id), f"{where}, deck {title!r}"))
    return brought


def _read_line(number: int, text: str, name: str, names: CardNames, answers: Mapping[int, str]) -> ReadLine:
    if number in answers:
        answer = answers[number]
        if answer == LEAVE_OUT:
            return ReadLine(number, text, "left", "as you said")
        name = answer
    meant = names.find(name)
    if meant.name:
        return ReadLine(number, text, "ok" if meant.exact and number not in answers else "alike", meant.name)
    return ReadLine(number, text, "asked" if meant.near else "unknown", name, meant.near)


def _used(game: Game, cards: Mapping[str, int]) -> list[str]:
    """Return the ids of the sets from which these cards come, and of the sets that those sets need."""
    own = [one for one in game.card_sets if any(name in one.printed for name in cards)]
    needed = {two.id for one in own for two in needed_sets(game, [f"{one.id}/"])}
    return [one.id for one in game.card_sets if one.id in needed]


# Tables of cards.


def _bring_table(text: str, where: str, game: Game, answers: Mapping[int, str]) -> Brought:
    table = read_card_table(text, separator_of_cards(text, game), game)
    refuse_no_cards(table, where)
    id, lines, rows = set_id(where), list[ReadLine](), list[dict[str, Any]]()
    head: dict[str, Any] = {"game": game.name, "set": id, "title": Path(where).stem}
    if table.fields:
        head["fields"] = dict(table.fields)
    for card in table.cards:
        name = str(card.row.get("name", ""))
        if answers.get(card.number) == LEAVE_OUT:
            lines.append(ReadLine(card.number, name, "left", "as you said"))
            continue
        twice = sum(row["name"].rpartition(" (")[0] == name or row["name"] == name for row in rows)
        row = {**card.row, "name": f"{name} ({twice + 1})"} if twice else card.row
        read = find_set({**head, "card": [row]}, where, where, game)
        faults = read.faults
        if faults:
            lines.append(ReadLine(card.number, name, "wrong", f"{faults[0].what} {faults[0].remedy}".strip()))
            continue
        rows.append(row)
        by_hand = any(one.text and not one.by_program for one in read.found.printed.values())
        said = [*card.said, *([BY_HAND] if by_hand else [])]
        sort, told = "alike" if said else "ok", "; ".join(said) or row["name"]
        lines.append(ReadLine(card.number, name, sort, told, (), describe_row(game, row)))
    read = find_set({**head, "card": rows}, where, where, game)
    brought = Brought("table", game, id, head["title"], write_toml({**head, "card": rows}), lines, read.faults)
    brought.columns = table.columns
    return brought
