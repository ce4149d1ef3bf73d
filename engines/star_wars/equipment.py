"""Chapters 7 and 13: putting Equipment on a unit."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kit import kit
from engines.star_wars.automatic import check
from engines.star_wars.heuristics import gear_attached
from engines.star_wars.ready import IN_BUILD
from engines.star_wars.repairs import kind_of, plain_unit
from engines.star_wars.requirements import ANY_UNIT, MINE, by, need, need_of_card, needs
from engines.star_wars.state import ARENAS, CARDS, GEAR, ID, RETREATED, StarWarsState, Unit


def can_pay_equip(state: StarWarsState, seat: int, card: int) -> bool:
    """Return True if the player has the equip cost, in build points or Force points (SW-8.7, 7.11)."""
    player, face = state.players[seat], state.faces[card]
    return player.build >= face.equip_points and player.force >= face.equip_force


def may_wear(state: StarWarsState, card: int, unit: Unit) -> bool:
    """Return True if the Equipment may go on this unit, by the kind of its top card (SW-13.4, SW-R15)."""
    return state.faces[unit[CARDS][0]].kind in state.faces[card].equips


def equip(state: StarWarsState, action: Action) -> None:
    """Pay the equip cost and attach Equipment to an own unit, which may bear any number (SW-7.11, 13.4 to 13.6)."""
    _, card, unit_id = action
    seat, _, unit = state.there(unit_id)
    player, face = state.players[seat], state.faces[card]
    player.build -= face.equip_points
    player.force -= face.equip_force
    player.gear.remove(card)
    state.change(unit, gear=(*unit[GEAR], card))
    state.note("equipped", "SW-7.11", seat, card=card, unit=unit)
    check(state, unit[ID])


# What is needed.


def _equip_points(state: StarWarsState, card: int, points: int, force: int) -> str:
    """Return in words those of the points which the equip cost asks for."""
    key, count = ("points", points) if state.faces[card].equip_points else ("force", force)
    return state.game.words.say(f"part.{key}", count=count)


def _give_equip_cost(state: StarWarsState, seat: int, card: int) -> None:
    """Give the points that the equip cost asks for."""
    face = state.faces[card]
    state.players[seat].build += face.equip_points
    state.players[seat].force += face.equip_force


def _put_eligible_unit(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit of an eligible kind in the place of this one."""
    kind = min(state.faces[action[1]].equips)
    _, place, unit = state.there(action[2])
    moved = state.change(unit, cards=(plain_unit(state, kind),))
    if place != RETREATED:
        state.change(moved, to=kind)


KINDS_IN_WORDS = tuple(arena.capitalize() for arena in ARENAS)
GEAR_CARD = kit.card_of("gear")
GEAR_THERE = need_of_card(
    "gear_there", "SW-R15", lambda s, seat, card: card in s.players[seat].gear, kit.put_into("gear")
)
ELIGIBLE = needs(
    "eligible",
    "SW-13.4",
    lambda s, seat, a: may_wear(s, a[1], s.there(a[2])[2]),
    _put_eligible_unit,
    card=lambda s, seat, a: s.name(a[1]),
    kinds=lambda s, seat, a: s.game.words.listed((KINDS_IN_WORDS[kind] for kind in sorted(s.faces[a[1]].equips)), "or"),
    unit_kind=lambda s, seat, a: KINDS_IN_WORDS[kind_of(s, s.there(a[2])[2])],
)
EQUIP_COST = need(
    "equip_cost",
    "SW-8.7",
    can_pay_equip,
    _give_equip_cost,
    price=lambda s, seat, card: _equip_points(s, card, s.faces[card].equip_points, s.faces[card].equip_force),
    purse=lambda s, seat, card: _equip_points(s, card, s.players[seat].build, s.players[seat].force),
)
TO_EQUIP = (GEAR_THERE.at(1, GEAR_CARD.meaning, ""), ELIGIBLE, EQUIP_COST.at(1, GEAR_CARD.meaning, ""))

in_build = kit.actions_with(when=IN_BUILD, targets=True)
EQUIP = in_build(
    "equip", "SW-7.11", equip, needs=TO_EQUIP, looks=gear_attached, gear=GEAR_CARD, unit=(ANY_UNIT, by("SW-R15", MINE))
)
