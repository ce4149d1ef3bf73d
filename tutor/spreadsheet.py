"""Tables as CSV for spreadsheets: in Unicode, and without texts that would be interpreted as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Characters that a cell must not begin with."""
BYTE_ORDER_MARK = "\ufeff"
"""The first character of a file, which makes spreadsheets read it as Unicode."""


def format_csv(rows: Iterable[Sequence[object]]) -> str:
    """Format rows as CSV; numbers remain numbers."""
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\r\n")
    out.writerows([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet interprets as a formula.

    >>> escape_formula("=1+1"), escape_formula("Five cores")
    ("'=1+1", 'Five cores')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
