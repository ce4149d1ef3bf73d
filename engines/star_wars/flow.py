"""The flow table: the rows of chapters 5, 6 and 7, the end of turn and effects. The phase graph is read off it.

The rows of the Battle phase stand in `engines.star_wars.battles`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.flow import RETURN, Call, Case, Flow, If, Step, who
from engines.core.programs import chooses, triggers
from engines.star_wars import building, effects, ready, setup, stacks, winning
from engines.star_wars.battles import ARENA_BATTLE, UNIT_BATTLE
from engines.star_wars.state import Exchanging, Resolving, dark, light

PHASES = (
    "setup",
    "ready",
    "command",
    "battle",
    "unit",
    "end",
    "effect",
    "over",
)

Seat = Callable[[Any], int]
COMPLETES = who("player below 30")(setup.completes)


def waits(then: Any) -> If:
    """Carry out abilities that have been set off, then continue at `then`."""
    return If(effects.something_waits, "an ability was set off", Call("TRIGGERS", then=then), "", then)


def mulligan_step(name: str, seat: Seat, to: str) -> Step:
    """Return the row of one player's mulligan (SW-5.3): keep, or choose cards to discard one by one."""
    return Step(
        name,
        "setup",
        ("SW-5.3", "SW-R4"),
        ask=setup.mulligan_choices,
        who=seat,
        on={"keep": (setup.keep, to), "mulligan": (setup.begin_mulligan, Call("EXCHANGE", then=to))},
        passing="keep",
    )


def placement_step(name: str, seat: Seat, other: str) -> Step:
    """Return the row of one player's placement turns (SW-5.8 to 5.12)."""
    placed = Case(
        setup.standing,
        {
            "finished": ("exactly 30", "S9"),
            "ahead": ("total above the other's", other),
            "behind": ("not above it", name),
        },
    )
    return Step(
        name,
        "setup",
        ("SW-5.8", "SW-5.9", "SW-5.10", "SW-5.11", "SW-5.12", "SW-R5", "SW-R6"),
        ask=setup.placements,
        who=seat,
        on={
            "deploy": (setup.deploy, placed),
            "deploy_top": (setup.deploy, placed),
            "deploy_under": (setup.deploy, placed),
            "part_build": (setup.part_build, "S9"),
        },
        words={"deploy_top": "stacked on top", "deploy_under": "stacked beneath", "part_build": "part-built card"},
        otherwise=(setup.stop, "S9"),
        otherwise_words="no unit in hand",
    )


def build_step(name: str, seat: Seat, clause: str, to: str) -> Step:
    """Return the row of one player's build step (chapter 7)."""
    done = If(building.a_mission, "a Mission", Call("EFFECT", then=name), "", waits(name))
    return Step(
        name,
        "command",
        (clause, "SW-7.1", "SW-7.2", "SW-7.4", "SW-7.8", "SW-7.11", "SW-11.22", "SW-R12"),
        ask=building.build_actions,
        who=seat,
        on={
            "show": (building.show, name),
            "build": (building.build, name),
            "add": (building.add, name),
            "complete": (building.complete, done),
            "complete_top": (building.complete_top, name),
            "complete_under": (building.complete_under, name),
            "complete_discard": (building.complete_discard, name),
            "redeploy": (building.redeploy, name),
            "equip": (building.equip, name),
            "reorder": (stacks.reorder, name),
            "end": (building.end_build, to),
        },
        words={
            "show": "build begun",
            "build": "build begun",
            "add": "counters",
            "complete": "completed",
            "complete_top": "completed",
            "complete_under": "completed",
            "complete_discard": "completed",
            "reorder": "new top card",
            "end": "step ended",
        },
        passing="end",
    )


def retreat_step(name: str, seat: Seat, clause: str, to: str) -> Step:
    """Return the row of one player's retreat step (SW-7.13)."""
    return Step(
        name,
        "command",
        (clause, "SW-7.13", "SW-R18"),
        ask=building.retreats,
        who=seat,
        on={"retreat": (building.retreat, name), "end": (building.end_retreat, to)},
        words={"retreat": "a unit retreats", "end": "step ended"},
        passing="end",
    )


SETUP = (
    Step("S1", "setup", ("SW-1.1", "SW-1.3", "SW-1.5", "SW-1.7", "SW-5.1", "SW-R2"), do=setup.settle_sides, to="S2"),
    Step("S2", "setup", ("SW-5.1",), do=setup.shuffle_decks, to="S3"),
    Step("S3", "setup", ("SW-5.2", "SW-4.9"), do=setup.opening_hands, to="S4"),
    mulligan_step("S4", dark, "S5"),
    mulligan_step("S5", light, "S6"),
    Step(
        "EXCHANGE",
        "setup",
        ("SW-5.3", "SW-R4"),
        procedure="EXCHANGE",
        local=Exchanging,
        ask=setup.exchanges,
        who=setup.exchanger,
        pick=True,
        on={"exchange": (setup.exchange, "EXCHANGE"), "done": (setup.draw_exchanged, RETURN)},
        words={"exchange": "one more"},
    ),
    Step(
        "S6",
        "setup",
        ("SW-5.6", "SW-5.7", "SW-5.5"),
        ask=setup.first_placements,
        who=dark,
        on={"deploy": (setup.deploy, "S7")},
        words={"deploy": "first unit"},
        otherwise=(setup.stop, "S9"),
        otherwise_words="no unit in hand",
    ),
    placement_step("S7", light, "S8"),
    placement_step("S8", dark, "S7"),
    Step(
        "S9",
        "setup",
        ("SW-5.13", "SW-5.14", "SW-R6"),
        ask=setup.placements,
        who=COMPLETES,
        on={
            "deploy": (setup.deploy, "S9"),
            "deploy_top": (setup.deploy, "S9"),
            "deploy_under": (setup.deploy, "S9"),
            "part_build": (setup.part_build, "T1"),
        },
        words={"deploy_top": "deploy", "deploy_under": "deploy", "part_build": "part-built card"},
        otherwise=(setup.stop, "T1"),
        otherwise_words="exactly 30, or no unit in hand",
    ),
)

TURN = (
    Step("T1", "ready", ("SW-6.1", "SW-6.2", "SW-6.3", "SW-6.4"), do=ready.untap, to="T2"),
    Step("T2", "ready", ("SW-6.5", "SW-R9"), do=ready.force_gain, to="T3"),
    Step("T3", "ready", ("SW-6.6", "SW-14.4"), do=ready.draw_cards, to="C1"),
    Step("C1", "command", ("SW-6.7", "SW-R10", "SW-R46"), do=ready.command_start, to=waits("C2")),
    Step(
        "C2",
        "command",
        ("SW-6.8", "SW-6.9", "SW-6.10"),
        ask=ready.faces,
        chance=True,
        on={"roll": (ready.build_roll, "C3")},
    ),
    build_step("C3", dark, "SW-6.11", "C4"),
    build_step("C4", light, "SW-6.12", "C5"),
    retreat_step("C5", dark, "SW-6.13", "C6"),
    retreat_step("C6", light, "SW-6.14", "B0"),
)

ENDS = (
    Step("E1", "end", ("SW-6.16", "SW-4.8", "SW-R30"), do=ready.end_turn, to="E2"),
    Step(
        "E2",
        "end",
        ("SW-6.17", "SW-15.1", "SW-15.2", "SW-15.3", "SW-15.4"),
        do=winning.judge,
        to=Case(
            winning.verdict,
            {
                "dark": ("Dark controls two arenas", "G1"),
                "light": ("Light controls two arenas", "G2"),
                "cap": ("the last turn is over", "G3"),
                "on": ("no winner", "T1"),
            },
        ),
    ),
    Step("G1", "over", ("SW-15.1",), do=winning.dark_wins, terminal=True, ends="Dark wins"),
    Step("G2", "over", ("SW-15.1",), do=winning.light_wins, terminal=True, ends="Light wins"),
    Step("G3", "over", ("SW-R41",), do=winning.draw_game, terminal=True, ends="draw"),
)

EFFECTS = (
    Step(
        "EFFECT",
        "effect",
        ("SW-7.12", "SW-10.3", "SW-14.3", "SW-R16"),
        procedure="EFFECT",
        local=Resolving,
        do=effects.resolve,
        to=Case(
            effects.next_part,
            {
                "choose": ("a choice", "CHOOSE"),
                "choose_dice": ("choose dice", "DICE"),
                "reroll": ("reroll", "REROLL"),
                "done": ("finished", RETURN),
            },
        ),
    ),
    Step(
        "CHOOSE",
        "effect",
        ("SW-7.12", "SW-R46"),
        procedure="EFFECT",
        local=Resolving,
        ask=effects.choices,
        who=effects.chooser,
        pick=True,
        on={"choose": (effects.choose, "EFFECT"), "choose_build": (effects.choose, "EFFECT")},
        words={"choose": "a unit", "choose_build": "a build"},
        otherwise=(effects.choose_only, "EFFECT"),
        unasked=effects.choosable,
        fits=chooses,
        otherwise_words="only one",
    ),
    Step(
        "DICE",
        "effect",
        ("SW-9.15", "SW-R26"),
        procedure="EFFECT",
        local=Resolving,
        ask=effects.dice_choices,
        who=effects.chooser,
        pick=True,
        on={
            "choose_die": (effects.choose_die, If(effects.still_choosing, "one more", "DICE", "chosen", "EFFECT")),
            "done": (effects.dice_chosen, "EFFECT"),
        },
        words={"choose_die": ""},
    ),
    Step(
        "REROLL",
        "effect",
        ("SW-9.15", "SW-R26"),
        procedure="EFFECT",
        local=Resolving,
        ask=ready.battle_faces,
        chance=True,
        weights=ready.alike_faces,
        on={"roll": (effects.reroll, If(effects.more_rerolls, "next die", "REROLL", "all rolled", "EFFECT"))},
        words={"roll": ""},
    ),
    triggers(
        "TRIGGERS",
        "effect",
        ("SW-R46",),
        line=effects.next_in_line,
        begin=effects.begin,
        resolve="EFFECT",
        empty=RETURN,
        kind="resolve",
        procedure="TRIGGERS",
    ),
)


def build() -> Flow:
    """Return the flow table."""
    return Flow([*SETUP, *TURN, *ARENA_BATTLE, *UNIT_BATTLE, *ENDS, *EFFECTS])
