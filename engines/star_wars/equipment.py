"""Chapters 7 and 13: putting Equipment on a unit, and moving it to another one."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kit import kit
from engines.star_wars.automatic import check_units
from engines.star_wars.heuristics import gear_attached, gear_moved
from engines.star_wars.ready import IN_BUILD
from engines.star_wars.repairs import kind_of, plain_unit
from engines.star_wars.requirements import ANY_UNIT, MINE, name_of, need, need_of_card, needs, with_clause
from engines.star_wars.state import ARENAS, CARDS, GEAR, ID, IN_BUILD_ZONE, RETREATED, StarWarsState, Unit, all_units


def can_pay_equip(state: StarWarsState, seat: int, card: int) -> bool:
    """Return True if the player can pay the equip cost, in build points or Force points (SW-8.7, 7.11)."""
    player, face = state.players[seat], state.faces[card]
    return player.build >= face.equip_points and player.force >= face.equip_force


def may_wear(state: StarWarsState, card: int, unit: Unit) -> bool:
    """Return True if the Equipment may go on this unit, judging by the kind of its top card (SW-13.4, SW-R15)."""
    return state.faces[unit[CARDS][0]].kind in state.faces[card].equips


def is_rested(state: StarWarsState, seat: int, card: int, place: int) -> bool:
    """Return False if every copy of the Equipment with this bearer was attached this turn (SW-R15).

    place : the id of the bearer, or IN_BUILD_ZONE.
    """
    lying = state.players[seat].gear if place == IN_BUILD_ZONE else state.there(place)[2][GEAR]
    attached = state.attached.count((seat, card, place))
    return not attached or attached < lying.count(card)


def list_attachments(state: StarWarsState, seat: int) -> list[Action]:
    """Return every way to put Equipment on a unit of the player, or to move it there from another (SW-7.11, SW-R15)."""
    player, actions = state.players[seat], list[Action]()
    units = [unit for zone in player.units for unit in zone]
    for card in dict.fromkeys(player.gear):
        if can_pay_equip(state, seat, card) and (not state.attached or is_rested(state, seat, card, IN_BUILD_ZONE)):
            actions += [("equip", card, unit[ID]) for unit in units if may_wear(state, card, unit)]
    for bearer in units:
        for card in dict.fromkeys(bearer[GEAR]):
            if can_pay_equip(state, seat, card) and (not state.attached or is_rested(state, seat, card, bearer[ID])):
                others = [unit for unit in units if unit is not bearer and may_wear(state, card, unit)]
                actions += [("move", bearer[ID], card, unit[ID]) for unit in others]
    return actions


def equip(state: StarWarsState, action: Action) -> None:
    """Pay the equip cost and attach Equipment to a unit, which may bear any number (SW-7.11, 13.4 to 13.6)."""
    _, card, unit_id = action
    seat, _, unit = state.there(unit_id)
    state.players[seat].gear.remove(card)
    _attach(state, seat, card, unit)
    state.note("equipped", "SW-7.11", seat, card=card, unit=unit)
    check_units(state, unit_id)


def move_equipment(state: StarWarsState, action: Action) -> None:
    """Pay the equip cost again and move Equipment from its bearer to another unit of the player (SW-R15)."""
    _, bearer_id, card, unit_id = action
    seat, _, bearer = state.there(bearer_id)
    at = bearer[GEAR].index(card)
    state.change(bearer, gear=bearer[GEAR][:at] + bearer[GEAR][at + 1 :])
    unit = state.there(unit_id)[2]
    _attach(state, seat, card, unit)
    state.note("gear_moved", "SW-R15", seat, card=card, bearer=bearer, unit=unit)
    check_units(state, bearer_id, unit_id)


def _attach(state: StarWarsState, seat: int, card: int, unit: Unit) -> None:
    """Pay the equip cost and put Equipment on a unit; it cannot be attached again this turn (SW-8.7, SW-R15)."""
    player, face = state.players[seat], state.faces[card]
    player.build -= face.equip_points
    player.force -= face.equip_force
    state.change(unit, gear=(*unit[GEAR], card))
    state.attached = (*state.attached, (seat, card, unit[ID]))


# Needs, and their repairs.


def _equip_points(state: StarWarsState, card: int, points: int, force: int) -> str:
    """Return the points that can pay the equip cost, in words."""
    key, count = ("points", points) if state.faces[card].equip_points else ("force", force)
    return state.game.words.say(f"part.{key}", count=count)


def _give_equip_cost(state: StarWarsState, seat: int, card: int) -> None:
    """Give the player the points for the equip cost."""
    face = state.faces[card]
    state.players[seat].build += face.equip_points
    state.players[seat].force += face.equip_force


def _put_eligible_unit(state: StarWarsState, seat: int, action: Action) -> None:
    """Replace the unit with one of a kind that may bear the Equipment."""
    *_, card, unit_id = action
    kind = min(state.faces[card].equips)
    _, place, unit = state.there(unit_id)
    moved = state.change(unit, cards=(plain_unit(state, kind),))
    if place != RETREATED:
        state.change(moved, to=kind)


def _forget_attached(state: StarWarsState, seat: int, action: Action) -> None:
    """Forget which Equipment was attached this turn."""
    state.attached = ()


def _worn_cards(state: StarWarsState, seat: int) -> list[int]:
    """Return the Equipment that the player's units bear."""
    return list(dict.fromkeys(card for unit in all_units(state) for card in unit[GEAR]))


def _moves_to_try(state: StarWarsState, seat: int) -> list[Action]:
    """Return every move of Equipment from any bearer to any unit, the plausible ones first."""
    units = [unit[ID] for unit in all_units(state, seat)]
    tried = [("move", bearer, card, unit) for bearer in units for card in _worn_cards(state, seat) for unit in units]
    return sorted(tried, key=lambda action: (not _is_borne(state, seat, action), action[1] == action[3]))


def _is_borne(state: StarWarsState, seat: int, action: Action) -> bool:
    """Return True if the first unit in an action bears the Equipment in the action."""
    found = state.find(action[1])
    return found is not None and action[2] in found[2][GEAR]


KINDS_IN_WORDS = tuple(arena.capitalize() for arena in ARENAS)
GEAR_CARD = kit.card_of("gear")
GEAR_THERE = need_of_card(
    "gear_there", "SW-R15", lambda s, seat, card: card in s.players[seat].gear, kit.put_into("gear")
)
ELIGIBLE = needs(
    "eligible",
    "SW-13.4",
    lambda s, seat, a: may_wear(s, a[-2], s.there(a[-1])[2]),
    _put_eligible_unit,
    card=lambda s, seat, a: s.name(a[-2]),
    kinds=lambda s, seat, a: s.game.words.listed(
        (KINDS_IN_WORDS[kind] for kind in sorted(s.faces[a[-2]].equips)), "or"
    ),
    unit_kind=lambda s, seat, a: KINDS_IN_WORDS[kind_of(s, s.there(a[-1])[2])],
)
EQUIP_COST = need(
    "equip_cost",
    "SW-8.7",
    can_pay_equip,
    _give_equip_cost,
    price=lambda s, seat, card: _equip_points(s, card, s.faces[card].equip_points, s.faces[card].equip_force),
    purse=lambda s, seat, card: _equip_points(s, card, s.players[seat].build, s.players[seat].force),
)
RESTED = needs(
    "rested",
    "SW-R15",
    lambda s, seat, a: is_rested(s, seat, a[-2], IN_BUILD_ZONE if a[0] == "equip" else a[1]),
    _forget_attached,
    card=lambda s, seat, a: s.name(a[-2]),
)
TO_EQUIP = (GEAR_THERE.at(1, GEAR_CARD.meaning, ""), RESTED, ELIGIBLE, EQUIP_COST.at(1, GEAR_CARD.meaning, ""))

BEARER_MINE = need(
    "bearer_mine",
    "SW-R15",
    lambda s, seat, unit: bool(unit) and unit[0] == seat,
    essential=True,
    unit=lambda s, seat, unit: name_of(s, unit),
)
BORNE = needs(
    "borne",
    "SW-R15",
    _is_borne,
    essential=True,
    unit=lambda s, seat, a: name_of(s, s.find(a[1])),
    card=lambda s, seat, a: s.name(a[2]),
)
ANOTHER_UNIT = needs(
    "another_unit",
    "SW-R15",
    lambda s, seat, a: a[1] != a[3],
    essential=True,
    unit=lambda s, seat, a: name_of(s, s.find(a[3])),
    card=lambda s, seat, a: s.name(a[2]),
)
WORN: kit.Argument[StarWarsState] = kit.Argument(lambda s, seat, card: f'"{s.name(card)}"', choices=_worn_cards)
TO_MOVE = (BORNE, ANOTHER_UNIT, RESTED, ELIGIBLE, EQUIP_COST.at(2, WORN.meaning, ""))

in_build = kit.actions_with(when=IN_BUILD, targets=True)
OWN_UNIT = (ANY_UNIT, with_clause("SW-R15", MINE))
EQUIP = in_build("equip", "SW-7.11", equip, needs=TO_EQUIP, looks=gear_attached, gear=GEAR_CARD, unit=OWN_UNIT)
MOVE = in_build(
    "move",
    "SW-7.11",
    move_equipment,
    words="Equipment moved",
    needs=TO_MOVE,
    tries=_moves_to_try,
    zone="space",
    looks=gear_moved,
    bearer=(ANY_UNIT, BEARER_MINE),
    worn=WORN,
    unit=OWN_UNIT,
)
