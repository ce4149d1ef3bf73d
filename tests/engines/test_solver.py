"""The solver: positions proved by hand, refutations that fail, winning lines that win, exact probabilities."""

from fractions import Fraction

import pytest

import engines
from engines.search import solver

GAME = engines.load("altaria")
HEAVY_FIRST = """
step = "ATTACK"
unseen = true
P1 = { field = ["Sunlit Herald", "Sunlit Herald", "Ember Sprinter"] }
P2 = { cores = 2, hand = 2, field = ["Reef Gatekeeper"] }
"""
THE_LAST_TWO = """
unseen = true
P1.hand = ["Kindled Arrow", "Ember Sprinter", "Sunlit Herald"]
P1.energy = ["4, up"]
P1.altar = ["Kiln Drummer", "Thorn Seedling"]
P1.field = ["Sunlit Herald", "Mossback Guard"]
P2.cores = 2
P2.hand = 2
P2.field = ["Reef Gatekeeper", "Twilight Pilgrim", "Vine Prowler, fatigued"]
P2.graveyard = ["Headland Gale"]
"""
ALL_MARKED = """
step = "ATTACK"
P1 = { field = ["Tide Scout", "Ember Sprinter"] }
P2 = { cores = 2, field = ["Mossback Guard"] }
"""


def asked(text):
    state = GAME.position(text)
    return state, solver.Solver(0, solver.win_this_turn(state, 0))


def texts(state, actions):
    return [state.text(action) for action in actions]


def test_heavy_first_has_one_kind_of_first_move_and_the_heralds_count_once():
    state, search = asked(HEAVY_FIRST)
    proof = search.prove(state)
    assert len(proof.solutions) == 1
    assert {text.replace(" 2", "") for text in texts(state, proof.alike[proof.solutions[0]])} == {
        'attack "Sunlit Herald" -> cores'
    }
    refuted = texts(state, proof.refutations)
    assert 'attack "Ember Sprinter" -> cores' in refuted
    assert "end attack" in refuted


@pytest.mark.parametrize("text", [HEAVY_FIRST, THE_LAST_TWO, ALL_MARKED], ids=["heavy", "two", "marked"])
def test_without_the_lines_of_refuted_moves_a_proof_is_the_same(text):
    state, search = asked(text)
    whole, short = search.prove(state), search.prove(state, refute=False)
    assert (short.holds, short.solutions, short.alike) == (whole.holds, whole.solutions, whole.alike)
    assert short.refutations == {}


def test_the_last_two_has_exactly_one_first_move():
    state, search = asked(THE_LAST_TWO)
    proof = search.prove(state)
    assert texts(state, proof.solutions) == ['activate "Kindled Arrow"']
    assert sorted(texts(state, proof.refutations)) == ["end main", 'summon "Ember Sprinter"', 'summon "Sunlit Herald"']


def test_one_blocker_cannot_stop_infiltrate_and_another():
    """Proved by hand: the Scout cannot be blocked, the Sprinter is; one core is left, whatever the order."""
    state, search = asked(ALL_MARKED)
    assert not search.prove(state).holds
    state = GAME.position(ALL_MARKED.replace("cores = 2", "cores = 1"))
    search = solver.Solver(0, solver.win_this_turn(state, 0))
    assert len(search.prove(state).solutions) == 2  # a blocked Sprinter leaves the Scout its core


@pytest.mark.parametrize("text", [HEAVY_FIRST, THE_LAST_TWO, ALL_MARKED])
def test_every_refutation_ends_in_failure(text):
    state, search = asked(text)
    for action, line in search.prove(state).refutations.items():
        here = solver.open_chance(state)
        assert line[0][1] == action
        for seat, step in line:
            assert here.seat_to_act == seat
            here.apply(step)
        assert search.goal(here) is False


@pytest.mark.parametrize("text", [HEAVY_FIRST, THE_LAST_TWO, ALL_MARKED], ids=["heavy", "two", "marked"])
def test_a_plan_changes_the_order_of_a_search_and_not_its_result(text):
    state, search = asked(text)
    proof = search.prove(state, refute=False)
    for plan in ([], state.actions, state.actions[::-1]):
        other = solver.Solver(0, search.goal, plan=plan).prove(state, refute=False)
        assert (other.holds, other.solutions, other.alike) == (proof.holds, proof.solutions, proof.alike)


def test_the_moves_of_a_plan_are_tried_first():
    state, search = asked(THE_LAST_TWO)
    line = [action for seat, action in search.winning_line(state) if seat == 0]
    helped, hindered = (solver.Solver(0, search.goal, plan=plan) for plan in (line, state.actions[::-1]))
    assert helped.holds(state)
    assert hindered.holds(state)
    assert helped.positions < hindered.positions


@pytest.mark.parametrize("text", [HEAVY_FIRST, THE_LAST_TWO])
def test_every_winning_line_wins(text):
    state, search = asked(text)
    here = solver.open_chance(state)
    for _, action in search.winning_line(state):
        here.apply(action)
    assert search.goal(here) is True
    assert here.result.winner == 0


def plainly(state, goal, seat):
    """Answer the same question without memory or ordering, by the slow definition of a proof."""
    verdict = goal(state)
    if verdict is not None:
        return verdict
    children = []
    for action in state.actions:
        child = state.copy()
        child.apply(action)
        children.append(plainly(child, goal, seat))
    return any(children) if state.seat_to_act == seat else all(children)


@pytest.mark.parametrize("text", [HEAVY_FIRST, ALL_MARKED, ALL_MARKED.replace("cores = 2", "cores = 1")])
def test_memory_does_not_change_the_answer(text):
    state, search = asked(text)
    here = solver.open_chance(state)
    assert search.holds(here) == plainly(here, search.goal, 0)


def test_too_deep_a_question_says_so():
    state = GAME.position(THE_LAST_TWO)
    with pytest.raises(solver.TooDeep, match="nearer goal"):
        solver.Solver(0, solver.win_this_turn(state, 0), limit=3).prove(state)


@pytest.mark.parametrize(("name", "loses"), [("chaos", True), ("kingdom_hearts", False)])
def test_a_draw_from_an_empty_deck_as_the_next_turn_begins_is_a_win_where_it_loses(name, loses):
    for player, other in (("P1", "P2"), ("P2", "P1")):
        position = {"player": player, player: {"deck": 5}, other: {"deck": 0, "hand": []}}
        state, seat = engines.load(name).position(position), int(player == "P2")
        search = solver.Solver(seat, solver.win_before_reply(state, seat))
        assert search.prove(state).holds is loses
        assert not solver.Solver(seat, solver.win_this_turn(state, seat)).prove(state).holds  # it is the next one
        over = solver.open_chance(state, seat)
        for _, action in search.winning_line(state):
            over.apply(action)
        assert over.turn == state.turn + 1
        assert (over.result is not None) is loses


OREN_AND_VARKAS = """
step = "U1"
arena = "character"
P1 = { character = ["Oathbound Oren"] }
P2 = { character = ["Varkas Thorne, tapped, damage 3"] }
"""


def destroyed(here):
    """Return whether Varkas is in the discard pile, once the turn is over."""
    return True if here.players[1].discard else None if here.turn == 5 else False


@pytest.mark.parametrize(("least", "holds"), [("11/16", True), ("12/16", False)])
def test_odds_count_every_roll(least, holds):
    """Proved by hand: two or more of four dice hit in 11 of 16 cases, and there are no other choices."""
    state = engines.load("star_wars").position(OREN_AND_VARKAS)
    search = solver.Odds(0, destroyed, Fraction(least))
    proof = search.prove(state)
    assert proof.holds is holds
    assert [state.text(action) for action in proof.solutions] == (
        ['battle "Oathbound Oren" -> "Varkas Thorne"'] if holds else []
    )
    here = solver.open_chance(state)
    for _, action in search.winning_line(state):
        here.apply(action)
    assert destroyed(here) is True


def test_a_roll_that_cannot_spoil_the_goal_still_makes_it_hard():
    """Siege Hauler cannot beat Rampart Crawler, but its dice decide whether it is safe to hit back."""
    state = engines.load("star_wars").position("""
step = "C6"
P1 = { ground = ["Rampart Crawler, damage 2"] }
P2 = { space = ["Gloom Darter"], ground = ["Siege Hauler"] }
""")
    search = solver.Solver(0, lambda here: None if here.turn == 5 and here.result is None else here.result is None)
    here = solver.open_chance(state)
    for _, action in search.winning_line(state):
        if here.step.name == "U4":
            assert sum(die > 3 for die in here.battle.dice[here.battle.side(1)]) >= 2
        here.apply(action)
    assert here.result is None


def test_a_game_that_runs_in_a_circle_is_given_up_before_it_uses_up_the_stack():
    state = GAME.new(seed=1)
    for search in (
        solver.Solver(0, lambda here: None),
        solver.Odds(0, lambda here: None, Fraction(1, 2)),
    ):
        with pytest.raises(solver.TooDeep, match=f"{solver.DEEPEST} decisions in a row"):
            search.holds(solver.open_chance(state))
