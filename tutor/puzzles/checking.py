"""Re-proves mined puzzles, each as the step that a learner sees."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from time import perf_counter

import engines
from engines.errors import TebikiError
from tutor.lessons import checks
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.puzzles.proving import find_evidence
from tutor.puzzles.puzzle import Puzzle, lesson_of_puzzles
from tutor.puzzles.targets import target_of


def problem_of_puzzle(puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle; "" if it can still be proved and its hints lead to the goal."""
    try:
        game = engines.load(puzzle.game)
        if not puzzle.rules:
            return "it is not known yet what decides it."
        proof = find_evidence(game, target_of(puzzle))
        if proof is None:
            return "it is no puzzle any more."
        first, tempting = proof.told
        if (first, tempting) != (puzzle.first, puzzle.tempting):
            return f"now {first} solves it and {tempting} tempts."
        if str(proof.chance or "") != puzzle.chance:
            return f"now the best chance is {proof.chance}."
        lesson = lesson_of_puzzles(puzzle.game, [puzzle])
        run = open_session(lesson, lesson.steps[0])
        assert isinstance(run, DoStep)
        checks.check_do(run)
    except TebikiError as error:
        return str(error)
    return ""


def sample_puzzles(puzzles: Sequence[Puzzle], count: int, seed: int | None = None) -> tuple[int, list[Puzzle]]:
    """Return `count` random puzzles, and the seed used to draw them: `seed` or, if that is None, today's date."""
    day = datetime.date.today().toordinal() if seed is None else seed
    return day, random.Random(day).sample(list(puzzles), min(count, len(puzzles)))


def check_timed(puzzle: Puzzle) -> tuple[str, float]:
    """Return what is wrong with a puzzle ("" if nothing), and the seconds it took to find out."""
    begun = perf_counter()
    return problem_of_puzzle(puzzle), perf_counter() - begun
