"""The table of the game as a player sees it (chapters 3 and 4), for boards: made from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.core.table import Arrow, Die, Entry, Table, cards, pile
from engines.star_wars import setup
from engines.star_wars.cards import VALUES
from engines.star_wars.contest import contest_value
from engines.star_wars.state import ARENAS, Resolving, StarWarsState
from engines.star_wars.values import hit_faces

SIDEWAYS = 90
ZONES = (*ARENAS, "build")
SCORES = ("force", "points", "arenas", "total")


def table(state: StarWarsState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    sides = view["players"]
    battle = view["battle"]
    return Table(
        turn=view["turn"],
        turn_player=None,
        zones=(_zones(sides[0]), _zones(sides[1])),
        sizes=({"deck": sides[0]["deck"]}, {"deck": sides[1]["deck"]}),
        scores=(_scores(sides[0]), _scores(sides[1])),
        arrow=_arrow(battle, view["contest"], sides, seat),
        held=_held(state, sides),
        dice=_dice(state, battle, sides) if battle else [],
        facts=_facts(state, view, battle, sides, seat),
    )


def card_at(state: StarWarsState, reference: str) -> str | None:
    """Return the name of the card lying in hand, in a deck or under construction, whoever may see it."""
    seat, zone, key = reference.split(".")
    player = state.players[int(seat)]
    if zone == "build":
        at = int(key[1:]) if key.startswith("b") else len(player.building)
        return state.name(player.building[at][0]) if at < len(player.building) else None
    numbers = player.hand if zone == "hand" else player.deck
    return state.name(numbers[int(key)]) if int(key) < len(numbers) else None


def _zones(side: dict[str, Any]) -> dict[str, list[Entry]]:
    return {
        **{name: [_entry(part) for part in side[name]] for name in ZONES},
        "locations": [
            Entry(part["arena"], part["card"], words=(f"in the {part['arena']} arena",)) for part in side["locations"]
        ],
        "deck": pile(side["deck"]),
        "hand": cards(side["hand"]),
        "discard": cards(side["discard"]),
    }


def _entry(part: dict[str, Any]) -> Entry:
    key = str(part["id"])
    if "beneath" in part:
        return _unit(key, part)
    if not part["up"]:
        words = ("under construction", *(("seen by both",) if part["shown"] else ()))
        return Entry(
            key,
            part["card"],
            kind="card under construction",
            down=part["card"] is not None,
            words=words if part["card"] else (),
            counters={"build": part["build"]},
        )
    return Entry(key, part["card"], words=("Equipment, unattached",))


def _unit(key: str, part: dict[str, Any]) -> Entry:
    return Entry(
        key,
        part["card"],
        turned=SIDEWAYS if part["tapped"] else 0,
        figures={name: part[name] for name in VALUES},
        words=("tapped" if part["tapped"] else "untapped",),
        gear=tuple(Entry(f"g{at}", name, words=("attached",)) for at, name in enumerate(part["equipment"])),
        under=tuple(Entry(f"u{at}", name, words=("beneath",)) for at, name in enumerate(part["beneath"])),
        counters={"damage": part["damage"]} if part["damage"] else {},
    )


def _scores(side: dict[str, Any]) -> dict[str, int]:
    return {name: side[name] for name in SCORES}


def _place(sides: list[dict[str, Any]], seat: int, unit: int) -> tuple[str, str] | None:
    """Return (reference, name) of a unit, None if it has left the table."""
    for zone in ZONES:
        for part in sides[seat][zone]:
            if part["id"] == unit:
                return f"{seat}.{zone}.{unit}", part["card"]
    return None


def _battling(battle: dict[str, Any], sides: list[dict[str, Any]]) -> list[tuple[str, str] | None]:
    one = _place(sides, battle["seat"], battle["attacker"])
    return [one, _place(sides, 1 - battle["seat"], battle["defender"])]


def _arrow(
    battle: dict[str, Any] | None, contest: dict[str, Any] | None, sides: list[dict[str, Any]], seat: int
) -> Arrow | None:
    """Return what battles what, or in a contest the player's own unit and the other one."""
    if battle:
        one, other = _battling(battle, sides)
        return Arrow(one[0], [other[0]]) if one and other else None
    if contest:
        one, other = (_place(sides, who, contest["units"][who]) for who in (seat, 1 - seat))
        return Arrow(one[0], [other[0]], "contest") if one and other else None
    return None


def _held(state: StarWarsState, sides: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return the unit whose turn it is (SW-9.7), and the dice chosen so far for a reroll (SW-9.15)."""
    local = state.local
    if state.step.name == "U1":
        place = _place(sides, local.seat, local.units[0])
        return (place[0],) if place else ()
    if type(local) is Resolving:
        return tuple(f"{local.seat}.dice.{die}" for die in local.dice)
    return ()


def _dice(state: StarWarsState, battle: dict[str, Any], sides: list[dict[str, Any]]) -> list[Die]:
    """Return the dice on the table, the attacker's first, and which are hits (SW-9.14, 9.16)."""
    counting = hit_faces(state, state.arena)
    seats = (battle["seat"], 1 - battle["seat"])
    rolls = zip(seats, battle["dice"], _battling(battle, sides), strict=True)
    return [Die(seat, die, die in counting, unit[1] if unit else "") for seat, dice, unit in rolls for die in dice]


def _facts(
    state: StarWarsState, view: dict[str, Any], battle: dict[str, Any] | None, sides: list[dict[str, Any]], seat: int
) -> dict[str, Any]:
    facts: dict[str, Any] = {"arena": (view["arena"] or "").capitalize(), "card": view["carried_out"] or ""}
    facts |= {name: sides[seat][name] for name in SCORES}
    if state.step.name == "U1":
        place = _place(sides, state.local.seat, state.local.units[0])
        facts["unit"] = place[1] if place else ""
    if battle:
        one, other = _battling(battle, sides)
        facts |= {"attacker": one[1] if one else "", "target": other[1] if other else ""}
        facts |= {"hits": battle["hits"][0], "hits_back": battle["hits"][1]}
    if state.step.ask is setup.placements and view["decides"] == seat:
        facts["fits"] = "no" if all(action[0] == "part_build" for action in state.actions) else "yes"
    contest = view["contest"]
    if contest:
        facts |= {"identity": contest["identity"], "bid": contest["bids"][seat], "rival_bid": contest["bids"][1 - seat]}
        if None not in contest["units"]:
            mine, theirs = (_place(sides, who, contest["units"][who]) for who in (seat, 1 - seat))
            facts |= {"mine": mine[1] if mine else "", "theirs": theirs[1] if theirs else ""}
            facts |= {"value": contest_value(state, seat), "rival_value": contest_value(state, 1 - seat)}
    return facts
