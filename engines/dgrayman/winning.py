"""Chapter 17: winning by points or by the opponent's empty deck, and the draw."""

from __future__ import annotations

from engines.dgrayman.state import DGraymanState
from engines.kit.defaults import draw_on_loop


def check_win(state: DGraymanState) -> None:
    """End the game if a win condition is met (DGM-15.4, 17.1, 17.2).

    It is called when a draw has emptied a deck, and after every gain of points, since nothing else can meet a
    condition. So the first condition met decides; if both players meet one at the same moment, the game is a draw
    (DGM-17.4, DGM-R37). It makes no difference who emptied the deck (DGM-17.3).
    """
    one, two = state.players
    goal = state.game.parameters["points_to_win"]
    if one.points < goal and two.points < goal and one.deck and two.deck:
        return
    wins = []
    for seat, player in enumerate(state.players):
        if player.points >= goal:
            wins.append((seat, "DGM-17.1", "points", {"points": player.points, "goal": goal}))
        elif not state.players[1 - seat].deck:
            wins.append((seat, "DGM-17.2", "deck", {}))
    if len(wins) > 1:
        state.result = state.ended(None, "DGM-17.4", "both")
    elif wins:
        seat, clause, why, facts = wins[0]
        state.end(seat, clause, why, **facts)


def turn_left(state: DGraymanState) -> bool:
    """Return True unless the last turn has been played (DGM-R38)."""
    return state.turn <= state.game.parameters["turn_cap"]


def draw_game(state: DGraymanState) -> None:
    """End the game as a draw, because no player has won by the end of the last turn (DGM-17.4, DGM-R38)."""
    state.result = state.ended(None, "DGM-17.4", "last_turn", turn=state.turn - 1)
    state.note("drawn_game", "DGM-R38", state.turn_player, why=state.result.why)


endless = draw_on_loop("DGM-17.4")
"""Returns the result of an endless loop, which is a draw."""


def standing(state: DGraymanState, seat: int) -> tuple[str, str]:
    """Return the clause by which a player could win, and how far away that is, in words."""
    points, goal = state.players[seat].points, state.game.parameters["points_to_win"]
    left = len(state.players[1 - seat].deck)
    return "DGM-17.1", state.game.words.say("standing", points=points, goal=goal, left=left)
