"""What the courses cover, as rows and as the page docs/coverage.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import engines
from engines.core.rulebook import Clause, Rulebook
from tutor.coverage.route import Place, Route, games, is_complete, route, teachable, unasked, where

PAGE = Path(__file__).parents[2] / "docs" / "coverage.md"
MOST_UNASKED = 0.05
"""Of all clauses and rulings that carry a rule, this share at most may stand as impossible to ask for."""


@dataclass(frozen=True, slots=True)
class Row:
    """One clause or ruling, and the first steps that show it and ask for it. excused : why it cannot be asked for."""

    id: str
    title: str
    shown: Place | None
    asked: Place | None
    excused: str = ""

    @property
    def complete(self) -> bool:
        """True when it is shown and asked for, or when it is known why it is not asked for."""
        return self.shown is not None and (self.asked is not None or bool(self.excused))


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a game's course covers."""

    route: Route
    rows: tuple[Row, ...]

    @property
    def asked(self) -> int:
        """How many clauses and rulings are asked for."""
        return sum(row.asked is not None for row in self.rows)

    @property
    def shown(self) -> int:
        """How many clauses and rulings are shown."""
        return sum(row.shown is not None for row in self.rows)

    @property
    def excused(self) -> int:
        """How many clauses cannot be asked for."""
        return sum(bool(row.excused) for row in self.rows)

    def missing(self) -> Iterator[str]:
        """Yield what a complete course would still need, a line for each."""
        yield from self.route.broken
        for row in self.rows:
            if not row.complete:
                lacks = [
                    word for word, there in (("shown", row.shown), ("asked for", row.asked or row.excused)) if not there
                ]
                yield f"{row.id} {row.title}: not {' and not '.join(lacks)}"
            elif row.excused and row.asked is not None:
                yield f"{row.id} {row.title}: is asked for in {row.asked}, so it needs no excuse"
        if self.excused > MOST_UNASKED * len(self.rows):
            yield f"{self.excused} of {len(self.rows)} cannot be asked for: more than {MOST_UNASKED:.0%}"


def title_of(id: str, book: Rulebook) -> str:
    """Return what a clause is called, and of a ruling what it settles."""
    entry = book.clause(id)
    return entry.title if isinstance(entry, Clause) else entry.text


def coverage(game: str) -> Coverage:
    """Return what a game's course covers."""
    way, book, excuses = route(game), engines.load(game).rulebook, unasked(game)
    shown, asked = way.shown(), way.asked()
    rows = [
        Row(
            id,
            title_of(id, book),
            where(id, book, shown, {}),
            where(id, book, asked, excuses),
            excuses.get(id, ""),
        )
        for id in teachable(book)
    ]
    return Coverage(way, tuple(rows))


def summary(found: Coverage) -> str:
    """Return one line of numbers."""
    count, steps = len(found.rows), len(found.route.places)
    return (
        f"{count} clauses and rulings carry a rule: {found.shown} shown ({found.shown / count:.0%}), {found.asked} "
        f"asked for ({found.asked / count:.0%}), {found.excused} cannot be asked for, in {steps} steps."
    )


def listed(found: Coverage) -> Iterator[str]:
    """Yield every clause with its steps, a line each."""
    width = max(len(row.id) for row in found.rows)
    for row in found.rows:
        asked = row.asked or (f"cannot be: {row.excused}" if row.excused else "-")
        yield f"{row.id:<{width}}  shown: {row.shown or '-'}  asked: {asked}"


def by_step(found: Coverage) -> Iterator[str]:
    """Yield every step with the clauses it shows and asks for."""
    for place in found.route.places:
        yield f"{place} ({place.step.kind})"
        for word, clauses in (("shows", place.covered.shows), ("asks", place.covered.asks)):
            if clauses:
                yield f"    {word:<6} {' '.join(clauses)}"


def page() -> str:
    """Return docs/coverage.md."""
    lines = [
        "# What the courses cover",
        "",
        "Made by `python -m tutor.coverage`. For every clause and ruling that carries a rule: the first step that",
        "shows it and the first that asks for it. What that means for each kind of step is defined in",
        "`tutor/coverage/steps.py`; a ruling stands where the last of the clauses it settles has come.",
    ]
    for name in games():
        found = coverage(name)
        game = engines.load(name)
        lines += ["", f"## {game.title}", "", summary(found), ""]
        early = list(found.route.too_early())
        if early:
            count = f"{len(early)} steps ask" if len(early) > 1 else "1 step asks"
            lines += [f"{count} for what nothing before has shown: `tebiki coverage {name}` names them.", ""]
        if not is_complete(name):
            lines += ["The course is not complete yet.", ""]
        lines += ["| clause | what it is about | shown | asked for |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {row.id} | {row.title} | {row.shown or ''} | {row.asked or (row.excused and f'*{row.excused}*')} |"
            for row in found.rows
        ]
    return "\n".join(lines) + "\n"
