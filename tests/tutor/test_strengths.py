"""How often each strength wins against the one below it: the stored games, played again, and the line that says so."""

import json

import pytest

import engines
from engines.search.players import STRENGTHS
from tutor.matches import strengths
from tutor.matches.setup import Setup
from tutor.matches.strengths import BELOW, DRAWN, LOST, WON, record_of, strength_line
from tutor.pages.setup_form import setup_form

GAMES = engines.names()
CLEAR = 0.6, 0.75
"""The share of games that a strength wins against the one below it: clearly more than half, and never nearly all."""
ENOUGH = 400


FAST = ("beginner", "quick")
"""The strengths without look-ahead. Games of the careful one are slow; those that are stored are whole records too."""


def test_every_strength_but_the_weakest_has_one_below_it():
    assert [*BELOW] == [*STRENGTHS][1:]
    assert strengths.stored_results().keys() == {*GAMES}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", FAST)
def test_a_strength_clearly_beats_the_one_below_it_and_not_always(name, bot):
    found = record_of(strengths.stored_results()[name][bot])
    assert found.games >= ENOUGH
    assert found.low > 0.5
    assert found.high >= CLEAR[0], "not shown to be clearly less than wanted"
    assert found.share_won <= CLEAR[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_careful_bot_is_no_weaker_than_a_quick_one(name):
    if letters := strengths.stored_results()[name].get("careful"):
        found = record_of(letters)
        assert found.games >= ENOUGH // 2
        assert found.share_won > 0.5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", FAST)
def test_the_stored_games_end_today_as_they_are_stored(name, bot):
    assert not strengths.is_stale(name, bot, 4)


def test_a_game_that_ends_otherwise_makes_the_figures_stale(monkeypatch):
    monkeypatch.setattr(strengths, "stored_results", lambda: {"altaria": {"quick": "dd"}})
    assert strengths.is_stale("altaria", "quick", 2)


def test_a_deal_is_played_in_both_seats(monkeypatch):
    seen = []

    def watch(game, decks, bots, seed, most):
        seen.append(([deck.id for deck in decks], bots, seed))
        return type("Record", (), {"winner": 0})

    monkeypatch.setattr(strengths, "play_game", watch)
    assert strengths.play_numbers("altaria", "quick", range(2)) == WON + LOST
    (decks, bots, seed), (again, swapped, same) = seen
    assert (decks, seed) == (again, same)
    assert bots == swapped[::-1] == ("quick", "beginner")


def test_a_draw_is_half_a_win():
    assert record_of(WON + DRAWN + LOST + LOST)[:2] == (1.5, 4)
    assert record_of(WON).share_won == 1


def test_the_line_says_share_and_games_and_whether_a_difference_shows(monkeypatch):
    letters = {"quick": WON * 66 + LOST * 34, "careful": WON * 206 + LOST * 194}
    monkeypatch.setattr(strengths, "stored_results", lambda: {"altaria": letters})
    line = strength_line("altaria", "quick")
    assert line == "Among bots it won 66 % (56 to 75) of 100 games against Beginner, with the built-in decks."
    assert "52 % (47 to 56) of 400 games against Quick" in strength_line("altaria", "careful")
    assert strength_line("altaria", "careful").endswith("no clear difference.")
    assert strength_line("altaria", "newcomer") == strength_line("lanterns", "quick") == ""


@pytest.mark.parametrize("name", GAMES)
def test_whoever_chooses_a_bot_reads_how_strong_it_is(name):
    game = engines.load(name)
    for shown in setup_form(game, Setup.of(game, {}, 1), "en").data["strengths"]:
        assert strength_line(name, shown["id"]) in shown["text"]
        assert ("Among bots" in shown["text"]) == (shown["id"] in strengths.stored_results()[name])


def test_results_are_written_as_they_are_read(tmp_path):
    file = tmp_path / "strengths.json"
    strengths.write_results(strengths.stored_results(), file)
    assert json.loads(file.read_text(encoding="utf-8")) == strengths.stored_results()
    assert file.read_text(encoding="utf-8") == strengths.STRENGTHS_FILE.read_text(encoding="utf-8")
