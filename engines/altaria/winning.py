"""Chapter 16: winning and losing, checked after every single change (ALT-15.9). A win is immediate (ALT-16.6)."""

from __future__ import annotations

from typing import Any

from engines.altaria.state import AltariaState
from engines.kernel.state import Result


def win(state: AltariaState, seat: int, clause: str, why: str, **facts: Any) -> None:
    """End the game with a win for `seat`, unless it is already over: the first win counts (ALT-16.6)."""
    if state.result is None:
        state.end(seat, clause, why, **facts)


def draw_game(state: AltariaState, clause: str, why: str, **facts: Any) -> None:
    """End the game as a draw."""
    if state.result is None:
        state.end(None, clause, why, state.turn_player, **facts)


def check_deck_empty(state: AltariaState, seat: int) -> None:
    """End the game if a player's deck is empty, no matter who took the last card (ALT-16.3, 16.4)."""
    if deck_lost(state, seat):
        win(state, 1 - seat, "ALT-16.3", "deck")


def deck_lost(state: AltariaState, seat: int) -> bool:
    """Return True if a player has lost because of an empty deck, under the rule that the last card loses (ALT-16.3)."""
    return not state.players[seat].deck and bool(state.game.parameters["last_card_loses"])


def check_cores(state: AltariaState, seat: int, clause: str = "ALT-13.4") -> None:
    """End the game if a player has no cores left, for whatever cause (ALT-16.1, 16.2).

    No Core Trigger comes first (ALT-13.4).
    """
    if state.cores_left(seat) == 0:
        win(state, 1 - seat, clause, "cores")


def check_both(state: AltariaState) -> None:
    """End the game as a draw if both would win at the same moment (ALT-16.7): each has no deck or no cores left."""
    lost = [deck_lost(state, seat) or state.cores_left(seat) == 0 for seat in (0, 1)]
    if all(lost):
        draw_game(state, "ALT-16.7", "both")


def check_turn_cap(state: AltariaState) -> None:
    """End the game as a draw after the last allowed turn without a winner (ALT-16.9)."""
    if state.turn >= state.game.parameters["turn_cap"]:
        draw_game(state, "ALT-16.9", "last_turn", turn=state.turn)


def endless(state: AltariaState) -> Result:
    """Return a draw, the result of an endless loop of compulsory abilities (ALT-16.10)."""
    result = state.ended(None, "ALT-16.10", "loop")
    state.note("drawn_game", "ALT-16.10", state.turn_player, why=result.why)
    return result


def standing(state: AltariaState, seat: int) -> tuple[str, str]:
    """Return the clause by which a player could win, and how far away that is, in words."""
    cores = state.cores_left(1 - seat)
    return "ALT-16.1", state.game.words.say("standing", cores=cores)
