"""Computer players of three strengths. They know what a player may know: own cards, public cards, and counts."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.chance import Source
from engines.core.state import NATURE, Action, State

Player = Callable[[State], Action]


def random_player(seed: int = 0) -> Player:
    """Return a player who takes any legal action, all equally likely."""
    source = Source(seed)

    def play(state: State) -> Action:
        return state.actions[source.below(len(state.actions))]

    return play


def greedy_player(seed: int = 0, slip: int = 0) -> Player:
    """Return a player who takes the action that looks best at once (`Rules.advice`), ties by chance.

    slip : out of a hundred decisions, how many are taken at random.
    """
    source = Source(seed)

    def play(state: State) -> Action:
        actions = state.actions
        if len(actions) == 1:
            return actions[0]
        if slip and source.below(100) < slip:
            return actions[source.below(len(actions))]
        advice = state.game.rules.advice
        points = [advice(state, action) for action in actions]
        best = max(points)
        top = [action for action, value in zip(actions, points, strict=True) if value == best]
        return top[source.below(len(top))]

    return play


def monte_carlo_player(seed: int = 0, deals: int = 6, turns: int = 4, margin: float = 0.03) -> Player:
    """Return a player who tries each action in several deals of the unseen cards and plays each on for some turns.

    deals : how many deals an action is tried in. turns : how many turns each is played on, by greedy players
    that slip now and then; the end is judged by `Rules.worth`. margin : by how much more an action must be worth than
    what looks best at once, so that a few deals of luck do not decide.
    """
    source = Source(seed)

    def play(state: State) -> Action:
        actions = state.actions
        if len(actions) == 1 or state.seat_to_act == NATURE:
            return actions[0]
        seat = state.seat_to_act
        looks = [state.game.rules.advice(state, action) for action in actions]
        totals = [margin * deals if look == max(looks) else 0.0 for look in looks]
        for _ in range(deals):
            world = state.copy()
            world.game.rules.redeal(world, seat, source)
            luck = source.below(1 << 30)  # the same for every action, so that they differ by what they do
            for at, action in enumerate(actions):
                here = world.copy()
                here.apply(action)
                totals[at] += play_on(here, seat, turns, luck)
        return actions[max(range(len(actions)), key=lambda at: totals[at])]

    return play


def play_on(state: State, seat: int, turns: int, seed: int) -> float:
    """Play `state` on for some turns with greedy players and return how good it then looks for `seat` (0 to 1)."""
    rollout = greedy_player(seed, slip=10)
    last = state.turn + turns
    while state.result is None and state.turn < last:
        state.apply(rollout(state))
    return state.game.rules.worth(state, seat)


STRENGTHS: dict[str, Callable[[int], Player]] = {
    "beginner": lambda seed: greedy_player(seed, slip=45),
    "greedy": lambda seed: greedy_player(seed),
    "careful": lambda seed: monte_carlo_player(seed),
}
"""The three strengths a learner may choose, from weakest to strongest; "greedy" is the one in the middle."""
