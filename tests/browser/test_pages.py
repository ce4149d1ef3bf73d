"""Home, the rulebook and whole games, in the real app with a real mouse."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import engines
from tests.browser.conftest import READY, WINDOWS, until
from tutor.boards.presentation import load_look as look_of
from tutor.boards.presentation import playable_games

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
GAMES = [name for name in playable_games() if (NOTEBOOKS / name / "play.ipynb").exists()]


@pytest.mark.sample("light")
@pytest.mark.parametrize("look", WINDOWS)
def test_home_shows_five_games_and_leads_to_a_lesson(new_page, fresh_url, axe, shot, look):
    page = new_page(**WINDOWS[look])
    page.goto(fresh_url)
    page.wait_for_selector(READY)
    page.get_by_role("heading", name="Learn a card game by playing it.").wait_for()
    assert page.locator(".tb-game").count() == 5
    assert page.locator(".tb-closed").get_by_text("In preparation").count() == page.locator(".tb-closed").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"home_{look}")
    assert "00_four_cores" in page.locator(".tb-go-on a").get_attribute("href")


def test_progress_is_brought_in_from_a_file(page, visit, tmp_path):
    path = tmp_path / "mine.jsonl"
    visit(page)
    for text, told in (
        ("no progress at all\n", "not a progress file"),
        ("x" * 11_000_000, "too large to be brought in: 11 MB"),
        (('"' * 999 + "\n") * 6_900, "not a progress file"),  # the largest that fits into one message
    ):
        path.write_text(text, encoding="utf-8")
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Bring in").click()
        chooser.value.set_files(path)
        page.get_by_role("status").get_by_text(told).wait_for()


def test_home_leads_to_the_rulebook_and_back(page, visit):
    visit(page)
    page.get_by_role("link", name="Course").first.click()
    page.get_by_role("link", name="Rulebook", exact=True).click()
    page.get_by_role("heading", name="Rulebook of").wait_for()
    page.get_by_role("link", name="Tebiki").click()
    page.get_by_role("heading", name="Five games").wait_for()


def test_a_note_on_other_editions_leads_to_its_house_rule_in_the_lab(page, visit, axe, shot):
    visit(page, "star_wars/rulebook.ipynb", clause="SW-12.10")
    page.get_by_text("Later printings let the losing unit retreat, untapped.").wait_for()
    assert axe(page) == []
    shot(page, "rulebook_other_editions")
    page.get_by_role("link", name="The loser of a contest retreats untapped").click()
    page.get_by_role("button", name=re.compile("^Play .* pairs")).wait_for()
    page.get_by_text("The loser of a contest retreats untapped").first.wait_for()
    assert "rules=loser_retreats" in page.url


@pytest.mark.sample("dark")
@pytest.mark.parametrize("look", WINDOWS)
def test_rulebook_looks_well_and_a_demonstration_steps(new_page, visit, axe, shot, look):
    page = visit(new_page(**WINDOWS[look]), "altaria/rulebook.ipynb", clause="ALT-11.8")
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


@pytest.mark.sample
def test_a_demonstration_that_is_left_goes_for_good(new_page, visit):
    """The drawing observes its own width; there are as many observers after many demonstrations as after the first."""
    page = new_page(own=True)
    page.add_init_script("""
        window.watchers = new Set();
        const { observe, disconnect } = ResizeObserver.prototype;
        ResizeObserver.prototype.observe = function (...what) {
            window.watchers.add(this);
            return observe.apply(this, what);
        };
        ResizeObserver.prototype.disconnect = function () {
            window.watchers.delete(this);
            return disconnect.call(this);
        };
    """)
    visit(page, "altaria/rulebook.ipynb", clause="ALT-11.8")
    page.locator(".tb-child .tb-board").wait_for()
    watching = page.evaluate("window.watchers.size")
    for _ in range(3):
        page.locator("[data-id='ALT-1.1']").click()
        page.locator(".tb-child .tb-board").wait_for(state="detached")
        page.locator("[data-id='ALT-11.8']").click()
        page.locator(".tb-child .tb-board").wait_for()
    assert page.evaluate("window.watchers.size") == watching


def test_rulebook_search_by_word_number_and_japanese(page, visit):
    visit(page, "altaria/rulebook.ipynb")
    words = page.get_by_label("Search the rulebook")
    rows = page.locator(".tb-row-button")
    everything = rows.count()
    for text, id in (("bulwark block", "ALT-12.3"), ("alt-13.4", "ALT-13.4"), ("防御", "ALT-12.3")):
        words.fill(text)
        until(page, "count => document.querySelectorAll('.tb-row-button').length < count", arg=everything)
        assert page.locator(f"[data-id='{id}']").count() == 1, text
    words.fill("no such words")
    page.get_by_text("Nothing has all of these words").wait_for()
    words.fill("")
    page.get_by_label("Section").select_option("13")
    assert 0 < rows.count() < everything


def test_rulebook_search_has_titles_first_and_the_words_in_the_text(page, visit):
    visit(page, "altaria/rulebook.ipynb", clause="ALT-1.1")
    words, entry = page.get_by_label("Search the rulebook"), page.locator(".tb-book-entry")
    words.fill("lurk")
    page.get_by_text("Choose a clause on the left.").wait_for()
    groups = page.locator(".tb-book-rows section")
    assert groups.locator("h2").all_inner_texts() == ["In the title", "In the text"]
    assert all("lurk" in title.lower() for title in groups.nth(0).locator(".tb-row-title").all_inner_texts())
    assert all("lurk" in text.lower() for text in groups.nth(1).locator("small").all_inner_texts())
    assert groups.nth(1).locator("li").count() == groups.nth(1).locator("small:has(mark)").count()
    groups.nth(1).locator(".tb-row-button").first.click()
    entry.get_by_role("heading", level=2).wait_for()
    words.fill("urk")
    page.get_by_text("No clause is open.").wait_for()


def test_the_theme_button_shows_what_it_leads_to(page, visit):
    visit(page, "altaria/rulebook.ipynb")
    button = page.get_by_label("Switch light and dark")
    shown = button.inner_html()
    drawn = "document.querySelector('[aria-label=\"Switch light and dark\"]').innerHTML"
    button.click()
    until(page, f"shown => {drawn} != shown", shown)
    button.click()
    until(page, f"shown => {drawn} == shown", shown)


def test_rulebook_by_keyboard_and_by_chips(page, visit):
    visit(page, "altaria/rulebook.ipynb", clause="ALT-11.8")
    page.locator("[data-id='ALT-11.8']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("[data-id='ALT-11.9'].tb-on").wait_for()
    until(page, "location.search.includes('clause=ALT-11.9')")
    page.locator(".tb-row-button.tb-on").press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-id='ALT-11.8'].tb-on").wait_for()
    page.locator(".tb-child .tb-event .tb-clause:not(:text('ALT-11.8'))").first.click()
    until(page, "!location.search.includes('ALT-11.8')")


# A whole game.


def unfold(page, button):
    """Open the sheet of actions that do not fit in the row, if it contains the button."""
    if button.evaluate("one => !!one.closest('.tb-more:not(:popover-open)')"):
        page.locator(".tb-more-open").click()


class Player:
    """A player with a mouse who attacks if possible, and otherwise does whatever can be done."""

    NEXT = """before => {
        const again = document.querySelector('[data-control=again]');
        return again || document.querySelector('.tb-stage').dataset.stamp !== before;
    }"""

    def __init__(self, page, seed=0):
        self.page, self.source = page, random.Random(seed)
        actions = page.locator(".tb-question .tb-actions")
        self.buttons = actions.locator("button:not(.tb-pale, .tb-quiet, .tb-more-open)")
        self.targets = page.locator(
            ".tb-is-choosable > button[data-ref], button.tb-zone-target[data-ref], button.tb-die-choosable"
        )
        self.actors = page.locator(".tb-is-legal > button[data-ref]")

    @property
    def stamp(self):
        return self.page.locator(".tb-stage").get_attribute("data-stamp")

    @property
    def over(self):
        return self.page.locator("[data-control=again]").count() > 0

    def press(self, cards):
        """Click one of the cards at its left edge; the rest may be covered by its neighbour."""
        cards.nth(self.source.randrange(cards.count())).click(position={"x": 6, "y": 14})

    def decide(self):
        """Make one decision and wait for its result."""
        assert self.page.locator(".tb-question h3").inner_text().strip()
        before = self.stamp
        ways = [self.actors] * min(1, self.actors.count()) + [self.buttons] * min(2, self.buttons.count())
        way = self.targets if self.targets.count() else self.source.choice(ways)
        if way is self.actors:
            self.press(way)
            way = self.targets if self.targets.count() else self.buttons
        if way is self.targets:
            self.press(way)
        for _ in range(20 if self.page.locator(".tb-step-button").count() else 0):  # damage that is divided
            if self.buttons.first.is_enabled():
                way = self.buttons
                break
            self.press(self.targets)
        if way is self.buttons or self.page.get_by_role("button", name="Put back").count():
            button = self.buttons.nth(self.source.randrange(self.buttons.count()))
            opens = button.get_attribute("aria-pressed") is not None
            unfold(self.page, button)
            button.click()
            if opens:
                self.press(self.targets)
        until(self.page, self.NEXT, arg=before)


def open_game(page, visit, game, **wanted):
    """Begin a game with the first deck against the second."""
    decks = list(engines.load(game).decks)
    visit(page, f"{game}/play.ipynb", **{"you": decks[0], "rival": decks[1], "first": "you", "seed": 4} | wanted)
    page.locator(".tb-board").wait_for()
    return page


def choose_partner(player, game):
    """Make the choices of ChaosTCG that come before its first event."""
    while game == "chaos" and not player.page.locator(".tb-event").count():
        player.decide()


@pytest.mark.sample("kingdom_hearts")
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_the_mouse(page, visit, axe, shot, game):
    page.emulate_media(reduced_motion="no-preference")
    player = Player(open_game(page, visit, game, bot="beginner", seed=11), 1)
    for _ in range(400):
        if player.over:
            break
        player.decide()
    page.get_by_role("button", name="Same deal again").wait_for()
    assert "win" in page.locator(".tb-question h3").inner_text()
    assert page.locator(".tb-feedback .tb-clause").count()
    assert axe(page) == []
    shot(page, f"{game}_over")
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("[data-control=look]", state="detached")
    page.get_by_role("button", name="Same deal again").click()
    page.wait_for_selector("[data-control=hint]")


def test_the_board_grows_when_the_cards_to_choose_from_are_gone(new_page, visit):
    page = open_game(new_page(viewport={"width": 1280, "height": 800}), visit, "chaos", first="rules", seed=3)
    zoom = "parseFloat(document.querySelector('.tb-board').style.zoom || 1)"
    small = page.evaluate(zoom)
    page.locator(".tb-offered > *").first.click()
    page.locator(".tb-offered").wait_for(state="detached")
    assert page.evaluate(zoom) > small


@pytest.mark.sample("altaria", "chaos")
@pytest.mark.parametrize("game", GAMES)
def test_undo_hint_and_why(page, visit, shot, game):
    player = Player(open_game(page, visit, game))
    choose_partner(player, game)
    lines, question = page.locator(".tb-event"), page.locator(".tb-question h3")
    lines.first.wait_for()
    count, asked = lines.count(), question.inner_text()
    taken = 0
    while lines.count() == count:
        player.decide()
        taken += 1
    for _ in range(taken):
        before = player.stamp
        page.get_by_role("button", name="Undo").click()
        until(page, Player.NEXT, arg=before)
    assert lines.count() == count
    assert question.inner_text() == asked

    page.get_by_role("button", name="Hint").click()
    page.get_by_role("heading", name="A careful player would").wait_for()

    page.locator(".tb-event .tb-link").first.click()
    page.locator(".tb-why-answer blockquote").wait_for()
    page.locator(".tb-graph", has_text="Where it happened").wait_for()
    shot(page, f"{game}_why")


@pytest.mark.sample("dgrayman", "star_wars")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_refused_is_explained_and_changes_nothing(page, visit, game):
    choose_partner(Player(open_game(page, visit, game)), game)
    lines = page.locator(".tb-event")
    lines.first.wait_for()
    count = lines.count()
    tries = page.locator(".tb-question .tb-pale")
    for card in page.locator(".tb-foot .tb-hand button[data-ref]").all():
        card.click(position={"x": 9, "y": 24})
        if tries.count():
            break
    unfold(page, tries.first)
    tries.first.click()
    page.locator(".tb-tone-refused .tb-clause").first.wait_for()
    assert lines.count() == count


def test_more_decks_are_shown_on_demand_and_can_be_chosen_with_the_keys(page, visit):
    visit(page, "altaria/play.ipynb", new=1)
    mine = page.get_by_role("group", name="Your deck")
    taught = mine.get_by_role("radio")
    expect(taught).to_have_count(len(engines.load("altaria").decks))
    mine.locator(".tb-more-decks").click()
    expect(mine.get_by_role("radio")).to_have_count(6)
    expect(mine.locator(".tb-more-decks")).to_have_count(0)
    rival = page.get_by_role("group", name="The bot's deck")
    expect(rival.get_by_role("radio")).to_have_count(2)
    expect(rival.locator(".tb-more-decks")).to_be_visible()
    page.keyboard.press("Space")  # the first of the others has the focus
    expect(mine.locator(".tb-deck").nth(2)).to_have_class(re.compile("tb-on"))


@pytest.mark.sample("dgrayman")
@pytest.mark.parametrize("game", GAMES)
def test_the_choices_and_the_game_look_well(page, visit, looked_at, game):
    deck = list(engines.load(game).decks.values())[1].name
    visit(page, f"{game}/play.ipynb", new=1)
    looked_at(page, f"{game}_setup")
    if look_of(game).get("chosen_first"):
        page.get_by_role("group", name="Who begins?").get_by_text("You", exact=True).click()
    page.get_by_role("group", name="Your deck").get_by_text(deck, exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".tb-board").wait_for()
    page.locator(".tb-graph").wait_for()
    expect(page.locator(".tb-title").first).to_contain_text(f"{deck} against")
    looked_at(page, f"{game}_play")


@pytest.mark.sample("star_wars")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_under_way_looks_well(page, visit, axe, shot, looks, game):
    player = Player(open_game(page, visit, game, seed=6), 3)
    for _ in range(14):
        if not player.over:
            player.decide()
    for look in looks(page, f"{game}_midgame"):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), look
        if look != "phone":
            hand = page.locator(".tb-foot .tb-hand .tb-row").bounding_box()
            assert hand["y"] + hand["height"] < 940, "the hand lies below the fold"
        assert axe(page, look=look) == [], look
        shot(page, f"{game}_midgame_{look}")
    page.get_by_role("button", name="Text view").click()
    page.locator(".tb-text").wait_for()
    for look in looks(page, f"{game}_text"):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), look
        assert axe(page, look=look) == [], look


def test_the_text_view_says_each_thing_once_and_in_the_words_of_the_buttons(page, visit):
    open_game(page, visit, "altaria")
    page.get_by_role("button", name="Text view").click()
    text = page.locator(".tb-text")
    text.wait_for()
    for _ in range(4):  # setup, up to the first Charge
        if page.locator(".tb-question h3", has_text="Charge").count():
            break
        page.locator(".tb-question .tb-btn").first.click()
        page.wait_for_timeout(800)
    assert page.get_by_text("Charge a card?", exact=True).count() == 1
    assert "Charge as energy, face up: Thorn Seedling" in text.inner_text()
    assert "charge energy" not in text.inner_text()
    cores = text.locator(".tb-text-zone", has=page.get_by_role("heading", name="Cores")).first
    assert cores.locator("tbody tr").count() == 1
    assert cores.locator("tbody").inner_text() == "7 face-down cards"
    hand = text.locator(".tb-text-zone", has=page.get_by_role("heading", name="Hand")).first
    row = hand.locator("tr", has_text="Thorn Seedling")
    assert "cost 1, power 1, break rank 1" in row.inner_text()
    assert row.locator(".tb-text-type span").all_inner_texts() == ["Green", "Unit · Rootling 根の子"]


def test_an_offered_card_can_be_read_before_it_is_chosen(page, visit):
    decks = list(engines.load("chaos").decks)
    visit(page, "chaos/play.ipynb", you=decks[0], rival=decks[1], first="rules", seed=4)
    offered = page.locator("[data-offered]")
    offered.first.wait_for()
    reading = page.locator(":popover-open")
    offered.first.hover()
    reading.wait_for()
    page.keyboard.press("Escape")
    offered.nth(1).focus()
    page.keyboard.press("i")
    reading.wait_for()
    assert offered.nth(1).get_attribute("data-offered") in reading.text_content()
    signs = [sign.inner_html() for sign in offered.first.locator(".tb-figure svg").all()]
    assert len(set(signs)) == len(signs) == 4
