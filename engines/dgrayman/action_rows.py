"""Rows of the flow table for an action, from its declaration to what it comes to: chapters 9 to 14."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.dgrayman import actions, combat, responses, skills
from engines.dgrayman.state import DGraymanState, other_player, turn_player
from engines.kernel.flow import Call, Case, If, Step
from engines.kernel.rows import nothing, row, single
from engines.legal.actions import choice_row


def skill_step(name: str, seat: Any, to: str) -> Step[DGraymanState]:
    """Return the row in which one player may use a Skill card within the action (DGM-12.3 to 12.5)."""
    return choice_row(
        f"{name} action DGM-12.3 DGM-12.4 DGM-12.5 DGM-R18 DGM-R26 DGM-R27",
        seat,
        (skills.RESPOND.leading_to(Call("ANNOUNCE", then=to), "Skill card"), replace(responses.PASS, do=None, to=to)),
        ask=skills.responses,
        window=True,
        passing="pass",
        otherwise=(None, to, "no card engaged, or no card in hand"),
    )


def scored(points: str, none: str) -> If[DGraymanState]:
    """Gain the points that a Search finds; the words say when it finds any, and when none."""
    return If(actions.finds_points, points, Call("GAIN_POINTS", then="MAIN_CHOICE"), none, "MAIN_CHOICE")


ACTIONS: tuple[Step[DGraymanState], ...] = (
    single(
        "RECOVER_WHAT action DGM-9.8 DGM-10.9 DGM-R16 DGM-R17",
        among=actions.takeable,
        who=turn_player,
        offers=(actions.TAKE,),
        otherwise_words="only one",
    ),
    row("DECLARE_ACTION action DGM-9.4 DGM-9.5 DGM-9.6 DGM-14.10", do=actions.step_out_to_act, to="RESPONSE_CHOICE"),
    choice_row(
        "RESPONSE_CHOICE action DGM-11.1 DGM-11.5 DGM-11.6 DGM-14.8 DGM-14.11 DGM-R20 DGM-R21",
        other_player,
        (responses.ANSWER_GUARD, responses.ANSWER_INTERCEPT, responses.PASS),
        ask=responses.answers,
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
        do=nothing,
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
    row("COMBAT action DGM-13.1 DGM-13.2 DGM-13.3 DGM-13.6 DGM-R22 DGM-R23", do=combat.fight, to="MAIN_CHOICE"),
    row(
        "NORMAL_SEARCH action DGM-10.2 DGM-10.4 DGM-10.5 DGM-R30 DGM-R48",
        do=actions.normal_search,
        to=scored("it finds something", "no Search card"),
    ),
    row(
        "DECK_SEARCH action DGM-10.2 DGM-10.6 DGM-10.7 DGM-R34",
        do=actions.deck_search,
        to=scored("rank 1 or more", "rank 0"),
    ),
    row("UNSEEN action DGM-10.6", ask=actions.may_be_on_top, chance=True, worst=True, offers=(actions.REVEAL,)),
    row("DRAW_ACTION action DGM-10.8", do=actions.draw_action, to="MAIN_CHOICE", ends="the deck has run out"),
    row("RECOVER_ACTION action DGM-10.9", do=actions.recover, to="MAIN_CHOICE"),
    row("NO_EFFECT action DGM-11.3 DGM-13.7", do=actions.no_effect, to="MAIN_CHOICE"),
)
