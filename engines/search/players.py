"""Computer players of several strengths.

They use only what a player may know: the player's own cards, public cards, and numbers of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from engines.errors import DataError, NamedEntries, find_nearest
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State

Player = Callable[[State], Action]


def random_player(seed: int = 0) -> Player:
    """Return a player who takes a random legal action."""
    source = RandomSource(seed)

    def play(state: State) -> Action:
        return state.actions[source.below(len(state.actions))]

    return play


def greedy_player(seed: int = 0, slip: int = 0) -> Player:
    """Return a player who takes the action that looks best immediately (`Rules.heuristic`), breaking ties at random.

    slip : the percentage of decisions that are random.
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
    """Return the legal actions that begin an attack or battle (`Rules.fighting`); [] while one is under way."""
    fighting = state.game.rules.fighting
    if len(state.actions) == 1 or state.step.pick or state.step.chance or fighting(state):
        return []
    beginning: dict[str, bool] = {}
    for action in state.actions:
        if action[0] not in beginning:  # whether an action begins a fight depends only on its kind
            beginning[action[0]] = fighting(state.after(action))
    return [action for action in state.actions if beginning[action[0]]]


BLUNDER = 5
"""An action is a blunder if it looks worse than declining by at least this many points (`Rules.heuristic`)."""


def is_blunder(state: State, action: Action) -> bool:
    """Return True if an action looks like a blunder compared with declining; False if the player cannot decline."""
    declining = next((other for other in state.actions if other[0] == state.step.passing), None)
    if declining is None or action == declining:
        return False
    heuristic = state.game.rules.heuristic
    return heuristic(state, action) <= heuristic(state, declining) - BLUNDER


def sensible_actions(state: State, points: Sequence[float]) -> list[Action]:
    """Return the actions that look better than declining; only declining if none does.

    Where declining is impossible, as in a payment, those that look at least as good as the mean.

    points : how good each legal action looks (`Rules.heuristic`).
    """
    rated = list(zip(state.actions, points, strict=True))
    declined = next((value for action, value in rated if action[0] == state.step.passing), None)
    if declined is None:
        usual = fmean(points)
        return [action for action, value in rated if value >= usual] or list(state.actions)
    better = [action for action, value in rated if value > declined]
    return better or [action for action, _ in rated if action[0] == state.step.passing]


class Weakness(NamedTuple):
    """How often a weak player errs, in decisions out of a hundred.

    random : takes any action but a blunder. loose : takes any sensible action (`sensible_actions`). overlooked : takes
    any action but a blunder in an answer (`is_answer`), in place of `random`. In all other decisions it takes what
    looks best immediately.
    """

    random: int
    loose: int
    overlooked: int


NEWCOMER = Weakness(random=45, loose=45, overlooked=20)
BEGINNER = Weakness(random=22, loose=30, overlooked=0)


def is_answer(state: State) -> bool:
    """Return True if a decision answers the rival: in a window, or while an attack or a battle is under way.

    Such decisions are blocks, guards, triggers and support.
    """
    return bool(state.step.window) or state.game.rules.fighting(state)


def weak_player(seed: int, weakness: Weakness) -> Player:
    """Return a player who takes the action that looks best immediately, except when it errs.

    Ties are broken at random.
    """
    source = RandomSource(seed)

    def choose_one(actions: Sequence[Action]) -> Action:
        return actions[source.below(len(actions))]

    def play_weakly(state: State) -> Action:
        actions = state.actions
        if len(actions) == 1:
            return actions[0]
        heuristic, roll = state.game.rules.heuristic, source.below(100)
        careless = weakness.overlooked if is_answer(state) else weakness.random
        if roll < careless:
            return choose_one([action for action in actions if not is_blunder(state, action)])
        points = [heuristic(state, action) for action in actions]
        if roll < careless + weakness.loose:
            return choose_one(sensible_actions(state, points))
        best = max(points)
        return choose_one([action for action, value in zip(actions, points, strict=True) if value == best])

    return play_weakly


def beginner_player(seed: int = 0) -> Player:
    """Return a player who knows what a course teaches but often does not use it well; it overlooks no answer."""
    return weak_player(seed, BEGINNER)


def attacking_player(seed: int, base: Player) -> Player:
    """Return a player who plays like `base`, but never ends a turn in which it could attack.

    An action that would leave no attack is replaced by a random attack; a blunder is replaced by another action.
    """
    source = RandomSource(seed)

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


def newcomer_player(seed: int = 0) -> Player:
    """Return a player for a first game: it errs in most decisions, and attacks whenever it can."""
    return attacking_player(seed, weak_player(seed, NEWCOMER))


ERRATIC, RECKLESS = 45, 75
"""The percentage of random decisions of the erratic and of the reckless player."""


def erratic_player(seed: int = 0) -> Player:
    """Return the weaker player used in measurements: it takes any action at random in nearly half of its decisions."""
    return greedy_player(seed, ERRATIC)


def reckless_player(seed: int = 0) -> Player:
    """Return a player for play-outs who always attacks and mostly takes any action, so that odd positions arise."""
    return attacking_player(seed, greedy_player(seed, RECKLESS))


PLAYOUT_PLAYERS = {"quick": greedy_player, "erratic": erratic_player, "reckless": reckless_player}
"""The players whose games yield positions for practice and puzzles; learners do not meet them."""


class Evaluation(NamedTuple):
    """The result of trying an action: how good the game looked afterwards (0 to 1), and how much is gained by it.

    gain : its advantage over the action that looks best immediately, minus what chance may explain.
    """

    action: Action
    value: float
    gain: float


def evaluate_by_rollouts(state: State, source: RandomSource, deals: int, turns: int, width: int) -> list[Evaluation]:
    """Try actions in several deals of the unseen cards, playing on for some turns after each; return them, best first.

    The first is the action that looks best immediately (`Rules.heuristic`), unless another one is better by more than
    chance explains: its mean advantage over the deals exceeds the standard error of that mean. Within a deal, chance is
    the same after every action, so that only their effects differ (the rollouts of Tesauro and Galperin, 1996, with
    paired comparisons).

    source : the source of the deals. deals : their number, at least two. turns : the number of turns that greedy
    players play on after each action; `Rules.evaluation` judges the result. width : the number of actions tried, those
    that look best.
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
"""A gain below this does not justify departing from the action that looks best."""


def lower_bound_of_gain(ones: list[float], others: list[float]) -> float:
    """Return the mean of the differences between pairs, minus what chance may explain; 0 if the pairs are all equal."""
    gains = [one - other for one, other in zip(ones, others, strict=True)]
    return fmean(gains) - stdev(gains) / len(gains) ** 0.5 - SMALL if any(gains) else 0.0


DEALS, TURNS, WIDTH = 12, 1, 8
"""The parameters of the careful player: the deals imagined, the turns played on, and the actions tried."""


def monte_carlo_player(seed: int = 0, deals: int = DEALS, width: int = WIDTH) -> Player:
    """Return a player who takes what looks best immediately unless another action is reliably better.

    See `evaluate_by_rollouts` for "reliably", deals and width. Ties are broken at random: otherwise two such players
    would show the same sign at rock, paper, scissors for ever. Before the first turn the player takes what looks
    best: the value of a starting card shows in the game, not at the beginning of the first turn, where rollouts end.
    """
    source, quick = RandomSource(seed), greedy_player(seed)

    def play(state: State) -> Action:
        if len(state.actions) == 1 or state.seat_to_act == NATURE:
            return state.actions[0]
        if not state.turn:
            return quick(state)
        best = evaluate_by_rollouts(state, source, deals, TURNS, width)[0]
        return best.action if best.gain > 0 else quick(state)

    return play


def play_on(state: State, seat: int, turns: int, seed: int) -> float:
    """Play `state` on for some turns with greedy players, and return how good it then looks for `seat` (0 to 1)."""
    rollout = greedy_player(seed)
    last = state.turn + turns
    while state.result is None and state.turn < last:
        state.apply(rollout(state))
    return state.game.rules.evaluation(state, seat)


STRENGTHS: NamedEntries[Callable[[int], Player]] = NamedEntries(
    {
        "newcomer": newcomer_player,
        "beginner": beginner_player,
        "quick": greedy_player,
        "careful": monte_carlo_player,
    },
    "STRENGTHS",
    "bot",
)
"""The strengths that a learner may choose, from weakest to strongest, by their displayed names."""

FORMER_NAMES = {"greedy": "quick"}
"""Former names of strengths, in stored logs and figures."""


def name_of_strength(given: str, known: Collection[str] = STRENGTHS.keys(), where: str = "strength") -> str:
    """Return the strength among `known` that `given` means, in any capitalisation or by a former name.

    Raises DataError, suggesting the nearest name, for any other text.
    """
    name = given.casefold() if isinstance(given, str) else ""
    name = FORMER_NAMES.get(name, name)
    if name not in known:
        near = find_nearest(name, known)
        remedy = (f"Did you mean {near!r}? " if near else "") + f"Bots: {', '.join(known)}."
        raise DataError(where, f"there is no bot {given!r}.", remedy)
    return name
