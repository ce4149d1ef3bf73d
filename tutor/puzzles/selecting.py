"""Selects the mined puzzles to keep: about a hundred per game, all different, each with an idea and a level.

A puzzle is dropped if it has a fault (see `faults`), if another of its shape turns on the same clause, if there are
enough others of its shape or idea, or if there are too many in which the obvious move, or to pass, is right. Of similar
puzzles the smallest is kept: the one with fewest cards on the table, then fewest decisions. A condition that never
matters is left out of the goal, if the rest is a goal of the game.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import engines
from engines.game import Game
from engines.search.solver import TooDeep
from tutor.lessons.session import LEARNER
from tutor.puzzles import store
from tutor.puzzles.faults import IDLE_CONDITION, fault_of_puzzle, is_idle
from tutor.puzzles.ideas import idea_of, shape_of_solution
from tutor.puzzles.measuring import HOLD, count_found, level_of, themes_of
from tutor.puzzles.proving import Evidence, find_evidence
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.rule_dependence import add_deciding_rules
from tutor.puzzles.targets import iter_targets, target_of

MOST_KEPT = 100
"""Maximum number of puzzles for a game."""

MOST_OF_SHAPE, MOST_OF_IDEA = 3, 4
"""Maximum number of puzzles with the same shape, and with the same idea."""

OBVIOUS_SHARE = 0.2
"""Maximum share of puzzles in which the obvious move is right: high enough that the obvious is worth considering."""

CLAUSE_SHARE, ALWAYS_ON_CLAUSE = 0.2, 4
"""Maximum share of puzzles that turn on the same clause; and how many may do so in a game with few puzzles."""

WAITING_SHARE = 0.4
"""Maximum share of puzzles in which the answer is to pass: by chance it would be about a third."""

UNPROVED, SAME_CLAUSE, SAME_SHAPE = "unproved", "same_clause", "same_shape"
OBVIOUS, CROWDED, ONE_CLAUSE, WAITING = "obvious", "crowded", "one_clause", "waiting"
"""Reasons why a puzzle without a fault is dropped: it can no longer be proved; another puzzle of its shape turns on the
same clause; there are enough puzzles of its shape or idea; too many are obvious; the game has enough; too many turn
on its clause; in too many the answer is to pass."""


def select_puzzles(puzzles: Sequence[Puzzle], most: int = MOST_KEPT) -> tuple[list[Puzzle], Counter[str]]:
    """Return the puzzles of a game to keep, measured and in order, and how many were dropped for each reason."""
    dropped: Counter[str] = Counter()
    sound: list[tuple[Puzzle, Evidence]] = []
    for stored in puzzles:
        puzzle, proof, fault = judge_puzzle(stored)
        if proof is None or fault:
            dropped[fault] += 1
        elif any(puzzle.id == one.id or puzzle.shape == one.shape for one, _ in sound):
            dropped[SAME_SHAPE] += 1
        else:
            way, kinds = shape_of_solution(proof)
            told = replace(puzzle, tempting=proof.told[1], themes=tuple(themes_of(proof)), way=way, kinds=kinds)
            sound.append((told, proof))
    often = Counter(clause for puzzle, _ in sound for clause in puzzle.clauses)
    proofs = {puzzle.id: proof for puzzle, proof in sound}
    named = [
        replace(puzzle, decides=puzzle.decides or min(puzzle.clauses, key=often.__getitem__)) for puzzle, _ in sound
    ]
    kept = _most_varied(named, most, dropped)
    return [measure_puzzle(puzzle, proofs[puzzle.id]) for puzzle in named if puzzle.id in kept], dropped


def judge_puzzle(puzzle: Puzzle) -> tuple[Puzzle, Evidence | None, str]:
    """Return a puzzle with its evidence and its fault; one with an idle condition without this condition, if possible.

    The evidence is None if the puzzle can no longer be proved.
    """
    game = engines.load(puzzle.game)
    try:
        proof = find_evidence(game, target_of(puzzle))
        fault = UNPROVED if proof is None else fault_of_puzzle(game, puzzle, proof)
    except TooDeep:
        return puzzle, None, UNPROVED
    if proof is None or fault != IDLE_CONDITION:
        return puzzle, proof, fault
    less = next(map(judge_puzzle, without_idle_condition(game, puzzle, proof)), None)
    return (puzzle, proof, fault) if less is None or less[2] else less


def without_idle_condition(game: Game, puzzle: Puzzle, proof: Evidence) -> Iterator[Puzzle]:
    """Yield the puzzle with each goal of the game that is its own without an idle condition, if that is a puzzle."""
    target, document = target_of(puzzle), dict(puzzle.position)
    own_turn = game.rules.table(proof.state, LEARNER).turn_player == LEARNER
    idle = [text for text in target.success if is_idle(target, proof, text)]
    wanted = [tuple(one for one in target.success if one != text) for text in idle]
    for other in itertools.chain.from_iterable(iter_targets(game, document, own_turn)):
        alike = (other.when, other.chance) == (target.when, target.chance) and other.document == document
        if alike and other.success in wanted and (found := find_evidence(game, other)) is not None:
            first, tempting = found.told
            smaller = replace(puzzle, target=other.id, goal=other.says, success=other.success, decides="")
            played = replace(smaller, line=tuple(found.texts()), depth=found.depth, first=first, tempting=tempting)
            yield add_deciding_rules(played)


def measure_puzzle(puzzle: Puzzle, proof: Evidence) -> Puzzle:
    """Return a puzzle with the bots' results and its level."""
    found = count_found(proof)
    return replace(puzzle, found=found, level=level_of(puzzle, found))


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
    kept, before = [*some, *rest], 0
    while len(kept) != before:  # what is dropped for one share changes the other
        before = len(kept)
        fewer = _with_few_waiting(kept)
        dropped[WAITING] += len(kept) - len(fewer)
        kept = _within_share(fewer)
        dropped[ONE_CLAUSE] += len(fewer) - len(kept)
    return {puzzle.id for puzzle in kept}


def _with_few_waiting(ranked: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles without the last ones whose answer is to pass, so that these are at most `WAITING_SHARE`."""
    waiting = [puzzle for puzzle in ranked if HOLD in puzzle.themes]
    most = int(WAITING_SHARE / (1 - WAITING_SHARE) * (len(ranked) - len(waiting)))
    return [puzzle for puzzle in ranked if puzzle not in waiting[most:]]


def _within_share(ranked: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles without the last ones of each clause on which too many turn."""
    while ranked:
        clause, count = Counter(puzzle.decides for puzzle in ranked).most_common(1)[0]
        if count <= max(ALWAYS_ON_CLAUSE, CLAUSE_SHARE * len(ranked)):
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
