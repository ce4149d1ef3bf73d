"""Finds what unseen cards may be. Which cards are hidden follows from the declared zones."""

from __future__ import annotations

from collections import Counter

from engines.dgrayman.cards import BLANK, most_copies
from engines.dgrayman.state import DGraymanState, belongings


def may_be(state: DGraymanState, seat: int) -> list[int]:
    """Return the cards that an unseen card of a player may be in a proof: those with copies not yet seen."""
    faces, most = state.faces, state.game.parameters["copies"]
    known = Counter(faces[card].counts_as for card in belongings(state, seat) if card > BLANK)
    return [
        card for card in range(BLANK + 1, len(faces)) if known[faces[card].counts_as] < most_copies(faces[card], most)
    ]
