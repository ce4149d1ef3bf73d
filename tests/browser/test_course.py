"""The pages of a course, in the real app: the path and what comes next."""

from playwright.sync_api import expect

LOOKS = {"light": (1366, 900), "dark": (1366, 900), "phone": (390, 844)}


def looked_at(page, axe, shot, name):
    """Look at a page in light, in the dark and as wide as a phone: nothing serious, nothing cut off."""
    for look, (width, height) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        page.locator(".tb-phone" if look == "phone" else ".tb-wide").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), look
        assert axe(page) == [], look
        shot(page, f"{name}_{look}")


def test_home_leads_to_a_course_and_the_course_to_its_lesson(page, visit, axe, shot):
    visit(page)
    page.get_by_role("link", name="Course: ChaosTCG").click()
    page.get_by_role("heading", name="The path").wait_for()
    now = page.locator("[aria-current=step]")
    expect(now.get_by_role("heading", level=3)).to_have_text("Your first game")
    expect(page.get_by_role("link", name="2 Card anatomy: 0 known", exact=False)).to_be_visible()
    looked_at(page, axe, shot, "course")
    page.set_viewport_size({"width": 1366, "height": 900})
    page.get_by_role("link", name="Begin", exact=True).click()
    page.wait_for_url("**/chaos/01_first_game.ipynb?step=*")
    page.get_by_role("link", name="ChaosTCG").click()  # the line at the top leads back
    page.get_by_role("heading", name="The path").wait_for()
