"""Lesson 4, taken in the browser from the first step to the last, with a mouse and with the keyboard only."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import until
from tests.browser.learner import Keys, Mouse

LESSON = "altaria/04_attacking.ipynb"
LIMIT = 400


def two_cores(me):
    me.title("Two cores at once")
    me.now("Before it begins")
    me.watch()
    expect(me.page.locator(".tb-event")).to_contain_text(
        ["ALT-11.2", "ALT-11.4", "ALT-12.6", "ALT-13.1", "ALT-13.2", "ALT-12.15"]
    )
    expect(me.page.get_by_role("group", name="Rival: Cores, 3")).to_be_visible()
    expect(me.page.locator(".tb-head")).to_contain_text("Hand 4")
    me.told("Watched to the end", tone="right")
    me.learned("An attack breaks as many cores as the break rank")


def the_other_aim(me):
    me.go_on("The other aim")
    me.watch()
    expect(me.page.get_by_role("group", name="Rival: Graveyard, 1")).to_be_visible()
    expect(me.page.get_by_role("group", name="Rival: Cores, 5")).to_be_visible()
    me.learned("An attack has one aim")


def point_at_two(me):
    me.go_on("Now you point")
    me.now("Choose 2 of the rival's cores.")
    me.answered(lambda: me.card("rival altar", "Tide Scout"))
    me.told(
        "Tide Scout is no core",
        "You tried: point at Tide Scout",
        "Nothing changed",
        "ALT-11.4",
        "they are never broken",
        tone="refused",
    )
    me.answered(lambda: me.card("rival cores", "core 1"))
    me.now("Choose 1 of the rival's cores.")
    me.answered(lambda: me.card("rival cores", "core 3"))
    me.told("Goal reached", "The rival loses 2 cores at once", "ALT-13.1", tone="right")
    me.learned("The number is exact")


def try_the_upright(me):
    me.go_on("Go on, attack the small one")
    me.ticks(False, False)
    me.card("own field", "Sunlit Herald")
    me.now("Sunlit Herald selected. Choose a target: Cores or Twilight Pilgrim.")
    me.page.emulate_media(reduced_motion="no-preference")
    me.card("rival field", "Dawn Acolyte")
    me.page.locator(".tb-ghost", has_text="If this were allowed").wait_for()  # present in every frame for a moment
    me.page.emulate_media(reduced_motion="reduce")
    me.told(
        "Sunlit Herald can't attack Dawn Acolyte",
        "Dawn Acolyte is upright. A unit attack needs a fatigued unit.",
        "ALT-11.8",
        "Upright units cannot be chosen",
        "It would work if Dawn Acolyte were fatigued.",
        "A unit that stays upright cannot be attacked",
        tone="refused",
    )
    me.ticks(True, False)
    expect(me.page.locator(".tb-ghost")).to_have_count(0)
    me.card("own field", "Sunlit Herald")
    me.answered(lambda: me.card("rival field", "Vine Prowler"))
    me.told("Vine Prowler has Lurk", "ALT-14.6", tone="refused")
    me.card("own field", "Sunlit Herald")
    me.answered(lambda: me.card("rival cores", "core 1"))
    me.answered(lambda: me.card("rival cores", "core 2"))
    me.told(
        "Allowed, but now the goal is out of reach",
        "You chose: attack cores 1 and 2 with Sunlit Herald",
        "ALT-13.1",
        tone="wrong",
    )
    expect(me.button("Undo")).to_have_class(re.compile("tb-primary"))
    me.act("Back")
    expect(me.page.locator(".tb-at")).to_have_text("8 of 9")
    me.act("Undo")
    expect(me.page.get_by_role("group", name="Rival: Cores, 4")).to_be_visible()
    me.card("own field", "Sunlit Herald")
    me.answered(lambda: me.card("rival field", "Twilight Pilgrim"))
    me.ticks(True, True)
    me.told("Goal reached", "Twilight Pilgrim is destroyed.", "ALT-12.9")
    me.learned("attacking is what makes a unit a target")


def who_may_attack(me):
    me.go_on("Five volunteers")
    for name in ("Sunlit Herald", "Mossback Guard", "Vine Prowler"):
        me.choose(name)
    me.act("Check")
    me.smaller("Has Ember Sprinter been there since an earlier turn, or does it have Haste?", "yes")
    me.act("Check")
    me.told(
        "Look again at 3 of them",
        "Mossback Guard entered this turn (turn 13) and has no Haste.",
        "ALT-4.5",
        "It would work on your next turn, or now if it had Haste.",
        "Vine Prowler is fatigued.",
        "ALT-4.3",
        "It may still block",
        tone="wrong",
    )
    for name in ("Ember Sprinter", "Mossback Guard", "Vine Prowler"):
        me.choose(name)
    me.act("Check")
    me.told("Both found")
    me.learned("An attacker is upright")


def hold_the_last_core(me):
    me.go_on("A tidal wave at the door")
    me.now("Block Springtide Colossus? It attacks your last core.")
    me.card("own field", "Ember Sprinter")
    me.answered(lambda: me.press(me.page.locator(".tb-pale", has_text="Block")))
    me.told(
        "Ember Sprinter can't block",
        "Ember Sprinter has no Bulwark.",
        "ALT-12.6",
        "It would work with Mossback Guard.",
        tone="refused",
    )
    me.act("Let it through")
    me.told("The rival wins.", "ALT-13.4", "Zero cores is the end.", tone="wrong")
    me.act("Undo")
    me.card("own field", "Mossback Guard")
    me.act("Block")
    me.told("The attack is stopped", "ALT-12.5", "Mossback Guard is destroyed.", "ALT-12.9", tone="right")
    expect(me.page.get_by_role("group", name="You: Cores, 1")).to_be_visible()
    me.learned("Only an upright Bulwark unit blocks")


def blocked(me):
    me.go_on("Say it before it happens")
    me.act("Check")
    me.told("Answer every part first: 4 to go.", tone="info")
    for part, answer in enumerate(("1", "Reef Gatekeeper", "2", "fatigued")):
        me.choose(answer, part)
    me.act("Check")
    me.smaller("How many cores break? Any at all?", "no")
    me.act("Check")
    me.told("2 of 4 came true", "The attack is stopped", "ALT-12.5", "ALT-12.11", tone="wrong")
    expect(me.page.locator(".tb-answer")).to_contain_text("The block stopped the attack as a whole")
    expect(me.page.locator(".tb-answer")).to_contain_text("Powers are compared, not subtracted.")
    me.watch()
    me.learned("A block replaces the whole attack by one battle.")


def tired_guard(me):
    me.go_on("Why not the Guard?")
    me.choose("The Guard has power 3")
    me.act("Check")
    me.smaller("Is Mossback Guard fatigued?", "yes")
    me.act("Check")
    me.told("True, but not the reason", "still refused", "ALT-12.3", "power 3 held off power 8", tone="wrong")
    expect(me.page.locator(".tb-mid")).to_contain_text("With only that changed: still refused")
    expect(me.find("own field", "Mossback Guard, power 4")).to_be_visible()
    me.choose("The Guard is fatigued")
    me.act("Check")
    me.told(
        "That is the reason: The Guard is fatigued",
        "It would be legal if Mossback Guard were upright, with nothing else changed.",
        tone="right",
    )
    me.learned("Blocking needs two things")


def gale_under_the_core(me):
    me.go_on("Something was under there")
    expect(me.find("rival cores", "Headland Gale")).to_be_visible()
    for part, answer in enumerate(("2", "graveyard", "2", "0", "no")):
        me.choose(answer, part)
    me.act("Check")
    me.told("All of it came true", tone="right")
    me.watch()
    expect(me.page.get_by_role("group", name="Rival: Graveyard, 1")).to_be_visible()
    me.learned("Any broken core may have a Core Trigger")


def one_attack(me):
    me.go_on("One attack, six beats")
    lines = [
        "The attacker becomes fatigued",
        "The defender may block",
        "The chosen cores",
        "No core left",
        "The owner may use",
        "The other broken",
    ]
    me.act("Check")
    me.told("Too early", "The attacker becomes fatigued and points at cores.", "ALT-11.2", tone="wrong")
    me.in_order(*lines)
    me.act("Check")
    me.told("The table plays it in this order", tone="right")
    me.watch()
    me.learned("Declare, block, break, win, trigger, hand.")


def a_strange_turn(me):
    me.go_on("Five honest lines and one that is not")
    expect(me.page.locator(".tb-answer")).to_contain_text("You: attack Mossback Guard with Vine Prowler")
    me.choose("You: attack Mossback Guard")
    me.smaller("Has Vine Prowler been there since an earlier turn, or does it have Haste?", "yes")
    me.choose("You: attack Mossback Guard")
    me.told("Line 4 is honest", "Mossback Guard is fatigued.", "ALT-11.8", "Bulwark is no shield", tone="wrong")
    last = me.page.locator(".tb-choice").nth(5)
    me.answered(lambda: me.press(last))
    me.told(
        "That line breaks the rules",
        "Reef Gatekeeper is fatigued; a blocker must be upright.",
        "ALT-12.3",
        "It would work if Reef Gatekeeper were upright.",
        tone="right",
    )
    me.watch()
    expect(me.page.get_by_role("group", name="Rival: Cores, 3")).to_be_visible()
    me.learned("A blocker becomes fatigued")


def heavy_first(me):
    me.go_on("Who goes first?")
    me.card("own field", "Ember Sprinter")
    me.answered(lambda: me.card("rival cores", "core 1"))
    me.told(
        "Allowed, but now the goal is out of reach",
        "You chose: attack core 1 with Ember Sprinter",
        "Core Trigger of Headland Gale",
        "ALT-13.5",
        "The first core may have a trigger",
        tone="wrong",
    )
    expect(me.page.get_by_role("group", name="Rival: Cores, 1")).to_be_visible()
    me.act("Undo")
    me.card("own field", "Sunlit Herald")
    me.answered(lambda: me.card("rival cores", "core 1"))
    me.told("What happened", "The attack is stopped", "Reef Gatekeeper is destroyed.", tone="info")
    me.card("own field", "Sunlit Herald 2")
    me.answered(lambda: me.card("rival cores", "core 2"))
    me.told("Goal reached", "You win.", "ALT-13.4", tone="right")
    me.learned("Threaten the end first")


def the_last_two(me):
    me.go_on("The last two")
    me.card("own hand", "Ember Sprinter")
    me.act("Summon")
    me.told("Allowed, but now the goal is out of reach", "They do not beat one blocker and one trigger.", tone="wrong")
    me.act("Undo")
    for rung, name in enumerate(("if nobody were in the way", "ALT-13.4", "lit", "activate Kindled Arrow")):
        me.act("Hint")
        expect(me.page.locator(".tb-open-hint").nth(rung)).to_contain_text(name)
    me.card("own hand", "Kindled Arrow")
    me.act("Activate")
    me.answered(lambda: me.card("rival field", "Reef Gatekeeper"))
    me.act("End Main Phase")
    me.card("own field", "Sunlit Herald")
    me.answered(lambda: me.card("rival cores", "core 1"))
    me.told("Goal reached", "You win.", "ALT-13.4", tone="right")
    me.learned("Clear the way first")


STEPS = [two_cores, the_other_aim, point_at_two, try_the_upright, who_may_attack, hold_the_last_core, blocked,
         tired_guard, gale_under_the_core, one_attack, a_strange_turn, heavy_first, the_last_two]  # fmt: skip


def play_well(me):
    """Play with a simple strategy: charge, play what can be played, attack cores, block."""
    page = me.page
    for _ in range(LIMIT):
        if me.over:
            return
        chosen = page.locator(".tb-is-choosable > .tb-card")
        able = page.locator(":is(.tb-role-hand, .tb-role-field) .tb-is-legal > .tb-card")
        if chosen.count():
            rival = page.locator(".tb-rival .tb-is-choosable > .tb-card")
            wanted = (rival if rival.count() else chosen).first
            me.answered(lambda wanted=wanted: me.press(wanted))
        elif able.count():
            me.press(able.first)
            if page.locator(".tb-rival .tb-role-cores .tb-is-choosable").count() or chosen.count():
                continue
            low = page.get_by_role("group", name=re.compile("^You: Altar, [01]$")).count()
            wanted = ["Charge to the altar" if low else "Charge as energy, face down"]
            for label in [*wanted, "Summon", "Activate", "Block"]:
                if me.button(label).count():
                    me.act(label)
                    break
            else:
                me.answered(lambda: me.press(me.offered.first))
        else:
            me.answered(lambda: me.press(me.offered.first))
    raise AssertionError("The game does not end.")


def three_cores(me, play):
    me.go_on("Your turn, for real")
    play(me)
    me.told("win", "Remember", "The end names the clause that decided it.")
    home = me.page.locator(".tb-dock").get_by_role("link", name="To the lessons")
    me.press(home)
    me.page.wait_for_url(re.compile(r"/course\.ipynb"))


@pytest.mark.slow
@pytest.mark.sample("Mouse-*")
@pytest.mark.parametrize(("learner", "play"), [(Mouse, play_well), (Keys, Keys.play_passing)])
def test_the_whole_lesson(page, visit, axe, shot, learner, play):
    if learner is Keys:
        page.emulate_media(reduced_motion="no-preference")
    me = learner(visit(page, LESSON, step=1))
    for step in STEPS:
        step(me)
        if learner is Mouse:
            if step not in (the_other_aim, point_at_two, hold_the_last_core, gale_under_the_core, heavy_first):
                assert axe(page) == [], step.__name__
            shot(page, f"lesson_{step.__name__}")
    expect(page.locator(".tb-dots .tb-dot-done")).to_have_count(12)
    three_cores(me, play)


def test_escape_puts_a_card_back(page, visit):
    me = Keys(visit(page, LESSON, step=4))
    me.card("own field", "Sunlit Herald")
    me.now("Sunlit Herald selected.")
    page.keyboard.press("Escape")
    expect(page.locator(".tb-is-selected")).to_have_count(0)
    page.keyboard.press("i")
    expect(page.locator(".tb-reading")).to_contain_text("Sunlit Herald")
    page.keyboard.press("Escape")
    expect(page.locator(".tb-reading")).to_be_hidden()


@pytest.mark.sample("light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_step_can_be_read_by_everybody(new_page, visit, axe, shot, scheme):
    page = visit(new_page(color_scheme=scheme), LESSON, step=1)
    for number, name in (
        (1, "watch"),
        (4, "do"),
        (5, "which"),
        (7, "predict"),
        (8, "why"),
        (10, "order"),
        (11, "spot"),
        (13, "solve"),
        (14, "play"),
    ):
        before = page.locator(".tb-stage").get_attribute("data-stamp")
        page.locator("ol.tb-dots button").nth(number - 1).click()
        expect(page.locator(".tb-stage")).not_to_have_attribute("data-stamp", before)
        assert axe(page) == [], name
        shot(page, f"lesson_{name}_{scheme}")


def test_a_lesson_opened_anew_goes_on_where_one_was(page, visit):
    visit(page, LESSON, step="two-cores", theme="dark")
    page.get_by_role("button", name=re.compile("^Step 6")).click()
    page.wait_for_url(re.compile("theme=dark"))
    until(page, "() => new URL(location).searchParams.get('step') === '6'")
    page.reload()
    page.wait_for_selector("body.tebiki-ready")
    expect(page.locator(".tb-dots [aria-current=step]")).to_have_text("6")


def test_on_a_phone_the_number_of_the_step_leads_to_every_step(phone, visit):
    page = visit(phone, LESSON, step=1)
    page.get_by_role("button", name=re.compile("Step 1 of")).click()
    page.get_by_role("button", name="Now you point").click()
    expect(page.locator(".tb-title")).to_have_text("Now you point")
    expect(page.locator(".tb-step-list")).to_be_hidden()
