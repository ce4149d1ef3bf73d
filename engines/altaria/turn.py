"""Chapter 7: the automatic phases (Heal, Draw, End), and drawing (ALT-15.1)."""

from __future__ import annotations

from collections.abc import Callable

from engines.altaria.state import CARD, ENTERED, FATIGUED, ID, MODIFIERS, AltariaState
from engines.altaria.winning import check_deck_empty, check_turn_cap, win
from engines.declare.dealing import draw_card
from engines.kernel.flow import name_decider

turn_player: Callable[[AltariaState], int] = name_decider("turn player", "turn_player")
defender: Callable[[AltariaState], int] = name_decider("defender", "turn_player", other=True)


def heal_cards(state: AltariaState) -> None:
    """Turn all fatigued cards of the turn player, and no others, upright (ALT-7.3, 7.4, 4.9, 4.11)."""
    seat = state.turn_player
    player = state.players[seat]
    healed = 0
    for at, unit in enumerate(player.field):
        if unit[FATIGUED]:
            player.field[at] = (unit[ID], unit[CARD], False, unit[ENTERED], unit[MODIFIERS])
            healed += 1
    for at, (card, up, fatigued, put) in enumerate(player.energy):
        if fatigued:
            player.energy[at] = (card, up, False, put)
            healed += 1
    for at, (card, force, fatigued) in enumerate(player.altar):
        if fatigued:
            player.altar[at] = (card, force, False)
            healed += 1
    state.note("healed", "ALT-7.3", seat, count=healed)


def draw_phase(state: AltariaState) -> None:
    """Draw exactly one card (ALT-7.5), except the first player in their first turn (ALT-7.6).

    A house rule may set a different number. Nothing else is different in a first turn (ALT-7.9).
    """
    seat = state.turn_player
    if state.turn == 1:
        state.note("no_first_draw", "ALT-7.6", seat)
        return
    for _ in range(state.game.parameters["draws"]):
        if state.result is None:
            draw(state, seat, "ALT-7.5")


def draw(state: AltariaState, seat: int, clause: str = "ALT-15.1", checked: bool = True) -> None:
    """Draw the top card of the deck (ALT-15.1). If that empties the deck, the player loses immediately (ALT-16.3).

    checked : False if the loss is checked later, because the other player draws at the same moment. Under the house
    rule that drawing the last card does not lose, a player who must draw and cannot loses.
    """
    player = state.players[seat]
    if not player.deck:
        win(state, 1 - seat, "ALT-16.3", "deck")
        return
    draw_card(state, seat, player.deck, player.hand, clause)
    if checked:
        check_deck_empty(state, seat)


def end_turn(state: AltariaState) -> None:
    """End the effects of the turn and pass it to the other player; nothing is discarded (ALT-7.2, 7.7, 15.4)."""
    check_turn_cap(state)
    if state.result is not None:
        return
    for player in state.players:
        for at, unit in enumerate(player.field):
            if unit[MODIFIERS]:
                player.field[at] = (unit[ID], unit[CARD], unit[FATIGUED], unit[ENTERED], ())
    state.note("turn_ended", "ALT-7.7", state.turn_player)
    state.turn_player = 1 - state.turn_player
    state.turn += 1
    state.note("turn_began", "ALT-7.2", state.turn_player, turn=state.turn)
