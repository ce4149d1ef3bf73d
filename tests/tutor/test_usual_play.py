"""What winners do in games between bots: how it is counted and compared, and in what a learner's game stands out."""

import random

import pytest

import engines
from engines.search.players import greedy_player
from tutor.boards.presentation import load_look
from tutor.matches.setup import allowed_opponents
from tutor.puzzles.usual_play import (
    PlayCounts,
    UnusualCount,
    UsualCount,
    UsualPlay,
    compare_parts,
    count_events,
    find_unusual,
    play_and_count,
    rank_sum_chance,
    watch_usual_play,
)
from tutor.sets.decks import game_with_decks

ACTION_OF = {
    "altaria": {"Attacks on cores": "attack_cores", "Attacks on units": "attack_unit", "Blocks": "block"},
    "chaos": {"Attacks": "attack", "Guards": "guard"},
    "dgrayman": {"Searches": "search", "Attacks": "attack"},
    "kingdom_hearts": {"Worlds moved to": "move", "Challenges": "challenge", "Obstacles you placed": "obstruct"},
    "star_wars": {"Battles you began": "battle", "Retreats": "retreat"},
}
"""Things that are counted, and the action that each of them is."""


@pytest.mark.parametrize("name", engines.names())
def test_a_player_s_own_deeds_are_counted(name):
    game = engines.load(name)
    rows = [row["title"] for row in load_look(name)["review_count"]]
    taken = {title: [0, 0] for title in ACTION_OF[name]}
    counted = {title: [0, 0] for title in ACTION_OF[name]}
    for seed in range(3):
        state, player = game.new(seed=seed, listen=True), greedy_player(seed, 10)
        while state.result is None:
            action = player(state)
            for title, kind in ACTION_OF[name].items():
                taken[title][state.seat_to_act] += action[0] == kind
            state.apply(action)
        for seat in (0, 1):
            for title, count in zip(rows, count_events(name, state.events, seat), strict=True):
                if title in counted:
                    counted[title][seat] += count
    assert counted == taken
    assert all(max(both) for both in taken.values())


@pytest.mark.parametrize("name", engines.names())
def test_everything_that_is_counted_happens(name):
    game = game_with_decks(name)
    pairs = [(game.decks[one], game.decks[allowed_opponents(game, one)[0]]) for one in game.decks]
    parts = [play_and_count(game, pair, seed) for pair in pairs for seed in (5, 6)]
    sums = [sum(counts) for counts in zip(*(part.counts for part in parts if part), strict=True)]
    rows = load_look(name)["review_count"]
    assert {row["title"]: total for row, total in zip(rows, sums, strict=True) if not total} == {}


def test_the_rank_sum_test():
    assert rank_sum_chance([1, 2, 3], [1, 2, 3]) == pytest.approx(1)
    assert rank_sum_chance([2, 2], [2, 2]) == 1
    low, high = list(range(10)), list(range(10, 20))
    assert rank_sum_chance(low, high) == rank_sum_chance(high, low) == pytest.approx(0.000157, abs=1e-6)  # z = 3.780
    assert rank_sum_chance([0, 0, 1, 1], [0, 1, 1, 1]) == pytest.approx(0.495, abs=0.01)  # with ties: z = 0.683


def test_a_planted_difference_is_found_and_noise_is_not():
    source = random.Random(5)

    def parts(more):
        return [
            PlayCounts(won, 10, (source.randrange(8) + more * won, source.randrange(8), source.randrange(8)))
            for won in (True, False)
            for _ in range(60)
        ]

    assert [one.at for one in compare_parts(parts(4))] == [0]
    false = sum(bool(compare_parts(parts(0))) for _ in range(200))
    assert false <= 20, "5 % of 200 are expected"
    assert compare_parts([PlayCounts(True, 3, (1,))] * 5) == [], "there is no loser"


def test_what_stands_out():
    attacks = UsualCount(0, (0.5, 0.6, 0.7), (0.1, 0.2, 0.3), 0.001)
    guards = UsualCount(1, (0.1, 0.2, 0.3), (0.4, 0.5, 0.6), 0.002)
    usual = UsualPlay(120, [attacks, guards])
    assert find_unusual(usual, PlayCounts(False, 20, (4, 11))) == [
        UnusualCount(0, 4, 10, 14),
        UnusualCount(1, 11, 2, 6),
    ]
    assert find_unusual(usual, PlayCounts(False, 20, (10, 6))) == [], "like half of the winners"
    assert find_unusual(usual, PlayCounts(False, 20, (30, 0))) == [], "more of what winners do is no reason for a loss"
    assert find_unusual(usual, PlayCounts(True, 20, (12, 9))) == [UnusualCount(0, 12, 2, 6)]
    assert find_unusual(UsualPlay(120, []), PlayCounts(False, 20, (0, 0))) == []


def test_games_are_played_in_which_winners_differ():
    game = game_with_decks("altaria")
    usual = watch_usual_play(game, list(game.decks.values())[:2], 60)
    assert usual.games == 60
    [attacks] = [
        one for one in usual.counts if load_look("altaria")["review_count"][one.at]["title"] == "Attacks on cores"
    ]
    assert attacks.winners[1] > attacks.losers[1]
