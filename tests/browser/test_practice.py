"""The practice page, in the real app: a wrong answer, and the next question at once; light, dark, phone."""

from playwright.sync_api import expect

from tests.browser.conftest import READY, ROOT
from tutor.learners.model import Model
from tutor.practice.question import session_of
from tutor.practice.sitting import Sitting

PAGE = "altaria/practice.ipynb"


def first_to_mark():
    """Return a seed with which a sitting of somebody new begins with things to mark, and that question."""
    for seed in range(40):
        question = Sitting("altaria", seed).next(Model())
        if question is not None and question.maker == "which":
            return seed, question
    raise AssertionError("no sitting begins with things to mark")


def test_a_question_is_missed_and_the_next_one_comes_at_once(page, start_app, looked_at):
    seed, question = first_to_mark()
    items = session_of(question).items()
    wrong = [ref for ref, _, _ in items].index(next(ref for ref, _, _ in items if ref not in question.right))
    url = start_app(ROOT)  # for a learner of its own: what is asked depends on what was answered before
    page.goto(f"{url}/voila/render/notebooks/{PAGE}?seed={seed}")
    page.wait_for_selector(READY)
    expect(page.locator(".tb-intro")).to_contain_text("Question 1 of 8")
    expect(page.locator(".tb-intro h2")).to_have_text(question.row["title"])
    thing = page.locator(".tb-answer").get_by_role("button").nth(wrong)
    thing.click()
    expect(thing).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".tb-feedback")).to_contain_text("Look again at")
    expect(page.get_by_role("button", name="Show me another")).to_be_visible()
    looked_at(page, "practice")
    page.get_by_role("button", name="Next question").click()
    expect(page.locator(".tb-intro")).to_contain_text("Question 2 of 8")
