"""Counts the choices of a game that reach the rival, in a race and a fight whose course is known."""

from types import SimpleNamespace
from typing import NamedTuple

from engines.kernel.flow import RETURN, Call, If, Step
from engines.kernel.state import Result
from engines.kit import kit
from engines.legal.reasons import Kind
from tests.engines.toy import toy
from tests.tutor.test_compare_metrics import first_action
from tutor.compare import observe
from tutor.matches.simulate import BOTS
from tutor.sets.decks import game_with_decks

# A race and a fight of the same shape: in each of four turns its player chooses, then the other nods or blinks.

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
    state.players[mine(state)].coins += 1  # at the beginning of the turn: nothing that the previous choice has done


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
    """Return what is observed in the toy game if the players always choose the first of these kinds of action."""
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
    """What the next turn gives its player is not caused by the choice that ended this turn."""
    seen = played(["save"])
    assert (seen.asked, seen.reaching) == (TURNS, 0)


def test_a_strike_reaches_the_rival_when_it_lands_and_the_nod_between_does_not():
    seen = played(["strike"])
    assert (seen.asked, seen.reaching) == (2 * TURNS, TURNS)  # in each turn a strike, and a nod by the other player


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
