"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from engines.altaria.repairs import under_attack
from engines.altaria.state import AltariaState
from engines.legal.moments import Moment, Over, asked, own, within
from engines.legal.stages import stage


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


# What is over is so in the phases that come after (ALT-7.1).
THROW = Moment(
    "throw",
    lambda s, seat: s.step.name == "JANKEN",
    (Over("throw", "ALT-6.5", thrown), Over("janken", "ALT-6.5", begun)),
)
CHARGE = Moment("charge", own("charge"), (Over("charge", "ALT-8.1", own("main", "attack", "end")),), stage("CHARGE"))
MAIN = Moment("main", own("main"), (Over("main", "ALT-7.8", own("attack", "end")),), stage("MAIN"))
ATTACK = Moment("attack", own("attack"), (Over("attack", "ALT-11.12", own("end")),), stage("ATTACK"))
AMBUSH = Moment("ambush", in_ambush_window, stage=under_attack("DEF_AMBUSH"))
BLOCK = Moment(
    "block", lambda s, seat: asked(s, seat, "BLOCK"), (Over("block", "ALT-12.4", blocked),), under_attack("BLOCK")
)
