"""A lesson plan in class: a worksheet on one A4 page, predictions before any results, and notes that persist."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.alone import page_of
from tutor.classroom import predictions
from tutor.classroom.lesson_plans import LATER_PARTS, list_plans
from tutor.classroom.plan_sheet import sheet_html
from tutor.text import table_words

STUDENT = "classroom/plans/resources_student.ipynb"


@pytest.mark.sample("tempo", "hidden_information")
@pytest.mark.parametrize("plan", list_plans(), ids=lambda plan: plan.name)
def test_the_sheet_of_a_plan_is_one_page_of_a4(browser, plan):
    """Without a kernel: nothing is cut off on paper, and there is no second sheet."""
    data = {"kind": "sheet", "plan": plan.name, "heading": "", "hrefs": {}, "html": sheet_html(plan, "en")}
    page = browser.new_page(viewport={"width": 794, "height": 1123})
    page.set_content(
        page_of("plan", {"data": data, "words": table_words("page") | table_words("plans"), "bar": {}}, plan.name)
    )
    page.locator(".tb-plan-sheet").wait_for()
    page.emulate_media(media="print")
    fits = "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)"
    assert page.evaluate(f"{fits}(document.querySelector('.tb-plan-sheet'))")
    room = page.evaluate("document.querySelector('.tb-plan-rest').getBoundingClientRect().height")
    assert room >= 12, f"{plan.name}: other fonts need a little room"
    page.close()


def test_a_student_predicts_looks_writes_and_finds_it_again(page, visit, looked_at):
    visit(page, STUDENT)
    told, hand_in = page.locator(".tb-plan-told"), page.get_by_role("button", name="Lock my predictions")
    expect(page.get_by_text("Lock your predictions first.")).to_be_visible()
    expect(hand_in).to_have_attribute("aria-disabled", "true")
    hand_in.click(force=True)
    assert told.count() == 0
    plan = list_plans()[0]
    for row in plan.rows("predict"):
        page.locator(f"input[name='tb-{plan.name}-{row['id']}']").first.check(force=True)
    for text in [found["why"] for found in plan.rows("predict")] + [found["answer"] for found in plan.rows("explain")]:
        assert text[:40] not in page.content()
    later = [plan[name][0].split(" (")[0] for name in LATER_PARTS]
    assert not any(text in page.content() for text in later)
    expect(page.get_by_text("What you choose stays in this browser.")).to_be_visible()
    looked_at(page, "plan_student")
    hand_in.click()
    expect(told.locator(":scope > section")).to_have_count(len(plan.rows("predict")))
    said = predictions.find_outcome(plan.rows("predict")[0])
    expect(told).to_contain_text(", ".join(one.text for one in said.options if one.id in said.right))
    for text in later:
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_text("about 95 contain")).to_be_hidden()
    page.get_by_text("How is an interval (95 %) read?").click()
    expect(page.get_by_text("about 95 contain")).to_be_visible()
    page.locator("textarea").first.fill("Because the card is gone.")
    looked_at(page, "plan_told")
    visit(page, STUDENT)
    expect(told.locator(":scope > section")).to_have_count(len(plan.rows("predict")))
    expect(page.locator("textarea").first).to_have_value("Because the card is gone.")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save what I wrote").click()
    assert "Because the card is gone." in saved.value.path().read_text(encoding="utf-8")
    assert "_teacher" not in page.content()
    page.get_by_role("rowheader", name="Explain").get_by_role("link").click()
    expect(page.locator("#plan-explain")).to_be_in_viewport()
    notes = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tebiki-plan-'))")
    assert [key.rpartition("-")[0] for key in notes] == ["tebiki-plan-resources"]


def test_a_teachers_page_is_printed_as_the_sheet(page, visit, looked_at):
    visit(page, "classroom/plans/interaction_teacher.ipynb")
    expect(page.get_by_role("heading", name="What usually goes wrong")).to_be_visible()
    looked_at(page, "plan_teacher")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
