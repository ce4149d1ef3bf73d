"""The puzzles of the Star Wars TCG, solved in the browser: dice that are clicked, stacks, chances in words."""

import pytest
from playwright.sync_api import expect

from tests.browser.learner import Keys, Mouse

LESSON = "star_wars/puzzles.ipynb"


def four_dice(me):
    me.title("Four dice")
    me.choose("15/16", 0)
    me.choose("1/8", 1)
    me.act("Check")
    me.told("1 of 2 chances are right", "SW-9.18", tone="wrong")
    expect(me.page.locator(".tb-answer")).to_contain_text("the chance of one hit or more")
    me.watch()
    me.learned("two hits come 11 times in 16")


def hold_the_line(me):
    me.go_to(14, "Hold the line")
    me.act("End step")
    me.told("What happened", "Siege Hauler", tone="info")
    me.answered(lambda: me.aim("Rampart Crawler", "Siege Hauler"))
    me.told("The dice it called for itself were too many", "SW-14.1", tone="wrong")
    me.act("Undo")
    me.act("Stand down")
    me.told("Goal reached", tone="right")
    me.learned("a tapped unit that stands down still holds its arena")


def which_arena(me):
    me.go_to(5, "Which arena?")
    me.card("own hand", "Dawnwing Scout")
    me.act("Start to build")
    for label in ("Add 3", "Complete"):
        me.card("own build", "Dawnwing Scout")
        me.act(label)
    me.act("End step")
    me.act("End step")
    me.answered(lambda: me.aim("Dawnwing Scout", "Gloom Darter"))
    me.told("The chance of that was 3/4", tone="right")
    me.learned("Count both sides' dice")


def two_ways_to_roll_again(me):
    me.go_to(9, "Two ways to roll again")
    me.card("own field", "Ilena Sorrel")
    me.act("Use ability")
    me.told("This leaves a chance of 3/8. The best move has 1/2.", "SW-9.15", tone="wrong")
    me.act("Undo")
    me.card("own hand", "Recast the Odds")
    me.act("Play")
    for die in ("2", "1"):
        me.answered(lambda die=die: me.press(me.page.locator("button.tb-die", has_text=die)))
    me.act("Done")  # from here on, their values depend on luck
    expect(me.page.locator(".tb-live")).not_to_contain_text("which dice?")


def who_goes_first(me):
    me.go_to(7, "Equal Speed, your choice")
    me.card("own field", "Ilena Sorrel")
    me.act("Acts next")
    me.told("This leaves a chance of 13/32. The best move has 17/32.", tone="wrong")
    me.act("Undo")
    me.card("own field", "Oren Vash B")
    me.act("Acts next")


def who_stands_on_top(me):
    me.go_to(18, "Who stands on top?")
    me.card("own field", "Oren Vash A, Speed")
    me.act("Put Oren Vash D on top")
    me.act("End step")
    me.told("The best move has 77/128.", tone="wrong")
    me.act("Undo")
    me.act("Undo")
    me.card("own field", "Oren Vash A, Speed")
    me.act("Put Oren Vash C on top")
    me.act("End step")
    me.now("Retreat?")


def what_is_oren_worth(me):
    me.go_to(24, "What is Oren worth?")
    me.act("Bid 3 Force")
    me.told("1 Force is too little for Varkas's ability", "SW-12.9", tone="wrong")
    me.act("Undo")
    me.act("Bid 2 Force")
    me.act("Pass")
    me.act("Stand down")
    me.answered(lambda: me.aim("Varkas Thorne", "Ilena Sorrel"))
    me.card("own field", "Varkas Thorne")
    me.act("Use ability")
    me.told("Goal reached", tone="right")
    me.learned("Bid at once what the other side can at best draw level with")


STEPS = (
    four_dice,
    hold_the_line,
    which_arena,
    two_ways_to_roll_again,
    who_goes_first,
    who_stands_on_top,
    what_is_oren_worth,
)


@pytest.mark.sample("Keys")
@pytest.mark.slow
@pytest.mark.parametrize("learner", [Mouse, Keys])
def test_the_puzzles(page, visit, shot, axe, learner):
    """Puzzles with a best chance are left in whatever state the dice lead to."""
    me = learner(visit(page, LESSON, step=1))
    for step in STEPS:
        step(me)
        if learner is Mouse:
            shot(page, f"puzzle_{step.__name__}")
            assert axe(page) == [], step.__name__
