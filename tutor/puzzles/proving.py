"""Whether a goal in a position is a puzzle: one first move reaches it whatever comes, and a quick player misses it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core.errors import TebikiError
from engines.core.game import Game
from engines.core.solver import Solver
from engines.core.state import NATURE, Action, State
from tutor.lessons import goals
from tutor.puzzles.documents import Document, placed
from tutor.puzzles.targets import Target

LIMIT = 600
"""So many positions are looked at to find out whether a goal can be reached."""

DECISIONS = 3
"""A puzzle has at least so many decisions: choices of either player, after which the game stands differently."""


@dataclass
class Evidence:
    """What makes a position a puzzle.

    first : the one first move that reaches the goal, and all that come to the same. line : a whole solution. tempting :
    what looks best at once, and fails. depth, width : see `Puzzle`. state : where it begins. solver : what has proved
    it.
    """

    first: Action
    alike: list[Action]
    line: list[tuple[int, Action]]
    tempting: Action
    depth: int
    width: int
    state: State
    solver: Solver = field(repr=False)

    @property
    def told(self) -> tuple[str, str]:
        """The first move that reaches the goal and the tempting one, as text."""
        return self.state.text(self.first), self.state.text(self.tempting)

    def texts(self) -> list[tuple[int, str]]:
        """Return the solution in words, with who does it."""
        here, told = self.state.copy(), []
        for seat, action in self.line:
            told.append((seat, here.text(action)))
            here.apply(action)
        return told


def reachable(game: Game, target: Target, limit: int = LIMIT) -> bool:
    """Return True if the goal can be reached at all. Raises TooDeep."""
    try:
        state = placed(game, target.document)
    except TebikiError:
        return False
    return solver_of(target, state, limit).holds(state)


def solver_of(target: Target, state: State, limit: int = LIMIT) -> Solver:
    """Return the solver of a goal that the player in seat 0 has in a position."""
    return Solver(0, goals.goal_of(target.step, state, 0), limit)


def quick_moves(state: State) -> list[Action]:
    """Return the actions that look best at once, all of them if several do."""
    looks = {action: state.game.rules.heuristic(state, action) for action in state.actions}
    best = max(looks.values())
    return [action for action, value in looks.items() if value == best]


def evidence(game: Game, target: Target, document: Document | None = None, limit: int = LIMIT) -> Evidence | None:
    """Return why a goal in a position is a puzzle, None if it is none. Raises TooDeep."""
    try:
        state = placed(game, document or target.document)
    except TebikiError:
        return None
    if not state.seat_to_act_is(0) or len(state.actions) < 2:
        return None
    solver = solver_of(target, state, limit)
    if solver.goal(state) is not None:
        return None
    quick = quick_moves(state)
    if any(solver.holds(after(state, action)) for action in quick):
        return None
    good: dict[Action, object] = {}
    for action in state.actions:
        child = after(state, action)
        if action not in quick and solver.holds(child):
            good[action] = child.canonical_key()
            if len(set(good.values())) > 1:
                return None
    if not good:
        return None
    first = next(iter(good))
    line = solver.winning_line(state)
    depth = decisions(state, line)
    if depth < DECISIONS:
        return None
    return Evidence(first, list(good), line, quick[0], depth, width(state), state, solver)


def after(state: State, action: Action) -> State:
    """Return a copy in which an action has been carried out."""
    child = state.copy()
    child.apply(action)
    return child


def width(state: State) -> int:
    """Return how many different first moves there are."""
    return len({after(state, action).canonical_key() for action in state.actions})


def decisions(state: State, line: list[tuple[int, Action]]) -> int:
    """Return how many decisions of the two players a line has: with different ways on."""
    here, count = state.copy(), 0
    for seat, action in line:
        if seat != NATURE and len(here.actions) > 1:
            count += width(here) > 1
        here.apply(action)
    return count
