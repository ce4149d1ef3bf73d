"""Hidden cards: dealing them at random, and what an unseen card may be."""

from __future__ import annotations

from engines.altaria.setup import THROWS
from engines.altaria.state import AltariaState, belongings
from engines.forms import hidden_cards
from engines.kernel.chance import RandomSource


def determinise(state: AltariaState, seat: int, source: RandomSource) -> None:
    """Deal everything `seat` cannot see anew, all deals equally likely, including the rival's hidden throw."""
    state.pending = tuple(
        throw if side == seat else THROWS[source.below(len(THROWS))] for side, throw in enumerate(state.pending)
    )
    hidden_cards.determinise(state, seat, source)


def may_be(state: AltariaState, seat: int, cards: list[int]) -> list[int]:
    """Return those of the cards that an unseen card of a player may be: cards with copies not yet seen (ALT-2.2)."""
    known, most = belongings(state, seat), state.game.parameters["copies"]
    return [card for card in cards if known.count(card) < most]
