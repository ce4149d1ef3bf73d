"""A design: changes to the small game, in one file that contains only data.

    own_game = "lanterns"
    title = "Moss and Moon"
    pieces = ["compost", "soil"]

    [numbers]
    lanterns = 7

    [[card]]
    name = "Marsh Toad"
    category = "beast"
    power = 2

    [decks.meadow]
    "Marsh Toad" = 3
    "Moth" = 3

Reading a file executes no code: pieces are given by name, and cards are data. Any fault raises one readable
`DataError`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines import lanterns as base
from engines.book.cards import unknown_card
from engines.book.rulebook import read_toml
from engines.book.toml_schema import Document, Shape, check_shape
from engines.designs import untrusted_files
from engines.designs.bots import bot_rules
from engines.designs.pieces import PIECES, Piece
from engines.designs.writing import write_toml
from engines.errors import DataError, IllegalDeck, find_nearest
from engines.game import Game
from engines.kernel.flow import copy_row
from engines.kit import kit
from engines.kit.small_game import from_data

BASE = "lanterns"
SHAPE: dict[str, Shape] = {
    "own_game": str,
    "title": str,
    "by": str,
    "note": str,
    "pieces": [str],
    "numbers": dict,
    "card": [dict],
    "decks": dict,
}
MOST_CARDS, MOST_TEXT, MOST_FILE = 40, untrusted_files.LONGEST_TEXT, 64_000
"""The maximum number of custom cards in a design, of characters in a text, and of characters in a file."""
LAST_FIELDS = ("discard", "lanterns")
"""Entries of a player that come after the zones of pieces."""
DECK_PARAMETERS = ("deck_size", "copies")
OWN_SECTION = 7, "Rules of our own"
WIN_SECTION = 8, "Further ways to win"


@dataclass(frozen=True)
class Design:
    """A design: title, author, purpose, pieces, numbers, custom cards, and the contents of its decks.

    own : pieces written in Python, for use in notebooks; a file does not contain them.
    """

    title: str = "Lanterns"
    by: str = ""
    note: str = ""
    pieces: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[Document, ...] = ()
    decks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    own: tuple[Piece, ...] = ()
    where: str = "design"

    def document(self) -> Document:
        """Return the design as a document, without empty entries."""
        found: dict[str, Any] = {"own_game": BASE, "title": self.title, "by": self.by, "note": self.note}
        found |= {"pieces": list(self.pieces), "numbers": dict(self.numbers)}
        found |= {"card": [dict(row) for row in self.cards], "decks": {id: dict(of) for id, of in self.decks.items()}}
        return {key: value for key, value in found.items() if value or key in ("own_game", "title")}

    def text(self) -> str:
        """Return the design as the text of a file, which `read_design` reads."""
        return write_toml(self.document())

    @property
    def name(self) -> str:
        """A unique name for the game of this design."""
        told = json.dumps(self.document(), sort_keys=True) + "".join(piece.id for piece in self.own)
        return f"own_{hashlib.sha256(told.encode()).hexdigest()[:10]}"

    def used(self) -> tuple[Piece, ...]:
        """Return the pieces of the design.

        Raises DataError for an unknown piece, or for one that needs another piece which is missing.
        """
        for id in self.pieces:
            if id not in PIECES:
                what = f"there is no piece {untrusted_files.clip_value(id)}."
                raise DataError(f"{self.where}, pieces", what, _known("Pieces", id, PIECES))
            for other in PIECES[id].needs:
                if other not in self.pieces:
                    raise DataError(f"{self.where}, pieces", f"{id!r} means nothing without {other!r}.", "Add it too.")
        return (*(PIECES[id] for id in PIECES if id in self.pieces), *self.own)

    def data(self) -> dict[str, Any]:
        """Return the whole game as the document of a small game: the printed game with the changes of the design."""
        data: dict[str, Any] = deepcopy(read_toml(Path(base.__file__).with_name(f"{BASE}.toml")))
        data |= {"title": self.title}
        data["sections"] |= {str(number): title for number, title in (OWN_SECTION, WIN_SECTION)}
        pieces = self.used()
        for piece in pieces:
            merge_documents(data, {key: value for key, value in piece.data.items() if key != "swap"})
        for name, value in self.numbers.items():
            row = data["parameters"].get(name)
            if row is None:
                what = f"there is no number {untrusted_files.clip_value(name)} here."
                raise DataError(f"{self.where}, numbers", what, _known("Numbers", name, data["parameters"]))
            if type(value) is not int or not row[1] <= value <= row[2]:
                what = f"{name} = {untrusted_files.clip_value(value)}."
                bare = " A number stands without quotes." if isinstance(value, str) else ""
                raise DataError(f"{self.where}, numbers", what, f"It must be {row[1]} to {row[2]}.{bare}")
            row[0] = value
        untrusted_files.check_card_rows(self.cards, [row["name"] for row in data["card"]], self.where)
        data["card"] += [dict(row) for row in self.cards]
        self._fill_decks(data, pieces)
        return data

    def _fill_decks(self, data: dict[str, Any], pieces: tuple[Piece, ...]) -> None:
        size, copies = (data["parameters"][name][0] for name in DECK_PARAMETERS)
        for deck in data["deck"]:
            for piece in pieces:
                for name, more in piece.data.get("swap", {}).get(deck["id"], {}).items():
                    deck["cards"][name] = deck["cards"].get(name, 0) + more
            deck["cards"] = {name: many for name, many in deck["cards"].items() if many > 0}
            if any(name in self.numbers for name in DECK_PARAMETERS):
                deck["cards"] = fit_deck(deck["cards"], size, copies)
            if deck["id"] in self.decks:
                deck["cards"] = dict(self.decks[deck["id"]])
        known, names = [deck["id"] for deck in data["deck"]], [row.get("name") for row in data["card"]]
        for id, cards in self.decks.items():
            if id not in known:
                what = f"there is no deck {untrusted_files.clip_value(id)}."
                raise DataError(f"{self.where}, decks", what, _known("Decks", id, known))
            for name in cards:
                if name not in names:
                    raise unknown_card(name, map(str, names), f"{self.where}, deck {id!r}")

    def game(self) -> Game:
        """Return the game, ready to play. Raises DataError for the first fault of the design."""
        try:
            return self._game()
        except DataError as error:
            raise untrusted_files.clip_error(error) from None

    def _game(self) -> Game:
        data, pieces = self.data(), self.used()
        made = from_data(
            self.name,
            data,
            Path(self.where),
            Path(base.__file__),
            design_state(pieces),
            design_steps(pieces),
            base.KINDS
            | {kind: one for piece in pieces for kind, one in kit.kinds(base.ARGUMENTS, *piece.kinds).items()},
            base.ARGUMENTS,
            base.VERBS,
            "ACT",
            ("played", *(moment for moment in ("turn",) if any(piece.id == "charms" for piece in pieces))),
            **bot_rules(pieces),
        )
        for id in made.decks:
            broken = made.check_deck(id)
            if broken:
                what = str(IllegalDeck(id, broken)).partition(": ")[2]
                raise DataError(f"{self.where}, deck {made.decks[id].name}", what)
        return made


def _known(called: str, name: str, there: Iterable[str]) -> str:
    """Return the remedy for an unknown name: the nearest known name, and a list of all names."""
    near = find_nearest(name, there)
    return (f"Did you mean {near!r}? " if near else "") + f"{called}: {', '.join(there)}."


def merge_documents(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Merge `more` into a document: tables are merged, lists extended, and other values replaced."""
    for key, value in more.items():
        if isinstance(value, Mapping):
            merge_documents(into.setdefault(key, {}), value)
        elif key in ("card", "words") and isinstance(into.get(key), list):
            into[key] = [*into[key], *value]
        else:
            into[key] = deepcopy(value)


def fit_deck(cards: Mapping[str, int], size: int, copies: int) -> dict[str, int]:
    """Return a deck resized to `size` cards by adding or removing one copy of each card in turn.

    No card gets more than `copies` copies. If that makes the size impossible, the deck has as many cards as possible.
    """
    found = {name: min(many, copies) for name, many in cards.items()}
    while (missing := size - sum(found.values())) != 0:
        turned = [name for name, many in found.items() if (many < copies if missing > 0 else many > 0)]
        if not turned:
            break
        for name in turned[: abs(missing)]:
            found[name] += 1 if missing > 0 else -1
    return {name: many for name, many in found.items() if many}


# The parts of a small game, including the pieces.


def design_state(pieces: tuple[Piece, ...]) -> type[base.State]:
    """Return the state class of a design: that of the printed game, with the zones of the pieces."""
    zones = {name: make() for piece in pieces for name, make in piece.zones.items()}
    usual = {"__slots__": (), "__module__": __name__}
    printed = dict(base.Player.declaration)
    last = {name: printed.pop(name) for name in LAST_FIELDS}  # boards show the last open zone as a pile
    player: Any = type("Player", (kit.Zones,), {**usual, **printed, **zones, **last})
    body = {**usual, **base.State.declaration, "players": kit.both(kit.zones(player))}
    found: type[base.State] = kit.state(type("State", (kit.DeclaredState,), body))
    return found


def design_steps(pieces: tuple[Piece, ...]) -> list[kit.Step[Any]]:
    """Return the flow table of a design: that of the printed game, changed by the pieces."""
    wakes = [piece.wakes for piece in pieces if piece.wakes]
    ends = [piece.ends for piece in pieces if piece.ends]
    plays = [piece.plays for piece in pieces if piece.plays]
    fights = [piece.fights for piece in pieces if piece.fights]

    def wake(state: Any) -> None:
        base.wake(state)
        for one in wakes:
            if state.result is None:
                one(state)

    def end(state: Any) -> None:
        for one in ends:
            if state.result is None:
                one(state)
        if state.result is None:
            base.next_turn(state)

    def play(state: Any, action: kit.Action) -> None:
        if not any(one(state, action) for one in plays):
            base.play(state, action)

    def fight(state: Any) -> None:
        if not any(one(state) for one in fights):
            base.fight(state)

    acts = base.ACTIONS | {"play": (play, "ACT")} | {kind: way for piece in pieces for kind, way in piece.acts.items()}
    doing = {"WAKE": wake, "NEXT": end, "FIGHT": fight}
    steps = [copy_row(step, do=doing.get(step.name, step.do)) for step in base.STEPS]
    at = next(place for place, step in enumerate(steps) if step.name == "ACT")
    steps[at] = copy_row(steps[at], ask=kit.offered(*acts), on=acts)
    last = next(step for step in steps if step.name == "NEXT")
    last.ends = ", or ".join([last.ends, *(piece.ends_words for piece in pieces if piece.ends_words)])
    if wakes:
        next(step for step in steps if step.name == "WAKE").ends = "a Charm ends it"
    for piece in pieces:
        steps = piece.steps(steps) if piece.steps else steps
    return steps


# Reading.


def read_design(source: str | Path | Document, where: str = "") -> Design:
    """Return the design in a file, in the text of a file, or in a document. Raises DataError if it is not valid."""
    where = where or (str(source) if isinstance(source, Path) else "design")
    if isinstance(source, Path):
        source = untrusted_files.read_bounded_text(source, MOST_FILE)
    document = untrusted_files.document_of(source, where, MOST_FILE) if isinstance(source, str) else source
    if document.get("own_game") != BASE:
        raise DataError(where, "is no design of an own game.", f'It begins with own_game = "{BASE}".')
    rows = document.get("card", ())
    if isinstance(rows, list | tuple) and len(rows) > MOST_CARDS:
        raise DataError(where, f"has {len(rows)} cards of its own.", f"A design may have {MOST_CARDS}.")
    untrusted_files.check_value(document, where)
    try:
        return _design(document, where)
    except DataError as error:
        raise untrusted_files.clip_error(error) from None


def _design(document: Document, where: str) -> Design:
    """Return the design in a document of plain data. Raises DataError for a missing or malformed entry."""
    check_shape(document, SHAPE, where)
    if untrusted_files.is_blank(document.get("title", "")):
        raise DataError(f"{where}, title", "is missing.", 'Write title = "...".')
    for id, cards in document.get("decks", {}).items():
        if not isinstance(cards, Mapping) or not all(type(many) is int and 0 < many < 100 for many in cards.values()):
            raise DataError(f"{where}, deck {id!r}", "is no deck.", 'Write "Name of a card" = 2, a line a card.')
    return Design(
        title=" ".join(document["title"].split()),
        by=document.get("by", ""),
        note=document.get("note", ""),
        pieces=tuple(dict.fromkeys(document.get("pieces", ()))),
        numbers=dict(document.get("numbers", {})),
        cards=tuple(document.get("card", ())),
        decks=dict(document.get("decks", {})),
        where=where,
    )
