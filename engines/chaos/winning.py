"""Chapter 17: winning and losing."""

from __future__ import annotations

from engines.chaos.state import ChaosState
from engines.core.state import Result


def settle_losses(state: ChaosState) -> None:
    """End the game if a player has lost; both together is a draw (CHA-17.1 to 17.3, CHA-R48)."""
    one, two = state.losses
    if one and two:
        draw_game(state, "Both players have lost in the same check timing.")
    elif one or two:
        loser = 0 if one else 1
        why = {
            "CHA-17.1": "The losing side had to draw a card in the Beginning Phase, and its main deck was empty.",
            "CHA-17.2": "The losing side had to move a card for damage, and its main deck was empty.",
        }[one or two]
        state.result = Result(1 - loser, one or two, why)
        if state.events is not None:
            state.note("won", one or two, 1 - loser, why=why)


def draw_game(state: ChaosState, why: str) -> None:
    """End the game without a winner (CHA-R48)."""
    state.result = Result(None, "CHA-R48", why)
    if state.events is not None:
        state.note("drawn_game", "CHA-R48", state.turn_player, why=why)


def endless(state: ChaosState) -> Result:
    """Return the draw of a loop that nobody can leave."""
    return Result(None, "CHA-R48", "The game cannot go on.")


def standing(state: ChaosState, seat: int) -> tuple[str, str]:
    """Return how far a player is from winning, with the clause of the win."""
    left = len(state.players[1 - seat].deck)
    return "CHA-17.2", state.game.words.say("standing", left=left)
