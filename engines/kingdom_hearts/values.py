"""Current values (KH-4.7): the printed value, changed by Equipment, the world that applies, and effects.

At least 0 (KH-R17).
"""

from __future__ import annotations

from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import PLAYER, Face
from engines.kingdom_hearts.state import CARD, GEAR, HERO_ID, JOINED, Ally, KingdomHeartsState
from engines.legal.changed_figures import sum_changes


def hero_face(state: KingdomHeartsState, seat: int) -> Face:
    """Return the hero's face: that of a Form Change, or of the card beneath if there is none (KH-14.2, KH-R33)."""
    player = state.players[seat]
    return state.faces[player.form if player.form != NO_CARD else player.hero]


def hero_names(state: KingdomHeartsState, seat: int) -> tuple[str, ...]:
    """Return the hero's names: those of the card itself and of a Form Change on it (KH-R33)."""
    player, faces = state.players[seat], state.faces
    if player.form == NO_CARD:
        return (faces[player.hero].printed,)
    return (faces[player.hero].printed, faces[player.form].printed)


def card_of_own(state: KingdomHeartsState, seat: int, number: int) -> int | Ally | None:
    """Return the card of a player's hero (HERO_ID), or the ally with this id; None if it has left."""
    return state.players[seat].hero if number == HERO_ID else state.ally(seat, number)


def equipment_on(state: KingdomHeartsState, seat: int, bearer: int) -> tuple[int, ...]:
    """Return the Equipment on a player's hero (HERO_ID), or on the ally with this id; () if the ally has left."""
    if bearer == HERO_ID:
        return state.players[seat].gear
    ally = state.ally(seat, bearer)
    return () if ally is None else ally[GEAR]


def equipment_of(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return all Equipment on a player's side."""
    player = state.players[seat]
    return [*player.gear, *(card for ally in player.allies for card in ally[GEAR])]


def current_attribute(state: KingdomHeartsState, seat: int) -> str:
    """Return the current attribute of the hero, which decides which cards are its allies (KH-2.4, 11.2)."""
    return hero_face(state, seat).attribute


def current_attack(state: KingdomHeartsState, seat: int) -> int:
    """Return the hero's ATK with its Equipment (KH-2.3, 15.2)."""
    total = hero_face(state, seat).atk
    for gear in state.players[seat].gear:
        total += state.faces[gear].atk
    return total


def current_magic(state: KingdomHeartsState, seat: int, caster: int) -> int:
    """Return the MAG of the hero (HERO_ID) or an ally; -1 for a card that can never cast.

    MAG is a rank and is never spent (KH-8.8, 13.5). A Dark·Nobody card has none, even if something raises MAG
    (KH-11.17, KH-R39).
    """
    faces = state.faces
    if caster == HERO_ID:
        total = hero_face(state, seat).mag
        worn = state.players[seat].gear
    else:
        ally = state.ally(seat, caster)
        if ally is None or faces[ally[CARD]].is_dark_nobody:
            return -1
        total, worn = faces[ally[CARD]].mag, ally[GEAR]
    for gear in worn:
        total += faces[gear].mag
    return total


def current_power(state: KingdomHeartsState, side: int, card: int, obstacle: bool = False) -> int:
    """Return the current POW of a Dark·Nobody card on the field of `side`, obstacle or ally (KH-2.9, KH-R53).

    The world of a fight affects its participants: in a Battle those of that field, in a Challenge the allies (KH-R24).
    """
    pow, fight = state.faces[card].pow, state.fight
    if fight is not None and (not obstacle if fight.challenge else side == fight.seat):
        world = fight_world(state)
        if world != NO_CARD:
            pow += state.faces[world].pow_bonus
        if obstacle:
            pow -= fight.weakened
    return max(0, pow)


def current_support(state: KingdomHeartsState, side: int, ally: Ally) -> int:
    """Return the SUP of an ally: printed, or half the POW (KH-11.16, KH-R38), or the ATK of a Player card (KH-11.8)."""
    face = state.faces[ally[CARD]]
    of_player = face.category == PLAYER
    if face.is_dark_nobody:
        total = current_power(state, side, ally[CARD]) // face.power_a_support
    else:
        total = face.atk if of_player else face.sup
    for gear in ally[GEAR]:
        total += state.faces[gear].sup
        if of_player:
            total += state.faces[gear].atk
    if state.changes is not None:
        total = max(0, total + sum_changes(state.changes, state, "sup", side, "allies", ally))
    return total


def world_total(state: KingdomHeartsState, seat: int) -> int:
    """Return the sum of the levels of a player's worlds; all stay visible (KH-16.2, 16.3)."""
    total = 0
    for world in state.players[seat].worlds:
        total += state.faces[world].level
    return total


def ally_level(state: KingdomHeartsState, seat: int) -> int:
    """Return the highest level of a player's allies, Magic/Ally included; 0 without allies (KH-8.3, 8.4)."""
    highest = 0
    for ally in state.players[seat].allies:
        level = state.faces[ally[CARD]].level
        if level > highest:
            highest = level
    return highest


def fight_world(state: KingdomHeartsState) -> int:
    """Return the top world whose text applies to the current fight; NO_CARD if there is none (KH-16.8, KH-R24).

    In a Battle it is the battling player's own (KH-9.3), in a Challenge the blocker's (KH-10.4).
    """
    fight = state.fight
    if fight is None:
        return NO_CARD
    worlds = state.players[1 - fight.seat if fight.challenge else fight.seat].worlds
    return worlds[-1] if worlds else NO_CARD


def fight_total(state: KingdomHeartsState, seat: int) -> int:
    """Return a side's total: ATK of the hero, SUP of participants, and bonuses of used cards (KH-9.9, 10.11, 13.7)."""
    fight, faces = state.fight, state.faces
    total = current_attack(state, seat)
    for ally in state.players[seat].allies:
        if ally[JOINED]:
            total += current_support(state, seat, ally)
    if fight is not None:
        world = fight_world(state)
        more = faces[world].attack_bonus if world != NO_CARD else 0
        for card in fight.used[seat]:
            face = faces[card]
            total += face.bonus + more if face.is_attack else face.bonus
    return total
