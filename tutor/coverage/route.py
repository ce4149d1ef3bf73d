"""The steps of a game's course in the order in which they are taken, and what stands where on that path."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import engines
from engines.book.rulebook import Rulebook, read_toml
from engines.errors import TebikiError
from tutor.coverage import kept
from tutor.coverage.steps import Covered, covered
from tutor.lessons import loader
from tutor.lessons.loader import Lesson, Step

COURSES = Path(__file__).parents[1] / "courses"
UNASKED = Path(__file__).with_name("unasked.toml")


@dataclass(frozen=True, slots=True)
class Place:
    """A step on the path, with the clauses it shows and asks for. number : its place on the path."""

    lesson: Lesson
    step: Step
    covered: Covered
    number: int = 0

    def __str__(self) -> str:
        return f"{self.lesson.path.stem}/{self.step.id}"


@dataclass(frozen=True, slots=True)
class Early:
    """A step that asks for clauses which nothing before it has shown."""

    place: Place
    clauses: tuple[str, ...]

    @property
    def why(self) -> str:
        """What is wrong with it."""
        return (
            f"asks for {', '.join(self.clauses)} before any step has shown {'it' if len(self.clauses) == 1 else 'them'}"
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


@dataclass(frozen=True, slots=True)
class Route:
    """A game's course, step by step. broken : steps that cannot be taken, with the reason."""

    game: str
    places: tuple[Place, ...]
    broken: tuple[str, ...] = ()

    def shown(self) -> Mapping[str, Place]:
        """Return for each clause the first step that shows it."""
        return _first((clause, place) for place in self.places for clause in place.covered.shows)

    def asked(self) -> Mapping[str, Place]:
        """Return for each clause the first step that asks for it; first the steps of which more than a word says so."""
        found, said, known = dict[str, Place](), dict[str, Place](), set[str]()
        for place in self.places:
            known |= {*place.covered.shows, *place.covered.asks}
            for clause in (*place.covered.asks, *(clause for clause in place.covered.rests if clause in known)):
                (said if clause in place.covered.said else found).setdefault(clause, place)
        return said | found

    def too_early(self) -> Iterator[Early]:
        """Yield the steps that ask for what no step before has shown, and what their own board does not tell either.

        What was asked for once is known afterwards: the verdict has said it.
        """
        known: set[str] = set()
        for place in self.places:
            own = {*place.step.get("shows", ()), *place.covered.tried}
            early = tuple(clause for clause in place.covered.asks if clause not in known | own)
            if early:
                yield Early(place, early)
            known |= {*place.covered.shows, *place.covered.asks}


def _first(pairs: Iterator[tuple[str, Place]]) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for clause, place in pairs:
        found.setdefault(clause, place)
    return found


def files(game: str) -> list[Path]:
    """Return the lesson files of a game in the order of its course; those it does not name come last."""
    there = sorted((loader.FOLDER / game).glob("*.toml"))
    named = [part["lesson"] for part in course(game).get("part", ()) if "lesson" in part]
    return sorted(there, key=lambda path: named.index(path.stem) if path.stem in named else len(named))


def course(game: str) -> Mapping[str, Sequence[Mapping[str, str]]]:
    """Return what the file of a game's course says, {} for a game without one."""
    path = COURSES / f"{game}.toml"
    return read_toml(path) if path.exists() else {}


def is_complete(game: str) -> bool:
    """Return True if the course of a game is said to be complete: then nothing may be missing in it."""
    return bool(course(game).get("complete"))


def route(game: str) -> Route:
    """Return the path of a game through its lessons."""
    there = [path for path in (*files(game), kept.path_of(game)) if path.exists()]
    return _route(game, tuple((path, path.stat().st_mtime_ns) for path in there))


def steps_of(game: str) -> list[tuple[Lesson, Step]]:
    """Return the steps of a game's lessons in order. Raises TebikiError for a lesson that cannot be read."""
    lessons = [loader.read(path) for path in files(game)]
    return [(lesson, step) for lesson in lessons for step in lesson.steps]


@functools.cache
def _route(game: str, stamped: tuple[tuple[Path, int], ...]) -> Route:
    places, broken = list[Place](), list[str]()
    for path, _ in stamped:
        if path.suffix != ".toml":
            continue
        try:
            lesson = loader.read(path)
        except TebikiError as error:
            broken.append(str(error))
            continue
        for step in lesson.steps:
            try:
                places.append(Place(lesson, step, covered(lesson, step), len(places)))
            except TebikiError as error:
                broken.append(f"{step.where}: {error}")
    return Route(game, tuple(places), tuple(broken))


def teachable(book: Rulebook) -> list[str]:
    """Return the clauses that carry a rule, and the rulings that settle a point of one, in the order of the book."""
    clauses = [clause.id for clause in book.clauses.values() if clause.executable]
    rulings = [ruling.id for ruling in book.rulings.values() if set(ruling.clauses) & {*clauses}]
    return clauses + rulings


def unasked(game: str) -> dict[str, str]:
    """Return the clauses of a game that cannot be asked for, each with the reason."""
    return dict(tomllib.loads(UNASKED.read_text(encoding="utf-8")).get(game, {}))


def where(entry: str, book: Rulebook, first: Mapping[str, Place], left_out: Mapping[str, str]) -> Place | None:
    """Return the step at which a clause stands in `first`.

    A ruling settles a point of its clauses, whose words say it: it stands where the last of them has come. Clauses that
    carry no rule or cannot be asked for are `left_out` of that.
    """
    if entry in first or entry not in book.rulings:
        return first.get(entry)
    clauses = [book.clauses[id] for id in book.rulings[entry].clauses if id in book.clauses]
    parts = [clause.id for clause in clauses if clause.executable and clause.id not in left_out]
    places = [first[id] for id in parts if id in first]
    return max(places, key=lambda place: place.number) if len(places) == len(parts) and places else None


def games() -> list[str]:
    """Return the games that have lessons."""
    return [name for name in engines.names() if (loader.FOLDER / name).is_dir()]
