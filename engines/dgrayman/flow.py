"""The flow table: the turn (chapter 7), the actions (chapters 8 to 13) and the checks (15) as rows."""

from __future__ import annotations

from typing import Any

from engines.core.flow import RETURN, Call, Case, Flow, If, Step
from engines.core.game import Phase
from engines.core.programs import triggers
from engines.dgrayman import actions, combat, effects, placing, points, responses, setup, skills, turn, winning
from engines.dgrayman.state import Gaining, Placing, Using, other_player, turn_player

PHASES = (
    Phase("setup", "Setup", "準備"),
    Phase("start", "Start Phase", "スタートフェイズ"),
    Phase("draw", "Draw Phase", "ドローフェイズ"),
    Phase("character", "Character Phase", "キャラフェイズ"),
    Phase("main", "Main Phase", "メインフェイズ"),
    Phase("action", "Action", "アクション"),
    Phase("skill", "Carrying out effects", "スキル"),
    Phase("points", "Search Points", "サーチポイント"),
    Phase("end", "End of turn", "ターン終了"),
    Phase("over", "Game over", "決着"),
)


def waits(then: Any) -> If:
    """Carry out abilities that have been set off, then go on at `then`."""
    return If(effects.something_waits, "an ability was set off", Call("CHECK", then=then), "", then)


def mulligan_step(name: str, title: str, seat: Any, to: str) -> Step:
    """Return the row of one player's mulligan (DGM-6.4): redraw or keep."""
    return Step(
        name,
        title,
        "setup",
        ("DGM-6.4", "DGM-R3"),
        "マリガン",
        ask=setup.mulligan_choices,
        who=seat,
        on={"keep": (setup.keep, to), "mulligan": (setup.mulligan, to)},
        passing="keep",
    )


def placement_step(name: str, title: str, clauses: tuple[str, ...], do: Any) -> Step:
    """Return the row that carries out one way of placing a card, and then its abilities (DGM-15.4)."""
    return Step(name, title, "character", clauses, local=Placing, do=do, to=waits("CHAR_CHOICE"))


def skill_step(name: str, title: str, seat: Any, to: str) -> Step:
    """Return the row in which one player may use a Skill card within the action (DGM-12.3 to 12.5)."""
    return Step(
        name,
        title,
        "action",
        ("DGM-12.3", "DGM-12.4", "DGM-12.5", "DGM-R18", "DGM-R26", "DGM-R27"),
        "対応処理",
        ask=skills.responses,
        who=seat,
        window=True,
        passing="pass",
        on={"respond": (skills.respond, Call("ANNOUNCE", then=to)), "pass": (None, to)},
        words={"respond": "Skill card"},
        otherwise=(None, to),
        otherwise_words="no card engaged, or no card in hand",
    )


SETUP = (
    Step("SHUFFLE", "Shuffle", "setup", ("DGM-6.1", "DGM-1.2"), do=setup.shuffle_decks, to="FIRST_PLAYER"),
    Step(
        "FIRST_PLAYER",
        "First player",
        "setup",
        ("DGM-6.2", "DGM-R4"),
        "先攻 / 後攻",
        ask=setup.lots,
        chance=True,
        on={"first": (setup.draw_lot, "OPENING_HANDS")},
    ),
    Step(
        "OPENING_HANDS", "Opening hands", "setup", ("DGM-6.3", "DGM-6.5"), do=setup.opening_hands, to="MULLIGAN_FIRST"
    ),
    mulligan_step("MULLIGAN_FIRST", "First player's mulligan", setup.first, "MULLIGAN_SECOND"),
    mulligan_step("MULLIGAN_SECOND", "Second player's mulligan", setup.second, "TURN_BEGIN"),
)

TURN = (
    Step(
        "TURN_BEGIN",
        "Turn begins",
        "start",
        ("DGM-7.1", "DGM-R35"),
        do=turn.begin,
        to=If(winning.turn_left, "a turn is left", "START_PHASE", "turn 100 is over", "LAST_TURN_OVER"),
    ),
    Step(
        "LAST_TURN_OVER",
        "After the last turn",
        "end",
        ("DGM-17.4", "DGM-R38"),
        do=winning.draw_game,
        terminal=True,
        ends="nobody has won by the last turn",
    ),
    Step(
        "START_PHASE",
        "Start Phase",
        "start",
        ("DGM-7.2", "DGM-5.6", "DGM-R41"),
        "スタートフェイズ",
        do=turn.start,
        to=waits("DRAW_PHASE"),
    ),
    Step(
        "DRAW_PHASE",
        "Draw Phase",
        "draw",
        ("DGM-7.3", "DGM-7.4", "DGM-R2"),
        "ドローフェイズ",
        do=turn.draw_phase,
        to="UNIT_LIMIT",
        to_words="drawn, or skipped in the first turn",
        ends="the deck has run out",
    ),
    Step(
        "UNIT_LIMIT",
        "Units that may be founded",
        "character",
        ("DGM-8.1", "DGM-8.2", "DGM-8.3", "DGM-R6"),
        "新規部隊",
        do=turn.fix_limit,
        to="CHAR_CHOICE",
    ),
    Step(
        "CHAR_CHOICE",
        "Placing Character cards",
        "character",
        ("DGM-7.5", "DGM-8.4", "DGM-8.8", "DGM-R7", "DGM-R43"),
        "キャラフェイズ",
        ask=placing.placements,
        who=turn_player,
        on={
            "place": (
                placing.place,
                Case(
                    placing.kind_of_placement,
                    {
                        placing.FOUND: ("a name without unit", "PLACE_FOUND"),
                        placing.ADD: ("a name with a unit", "PLACE_ADD"),
                        placing.DOUBLES: ("a Doubles card", "PLACE_DOUBLES"),
                    },
                ),
            ),
            "end_character_phase": (placing.stop, "MAIN_CHOICE"),
        },
        words={"place": "", "end_character_phase": "no more cards"},
        passing="end_character_phase",
    ),
    placement_step("PLACE_FOUND", "A new unit", ("DGM-8.6", "DGM-8.7", "DGM-4.4"), placing.found_unit),
    placement_step("PLACE_ADD", "A card joins its unit", ("DGM-8.5", "DGM-8.7"), placing.add_to_unit),
    placement_step(
        "PLACE_DOUBLES",
        "A Doubles card links two units",
        ("DGM-14.1", "DGM-14.2", "DGM-14.3", "DGM-14.4"),
        placing.link_units,
    ),
    Step(
        "MAIN_CHOICE",
        "Main Phase",
        "main",
        ("DGM-7.6", "DGM-9.1", "DGM-9.2", "DGM-9.3", "DGM-9.8", "DGM-R43", "DGM-R50"),
        "メインフェイズ",
        ask=actions.main_actions,
        who=turn_player,
        on={
            **dict.fromkeys(actions.ICON_OF, (actions.declare, "DECLARE_ACTION")),
            "recover": (actions.declare, "RECOVER_WHAT"),
            "use": (skills.use, Call("ANNOUNCE", then="MAIN_CHOICE")),
            "end_main_phase": (
                turn.end_main,
                If(turn.too_many, "more than 6 cards", "HAND_ADJUST", "6 or fewer", "TURN_END"),
            ),
        },
        words={"use": "Skill card", "search_deck": "Deck Search", "end_main_phase": "phase ended"},
        otherwise=(turn.end_main, If(turn.too_many, "more than 6 cards", "HAND_ADJUST", "6 or fewer", "TURN_END")),
        otherwise_words="100 uses",
        passing="end_main_phase",
    ),
    Step(
        "HAND_ADJUST",
        "Hand adjustment",
        "end",
        ("DGM-7.7", "DGM-7.8", "DGM-R39"),
        ask=turn.discards,
        who=turn_player,
        pick=True,
        on={"discard": (turn.discard, If(turn.too_many, "still too many", "HAND_ADJUST", "the limit", "TURN_END"))},
        words={"discard": ""},
    ),
    Step("TURN_END", "End of turn", "end", ("DGM-7.1",), do=turn.end, to="TURN_BEGIN", to_words="next turn"),
)

ACTIONS = (
    Step(
        "RECOVER_WHAT",
        "The card to recover",
        "action",
        ("DGM-9.8", "DGM-10.9", "DGM-R16", "DGM-R17"),
        ask=actions.takeable,
        who=turn_player,
        pick=True,
        on={"take": (actions.take, "DECLARE_ACTION")},
        words={"take": "card chosen"},
        otherwise=(actions.take_only, "DECLARE_ACTION"),
        otherwise_words="only one",
    ),
    Step(
        "DECLARE_ACTION",
        "The acting card steps out",
        "action",
        ("DGM-9.4", "DGM-9.5", "DGM-9.6", "DGM-14.10"),
        "分離",
        do=actions.step_out_to_act,
        to="RESPONSE_CHOICE",
    ),
    Step(
        "RESPONSE_CHOICE",
        "Guard or Intercept",
        "action",
        ("DGM-11.1", "DGM-11.5", "DGM-11.6", "DGM-14.8", "DGM-14.11", "DGM-R20", "DGM-R21"),
        "妨害",
        ask=responses.answers,
        who=other_player,
        window=True,
        passing="pass",
        on={
            **{
                kind: (responses.answer, If(responses.second_needed, "against a merged unit", "SECOND_UNIT", "", step))
                for kind, step in (("guard", "GUARD_STEP_OUT"), ("intercept", "INTERCEPT_STEP_OUT"))
            },
            "pass": (responses.passed, "SKILL_TP"),
        },
        otherwise=(None, "SKILL_TP"),
        otherwise_words="no unit can answer",
    ),
    Step(
        "SECOND_UNIT",
        "The second unit",
        "action",
        ("DGM-14.8", "DGM-14.9", "DGM-R21"),
        "妨害",
        ask=responses.seconds,
        who=other_player,
        pick=True,
        on={
            "with": (
                responses.join,
                Case(
                    responses.how_answered,
                    {"guard": ("Guard", "GUARD_STEP_OUT"), "intercept": ("Intercept", "INTERCEPT_STEP_OUT")},
                ),
            )
        },
        words={"with": ""},
    ),
    Step(
        "GUARD_STEP_OUT",
        "Guard",
        "action",
        ("DGM-11.2", "DGM-11.4", "DGM-14.9"),
        "ガード",
        do=responses.guard,
        to="SKILL_TP",
    ),
    Step(
        "INTERCEPT_STEP_OUT",
        "Intercept",
        "action",
        ("DGM-11.3", "DGM-11.4", "DGM-14.9"),
        "インターセプト",
        do=responses.intercept,
        to="SKILL_TP",
    ),
    skill_step("SKILL_TP", "Skill card of the turn player", turn_player, "SKILL_NTP"),
    skill_step("SKILL_NTP", "Skill card of the other player", other_player, "RESOLVE"),
    Step(
        "RESOLVE",
        "What the action comes to",
        "action",
        ("DGM-9.6", "DGM-11.3", "DGM-13.7", "DGM-R19", "DGM-R24", "DGM-R49"),
        do=lambda state: None,
        to=Case(
            actions.outcome,
            {
                "attack": ("an Attack stands", "COMBAT"),
                "search": ("normal Search", "NORMAL_SEARCH"),
                "search_deck": ("Deck Search", "DECK_SEARCH"),
                "unseen": ("Deck Search, unseen card", "UNSEEN"),
                "draw": ("Draw", "DRAW_ACTION"),
                "recover": ("Recover", "RECOVER_ACTION"),
                "void": ("intercepted, or its cards are gone", "NO_EFFECT"),
            },
        ),
    ),
    Step(
        "COMBAT",
        "Combat",
        "action",
        ("DGM-13.1", "DGM-13.2", "DGM-13.3", "DGM-13.6", "DGM-R22", "DGM-R23"),
        "アタック",
        do=combat.fight,
        to="MAIN_CHOICE",
    ),
    Step(
        "NORMAL_SEARCH",
        "Normal Search",
        "action",
        ("DGM-10.2", "DGM-10.4", "DGM-10.5", "DGM-R30", "DGM-R48"),
        "通常のサーチ",
        do=actions.normal_search,
        to=If(
            actions.finds_points,
            "it finds something",
            Call("GAIN_POINTS", then="MAIN_CHOICE"),
            "no Search card",
            "MAIN_CHOICE",
        ),
    ),
    Step(
        "DECK_SEARCH",
        "Deck Search",
        "action",
        ("DGM-10.2", "DGM-10.6", "DGM-10.7", "DGM-R34"),
        "山札サーチ",
        do=actions.deck_search,
        to=If(actions.finds_points, "rank 1 or more", Call("GAIN_POINTS", then="MAIN_CHOICE"), "rank 0", "MAIN_CHOICE"),
    ),
    Step(
        "UNSEEN",
        "The unseen card",
        "action",
        ("DGM-10.6",),
        ask=actions.may_be_on_top,
        chance=True,
        worst=True,
        on={"reveal": (actions.reveal, "DECK_SEARCH")},
    ),
    Step(
        "DRAW_ACTION",
        "Draw",
        "action",
        ("DGM-10.8",),
        "ドロー",
        do=actions.draw_action,
        to="MAIN_CHOICE",
        ends="the deck has run out",
    ),
    Step("RECOVER_ACTION", "Recover", "action", ("DGM-10.9",), "リカバー", do=actions.recover, to="MAIN_CHOICE"),
    Step(
        "NO_EFFECT",
        "The action has no effect",
        "action",
        ("DGM-11.3", "DGM-13.7"),
        do=actions.no_effect,
        to="MAIN_CHOICE",
    ),
)

EFFECTS = (
    Step(
        "ANNOUNCE",
        "A Skill card is announced",
        "skill",
        ("DGM-9.8", "DGM-12.1", "DGM-R16"),
        "スキルカード",
        procedure="ANNOUNCE",
        local=Using,
        ask=skills.announcements,
        who=skills.announcer,
        pick=True,
        on=dict.fromkeys(
            ("choose", "choose_unit"),
            (skills.choose, If(skills.in_main_phase, "Main Phase", "DECLARE_SKILL", "response", "EFFECT")),
        ),
        words={"choose": "card chosen", "choose_unit": "unit chosen"},
        otherwise=(skills.settle, If(skills.in_main_phase, "Main Phase", "DECLARE_SKILL", "response", "EFFECT")),
    ),
    Step(
        "DECLARE_SKILL",
        "The user steps out",
        "skill",
        ("DGM-12.2", "DGM-9.4", "DGM-9.5", "DGM-14.10"),
        "分離",
        procedure="ANNOUNCE",
        local=Using,
        do=skills.step_out_to_use,
        to="EFFECT",
    ),
    Step(
        "EFFECT",
        "Carrying out",
        "skill",
        ("DGM-12.5", "DGM-12.6", "DGM-16.2", "DGM-2.15", "DGM-R29", "DGM-R42"),
        procedure="EFFECT",
        local=Using,
        do=effects.resolve,
        to=Case(
            effects.next_part,
            {
                "discard": ("the opponent discards", "RIVAL_DISCARDS"),
                "gain": ("it gains points", "POINTS_GAINED"),
                "done": ("carried out", RETURN),
            },
        ),
        ends="a deck has run out",
    ),
    Step(
        "RIVAL_DISCARDS",
        "The opponent discards",
        "skill",
        ("DGM-16.1", "DGM-R16"),
        procedure="EFFECT",
        local=Using,
        ask=effects.rivals_discards,
        who=effects.discarder,
        pick=True,
        on={"discard": (effects.rival_discards, "EFFECT")},
        words={"discard": ""},
    ),
    Step(
        "POINTS_GAINED",
        "Points by an effect",
        "skill",
        ("DGM-15.2", "DGM-R32"),
        procedure="EFFECT",
        local=Using,
        do=effects.points_gained,
        to=Call("GAIN_POINTS", then="EFFECT"),
    ),
    Step(
        "GAIN_POINTS",
        "Search Points",
        "points",
        ("DGM-15.1", "DGM-15.3", "DGM-R33"),
        "サーチポイント",
        procedure="GAIN_POINTS",
        local=Gaining,
        do=points.gain,
        to=If(points.draws_due, "a multiple of 5 is reached", "FIFTH_POINT_DRAW", "none", RETURN),
        ends="20 points or more",
    ),
    Step(
        "FIFTH_POINT_DRAW",
        "The opponent draws",
        "points",
        ("DGM-15.2", "DGM-R31"),
        procedure="GAIN_POINTS",
        local=Gaining,
        do=points.fifth_point_draw,
        to=If(points.draws_due, "a further multiple", "FIFTH_POINT_DRAW", "all drawn", RETURN),
        ends="the opponent's deck has run out",
    ),
    triggers(
        "CHECK",
        "Abilities that were set off",
        "skill",
        ("DGM-15.4", "DGM-16.2", "DGM-R42"),
        line=effects.next_in_line,
        begin=effects.begin,
        resolve="EFFECT",
        empty=RETURN,
        kind="resolve",
        procedure="CHECK",
    ),
)


OVER = (Step("GAME_OVER", "Game over", "over", ("DGM-17.1", "DGM-17.2"), "決着", do=winning.check, terminal=True),)


def build() -> Flow:
    """Return the flow table."""
    return Flow([*SETUP, *TURN, *ACTIONS, *EFFECTS, *OVER])
