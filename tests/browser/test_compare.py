"""The pages of the comparison, in the real app."""

import pytest

from tests.browser.conftest import WINDOWS, until

PAGES = {
    "mechanics": ".tb-mechanics-table",
    "phase_graphs": ".tb-job",
    "metrics": ".tb-plot svg",
    "transfer": ".tb-board",
}


@pytest.mark.a_day(1)
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
        ("Puzzles", "And in the"),
    ):
        page.get_by_role("navigation", name="Compare").get_by_role("link", name=tab).click()
        page.get_by_role("heading", name=heading).wait_for()


@pytest.mark.a_day(1)
@pytest.mark.parametrize("look", ["light", "phone"])
def test_a_cell_opens_its_demonstration_and_another_game_answers(new_page, visit, axe, shot, look):
    page = visit(new_page(**WINDOWS[look]), "compare/mechanics.ipynb")
    page.locator("[data-cell='equal altaria']").click()
    page.locator(".tb-rosetta .tb-board").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".tb-at", has_text="1 of").wait_for()
    shot(page, f"compare_cell_{look}", full=False)
    page.locator(".tb-rosetta-others").get_by_role("button", name="Star Wars").click()
    page.locator(".tb-rosetta h2", has_text="Star Wars").wait_for()
    until(page, "location.search.includes('game=star_wars')")
    page.locator(".tb-rosetta .tb-clause", has_text="SW-9.18").first.wait_for()
    page.get_by_role("button", name="All side by side").click()
    page.locator(".tb-together .tb-board").nth(4).wait_for()
    page.locator(".tb-together-steps").get_by_role("button", name="Next").click()
    page.locator(".tb-line-now").nth(4).wait_for()
    assert axe(page) == []
    shot(page, f"compare_together_{look}", full=False)
    page.locator(".tb-together-lines section").first.locator(".tb-line-go").nth(1).click()
    page.locator(".tb-together-lines section").first.locator("li:nth-child(2).tb-line-now").wait_for()
    page.locator(".tb-together-lines .tb-clause").first.click()
    page.locator(".tb-together-clause", has_text="Altaria").wait_for()
    page.get_by_role("button", name="Close").click()
    page.wait_for_selector(".tb-rosetta", state="detached")


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


def test_a_box_opens_its_steps_and_a_pair_its_edits(page, visit, shot):
    visit(page, "compare/phase_graphs.ipynb")
    page.get_by_role("button", name="Altaria, Fight").click()
    page.locator(".tb-opened", has_text="Altaria: Fight").wait_for()
    page.locator(".tb-count").last.click()
    page.locator(".tb-edits h3", has_text="edits turn").wait_for()
    page.get_by_role("button", name="Draw both phase graphs").click()
    page.locator(".tb-child .tb-graph").nth(1).wait_for()
    shot(page, "compare_graphs")


def test_games_are_played_on_the_page(page, visit):
    visit(page, "compare/metrics.ipynb")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".tb-run-busy").wait_for()
    page.get_by_text("Shown: played here, 20 games").wait_for(timeout=120_000)
    assert page.locator(".tb-plot svg").count() >= 16
    page.locator("summary").first.click()
    page.get_by_text("n = 20").first.wait_for()


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
