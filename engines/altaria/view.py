"""The computed parts of a player's view (chapters 4, 14, 15.3), and the figures that expectations refer to."""

from __future__ import annotations

from typing import Any

from engines.altaria.cards import KEYWORD_BITS, KEYWORDS
from engines.altaria.keywords import break_rank, current_power, has_keyword, has_summoning_fatigue
from engines.altaria.state import ENTERED, AltariaState
from engines.forms import visibility
from engines.kernel.tuples import NO_CARD

marks = visibility.marks(AltariaState, figures=("power",), flags=("new",))
"""The words for figures and marks that may follow a card's name in the expectations of a scenario."""


def figures(state: AltariaState, side: int, zone: str, record: Any) -> dict[str, Any]:
    """Return the entries that a view adds to those stored for a card: values with all effects applied (ALT-15.3)."""
    if zone != "field":
        return {}
    return {
        "power": current_power(state, side, record),
        "rank": break_rank(state, side, record),
        "new": has_summoning_fatigue(state, record),
        "entered_now": record[ENTERED] == state.turn,
        "keywords": [word for word in KEYWORDS if has_keyword(state, record, KEYWORD_BITS[word])],
    }


def zone(state: AltariaState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone. The zone `forces` has the Forces on altar cards.

    Raises KeyError for an unknown zone.
    """
    if name == "forces":
        return [state.name(altar[1]) for altar in state.players[seat].altar if altar[1] != NO_CARD]
    return visibility.zone(state, seat, name)


def value(state: AltariaState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a card in play; for a Force, whether it is active, and its orientation.

    Raises KeyError for an unknown zone, card or figure.

    The noun `flag` returns whether the player has already acted in this phase (acted).
    """
    if noun == "flag" and name == "acted":
        return "yes" if state.phase_actions else "no"
    for side in (0, 1) if seat is None else (seat,):
        for _, force, fatigued in state.players[side].altar:
            if force != NO_CARD and state.name(force) == name and noun in ("active", "orientation"):
                return ("yes", "upright", "no", "fatigued")[2 * fatigued + (noun == "orientation")]
    return visibility.value(state, seat, noun, name, first=("field", "altar"))
