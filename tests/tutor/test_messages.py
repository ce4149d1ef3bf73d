"""Declared messages: which ones fit, how others are refused, and the types used to check the scripts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

import tutor
from engines.errors import DataError
from tutor.messages.checking import Within, check_message
from tutor.messages.commands import command, commands_of, read_command
from tutor.messages.typescript import PAGES, PATH, page_class, render_type, write_types
from tutor.widgets.page import Page


class Lamp(TypedDict):
    """A lamp."""

    sort: Literal["lamp"]
    watt: Annotated[int, Within(1, 100)]
    hue: NotRequired[str | None]


class Bell(TypedDict):
    """A bell."""

    sort: Literal["bell"]
    tones: list[float]


THING = Lamp | Bell
LAMP = {"sort": "lamp", "watt": 5}
BELL = {"sort": "bell", "tones": [440, 0.5]}
LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("message", "declared"),
    [
        (LAMP, THING),
        (LAMP | {"hue": "red"}, THING),
        (LAMP | {"hue": None}, Lamp),
        (BELL, THING),
        (BELL | {"tones": []}, Bell),
        ({"a": LAMP, "b": BELL}, dict[str, THING]),
        (None, None),
        ([1, "a"], list[int | str]),
        ({"deep": [object()]}, object),
        (10**400, float),
        ("ab", Annotated[str, Within(most=2)]),
        ([], Annotated[list[int], Within(0, 0)]),
    ],
)
def test_what_is_declared_passes(message: object, declared: Any) -> None:
    check_message(message, declared, "message")


@pytest.mark.parametrize(
    ("message", "declared", "said"),
    [
        ([], THING, "message: is []. It must be a table or a table."),
        ({}, THING, "message: sort is None. Known: lamp, bell."),
        ({"sort": "lmp"}, THING, "message: sort is 'lmp'. Did you mean 'lamp'? Known: lamp, bell."),
        ({"sort": ["lamp"]}, THING, "message: sort is ['lamp']. Did you mean 'lamp'? Known: lamp, bell."),
        ({"sort": "lamp"}, THING, "message: has no 'watt'. It must be a whole number."),
        (LAMP | {"watt": True}, THING, "message, watt: is True. It must be a whole number."),
        (LAMP | {"watt": 5.0}, THING, "message, watt: is 5.0. It must be a whole number."),
        (LAMP | {"watt": "5"}, THING, "message, watt: is '5'. It must be a whole number."),
        (LAMP | {"watt": 0}, THING, "message, watt: is 0. It must be at least 1."),
        (LAMP | {"watt": 101}, THING, "message, watt: is 101. It must be at most 100."),
        (LAMP | {"hue": 3}, THING, "message, hue: is 3. It must be a text or nothing."),
        (LAMP | {"hoe": "x"}, THING, "message: unknown entry 'hoe'. Did you mean 'hue'? Known: sort, watt, hue."),
        (LAMP | {3: "x"}, THING, "message: unknown entry 3. Known: sort, watt, hue."),
        (BELL | {"tones": [1, float("nan")]}, THING, "message, tones, entry 2: is nan. It must be a number."),
        (BELL | {"tones": [float("inf")]}, THING, "message, tones, entry 1: is inf. It must be a number."),
        (BELL | {"tones": (1,)}, THING, "message, tones: is (1,). It must be a list."),
        ({"a": 1, 2: 1}, dict[str, int], "message, an entry: is 2. It must be a text."),
        ("abc", Annotated[str, Within(most=2)], "message: is 'abc'. It must be at most 2 characters."),
        ([], Annotated[list[int], Within(1)], "message: is []. It must be at least 1 entries."),
        ("svg", Literal["html", "csv"], "message: is 'svg'. It must be one of 'html', 'csv'."),
        (1, Literal[True], "message: is 1. It must be True."),
    ],
)
def test_anything_else_is_refused_with_its_place_and_what_belongs_there(
    message: object, declared: Any, said: str
) -> None:
    with pytest.raises(DataError) as error:
        check_message(message, declared, "message")
    assert str(error.value) == said


def bottomless() -> list[object]:
    """Return a list that contains itself."""
    found: list[object] = []
    found.append(found)
    return found


@pytest.mark.parametrize(
    "declared", [THING, Lamp, list[int], dict[str, int], Literal["x"], Annotated[int, Within(0, 9)]]
)
def test_no_message_is_longer_than_can_be_read(declared: Any) -> None:
    for value in ([LONG], {LONG: "3"}, 10**5000, bottomless(), {"sort": LONG, "watt": LONG}, LONG):
        with pytest.raises(DataError) as error:
            check_message(value, declared, "message")
        assert len(str(error.value)) < 300


class Shop:
    """Answers two commands."""

    sold: str | None = None

    @command("sell")
    def sell(self, what: str, count: Annotated[int, Within(1)] = 1) -> str:
        """Sell something."""
        self.sold = what * count
        return self.sold


class CornerShop(Shop):
    """Answers one additional command."""

    @command("close")
    def close(self) -> None:
        """Close."""


def test_a_command_is_answered_by_the_method_that_declares_it() -> None:
    shop = CornerShop()
    assert [*commands_of(CornerShop)] == ["sell", "close"]
    assert read_command(shop, {"type": "command", "name": "sell", "what": "tea", "count": 2})() == "teatea"
    assert read_command(shop, {"type": "command", "name": "sell", "what": "tea"})() == shop.sold == "tea"


@pytest.mark.parametrize(
    "message",
    [
        None, "sell", [], {}, {"type": "command"}, {"name": "sell", "what": "tea"},
        {"type": "command", "name": "sell"}, {"type": "command", "name": "sell", "what": 3},
        {"type": "command", "name": "sell", "what": "tea", "count": 0},
        {"type": "command", "name": "sell", "what": "tea", "self": 3},
        {"type": "command", "name": "sold"}, {"type": "command", "name": "__init__"}, {"type": "command", "name": 3},
    ],
)  # fmt: skip
def test_anything_else_is_refused_before_anything_happens(message: object) -> None:
    shop = CornerShop()
    with pytest.raises(DataError, match="message"):
        read_command(shop, message)
    assert shop.sold is None


def test_a_page_that_answers_nothing_refuses_everything() -> None:
    page = Page("home", data={"title": "x"})
    assert not page.receive({"type": "command", "name": "receive"})
    assert page.data["title"] == "x"
    assert page.data["notice"].startswith("The page sent something that cannot be read. Nothing changed. message: ")


def test_every_command_is_declared_and_told() -> None:
    """A command that is in no class of `PAGES` would have no type in the scripts."""
    listed = {method for name in PAGES for method in commands_of(page_class(name)).values()}
    listed_of = {inspect.getsourcefile(method) for method in listed}
    folder = Path(tutor.__file__).parent
    found = {path for path in folder.rglob("*.py") if '@command("' in path.read_text(encoding="utf-8")}
    assert {str(path) for path in found if path.name != "commands.py"} == listed_of
    assert sum(path.read_text(encoding="utf-8").count('    @command("') for path in found) - 1 == len(listed)
    assert [method for method in listed if not method.__doc__] == []


def test_the_types_of_the_scripts_are_those_that_are_declared() -> None:
    assert PATH.read_text(encoding="utf-8") == write_types()


def test_types_are_written_as_typescript() -> None:
    declared = dict[str, list[Lamp | None] | Literal["a", True] | Annotated[float, Within(0)] | object]
    assert render_type(declared) == 'Record<string, (Lamp | null)[] | "a" | true | number | unknown>'
    assert re.search(r"/\*\* A legal move, by its number in the scene. \*/\nexport interface MoveClick", write_types())
