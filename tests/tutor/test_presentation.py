"""docs/presentation.md lists every key of the presentations, and no other."""

import re
import tomllib
from pathlib import Path

import pytest

from tutor.boards.presentation import FOLDER, load_look, playable_games

ROOT = Path(__file__).resolve().parents[2]
LOOKS = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
PARTS = ("zone", "figure", "score", "outcome")


def told(part):
    """Return the keys that the page's tables list for a part; "" is the file itself."""
    page = (ROOT / "docs" / "presentation.md").read_text(encoding="utf-8")
    heading = f"| key of `{part}` |" if part else "| key |"
    tables = [table.partition("\n\n")[0] for table in page.split(heading)[1:]]
    rows = [row.split("|")[1] for table in tables for row in table.splitlines()[2:]]
    return [key.strip("[]") for row in rows for key in re.findall(r"`([^`]+)`", row)]


def used(part):
    """Return the keys that the presentations use in a part."""
    if not part:
        return {key for one in LOOKS for key in one}
    tables = [one[part] for one in LOOKS if part in one]
    rows = [row for table in tables for row in (table if isinstance(table, list) else table.values())]
    return {key for row in rows for key in row}


@pytest.mark.parametrize("part", ["", *PARTS])
def test_the_page_names_every_key_and_no_other(part):
    assert sorted(told(part)) == sorted(used(part))


@pytest.mark.parametrize("game", playable_games())
def test_a_zone_lies_where_the_page_says(game):
    page = (ROOT / "docs" / "presentation.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| `slot` |"))
    slots = {*re.findall(r"`([a-z0-9-]+)`", row)} | {"resource-2", "pile-2"}
    assert {zone["slot"] for zone in load_look(game)["zone"]} <= slots
