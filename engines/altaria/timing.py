"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from engines.altaria.state import AltariaState
from engines.core.moments import Holds, Moment, Over, asked, lane, within

LATER = {"charge": ("main", "attack", "end"), "main": ("attack", "end"), "attack": ("end",)}
"""The phases of a turn that come after each of these (ALT-7.1)."""


def own(phase: str) -> Holds[AltariaState]:
    """Return the truth of "in your own ... Phase"."""
    return lambda state, seat: state.turn_player == seat and lane(state) == phase


def gone(phase: str) -> Holds[AltariaState]:
    """Return the truth of "this phase of your turn is over"."""
    return lambda state, seat: state.turn_player == seat and lane(state) in LATER[phase]


def in_ambush_window(state: AltariaState, seat: int) -> bool:
    """Return True in an Ambush window of this player, also while an Ambush in it is paid for."""
    attacker = state.turn_player == seat
    return within(state, "ATK_AMBUSH" if attacker else "DEF_AMBUSH")


def blocked(state: AltariaState, seat: int) -> bool:
    """Return True for the defender of an attack that is blocked already."""
    return state.attack is not None and state.attack.seat != seat and bool(state.attack.blocker)


def thrown(state: AltariaState, seat: int) -> bool:
    """Return True for a player who has thrown and waits for the other one."""
    return state.step.name == "JANKEN" and len(state.pending) > seat


def begun(state: AltariaState, seat: int) -> bool:
    """Return True once janken is over."""
    return state.step.name != "JANKEN"


THROW = Moment(
    "throw",
    lambda s, seat: s.step.name == "JANKEN",
    (Over("throw", "ALT-6.5", thrown), Over("janken", "ALT-6.5", begun)),
)
CHARGE = Moment("charge", own("charge"), (Over("charge", "ALT-8.1", gone("charge")),))
MAIN = Moment("main", own("main"), (Over("main", "ALT-7.8", gone("main")),))
ATTACK = Moment("attack", own("attack"), (Over("attack", "ALT-11.12", gone("attack")),))
AMBUSH = Moment("ambush", in_ambush_window)
BLOCK = Moment("block", lambda s, seat: asked(s, seat, "BLOCK"), (Over("block", "ALT-12.4", blocked),))

MOMENTS: dict[str, Moment[AltariaState]] = {
    "throw": THROW,
    **dict.fromkeys(("charge_altar", "charge_energy", "skip_charge"), CHARGE),
    **dict.fromkeys(("turn_up", "summon", "activate", "place", "use", "end_main"), MAIN),
    **dict.fromkeys(("attack_cores", "attack_unit", "end_attack"), ATTACK),
    **dict.fromkeys(("ambush", "pass"), AMBUSH),
    **dict.fromkeys(("block", "no_block"), BLOCK),
}
