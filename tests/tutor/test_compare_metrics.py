"""Every metric on toy games with known values, and on every finished game."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

import engines
from engines.kernel.flow import If, Step
from engines.kernel.state import Result, State
from tests.engines.toy import toy
from tutor.compare import batch, clause_counts, features, metrics, observe
from tutor.compare.metrics import METRICS, find_metric
from tutor.compare.observe import LOOKS, GameSight, GameTrace
from tutor.matches.simulate import play_game

TURNS = 5
"""The toy duel: in each turn its player chooses one of four things, then the other player nods. At the end seat 0 wins.
"""


class Duel(State):
    __slots__ = ()

    def copy(self):
        other = Duel.__new__(Duel)
        self.copy_kernel(other)
        return other


def begin_turn(state):
    state.turn += 1
    state.note("turn", "TOY-1", state.turn % 2)


def end(state):
    state.note("end", "TOY-2", 0)
    state.result = Result(state.turn % 2, "TOY-2", "The last turn.")


def mine(state):
    return state.turn % 2


STEPS = (
    Step("SET_UP", "setup", ("TOY-0",), ask=lambda s: [("go",)], who=lambda s: 0, on={"go": (None, "TURN")}),
    Step("TURN", "turn", ("TOY-1",), do=begin_turn, to=If(lambda s: s.turn > TURNS, "over", "END", "", "ACT")),
    Step("ACT", "turn", ("TOY-1",), ask=lambda s: [("act", n) for n in range(4)], who=mine,
         on={"act": (None, "NOD")}),
    Step("NOD", "turn", ("TOY-1",), ask=lambda s: [("nod",)], who=lambda s: 1 - mine(s),
         on={"nod": (None, "TURN")}),
    Step("END", "turn", ("TOY-2",), do=end, terminal=True),
)  # fmt: skip


def duel(course=None, owned=True):
    """Return the duel at its first decision. course : the evaluation for seat 0, turn by turn."""
    game = toy(STEPS)
    seen = course or [0.5] * 7
    game.rules.evaluation = lambda state, seat: seen[state.turn] if seat == 0 else 1 - seen[state.turn]
    game.rules.table = lambda state, seat: SimpleNamespace(turn_player=mine(state) if owned else None)
    state = Duel(game)
    state.listen().run()
    return state


def first_action(state):
    return state.actions[0]


def watched(**changes):
    return observe.watch_to_end(duel(**changes), (first_action, first_action))


def trace(winner=0, looks=(), seed=0, bots=("quick", "erratic"), **changes):
    """Return a trace with the given entries; all others are those of an empty game."""
    facts = {"first": 0, "clause": "TOY-2", "turns": 0, "decisions": 0, "options": 0, "forced": 0, "own": None,
             "off": None, "handovers": 0, "fired": {}, "moments": ()} | changes  # fmt: skip
    return GameTrace(seed, ("a", "b"), bots, GameSight(winner=winner, looks=tuple(looks), **facts))


def value(id, *traces):
    return find_metric(id).measure(traces).value


def game_of(**changes):
    return GameTrace(0, ("a", "b"), ("quick", "quick"), watched(**changes))


# Watching.


def test_what_is_seen_in_a_game_of_known_length():
    # One decision of the set-up, then five turns with a choice of four and a forced nod, which is not a decision.
    assert watched()._replace(moments=()) == GameSight(
        first=1, winner=0, clause="TOY-2", turns=6, decisions=11, options=26, forced=6, own=5, off=0, handovers=4,
        moments=(), fired={"TOY-1": 6, "TOY-2": 1}, tree=3.01, asked=0, reaching=0,
    )  # fmt: skip


def test_a_moment_is_described_by_differences_of_the_seats():
    moments = watched(course=[0.5, 0.75] + [0.5] * 5).moments
    assert (moments[0].turn, moments[0].options, moments[0].features) == (0, 1, {"to move": 1})
    assert moments[2].features == {"to move": -1, "went first": -1, "worth": 0.5}


@pytest.mark.parametrize("name", engines.names())
def test_the_features_of_the_seats_mirror_each_other(name):
    """What is known about a position from one side is known from the other too; only the sign changes."""
    game = engines.load(name)
    one, other = {"hand": 3, "deck": 20}, {"hand": 5, "deck": 17}
    if name == "chaos":  # each player has a partner from the beginning; here it is the same one
        one, other = ({**side, "partner": "First Light Minato"} for side in (one, other))
    state, turned = (
        game.position({"turn": 3, "P1": mine, "P2": theirs}, run=False) for mine, theirs in ((one, other), (other, one))
    )
    seen, mirrored = (features.position_features(here, first) for here, first in ((state, 0), (turned, 1)))
    assert seen.pop("to move") == mirrored.pop("to move")  # the same seat decides in both
    assert seen == {key: -value for key, value in mirrored.items()}
    assert {"went first", "worth", "hand", "deck"} <= {*seen}


@pytest.mark.parametrize("name", engines.names())
def test_what_a_position_is_described_by_is_found_in_every_game(name):
    decks = list(engines.load(name).decks.values())[:2]
    seen = observe.watch_game(engines.load(name), decks, ("quick", "quick"), 1).sight
    named = {key for one in seen.moments for key in one.features}
    assert {"to move", "went first", "worth", "hand", "deck"} <= named
    assert len(named) > 9


def test_turns_that_belong_to_both_have_no_off_turn():
    seen = watched(owned=False)
    assert (seen.own, seen.off, seen.first) == (None, None, 1)  # seat 1 decides first after the set-up


def album(length):
    kept = observe.MomentAlbum[int]()
    for at in range(length):
        if kept.wants(at):
            kept.add(at, at)
    return kept.chosen()


def test_the_looks_are_spread_evenly_from_the_first_decision_to_the_last():
    assert album(1) == (0,) * LOOKS
    assert album(0) == ()
    for length in (60, 79, 81, 1000, 4321):
        spread = album(length)
        assert spread[0] == 0
        assert spread[-1] >= length - 1 - length / LOOKS
        steps = [b - a for a, b in pairwise(spread)]
        assert max(steps) <= 2 * min(steps)


def test_a_trace_is_kept_and_read_back_the_same():
    one = game_of()
    assert observe.decode_trace(observe.encode_trace(one)) == one


# Every metric.

WON = [0.5] * 8 + [0.7] * 12
"""Even at first, then permanently ahead from the ninth look on."""
TURNED = [0.2] * 10 + [0.8] * 10

KNOWN = {
    "turns": (game_of(), 6),
    "decisions": (game_of(), 11),
    "branching": (game_of(), 26 / 11),
    "forced": (game_of(), 6 / 11),
    "branching_trend": (trace(moments=tuple(observe.WatchedMoment(0, 2 + at / 19, 0.0, {}) for at in range(20))), 1),
    "tree": (game_of(), 3.01),
    "hidden": (game_of(), 0),
    "interaction": (trace(asked=8, reaching=2), 1 / 4),
    "off_turn": (game_of(), 0),
    "handovers": (game_of(), 4 / 4),
    "first_seat": (trace(looks=WON), 1),
    "decided_at": (trace(looks=WON), 8 / 20),
    "judge": (trace(looks=TURNED), 1),
    "stronger": (trace(), 1),
}


@pytest.mark.parametrize("id", KNOWN)
def test_a_metric_on_a_game_of_known_value(id):
    one, known = KNOWN[id]
    assert value(id, one) == pytest.approx(known)


def test_every_metric_is_tested():
    assert {metric.id for metric in METRICS} == {*KNOWN, "by_deal"}


def test_the_hidden_share_is_that_of_the_looks():
    moments = (observe.WatchedMoment(0, 1, 0.75, {}), observe.WatchedMoment(1, 1, 0.25, {}))
    assert value("hidden", trace(moments=moments)) == 0.5


def test_the_trend_of_the_choices_is_0_where_they_stay_and_less_where_they_dwindle():
    def game(options):
        return trace(moments=tuple(observe.WatchedMoment(0, count, 0.0, {}) for count in options))

    assert value("branching_trend", game([3] * 20)) == 0
    assert value("branching_trend", game([4, 3, 2])) == -2
    assert value("branching_trend", game([2, 5, 2])) == 0
    assert value("branching_trend", game([4])) is None


def test_the_curve_of_the_choices_is_known():
    rising = trace(moments=tuple(observe.WatchedMoment(0, 1 + at // 2, 0.0, {}) for at in range(LOOKS)), seed=1)
    steady = trace(moments=tuple(observe.WatchedMoment(0, 4, 0.0, {}) for _ in range(LOOKS)), seed=2)
    curve = metrics.branching_curve([rising, steady, trace(seed=3)])
    assert [one.value for one in curve] == [(1 + part + 4) / 2 for part in range(metrics.CURVE_PARTS)]
    assert all(one.low <= one.value <= one.high and one.n == 2 for one in curve)
    assert metrics.branching_curve([]) == []


def test_a_winner_in_seat_1_is_seen_from_there():
    mirrored = trace(winner=1, looks=[1 - value for value in TURNED])
    for id in ("decided_at", "judge"):
        assert value(id, mirrored) == pytest.approx(value(id, trace(looks=TURNED))), id


def test_a_lead_within_the_margin_is_none():
    assert value("judge", trace(looks=[0.54] * 20)) is None
    assert value("decided_at", trace(looks=[0.52] * 20)) == 1


def test_draws_count_for_nobody():
    for id in ("first_seat", "decided_at", "judge", "stronger"):
        assert find_metric(id).measure([trace(winner=None, looks=WON)]).n == 0, id


def test_deals_that_are_played_twice():
    both = ("quick", "erratic")
    skill = [trace(0, seed=1, bots=both), trace(1, seed=1, bots=both[::-1])]
    deal = [trace(0, seed=2, bots=both), trace(0, seed=2, bots=both[::-1])]
    turned = [trace(1, seed=6, bots=both), trace(1, seed=6, bots=both[::-1])]
    upset = [trace(1, seed=3, bots=both), trace(0, seed=3, bots=both[::-1])]
    drawn = [trace(None, seed=4, bots=both), trace(0, seed=4, bots=both[::-1])]
    many = [one._replace(seed=seed) for seed in range(10, 210) for one in (deal if seed % 2 else turned)]
    assert find_metric("by_deal").measure(many).value == pytest.approx(1, abs=0.02)
    assert find_metric("by_deal").measure([*skill, *upset]).value < 0
    assert find_metric("by_deal").measure([*deal, *turned, *skill, *upset, *drawn])[::3] == (0, 4)
    assert find_metric("stronger").measure([*skill, *deal, *upset, *drawn])[::3] == (3 / 7, 7)


def test_the_length_of_a_game_is_its_tenth_fiftieth_and_ninetieth_of_a_hundred():
    games = [trace(turns=turns, decisions=30 * turns, forced=0, seed=turns) for turns in range(101)]
    found = metrics.length_spreads(games)
    assert found["turns"] == (10, 50, 90)
    assert found["decisions"] == (300, 1500, 2700)
    assert found["minutes"] == (50, 250, 450)  # thirty choices of ten seconds each in a turn
    assert metrics.game_minutes(trace(decisions=60, forced=60).sight) == 2
    assert metrics.length_spreads([]) == {}


def test_for_these_decks_the_interval_is_narrower_than_for_decks_like_these():
    games = [
        trace(turns=10 * (one + other) + seed % 3, seed=seed)._replace(decks=(f"d{one}", f"d{other}"))
        for seed, (one, other) in enumerate((one, other) for one in range(5) for other in range(one) for _ in range(9))
    ]
    like, these = (find_metric("turns").measure(games, again) for again in (True, False))
    assert like.value == these.value
    assert like.low < these.low < these.value < these.high < like.high


def test_nothing_is_measured_in_no_games():
    for metric in METRICS:
        assert metric.measure([]).n == 0


def test_every_metric_has_a_definition():
    for metric in METRICS:
        assert (metric.measure.__doc__ or "").startswith("Return "), metric.id
    assert "Sources" in (metrics.__doc__ or "")


# Estimates.


# Clauses.


def test_how_often_clauses_fire():
    class Book:
        def clause(self, id):
            return SimpleNamespace(title=id, question=id)

    played = [trace(fired={"A": 2, "B": 1}), trace(fired={"A": 4})]
    found = clause_counts.count_firings(SimpleNamespace(rulebook=Book()), played)
    assert [(one.clause, one.games.value, one.times.value) for one in found] == [("A", 1, 3), ("B", 0.5, 0.5)]


# The real games.


@pytest.mark.parametrize("name", engines.names())
def test_every_game_can_be_measured(name, tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "BATCH_SIZE", 10)
    for way in batch.WAYS_TO_PLAY:
        played = batch.games_of(name, way, 10, jobs=1, folder=tmp_path)
        for metric in METRICS:
            if metric.fits(way):
                found = metric.measure(played)
                assert found.value is None or found.low <= found.value <= found.high, metric.id
                assert found.n <= 10
        assert clause_counts.count_firings(engines.load(name), played)


@pytest.mark.parametrize("name", engines.names())
def test_watching_changes_nothing(name):
    game = engines.load(name)
    decks = list(game.decks.values())[:2]
    for seed in range(3):
        seen, record = (one(game, decks, ("quick", "erratic"), seed) for one in (observe.watch_game, play_game))
        assert (seen.sight.winner, seen.sight.clause, seen.sight.turns, seen.sight.decisions) == (
            record.winner, record.clause, record.turns, record.decisions)  # fmt: skip


@pytest.mark.parametrize("name", engines.names())
def test_hidden_cards_are_counted(name):
    """At the first decision, the player's own deck and the rival's deck and hand are hidden."""
    game = engines.load(name)
    state = game.new(seed=1)
    seat = state.seat_to_act
    every = sum(len(game.rules.belongings(state, side)) for side in (0, 1))
    known = every - round(features.hidden_share(state, seat) * every)
    hand = len(list(features.cards_in_hand(state, seat)))
    assert hand <= known < every / 2
    seen = observe.watch_game(game, list(game.decks.values())[:2], ("quick", "quick"), 1).sight
    for side in (0, 1):
        assert seen.opening[side]
