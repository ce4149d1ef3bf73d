"""The hints of a step in which the learner moves: a way from the current table to the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.checking import scenarios
from engines.errors import TebikiError
from engines.kernel.state import Action, State
from engines.search.solver import open_chance
from tutor.lessons import goals
from tutor.lessons.growing import lines_of, play_move, refused_by
from tutor.lessons.session import LEARNER
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.playing import DoStep


def find_solution(run: DoStep) -> list[Action]:
    """Return the learner's next actions on the way to the goal: first an invited try, then a proved line."""
    if run.lost or not run.still_possible():
        return []
    for action in invited_tries(run):
        return [action]
    state = run.table.state
    if is_try_ahead(run):
        return [scenarios.passing_action(state)]
    if ahead := line_ahead(run):
        return ahead
    line = []
    for seat, action in run.solver.winning_line(state):
        if seat != LEARNER:
            break
        line.append(action)
        if not _picks_follow(state, line):
            break
    return line


def _picks_follow(state: State, line: list[Action]) -> bool:
    here = open_chance(state)
    for action in line:
        here.apply(action)
    return here.seat_to_act_is(LEARNER) and here.step.pick


def invited_tries(run: DoStep) -> list[Action]:
    """Return the tries that the goal asks for and that can be made now."""
    texts = [tick.removeprefix(goals.TRIED_PREFIX) for tick in run.open_ticks() if tick.startswith(goals.TRIED_PREFIX)]
    meant = [run.table.read_try(text) for text in texts]
    return [one.action for one in meant if one is not None and _comes_now(run, one)]


def is_try_ahead(run: DoStep) -> bool:
    """Return True if the goal lacks only tries, one of which can be made now or after declining some phases.

    It must be refused for the intended reason, which only stops of growing games state.
    """
    missing = [text.removeprefix(goals.TRIED_PREFIX) for text in run.open_ticks()]
    if not missing or not {*missing} <= {*run.step.tries}:
        return False
    here = run.table.state.copy()
    while here.result is None and here.turn == run.table.state.turn and here.seat_to_act_is(LEARNER):
        if any(is_refused_as_meant(run, text, here) for text in missing):
            return True
        passing = next((action for action in here.actions if action[0] == here.step.passing), None)
        if passing is None:
            return False
        here.apply(passing)
    return False


def is_refused_as_meant(run: DoStep, text: str, state: State) -> bool:
    """Return True if a try is refused on a table by exactly the requirements that its stop states."""
    try:
        return bool(refused_by(state, text) == run.step.tries[text])
    except TebikiError:
        return False


def line_ahead(run: DoStep) -> list[Action]:
    """Return the learner's next move on a line of a growing game, as actions.

    [] if the table is on none of its lines.
    """
    now = run.table.state.canonical_key()
    for line in lines_of(run.step.data):
        here = run.table.history[0].state.copy() if run.table.history else run.table.state.copy()
        for text in line:
            if text.startswith(goals.TRIED_PREFIX):
                continue
            there = here.canonical_key() == now
            try:
                actions = play_move(here, text)
            except TebikiError:
                break
            if there:
                return actions
    return []


def _comes_now(run: DoStep, attempt: Attempt) -> bool:
    """Return True if an invited try can be made now: a pick only at its question, any other try only outside picks.

    In a growing game a try can only be made at the moment that its stop intends.
    """
    if run.step.tries:
        return is_refused_as_meant(run, attempt.text, run.table.state)
    state, steps = run.table.state, run.table.state.game.kinds[attempt.action[0]].steps
    if all(state.game.flow.steps[name].pick for name in steps):
        return state.step.name in steps
    return not state.step.pick


def hint_clauses(run: DoStep) -> list[str]:
    """Return the clause that ends the winning line, and those that refuse the other tries of the same kind.

    Before the first move, the clauses that the step claims to test come first; if no try is refused, the hint is the
    clause of the move itself.
    """
    state = run.table.state
    found: list[str] = [] if run.moves_made() else list(run.step.get("asks") or ())
    line = find_solution(run)
    if not line:
        return []
    if line[0] not in state.actions:
        return [reason.clause for reason in state.why_not(line[0])]
    end = open_chance(state)
    for _, action in run.solver.winning_line(state):
        end.apply(action)
    for action in state.game.tries(state, LEARNER):
        if action[0] == line[0][0]:
            found += [reason.clause for reason in state.why_not(action)]
    if end.result is not None:
        found.append(end.result.clause)
    if not found:
        happened = Playthrough(open_chance(state), LEARNER).play(line[:1])
        found = [one.event.clause for one in happened[:1]]
    return list(dict.fromkeys(found))[:3]


def hint_cards(run: DoStep) -> dict[str, str]:
    """Return the cards of the solution's next move, to be highlighted."""
    line = find_solution(run)
    if not line:
        return {}
    sources, targets = run.table.places(line[0])
    return dict.fromkeys([*sources[:1], *[ref for ref in targets if ref.count(".") > 1][:1]], "lit")


def hint_move(run: DoStep) -> str:
    """Return the next move as text."""
    state, line = run.table.state, find_solution(run)
    if not line:
        return format_message("lesson.undo_first", run.language)
    if line[0] not in state.actions:
        return words_for_notation(state.text(line[0]), state.game)
    return words_for_notation(state.game.notation.line(state, line), state.game)
