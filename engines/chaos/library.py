"""The main deck: drawing from it, putting its top cards away, shuffling cards into it."""

from __future__ import annotations

from engines.chaos.state import ChaosState
from engines.declare.dealing import draw_card


def draw(state: ChaosState, seat: int, count: int, clause: str) -> None:
    """Draw `count` cards, or as many as there are; a short deck has no consequence here (CHA-R38)."""
    player = state.players[seat]
    for _ in range(min(count, len(player.deck))):
        draw_card(state, seat, player.deck, player.hand, clause)


def mill(state: ChaosState, seat: int, count: int, clause: str) -> None:
    """Put top cards of the main deck into the waiting room; this is not damage (CHA-R25)."""
    player = state.players[seat]
    for _ in range(min(count, len(player.deck))):
        card = player.deck.pop()
        player.waiting.append(card)
        state.note("milled", clause, seat, card=card)
