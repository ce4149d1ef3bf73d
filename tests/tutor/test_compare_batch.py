"""Batches: the same games for any number of processes, stored, resumed, and played again under new rules."""

import json

import joblib
import pytest

from engines.errors import DataError
from tutor.compare import batch, store
from tutor.compare.batch import BATCH_SIZE, games_of
from tutor.sets.decks import game_with_decks


@pytest.fixture
def played(monkeypatch):
    """The batches that are actually played."""
    found = []
    real = batch.play_batch

    def play_batch(game, way, first, count):
        found.append(first)
        return real(game, way, first, count)

    monkeypatch.setattr(batch, "play_batch", play_batch)
    return found


def test_what_is_kept_is_not_played_again(tmp_path, played):
    short = games_of("altaria", "quick", 30, jobs=1, folder=tmp_path)
    assert played == [0, BATCH_SIZE]
    longer = games_of("altaria", "quick", 3 * BATCH_SIZE, jobs=1, folder=tmp_path)
    assert played == [0, BATCH_SIZE, 2 * BATCH_SIZE]
    assert longer[:30] == short
    assert len(longer) == 3 * BATCH_SIZE


def test_a_broken_line_costs_its_batch_alone(tmp_path, played):
    before = games_of("altaria", "quick", 2 * BATCH_SIZE, jobs=1, folder=tmp_path)
    [file] = tmp_path.glob("*.jsonl")
    one, other = file.read_text().splitlines()
    file.write_bytes(one[:-9].encode() + b"\xff\n" + other.encode() + b"\n")
    played.clear()
    assert games_of("altaria", "quick", 2 * BATCH_SIZE, jobs=1, folder=tmp_path) == before
    assert played == [0]


def test_other_rules_are_other_games(tmp_path, played, monkeypatch):
    games_of("altaria", "quick", BATCH_SIZE, jobs=1, folder=tmp_path)
    monkeypatch.setattr(store, "play_fingerprint", lambda game: "another")
    games_of("altaria", "quick", BATCH_SIZE, jobs=1, folder=tmp_path)
    assert played == [0, 0]
    assert len(list(tmp_path.glob("*.jsonl"))) == 2


def test_a_fingerprint_is_of_the_rules():
    assert store.play_fingerprint("altaria") == store.play_fingerprint("altaria") != store.play_fingerprint("star_wars")


@pytest.mark.parametrize("name", ["lanterns.py", "lanterns.toml"])
def test_a_fingerprint_is_of_the_rules_of_a_small_game_too(name, tmp_path, monkeypatch):
    engines_there = tmp_path / "engines"
    engines_there.mkdir()
    for file in store.ENGINES_FOLDER.glob("lanterns.*"):
        (engines_there / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(store, "ENGINES_FOLDER", engines_there)
    before = store.play_fingerprint.__wrapped__("lanterns")
    (engines_there / name).write_text("another\n")
    assert store.play_fingerprint.__wrapped__("lanterns") != before


@pytest.mark.parametrize("name", ["batch.py", "features.py", "observe.py", "interaction.py"])
def test_a_fingerprint_is_of_what_is_watched_too(name, tmp_path, monkeypatch):
    before = store.play_fingerprint("altaria")
    changed = tmp_path / name
    changed.write_text("another\n")
    monkeypatch.setattr(store, "WATCHING_FILES", [changed if one.name == name else one for one in store.WATCHING_FILES])
    assert store.play_fingerprint.__wrapped__("altaria") != before


def test_a_sample_stands_for_how_a_game_plays(monkeypatch):
    first = batch.play_digest("altaria")
    assert first == batch.play_digest.__wrapped__("altaria") != batch.play_digest("star_wars")
    monkeypatch.setattr(batch, "SAMPLE_GAMES", batch.SAMPLE_GAMES + 1)
    assert batch.play_digest.__wrapped__("altaria") != first


def test_games_are_kept_in_the_learner_s_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    games_of("altaria", "erratic", 1, jobs=1)
    [file] = (tmp_path / "games").glob("altaria-erratic-*.jsonl")
    assert len(json.loads(file.read_text())["games"]) == BATCH_SIZE


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("")
    assert len(games_of("altaria", "quick", 3, jobs=1, folder=tmp_path / "file" / "in it")) == 3


def test_every_deal_of_a_duel_is_played_from_both_sides(tmp_path):
    games = games_of("altaria", "duel", 8, jobs=1, folder=tmp_path)
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.seed, one.decks) == (other.seed, other.decks)
        assert one.bots == other.bots[::-1] == ("quick", "erratic")
    for one, other in zip(games[::4], games[2::4], strict=True):
        assert one.decks == other.decks[::-1]  # in the next deal the decks have swapped seats


def test_every_two_decks_meet_in_both_seats(tmp_path):
    game = game_with_decks("altaria")
    every = len(batch.pairs_to_measure(game))
    assert every == len(game.decks) * (len(game.decks) - 1) // 2
    games = games_of("altaria", "quick", 2 * every, jobs=1, folder=tmp_path)
    assert len({one.decks for one in games}) == 2 * every
    assert all(one.decks == other.decks[::-1] for one, other in zip(games[::2], games[1::2], strict=True))
    assert all(one.seed == other.seed for one, other in zip(games[::2], games[1::2], strict=True))


def test_decks_that_may_not_meet_do_not():
    """In the Star Wars TCG, one deck has to be Light and the other Dark."""
    game = game_with_decks("star_wars")
    assert batch.pairs_to_measure(game)
    for one, other in batch.pairs_to_measure(game):
        game.new((one.id, other.id))


def test_how_far_it_is_is_told(tmp_path):
    reported = []
    games_of("altaria", "quick", 50, jobs=1, folder=tmp_path, on_progress=reported.append)
    games_of("altaria", "quick", 50, jobs=1, folder=tmp_path, on_progress=reported.append)
    assert reported == [0, 20, 40, 50, 50]


@pytest.mark.slow
def test_processes_make_no_difference(tmp_path):
    alone = games_of("altaria", "quick", 40, jobs=1, folder=tmp_path / "one")
    assert games_of("altaria", "quick", 40, jobs=2, folder=tmp_path / "two") == alone


@pytest.mark.slow
def test_a_cluster_makes_no_difference(tmp_path):
    distributed = pytest.importorskip("distributed")
    alone = games_of("altaria", "quick", 40, jobs=1, folder=tmp_path / "one")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        assert games_of("altaria", "quick", 40, folder=tmp_path / "two") == alone


def test_what_does_not_exist_is_refused(tmp_path):
    with pytest.raises(DataError, match="genius"):
        games_of("altaria", "genius", 1, folder=tmp_path)
    with pytest.raises(DataError, match="chess"):
        games_of("chess", "quick", 1, folder=tmp_path)
