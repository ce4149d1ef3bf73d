"""Finds positions in which the answer under a counter-rule differs from the true answer.

The answers differ about the legal actions, the reasons for a refusal, or the outcome of an action; some counter-rules
differ only in how a game begins. The positions come from seeded play-outs by the true rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engines.errors import DataError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State
from engines.kernel.tuples import Row
from engines.legal.reasons import failing_requirements
from engines.search.players import Player, greedy_player, random_player
from engines.variants.counter_rules import CounterRule, move_to_game

LISTED, REFUSED, OUTCOME, SEEN, BEGINNING = "listed", "refused", "outcome", "seen", "beginning"
"""How two games differ: in legal actions, reasons for a refusal, outcome of an action, view, or beginning of a game."""

ACTIONS = 8
"""The number of actions in a position that are tried in both games, spread over the list."""


class Difference(NamedTuple):
    """A position in which the counter-rule gives a different answer from the rule.

    how : one of LISTED, REFUSED, OUTCOME, SEEN and BEGINNING. state : the position, by the true rules. action : the
    action on which they differ; () if there is none.
    """

    how: str
    state: State
    action: Action


class Found(NamedTuple):
    """A difference and where it was found. where : the play-out and the decision in it, such as "3.41"."""

    where: str
    difference: Difference


ALL = (LISTED, OUTCOME, REFUSED, SEEN)


def find_difference(state: State, rule: CounterRule, hows: Sequence[str] = ALL) -> Difference | None:
    """Return the first difference between a counter-rule and the rule in a position of the true game, or None.

    hows : the values of `Difference.how` to look for, in this order.
    """
    try:
        other = move_to_game(state, rule.patched(state.game))
    except DataError:
        return None
    return next((found for how in hows for found in FINDERS[how](state, other)), None)


def _listed(state: State, other: State) -> Iterator[Difference]:
    there = other.actions if other.step.name == state.step.name and other.result is None else []
    for action in _apart(state.actions, there):
        yield Difference(LISTED, state, action)


def _apart(one: Sequence[Action], two: Sequence[Action]) -> list[Action]:
    return [action for action in (*one, *two) if (action in one) != (action in two)]


def _outcome(state: State, other: State) -> Iterator[Difference]:
    common = [action for action in state.actions if action in other.actions]
    for action in common[:: max(1, len(common) // ACTIONS)]:
        try:
            there = position_after(other, action, state.game)
        except Exception:  # other rules may rely on the dropped one, so there is no answer
            continue
        if position_after(state, action, state.game) != there:
            yield Difference(OUTCOME, state, action)


def position_after(state: State, action: Action, game: Game) -> Row:
    """Return a comparable form of the position after an action: its key in `game`, and its legal actions."""
    then = state.after(action)
    then.game = game
    return (then.canonical_key(), tuple(then.actions))


def _refused(state: State, other: State) -> Iterator[Difference]:
    seat = state.seat_to_act
    if seat == NATURE or other.step.name != state.step.name or other.seat_to_act != seat:
        return
    for action in state.game.tries(state, seat):
        if action in state.actions or action in other.actions:
            continue
        if _reasons(state, seat, action) != _reasons(other, seat, action):
            yield Difference(REFUSED, state, action)


def _seen(state: State, other: State) -> Iterator[Difference]:
    if other.step.name == state.step.name and any(state.view(seat) != other.view(seat) for seat in (0, 1)):
        yield Difference(SEEN, state, ())


def _reasons(state: State, seat: int, action: Action) -> list[str]:
    """Return the requirements that refuse an action, by name."""
    return [requirement.name for requirement in failing_requirements(state.game.kinds[action[0]], state, seat, action)]


FINDERS: dict[str, Callable[[State, State], Iterator[Difference]]] = {
    LISTED: _listed,
    OUTCOME: _outcome,
    REFUSED: _refused,
    SEEN: _seen,
}


def begins_otherwise(game: Game, rule: CounterRule, seeds: int = 4) -> bool:
    """Return True if, for some seed, the first decision under the counter-rule is in a different position."""
    pair = next(deck_pairings(game))
    for seed in range(seeds):
        true = game.rules.set_up(game, pair, seed)
        try:
            other = move_to_game(true, rule.patched())
        except DataError:
            return False
        true.run()
        other.run()
        other.game = game
        if true.canonical_key() != other.canonical_key():
            return True
    return False


def deck_pairings(game: Game) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the pairs of a game's decks that can play against each other, as card numbers."""
    for one in game.decks:
        for two in game.decks:
            pair = game.deck_list(one), game.deck_list(two)
            try:
                game.rules.set_up(game, pair, 0)
            except Exception:  # each game reports incompatible decks in its own way
                continue
            yield pair


PAIRINGS = 6
"""The number of deck pairings used in play-outs."""


def play_outs(game: Game, games: int, every: int = 1, seed: int = 0) -> Iterator[tuple[str, State]]:
    """Yield (place, state) for one in `every` of the decisions in seeded play-outs; a place is written "3.41"."""
    for number in range(seed, seed + games):
        for at, state in enumerate(play_out(game, number)):
            if (at + number) % every == 0 and state.seat_to_act != NATURE:
                yield f"{number}.{at}", state.copy()


def play_out(game: Game, number: int) -> Iterator[State]:
    """Yield the state of a seeded play-out at each decision.

    In turn, the play-outs are between random players, quick players, and players who mostly pass, so that decks also
    run out.
    """
    pairs = list(islice(deck_pairings(game), PAIRINGS))
    state = game.rules.set_up(game, pairs[number % len(pairs)], number)
    state.run()
    player = (random_player, greedy_player, passing_player)[number % 3](number)
    while state.result is None:
        yield state
        state.apply(player(state))


def passing_player(seed: int) -> Player:
    """Return a player who, if possible, passes three times out of four, and otherwise takes any action."""
    source, other = RandomSource(seed), random_player(seed)

    def play(state: State) -> Action:
        passing = [action for action in state.actions if action[0] == state.step.passing]
        return passing[0] if passing and source.below(4) else other(state)

    return play


def played_to(game: Game, where: str) -> State:
    """Return the position at a place in the play-outs: "3.41" is decision 41 of play-out 3, both counted from 0."""
    number, at = map(int, where.split("."))
    return next(islice(play_out(game, number), at, None)).copy()


def told_apart(
    rules: Iterable[CounterRule], positions: Iterable[tuple[str, State]], hows: Sequence[str] = ALL
) -> dict[str, Found]:
    """Return, by the id of each counter-rule that differs in one of these positions, the first difference found.

    hows : the values of `Difference.how` to look for.
    """
    found: dict[str, Found] = {}
    left = list(rules)
    for where, state in positions:
        for rule in list(left):
            one = find_difference(state, rule, hows)
            if one is not None:
                found[rule.id] = Found(where, one)
                left.remove(rule)
        if not left:
            break
    return found
