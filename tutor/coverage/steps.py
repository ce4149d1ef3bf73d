"""The clauses that a lesson step shows and tests, according to its session and the engine's own run.

A step shows the clauses that everyone who finishes it has seen: those of the events in its film (in a growing game,
also in the film before it) and in its solution, of the refusals that it invites or that its verdict states, and of what
happens in every one of a few full games; also every clause without which the events would change (`answers`).

A step tests the clauses on which its answer depends. A clause without which the answer changes counts (`answers`) if it
has been shown before, since a learner cannot be tested on a rule they have never met. The following clauses count
whether they have been shown or not:

- **which**, **why**, **spot**: the requirement that alone refuses a card, the action or the line. If two refuse it,
  neither of them decides.
- **predict**, **count**, **point**: the clauses of the events that decide its parts. **order**, **argue**: the clauses
  of its lines.
- **do**, **solve**, **turn**: at each of the learner's decisions in the solution, the clauses of the events that follow
  and that no wrong move leads to; if wrong moves lead to all of them, those that not every wrong move leads to. Also
  the requirement that alone refuses an attempt for which the author has a sentence. If no counter-rule of a clause
  changes the answer, it is left out.
- **build**: the deck rules that the initial deck breaks.
- **watch** and **play** test nothing.

The author states what the engine cannot find out: `shows` for clauses shown by the step's text or visible table, `asks`
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
from tutor.lessons.repairing import RepairStep
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.spotting import SpotStep
from tutor.lessons.stop_films import film_of_stop

GAMES_PLAYED = 3
"""Number of games between bots that are played to see what happens in every game."""

Clauses = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoveredClauses:
    """The clauses that a step shows and tests, in order of appearance.

    tried : tested clauses that can be discovered on the step's own board, because a try is refused and explained.
    rests : further clauses without which the answer changes; they are tested only for learners who have met them.
    said : clauses in `asks` that only the author claims; a ruling is not among them if a clause that it settles is
    found to decide the answer. before : clauses shown before the step asks anything, in the film of a growing game.
    """

    step: str
    shows: Clauses
    asks: Clauses
    tried: Clauses = ()
    rests: Clauses = ()
    said: Clauses = ()
    before: Clauses = ()


def cover_step(lesson: Lesson, step: Step) -> CoveredClauses:
    """Return what a step shows and tests. Raises TebikiError if it cannot be played."""
    run = open_session(lesson, step, seed=1)
    shows, asks, tried = _found(run)
    before = _before(lesson, step)
    known = kept_dependence.kept_row(lesson, step) or StepDependence()
    if isinstance(run, DoStep):
        asks = [clause for clause in asks if clause not in known.indifferent]
    asked = _each(step.get("asks", ()), asks)
    found = {*asks, *known.clauses}
    rulings = lesson.game.rulebook.rulings
    said = tuple(id for id in asked if not found & {id, *(rulings[id].clauses if id in rulings else ())})
    rests = tuple(clause for clause in known.clauses if clause not in asked)
    seen = _each(step.get("shows", ()), before, shows, known.seen)
    return CoveredClauses(step.id, seen, asked, _each(tried), rests, said, _each(before))


def _each(*groups: Iterable[str]) -> Clauses:
    return tuple(dict.fromkeys(clause for group in groups for clause in group if clause))


FoundClauses = tuple[Iterable[str], Iterable[str], Iterable[str]]
"""Three groups of clauses: those shown, those tested, and those that can be discovered by trying."""


def _events(events: Iterable[Event]) -> list[str]:
    return [event.clause for event in events]


def lone_clause(reasons: list[Reason]) -> list[str]:
    """Return the clause that alone refuses an action; [] if none does, or several do."""
    clauses = {reason.clause for reason in reasons}
    return [*clauses] if len(clauses) == 1 else []


# One function for each kind of step.


def _before(lesson: Lesson, step: Step) -> list[str]:
    """Return the clauses shown before a stop of a growing game."""
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


def _mended(run: RepairStep) -> FoundClauses:
    reasons = [reason.clause for reason in run.reasons(run.table.state)]
    return reasons, reasons, ()


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
    """Return the clauses of the refusals that the step's goal invites."""
    asked = [
        text.removeprefix(goals.TRIED_PREFIX)
        for text in goals.success_conditions(run.step)
        if text.startswith(goals.TRIED_PREFIX)
    ]
    attempts = [run.table.read_try(text) for text in asked]
    return [reason.clause for attempt in attempts if attempt is not None for reason in attempt.reasons]


def clauses_of_right_move(solver: Solver, state: State, line: list[tuple[int, Action]]) -> list[str]:
    """Return the clauses of the events that follow a right move, but no wrong one.

    If there are none, return those that do not follow every wrong move.
    """
    right = clauses_of_line(state, line)
    wrong = [{*clauses_of_line(state, refuted)} for refuted in solver.prove(state).refutations.values()]
    if not wrong:
        return []
    apart = [clause for clause in right if not any(clause in other for other in wrong)]
    return apart or [clause for clause in right if not all(clause in other for other in wrong)]


def clauses_of_line(state: State, line: Iterable[tuple[int, Action]]) -> list[str]:
    """Return the clauses of the events in a line, each once."""
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
    """Return what happens in every one of several games between bots, from the first shuffle on."""
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
        case RepairStep():
            return _mended(run)
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
