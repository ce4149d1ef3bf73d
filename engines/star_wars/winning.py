"""Chapter 15: control and victory, judged at the end of every turn."""

from __future__ import annotations

from engines.kit.defaults import draw_on_loop
from engines.star_wars.state import ARENAS, RETREATED, StarWarsState
from engines.star_wars.values import controller_of, count_controlled


def judge_arenas(state: StarWarsState) -> None:
    """Report who controls each arena, judged by the current position (SW-6.17, 15.2, 15.3)."""
    if state.listener is not None:
        for place in range(RETREATED):
            seat = controller_of(state, place)
            if seat is None:
                empty = not any(player.units[place] for player in state.players)
                kind = "control.empty" if empty else "control.both"
                state.note(kind, "SW-15.2", state.dark, arena=ARENAS[place].capitalize())
            else:
                state.note("control", "SW-15.2", seat, arena=ARENAS[place].capitalize())


def verdict_of_game(state: StarWarsState) -> str:
    """Return the winner, "dark" or "light" (SW-15.1, 15.4); "cap" after the last turn, otherwise "on" (SW-R41)."""
    need = state.game.parameters["arenas_to_win"]
    if count_controlled(state, state.dark) >= need:
        return "dark"
    if count_controlled(state, 1 - state.dark) >= need:
        return "light"
    return "cap" if state.turn >= state.game.parameters["turn_cap"] else "on"


def dark_wins(state: StarWarsState) -> None:
    """End the game with a win for the Dark player (SW-15.1)."""
    _win(state, state.dark)


def light_wins(state: StarWarsState) -> None:
    """End the game with a win for the Light player (SW-15.1)."""
    _win(state, 1 - state.dark)


def _win(state: StarWarsState, seat: int) -> None:
    state.end(seat, "SW-15.1", "arenas", held=count_controlled(state, seat), turn=state.turn)


def draw_game(state: StarWarsState) -> None:
    """End the game as a draw at the end of the last turn (SW-R41)."""
    state.end(None, "SW-R41", "last_turn", state.dark, turn=state.turn)


endless = draw_on_loop("SW-R41")
"""Returns the result of an endless loop, which is a draw."""


def standing(state: StarWarsState, seat: int) -> tuple[str, str]:
    """Return the clause by which a player could win, and how far away that is, in words."""
    need = state.game.parameters["arenas_to_win"]
    return "SW-15.1", state.game.words.say("standing", held=count_controlled(state, seat), need=need)
