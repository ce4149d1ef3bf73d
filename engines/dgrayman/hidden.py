"""What a player cannot see: an equally likely deal of it, and unseen cards in its place.

Hidden from a player are both decks, but for the bottom cards that Deck Searches have shown, and the rival's hand
(DGM-3.5, DGM-R40).
"""

from __future__ import annotations

from collections import Counter

from engines.core.chance import Source
from engines.dgrayman.cards import BLANK, UNSEEN, most_copies
from engines.dgrayman.state import DGraymanState, belongings


def determinise(state: DGraymanState, seat: int, source: Source) -> None:
    """Replace everything `seat` cannot see by an equally likely deal of the same cards."""
    own, rival = state.players[seat], state.players[1 - seat]
    unseen = sorted(own.deck[own.known :])
    source.shuffle(unseen)
    own.deck[own.known :] = unseen
    pool = sorted(rival.deck[rival.known :] + rival.hand)
    source.shuffle(pool)
    rival.hand = [pool.pop() for _ in rival.hand]
    rival.deck[rival.known :] = pool
    state.chance = source.below(1 << 62)


def forget_unseen(state: DGraymanState, seat: int) -> None:
    """Replace everything `seat` cannot see by unseen cards; those of the own deck can do nothing."""
    own, rival = state.players[seat], state.players[1 - seat]
    own.deck[own.known :] = [BLANK] * (len(own.deck) - own.known)
    rival.deck[rival.known :] = [UNSEEN] * (len(rival.deck) - rival.known)
    rival.hand = [UNSEEN] * len(rival.hand)


def may_be(state: DGraymanState, seat: int) -> list[int]:
    """Return what an unseen card of a player may be in a proof: any of which not all copies are known."""
    faces, most = state.faces, state.game.parameters["copies"]
    known = Counter(faces[card].counts_as for card in belongings(state, seat) if card > BLANK)
    return [
        card
        for card, face in enumerate(faces)
        if card > BLANK and known[face.counts_as] < most_copies(face.category, most)
    ]
