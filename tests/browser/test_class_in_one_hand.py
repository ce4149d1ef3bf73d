"""A class in one hand: a teacher and two learners, from a page for everybody to the report."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tornado.web import create_signed_value

from tests.browser.conftest import READY, ROOT, WINDOWS
from tutor.classroom.lesson_plans import read_plan

PATIENCE = 60_000
"""Milliseconds for a page with a kernel to open."""


@pytest.mark.slow
def test_a_teacher_leads_two_learners_through_a_plan(serve, tmp_path_factory, new_page, axe, shot):
    folder = tmp_path_factory.mktemp("class") / "classes" / "7b"
    words = ("class", "7b", "--no-browser", "--address", "127.0.0.1", "--port", "{port}", "--folder", str(ROOT))
    url = serve("tutor.commands.cli", *words, TEBIKI_HOME=str(folder.parent.parent))
    kept = json.loads((folder / "class.json").read_text(encoding="utf-8"))
    name = f"tebiki-teacher-{urlsplit(url).port}"
    teacher = new_page(own=True)
    signed = create_signed_value(kept["secret"], name, "teacher").decode()
    teacher.context.add_cookies([{"name": name, "value": signed, "url": url}])

    def open_page(page, path):
        page.goto(f"{url}/voila/render/notebooks/{path}.ipynb")
        page.wait_for_selector(READY, timeout=PATIENCE)

    learners = [new_page(own=True), new_page(own=True, **WINDOWS["phone"])]
    for one in learners:
        one.goto(f"{url}/join?code={kept['code']}")
        one.locator(".name").first.click()
        one.wait_for_url("**/class")

    open_page(teacher, "classroom/plans/resources_teacher")
    expect(teacher.get_by_text("Needs 20 minutes of homework.")).to_be_visible()
    teacher.get_by_role("button", name="Open the student's notebook for everybody").click()
    expect(teacher.get_by_text("Opened for everybody")).to_be_visible()
    bars = [one.locator("#tebiki-led") for one in learners]
    expect(bars[1]).to_contain_text("Your teacher opens a page for everybody")
    shot(learners[1], "led_phone")
    for one in learners:
        one.wait_for_url("**/resources_student.ipynb", timeout=PATIENCE, wait_until="commit")
        one.wait_for_selector(READY, timeout=PATIENCE)
    expect(bars[0]).to_have_count(0)

    for at, one in enumerate(learners):
        for row in read_plan("resources").rows("predict"):
            one.locator(f"input[name='tb-resources-{row['id']}']").nth(at).check(force=True)
        one.get_by_role("button", name="Lock my predictions").click()
        expect(one.get_by_text("Your teacher opens what turned out. Until then")).to_be_visible()
    numbers = teacher.locator(".tb-plan-gathered p > span")
    expect(numbers).to_have_text(["2 predicted", "2 here", "2 joined"], timeout=15_000)
    assert teacher.locator(".tb-plan-bar").count() == 0
    teacher.get_by_role("button", name="Show what was predicted").click()
    counts = teacher.locator(".tb-plan-ask").first.locator(".tb-plan-bars b")
    expect(counts).to_have_text(["1", "1", "0", "0", "0"])
    assert axe(teacher) == []
    shot(teacher, "plan_predicted")
    assert not any(one.locator(".tb-plan-told").count() for one in [*learners, teacher])
    teacher.get_by_role("button", name="Open the outcomes").click()
    for one in [*learners, teacher]:
        one.locator(".tb-plan-told").wait_for()
    expect(learners[0].get_by_text("What turned out stands below, and your predictions")).to_be_visible()
    assert learners[0].get_by_role("button", name="Predict anew").count() == 0
    expect(teacher.locator(".tb-plan-verdict").first).to_contain_text("of 2 predicted it")
    assert axe(teacher) == []
    teacher.locator(".tb-plan-told").scroll_into_view_if_needed()
    shot(teacher, "plan_told")
    shot(learners[1], "plan_told_phone")

    learners[0].locator("textarea").first.fill("It costs a card.")
    learners[0].get_by_role("button", name="Hand in").click()
    expect(learners[0].get_by_text("Handed in.")).to_be_visible()

    open_page(teacher, "classroom/ask")
    teacher.get_by_text("A question of your own").click()
    teacher.get_by_label("Question", exact=True).fill("Which brake hurt most?")
    for letter, text in (("A", "The price"), ("B", "The ladder")):
        teacher.get_by_label(f"Answer {letter}").fill(text)
    teacher.locator(".tb-ask-typed").get_by_role("button", name="Put it to the class").click()
    expect(bars[1]).to_contain_text("asks the class a question")
    learners[1].get_by_role("button", name="Stay here").click()
    expect(bars[1]).to_have_count(0)
    expect(learners[1].locator(".tb-class-link").first).to_have_text("The question")
    learners[1].evaluate("scrollTo(0, 0)")
    shot(learners[1], "stayed_phone", full=False)
    bars[0].get_by_role("button", name="Go there").click()  # who has just written is not taken there
    learners[0].frame_locator("#tebiki-question iframe").get_by_role("button", name="The ladder").click()
    expect(teacher.locator(".tb-ask-count p > span")).to_have_text(["1 answered", "2 here", "2 joined"])
    shot(teacher, "ask_typed")
    teacher.get_by_role("button", name="Close and show").click()
    expect(teacher.locator(".tb-ask-bar b").nth(1)).to_have_text("1")

    open_page(teacher, "classroom/report")
    handed = teacher.locator(".tb-rep-handed")
    expect(handed).to_contain_text("Answers to a plan: Resources")
    expect(teacher.get_by_role("heading", name="Predicted in lesson plans")).to_be_visible()
    expect(teacher.locator(".tb-rep-work")).to_contain_text("Which brake hurt most?")
    handed.get_by_role("button", name="Read").click()
    expect(handed.locator("pre")).to_contain_text("It costs a card.")
    with teacher.expect_download() as saved:
        handed.get_by_role("button", name="Download").click()
    assert "It costs a card." in saved.value.path().read_text(encoding="utf-8")
    assert axe(teacher) == []
    shot(teacher, "report_work")
