"""A mined puzzle: a position with a goal that only one first move reaches, and its measurements.

It is shown as a `solve` step of a lesson; `lesson_of_puzzles` makes the lesson with a game's puzzles as steps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path

from engines.book.toml_schema import Document
from engines.errors import DataError
from tutor.lessons import loader
from tutor.lessons.loader import Lesson
from tutor.text import format_message

FOLDER = Path(__file__).parent
LEVELS = 5
CERTAINTIES = ["best defence", "unseen cards", "every roll"]
MINED_LESSON = "mined"
"""The second part of the lesson name in the log, for mined puzzles."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, as stored.

    game : its game. target : the id of its goal. goal : its question, in words. success, when : the goal for the
    solver, as in a lesson step. position : the document of a lesson's position. first : the first move that reaches the
    goal. line : a complete solution, (seat, action) in order; seat 2 is chance. tempting : the move that tempts, and
    fails. clauses : the clauses that decide it; without them the answer changes. rules : the
    counter-rules that show this. themes : see `measuring.themes_of`. depth : number of decisions in the solution.
    width : number of first moves. found : for each bot, the number of play-outs, out of `PLAYOUTS`, that reach the
    goal. reading : how hard it was for a reader who solved it by thought, 1 to 5 in halves; 0 without a
    reader. level : 1 to 5. seed : the seed of the game it comes from. chance : the best chance, as a fraction, if dice
    decide; "" if the goal is certain. looks_best : whether the right move also looks best immediately. way, kinds : see
    `ideas.shape_of_solution`. decides : the clause, among those that decide it, that decides the fewest other puzzles;
    puzzles are selected by it, and learners read the clause of the refutation instead.
    """

    game: str
    target: str
    goal: str
    success: tuple[str, ...]
    when: str
    position: Document
    first: str
    line: tuple[tuple[int, str], ...]
    tempting: str
    depth: int
    width: int
    seed: int
    clauses: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    found: Mapping[str, int] | None = None
    reading: float = 0.0
    level: int = 1
    key: str = ""
    chance: str = ""
    looks_best: bool = False
    way: str = ""
    kinds: tuple[str, ...] = ()
    decides: str = ""

    @cached_property
    def id(self) -> str:
        """The puzzle's id in the log: a digest of its position and its goal."""
        told = repr((self.game, sorted(_flat(self.position)), self.success, self.when))
        return hashlib.blake2b(told.encode(), digest_size=4).hexdigest()

    @property
    def shape(self) -> tuple[str, tuple[str, ...], str]:
        """What similar puzzles share: the goal, the right move with its card and target, and the tempting move."""
        own = tuple(text for seat, text in self.line if seat == 0)
        return self.target, own, self.tempting

    def row(self, number: int = 0, language: str = "en") -> dict[str, object]:
        """Return the puzzle as a step of a lesson file. number : its index in the store, from 1."""
        return {
            "id": self.id,
            "kind": "solve",
            "level": self.level,
            "seconds": 90,
            "title": format_message("puzzle.title", language, number=number) if number else self.goal,
            "text": format_message("puzzle.text_odds" if self.chance else "puzzle.text", language),
            "goal": self.goal,
            "success": list(self.success),
            **({"when": self.when} if self.when else {}),
            **({"at_least": self.chance, "against": CERTAINTIES[:1]} if self.chance else {"against": CERTAINTIES}),
            "unique": True,
            "nudge": format_message(f"puzzle.nudge.{self.main_theme}", language),
            "after": "",
            "position": self.position,
        }

    @property
    def main_theme(self) -> str:
        """The first of the puzzle's themes that describes how it is solved, as a key of the texts."""
        return next((theme for theme in self.themes if ":" not in theme), "other")

    def document(self) -> dict[str, object]:
        """Return the puzzle as a dict for the puzzle store, without empty fields."""
        left_out = {key for key in ("looks_best", "reading") if not getattr(self, key)}
        return {key: part for key, part in asdict(self).items() if key not in left_out and part not in ("", (), None)}


def puzzle_of(row: Document, where: str) -> Puzzle:
    """Parse a puzzle from a row of the store. Raises DataError, naming the entry, if it is invalid."""
    known = {one.name for one in fields(Puzzle)}
    for name in row:
        if name not in known:
            raise DataError(where, f"unknown entry {name!r}.", f"Known: {', '.join(sorted(known))}.")
    lists = {name: tuple(row.get(name, ())) for name in ("success", "clauses", "rules", "themes", "kinds")}
    line = tuple((int(seat), str(text)) for seat, text in row.get("line", ()))
    try:
        return Puzzle(**{"when": "", **row, **lists, "line": line})
    except TypeError as error:
        raise DataError(where, str(error), "Mine it again.") from None


def lesson_of_puzzles(game: str, puzzles: Iterable[Puzzle], language: str = "en") -> Lesson:
    """Return a lesson with puzzles as steps; the log calls it "<game>/mined"."""
    puzzles = list(puzzles)
    rows = [puzzle.row(number, language) for number, puzzle in enumerate(puzzles, 1)]
    document = {"game": game, "title": format_message("puzzle.lesson", language), "step": rows}
    return loader.lesson_of(document, FOLDER / game / f"{MINED_LESSON}.jsonl")


def _flat(value: object, path: str = "") -> Iterable[str]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for at, part in enumerate(value):
            yield from _flat(part, f"{path}.{at}")
    else:
        yield f"{path}={value}"
