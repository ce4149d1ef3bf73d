"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from engines.dgrayman.state import DGraymanState
from engines.legal.moments import Moment, Over, asked, during, lane, own

AFTER_CHARACTER = ("main", "action", "end")
SKILL_STEPS = ("SKILL_TP", "SKILL_NTP")


def mulligan_decided(state: DGraymanState, seat: int) -> bool:
    """Return True once this player has decided about the opening hand (DGM-6.4)."""
    return lane(state) != "setup" or (state.step.name == "MULLIGAN_SECOND" and state.first_player == seat)


def answered(state: DGraymanState, seat: int) -> bool:
    """Return True for the other player once an answer to the action was given or declined (DGM-11.1)."""
    return state.turn_player != seat and state.declared is not None and state.step.name in SKILL_STEPS


def skill_decided(state: DGraymanState, seat: int) -> bool:
    """Return True for the turn player once the other one is asked for a Skill card (DGM-12.5)."""
    return state.turn_player == seat and state.step.name == "SKILL_NTP"


def in_action(state: DGraymanState, seat: int) -> bool:
    """Return True within an action if this player is asked."""
    return lane(state) == "action" and asked(state, seat)


MULLIGAN = Moment("mulligan", during("setup"), (Over("mulligan", "DGM-6.4", mulligan_decided),))
CHARACTER = Moment("character", own("character"), (Over("character", "", own(*AFTER_CHARACTER)),))
MAIN = Moment("main", own("main", "action"), (Over("main", "DGM-7.7", own("end")),))
GUARD, INTERCEPT = (
    Moment(kind, lambda s, seat: asked(s, seat, "RESPONSE_CHOICE"), (Over("answer", "DGM-11.1", answered),))
    for kind in ("guard", "intercept")
)
RESPOND = Moment("respond", lambda s, seat: asked(s, seat, *SKILL_STEPS), (Over("skill", "DGM-12.3", skill_decided),))
PASS = Moment("pass", in_action)

MOMENTS: dict[str, Moment[DGraymanState]] = {
    **dict.fromkeys(("keep", "mulligan"), MULLIGAN),
    **dict.fromkeys(("place", "end_character_phase"), CHARACTER),
    **dict.fromkeys(("attack", "search", "search_deck", "draw", "recover", "use", "end_main_phase"), MAIN),
    "guard": GUARD,
    "intercept": INTERCEPT,
    "respond": RESPOND,
    "pass": PASS,
}
