"""Chapter 14: damage to a player, card by card, with auto level-up and damage cancel. The deck is life (CHA-1.6).

It is a procedure of the flow table; its locals are a `Damage`.
"""

from __future__ import annotations

from engines.chaos.arena import put_character, restore_character
from engines.chaos.cards import BLANK, CHARACTER, UNSEEN
from engines.chaos.requirements import decline_action
from engines.chaos.state import PARTNER, ChaosState, Damage, copies_unseen
from engines.chaos.turn import note_loss
from engines.kernel.state import Action
from engines.kit import kit


def owe_damage(state: ChaosState, seat: int, count: int, clause: str) -> None:
    """Queue damage to a player for the procedure called next; 0 damage is no damage (CHA-14.1, CHA-R59)."""
    if count > 0:
        state.due = (*state.due, (seat, count))
        state.note("damage_due", clause, seat, count=count)


def first_due(state: ChaosState) -> Damage:
    """Take the first damage from the queue and return it; damage to the Main player comes first (CHA-R36)."""
    (seat, count), *rest = state.due
    state.due = tuple(rest)
    return Damage(seat, count)


def next_damage(state: ChaosState) -> str:
    """Return what comes next: "none" (no damage left), "empty" (no deck), "unseen", "copy" or "card".

    "copy" is a copy of the Partner's card, "card" any other card.
    """
    seat, left = state.procedure_locals
    if not left:
        return "none"
    player = state.players[seat]
    deck = player.deck
    if not deck:
        return "empty"
    if deck[-1] == UNSEEN:
        return "unseen"
    return "copy" if deck[-1] == player.top_cards[PARTNER] else "card"  # copies have the same number (CHA-2.4)


def move_card(state: ChaosState, action: Action | None = None) -> None:
    """Put top cards of the deck into the waiting room, one for each point of damage (CHA-14.2).

    Stop before a copy of the Partner's card, an unseen card, or the end of the deck.
    """
    seat, left = state.procedure_locals
    player = state.players[seat]
    deck, special = player.deck, (UNSEEN, player.top_cards[PARTNER])
    while True:
        left -= 1
        card = deck.pop()
        player.waiting.append(card)
        if state.listener is not None:
            state.procedure_locals = Damage(seat, left)
            state.note("damaged", "CHA-14.2", seat, card=card, left=left)
        if not left or not deck or deck[-1] in special:
            break
    state.procedure_locals = Damage(seat, left)


def auto_level_up(state: ChaosState, action: Action) -> None:
    """Stack the card on the Partner and restore it; any remaining damage is cancelled (CHA-14.5, 14.6)."""
    seat, left = state.procedure_locals
    player, pile = state.players[seat], state.partner(seat)
    card = player.deck.pop()
    put_character(state, seat, PARTNER, restore_character(pile, levels=(*pile.levels, card)))
    state.procedure_locals = Damage(seat, 0)
    state.note("auto_levelled", "CHA-14.5", seat, unit=pile.top)
    state.note("cancelled" if left > 1 else "cancelled.none", "CHA-14.6", seat, count=left - 1)


def cannot_move(state: ChaosState) -> None:
    """Record that there is no card to move: the player loses at the next check timing (CHA-14.3, 17.2)."""
    note_loss(state, state.procedure_locals.seat, "CHA-17.2")


def next_due(state: ChaosState) -> None:
    """End the current damage, and continue with the next that is queued, if any (CHA-R36)."""
    if state.due:
        state.procedure_locals = first_due(state)
    elif state.procedure_locals.left:
        state.procedure_locals = Damage(state.procedure_locals.seat, 0)


def unseen_tops(state: ChaosState) -> list[Action]:
    """Return, as actions, what an unseen top card may be: another card, or a copy of the Partner's card.

    It cannot be a copy if all copies are known.
    """
    seat = state.procedure_locals.seat
    partner = state.partner(seat).top
    in_deck = state.faces[partner].category == CHARACTER  # Extra cards are never in it (CHA-R16)
    possible = in_deck and copies_unseen(state, seat, partner)
    return [("reveal", partner), ("reveal", BLANK)] if possible else [("reveal", BLANK)]


def show_top(state: ChaosState, action: Action) -> None:
    """Settle which card the unseen top card is."""
    state.players[state.procedure_locals.seat].deck[-1] = action[1]


SHOWN: kit.Argument[ChaosState] = kit.Argument(
    lambda state, seat, card: "another card" if card == BLANK else f'"{state.name(card)}"'
)
AUTO_LEVEL_UP: kit.Kind[ChaosState] = kit.action("auto_level_up", "CHA-14.4", auto_level_up, "P5", looks=5)
DECLINE_LEVEL_UP: kit.Kind[ChaosState] = decline_action(do=move_card, to="P1")
REVEAL: kit.Kind[ChaosState] = kit.action("reveal", "CHA-14.4", show_top, "P1", shown=SHOWN)
