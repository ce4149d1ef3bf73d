"""Computer players of several strengths. They know what a player may know: own cards, public cards, and counts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from statistics import fmean, stdev
from typing import NamedTuple

from engines.errors import DataError, NamedEntries, find_nearest
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State

Player = Callable[[State], Action]


def random_player(seed: int = 0) -> Player:
    """Return a player who takes any legal action, all equally likely."""
    source = RandomSource(seed)

    def play(state: State) -> Action:
        return state.actions[source.below(len(state.actions))]

    return play


def greedy_player(seed: int = 0, slip: int = 0) -> Player:
    """Return a player who takes the action that looks best at once (`Rules.heuristic`), ties by chance.

    slip : out of a hundred decisions, how many are taken at random.
    """
    source = RandomSource(seed)

    def play(state: State) -> Action:
        actions = state.actions
        if len(actions) == 1:
            return actions[0]
        if slip and source.below(100) < slip:
            return actions[source.below(len(actions))]
        heuristic = state.game.rules.heuristic
        points = [heuristic(state, action) for action in actions]
        best = max(points)
        top = [action for action, value in zip(actions, points, strict=True) if value == best]
        return top[source.below(len(top))]

    return play


def attacks_of(state: State) -> list[Action]:
    """Return the legal actions that begin an attack or battle (`Rules.fighting`); none while one is under way."""
    fighting = state.game.rules.fighting
    if len(state.actions) == 1 or state.step.pick or state.step.chance or fighting(state):
        return []
    beginning: dict[str, bool] = {}
    for action in state.actions:
        if action[0] not in beginning:  # what begins a fight is a matter of its kind
            beginning[action[0]] = fighting(state.after(action))
    return [action for action in state.actions if beginning[action[0]]]


BLUNDER = 5
"""Points by which an action must look worse than declining to count as a blunder (`Rules.heuristic`)."""


def is_blunder(state: State, action: Action) -> bool:
    """Return True if an action looks like a blunder beside declining, where that is possible."""
    declining = next((other for other in state.actions if other[0] == state.step.passing), None)
    if declining is None or action == declining:
        return False
    heuristic = state.game.rules.heuristic
    return heuristic(state, action) <= heuristic(state, declining) - BLUNDER


def newcomer_player(seed: int = 0, slip: int = 75) -> Player:
    """Return a player for a first game: plays much at random, and never lets a turn go in which it could attack.

    An action after which it could attack no more is replaced by an attack, any of them, and what looks like a blunder
    (an army that leaves the field) by something else. slip : as in `greedy_player`.
    """
    source = RandomSource(seed)
    base = greedy_player(seed, slip)

    def play(state: State) -> Action:
        action, seat = base(state), state.seat_to_act
        if is_blunder(state, action):
            fair = [other for other in state.actions if not is_blunder(state, other)]
            action = fair[source.below(len(fair))]
        attacks = attacks_of(state)
        if not attacks or action in attacks:
            return action
        after = state.after(action)
        while after.step.pick and after.seat_to_act_is(seat):
            after.apply(after.actions[0])
        can_still = after.seat_to_act_is(seat) and attacks_of(after)
        return action if can_still else attacks[source.below(len(attacks))]

    return play


class Evaluation(NamedTuple):
    """An action that was tried: how good the game looked afterwards (0 to 1), and what it surely gains.

    gain : by how much it is better than what looks best at once, less what chance may explain.
    """

    action: Action
    value: float
    gain: float


def evaluate_by_rollouts(state: State, source: RandomSource, deals: int, turns: int, width: int) -> list[Evaluation]:
    """Try actions in several deals of the unseen cards, play each on for some turns, and return them, best first.

    Best is what looks best at once (`Rules.heuristic`), unless another action is better by more than chance explains:
    in the mean over the deals by more than the standard error of that mean. In each deal all actions meet the same
    luck, so that they differ by what they do (the rollouts of Tesauro and Galperin, 1996, with paired comparisons).

    source : of the deals. deals : how many, at least two. turns : how many turns each is played on, by greedy
    players; the end is judged by `Rules.evaluation`. width : number of actions tried, those that look best.
    """
    actions, seat = state.actions, state.seat_to_act
    looks = [state.game.rules.heuristic(state, action) for action in actions]
    tried = sorted(range(len(actions)), key=lambda at: -looks[at])[:width]
    outcomes: list[list[float]] = [[] for _ in tried]
    for _ in range(deals):
        world = state.copy()
        world.game.rules.determinise(world, seat, source)
        luck = source.below(1 << 30)
        for at, found in zip(tried, outcomes, strict=True):
            found.append(play_on(world.after(actions[at]), seat, turns, luck))
    evaluated = [
        Evaluation(actions[at], fmean(found), lower_bound_of_gain(found, outcomes[0]))
        for at, found in zip(tried, outcomes, strict=True)
    ]
    return sorted(evaluated, key=lambda one: -one.gain)


SMALL = 0.01
"""A gain this small is no reason to leave what looks best."""


def lower_bound_of_gain(ones: list[float], others: list[float]) -> float:
    """Return by how much `ones` are better than `others`, pair by pair, less what chance may explain (0 for equals)."""
    gains = [one - other for one, other in zip(ones, others, strict=True)]
    return fmean(gains) - stdev(gains) / len(gains) ** 0.5 - SMALL if any(gains) else 0.0


DEALS, TURNS, WIDTH = 12, 1, 8
"""Of the careful player: the deals it imagines, the turns it plays each on, the actions it tries."""


def monte_carlo_player(seed: int = 0, deals: int = DEALS, width: int = WIDTH) -> Player:
    """Return a player who takes what looks best at once, ties by chance, unless another action is surely better.

    Which is surely better, and deals and width: `evaluate_by_rollouts`. Ties go by chance, since two who break
    them alike would throw the same sign at rock, paper, scissors for ever.
    """
    source, quick = RandomSource(seed), greedy_player(seed)

    def play(state: State) -> Action:
        if len(state.actions) == 1 or state.seat_to_act == NATURE:
            return state.actions[0]
        best = evaluate_by_rollouts(state, source, deals, TURNS, width)[0]
        return best.action if best.gain > 0 else quick(state)

    return play


def play_on(state: State, seat: int, turns: int, seed: int) -> float:
    """Play `state` on for some turns with greedy players and return how good it then looks for `seat` (0 to 1)."""
    rollout = greedy_player(seed)
    last = state.turn + turns
    while state.result is None and state.turn < last:
        state.apply(rollout(state))
    return state.game.rules.evaluation(state, seat)


STRENGTHS: NamedEntries[Callable[[int], Player]] = NamedEntries(
    {
        "newcomer": newcomer_player,
        "beginner": lambda seed: greedy_player(seed, slip=45),
        "quick": greedy_player,
        "careful": monte_carlo_player,
    },
    "STRENGTHS",
    "bot",
)
"""The strengths a learner may choose, from weakest to strongest, by the names that people read."""

FORMER_NAMES = {"greedy": "quick"}
"""What strengths were called before, in logs and figures that are kept."""


def name_of_strength(given: str, known: Collection[str] = STRENGTHS.keys(), where: str = "strength") -> str:
    """Return the name among `known` that is meant: in capitals or small letters, or a former one.

    Raises DataError for any other, with the name that comes near.
    """
    name = given.casefold() if isinstance(given, str) else ""
    name = FORMER_NAMES.get(name, name)
    if name not in known:
        near = find_nearest(name, known)
        remedy = (f"Did you mean {near!r}? " if near else "") + f"Bots: {', '.join(known)}."
        raise DataError(where, f"there is no bot {given!r}.", remedy)
    return name
