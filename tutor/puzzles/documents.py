"""Positions of play-outs as a lesson has them: written, made simple, and cut down.

A position is taken as the player to move sees it: hidden cards become unnamed ones, which a puzzle takes as unseen.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from engines.core.errors import TebikiError
from engines.core.game import Game
from engines.core.records import UNNAMED, Row
from engines.core.solver import opened
from engines.core.state import State
from tutor.boards.presentation import look

Document = dict[str, Any]

SIDES = ("you", "rival")
LEFT_OUT = ("game", "chance", "script", "flow", "result")
LOOSE = ("hand", "field", "pile")
"""The slots of zones from which cards may be taken without a trace; what is paid with and what counts stays."""


def written(state: State, seat: int = 0) -> Document | None:
    """Return a decision of `seat` 0 as the position of a lesson step, hidden cards unnamed; None if it has none.

    It has none while something is under way that a position written by hand does not tell.
    """
    here = state.copy()
    here.game.rules.forget_unseen(here, seat)
    raw = tomllib.loads(here.game.write_position(here))
    document: Document = {key: _called(part) for key, part in raw.items() if key not in LEFT_OUT}
    for side, name in zip(SIDES, ("P1", "P2"), strict=True):
        document[side] = document.pop(name)
    key = key_of(here.game, document)
    if key is None or key != opened(here).canonical_key():
        return None
    return simple(here.game, document, key)


def _called(value: Any) -> Any:
    """Return a value with the players called as in lessons."""
    if isinstance(value, dict):
        return {key: _called(part) for key, part in value.items()}
    return {"P1": "you", "P2": "rival"}.get(value, value) if isinstance(value, str) else value


def placed(game: Game, document: Document) -> State:
    """Return the state of a position, for proofs. Raises TebikiError for one that cannot be."""
    return opened(game.position({**document, "unseen": True}, "puzzle"))


def key_of(game: Game, document: Document) -> Row | None:
    """Return the canonical key of a position, None for one that cannot be."""
    try:
        return placed(game, document).canonical_key()
    except (TebikiError, AssertionError, LookupError):  # an attack whose cards are called otherwise now, and the like
        return None


def simple(game: Game, document: Document, key: Row) -> Document:
    """Return a document that says the same with fewer words."""
    turn = document["turn"]
    changes: list[Callable[[Document], Document]] = [
        lambda one: {name: part for name, part in one.items() if name != "first_player"},
        lambda one: _entries(one, lambda text: re.sub(r", # \d+", "", text)),
        lambda one: _entries(one, lambda text: re.sub(rf", entered {turn}\b", ", new", text)),
        lambda one: _entries(one, lambda text: _without_old(text, turn)),
        _counted,
        _without_empty,
        lambda one: {**one, **{side: _without(one[side], "deck") for side in SIDES}},
    ]
    for change in changes:
        other = change(document)
        if key_of(game, other) == key:
            document = other
    return document


def _entries(document: Document, change: Callable[[str], str]) -> Document:
    """Return a document with the entries of the players' zones changed."""
    made = copy.deepcopy(document)
    for side in SIDES:
        for zone, entries in made[side].items():
            if isinstance(entries, list):
                made[side][zone] = [change(one) if isinstance(one, str) else one for one in entries]
    return made


def _without_old(text: str, turn: int) -> str:
    """Return an entry without the turn of something that was there before this turn."""
    return re.sub(r", (?:entered|put) (\d+)", lambda match: "" if int(match[1]) < turn else match[0], text)


def _counted(document: Document) -> Document:
    """Return a document in which zones with nothing but unnamed cards are numbers."""
    made = copy.deepcopy(document)
    for side in SIDES:
        for zone, entries in made[side].items():
            if isinstance(entries, list) and entries and set(entries) <= {UNNAMED, "empty"}:
                made[side][zone] = entries.count(UNNAMED)
    return made


def _without_empty(document: Document) -> Document:
    return {**document, **{side: {k: v for k, v in document[side].items() if v != []} for side in SIDES}}


def _without(table: Document, name: str) -> Document:
    return {key: part for key, part in table.items() if key != name}


def name_of(entry: str) -> str:
    """Return the name of the card that an entry of a zone begins with."""
    return entry.partition(",")[0].partition(" + ")[0].partition(" with ")[0].strip()


def names_in(document: Document, place: str) -> list[str]:
    """Return the names of the cards in a zone called like "rival.field", the top ones."""
    side, zone = place.split(".")
    entries = document[side].get(zone, [])
    return [name_of(one) for one in entries if isinstance(one, str)] if isinstance(entries, list) else []


def amount(document: Document, place: str) -> int:
    """Return how many cards are in a zone called like "rival.cores", or a figure of the player."""
    side, zone = place.split(".")
    entries = document[side].get(zone, 0)
    if isinstance(entries, list):
        return sum(1 for one in entries if one != "empty")
    return int(entries) if isinstance(entries, int) else 0


def one_less(game: Game, document: Document, place: str) -> Document | None:
    """Return a document with one unnamed card less in a zone, or a figure one less; None where that cannot be."""
    side, zone = place.split(".")
    entries = document[side].get(zone, 0)
    ways: list[Any] = []
    if isinstance(entries, int) and entries > 1:
        ways = [entries - 1]
    elif isinstance(entries, list):
        unnamed = [at for at in reversed(range(len(entries))) if entries[at] == UNNAMED]
        ways = [[*entries[:at], "empty", *entries[at + 1 :]] for at in unnamed]
    for way in ways:
        other = {**document, side: {**document[side], zone: way}}
        if key_of(game, other) is not None:
            return other
    return None


def cuts(game: Game, document: Document) -> Iterator[Document]:
    """Yield documents that leave something out: whole piles first, then a card at a time."""
    zones = {zone["id"]: str(zone.get("slot", "")) for zone in look(game.name).get("zone", ())}
    for side in SIDES:
        for zone, entries in document[side].items():
            if zones.get(zone, "").startswith("pile") and entries:
                yield {**document, side: _without(document[side], zone)}
    for side in SIDES:
        for zone, entries in document[side].items():
            slot = zones.get(zone, "").partition("-")[0]
            if slot in LOOSE and isinstance(entries, list):
                for at in range(len(entries)):
                    yield {**document, side: {**document[side], zone: [*entries[:at], *entries[at + 1 :]]}}


def cut_down(game: Game, document: Document, stays: Callable[[Document], bool]) -> Document:
    """Return the smallest document found from which nothing more can be left out while `stays` says it is the same."""
    tried: set[str] = set()
    while True:
        for smaller in cuts(game, document):
            told = repr(smaller)
            if told not in tried:
                tried.add(told)
                if stays(smaller):
                    document = smaller
                    break
        else:
            return document
