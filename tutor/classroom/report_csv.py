"""The class report as CSV for spreadsheets: a row for each clause, a column for each pseudonym."""

from __future__ import annotations

import engines
from tutor import spreadsheet
from tutor.classroom.report import Report, Student

EDITED_MARK = "edited"


def csv_of(report: Report) -> str:
    """Return the report as CSV.

    A cell gives wrong tries out of all answers, as "2 of 5", followed by "!" if the clause is still wrong; it is empty
    if the student was not asked, and "edited" if the log is not counted. The first rows are each student's completed
    steps of the lessons begun, and right answers.
    """
    book = engines.load(report.game).rulebook
    rows = [["clause", "title", *(student.name for student in report.students), "wrong", "right since", "asked"]]
    done = [_counted(student, len(student.done), report.steps_begun(student)) for student in report.students]
    right = [_counted(student, student.right, student.answers) for student in report.students]
    rows += [["", "steps done", *done, "", "", ""], ["", "answers right", *right, "", "", ""]]
    for row in report.rows():
        cells = [_cell(student, row.clause) for student in report.students]
        rows.append(
            [row.clause, book.heading(row.clause), *cells, str(row.wrong), str(row.wrong - row.still), str(row.met)]
        )
    return spreadsheet.format_csv(rows)


def _cell(student: Student, clause: str) -> str:
    if student.edited is not None:
        return EDITED_MARK
    cell = student.cells.get(clause)
    return "" if cell is None else f"{cell.wrong} of {cell.wrong + cell.right}{'!' if cell.still else ''}"


def _counted(student: Student, part: int, whole: int) -> str:
    return EDITED_MARK if student.edited is not None else f"{part} of {whole}"
