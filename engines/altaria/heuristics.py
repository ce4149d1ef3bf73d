"""A beginner's judgement: points for actions and positions. It uses only what the player who acts may see."""

from __future__ import annotations

from engines.altaria.keywords import break_rank, current_power
from engines.altaria.state import FATIGUED, AltariaState, attack_of, ready_energy
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit.defaults import evaluation_by_difference


def worth_of_unit(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of putting a unit onto the battlefield; expensive and strong units are worth more."""
    face = state.faces[action[1]]
    return 10 + face.cost * 3 + face.power


def worth_of_ambush(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of an Ambush during an attack; 0 for a unit that does not help there."""
    helps = bool(state.faces[action[1]].keywords) or ready_energy(state, seat) > 0
    return worth_of_unit(state, seat, action) if helps else -1


def worth_of_core_attack(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of a core attack, which is the maximum if it breaks the last core."""
    rank = break_rank(state, seat, state.there(action[1])[1])
    if rank >= state.cores_left(1 - seat):
        return 100
    return 20 + 5 * rank - (3 if state.cores_left(seat) <= 2 else 0)


def worth_of_unit_attack(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of a unit attack, which is the power of the unit it removes."""
    mine, other = (current_power(state, *state.there(number)) for number in action[1:])
    return 24 + other if mine > other else 12 if mine == other else -5


def worth_of_choice(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of choosing a unit: its power, and more if it is upright."""
    side, unit = state.there(action[1])
    return current_power(state, side, unit) + (0 if unit[FATIGUED] else 2)


def _price(state: AltariaState, seat: int, action: Action) -> int:
    """Return the cost of the action's card if the player cannot pay it soon; otherwise 0."""
    cost: int = state.faces[action[1]].cost
    return cost if cost > len(state.players[seat].energy) + 1 else 0


def worth_of_energy_charge(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of charging energy: high unless energy outnumbers the altar, low once there is enough."""
    me = state.players[seat]
    energy = len(me.energy)
    enough = energy >= 5 and energy >= max((state.faces[card].cost for card in me.hand), default=0)
    points = 1 if enough else 8 if energy <= len(me.altar) else 4
    return points + _price(state, seat, action) + (0.1 if action[2] == "up" else 0)


def worth_of_altar_charge(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of putting a card on the altar; attributes that the hand lacks are worth more."""
    me = state.players[seat]
    face = state.faces[action[1]]
    lacking = sum(
        1
        for card in me.hand
        for bit in state.faces[card].symbols
        if bit & face.attributes and not any(state.faces[other[0]].attributes & bit for other in me.altar)
    )
    points = (5 if len(me.altar) < 5 else 1) + 2 * lacking - (1 if face.colours > 1 else 0)
    return points + _price(state, seat, action)


def worth_of_block(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of a block: high if it saves the last core or if the blocker survives, otherwise low."""
    attack = attack_of(state)
    if not attack.target and len(attack.cores) >= state.cores_left(seat):
        return 90
    margin = current_power(state, *state.there(action[1])) - current_power(state, *state.there(attack.attacker))
    if margin >= 0:
        return 20 + margin
    return 8 if not attack.target and (len(attack.cores) > 1 or state.cores_left(seat) <= 3) else 1


def worth_of_payment(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of paying with an altar card, which is lower if a Force on it would stop working."""
    return -1 if state.players[seat].altar[action[1]][1] != NO_CARD else 1


def worth_of_place(state: AltariaState, seat: int, action: Action) -> float:
    """Return the value of putting a Force on an altar card; an upright one is worth more."""
    return not state.players[seat].altar[action[1]][2]


def _strength(state: AltariaState, seat: int) -> float:
    player = state.players[seat]
    units = sum(1.5 + current_power(state, seat, unit) for unit in player.field)
    return (
        3.5 * state.cores_left(seat)
        + units
        + 1.2 * len(player.hand)
        + 0.8 * len(player.energy)
        + 0.8 * len(player.altar)
        + sum(2 for altar in player.altar if altar[1] != NO_CARD)
    )


evaluation = evaluation_by_difference(_strength, 60)
"""Returns how good a position looks for a player, from 0 (lost) to 1 (won)."""
