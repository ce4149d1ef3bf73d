"""Finds faults for which a proved puzzle is rejected: no real player would have its goal."""

from __future__ import annotations

import re
from dataclasses import replace

from engines.game import Game
from engines.kernel.state import Action, State
from engines.search.solver import Odds, Solver, TooDeep
from tutor.lessons import goals
from tutor.lessons.session import LEARNER
from tutor.matches.playthrough import take_events
from tutor.puzzles.proving import (
    Evidence,
    count_tempted,
    is_nearly_best,
    is_reachable,
    quick_moves,
    solver_of,
    state_after,
)
from tutor.puzzles.puzzle import Puzzle, lesson_of_puzzles
from tutor.puzzles.solving import solve_session
from tutor.puzzles.targets import Target, goals_of, is_given, target_of

ABSENT, NOT_GIVEN, IDLE, PROVISO, LOOSE = "absent", "not_given", "idle", "proviso", "loose"
MET, LOST = "met", "lost"
NEXT_TURN, NO_REFUTATION = "next_turn", "no_refutation"
UNTEMPTING, IDLE_CONDITION = "untempting", "idle_condition"
"""Faults: the goal names a card that is not on the table; the position is not one for which the goal is meant; what the
goal wants done to a card is done already; its solution loses the game; only doing nothing tempts, where something must
be done; the tempting move fails only because of what the goal keeps; a better figure than the goal's is in reach; the
beginning of the next turn decides; the tempting move cannot be refuted; hardly any bot chooses the tempting move; a
condition of the goal never matters."""

FEWEST_TEMPTED = 2
"""Minimum number of bots (see `count_tempted`) that choose the tempting move, unless the right one looks best."""

MOST_WALKED = 4000
"""Maximum number of positions in which it is examined whether a condition matters."""

KEPT = re.compile(r'you(?:\.\w+ has| \w+) "')
"""Matches a condition that one of the learner's cards stays in its zone or keeps its state."""

DONE_TO_CARD = re.compile(r'rival(?:\.\w+ has| \w+) "')
"""Matches a condition that something is done to a card of the rival's."""

BOUND = re.compile(r"((?:you|rival)\.\w+ )(<=|>=)( )(\d+)")


def fault_of_puzzle(game: Game, puzzle: Puzzle, proof: Evidence) -> str:
    """Return the fault of a proved puzzle; "" if it has none. Raises TooDeep if the search exceeds its limit."""
    target = target_of(puzzle)
    named = {name for text in puzzle.success for name in re.findall(r'"([^"]*)"', text)}
    if not all(name in repr(puzzle.position) for name in named):
        return ABSENT
    if not is_given(game, target):
        return NOT_GIVEN
    if any(
        DONE_TO_CARD.match(one) and goals.is_condition_met(proof.state, one, LEARNER, set()) for one in puzzle.success
    ):
        return MET
    if loses_game(proof):
        return LOST
    if is_only_idling(target, proof):
        return IDLE
    if rests_on_proviso(target, proof):
        return PROVISO
    if not is_tight(game, target):
        return LOOSE
    if proof.first not in quick_moves(proof.state) and count_tempted(proof.state)[proof.tempting] < FEWEST_TEMPTED:
        return UNTEMPTING
    if any(is_idle(target, proof, text) for text in target.success if len(target.success) > 1):
        return IDLE_CONDITION
    if not isinstance(proof.solver, Odds) and not is_decided_in_turn(target, proof):
        return NEXT_TURN
    lesson = lesson_of_puzzles(puzzle.game, [puzzle])
    if solve_session(lesson, lesson.steps[0]).refute(puzzle.tempting) is None:
        return NO_REFUTATION
    return ""


def loses_game(proof: Evidence) -> bool:
    """Return True if the rival has won at the end of the solution."""
    here = proof.state.copy()
    for _, action in proof.line:
        here.apply(action)
    return here.result is not None and here.result.winner == 1 - LEARNER


def is_only_idling(target: Target, proof: Evidence) -> bool:
    """Return True if the tempting move does nothing, and the goal protects nothing that acting could cost."""
    idle = proof.tempting[0] == proof.state.step.passing
    return idle and not any(goals.is_condition_met(proof.state, text, LEARNER, set()) for text in target.success)


def rests_on_proviso(target: Target, proof: Evidence) -> bool:
    """Return True if the tempting move would reach the goal without its conditions that something stays as it is.

    If the goal also demands something new, all conditions that hold from the start are dropped together to find out;
    otherwise each condition that keeps a card is dropped in turn.
    """
    met = [goals.is_condition_met(proof.state, text, LEARNER, set()) for text in target.success]
    wanted = [tuple(text for text, held in zip(target.success, met, strict=True) if not held)]
    if not wanted[0]:
        kept = [text for text in target.success if KEPT.match(text)]
        kept = [] if len(kept) == len(target.success) else kept
        wanted = [tuple(text for text in target.success if text != one) for one in kept]
    return any(
        is_nearly_best(solver_of(replace(target, success=less), proof.state), state_after(proof.state, proof.tempting))
        for less in wanted
        if less and less != target.success
    )


def is_idle(target: Target, proof: Evidence, condition: str) -> bool:
    """Return True if a goal is reached by the same play without one of its conditions.

    If dice decide, it is enough that every first move has the same chance. Where too many positions would have to be
    examined, the condition is taken to matter.
    """
    less, state = replace(target, success=tuple(text for text in target.success if text != condition)), proof.state
    try:
        other, full = solver_of(less, state), proof.solver
        if isinstance(full, Odds) and isinstance(other, Odds):
            after = [state_after(state, action) for action in state.actions]
            return all(full.probability(child) == other.probability(child) for child in after)
        return not is_met_differently(state, full, other)
    except TooDeep:
        return False


def is_met_differently(start: State, full: Solver, less: Solver) -> bool:
    """Return True if play that reaches the goal of `less` can fail that of `full`. Raises TooDeep after MOST_WALKED."""
    waiting, seen = [start], {start.canonical_key()}
    while waiting:
        here = waiting.pop()
        mine, whole, part = here.seat_to_act_is(LEARNER), full.goal(here), less.goal(here)
        if whole or part is False:
            continue
        if whole is False or (part and not here.actions):
            return True
        for action in here.actions:
            child = state_after(here, action)
            key = child.canonical_key()
            if key in seen or (mine and not part and not less.holds(child)):
                continue
            if mine and not full.holds(child):
                return True
            seen.add(key)
            if len(seen) > MOST_WALKED:
                raise TooDeep("too many positions")
            waiting.append(child)
    return False


def is_tight(game: Game, target: Target) -> bool:
    """Return True if no better figure than the goal's is in reach, so that some line of play ends with it.

    Scores and losses change in steps; no real player has a goal between two of them.
    """
    if "amounts" not in goals_of(game.name).row(target.id):
        return True
    for at, text in enumerate(target.success):
        if found := BOUND.fullmatch(text):
            better = int(found[4]) + (1 if found[2] == ">=" else -1)
            success = (*target.success[:at], f"{found[1]}{found[2]} {better}", *target.success[at + 1 :])
            if better >= 0 and not target.chance and is_reachable(game, replace(target, success=success)):
                return False
    return True


class TurnSolver(Solver):
    """Searches for a goal by the end of the turn, before the next turn begins."""

    def __init__(self, target: Target, state: State, limit: int) -> None:
        super().__init__(LEARNER, goals.goal_of(target.step, state, LEARNER), limit)
        self.turn, self.success = state.turn, target.success

    def holds(self, state: State, depth: int = 0) -> bool:
        """Return True if the goal can be reached within the turn against every reply.

        Raises TooDeep if the search exceeds its limit.
        """
        verdict = self.goal(state)
        if verdict is not None or not state.actions:
            return bool(verdict)
        key = state.canonical_key()
        if key in self.memory:
            return self.memory[key]
        self._count(depth)
        mine = state.seat_to_act == self.seat
        found = not mine
        for action in self._ordered(state):
            child = state.after(action)
            if self.holds(child, depth + 1) and self.is_reached_in_turn(state, action, child) is mine:
                found = mine
                break
            if not mine and not self.holds(child, depth + 1):
                found = False
                break
        self.memory[key] = found
        return found

    def is_reached_in_turn(self, state: State, action: Action, child: State) -> bool:
        """Return False if an action ends the turn without the goal, which only the next turn's beginning reaches."""
        if child.turn == self.turn or child.result is not None:
            return True
        here = state.copy().listen(film=True)
        here.apply(action)
        last = next((one.state for one in reversed(take_events(here, 0)) if one.state.turn == self.turn), state)
        return all(goals.is_condition_met(last, text, LEARNER, set()) for text in self.success if text != "not over")


def is_decided_in_turn(target: Target, proof: Evidence) -> bool:
    """Return True if the same first moves reach the goal even when it is judged before the next turn begins."""
    if {goals.WIN, goals.WIN_FIRST} & {*target.success}:
        return True
    state, good = proof.state, {*proof.alike}
    solver = TurnSolver(target, state, proof.solver.limit)
    for action in state.actions:
        child = state_after(state, action)
        if (solver.holds(child) and solver.is_reached_in_turn(state, action, child)) is not (action in good):
            return False
    return True
