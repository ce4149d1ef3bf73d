"""Features that older browsers lack are polyfilled, or a sentence says that the browser is too old.

These tests use a new browser and remove a feature from it before a page loads, so that `older.js` finds it missing.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import READY

LESSON = "altaria/04_attacking.ipynb"
WITHOUT_STYLES = """
const supports = CSS.supports;
CSS.supports = (...asked) => !LACKS.test(asked.join(":")) && supports.call(CSS, ...asked);
"""
BOXES = """() => [...document.querySelectorAll(".tb-root, .tb-root *")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.localName, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(" ");
})"""
STYLES = "[...document.querySelectorAll('style')].map((one) => one.textContent).join('')"


@pytest.fixture
def lacking(new_page):
    """A function that returns a page whose browser lacks a feature, which a script removes before any other runs."""

    def make(script, **options):
        page = new_page(own=True, **options)
        page.add_init_script(script)
        return page

    return make


@pytest.mark.sample("altaria/play.ipynb")
@pytest.mark.parametrize("path", ["index.ipynb", LESSON, "altaria/play.ipynb", "classroom/index.ipynb"])
def test_a_page_looks_the_same_without_has(page, lacking, visit, path):
    visit(page, path)
    expected = page.evaluate(BOXES)
    assert ":has(" in page.evaluate(STYLES)
    other = visit(lacking(WITHOUT_STYLES.replace("LACKS", "/:has/")), path)
    assert ":has(" not in other.evaluate(STYLES)
    assert other.locator("[data-has]").count() > 0
    assert other.evaluate(BOXES) == expected


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_has_plain_colours_where_none_are_mixed(lacking, visit, scheme):
    page = visit(lacking(WITHOUT_STYLES.replace("LACKS", "/color-mix/"), color_scheme=scheme), LESSON)
    assert "color-mix(" not in page.evaluate(STYLES)
    face = page.locator(".tb-card").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert face.startswith("rgb(")
    assert page.locator(".tb-root").first.evaluate("one => getComputedStyle(one).colorScheme") == scheme


def test_what_opens_over_the_page_opens_and_closes(lacking, visit):
    page = visit(lacking("delete HTMLElement.prototype.showPopover; delete HTMLElement.prototype.hidePopover"), LESSON)
    button = page.locator("button[popovertarget]").last
    opened = page.locator("[popover=auto][data-popover-open]")
    button.dispatch_event("click")
    expect(opened).to_have_count(1)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


def test_a_page_opens_without_what_its_libraries_ask_for(lacking, visit):
    page = visit(lacking("delete AbortSignal.any; delete Promise.withResolvers"), LESSON)
    expect(page.locator(".tb-card").first).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("en", "too old for Tebiki"), ("ja", "古いため")])
def test_a_browser_that_is_too_old_is_told(lacking, app_url, language, words):
    page = lacking("delete Array.prototype.toSorted")
    page.goto(f"{app_url}/?lang={language}")
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()


def test_a_browser_that_is_new_enough_is_told_nothing(page, visit):
    visit(page)
    page.wait_for_selector(READY)
    assert page.locator(".tebiki-too-old, [data-has], [data-popover-open]").count() == 0
