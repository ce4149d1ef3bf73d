"""The practice page in the real app: a wrong answer, and immediately the next question; light, dark, phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import READY, ROOT
from tutor.learners.model import LearnerModel
from tutor.practice.question import session_of
from tutor.practice.sitting import Sitting

PAGE = "altaria/practice.ipynb"
SEED = 2
"""A sitting whose first question, for a new learner, has two parts."""


@pytest.mark.slow
def test_a_question_is_missed_and_the_next_one_comes_at_once(page, start_app, looked_at):
    question = Sitting("altaria", SEED).next(LearnerModel())
    items = session_of(question).coach()["choices"]["items"]
    parts = question.row["parts"]
    truths = [session_of(question).truth(part["of"]) for part in parts]
    url = start_app(ROOT)  # for a different learner, because the questions depend on earlier answers
    page.goto(f"{url}/voila/render/notebooks/{PAGE}?seed={SEED}")
    page.wait_for_selector(READY)
    expect(page.locator(".tb-intro")).to_contain_text("Question 1 of 8")
    expect(page.locator(".tb-intro h2")).to_have_text(question.row["title"])
    for at, item in enumerate(items):
        wrong = next(n for n, option in enumerate(item["options"]) if option["id"] != truths[at])
        thing = page.locator(".tb-part").nth(at).get_by_role("button").nth(wrong)
        thing.click()
        expect(thing).to_have_attribute("aria-pressed", "true")
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
