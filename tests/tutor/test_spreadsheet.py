"""Tables for spreadsheets: no text is a formula, numbers stay numbers, and written tables can be read back."""

import csv
import io

import pytest

from tutor import spreadsheet


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_text_is_a_formula(text):
    assert spreadsheet.escape_formula(text) == f"'{text}"
    [[cell]] = csv.reader(io.StringIO(spreadsheet.format_csv([[text]]), newline=""))
    assert cell == f"'{text}"


def test_a_table_is_read_as_it_was_written():
    rows = [["clause", "五つのコア"], ["", -3, 0.25, 'a "b", c', "Quiet Fox"]]
    assert [*csv.reader(io.StringIO(spreadsheet.format_csv(rows), newline=""))] == [
        ["clause", "五つのコア"],
        ["", "-3", "0.25", 'a "b", c', "Quiet Fox"],
    ]
