"""The practice page in the real app: a wrong answer, and immediately the next question; light, dark, phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import READY, ROOT
from tutor.learners.model import LearnerModel
from tutor.practice.question import session_of
from tutor.practice.sitting import Sitting

PAGE = "altaria/practice.ipynb"


def begun_with(fits):
    """Return a seed of a sitting whose first question, for a new learner, fits; and that question."""
    sittings = ((seed, Sitting("altaria", seed).next(LearnerModel())) for seed in range(1, 400))
    return next((seed, question) for seed, question in sittings if fits(question))


@pytest.mark.slow
def test_a_question_is_missed_and_the_next_one_comes_at_once(page, start_app, looked_at):
    seed, question = begun_with(lambda one: len(one.row.get("parts", ())) == 2)
    items = session_of(question).coach()["choices"]["items"]
    parts = question.row["parts"]
    truths = [session_of(question).truth(part["of"]) for part in parts]
    url = start_app(ROOT)  # for a different learner, because the questions depend on earlier answers
    page.goto(f"{url}/voila/render/notebooks/{PAGE}?seed={seed}")
    page.wait_for_selector(READY)
    expect(page.locator(".tb-intro")).to_contain_text("Question 1 of 8")
    expect(page.locator(".tb-intro h2")).to_have_text(question.row["title"])
    for at, item in enumerate(items):
        wrong = next(n for n, option in enumerate(item["options"]) if option["id"] != truths[at])
        thing = page.locator(".tb-part").nth(at).get_by_role("button").nth(wrong)
        thing.click()
        expect(thing).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".tb-feedback")).to_contain_text("First a smaller question")
    expect(page.locator(".tb-part")).to_have_count(1)
    looked_at(page, "practice_smaller")
    page.locator(".tb-part").get_by_role("button", name="yes").click()
    expect(page.locator(".tb-feedback")).to_contain_text("Now the question again")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".tb-feedback")).to_contain_text(f"0 of {len(items)}")
    expect(page.get_by_role("button", name="Show me another")).to_be_visible()
    expect(page.get_by_role("link", name="The step about this")).to_have_attribute("href", re.compile("step="))
    expect(page.locator(".tb-part button").first).to_have_attribute("aria-disabled", "true")
    looked_at(page, "practice")
    page.get_by_role("button", name="This question is odd").click()
    expect(page.get_by_role("button", name="Noted as odd")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Next question").click()
    expect(page.locator(".tb-intro")).to_contain_text("Question 2 of 8")


@pytest.mark.slow
def test_a_line_is_missed_with_the_keyboard_and_a_smaller_question_comes_first(page, start_app, looked_at):
    seed, question = begun_with(lambda one: one.row["kind"] == "spot")
    run = session_of(question)
    legal = next(at for at, line in enumerate(run.lines) if not line.reasons)
    run.pick = str(legal)
    asked = run.smaller_question()
    url = start_app(ROOT)
    page.goto(f"{url}/voila/render/notebooks/{PAGE}?seed={seed}")
    page.wait_for_selector(READY)
    lines = page.locator(".tb-answer .tb-choice")
    expect(lines).to_have_count(len(run.lines))
    lines.nth(legal).focus()
    page.keyboard.press("Enter")
    part = page.locator(".tb-answer .tb-part")
    expect(part).to_contain_text(asked.ask)
    expect(part.get_by_role("button").first).to_be_focused()
    expect(page.locator(".tb-feedback")).to_contain_text("First a smaller question")
    looked_at(page, "practice_spot_smaller")
    page.get_by_role("button", name="Text view").click()
    expect(page.get_by_text(asked.ask).first).to_be_visible()
    page.get_by_role("button", name="yes" if asked.holds else "no", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-feedback")).to_contain_text("Now the question again")
    again = page.locator(".tb-answer .tb-choice")
    expect(again).to_have_count(len(run.lines))
    again.nth(run.number()).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-feedback")).to_contain_text("That line breaks the rules")
