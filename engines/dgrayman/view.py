"""What a player sees (DGM-3.5, DGM-R40) besides what is declared: figures, units, the action under way; the table."""

from __future__ import annotations

from typing import Any

from engines.core import sight, table
from engines.core.table import SIDEWAYS, Arrow, Entry, Group, Table
from engines.dgrayman.state import (
    CARD,
    FOR_DEED,
    FOR_TURN,
    SAVED,
    ZONES,
    DGraymanState,
    FieldCard,
    Using,
    carried_out,
)
from engines.dgrayman.units import Unit, power, search_cards, unit_called, unit_count, units


def view(state: DGraymanState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it."""
    seen, deed, used = sight.view(state, seat), state.deed, carried_out(state)
    del seen["pending"]  # nothing is chosen in secret
    seen["action"] = deed and {
        "kind": deed.kind,
        "actor": deed.actor,
        "card": state.name(deed.card),
        "scale": deed.scale,
        "target": deed.target if deed.kind == "attack" else None,
        "recovers": state.name(deed.recovers) if deed.recovers else None,
        "answered": deed.answered,
        "answers": list(deed.answers),
        "negated": deed.negated,
    }
    seen["carried_out"] = state.name(state.local.card) if type(state.local) is Using else used and state.name(used.card)
    seen["waiting"] = [state.name(card) for _, card, _, _ in state.waiting]
    return seen


def _unit(state: DGraymanState, side: int, unit: Unit) -> dict[str, Any]:
    player, faces = state.players[side], state.faces
    there = [card[CARD] for card in player.standby + player.action]
    members = [state.name(card) for card in there if faces[card].name in unit.names]
    return {"names": list(unit.names), "active": unit.active, "merged": unit.merged, "members": members}


def figures(state: DGraymanState, side: int, zone: str, card: FieldCard) -> dict[str, Any]:
    """Return what a view shows of a player's units, or of a card on a field: its power, what has been done to it."""
    if zone == "units":
        return {"units": [_unit(state, side, unit) for unit in units(state, side)]}
    return {
        "power": power(state, side, card),
        "for_turn": card[FOR_TURN],
        "for_action": card[FOR_DEED],
        "saved": card[SAVED],
    }


def zone(state: DGraymanState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone; `field` are those of both zones of it. Raises KeyError."""
    if name == "field":
        return [card for part in ZONES for card in sight.zone(state, seat, part)]
    return sight.zone(state, seat, name)


def value(state: DGraymanState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure of a player, of a card on a field, or of a unit called by one of its names. Raises KeyError."""
    if not name and seat is not None and noun in ("units", "limit", "founded"):
        mine = seat == state.turn_player
        return unit_count(state, seat) if noun == "units" else getattr(state, noun) if mine else 0
    for side in (0, 1) if seat is None else (seat,):
        unit = unit_called(state, side, name)
        if unit is not None and noun in ("unit", "scale", "searchers"):
            figures = {"scale": len(unit.names), "searchers": search_cards(state, side, unit.names)}
            return figures.get(noun, "active" if unit.active else "inactive")
    return sight.value(state, seat, noun, name, first=("action", "standby"))


# The table, for boards: made from the view alone.


def the_table(state: DGraymanState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    merged = {
        part["id"]: unit["names"]
        for side in view["players"]
        for unit in side["units"]
        for part in side["standby"] + side["action"]
        if unit["merged"] and part["card"] in unit["members"]
    }

    def look(key: str, part: dict[str, Any]) -> Entry:
        words = ["active" if part["active"] else "inactive"]
        if part["id"] in merged:
            say = state.game.words
            words.append(say.say("part.merged_unit", names=say.listed(merged[part["id"]])))
        turned, tags = 0 if part["active"] else SIDEWAYS, ("saved",) if part["saved"] else ()
        return Entry(key, part["card"], turned=turned, figures={"power": part["power"]}, tags=tags, words=tuple(words))

    points = tuple({"points": side["points"]} for side in view["players"])
    facts = _facts(view)
    groups = (_groups(state, view, 0), _groups(state, view, 1))
    looks = dict.fromkeys(ZONES, look)
    return table.table(state, seat, looks, scores=points, arrow=_arrow(view), facts=facts, groups=groups)


def _groups(state: DGraymanState, view: dict[str, Any], seat: int) -> list[Group]:
    """Return the units of a player as groups of cards in both zones (DGM-5.2).

    Cards of one name lie side by side; a Doubles card lies where it links the two names of a merged unit (DGM-14.3).
    """
    side, by_name = view["players"][seat], state.game.by_name
    there = [
        (f"{seat}.{zone}.{part['id']}", state.faces[by_name[part["card"]]].names)
        for zone in ZONES
        for part in side[zone]
    ]
    found = []
    for unit in side["units"]:
        pair = tuple(unit["names"])
        order = dict.fromkeys([pair[:1], pair, pair[1:]])  # one name's cards, the Doubles cards, the other name's
        parts = [tuple(ref for ref, names in there if names == those) for those in order]
        words = ("active" if unit["active"] else "inactive", *(["merged"] if unit["merged"] else []))
        found.append(Group(f"{seat}.{pair[0]}", " & ".join(pair), tuple(part for part in parts if part), words))
    return found


def _place(view: dict[str, Any], card_id: int) -> tuple[str, str]:
    """Return (reference, name) of a card on a field, ("", "") if it has left."""
    for seat, side in enumerate(view["players"]):
        for zone in ZONES:
            for part in side[zone]:
                if part["id"] == card_id:
                    return f"{seat}.{zone}.{card_id}", part["card"]
    return "", ""


def _arrow(view: dict[str, Any]) -> Arrow | None:
    """Return what an Attack is against: its guards once there are any (DGM-11.2)."""
    action = view["action"]
    if action is None or action["kind"] != "attack":
        return None
    source, _ = _place(view, action["actor"])
    aims = [place for one in action["answers"] or [action["target"]] if (place := _place(view, one)[0])]
    return Arrow(source, aims) if source and aims else None


def _facts(view: dict[str, Any]) -> dict[str, Any]:
    """Return what a question may tell of the action under way: what it is, its card, and its target."""
    action, facts = view["action"], {"limit": view["limit"], "founded": view["founded"]}
    if action is None:
        return facts
    kind = {"search_deck": "Deck Search"}.get(action["kind"], action["kind"].capitalize())
    return {**facts, "action": kind, "actor": action["card"], "target": _place(view, action["target"] or 0)[1]}
