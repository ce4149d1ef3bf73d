"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.legal.moments import Holds, Moment, Over, asked, during, lane, within
from engines.star_wars.combat import WINDOW
from engines.star_wars.state import StarWarsState
from engines.star_wars.values import setup_total

RACE = ("S7", "S8")
PLACEMENT = ("S6", *RACE, "S9")


def steps_of(state: StarWarsState, seat: int, what: str) -> str:
    """Return the step in which a player builds or retreats."""
    dark = seat == state.dark
    return {"build": "C3" if dark else "C4", "retreat": "C5" if dark else "C6"}[what]


def own(what: str) -> Holds[StarWarsState]:
    """Return the truth of "in your own build step", or retreat step."""
    return lambda state, seat: within(state, steps_of(state, seat, what))


def gone(what: str) -> Holds[StarWarsState]:
    """Return the truth of "your build step of this turn is over", or retreat step."""

    def holds(state: StarWarsState, seat: int) -> bool:
        phase = lane(state)
        if phase != "command":
            return phase in ("battle", "unit", "end")
        return any(within(state, step) for step in ("C3", "C4", "C5", "C6") if step > steps_of(state, seat, what))

    return holds


def mulligan_decided(state: StarWarsState, seat: int) -> bool:
    """Return True once this player has decided on the mulligan; the Dark player decides first (SW-5.3)."""
    if lane(state) != "setup":
        return True
    name = state.step.name
    if name == "EXCHANGE":
        return within(state, "S6") or (state.dark == seat and within(state, "S5"))
    return name in PLACEMENT or (state.dark == seat and name == "S5")


def totals(state: StarWarsState, seat: int) -> Mapping[str, Any]:
    """Return both setup totals."""
    return {"total": setup_total(state, seat), "other": setup_total(state, 1 - seat)}


def in_window(state: StarWarsState, seat: int) -> bool:
    """Return True in a window of a battle if this player is asked."""
    return within(state, *WINDOW) and asked(state, seat)


MULLIGAN = Moment("mulligan", during("setup"), (Over("mulligan", "SW-5.3", mulligan_decided),))
PLACE = Moment(
    "placement",
    lambda s, seat: asked(s, seat, *PLACEMENT),
    (
        Over("placement", "SW-5.13", during("ready", "command", "battle", "unit", "end")),
        Over("others_placement", "SW-5.9", lambda s, seat: s.step.name in RACE and not asked(s, seat), totals),
    ),
)
BUILD = Moment("build", own("build"), (Over("build", "", gone("build")),))
RETREAT = Moment("retreat", own("retreat"), (Over("retreat", "", gone("retreat")),))
END = Moment(
    "end",
    lambda s, seat: own("build")(s, seat) or own("retreat")(s, seat),
    (Over("own_placement", "SW-5.9", lambda s, seat: asked(s, seat, *RACE), totals), Over("end", "", gone("retreat"))),
)
PASS: Moment[StarWarsState] = Moment("pass", lambda s, seat: in_window(s, seat) or asked(s, seat, "A4", "A5"))
USE = Moment("use", in_window)

BUILDING = "build add complete complete_top complete_under complete_discard redeploy equip reorder"
MOMENTS: dict[str, Moment[StarWarsState]] = {
    **dict.fromkeys(("keep", "mulligan"), MULLIGAN),
    **dict.fromkeys(("deploy", "deploy_top", "deploy_under", "part_build"), PLACE),
    **dict.fromkeys(BUILDING.split(), BUILD),
    **dict.fromkeys(("play", "use"), USE),
    "retreat": RETREAT,
    "end": END,
    "pass": PASS,
}
