"""Chapter 17: winning and losing."""

from __future__ import annotations

from engines.chaos.state import ChaosState
from engines.kit.defaults import draw_on_loop


def settle_losses(state: ChaosState) -> None:
    """End the game if a player has lost; if both have, it is a draw (CHA-17.1 to 17.3, CHA-R48)."""
    one, two = state.losses
    if one and two:
        draw_game(state, "both")
    elif one or two:
        loser = 0 if one else 1
        state.end(1 - loser, one or two, {"CHA-17.1": "draw", "CHA-17.2": "damage"}[one or two])


def draw_game(state: ChaosState, why: str, **facts: int) -> None:
    """End the game without a winner (CHA-R48)."""
    state.end(None, "CHA-R48", why, state.turn_player, **facts)


endless = draw_on_loop("CHA-R48")
"""Returns the result of an endless loop, which is a draw."""


def standing(state: ChaosState, seat: int) -> tuple[str, str]:
    """Return the clause by which a player could win, and how far away that is, in words."""
    left = len(state.players[1 - seat].deck)
    return "CHA-17.2", state.game.words.say("standing", left=left)
