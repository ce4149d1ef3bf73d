"""The flow table: one row for each step of the rulebook, from which the phase graph is derived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.declare.dealing import opening_hands, shuffle_decks
from engines.kernel.flow import RETURN, Call, Case, Exit, Flow, If, Step, name_decider
from engines.kernel.programs import is_at_choice, next_verb, run_waiting_first, triggers_row
from engines.kernel.rows import pick_one, row, window
from engines.legal.actions import choice_row
from engines.legal.reasons import Kind
from engines.star_wars import building, combat, contest, effects, placement, ready, retreat, setup, windows, winning
from engines.star_wars.equipment import EQUIP, MOVE
from engines.star_wars.stacks import REORDER
from engines.star_wars.state import Bidding, Exchanging, Next, Resolving, Rolling, StarWarsState, dark, light

PHASES = ("setup", "ready", "command", "battle", "unit", "end", "effect", "over")

Seat = Callable[[StarWarsState], int]
COMPLETES: Seat = name_decider("player below 30", "placing")
EXCHANGER: Seat = name_decider("player who exchanges", "procedure_locals.seat")
UNIT_OWNER: Seat = name_decider("owner of the unit", "procedure_locals.seat")
CHOOSER: Seat = name_decider("controller of the effect", "procedure_locals.seat")


def mulligan_step(name: str, seat: Seat, to: str) -> Step[StarWarsState]:
    """Return the row for one player's mulligan (SW-5.3): keep the hand, or discard cards one by one."""
    offers = (setup.KEEP.leading_to(to), setup.MULLIGAN.leading_to(Call("EXCHANGE", then=to)))
    return choice_row(f"{name} setup SW-5.3 SW-R4", seat, offers, ask=setup.mulligan_choices, passing="keep")


def placement_step(
    heading: str, seat: Seat, placed: Exit[StarWarsState], finished: str, words: tuple[str, str], stopped: str
) -> Step[StarWarsState]:
    """Return a row in which a player places a unit or, if none fits, a part-built card (SW-5.8 to 5.14)."""
    offers = (
        placement.DEPLOY.leading_to(placed),
        placement.DEPLOY_TOP.leading_to(placed, words[0]),
        placement.DEPLOY_UNDER.leading_to(placed, words[1]),
        placement.PART_BUILD.leading_to(finished, placement.PART_BUILD.words),
    )
    otherwise = (placement.stop_placing, finished, stopped)
    return choice_row(heading, seat, offers, ask=placement.list_placements, otherwise=otherwise)


def race_step(name: str, seat: Seat, other: str) -> Step[StarWarsState]:
    """Return the row for one player's turns to place cards (SW-5.8 to 5.12)."""
    ahead, behind = ("total above the other's", other), ("not above it", name)
    placed = Case(placement.standing_of_setup, {"finished": ("exactly 30", "S9"), "ahead": ahead, "behind": behind})
    heading = f"{name} setup SW-5.8 SW-5.9 SW-5.10 SW-5.11 SW-5.12 SW-R5 SW-R6"
    return placement_step(heading, seat, placed, "S9", ("stacked on top", "stacked beneath"), "no unit in hand")


def leading_to(to: Exit[StarWarsState], *kinds: Kind[StarWarsState]) -> tuple[Kind[StarWarsState], ...]:
    """Return the kinds of action with `to` as their exit; each keeps its own label."""
    return tuple(kind.leading_to(to, kind.words) for kind in kinds)


def build_step(name: str, seat: Seat, clause: str, to: str) -> Step[StarWarsState]:
    """Return the row for one player's build step (chapter 7)."""
    done = If(building.a_mission, "a Mission", Call("EFFECT", then=name), "", run_waiting_first(name))
    offers = (
        *leading_to(name, building.BUILD, building.SHOW, building.ADD),
        *leading_to(done, building.COMPLETE),
        *leading_to(name, building.COMPLETE_TOP, building.COMPLETE_UNDER, building.COMPLETE_DISCARD),
        *leading_to(name, retreat.REDEPLOY, EQUIP, MOVE, REORDER),
        *leading_to(to, retreat.END),
    )
    heading = f"{name} command {clause} SW-7.1 SW-7.2 SW-7.4 SW-7.8 SW-7.11 SW-11.22 SW-R12 SW-R15"
    return choice_row(heading, seat, offers, ask=building.build_actions, passing="end")


def retreat_step(name: str, seat: Seat, clause: str, to: str) -> Step[StarWarsState]:
    """Return the row for one player's retreat step (SW-7.13)."""
    offers = (*leading_to(name, retreat.RETREAT), *leading_to(to, retreat.END))
    return choice_row(f"{name} command {clause} SW-7.13 SW-R18", seat, offers, ask=retreat.list_retreats, passing="end")


def raise_step(name: str, seat: Seat, other: str) -> Step[StarWarsState]:
    """Return the row in which one player raises or passes (SW-12.3 to 12.6)."""
    passed = If(contest.both_passed, "two passes in a row", "A6", "the other is asked", other)
    offers = (contest.RAISE.leading_to(other), windows.PASS.leading_to(passed, do=contest.pass_bid))
    heading = f"{name} battle SW-12.3 SW-12.4 SW-12.5 SW-12.6 SW-R33"
    return choice_row(heading, seat, offers, ask=contest.list_raises, window=True, passing="pass", local=Bidding)


def battle_window(name: str, clause: str, closed: str) -> Step[StarWarsState]:
    """Return one of the four windows of a battle (SW-9.12, 9.15, 9.17, 9.20)."""
    again = name if name == "U8" else If(windows.both_here, "both units there", name, "a unit has left", "UX")
    offers = (*leading_to(Call("EFFECT", then=again), windows.PLAY, windows.USE), windows.PASS)
    clauses = (clause, "SW-10.2", "SW-10.3", "SW-R24")
    return window(name, "unit", clauses, uses=windows.list_uses, offers=offers, closed=closed)


def effect_step(heading: str, **more: Any) -> Step[StarWarsState]:
    """Return a row of the procedure that carries out an effect."""
    return row(heading, procedure="EFFECT", local=Resolving, **more)


SETUP: tuple[Step[StarWarsState], ...] = (
    row("S1 setup SW-1.1 SW-1.3 SW-1.5 SW-1.7 SW-5.1 SW-R2", do=setup.settle_sides, to="S2"),
    row("S2 setup SW-5.1", do=shuffle_decks("SW-5.1"), to="S3"),
    row("S3 setup SW-5.2 SW-4.9", do=opening_hands("SW-5.2"), to="S4"),
    mulligan_step("S4", dark, "S5"),
    mulligan_step("S5", light, "S6"),
    choice_row(
        "EXCHANGE setup SW-5.3 SW-R4",
        EXCHANGER,
        (setup.EXCHANGE, setup.DONE),
        ask=setup.list_exchanges,
        procedure="EXCHANGE",
        local=Exchanging,
        pick=True,
    ),
    choice_row(
        "S6 setup SW-5.6 SW-5.7 SW-5.5",
        dark,
        (placement.DEPLOY,),
        ask=placement.first_placements,
        otherwise=(placement.stop_placing, "S9", "no unit in hand"),
    ),
    race_step("S7", light, "S8"),
    race_step("S8", dark, "S7"),
    placement_step(
        "S9 setup SW-5.13 SW-5.14 SW-R6", COMPLETES, "S9", "T1", ("deploy",) * 2, "exactly 30, or no unit in hand"
    ),
)

TURN: tuple[Step[StarWarsState], ...] = (
    row("T1 ready SW-6.1 SW-6.2 SW-6.3 SW-6.4", do=ready.untap_all, to="T2"),
    row("T2 ready SW-6.5 SW-R9", do=ready.force_gain, to="T3"),
    row("T3 ready SW-6.6 SW-14.4", do=ready.draw_cards, to="C1"),
    row("C1 command SW-6.7 SW-R10 SW-R46", do=ready.command_start, to=run_waiting_first("C2")),
    row("C2 command SW-6.8 SW-6.9 SW-6.10", ask=ready.faces_of_die, chance=True, offers=(ready.ROLL,)),
    build_step("C3", dark, "SW-6.11", "C4"),
    build_step("C4", light, "SW-6.12", "C5"),
    retreat_step("C5", dark, "SW-6.13", "C6"),
    retreat_step("C6", light, "SW-6.14", "B0"),
)

CLASHES = {"none": ("no clash", "A7"), "one": ("one clash", "A3"), "several": ("several", "A2")}
NEXT = {"none": ("all tapped", "B0"), "one": ("one unit is next", "U1"), "several": ("own units are tied", "A8")}
ARENA_BATTLE: tuple[Step[StarWarsState], ...] = (
    row(
        "B0 battle SW-6.15 SW-9.1",
        do=combat.next_arena,
        to=If(combat.arena_left, "an arena is left", "A1", "all three done", "E1"),
    ),
    row("A1 battle SW-9.2 SW-12.1 SW-R31", do=contest.look_for_clashes, to=Case(contest.how_many, CLASHES)),
    choice_row("A2 battle SW-R32", dark, (contest.CONTEST,), locals_are_valid=contest.counts_clashes),
    choice_row("A3 battle SW-12.2 SW-R32", dark, (contest.BID,), ask=contest.opening_bids, local=Bidding),
    raise_step("A4", light, "A5"),
    raise_step("A5", dark, "A4"),
    row(
        "A6 battle SW-12.7 SW-12.8 SW-12.9 SW-12.10 SW-R34",
        local=Bidding,
        do=contest.settle_contest,
        to="A1",
        to_words="further clashes?",
    ),
    row("A7 battle SW-9.3 SW-9.4 SW-9.6 SW-R20 SW-R43", do=combat.find_next, to=Case(combat.how_many_next, NEXT)),
    choice_row(
        "A8 battle SW-9.5 SW-R21",
        UNIT_OWNER,
        (combat.NEXT,),
        ask=combat.tied_units,
        local=Next,
        otherwise=(combat.choose_unit, "U1", "no enemy in the arena"),
    ),
)

UNIT_BATTLE: tuple[Step[StarWarsState], ...] = (
    choice_row(
        "U1 unit SW-9.7 SW-9.8 SW-9.9 SW-9.10 SW-9.11",
        UNIT_OWNER,
        (combat.BATTLE, combat.STAND_DOWN),
        ask=combat.list_fights,
        local=Next,
        otherwise=(combat.stand_down, "A7", "no enemy in the arena"),
        locals_are_valid=combat.one_acts,
        passing="stand_down",
    ),
    battle_window("U2", "SW-9.12", "U3"),
    row("U3 unit SW-9.13 SW-9.14 SW-R26", do=combat.count_dice, to="DIE"),
    row(
        "DIE unit SW-9.14 SW-R26",
        ask=combat.next_die,
        chance=True,
        weights=ready.alike_faces,
        local=Rolling,
        offers=(ready.ROLL.leading_to("DIE", "next die", combat.roll_die),),
        otherwise=(combat.finish_roll, "U4", "all rolled"),
    ),
    battle_window("U4", "SW-9.15", "U5"),
    row("U5 unit SW-9.16", do=combat.count_hits, to="U6"),
    battle_window("U6", "SW-9.17", "U7"),
    row("U7 unit SW-9.18 SW-9.19 SW-14.1", do=combat.place_damage, to="U8"),
    row("UX unit SW-R25", do=combat.cut_short, to="U8"),
    battle_window("U8", "SW-9.20", "U9"),
    row("U9 unit SW-9.20 SW-R30", do=combat.close_battle, to="A7"),
)

VERDICTS = {
    "dark": ("Dark controls two arenas", "G1"),
    "light": ("Light controls two arenas", "G2"),
    "cap": ("the last turn is over", "G3"),
    "on": ("no winner", "T1"),
}
ENDS: tuple[Step[StarWarsState], ...] = (
    row("E1 end SW-6.16 SW-4.8 SW-R30", do=ready.end_turn, to="E2"),
    row(
        "E2 end SW-6.17 SW-15.1 SW-15.2 SW-15.3 SW-15.4",
        do=winning.judge_arenas,
        to=Case(winning.verdict_of_game, VERDICTS),
    ),
    row("G1 over SW-15.1", do=winning.dark_wins, terminal=True, ends="Dark wins"),
    row("G2 over SW-15.1", do=winning.light_wins, terminal=True, ends="Light wins"),
    row("G3 over SW-R41", do=winning.draw_game, terminal=True, ends="draw"),
)

PARTS = {
    "choose": ("a choice", "CHOOSE"),
    "choose_dice": ("choose dice", "DICE"),
    "reroll": ("reroll", "REROLL"),
    "done": ("finished", RETURN),
}
MORE_REROLLS = If(effects.more_rerolls, "next die", "REROLL", "all rolled", "EFFECT")
EFFECTS = (
    effect_step("EFFECT effect SW-7.12 SW-10.3 SW-14.3 SW-R16", do=effects.resolve_program, to=Case(next_verb, PARTS)),
    pick_one(
        "CHOOSE effect SW-7.12 SW-R46",
        procedure="EFFECT",
        local=Resolving,
        among=effects.list_choices,
        who=CHOOSER,
        offers=(effects.CHOOSE, effects.CHOOSE_BUILD),
        otherwise_words="only one",
        locals_are_valid=is_at_choice,
    ),
    effect_step(
        "DICE effect SW-9.15 SW-R26",
        ask=effects.dice_choices,
        who=CHOOSER,
        pick=True,
        offers=(effects.CHOOSE_DIE, setup.DONE.leading_to("EFFECT", do=effects.dice_chosen)),
    ),
    effect_step(
        "REROLL effect SW-9.15 SW-R26",
        ask=ready.battle_faces,
        chance=True,
        weights=ready.alike_faces,
        offers=(ready.ROLL.leading_to(MORE_REROLLS, "", effects.reroll_die),),
    ),
    triggers_row(
        "TRIGGERS",
        "effect",
        ("SW-R46",),
        line=effects.next_in_line,
        begin=effects.begin_ability,
        resolve="EFFECT",
        empty=RETURN,
        kind="resolve",
        offers=(effects.RESOLVE,),
        procedure="TRIGGERS",
    ),
)


def build_flow() -> Flow[StarWarsState]:
    """Return the flow table."""
    return Flow([*SETUP, *TURN, *ARENA_BATTLE, *UNIT_BATTLE, *ENDS, *EFFECTS])
