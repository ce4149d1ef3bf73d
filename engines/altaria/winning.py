"""Chapter 16: winning and losing. Checked after every single change (ALT-15.9); a win is immediate (ALT-16.6)."""

from __future__ import annotations

from engines.altaria.state import AltariaState
from engines.core.state import Result


def win(state: AltariaState, seat: int, clause: str, why: str) -> None:
    """End the game for `seat`, unless it is over already: the first win counts (ALT-16.6)."""
    if state.result is None:
        state.result = Result(seat, clause, why)
        if state.events is not None:
            state.note("won", clause, seat, why=why)


def draw_game(state: AltariaState, clause: str, why: str) -> None:
    """End the game without a winner."""
    if state.result is None:
        state.result = Result(None, clause, why)
        if state.events is not None:
            state.note("drawn_game", clause, state.turn_player, why=why)


def check_deck_empty(state: AltariaState, seat: int) -> None:
    """A deck at 0 loses at once, whoever took the last card (ALT-16.3, 16.4)."""
    if not state.players[seat].deck:
        win(state, 1 - seat, "ALT-16.3", "The losing side's deck reached 0 cards.")


def check_cores(state: AltariaState, seat: int, clause: str = "ALT-13.4") -> None:
    """An empty Core Zone loses at once, before any Core Trigger (ALT-13.4, 16.1), however it came (ALT-16.2)."""
    if state.cores_left(seat) == 0:
        win(state, 1 - seat, clause, "No core is left on the losing side.")


def check_both(state: AltariaState) -> None:
    """Two players who would win at the same moment draw (ALT-16.7): each has no deck or no core left."""
    lost = [not player.deck or state.cores_left(seat) == 0 for seat, player in enumerate(state.players)]
    if all(lost):
        draw_game(state, "ALT-16.7", "Both sides have lost at the same moment.")


def check_turn_cap(state: AltariaState) -> None:
    """After the last allowed turn without a winner the game is a draw (ALT-16.9)."""
    if state.turn >= state.game.parameters["turn_cap"]:
        draw_game(state, "ALT-16.9", f"Turn {state.turn} ended without a winner.")


def endless(state: AltariaState) -> Result:
    """Return the draw of a loop of compulsory abilities (ALT-16.10)."""
    why = "A loop of compulsory abilities cannot end."
    if state.events is not None:
        state.note("drawn_game", "ALT-16.10", state.turn_player, why=why)
    return Result(None, "ALT-16.10", why)


def standing(state: AltariaState, seat: int) -> tuple[str, str]:
    """Return how far a player is from winning, with the clause of the win."""
    cores = state.cores_left(1 - seat)
    return "ALT-16.1", state.game.words.say("standing", cores=cores)
