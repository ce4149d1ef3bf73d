"""The table of the game as a player sees it (chapters 3 and 4), for boards: made from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.core.table import Arrow, Entry, Table, cards, pile
from engines.dgrayman.state import ZONES, DGraymanState

SIDEWAYS = 90


def table(state: DGraymanState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    sides = view["players"]
    return Table(
        turn=view["turn"],
        turn_player=view["turn_player"],
        zones=(_zones(sides[0]), _zones(sides[1])),
        sizes=({"deck": _deck_size(sides[0])}, {"deck": _deck_size(sides[1])}),
        scores=({"points": sides[0]["points"]}, {"points": sides[1]["points"]}),
        arrow=_arrow(view),
        facts=_facts(view),
    )


def card_at(state: DGraymanState, reference: str) -> str | None:
    """Return the name of the card lying in hand, whoever may see it; None for no card."""
    seat, zone, key = reference.split(".")
    if zone != "hand":
        return None
    hand = state.players[int(seat)].hand
    return state.name(hand[int(key)]) if int(key) < len(hand) else None


def _zones(side: dict[str, Any]) -> dict[str, list[Entry]]:
    return {
        **{zone: [_entry(part, side["units"]) for part in side[zone]] for zone in ZONES},
        "deck": pile(_deck_size(side)),
        "bottom": cards(side["bottom"]),
        "hand": cards(side["hand"]),
        "discard": cards(side["discard"]),
    }


def _deck_size(side: dict[str, Any]) -> int:
    """Return how many cards a deck has, those that both players know included."""
    return int(side["deck"]) + len(side["bottom"])


def _entry(part: dict[str, Any], units: list[dict[str, Any]]) -> Entry:
    """Return a card on a field; for screen readers also the merged unit it is of (DGM-14.4)."""
    merged = next((unit["names"] for unit in units if unit["merged"] and part["card"] in unit["members"]), None)
    return Entry(
        str(part["id"]),
        part["card"],
        turned=0 if part["active"] else SIDEWAYS,
        figures={"power": part["power"]},
        tags=("saved",) if part["saved"] else (),
        words=(
            "active" if part["active"] else "inactive",
            *([f"merged unit {' and '.join(merged)}"] if merged else []),
        ),
    )


def _place(view: dict[str, Any], card_id: int) -> tuple[str, str] | None:
    """Return (reference, name) of a card on a field, None if it has left."""
    for seat, side in enumerate(view["players"]):
        for zone in ZONES:
            for part in side[zone]:
                if part["id"] == card_id:
                    return f"{seat}.{zone}.{card_id}", part["card"]
    return None


def _arrow(view: dict[str, Any]) -> Arrow | None:
    """Return what an Attack is against: its guards once there are any (DGM-11.2)."""
    action = view["action"]
    if action is None or action["kind"] != "attack":
        return None
    source = _place(view, action["actor"])
    found = [_place(view, one) for one in (action["answers"] or [action["target"]])]
    aims = [place[0] for place in found if place]
    return Arrow(source[0], aims) if source and aims else None


def _facts(view: dict[str, Any]) -> dict[str, Any]:
    """Return what a question may tell of the action under way: what it is, its card, and its target."""
    action = view["action"]
    facts: dict[str, Any] = {"limit": view["limit"], "founded": view["founded"]}
    if action is not None:
        target = _place(view, action["target"]) if action["kind"] == "attack" else None
        kind = {"search_deck": "Deck Search"}.get(action["kind"], action["kind"].capitalize())
        facts |= {"action": kind, "actor": action["card"], "target": target[1] if target else ""}
    return facts
