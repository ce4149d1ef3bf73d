"""Tables as CSV, as spreadsheets open them: in Unicode, and with no text that is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell must not begin with."""
BYTE_ORDER_MARK = "\ufeff"
"""Stands at the beginning of a file, so that a spreadsheet takes it for Unicode."""


def format_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; numbers stay numbers."""
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\r\n")
    out.writerows([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> plain("=1+1"), plain("Five cores")
    ("'=1+1", 'Five cores')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
