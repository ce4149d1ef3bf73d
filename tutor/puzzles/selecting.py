"""Selects the mined puzzles to keep: about a hundred per game, all different, each with an idea and a level.

A puzzle is dropped if it has a fault (see `faults`), if another of its shape turns on the same clause, if there are
enough others of its shape or idea, or if there are too many in which the obvious move is right. Of similar puzzles the
smallest is kept: the one with fewest cards on the table, then fewest decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import engines
from engines.search.solver import TooDeep
from tutor.puzzles import store
from tutor.puzzles.faults import fault_of_puzzle
from tutor.puzzles.ideas import idea_of, shape_of_solution
from tutor.puzzles.measuring import count_found, rate_level
from tutor.puzzles.proving import Evidence, find_evidence
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import target_of

MOST_KEPT = 100
"""Maximum number of puzzles for a game."""

MOST_OF_SHAPE, MOST_OF_IDEA = 3, 4
"""Maximum number of puzzles with the same shape, and with the same idea."""

OBVIOUS_SHARE = 0.2
"""Maximum share of puzzles in which the obvious move is right: high enough that the obvious is worth considering."""

CLAUSE_SHARE = 0.2
"""Maximum share of puzzles that turn on the same clause."""

UNPROVED, SAME_CLAUSE, SAME_SHAPE = "unproved", "same_clause", "same_shape"
OBVIOUS, CROWDED, ONE_CLAUSE = "obvious", "crowded", "one_clause"
"""Reasons why a puzzle without a fault is dropped: it can no longer be proved; another puzzle of its shape turns on the
same clause; there are enough puzzles of its shape or idea; too many are obvious; the game has enough; too many turn
on its clause."""


def select_puzzles(puzzles: Sequence[Puzzle], most: int = MOST_KEPT) -> tuple[list[Puzzle], Counter[str]]:
    """Return the puzzles of a game to keep, measured and in order, and how many were dropped for each reason."""
    dropped: Counter[str] = Counter()
    sound: list[tuple[Puzzle, Evidence]] = []
    for puzzle in puzzles:
        game = engines.load(puzzle.game)
        try:
            proof = find_evidence(game, target_of(puzzle))
            fault = UNPROVED if proof is None else fault_of_puzzle(game, puzzle, proof)
        except TooDeep:
            proof, fault = None, UNPROVED
        if proof is None or fault:
            dropped[fault] += 1
        else:
            way, kinds = shape_of_solution(proof)
            sound.append((replace(puzzle, way=way, kinds=kinds), proof))
    often = Counter(clause for puzzle, _ in sound for clause in puzzle.clauses)
    proofs = {puzzle.id: proof for puzzle, proof in sound}
    named = [
        replace(puzzle, decides=puzzle.decides or min(puzzle.clauses, key=often.__getitem__)) for puzzle, _ in sound
    ]
    kept = _most_varied(named, most, dropped)
    return [measure_puzzle(puzzle, proofs[puzzle.id]) for puzzle in named if puzzle.id in kept], dropped


def measure_puzzle(puzzle: Puzzle, proof: Evidence) -> Puzzle:
    """Return a puzzle with the bots' results and its level."""
    found = count_found(proof)
    return replace(puzzle, found=found, level=rate_level(found, puzzle.depth, puzzle.width))


def shape_of_puzzle(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what similar puzzles share: the kinds in the solution, the tempting move, and the goal."""
    return puzzle.way, puzzle.kinds, puzzle.target


def _most_varied(puzzles: Iterable[Puzzle], most: int, dropped: Counter[str]) -> set[str]:
    """Return the ids of at most `most` puzzles: the best of each idea, then the second best of each, and so on."""
    best = sorted(puzzles, key=lambda puzzle: (_size(puzzle), puzzle.depth, puzzle.id))
    shapes: Counter[tuple[object, ...]] = Counter()
    ideas: Counter[object] = Counter()
    clauses: set[tuple[object, ...]] = set()
    ranked: list[tuple[int, int, Puzzle]] = []
    for at, puzzle in enumerate(best):
        shape, idea = shape_of_puzzle(puzzle), idea_of(puzzle)
        if (*shape, puzzle.decides) in clauses:
            dropped[SAME_CLAUSE] += 1
        elif shapes[shape] >= MOST_OF_SHAPE or ideas[idea] >= MOST_OF_IDEA:
            dropped[SAME_SHAPE] += 1
        else:
            ranked.append((ideas[idea], at, puzzle))
            clauses.add((*shape, puzzle.decides))
            shapes[shape] += 1
            ideas[idea] += 1
    ranked.sort(key=lambda row: row[:2])
    plain = [puzzle for *_, puzzle in ranked if not puzzle.looks_best]
    seen = [puzzle for *_, puzzle in ranked if puzzle.looks_best]
    share = OBVIOUS_SHARE / (1 - OBVIOUS_SHARE)
    some = seen[: min(round(OBVIOUS_SHARE * most), round(share * len(plain)))]
    dropped[OBVIOUS] += len(seen) - len(some)
    rest = plain[: most - len(some)]
    dropped[CROWDED] += len(plain) - len(rest)
    kept = _within_share([*some, *rest])
    dropped[ONE_CLAUSE] += len(some) + len(rest) - len(kept)
    return {puzzle.id for puzzle in kept}


def _within_share(ranked: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles without the last ones of each clause on which too many turn."""
    while ranked:
        clause, count = Counter(puzzle.decides for puzzle in ranked).most_common(1)[0]
        if count <= max(1, CLAUSE_SHARE * len(ranked)):
            break
        last = next(puzzle for puzzle in reversed(ranked) if puzzle.decides == clause)
        ranked = [puzzle for puzzle in ranked if puzzle is not last]
    return ranked


def _size(puzzle: Puzzle) -> int:
    """Return the number of cards and figures written in the position."""
    sides = (puzzle.position.get(side, {}) for side in ("you", "rival"))
    return sum(len(part) if isinstance(part, list) else 1 for side in sides for part in side.values())


def select_in_store(name: str, path: Path | None = None, most: int = MOST_KEPT) -> tuple[int, Counter[str]]:
    """Keep only the selected puzzles in a file; return their number, and the numbers dropped for each reason."""
    path = path or store.store_path(name)
    head, puzzles = store.read_store(path)
    kept, dropped = select_puzzles(puzzles, most)
    store.write_store(path, head, kept)
    return len(kept), dropped
