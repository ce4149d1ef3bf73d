"""A player's view (DGM-3.5, DGM-R40) beyond the declared zones: figures, units, the action under way."""

from __future__ import annotations

from typing import Any

from engines.dgrayman.state import (
    CARD,
    FOR_ACTION,
    FOR_TURN,
    SAVED,
    ZONES,
    DGraymanState,
    FieldCard,
    Using,
    carried_out,
)
from engines.dgrayman.units import Unit, current_power, search_cards, unit_called, unit_count, units_of
from engines.forms import visibility

marks = visibility.marks(DGraymanState, figures=("power",))
"""The words for figures and marks that may follow a card's name in the expectations of a scenario."""


def view(state: DGraymanState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it."""
    seen, declared, used = visibility.view(state, seat), state.declared, carried_out(state)
    del seen["pending"]  # no choice is made secretly
    seen["action"] = declared and {
        "kind": declared.kind,
        "actor": declared.actor,
        "card": state.name(declared.card),
        "scale": declared.scale,
        "target": declared.target if declared.kind == "attack" else None,
        "recovers": state.name(declared.recovers) if declared.recovers else None,
        "answered": declared.answered,
        "answers": list(declared.answers),
        "negated": declared.negated,
    }
    seen["carried_out"] = (
        state.name(state.procedure_locals.card)
        if type(state.procedure_locals) is Using
        else used and state.name(used.card)
    )
    seen["waiting"] = [state.name(card) for _, card, _, _ in state.waiting]
    return seen


def _unit(state: DGraymanState, side: int, unit: Unit) -> dict[str, Any]:
    player, faces = state.players[side], state.faces
    there = [card[CARD] for card in player.standby + player.action]
    members = [state.name(card) for card in there if faces[card].name in unit.names]
    return {"names": list(unit.names), "active": unit.active, "merged": unit.merged, "members": members}


def figures(state: DGraymanState, side: int, zone: str, card: FieldCard) -> dict[str, Any]:
    """Return the entries that a view adds: for "units", the player's units; for a card, its power and changes to it."""
    if zone == "units":
        return {"units": [_unit(state, side, unit) for unit in units_of(state, side)]}
    return {
        "power": current_power(state, side, card),
        "for_turn": card[FOR_TURN],
        "for_action": card[FOR_ACTION],
        "saved": card[SAVED],
    }


def zone(state: DGraymanState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone. The name `field` covers both zones of the field.

    Raises KeyError for an unknown zone.
    """
    if name == "field":
        return [card for part in ZONES for card in visibility.zone(state, seat, part)]
    return visibility.zone(state, seat, name)


def value(state: DGraymanState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure of a player, of a card on a field, or of a unit given by one of its names.

    Raises KeyError for an unknown card or figure.

    The noun `flag` returns whether something has been done this turn (deck_searched), or an action or Skill card has
    been used in it (used).
    """
    if noun == "flag" and name in ("deck_searched", "used"):
        return "yes" if (state.deck_searched if name == "deck_searched" else state.uses) else "no"
    if not name and seat is not None and noun in ("units", "limit", "founded"):
        mine = seat == state.turn_player
        return unit_count(state, seat) if noun == "units" else getattr(state, noun) if mine else 0
    for side in (0, 1) if seat is None else (seat,):
        unit = unit_called(state, side, name)
        if unit is not None and noun in ("unit", "scale", "searchers"):
            figures = {"scale": len(unit.names), "searchers": search_cards(state, side, unit.names)}
            return figures.get(noun, "active" if unit.active else "inactive")
    return visibility.value(state, seat, noun, name, first=("action", "standby"))
