"""What is wrong with a game is said in words, by `tebiki simulate` and below the figures of "Design your own game"."""

import pytest

import engines
from engines.designs import Design
from tests.engines.evening import write_evening_game
from tutor.classroom import own_measure, own_measurement, own_page
from tutor.commands import cli
from tutor.commands.new_game import write_skeleton
from tutor.matches import game_faults
from tutor.matches.simulate import GameRecord, simulate_games


def record(winner, turns=9, first=0, taken=("plant",), offered=("plant", "skip")):
    return GameRecord(0, ("a", "a"), ("quick", "quick"), first, winner, "X-1", turns, 20, taken, offered)


def faults(game, records):
    return [one.key for one in game_faults.find_faults(game, records, [])]


def test_each_fault_is_found_and_a_fair_game_has_none(tmp_path):
    game = engines.load_file(write_skeleton("pond", tmp_path)[0])
    fair = [record(at % 2, turns=8 + at % 4) for at in range(200)]
    assert faults(game, fair) == []
    assert faults(game, [one._replace(winner=0) for one in fair]) == ["first_wins_always"]
    assert faults(game, [one._replace(winner=int(at % 3 > 0)) for at, one in enumerate(fair)]) == [
        "second_wins_more_often"
    ]
    assert faults(game, [one._replace(first=None, winner=1) for one in fair]) == ["seat_two_wins_always"]
    assert faults(game, [one._replace(turns=21) for one in fair]) == ["every_length"]
    assert faults(game, [one._replace(turns=21 - (at == 3)) for at, one in enumerate(fair)]) == ["one_length"]
    assert faults(game, [one._replace(taken=("skip",)) for one in fair]) == ["never_used"]
    assert faults(game, [one._replace(taken=("skip",), offered=("skip",)) for one in fair]) == ["never_possible"]
    few = [record(at % 2, turns=8 + at) for at in range(3)]
    assert faults(game, [one._replace(winner=0) for one in few]) == [], "three games say nothing"


def test_that_nobody_is_favoured_is_said_only_if_the_games_can_tell():
    many = [record(at % 2) for at in range(2000)]
    assert "neither player is favoured" in game_faults.describe_no_fault(many)
    told = game_faults.describe_no_fault(many[:100])
    assert "neither player is favoured" not in told
    assert "50 % of 100" in told


def test_where_one_deck_always_goes_first_no_advice_about_the_seat_is_given(tmp_path):
    game = engines.load_file(write_skeleton("pond", tmp_path)[0])
    games = [record(int(at % 3 > 0), turns=8 + at % 4) for at in range(200)]
    both = [one._replace(decks=("a", "b") if at % 2 else ("b", "a")) for at, one in enumerate(games)]
    assert faults(game, both) == ["second_wins_more_often"]
    assert faults(game, [one._replace(decks=("a", "b")) for one in games]) == ["deck_is_seat"]


def test_bots_that_play_at_random_are_told(tmp_path, capsys):
    module = write_skeleton("pond", tmp_path)[0]
    assert cli.main(["simulate", str(module), "-n", "150", "--jobs", "1"]) == 0
    assert "Nothing wrong was seen" in capsys.readouterr().out
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace(", evaluation=looks)", ")"), encoding="utf-8")
    assert cli.main(["simulate", str(module), "-n", "150", "--jobs", "1"]) == 0
    assert "The bots know nothing of this game" in capsys.readouterr().out


def test_an_action_that_is_never_used_is_named(tmp_path):
    module = write_evening_game(tmp_path)
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace(" + 3 * len(player.compost)", ""), encoding="utf-8")
    records = simulate_games(str(module), 60, jobs=1)
    [fault] = [one for one in game_faults.find_faults(engines.load_file(module), records, []) if one.key[:5] == "never"]
    assert fault.key == "never_used"
    assert '"Dig"' in fault.sentence()
    assert '"Plant"' not in fault.sentence()


@pytest.mark.slow
def test_the_page_says_what_is_wrong_with_a_design(monkeypatch):
    monkeypatch.setattr(own_measurement, "GAME_COUNTS", {20: 1})
    page = own_page.own_game(Design(title="Unfair", numbers={"second_lanterns": 0}).text())
    page.page.receive({"type": "command", "name": "measure", "games": 20})
    [fault] = page.page.data["measure"]["faults"]
    assert fault.startswith("The player who goes first wins more often:")
    assert len(page.measurement.records) == own_measure.FAULT_GAMES


def test_an_event_that_tells_my_move_as_the_rivals_is_a_problem(tmp_path, capsys):
    path = write_skeleton("pond", tmp_path)[0].with_suffix(".toml")
    path.write_text(path.read_text(encoding="utf-8").replace('"drew.you" = "You draw a card."\n', ""), encoding="utf-8")
    assert cli.main(["check", str(path)]) == 1
    assert "the event 'drew' names the player" in capsys.readouterr().out
