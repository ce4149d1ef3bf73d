"""Chapter 15: gaining Search Points, drawing and discarding, each with the check for its consequences.

For Searches see `actions`.
"""

from __future__ import annotations

from engines.declare.dealing import draw_card
from engines.dgrayman.state import DGraymanState, Gaining
from engines.dgrayman.winning import check_win


def draw(state: DGraymanState, seat: int, clause: str) -> None:
    """Draw one card; if that empties the deck, the player loses immediately (DGM-15.4, 17.2, DGM-R36)."""
    player = state.players[seat]
    draw_card(state, seat, player.deck, player.hand, clause)
    if player.bottom > len(player.deck):
        player.bottom = len(player.deck)
    if not player.deck:
        check_win(state)


def add_points(state: DGraymanState) -> None:
    """Add the points for good (DGM-15.1); below 20, count the draws that they give the opponent (DGM-15.2, 15.3).

    It makes no difference whose turn it is, who gains the points, or how (DGM-R32).
    """
    seat, points, _ = state.procedure_locals
    player = state.players[seat]
    before = player.points
    player.points += points
    state.note("gained", "DGM-15.3", seat, count=points, points=player.points)
    check_win(state)  # reaching 20 ends the game before any card is drawn (DGM-R33)
    step = state.game.parameters["points_to_draw"]
    state.procedure_locals = Gaining(seat, points, player.points // step - before // step)


def draws_due(state: DGraymanState) -> bool:
    """Return True while the opponent still has cards to draw for multiples of 5 just reached or passed (DGM-R31)."""
    return bool(state.procedure_locals.draws)


def fifth_point_draw(state: DGraymanState) -> None:
    """Draw one card for the scorer's opponent; the draw is compulsory (DGM-15.2)."""
    seat, points, draws = state.procedure_locals
    state.procedure_locals = Gaining(seat, points, draws - 1)
    draw(state, 1 - seat, "DGM-15.2")


def discard_card(state: DGraymanState, seat: int, card: int, clause: str) -> None:
    """Move a card from a player's hand to the discard pile, face up."""
    player = state.players[seat]
    player.hand.remove(card)
    player.discard.append(card)
    state.note("discarded", clause, seat, card=card)
