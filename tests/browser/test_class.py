"""A class in the browser: a phone joins with the code, and the teacher sees it, stops joining, and closes the class."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import WINDOWS
from tests.tutor.test_class_server import Running
from tutor.app.server import LOCAL_HOST

CODE_FITS = """() => {
  const code = document.querySelector('.bigcode'), room = code.closest('.invite').getBoundingClientRect();
  const before = code.textContent, letters = document.createRange();
  code.textContent = 'WMW-MWM';
  letters.selectNodeContents(code);
  const { right } = letters.getBoundingClientRect();
  code.textContent = before;
  return right <= room.right - 16;
}"""
"""True if the widest possible code fits on its sheet."""


def no_wider_than_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_phone_joins_and_the_teacher_sees_it(
    tmp_path: Path, new_page: Callable[..., Page], axe: Callable[..., list[str]], browser_errors: list[str]
) -> None:
    room = Running(tmp_path)
    address = f"http://{LOCAL_HOST}:{room.port}"
    try:
        phone = new_page(own=True, **WINDOWS["phone"])
        phone.goto(address)
        phone.get_by_label("Code").fill("zzz-zzz")
        phone.keyboard.press("Enter")
        expect(phone.get_by_role("alert")).to_contain_text("This is not the code")
        browser_errors.clear()  # the browser reports the 403
        assert axe(phone) == []
        phone.get_by_label("Code").fill(room.code.lower())
        phone.keyboard.press("Enter")
        names = phone.locator(".name")
        expect(names).to_have_count(6)
        assert axe(phone) == []
        assert no_wider_than_the_window(phone)
        name = names.first.inner_text()
        names.first.click()
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Hello, {name}")
        assert axe(phone) == []
        assert no_wider_than_the_window(phone)

        teacher = new_page(own=True)
        teacher.goto(f"{address}/class/teacher?token={room.token}")
        expect(teacher).to_have_url(f"{address}/class/teacher")  # the token is removed from the address
        expect(teacher.locator(".bigcode")).to_have_text(room.code)
        expect(teacher.locator(".people .here .nick")).to_have_text([name])
        assert axe(teacher) == []
        for width, height in ((1920, 1080), (1280, 800), (1024, 768), (390, 844)):
            teacher.set_viewport_size({"width": width, "height": height})
            assert teacher.evaluate(CODE_FITS), width
            assert no_wider_than_the_window(teacher)
        teacher.emulate_media(color_scheme="dark")
        assert axe(teacher, look="dark") == []

        teacher.get_by_role("button", name="Close the door").click()
        expect(teacher.get_by_text("nobody else can join")).to_be_visible()
        late = new_page(own=True, **WINDOWS["phone"])
        late.goto(f"{address}/join?code={room.code}")
        expect(late.get_by_role("heading", level=1)).to_have_text("The door is closed")

        teacher.get_by_role("button", name="Close the class").click()
        teacher.get_by_role("dialog").get_by_role("button", name="Close the class").click()
        expect(teacher.get_by_role("alert")).to_contain_text("You have closed the class")
        for page in (phone, late, teacher):  # a page of a closed class keeps asking whether it is open again
            page.goto("about:blank")
        assert room.process.wait(20) == 0
        browser_errors.clear()  # requests made while the class was ending
    finally:
        room.process.kill()
