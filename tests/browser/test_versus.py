"""What the learner expects beside what happens, in a real browser: on a wide page, on a phone, and as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import page_of
from tests.browser.conftest import HAND_IS_SEEN, LAID_OUT, LAPTOP, until
from tests.tutor.test_beside import PREDICT, do, taken
from tutor.boards.stage import english_words
from tutor.lessons import loader
from tutor.lessons.page import open_session


@pytest.mark.parametrize("look", ["light", "dark"])
def test_both_sides_stand_beside_each_other(
    new_page: Callable[..., Page], axe: Callable[..., list[str]], look: str
) -> None:
    asked = taken(PREDICT)
    do(asked, type="answer", picks={"0": "3", "1": "graveyard"})
    do(asked, type="command", name="check")
    data = {**asked.stage(), "bar": {}, "mode": "lesson", "words": english_words(), "beside": None}
    page = new_page(viewport={"width": 1280, "height": 900}, color_scheme=look)
    page.set_content(page_of("stage", data, "Beside"))
    thought, truth = (page.get_by_role("region", name=name) for name in ("What you thought", "What happens"))
    expect(page.get_by_role("region", name="Before").get_by_text("Rival: Cores 5")).to_be_visible()
    expect(thought.get_by_text("Rival: Cores 3")).to_be_visible()
    expect(thought.locator(".tb-gone")).to_have_count(2)
    expect(truth.get_by_text("Rival: Cores 5")).to_be_visible()
    expect(truth.locator("p")).to_contain_text(["The attack is stopped"])
    assert axe(page, ".tb-versus") == []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        until(page, LAID_OUT, "tb-wide" if width > 390 else "tb-phone")
        boxes = [one.bounding_box() for one in (thought, truth)]
        assert boxes[0]
        assert boxes[1]
        assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
        assert abs(boxes[0]["y"] - boxes[1]["y"]) < 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Text view").click()
    expect(thought.locator(".tb-card")).to_have_count(0)
    expect(thought.get_by_text("Rival: Cores 3")).to_be_visible()
    truth.get_by_role("button", name="ALT-12.5").click()
    assert page.evaluate("sent.at(-1).name") == "clause"


def test_a_refusal_leaves_the_board_in_sight(new_page: Callable[..., Page]) -> None:
    position = {"turn": 9, "step": "ATTACK", "you": {"field": ["Ember Sprinter, new", "Mossback Guard, new"]}}
    step = {"id": "new", "kind": "do", "title": "New", "text": "Both came this turn.", "position": position}
    step |= {"goal": "Break a core.", "success": ["rival.cores = 6"]}
    data = {"game": "altaria", "title": "New", "can": [], "before": [], "later": [], "step": [step]}
    lesson = loader.lesson_of(data, loader.FOLDER / "altaria" / "04_attacking.toml")
    run = open_session(lesson, lesson.step("new"))
    do(run, type="try", kind="attack_cores", **{"from": "0.field.2", "to": "1.cores.1"})
    data = {**run.stage(), "bar": {}, "mode": "lesson", "words": english_words(), "beside": None}
    page = new_page(viewport=LAPTOP)
    page.set_content(page_of("stage", data, "Refused"))
    versus = page.locator(".tb-versus")
    expect(versus.get_by_text("The action would be legal if it were true that a unit can attack")).to_be_visible()
    expect(versus.locator("section")).to_have_count(0)
    until(page, HAND_IS_SEEN)
    versus.get_by_role("button", name="Compare").click()
    expect(versus.locator("section")).to_have_count(2)
    expect(page.get_by_role("region", name="If it were legal")).to_be_visible()
    versus.get_by_role("button", name="Hide").click()
    expect(versus.locator("section")).to_have_count(0)
