"""The comparison pages in the real app."""

import re

import pytest

import engines
from tests.browser.alone import page_of
from tests.browser.conftest import WINDOWS, until
from tutor.compare import mechanics, mixer
from tutor.compare.causes import list_causes
from tutor.compare.mechanics_page import mechanics as page_of_mechanics
from tutor.compare.mixer_page import mix

PAGES = {
    "mechanics": ".tb-mechanics-table",
    "phase_graphs": ".tb-job",
    "metrics": ".tb-plot svg",
    "causes": ".tb-mechanic",
    "transfer": ".tb-board",
    "mechanic": ".tb-all-mechanics",
    "mixer": ".tb-mix-table",
}


@pytest.mark.sample("metrics", "mixer", "phase_graphs")
@pytest.mark.parametrize("name", PAGES)
def test_every_page_looks_well(page, visit, looked_at, name):
    visit(page, f"compare/{name}.ipynb")
    page.locator(PAGES[name]).first.wait_for()
    looked_at(page, f"compare_{name}")


def test_home_leads_to_the_comparison_and_its_pages_to_each_other(page, visit):
    visit(page)
    page.locator(".tb-door", has_text="Compare").click()
    page.get_by_role("heading", name="One question").wait_for()
    for tab, heading in (
        ("Turns", "Turns, side by side"),
        ("Play-outs", "Measured by play"),
        ("Causes", "Who helps the trailing player?"),
        ("Puzzles", "And in the"),
    ):
        page.get_by_role("navigation", name="Compare").get_by_role("link", name=tab).click()
        page.get_by_role("heading", name=heading).wait_for()


@pytest.mark.sample
def test_a_long_page_leads_to_its_parts(page, visit):
    visit(page, "compare/causes.ipynb")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Chaos").click()
    found = page.locator("#chaos")
    assert 0 <= found.bounding_box()["y"] < 300
    assert found.evaluate("it => it === document.activeElement")


STRIPS_ARE_WHOLE = """() => [...document.querySelectorAll('.tb-together .tb-strip')].every((strip) => {
  const now = strip.querySelector('.tb-phase-now').getBoundingClientRect();
  return now.right <= strip.getBoundingClientRect().right + 1 && strip.scrollWidth <= strip.clientWidth + 1;
})"""


def test_a_cell_opens_its_demonstration_and_another_game_answers(new_page, visit, axe, shot):
    page = visit(new_page(**WINDOWS["light"]), "compare/mechanics.ipynb")
    page.locator("[data-cell='equal altaria']").click()
    page.locator(".tb-rosetta .tb-board").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".tb-at", has_text="1 of").wait_for()
    until(page, "location.search.includes('at=1')")
    shot(page, "compare_cell_light", full=False)
    page.locator(".tb-rosetta-others").get_by_role("button", name="Star Wars").click()
    page.locator(".tb-rosetta h2", has_text="Star Wars").wait_for()
    until(page, "location.search.includes('game=star_wars')")
    page.locator(".tb-rosetta .tb-clause", has_text="SW-9.18").first.wait_for()
    page.get_by_role("button", name="All side by side").click()
    step_together(page, axe, shot, "light")
    page.get_by_role("button", name="Close").click()
    page.wait_for_selector(".tb-rosetta", state="detached")


def step_together(page, axe, shot, look):
    """Step five boards forward side by side, and one of them by its lines."""
    page.locator(".tb-together .tb-board").nth(4).wait_for()
    page.locator(".tb-together-steps").get_by_role("button", name="Next").click()
    page.locator(".tb-line-now").nth(4).wait_for()
    assert page.evaluate(STRIPS_ARE_WHOLE)
    assert axe(page) == []
    shot(page, f"compare_together_{look}", full=False)
    page.locator(".tb-together-lines > div").first.locator(".tb-line-go").nth(1).click()
    page.locator(".tb-together-lines > div").first.locator("li:nth-child(2).tb-line-now").wait_for()
    page.locator(".tb-together-lines .tb-clause").first.click()
    page.locator(".tb-together-clause", has_text="Altaria").wait_for()


SWIPE = """by => {
  const card = document.querySelector('.tb-question-card');
  const finger = (x) => [new Touch({ identifier: 1, target: card, clientX: x, clientY: 400 })];
  const touch = (kind, more) => card.dispatchEvent(new TouchEvent(kind, { bubbles: true, ...more }));
  touch('touchstart', { touches: finger(200), changedTouches: finger(200) });
  touch('touchend', { changedTouches: finger(200 + by) });
}"""


@pytest.mark.sample
def test_on_a_phone_the_questions_are_cards_to_swipe(new_page, visit, axe, shot):
    page = visit(new_page(**WINDOWS["phone"]), "compare/mechanics.ipynb")
    question, at = page.locator(".tb-question-card > h2"), page.locator(".tb-card-steps [role=status]")
    assert question.count() == 1
    first = question.text_content()
    assert page.locator(".tb-question-card").bounding_box()["y"] < 600, "the first card is seen at once"
    page.evaluate(SWIPE, -90)
    at.get_by_text("Question 2 of").wait_for()
    page.evaluate(SWIPE, 90)
    at.get_by_text("Question 1 of").wait_for()
    page.get_by_role("button", name="On to the next question").press("ArrowRight")
    at.get_by_text("Question 2 of").wait_for()
    assert question.text_content() != first
    page.locator("[data-cell^='copies '] >> nth=2").click()
    page.locator(".tb-instead section").first.wait_for()  # decks instead of a board
    page.get_by_role("button", name="On to the next question").click()
    page.wait_for_selector(".tb-rosetta", state="detached")
    at.get_by_text("Question 3 of").wait_for()
    assert axe(page) == []
    shot(page, "compare_card_phone", full=False)
    page = visit(page, "compare/mechanics.ipynb", question="damage")
    page.locator(".tb-question-card > h2", has_text="damage").wait_for()
    step_together(page, axe, shot, "phone")
    assert page.evaluate("document.querySelector('.tb-together').scrollLeft") == 0


def test_the_table_is_searched_filtered_sorted_and_saved(page, visit):
    visit(page, "compare/mechanics.ipynb")
    rows = page.locator(".tb-mechanics-table tbody tr:not(.tb-group-row)")
    everything = rows.count()
    page.get_by_role("searchbox").fill("alt-12.10")
    page.get_by_text("1 of").wait_for()
    assert rows.count() == 1
    page.get_by_role("searchbox").fill("no such words")
    page.get_by_text("No question fits").wait_for()
    page.get_by_role("searchbox").fill("")
    page.get_by_label("About", exact=True).select_option("combat")
    until(page, f"document.querySelectorAll('.tb-mechanics-table tbody th[scope=row]').length < {everything}")
    page.get_by_label("About", exact=True).select_option("")
    for view in ("differ", "mixed", "altaria"):
        page.get_by_label("Show", exact=True).select_option(view)
        assert 0 < rows.count() < everything
    page.get_by_label("Show", exact=True).select_option("all")
    page.get_by_label("Order", exact=True).select_option("differ")
    page.get_by_label("Mark equal answers").check()
    page.locator(".tb-letter").first.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "tebiki-mechanics.csv"


@pytest.mark.sample
def test_a_question_leads_to_its_mechanic_and_a_cell_is_played_there(page, visit, looked_at):
    visit(page, "compare/mechanics.ipynb")
    page.get_by_role("link", name="More about it: Dice").click()
    page.get_by_role("heading", name="Dice", exact=True).wait_for()
    looked_at(page, "mechanic_dice")
    page.locator("[data-cell='dice star_wars']").click()
    page.locator(".tb-rosetta .tb-board").wait_for()
    until(page, "location.search.includes('game=star_wars')")
    page.reload()
    page.locator(".tb-rosetta .tb-board").wait_for()


SHEETS = [
    *([question.id] for question in mechanics.load_questions()),
    ["damage", "equal"],
    ["equal", "exhausted", "win"],
]


@pytest.mark.sample("rules", one_in=15)
@pytest.mark.parametrize("rows", SHEETS, ids=",".join)
def test_a_handout_prints_on_one_sheet(browser, monkeypatch, rows):
    """Without a kernel: nothing is cut off on paper, and there is no second sheet."""
    monkeypatch.setenv("QUERY_STRING", "handout=" + ",".join(rows))
    made = page_of_mechanics()
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_content(page_of("mechanics", {"data": made.data, "words": made.words, "bar": {}}, "handout"))
    page.locator(".tb-hand-sheet").wait_for()
    page.emulate_media(media="print")
    assert page.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.tb-hand-sheet'))"
    )
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    width, height = (float(n) for n in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed).groups())
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (297, 210)
    page.close()


def test_a_handout_prints_on_one_sheet_of_the_whole_page_too(page, visit):
    visit(page, "compare/mechanics.ipynb", handout="equal,exhausted", lang="ja")
    page.get_by_role("heading", name="力が同じならどうなりますか。").wait_for()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1


def test_an_address_with_a_handout_and_an_open_question_shows_the_handout(browser, monkeypatch):
    """The question that is open behind the handout is not visible, so nothing is scrolled to it."""
    monkeypatch.setenv("QUERY_STRING", "question=equal&handout=equal")
    made, errors = page_of_mechanics(), []
    page = browser.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(page_of("mechanics", {"data": made.data, "words": made.words, "bar": {}}, "handout"))
    page.locator(".tb-hand-sheet").wait_for()
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert made.data["open"]["question"] == "equal"
    assert errors == []
    page.close()


@pytest.mark.sample
def test_the_address_opens_again_what_one_saw(page, visit, axe):
    visit(page, "compare/mechanics.ipynb", group="combat")
    rows = page.locator(".tb-mechanics-table tbody th[scope=row]")
    shown = rows.count()
    page.get_by_label("Handout: Both fighters are equal. What happens?").check()
    page.get_by_label("Mark equal answers").check()
    until(page, "location.search.includes('rows=equal') && location.search.includes('mark=1')")
    page.reload()
    page.locator(".tb-letter").first.wait_for()
    assert rows.count() == shown < len(mechanics.load_questions())
    assert page.get_by_label("Handout: Both fighters are equal. What happens?").is_checked()
    page.get_by_role("button", name="Handout of 1").click()
    page.locator(".tb-hand-sheet .tb-still").nth(9).wait_for()
    until(page, "location.search.includes('handout=equal')")
    assert axe(page) == []
    page.get_by_role("button", name="Back to the questions").click()
    rows.first.wait_for()


@pytest.mark.sample
def test_a_game_is_mixed_and_begun(page, visit, axe, shot):
    visit(page, "compare/mixer.ipynb")
    page.get_by_role("button", name="Star Wars: Hold 2 of the three arenas at the end of a turn").click()
    page.get_by_role("button", name="Altaria: Breaks cores; they go to the hand").click()
    page.get_by_text("Breaking cores wins nothing").wait_for()
    assert page.locator(".tb-mix-chip.tb-against").count() == 2
    page.get_by_role("textbox", name="Name of the game").fill("Three lanterns")
    page.get_by_role("textbox", name="Name of the game").blur()
    until(page, "location.search.includes('win.star_wars') && location.search.includes('Three')")
    page.reload()
    page.get_by_text("Breaking cores wins nothing").wait_for()
    assert axe(page) == []
    shot(page, "mixer_light", full=False)
    page.locator(".tb-mix-settle a").first.click()
    until(page, "document.activeElement.closest('[data-question]') !== null")
    with page.expect_download() as download:
        page.get_by_role("button", name="Begin a small game").click()
    assert download.value.suggested_filename == "three_lanterns.zip"
    told = page.locator(".tb-mix-sheet").get_by_text("tebiki play three_lanterns/three_lanterns.py")
    told.wait_for()
    assert told.bounding_box()["y"] < page.viewport_size["height"], "beside the button, far down the table"
    page.get_by_role("button", name="Sheet").click()
    page.locator(".tb-mixed-paper h1", has_text="Three lanterns").wait_for()
    until(page, "location.search.includes('sheet=1')")
    page.get_by_role("button", name="Back to the mixer").click()
    page.locator(".tb-mix-table").wait_for()


def test_on_a_phone_the_mixer_asks_one_group_of_questions_at_a_time(browser, monkeypatch):
    """Without a kernel: the list is short and links to the rest, and a question to be settled is found in its group."""
    monkeypatch.setenv("QUERY_STRING", "")
    made = mix("player_hit.altaria")
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.set_content(page_of("mixer", {"data": made.data, "words": made.words, "bar": {}}, "mix"))
    headings = page.locator(".tb-mix-group")
    headings.first.wait_for()
    assert headings.all_text_contents() == ["Deck"]
    page.get_by_role("button", name="Start →").click()
    assert headings.all_text_contents() == ["Start"]
    assert page.evaluate("document.activeElement.className") == "tb-mix-group"
    page.locator(".tb-mix-settle a").first.click()
    assert page.evaluate("document.activeElement.closest('[data-question]') !== null")
    assert len(headings.all_text_contents()) == 1
    page.get_by_role("combobox", name="Questions about").select_option(label="Everything")
    assert headings.count() == len({row["group"] for row in made.data["rows"]})
    page.set_viewport_size({"width": 1280, "height": 900})
    until(page, "document.querySelectorAll('.tb-mix-group').length > 10")
    page.close()


@pytest.mark.sample("0")
@pytest.mark.parametrize("turn", range(3))
def test_the_sheet_of_a_mix_prints_on_one_page(browser, monkeypatch, turn):
    """Without a kernel: every question is answered, each with a different game than the previous one."""
    monkeypatch.setenv("QUERY_STRING", "")
    names = mechanics.answered_games()
    picks = {id: names[(at * (turn + 1)) % 5] for at, id in enumerate(mixer.mixable_questions())}
    made = mix(mixer.format_mix(picks))
    assert len(made.data["conflicts"]) > 5
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_content(page_of("mixer", {"data": made.data, "words": made.words, "bar": {}}, "mix"))
    page.get_by_role("button", name="Sheet").click()
    page.locator(".tb-mixed-paper").wait_for()
    page.emulate_media(media="print")
    fits = "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.tb-mixed-paper'))"
    assert page.evaluate(fits)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
    assert page.evaluate("parseFloat(document.querySelector('.tb-mixed-paper').style.fontSize)") >= 8
    page.close()


def test_a_box_opens_its_steps_and_a_pair_its_edits(page, visit, shot):
    visit(page, "compare/phase_graphs.ipynb")
    page.get_by_role("button", name="Altaria, Fight").click()
    page.locator(".tb-opened", has_text="Altaria: Fight").wait_for()
    page.get_by_role("button", name="D.Gray-man, Fight").click()
    page.locator(".tb-opened", has_text="D.Gray-man: Fight").wait_for()
    until(page, "document.querySelector('.tb-opened h3').getBoundingClientRect().bottom <= innerHeight")
    page.locator(".tb-count").last.click()
    page.locator(".tb-edits h3", has_text="edits turn").wait_for()
    page.get_by_role("button", name="Draw both phase graphs").click()
    page.locator(".tb-child .tb-graph").nth(1).wait_for()
    shot(page, "compare_graphs")


SEEN = """(asked) => {
  const box = document.querySelector(`[data-asked="${asked}"]`).getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}"""


@pytest.mark.sample
def test_a_mechanic_taken_out_leads_to_its_row_and_to_the_house_rule_lab(page, visit, axe):
    visit(page, "compare/mechanic.ipynb", mechanic="delay")
    page.locator(".tb-out .tb-d-point").first.wait_for()
    assert axe(page) == []
    page.locator(".tb-out").first.get_by_role("link", name="Who helps the trailing player?").click()
    page.locator("[data-asked='altaria.summoning_delay'][data-now]").wait_for()
    until(page, SEEN, "altaria.summoning_delay")
    page.go_back()
    page.locator(".tb-out").first.get_by_role("link", name="Try it in the house-rule lab").click()
    page.get_by_role("heading", name="House-rule lab").wait_for()
    page.get_by_text("A unit can attack on the turn it is summoned").first.wait_for()


@pytest.mark.sample
@pytest.mark.slow
def test_every_page_keeps_what_is_open_in_its_address(page, visit):
    visit(page, "compare/phase_graphs.ipynb")
    page.get_by_role("button", name="Chaos, Fight").click()
    page.locator(".tb-count").last.click()
    page.get_by_role("button", name="Draw both phase graphs").click()
    page.locator(".tb-child .tb-graph").nth(1).wait_for()
    until(page, "location.search.includes('open=chaos.fight') && location.search.includes('graphs=1')")
    title = page.locator(".tb-edits h3").text_content()
    page.reload()
    page.locator(".tb-child .tb-graph").nth(1).wait_for()
    page.locator(".tb-opened", has_text="Chaos: Fight").wait_for()
    assert page.locator(".tb-edits h3").text_content() == title
    visit(page, "compare/metrics.ipynb")
    page.locator(".tb-inquiry:has(#ahead) .tb-more > summary").click()
    page.locator("[data-asked='first_seat'] summary").click()
    until(page, "location.search.includes('numbers=first_seat')")
    page.reload()
    page.locator("[data-asked='first_seat'] details[open]").wait_for()
    until(page, SEEN, "first_seat")
    visit(page, "compare/transfer.ipynb", puzzle="fresh-sw")
    page.locator(".tb-puzzle-dot").nth(2).click()
    until(page, "location.search.includes('puzzle=') && !location.search.includes('fresh-sw')")
    kick = page.locator(".tb-puzzle > .tb-kick").text_content()
    page.reload()
    page.locator(".tb-puzzle > .tb-kick", has_text=kick).wait_for()


@pytest.mark.sample
def test_games_are_played_on_the_page(page, visit):
    visit(page, "compare/metrics.ipynb")
    assert page.evaluate("getComputedStyle(document.querySelector('.tb-plot svg')).overflow") == "visible"
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".tb-run-busy").wait_for()
    page.get_by_text("Shown: played here, 20 games").wait_for(timeout=120_000)
    assert page.locator(".tb-plot svg").count() == 5, "one picture a question"
    page.locator("summary").first.click()
    page.get_by_text("n = 20").first.wait_for()


@pytest.mark.sample
def test_the_ladders_of_players_are_on_the_page(page, visit, axe, shot):
    visit(page, "compare/metrics.ipynb")
    page.locator(".tb-inquiry:has(#luck) .tb-more > summary").click()
    skill = page.locator(".tb-skill")
    skill.get_by_role("heading", name="Skill: a ladder of players").wait_for()
    assert skill.locator(".tb-ladder .tb-plot svg").count() == len(engines.names())
    skill.get_by_text("deep, for these players").first.wait_for()
    skill.locator(".tb-ladder summary").first.click()
    skill.get_by_role("columnheader", name="Above the one below").first.wait_for()
    skill.locator(".tb-ladder-how summary").click()
    skill.get_by_text("Where ours differs").wait_for()
    assert axe(page) == []
    shot(page, "compare_ladder", full=False)


def test_a_puzzle_across_games(page, visit):
    visit(page, "compare/transfer.ipynb", puzzle="fresh-sw")
    page.get_by_role("button", name="The target cannot be reached").click()
    page.get_by_text("That is not so on both boards").wait_for()
    page.get_by_role("button", name="A unit came into play this turn").click()
    page.get_by_role("button", name="Yes, it works").click()
    page.locator(".tb-principle").wait_for()
    assert page.evaluate("document.activeElement.id") == "tb-told"
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_text("Puzzle 2 of").first.wait_for()


def test_the_page_of_figures_is_three_screens_and_the_rest_is_behind_more(page, new_page, visit):
    visit(page, "compare/metrics.ipynb")
    page.locator(".tb-inquiry").nth(4).wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * page.viewport_size["height"]
    assert page.locator(".tb-inquiry").count() == 5
    phone = visit(new_page(**WINDOWS["phone"]), "compare/metrics.ipynb")
    phone.locator(".tb-inquiry").nth(4).wait_for()
    assert phone.evaluate("document.documentElement.scrollHeight") <= 3 * phone.viewport_size["height"]


def test_on_a_phone_figures_of_games_come_one_game_at_a_time(new_page, visit, axe, shot):
    page = visit(new_page(**WINDOWS["phone"]), "compare/metrics.ipynb", numbers="first_seat")
    page.locator("[data-asked='first_seat'] details[open]").wait_for()  # the address requests it
    assert page.locator("[data-asked='turns']").count() == 0
    page.locator(".tb-inquiry:has(#luck) .tb-more > summary").click()
    page.locator(".tb-inquiry:has(#decks) .tb-more > summary").click()
    skill = page.locator(".tb-skill")
    chaos = skill.get_by_role("group", name="Game").get_by_role("button", name="Chaos")
    chaos.scroll_into_view_if_needed()
    before = chaos.bounding_box()["y"]
    chaos.click()
    skill.locator(".tb-ladder", has_text="Chaos").wait_for()
    assert chaos.get_attribute("aria-pressed") == "true"
    assert abs(chaos.bounding_box()["y"] - before) < 3, "it stays under the finger"
    assert skill.locator(".tb-ladder").count() == 1
    assert page.locator(".tb-clause-game", has_text="Chaos").count() == 1, "one choice for the whole page"
    assert axe(page) == []
    shot(page, "compare_metrics_phone", full=False)


def test_on_a_phone_what_a_mechanic_does_is_folded_under_its_name(new_page, visit, axe):
    page = visit(new_page(**WINDOWS["phone"]), "compare/causes.ipynb", cause="altaria.blocking")
    page.locator("[data-asked='altaria.blocking'] details[open] dl").wait_for()  # the address requests it
    rows = page.locator(".tb-causes-game details")
    assert rows.count() + page.locator(".tb-still a").count() == len(list_causes())
    assert page.locator(".tb-causes-game details[open]").count() == 1
    page.get_by_text("Summoning fatigue", exact=True).click()
    page.locator("[data-asked='altaria.summoning_delay'] dl", has_text="First player wins").wait_for()
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height < 5_800, "with two mechanics open, each figure with both intervals"
    page.get_by_text("How this was measured").last.click()
    page.locator("details.tb-how[open] p", has_text="first move").wait_for()
    assert axe(page) == []
    page = visit(page, "compare/causes.ipynb", cause="altaria.ambush")  # one of those that had no effect
    page.locator(".tb-still [data-asked='altaria.ambush'][data-now]").wait_for()
