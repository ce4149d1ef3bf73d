"""The commands of a page: each is a method, whose parameters and docstring declare the message.

>>> class Lamp:
...     @command("dim")
...     def dim_light(self, percent: int) -> None:
...         "Make the light weaker."
...         self.percent = percent
>>> lamp = Lamp()
>>> run = read_command(lamp, {"type": "command", "name": "dim", "percent": 40})
>>> run()
>>> lamp.percent
40
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from engines.errors import DataError, find_nearest
from tutor.messages.checking import SHOWN, check_entries, parameters_of, shorten_value

Method = TypeVar("Method", bound=Callable[..., object])
ReadyCommand = Callable[[], object]
Around = Callable[[ReadyCommand], object]
"""Called with a command that is ready to run, so that a page can do something before and after it."""

WHERE = "message"


def command(name: str) -> Callable[[Method], Method]:
    """Declare a method as the answer to the command `name`; the method's parameters are the entries of the message."""

    def declare(method: Method) -> Method:
        method.__dict__["command"] = name
        return method

    return declare


def commands_of(owner: object) -> dict[str, Callable[..., object]]:
    """Return the commands that an object or a class answers, by name."""
    kinds = (owner if isinstance(owner, type) else type(owner)).__mro__
    found = [value for kind in reversed(kinds) for value in vars(kind).values() if callable(value)]
    return {one.__dict__["command"]: one for one in found if "command" in getattr(one, "__dict__", ())}


def read_command(owner: object, message: object) -> ReadyCommand:
    """Return a function that carries out the command in a message.

    Raises DataError, before anything changes, if `owner` does not answer the command or the message is invalid.
    """
    known = commands_of(owner)
    name = message.get("name") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or message.get("type") != "command" or not isinstance(name, str):
        raise DataError(WHERE, f"is {shorten_value(message)}.", "It must be a command with a name.")
    if name not in known:
        near = find_nearest(name[:SHOWN], known)
        hint = f"Did you mean {near!r}? " if near else ""
        raise DataError(WHERE, f"unknown command {shorten_value(name)}.", f"{hint}Known: {', '.join(known)}.")
    given = {key: value for key, value in message.items() if key not in ("type", "name")}
    check_entries(given, parameters_of(known[name]), f"{WHERE} {name!r}")
    return partial(known[name], owner, **given)
