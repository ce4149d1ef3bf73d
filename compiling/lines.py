"""Changing a source for the compiler so that every line stays where it was."""

from __future__ import annotations

import ast


def importing(what: str, lines: list[str]) -> str:
    """Return a module with one more import, on the line of the first one."""
    at = next(place for place, line in enumerate(lines) if line.startswith("from __future__"))
    lines[at] += f"; {what}"
    return "\n".join(lines)


def wrapped(text: str, around: list[tuple[ast.expr, str, str]], what: str = "") -> str:
    """Return a text with something before and after some of its expressions, and with one more import."""
    lines = [line.encode() for line in text.split("\n")]  # columns are those of bytes
    added = []  # sorted as it is read: what ends before what begins, the inner end first and the outer beginning
    for node, before, after in around:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        added.append((node.lineno - 1, node.col_offset, 1, -node.end_lineno, -node.end_col_offset, before))
        added.append((node.end_lineno - 1, node.end_col_offset, 0, -node.lineno, -node.col_offset, after))
    for line, column, *_, more in sorted(added, reverse=True):
        lines[line] = lines[line][:column] + more.encode() + lines[line][column:]
    done = b"\n".join(lines).decode().split("\n")
    return importing(what, done) if what else "\n".join(done)
