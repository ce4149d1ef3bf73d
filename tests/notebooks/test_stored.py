"""Notebooks are stored thin: they run with nbval (see run.py); here is what must not be in the files."""

from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
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
            assert not cell.outputs, cell.source
            assert cell.execution_count is None, cell.source
