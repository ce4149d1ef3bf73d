"""Shuffling, dealing and drawing from a deck, as nearly every game does them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.declare.declaration import DeclaredState


def shuffle_decks(clause: str) -> Callable[[DeclaredState], None]:
    """Return an effect that shuffles both decks before the game."""

    def shuffled(state: DeclaredState) -> None:
        for seat in (0, 1):
            player: Any = state.both[seat]
            state.shuffle(player.deck)
        state.note("shuffled", clause, 0)

    return shuffled


def opening_hands(clause: str) -> Callable[[DeclaredState], None]:
    """Return an effect that deals both players their opening hands."""

    def dealt(state: DeclaredState) -> None:
        for seat in (0, 1):
            opening_hand(state, seat, clause)

    return dealt


def shuffle_deck(state: DeclaredState, seat: int) -> None:
    """Shuffle a deck of known cards during a game.

    In a proof the order stays open: all cards become unseen cards. Those of the prover can do nothing.
    """
    player: Any = state.both[seat]
    if state.open_chance:
        habits = state.game.rules.habits
        assert habits is not None
        player.deck = [habits.unseen[seat != state.prover]] * len(player.deck)
    else:
        state.shuffle(player.deck)


def opening_hand(state: DeclaredState, seat: int, clause: str) -> None:
    """Deal a player the opening hand, unseen by the rival. The parameter `opening_hand` gives the number of cards."""
    player: Any = state.both[seat]
    count = state.game.parameters["opening_hand"]
    player.hand += [player.deck.pop() for _ in range(count)]
    state.note("opening_hand", clause, seat, count=count)


def draw_card(state: DeclaredState, seat: int, deck: list[int], hand: list[int], clause: str) -> None:
    """Draw a card: move the top card of a player's deck, which must not be empty, to the hand, unseen by the rival."""
    card = deck.pop()
    hand.append(card)
    if state.listener is not None:  # inlined, since cards are drawn very often and a call would cost time
        state.note("drew", clause, seat, secret=True, card=card)
