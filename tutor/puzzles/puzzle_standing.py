"""The learner's standing in mined puzzles, from the log alone: solved, missed, level, and timed runs."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import engines
from tutor.event_log import Event
from tutor.puzzles.puzzle import LEVELS, MINED_LESSON, Puzzle

CLEAN_ENOUGH, VISITS = 0.6, 4
"""A level is mastered if at least this share of the last visits, and at least this number, began without a mistake."""


@dataclass
class PuzzleStanding:
    """The results of one game's mined puzzles in the log.

    solved : ids of puzzles ever solved. missed : ids of puzzles whose last visit began with a wrong move, each with the
    day of that visit; the latest come last. visits : for each puzzle, whether each visit was clean, in order. runs :
    number of puzzles solved in each timed run.
    """

    solved: set[str] = field(default_factory=set)
    missed: dict[str, str] = field(default_factory=dict)
    visits: list[tuple[str, bool]] = field(default_factory=list)
    runs: dict[str, int] = field(default_factory=dict)

    def level(self, puzzles: Mapping[str, Puzzle]) -> int:
        """Return the level to continue with: the first one not yet mastered."""
        for level in range(1, LEVELS):
            last = [clean for id, clean in self.visits if id in puzzles and puzzles[id].level == level][-VISITS:]
            if len(last) < VISITS or sum(last) < CLEAN_ENOUGH * len(last):
                return level
        return LEVELS


def standing_of(game: str, events: Iterable[Event]) -> PuzzleStanding:
    """Return a learner's standing. A visit is clean if nothing wrong happened before the puzzle was solved."""
    found = PuzzleStanding()
    open_visits: dict[str, bool] = {}
    for event in events:
        if event.lesson != f"{game}/{MINED_LESSON}" or event.verdict not in ("right", "wrong"):
            continue
        right = event.verdict == "right"
        clean = open_visits.pop(event.step, True) and right
        if event.run:
            found.runs[event.run] = found.runs.get(event.run, 0) + (clean and right)
        if right:
            found.solved.add(event.step)
            found.visits.append((event.step, clean and not event.hints))
        else:
            open_visits[event.step] = False
        if clean:
            found.missed.pop(event.step, None)
        else:
            found.missed.pop(event.step, None)
            found.missed[event.step] = event.time[:10]
    return found


def puzzle_of_day(
    puzzles: Sequence[Puzzle], day: datetime.date, here: PuzzleStanding, shown: frozenset[str] | None = None
) -> Puzzle:
    """Return the puzzle of a day: one at the learner's level, a different one every day until all have been shown.

    shown : the clauses that the course has shown, None for no limit; puzzles decided only by these are preferred.
    """
    level = here.level({puzzle.id: puzzle for puzzle in puzzles})
    known = puzzles_within_reach(puzzles, shown)
    nearest = min(abs(puzzle.level - level) for puzzle in known)
    order = sorted((one for one in known if abs(one.level - level) == nearest), key=lambda puzzle: puzzle.id)
    return order[day.toordinal() * 7919 % len(order)]


def puzzles_within_reach(puzzles: Sequence[Puzzle], shown: frozenset[str] | None) -> Sequence[Puzzle]:
    """Return the puzzles that need only clauses in `shown`; all puzzles if there are none, or if `shown` is None."""
    return [one for one in puzzles if shown is None or set(needed_clauses(one)) <= shown] or puzzles


def needed_clauses(puzzle: Puzzle) -> Iterator[str]:
    """Yield the clauses that a puzzle needs: those that decide it, and those of the actions in its solution."""
    yield from puzzle.clauses
    kinds = engines.load(puzzle.game).kinds
    for theme in puzzle.themes:
        sort, _, name = theme.partition(":")
        if sort == "kind" and name in kinds:
            yield kinds[name].when_clause


def next_puzzle(
    puzzles: Sequence[Puzzle], here: PuzzleStanding, after: str = "", shown: frozenset[str] | None = None
) -> Puzzle:
    """Return the puzzle that follows `after`: one that is not solved, near the learner's level.

    shown : as in `puzzle_of_day`.
    """
    level = here.level({puzzle.id: puzzle for puzzle in puzzles})
    at = next((at for at, puzzle in enumerate(puzzles) if puzzle.id == after), -1)
    turned = [*puzzles[at + 1 :], *puzzles[: at + 1]]
    fresh = [puzzle for puzzle in turned if puzzle.id not in here.solved] or turned
    return min(puzzles_within_reach(fresh, shown), key=lambda puzzle: abs(puzzle.level - level))
