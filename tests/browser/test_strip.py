"""The slow-motion strip: gone through with keys, told in the text view, and on a phone."""

from playwright.sync_api import expect

PAGE = "chaos/06_check_timing.ipynb"


def test_the_strip_is_gone_through_with_keys(page, visit, axe):
    visit(page, PAGE, step=2)
    frames = page.locator(".tb-frame")
    expect(frames).to_have_count(6)
    expect(page.locator(".tb-frame-later")).to_have_count(6)
    for number in range(1, 7):
        page.keyboard.press(".")
        expect(page.locator(".tb-at")).to_have_text(f"{number} of 12")
    expect(frames.nth(0)).to_have_attribute("aria-current", "step")
    expect(frames.nth(0)).to_contain_text("Rule processes happen at once")
    page.keyboard.press(",")
    expect(page.locator(".tb-frame-now")).to_have_count(0)
    page.locator(".tb-slow").focus()
    for number in range(6, 13):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tb-at")).to_have_text(f"{number} of 12")
    expect(frames.nth(1)).to_contain_text("Nothing to do here.")  # you have no ability that waits
    expect(frames.nth(3)).to_contain_text("auto ability of Kite Signal Sorane is played")
    assert axe(page, ".tb-slow") == []
    frames.nth(3).get_by_role("button").click()
    expect(page.locator(".tb-at")).to_have_text("10 of 12")
    page.keyboard.press("t")
    expect(page.locator(".tb-text")).to_be_visible()
    expect(frames.nth(3)).to_contain_text("auto ability of Kite Signal Sorane is played")


def test_on_a_phone_the_frame_on_screen_is_in_view(phone, visit):
    visit(phone, PAGE, step=4)
    for number in range(1, 20):
        phone.keyboard.press(".")
        expect(phone.locator(".tb-at")).to_have_text(f"{number} of 24")
    now = phone.locator(".tb-frame-now")
    expect(now).to_contain_text("C4")
    assert now.evaluate("el => el.getBoundingClientRect().right <= innerWidth")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
