"""Chapter 17: automatic changes of piles: drawing, recycling the deck, leaving the field, uniqueness."""

from __future__ import annotations

from engines.declare.dealing import draw_card, shuffle_deck
from engines.kernel.state import Action
from engines.kingdom_hearts.cards import UNSEEN
from engines.kingdom_hearts.state import CARD, GEAR, ID, JOINED, Ally, Drawing, KingdomHeartsState, Player

# Drawing (KH-6.3, 17.4).


def draw_due(state: KingdomHeartsState) -> None:
    """Draw the cards that are due, while the deck lasts; only their owner sees them (KH-3.9)."""
    seat, left, clause = state.procedure_locals
    player = state.players[seat]
    while left and player.deck:
        draw_card(state, seat, player.deck, player.hand, clause)
        left -= 1
    if left and not player.discard:
        state.note("nothing_to_draw", "KH-R7", seat)
    state.procedure_locals = Drawing(seat, left if player.discard else 0, clause)


def draw_goes_on(state: KingdomHeartsState) -> bool:
    """Return True if cards are due, the deck is empty, and the discard pile is not (KH-17.4)."""
    return bool(state.procedure_locals.left)


def recycle_discards(state: KingdomHeartsState) -> None:
    """Shuffle the whole discard pile to form a new deck; an empty deck does not lose the game (KH-17.4, KH-R7).

    From now on both players can work out which cards are in the hand: all those that are nowhere else (KH-R47).
    """
    seat = state.procedure_locals.seat
    player = state.players[seat]
    player.kept = len(player.hand)
    player.deck, player.discard = player.discard, []
    shuffle_deck(state, seat)
    state.note("recycled", "KH-17.4", seat, count=len(player.deck))


# The hand. In a proof, an unseen card of the rival may be any card; it turns out which one when it is used.


def take_from_hand(player: Player, card: int) -> None:
    """Remove a card from the hand; if the hand does not contain it, remove an unseen card, which turns out to be it."""
    if player.kept and card in player.hand[: player.kept]:
        player.kept -= 1
    player.hand.remove(card if card in player.hand else UNSEEN)


def use_card(state: KingdomHeartsState, action: Action) -> tuple[int, int]:
    """Remove the card of an action in Action Time from the hand, count the action (KH-R46), and return (seat, card)."""
    seat, card = state.turn_player, action[1]
    take_from_hand(state.players[seat], card)
    state.actions_taken += 1
    return seat, card


# Leaving the field (KH-3.7, 3.8, 17.5).


def discard_ally(state: KingdomHeartsState, seat: int, ally: Ally) -> None:
    """Discard an ally and everything attached to it, each card to its owner's pile (KH-17.5, 3.8, KH-R36)."""
    player = state.players[seat]
    player.allies.remove(ally)
    player.discard.append(ally[CARD])
    player.discard.extend(ally[GEAR])


def destroy_obstacle(state: KingdomHeartsState, seat: int, number: int, clause: str) -> None:
    """Put an obstacle on the field of `seat` into the discard pile of its owner, the other player (KH-3.8)."""
    player = state.players[seat]
    found = next(obstacle for obstacle in player.obstacles if obstacle[ID] == number)
    player.obstacles.remove(found)
    state.players[1 - seat].discard.append(found[CARD])
    state.note("destroyed", clause, seat, card=found)


def only_the_newest(state: KingdomHeartsState, seat: int, newest: Ally) -> None:
    """Discard an earlier ally of the same name.

    The later card stays, and takes over its Equipment (KH-17.1, KH-R30, R36).

    Player, Ally and Magic/Ally cards are compared with each other (KH-R29), Player cards only if used as allies
    (KH-17.2). Dark·Nobody cards are exempt (KH-17.3).
    """
    face = state.faces[newest[CARD]]
    if not face.named_once:
        return
    for ally in state.players[seat].allies[:]:
        other = state.faces[ally[CARD]]
        if ally[ID] != newest[ID] and other.named_once and other.printed == face.printed:
            kept = tuple(card for card in ally[GEAR] if state.faces[card].suits_bearer(face))
            _replace_ally(state, seat, ally, newest, kept)


def _replace_ally(state: KingdomHeartsState, seat: int, old: Ally, newest: Ally, kept: tuple[int, ...]) -> None:
    """Discard an ally replaced by its namesake. Equipment that the new one may bear moves to it (KH-R36)."""
    allies, rest = state.players[seat].allies, tuple(card for card in old[GEAR] if card not in kept)
    allies[allies.index(newest)] = (*newest[:2], kept, newest[JOINED])
    allies[allies.index(old)] = left = (*old[:2], rest, old[JOINED])
    discard_ally(state, seat, left)
    state.note("replaced", "KH-17.1", seat, card=old)
    for card in kept:
        state.note("equipped", "KH-R36", seat, card=card, bearer=newest)
