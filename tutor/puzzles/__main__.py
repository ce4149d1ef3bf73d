"""`python -m tutor.puzzles check [GAME]`: prove the mined puzzles once more.

To mine more: `tebiki puzzles mine GAME`, then `decide` and `select` (docs/puzzles.md).
"""

from __future__ import annotations

import sys
from statistics import median

from tqdm import tqdm

from tutor.puzzles import checking, store


def check_games(names: list[str]) -> int:
    """Prove all puzzles of some games, print the problems found, and return their number."""
    wrong = 0
    for name in names or store.games_with_puzzles():
        puzzles, took = store.load_puzzles(name), []
        for puzzle in tqdm(puzzles, unit=" puzzles", disable=None):
            problem, seconds = checking.check_timed(puzzle)
            took.append(seconds)
            if problem:
                wrong += 1
                print(f"{name} {puzzle.id}: {problem}")
        if took:
            told = f"{median(took):.2f} s in the middle, {max(took):.1f} s at most"
            print(f"{name}: {len(puzzles)} puzzles, {told}")
    return wrong


if __name__ == "__main__":
    if sys.argv[1:2] != ["check"]:
        sys.exit(__doc__)
    sys.exit(min(1, check_games(sys.argv[2:])))
