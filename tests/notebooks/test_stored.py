"""Notebooks run with nbval (see run.py); this tests their files, which have no outputs but those of `kept_outputs`."""

import re

import nbformat
import pytest

from tests.notebooks.kept_outputs import KEEPING
from tests.notebooks.kernels import FOLDER, LESSONS, NOTEBOOKS
from tutor.lessons.loader import find_lesson, read_lesson

COMPARED = "NBVAL_CHECK_OUTPUT"

pytestmark = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(FOLDER).as_posix())


def test_valid_with_a_title_and_the_usual_kernel(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.get("title"), "metadata.title is the title of the page"
    assert notebook.metadata.kernelspec.name == "python3"


def test_nothing_but_compared_outputs_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        if cell.cell_type == "code" and COMPARED not in cell.source:
            assert path in KEEPING or not cell.outputs, cell.source
            assert path in KEEPING or cell.execution_count is None, cell.source


def test_a_lesson_has_a_cell_for_each_step(path):
    """Also on a day on which it does not run."""
    if path in LESSONS:
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        assert f'tutor.lesson("{name}")' in code[0]
        shown = re.findall(r'^lesson\.step\("(.+?)"\)$', "\n".join(code), re.MULTILINE)
        assert sorted(shown) == sorted(step.id for step in read_lesson(find_lesson(name)).steps)
