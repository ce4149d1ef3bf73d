"""Chapters 7, 8 and 13: the build step and the retreat step: building, Locations, Equipment, retreat and return."""

from __future__ import annotations

from functools import lru_cache

from engines.kernel.state import Action
from engines.star_wars.automatic import check
from engines.star_wars.cards import EQUIPMENT, LOCATION, MISSION, UNIT, UNSEEN
from engines.star_wars.effects import set_off
from engines.star_wars.hidden import may_be
from engines.star_wars.stacks import join, joinings, own_unit_of, reorders
from engines.star_wars.state import ARENAS, CARDS, GEAR, ID, RETREATED, TAPPED, Resolving, StarWarsState, Unit


def build_actions(state: StarWarsState) -> list[Action]:
    """Return every action of a build step, in any order and any number of times (SW-6.11, 6.12, SW-R12)."""
    seat = state.seat_to_act
    player, faces = state.players[seat], state.faces
    actions: list[Action] = [("build", card) for card in dict.fromkeys(player.hand) if faces[card].buildable]
    if state.open_chance:
        actions += _unseen(state, seat)
    points = player.build
    for at, (card, counters, _) in enumerate(player.building):
        if points:
            actions += additions(points, at)
        face = faces[card]
        if face.identity:
            actions += completions(state, seat, at)
        elif counters >= face.cost and face.buildable and counters >= price(state, card):
            actions.append(("complete", at))
    for unit in player.units[RETREATED]:
        actions.append(("redeploy", unit[ID]))
    if player.gear:
        for card in dict.fromkeys(player.gear):
            if can_pay_equip(state, seat, card):
                actions += [
                    ("equip", card, unit[ID]) for zone in player.units for unit in zone if may_wear(state, card, unit)
                ]
    actions += reorders(state, seat)
    actions.append(("end",))
    return actions


@lru_cache(maxsize=1000)
def additions(points: int, at: int) -> tuple[Action, ...]:
    """Return the ways to pay into a card under construction with so many points left (SW-7.2)."""
    return tuple(("add", count, at) for count in range(1, points + 1))


def _unseen(state: StarWarsState, seat: int) -> list[Action]:
    """Return in a proof what the unseen cards of the hand and under construction may turn out to be."""
    player = state.players[seat]
    builds = [at for at, (card, _, _) in enumerate(player.building) if card == UNSEEN]
    if UNSEEN not in player.hand and not builds:
        return []
    possible = [card for card in may_be(state, seat) if state.faces[card].buildable]
    actions: list[Action] = [("show", at, card) for at in builds for card in possible]
    if UNSEEN in player.hand:
        actions += [("build", card) for card in possible if card not in player.hand]
    return actions


def show(state: StarWarsState, action: Action) -> None:
    """Settle in a proof which card an unseen one under construction is."""
    building = state.players[state.seat_to_act].building
    _, counters, shown = building[action[1]]
    building[action[1]] = (action[2], counters, shown)


# Starting and paying a build (SW-7.1 to 7.6).


def build(state: StarWarsState, action: Action) -> None:
    """Put a card from the hand face down into the build zone, without payment (SW-7.1, 3.4)."""
    seat, card = state.seat_to_act, action[1]
    player = state.players[seat]
    player.hand.remove(card if card in player.hand else UNSEEN)
    player.building.append((card, 0, False))
    state.note("build_begun", "SW-7.1", seat, secret=True, card=card)


def add(state: StarWarsState, action: Action) -> None:
    """Turn build points into as many counters; they never turn back (SW-7.2, 8.3, 8.5)."""
    seat, (_, count, at) = state.seat_to_act, action
    player = state.players[seat]
    card, counters, shown = player.building[at]
    player.build -= count
    player.building[at] = (card, counters + count, shown)
    facts = {"count": count, "counters": counters + count}
    state.note("counters_added", "SW-7.2", seat, secret=not shown, card=card, **facts)


# Completing (SW-7.4 to 7.12, 11.17 to 11.21, 13.1 to 13.3).


def completions(state: StarWarsState, seat: int, at: int) -> list[Action]:
    """Return the ways in which a unique card under construction can be completed now (SW-7.4, SW-R13)."""
    card, counters, _ = state.players[seat].building[at]
    unit, cost = own_unit_of(state, seat, card), state.faces[card].cost
    if unit is None:
        return [("complete", at)] if counters >= cost else []
    joined = [(f"complete_{way}", at) for way, needed in joinings(state, unit, card) if counters >= needed]
    return [*joined, ("complete_discard", at)] if counters >= cost else joined


def price(state: StarWarsState, card: int) -> int:
    """Return the counters needed: the build cost; for a Location the higher of both when it replaces (SW-13.3, SW-R17).

    A blank box counts as 0 (SW-2.11).
    """
    face = state.faces[card]
    if face.category == LOCATION:
        old = state.location(face.kind)
        return face.cost if old < 0 else max(face.cost, state.faces[old].cost)
    return face.cost


def _take(state: StarWarsState, seat: int, at: int) -> int:
    """Turn a card under construction face up; all its counters go, extra ones are lost (SW-7.4, 7.6, SW-R13)."""
    return state.players[seat].building.pop(at)[0]


def complete(state: StarWarsState, action: Action) -> None:
    """Complete a card: a unit is deployed, a Location placed, Equipment laid ready, a Mission carried out."""
    seat = state.seat_to_act
    card = _take(state, seat, action[1])
    player, face = state.players[seat], state.faces[card]
    if face.category == UNIT:  # it arrives untapped (SW-7.7, 4.4) and its completion triggers happen
        unit = state.new_unit(seat, face.kind, card)
        state.note("completed.unit", "SW-7.7", seat, unit=card, arena=ARENAS[face.kind].capitalize())
        set_off(state, seat, card, "deployed", unit)
        check(state)
    elif face.category == LOCATION:
        _place(state, seat, card)
    elif face.category == EQUIPMENT:  # face up in the build zone (SW-7.10)
        player.gear.append(card)
        state.note("completed.equipment", "SW-7.10", seat, card=card)
    else:
        state.note("completed.mission", "SW-7.12", seat, card=card)
        state.argument = Resolving(card, face.moments[MISSION][0], 0, seat, 0, 0, (), 0, True)


def _place(state: StarWarsState, seat: int, card: int) -> None:
    """Place a Location in its arena; one already there goes to its owner's discard pile (SW-7.9, 13.1, 13.2)."""
    place = state.faces[card].kind
    old = state.location(place)
    state.players[seat].locations.append(card)
    state.note("completed.location", "SW-7.9", seat, card=card, arena=ARENAS[place].capitalize())
    if old >= 0:
        owner = seat if old in state.players[seat].locations[:-1] else 1 - seat
        state.players[owner].locations.remove(old)
        state.players[owner].discard.append(old)
        state.note("location_replaced", "SW-13.2", owner, card=old)
    check(state)


def complete_joining(state: StarWarsState, action: Action) -> None:
    """Complete a card as the new top card of its unit, or beneath it (SW-11.18 to 11.20)."""
    seat = state.seat_to_act
    join(state, seat, _take(state, seat, action[1]), on_top=action[0] == "complete_top")


def complete_discard(state: StarWarsState, action: Action) -> None:
    """Complete a card only to discard it as the one that came later (SW-11.4, SW-R37)."""
    seat = state.seat_to_act
    card = _take(state, seat, action[1])
    state.players[seat].discard.append(card)
    state.note("completed.discarded", "SW-11.4", seat, card=card)


def a_mission(state: StarWarsState) -> bool:
    """Return True if a Mission has just been completed and is to be carried out."""
    return bool(state.argument)


# Return, Equipment, end of the step.


def redeploy(state: StarWarsState, action: Action) -> None:
    """Return a retreated unit to its arena, free, with everything on it (SW-7.8, SW-R14)."""
    seat, _, unit = state.there(action[1])
    state.change(unit, to=state.faces[unit[CARDS][0]].kind)
    state.note("redeployed", "SW-7.8", seat, unit=unit)
    check(state, unit[ID])


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


def end_step(state: StarWarsState, action: Action) -> None:
    """End the build step or the retreat step; build points left can still be lost only (SW-4.8)."""
    state.reorders = 0
    kind = "build_ended" if state.step.ask is build_actions else "retreat_ended"
    state.note(kind, state.step.clauses[0], state.seat_to_act)


# The retreat step (SW-7.13, 7.14).


def retreats(state: StarWarsState) -> list[Action]:
    """Return the own untapped units in the arenas, and ending the step (SW-7.13, SW-R18)."""
    seat = state.seat_to_act
    actions: list[Action] = [
        ("retreat", unit[ID]) for zone in state.players[seat].units[:RETREATED] for unit in zone if not unit[TAPPED]
    ]
    return [*actions, ("end",)]


def retreat(state: StarWarsState, action: Action) -> None:
    """Tap a unit and move it face up to the build zone; nothing heals by that (SW-7.13, 7.14, SW-R18)."""
    seat, _, unit = state.there(action[1])
    state.change(unit, tapped=True, to=RETREATED)
    state.note("retreated", "SW-7.13", seat, unit=unit)
    check(state, unit[ID])
