"""The benchmark report: which direction is better, the requirements, and that our own contestants run."""

import pytest

import engines
from benchmarks import __main__ as report
from benchmarks import balance, contestants
from tutor.matches.simulate import GameRecord

GAMES = engines.names()
BEST = {
    **{f"tebiki {game}": {"rate": 200_000.0, "length": 141.0} for game in GAMES},
    **{f"compiled {game}": {"rate": 400_000.0, "length": 141.0} for game in GAMES},
    **{f"copies {game}": {"microseconds": 1.0} for game in GAMES},
    **{f"refusals {game}": {"microseconds": 10.0} for game in GAMES},
    **{f"load {game}": {"milliseconds": 40.0} for game in GAMES},
    "rlcard": {"rate": 80_000.0, "length": 47.0},
    "rlcard_bare": {"rate": 125_000.0, "length": 47.0},
    "chess": {"rate": 40_000.0, "length": 278.0},
    "dgisim": {"rate": 1_000.0, "length": 150.0},
    "essence_wars": {"rate": 370_000.0, "length": 93.0},
    "chess_copies": {"microseconds": 0.8},
    "solver": {"rate": 30_000.0, "positions": 136.0, "milliseconds": 4.5},
}


def test_the_best_round_counts():
    assert report.better_measurement(None, {"rate": 1.0}) == {"rate": 1.0}
    assert report.better_measurement({"rate": 2.0}, {"rate": 3.0, "length": 9.0})["rate"] == 3
    assert report.better_measurement({"microseconds": 2.0}, {"microseconds": 3.0}) == {"microseconds": 2.0}


def test_all_demands_met():
    rows = report.report_rows(BEST)
    assert [row.met for row in rows if row.demanded] == [True] * (5 * len(GAMES) + 4)
    assert "2.5 ×" in report.render_table(rows)
    page = report.render_page(rows, BEST)
    assert "rlcard==" in page
    assert "Decisions a game: CORE OF ALTARIA 141" in page


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("rlcard", {"rate": 83_334.0, "length": 1.0}),
        ("tebiki star_wars", {"rate": 135_999.0, "length": 1.0}),
        ("compiled star_wars", {"rate": 319_999.0, "length": 1.0}),
        ("compiled dgrayman", {"rate": 369_999.0, "length": 1.0}),
        ("chess", {"rate": 66_667.0, "length": 1.0}),
        ("dgisim", {"rate": 2_001.0, "length": 1.0}),
        ("copies star_wars", {"microseconds": 5.0}),
        ("refusals dgrayman", {"microseconds": 30.0}),
        ("load altaria", {"milliseconds": 100.0}),
    ],
)
def test_a_demand_that_is_not_met_is_named(name, numbers):
    rows = report.report_rows(BEST | {name: numbers})
    assert sum(row.met is False for row in rows) == 1
    assert "**no**" in report.render_table(rows)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", report.OF_EACH_GAME)
def test_our_contestants_run(name, game):
    numbers = contestants.CONTESTANTS[name](0.02, game)
    assert all(value > 0 for value in numbers.values())


def test_the_solver_runs():
    assert all(value > 0 for value in contestants.prove_puzzle(0.02).values())


@pytest.mark.parametrize(("wins", "met"), [(6, "yes"), (7, "**no**")])
def test_the_stronger_deck_is_named(wins, met):
    records = [GameRecord(n, ("a", "b"), ("quick", "quick"), None, int(n >= wins), "X-1", 5, 90) for n in range(10)]
    line = balance.render_rows(balance.DECKS_TABLE, [balance.deck_row("A game", "quick", records)]).splitlines()[-1]
    assert line.startswith(f"| A game | quick | 10 | a {wins}0.0% (")
    assert line.endswith(f"| 5 (5 to 5) | {met} |")


def test_the_stronger_player_is_measured_with_both_decks_in_both_seats():
    found = balance.strength_row("altaria", "erratic", 1)
    assert found.players == "quick against erratic"
    assert found.games == balance.MATCHES["erratic"][1]
    assert found.met
    assert balance.render_rows(balance.PAIRS_TABLE, [found]).splitlines()[-1].endswith(f"| {found.won} | yes |")


def test_every_contestant_exists():
    assert all(callable(contestants.CONTESTANTS[name]) for name in report.ROUNDS)
    assert set(report.SECONDS) <= set(report.ROUNDS)
