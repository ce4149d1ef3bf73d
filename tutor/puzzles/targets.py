"""Goals that mined puzzles may have: those every game has, or those that `<game>/goals.toml` declares.

A goal has an `id`, says what it asks (`says`, at most twelve words), and when it is reached (`success`, `when`, as in
a lesson step). `whose` turn it is set in: "you" (the usual one) or "rival". What it may name besides:

each, pairs, not_in : a zone whose cards it names, {name} or with `pairs` also {other}, one goal for each; a card that
is there twice, or already lies in the zone `not_in`, is left out.
figure, amounts, least : a zone or figure of which as much as can be is wanted: {count} of it, told by `amounts`, so
that {rest} are left; not fewer than `least`. {all} is what is there.
fewer, more : a zone that may be made smaller to make the goal just reachable, or just reachable still.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.core.game import Game
from tutor.lessons.loader import Step
from tutor.puzzles.documents import Document, amount, names_in, one_less
from tutor.puzzles.puzzle import FOLDER

USUAL: tuple[Mapping[str, Any], ...] = (
    {"id": "win", "says": "Win this turn, whatever the rival does.", "success": ["win this turn"]},
    {
        "id": "survive",
        "whose": "rival",
        "says": "Survive this turn, whatever the rival does.",
        "success": ["not over"],
        "when": "turn over",
    },
)


MOST_NAMED = 4
"""Where more cards could be named, the table is too full for a puzzle."""


@dataclass(frozen=True)
class Target:
    """A goal in a position."""

    id: str
    says: str
    success: tuple[str, ...]
    when: str
    document: Document

    @property
    def step(self) -> Step:
        """The part of a lesson step that a solver needs."""
        data = {"success": list(self.success), **({"when": self.when} if self.when else {})}
        return Step(1, self.id, "solve", data, self.document, "puzzle")


@cache
def declared(game: str) -> tuple[Mapping[str, Any], ...]:
    """Return the goals of a game: its own, or the usual ones."""
    path = FOLDER / game / "goals.toml"
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["goal"]) if path.exists() else USUAL


def targets(game: Game, document: Document, own_turn: bool) -> Iterator[list[Target]]:
    """Yield the goals that a position may be asked for; of a graded one all grades, the easiest first."""
    yield from _of_turn(game, declared(game.name), document, own_turn)


def targets_of(rows: Iterable[Mapping[str, Any]], document: Document, own_turn: bool) -> list[Target]:
    """Return the goals in a position that some rows without names and figures ask for."""
    return [_target(row, {}, document) for row in rows if (row.get("whose", "you") == "you") == own_turn]


def _of_turn(
    game: Game, rows: Iterable[Mapping[str, Any]], document: Document, own_turn: bool
) -> Iterator[list[Target]]:
    for row in rows:
        if (row.get("whose", "you") == "you") == own_turn:
            for facts in _named(row, document):
                yield list(_grades(game, row, facts, document))


def _named(row: Mapping[str, Any], document: Document) -> Iterator[dict[str, str]]:
    if "each" not in row:
        yield {}
        return
    names = names_in(document, row["each"])
    gone = names_in(document, row["not_in"]) if "not_in" in row else []
    single = [name for name in names if names.count(name) == 1 and name not in gone]
    if len(single) > MOST_NAMED:
        return
    if row.get("pairs"):
        yield from ({"name": one, "other": two} for one, two in itertools.combinations(single, 2))
    else:
        yield from ({"name": name} for name in single)


def _grades(game: Game, row: Mapping[str, Any], facts: dict[str, str], document: Document) -> Iterator[Target]:
    if "fewer" in row or "more" in row:
        place = row.get("fewer") or row["more"]
        smaller: list[Document] = [document]
        while (other := one_less(game, smaller[-1], place)) is not None:
            smaller.append(other)
        for one in reversed(smaller) if "fewer" in row else smaller:
            yield _target(row, facts, one)
    elif "figure" in row:
        there = amount(document, row["figure"])
        amounts, least = row.get("amounts", ()), row.get("least", 1)
        for count in range(least, min(there - 1, len(amounts)) + 1) if amounts else [0]:
            told = amounts[count - 1] if count else ""
            yield _target(row, {**facts, "count": told, "rest": str(there - count), "all": str(there)}, document)
    else:
        yield _target(row, facts, document)


def _target(row: Mapping[str, Any], facts: Mapping[str, str], document: Document) -> Target:
    success = tuple(text.format_map(facts) for text in row["success"])
    return Target(row["id"], row["says"].format_map(facts), success, row.get("when", ""), document)
