"""The rule audit: which clauses the code of a game names, read from its own source.

A citation is a clause id in a docstring, comment or text of `engines/<game>/*.py`. In a row of ids the prefix may
be left out after the first, and "to" spans neighbours: `(ALT-8.1, 8.3)`, `(ALT-8.6 to 8.8)`, `(ALT-12.2, ALT-R23)`.
"""

from __future__ import annotations

import re
from pathlib import Path

from engines.core.rulebook import Rulebook

_NUMBER = r"R?\d+(?:\.\d+)?"


def cited(prefix: str, text: str) -> set[str]:
    """Return the ids that `text` cites, spans written out.

    >>> sorted(cited("ALT", "Paying (ALT-9.1 to 9.3, 4.10, ALT-R43)."))
    ['ALT-4.10', 'ALT-9.1', 'ALT-9.2', 'ALT-9.3', 'ALT-R43']
    """
    found: set[str] = set()
    row = rf"{prefix}-{_NUMBER}(?:(?:,| to| and|;)\s+(?:{prefix}-)?{_NUMBER}(?![\w.]*\w))*"
    for match in re.finditer(row, text):
        before = ""
        for joint, number in re.findall(rf"(,| to| and|;)?\s*(?:{prefix}-)?({_NUMBER})", match.group()):
            found |= _span(prefix, before, number) if joint.strip() == "to" else {f"{prefix}-{number}"}
            before = number
    return found


def _span(prefix: str, first: str, last: str) -> set[str]:
    chapter, _, start = first.rpartition(".")
    _, _, end = last.rpartition(".")
    return {f"{prefix}-{chapter}.{number}" for number in range(int(start), int(end) + 1)}


def cited_in(folder: Path, prefix: str) -> dict[str, set[str]]:
    """Return for each id cited in the Python files of `folder` the names of the files that cite it."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        for id in cited(prefix, path.read_text(encoding="utf-8")):
            found.setdefault(id, set()).add(path.name)
    return found


def unnamed(book: Rulebook, folder: Path) -> list[str]:
    """Return the clauses that can be carried out and that no code of the game names."""
    there = cited_in(folder, book.prefix)
    return [clause.id for clause in book.clauses.values() if clause.executable and clause.id not in there]


def unknown(book: Rulebook, folder: Path) -> list[str]:
    """Return the ids that the code names and the rulebook does not have."""
    return sorted(id for id in cited_in(folder, book.prefix) if id not in book.clauses and id not in book.rulings)
