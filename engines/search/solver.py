"""The solver: proves that a goal can be reached whatever the opponent, the unseen cards and the dice do.

It searches all lines from a position (with a memory keyed by `canonical_key`), lists every first move that keeps the
goal reachable, and refutes every other one with a line that ends in failure. NATURE decides what an unseen card is when
that matters, in the worst consistent way, so a proof never depends on knowing it. NATURE also decides dice, or they are
averaged into an exact probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engines.errors import TebikiError
from engines.kernel.state import NATURE, Action, State
from engines.kernel.tuples import Row

Goal = Callable[[State], bool | None]
"""A test of a state: True if the goal is reached, False if it has become impossible, None while it is open."""

Line = list[tuple[int, Action]]
"""A line of play: the actions in order, each with the seat that chose it."""


DEEPEST = 700
"""The maximum number of decisions in a row, so that a game that goes round in circles cannot exhaust the stack."""
LONGEST_FAILURE = 60
"""The maximum length, in decisions, of a line that shows how a position is lost."""
POSITION_LIMIT = 5000
"""The maximum number of positions searched for the outcome of a roll that gives the most ways to go wrong."""


class TooDeep(TebikiError):
    """Raised when a search exceeds the limit of positions or of depth."""


@dataclass(slots=True)
class Proof:
    """The solver's result for one position.

    holds : whether the goal can be reached whatever the opponent and chance do. solutions : the first moves that keep
    it reachable, one from each group of equivalent moves.
    alike : for each solution, all legal moves that lead to the same position. refutations : for each other first move,
    a line in which it fails. positions : the number of positions searched.
    """

    holds: bool
    solutions: list[Action] = field(default_factory=list)
    alike: dict[Action, list[Action]] = field(default_factory=dict)
    refutations: dict[Action, Line] = field(default_factory=dict)
    positions: int = 0


class Solver:
    """Searches one goal for one seat. It keeps its memory between questions about positions of the same game.

    Parameters
    ----------
    seat : the player who must reach the goal. goal : its test. limit : the number of positions after which the search
        raises TooDeep. plan : moves of the seat that probably lead to the goal; the search tries them first, in this
        order, which makes it faster and changes no result.
    """

    def __init__(self, seat: int, goal: Goal, limit: int = 400_000, plan: Sequence[Action] = ()) -> None:
        self.seat, self.goal, self.limit = seat, goal, limit
        self.plan = {action: number - len(plan) for number, action in enumerate(plan)}  # the last time, if repeated
        self.memory: dict[Row, bool] = {}
        self.chances: dict[Row, Fraction] = {}
        self.perils: dict[Row, float] | None = {}
        self.positions = 0

    def holds(self, state: State, depth: int = 0) -> bool:
        """Return True if the goal can be reached from `state` against every reply.

        depth : the number of decisions already made above this one.

        Raises TooDeep if the search exceeds its limit.
        """
        verdict = self.goal(state)
        if verdict is not None:
            return verdict
        if not state.actions:
            return False
        key = state.canonical_key()
        known = self.memory.get(key)
        if known is not None:
            return known
        self._count(depth)
        mine = state.seat_to_act == self.seat
        found = not mine
        for action in self._ordered(state):
            if self.holds(state.after(action), depth + 1) == mine:
                found = mine
                break
        self.memory[key] = found
        return found

    def probability(self, state: State, depth: int = 0) -> Fraction:
        """Return the exact probability of reaching the goal with best play by both sides, over all rolls."""
        verdict = self.goal(state)
        if verdict is not None:
            return Fraction(verdict)
        if not state.actions:
            return Fraction(0)
        key = state.canonical_key()
        if key in self.chances:
            return self.chances[key]
        self._count(depth)
        seat, values = state.seat_to_act, []
        for action in state.actions:  # no comprehension: it would double the use of the stack
            values.append(self.probability(state.after(action), depth + 1))
        if seat == NATURE and not state.step.worst:
            step, actions = state.step, state.actions
            weights = (step.weights and step.weights(state, actions)) or [1] * len(actions)
            value = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0)) / sum(weights)
        else:
            value = max(values) if seat == self.seat else min(values)
        self.chances[key] = value
        return value

    def prove(self, state: State, refute: bool = True) -> Proof:
        """Return the proof for `state`, in which `seat` decides: all solutions, and why the other moves fail.

        refute : whether to work out the lines in which they fail, which may take longer than all the rest.
        """
        state = open_chance(state, self.seat)
        proof = Proof(False)
        seen: dict[Row, Action] = {}
        for action in state.actions:
            child = state.after(action)
            key = child.canonical_key()
            if self.holds(child):
                if key in seen:
                    proof.alike[seen[key]].append(action)
                else:
                    seen[key] = action
                    proof.solutions.append(action)
                    proof.alike[action] = [action]
            elif refute:
                proof.refutations[action] = [(self.seat, action), *self.failing_line(child)]
        proof.holds = bool(proof.solutions)
        proof.positions = self.positions
        return proof

    def winning_line(self, state: State) -> Line:
        """Return a line that reaches the goal; of all replies, it contains those found to resist longest."""

        def choose(here: State) -> Action:
            return self._keeping(here) if here.seat_to_act == self.seat else self.reply(here)

        return self._line(state, choose)

    def failing_line(self, state: State, plan: Sequence[Action] = ()) -> Line:
        """Return a line that shows how a lost position is lost: `seat` plays what looks best against the best replies.

        plan : moves that `seat` prefers, in this order, where they are still possible.
        """
        left = list(plan)

        def choose(here: State) -> Action:
            if here.seat_to_act != self.seat:
                return self.reply(here)
            action = next((one for one in left if one in here.actions), None)
            if action is None:
                return self._best_looking(here)
            left.remove(action)
            return action

        return self._line(state, choose, LONGEST_FAILURE)

    def _line(self, state: State, choose: Callable[[State], Action], most: int = DEEPEST) -> Line:
        """Return the line of the actions that `choose` returns until the goal is decided.

        most : the maximum number of actions.
        """
        here = open_chance(state, self.seat)
        line: Line = []
        while self.goal(here) is None and here.actions and len(line) < most:
            line.append((here.seat_to_act, choose(here)))
            here.apply(line[-1][1])
        return line

    def reply(self, state: State) -> Action:
        """Return a reply of the opponent or of chance that defeats the goal.

        If there is none, return the reply that looks best; for dice and unseen cards, the outcome that leaves the most
        ways to go wrong.
        """
        for action in self._ordered(state):
            if not self.holds(state.after(action)):
                return action
        return self._most_perilous(state) if state.seat_to_act == NATURE else self._best_looking(state)

    def _most_perilous(self, state: State) -> Action:
        if len(state.actions) > 1 and self.perils is not None:
            try:
                return max(state.actions, key=lambda action: self._peril(state.after(action)))
            except TooDeep:
                self.perils = None  # too large to search: from here on, take the first reply that defeats the goal
        return state.actions[0]

    def _peril(self, state: State, depth: int = 0) -> float:
        """Return how often (0 to 1) random play by `seat` fails to reach the goal against the worst replies."""
        verdict = self.goal(state)
        if verdict is not None or not state.actions:
            return float(not verdict)
        assert self.perils is not None
        key = state.canonical_key()
        if key not in self.perils:
            if len(self.perils) >= POSITION_LIMIT or depth > DEEPEST:
                raise TooDeep(f"More than {POSITION_LIMIT} positions, or {DEEPEST} decisions in a row.")
            self.perils[key] = 0.0  # a provisional value while the successors are being searched
            values = []
            for action in state.actions:
                values.append(self._peril(state.after(action), depth + 1))
            self.perils[key] = sum(values) / len(values) if state.seat_to_act == self.seat else max(values)
        return self.perils[key]

    def _keeping(self, state: State) -> Action:
        keeping = (action for action in self._ordered(state) if self.holds(state.after(action)))
        return next(keeping, state.actions[0])

    def _best_looking(self, state: State) -> Action:
        if state.seat_to_act == NATURE:
            return state.actions[0]
        return max(state.actions, key=lambda action: state.game.rules.heuristic(state, action))

    def _ordered(self, state: State) -> list[Action]:
        if state.seat_to_act == NATURE:
            return state.actions
        if state.seat_to_act == self.seat and self.plan:
            plan = self.plan
            return sorted(
                state.actions, key=lambda action: (plan.get(action, 0), -state.game.rules.heuristic(state, action))
            )
        return sorted(state.actions, key=lambda action: -state.game.rules.heuristic(state, action))

    def _count(self, depth: int) -> None:
        self.positions += 1
        if depth > DEEPEST:
            raise TooDeep(f"The solver gave up after {DEEPEST} decisions in a row. Ask for a nearer goal.")
        if self.positions > self.limit:
            raise TooDeep(f"The solver gave up after {self.limit} positions. Ask for a nearer goal.")


class IgnoringReplies(Solver):
    """A solver that assumes that the other player declines whenever possible."""

    def _ordered(self, state: State) -> list[Action]:
        actions = super()._ordered(state)
        declined = [action for action in actions if action[0] == state.step.passing]
        return declined if declined and state.seat_to_act == 1 - self.seat else actions


class Odds(Solver):
    """A solver for a good chance instead of a proof: a position holds if the probability is at least `least`.

    Every roll is weighted by its probability, so the solutions are the first moves that keep the probability that high.
    """

    def __init__(self, seat: int, goal: Goal, least: Fraction, limit: int = 400_000) -> None:
        super().__init__(seat, goal, limit)
        self.least = least

    def holds(self, state: State, depth: int = 0) -> bool:
        """Return True if the probability of reaching the goal is high enough."""
        return self.probability(state, depth) >= self.least

    def after(self, state: State, actions: Iterable[Action]) -> Fraction:
        """Return the probability after these actions, one after another, before any of their dice are rolled."""
        here = open_chance(state, self.seat)
        for action in actions:
            here.apply(action)
        return self.probability(here)

    def winning_line(self, state: State) -> Line:
        """Return the best moves of both sides, with rolls that reach the goal."""
        return self._line(state, self.best)

    def best(self, state: State) -> Action:
        """Return the best action for the player to act; of several rolls, the best one for the goal."""
        choice = min if state.seat_to_act == 1 - self.seat else max
        return choice(state.actions, key=lambda action: self.after(state, [action]))

    def reply(self, state: State) -> Action:
        """Return the reply that leaves the goal the smallest chance."""
        return min(state.actions, key=lambda action: self.after(state, [action]))


def open_chance(state: State, seat: int = 0) -> State:
    """Return a copy in which NATURE decides chance and unseen cards, against the player in `seat`."""
    other = state.copy()
    other.open_chance, other.prover = True, seat
    return other


def win_before_reply(state: State, seat: int) -> Goal:
    """Return the goal "seat wins before any decision in a later turn".

    Automatic consequences of the turn count: in some games, a rival who must draw from an empty deck loses.
    """
    turn = state.turn

    def goal(here: State) -> bool | None:
        if here.result is not None:
            return bool(here.result.winner == seat)
        return False if here.turn != turn else None

    return goal


def win_this_turn(state: State, seat: int) -> Goal:
    """Return the goal "seat wins in this very turn"; consequences that come only in the next turn do not count."""
    turn, won = state.turn, win_before_reply(state, seat)
    return lambda here: won(here) and here.turn == turn
