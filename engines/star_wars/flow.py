"""The flow table: chapters 5, 6, 9 and 12 as rows. The phase graph is read off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.flow import RETURN, Call, Case, Flow, If, Step, who
from engines.core.game import Phase
from engines.core.programs import triggers
from engines.core.rows import window
from engines.star_wars import building, combat, contest, effects, ready, setup, stacks, winning
from engines.star_wars.state import Bidding, Exchanging, Next, Resolving, Rolling, dark, light

PHASES = (
    Phase("setup", "Setup", "初期配置"),
    Phase("ready", "Ready", "準備フェイズ"),
    Phase("command", "Command", "命令フェイズ"),
    Phase("battle", "Battle", "戦闘フェイズ"),
    Phase("unit", "A unit's battle", "バトル"),
    Phase("end", "End of turn", "ターン終了"),
    Phase("effect", "Carrying out effects", "効果"),
    Phase("over", "Game over", "ゲーム終了"),
)

Seat = Callable[[Any], int]
DARK, LIGHT = who("Dark player")(dark), who("Light player")(light)
COMPLETES = who("player below 30")(setup.completes)


def waits(then: Any) -> If:
    """Carry out abilities that have been set off, then go on at `then`."""
    return If(effects.something_waits, "an ability was set off", Call("TRIGGERS", then=then), "", then)


def mulligan_step(name: str, title: str, seat: Seat, to: str) -> Step:
    """Return the row of one player's mulligan (SW-5.3): keep, or choose cards to discard one by one."""
    return Step(
        name,
        title,
        "setup",
        ("SW-5.3", "SW-R4"),
        "マリガン",
        ask=setup.mulligan_choices,
        who=seat,
        on={"keep": (setup.keep, to), "mulligan": (setup.begin_mulligan, Call("EXCHANGE", then=to))},
        passing="keep",
    )


def placement_step(name: str, title: str, seat: Seat, other: str) -> Step:
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
        title,
        "setup",
        ("SW-5.8", "SW-5.9", "SW-5.10", "SW-5.11", "SW-5.12", "SW-R5", "SW-R6"),
        "初期配置",
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


def build_step(name: str, title: str, seat: Seat, clause: str, to: str) -> Step:
    """Return the row of one player's build step (chapter 7)."""
    done = If(building.a_mission, "a Mission", Call("EFFECT", then=name), "", waits(name))
    return Step(
        name,
        title,
        "command",
        (clause, "SW-7.1", "SW-7.2", "SW-7.4", "SW-7.8", "SW-7.11", "SW-11.22", "SW-R12"),
        "ビルド・ステップ",
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


def retreat_step(name: str, title: str, seat: Seat, clause: str, to: str) -> Step:
    """Return the row of one player's retreat step (SW-7.13)."""
    return Step(
        name,
        title,
        "command",
        (clause, "SW-7.13", "SW-R18"),
        "撤退ステップ",
        ask=building.retreats,
        who=seat,
        on={"retreat": (building.retreat, name), "end": (building.end_retreat, to)},
        words={"retreat": "a unit retreats", "end": "step ended"},
        passing="end",
    )


def raise_step(name: str, title: str, seat: Seat, other: str) -> Step:
    """Return the row in which one player raises or passes (SW-12.3 to 12.6)."""
    passed = If(contest.both_passed, "two passes in a row", "A6", "the other is asked", other)
    return Step(
        name,
        title,
        "battle",
        ("SW-12.3", "SW-12.4", "SW-12.5", "SW-12.6", "SW-R33"),
        "レイズ",
        ask=contest.raises,
        who=seat,
        window=True,
        passing="pass",
        local=Bidding,
        on={"raise": (contest.bid, other), "pass": (contest.pass_bid, passed)},
    )


def battle_window(name: str, number: int, clause: str, closed: str) -> Step:
    """Return one of the four windows of a battle (SW-9.12, 9.15, 9.17, 9.20)."""
    again = name if name == "U8" else If(combat.both_here, "both units there", name, "a unit has left", "UX")
    return window(
        name,
        f"Window {number}",
        "unit",
        (clause, "SW-10.2", "SW-10.3", "SW-R24"),
        uses=combat.uses,
        on={"play": (combat.play, Call("EFFECT", then=again)), "use": (combat.use, Call("EFFECT", then=again))},
        closed=closed,
        words={"play": "Battle card", "use": "ability"},
    )


SETUP = (
    Step(
        "S1",
        "Sides and deck check",
        "setup",
        ("SW-1.1", "SW-1.3", "SW-1.5", "SW-1.7", "SW-5.1", "SW-R2"),
        do=setup.settle_sides,
        to="S2",
    ),
    Step("S2", "Shuffle", "setup", ("SW-5.1",), do=setup.shuffle_decks, to="S3"),
    Step("S3", "Draw seven", "setup", ("SW-5.2", "SW-4.9"), do=setup.opening_hands, to="S4"),
    mulligan_step("S4", "Dark mulligan", DARK, "S5"),
    mulligan_step("S5", "Light mulligan", LIGHT, "S6"),
    Step(
        "EXCHANGE",
        "Mulligan: cards",
        "setup",
        ("SW-5.3", "SW-R4"),
        "マリガン",
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
        "Dark's first unit",
        "setup",
        ("SW-5.6", "SW-5.7", "SW-5.5"),
        "初期配置",
        ask=setup.first_placements,
        who=DARK,
        on={"deploy": (setup.deploy, "S7")},
        words={"deploy": "first unit"},
        otherwise=(setup.stop, "S9"),
        otherwise_words="no unit in hand",
    ),
    placement_step("S7", "Light placement turn", LIGHT, "S8"),
    placement_step("S8", "Dark placement turn", DARK, "S7"),
    Step(
        "S9",
        "Completion",
        "setup",
        ("SW-5.13", "SW-5.14", "SW-R6"),
        "初期配置",
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
    Step("T1", "Untap", "ready", ("SW-6.1", "SW-6.2", "SW-6.3", "SW-6.4"), "アンタップ", do=ready.untap, to="T2"),
    Step("T2", "Force gain", "ready", ("SW-6.5", "SW-R9"), "フォース獲得", do=ready.force_gain, to="T3"),
    Step("T3", "Draw", "ready", ("SW-6.6", "SW-14.4"), "ドロウ", do=ready.draw_cards, to="C1"),
    Step(
        "C1",
        "Command start",
        "command",
        ("SW-6.7", "SW-R10", "SW-R46"),
        "命令開始",
        do=ready.command_start,
        to=waits("C2"),
    ),
    Step(
        "C2",
        "Build roll",
        "command",
        ("SW-6.8", "SW-6.9", "SW-6.10"),
        "ビルド・ロール",
        ask=ready.faces,
        chance=True,
        on={"roll": (ready.build_roll, "C3")},
    ),
    build_step("C3", "Dark build step", DARK, "SW-6.11", "C4"),
    build_step("C4", "Light build step", LIGHT, "SW-6.12", "C5"),
    retreat_step("C5", "Dark retreat step", DARK, "SW-6.13", "C6"),
    retreat_step("C6", "Light retreat step", LIGHT, "SW-6.14", "B0"),
)

BATTLES = (
    Step(
        "B0",
        "Next arena",
        "battle",
        ("SW-6.15", "SW-9.1"),
        "アリーナ",
        do=combat.next_arena,
        to=If(combat.arena_left, "an arena is left", "A1", "all three done", "E1"),
    ),
    Step(
        "A1",
        "Contest check",
        "battle",
        ("SW-9.2", "SW-12.1", "SW-R31"),
        do=contest.look_for_clashes,
        to=Case(
            contest.how_many, {"none": ("no clash", "A7"), "one": ("one clash", "A3"), "several": ("several", "A2")}
        ),
    ),
    Step(
        "A2",
        "Which contest first",
        "battle",
        ("SW-R32",),
        "コンテスト",
        ask=contest.contests,
        who=DARK,
        on={"contest": (contest.choose_contest, "A3")},
        words={"contest": "clash chosen"},
    ),
    Step(
        "A3",
        "Opening bid",
        "battle",
        ("SW-12.2", "SW-R32"),
        "ビット",
        ask=contest.opening_bids,
        who=DARK,
        local=Bidding,
        on={"bid": (contest.bid, "A4")},
    ),
    raise_step("A4", "Light raises or passes", LIGHT, "A5"),
    raise_step("A5", "Dark raises or passes", DARK, "A4"),
    Step(
        "A6",
        "Contest settled",
        "battle",
        ("SW-12.7", "SW-12.8", "SW-12.9", "SW-12.10", "SW-R34"),
        "コンテスト",
        local=Bidding,
        do=contest.settle,
        to="A1",
        to_words="further clashes?",
    ),
    Step(
        "A7",
        "Next unit by Speed",
        "battle",
        ("SW-9.3", "SW-9.4", "SW-9.6", "SW-R20", "SW-R43"),
        "スピード",
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
        "Which of the tied units",
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
        "Fight or stand down",
        "unit",
        ("SW-9.7", "SW-9.8", "SW-9.9", "SW-9.10", "SW-9.11"),
        "バトル開始",
        ask=combat.fights,
        who=combat.whose_unit,
        local=Next,
        on={"battle": (combat.declare, "U2"), "stand_down": (combat.stand_down, "A7")},
        words={"battle": "battle declared", "stand_down": "stands down"},
        otherwise=(combat.stand_down_alone, "A7"),
        otherwise_words="no enemy in the arena",
        passing="stand_down",
    ),
    battle_window("U2", 1, "SW-9.12", "U3"),
    Step("U3", "Dice roll", "unit", ("SW-9.13", "SW-9.14", "SW-R26"), "ダイス・ロール", do=combat.count_dice, to="DIE"),
    Step(
        "DIE",
        "One die",
        "unit",
        ("SW-9.14", "SW-R26"),
        "ダイス",
        ask=combat.next_die,
        chance=True,
        weights=ready.alike_faces,
        local=Rolling,
        on={"roll": (combat.roll, "DIE")},
        words={"roll": "next die"},
        otherwise=(combat.rolled, "U4"),
        otherwise_words="all rolled",
    ),
    battle_window("U4", 2, "SW-9.15", "U5"),
    Step("U5", "Count hits", "unit", ("SW-9.16",), "ダメージ処理", do=combat.count_hits, to="U6"),
    battle_window("U6", 3, "SW-9.17", "U7"),
    Step("U7", "Damage", "unit", ("SW-9.18", "SW-9.19", "SW-14.1"), "ダメージ処理", do=combat.place_damage, to="U8"),
    Step("UX", "A unit has left", "unit", ("SW-R25",), do=combat.cut_short, to="U8"),
    battle_window("U8", 4, "SW-9.20", "U9"),
    Step("U9", "Battle closed", "unit", ("SW-9.20", "SW-R30"), "バトル終了", do=combat.close_battle, to="A7"),
)

ENDS = (
    Step("E1", "Build points go", "end", ("SW-6.16", "SW-4.8", "SW-R30"), do=ready.end_turn, to="E2"),
    Step(
        "E2",
        "Control and victory",
        "end",
        ("SW-6.17", "SW-15.1", "SW-15.2", "SW-15.3", "SW-15.4"),
        "制圧",
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
    Step("G1", "Dark wins", "over", ("SW-15.1",), do=winning.dark_wins, terminal=True, ends="Dark wins"),
    Step("G2", "Light wins", "over", ("SW-15.1",), do=winning.light_wins, terminal=True, ends="Light wins"),
    Step("G3", "Draw", "over", ("SW-R41",), do=winning.draw_game, terminal=True, ends="draw"),
)

EFFECTS = (
    Step(
        "EFFECT",
        "Carry out",
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
        "Choose",
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
        otherwise_words="only one",
    ),
    Step(
        "DICE",
        "Choose dice",
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
        "Reroll one die",
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
        "Waiting abilities",
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
    return Flow([*SETUP, *TURN, *BATTLES, *UNIT_BATTLE, *ENDS, *EFFECTS])
