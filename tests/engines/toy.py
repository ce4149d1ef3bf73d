"""A toy game that uses every feature of the kernel.

It has a secret bid, an auction, dice, picks, a check called from many places, and a loop. Both players have 4 points
and the cards 1, 1, 2 and 5. The points bid in secret decide who opens the auction. Its winner pays, rolls two dice,
hits with 4 or more, and wins with a hit. Otherwise both players put two cards away, and the first to hold the better
hand wins.
"""

from types import SimpleNamespace
from typing import NamedTuple

from engines.declare.call_stack import place_key
from engines.game import Game
from engines.kernel.flow import RETURN, Call, Case, Flow, If, Step, who
from engines.kernel.rows import choose_secretly, pick_several, seat_asked, window
from engines.kernel.state import Result, State
from engines.legal.notation import Notation
from engines.legal.reasons import Kind


class Rolling(NamedTuple):
    left: int
    hits: int


class ToyState(State):
    __slots__ = ("bids", "checks", "hands", "looping", "opener", "points")

    def __init__(self, game, seed=0):
        super().__init__(game, seed)
        self.points, self.bids, self.hands = [4, 4], [0, 0], [[1, 1, 2, 5], [1, 1, 2, 5]]
        self.opener, self.checks, self.looping = 0, 0, False

    def copy(self):
        other = ToyState.__new__(ToyState)
        self.copy_kernel(other)
        other.points, other.bids, other.hands = self.points[:], self.bids[:], [hand[:] for hand in self.hands]
        other.opener, other.checks, other.looping = self.opener, self.checks, self.looping
        return other

    def view(self, seat):
        return {"pending": [choice if at == seat else None for at, choice in enumerate(self.pending)]}

    def canonical_key(self):
        hands = tuple(tuple(sorted(hand)) for hand in self.hands)
        return (place_key(self), tuple(self.points), tuple(self.bids), hands, self.opener, self.looping)


def shown(state, choices):
    state.opener = -1 if choices[0] == choices[1] else int(choices[1] > choices[0])
    state.call_arguments = (state.opener, 0)


def raises(state):
    seat = seat_asked(state)
    return [("raise", n) for n in range(max(state.bids) + 1, state.points[seat] + 1)]


def bid(state, action):
    state.bids[seat_asked(state)] = action[1]


def check(state):
    state.checks += 1
    if max(state.bids) > 4:
        state.result = Result(None, "TOY-9", "Nobody has that much.")


def settle(state):
    state.opener = int(state.bids[1] > state.bids[0])
    state.points[state.opener] -= state.bids[state.opener]


def die(state, action):
    state.procedure_locals = state.procedure_locals._replace(
        left=state.procedure_locals.left - 1, hits=state.procedure_locals.hits + (action[1] > 3)
    )
    state.bids[1 - state.opener] = state.procedure_locals.hits  # the result of the procedure


def rolled(state):
    return "again" if state.looping else "hit" if state.bids[1 - state.opener] else "miss"


def the_other(state):
    return (1, ())


def put_away(state):
    seat, picks = state.procedure_locals
    for card in picks:
        state.hands[seat].remove(card)


def judge(state):
    mine, theirs = (sum(hand) for hand in state.hands)
    state.result = Result(None if mine == theirs else int(theirs > mine), "TOY-8", "The better hand.")


def won(state):
    state.result = Result(state.opener, "TOY-7", "A hit.")


def nothing(state):
    pass


FACES = [("die", face) for face in range(1, 7)]

STEPS = (
    choose_secretly("STAKE", "bid", ("TOY-1",), kind="stake", ask=lambda s: [("stake", n) for n in (0, 1, 2)],
           shown=shown,
           to=If(lambda s: s.opener < 0, "equal", "STAKE", "someone opens", Call("AUCTION", then="SETTLE"))),
    window("AUCTION", "bid", ("TOY-2",), uses=raises, on={"raise": (bid, Call("CHECK", then="AUCTION"))},
           closed=RETURN, procedure="AUCTION"),
    Step("CHECK", "check", ("TOY-9",), do=check, to=RETURN, procedure="CHECK", ends="too high a bid"),
    Step("SETTLE", "bid", ("TOY-3",), do=settle,
         to=Call("DICE", given=Rolling(2, 0), then=Call("CHECK", then=Case(rolled, {
             "hit": ("a hit", "WON"),
             "miss": ("no hit", Call("AWAY", given=(0, ()), then=Call("AWAY", given=the_other, then="JUDGE"))),
             "again": ("looping", "LOOP")})))),
    Step("DICE", "dice", ("TOY-4",), ask=lambda s: FACES if s.procedure_locals.left else [], chance=True,
         on={"die": (die, "DICE")}, otherwise=(None, RETURN), procedure="DICE", local=Rolling),
    pick_several("AWAY", "end", ("TOY-5",), kind="away", among=lambda s: s.hands[s.procedure_locals[0]],
                 least=lambda s: 2, most=lambda s: 2, done=put_away, to=RETURN,
                 who=who("each")(lambda s: s.procedure_locals[0]), procedure="AWAY"),
    Step("WON", "end", ("TOY-7",), do=won, terminal=True, ends="a hit"),
    Step("JUDGE", "end", ("TOY-8",), do=judge, terminal=True, ends="hands compared"),
    Step("LOOP", "end", ("TOY-6",), do=nothing, to="LOOP", ends="an endless loop"),
)  # fmt: skip


def said(kind, *arguments):
    steps = [step.name for step in FLOW.steps.values() if kind in step.on]
    form = " ".join([kind, *(f"{{{name}}}" for name in arguments)])
    return Kind(kind, "TOY-1", tuple(steps), (), arguments, form=form, label=kind)


FLOW = Flow(STEPS)
KINDS = {kind.name: kind for kind in (said("stake", "n"), said("raise", "n"), said("pass"), said("die", "n"),
                                      said("away", "n"), said("enough"))}  # fmt: skip


def toy(steps=None):
    rules = SimpleNamespace(
        endless=lambda state: Result(None, "TOY-6", "A loop."), heuristic=lambda state, action: 0.0, card_facts=()
    )
    notation = Notation({"n": lambda state, seat, value: str(value)}, lambda text: [text], "; ".join)
    return Game("toy", "Toy", None, None, [], {}, Flow(steps) if steps else FLOW, (), KINDS, {}, {}, rules, None,
                notation, None)  # fmt: skip


def play_toy(*actions, script=(), looping=False, seed=0):
    state = ToyState(toy(), seed)
    state.script, state.looping = script, looping
    state.listen().run()
    for action in actions:
        state.apply(action)
    return state
