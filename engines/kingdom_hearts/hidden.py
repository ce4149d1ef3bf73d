"""Cards that a player cannot see (KH-3.9, KH-R47): dealing them at random, or putting unseen cards in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.forms import hidden_cards
from engines.kernel.chance import RandomSource
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import PLAYER, UNSEEN
from engines.kingdom_hearts.state import KingdomHeartsState, belongings


def determinise(state: KingdomHeartsState, seat: int, source: RandomSource) -> None:
    """Redeal at random everything that `seat` cannot see; all deals are equally likely.

    Cards that the rival has held since the discard pile became the deck cannot be in that deck: they stay (KH-R47).
    """
    if seat == 1 and state.pending:
        heroes = hero_choices(state, 0)
        state.pending = (heroes[source.below(len(heroes))],)
    rival = state.players[1 - seat]
    kept, rival.hand = rival.hand[: rival.kept], rival.hand[rival.kept :]
    hidden_cards.determinise(state, seat, source)
    rival.hand = kept + rival.hand


def forget_unseen(state: KingdomHeartsState, seat: int) -> None:
    """Replace everything `seat` cannot see with unseen cards.

    While heroes are being chosen, a deck is open to its player.
    """
    own = state.players[seat]
    deck = own.deck[:]
    hidden_cards.forget_unseen(state, seat)
    if own.hero == NO_CARD:
        own.deck = deck
    state.players[1 - seat].kept = 0
    state.pending = tuple(card if side == seat else UNSEEN for side, card in enumerate(state.pending))


def hero_choices(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the cards in a deck that may be the hero: Player cards other than Form Changes (KH-5.1, 5.2, 14.4)."""
    return [card for card in sorted(set(state.players[seat].deck)) if may_start(state, card)]


def may_start(state: KingdomHeartsState, card: int) -> bool:
    """Return True for a Player card that is not a Form Change."""
    return state.faces[card].category == PLAYER and not state.faces[card].form


def cards_in_hand(state: KingdomHeartsState, seat: int) -> Iterable[int]:
    """Return the different cards in a hand. In a proof, also the cards that its unseen cards may be."""
    hand = dict.fromkeys(state.players[seat].hand)
    if has_unseen(state, seat):
        hand |= dict.fromkeys(may_be(state, seat))
    return hand


def has_unseen(state: KingdomHeartsState, seat: int) -> bool:
    """Return True in a proof if the opponent of the prover, in `seat`, still has unseen cards in hand."""
    return state.may_hold_any(seat) and UNSEEN in state.players[seat].hand


def may_be(state: KingdomHeartsState, seat: int, settled: Sequence[int] = ()) -> list[int]:
    """Return the cards that an unseen card of a player may be: those with copies not yet seen (KH-1.4).

    settled : the cards that other unseen cards in the hand have just turned out to be.
    """
    faces, most = state.faces, state.game.parameters["copies"]
    known = Counter(faces[card].unit for card in (*belongings(state, seat), *settled))
    return [card for card, face in enumerate(faces) if card != UNSEEN and known[face.unit] < most]
