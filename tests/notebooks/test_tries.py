"""The changes that lesson notebooks suggest ("Try ...") run, and each makes a difference.

A suggestion names its change in code: `Try "ALT-9.1"` is another rule for `tutor.without` in the cell below it, ``Try
the step `"two-ways"` `` another position, ``Try `copies=3` `` another number of a variant, and ``Try `A` instead of
`B` `` states what it replaces.
"""

import re

import nbformat
import pytest

from tests.notebooks.kept_outputs import run_cell
from tests.notebooks.kernels import FOLDER, LESSONS

TRY = re.compile(r"(?<!# )\bTry (.+?)(?=[.:](?:\s(?!\d)|$))", re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
RULE = re.compile(r'(?<=tutor\.without\()"[^"]+"')
STEP = re.compile(r'(?<=lesson\.state\()"[^"]+"')
NUMBER = re.compile(r"(?<=\.variant\()\w+=\d+")
TWICE = re.compile(r"^for \w+ in \(None, tutor\.without", re.MULTILINE)
"""The beginning of a loop that prints a line for the game and then one for the game without a rule."""


def list_changes(words: str, source: str) -> list[str]:
    """Return the source of a cell with the change that the words suggest; several rules are several changes."""
    codes = CODE.findall(words)
    if "instead of" in words:
        return [source.replace(codes[1], codes[0])]
    for code in codes[:]:
        if re.search(rf"st[eo]p `{re.escape(code)}`", words):
            source = STEP.sub(code, source)
            codes.remove(code)
    return [change_argument(code, source) for code in codes] or [source]


def change_argument(code: str, source: str) -> str:
    """Return the source with another game without a rule, number of a variant, or rule."""
    if code.startswith("tutor.without("):
        return re.sub(r"tutor\.without\([^)]*\)", lambda _: code, source)
    return (NUMBER if "=" in code else RULE).sub(code, source, count=1)


@pytest.mark.parametrize("path", sorted(LESSONS), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_what_a_lesson_suggests_makes_a_difference(path):
    names, suggested = {}, []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            suggested = TRY.findall(cell.source)
        elif not cell.source.startswith(("lesson.step(", "tutor.rule(")):
            fresh = dict(names)
            shown = run_cell(cell.source, names).text
            for words in suggested:
                for changed in list_changes(words, cell.source):
                    assert changed != cell.source, f"no change in code: {words}"
                    now = run_cell(changed, dict(fresh)).text
                    assert now != shown, f"the same as before: {words}"
                    lines = now.splitlines()
                    assert not TWICE.search(changed) or lines[0] != lines[-1], f"the rule changes nothing: {words}"
            suggested = []


@pytest.mark.parametrize("path", sorted(LESSONS), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_the_app_shows_the_first_step_of_a_lesson(path):
    """In the app this cell shows the whole lesson; without it, its page would be empty."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.source.startswith("lesson.step(")]
    assert cells
    assert "lab-only" not in cells[0].metadata.get("tags", ())
