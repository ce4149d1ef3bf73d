"""Golden play-throughs are unchanged. After an intended change: python -m tests.engines.regenerate; read the diff."""

import pytest

from tests.engines import refusals
from tests.engines.golden import FOLDER, series, written
from tests.engines.play import GAMES

WANTED = "Read the difference. If it is wanted: python -m tests.engines.regenerate games"
ALL = [pytest.param(name, file, row, id=f"{name}/{file}") for name in GAMES for file, *row in series(name)]


@pytest.mark.parametrize(("name", "file", "row"), ALL)
def test_golden_game(name, file, row):
    assert written(name, *row) == (FOLDER / name / file).read_text(encoding="utf-8"), WANTED


@pytest.mark.parametrize("name", GAMES)
def test_there_are_enough_and_no_others(name):
    files = {file for file, *_ in series(name)}
    assert len(files) >= 20
    assert {path.name for path in (FOLDER / name).iterdir()} == files | {refusals.FILE}
