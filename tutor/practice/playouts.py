"""Positions that come up in play: the decisions of seeded games between bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State
from engines.search.players import PLAYOUT_PLAYERS, Player
from tutor.boards.presentation import load_look

LEARNER = 0
PLAY_OUT_COUNT = 4096
"""Number of different play-outs of each game; each is made on demand."""
PLAY_OUTS_KEPT = 12
"""Number of play-outs that are cached."""
LONGEST = 600
"""Maximum number of decisions in a play-out."""
PLAYER_STRENGTHS = ("erratic", "quick", "reckless", "quick")


class PlayedDecision(NamedTuple):
    """A decision in a play-out: its state, and the action chosen."""

    state: State
    action: Action


@lru_cache(maxsize=PLAY_OUTS_KEPT)
def play_out(game: Game, number: int) -> tuple[PlayedDecision, ...]:
    """Return the decisions of play-out `number`; the number determines two decks and two bots."""
    source = RandomSource(number)
    state = game.new(choose_decks(game, source), seed=number)
    return tuple(play_decisions(state, random_players(source), LONGEST))


def choose_decks(game: Game, source: RandomSource) -> tuple[str, str]:
    """Return two decks, different ones if the game has more than one."""
    decks = list(game.decks)
    one = source.below(len(decks))
    return decks[one], decks[(one + 1 + source.below(max(1, len(decks) - 1))) % len(decks)]


def lay_out_table(game: Game, number: int) -> State:
    """Return the initial table of play-out `number`, before any action."""
    one, two = choose_decks(game, RandomSource(number))
    return game.rules.set_up(game, (game.deck_list(one), game.deck_list(two)), number)


def random_players(source: RandomSource) -> list[Player]:
    """Return two players of random strength."""
    return [
        PLAYOUT_PLAYERS[PLAYER_STRENGTHS[source.below(len(PLAYER_STRENGTHS))]](source.below(1 << 30)) for _ in (0, 1)
    ]


def play_decisions(state: State, players: Sequence[Player], most: int) -> Iterator[PlayedDecision]:
    """Play up to `most` decisions from `state`, changing it, and yield each."""
    for _ in range(most):
        if state.result is not None:
            return
        seat = state.seat_to_act
        action = players[seat if seat != NATURE else 0](state)
        yield PlayedDecision(state.copy(), action)
        state.apply(action)


def is_learners_decision(state: State) -> bool:
    """Return True if the learner decides and cards have been dealt; before that there is no table to show."""
    return state.seat_to_act_is(LEARNER) and is_dealt(state)


def is_dealt(state: State) -> bool:
    """Return True if the game is in progress, or in setup with a hand for both players."""
    if not is_beginning(state):
        return True
    zone = next((row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") == "hand"), "")
    return all(state.game.rules.zone(state, seat, zone) for seat in (0, 1))


def is_beginning(state: State) -> bool:
    """Return True during setup."""
    return state.turn < 1 or state.step.phase == state.game.flow.first.phase
