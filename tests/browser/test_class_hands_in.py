"""A class begins a plan without homework, hands in a card and a game, and answers a question of four answers."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WINDOWS
from tests.browser.test_class_calls import lesson

__all__ = ["lesson"]


@pytest.mark.slow
def test_work_is_handed_in_with_one_button_and_four_answers_are_typed(lesson, axe, shot):
    _, teacher, join, open_page = lesson
    one, other = join(**WINDOWS["phone"]), join(**WINDOWS["dark"])

    open_page(teacher, "classroom/plans/catch_up_teacher")
    teacher.get_by_text("Without it, in ten minutes").click()
    expect(teacher.get_by_text("Minute 0 to 10, instead of Begin")).to_be_visible()
    shot(teacher, "plan_without_homework")
    open_page(one, "classroom/plans/catch_up_student")
    expect(one.get_by_text("Your Charge · turn 1")).to_be_visible()  # no janken before it
    shot(one, "plan_game_begins_phone")

    open_page(other, "classroom/card")
    other.locator("#tb-at-name").fill("Moss Warden")
    expect(other.get_by_role("region", name="The card", exact=True)).to_contain_text("Moss Warden")
    other.get_by_role("button", name="40 deals").click()
    expect(other.get_by_text("games with it")).to_be_visible(timeout=60_000)
    other.get_by_role("button", name="Hand in").click()
    expect(other.get_by_text("Handed in. Your teacher finds it")).to_be_visible()
    shot(other, "card_handed_in_dark")

    open_page(one, "classroom/own_game")
    one.get_by_role("button", name="Hand in").click()
    expect(one.get_by_text("Not handed in: nothing is changed yet.")).to_be_visible()
    one.get_by_role("button", name="Compost").first.click()
    one.get_by_role("button", name="Hand in").click()
    expect(one.get_by_text("Handed in. Your teacher finds it")).to_be_visible()
    shot(one, "game_handed_in_phone")

    open_page(teacher, "classroom/ask")
    teacher.get_by_text("A question of your own").click()
    teacher.get_by_label("Question", exact=True).fill("Which rule helps the one behind?")
    for letter, text in zip("ABCD", ("Cores to the hand", "The wait", "Blocking", "None"), strict=True):
        teacher.get_by_label(f"Answer {letter}").fill(text)
    teacher.locator(".tb-ask-typed").get_by_role("button", name="Put it to the class").click()
    for page, text in ((one, "Blocking"), (other, "None")):
        led = page.locator("#tebiki-led")
        expect(led).to_contain_text("asks the class a question")
        led.get_by_role("button", name="Go there").click()
        page.frame_locator("#tebiki-question iframe").get_by_role("button", name=text).click()
    expect(teacher.locator(".tb-ask-count p > span")).to_have_text(["2 answered", "2 here", "2 joined"])
    teacher.get_by_role("button", name="Close and show").click()
    expect(teacher.locator(".tb-ask-bar b")).to_have_text(["0", "0", "1", "1"])
    shot(teacher, "ask_four_typed")
    shot(one, "ask_four_typed_phone", full=False)

    open_page(teacher, "classroom/report")
    handed = teacher.locator(".tb-rep-handed")
    expect(handed.filter(has_text="Moss Warden")).to_have_count(1)
    expect(handed.filter(has_text="Our game")).to_have_count(1)
    expect(teacher.locator(".tb-rep-work")).to_contain_text("Which rule helps the one behind?")
    shot(teacher, "report_handed_in")
    assert axe(teacher) == []
