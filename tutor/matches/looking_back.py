"""Looks back at a game: finds missed wins, and the last decision before everything was lost."""

from __future__ import annotations

from dataclasses import dataclass

from engines.search.solver import Solver, win_before_reply
from tutor.matches import lookahead
from tutor.matches.certain_wins import prove_win
from tutor.matches.effort import Effort
from tutor.matches.playthrough import Playthrough

MOST_POSITIONS, IN_A_TURN = 20_000, 1500
"""Number of positions after which no further decision is examined for a missed win; maximum number for one turn."""

LAST_CHANCE_EFFORT = 30_000
"""Effort after which no earlier decision is examined in the search for the last one at which the game was not yet lost.
"""


@dataclass(frozen=True, slots=True)
class MissedMoment:
    """A decision worth another look: its index in the table's history, its turn, and the moves that would have won."""

    place: int
    turn: int
    moves: tuple[str, ...]


def missed_moments(table: Playthrough, most: int, effort: Effort | None = None) -> list[MissedMoment]:
    """Return decisions at which the learner missed a win in that turn which was certain from what they could see.

    At most `most` are returned, the latest first. effort : positions to examine, by default `MOST_POSITIONS`; decisions
    for which the proof would be too deep are left out.
    """
    effort, found = effort or Effort(MOST_POSITIONS), list[MissedMoment]()
    result, seat = table.state.result, table.viewer
    done = table.state.turn if result and result.winner == seat else -1
    solver, turn = Solver(seat, lambda state: None), -1
    for place in range(len(table.history) - 1, -1, -1):
        state = table.history[place].state
        if not state.turn or effort.is_spent:
            break  # before the first turn nothing can be won
        if state.turn == done:
            continue
        if state.turn != turn:
            solver, turn = Solver(seat, win_before_reply(state, seat), limit=IN_A_TURN), state.turn
        before = solver.positions
        win = prove_win(solver, state, seat)
        effort.spend(1 + solver.positions - before)
        if win is not None and win.moves:
            found.append(MissedMoment(place, turn, win.moves))
            done = turn
            if len(found) == most:
                break
    return found


def last_open_decision(table: Playthrough, seed: int, effort: Effort | None = None) -> int | None:
    """Return the index in the history of the learner's last decision at which a lost game was not yet lost.

    effort : number of decisions to look ahead, by default `LAST_CHANCE_EFFORT`. If no decision is found within it, the
    learner's last choice is returned; None if there was no choice, or if the learner has won.
    """
    choices = choices_before_the_end(table)
    effort = effort or Effort(LAST_CHANCE_EFFORT)
    for place in reversed(choices):
        if effort.is_spent:
            break
        before = table.history[place].state
        if lookahead.can_survive(before, table.viewer, seed + place, table.state.turn + 1, effort):
            return place
    return choices[-1] if choices else None


def choices_before_the_end(table: Playthrough) -> list[int]:
    """Return the indices in the history of the learner's decisions with a choice; [] unless the game was lost."""
    result = table.state.result
    if result is None or result.winner == table.viewer:
        return []
    return [place for place, one in enumerate(table.history) if one.state.turn and len(one.state.actions) > 1]
