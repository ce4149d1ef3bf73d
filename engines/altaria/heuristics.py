"""What looks good to a beginner: points for actions and positions. Uses only what the player to act may see."""

from __future__ import annotations

from engines.altaria.keywords import break_rank, power
from engines.altaria.state import FATIGUED, AltariaState, attack_of, ready_energy
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit.defaults import Judge, advised, balanced


def _card(state: AltariaState, seat: int, action: Action) -> float:
    """Return what it is worth to summon a unit: more for a dear and strong one; by Ambush if it helps there."""
    face = state.faces[action[1]]
    helps = action[0] == "summon" or bool(face.keywords) or ready_energy(state, seat) > 0
    return 10 + face.cost * 3 + face.power if helps else -1


def _attack_cores(state: AltariaState, seat: int, action: Action) -> float:
    """Return what a core attack is worth: everything if it breaks the last core."""
    rank = break_rank(state, seat, state.there(action[1])[1])
    if rank >= state.cores_left(1 - seat):
        return 100
    return 20 + 5 * rank - (3 if state.cores_left(seat) <= 2 else 0)


def _attack_unit(state: AltariaState, seat: int, action: Action) -> float:
    """Return what a unit attack is worth: the power of the unit it takes."""
    mine, other = (power(state, *state.there(number)) for number in action[1:])
    return 24 + other if mine > other else 12 if mine == other else -5


def _choose(state: AltariaState, seat: int, action: Action) -> float:
    """Return what it is worth to choose a unit: its power, more if it is upright."""
    side, unit = state.there(action[1])
    return power(state, side, unit) + (0 if unit[FATIGUED] else 2)


def _charge(state: AltariaState, seat: int, action: Action) -> float:
    """Keep the altar a little behind the energy; charge what is dear now, and colours the hand lacks."""
    me = state.players[seat]
    face = state.faces[action[1]]
    altar, energy = len(me.altar), len(me.energy)
    dear = face.cost if face.cost > energy + 1 else 0
    if action[0] == "charge_energy":
        enough = energy >= 5 and energy >= max((state.faces[card].cost for card in me.hand), default=0)
        return (1 if enough else 8 if energy <= altar else 4) + dear + (0.1 if action[2] == "up" else 0)
    lacking = sum(
        1
        for card in me.hand
        for bit in state.faces[card].symbols
        if bit & face.attributes and not any(state.faces[other[0]].attributes & bit for other in me.altar)
    )
    return (5 if altar < 5 else 1) + 2 * lacking - (1 if face.colours > 1 else 0) + dear


def _block(state: AltariaState, seat: int, action: Action) -> float:
    """Return what a block is worth: much if it saves the last core, else what the battle brings."""
    attack = attack_of(state)
    if not attack.target and len(attack.cores) >= state.cores_left(seat):
        return 90
    margin = power(state, *state.there(action[1])) - power(state, *state.there(attack.attacker))
    if margin >= 0:
        return 20 + margin
    return 8 if not attack.target and (len(attack.cores) > 1 or state.cores_left(seat) <= 3) else 1


JUDGES: dict[str, Judge[AltariaState]] = {
    "summon": _card,
    "ambush": _card,
    "charge_altar": _charge,
    "charge_energy": _charge,
    "attack_cores": _attack_cores,
    "attack_unit": _attack_unit,
    "block": _block,
    "choose": _choose,
    "pay": lambda state, seat, action: -1 if state.players[seat].altar[action[1]][1] != NO_CARD else 1,
    "onto": lambda state, seat, action: not state.players[seat].altar[action[1]][2],
    "place": 14,
    "activate": 12,
    "trigger": 10,
    "no_block": 5,
    "use": 4,
    "turn_up": 3,
    **dict.fromkeys(("end_main", "end_attack", "pass", "skip_charge", "take", "decline"), 0),
}

heuristic = advised(JUDGES, usual=1)
"""How good an action looks, in points; only the order of the points matters."""


def _strength(state: AltariaState, seat: int) -> float:
    player = state.players[seat]
    units = sum(1.5 + power(state, seat, unit) for unit in player.field)
    return (
        3.5 * state.cores_left(seat)
        + units
        + 1.2 * len(player.hand)
        + 0.8 * len(player.energy)
        + 0.8 * len(player.altar)
        + sum(2 for altar in player.altar if altar[1] != NO_CARD)
    )


evaluation = balanced(_strength, 60)
"""How good a position looks for a player, from 0 (lost) to 1 (won)."""
