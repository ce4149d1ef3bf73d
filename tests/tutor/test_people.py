"""The lengths of whole games that the learner played, beside those of bots."""

from dataclasses import replace

import pytest

from engines.search.players import STRENGTHS
from tutor import progress
from tutor.compare import people
from tutor.compare.measured_page import MeasuredPage
from tutor.compare.results import read_results
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.sets.decks import game_with_decks

NAME = "altaria"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


def play_match(seed, moves=10_000):
    """Play a whole game as the learner, at most `moves` moves; return it and the number of decisions."""
    game = game_with_decks(NAME)
    deck = [*game.decks][-1]  # not one of the taught decks
    match = Match(Setup(NAME, deck, allowed_opponents(game, deck)[0], "quick", "rules", seed), game)
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(NAME))
    player, own, others = STRENGTHS["quick"](5), 0, len(match.opening)
    while not match.over and own < moves:
        match.play((player(match.table.state),))
        own, others = own + 1, others + len(match.answers)
    return match, own + others


def logged_events():
    return progress.read_log(progress.learner_id()).events


def test_a_finished_game_is_as_long_as_it_was():
    match, decisions = play_match(3)
    play_match(4, moves=5)
    (found,) = people.lengths_of_games(NAME)
    assert (found["turns"], found["decisions"]) == (match.table.state.turn, decisions)
    assert people.lengths_of_games("chaos") == []


def test_minutes_are_added_from_move_to_move_and_long_pauses_are_cut():
    play_match(3)
    events = logged_events()
    whole = [replace(event, time="2031-05-04T18:00:00Z") for event in events[:-2]]
    pause = [replace(events[-2], time="2031-05-04T18:00:30Z"), replace(events[-1], time="2031-05-05T09:00:00Z")]
    (found,) = people.measure_lengths([*whole, *pause], NAME)
    assert found["minutes"] == pytest.approx((30 + people.LONGEST_PAUSE) / 60)


def test_a_game_that_cannot_be_replayed_and_one_with_own_cards_do_not_count():
    play_match(3)
    events = logged_events()
    assert len(people.measure_lengths(events, NAME)) == 1
    broken = [
        replace(event, actions=("999", *event.actions[1:])) if event.verdict == "move" else event for event in events
    ]
    assert people.measure_lengths(broken, NAME) == []
    own = [replace(events[0], actions=(*events[0].actions, "sets=harbour:0123")), *events[1:]]
    assert people.measure_lengths(own, NAME) == []


def test_the_page_shows_them_beside_the_bots_from_three_games_on():
    def lengths():
        (shown,) = [one for one in MeasuredPage(read_results(), "en").page.data["questions"] if one["id"] == "length"]
        return shown

    play_match(3)
    play_match(4)
    assert len(lengths()["series"]) == 2
    match, _ = play_match(5)
    shown = lengths()
    assert shown["series"][2].startswith("Your own games")
    row = next(row for row in shown["rows"] if row["game"] == "Altaria, Turns")
    assert row["cells"][2]["small"] == ["n = 3"]
    assert row["cells"][2]["text"].count(",") == 2
    other = next(row for row in shown["rows"] if row["game"].startswith("Star Wars"))
    assert other["cells"][2] == {"text": "none yet", "small": []}
    assert people.range_lengths([{"turns": 4.0}, {"turns": 9.0}, {"turns": 5.0}])["turns"] == (4, 5, 9)
    assert people.range_lengths([{"turns": 4.0}] * 2) == {}
    assert match.over


def test_a_half_played_game_that_is_finished_on_two_pages_counts_on_both():
    play_match(3, moves=5)
    kept = kept_games.half_played_game(logged_events(), kept_games.whole_game(NAME))
    for _ in range(2):
        match = kept_games.replay_game(kept, game_with_decks(NAME))
        match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(NAME), kept=kept)
        player = STRENGTHS["quick"](5)
        while not match.over:
            match.play((player(match.table.state),))
    first, second = people.lengths_of_games(NAME)
    assert first["turns"] == second["turns"] == match.table.state.turn
