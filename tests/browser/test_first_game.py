"""The lesson after the first game of the Star Wars TCG, taken in the browser from its first step into its game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.learner import Keys, Mouse

LESSON = "star_wars/00_first_game.ipynb"


def first_units(me):
    me.title("An empty table")
    me.card("own hand", "Dawnwing Scout")
    me.act("Deploy")
    me.card("own hand", "Beacon Guard")
    me.act("Deploy")
    me.told("Goal reached", tone="right")
    me.learned("You place units until your total is higher")


def finish_it(me):
    me.go_on("Which one falls?")
    me.answered(lambda: me.aim("Bulwark Frigate", "Hollow Dreadship"))
    me.told("This leaves a chance of 1/2. The best move has 7/8.", "SW-9.14", "still needs two hits", tone="wrong")
    me.act("Undo")
    me.answered(lambda: me.aim("Bulwark Frigate", "Gloom Darter"))
    me.told("The chance of that was 7/8.", tone="right")
    me.learned("Health minus damage is what counts")


def two_in_one(me):
    me.go_on("Two cards, one unit")
    me.card("own build", "Oren Vash D")
    me.answered(lambda: me.press(me.page.locator(".tb-pale", has_text=re.compile("^Complete$"))))
    me.told("SW-11.4", "the same man", tone="refused")
    me.card("own build", "Oren Vash D")
    me.act("Complete beneath")
    me.told("Power 1, and 1 for the card beneath", tone="info")
    me.act("Undo")
    me.card("own build", "Oren Vash D")
    me.act("Complete on top")
    me.told("Goal reached", tone="right")
    expect(me.find("own field", "Oren Vash D")).to_have_attribute("aria-label", re.compile("Power 4"))
    me.learned("A unique character is in play once")


def one_turn(me):
    me.go_on("One turn, seven beats")
    me.in_order(
        "Everybody untaps",
        "One die gives",
        "Dark builds",
        "Dark may retreat",
        "The arenas battle",
        "Build points left",
        "Control is counted",
    )
    me.act("Check")
    me.told("The table plays it in this order", tone="right")
    me.watch()
    me.learned("only then the count")


STEPS = [
    first_units,
    finish_it,
    two_in_one,
    one_turn,
]


def small_war(me):
    """Play the game to its end, doing as little as possible."""
    me.go_on("A small war")
    expect(me.page.get_by_role("list", name="You")).to_contain_text("of 15")
    me.act("Hint")
    me.told("A careful player would", tone="info")
    me.play_passing()
    me.told("Remember", "Look for an empty arena first")


@pytest.mark.sample("Mouse")
@pytest.mark.slow
@pytest.mark.parametrize("learner", [Mouse, Keys])
def test_the_whole_lesson(page, visit, shot, axe, learner):
    me = learner(visit(page, LESSON, step=1))
    for step in STEPS:
        step(me)
        if learner is Mouse:
            shot(page, f"first_game_{step.__name__}")
            assert axe(page) == [], step.__name__
    assert page.locator(".tb-dots .tb-dot-done").count() >= 3, "all but the present step are done"
    small_war(me)
