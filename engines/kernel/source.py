"""Compiles Python source that the engines generate: straight-line functions for things declared as data."""

from __future__ import annotations

import linecache
from collections.abc import Mapping


def compile_source(source: str, place: str, names: Mapping[str, object]) -> dict[str, object]:
    """Return the names that `source` defines. Tracebacks show lines of the source under the name `place`."""
    place = f"<declared {place}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    space = dict(names)
    exec(compile(source, place, "exec"), space)
    return space
