"""The win probability on games whose chances are known, and intervals that allow for the decks."""

import math
import random
from functools import cache

import pytest

import engines
from tutor.compare import resampling, results, win_probability
from tutor.compare.card_balance import card_balances, deck_win_rates
from tutor.compare.metrics import find_metric, measure_metric
from tutor.compare.observe import LOOKS, GameSight, GameTrace, WatchedMoment
from tutor.compare.resampling import GameCase, associate_deals, mean_of, sides_of
from tutor.compare.win_probability import (
    COIN_BRIER,
    LEAST_GAMES,
    PENALTIES,
    PENALTY,
    WinModel,
    choose_penalty,
    fit_win_model,
    judge_by_each_model,
    judge_by_other_models,
    judge_games,
    measure_trust,
)
from tutor.estimates import NO_ESTIMATE

STEPS = LOOKS


def walk(seed, tells=True):
    """Return a game of twenty coin tosses, won by the player with more heads; seat 0 starts with one head.

    tells : whether the lead is visible before each toss; if not, only an unrelated figure is visible.
    """
    source, lead, moments = random.Random(seed), 1, []
    for turn in range(STEPS):
        moments.append(
            WatchedMoment(turn, 2, 0.0, {"lead" if tells else "noise": lead if tells else source.choice((-1, 1))})
        )
        lead += source.choice((-1, 1))
    sight = GameSight(0, int(lead < 0), "TOY-1", STEPS, STEPS, 2 * STEPS, 0, 1, 1, 0, tuple(moments), {})
    return GameTrace(seed, ("a", "b"), ("quick", "quick"), sight)


@pytest.fixture(scope="module")
def walks():
    return [walk(seed) for seed in range(600)]


def weighted(seed):
    """Return a game whose lead never changes, and wins with the probability given by a logistic curve."""
    source = random.Random(seed)
    lead = source.choice((-3, -2, -1, 0, 1, 2, 3))
    won = source.random() < 1 / (1 + math.exp(-lead))
    moments = tuple(WatchedMoment(turn, 2, 0.0, {"lead": lead}) for turn in range(STEPS))
    return walk(seed)._replace(sight=walk(seed).sight._replace(winner=int(not won), moments=moments))


def test_chances_that_are_known_are_found():
    games = [weighted(seed) for seed in range(1500)]
    model = fit_win_model(games)
    for lead in range(-3, 4):
        for turn in (0, STEPS // 2, STEPS - 1):
            found = model.chance(WatchedMoment(turn, 2, 0.0, {"lead": lead}))
            assert found == pytest.approx(1 / (1 + math.exp(-lead)), abs=0.04)
    told = measure_trust(judge_by_other_models(games))
    assert all(part.came == pytest.approx(part.said, abs=0.08) for part in told.bins)


def test_the_later_the_surer(walks):
    found = measure_trust(judge_by_other_models(walks))
    assert found.quarter.value < found.half.value < found.three_quarters.value
    assert found.tells
    assert 0 < found.brier.value < COIN_BRIER
    assert found.skill.value == pytest.approx(1 - found.brier.value / COIN_BRIER)
    assert len(found.bins) == win_probability.BIN_COUNT


def test_a_bigger_lead_later_is_more(walks):
    model = fit_win_model(walks)
    at = lambda turn, lead: model.chance(WatchedMoment(turn, 2, 0.0, {"lead": lead}))  # noqa: E731
    assert at(0, 0) == 0.5
    assert at(4, 2) + at(4, -2) == pytest.approx(1)
    assert 0.5 < at(4, 2) < at(16, 2)
    assert at(19, 40) <= 1


def test_games_that_are_too_few_without_a_part_of_them_are_not_called_hard_to_tell(walks):
    """There are enough games for one win probability, but too few for those fitted without a part of them."""
    few, found = walks[: LEAST_GAMES + 10], results.MeasuredResults(LEAST_GAMES + 10, plays={"toy": "as ever"})
    assert fit_win_model(few) is not None
    assert results._judge(found, "toy", "quick", few, None) == (few, [])
    assert not found.trust, "else it would be said that positions tell too little"
    known = results.MeasuredResults(600, plays={"toy": "as ever"})
    seen, by_each = results._judge(known, "toy", "quick", walks, None)
    assert len(by_each) == win_probability.FOLDS
    seen, by_each = results._judge(found, "toy", "quick", few, known)
    assert [one.sight.looks for one in seen] == [
        one.sight.looks for one in judge_games(few, known.models["toy"]["quick"])
    ]
    assert (found.trust, by_each) == (known.trust, [])


@cache
def true_chance(lead, left, heads):
    """Return the chance of having more heads at the end; an even lead at the end is decided by a coin."""
    if not left:
        return (lead > 0) + (lead == 0) / 2
    return heads * true_chance(lead + 1, left - 1, heads) + (1 - heads) * true_chance(lead - 1, left - 1, heads)


def tossed(seed, heads):
    """Return a game of tosses of a biased coin with its lead and three figures of noise, and its true chances."""
    source, lead, moments, chances = random.Random(seed), 0, [], []
    for turn in range(STEPS):
        noise = {f"noise {at}": source.gauss(0, 1) for at in range(3)}
        moments.append(WatchedMoment(turn, 2, 0.0, {"lead": lead, "bent": 1.0, **noise}))
        chances.append(true_chance(lead, STEPS - turn, heads))
        lead += 1 if source.random() < heads else -1
    won = source.random() < true_chance(lead, 0, heads)
    found = walk(seed)
    sight = found.sight._replace(winner=int(not won), moments=tuple(moments))
    return found._replace(sight=sight), found._replace(sight=sight._replace(looks=tuple(chances)))


@pytest.mark.parametrize("heads", [0.5, 0.64])
@pytest.mark.parametrize("games", [200, 400])
def test_who_is_ahead_is_found_between_equals_and_at_nine_to_one_with_few_games_and_many(heads, games):
    """A coin with 64 % heads wins about nine in ten games; figures about leads equal those of the true chances."""
    made = [tossed(seed, heads) for seed in range(games)]
    played = [one for one, _ in made]
    by_each = judge_by_each_model(played, choose_penalty(played))
    judged = judge_by_other_models(played, by_each)
    for id in ("decided_at", "judge"):
        truth = find_metric(id).measure([true for _, true in made], False).value
        found = measure_metric(find_metric(id), judged, by_each, False)
        assert found.low <= truth <= found.high, id
        assert found.high - found.low < 0.3, id


def test_the_penalty_is_the_one_that_predicts_best(walks):
    """Many games with one true feature need hardly any penalty; games without information need the strongest."""
    assert choose_penalty(walks[:200]) > PENALTIES[0]
    assert choose_penalty([walk(seed, tells=False) for seed in range(200)]) == PENALTIES[0]
    assert choose_penalty(walks[: LEAST_GAMES - 1]) == PENALTY


def test_where_positions_say_nothing_that_is_said():
    found = measure_trust(judge_by_other_models([walk(seed, tells=False) for seed in range(300)]))
    assert not found.tells
    assert found.half.value < win_probability.LEAST_SKILL


def test_no_game_is_judged_by_what_it_taught(walks):
    """One game is reversed: the model's judgement of it does not change."""
    before = judge_by_other_models(walks)
    one = walks[7]._replace(sight=walks[7].sight._replace(winner=1 - walks[7].sight.winner))
    after = judge_by_other_models([*walks[:7], one, *walks[8:]])
    assert before[7].sight.looks == after[7].sight.looks
    assert before[8].sight.looks != after[8].sight.looks


def test_each_of_the_win_probabilities_judges_all_games_and_has_not_seen_a_part_of_them(walks):
    """The first part of the games is reversed: only the first model judges as before."""
    one = lambda trace: trace._replace(sight=trace.sight._replace(winner=1 - trace.sight.winner))  # noqa: E731
    part = win_probability.fold_numbers(walks)
    before = judge_by_each_model(walks)
    after = judge_by_each_model([one(trace) if at == 0 else trace for trace, at in zip(walks, part, strict=True)])
    looks = lambda games: [game.sight.looks for game in games]  # noqa: E731
    same = [looks(old) == looks(new) for old, new in zip(before, after, strict=True)]
    assert same == [True] + [False] * (win_probability.FOLDS - 1)
    assert looks(judge_by_other_models(walks)) == [looks(before[at])[number] for number, at in enumerate(part)]


def test_too_few_games_teach_nothing(walks):
    assert fit_win_model(walks[: LEAST_GAMES - 1]) is None
    assert fit_win_model(walks[:LEAST_GAMES]) is not None
    assert judge_by_other_models(walks[:LEAST_GAMES])[0].sight.looks == ()
    drawn = [one._replace(sight=one.sight._replace(winner=None)) for one in walks]
    assert fit_win_model(drawn) is None


def test_a_model_without_a_word_for_a_feature_passes_over_it():
    model = WinModel(10.0, {"lead": (1.0, 0.5)})
    assert model.chance(WatchedMoment(0, 1, 0.0, {"else": 9.0})) == 0.5
    assert judge_games([walk(0)], model)[0].sight.looks[0] > 0.5


# Intervals that allow for the decks.


def cases(pairs, spread=0.0, deals=30):
    """Return games between decks, some of which are better than others by `spread`."""
    return [
        GameCase((f"d{one}", f"d{other}"), deal, (deal % 3) / 10 + spread * (one + other))
        for one, other in pairs
        for deal in range(deals)
    ]


PAIRS = [(one, other) for one in range(6) for other in range(one)]


def test_decks_that_differ_widen_the_interval():
    alike, apart = mean_of(cases(PAIRS)), mean_of(cases(PAIRS, 0.2))
    assert alike.n == apart.n == 30 * len(PAIRS)
    assert apart.high - apart.low > 5 * (alike.high - alike.low)


def test_with_a_single_deal_for_each_pair_of_decks_the_interval_has_a_width():
    source = random.Random(3)
    field = [(one, other) for one in "abcdef" for other in "abcdef" if one < other]
    games = [GameCase(pair, 0, source.gauss(10, 2)) for pair in field for _ in range(2)]
    found = mean_of(games, again=False)
    assert 0.8 < found.high - found.low < 3, "15 deals with a standard deviation of 1.4: about 1.4"


def test_two_decks_are_one_pair_and_their_deals_vary():
    found = mean_of(cases([(0, 1)], deals=300))
    assert found.value == pytest.approx(0.1)
    assert found.low < 0.1 < found.high
    assert found.high - found.low < 0.04


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    """Two hundred samples of sixty coins each: the interval should contain one half in 95 of 100 cases."""
    held = 0
    for sample in range(200):
        source = random.Random(sample)
        found = mean_of([GameCase(("a", "b"), deal, float(source.random() < 0.5)) for deal in range(60)])
        held += found.low <= 0.5 <= found.high
    assert 180 <= held <= 199


SIDES = [(one, other) for one in range(3) for other in range(3, 6)]
FOUR, THREE = ([(one, other) for one in range(decks) for other in range(one)] for decks in (4, 3))


def games_of_decks(pairs, better, sample, sides=1):
    """Make games with mean 0 in which a deck adds as much as chance gave it, with standard deviation `better`.

    sides : 2 if only the decks of the first side add anything.
    """
    source = random.Random(1000 + sample)
    decks = sorted({deck for pair in pairs for deck in pair})
    strength = {deck: source.gauss(0, better) for deck in decks}
    if sides == 2:
        strength |= dict.fromkeys({other for _, other in pairs}, 0.0)
    return [
        GameCase((f"d{one}", f"d{other}"), seat // 2, strength[one] + strength[other] + source.gauss(0, 0.55))
        for one, other in pairs
        for seat in range(28)
    ]


def test_an_interval_for_decks_like_these_is_wider_and_that_for_these_decks_is_not():
    """Without decks it would be 0.053 on either side, as deals alone make it."""
    widths = {True: [], False: []}
    for sample in range(40):
        for again, found in widths.items():
            one = mean_of(games_of_decks(PAIRS, 0.0, sample), again)
            found.append((one.high - one.low) / 2)
    assert sum(widths[False]) / 40 == pytest.approx(0.053, abs=0.006)
    assert 0.09 < sum(widths[True]) / 40 < 0.14


@pytest.mark.parametrize(
    ("pairs", "better", "sides"),
    [
        *((PAIRS, better, 1) for better in (0.0, 0.03, 0.06, 0.1, 0.3, 1.0)),
        *((SIDES, better, sides) for better in (0.06, 0.3, 1.0) for sides in (1, 2)),
        *((pairs, better, 1) for pairs in (FOUR, THREE) for better in (0.1, 0.5)),
    ],
)
def test_for_decks_like_these_the_interval_covers_the_truth_in_95_of_100_cases_at_least(pairs, better, sides):
    """A deck has no influence, or one that grows to twenty times that of chance; two sides may differ in this."""
    found = [mean_of(games_of_decks(pairs, better, sample, sides)) for sample in range(150)]
    held = sum(one.low <= 0 <= one.high for one in found)
    assert held / 150 >= 0.95 - 2 * (0.95 * 0.05 / 150) ** 0.5, "two standard errors of 150 samples"


def test_decks_that_never_meet_their_own_side_are_two_sides():
    assert sides_of([("a", "x"), ("a", "y"), ("b", "x")]) == [["a", "b"], ["x", "y"]]
    assert sides_of([("a", "x"), ("a", "y"), ("x", "y")]) == [["a", "x", "y"]]
    assert sides_of([("a", "a"), ("a", "b")]) == [["a", "b"]]
    assert sides_of([("a", "b"), ("c", "d")]) == [["a", "b", "c", "d"]]


def test_no_interval_leaves_what_can_be():
    shares = [GameCase((f"d{one}", f"d{other}"), 0, float(one == 5)) for one, other in PAIRS]
    found = mean_of(shares)
    assert 0 <= found.low < found.value < found.high <= 1


def test_what_never_came_may_come_in_the_next_game():
    found = mean_of([GameCase(("a", "b"), deal, 0.0) for deal in range(20)])
    assert (found.value, found.low) == (0, 0)
    assert found.high > 0.1


def fourfold(first, second, known):
    """Return the chances of (both, first only, second only, neither) for these shares and Yule's Y (Plackett)."""
    ratio = ((1 + known) / (1 - known)) ** 2
    both = first * second
    if ratio != 1:
        size = 1 + (ratio - 1) * (first + second)
        both = (size - math.sqrt(size * size - 4 * ratio * (ratio - 1) * first * second)) / (2 * (ratio - 1))
    return both, first - both, second - both, 1 - first - second + both


@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("known", [0.0, 0.3, 0.7])
def test_how_far_results_follow_the_cards_is_found_between_equal_players_and_at_nine_to_one(share, known):
    """Twenty samples of 240 deals with a known truth: the interval should contain it in 95 of 100 cases."""
    held, values = 0, []
    for sample in range(20):
        cells = [(True, True), (True, False), (False, True), (False, False)]
        rows = random.Random(sample).choices(cells, fourfold(share, 1 - share, known), k=240)
        found = associate_deals([(("a", "b"), deal, *row) for deal, row in enumerate(rows)])
        held += found.low <= known <= found.high
        values.append(found.value)
    assert held >= 17
    assert share == 0.9 or sum(values) / len(values) == pytest.approx(known, abs=0.06)


def test_results_that_follow_nothing_but_the_cards_reach_one_however_strong_the_players():
    """Where the same cards always win again, phi stays below one as soon as the shares differ."""
    cells = [(True, True)] * 400 + [(True, False)] * 400 + [(False, False)] * 400
    found = associate_deals([(("a", "b"), deal, *row) for deal, row in enumerate(cells)])
    assert found.value > 0.9
    assert found.low < found.value < found.high <= 1


def test_of_deals_that_never_vary_nothing_is_said():
    assert associate_deals([]) == NO_ESTIMATE
    assert associate_deals([(("a", "b"), 0, True, True)]) == NO_ESTIMATE


def test_the_same_games_have_the_same_interval():
    assert mean_of(cases(PAIRS, 0.1)) == mean_of(cases(PAIRS, 0.1))
    assert resampling.DRAW_COUNT >= 200


# Balance of cards.


def opened(seed, wins):
    """Return a game of Altaria in which seat 0 has the first card of its deck in the opening hand, in even deals.

    wins : (whether it has the card, seed) -> whether seat 0 wins.
    """
    game = engines.load("altaria")
    deck = next(iter(game.decks.values()))
    card = game.by_name[next(iter(deck.cards))]
    had = seed % 2 == 0
    sight = walk(seed).sight._replace(winner=0 if wins(had, seed) else 1, opening=((card,) if had else (), ()))
    return game, game.cards[card].name, GameTrace(seed, (deck.id, "tide"), ("quick", "quick"), sight)


def test_what_a_card_in_the_first_hand_adds():
    made = [opened(seed, lambda had, seed: seed % 20 < (16 if had else 10)) for seed in range(400)]
    game, card, _ = made[0]
    [found] = [one for one in card_balances(game, [one for *_, one in made]) if one.card == card]
    assert (found.opening.value, found.adds.value) == (pytest.approx(0.8), pytest.approx(0.3))
    assert found.stands_out
    made = [opened(seed, lambda had, seed: seed // 2 % 2 == 0) for seed in range(400)]
    [found] = [one for one in card_balances(game, [one for *_, one in made]) if one.card == card]
    assert found.adds.value == pytest.approx(0)
    assert not found.stands_out


def test_a_card_that_is_hardly_seen_is_not_judged():
    game, card, _ = opened(0, lambda had, seed: True)
    few = [opened(seed, lambda had, seed: True)[2] for seed in range(40)]
    assert card not in [one.card for one in card_balances(game, few)]


def test_how_often_a_deck_won_against_the_others():
    made = [opened(seed, lambda had, seed: had)[2]._replace(decks=("hearth", "tide")) for seed in range(100)]
    found = deck_win_rates(engines.load("altaria"), [*made, made[0]._replace(decks=("tide", "tide"))])
    assert {id: one.value for id, one in found.items()} == {"hearth": 0.5, "tide": 0.5}
    assert found["tide"].n == 100
