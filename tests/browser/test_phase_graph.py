"""The phase graph in a real browser: what it shows, how the keyboard works, and that all words fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import page_of
from tests.browser.conftest import until
from tests.tutor.flow_tables import NAMES, graph_of
from tutor.graphs.layout import lay_out_graph
from tutor.graphs.widget import graph_words

PLAY = {
    "current": "BLOCK",
    "exits": ["ATK_AMBUSH", "BREAK"],
    "title": "Tide's turn 20",
    "visited": ["HEAL", "DRAW", "CHARGE", "MAIN_START", "MAIN", "ATTACK", "AIM", "DECLARED", "DEF_AMBUSH"],
    "notes": {"draw": "1 card", "charge": "energy", "attack": "you decide"},
}
FITS = """() => [...document.querySelectorAll("svg .tb-node, svg .tb-exit, svg .tb-call")].filter((node) => {
  const box = node.querySelector("rect:not(.tb-ring)") || node.querySelector("rect");
  const a = box.getBoundingClientRect();
  const out = (r) => r.left < a.left - 1 || r.right > a.right + 1 || r.top < a.top - 2 || r.bottom > a.bottom + 2;
  return [...node.querySelectorAll("text")].some((text) => out(text.getBoundingClientRect()));
}).map((node) => node.textContent)"""


@pytest.fixture
def show(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens a page with only a phase graph."""

    def open_page(name: str = "altaria", width: int = 372, scheme: str = "light", **traits: Any) -> Page:
        place = {"current": "", "visited": [], "exits": [], "lane": "", "notes": {}, "title": ""}
        data = {
            **place,
            "picture": lay_out_graph(graph_of(name)),
            "words": graph_words(),
            "as_text": False,
            "height": 0,
        }
        data |= (PLAY if name == "altaria" else {}) | traits
        page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.set_content(page_of("graph", data, "Phase graph", margin=16))
        page.wait_for_selector(".tb-graph")
        return page

    return open_page


def test_the_current_lane_is_open_and_the_current_step_is_marked(show: Callable[..., Page]) -> None:
    page = show()
    expect(page.locator(".tb-lane-open")).to_have_count(1)
    now = page.locator("[aria-current=step]")
    expect(now).to_have_count(1)
    expect(now).to_have_attribute("aria-label", "Block?, decided by defender, you are here")
    expect(page.locator(".tb-way-next")).to_have_count(2)
    expect(page.locator("[data-step=DECLARED]")).to_have_attribute("aria-label", "Declared, automatic, done")


def test_moving_on_keeps_the_picture(show: Callable[..., Page]) -> None:
    page = show()
    page.evaluate("window.before = document.querySelector('[data-step=BREAK]')")
    page.evaluate("model.set('current', 'BREAK')")
    expect(page.locator("[data-step=BREAK]")).to_have_attribute("aria-current", "step")
    assert page.evaluate("window.before === document.querySelector('[data-step=BREAK]')")


def test_the_keyboard_is_enough(show: Callable[..., Page]) -> None:
    page = show()
    page.locator("[data-step=ATTACK]").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.step") == "AIM"
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == [{"type": "command", "name": "open_step", "step": "AIM"}]
    page.get_by_role("button", name="Whole graph").focus()
    page.keyboard.press("Space")
    expect(page.locator(".tb-lane-open")).to_have_count(page.locator(".tb-lane").count())


def test_a_call_opens_the_lane_of_the_procedure(show: Callable[..., Page]) -> None:
    page = show()
    page.get_by_role("button", name="Ambush runs Pay", exact=True).click()
    expect(page.locator(".tb-lane-open .tb-lane-name")).to_contain_text("Playing a card")
    expect(page.locator("[data-step=PAY]")).to_be_focused()
    page.locator(".tb-caller", has_text="Attack").click()
    expect(page.locator("[aria-current=step]")).to_be_visible()


def test_a_low_graph_scrolls_to_the_current_step(show: Callable[..., Page]) -> None:
    page = show(height=360, current="HEAL")
    page.evaluate("model.set('current', 'CORE_TRIGGER')")
    expect(page.locator("[data-step=CORE_TRIGGER]")).to_be_in_viewport()
    assert page.evaluate("document.querySelector('.tb-lanes').scrollTop") > 100


@pytest.mark.sample("372-chaos", "1200-star_wars", "372-altaria")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [372, 1200])
def test_all_words_fit_their_boxes(show: Callable[..., Page], name: str, width: int) -> None:
    page = show(name, width, lane="*")
    until(page, "[...document.querySelectorAll('svg text')].every((text) => text.tbFits)")
    assert page.evaluate(FITS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.sample("False-dark", "True-light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("as_text", [False, True])
def test_nothing_serious_for_axe(
    show: Callable[..., Page],
    axe: Callable[..., list[str]],
    shot: Callable[..., Path],
    scheme: str,
    as_text: bool,
) -> None:
    page = show(width=1200, scheme=scheme, lane="*", as_text=as_text)
    assert axe(page) == []
    if not as_text:
        shot(page, f"phase_graph_{scheme}")


def test_on_a_phone(show: Callable[..., Page], shot: Callable[..., Path]) -> None:
    page = show(width=390)
    box = page.locator(".tb-lane-name").first.bounding_box()
    assert box
    assert box["height"] >= 44
    shot(page, "phase_graph_phone")
