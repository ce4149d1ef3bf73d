"""What the courses cover, as rows and as the text of docs/coverage.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import engines
from engines.book.rulebook import Clause, Rulebook
from engines.variants.counter_rules import by_id
from engines.variants.written_rules import never_in_play as out_of_play
from tutor.coverage import kept_dependence
from tutor.coverage.route import (
    CourseRoute,
    PathStep,
    course_route,
    games_with_lessons,
    is_complete,
    step_of_entry,
    teachable_entries,
    unasked_reasons,
    unpractised_reasons,
)
from tutor.practice import survey
from tutor.puzzles.store import load_puzzles

PAGE = Path(__file__).parents[2] / "docs" / "coverage.md"
MOST_UNASKED = 0.05
"""Maximum share of the clauses and rulings with a rule that may be listed as impossible to test."""


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """A clause or ruling, and the first steps that show it and test it.

    excused : why it cannot be tested; "" if it can. said : True if only the author says that a step tests it: no event,
    requirement or counter-rule shows it. makers : the question makers that can practise it. never : why none of them
    can, for example because nothing in play depends on it. puzzles : number of mined puzzles that depend on it.
    """

    id: str
    title: str
    shown: PathStep | None
    asked: PathStep | None
    excused: str = ""
    said: bool = False
    makers: tuple[str, ...] = ()
    never: str = ""
    puzzles: int = 0

    @property
    def complete(self) -> bool:
        """True if it is shown and tested, or there is a reason why it cannot be tested."""
        return self.shown is not None and (self.asked is not None or bool(self.excused))


@dataclass(frozen=True, slots=True)
class CourseCoverage:
    """The coverage of a game's course."""

    route: CourseRoute
    rows: tuple[CoverageRow, ...]

    @property
    def asked(self) -> int:
        """Number of clauses and rulings tested."""
        return sum(row.asked is not None for row in self.rows)

    @property
    def shown(self) -> int:
        """Number of clauses and rulings shown."""
        return sum(row.shown is not None for row in self.rows)

    @property
    def excused(self) -> int:
        """Number of clauses and rulings that cannot be tested."""
        return sum(bool(row.excused) for row in self.rows)

    def unknown(self) -> list[PathStep]:
        """The steps without a stored result, because they are new or have changed since."""
        return [place for place in self.route.places if kept_dependence.kept_row(place.lesson, place.step) is None]

    def missing(self) -> Iterator[str]:
        """Yield what is missing for a complete course, one line each."""
        yield from self.route.broken
        yield from (f"{place}: what it depends on is not known, see below" for place in self.unknown())
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


def entry_title(id: str, book: Rulebook) -> str:
    """Return the title of a clause; for a ruling, what it settles."""
    entry = book.clause(id)
    return entry.title if isinstance(entry, Clause) else entry.text


def cover_course(game: str) -> CourseCoverage:
    """Return the coverage of a game's course."""
    way, book, excuses = course_route(game), engines.load(game).rulebook, unasked_reasons(game)
    shown, asked, makers = way.shown(), way.asked(), clauses_by_maker(game)
    never = {**unpractised_reasons(game), **out_of_play(engines.load(game))}
    turning = Counter(clause for puzzle in load_puzzles(game) for clause in {*puzzle.clauses})
    rows = [
        CoverageRow(
            id,
            entry_title(id, book),
            step_of_entry(id, book, shown, {}),
            step_of_entry(id, book, asked, excuses),
            excuses.get(id, ""),
            id in asked and id in asked[id].covered.said,
            tuple(maker for maker, clauses in makers.items() if clauses & {*entry_parts(id, book)}),
            why_never_in_play(id, book, never),
            sum(turning[clause] for clause in entry_parts(id, book)),
        )
        for id in teachable_entries(book)
    ]
    return CourseCoverage(way, tuple(rows))


def aims_by_maker(game: str) -> Mapping[str, tuple[str, ...]]:
    """Map each question maker to the counter-rules that it can ask about."""
    return survey.load_survey().get(game, {})


def clauses_by_maker(game: str) -> dict[str, set[str]]:
    """Map each question maker to the clauses that it can ask about."""
    rules = by_id(engines.load(game))
    return {
        maker: {clause for id in ids if id in rules for clause in rules[id].clauses}
        for maker, ids in aims_by_maker(game).items()
    }


def why_never_in_play(id: str, book: Rulebook, never: Mapping[str, str]) -> str:
    """Return why nothing in play depends on a clause, or on any clause that a ruling settles; "" if something does."""
    clauses = [one for one in entry_parts(id, book) if one in book.clauses]
    return next((never[one] for one in clauses), "") if clauses and {*clauses} <= {*never} else ""


def entry_parts(id: str, book: Rulebook) -> tuple[str, ...]:
    """Return the clauses to look for: the clause itself and, for a ruling, also the clauses that it settles."""
    return (id, *book.rulings[id].clauses) if id in book.rulings else (id,)


def summary_line(found: CourseCoverage) -> str:
    """Return the numbers in one line."""
    count, steps, said = len(found.rows), len(found.route.places), sum(row.said for row in found.rows)
    makers, puzzles = (sum(bool(told) for told in column) for column in zip(*_practice(found), strict=True))
    never = sum(bool(row.never) and not row.makers for row in found.rows)
    unknown = len(found.unknown())
    due = f" python -m tutor.coverage finds out what {unknown} changed steps depend on." if unknown else ""
    return (
        f"{count} clauses and rulings carry a rule: {found.shown} shown ({found.shown / count:.0%}), {found.asked} "
        f"asked for ({found.asked / count:.0%}; {said} by the author's word alone), {found.excused} cannot be asked "
        f"for, in {steps} steps. {makers} can be practised without end, {never} cannot be, puzzles turn on "
        f"{puzzles}.{due}"
    )


def _practice(found: CourseCoverage) -> list[tuple[object, object]]:
    return [(row.makers, row.puzzles) for row in found.rows]


def clause_lines(found: CourseCoverage) -> Iterator[str]:
    """Yield every clause with its steps, one line each."""
    width = max(len(row.id) for row in found.rows)
    for row in found.rows:
        asked = row.asked or (f"cannot be: {row.excused}" if row.excused else "-")
        asked = f"{asked} (said)" if row.said else asked
        yield f"{row.id:<{width}}  shown: {row.shown or '-'}  asked: {asked}"


def step_lines(found: CourseCoverage) -> Iterator[str]:
    """Yield every step with the clauses that it shows and tests."""
    for place in found.route.places:
        yield f"{place} ({place.step.kind})"
        for word, clauses in (("shows", place.covered.shows), ("asks", place.covered.asks)):
            if clauses:
                yield f"    {word:<6} {' '.join(clauses)}"


def where_asked(row: CoverageRow) -> str:
    """Return where a clause is tested, as text of the page."""
    if row.asked is None:
        return f"*{row.excused}*" if row.excused else ""
    return f"{row.asked} (said)" if row.said else str(row.asked)


def practised_by(row: CoverageRow) -> tuple[str, str]:
    """Return the question makers, and the number of puzzles, that practise a clause, or the reason why none do."""
    return ", ".join(row.makers) or (f"*{row.never}*" if row.never else ""), str(row.puzzles or "")


def coverage_page() -> str:
    """Return the text of docs/coverage.md."""
    lines = [
        "# What the courses cover",
        "",
        "Made by `python -m tutor.coverage`. For every clause and ruling that carries a rule: the first step that",
        "shows it and the first that asks for it. What that means for each kind of step is defined in",
        "`tutor/coverage/steps.py`; a ruling stands where the last of the clauses it settles has come. *(said)*: no",
        "event, requirement or counter-rule tells it, the author of the step does. *Practised* are the question makers",
        "that can ask about it, or why none can: nothing in play depends on it (`[untouched]` and `[out_of_play]` of",
        "the game's `beliefs.toml`), or no question tells it apart (`tutor/coverage/unpractised.toml`);",
        "*puzzles* are the mined ones that turn on it; of a ruling those of its clauses count too.",
    ]
    for name in games_with_lessons():
        found = cover_course(name)
        game = engines.load(name)
        lines += ["", f"## {game.title}", "", summary_line(found), ""]
        early = list(found.route.too_early())
        if early:
            count = f"{len(early)} steps ask" if len(early) > 1 else "1 step asks"
            lines += [f"{count} for what nothing before has shown: `tebiki coverage {name}` names them.", ""]
        if not is_complete(name):
            lines += ["The course is not complete yet.", ""]
        lines += ["| clause | what it is about | shown | asked for | practised | puzzles |"]
        lines += ["| --- | --- | --- | --- | --- | ---: |"]
        lines += [
            f"| {' | '.join((row.id, row.title, str(row.shown or ''), where_asked(row), *practised_by(row)))} |"
            for row in found.rows
        ]
    return "\n".join(lines) + "\n"
