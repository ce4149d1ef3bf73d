"""The page of mined puzzles in the real app: solved by hand, asked "why not?", found by theme; light, dark, phone."""

import re

import pytest
from playwright.sync_api import expect

from engines.search.solver import open_chance
from tests.browser.alone import page_of
from tests.browser.conftest import HAND_IS_SEEN, LAPTOP, WINDOWS, until
from tests.tutor.test_review import MISSED, play
from tutor import progress
from tutor.boards.stage import english_words
from tutor.lessons import chance_steps, checks
from tutor.matches.habits import habits_of
from tutor.puzzles import store
from tutor.puzzles.page import PuzzlePage
from tutor.puzzles.review_page import ReviewPage
from tutor.text import table_words

PAGE = "altaria/mined.ipynb"
CHANCE = re.compile(r"[Tt]he chance of that was \d+/\d+\. No move had more")


@pytest.mark.sample("phone")
@pytest.mark.parametrize("look", WINDOWS)
def test_a_puzzle_is_asked_about_and_another_one_found(new_page, visit, axe, shot, look):
    puzzle = store.load_puzzles("altaria")[0]
    page = visit(new_page(**{"viewport": LAPTOP} | WINDOWS[look]), PAGE, puzzle=puzzle.id)
    expect(page.locator(".tb-goal")).to_contain_text(puzzle.goal)
    expect(page.locator(".tb-proved")).to_contain_text("Proved against every reply")
    if look != "phone":
        until(page, HAND_IS_SEEN)
    page.get_by_role("button", name="Why not").click()
    page.locator(".tb-answer .tb-choice").first.click()
    page.locator(".tb-feedback h3").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"mined_{look}")
    if look == "light":
        cell = page.locator("button.tb-cell").first
        cell.click()
        expect(cell).to_have_class(re.compile("tb-on"))  # from here on, the list is that of this cell
        row = page.locator(".tb-puzzle").first
        title = row.locator("b").text_content()
        row.click()
        expect(page.locator(".tb-intro h2")).to_have_text(title)
        page.get_by_role("button", name="Start 5:00").click()
        expect(page.get_by_role("timer")).to_contain_text("4:5")
        page.locator(".tb-puzzles-head").get_by_role("button", name="Stop").click()
        expect(page.locator(".tb-feedback")).to_contain_text("The run is over: 0 solved")


def test_a_habit_is_watched_and_asked_for_with_nothing_lit(new_page, visit, axe, shot):
    page = visit(new_page(viewport=LAPTOP), PAGE)
    habits = page.locator(".tb-habits li")
    expect(habits).to_have_count(len(habits_of("altaria")))
    page.locator("[data-habit]").first.click()
    expect(page.locator(".tb-goal")).to_contain_text("Watch what follows.")
    page.locator("[data-control='habit']").click()
    expect(page.locator(".tb-intro")).to_contain_text("Nothing is lit.")
    assert page.locator(".tb-child .tb-is-legal").count() == 0
    assert axe(page) == []
    shot(page, "mined_habit")


def test_a_review_looks_well_and_sends_what_is_chosen(page, looked_at, monkeypatch, tmp_path):
    """Without a kernel: the data of a review, drawn in light, in dark, and at phone width."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    play(progress.learner_id(), MISSED)
    data = ReviewPage("altaria", "en").page.data
    cards = [card for one in data["moments"] for zone in one["mini"]["zones"] for card in zone["cards"]]
    assert cards
    for card in cards:
        card["counters"] = [{"shape": "drop", "value": 4, "title": "damage", "told": "4 of 5"}]
    page.set_content(
        page_of("review", {"data": data, "words": table_words("page") | table_words("review"), "bar": {}}, "review")
    )
    page.locator(".tb-curve svg").wait_for()
    expect(page.locator(".tb-moment")).to_have_count(len(data["moments"]))
    expect(page.locator(".tb-tries li")).to_have_count(len(data["tries"]))
    assert page.locator(".tb-mini .tb-counter").count() == len(cards)
    assert page.evaluate(ON_ITS_CARD)
    assert page.evaluate(BESIDE_ITS_NAME) == []
    assert page.evaluate(WHOLE)
    looked_at(page, "review")


ON_ITS_CARD = """() => [...document.querySelectorAll(".tb-mini .tb-counter")].every((one) => {
  const [at, card] = [one, one.parentNode].map((el) => el.getBoundingClientRect());
  return at.left >= card.left && at.right <= card.right + 12 && at.top >= card.top && at.bottom <= card.bottom;
})"""
BESIDE_ITS_NAME = """() => [...document.querySelectorAll(".tb-mini .tb-counter")].filter((one) => {
  const at = one.getBoundingClientRect();
  const name = one.parentNode.querySelector(".tb-name");
  const lines = document.createRange();
  if (name) lines.selectNodeContents(name);
  return name && [...lines.getClientRects()].some((line) => line.width && line.left < at.right && line.right > at.left
    && line.top + 3 < at.bottom && line.bottom - 3 > at.top);
}).map((one) => one.parentNode.textContent)"""
WHOLE = """() => [...document.querySelectorAll(".tb-mini .tb-figures")]
  .every((one) => one.scrollWidth <= one.clientWidth)"""


def solved(puzzle):
    """Return the page of a game's mined puzzles with one puzzle solved, whatever the dice show."""
    solver = PuzzlePage("star_wars", "en")
    solver.open(puzzle.id)
    run = solver.session
    while not run.done:
        state, moves = run.table.state, run.table.moves()
        best = puzzle.first if not run.table.log else state.text(run.solver.best(open_chance(state)))
        at = next((at for at, move in enumerate(moves) if move.text.startswith(best)), 0)
        run.handle({"type": "move", "stamp": run.stamp, "id": at})
    solver._draw()
    return solver


def stage_data(stage):
    """Return the data that a stage draws, for a page without a kernel."""
    return {name: getattr(stage, name) for name in ("scene", "coach", "events", "panel", "mode")} | {
        "bar": {},
        "beside": None,
        "words": english_words(),
    }


def test_the_refutation_of_what_tempts_is_stepped_through(page, looked_at, monkeypatch, tmp_path):
    """Without a kernel: after the solution a button shows why the tempting move fails, by clicks and by keys."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    solver = PuzzlePage("altaria", "en")
    solver.open(next(one.id for one in solver.puzzles if one.tempting.startswith("summon")))
    checks.follow_hints(solver.session)
    solver._draw()
    page.set_content(page_of("stage", stage_data(solver.stage), "Mined"))
    page.locator("[data-control=refute]").click()
    assert page.evaluate("sent.at(-1).name") == "refute"
    solver.stage.receive({"type": "command", "name": "refute", "stamp": solver.session.stamp})
    page.set_content(page_of("stage", stage_data(solver.stage), "Mined"))
    expect(page.locator(".tb-at")).to_contain_text(f"0 of {len(solver.session.reel)}")
    expect(page.locator(".tb-feedback h3")).to_contain_text("Why not “Summon ")
    page.get_by_role("button", name="Next", exact=True).click()
    page.keyboard.press(".")
    assert page.evaluate("sent.slice(-2).map((one) => [one.name, one.to])") == [["seek", 1], ["seek", 1]]
    solver.stage.receive({"type": "command", "name": "seek", "to": 1, "stamp": solver.session.stamp})
    page.set_content(page_of("stage", stage_data(solver.stage), "Mined"))
    expect(page.locator(".tb-event-now")).to_have_count(1)
    looked_at(page, "mined_refutation")


def test_a_puzzle_with_dice_tells_their_chances(page, looked_at, monkeypatch, tmp_path):
    """Without a kernel: after the solution, the best chance, the dice rolled, and the dice of each side are shown."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr(chance_steps.secrets, "randbelow", lambda count: 4)  # the same dice each time
    puzzle = next(one for one in store.load_puzzles("star_wars") if one.chance and one.depth == 2)
    page.set_content(page_of("stage", stage_data(solved(puzzle).stage), "Mined"))
    expect(page.locator(".tb-proved")).to_contain_text(f"One first move has the best chance: {puzzle.chance}.")
    expect(page.locator(".tb-feedback")).to_contain_text(CHANCE)
    assert page.locator(".tb-die").count() >= 2
    looked_at(page, "mined_dice")
