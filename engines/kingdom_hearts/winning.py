"""Chapter 18: winning and losing, checked after every single step of play (KH-17.7, KH-R43).

The game ends immediately.
"""

from __future__ import annotations

from engines.kingdom_hearts.state import KingdomHeartsState
from engines.kingdom_hearts.values import world_total
from engines.kit.defaults import draw_on_loop


def check_win(state: KingdomHeartsState) -> None:
    """End the game as soon as a player meets a win condition (KH-18.3); if both do, it is a draw (KH-18.4, KH-R44)."""
    if state.result is not None:
        return
    goal = state.game.parameters["world_goal"]
    one, two = state.players
    travelled = (world_total(state, 0) >= goal, world_total(state, 1) >= goal)
    wins = (travelled[0] or two.hp <= 0, travelled[1] or one.hp <= 0)
    if wins[0] and wins[1]:
        state.end(None, "KH-18.4", "both", state.turn_player)
    elif wins[0] or wins[1]:
        seat = 0 if wins[0] else 1
        if travelled[seat]:
            state.end(seat, "KH-18.1", "worlds", total=world_total(state, seat), goal=goal)
        else:
            state.end(seat, "KH-18.2", "hp", hp=state.players[1 - seat].hp)


def check_turn_cap(state: KingdomHeartsState) -> None:
    """End the game as a draw if it is still open after the last allowed turn (KH-18.5, KH-R45)."""
    if state.turn >= state.game.parameters["turn_cap"]:
        state.end(None, "KH-18.5", "last_turn", state.turn_player, turn=state.turn)


endless = draw_on_loop("KH-R46")
"""Returns the result of an endless loop, which is a draw."""


def standing(state: KingdomHeartsState, seat: int) -> tuple[str, str]:
    """Return the clause by which a player could win, and how far away that is, in words."""
    total, goal = world_total(state, seat), state.game.parameters["world_goal"]
    return "KH-18.1", state.game.words.say("standing", total=total, goal=goal, hp=state.players[1 - seat].hp)
