"""Reports an error in a user's game file as one message: the file, the line, the problem, and the remedy.

Only the author can fix such an error, and a traceback through the engine would hide its place.
"""

from __future__ import annotations

import linecache
import traceback
from pathlib import Path

from engines.errors import DataError, find_nearest

USER_FILES: set[str] = set()
"""The loaded Python files of custom games, by the paths that appear in tracebacks."""


def describe_error(error: BaseException) -> DataError | None:
    """Return an error in a custom game as a DataError with file and line; None for an error from elsewhere.

    If the engine fails on something that the file declared, the line that declared it is reported. A DataError that
    already mentions the file is returned unchanged.
    """
    if isinstance(error, SyntaxError) and error.filename in USER_FILES:
        what = f"{error.msg[:1].lower()}{error.msg[1:]}."
        return DataError(f"{error.filename}, line {error.lineno}", what, _line(error.filename, error.lineno or 0))
    places = [one for one in traceback.extract_tb(error.__traceback__) if one.filename in USER_FILES]
    if not places:
        return None
    place = places[-1]
    within = "" if place.name.startswith("<") else f", in {place.name}"
    where = f"{place.filename}, line {place.lineno}{within}"
    if isinstance(error, DataError):
        named = f"{Path(place.filename).stem}." in error.where
        return None if named else DataError(f"{where}, {error.where}", error.what, error.remedy)
    return DataError(where, _what(error), _line(*place[:2]))


def _what(error: BaseException) -> str:
    """Return the problem in one or two sentences. For an unknown name, they suggest the nearest one."""
    near = ""
    if isinstance(error, AttributeError) and error.name:
        near = find_nearest(error.name, dir(error.obj))
    elif isinstance(error, NameError) and error.name:
        names: set[str] = set()
        trace = error.__traceback__
        while trace is not None:
            frame, trace = trace.tb_frame, trace.tb_next
            names = {*frame.f_locals, *frame.f_globals}
        near = find_nearest(error.name, names)
    said = f"there is no entry {error}" if type(error) is KeyError else str(error) or "something is not as expected"
    return f"{type(error).__name__}: {said.rstrip('.')}." + (f" Did you mean {near!r}?" if near else "")


def _line(file: str, number: int | None) -> str:
    """Return the text of this line for a message; "" if the line is unknown."""
    linecache.checkcache(file)
    text = linecache.getline(file, number or 0).strip()
    return f"The line: {text}" if text else ""
