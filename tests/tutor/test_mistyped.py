"""What notebook authors mistype is answered with a single message that contains the right word."""

import inspect

import pytest

import engines
import tutor
from engines.errors import DataError
from engines.search.players import STRENGTHS

SLIPS = {
    "board": [
        (("altaira",), {}, "altaria"),
        (("altaria",), {"bot": "quik"}, "quick"),
        (("chaos",), {"seat": "P3"}, "P1"),
    ],
    "card": [(("altaira",), {}, "altaria")],
    "cards": [(("nowhere",), {}, "tebiki import")],
    "course": [(("altaira",), {}, "altaria")],
    "exam": [(("altaira",), {}, "altaria")],
    "lesson": [(("altaria/04_attaking",), {}, "altaria/04_attacking"), (("attacking",), {}, "altaria/04_attacking")],
    "mechanic": [
        (("dise",), {}, "dice"),
        (("dice", "muligan"), {}, "mulligan"),
        (("dice", "", "altaira"), {}, "altaria"),
    ],
    "mechanics": [(("muligan",), {}, "mulligan"), (("win", "altaira"), {}, "altaria")],
    "mined": [(("altaira",), {}, "altaria")],
    "mix": [(("win.altaira",), {}, "altaria"), (("muligan.chaos",), {}, "mulligan")],
    "one_page": [(("altaira",), {}, "altaria")],
    "own_game": [(("name",), {}, "TOML")],
    "phase_graph": [(("altaira",), {}, "altaria")],
    "picture": [(("altaria",), {}, "States, cards, decks"), ((engines.load("altaria").new(),), {"seat": "P3"}, "P1")],
    "plan": [(("resorces",), {}, "resources")],
    "play": [
        (("altaira",), {}, "altaria"),
        (("altaria",), {"bot": "quik"}, "quick"),
        (("altaria",), {"you": "hearht"}, "hearth"),
        (("altaria",), {"first": "yuo"}, "you"),
        (("altaria",), {"deck": "hearth"}, "rival"),
    ],
    "questions": [(("altaira",), {}, "altaria")],
    "review": [(("altaira",), {}, "altaria")],
    "rule": [(("ALT-12.66",), {}, "ALT-12.6"), ((12,), {}, "quotes")],
    "rulebook": [(("altaira",), {}, "altaria"), (("altaria", "ALT-12.66"), {}, "ALT-12.6")],
    "step": [(("nonsense",), {}, "neither a step nor a file"), ((3,), {}, "TOML")],
    "transfer": [(("fresh-zw",), {}, "fresh-sw")],
    "without": [(("ALT-12.66",), {}, "ALT-12.6"), (("without:block.bulwrk", "altaria"), {}, "without:block.bulwark")],
}
"""For each call, arguments with a typo, and what the message must suggest."""

ON_THE_PAGE = {"class_report": "nowhere", "house_rules": "altaira", "take_one_out": "altaria_fersh"}
"""Calls whose page says that there is no such thing, and shows what there is."""


def test_every_call_with_an_argument_has_a_slip():
    taking = {name for name in tutor.__all__ if inspect.signature(getattr(tutor, name)).parameters}
    assert taking == {*SLIPS, *ON_THE_PAGE}


@pytest.mark.parametrize(("name", "at"), [(name, at) for name, rows in SLIPS.items() for at in range(len(rows))])
def test_a_slip_is_answered_with_the_right_word(name, at):
    given, named, right = SLIPS[name][at]
    with pytest.raises(DataError) as raised:
        getattr(tutor, name)(*given, **named)
    assert right in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ON_THE_PAGE)
def test_a_page_says_that_there_is_no_such_thing(name):
    assert ON_THE_PAGE[name] in getattr(tutor, name)(ON_THE_PAGE[name]).data["notice"]


@pytest.mark.parametrize(
    ("look", "right"),
    [
        (lambda: STRENGTHS["quik"], "quick"),
        (lambda: engines.load("altaira"), "altaria"),
        (lambda: engines.load("altaria").variant(corse=3), "cores"),
        (lambda: engines.load("altaria").decks["hearht"], "hearth"),
        (lambda: engines.load("altaria").new(("hearht", "tide")), "hearth"),
        (lambda: engines.load("altaria").by_name["Tide Scoot"], "Tide Scout"),
        (lambda: engines.load("altaria").rulebook.clauses["ALT-12.66"], "ALT-12.6"),
        (lambda: engines.load("altaria").rulebook.rulings["ALT-R999"], "ALT-R"),
        (lambda: engines.load("altaria").rulebook.clause("ALT-12.66"), "ALT-12.6"),
        (lambda: tutor.plan("resources").part("predictions"), "predict"),
        (lambda: tutor.lesson("altaria/04_attacking").step("two-core"), "two-cores"),
        (lambda: tutor.lesson("altaria/04_attacking").state("blokked"), "blocked"),
    ],
)
def test_a_name_looked_up_that_is_not_there_is_answered_with_the_nearest(look, right):
    with pytest.raises(DataError) as raised:
        look()
    assert f"Did you mean '{right}" in str(raised.value)


def test_a_missing_name_is_a_missing_key_too():
    with pytest.raises(KeyError, match="quick"):
        STRENGTHS["quik"]
    assert STRENGTHS.get("quik") is None
    assert list(STRENGTHS) == ["newcomer", "beginner", "quick", "careful"]


def test_a_call_that_there_is_not_is_answered_with_the_nearest():
    with pytest.raises(AttributeError, match="Did you mean 'board'"):
        tutor.bord  # noqa: B018


@pytest.mark.parametrize("name", ["board", "phase_graph", "course"])
def test_a_widget_keeps_its_docstring(name):
    widget = getattr(tutor, name)("altaria")
    assert type(widget).__doc__ == type(widget).__mro__[1].__doc__
    assert ("tutor.board" in type(widget).__doc__) == (name == "board")
