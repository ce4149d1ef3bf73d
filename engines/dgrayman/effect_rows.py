"""Rows of the flow table for procedures that others call: Skill cards and abilities (12, 16), Search Points (15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.dgrayman import effects, points, skills, turn
from engines.dgrayman.state import DGraymanState, Gaining, Using
from engines.kernel.flow import RETURN, Call, Case, If, Step
from engines.kernel.programs import next_verb, triggers, turn_players_first
from engines.kernel.rows import row, single
from engines.legal.actions import choice_row


def using(heading: str, procedure: str, **more: Any) -> Step[DGraymanState]:
    """Return a row of the procedures that carry out a Skill card or an ability."""
    return row(heading, procedure=procedure, local=Using, **more)


EFFECTS: tuple[Step[DGraymanState], ...] = (
    single(
        "ANNOUNCE skill DGM-9.8 DGM-12.1 DGM-R16",
        procedure="ANNOUNCE",
        local=Using,
        among=skills.choosable,
        who=skills.announcer,
        offers=(skills.CHOOSE, skills.CHOOSE_UNIT),
        locals_are_valid=skills.announces,
    ),
    using("DECLARE_SKILL skill DGM-12.2 DGM-9.4 DGM-9.5 DGM-14.10", "ANNOUNCE", do=skills.step_out_to_use, to="EFFECT"),
    using(
        "EFFECT skill DGM-12.5 DGM-16.2 DGM-2.15 DGM-R42 DGM-12.6 DGM-R29",
        "EFFECT",
        do=effects.resolve,
        to=Case(
            next_verb,
            {
                "discard": ("the opponent discards", "RIVAL_DISCARDS"),
                "gain": ("it gains points", "POINTS_GAINED"),
                "done": ("carried out", RETURN),
            },
        ),
        ends="a deck has run out",
    ),
    choice_row(
        "RIVAL_DISCARDS skill DGM-16.1 DGM-R16",
        effects.discarder,
        (replace(turn.DISCARD, do=effects.rival_discards, to="EFFECT"),),
        ask=turn.discards,
        pick=True,
        procedure="EFFECT",
        local=Using,
    ),
    using("POINTS_GAINED skill DGM-15.2 DGM-R32", "EFFECT", do=effects.gain, to=Call("GAIN_POINTS", then="EFFECT")),
    row(
        "GAIN_POINTS points DGM-15.1 DGM-15.3 DGM-R33",
        procedure="GAIN_POINTS",
        local=Gaining,
        do=points.gain,
        to=If(points.draws_due, "a multiple of 5 is reached", "FIFTH_POINT_DRAW", "none", RETURN),
        ends="20 points or more",
    ),
    row(
        "FIFTH_POINT_DRAW points DGM-15.2 DGM-R31",
        procedure="GAIN_POINTS",
        local=Gaining,
        do=points.fifth_point_draw,
        to=If(points.draws_due, "a further multiple", "FIFTH_POINT_DRAW", "all drawn", RETURN),
        ends="the opponent's deck has run out",
    ),
    triggers(
        "CHECK",
        "skill",
        ("DGM-15.4", "DGM-16.2", "DGM-R42"),
        line=turn_players_first,
        begin=effects.begin,
        resolve="EFFECT",
        empty=RETURN,
        kind="resolve",
        offers=(effects.RESOLVE,),
        procedure="CHECK",
    ),
)
