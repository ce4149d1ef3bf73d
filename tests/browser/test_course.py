"""The course pages in the real app: the path, and what comes next."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

import engines
from tests.browser.alone import page_of
from tests.browser.conftest import HAND_IS_SEEN, LAPTOP, ROOT, until
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.courses import exam, sheet_page
from tutor.text import table_words


def test_home_leads_to_a_course_and_the_course_to_its_lesson(page, fresh_url, looked_at):
    page.goto(f"{fresh_url}/voila/render/notebooks/index.ipynb")
    page.get_by_role("link", name="Course: ChaosTCG").click()
    page.get_by_role("heading", name="The path").wait_for()
    now = page.locator("[aria-current=step]")
    expect(now.get_by_role("heading", level=3)).to_have_text("Eleven lives")
    expect(page.get_by_role("link", name=re.compile("^2 Card anatomy 0 of [0-9]+: 0 known"))).to_be_visible()
    looked_at(page, "course")
    page.set_viewport_size({"width": 1366, "height": 900})
    page.get_by_role("link", name="Begin", exact=True).click()
    page.wait_for_url("**/chaos/00_eleven_lives.ipynb?step=*")
    page.get_by_role("link", name="ChaosTCG").click()  # the line at the top leads back
    page.get_by_role("heading", name="The path").wait_for()


@pytest.mark.sample("chaos", "star_wars")
@pytest.mark.parametrize("game", playable_games())
def test_the_game_on_one_page_prints_on_one_sheet(browser, game):
    """Without a kernel: nothing is cut off on paper, and there is no second sheet."""
    loaded = engines.load(game)
    traits = {
        "data": sheet_page.sheet_data(loaded, "en"),
        "words": table_words("page") | table_words("sheet"),
        "bar": {},
    }
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.set_content(page_of("sheet", traits, game))
    page.locator(".tb-a4").wait_for()
    page.emulate_media(media="print")
    assert page.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.tb-a4'))"
    ), game
    room = page.evaluate(
        "document.querySelector('.tb-a4 > footer').getBoundingClientRect().top"
        " - document.querySelector('.tb-sheet-words').getBoundingClientRect().bottom"
    )
    assert room >= 15, f"{game}: other fonts need a little room"
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, game
    page.close()


def test_a_course_leads_to_its_one_page(page, visit, looked_at):
    visit(page, "altaria/course.ipynb")
    page.get_by_role("link", name="On one page").click()
    page.get_by_role("heading", name="An attack, in order").wait_for()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
    looked_at(page, "one_page")


@pytest.mark.slow
def test_an_exam_is_begun_left_and_finished(page, visit, looked_at):
    visit(page, "altaria/course.ipynb")
    page.get_by_role("link", name="Exam").click()
    page.get_by_role("heading", name="Exam: Core of Altaria").wait_for()
    looked_at(page, "exam")
    page.set_viewport_size({"width": 1366, "height": 900})
    page.get_by_role("button", name="Begin: 12 questions").press("Enter")
    page.locator(".tb-child .tb-board").wait_for()
    looked_at(page, "exam_question")
    page.set_viewport_size(LAPTOP)
    until(page, HAND_IS_SEEN)
    assert page.locator(".tb-clause").count() == 0
    marks = page.locator(".tb-dots .tb-dot")
    assert marks.count() == 12
    assert page.locator(".tb-dots button").count() == 0, "nobody can go to another question"
    assert page.get_by_role("button", name="Hint").count() == 0
    page.get_by_role("button", name="Leave it out").press("Enter")
    expect(page.locator(".tb-intro .tb-kick")).to_contain_text("2 of 12")
    visit(page, "altaria/exam.ipynb")  # the unfinished part is offered again
    page.get_by_text("1 of 12 answered").wait_for()
    page.get_by_role("button", name="Continue: 12 questions").click()
    for number in range(2, 13):
        expect(page.locator(".tb-intro .tb-kick")).to_contain_text(f"{number} of 12")
        page.get_by_role("button", name="Leave it out").click()
    page.get_by_role("heading", name="0 of 12").wait_for()
    page.get_by_role("button", name="See it: 2", exact=True).click()
    page.locator(".tb-exam-seen .tb-board").wait_for()
    page.locator(".tb-exam-number").nth(2).click()
    page.get_by_role("region", name="3 of 12").wait_for()
    looked_at(page, "exam_report")
    page.get_by_role("button", name="All parts").click()
    page.get_by_role("button", name="Sheet to print: Player").click()
    page.get_by_role("heading", name="To practise").wait_for()
    looked_at(page, "exam_sheet")


@pytest.fixture
def exam_with_a_main_phase(serve, tmp_path, monkeypatch):
    """The app of a learner whose two turns begin in a Main Phase with cards in the hand."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    turns = exam.parts_of("altaria", "player")[0]
    runs = (exam.Exam("altaria", "player", turns, seed, "run") for seed in count(1))
    positions = ((run, run.asked(0).step.get("position")) for run in runs)
    exam.log_begin(
        progress.learner_id(),
        next(run for run, start in positions if start["step"] == "MAIN" and start["you"].get("hand")),
    )
    return serve("tutor.app", "--no-browser", "--port", "{port}", "--folder", str(ROOT), TEBIKI_HOME=str(tmp_path))


@pytest.mark.sample
def test_a_turn_with_nothing_lit_is_played_by_keyboard_and_by_text(page, exam_with_a_main_phase, looked_at):
    page.goto(f"{exam_with_a_main_phase}/voila/render/notebooks/altaria/exam.ipynb")
    page.get_by_role("button", name="Continue: Two turns").press("Enter")
    page.locator(".tb-child .tb-board").wait_for()
    looked_at(page, "exam_turn")
    page.set_viewport_size(LAPTOP)
    assert page.locator(".tb-is-legal, .tb-is-choosable, .tb-zone-choosable").count() == 0
    hand = page.locator(".tb-card[data-ref^='0.hand']")
    hand.first.focus()
    page.keyboard.press("Enter")
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    dock = page.locator(".tb-dock .tb-actions")
    expect(dock.get_by_role("button", name="Summon")).to_be_visible()
    expect(dock.get_by_role("button", name="Charge to the altar")).to_be_visible()
    dock.get_by_role("button", name="Ambush").press("Enter")
    page.locator(".tb-tone-refused").wait_for()
    expect(page.get_by_text("Refused tries: 1.")).to_be_visible()
    page.keyboard.press("t")
    form = page.locator(".tb-try")
    verbs = form.locator("[data-try=kind] option").all_inner_texts()
    assert {"Summon", "Attack", "End Main Phase", "Charge to the altar"} <= {*verbs}
    form.locator("[data-try=kind]").select_option(label="Ambush")
    form.locator("[data-try=from]").select_option(index=1)
    form.get_by_role("button", name="Try").click()
    page.locator(".tb-tone-refused").wait_for()
    page.keyboard.press("t")
    page.get_by_role("button", name="Give this turn up").click()
    expect(page.locator(".tb-intro .tb-kick")).to_contain_text("2 of 2")
