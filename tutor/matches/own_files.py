"""Games of one's own in files, as people write them: what is wrong with a number of theirs is said in one line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engines
from engines.core.errors import DataError
from engines.core.game import Game
from engines.core.rulebook import read_toml

ROW = 'Write it as name = [standard, least, most, "clause", "meaning"].'


def load_own(path: str | Path) -> Game:
    """Return the game of a file: the .py file of a small game with its .toml file, or the .toml file of a design.

    Raises DataError for a file that is none. An error in the Python of a game is raised as it is: its author needs
    the line.
    """
    numbers = Path(path).with_suffix(".toml")
    if Path(path).suffix == ".py" and numbers.is_file():
        check_numbers(read_toml(numbers), str(numbers))
    return engines.load_file(path)


def check_numbers(data: Mapping[str, Any], where: str) -> None:
    """Raise DataError for the first row of `[parameters]` that is none; `where` names the file."""
    table = data.get("parameters", {})
    if not isinstance(table, dict):
        raise DataError(f"{where}, parameters", "is no table.", f"Begin it with [parameters]. {ROW}")
    for name, row in table.items():
        place = f"{where}, parameters, {name}"
        if not isinstance(row, list) or [type(part) for part in row] != [int, int, int, str, str]:
            raise DataError(place, f"{str(row)[:60]} is not three whole numbers and two texts.", ROW)
        standard, least, most = row[:3]
        if not least <= standard <= most:
            raise DataError(place, f"the standard {standard} is not from {least} to {most}.", ROW)
