"""Home, the rulebook and a whole game, in the real app with a real mouse."""

import pytest

SIZES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("look", SIZES)
def test_home_shows_five_games_and_leads_to_a_lesson(new_page, visit, axe, shot, look):
    page = visit(new_page(**SIZES[look]))
    page.get_by_role("heading", name="Learn a card game by playing it.").wait_for()
    assert page.locator(".tb-game").count() == 5
    assert page.locator(".tb-closed").get_by_text("In preparation").count() == page.locator(".tb-closed").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"home_{look}")
    assert "04_attacking" in page.locator(".tb-go-on a").get_attribute("href")


def test_home_leads_to_the_rulebook_and_back(page, visit):
    visit(page)
    page.get_by_role("link", name="Rulebook").first.click()
    page.get_by_role("heading", name="Rulebook of").wait_for()
    page.get_by_role("link", name="Tebiki").click()
    page.get_by_role("heading", name="Five games").wait_for()


@pytest.mark.parametrize("look", SIZES)
def test_rulebook_looks_well_and_a_demonstration_steps(new_page, visit, axe, shot, look):
    page = visit(new_page(**SIZES[look]), "altaria/rulebook.ipynb", clause="ALT-11.8")
    page.get_by_role("heading", name="Unit attack").wait_for()
    page.locator(".tb-child .tb-board").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".tb-at", has_text="1 of").wait_for()
    assert page.locator(".tb-child .tb-tone-refused h3").first.text_content()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"rulebook_{look}")
    if look == "phone":
        page.locator(".tb-child .tb-close").click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".tb-at", has_text="2 of").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".tb-at", has_text="1 of").wait_for()


def test_a_demonstration_that_is_left_goes_for_good(page, visit):
    """What is drawn watches its own width: as many watch after many demonstrations as after the first."""
    page.add_init_script("""
        window.watching = 0;
        const { observe, disconnect } = ResizeObserver.prototype;
        ResizeObserver.prototype.observe = function (...what) { window.watching += 1; return observe.apply(this, what); };
        ResizeObserver.prototype.disconnect = function () { window.watching -= 1; return disconnect.call(this); };
    """)
    visit(page, "altaria/rulebook.ipynb", clause="ALT-11.8")
    page.locator(".tb-child .tb-board").wait_for()
    watching = page.evaluate("window.watching")
    for _ in range(3):
        page.locator("[data-id='ALT-1.1']").click()
        page.locator(".tb-child .tb-board").wait_for(state="detached")
        page.locator("[data-id='ALT-11.8']").click()
        page.locator(".tb-child .tb-board").wait_for()
    assert page.evaluate("window.watching") == watching


def test_rulebook_search_by_word_number_and_japanese(page, visit):
    visit(page, "altaria/rulebook.ipynb")
    words = page.get_by_label("Search the rulebook")
    rows = page.locator(".tb-row-button")
    everything = rows.count()
    for text, id in (("bulwark block", "ALT-12.3"), ("alt-13.4", "ALT-13.4"), ("防御", "ALT-12.3")):
        words.fill(text)
        page.wait_for_function("count => document.querySelectorAll('.tb-row-button').length < count", arg=everything)
        assert page.locator(f"[data-id='{id}']").count() == 1, text
    words.fill("no such words")
    page.get_by_text("Nothing has all of these words").wait_for()
    words.fill("")
    page.get_by_label("Section").select_option("13")
    assert 0 < rows.count() < everything


def test_rulebook_by_keyboard_and_by_chips(page, visit):
    visit(page, "altaria/rulebook.ipynb", clause="ALT-11.8")
    page.locator("[data-id='ALT-11.8']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("[data-id='ALT-11.9'].tb-on").wait_for()
    page.wait_for_function("location.search.includes('clause=ALT-11.9')")
    page.locator(".tb-row-button.tb-on").press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-id='ALT-11.8'].tb-on").wait_for()
    page.locator(".tb-child .tb-event .tb-clause:not(:text('ALT-11.8'))").first.click()
    page.wait_for_function("!location.search.includes('ALT-11.8')")


# A whole game.


def decide(page):
    """Make one sensible move with the mouse: attack when it is possible, else the first button or card."""
    button = page.locator(".tb-question .tb-actions button:not(.tb-pale)")
    target = page.locator(".tb-is-choosable > button[data-ref], button.tb-zone-target[data-ref]")
    actor = page.locator(".tb-is-legal > button[data-ref]")
    corner = {"position": {"x": 9, "y": 24}}
    if target.count():
        target.first.click(**corner)
    elif actor.count():
        actor.last.click(**corner)
        page.locator(".tb-is-selected").wait_for()
        if target.count():
            target.first.click(**corner)
        else:
            button.first.click()
    else:
        button.first.click()


def stamp(page):
    """What changes with every answer of the game: the log and the question."""
    return page.evaluate(
        "document.querySelector('.tb-events ol').innerText + document.querySelector('.tb-question').innerText"
    )


def test_a_whole_game_with_the_mouse(page, visit, axe, shot):
    visit(page, "altaria/play.ipynb", you="hearth", rival="tide", bot="beginner", first="you", seed=11)
    page.locator(".tb-board").wait_for()
    for _ in range(400):
        if page.locator("[data-control=again]").count():
            break
        before = stamp(page)
        decide(page)
        page.wait_for_function(
            "before => document.querySelector('.tb-events ol').innerText"
            " + document.querySelector('.tb-question').innerText !== before",
            arg=before,
        )
    page.get_by_role("button", name="Play again").wait_for()
    told = page.locator(".tb-question h3").inner_text()
    assert "win" in told
    assert page.locator(".tb-feedback .tb-clause").count()
    assert axe(page) == []
    shot(page, "play_over")
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("[data-control=look]", state="detached")
    page.get_by_role("button", name="Play again").click()
    page.locator(".tb-question h3", has_text="Charge").wait_for()


def test_undo_hint_why_and_a_refused_try(page, visit, shot):
    visit(page, "altaria/play.ipynb", first="you", seed=4)
    lines = page.locator(".tb-event")
    lines.first.wait_for()
    count = lines.count()
    page.get_by_role("button", name="Charge nothing").click()
    page.locator(".tb-question h3", has_text="Main Phase").wait_for()
    assert lines.count() > count
    page.get_by_role("button", name="Undo").click()
    page.locator(".tb-question h3", has_text="Charge").wait_for()
    assert lines.count() == count

    page.get_by_role("button", name="Hint").click()
    page.get_by_role("heading", name="A careful player would").wait_for()

    page.locator(".tb-event .tb-link").first.click()
    page.locator(".tb-why-answer blockquote").wait_for()
    page.locator(".tb-graph", has_text="Where it happened").wait_for()
    shot(page, "play_why")

    page.locator("[data-ref='0.hand.0']").click(position={"x": 9, "y": 24})
    page.get_by_role("button", name="Summon, not legal now").or_(
        page.get_by_role("button", name="Activate, not legal now")
    ).or_(page.get_by_role("button", name="Place, not legal now")).first.click()
    page.locator(".tb-tone-refused .tb-clause").first.wait_for()
    assert lines.count() == count


@pytest.mark.parametrize("look", SIZES)
def test_the_choices_and_the_game_look_well(new_page, visit, axe, shot, look):
    page = visit(new_page(**SIZES[look]), "altaria/play.ipynb")
    assert axe(page) == []
    shot(page, f"setup_{look}")
    page.get_by_role("group", name="Who begins?").get_by_text("You", exact=True).click()
    page.get_by_role("group", name="Your deck").get_by_text("Tide", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".tb-board").wait_for()
    page.locator(".tb-graph").wait_for()
    assert "Tide against" in page.locator(".tb-title").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"play_{look}")
