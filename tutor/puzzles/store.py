"""The mined puzzles of a game: a file with one puzzle per line, after a header that records the progress of mining."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypedDict

from engines.errors import DataError
from engines.search.players import FORMER_NAMES
from tutor.files import write_whole
from tutor.puzzles.puzzle import FOLDER, MINED_LESSON, Puzzle, puzzle_of

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class StoreHeader(TypedDict, total=False):
    """The first line of a file of puzzles: its game, and the next seed for mining."""

    game: str
    next: int


def store_path(game: str) -> Path:
    """Return the file of a game's mined puzzles."""
    return FOLDER / game / f"{MINED_LESSON}.jsonl"


def games_with_puzzles() -> list[str]:
    """Return the names of the games that have mined puzzles."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{MINED_LESSON}.jsonl"))


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the mined puzzles of a game in their order; () if there are none."""
    path = store_path(game)
    return read_store(path)[1] if path.exists() else ()


def read_store(path: Path) -> tuple[StoreHeader, tuple[Puzzle, ...]]:
    """Read a file of puzzles: header and puzzles. Raises DataError, naming the line, if it is invalid."""
    head = StoreHeader()
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{path}, line {number}"
        try:
            row = json.loads(line)
        except ValueError:
            raise DataError(where, "is no JSON.", "Mine it again.") from None
        if number == 1:
            head = row
        else:
            if "found" in row:
                row["found"] = {FORMER_NAMES.get(bot, bot): count for bot, count in row["found"].items()}
            found.append(puzzle_of({"game": head["game"], **row}, where))
    return head, tuple(found)


def write_store(path: Path, head: StoreHeader, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles atomically."""
    rows = [head, *({k: v for k, v in puzzle.document().items() if k != "game"} for puzzle in puzzles)]
    write_whole(path, "".join(f"{_JSON.encode(row)}\n" for row in rows))
