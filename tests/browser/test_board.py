"""The board by itself in a real browser: dice, scores, stacks, Equipment, Locations, long lists of moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engines
from tests.browser.alone import page_of
from tests.browser.conftest import until
from tutor.boards.stage import english_words
from tutor.matches.playthrough import Playthrough, TableMove

BATTLE = """
unreachable = true
step = "U4"
arena = "character"
battle = { attacker = "Ilena Sorrel", defender = "Varkas Thorne", dice = [[1, 5, 2], [6, 4, 6]] }
[P1]
character = ["Oathbound Oren + Oren Vash A with Arc Blade, damage 2", "Ilena Sorrel, tapped"]
space = ["Bulwark Frigate"]
locations = ["Hall of Echoes"]
construction = ["Supply Convoy, build 2"]
force = 3
hand = ["Recast the Odds"]
discard = ["Free Hauler", "Field Repairs", "Sudden Vector", "Emergency Jump"]
[P2]
character = ["Varkas Thorne, tapped"]
construction = ["Arc Blade, build 1"]
hand = 3
"""
CONTEST = """
step = "A1"
arena = "character"
[P1]
character = ["Oren Vash A"]
force = 12
[P2]
character = ["Oren Vash C"]
"""


@pytest.fixture
def show(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens a page with only the stage of a position, after some actions."""

    def open_page(
        position: str, *actions: str, offered: list[TableMove] | None = None, game: str = "star_wars", **window: Any
    ) -> Page:
        state = engines.load(game).position(position)
        for text in actions:
            state.apply(next(action for action in state.actions if state.text(action) == text))
        table = Playthrough(state)
        scene = table.scene(1) if offered is None else table.picture(state, 1, offered)
        data = {"scene": scene, "coach": {}, "events": [], "panel": {}, "bar": {}, "mode": "play"}
        data |= {"words": english_words(), "beside": None}
        page = new_page(**window)
        page.set_content(page_of("stage", data, "Board"))
        page.wait_for_selector(".tb-board")
        return page

    return open_page


def test_dice_say_whose_they_are_and_how_many_count(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    mine, rivals = page.locator(".tb-roll.tb-mine"), page.locator(".tb-roll:not(.tb-mine)")
    expect(mine).to_have_attribute("aria-label", "You rolled 1 5 2 for Ilena Sorrel: 1 hit")
    expect(rivals).to_have_attribute("aria-label", "Rival rolled 6 4 6 for Varkas Thorne: 3 hits")
    expect(mine.locator(".tb-die-hit")).to_have_text(["5"])
    expect(rivals.locator(".tb-die-hit")).to_have_count(3)
    expect(page.get_by_role("status")).to_contain_text("You rolled 1 5 2")


def test_a_die_to_be_rolled_again_is_clicked(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass", 'use "Ilena Sorrel"')
    expect(page.locator(".tb-question h3")).to_have_text("Ilena Sorrel: which dice?")
    page.get_by_role("button", name="2, can be chosen").click()
    assert page.evaluate("sent.at(-1)") == {"stamp": 1, "type": "move", "id": 2}


def test_dice_roll_unless_motion_is_unwanted(show: Callable[..., Page]) -> None:
    name = "getComputedStyle(document.querySelector('.tb-die')).animationName"
    assert show(BATTLE, "pass", reduced_motion="no-preference").evaluate(name) == "tb-roll"
    assert show(BATTLE, "pass", reduced_motion="reduce").evaluate(name) == "none"


def test_scores_stand_beside_the_names(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    expect(page.get_by_role("list", name="You").get_by_role("listitem")).to_have_text(
        ["3 Force", "0 build points", "1 of 2 arenas to win"]
    )
    expect(page.get_by_role("list", name="Rival").get_by_role("listitem")).to_have_count(3)


def test_an_offered_hero_shows_all_its_figures(show: Callable[..., Page]) -> None:
    heroes = 'turn = 0\nstep = "S1"\nP1.deck = ["Lio", "Oriel", 39]\nP2.deck = ["Maren", 40]'
    cards = show(heroes, game="kingdom_hearts").locator(".tb-offered .tb-card").all()
    assert len(cards) == 2
    for card in cards:
        figures, edges = card.locator(".tb-figures b").all(), card.bounding_box()
        assert len(figures) == 4
        assert edges
        for figure in figures:
            box = figure.bounding_box()
            assert box
            assert edges["x"] < box["x"] < box["x"] + box["width"] <= edges["x"] + edges["width"] - 2


@pytest.mark.parametrize("width", [1280, 390])
def test_what_a_world_is_worth_stands_on_the_card(show: Callable[..., Page], width: int) -> None:
    worlds = 'unreachable = true\nP1.worlds = ["Glass Dunes", "Hollow Spire"]\nP1.obstacles = ["Gloomling"]'
    cards = show(worlds, game="kingdom_hearts", viewport={"width": width, "height": 900}).locator(".tb-xs.tb-counted")
    assert cards.count() == 3
    for card in cards.all():
        edges = card.bounding_box()
        assert edges
        for figure in card.locator(".tb-figures > *").all():
            box = figure.bounding_box()
            assert box
            assert edges["x"] <= box["x"] < box["x"] + box["width"] <= edges["x"] + edges["width"]


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_on_a_card_hides_its_figures(show: Callable[..., Page], width: int) -> None:
    page = show(BATTLE, "pass", viewport={"width": width, "height": 900})
    figures = page.locator(".tb-own [data-slot]:has(> .tb-gear) > button .tb-figures b").all()
    boxes = [one.bounding_box() for one in figures]
    gear = page.locator(".tb-own .tb-gear button").bounding_box()
    assert gear
    assert len(boxes) == 3
    assert all(box and box["x"] + box["width"] <= gear["x"] for box in boxes)
    place = page.get_by_role("group", name="You: Character arena, 2").bounding_box()
    location = page.locator("[data-ref='0.locations.character']").bounding_box()
    assert place
    assert location
    assert place["x"] < location["x"] < place["x"] + 60
    assert place["y"] < location["y"] < place["y"] + place["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_lies_beneath_can_be_read(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    top = page.locator("button[aria-label^='Oathbound Oren']")
    expect(top).to_have_attribute("aria-label", re.compile("with Arc Blade, on top of Oren Vash A"))
    top.focus()
    page.keyboard.press("i")
    expect(page.locator(".tb-parts .tb-name")).to_contain_text(["Oren Vash A", "Arc Blade"])


def test_a_card_under_construction_shows_its_name_to_its_owner_alone(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    expect(page.locator(".tb-own .tb-role-build .tb-caption")).to_have_text("Supply Convoy")
    expect(page.locator(".tb-own .tb-role-build .tb-cost")).to_have_text("3")
    expect(page.locator(".tb-rival .tb-role-build")).not_to_contain_text("Arc Blade")
    expect(page.locator(".tb-rival .tb-role-build .tb-counter")).to_have_text("1")


def test_many_moves_of_one_kind_are_one_row_of_numbers(show: Callable[..., Page]) -> None:
    page = show(CONTEST, "bid 0")
    numbers = page.get_by_role("group", name="Raise to … Force")
    expect(numbers.get_by_role("button")).to_have_text([str(number) for number in range(1, 13)])
    expect(page.locator("select")).to_have_count(0)
    page.get_by_role("button", name="Raise to 4 Force", exact=True).click()
    assert page.evaluate("sent.at(-1).id") == 3
    expect(page.locator(".tb-arrow .tb-line")).to_have_count(1)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_pile_opens_when_a_card_in_it_can_be_chosen(show: Callable[..., Page], width: int) -> None:
    move = TableMove("choose", "Choose", None, "0.discard.1", "choose", ())
    page = show(BATTLE, "pass", offered=[move], viewport={"width": width, "height": 900})
    pile = page.get_by_role("group", name="You: Discard pile, 4").locator("button")
    expect(pile).to_have_count(2)
    pile.first.click()
    assert page.evaluate("sent.at(-1)") == {"stamp": 1, "type": "move", "id": 0}


@pytest.mark.parametrize("width", [1280, 390])
def test_a_pile_of_open_cards_shows_what_lies_in_it(show: Callable[..., Page], width: int) -> None:
    page = show(BATTLE, "pass", viewport={"width": width, "height": 900})
    listed = page.locator(".tb-heap:popover-open li")
    expect(listed).to_have_count(0)
    page.get_by_role("button", name=re.compile("^You: Discard pile,? 4. Show the cards")).click()
    named = listed.locator("b").all_inner_texts()
    assert len(named) >= 2
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    assert page.evaluate("sent.length") == 0, "looking is no move"


DIVISION = """
step = "B6"
fight = { by = "P1" }
[P1]
hero = "Lio"
allies = ["Gorro, joined"]
worlds = ["Lantern Quay", "Cogwheel Bazaar", "Glass Dunes"]
obstacles = ["Blank Page", "Gloomling"]
[P2]
hero = "Maren"
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_three_steppers_lie_apart(show: Callable[..., Page], width: int) -> None:
    three = "unreachable = true\n" + DIVISION.replace("Glass Dunes", "Hollow Spire").replace(
        '"Gloomling"', '"Gloomling", "Blank Lancer"'
    )
    page = show(three, game="kingdom_hearts", viewport={"width": width, "height": 900})
    boxes = [one.bounding_box() for one in page.locator(".tb-share").all()]
    assert len(boxes) == 3
    for left, right in pairwise(boxes):
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"], "one covers the buttons of the next"


@pytest.mark.parametrize("width", [1280, 390])
def test_damage_is_divided_on_the_cards(show: Callable[..., Page], width: int) -> None:
    page = show(DIVISION, game="kingdom_hearts", viewport={"width": width, "height": 900})
    first, second = page.locator("[data-ref^='0.obstacles']").all()
    shares, deal = page.locator(".tb-share output"), page.get_by_role("button", name="Deal")
    expect(shares).to_have_text(["0/4", "0/3"])
    first.click()
    expect(shares).to_have_text(["1/4", "0/3"])
    second.press("+")
    second.press("2")
    expect(shares).to_have_text(["1/4", "2/3"])
    second.press("-")
    page.get_by_role("button", name="Take one back from Blank Page").click()
    expect(shares).to_have_text(["0/4", "1/3"])
    expect(page.get_by_text("3 left to give")).to_be_visible()
    deal.click(force=True)
    assert page.evaluate("sent.length") == 0, "some is left"
    first.press("4")
    expect(shares).to_have_text(["3/4", "1/3"])
    expect(page.locator(".tb-tally b")).to_have_text("0 / 4")
    deal.click()
    assert page.evaluate("sent") == [{"stamp": 1, "type": "divide", "shares": [3, 1]}]
    expect(page.locator("select")).to_have_count(0)


CHALLENGE = """
step = "C2"
fight = { challenge = true, by = "P1" }
[P1]
hero = "Lio"
gear = ["Beacon Band"]
allies = ["Gorro, joined"]
[P2]
hero = "Maren"
allies = ["Lady Nettle, joined"]
"""


def test_the_totals_of_a_fight_open_their_sums(show: Callable[..., Page]) -> None:
    page = show(CHALLENGE, game="kingdom_hearts")
    total = page.locator("button.tb-tally")
    expect(total).to_have_attribute("aria-label", re.compile(r"^The Challenge: Lio 5 \(3 Lio, \+2 Gorro, joined\)"))
    total.click()
    expect(page.locator(".tb-sums:popover-open caption")).to_have_text(["Lio", "Maren"])
    expect(page.locator(".tb-sums:popover-open tbody tr")).to_have_text(
        ["3Lio", "+2Gorro, joined", "4Maren", "+2Lady Nettle, joined"]
    )
    assert page.evaluate("sent.length") == 0, "looking is no move"


def test_who_has_passed_stands_beside_the_name(show: Callable[..., Page]) -> None:
    page = show(CHALLENGE, "pass", game="kingdom_hearts")
    expect(page.locator(".tb-foot .tb-passed")).to_have_text("has passed")
    expect(page.locator(".tb-head .tb-passed")).to_have_count(0)


def test_the_enlarged_card_tells_the_sum_of_a_changed_figure(show: Callable[..., Page]) -> None:
    page = show(CHALLENGE, game="kingdom_hearts")
    page.locator("[data-ref^='0.hero']").first.press("i")
    card = page.locator(".tb-reading .tb-card.tb-l")
    expect(card.locator(".tb-figure.tb-up s")).to_have_text("2")
    expect(card.locator(".tb-figure.tb-up b")).to_have_text("3")
    expect(card.locator(".tb-sum-line")).to_have_text(["attack 32printed+1Beacon Band"])


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_phone_keeps_the_hand_and_the_buttons_on_the_screen(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass", **PHONE)
    dock = page.locator(".tb-dock")
    expect(dock.get_by_role("button", name=re.compile("^Recast the Odds"))).to_be_in_viewport(ratio=1)
    expect(dock.locator(".tb-actions button").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".tb-board .tb-hand")).to_have_count(0)
    dock.get_by_role("button", name=re.compile("^Recast the Odds")).click()
    expect(dock.get_by_role("button", name=re.compile("^Recast the Odds, .*selected"))).to_be_visible()


def test_a_phone_tells_empty_zones_in_a_line(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass", **PHONE)
    rival = page.locator(".tb-head .tb-who-text")
    expect(rival).to_contain_text("Space arena 0")
    piles = page.locator(".tb-who-text .tb-heap-open")
    assert set(piles.evaluate_all("all => all.map((pile) => getComputedStyle(pile).top)")) <= {"0px", "auto"}
    expect(page.locator(".tb-rival .tb-role-build")).to_be_visible()
    expect(page.locator(".tb-rival .tb-role-locations")).to_have_count(0)


def test_a_long_hand_is_swiped(show: Callable[..., Page]) -> None:
    cards = ["Recast the Odds"] * 9
    page = show(BATTLE.replace('hand = ["Recast the Odds"]', f"hand = {cards!r}".replace("'", '"')), "pass", **PHONE)
    row = page.locator(".tb-held .tb-row")
    assert row.evaluate("row => row.scrollWidth > row.clientWidth && getComputedStyle(row).overflowX") == "auto"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row.evaluate("row => row.scrollTo(999, 0)")
    expect(row.locator("button").last).to_be_in_viewport(ratio=1)


def test_the_keys_are_told_once_and_shown_by_a_question_mark(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    panel = page.get_by_role("dialog", name="Keys")
    expect(panel).to_be_hidden()
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('.tb-card')"):
        page.keyboard.press("Tab")
    expect(page.locator(".tb-key-tip")).to_contain_text("Arrow keys go from card to card")
    page.keyboard.press("?")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("to the next card in that direction")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_arrow_keys_lead_from_zone_to_zone(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    page.locator(".tb-rival button[aria-label^='Varkas Thorne']").focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-ref", re.compile(r"^0\.character"))
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("aria-label", re.compile("^Varkas Thorne"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_that_moves_is_seen_to_move(show: Callable[..., Page], motion: str) -> None:
    """The same card leaves the hand and arrives in the discard pile; it slides there, unless motion is reduced."""
    page = show(BATTLE, "pass", reduced_motion=motion)
    slides = page.evaluate("""() => {
        const slides = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            if (options.id === "tb-slide") slides.push([this.dataset.slot, frames[0].transform]);
            return animate.call(this, frames, options);
        };
        const scene = structuredClone(model.get("scene"));
        const [you] = scene.players;
        const zone = (slot) => you.zones.find((one) => one.slot === slot);
        const [card] = zone("hand").cards.splice(0, 1);
        you.zones.find((one) => one.id === "0.space").cards.push({ ...card, ref: "0.space.99" });
        model.set("scene", { ...scene, stamp: 2 });
        model.set("version", 1);
        return new Promise((done) => setTimeout(() => done(slides), 60));
    }""")
    moved = [transform for slot, transform in slides if slot == "0.space.99"]
    assert bool(moved) == (motion == "no-preference")


TIP = """() => {
  const tip = document.querySelector(".tb-tip");
  const card = document.querySelector(`[data-ref="${window.model.get("scene").arrow.to[0]}"]`);
  if (!tip || !card) return null;
  const [a, b] = [tip.getBoundingClientRect(), card.getBoundingClientRect()];
  const apart = (low, high, start, end) => Math.max(0, start - high, low - end);
  return Math.max(apart(a.left, a.right, b.left, b.right), apart(a.top, a.bottom, b.top, b.bottom));
}"""


def test_the_arrow_follows_the_board_when_it_changes_its_size(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    drawn = "document.querySelector('.tb-line').getAttribute('d')"
    page.wait_for_timeout(400)
    before = page.evaluate(drawn)
    assert page.evaluate(TIP) < 8
    page.evaluate("document.querySelector('.tb-side.tb-rival').style.paddingTop = '90px'")
    until(page, f"before => {drawn} !== before", arg=before)
    assert page.evaluate(TIP) < 8


def test_a_second_enter_plays_a_card_with_one_way(show: Callable[..., Page]) -> None:
    page = show(BATTLE, "pass")
    card = page.locator("button[data-ref^='0.hand']").first
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    assert page.evaluate("sent.at(-1).type") == "move"


UNITS = """
step = "MAIN_CHOICE"
[P1]
standby = ["Ada Lorne (Lantern), inactive", "Finch (Lookout)", "Bram Ketterick (Watch), inactive"]
action = ["Ada Lorne & Bram Ketterick", "Edda Marsh (Nightwatch)"]
[P2]
standby = ["Celia Voss (Scout)", "Celia Voss & Dorian Pell", "Dorian Pell (Porter)", "Gideon Hale (Captain)"]
"""
INSIDE = """() => [...document.querySelectorAll(".tb-group")].every((frame) => {
  const box = frame.getBoundingClientRect();
  return [...frame.querySelectorAll(".tb-card")].every((card) => {
    const one = card.getBoundingClientRect();
    return one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom;
  });
})"""


WHOLE = """() => [...document.querySelectorAll(".tb-group-name")].every((name) =>
  name.textContent && name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1)"""
PARTED = """
step = "MAIN_CHOICE"
[P1]
standby = ["Ada Lorne (Lantern)", "Bram Ketterick (Watch)"]
action = ["Ada Lorne & Bram Ketterick"]
[P2]
standby = ["Celia Voss & Dorian Pell", "Ada Lorne & Bram Ketterick"]
action = ["Bram Ketterick (Patrol)"]
"""


def test_the_name_of_what_is_one_thing_is_whole_beneath_a_single_card(show: Callable[..., Page]) -> None:
    page = show(PARTED, game="dgrayman")
    expect(page.locator(".tb-group-name")).to_have_count(5)
    assert page.evaluate(WHOLE)
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "() => document.querySelector('.tb-phone')")
    assert page.evaluate(WHOLE)


def test_what_is_one_thing_has_a_frame_links_and_a_tie_between_zones(show: Callable[..., Page]) -> None:
    page = show(UNITS, game="dgrayman")
    merged = page.get_by_role("group", name="Unit Celia Voss & Dorian Pell, active, merged, 3 cards", exact=True)
    expect(merged.locator(".tb-card")).to_have_count(3)
    expect(merged.locator(".tb-joint-linked")).to_have_count(2)
    assert page.evaluate(INSIDE)
    ties = page.locator(".tb-arrow g")
    expect(ties).to_have_count(1)
    zones = page.locator(".tb-own .tb-zone:has(.tb-group)")
    one, two = (zones.nth(n).bounding_box() for n in range(2))
    tie = ties.locator(".tb-tie-line").bounding_box()
    assert tie["x"] < one["x"] + one["width"] <= two["x"] < tie["x"] + tie["width"], "from one zone into the other"
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "() => document.querySelector('.tb-phone') && !document.querySelector('.tb-arrow g')")
    assert page.evaluate(INSIDE)


NEAR_THE_END = """
[P1]
hp = 1
allies = ["Pim LV 1"]
discard = ["Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend", "Mend"]
hand = ["Beacon Band", "Glass Dunes"]
[P2]
worlds = ["Lantern Quay"]
"""
SEEN = """(one) => {
  const [a, b] = [one, one.closest(".tb-zone")].map((el) => el.getBoundingClientRect());
  const at = document.elementFromPoint((a.left + a.right) / 2, (a.top + a.bottom) / 2);
  return a.width > 0 && a.right <= b.right && a.bottom <= b.bottom && !!at && (one === at || one.parentNode === at);
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_who_does_it_is_asked_with_a_button_for_each_who_may(show: Callable[..., Page], width: int) -> None:
    page = show(NEAR_THE_END, game="kingdom_hearts")
    page.set_viewport_size({"width": width, "height": 844})
    page.locator('.tb-hand .tb-card[aria-label^="Beacon Band"]').first.click()
    expect(page.locator(".tb-live b")).to_contain_text("Who bears it?")
    page.get_by_role("button", name="Who bears it? Lio", exact=True).click()
    assert page.evaluate("sent.at(-1).type") == "move"


STRIKE_OR_SEARCH = """
step = "MAIN_CHOICE"
[P1]
standby = ["Ada Lorne (Sabre)", "Ada Lorne (Lantern)"]
[P2]
action = ["Edda Marsh (Nightwatch)"]
"""


def test_a_card_that_can_do_something_else_too_is_not_asked_for_its_target(show: Callable[..., Page]) -> None:
    page = show(STRIKE_OR_SEARCH, game="dgrayman")
    kinds = page.evaluate("model.get('scene').moves.map((move) => [move.kind, Boolean(move.from && move.to)])")
    assert {tuple(one) for one in kinds} >= {("attack", True), ("search", False)}
    page.locator('.tb-own .tb-card[aria-label^="Ada Lorne (Sabre)"]').first.click()
    expect(page.locator(".tb-question h3")).to_have_text("Act?")
    assert page.get_by_role("button", name=re.compile("Against which card")).count() == 0


def test_the_count_of_a_pile_with_a_long_name_is_seen(show: Callable[..., Page]) -> None:
    page = show(NEAR_THE_END, game="kingdom_hearts")
    page.set_viewport_size({"width": 1280, "height": 900})
    counts = page.locator(".tb-own .tb-pile .tb-zone-title b")
    assert counts.all_inner_texts() == ["20", "12"]
    for at in range(2):
        assert counts.nth(at).evaluate(SEEN)


def test_the_last_of_what_may_not_run_out_is_marked(show: Callable[..., Page]) -> None:
    page = show(NEAR_THE_END, game="kingdom_hearts")
    expect(page.locator(".tb-low")).to_have_text(["1 HP, the last"])
