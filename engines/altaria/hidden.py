"""Hidden cards: dealing them at random, and what an unseen card may be."""

from __future__ import annotations

from engines.altaria.setup import THROWS
from engines.altaria.state import AltariaState, belongings
from engines.forms import hidden_cards
from engines.kernel.chance import RandomSource


def determinise(state: AltariaState, seat: int, source: RandomSource) -> None:
    """Redeal at random everything that `seat` cannot see, including the rival's hidden throw.

    All deals are equally likely.
    """
    state.pending = tuple(
        throw if side == seat else THROWS[source.below(len(THROWS))] for side, throw in enumerate(state.pending)
    )
    hidden_cards.determinise(state, seat, source)


def may_be(state: AltariaState, seat: int, cards: list[int]) -> list[int]:
    """Return those of `cards` that a player's unseen card may be: not all their copies are known (ALT-2.2)."""
    known, most = belongings(state, seat), state.game.parameters["copies"]
    return [card for card in cards if known.count(card) < most]
