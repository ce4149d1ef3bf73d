"""Positions that come up: the decisions of seeded games between the bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engines.core.chance import Source
from engines.core.game import Game
from engines.core.players import STRENGTHS
from engines.core.state import NATURE, Action, State

LEARNER = 0
GAMES = 4096
"""So many different play-outs there are for each game; each is made when it is asked for."""
KEPT = 12
"""So many of the latest are kept."""
LONGEST = 600
"""Decisions of a play-out that are looked at."""
PLAY_OUTS, DECISIONS = 6, 30
"""So many play-outs are gone through for a question, and so many decisions of each."""
STYLES = ("beginner", "greedy", "newcomer", "greedy")


class Moment(NamedTuple):
    """A decision of a play-out: where it stands, and what was chosen."""

    state: State
    action: Action


@lru_cache(maxsize=KEPT)
def play_out(game: Game, number: int) -> tuple[Moment, ...]:
    """Return the decisions of play-out `number`: two decks and two bots that follow from it, and what they chose."""
    source = Source(number)
    decks = list(game.decks)
    one = source.below(len(decks))
    two = (one + 1 + source.below(max(1, len(decks) - 1))) % len(decks)
    state = game.new((decks[one], decks[two]), seed=number)
    players = [STRENGTHS[STYLES[source.below(len(STYLES))]](source.below(1 << 30)) for _ in (0, 1)]
    found: list[Moment] = []
    while state.result is None and len(found) < LONGEST:
        seat = state.seat_to_act
        action = players[seat if seat != NATURE else 0](state)
        found.append(Moment(state.copy(), action))
        state.apply(action)
    return tuple(found)


def play_outs(game: Game, seed: int, most: int = PLAY_OUTS) -> Iterator[tuple[Moment, ...]]:
    """Yield up to `most` play-outs, other ones for another seed."""
    first = Source(seed).below(GAMES)
    for further in range(most):
        yield play_out(game, (first + further) % GAMES)


def decisions(game: Game, seed: int, source: Source) -> Iterator[State]:
    """Yield positions in which the learner decides, some of each of several play-outs, in an order by chance."""
    for moments in play_outs(game, seed):
        states = [one.state for one in moments if is_learners(one.state)]
        source.shuffle(order := [*range(len(states))])
        yield from (states[at] for at in order[:DECISIONS])


def is_learners(state: State) -> bool:
    """Return True if the learner has something to decide in a game under way: its beginning is no table yet."""
    return state.seat_to_act_is(LEARNER) and not is_beginning(state)


def is_beginning(state: State) -> bool:
    """Return True while the game is being set up."""
    return state.turn < 1 or state.step.phase == state.game.flow.first.phase
