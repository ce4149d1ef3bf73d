"""The steps of a game's course in order, and the step at which each clause appears."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import engines
from engines.book.rulebook import Rulebook, read_toml
from engines.errors import TebikiError
from tutor.coverage import kept_dependence
from tutor.coverage.steps import CoveredClauses, cover_step
from tutor.former_names import offer_former_names
from tutor.lessons import loader
from tutor.lessons.loader import Lesson, Step

COURSES = Path(__file__).parents[1] / "courses"
UNASKED_FILE = Path(__file__).with_name("unasked.toml")
UNPRACTISED_FILE = Path(__file__).with_name("unpractised.toml")


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step on the path, with the clauses that it shows and tests. number : its position on the path."""

    lesson: Lesson
    step: Step
    covered: CoveredClauses
    number: int = 0

    def __str__(self) -> str:
        return f"{self.lesson.path.stem}/{self.step.id}"


@dataclass(frozen=True, slots=True)
class EarlyQuestion:
    """A step that tests clauses which no earlier step has shown."""

    place: PathStep
    clauses: tuple[str, ...]

    @property
    def why(self) -> str:
        """A sentence that describes the problem."""
        return (
            f"asks for {', '.join(self.clauses)} before any step has shown {'it' if len(self.clauses) == 1 else 'them'}"
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


@dataclass(frozen=True, slots=True)
class CourseRoute:
    """A game's course, step by step. broken : steps that cannot be played, each with the reason."""

    game: str
    places: tuple[PathStep, ...]
    broken: tuple[str, ...] = ()

    def shown(self) -> Mapping[str, PathStep]:
        """The first step that shows each clause."""
        return _first((clause, place) for place in self.places for clause in place.covered.shows)

    def asked(self) -> Mapping[str, PathStep]:
        """The first step that tests each clause, preferring steps for which the engine confirms it."""
        found, said, known = dict[str, PathStep](), dict[str, PathStep](), set[str]()
        for place in self.places:
            known |= {*place.covered.shows, *place.covered.asks}
            for clause in (*place.covered.asks, *(clause for clause in place.covered.rests if clause in known)):
                (said if clause in place.covered.said else found).setdefault(clause, place)
        return said | found

    def too_early(self) -> Iterator[EarlyQuestion]:
        """Yield the steps that test clauses not shown by an earlier step, nor on their own board or in their own film.

        A clause that has been tested once counts as known, because the verdict states it.
        """
        known: set[str] = set()
        for place in self.places:
            own = {*place.step.get("shows", ()), *place.covered.tried, *place.covered.before}
            early = tuple(clause for clause in place.covered.asks if clause not in known | own)
            if early:
                yield EarlyQuestion(place, early)
            known |= {*place.covered.shows, *place.covered.asks}


def _first(pairs: Iterator[tuple[str, PathStep]]) -> dict[str, PathStep]:
    found: dict[str, PathStep] = {}
    for clause, place in pairs:
        found.setdefault(clause, place)
    return found


def lesson_files(game: str) -> list[Path]:
    """Return the lesson files of a game in course order, followed by those that the course does not list."""
    there = sorted((loader.FOLDER / game).glob("*.toml"))
    named = [part["lesson"] for part in course_data(game).get("part", ()) if "lesson" in part]
    return sorted(there, key=lambda path: named.index(path.stem) if path.stem in named else len(named))


def course_data(game: str) -> Mapping[str, Sequence[Mapping[str, str]]]:
    """Return the data of a game's course file; {} if there is none."""
    path = COURSES / f"{game}.toml"
    return read_toml(path) if path.exists() else {}


def is_complete(game: str) -> bool:
    """Return True if a game's course is marked as complete, so that nothing may be missing."""
    return bool(course_data(game).get("complete"))


def course_route(game: str) -> CourseRoute:
    """Return the route of a game through its lessons."""
    there = [path for path in (*lesson_files(game), kept_dependence.kept_path(game)) if path.exists()]
    return _route(game, tuple((path, path.stat().st_mtime_ns) for path in there))


def steps_of_course(game: str) -> list[tuple[Lesson, Step]]:
    """Return the steps of a game's lessons in order. Raises TebikiError if a lesson cannot be read."""
    lessons = [loader.read_lesson(path) for path in lesson_files(game)]
    return [(lesson, step) for lesson in lessons for step in lesson.steps]


@functools.cache
def _route(game: str, stamped: tuple[tuple[Path, int], ...]) -> CourseRoute:
    places, broken = list[PathStep](), list[str]()
    for path, _ in stamped:
        if path.suffix != ".toml":
            continue
        try:
            lesson = loader.read_lesson(path)
        except TebikiError as error:
            broken.append(str(error))
            continue
        for step in lesson.steps:
            try:
                places.append(PathStep(lesson, step, cover_step(lesson, step), len(places)))
            except TebikiError as error:
                broken.append(f"{step.where}: {error}")
    return CourseRoute(game, tuple(places), tuple(broken))


def teachable_entries(book: Rulebook) -> list[str]:
    """Return the clauses with a rule, and the rulings that settle an open point of such a clause, in rulebook order."""
    clauses = [clause.id for clause in book.clauses.values() if clause.executable]
    rulings = [ruling.id for ruling in book.rulings.values() if set(ruling.clauses) & {*clauses}]
    return clauses + rulings


def unasked_reasons(game: str) -> dict[str, str]:
    """Return the clauses of a game that cannot be tested, each with the reason."""
    return dict(tomllib.loads(UNASKED_FILE.read_text(encoding="utf-8")).get(game, {}))


def unpractised_reasons(game: str) -> dict[str, str]:
    """Return the clauses that no practice question of a game can be about, each with the reason."""
    return dict(tomllib.loads(UNPRACTISED_FILE.read_text(encoding="utf-8")).get(game, {}))


def step_of_entry(
    entry: str, book: Rulebook, first: Mapping[str, PathStep], left_out: Mapping[str, str]
) -> PathStep | None:
    """Return the step at which a clause appears in `first`.

    A ruling settles a point that its clauses leave open, so it appears with the last of them. Clauses that are
    `left_out` (without a rule, or impossible to test) do not count.
    """
    if entry in first or entry not in book.rulings:
        return first.get(entry)
    clauses = [book.clauses[id] for id in book.rulings[entry].clauses if id in book.clauses]
    parts = [clause.id for clause in clauses if clause.executable and clause.id not in left_out]
    places = [first[id] for id in parts if id in first]
    return max(places, key=lambda place: place.number) if len(places) == len(parts) and places else None


def games_with_lessons() -> list[str]:
    """Return the games that have lessons."""
    return [name for name in engines.names() if (loader.FOLDER / name).is_dir()]


offer_former_names(__name__)
