"""A teacher calls the class: nothing that is under way is lost, and learners hear of the end."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tornado.web import create_signed_value

from tests.browser.conftest import READY, ROOT, WINDOWS
from tests.tutor.test_class_server import Running
from tutor.app.server import LOCAL_HOST

PATIENCE = 60_000
"""Milliseconds for a page with a kernel to open."""


@pytest.fixture
def lesson(serve, tmp_path_factory, new_page):
    """A class with a teacher, and a function that lets a learner join."""
    folder = tmp_path_factory.mktemp("class") / "classes" / "7b"
    words = ("class", "7b", "--no-browser", "--address", "127.0.0.1", "--port", "{port}", "--folder", str(ROOT))
    url = serve("tutor.commands.cli", *words, TEBIKI_HOME=str(folder.parent.parent))
    kept = json.loads((folder / "class.json").read_text(encoding="utf-8"))
    name = f"tebiki-teacher-{urlsplit(url).port}"
    teacher = new_page(own=True, viewport={"width": 1280, "height": 720})
    signed = create_signed_value(kept["secret"], name, "teacher").decode()
    teacher.context.add_cookies([{"name": name, "value": signed, "url": url}])

    def join(**window):
        one = new_page(own=True, **window)
        one.goto(f"{url}/join?code={kept['code']}")
        one.locator(".name").first.click()
        one.wait_for_url("**/class")
        return one

    def open_page(page, path):
        page.goto(f"{url}/voila/render/notebooks/{path}.ipynb")
        page.wait_for_selector(READY, timeout=PATIENCE)

    return url, teacher, join, open_page


def make_moves(page, count=2):
    """Make moves on the first board of a page, and return the log."""
    board = page.locator(".tb-stage.tb-play").first
    for number in range(1, count + 1):
        before = board.get_attribute("data-stamp")
        board.locator(".tb-actions button").first.click()
        page.wait_for_function("([one, stamp]) => one.dataset.stamp !== stamp", arg=[board.element_handle(), before])
        assert number
    return board.locator(".tb-log, .tb-events").first.inner_text()


@pytest.mark.slow
def test_a_call_takes_nothing_from_a_learner(lesson, axe, shot):
    url, teacher, join, open_page = lesson
    player, idle = join(), join(**WINDOWS["phone"])
    open_page(player, "classroom/plans/chance_and_skill_student")
    make_moves(player)

    teacher.goto(f"{url}/class/teacher")
    expect(teacher.locator(".people .here")).to_have_count(2)
    open_page(teacher, "classroom/ask")
    expect(teacher.locator(".tb-class-link")).to_have_text("7b · 2 here")
    shot(teacher, "ask_choose", full=False)
    teacher.locator(".tb-ask-selects select").first.select_option(label="Lesson plans")
    teacher.locator(".tb-ask-list button", has_text="Chaos").first.click()

    inside = idle.frame_locator("#tebiki-question iframe")
    inside.locator("#choices button").nth(1).click(timeout=20_000)
    banner = player.locator("#tebiki-led")
    expect(banner).to_contain_text("Your teacher asks the class a question.")
    shot(player, "called_in_a_game", full=False)
    shot(idle, "question_over_page", full=False)
    player.wait_for_timeout(9_500)  # longer than a learner who does nothing is waited for
    expect(banner).to_be_visible()
    expect(player.locator("#tebiki-question")).to_have_count(0)
    banner.get_by_role("button", name="Go there").click()
    player.frame_locator("#tebiki-question iframe").locator("#choices button").first.click()
    expect(teacher.locator(".tb-ask-count p > span")).to_have_text(["2 answered", "2 here", "2 joined"])
    shot(teacher, "ask_open", full=False)
    teacher.get_by_role("button", name="Close, then talk").click()
    expect(teacher.get_by_role("button", name="What is right")).to_be_visible()
    teacher.get_by_role("button", name="What the class said").click()
    teacher.set_viewport_size({"width": 1920, "height": 1080})
    shot(teacher, "ask_closed_1920", full=False)
    teacher.get_by_role("button", name="What is right").click()
    inside.locator("#told p").first.wait_for()
    told = inside.locator("#told p").all_inner_texts()
    assert sorted(set(told)) == sorted(told)
    shot(idle, "told_phone", full=False)
    player.get_by_role("button", name="Back to what you did").click()
    expect(player.locator(".tb-stage.tb-play").first).to_have_attribute("data-playing", "")
    teacher.get_by_role("button", name="Another question").click()
    shot(player, "back_in_the_game", full=False)


def test_who_is_sent_out_and_the_end_of_a_class_are_told(tmp_path, new_page, axe, shot, browser_errors):
    room = Running(tmp_path)
    address = f"http://{LOCAL_HOST}:{room.port}"
    try:
        one, other = (new_page(own=True, **window) for window in (WINDOWS["phone"], WINDOWS["dark"]))
        for page in (one, other):
            page.goto(f"{address}/join?code={room.code}")
            page.locator(".name").first.click()
            page.wait_for_url("**/class")
        teacher = new_page(own=True, viewport={"width": 1280, "height": 720})
        teacher.goto(f"{address}/class/teacher?token={room.token}")
        teacher.get_by_label("Open for everybody").select_option(label="Decks and the deal · Core of Altaria")
        teacher.get_by_role("button", name="Open", exact=True).click()
        expect(one.locator("#tebiki-led")).to_contain_text("Decks and the deal · Core of Altaria")
        for page in (one, other):
            page.get_by_role("button", name="Stay here").click()
        expect(teacher.locator("#opened")).to_contain_text("Decks and the deal · Core of Altaria · 0 of 2 are there")
        expect(teacher.locator(".people .elsewhere .page")).to_have_text(["elsewhere: Overview"] * 2)
        one.reload()
        expect(one.get_by_role("link", name="The page your teacher opened")).to_be_visible()
        shot(teacher, "teacher_opened", full=False)

        teacher.get_by_role("button", name="Send").first.click()
        asked = teacher.get_by_role("dialog")
        expect(asked.get_by_role("button")).to_have_text(["Send out", "Cancel"])
        asked.get_by_role("button", name="Send out").click()
        left = one.locator("#tebiki-end")
        expect(left).to_contain_text("You are not in this class any more")
        assert axe(one) == []
        shot(one, "sent_out_phone", full=False)
        left.get_by_role("button", name="Join again").click()
        expect(one.get_by_role("heading", name="Join the class")).to_be_visible()

        teacher.route("**/class/teacher/do", lambda route: route.abort())
        teacher.get_by_role("button", name="Close the class").click()
        asked.get_by_role("button", name="Close the class").click()
        expect(teacher.locator("#note")).to_have_text("Tebiki does not answer. Is it still running?")
        expect(teacher.get_by_role("alert")).to_have_count(0)  # a call that is lost closes nothing
        teacher.unroute("**/class/teacher/do")
        teacher.get_by_role("button", name="Close the class").click()
        asked.get_by_role("button", name="Close the class").click()
        expect(other.locator("#tebiki-end")).to_contain_text("Your teacher has closed the class.")
        shot(other, "class_over_dark", full=False)
        expect(teacher.get_by_role("alert")).to_contain_text("You have closed the class")
        expect(teacher.get_by_role("button")).to_have_count(0)
        assert axe(teacher) == []
        shot(teacher, "class_over_teacher", full=False)
        assert room.process.wait(20) == 0
        room.start()  # the class is opened again, and the page takes itself up again
        expect(other.locator("#tebiki-end")).to_have_count(0, timeout=20_000)
        expect(other.locator(".doors")).to_be_visible()
        for page in (one, other, teacher):
            page.goto("about:blank")  # otherwise a page asks for something while the server is going
        browser_errors.clear()  # the 403 of who was sent out, and requests made while the class was ending
    finally:
        room.process.kill()
