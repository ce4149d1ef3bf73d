"""Which figures are still valid: stale ones are listed, and valid ones get today's fingerprint."""

import shutil

import pytest

import engines
from tutor.compare import causes, fresh, ladder, results
from tutor.experiments import prepared

KEPT = (
    (results.RESULTS_FILE, results.read_results, results.write_results),
    (ladder.LADDER_FILE, ladder.read_ladders, ladder.write_ladders),
    (causes.FIGURES_FILE, causes.read_causes, causes.write_causes),
    (prepared.RUNS_FILE, prepared.read_runs, prepared.write_runs),
)
"""The files of figures, each with its functions for reading and writing."""


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """Replace all files of figures by copies with current fingerprints.

    The files themselves may have older fingerprints, since figures are valid as long as the games play as before.
    """
    for file, *functions in KEPT:
        copy = shutil.copy(file, tmp_path)
        for function in functions:
            monkeypatch.setattr(function, "__defaults__", (type(file)(copy),))
    assert fresh.main(["--write"]) == 0
    return tmp_path


def texts(folder):
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}


def test_what_is_kept_stands_and_is_written_unchanged(copies, capsys):
    before = texts(copies)
    assert len(before) == len(KEPT)
    assert fresh.main([]) == 0
    assert fresh.main(["--write"]) == 0
    assert capsys.readouterr().out.splitlines() == ["All figures stand."] * 2
    assert texts(copies) == before


def test_fingerprints_of_other_sources_are_renewed_where_the_game_goes_as_before(copies):
    before = texts(copies)
    game = engines.names()[0]
    found = results.read_results()
    found.rules[game] = "of other sources"
    results.write_results(found)
    runs = prepared.read_runs()
    run = next(iter(runs.values()))
    run.rules = "of other sources"
    prepared.write_runs(runs)
    assert texts(copies) != before
    assert fresh.main([]) == 0
    assert texts(copies) != before  # nothing is written unless requested
    assert fresh.main(["--write"]) == 0
    assert texts(copies) == before


def test_what_goes_otherwise_is_named_with_its_command_and_left_as_it_is(copies, capsys):
    found, steps, taken_out = results.read_results(), ladder.read_ladders(), causes.read_causes()
    game, other, third = list(found.rules)[:3]
    taken_out.rules[third] = dict.fromkeys(taken_out.rules[third], "before")
    taken_out.plays[third] = "otherwise"
    causes.write_causes(taken_out)
    found.rules[game], found.plays[game] = "before", "otherwise"
    steps.decks[other] = "other decks"
    results.write_results(found)
    ladder.write_ladders(steps)
    before = texts(copies)
    assert fresh.main(["--write"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3
    assert said[0].startswith(f"results.json: {game} ")
    assert said[0].endswith(f"python -m tutor.compare {found.games} --game {game} --write")
    assert said[1].startswith(f"ladder.json: {other} ")
    assert said[2].startswith(f"causes.json: {third} ")
    how = f"causes {taken_out.pairs} --forks {taken_out.forks} --game {third} --write"
    assert said[2].endswith(f"python -m tutor.compare.{how}")  # with as many games; otherwise the others would be lost
    assert texts(copies) == before


def test_games_that_are_measured_anew_join_those_that_are_not():
    known = results.read_results()
    game, other = list(known.rules)[:2]
    new = results.MeasuredResults(known.games, rules={game: "new"}, plays={game: "new"})
    both = results.join_results(known, new)
    assert both.rules[game] == "new"
    assert both.estimates[other] == known.estimates[other]
    fewer = results.MeasuredResults(known.games - 1, rules={game: "new"})
    assert results.join_results(known, fewer) is fewer
    assert list(fewer.rules) == [game]
