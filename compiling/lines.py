"""Changing a source for the compiler so that every line stays where it was."""

from __future__ import annotations

import ast


def importing(what: str, lines: list[str]) -> str:
    """Return a module with one more import, on the line of the first one."""
    at = next(place for place, line in enumerate(lines) if line.startswith("from __future__"))
    lines[at] += f"; {what}"
    return "\n".join(lines)


def inserted(text: str, added: list[tuple[tuple[int, ...], int, str]]) -> str:
    """Return a text with something put in, each given as its place, how many bytes to leave out there, and the text.

    A place is a line and a column as `ast` counts them (but lines from 0), then what orders those at one place.
    """
    lines = [line.encode() for line in text.split("\n")]  # columns are those of bytes
    for (line, column, *_), left_out, more in sorted(added, reverse=True):
        lines[line] = lines[line][:column] + more.encode() + lines[line][column + left_out :]
    return b"\n".join(lines).decode()


def wrapped(text: str, around: list[tuple[ast.expr, str, str]]) -> str:
    """Return a text with something before and after some of its expressions."""
    added: list[tuple[tuple[int, ...], int, str]] = []
    for node, before, after in around:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = (node.lineno - 1, node.col_offset), (node.end_lineno - 1, node.end_col_offset)
        # What ends stands before what begins; the inner end comes first, and the outer beginning.
        added.append(((*start, 1, -end[0], -end[1]), 0, before))
        added.append(((*end, 0, -start[0], -start[1]), 0, after))
    return inserted(text, added)
