"""The class report as CSV for spreadsheets: a row for each clause, a column for each pseudonym."""

from __future__ import annotations

import engines
from tutor import spreadsheet
from tutor.classroom.report import Report, Student

EDITED_MARK = "edited"


def csv_of(report: Report) -> str:
    """Return the report as CSV.

    A cell is the number of wrong tries; followed by "!": still wrong; empty: not met; "edited" for a log not counted.
    """
    book = engines.load(report.game).rulebook
    rows = [["clause", "title", *(student.name for student in report.students), "wrong", "met"]]
    for row in report.rows():
        cells = [_cell(student, row.clause) for student in report.students]
        rows.append([row.clause, book.heading(row.clause), *cells, str(row.wrong), str(row.met)])
    return spreadsheet.format_csv(rows)


def _cell(student: Student, clause: str) -> str:
    if student.edited is not None:
        return EDITED_MARK
    cell = student.cells.get(clause)
    return "" if cell is None else f"{cell.wrong}{'!' if cell.still else ''}"
