"""Play-outs: the same for any number of processes, fair to both seats, and summarised correctly."""

import re

import pytest

import engines
from engines.book.cards import Deck
from engines.errors import DataError, IllegalDeck
from tutor.matches import simulate as sim
from tutor.matches.simulate import GameRecord, simulate_games

GAME = engines.load("altaria")


@pytest.fixture(scope="module")
def records():
    return simulate_games("altaria", 60, seed=5, jobs=1)


def test_a_record_says_how_a_game_went(records):
    for number, record in enumerate(records):
        assert record.seed == 5 + number
        assert record.decks == (("hearth", "tide") if number % 2 == 0 else ("tide", "hearth"))
        assert record.winner in (0, 1, None)
        assert record.first in (0, 1)
        assert GAME.rulebook.clause(record.clause)
        assert 0 < record.turns < record.decisions


def test_processes_make_no_difference(records):
    assert simulate_games("altaria", 60, seed=5, jobs=2) == records


def test_a_longer_run_begins_alike(records):
    assert simulate_games("altaria", 30, seed=5, jobs=1) == records[:30]


def test_another_seed_is_another_run(records):
    assert simulate_games("altaria", 30, seed=6, jobs=1) != records[:30]


def test_house_rules_and_own_decks():
    own = Deck("mine", "Mine", dict(GAME.decks["tide"].cards))
    records = simulate_games("altaria", 10, ("hearth", own), ("random", "beginner"), jobs=1, rules={"cores": 1})
    assert records[0].decks == ("hearth", "mine")
    assert records[1].bots == ("beginner", "random")
    assert {share.name for share in sim.shares_by_deck(records)} == {"hearth (random)", "mine (beginner)"}


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"name": "chess"}, DataError, "chess"),
        ({"decks": ("hearth", "sea")}, DataError, "sea"),
        ({"decks": ("hearth", Deck("mine", "", {"Tide Scout": 40}))}, IllegalDeck, "mine"),
        ({"bots": ("quick", "genius")}, DataError, "genius"),
        ({"rules": {"cores": 99}}, DataError, "cores"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong, error, words):
    with pytest.raises(error, match=words):
        simulate_games(**({"name": "altaria", "games": 1, "jobs": 1} | wrong))


def test_shares_count_draws_for_nobody():
    records = [
        GameRecord(0, ("a", "b"), ("quick", "quick"), 0, 0, "ALT-13.4", 10, 50),
        GameRecord(1, ("b", "a"), ("quick", "quick"), 0, 1, "ALT-13.4", 12, 60),
        GameRecord(2, ("a", "b"), ("quick", "quick"), 1, None, "ALT-16.9", 100, 900),
        GameRecord(3, ("b", "a"), ("quick", "quick"), None, None, "ALT-2.3", 0, 1),
    ]
    assert [share[:3] for share in sim.shares_by_deck(records)] == [("a", 2, 4), ("b", 0, 4)]
    assert [share[:3] for share in sim.shares_by_order(records)] == [("first", 1, 3), ("second", 1, 3)]
    assert [share[:3] for share in sim.shares_by_seat(records)] == [("P1", 1, 4), ("P2", 1, 4)]
    mirror = [record._replace(decks=("a", "a")) for record in records]
    assert not sim.shares_by_deck(mirror), "a deck against itself wins half of its games, whatever it is"
    unequal = [record._replace(bots=("quick", "random")) for record in mirror]
    assert [share[1:3] for share in sim.shares_by_deck(unequal)] == [(1, 4), (1, 4)]
    assert sim.count_endings(records)[0] == ("ALT-13.4", 2)
    assert "drawn" in sim.format_records(GAME, records)
    assert "(these two decks, other deals)" in sim.format_records(GAME, records)
    assert "(this deck, other deals)" in sim.format_records(GAME, mirror)


def test_the_table_has_everything(records):
    text = sim.format_records(GAME, records)
    for words in ("60 games", "hearth", "tide", "went first", "seat P2", "median", "ALT-13.4", "95 %", "other deals"):
        assert words in text
    for line in text.partition("Ended by")[2].splitlines()[1:]:
        assert re.search(r"\d% +\d+\.\d% to +\d+\.\d% +\d+ of 60$", line), "a share has its interval and its count"
    assert sim.format_records(GAME, []) == "No games were played."


def test_where_turns_belong_to_both_nobody_goes_first():
    text = sim.format_records(engines.load("star_wars"), sim.simulate_games("star_wars", 2, jobs=1))
    assert "went" not in text
    assert "seat P1" in text


@pytest.mark.parametrize("name", engines.names())
def test_every_game_can_be_simulated(name):
    records = simulate_games(name, 6, jobs=1)
    assert len(records) == 6
    assert sim.format_records(engines.load(name), records)
