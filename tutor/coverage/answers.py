"""Plays steps without a clause, to find out whether their answers or their events would change.

Every counter-rule of the game is tried: the step is played in the game with that rule changed. If the right answer
changes, the step depends on the rule's clauses. If the events change, or become impossible, the step shows the clauses
at work. If the answer is the same under every counter-rule of a clause, the clause makes no difference. Nothing is
known about a clause that has no counter-rule.

This takes seconds per step, so the results are stored in `decided/<game>.json`, with a digest of the step's text.
`python -m tutor.coverage` adds missing results.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engines.errors import IllegalAction, NotationError
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from engines.search.solver import TooDeep, open_chance
from engines.variants.counter_rules import SWAPS, CounterRule, counter_rules
from tutor.lessons import goals
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.building import BuildStep
from tutor.lessons.event_films import WatchStep
from tutor.lessons.foretelling import OrderStep, PredictStep
from tutor.lessons.loader import Lesson, Step, state_of
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.pointing import CountStep, PointStep
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.spotting import SpotStep

MOST_POSITIONS = 2_000
"""Maximum number of positions in a proof that is repeated for every counter-rule; steps with deeper proofs are left
out.
"""


@dataclass(frozen=True, slots=True)
class StepDependence:
    """The clauses on which a step depends.

    clauses : the clauses without which its answer changes. indifferent : the clauses without which its answer stays the
    same. seen : the clauses without which its events change.
    """

    clauses: tuple[str, ...] = ()
    indifferent: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()


def step_dependence(lesson: Lesson, step: Step) -> StepDependence:
    """Return what a step depends on. Raises TebikiError if the step cannot be played."""
    true = open_session(lesson, step, seed=1)
    asks = type(true) in ANSWER_READERS or isinstance(true, DoStep)
    if asks and isinstance(true, DoStep) and true.solver.positions > MOST_POSITIONS:
        return StepDependence()
    try:
        line = solution_line(true)
        right = _answer(true, line) if asks else None
    except TooDeep:
        return StepDependence()
    film = _seen(true, line)
    if right is None and film is None:
        return StepDependence()
    start = None if isinstance(true, BuildStep) else state_of(lesson, step, run=False).canonical_key()
    deciding, same, showing = list[CounterRule](), set[str](), list[CounterRule]()
    for rule in counter_rules(lesson.game):
        if rule.sort == SWAPS:
            continue  # if it continues elsewhere, it is a different game, not one without the clause
        other = replace(lesson, game=rule.patched(lesson.game))
        try:
            if start is not None and state_of(other, step, run=False).canonical_key() != start:
                continue  # with another position, this proves nothing about the step
            run = open_session(other, step, seed=1)
            showing += [rule] if _is_other(run, line, film) else []
            if not asks:
                continue
            if _differs(right, _answer(run, line)):
                deciding.append(rule)
            else:
                same |= {*rule.clauses}
        except (IllegalAction, NotationError):
            showing += [rule] if film is not None else []  # its events could not happen
        except Exception:  # the step makes no sense in that game, so an error proves nothing
            continue
    clauses = clauses_of_rules(deciding)
    return StepDependence(clauses, tuple(sorted(same - {*clauses})), clauses_of_rules(showing))


ANSWER, FILM = "answer", "film"
"""What changes in a step when a rule changes: the right answer, or the events."""
REACH, REFUSED = "reach", "refused"
"""Special cases: the step's goal is out of reach, or an action in it is refused."""


def step_difference(lesson: Lesson, step: Step, game: Game) -> str | None:
    """Return what changes in a step under the rules of `game`; "" if nothing does, None if unknown.

    None means that the proof is too deep to be repeated, or the step has neither an answer nor events. Raises
    TebikiError if the step cannot be played in that game.
    """
    true = open_session(lesson, step, seed=1)
    asks = type(true) in ANSWER_READERS or isinstance(true, DoStep)
    if isinstance(true, DoStep) and true.solver.positions > MOST_POSITIONS:
        return None
    try:
        line = solution_line(true)
        right = _answer(true, line) if asks else None
    except TooDeep:
        return None
    film, other = _shown(true, line), replace(lesson, game=game)
    if right is None and film is None:
        return None
    try:
        run = open_session(other, step, seed=1)
        if asks and _differs(right, now := _answer(run, line)):
            return REACH if isinstance(now, GoalWay) and not now.holds else ANSWER
        return FILM if _shown(run, line) != film else ""
    except IllegalAction:
        return REFUSED
    except TooDeep:
        return None


SolutionLine = list[tuple[int, Action]]
"""Actions, each with the seat that chooses it."""


def solution_line(run: Session) -> SolutionLine:
    """Return the solution of a step; [] if it has none."""
    if not isinstance(run, DoStep) or run.solver.goal(run.table.state) is not None:
        return []
    run.solver.limit = run.solver.positions + MOST_POSITIONS
    return run.solver.winning_line(run.table.state)


def _answer(run: Session, line: SolutionLine) -> Hashable:
    return _done(run, line) if isinstance(run, DoStep) else ANSWER_READERS[type(run)](run)


def _is_other(run: Session, line: list[Action], film: Hashable) -> bool:
    """Return True if the events differ from those in `film`, or if the solution cannot be played."""
    try:
        return _seen(run, line) != film
    except IllegalAction:
        return True


def _seen(run: Session, line: SolutionLine) -> Hashable:
    """Return the result of `step_film` as a comparable value."""
    film = step_film(run, line)
    return None if film is None else tuple(map(_told_apart, film.events))


class StepFilm(NamedTuple):
    """The events of a step, and the state after the last one (None if nothing happens)."""

    events: list[Event]
    end: State | None


END_EVENTS = ("won", "drawn_game")
"""Events that only announce how a game has ended."""


def step_film(run: Session, line: SolutionLine) -> StepFilm | None:
    """Return the film of a step, or of its solution; None if there is nothing to see.

    Raises IllegalAction if the solution cannot be played.
    """
    if isinstance(run, WatchStep | PredictStep | OrderStep):
        happened = run.reel if isinstance(run, WatchStep) else run.happened
        return StepFilm([one.event for one in happened], happened[-1].state if happened else None)
    if isinstance(run, DoStep) and line:
        here = open_chance(run.table.state, LEARNER).listen()
        for _, action in line:
            here.apply(action)
        return StepFilm(here.events or [], here)
    return None


def _shown(run: Session, line: SolutionLine) -> Hashable:
    """Return the events of a step as a comparable value, with the game's result in place of its announcement.

    A rule that removes events may remove that event too, although the game ends.
    """
    film = step_film(run, line)
    if film is None:
        return None
    over = film.end.result if film.end is not None else None
    return tuple(_told_apart(event) for event in film.events if event.kind not in END_EVENTS), over and (
        over.winner,
        over.clause,
    )


def _told_apart(event: Event) -> Hashable:
    """Return a hashable value that distinguishes an event from others: its kind, seat and facts."""
    return event.kind, event.seat, repr(sorted(event.facts.items(), key=str))


def clauses_of_rules(rules: list[CounterRule]) -> tuple[str, ...]:
    """Return the clauses of counter-rules, each once."""
    return tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))


def _differs(right: Hashable, other: Hashable) -> bool:
    """Return True if two answers to a step differ.

    If the goal is within reach in both games, a move that only the other game allows counts only if the solution has
    moves of its kind; any other move is irrelevant to the solution.
    """
    if not (isinstance(right, GoalWay) and isinstance(other, GoalWay) and right.holds and other.holds):
        return right != other
    if len(right.choices) != len(other.choices):
        return True
    return any(
        one.refused != two.refused
        or {move for move in two.keeps if move in one.legal or move[0] in right.kinds} != one.keeps
        for one, two in zip(right.choices, other.choices, strict=True)
    )


def _marked(run: WhichStep) -> Hashable:
    return frozenset(ref for ref, _, action in run.items() if run.legal(action))


def _foretold(run: PredictStep) -> Hashable:
    return tuple(run.truth(part["of"]) for part in run.step.get("parts"))


def _explained(run: WhyStep) -> Hashable:
    if not run.refused(run.table.state):
        return "legal"
    return tuple(number for number, choice in enumerate(run.step.get("choice")) if not run.outcome(choice))


def _ordered(run: OrderStep) -> Hashable:
    return tuple(run.right_order())


def _spotted(run: SpotStep) -> Hashable:
    return tuple(line.written for line in run.lines if line.reasons)


class LearnerChoice(NamedTuple):
    """One of the learner's decisions: legal actions, those that keep the goal, and which invited tries are refused."""

    legal: frozenset[Action]
    keeps: frozenset[Action]
    refused: tuple[bool, ...]


class GoalWay(NamedTuple):
    """The solution of a step: whether the goal is within reach, the kinds of the learner's moves, and the decisions."""

    holds: bool
    kinds: frozenset[str] = frozenset()
    choices: tuple[LearnerChoice, ...] = ()


def _done(run: DoStep, line: SolutionLine) -> Hashable:
    """Return the solution as a comparable value.

    line : the true game's solution, played until it becomes impossible.
    """
    run.solver.limit = run.solver.positions + MOST_POSITIONS
    here = open_chance(run.table.state, LEARNER)
    if run.solver.goal(here) is None and not run.solver.holds(here):
        return GoalWay(False)
    asked = [
        text.removeprefix(goals.TRIED_PREFIX)
        for text in goals.success_conditions(run.step)
        if text.startswith(goals.TRIED_PREFIX)
    ]
    kinds, choices = set(), []
    for seat, action in line:
        if here.seat_to_act_is(LEARNER) and (len(here.actions) > 1 or asked):
            keeps = frozenset(one for one in here.actions if run.solver.holds(_after(here, one)))
            choices.append(LearnerChoice(frozenset(here.actions), keeps, tuple(_refused(here, text) for text in asked)))
            kinds.add(action[0] if seat == LEARNER else "")
        if action not in here.actions:
            break
        here.apply(action)
    return GoalWay(True, frozenset(kinds), tuple(choices))


def _after(state: State, action: Action) -> State:
    child = state.copy()
    child.apply(action)
    return child


def _refused(state: State, text: str) -> bool:
    """Return True if a try, made at a decision of its kind, is refused."""
    try:
        action = state.game.notation.read(state, text, LEARNER)[0]
    except NotationError:
        return False
    return state.step.name in state.game.kinds[action[0]].steps and bool(state.why_not(action, LEARNER))


def _built(run: BuildStep) -> Hashable:
    return tuple(reason.clause for reason in run.broken()), tuple((run.solution() or {}).items())


ANSWER_READERS: dict[type[Session], Callable[[Any], Hashable]] = {
    WhichStep: _marked,
    PredictStep: _foretold,
    CountStep: _foretold,
    PointStep: _foretold,
    WhyStep: _explained,
    OrderStep: _ordered,
    SpotStep: _spotted,
    BuildStep: _built,
}
