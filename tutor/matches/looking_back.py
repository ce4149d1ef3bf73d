"""A game looked back at: wins that were let go, and the last decision before all was lost."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from engines.kernel.state import State
from engines.search.solver import Solver, TooDeep, opened, win_before_reply
from tutor.matches import lookahead
from tutor.matches.playthrough import Playthrough


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision worth looking at again: its place in the table's history, its turn, and the moves that win."""

    place: int
    turn: int
    moves: tuple[str, ...]


def moments(table: Playthrough, most: int, seconds: float) -> list[Moment]:
    """Return decisions at which the learner let a win of that turn go that was certain from what they could see.

    The latest comes first. Looks for at most `seconds`; positions that are too deep to prove are left out.
    """
    end, found = perf_counter() + seconds, []
    result, seat = table.state.result, table.viewer
    done = table.state.turn if result and result.winner == seat else -1
    solver, turn = Solver(seat, lambda state: None), -1
    for place in range(len(table.history) - 1, -1, -1):
        state = table.history[place][0]
        if not state.turn or perf_counter() > end:
            break  # before the first turn nothing can be won
        if state.turn == done:
            continue
        if state.turn != turn:
            solver, turn = Solver(seat, win_before_reply(state, seat), limit=1500), state.turn
        line = _forced_win(solver, state, seat)
        if line:
            found.append(Moment(place, turn, line))
            done = turn
            if len(found) == most:
                break
    return found


def before_the_end(table: Playthrough, seed: int, seconds: float) -> int | None:
    """Return the learner's last decision from which the lost game was not lost yet, as a place in the history.

    Where looking ahead finds none in time, it is the last decision with a choice; None if there was none, or if
    the learner has won.
    """
    begun, state = perf_counter(), table.state
    if state.result is None or state.result.winner == table.viewer:
        return None
    choices = [place for place, (before, _) in enumerate(table.history) if before.turn and len(before.actions) > 1]
    for place in reversed(choices):
        if perf_counter() - begun > seconds:
            break
        before = table.history[place][0]
        if lookahead.survives(before, table.viewer, seed + place, state.turn + 1):
            return place
    return choices[-1] if choices else None


def _forced_win(solver: Solver, state: State, seat: int) -> tuple[str, ...]:
    """Return the moves of `seat` that win this turn whatever lies where it cannot see, as texts; none if none do."""
    here = opened(state, seat)
    here.game.rules.forget_unseen(here, seat)
    try:
        if not solver.holds(here):
            return ()
        line = solver.winning_line(here)
    except (TooDeep, RecursionError):
        return ()
    texts = []
    for who, action in line:
        if who == seat and not here.step.pick and not here.step.window:
            texts.append(here.text(action))
        here.apply(action)
    return tuple(texts)
