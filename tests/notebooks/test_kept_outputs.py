"""What a notebook keeps as outputs is what its cells show today."""

import pytest

from tests.notebooks.kept_outputs import KEEPING, run_cells, stored_output
from tests.notebooks.kernels import FOLDER


@pytest.mark.parametrize("path", KEEPING, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_outputs_are_of_today(path):
    """If this fails: python -m tests.notebooks.regenerate, and read the diff."""
    for cell, shown in run_cells(path):
        assert stored_output(cell)[:2] == shown[:2], cell.source
