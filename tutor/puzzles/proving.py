"""Decides whether a goal makes a puzzle: only one first move reaches it for certain, and a quick player misses it.

If dice decide, that first move must have the best chance, and the others must be clearly worse.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.state import NATURE, Action, State
from engines.search.players import STRENGTHS
from engines.search.solver import Odds, Solver, open_chance, win_before_reply
from tutor.lessons import goals
from tutor.puzzles.documents import Document, place_document
from tutor.puzzles.targets import Target, goals_of

SLIGHTEST_CHANCE = Fraction(1, 8)
"""Minimum value of the best chance in a puzzle."""

WIDE_CHOICE = 3
"""Minimum number of first moves for which the right one may also look best (if dice decide, or the game's goals say
so).
"""

CLEAR_MARGIN = Fraction(1, 20)
"""Minimum difference between the best chance and that of every other first move."""


@dataclass
class Evidence:
    """The evidence that a goal in a position is a valid puzzle.

    first : the first move that reaches the goal, and its equivalents. line : a complete solution. tempting : the move
    that bots choose most often among those that fail or, if they choose none, the one that looks best. depth, width :
    see `Puzzle`. state : the initial state. solver : the solver that proved it. chance : the best chance, if dice
    decide.
    """

    first: Action
    alike: list[Action]
    line: list[tuple[int, Action]]
    tempting: Action
    depth: int
    width: int
    state: State
    solver: Solver = field(repr=False)
    chance: Fraction | None = None

    @property
    def told(self) -> tuple[str, str]:
        """The first move that reaches the goal, and the tempting one, as texts."""
        return self.state.text(self.first), self.state.text(self.tempting)

    def texts(self) -> list[tuple[int, str]]:
        """Return the solution as texts, each with its seat."""
        here, told = self.state.copy(), []
        for seat, action in self.line:
            told.append((seat, here.text(action)))
            here.apply(action)
        return told


def is_reachable(game: Game, target: Target, limit: int = 0) -> bool:
    """Return True if the goal can be reached at all. Raises TooDeep if the search exceeds its limit."""
    try:
        state = place_document(game, target.document)
    except TebikiError:
        return False
    return solver_of(target, state, limit).holds(state)


def solver_of(target: Target, state: State, limit: int = 0) -> Solver:
    """Return the solver for a goal of the player in seat 0; if dice decide, for its best chance.

    limit : maximum number of positions it examines; by default from the game's goals.
    Raises TooDeep if the search exceeds its limit.
    """
    limit = limit or goals_of(state.game.name).limit
    goal = goals.goal_of(target.step, state, 0)
    if not target.chance:
        return Solver(0, goal, limit)
    solver = Odds(0, goal, Fraction(1), limit)
    solver.least = solver.probability(state)
    return solver


def names_target(target: Target, state: State, good: set[Action]) -> bool:
    """Return True if the right move is the only one that names the card in the goal."""
    wanted = {name for text in target.success for name in re.findall(r'"([^"]*)"', text)}
    naming = {action for action in state.actions if wanted & set(re.findall(r'"([^"]*)"', state.text(action)))}
    return bool(naming) and naming == good


def keeping_actions(target: Target, state: State) -> list[Action]:
    """Return the actions that do not involve a card which the goal says to keep or to leave as it is."""
    kept = {name for text in target.success for name in re.findall(r'^you(?:\.\w+ has| orientation) "([^"]*)"', text)}
    return [action for action in state.actions if not kept & set(re.findall(r'"([^"]*)"', state.text(action)))]


def quick_moves(state: State, among: list[Action] | None = None) -> list[Action]:
    """Return the actions that look best immediately; several if they tie.

    among : the actions to consider; by default all.
    """
    looks = {action: state.game.rules.heuristic(state, action) for action in among or state.actions}
    best = max(looks.values())
    return [action for action, value in looks.items() if value == best]


WIN_LIMIT = 100_000
"""Maximum number of positions examined in the search for a win, if the goal asks for less."""


NO_CHOICE, REACHED, REACH, CERTAIN, SLIGHT, SEEN, SEVERAL, WON = (
    "no_choice", "reached", "reach", "certain", "slight", "seen", "several", "won"
)  # fmt: skip
"""Reasons why a goal makes no puzzle: there is no choice; the goal is already reached; it is out of reach; it is
certain although dice should decide; its best chance is too small; the move that looks best immediately reaches it;
several moves do; the game can be won instead.
"""


class Rejection(NamedTuple):
    """The reason why a goal makes no puzzle ("" if it is none of those above), and the solver that found it."""

    why: str = ""
    state: State | None = None
    solver: Solver | None = None


def find_evidence(game: Game, target: Target, document: Document | None = None, limit: int = 0) -> Evidence | None:
    """Return the evidence that `target` is a valid puzzle; None if it is not.

    document : the position, by default that of `target`. limit : maximum number of positions that the solver examines;
    0 means that of the game's goals. Raises TooDeep if the search would need more.
    """
    found = judge_target(game, target, document, limit)
    return found if isinstance(found, Evidence) else None


def judge_target(game: Game, target: Target, document: Document | None = None, limit: int = 0) -> Evidence | Rejection:
    """Return the evidence that `target` is a valid puzzle, or the reason why it is not.

    document, limit : as in `find_evidence`. Raises TooDeep if the search would need more than the limit.
    """
    try:
        state = place_document(game, document or target.document)
    except TebikiError:
        return Rejection()
    if not state.seat_to_act_is(0) or len(state.actions) < 2:
        return Rejection(NO_CHOICE)
    decided = goals.goal_of(target.step, state, 0)(state)
    if decided is not None:
        return Rejection(REACHED if decided else REACH)
    solver, declared = solver_of(target, state, limit), goals_of(game.name)
    chance = solver.least if isinstance(solver, Odds) else None
    if chance is not None and not (SLIGHTEST_CHANCE <= chance < 1 and chance.denominator <= declared.finest):
        why = CERTAIN if chance == 1 else REACH if not chance else SLIGHT if chance < SLIGHTEST_CHANCE else ""
        return Rejection(why, state, solver)
    kept_tempts = declared.row(target.id).get("kept_tempts", declared.kept_tempts)
    among = state.actions if kept_tempts else keeping_actions(target, state)
    if len(among) < 2:
        return Rejection()
    quick = quick_moves(state, among)
    found = any(is_nearly_best(solver, state_after(state, action)) for action in quick)
    if found and not ((target.chance or declared.seen_at_once) and count_first_moves(state) >= WIDE_CHOICE):
        return Rejection(SEEN, state, solver)
    if found and quick[0][0] == state.step.passing:  # if passing looks best, there is no puzzle
        return Rejection(SEEN, state, solver)
    good: dict[Action, object] = {}
    for action in state.actions:
        child = state_after(state, action)
        if (found or action not in quick) and is_nearly_best(solver, child):
            good[action] = child.canonical_key()
            if len(set(good.values())) > 1:
                return Rejection(SEVERAL, state, solver)
    if not good:
        return Rejection(REACH)
    if len(good) == len(state.actions):
        return Rejection(SEVERAL, state, solver)
    if names_target(target, state, set(good)):
        return Rejection()
    wrong = [action for action in among if action not in good]
    if not declared.idle_tempts and game.rules.table(state, 0).turn_player == 0:
        wrong = [action for action in wrong if action[0] != state.step.passing]
        if not wrong:
            return Rejection()
        quick = quick_moves(state, wrong)
    elif found:  # the right move looks best, so the next best is the tempting one
        quick = quick_moves(state, wrong)
    if can_force_win(target, state):
        return Rejection(WON, state, solver)
    first = next(iter(good))
    line = solver.winning_line(state)
    depth = count_decisions(state, line)
    if depth < declared.row(target.id).get("decisions", declared.decisions):
        return Rejection()
    tempting = choose_tempting(state, [action for action in wrong if action[0] != state.step.passing], quick[0])
    return Evidence(first, list(good), line, tempting, depth, count_first_moves(state), state, solver, chance)


TEMPTED_BOTS, TEMPTED_TRIES = ("beginner", "quick", "careful"), 8
"""The bots that show which moves tempt, and the number of seeds of each."""


def count_tempted(state: State) -> Counter[Action]:
    """Return how often each first move is the choice of one of `TEMPTED_BOTS`."""
    players = [STRENGTHS[name](seed) for name in TEMPTED_BOTS for seed in range(TEMPTED_TRIES)]
    return Counter(player(state) for player in players)


def choose_tempting(state: State, wrong: list[Action], usual: Action) -> Action:
    """Return the wrong move that bots choose most often; `usual` unless another is chosen more often."""
    often = count_tempted(state)
    return max((usual, *wrong), key=often.__getitem__)


def can_force_win(target: Target, state: State) -> bool:
    """Return True if a goal asks for less than a win although a win can be forced.

    Raises TooDeep if the search exceeds its limit.
    """
    if {goals.WIN, goals.WIN_FIRST} & {*target.success}:
        return False
    return Solver(0, win_before_reply(state, 0), WIN_LIMIT).holds(open_chance(state))


def is_nearly_best(solver: Solver, state: State) -> bool:
    """Return True if the goal can be reached; if dice decide, with a chance that is not clearly below the best."""
    if isinstance(solver, Odds):
        return solver.probability(state) > solver.least - CLEAR_MARGIN
    return solver.holds(state)


def state_after(state: State, action: Action) -> State:
    """Return a copy of a state after an action."""
    child = state.copy()
    child.apply(action)
    return child


def count_first_moves(state: State) -> int:
    """Return the number of different first moves."""
    return len({state_after(state, action).canonical_key() for action in state.actions})


def count_decisions(state: State, line: list[tuple[int, Action]]) -> int:
    """Return the number of decisions in a line, by either player, in which the options lead to different positions."""
    here, count = state.copy(), 0
    for seat, action in line:
        if seat != NATURE and len(here.actions) > 1:
            count += count_first_moves(here) > 1
        here.apply(action)
    return count
