"""Limits on files from untrusted users: plain data, in small amounts, and only visible characters.

The limits are checked before the data is interpreted, so that later code meets only texts, whole numbers, tables and
lists of a size that a person could have written. Anything else raises one readable `DataError`.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engines.book.rulebook import parse_toml
from engines.book.toml_schema import Document
from engines.errors import DataError

DEEPEST, MOST_ENTRIES, LONGEST_KEY, LONGEST_TEXT, LARGEST = 10, 100, 80, 400, 1_000_000
"""The maximum nesting depth, entries in a table or list, characters in a key and in a text, and the largest number."""
ABILITIES, PROGRAM = 4, 8
"""The maximum number of abilities of a custom card, and of instructions in an ability."""
LONGEST_NAME = 60
LONGEST_PART = 320
"""The maximum number of characters in each part of a message: place, fault and remedy."""
UNNAMED = (";", "->")
"""Signs that no card name may contain, because they have a meaning in written moves."""
JOINERS = "\u200c\u200d"
"""Invisible joiners that some scripts and emoji require."""


def read_bounded_text(path: Path, most: int) -> str:
    """Return the text of a plain file of at most `most` bytes. Raises DataError if the file is anything else."""
    where = str(path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # the file might be a pipe or a device without end
            raise DataError(where, "is no file.", "Give a TOML file.")
        with os.fdopen(os.open(path, flags), "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        why = str(getattr(error, "strerror", None) or error)
        raise DataError(where, "cannot be opened.", f"{why[:1].upper()}{why[1:]}.") from error
    if len(data) > most:
        raise DataError(where, "is too long.", f"It may have {most} bytes.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(where, "is not UTF-8 text.", "Save it as UTF-8.") from error


def document_of(text: str, where: str, most: int) -> dict[str, Any]:
    """Parse a text as a TOML document; `check_value` checks its contents. Raises DataError if it cannot be parsed."""
    if len(text) > most:
        raise DataError(where, "is too long.", f"It may have {most} letters.")
    try:
        return parse_toml(text.removeprefix("\ufeff"), where)
    except DataError as error:
        raise clip_error(error) from None
    except ValueError as error:  # Python refuses to read numbers with thousands of digits
        raise DataError(where, "has a number of thousands of digits.", "Write a smaller one.") from error


def check_value(value: object, where: str, depth: int = 0) -> None:
    """Check a value and everything in it. Raises DataError for the first thing that a design may not contain."""
    if isinstance(value, str):
        check_text(value, where, LONGEST_TEXT)
    elif isinstance(value, bool):
        return
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise DataError(where, "is too large a number.", f"Up to {LARGEST}.")
    elif isinstance(value, Mapping | list | tuple):
        if depth == DEEPEST:
            raise DataError(where, "has lists or tables too deep in each other.", "Write it flatter.")
        if len(value) > MOST_ENTRIES:
            raise DataError(where, f"has {len(value)} entries.", f"It may have {MOST_ENTRIES}.")
        rows = value.items() if isinstance(value, Mapping) else ((str(at), one) for at, one in enumerate(value, 1))
        for key, one in rows:
            check_text(str(key), f"{where}, an entry", LONGEST_KEY)
            check_value(one, f"{where}, {key}", depth + 1)
    elif isinstance(value, float) and value.is_integer():
        raise DataError(where, f"is {value!s:.40}.", f"Write it without a point: {value:.0f}.")
    else:
        raise DataError(where, f"is {value!s:.40}.", "Write a text in quotes or a whole number.")


def check_text(text: str, where: str, most: int) -> None:
    """Check a text of at most `most` characters. Raises DataError if it is longer or has invisible characters."""
    if len(text) > most:
        raise DataError(where, f"has {len(text)} letters.", f"It may have {most}.")
    hidden = next((sign for sign in text if not is_seen(sign) and sign != "\n"), "")
    if hidden:
        raise DataError(where, f"has a sign that cannot be seen (U+{ord(hidden):04X}).", "Take it out.")


def is_seen(sign: str) -> bool:
    """Return True for a visible character or a space; False for control characters and those that reverse the line."""
    return sign in JOINERS or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def visible_text(text: str, lines: bool = False) -> str:
    """Return a text without its invisible characters. lines : keep its line breaks."""
    return "".join(sign for sign in text if is_seen(sign) or (lines and sign == "\n"))


def is_blank(text: str) -> bool:
    """Return True if a text has no visible characters."""
    return not visible_text(text).strip(f" \n\t{JOINERS}")


def name_fault(name: str) -> tuple[str, str] | None:
    """Return the fault of a card name, and the remedy; None if the name can be used."""
    if len(name) > LONGEST_NAME:
        return f"a name of {len(name)} letters is too long.", f"It may have {LONGEST_NAME}."
    if name and (any(not is_seen(sign) for sign in name) or is_blank(name)):
        return "a sign that cannot be seen is in the name.", "Take it out."
    if name == "?":
        return "a '?' stands for a card that nobody has seen.", "Give it another name."
    there = next((sign for sign in UNNAMED if sign in name), None)
    return (f"a {there!r} is in the name.", "Moves are written with it; leave it out.") if there else None


def too_like(name: str, others: Iterable[object]) -> tuple[str, str] | None:
    """Return the fault and the remedy if a name differs from another only in capital letters; otherwise None."""
    there = next((one for one in others if one != name and str(one).casefold() == name.casefold()), None)
    return (f"a card is called {there!r} already.", "Give it a name that reads differently.") if there else None


def check_card_rows(rows: Sequence[Document], names: Iterable[str], where: str) -> None:
    """Check the rows of new cards. names : the names of the cards that already exist.

    Raises DataError for the first faulty row.
    """
    known = [*names, *(row.get("name") for row in rows)]
    for row in rows:
        check_card_row(row, where)
        name = row.get("name")
        wrong = too_like(name, known) if isinstance(name, str) else None
        if wrong:
            raise DataError(f"{where}, card {name!r}", *wrong)


def check_card_row(row: Document, where: str) -> None:
    """Check the row of a card against the limits common to all games. Raises DataError if it exceeds one."""
    name, abilities = row.get("name"), row.get("ability", ())
    if isinstance(name, str):
        wrong = name_fault(name)
        if wrong:
            raise DataError(f"{where}, card {clip_value(name)}", *wrong)
        where = f"{where}, card {name!r}"
    if not isinstance(abilities, list | tuple):
        return  # the card rules will report the wrong shape
    programs = [one.get("do") for one in abilities if isinstance(one, Mapping)]
    if len(abilities) > ABILITIES or any(isinstance(one, list | tuple) and len(one) > PROGRAM for one in programs):
        raise DataError(where, "does too much.", f"A card has up to {ABILITIES} abilities of {PROGRAM} verbs.")


def clip_value(value: object, most: int = 60) -> str:
    """Return a value as text for a message, at most `most` characters long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # the value is a huge number, or endlessly nested
        return type(value).__name__
    return text if len(text) <= most else f"{text[: most - 1]}…"


def clip_error(error: DataError) -> DataError:
    """Return the error with its parts shortened to a readable length."""
    parts = (error.where, error.what, error.remedy)
    return DataError(*(one if len(one) <= LONGEST_PART else f"{one[: LONGEST_PART - 1]}…" for one in parts))
