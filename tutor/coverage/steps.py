"""What one step of a lesson shows and asks, by clause, read off its session and the engine's own run.

A step shows the clauses that everybody who finishes it has seen: of the events of its film (in a growing game, also of
the film before it) and of its solution, of the refusals that it invites or that its verdict states, of what happens in
each of a few whole games; and every clause without which the events would change (`answers`).

A step asks for the clauses that its answer depends on. A clause without which the answer changes counts (`answers`), if
it has been shown by then: a learner cannot be asked for a rule that they have never met. In addition, whether shown or
not:

- **which**, **why**, **spot**: the requirement that alone refuses a card, the action or the line. If two refuse it,
  neither of them decides.
- **predict**, **count**, **point**: the clauses of the events that decide its parts. **order**, **argue**: the clauses
  of its lines.
- **do**, **solve**, **turn**: at each of the learner's decisions in the solution, the clauses of the events that follow
  and that no wrong move leads to; if wrong moves lead to all of them, those that not every wrong move leads to.
  Also the requirement that alone refuses an attempt for which the author has a sentence. If no counter-rule of a
  clause changes the answer, it is left out.
- **build**: the deck rules that the initial deck breaks.
- **watch** and **play** ask for nothing.

What the engine cannot tell, the author states: `shows` for what the words or the open table of the step show, `asks`
for a clause that decides the answer without an event or a requirement of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines.errors import Reason
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from engines.search.players import greedy_player
from engines.search.solver import Solver, open_chance
from tutor.coverage import kept_dependence
from tutor.coverage.answers import StepDependence
from tutor.lessons import goals
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.arguing import ArgueStep
from tutor.lessons.building import BuildStep
from tutor.lessons.event_films import WatchStep
from tutor.lessons.foretelling import OrderStep, PredictStep
from tutor.lessons.game import PlayStep
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.spotting import SpotStep
from tutor.lessons.stop_films import film_of_stop

GAMES_PLAYED = 3
"""Number of games between bots that show what happens in every game."""

Clauses = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoveredClauses:
    """The clauses that a step shows and asks for, in order of appearance.

    tried : those asked for that can be discovered on the step's own board, since a try is refused and explained.
    rests : further ones without which the answer changes; they are asked only of learners who have met them.
    said : those of `asks` that only the author claims. before : those shown that are seen before the step is asked, in
    the film of a growing game.
    """

    step: str
    shows: Clauses
    asks: Clauses
    tried: Clauses = ()
    rests: Clauses = ()
    said: Clauses = ()
    before: Clauses = ()


def cover_step(lesson: Lesson, step: Step) -> CoveredClauses:
    """Return what a step shows and asks for. Raises TebikiError for a step that cannot be played."""
    run = open_session(lesson, step, seed=1)
    shows, asks, tried = _found(run)
    before = _before(lesson, step)
    known = kept_dependence.kept_row(lesson, step) or StepDependence()
    if isinstance(run, DoStep):
        asks = [clause for clause in asks if clause not in known.indifferent]
    asked = _each(step.get("asks", ()), asks)
    said = tuple(clause for clause in asked if clause not in asks and clause not in known.clauses)
    rests = tuple(clause for clause in known.clauses if clause not in asked)
    seen = _each(step.get("shows", ()), before, shows, known.seen)
    return CoveredClauses(step.id, seen, asked, _each(tried), rests, said, _each(before))


def _each(*groups: Iterable[str]) -> Clauses:
    return tuple(dict.fromkeys(clause for group in groups for clause in group if clause))


FoundClauses = tuple[Iterable[str], Iterable[str], Iterable[str]]
"""Clauses shown, asked for, and discovered by trying."""


def _events(events: Iterable[Event]) -> list[str]:
    return [event.clause for event in events]


def lone_clause(reasons: list[Reason]) -> list[str]:
    """Return the clause that alone refuses an action; [] if nothing does, or several do."""
    clauses = {reason.clause for reason in reasons}
    return [*clauses] if len(clauses) == 1 else []


# One function a kind of step.


def _before(lesson: Lesson, step: Step) -> list[str]:
    """Return the clauses of what is seen before a stop of a growing game."""
    beats = film_of_stop(lesson, step)[1] if step.before is not None else []
    return _events(one.event for beat in beats for one in beat.happened)


def _argued(run: ArgueStep) -> FoundClauses:
    return (), run.rests_on(), ()


def _watched(run: WatchStep) -> FoundClauses:
    return _events(one.event for one in run.reel), (), ()


def _marked(run: WhichStep) -> FoundClauses:
    asks = []
    for _, _, action in run.items():
        asks += lone_clause(run.table.state.why_not(action, LEARNER))
    return (), asks, ()


def _foretold(run: PredictStep) -> FoundClauses:
    asks = []
    for part in run.step.get("parts"):
        event = run.deciding(part["of"])
        asks += [event.event.clause] if event is not None else []
        if part["of"].startswith("legal "):
            attempt = run.outcome.game.notation.read(run.outcome, part["of"].removeprefix("legal "), LEARNER)[0]
            asks += lone_clause(run.outcome.why_not(attempt, LEARNER))
    return _events(one.event for one in run.happened), asks, ()


def _explained(run: WhyStep) -> FoundClauses:
    reason = [reason.clause for reason in run.refused(run.table.state)]
    return reason, reason[:1], ()


def _ordered(run: OrderStep) -> FoundClauses:
    return _events(one.event for one in run.happened), [line["clause"] for line in run.step.get("lines")], ()


def _spotted(run: SpotStep) -> FoundClauses:
    reasons = run.lines[run.number()].reasons
    run._true_end()
    return [reason.clause for reason in reasons] + _events(one.event for one in run.reel), lone_clause(reasons), ()


def _done(run: DoStep) -> FoundClauses:
    start = run.table.state
    shows, asks, tried = _invited(run), list[str](), list[str]()
    line = run.solver.winning_line(start) if run.solver.goal(start) is None else []
    shows += list(clauses_of_line(start, line))
    here = open_chance(start, LEARNER)
    for at, (seat, action) in enumerate(line):
        if seat == LEARNER and len(here.actions) > 1:
            asks += clauses_of_right_move(run.solver, here, line[at:])
        here.apply(action)
    for action in start.game.tries(start, LEARNER):
        if run.sentence(start.game.notation.write(start, action, LEARNER)):
            tried += lone_clause(start.why_not(action, LEARNER))
    return shows, asks + tried, tried


def _invited(run: DoStep) -> list[str]:
    """Return the clauses of the refusals that the goal asks to see."""
    asked = [
        text.removeprefix(goals.TRIED_PREFIX)
        for text in goals.success_conditions(run.step)
        if text.startswith(goals.TRIED_PREFIX)
    ]
    attempts = [run.table.read_try(text) for text in asked]
    return [reason.clause for attempt in attempts if attempt is not None for reason in attempt.reasons]


def clauses_of_right_move(solver: Solver, state: State, line: list[tuple[int, Action]]) -> list[str]:
    """Return the clauses of what follows a right move and no wrong one; if there are none, not every wrong one."""
    right = clauses_of_line(state, line)
    wrong = [{*clauses_of_line(state, refuted)} for refuted in solver.prove(state).refutations.values()]
    if not wrong:
        return []
    apart = [clause for clause in right if not any(clause in other for other in wrong)]
    return apart or [clause for clause in right if not all(clause in other for other in wrong)]


def clauses_of_line(state: State, line: Iterable[tuple[int, Action]]) -> list[str]:
    """Return the clauses of the events of a line, each once."""
    here = open_chance(state, LEARNER).listen()
    for _, action in line:
        if action not in here.actions:
            break
        here.apply(action)
    return [*dict.fromkeys(_events(here.events or ()))]


def _built(run: BuildStep) -> FoundClauses:
    clauses = [reason.clause for reason in run.broken()]
    return clauses, clauses, ()


def _played(run: PlayStep) -> FoundClauses:
    """Return what happens in every one of some games between bots, from the first shuffle on."""
    game, setup = run.match.game, run.match.setup
    games = [set(_whole_game(game, (setup.you, setup.rival), seed)) for seed in range(1, GAMES_PLAYED + 1)]
    every = set.intersection(*games)
    return [clause for clause in game.rulebook.clauses if clause in every], (), ()


def _whole_game(game: Game, decks: tuple[str, str], seed: int) -> Iterator[str]:
    state, player = game.new(decks, seed, listen=True), greedy_player(seed)
    while state.result is None:
        state.apply(player(state))
    yield from _events(state.events or ())


def _found(run: Session) -> FoundClauses:
    match run:
        case WatchStep():
            return _watched(run)
        case WhichStep():
            return _marked(run)
        case ArgueStep():
            return _argued(run)
        case PredictStep():
            return _foretold(run)
        case WhyStep():
            return _explained(run)
        case OrderStep():
            return _ordered(run)
        case SpotStep():
            return _spotted(run)
        case PlayStep():
            return _played(run)
        case BuildStep():
            return _built(run)
        case DoStep():
            return _done(run)
    raise TypeError(type(run))
