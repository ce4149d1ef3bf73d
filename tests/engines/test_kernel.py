"""The kernel on its own, tested on a toy game that uses all its features."""

from collections import Counter
from fractions import Fraction

import pytest

import engines
from engines.book.cards import Ability, Card
from engines.declare.call_stack import place_key, read_place, write_place
from engines.errors import DataError
from engines.kernel import chance
from engines.kernel.flow import RETURN, Call, Flow, If, Step, in_words
from engines.kernel.rows import divide_number
from engines.kernel.state import Result
from engines.kernel.tuples import make_setter, replace_entries
from engines.kernel.watch import find_watchers, index_of
from engines.search.solver import Solver, open_chance
from tests.engines import toy

OPENED = (("stake", 2), ("stake", 1))
AUCTION = (*OPENED, ("raise", 1), ("raise", 2), ("pass",), ("pass",))


def test_a_secret_choice_is_hidden_until_both_have_chosen():
    state = toy.play_toy(("stake", 2))
    assert (state.decision.seat, state.view(0), state.view(1)) == (1, {"pending": [2]}, {"pending": [None]})
    state.apply(("stake", 1))
    assert (state.pending, state.opener, state.step.name) == ((), 0, "AUCTION")


def test_equal_secret_choices_are_made_again():
    assert toy.play_toy(("stake", 2), ("stake", 2)).step.name == "STAKE"


def test_a_window_alternates_and_closes_after_two_passes_in_a_row():
    state, seats = toy.play_toy(*OPENED), []
    for action in AUCTION[2:]:
        assert state.step.name == "AUCTION"
        seats.append(state.decision.seat)
        state.apply(action)
    assert seats == [0, 1, 0, 1]
    assert state.step.name != "AUCTION"
    again = toy.play_toy(*OPENED, ("pass",), ("raise", 1), ("pass",))
    assert (again.step.name, again.decision.seat) == ("AUCTION", 1)


def test_a_procedure_is_called_from_a_window_and_another_one_after_a_procedure():
    state = toy.play_toy(*AUCTION, script=(1, 2))
    assert state.checks == 3  # after two raises, and after the dice
    assert state.path[-5:] == ["SETTLE", "DICE", "DICE", "DICE", "CHECK"]  # nothing was left to roll at the last DICE
    assert state.call_arguments == ()


def test_calls_in_a_row_keep_their_own_locals():
    state = toy.play_toy(*AUCTION, script=(1, 2))
    assert (state.decision.seat, state.procedure_locals) == (0, (0, ()))
    state.apply(("away", 5))
    state.apply(("away", 1))
    assert (state.decision.seat, state.hands[0]) == (1, [1, 2])
    state.apply(("away", 1))
    state.apply(("away", 1))
    assert (state.result.winner, state.result.clause) == (1, "TOY-8")


def test_the_order_of_picks_makes_no_difference():
    one, two = (toy.play_toy(*AUCTION, ("away", a), ("away", b), script=(1, 2)) for a, b in ((5, 1), (1, 5)))
    assert one.canonical_key() == two.canonical_key()


@pytest.mark.parametrize(
    ("amount", "shares", "found"),
    [(3, [1, 2], (1, 2, 0)), (3, [0, 0], (0, 0, 3)), (3, [1, 1], (1, 1, 1)), (3, [3], (3, 0, 0)), (0, [], (0, 0, 0))],
)
def test_a_whole_number_is_divided_freely_and_adds_up(amount, shares, found):
    kept = []
    steps = (
        Step("GO", "", (), do=toy.nothing, to=Call("SPLIT", given=((),), then="OVER")),
        divide_number("SPLIT", "", (), kind="share", among=lambda s: "abc", amount=lambda s: amount, who=lambda s: 0,
                done=lambda s: kept.append(s.procedure_locals[-1]), to=RETURN),
        Step("OVER", "", (), do=toy.judge, terminal=True, ends="judged"),
    )  # fmt: skip
    state = toy.ToyState(toy.toy(steps))
    state.run()
    for at, share in enumerate(shares):
        assert state.actions == [("share", n, "abc"[at]) for n in range(amount - sum(shares[:at]) + 1)]
        state.apply(("share", share, "abc"[at]))
    assert (kept, state.result is None) == ([found], False)


def test_scripted_dice_say_what_falls():
    assert toy.play_toy(*AUCTION, script=(1, 6)).result.clause == "TOY-7"
    assert toy.play_toy(*AUCTION, script=("die 3", 3)).result is None
    with pytest.raises(DataError, match="7 cannot come in step DICE"):
        toy.play_toy(*AUCTION, script=(7, 1))


def test_dice_are_fair_and_replayable():
    state = toy.play_toy(*OPENED)
    rolls = Counter()
    for _ in range(6000):
        action = state._outcome(toy.FLOW.steps["DICE"], toy.FACES)
        rolls[action[1]] += 1
    assert all(900 < rolls[face] < 1100 for face in range(1, 7))
    assert toy.play_toy(*AUCTION, seed=5).path == toy.play_toy(*AUCTION, seed=5).path


def test_weighted_outcomes_come_as_often_as_they_weigh():
    hits = Step("HITS", "", (), ask=lambda s: [("hits", n) for n in range(3)], chance=True,
                weights=lambda s, actions: [1, 2, 1], on={"hits": (None, "HITS")})  # fmt: skip
    state = toy.play_toy(*OPENED)
    drawn = Counter(state._outcome(hits, hits.ask(state))[1] for _ in range(4000))
    assert 900 < drawn[0] < 1100
    assert 1850 < drawn[1] < 2150


def test_the_solver_sees_every_roll():
    def goal(state):
        return None if state.result is None else state.result.clause == "TOY-7"

    before = open_chance(toy.play_toy(*OPENED, ("raise", 1), ("pass",)))
    before.apply(("pass",))
    assert before.decision.step == "DICE"
    solver = Solver(0, goal)
    assert solver.probability(before) == Fraction(3, 4)
    assert not solver.holds(before)


def test_a_proof_may_not_rest_on_hidden_chance():
    state = open_chance(toy.play_toy(*OPENED))
    with pytest.raises(AssertionError, match="outside a chance step"):
        state.below(6)
    with pytest.raises(AssertionError, match="one order"):
        state.shuffle([1, 2])


def test_an_endless_loop_ends_the_game():
    assert toy.play_toy(*AUCTION, looping=True).result.clause == "TOY-6"


def test_a_loop_of_chance_ends_too():
    spin = Step("SPIN", "", (), ask=lambda s: [("spin",)], chance=True, on={"spin": (None, "SPIN")})
    state = toy.ToyState(toy.toy((spin,)))
    state.run()
    assert state.result.clause == "TOY-6"


def test_the_place_in_the_flow_is_written_and_read_back_anywhere():
    for actions, opens in ((OPENED[:1], False), (AUCTION[:4], False), (AUCTION, False), (AUCTION, True)):
        state = toy.play_toy(*actions[:-1], script=() if opens else (1, 2))
        state.open_chance = opens
        state.apply(actions[-1])
        table = write_place(state)
        copy = state.copy()
        copy.procedure_locals, copy.frames, copy.pending = (), (), ()
        read_place(copy, state.step.name, table, "here")
        assert place_key(copy) == place_key(state)
        assert type(copy.procedure_locals) is type(state.procedure_locals)
        for _ in range(4):
            if state.result is None:
                assert copy.actions == state.actions
                state.apply(state.actions[0])
                copy.apply(copy.actions[0])
        assert copy.canonical_key() == state.canonical_key()


def test_a_step_inside_another_one_needs_its_locals():
    state = toy.play_toy()
    with pytest.raises(DataError, match="inside another one"):
        read_place(state, "DICE", {}, "here")
    with pytest.raises(DataError, match="no place 'NOWHERE'"):
        read_place(state, "STAKE", {"frames": [["NOWHERE", []]]}, "here")


def test_every_edge_taken_is_declared_and_every_end_announced():
    graph = toy.FLOW.graph()
    into = Counter()
    declared = {(edge["source"], edge["target"]) for edge in graph.edges if edge["kind"] in ("next", "call")}
    back = {edge["target"] for edge in graph.edges if edge["kind"] == "return"}
    returning = {node["name"] for node in graph.nodes if node["returns"]}
    assert returning == {"AUCTION", "CHECK", "DICE", "AWAY"}
    for seed in range(40):
        state = toy.play_toy(seed=seed)
        while state.result is None:
            state.apply(state.actions[(seed + len(state.path)) % len(state.actions)])
        for one, two in zip(state.path, state.path[1:], strict=False):
            assert (one, two) in declared or (one in returning and two in back)
            into[two] += 1
        assert toy.FLOW.steps[state.path[-1]].ends
    assert set(into) == set(toy.FLOW.steps) - {"LOOP"}


def test_conditions_of_calls_in_a_row_are_all_declared():
    back = [edge for edge in toy.FLOW.edges if edge.kind == "return"]
    returns = {(edge.source, edge.target, in_words(edge.conditions)) for edge in back}
    assert ("DICE", "CHECK", "called from SETTLE, done") in returns
    assert ("CHECK", "WON", "called from SETTLE, done, a hit") in returns
    assert ("CHECK", "AWAY", "called from SETTLE, done, no hit") in returns
    assert ("AWAY", "AWAY", "called from SETTLE, done") in returns
    assert ("AWAY", "JUDGE", "called from SETTLE, done") in returns


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({}, "no `do`"),
        ({"do": toy.nothing}, "no `to`"),
        ({"do": toy.nothing, "to": "ELSEWHERE"}, "no step"),
        ({"ask": toy.raises}, "no `on`"),
        ({"ask": toy.raises, "on": {"raise": (None, RETURN)}}, "no `who`"),
        ({"ask": toy.raises, "on": {"raise": (None, RETURN)}, "who": toy.seat_asked, "passing": "pass"}, "passes by"),
    ],
)
def test_a_row_that_cannot_work_is_refused(row, problem):
    with pytest.raises(DataError, match=problem):
        Flow([Step("ONLY", "", (), **row)])


def always(state):
    return True


def test_a_call_before_a_return_pushes_nothing():
    steps = (
        Step("ONE", "", (), do=toy.nothing, to=Call("TWO", then="END")),
        Step("TWO", "", (), do=toy.nothing, to=If(always, "yes", Call("THREE", then=RETURN), "no", RETURN)),
        Step("THREE", "", (), ask=lambda s: [("pass",)], on={"pass": (None, RETURN)}, who=lambda s: 0),
        Step("END", "", (), do=toy.judge, terminal=True),
    )
    state = toy.ToyState(toy.toy(steps))
    state.run()
    assert [state.step.name, state.frames[0].name, state.frames[2]] == ["THREE", "END", ()]
    state.apply(("pass",))
    assert state.result is not None


def through(*, only="", first=toy.judge):
    """Return a table of automatic steps in which the exit of ONE leads through TWO and THREE to a step that asks."""
    return (
        Step("ONE", "", (), ask=lambda s: [("go",)], on={"go": (None, "TWO")}, who=lambda s: 0),
        Step("TWO", "", (), do=first, to=If(always, "yes", "THREE", "no", "ASK", only=only)),
        Step("THREE", "", (), do=lambda s: setattr(s, "turn", 7), to="ASK"),
        Step("ASK", "", (), ask=lambda s: [("pass",)], on={"pass": (None, "ASK")}, who=lambda s: 0),
    )


@pytest.mark.parametrize("listening", [True, False])
def test_automatic_steps_are_gone_through_alike_whether_somebody_listens(listening):
    state = toy.ToyState(toy.toy(through(first=toy.nothing)))
    if listening:
        state.listen()
    state.run()
    state.apply(("go",))
    assert (state.step.name, state.turn, state.actions) == ("ASK", 7, [("pass",)])
    assert state.path == (["ONE", "TWO", "THREE"] if listening else None)


@pytest.mark.parametrize("listening", [True, False])
def test_nothing_more_is_done_once_the_game_is_over(listening):
    state = toy.ToyState(toy.toy(through()))
    if listening:
        state.listen()
    state.run()
    state.apply(("go",))
    assert state.result is not None
    assert (state.turn, state.actions) == (0, [])


@pytest.mark.parametrize(("serial", "turn"), [(0, 0), (1, 7)])
def test_a_guard_holds_only_with_its_entry(serial, turn):
    state = toy.ToyState(toy.toy(through(only="serial", first=toy.nothing)))
    state.serial = serial
    state.run()
    state.apply(("go",))
    assert state.turn == turn


def test_entries_of_a_named_tuple_are_changed():
    one = Result(0, "T-1", "because")
    assert replace_entries(one, winner=1, text="so") == one._replace(winner=1, text="so")
    assert make_setter(Result, "winner")(one, 1) == one._replace(winner=1)
    assert type(replace_entries(one)) is type(make_setter(Result, "text")(one, "")) is Result


def test_cards_of_a_written_zone_are_named_or_counted():
    game = engines.load("altaria")
    name = game.cards[-1].name
    written = game.position({"P1": {"hand": [name, 2]}})
    assert [written.name(card) for card in written.players[0].hand].count(name) == 1
    assert len(written.players[0].hand) == 3
    assert len(game.position({"P1": {"hand": 1}}).players[0].hand) == 1
    for wrong, expected in ((["nobody"], "nobody"), ([-1], "-1"), ([True], "True"), (201, "200")):
        with pytest.raises(DataError, match=expected):
            game.position({"P1": {"hand": wrong}})


def watching(number, *moments):
    abilities = tuple(Ability(moment, (), {"whose": whose}) for moment, whose in moments)
    return Card(number, f"card {number}", "unit", {}, abilities)


def test_what_watches_for_an_event_is_found_where_it_can_watch():
    cards = [
        watching(0),
        watching(1, ("falls", "own"), ("enters", "own"), ("falls", "all")),
        watching(2, ("falls", "own")),
    ]
    index = index_of(cards)
    assert index == {"falls": {1: (0, 2), 2: (0,)}, "enters": {1: (1,)}}

    def whose(seat, source, ability):
        return seat == 0 or ability.requires["whose"] == "all"

    sources = [(0, 0, "a"), (0, 2, "b"), (1, 1, "c"), (0, 1, "d")]
    assert find_watchers(cards, index, "falls", sources, whose) == (
        (0, 2, 0, "b"),
        (1, 1, 2, "c"),
        (0, 1, 0, "d"),
        (0, 1, 2, "d"),
    )
    assert find_watchers(cards, index, "turn end", sources, whose) == ()


def test_exits_are_functions_whose_lines_show_in_tracebacks():
    settle = toy.FLOW.steps["SETTLE"]
    state = toy.play_toy(*OPENED)
    state.frames, state.procedure_locals, state.call_arguments = (), ("mine",), ("left",)
    settle.exit(state)
    place, below, frames = state.frames
    assert (state.step.name, place.name, below, frames) == ("DICE", "SETTLE+3", ("mine",), ())
    assert (state.procedure_locals, state.call_arguments) == (settle.to.given, ())
    dice = toy.FLOW.steps["DICE"]
    assert dice.taken["die"][1] is dice  # an exit that is just a step remains that step
    state.opener = None  # no opener: the guard cannot be evaluated
    with pytest.raises(TypeError) as raised:
        toy.FLOW.steps["STAKE"].taken["stake"][1](state)
    assert "if guard_" in str(raised.traceback[1].statement)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 40, 61])
def test_a_shuffle_draws_what_would_be_drawn_one_after_the_other(count):
    for seed in range(20):
        cards, expected = list(range(count)), list(range(count))
        state = begun = chance.advance_chance(seed)[1]
        for last in range(count - 1, 0, -1):
            state, other = chance.draw_below(state, last + 1)
            expected[last], expected[other] = expected[other], expected[last]
        assert (chance.shuffle_cards(begun, cards), cards) == (state, expected)
