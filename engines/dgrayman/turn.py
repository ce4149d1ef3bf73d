"""Chapter 7: the turn, from its beginning to the change of the turn player."""

from __future__ import annotations

from engines.dgrayman.effects import set_off
from engines.dgrayman.heuristics import worth_of_discard
from engines.dgrayman.points import discard_card, draw
from engines.dgrayman.repairs import move_to_own_step
from engines.dgrayman.requirements import ANY_CARD, ActionKind
from engines.dgrayman.state import ACTIVE, CARD, FOR_TURN, ID, DGraymanState
from engines.dgrayman.units import founding_limit
from engines.kernel.state import Action
from engines.kit import kit


def begin_turn(state: DGraymanState) -> None:
    """Begin the next turn and reset what can be done once per turn (DGM-7.1, DGM-R35)."""
    state.turn += 1
    state.founded, state.deck_searched, state.uses = 0, False, 0
    state.note("turn_began", "DGM-7.1", state.turn_player, turn=state.turn)


def regroup_cards(state: DGraymanState) -> None:
    """Move all cards of the turn player to the Standby Zone, active (DGM-7.2, 5.6, DGM-R41).

    Abilities that this triggers wait until the end of the phase.
    """
    seat = state.turn_player
    player, watching = state.players[seat], state.game.watching.get("start", ())
    cards = player.standby + player.action
    if cards:
        state.note("regrouped", "DGM-7.2", seat, count=len(player.action))
    player.standby = [card if card[ACTIVE] else (card[0], card[1], True, card[3], card[4], card[5]) for card in cards]
    player.action, player.active = [], None
    for card in player.standby if watching else ():
        if card[CARD] in watching:
            set_off(state, seat, card[CARD], "start", card[ID])


def draw_phase(state: DGraymanState) -> None:
    """Draw for the turn player, except in the first turn (DGM-7.3, 7.4, DGM-R2). A house rule may change the number."""
    if state.turn > 1:
        for _ in range(state.game.parameters["draws"]):
            if state.result is None:
                draw(state, state.turn_player, "DGM-7.3")
    else:
        state.note("no_draw", "DGM-7.4", state.turn_player)


def fix_limit(state: DGraymanState) -> None:
    """Set the number of units that may be founded this turn (DGM-7.5, 8.1)."""
    state.limit = founding_limit(state)
    clause = "DGM-8.2" if state.limit == 1 else "DGM-8.3"
    state.note("limit", clause, state.turn_player, count=state.limit)


def end_main(state: DGraymanState, action: Action | None = None) -> None:
    """End the Main Phase, by choice or because no use is left (DGM-7.6, DGM-R43, DGM-R50)."""
    state.note("main_ended", "DGM-7.6" if action else "DGM-R50", state.turn_player)


def too_many(state: DGraymanState) -> bool:
    """Return True while the turn player holds more cards than the hand limit (DGM-7.7, 7.8, DGM-R39)."""
    return len(state.players[state.turn_player].hand) > state.game.parameters["hand_limit"]


def list_discards(state: DGraymanState) -> list[Action]:
    """Return, as actions, the cards that the player may discard, one after the other (DGM-16.1)."""
    return [("discard", card) for card in dict.fromkeys(state.players[state.seat_to_act].hand)]


def discard(state: DGraymanState, action: Action) -> None:
    """Discard a card that the player chooses; nothing happens before the next discard (DGM-7.7, 16.1, 3.4)."""
    discard_card(state, state.turn_player, action[1], "DGM-7.7")


def end_turn(state: DGraymanState) -> None:
    """End the changes that last for the turn; the players exchange roles (DGM-7.1)."""
    if state.changed:
        for card in [card for player in state.players for card in player.standby + player.action if card[FOR_TURN]]:
            state.change(card, for_turn=0)
        state.changed = False
    state.turn_player = 1 - state.turn_player


MAIN: kit.Moment[DGraymanState] = kit.Moment(
    "main", kit.own("main", "action"), (kit.Over("main", "DGM-7.7", kit.own("end")),), move_to_own_step("MAIN_CHOICE")
)
AFTER_MAIN: kit.If[DGraymanState] = kit.If(too_many, "more than 6 cards", "HAND_ADJUST", "6 or fewer", "TURN_END")

END_MAIN_PHASE: ActionKind = kit.action("end_main_phase", "DGM-7.6", end_main, AFTER_MAIN, "phase ended", when=MAIN)
AFTER_DISCARD = kit.If(too_many, "still too many", "HAND_ADJUST", "the limit", "TURN_END")
discard_action = kit.actions_with(stage=move_to_own_step("HAND_ADJUST"), looks=worth_of_discard)

DISCARD: ActionKind = discard_action("discard", "DGM-16.1", discard, AFTER_DISCARD, "", any_card=ANY_CARD)
