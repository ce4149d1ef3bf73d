"""The class report as CSV: a line a clause, a column a pseudonym, as a spreadsheet opens it."""

from __future__ import annotations

import csv
import io

import engines
from tutor.classroom.report import Report, Student

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell must not begin with: a spreadsheet would take it for a formula."""
EDITED = "edited"


def csv_of(report: Report) -> str:
    """Return the report as CSV.

    A cell is the number of wrong tries; "!" behind it: still wrong; empty: not met; "edited" for a log not counted.
    """
    book = engines.load(report.game).rulebook
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(map(plain, ["clause", "title", *(student.name for student in report.students), "wrong", "met"]))
    for row in report.rows():
        cells = [_cell(student, row.clause) for student in report.students]
        write(map(plain, [row.clause, book.heading(row.clause), *cells, str(row.wrong), str(row.met)]))
    return out.getvalue()


def _cell(student: Student, clause: str) -> str:
    if student.edited is not None:
        return EDITED
    cell = student.cells.get(clause)
    return "" if cell is None else f"{cell.wrong}{'!' if cell.still else ''}"


def plain(text: str) -> str:
    """Return the text of a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text
