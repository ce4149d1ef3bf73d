"""Ask the class, from the question on the projector to the answer on a phone that was away for a while."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tornado.web import create_signed_value

from tests.browser.conftest import READY, ROOT, until

LOW = {"width": 1024, "height": 768}
WHOLE = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def lesson(serve, tmp_path, new_page):
    """A class: its address, and the teacher's window with the page open."""
    home = tmp_path / "home"
    words = ("class", "7b", "--no-browser", "--address", "127.0.0.1", "--port", "{port}", "--folder", str(ROOT))
    url = serve("tutor.commands.cli", *words, TEBIKI_HOME=str(home))
    kept = json.loads((home / "classes" / "7b" / "class.json").read_text(encoding="utf-8"))
    name = f"tebiki-teacher-{urlsplit(url).port}"
    signed = create_signed_value(kept["secret"], name, "teacher").decode()
    page = new_page(viewport=LOW)
    page.context.add_cookies([{"name": name, "value": signed, "url": url}])
    page.goto(f"{url}/voila/render/notebooks/classroom/ask.ipynb")
    page.wait_for_selector(READY)
    return url, kept["code"], page


def test_a_question_is_asked_answered_and_played(lesson, phone, axe, shot, browser_errors):
    url, code, page = lesson
    phone.goto(f"{url}/ask?code={code}")
    phone.locator(".name").first.click()
    phone.wait_for_url("**/class")
    phone.goto(f"{url}/ask")
    expect(phone.get_by_role("heading", name="No question yet")).to_be_visible()

    page.get_by_label("Chapter").select_option(label="Attacking and breaking cores")
    page.get_by_role("button", name="What is destroyed?").click()
    expect(page.locator(".tb-child .tb-board")).to_be_visible()
    until(page, "document.querySelector('.tb-child .tb-area-field .tb-card').getBoundingClientRect().width >= 80")
    until(page, WHOLE)
    assert page.get_by_role("img", name="QR code").is_visible()
    assert axe(page) == []

    gatekeeper = phone.get_by_role("button", name="Reef Gatekeeper")
    gatekeeper.click()
    expect(phone.locator("#foot")).to_contain_text("Answered.")
    expect(page.get_by_text("1 of 1")).to_be_visible()
    assert axe(phone) == []
    shot(phone, "ask_phone")
    shot(page, "ask_open")

    phone.context.set_offline(True)  # it sleeps, or the network is gone
    phone.get_by_role("button", name="Nothing").click()
    expect(phone.locator("#foot")).to_contain_text("On its way.")
    phone.context.set_offline(False)
    expect(phone.locator("#foot")).to_contain_text("Answered.")
    browser_errors.clear()  # the browser tells of each try without a network
    phone.reload()
    expect(phone.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")

    told = page.get_by_text("A block replaces the whole attack by one battle.")
    assert page.locator(".tb-ask-bar").count() == 0
    assert told.count() == 0
    page.get_by_role("button", name="Close, then talk").click()
    expect(phone.locator("#foot")).to_contain_text("Talk about it")
    page.get_by_role("button", name="Ask again").click()
    gatekeeper.click()
    expect(page.get_by_text("1 of 1")).to_be_visible()
    page.get_by_role("button", name="Enter raised cards").click()
    page.get_by_label("Cards raised for D").fill("3")
    page.get_by_role("button", name="Count them").click()
    expect(page.get_by_text("4 of 4")).to_be_visible()
    page.get_by_role("button", name="Close and play").click()
    expect(told).to_be_visible()
    bars = page.locator(".tb-ask-bar b")
    assert bars.all_text_contents() == ["0", "1", "0", "0", "0", "0", "1", "3"]  # of each answer, round by round
    expect(page.locator(".tb-ask-at")).to_have_text("2 of 8")  # it plays by itself
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".tb-ask-at")).to_have_text("3 of 8")
    until(page, WHOLE)
    assert axe(page) == []
    shot(page, "ask_played")
    expect(phone.locator("#foot")).to_contain_text("Right.")
    expect(phone.locator("#told")).to_contain_text("ALT-12.9")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in (page, phone):
        one.emulate_media(color_scheme="dark")
        assert axe(one, look="dark") == []
    page.get_by_role("button", name="Another question").click()
    page.get_by_label("Chapter").select_option(label="Your first game")
    page.get_by_role("button", name="How many cores are left").click()
    expect(phone.get_by_role("heading", name="How many cores are left")).to_be_visible()
    filled = "document.querySelector('.tb-ask-board').clientWidth - {}.getBoundingClientRect().width"
    until(page, filled.format("document.querySelector('.tb-child .tb-board')") + " < 4")  # as large as the first one
    expect(phone.get_by_role("button", name="5")).to_have_attribute("aria-pressed", "false")
