"""Experiments: allowed changes, games in pairs, and the effects of a change."""

import json
import random

import pytest

import engines
from engines.errors import DataError
from engines.search.players import random_player
from tests.tutor.test_compare_metrics import trace
from tutor.compare.metrics import METRICS, find_metric, over_games, value_of_game
from tutor.compare.observe import watch_to_end
from tutor.compare.resampling import GameCase, difference_of, mean_of
from tutor.experiments import effects, paired
from tutor.experiments.effects import EFFECT_MEASURES, LEAST_PAIRS, RuleEffect, measure_effect
from tutor.experiments.paired import GamePair, play_pairs
from tutor.matches import house_rules
from tutor.matches.house_rules import MOST_CHANGES, changed_game, find_choice, real_changes
from tutor.sets.decks import game_with_decks

GAMES = engines.names()
EVERY = [(name, one.id) for name in GAMES for one in house_rules.list_rule_choices(game_with_decks(name))]


# Allowed changes.


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_at_least_ten_choices_each_with_clause_range_and_standard(name):
    game = game_with_decks(name)
    found = house_rules.list_rule_choices(game)
    assert len(found) >= 10
    assert len({one.id for one in found}) == len(found) == len({one.title for one in found})
    for one in found:
        assert game.rulebook.clause(one.clause).text == one.says
        assert one.title[0] == one.title[0].upper()
        assert one.low <= one.standard <= one.high
        assert one.low < one.high
        if one.sort == "rule":
            assert (one.low, one.standard, one.high) == (0, 0, 1)
        else:
            rule = game.parameter_rules[one.id]
            assert (one.low, one.high, one.standard, one.clause) == (rule.low, rule.high, rule.standard, rule.clause)


@pytest.mark.parametrize("name", GAMES)
def test_every_parameter_is_a_choice_or_left_out_with_a_reason(name):
    game, out = game_with_decks(name), house_rules.left_out_rules(name)
    offered = {one.id for one in house_rules.list_rule_choices(game) if one.sort != "rule"}
    assert offered | {*out} == {*game.parameter_rules}
    assert not offered & {*out}
    assert all(reason.endswith(".") for reason in out.values())


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_told_in_japanese_too(name):
    game = game_with_decks(name)
    english, japanese = house_rules.list_rule_choices(game), house_rules.list_rule_choices(game, "ja")
    assert [one.id for one in english] == [one.id for one in japanese]
    assert [one.title for one in japanese if one.title.isascii()] == []


@pytest.mark.parametrize(("name", "id"), EVERY)
def test_a_game_with_one_rule_changed_is_watched_to_its_end(name, id):
    game = game_with_decks(name)
    one = find_choice(game, id)
    for value in {one.low, min(one.standard + 1, one.high), one.high} - {one.standard}:
        state = changed_game(game, {id: value}).new(seed=value)
        watch_to_end(state, (random_player(value), random_player(value + 1)))
        assert state.result is not None


@pytest.mark.parametrize("name", GAMES)
def test_three_rules_at_once_are_played_to_their_end(name):
    game, source = game_with_decks(name), random.Random(7)
    apart = [{*pair} for pair in house_rules._row(name).get("apart", ())]
    for seed in range(6):
        taken = source.sample(house_rules.list_rule_choices(game), MOST_CHANGES)
        if any(pair <= {one.id for one in taken} for pair in apart):
            continue
        changes = {one.id: source.choice([one.low, one.high]) for one in taken}
        state, player = changed_game(game, changes).new(seed=seed), random_player(seed)
        while state.result is None:
            state.apply(player(state))


def test_a_changed_game_is_made_once_and_unchanged_it_is_the_game_itself():
    game = game_with_decks("altaria")
    assert changed_game(game, {}) is changed_game(game, {"cores": 7}) is game
    assert changed_game(game, {"cores": 5, "M13": 1}) is changed_game(game, {"M13": 1, "cores": 5})
    assert game.parameters["cores"] == 7
    assert real_changes(game, {"M13": 1, "cores": 5, "opening_hand": 5}) == {"cores": 5, "M13": 1}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gravity": 1}, "no rule 'gravity'"),
        ({"deck_size": 39}, "no rule 'deck_size'"),
        ({"cores": 13}, "from 1 to 12"),
        ({"cores": 2.5}, "whole number"),
        ({"cores": "5"}, "whole number"),
        ({"M13": True}, "whole number"),
        ({"cores": 5, "opening_hand": 6, "M13": 1, "M19": 1}, "At most 3 rules"),
        ({"M15": 1, "heals_at_the_end": 1}, "cannot go together"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_words(changes, said):
    with pytest.raises(DataError, match=said):
        changed_game(game_with_decks("altaria"), changes)


# Games in pairs.


def test_a_pair_is_the_same_deal_with_and_without_the_change(tmp_path):
    found = play_pairs("altaria", {"cores": 3}, 8, jobs=1, folder=tmp_path)
    for number, (printed, other) in enumerate(found):
        assert printed[:3] == other[:3]
        assert printed.seed == number // 2
    assert [one.printed.decks for one in found[::2]] == [one.printed.decks[::-1] for one in found[1::2]]
    assert len({one.printed.decks for one in found}) == 8
    assert play_pairs("altaria", {"cores": 3}, 4, jobs=1, folder=tmp_path) == found[:4]
    for printed, other in play_pairs("altaria", {"M13": 1}, 4, jobs=1, folder=tmp_path):
        assert printed.sight.opening == other.sight.opening


def test_without_a_change_both_halves_are_the_same_game(tmp_path):
    assert all(one.printed == one.changed for one in play_pairs("altaria", {}, 4, jobs=1, folder=tmp_path))


def test_games_are_kept_and_the_printed_half_serves_every_change(tmp_path, monkeypatch):
    asked = []
    play = paired.play_step
    monkeypatch.setattr(paired, "play_step", lambda *task: asked.append(task[-1]) or play(*task))
    first = play_pairs("altaria", {"cores": 2}, 20, jobs=1, folder=tmp_path)
    assert play_pairs("altaria", {"cores": 2}, 20, jobs=1, folder=tmp_path) == first
    other = play_pairs("altaria", {"cores": 1}, 20, jobs=1, folder=tmp_path)
    assert asked == [[True, True]] * 5 + [[False, False]] * 5 + [[False, True]] * 5
    assert [one.printed for one in other] == [one.printed for one in first]
    assert paired.rules_fingerprint("altaria", {"cores": 2}) != paired.rules_fingerprint("altaria", {"cores": 1})


def test_a_stopped_run_gives_what_there_is(tmp_path):
    seen = []
    found = play_pairs(
        "altaria",
        {"cores": 2},
        40,
        jobs=1,
        on_progress=lambda there: seen.append(len(there)),
        stopped=lambda: len(seen) == 2,
        folder=tmp_path,
    )
    assert len(found) == 8
    assert seen == [4, 8]


@pytest.mark.parametrize("wrong", [{"bots": "genius"}, {"pairs": 0}, {"pairs": 10**9}, {"changes": {"cores": 99}}])
def test_what_cannot_be_played_is_refused_before_it_begins(wrong):
    with pytest.raises(DataError):
        play_pairs(**{"game": "altaria", "changes": {}, "pairs": 4, "jobs": 1} | wrong)


def test_pairs_are_plain_enough_to_be_told_as_json(tmp_path):
    [one] = play_pairs("altaria", {"cores": 2}, 1, jobs=1, folder=tmp_path)
    assert json.dumps([one.printed.decks, one.changed.sight.turns])


# Effects of a change.

noted = find_metric("turns")._replace(measure=over_games(lambda one: one.turns))


def pairs_of(printed, other):
    """Return pairs of games with these lengths; every two pairs are a deal."""
    return [
        GamePair(trace(turns=a, seed=number // 2), trace(turns=b, seed=number // 2))
        for number, (a, b) in enumerate(zip(printed, other, strict=True))
    ]


def test_what_both_halves_have_in_common_does_not_hide_a_difference():
    source = random.Random(1)
    lengths = [source.gauss(20, 8) for _ in range(200)]
    found = measure_effect(noted, pairs_of(lengths, [length - 1 + source.gauss(0, 0.5) for length in lengths]))
    assert found.visible
    assert found.direction == -1
    assert found.difference.value == pytest.approx(-1, abs=0.15)
    assert found.difference.n == 200
    assert found.difference.high - found.difference.low < 0.3
    assert found.printed.high - found.printed.low > 1.5  # each half alone is too uncertain


def test_no_difference_is_no_visible_difference():
    source = random.Random(2)
    lengths = [source.gauss(20, 8) for _ in range(100)]
    same = measure_effect(noted, pairs_of(lengths, lengths))
    assert (same.difference.value, same.difference.low, same.difference.high) == (0, 0, 0)
    assert not same.visible
    assert same.direction == 0
    other = measure_effect(noted, pairs_of(lengths, source.sample(lengths, len(lengths))))
    assert not other.visible
    assert other.difference.low < 0 < other.difference.high


def test_a_few_games_show_nothing_however_clear_they_are():
    few = measure_effect(noted, pairs_of([20] * (LEAST_PAIRS - 1), [10] * (LEAST_PAIRS - 1)))
    assert few.difference.high < 0
    assert not few.visible
    assert measure_effect(noted, pairs_of([20] * LEAST_PAIRS, [10] * LEAST_PAIRS)).visible


def test_a_half_without_a_value_counts_in_the_other_half_only():
    found = difference_of(
        [(GameCase(("a", "b"), 0, 1.0), None), (GameCase(("a", "b"), 1, 3.0), GameCase(("a", "b"), 1, 5.0))]
    )
    assert found.value == 5 - 2
    assert found.n == 1
    assert difference_of([(None, None), (GameCase(("a", "b"), 0, 1.0), None)]).value is None
    assert measure_effect(noted, []) == effects.UNKNOWN_EFFECT


def test_the_interval_covers_the_true_difference_as_often_as_it_says():
    held = 0
    for run in range(100):
        source = random.Random(run)
        deals = [source.gauss(10, 4) for _ in range(60)]
        both = [
            (GameCase(("a", "b"), at, deal), GameCase(("a", "b"), at, deal + source.gauss(1, 2)))
            for at, deal in enumerate(deals)
        ]
        low, high = difference_of(both)[1:3]
        held += low <= 1 <= high
    assert 88 <= held <= 99


def test_the_halves_are_the_plain_estimates():
    pairs = pairs_of([4, 6, 5, 9], [5, 5, 5, 5])
    found = measure_effect(noted, pairs)
    assert found.printed == mean_of([GameCase(("a", "b"), n // 2, v) for n, v in enumerate([4, 6, 5, 9])])
    assert found.difference.value == found.changed.value - found.printed.value


def test_each_half_is_judged_by_a_win_probability_of_its_own(monkeypatch):
    fitted = []

    def judged(traces):
        fitted.append([one.sight.turns for one in traces])
        return [one._replace(sight=one.sight._replace(looks=(0.2, 0.9))) for one in traces]

    monkeypatch.setattr(effects, "judge_by_other_models", judged)
    tells = [True]
    monkeypatch.setattr(effects, "measure_trust", lambda half: type("Trust", (), {"tells": tells[0]}))
    pairs = pairs_of([1] * 4, [2] * 4)
    assert all(half.sight.looks == (0.2, 0.9) for pair in effects.judge_pairs(pairs) for half in pair)
    assert fitted == [[1] * 4, [2] * 4]
    tells[0] = False
    assert effects.judge_pairs(pairs) == pairs, "no leader is named where positions tell too little"


def test_endings_are_measures_too():
    game = game_with_decks("altaria")
    pairs = [GamePair(trace(clause="ALT-13.4"), trace(clause="ALT-16.3"))] * 3
    found = effects.ending_metrics(game, pairs)
    assert [one.id for one in found] == ["ended:ALT-13.4", "ended:ALT-16.3"]
    assert [measure_effect(one, pairs).difference.value for one in found] == [-1, 1]


def test_measures_are_those_with_a_value_for_a_game():
    left_out = {one.id for one in METRICS} - {one.id for one in EFFECT_MEASURES}
    assert left_out == {"stronger", "by_deal", "decided_at", "judge"}, "those of many games, and those on leads"
    assert all(value_of_game(one) for one in EFFECT_MEASURES)
    with pytest.raises(KeyError):
        measure_effect(find_metric("by_deal"), pairs_of([1], [2]))


def test_an_effect_without_a_value_is_not_visible():
    assert not RuleEffect(*effects.UNKNOWN_EFFECT).visible
    assert effects.UNKNOWN_EFFECT.direction == 0
