"""The table of the game as a player sees it (chapters 3 and 4), for boards, built from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.dgrayman.state import ZONES, DGraymanState
from engines.forms.table import SIDEWAYS, Arrow, Entry, Group, Table
from engines.forms.table import table as table_of


def table(state: DGraymanState, seat: int) -> Table:
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
    return table_of(state, seat, looks, scores=points, arrow=_arrow(view), facts=facts, groups=groups)


def _groups(state: DGraymanState, view: dict[str, Any], seat: int) -> list[Group]:
    """Return the units of a player as groups of cards in both zones (DGM-5.2).

    Cards of one name are side by side; a Doubles card is between the two names it links (DGM-14.3).
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
    """Return (reference, name) of a card on a field; ("", "") if it has left."""
    for seat, side in enumerate(view["players"]):
        for zone in ZONES:
            for part in side[zone]:
                if part["id"] == card_id:
                    return f"{seat}.{zone}.{card_id}", part["card"]
    return "", ""


def _arrow(view: dict[str, Any]) -> Arrow | None:
    """Return the arrow from an Attack to its targets, which are its guards once there are any (DGM-11.2)."""
    action = view["action"]
    if action is None or action["kind"] != "attack":
        return None
    source, _ = _place(view, action["actor"])
    aims = [place for one in action["answers"] or [action["target"]] if (place := _place(view, one)[0])]
    return Arrow(source, aims) if source and aims else None


def _facts(view: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of the action under way for questions: its kind, its card, and its target."""
    action, facts = view["action"], {"limit": view["limit"], "founded": view["founded"]}
    if action is None:
        return facts
    kind = {"search_deck": "Deck Search"}.get(action["kind"], action["kind"].capitalize())
    return {**facts, "action": kind, "actor": action["card"], "target": _place(view, action["target"] or 0)[1]}
