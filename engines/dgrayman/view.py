"""What a player may see (DGM-3.5, DGM-R40): hidden cards are not in the view at all, only their number."""

from __future__ import annotations

from typing import Any

from engines.dgrayman.authoring import NOTHING
from engines.dgrayman.state import (
    ACTIVE,
    CARD,
    FOR_DEED,
    FOR_TURN,
    ID,
    SAVED,
    ZONES,
    DGraymanState,
    FieldCard,
    Using,
    carried_out,
)
from engines.dgrayman.units import Unit, power, search_cards, unit_called, unit_count, units

MARKS: dict[str, tuple[str, Any]] = {
    "active": ("active", True),
    "inactive": ("active", False),
    "power": ("power", None),
}
"""The words an expectation may put after a card's name, and what they look at in the view."""


def view(state: DGraymanState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers.

    A hidden card is None. `bottom` has the cards at the bottom of a deck that a Deck Search has shown, lowest first;
    `deck` is the number of the others, which nobody knows.
    """
    decision, deed = state.decision, state.deed
    used = carried_out(state)
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        "turn_player": state.turn_player,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result),
        "players": [_player(state, side, seat) for side in (0, 1)],
        "limit": state.limit,
        "founded": state.founded,
        "deck_searched": state.searched,
        "action": None
        if deed is None
        else {
            "kind": deed.kind,
            "actor": deed.actor,
            "card": state.name(deed.card),
            "scale": deed.scale,
            "target": deed.target if deed.kind == "attack" else None,
            "recovers": state.name(deed.target) if deed.kind == "recover" and deed.target else None,
            "answered": deed.answered,
            "answers": list(deed.answers),
            "negated": deed.negated,
        },
        "carried_out": state.name(state.local.card) if type(state.local) is Using else used and state.name(used.card),
        "waiting": [state.name(card) for _, card, _, _ in state.waiting],
    }


def _known(state: DGraymanState, card: int) -> str | None:
    return None if state.game.cards[card].category == NOTHING else state.name(card)


def _player(state: DGraymanState, side: int, seat: int) -> dict[str, Any]:
    player = state.players[side]
    return {
        "points": player.points,
        "hand": [_known(state, card) if side == seat else None for card in player.hand],
        "deck": len(player.deck) - player.known,
        "bottom": [_known(state, card) for card in player.deck[: player.known]],
        "discard": [state.name(card) for card in player.discard],
        "standby": [_card(state, side, card) for card in player.standby],
        "action": [_card(state, side, card) for card in player.action],
        "units": [_unit(state, side, unit) for unit in units(state, side)],
    }


def _card(state: DGraymanState, side: int, card: FieldCard) -> dict[str, Any]:
    return {
        "id": card[ID],
        "card": state.name(card[CARD]),
        "active": card[ACTIVE],
        "power": power(state, side, card),
        "for_turn": card[FOR_TURN],
        "for_action": card[FOR_DEED],
        "saved": card[SAVED],
    }


def _unit(state: DGraymanState, side: int, unit: Unit) -> dict[str, Any]:
    player, faces = state.players[side], state.faces
    members = [
        state.name(card[CARD]) for card in player.standby + player.action if faces[card[CARD]].name in unit.names
    ]
    return {"names": list(unit.names), "active": unit.active, "merged": unit.merged, "members": members}


def zone(state: DGraymanState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, for scenarios and lessons (they see everything)."""
    player = state.players[seat]
    fields = {place: [card[CARD] for card in getattr(player, place)] for place in ZONES}
    numbers = {
        "deck": player.deck,
        "hand": player.hand,
        "discard": player.discard,
        "bottom": player.deck[: player.known],
        "field": [card for cards in fields.values() for card in cards],
        **fields,
    }
    return [state.name(card) for card in numbers[name]]


def value(state: DGraymanState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure of a player (name ""), of a card on a field, or of a unit called by one of its names.

    Raises KeyError for one that is not there.
    """
    if not name:
        assert seat is not None
        mine = seat == state.turn_player
        figures = {
            "points": state.players[seat].points,
            "units": unit_count(state, seat),
            "limit": state.limit if mine else 0,
            "founded": state.founded if mine else 0,
        }
        return figures[noun]
    for side in (0, 1) if seat is None else (seat,):
        player = state.players[side]
        for card in player.action + player.standby:
            if state.name(card[CARD]) == name and noun in ("power", "active", "orientation"):
                active = card[ACTIVE]
                words = {"active": "yes" if active else "no", "orientation": "upright" if active else "sideways"}
                return power(state, side, card) if noun == "power" else words[noun]
        unit = unit_called(state, side, name)
        if unit is not None and noun in ("unit", "scale", "searchers"):
            return {
                "unit": "active" if unit.active else "inactive",
                "scale": len(unit.names),
                "searchers": search_cards(state, side, unit.names),
            }[noun]
    raise KeyError(f"{noun} {name}")


def references(state: DGraymanState, seat: int, argument: str, value: Any) -> list[str]:
    """Return where an action's argument lies, as "seat.zone.key": a card on a field by its id, others by place."""
    player = state.players[seat]
    if argument in ("card", "pile"):
        place, cards = ("hand", player.hand) if argument == "card" else ("discard", player.discard)
        return [f"{seat}.{place}.{at}" for at, card in enumerate(cards) if card == value]
    if argument in ("actor", "target", "object"):
        found = state.find(value)
        return [] if found is None else [f"{found[0]}.{ZONES[found[1]]}.{value}"]
    if argument == "unit":
        unit = unit_called(state, seat, value[0])
        return [] if unit is None else [f"{seat}.standby.{card[ID]}" for card in unit.standby]
    return []
