"""Additional counts of a game: choices that reach the rival, positions, and a lower bound on their number."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import engines
from engines.kernel.flow import RETURN, Call, If, Step
from engines.kernel.state import Result
from engines.kit import kit
from engines.legal.reasons import Kind
from tests.engines.toy import toy
from tests.tutor.test_compare_metrics import first_action, trace, value
from tutor.compare import batch, observe
from tutor.compare.interaction import position_digest
from tutor.compare.position_counts import byar_limits, chao2_bound
from tutor.matches.simulate import BOTS
from tutor.sets.decks import game_with_decks

# A race and a fight of the same shape: in each of four turns its player chooses, then the other one nods or blinks.

TURNS = 4


@kit.zones
class Side(kit.Zones):
    coins: int = kit.number()
    lives: int = kit.number()
    hand: list[int] = kit.cards(sees=kit.OWNER)


class Blow(NamedTuple):
    size: int


@kit.state
class Toy(kit.DeclaredState):
    players: tuple[Side, Side] = kit.both(Side)
    blow: Blow | None = kit.under_way(Blow)


def mine(state):
    return state.turn % 2


def theirs(state):
    return 1 - mine(state)


def begin_turn(state):
    state.turn += 1
    state.players[mine(state)].coins += 1  # of the turn that begins: nothing that the choice before has done


def save(state, action):
    state.players[mine(state)].coins += action[1]


def strike(state, action):
    state.blow = Blow(action[1])


def land(state):
    state.players[theirs(state)].lives -= state.blow.size
    state.blow = None
    state.note("hit", "TOY-1", theirs(state))


def end(state):
    state.result = Result(0, "TOY-2", "The last turn.")


def played(kinds, **rules):
    """Return what is seen in the toy if the players always choose the first of these kinds of action."""
    actions = [(kind, n) for kind in kinds for n in (1, 2)]
    on = {
        "strike": (strike, Call("WINDOW", then="LAND")),
        "save": (save, "TURN"),
        "look": (None, "TURN"),
    }
    steps = (
        Step("SET_UP", "setup", ("TOY-0",), ask=lambda s: [("go", 0), ("go", 1)], who=lambda s: 0,
             on={"go": (None, "TURN")}),
        Step("TURN", "turn", ("TOY-1",), do=begin_turn, to=If(lambda s: s.turn > TURNS, "over", "END", "", "ACT")),
        Step("ACT", "turn", ("TOY-1",), ask=lambda s: actions, who=mine, on=on),
        Step("WINDOW", "turn", ("TOY-1",), ask=lambda s: [("nod", 0), ("nod", 1)], who=theirs,
             on={"nod": (None, RETURN)}, procedure="STRIKE"),
        Step("LAND", "turn", ("TOY-1",), do=land, to="TURN"),
        Step("END", "turn", ("TOY-2",), do=end, terminal=True),
    )  # fmt: skip
    game = toy(steps)
    game.kinds = {kind: Kind(kind, "TOY-1", arguments=("n",)) for kind in (*on, "go", "nod")}
    game.rules.evaluation = lambda state, seat: 0.5
    game.rules.table = lambda state, seat: SimpleNamespace(turn_player=mine(state))
    game.rules.belongings = lambda state, side: [0]
    game.rules.figures = lambda state, seat, zone, record: {}
    game.rules.references = lambda state, seat, name, value: []
    game.rules.forget_unseen = lambda state, seat: state.players[1 - seat].hand.clear()
    vars(game.rules).update(rules)
    game.parameters["turn_cap"] = 100
    state = Toy(game)
    state.listen().run()
    return observe.watch_to_end(state, (first_action, first_action))


def test_a_race_has_no_interaction():
    """What the next turn brings to its player is not caused by the choice that ended this one."""
    seen = played(["save"])
    assert (seen.asked, seen.reaching) == (TURNS, 0)


def test_a_strike_reaches_the_rival_when_it_lands_and_the_nod_between_does_not():
    seen = played(["strike"])
    assert (seen.asked, seen.reaching) == (2 * TURNS, TURNS)  # in each turn a strike, and a nod of the other


def test_what_names_something_of_the_rival_reaches_it():
    theirs_by_name = {"references": lambda state, seat, name, value: [f"{1 - seat}.field.7"]}
    own_by_name = {"references": lambda state, seat, name, value: [f"{seat}.field.7"]}
    assert played(["look"]).reaching == 0
    assert played(["look"], **own_by_name).reaching == 0
    assert played(["look"], **theirs_by_name).reaching == TURNS


def test_watching_leaves_no_pictures_behind():
    game = game_with_decks("altaria")
    decks = [*game.decks.values()][:2]
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=1, listen=True)
    seen = observe.watch_to_end(state, [BOTS["quick"](1), BOTS["quick"](2)])
    assert seen.asked > seen.reaching > 0
    assert state.film is None


# Positions.


def test_a_position_is_what_the_one_who_decides_knows():
    game = engines.load("altaria")
    state = game.new(seed=3)
    seat = state.seat_to_act
    other = state.copy()
    assert position_digest(other) == position_digest(state)
    other.players[1 - seat].hand[0] = other.players[1 - seat].deck[0]  # cannot be seen
    other.players[seat].deck.reverse()
    assert position_digest(other) == position_digest(state)
    other.players[seat].hand.pop()
    assert position_digest(other) != position_digest(state)


def test_every_choice_in_the_toy_is_another_position():
    seen = played(["save"])
    assert len(seen.seen) == len(set(seen.seen)) == 1 + TURNS  # the set-up, and one in each turn


# The lower bound on their number, with hand-computed values.


def test_chao2_by_hand():
    # Kinds met once: b, c, d, e; twice: a; three catches: 5 + 2/3 x 16/2 = 10 1/3.
    found = chao2_bound([["a", "b", "c"], ["a", "d"], ["e"]])
    assert found.value == pytest.approx(5 + 2 / 3 * 4 * 4 / 2)
    assert found.low < found.value < found.high
    assert found.n == 3
    # None came twice: 3 + 1/2 x 3 x 2 / 2.
    assert chao2_bound([["a", "b"], ["c"]]).value == pytest.approx(4.5)
    # All came twice: no evidence of more.
    assert chao2_bound([["a", "b"], ["a", "b"]]).value == 2
    assert chao2_bound([["a"]]).n == chao2_bound([]).n == 0


@pytest.mark.parametrize("kinds", [1000, 5000])
def test_chao2_finds_how_many_there_are_where_all_come_alike(kinds):
    source, held = random.Random(4), 0
    for _ in range(60):
        found = chao2_bound([[str(source.randrange(kinds)) for _ in range(20)] for _ in range(40)])
        held += found.low <= kinds <= found.high
    assert held >= 51  # of 60; 57 are expected for a 95 % interval
    assert found.value == pytest.approx(kinds, rel=0.35)


def test_chao2_stays_below_where_some_are_rare():
    """It is a lower bound: of 100 common kinds and 10000 very rare ones, it finds some of the latter."""
    source = random.Random(5)

    def one():
        return str(source.randrange(100)) if source.random() < 0.9 else f"rare {source.randrange(10_000)}"

    found = chao2_bound([[one() for _ in range(20)] for _ in range(40)])
    assert 100 < found.value < 10_100


def test_the_limits_of_a_count():
    assert byar_limits(0) == (0, pytest.approx(3.69, abs=0.03))  # Poisson: 3.69 gives none in 2.5 % of cases
    assert byar_limits(10) == (pytest.approx(4.80, abs=0.03), pytest.approx(18.39, abs=0.03))


def test_positions_are_a_power_of_ten_and_coverage_a_share():
    games = [trace(seen=("a", "b", "c"), seed=1), trace(seen=("a", "d"), seed=2), trace(seen=("e",), seed=3)]
    assert 10 ** value("positions", *games) == pytest.approx(31 / 3)
    assert value("coverage", *games) == pytest.approx((1 / 3 + 1 / 2 + 0) / 3)
    same = [trace(seen=("a", "b"), seed=seed) for seed in range(4)]
    assert value("coverage", *same) == 1
    assert 10 ** value("positions", *same) == pytest.approx(2)


def test_more_games_of_a_real_game_show_more_positions():
    games = batch.play_batch("altaria", "beginner", 0, 12)
    few, many = value("positions", *games[:4]), value("positions", *games)
    assert few < many
    often = Counter(kind for one in games for kind in one.sight.seen)
    assert sum(times > 1 for times in often.values()) < 0.1 * len(often)  # positions hardly ever come twice
