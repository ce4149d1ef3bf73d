"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from engines.chaos.state import ChaosState
from engines.legal.moments import Moment, Over, asked, during, lane, own, within

WINDOWS = ("W1", "W2", "W3")


def partner_chosen(state: ChaosState, seat: int) -> bool:
    """Return True once this player has chosen a Partner."""
    return state.step.name != "S1" or len(state.pending) > seat


def redraw_decided(state: ChaosState, seat: int) -> bool:
    """Return True once this player has kept or redrawn the opening hand (CHA-6.5)."""
    return lane(state) != "setup" or (state.step.name == "S6" and state.turn_player == seat)


def in_ability_step(state: ChaosState, seat: int) -> bool:
    """Return True if this player is asked within an ability step."""
    return within(state, *WINDOWS) and asked(state, seat)


def when_used(state: ChaosState, seat: int) -> bool:
    """Return True in the own main actions, and in an ability step when this player is asked."""
    return in_ability_step(state, seat) or (state.turn_player == seat and within(state, "M2"))


def guarded(state: ChaosState, seat: int) -> bool:
    """Return True for the Sub player once the attack under way has a guard."""
    return state.battle is not None and state.turn_player != seat and bool(state.battle.guard)


PARTNER = Moment("partner", during("setup"), (Over("partner", "CHA-6.1", partner_chosen),))
REDRAW = Moment("redraw", during("setup"), (Over("redraw", "CHA-6.5", redraw_decided),))
MAIN = Moment("main", own("main"), (Over("main", "", own("battle", "end")),))
USE = Moment("use", when_used)
PASS = Moment("pass", in_ability_step)
ATTACK = Moment("attack", lambda s, seat: asked(s, seat, "D1"), (Over("attack", "CHA-12.9", own("end")),))
GUARD = Moment("guard", lambda s, seat: asked(s, seat, "G1"), (Over("guard", "CHA-12.11", guarded),))

MOMENTS: dict[str, Moment[ChaosState]] = {
    "choose_partner": PARTNER,
    **dict.fromkeys(("keep", "redraw"), REDRAW),
    **dict.fromkeys(("enter", "enter_extra", "level_partner", "level_extra", "set", "end_main"), MAIN),
    **dict.fromkeys(("play", "use"), USE),
    "pass": PASS,
    **dict.fromkeys(("attack", "no_attack"), ATTACK),
    **dict.fromkeys(("guard", "no_guard"), GUARD),
}
