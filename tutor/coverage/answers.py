"""What a step is like without a clause: whether its answer would be another one, and what is seen in it.

Every counter-rule of the game is tried: the step is taken in the game that is the same but for that rule. Where the
right answer is another one, its clauses decide the step. Where what is seen is other, or could not happen, they are
seen at work. Where the answer is the same under every counter-rule of a clause, the clause makes no difference. Of a
clause without a counter-rule nothing is known here.

This takes seconds a step, so what was found is kept in `decided/<game>.json`, each step with a digest of how it is
written. `python -m tutor.coverage` finds out what is missing there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engines.core.counter_rules import SWAPS, CounterRule, counter_rules
from engines.core.errors import IllegalAction, NotationError
from engines.core.solver import TooDeep, opened
from engines.core.state import Action
from tutor.lessons import goals
from tutor.lessons.answering import Which, Why
from tutor.lessons.building import Build
from tutor.lessons.films import Watch
from tutor.lessons.foretelling import Order, Predict
from tutor.lessons.loader import Lesson, Step, state_of
from tutor.lessons.odds import BestChance
from tutor.lessons.page import session
from tutor.lessons.playing import Do
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.spotting import Spot

MOST_POSITIONS = 2_000
"""So many positions a proof may look at: a deeper one is not repeated for every counter-rule, and says nothing here."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a step depends on.

    clauses : those without which its answer is another one. indifferent : those without which it is the same. seen :
    those without which what is seen would be other.
    """

    clauses: tuple[str, ...] = ()
    indifferent: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()


def decided(lesson: Lesson, step: Step) -> Decided:
    """Return what a step depends on. Raises TebikiError for a step that cannot be taken."""
    true = session(lesson, step, seed=1)
    asks = type(true) in ANSWERS
    if asks and isinstance(true, Do) and true.solver.positions > MOST_POSITIONS:
        return Decided()
    try:
        right = ANSWERS[type(true)](true) if asks else None
    except TooDeep:
        return Decided()
    line = _line(true)
    film = _seen(true, line)
    if right is None and film is None:
        return Decided()
    start = None if isinstance(true, Build) else state_of(lesson, step, run=False).canonical_key()
    deciding, same, showing = list[CounterRule](), set[str](), list[CounterRule]()
    for rule in counter_rules(lesson.game):
        if rule.sort == SWAPS:
            continue  # a step that goes on elsewhere is another game, not a game without a clause
        other = replace(lesson, game=rule.patched(lesson.game))
        try:
            if start is not None and state_of(other, step, run=False).canonical_key() != start:
                continue  # its position would be another one, so this says nothing about the step
            run = session(other, step, seed=1)
            showing += [rule] if _seen(run, line) != film else []
            if not asks:
                continue
            if _differs(true, right, ANSWERS[type(run)](run)):
                deciding.append(rule)
            else:
                same |= {*rule.clauses}
        except (IllegalAction, NotationError):
            showing += [rule] if film is not None else []  # what is seen could not happen
        except Exception:  # the step makes no sense in that game: whatever goes wrong there, it says nothing
            continue
    clauses = clauses_of(deciding)
    return Decided(clauses, tuple(sorted(same - {*clauses})), clauses_of(showing))


def _line(run: Session) -> list[Action]:
    """Return the actions on the way to the goal, [] where there is none to go."""
    if not isinstance(run, Do) or run.solver.goal(run.table.state) is not None:
        return []
    return [action for _, action in run.solver.winning_line(run.table.state)]


def _seen(run: Session, line: list[Action]) -> Hashable:
    """Return the events that are seen: those of a film, or of the way to the goal; None if there is nothing to see.

    Raises IllegalAction if the way to the goal cannot be gone.
    """
    if isinstance(run, Watch):
        events = [one.event for one in run.reel]
    elif isinstance(run, Predict | Order):
        events = [one.event for one in run.happened]
    elif isinstance(run, Do) and line:
        here = opened(run.table.state, LEARNER).listen()
        for action in line:
            here.apply(action)
        events = here.events or []
    else:
        return None
    return tuple((event.kind, event.seat, repr(sorted(event.facts.items(), key=str))) for event in events)


def clauses_of(rules: list[CounterRule]) -> tuple[str, ...]:
    """Return the clauses of some counter-rules, each once."""
    return tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))


def _differs(true: Session, right: Any, other: Any) -> bool:
    """Return True if two answers to one step differ.

    Of a goal that is in reach in both games, a first move that is only allowed in the other one counts if the way to
    the goal has moves of its kind: anything may be done on the side.
    """
    if not isinstance(true, Do) or not right.holds or not other.holds or right.refused != other.refused:
        return bool(right != other)
    kinds = {action[0] for seat, action in true.solver.winning_line(true.table.state) if seat == LEARNER}
    legal = {*true.table.state.actions}
    first = {action for action in other.first if action in legal or action[0] in kinds}
    return bool(first != right.first)


def _marked(run: Which) -> Hashable:
    return frozenset(ref for ref, _, action in run.items() if run.legal(action))


def _foretold(run: Predict) -> Hashable:
    return tuple(run.truth(part["of"]) for part in run.step.get("parts"))


def _explained(run: Why) -> Hashable:
    if not run.refused(run.table.state):
        return "legal"
    return tuple(number for number, choice in enumerate(run.step.get("choice")) if not run.outcome(choice))


def _ordered(run: Order) -> Hashable:
    return tuple(run.right_order())


def _spotted(run: Spot) -> Hashable:
    return tuple(at for at, (_, _, reasons) in enumerate(run.lines) if reasons)


class Way(NamedTuple):
    """Whether the goal is in reach, the first moves that keep it, and whether the invited tries are refused."""

    holds: bool
    first: frozenset[Action]
    refused: tuple[bool, ...]


def _done(run: Do) -> Hashable:
    run.solver.limit = run.solver.positions + MOST_POSITIONS
    proof = run.solver.prove(run.table.state)
    asked = [text.removeprefix(goals.TRIED) for text in goals.conditions(run.step) if text.startswith(goals.TRIED)]
    tried = [run.table.read_try(text) for text in asked]
    refused = tuple(bool(attempt.reasons) for attempt in tried if attempt is not None)
    return Way(proof.holds, frozenset(action for one in proof.alike.values() for action in one), refused)


def _built(run: Build) -> Hashable:
    return tuple(reason.clause for reason in run.broken()), tuple((run.solution() or {}).items())


ANSWERS: dict[type[Session], Callable[[Any], Hashable]] = {
    Which: _marked,
    Predict: _foretold,
    Why: _explained,
    Order: _ordered,
    Spot: _spotted,
    Do: _done,
    BestChance: _done,
    Build: _built,
}
