"""The rule audit: which clauses the code of a game cites, read from its source.

A citation is a clause id in a docstring, comment or string of `engines/<game>/*.py`. In a list of ids, the prefix
may be omitted after the first id, and "to" covers a range within one chapter: `(ALT-8.1, 8.3)`, `(ALT-8.6 to 8.8)`,
`(ALT-12.2, ALT-R23)`. A range that runs backwards or into another chapter counts as an unknown id.
"""

from __future__ import annotations

import re
from pathlib import Path

from engines.book.rulebook import Rulebook

_NUMBER = r"R?\d+(?:\.\d+)?"


def cited_ids(prefix: str, text: str) -> set[str]:
    """Return the ids that `text` cites, with ranges expanded.

    >>> sorted(cited_ids("ALT", "Paying (ALT-9.1 to 9.3, 4.10, ALT-R43)."))
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
    (chapter, start), (other, end) = _parted(first), _parted(last)
    if chapter != other or start > end:
        return {f"{prefix}-{first} to {last}"}
    return {f"{prefix}-{chapter}{number}" for number in range(start, end + 1)}


def _parted(number: str) -> tuple[str, int]:
    """Split the number of an id into the part before its last number ("9.", "R") and that last number."""
    digits = re.search(r"\d+$", number)
    assert digits is not None
    return number[: digits.start()], int(digits.group())


def cited_in(folder: Path, prefix: str) -> dict[str, set[str]]:
    """Return the ids cited in the Python files of `folder`, each with the names of the files that cite it."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        text = re.sub(r"\n\s*#", "\n", path.read_text(encoding="utf-8"))  # a list may continue on the next comment line
        for id in cited_ids(prefix, text):
            found.setdefault(id, set()).add(path.name)
    return found


def uncited_clauses(book: Rulebook, folder: Path) -> list[str]:
    """Return the executable clauses that the game's code does not cite."""
    there = cited_in(folder, book.prefix)
    return [clause.id for clause in book.clauses.values() if clause.executable and clause.id not in there]


def unknown_ids(book: Rulebook, folder: Path) -> list[str]:
    """Return the ids that the code cites but the rulebook does not contain."""
    return sorted(id for id in cited_in(folder, book.prefix) if id not in book.clauses and id not in book.rulings)
