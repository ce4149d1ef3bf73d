"""Growing games on a phone: what a stop needs is in reach, whatever has been said; a double click does one thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import page_of
from tests.browser.conftest import LAPTOP, WINDOWS
from tutor.boards.presentation import playable_games
from tutor.boards.stage import english_words
from tutor.lessons import growing
from tutor.lessons.loader import FOLDER, Lesson, Step, read_lesson
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.session import Session
from tutor.lessons.stop_films import StopFilm
from tutor.matches.clicks import ChosenMove, read_division
from tutor.matches.unlit import is_pick
from tutor.practice.maker_own_turn import is_defence, lesson_with_turn, whole_turns

LESSONS = [lesson for path in sorted(FOLDER.glob("*/*.toml")) if (lesson := read_lesson(path)).grows]
SHOW = """(stage) => {
  for (const [name, value] of Object.entries(stage)) model.set(name, value);
  model.set("version", (model.get("version") || 0) + 1);
}"""
PRESS_IN_REACH = """(one, scrolls) => {
  if (scrolls && !one.closest(".tb-dock")) one.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 20), top + Math.min(height / 2, 20)];
  const met = one.contains(document.elementFromPoint(x, y));
  one.click();
  return met;
}"""
"""Press something; return whether a finger near its upper left corner would meet it: cards may overlap.

With `scrolls` the page is scrolled to it first, unless it is in the dock, which does not scroll away.
"""
ANSWERS = (
    "guard",
    "no guard",
    "block",
    "no block",
    "intercept",
    "ambush",
    "decline",
    "end step",
    "raise",
    "pass",
    "deal",
)
"""How moves begin that are written in a line and made already: the rival's, and the shares after the first."""
TALL_TABLES = {"chaos", "dgrayman", "kingdom_hearts", "star_wars"}
"""Games whose table is higher than the screen of a phone."""


@pytest.fixture
def open_alone(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens a page with only the stage of a session."""

    def open_page(run: Session, **window: Any) -> Page:
        page = new_page(**window)
        bar = {"crumbs": [{"text": run.lesson.title}]}  # as on the page of a lesson
        data = run.stage() | {"mode": "lesson", "bar": bar, "words": english_words(), "beside": None, "version": 1}
        page.set_content(page_of("stage", data, "Growing"))
        page.locator(".tb-board").wait_for()
        return page

    return open_page


def show(page: Page, run: Session) -> None:
    """Draw what the session shows now, as after a message from Python, with no card in hand."""
    page.keyboard.press("Escape")
    page.evaluate(SHOW, run.stage())
    expect(page.locator(".tb-stage")).to_have_attribute("data-stamp", str(run.stamp))


def pick_in(run: DoStep, rest: str) -> int:
    """Return the pick that the rest of a line names; if it names none, any will do: the first."""
    named = (at for at, move in enumerate(run.table.moves()) if move.text.partition(" ")[2] in rest)
    return next(named, 0)


def needs_of(run: DoStep, text: str, following: str) -> tuple[list[str], str, Callable[[], None]]:
    """Return what a move or a wished try of a line needs: cards and places to touch, a button, and what does it.

    following : the next move of the line; if it is a pick of this move, the pick is left to it.
    """
    if text.startswith(growing.TRIED):
        attempt = run.table.read_try(text.removeprefix(growing.TRIED))
        assert attempt
        if '-> "' in text:  # at a card, which is pressed
            return [*attempt.refs], "", lambda: run.tried(attempt)
        alike = [move for move in run.table.moves() if move.kind == attempt.action[0]]
        at_once = run.table.state.step.pick or any(move.target and not move.source for move in alike)
        label = "" if at_once else run.lesson.game.kinds[attempt.action[0]].label.partition(" {")[0]
        return [attempt.refs[0]], label, lambda: run.tried(attempt)
    if text == growing.END_TURN:
        return [], "", lambda: end_turn(run)
    start, moves = text.partition(" *")[0], run.table.moves()
    begun = (at for at, move in enumerate(moves) if text.startswith(move.text))
    fitting = (at for at, move in enumerate(moves) if move.text.startswith(start))
    if run.table.division():
        division = read_division(run.table, shares_of(run, text, following))
        assert isinstance(division, ChosenMove)
        return [], "", lambda: run.choose(division)
    number = next(chain(begun, fitting))
    move = moves[number]
    places = [place for place in (move.source, move.target) if place]

    def do() -> None:
        run.act(number)
        rest, next_one = text.removeprefix(move.text), following.removeprefix(growing.TRIED)
        while not run.done and run.table.yours and run.table.state.step.pick and not run.table.division():
            if next_one.startswith(run.table.moves()[0].text.partition(" ")[0]):
                return
            run.act(pick_in(run, rest))

    at_once = run.step.kind == "turn" and move.source and is_pick(run.table.state)  # a press on the card is the move
    label = move.label.partition(",")[0]
    if (
        run.step.kind == "turn" and places
    ):  # nothing is lit: a card offers kinds of move, and a number is asked for then
        label = run.lesson.game.kinds[move.kind].label.partition(" {")[0].partition(",")[0]
    return places, "" if move.target or at_once else label, do


def end_turn(run: DoStep) -> None:
    """Decline what is left of the learner's turn."""
    while not run.done:
        passing = run.table.state.step.passing
        run.act(next(at for at, move in enumerate(run.table.moves()) if move.actions[0][0] == passing))


def shares_of(run: DoStep, *texts: str) -> list[int]:
    """Return the shares of cards among which a line divides an amount: its numbers first, then the rest."""
    asked = run.table.division()
    assert asked
    given = [int(re.findall(r"\d+", text)[0]) for text in texts if text.startswith(texts[0].partition(" ")[0])]
    left = len(asked["cards"]) - len(given)
    return [*given, *([asked["amount"] - sum(given)] if left else []), *[0] * (left - 1)]


def find_place(page: Page, ref: str) -> Any:
    """Return the card or zone with a reference; if a card covers it, that card, which means the same."""
    over = page.locator(f'.tb-over:not(.tb-gear) > .tb-slot > button[data-ref^="{ref}."]')
    return (over if over.count() else page.locator(f"[data-ref='{ref}']")).first


def list_demands(lesson: Lesson) -> Iterator[tuple[Session, list[str], str]]:
    """Yield each moment at which a stop asks for something: the session, places to touch, a button to press."""
    for step in lesson.steps:
        run = open_session(lesson, step)
        run.stamp = 100 * step.number  # every scene on a page has its own
        if isinstance(run, DoStep):
            line = growing.lines_of(step.data)[0]
            for text, following in zip_longest(line, line[1:], fillvalue=""):
                attacked = step.position.get("player") == "P2" and text != growing.END_TURN
                answered = (attacked or text.startswith(ANSWERS)) and not text.startswith(growing.TRIED)
                if run.done or (answered and text not in [move.text for move in run.table.moves()]):
                    continue  # the rival has answered or attacked already
                offered = [move.text for move in run.table.moves()]
                if "enough" in offered and text not in offered:
                    run.act(offered.index("enough"))  # a choice that the line leaves
                places, label, do = needs_of(run, text, following)
                yield run, places, label
                run.stamp += 1
                do()
            assert run.done or step.kind == "turn"
        else:
            yield run, [], run.stage()["coach"]["controls"][0]["label"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_on_a_phone_all_that_is_needed_is_in_reach(open_alone: Callable[..., Page], lesson: Lesson) -> None:
    page = open_alone(open_session(lesson, lesson.steps[0]), **WINDOWS["phone"])
    out_of_reach, seen = [], 0
    for run, places, label in list_demands(lesson):
        show(page, run)
        needed = [find_place(page, place) for place in places]
        if label:
            needed.append(page.locator(".tb-dock").get_by_role("button", name=label).first)
        for one in needed:
            more = page.locator(".tb-dock").get_by_role("button", name=re.compile("^More"))
            if not one.count() and more.count():
                more.first.click()  # with nothing lit, some kinds of move are behind it
            below = lesson.game.name in TALL_TABLES or run.step.position.get("player") == "P2"  # blockers are your own
            if not one.count() or not one.evaluate(PRESS_IN_REACH, below):
                out_of_reach.append((run.step.id, places, label))
        seen += 1
    assert out_of_reach == [], out_of_reach
    assert seen > len(lesson.steps)


LOW_PHONE = WINDOWS["phone"] | {"viewport": {"width": 390, "height": 660}}
OWN_CARDS_SEEN = """() => {
  const low = document.querySelector(".tb-dock").getBoundingClientRect().top;
  const own = ".tb-own .tb-area-field .tb-card, .tb-duel .tb-own .tb-card";
  const boxes = [...document.querySelectorAll(own)].map((one) => one.getBoundingClientRect());
  return [boxes.length, boxes.filter((box) => box.top >= 0 && box.bottom <= low).length];
}"""
"""The number of the learner's cards on the field, and of those between the top of the screen and the dock."""


@pytest.mark.parametrize("game", playable_games())
def test_with_nothing_lit_your_own_field_comes_back_into_view(open_alone: Callable[..., Page], game: str) -> None:
    """Nothing lit tells where the next move can begin, and the last one may have ended in the rival's half."""
    turn = next(one for one in whole_turns(game) if not is_defence(one))
    lesson = lesson_with_turn(turn)
    run = open_session(lesson, lesson.steps[0])
    page = open_alone(run, **LOW_PHONE)
    page.evaluate("scrollTo(0, 0)")
    count, seen = page.evaluate(OWN_CARDS_SEEN)
    assert count > 0
    assert seen == 0, "the screen is too high to show anything"
    run.stamp += 1
    show(page, run)
    assert page.evaluate(OWN_CARDS_SEEN)[1] > 0


def test_an_empty_row_of_your_own_opens_for_any_card_of_the_hand(open_alone: Callable[..., Page]) -> None:
    """With nothing lit, a row that is folded away could not be meant; which cards may go there is not told."""
    lesson = next(one for one in LESSONS if one.name == "chaos/00_eleven_lives")
    run = open_session(lesson, lesson.step("your-turn"))
    page = open_alone(run, **WINDOWS["phone"])
    row, hand = page.locator("[data-zone='0.back']"), page.locator("[data-zone='0.hand'] [data-ref]")
    expect(row).to_have_count(0)
    for at in range(hand.count()):
        hand.nth(at).click()
        expect(row).to_be_visible()
        expect(row.locator(".tb-zone-target")).to_have_count(0)
        hand.nth(at).click()
        expect(row).to_have_count(0)
    hand.nth(3).click()
    page.locator("[data-ref='0.back']").click()
    sent = page.evaluate("sent.at(-1)")
    assert (sent["type"], sent["from"], sent["to"]) == ("try", "0.hand.3", "0.back")


def film_end(lesson: Lesson, step: Step) -> StopFilm:
    """Return the film before a stop, one beat before its end."""
    film = StopFilm(lesson, step)
    film.seek(len(film.beats) - 1)
    return film


def test_a_double_click_on_next_does_nothing_at_the_stop_that_comes_up(open_alone: Callable[..., Page]) -> None:
    lesson = next(one for one in LESSONS if one.name == "altaria/00_four_cores")
    step = lesson.step("colour")
    page = open_alone(film_end(lesson, step), viewport=LAPTOP)
    box = page.locator(".tb-dock").get_by_role("button", name="Next").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    assert page.evaluate("sent.at(-1).name") == "seek"
    run = open_session(lesson, step)
    run.stamp = 2
    show(page, run)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent"
    assert page.evaluate(under, [x, y]) == "Charge nothing", "the button that a second click would meet"
    count = page.evaluate("sent.length")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.evaluate("sent.length") == count
    page.mouse.click(x, y)
    assert page.evaluate("sent.at(-1).type") == "move"


def test_a_double_click_ends_one_phase(open_alone: Callable[..., Page]) -> None:
    lesson = LESSONS[0]
    run = open_session(lesson, lesson.step("your-turn"))
    run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == "skip charge"))
    page = open_alone(run, viewport=LAPTOP)
    page.locator(".tb-dock").get_by_role("button", name="End Main Phase").dblclick()
    assert page.evaluate("sent.length") == 1, "the second click comes before the answer"
    run.stamp += 1
    run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == "end main"))
    show(page, run)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.evaluate("sent.length") == 1
    page.locator(".tb-dock").get_by_role("button", name="End Attack Phase").click()
    assert page.evaluate("sent.length") == 2


@pytest.mark.parametrize(
    ("name", "stop", "before", "tried"),
    [
        ("kingdom_hearts/00_hearts", "backfire", ['join "Gorro"'], 'call "Gorro"'),
        (
            "altaria/00_four_cores",
            "not-that-one",
            ['charge energy "Mossback Guard" up', "end main"],
            'attack "Ember Sprinter" -> "Dawn Acolyte" 2',
        ),
    ],
)
def test_on_a_phone_a_refusal_does_not_cover_the_cards_it_is_about(
    open_alone: Callable[..., Page], name: str, stop: str, before: list[str], tried: str
) -> None:
    lesson = next(one for one in LESSONS if one.name == name)
    run = open_session(lesson, lesson.step(stop))
    assert isinstance(run, DoStep)
    run.stamp = 1
    page = open_alone(run, **WINDOWS["phone"])
    for text in before:
        run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == text))
        run.stamp += 1
        show(page, run)
    page.evaluate("scrollTo(0, 0)")
    attempt = run.table.read_try(tried)
    assert attempt
    run.tried(attempt)
    run.stamp += 1
    show(page, run)
    expect(page.locator(".tb-tone-refused")).to_be_visible()
    count, seen = page.evaluate(OWN_CARDS_SEEN)
    assert count == seen == 1
