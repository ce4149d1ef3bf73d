"""The rows of the Battle phase: chapters 9 and 12, a part of the flow table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.flow import Call, Case, If, Step
from engines.core.rows import window
from engines.star_wars import combat, contest, ready
from engines.star_wars.state import Bidding, Next, Rolling, dark, light


def raise_step(name: str, seat: Callable[[Any], int], other: str) -> Step:
    """Return the row in which one player raises or passes (SW-12.3 to 12.6)."""
    passed = If(contest.both_passed, "two passes in a row", "A6", "the other is asked", other)
    return Step(
        name,
        "battle",
        ("SW-12.3", "SW-12.4", "SW-12.5", "SW-12.6", "SW-R33"),
        ask=contest.raises,
        who=seat,
        window=True,
        passing="pass",
        local=Bidding,
        on={"raise": (contest.bid, other), "pass": (contest.pass_bid, passed)},
    )


def battle_window(name: str, clause: str, closed: str) -> Step:
    """Return one of the four windows of a battle (SW-9.12, 9.15, 9.17, 9.20)."""
    again = name if name == "U8" else If(combat.both_here, "both units there", name, "a unit has left", "UX")
    return window(
        name,
        "unit",
        (clause, "SW-10.2", "SW-10.3", "SW-R24"),
        uses=combat.uses,
        on={"play": (combat.play, Call("EFFECT", then=again)), "use": (combat.use, Call("EFFECT", then=again))},
        closed=closed,
        words={"play": "Battle card", "use": "ability"},
    )


ARENA_BATTLE = (
    Step(
        "B0",
        "battle",
        ("SW-6.15", "SW-9.1"),
        do=combat.next_arena,
        to=If(combat.arena_left, "an arena is left", "A1", "all three done", "E1"),
    ),
    Step(
        "A1",
        "battle",
        ("SW-9.2", "SW-12.1", "SW-R31"),
        do=contest.look_for_clashes,
        to=Case(
            contest.how_many, {"none": ("no clash", "A7"), "one": ("one clash", "A3"), "several": ("several", "A2")}
        ),
    ),
    Step(
        "A2",
        "battle",
        ("SW-R32",),
        ask=contest.contests,
        who=dark,
        on={"contest": (contest.choose_contest, "A3")},
        words={"contest": "clash chosen"},
    ),
    Step(
        "A3",
        "battle",
        ("SW-12.2", "SW-R32"),
        ask=contest.opening_bids,
        who=dark,
        local=Bidding,
        on={"bid": (contest.bid, "A4")},
    ),
    raise_step("A4", light, "A5"),
    raise_step("A5", dark, "A4"),
    Step(
        "A6",
        "battle",
        ("SW-12.7", "SW-12.8", "SW-12.9", "SW-12.10", "SW-R34"),
        local=Bidding,
        do=contest.settle,
        to="A1",
        to_words="further clashes?",
    ),
    Step(
        "A7",
        "battle",
        ("SW-9.3", "SW-9.4", "SW-9.6", "SW-R20", "SW-R43"),
        do=combat.find_next,
        to=Case(
            combat.how_many_next,
            {
                "none": ("all tapped", "B0"),
                "one": ("one unit is next", "U1"),
                "several": ("own units are tied", "A8"),
            },
        ),
    ),
    Step(
        "A8",
        "battle",
        ("SW-9.5", "SW-R21"),
        ask=combat.tied_units,
        who=combat.whose_unit,
        local=Next,
        on={"next": (combat.take_next, "U1")},
        words={"next": "unit chosen"},
        otherwise=(combat.take_first, "U1"),
        otherwise_words="no enemy in the arena",
    ),
)

UNIT_BATTLE = (
    Step(
        "U1",
        "unit",
        ("SW-9.7", "SW-9.8", "SW-9.9", "SW-9.10", "SW-9.11"),
        ask=combat.fights,
        fits=combat.one_acts,
        who=combat.whose_unit,
        local=Next,
        on={"battle": (combat.declare, "U2"), "stand_down": (combat.stand_down, "A7")},
        words={"battle": "battle declared", "stand_down": "stands down"},
        otherwise=(combat.stand_down_alone, "A7"),
        otherwise_words="no enemy in the arena",
        passing="stand_down",
    ),
    battle_window("U2", "SW-9.12", "U3"),
    Step("U3", "unit", ("SW-9.13", "SW-9.14", "SW-R26"), do=combat.count_dice, to="DIE"),
    Step(
        "DIE",
        "unit",
        ("SW-9.14", "SW-R26"),
        ask=combat.next_die,
        chance=True,
        weights=ready.alike_faces,
        local=Rolling,
        on={"roll": (combat.roll, "DIE")},
        words={"roll": "next die"},
        otherwise=(combat.rolled, "U4"),
        otherwise_words="all rolled",
    ),
    battle_window("U4", "SW-9.15", "U5"),
    Step("U5", "unit", ("SW-9.16",), do=combat.count_hits, to="U6"),
    battle_window("U6", "SW-9.17", "U7"),
    Step("U7", "unit", ("SW-9.18", "SW-9.19", "SW-14.1"), do=combat.place_damage, to="U8"),
    Step("UX", "unit", ("SW-R25",), do=combat.cut_short, to="U8"),
    battle_window("U8", "SW-9.20", "U9"),
    Step("U9", "unit", ("SW-9.20", "SW-R30"), do=combat.close_battle, to="A7"),
)
