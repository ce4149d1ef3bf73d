"""Finds a win that is certain at a decision, from what the player can see, and moves that let it go.

The proof covers the turn under way. It assumes that the rival, the dice and every unseen card are the worst for the
player, so it needs nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.kernel.programs import HAND_STEP
from engines.kernel.state import Action, State
from engines.legal.card_programs import touches_hidden_cards
from engines.search.solver import Line, Solver, TooDeep, open_chance, win_before_reply

MOST_POSITIONS = 600
"""Maximum number of positions examined for the proof at one decision."""


class CertainWin(NamedTuple):
    """A win that is certain in this turn: the player's first action, the line to the end, and its moves as texts.

    The line contains the replies that resist longest.
    """

    first: Action
    line: Line
    moves: tuple[str, ...]


def can_be_proved(state: State) -> bool:
    """Return True if wins can be certain: not with card texts carried out by hand, or looking into hands and decks."""
    return HAND_STEP not in state.game.flow.steps and not touches_hidden_cards(state.game)


def find_certain_win(state: State, seat: int, limit: int = MOST_POSITIONS) -> CertainWin | None:
    """Return a win of `seat` in this turn whatever it cannot see; None if there is none, or no short proof of it."""
    if not state.turn or state.pending or not state.seat_to_act_is(seat) or not can_be_proved(state):
        return None
    return prove_win(Solver(seat, win_before_reply(state, seat), limit=limit), state, seat)


def prove_win(solver: Solver, state: State, seat: int) -> CertainWin | None:
    """Return the win that a solver proves in a position; None if it proves none within its limit."""
    here = open_chance(state, seat)
    here.game.rules.forget_unseen(here, seat)
    try:
        if not solver.holds(here):
            return None
        line = solver.winning_line(here)
    except (TooDeep, RecursionError):
        return None
    texts = []
    for who, action in line:
        if who == seat and not here.step.pick and not here.step.window:
            texts.append(here.text(action))
        here.apply(action)
    return CertainWin(line[0][1], line, tuple(texts)) if line else None


def lets_win_go(state: State, seat: int, actions: Sequence[Action], limit: int = MOST_POSITIONS) -> bool:
    """Return True if a win in this turn is provably no longer certain after a move of `seat`.

    False also if the search exceeds its limit, so that there is no warning without a proof.
    """
    here = open_chance(state, seat)
    here.game.rules.forget_unseen(here, seat)
    try:
        for action in actions:
            here.apply(action)
        return not Solver(seat, win_before_reply(state, seat), limit=limit).holds(here)
    except (TooDeep, RecursionError):
        return False
