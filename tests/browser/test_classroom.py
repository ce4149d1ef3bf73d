"""The classroom in the real app: its contents, the house-rule lab from the change to the card, and the printed card."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WINDOWS, until
from tutor.classroom.rule_card import TEXT_WIDTHS, RuleCard, plain_line, text_width
from tutor.classroom.rule_card_html import card_html
from tutor.matches.house_rules import MOST_CHANGES, list_rule_choices
from tutor.sets.decks import game_with_decks

pytestmark = pytest.mark.browser
FULL = [[12.34, 10.1, 15.2, 400], [11.11, 10.1, 12.2, 400], [-1.23, -2.34, -0.12, 400]]

FRAME_FITS = """() => {
  const frame = document.querySelector('.tb-lab-sheet');
  const foot = frame.contentDocument.querySelector('.a4').getBoundingClientRect().bottom;
  return Math.abs(frame.clientHeight - foot) < 4;
}"""
"""True if the frame is as high as the card in it."""

TEXTS = {
    "en": "Wider games mean more work for whoever must keep up, and shorter ones leave less room to turn them. ",
    "ja": "広い手札は遅れた側の仕事を増やし、短い試合は逆転の余地を減らす。次は手札だけを変えて、もう一度試す。",
    "loud": "WWW! OUR GAME IS SHORT NOW, AND WE WANT MORE MOVES. ",
}


def longest(text, most):
    """Return a text repeated up to the maximum length on a card."""
    found = next(n for n in range(1, most + 2) if text_width((text * most)[:n]) > most) - 1
    return plain_line((text * most)[:found])


def fullest(game, language, text):
    """Return the fullest possible card: the longest rules and texts, and everything no longer holds."""
    rules = sorted(list_rule_choices(game_with_decks(game), language), key=lambda one: -text_width(one.title))[
        :MOST_CHANGES
    ]
    predicted = {"first_seat": 1, "decided_at": 0, "branching": -1}
    row = {"title": "Not quite enough of it all", "short": "has another solution", "clause": "ABC-11.16"}
    fallen = {"some": "120 of 130", "rows": [row] * 3}
    turns = [[turn, 5 * turn] for turn in range(20)]
    lines = ["Turn 51: The Long Workshop wins. The losing side's deck reached 0 cards.",
             "In turn 41 the winner had a chance of 12 %."]  # fmt: skip
    picture = {"title": "Most lead changes", "pair": "pair 400", "names": ["Kiln and Reef", "Long Workshop"],
               "points": turns, "mark": 3, "text": lines}  # fmt: skip
    return RuleCard(
        game, {one.id: one.high for one in rules}, 400, "quick", "0123456789ab-0123456789ab", predicted,
        dict.fromkeys(predicted, FULL), **{name: longest(text, most) for name, most in TEXT_WIDTHS.items()},
        date="2026-11-23", picture=picture, fallen={"steps": fallen, "puzzles": fallen},
    )  # fmt: skip


@pytest.mark.sample("altaria-loud", "chaos-ja")
@pytest.mark.parametrize("said", TEXTS)
@pytest.mark.parametrize("game", ["altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars"])
def test_the_fullest_rule_card_prints_on_one_sheet(browser, game, said):
    """Without a kernel: nothing that people wrote is cut off on paper, and there is no second sheet."""
    page = browser.new_page(viewport={"width": 1000, "height": 1200})
    language = "ja" if said == "ja" else "en"
    page.set_content(card_html(fullest(game, language, TEXTS[said]), language))
    page.emulate_media(media="print")
    low = page.evaluate(
        "Object.fromEntries(['.a4', '.last', '.think', '.quote', 'footer'].map("
        "(one) => [one, document.querySelector(one).getBoundingClientRect().bottom]))"
    )
    assert low[".think"] <= low[".last"] + 1
    assert low["footer"] <= low[".a4"] - 40
    assert page.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.a4'))"
    )
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.close()


def test_on_a_phone_a_rule_card_is_as_high_as_what_is_on_it(browser):
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.set_content(card_html(fullest("kingdom_hearts", "en", TEXTS["en"])))
    low = page.evaluate(
        "Object.fromEntries(['.remarks', '.think', 'footer', '.a4'].map("
        "(one) => [one, document.querySelector(one).getBoundingClientRect()]).map(([one, {top, bottom}]) => "
        "[one, [top, bottom]]))"
    )
    assert low[".remarks"][1] - low[".remarks"][0] > 100, "room to write"
    assert max(low[".remarks"][1], low[".think"][1]) <= low["footer"][0], "nothing lies under the foot"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


@pytest.mark.sample("phone")
@pytest.mark.slow
@pytest.mark.parametrize("look", WINDOWS)
def test_a_rule_is_changed_predicted_played_and_handed_in(new_page, visit, axe, shot, tmp_path, look):
    page = visit(new_page(**WINDOWS[look]), "classroom/index.ipynb")
    page.get_by_role("link", name="House-rule lab").click()
    page.get_by_role("heading", name="House-rule lab").wait_for()
    play = page.get_by_role("button", name="Play 400 pairs")
    expect(play).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_placeholder("Find a rule").fill("cores")
    page.get_by_role("button", name="Cores at the start").click()
    page.get_by_label("Cores at the start", exact=True).fill("50")
    page.get_by_label("Cores at the start", exact=True).press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("from 1 to 12")
    page.get_by_label("Cores at the start", exact=True).fill("1")
    page.get_by_label("Cores at the start", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("game=altaria&rules=cores.1"))
    for name in ("Turns", "Won by the first player", "Choices at a decision"):
        page.get_by_role("radiogroup", name=name).get_by_role("radio", name="lower").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page, look=look) == []
    expect(play).not_to_have_attribute("aria-disabled", "true")
    play.click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".tb-lab-run")).to_contain_text(re.compile("Stopped after|400 pairs played"), timeout=60_000)
    page.locator(".tb-lab-lists section").nth(1).wait_for(timeout=90_000)
    expect(page.get_by_role("radio", name="higher").first).to_have_attribute("aria-disabled", "true")
    assert axe(page, look=look) == []
    shot(page, f"house_rules_{look}")
    page.get_by_role("button", name="Step through: Shortest").click()
    page.locator(".tb-child .tb-board").wait_for()
    page.get_by_role("button", name="Rule card", exact=True).click()
    page.get_by_label("Title").fill("One core")
    page.get_by_label("Title").blur()
    sheet = page.frame_locator(".tb-lab-sheet")
    expect(sheet.get_by_role("heading", name="One core")).to_be_visible()
    until(page, FRAME_FITS)
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON").click()
    page.get_by_label("What we think now").fill("五" * 100)
    expect(page.get_by_label("What we think now")).to_have_value("五" * 90)  # more would not fit on the sheet
    bad = tmp_path / "bad.json"
    bad.write_text('{"kind": "<script>alert(1)</script>"}', encoding="utf-8")
    for path, said in ((bad, "This is not a rule card."), (download.value.path(), "The card is open.")):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a rule card").click()
        chooser.value.set_files(path)
        expect(page.get_by_role("status").first).to_contain_text(said)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=re.compile("Repeat .* pairs")).click()
    expect(page.get_by_role("status").first).to_have_text("The same figures as on the card.", timeout=90_000)


@pytest.mark.sample
@pytest.mark.slow
@pytest.mark.parametrize("look", WINDOWS)
def test_an_experiment_is_predicted_seen_played_again_and_stepped_through(new_page, visit, axe, shot, look):
    page = visit(new_page(**WINDOWS[look]), "classroom/index.ipynb")
    page.get_by_role("link", name="Take one out, put one in").click()
    page.get_by_role("heading", name="Take one out, put one in").wait_for()
    assert page.get_by_text("Not possible here").count() >= 3
    assert axe(page, look=look) == []
    shot(page, f"take_one_out_{look}")
    page.get_by_role("link", name="A unit can attack on the turn it is summoned").click()
    expect(page.get_by_role("heading", name="What if units could attack")).to_be_focused()
    assert "experiment=altaria_fresh" in page.url
    show = page.get_by_role("button", name="Show what happened")
    expect(show).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".tb-take-reading")).to_have_count(0)
    for name in ("Turns", "Won by the first player", "Choices at a decision", "Choices that reach the rival"):
        page.get_by_role("radiogroup", name=name).get_by_role("radio", name="lower").click()
    show.click()
    expect(page.get_by_role("heading", name="What happened")).to_be_focused()
    expect(page.locator(".tb-lab-row", has_text="Turns")).to_contain_text("as you said")
    expect(page.locator(".tb-lab-row", has_text="Choices at a decision")).to_contain_text("you said lower")
    assert page.locator(".tb-take-reading mark").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page, look=look) == []
    shot(page, f"take_one_out_seen_{look}")
    page.get_by_role("button", name="Step through").click()
    page.locator(".tb-child .tb-board").wait_for()
    page.get_by_role("button", name="Next", exact=True).first.click()
    page.get_by_role("button", name="Play 400 pairs").click()
    again = page.locator(".tb-take-again")
    again.get_by_role("button", name="Stop", exact=True).click()
    expect(again.locator(".tb-lab-run")).to_contain_text(re.compile("Stopped after|400 pairs played"), timeout=60_000)
    expect(again.locator(".tb-lab-row", has_text="Turns")).to_contain_text("changed")
    page.get_by_role("button", name="All experiments").click()
    expect(page.get_by_role("link", name="A unit can attack on the turn it is summoned")).to_be_visible()
    assert "experiment=" not in page.url
