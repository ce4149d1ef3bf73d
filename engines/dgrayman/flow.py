"""The flow table: setup (chapter 6), the turn (7, 8), actions (9 to 14), Skill cards, abilities and points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.declare.dealing import opening_hands, shuffle_decks
from engines.dgrayman import actions, combat, effects, placing, points, responses, setup, skills, turn, winning
from engines.dgrayman.state import DGraymanState, Gaining, Placing, Using, other_player, turn_player
from engines.kernel.flow import RETURN, Call, Case, Flow, If, Step
from engines.kernel.programs import next_verb, run_waiting_first, triggers_row, turn_players_first
from engines.kernel.rows import do_nothing, pick_one, row
from engines.legal.actions import choice_row

PHASES = ("setup", "start", "draw", "character", "main", "action", "skill", "points", "end", "over")


def mulligan_step(name: str, seat: Any, to: str) -> Step[DGraymanState]:
    """Return the row for one player's mulligan (DGM-6.4): redraw or keep."""
    offers = (setup.KEEP.leading_to(to), setup.MULLIGAN.leading_to(to))
    return choice_row(f"{name} setup DGM-6.4 DGM-R3", seat, offers, passing="keep")


def placement_step(heading: str, do: Any) -> Step[DGraymanState]:
    """Return the row that carries out one way of placing a card, followed by its abilities (DGM-15.4)."""
    return row(heading, local=Placing, do=do, to=run_waiting_first("CHAR_CHOICE", "CHECK"))


def skill_step(name: str, seat: Any, to: str) -> Step[DGraymanState]:
    """Return the row in which one player may use a Skill card during the action (DGM-12.3 to 12.5)."""
    return choice_row(
        f"{name} action DGM-12.3 DGM-12.4 DGM-12.5 DGM-R18 DGM-R26 DGM-R27",
        seat,
        (skills.RESPOND.leading_to(Call("ANNOUNCE", then=to), "Skill card"), replace(responses.PASS, do=None, to=to)),
        ask=skills.list_responses,
        window=True,
        passing="pass",
        otherwise=(None, to, "no card engaged, or no card in hand"),
    )


def score_search(points: str, none: str) -> If[DGraymanState]:
    """Return the exit after a Search, which asks whether it found points.

    points, none : the words for the two cases.
    """
    return If(actions.finds_points, points, Call("GAIN_POINTS", then="MAIN_CHOICE"), none, "MAIN_CHOICE")


def using_row(heading: str, procedure: str, **more: Any) -> Step[DGraymanState]:
    """Return a row of the procedures that carry out a Skill card or an ability."""
    return row(heading, procedure=procedure, local=Using, **more)


SETUP: tuple[Step[DGraymanState], ...] = (
    row("SHUFFLE setup DGM-6.1 DGM-1.2", do=shuffle_decks("DGM-6.1"), to="FIRST_PLAYER"),
    row(
        "FIRST_PLAYER setup DGM-6.2 DGM-R4",
        ask=lambda state: [("first", "P1"), ("first", "P2")],
        chance=True,
        offers=(setup.FIRST,),
    ),
    row("OPENING_HANDS setup DGM-6.3 DGM-6.5", do=opening_hands("DGM-6.3"), to="MULLIGAN_FIRST"),
    mulligan_step("MULLIGAN_FIRST", setup.first, "MULLIGAN_SECOND"),
    mulligan_step("MULLIGAN_SECOND", setup.second, "TURN_BEGIN"),
)

TURN: tuple[Step[DGraymanState], ...] = (
    row(
        "TURN_BEGIN start DGM-7.1 DGM-R35",
        do=turn.begin_turn,
        to=If(winning.turn_left, "a turn is left", "START_PHASE", "turn 100 is over", "LAST_TURN_OVER"),
    ),
    row(
        "LAST_TURN_OVER end DGM-17.4 DGM-R38",
        do=winning.draw_game,
        terminal=True,
        ends="nobody has won by the last turn",
    ),
    row(
        "START_PHASE start DGM-7.2 DGM-5.6 DGM-R41", do=turn.regroup_cards, to=run_waiting_first("DRAW_PHASE", "CHECK")
    ),
    row(
        "DRAW_PHASE draw DGM-7.3 DGM-7.4 DGM-R2",
        do=turn.draw_phase,
        to="UNIT_LIMIT",
        to_words="drawn, or skipped in the first turn",
        ends="the deck has run out",
    ),
    row("UNIT_LIMIT character DGM-8.1 DGM-8.2 DGM-8.3 DGM-R6", do=turn.fix_limit, to="CHAR_CHOICE"),
    choice_row(
        "CHAR_CHOICE character DGM-7.5 DGM-8.4 DGM-8.8 DGM-R7 DGM-R43",
        turn_player,
        (placing.PLACE, placing.END_CHARACTER_PHASE),
        ask=placing.list_placements,
        passing="end_character_phase",
    ),
    placement_step("PLACE_FOUND character DGM-8.6 DGM-8.7 DGM-4.4", placing.found_unit),
    placement_step("PLACE_ADD character DGM-8.5 DGM-8.7", placing.add_to_unit),
    placement_step("PLACE_DOUBLES character DGM-14.1 DGM-14.2 DGM-14.3 DGM-14.4", placing.link_units),
    choice_row(
        "MAIN_CHOICE main DGM-7.6 DGM-9.1 DGM-9.2 DGM-9.3 DGM-9.8 DGM-R43 DGM-R50",
        turn_player,
        (*actions.DECLARATIONS, skills.USE, turn.END_MAIN_PHASE),
        ask=actions.main_actions,
        otherwise=(turn.end_main, turn.AFTER_MAIN, "100 uses"),
        passing="end_main_phase",
    ),
    choice_row(
        "HAND_ADJUST end DGM-7.7 DGM-7.8 DGM-R39", turn_player, (turn.DISCARD,), ask=turn.list_discards, pick=True
    ),
    row("TURN_END end DGM-7.1", do=turn.end_turn, to="TURN_BEGIN", to_words="next turn"),
)

ACTIONS: tuple[Step[DGraymanState], ...] = (
    pick_one(
        "RECOVER_WHAT action DGM-9.8 DGM-10.9 DGM-R16 DGM-R17",
        among=actions.list_takes,
        who=turn_player,
        offers=(actions.TAKE,),
        otherwise_words="only one",
    ),
    row("DECLARE_ACTION action DGM-9.4 DGM-9.5 DGM-9.6 DGM-14.10", do=actions.step_out_to_act, to="RESPONSE_CHOICE"),
    choice_row(
        "RESPONSE_CHOICE action DGM-11.1 DGM-11.5 DGM-11.6 DGM-14.8 DGM-14.11 DGM-R20 DGM-R21",
        other_player,
        (responses.ANSWER_GUARD, responses.ANSWER_INTERCEPT, responses.PASS),
        ask=responses.list_answers,
        window=True,
        passing="pass",
        otherwise=(None, "SKILL_TP", "no unit can answer"),
    ),
    choice_row("SECOND_UNIT action DGM-14.8 DGM-14.9 DGM-R21", other_player, (responses.ANSWER_TOGETHER,), pick=True),
    row("GUARD_STEP_OUT action DGM-11.2 DGM-11.4 DGM-14.9", do=responses.guard, to="SKILL_TP"),
    row("INTERCEPT_STEP_OUT action DGM-11.3 DGM-11.4 DGM-14.9", do=responses.intercept, to="SKILL_TP"),
    skill_step("SKILL_TP", turn_player, "SKILL_NTP"),
    skill_step("SKILL_NTP", other_player, "RESOLVE"),
    row(
        "RESOLVE action DGM-9.6 DGM-11.3 DGM-13.7 DGM-R19 DGM-R24 DGM-R49",
        do=do_nothing,
        to=Case(
            actions.outcome_of_action,
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
    row("COMBAT action DGM-13.1 DGM-13.2 DGM-13.3 DGM-13.6 DGM-R22 DGM-R23", do=combat.resolve_fight, to="MAIN_CHOICE"),
    row(
        "NORMAL_SEARCH action DGM-10.2 DGM-10.4 DGM-10.5 DGM-R30 DGM-R48",
        do=actions.normal_search,
        to=score_search("it finds something", "no Search card"),
    ),
    row(
        "DECK_SEARCH action DGM-10.2 DGM-10.6 DGM-10.7 DGM-R34",
        do=actions.deck_search,
        to=score_search("rank 1 or more", "rank 0"),
    ),
    row("UNSEEN action DGM-10.6", ask=actions.may_be_on_top, chance=True, worst=True, offers=(actions.REVEAL,)),
    row("DRAW_ACTION action DGM-10.8", do=actions.draw_action, to="MAIN_CHOICE", ends="the deck has run out"),
    row("RECOVER_ACTION action DGM-10.9", do=actions.recover, to="MAIN_CHOICE"),
    row("NO_EFFECT action DGM-11.3 DGM-13.7", do=actions.no_effect, to="MAIN_CHOICE"),
)

EFFECTS: tuple[Step[DGraymanState], ...] = (
    pick_one(
        "ANNOUNCE skill DGM-9.8 DGM-12.1 DGM-R16",
        procedure="ANNOUNCE",
        local=Using,
        among=skills.list_choices,
        who=skills.announcer,
        offers=(skills.CHOOSE, skills.CHOOSE_UNIT),
        locals_are_valid=skills.is_announcing,
    ),
    using_row(
        "DECLARE_SKILL skill DGM-12.2 DGM-9.4 DGM-9.5 DGM-14.10", "ANNOUNCE", do=skills.step_out_to_use, to="EFFECT"
    ),
    using_row(
        "EFFECT skill DGM-12.5 DGM-16.2 DGM-2.15 DGM-R42 DGM-12.6 DGM-R29",
        "EFFECT",
        do=effects.resolve_program,
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
        ask=turn.list_discards,
        pick=True,
        procedure="EFFECT",
        local=Using,
    ),
    using_row(
        "POINTS_GAINED skill DGM-15.2 DGM-R32",
        "EFFECT",
        do=effects.hand_over_points,
        to=Call("GAIN_POINTS", then="EFFECT"),
    ),
    row(
        "GAIN_POINTS points DGM-15.1 DGM-15.3 DGM-R33",
        procedure="GAIN_POINTS",
        local=Gaining,
        do=points.add_points,
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
    triggers_row(
        "CHECK",
        "skill",
        ("DGM-15.4", "DGM-16.2", "DGM-R42"),
        line=turn_players_first,
        begin=effects.begin_ability,
        resolve="EFFECT",
        empty=RETURN,
        kind="resolve",
        offers=(effects.RESOLVE,),
        procedure="CHECK",
    ),
)

OVER: tuple[Step[DGraymanState], ...] = (row("GAME_OVER over DGM-17.1 DGM-17.2", do=winning.check_win, terminal=True),)


def build_flow() -> Flow[DGraymanState]:
    """Return the flow table."""
    return Flow([*SETUP, *TURN, *ACTIONS, *EFFECTS, *OVER])
