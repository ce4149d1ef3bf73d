"""The table of the game as a player sees it (chapters 3 and 4), for boards, built from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.forms import visibility
from engines.forms.sums import sum_parts
from engines.forms.table import SIDEWAYS, Arrow, Die, Entry, Table
from engines.forms.table import table as table_of
from engines.star_wars.cards import VALUES
from engines.star_wars.combat import dice_as_counted
from engines.star_wars.placement import RACE
from engines.star_wars.state import (
    ARENAS,
    NO_ARENA,
    ZONES,
    Bidding,
    Next,
    Resolving,
    StarWarsState,
    dice_player,
)
from engines.star_wars.sums import price_parts
from engines.star_wars.values import contest_value, hit_faces
from engines.star_wars.view import on_board, scores_of


def table(state: StarWarsState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it. It shows the three parts of the build zone as one zone."""
    looks = {**dict.fromkeys(ZONES, _unit), "construction": _construction}
    found = table_of(
        state,
        seat,
        looks,
        scores=(scores_of(state, 0), scores_of(state, 1)),
        arrow=_arrow(state, seat),
        held=_held(state),
        dice=_dice(state),
        facts=_facts(state, seat),
    )
    if type(state.procedure_locals) is Bidding and state.procedure_locals.passes == 1 and state.seat_to_act in (0, 1):
        found.passed = (1 - state.seat_to_act,)  # SW-12.3
    for side, zones in enumerate(found.zones):
        gear = [Entry(f"g{one.key}", one.card, words=("Equipment", "unattached")) for one in zones.pop("gear")]
        zones["build"] = [*zones.pop("construction"), *gear, *zones.pop("retreated")]
        for one in zones["build"]:
            if "build" in one.counters and one.card is not None:
                one.sums = {"build": price_parts(state, side, state.game.by_name[one.card])}
                one.needs = {"build": sum_parts(one.sums["build"])}
        for one in zones["locations"]:
            one.key = ARENAS[state.faces[state.game.by_name[one.card or ""]].kind]
            one.words = (state.game.words.say("part.arena", arena=one.key),)
    return found


def card_at(state: StarWarsState, reference: str) -> str | None:
    """Return the name of a card in hand, in a deck or being built, even if hidden; None if there is none."""
    seat, zone, key = reference.split(".")
    if zone != "build":
        return visibility.card_at(state, reference)
    building = state.players[int(seat)].building
    at = int(key[1:]) if key.startswith("b") else len(building)
    return state.name(building[at][0]) if at < len(building) else None


def _construction(key: str, part: dict[str, Any]) -> Entry:
    words = ("under construction", *(("seen by both",) if part["shown"] else ()))
    return Entry(
        f"b{key}",
        part["card"],
        kind="card under construction",
        down=part["card"] is not None,
        words=words if part["card"] else (),
        counters={"build": part["build"]},
    )


def _unit(key: str, part: dict[str, Any]) -> Entry:
    return Entry(
        key,
        part["card"],
        turned=SIDEWAYS if part["tapped"] else 0,
        figures={name: part[name] for name in VALUES},
        words=("tapped" if part["tapped"] else "untapped",),
        gear=tuple(Entry(f"g{at}", name, words=("attached",)) for at, name in enumerate(part["gear"])),
        under=tuple(Entry(f"u{at}", name, words=("beneath",)) for at, name in enumerate(part["beneath"])),
        counters={"damage": part["damage"]} if part["damage"] else {},
        needs={"damage": part["health"]},
    )


def _place(state: StarWarsState, unit_id: int) -> str:
    """Return the reference of a unit; "" if it has left the table."""
    found = state.find(unit_id)
    return "" if found is None else on_board(str(found[0]), ZONES[found[1]], str(unit_id))


def _name(state: StarWarsState, unit_id: int) -> str:
    """Return the name of a unit; "" if it has left the table."""
    found = state.find(unit_id)
    return "" if found is None else state.name(found[2][1][0])


def _contested(state: StarWarsState, seat: int) -> tuple[int, int]:
    """Return the top card of each contested unit: the player's own, and the other player's.

    0 for a unit that is missing.
    """
    units = [state.character(one, state.procedure_locals.identity) for one in (seat, 1 - seat)]
    return units[0][1][0] if units[0] else 0, units[1][1][0] if units[1] else 0


def _arrow(state: StarWarsState, seat: int) -> Arrow | None:
    """Return the arrow of a battle or of a contest; the latter goes from the player's own unit to the other one."""
    pair, kind = (0, 0), "attack"
    if state.battle is not None:
        pair = state.battle.attacker, state.battle.target
    elif type(state.procedure_locals) is Bidding:
        pair, kind = _contested(state, seat), "contest"
    one, other = (_place(state, unit) for unit in pair)
    return Arrow(one, [other], kind) if one and other else None


def _held(state: StarWarsState) -> tuple[str, ...]:
    """Return references to the acting unit (SW-9.7), and the dice chosen so far for a reroll (SW-9.15)."""
    local = state.procedure_locals
    if state.step.name == "U1" and type(local) is Next:
        place = _place(state, local.units[0])
        return (place,) if place else ()
    return tuple(f"{dice_player(state)}.dice.{die}" for die in local.dice) if type(local) is Resolving else ()


def _dice(state: StarWarsState) -> list[Die]:
    """Return the dice on the table, the attacker's first, marking hits (SW-9.14, 9.16)."""
    battle = state.battle
    if battle is None:
        return []
    counting = hit_faces(state, state.arena)
    sides = ((battle.seat, battle.attacker), (1 - battle.seat, battle.target))
    rolls = zip(sides, battle.dice, dice_as_counted(state), strict=True)
    return [
        Die(seat, die, counted in counting, _name(state, unit))
        for (seat, unit), dice, as_counted in rolls
        for die, counted in zip(dice, as_counted, strict=True)
    ]


def _facts(state: StarWarsState, seat: int) -> dict[str, Any]:
    battle, local = state.battle, state.procedure_locals
    facts: dict[str, Any] = {"arena": ARENAS[state.arena].capitalize() if state.arena != NO_ARENA else ""}
    facts |= {"card": state.name(local.card) if type(local) is Resolving else "", **scores_of(state, seat)}
    if state.step.name == "U1" and type(local) is Next:
        facts["unit"] = _name(state, local.units[0])
    if battle is not None:
        facts |= {"attacker": _name(state, battle.attacker), "target": _name(state, battle.target)}
        facts |= {"hits": battle.deals[0], "hits_back": battle.deals[1]}
    if state.step.name in (*RACE, "S9") and state.seat_to_act_is(seat):
        alone, fits = state.step.name == "S9", any(action[0] != "part_build" for action in state.actions)
        facts["fits"] = "yes" if fits else "no"
        facts["placing"] = ("completes" if alone else "overtakes") if fits else ("ends_setup" if alone else "ends")
    if type(local) is Bidding:
        facts |= {"identity": local.identity, "bid": local.bids[seat], "rival_bid": local.bids[1 - seat]}
        mine, theirs = _contested(state, seat)
        if mine and theirs:
            facts |= {"mine": _name(state, mine), "theirs": _name(state, theirs)}
            facts |= {"value": contest_value(state, seat), "rival_value": contest_value(state, 1 - seat)}
    return facts
