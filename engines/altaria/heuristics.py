"""What looks good to a beginner: points for actions and positions, and an equally likely deal of unseen cards.

Uses only what the player to act may see.
"""

from __future__ import annotations

from engines.altaria.keywords import break_rank, power
from engines.altaria.setup import THROWS
from engines.altaria.state import FATIGUED, AltariaState, ready_energy
from engines.core import hidden
from engines.core.chance import Source
from engines.core.records import NO_CARD
from engines.core.state import Action


def heuristic(state: AltariaState, action: Action) -> float:
    """Return how good an action looks, in points; only the order of the points matters."""
    kind = action[0]
    seat = state.seat_to_act
    me, rival = state.players[seat], state.players[1 - seat]
    if kind in ("summon", "ambush"):
        face = state.faces[action[1]]
        value = 10 + face.cost * 3 + face.power
        return value if kind == "summon" else value if _ambush_helps(state, seat, action[1]) else -1
    if kind == "place":
        return 14
    if kind == "activate":
        return 12
    if kind == "use":
        return 4
    if kind == "turn_up":
        return 3
    if kind in ("end_main", "pass", "skip_charge", "take", "decline"):
        return 0
    if kind == "end_attack":
        return 0
    if kind in ("charge_altar", "charge_energy"):
        return _charge(state, seat, action)
    if kind == "attack_cores":
        unit = state.unit(seat, action[1])
        assert unit is not None
        rank = break_rank(state, seat, unit)
        if rank >= state.cores_left(1 - seat):
            return 100
        return 20 + 5 * rank - (3 if state.cores_left(seat) <= 2 else 0)
    if kind == "attack_unit":
        mine, other = state.unit(seat, action[1]), state.unit(1 - seat, action[2])
        assert mine is not None
        assert other is not None
        margin = power(state, seat, mine) - power(state, 1 - seat, other)
        return 24 + power(state, 1 - seat, other) if margin > 0 else 12 if margin == 0 else -5
    if kind == "block":
        return _block(state, seat, action[1])
    if kind == "no_block":
        return 5
    if kind == "trigger":
        return 10
    if kind == "choose":
        side = state.owner(action[1])
        unit = None if side is None else state.unit(side, action[1])
        if unit is None or side is None:
            return 0
        ready = 0 if unit[FATIGUED] else 2
        return power(state, side, unit) + ready
    if kind == "pay":
        return -1 if me.altar[action[1]][1] != NO_CARD else 1
    if kind == "onto":
        return 1 if not me.altar[action[1]][2] else 0
    return 1 if rival else 0


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


def _block(state: AltariaState, seat: int, unit_id: int) -> float:
    attack = state.attack
    assert attack is not None
    attacker, mine = state.unit(attack.seat, attack.attacker), state.unit(seat, unit_id)
    assert attacker is not None
    assert mine is not None
    if not attack.target and len(attack.cores) >= state.cores_left(seat):
        return 90
    margin = power(state, seat, mine) - power(state, attack.seat, attacker)
    if margin >= 0:
        return 20 + margin
    return 8 if not attack.target and (len(attack.cores) > 1 or state.cores_left(seat) <= 3) else 1


def _ambush_helps(state: AltariaState, seat: int, card: int) -> bool:
    """An Ambush unit is worth its price when it can block, or wins the battle under way."""
    return bool(state.faces[card].keywords) or ready_energy(state, seat) > 0


def evaluation(state: AltariaState, seat: int) -> float:
    """Return how good the position looks for `seat`, from 0 (lost) to 1 (won)."""
    if state.result is not None:
        return 0.5 if state.result.winner is None else float(state.result.winner == seat)
    balance = _strength(state, seat) - _strength(state, 1 - seat)
    return 0.5 + max(-0.49, min(0.49, balance / 60))


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


def determinise(state: AltariaState, seat: int, source: Source) -> None:
    """Replace everything `seat` cannot see by an equally likely deal, and a throw of the rival not shown yet."""
    state.pending = tuple(
        throw if side == seat else THROWS[source.below(len(THROWS))] for side, throw in enumerate(state.pending)
    )
    hidden.determinise(state, seat, source)
