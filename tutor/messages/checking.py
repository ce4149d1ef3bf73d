"""Checks a message from the browser against its declaration: types, TypedDicts, `Literal`, `Within` for limits."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints

from engines.errors import DataError, find_nearest

Declared = Any
"""A type as written in an annotation; Python has no narrower type for all of these."""

SHOWN = 60
"""Maximum number of characters of a wrong value that a message repeats."""


class Within(NamedTuple):
    """Bounds for a number, or for the length of a text, list or table; None means no bound."""

    least: int | None = None
    most: int | None = None


class Entries(NamedTuple):
    """The entries of a table: the type of each, and the names of the optional ones."""

    types: dict[str, Declared]
    optional: frozenset[str]


WORDS: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    type(None): "nothing",
}


def check_message(message: object, declared: Declared, where: str) -> None:
    """Raise DataError for the first invalid part of a message, with its place and what is expected there."""
    origin: object = get_origin(declared)
    inner = get_args(declared)
    if declared is object:
        return
    if origin is Annotated:
        check_message(message, inner[0], where)
        _check_limits(message, inner[1], where)
    elif origin in (Union, types.UnionType):
        _check_alternatives(message, inner, where)
    elif not _is_alike(message, declared):
        raise DataError(where, f"is {shorten_value(message)}.", f"It must be {name_type(declared)}.")
    elif isinstance(message, Mapping):
        if origin is dict:
            for key, value in message.items():
                check_message(key, inner[0], f"{where}, an entry")
                check_message(value, inner[1], f"{where}, {shorten_value(key)}")
        else:
            check_entries(message, entries_of(declared), where)
    elif isinstance(message, list):
        for at, value in enumerate(message, 1):
            check_message(value, inner[0], f"{where}, entry {at}")


def check_entries(message: Mapping[object, object], entries: Entries, where: str) -> None:
    """Raise DataError if an entry is missing, undeclared or invalid."""
    for name, value in message.items():
        if name not in entries.types:
            near = find_nearest(str(name)[:SHOWN], entries.types)
            hint = f"Did you mean {near!r}? " if near else ""
            known = f"Known: {', '.join(entries.types)}." if entries.types else "It has none."
            raise DataError(where, f"unknown entry {shorten_value(name)}.", hint + known)
        check_message(value, entries.types[str(name)], f"{where}, {name}")
    for name in entries.types:
        if name not in message and name not in entries.optional:
            raise DataError(where, f"has no {name!r}.", f"It must be {name_type(entries.types[name])}.")


@cache
def entries_of(declared: type) -> Entries:
    """Return the entries that a TypedDict declares."""
    hints = get_type_hints(declared, include_extras=True)
    left_out = {name for name, one in hints.items() if get_origin(one) is NotRequired}
    optional = frozenset(left_out | set(getattr(declared, "__optional_keys__", ())))
    return Entries({name: get_args(one)[0] if name in left_out else one for name, one in hints.items()}, optional)


@cache
def parameters_of(method: Callable[..., object]) -> Entries:
    """Return the parameters of a method as the entries of a table; those with a default may be omitted."""
    hints = get_type_hints(method, include_extras=True)
    code = method.__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    optional = names[code.co_argcount - 1 - len(method.__defaults__ or ()) : code.co_argcount - 1]
    return Entries({name: hints[name] for name in names}, frozenset(optional) | frozenset(method.__kwdefaults__ or ()))


def _check_alternatives(message: object, declared: tuple[Declared, ...], where: str) -> None:
    """Check a message against the alternative that it seems to be; of several tables, this is the one with its tag."""
    alike = [one for one in declared if _is_alike(message, one)]
    if not alike:
        tagged = next((tag for one in declared if (tag := _wrong_tag(message, one))), "")
        if tagged and isinstance(message, Mapping):
            known = [value for one in declared for value in get_args(entries_of(one).types.get(tag))]
            near = find_nearest(str(message.get(tag))[:SHOWN], known)
            hint = f"Did you mean {near!r}? " if near else ""
            raise DataError(where, f"{tag} is {shorten_value(message.get(tag))}.", f"{hint}Known: {', '.join(known)}.")
        said = " or ".join(map(name_type, declared))
        raise DataError(where, f"is {shorten_value(message)}.", f"It must be {said}.")
    check_message(message, alike[0], where)


def _wrong_tag(message: object, declared: Declared) -> str:
    """Return the name of the entry that identifies this table, if its value in the message differs; otherwise ""."""
    if not isinstance(message, Mapping) or not is_table(declared):
        return ""
    origins: dict[str, object] = {name: get_origin(one) for name, one in entries_of(declared).types.items()}
    tags = {name: get_args(entries_of(declared).types[name]) for name, of in origins.items() if of is Literal}
    return next((name for name, values in tags.items() if message.get(name) not in [*values]), "")


def _is_alike(message: object, declared: Declared) -> bool:
    """Return True if a message is of the declared type; its contents are not checked."""
    origin: object = get_origin(declared) or declared
    if origin is Annotated:
        return _is_alike(message, get_args(declared)[0])
    if origin in (Union, types.UnionType):
        return any(_is_alike(message, one) for one in get_args(declared))
    if declared is object:
        return True
    if origin is Literal:
        return any(type(message) is type(value) and message == value for value in get_args(declared))
    if is_table(declared):
        return isinstance(message, Mapping) and not _wrong_tag(message, declared)
    if origin is float:
        return type(message) is int or (isinstance(message, float) and math.isfinite(message))
    return type(message) is origin or (declared is None and message is None)


def _check_limits(message: object, limits: Within, where: str) -> None:
    if isinstance(message, int | float):
        size, unit = message, ""
    else:
        assert isinstance(message, str | list | dict)
        size, unit = len(message), " characters" if isinstance(message, str) else " entries"
    if limits.least is not None and size < limits.least:
        raise DataError(where, f"is {shorten_value(message)}.", f"It must be at least {limits.least}{unit}.")
    if limits.most is not None and size > limits.most:
        raise DataError(where, f"is {shorten_value(message)}.", f"It must be at most {limits.most}{unit}.")


def is_table(declared: Declared) -> bool:
    """Return True for a TypedDict."""
    return isinstance(declared, type) and hasattr(declared, "__required_keys__")


def name_type(declared: Declared) -> str:
    """Return the name of a declared type, as used in error messages: "a whole number", "one of 'csv', 'html'"."""
    origin: object = get_origin(declared) or declared
    if origin is Annotated:
        return name_type(get_args(declared)[0])
    if origin in (Union, types.UnionType):
        return " or ".join(map(name_type, get_args(declared)))
    if origin is Literal:
        values = [repr(value) for value in get_args(declared)]
        return values[0] if len(values) == 1 else f"one of {', '.join(values)}"
    return "a table" if is_table(declared) else WORDS.get(origin or type(None), "another value")


def shorten_value(value: object) -> str:
    """Return a value as repeated in error messages, shortened."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number with thousands of digits, or a list that contains itself
        return type(value).__name__
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
