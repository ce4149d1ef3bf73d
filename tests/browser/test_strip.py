"""The slow-motion strip: operated with the keyboard, read in the text view, and on a phone."""

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
    expect(frames.nth(1)).to_contain_text("Nothing to do here.")  # the player has no ability that waits
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


def test_a_strip_of_eight_frames_is_seen_whole_on_a_laptop(page, visit):
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "chaos/07_end_and_losing.ipynb", step=2)
    expect(page.locator(".tb-frame")).to_have_count(8)
    bottoms = "() => ['.tb-slow', '.tb-dock'].map((one) => document.querySelector(one).getBoundingClientRect())"
    strip, dock = page.evaluate(f"({bottoms})().map((one) => [one.top, one.bottom])")
    assert strip[1] <= dock[0] + 1
    for number in range(1, 11):
        page.keyboard.press(".")
        expect(page.locator(".tb-at")).to_have_text(f"{number} of 17")
    strip, dock = page.evaluate(f"({bottoms})().map((one) => [one.top, one.bottom])")
    assert strip[1] <= dock[0] + 1
    expect(page.locator(".tb-frame-now .tb-line-now")).to_be_visible()


def test_on_a_phone_the_strip_comes_before_the_board_and_into_view(phone, visit):
    visit(phone, "chaos/07_end_and_losing.ipynb", step=2)
    phone.keyboard.press(".")
    for number in range(1, 8):
        expect(phone.locator(".tb-at")).to_have_text(f"{number} of 17")
        phone.keyboard.press(".")
    expect(phone.locator(".tb-at")).to_have_text("8 of 17")
    line = phone.locator(".tb-frame-now .tb-line-now")
    expect(line).to_be_in_viewport()
    tops = phone.evaluate(
        "['.tb-slow', '.tb-board'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    )
    assert tops[0] < tops[1]
