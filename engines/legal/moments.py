"""The right moment of a kind of action, in words whose truth can be tested.

A refusal gives the moment as its repair ("in your own Main Phase"), so the words must not be true already. If they are,
the refusal mentions the decision that comes first, or the next opportunity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Generic, NamedTuple

from engines.book.words import Phrase
from engines.declare.call_stack import iterate_frames
from engines.kernel.flow import S
from engines.kernel.state import NATURE, Action, State

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState

Holds = Callable[[S, int], bool]
"""A test: whether some words are true in a position, for the player in a seat."""


@dataclass(frozen=True, slots=True)
class Over(Generic[S]):
    """Something that is already done or over, so that an action is no longer possible.

    Its words are over.<name> for the fact, and over.<name>.repair for the next opportunity.

    holds(state, seat) : whether it is done or over. clause : the clause about it; "" for the clause of the kind's
    moment. facts(state, seat) : the facts for its words.
    """

    name: str
    clause: str
    holds: Holds[S]
    facts: Callable[[S, int], Mapping[str, object]] | None = None

    def no_more(self, state: S, seat: int) -> bool:
        """Return True if it is not done or over; this tests the words for the next opportunity."""
        return not self.holds(state, seat)


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """The right moment of a kind of action.

    Its words are when.<name>. They are when.<name>.again during a fight at that moment, and when.<name>.next for the
    next opportunity.

    holds(state, seat) : whether the words are true. over : what may already be done or over.
    stage(state, seat, action) : brings a copy of a position to the moment; None if each kind brings its own.
    """

    name: str
    holds: Holds[S]
    over: tuple[Over[S], ...] = ()
    stage: Callable[[S, int, Action], None] | None = None


class Untimely(NamedTuple, Generic[S]):
    """Why an action is not possible now: clause, fact and repair.

    already(state, seat) : whether the words of the repair are already true.
    """

    clause: str
    fact: Phrase
    repair: Phrase
    already: Holds[S]


def is_asked(state: State, seat: int, *steps: str) -> bool:
    """Return True if it is the player's decision now, in one of these steps; without `steps`, in any step."""
    return state.result is None and state.seat_to_act == seat and (not steps or state.step.name in steps)


def stands_within(state: State, *steps: str) -> bool:
    """Return True if the game is in one of these steps, or in a procedure that was called from one of them."""
    return not names_above(state).isdisjoint(steps)


def names_above(state: State) -> set[str]:
    """Return the names of the current step and of the steps from which the running procedures were called."""
    return {place.name.partition("+")[0] for place, _ in iterate_frames(state)}


def current_phase(state: State) -> str:
    """Return the id of the current phase, which is that of the outermost step."""
    *_, (place, _) = iterate_frames(state)
    return place.phase


def in_phases(*phases: str) -> Holds[State]:
    """Return a test for being in one of these phases, in either player's turn."""
    return lambda state, seat: current_phase(state) in phases


def in_own_phases(*phases: str) -> Holds[DeclaredState]:
    """Return a test for being in one of these phases of the player's own turn."""
    return lambda state, seat: state.acting_seat() == seat and current_phase(state) in phases


def decision_words(state: State, seat: int) -> Phrase:
    """Return the current decision in words, from the point of view of the player in `seat`."""
    if state.result is not None:
        return Phrase("moment.over", {"why": state.result.why or state.result.text})
    step = state.step
    if step.ask is None:
        return Phrase("moment.nobody", {"step": Phrase(f"step.{step.name}.title")})
    acts = state.seat_to_act
    return _asks("chance" if acts == NATURE else "yours" if acts == seat else "theirs", step.name)


@cache
def _asks(who: str, step: str) -> Phrase:
    return Phrase(f"moment.{who}", {"asks": Phrase(f"step.{step}.asks")})


def moment_refusal(state: S, seat: int, moment: Moment[S], steps: Iterable[str], clause: str) -> Untimely[S]:
    """Return why an action of `moment`, offered in `steps`, is not possible now for the player in `seat`."""
    fact, words = decision_words(state, seat), state.game.words
    if state.result is not None:
        return Untimely(state.result.clause, fact, Phrase("moment.new_game"), lambda s, of: s.result is None)
    for over in moment.over:
        if over.holds(state, seat):
            facts = over.facts(state, seat) if over.facts else {}
            done, again = Phrase(f"over.{over.name}", facts), Phrase(f"over.{over.name}.repair", facts)
            return Untimely(over.clause or clause, done, again, over.no_more)
    when = f"when.{moment.name}"
    if not moment.holds(state, seat):
        return Untimely(clause, fact, Phrase(when), moment.holds)
    if state.game.rules.fighting(state) and words.has(f"{when}.again"):
        return Untimely(clause, fact, Phrase(f"{when}.again"), lambda s, of: not s.game.rules.fighting(s))
    if _leads_to(state, set(steps)):
        now = (state.step, state.seat_to_act)
        who = "chance" if now[1] == NATURE else "yours" if now[1] == seat else "theirs"
        decided = Phrase(f"moment.after.{who}", {"asks": Phrase(f"step.{state.step.name}.asks")})
        return Untimely(clause, fact, decided, lambda s, of: (s.step, s.seat_to_act) != now)
    return Untimely(clause, fact, Phrase(f"{when}.next"), lambda s, of: False)


def _leads_to(state: State, steps: set[str]) -> bool:
    """Return True if the game can still reach one of `steps`, in the running procedures or later in this phase."""
    flow, seen = state.game.flow, names_above(state)
    phases, todo = {state.step.phase, current_phase(state)}, list(seen)
    while todo and seen.isdisjoint(steps):
        here = todo.pop()
        for edge in flow.edges:
            target = edge.target.partition("+")[0]
            if edge.source == here and target not in seen and target in flow.steps:
                seen.add(target)
                if flow.steps[target].phase in phases:
                    todo.append(target)
    return not seen.isdisjoint(steps)
