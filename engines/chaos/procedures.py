"""The procedures of the flow table: paying and carrying out, damage to a player, check timing.

The steps of a turn call them: see `engines.chaos.flow`.
"""

from __future__ import annotations

from typing import Any

from engines.chaos import abilities, check, costs, damage, effects, main_phase, winning
from engines.chaos.state import Damage, Doing
from engines.core.flow import RETURN, Call, Case, If, Step
from engines.core.programs import chooses, stands, triggers
from engines.core.rows import several

ACTION = (
    Step(
        "PAY",
        "action",
        ("CHA-9.1", "CHA-11.7", "CHA-11.8", "CHA-R57"),
        procedure="PAY",
        local=Doing,
        ask=costs.choices,
        who=costs.payer,
        pick=True,
        on={"pay": (costs.pay, "PAY"), "rest": (costs.pay, "PAY"), "send": (costs.pay, "PAY")},
        words={"pay": "a hand card", "rest": "a character Rests", "send": "a Friend"},
        unasked=costs.payments,
        otherwise=(costs.pay_only, If(costs.all_paid, "paid", "PAID", "one choice only", "PAY")),
        otherwise_words="",
    ),
    Step(
        "PAID",
        "action",
        ("CHA-8.1", "CHA-8.6", "CHA-11.9", "CHA-11.10", "CHA-R9", "CHA-R25"),
        procedure="PAY",
        local=Doing,
        do=main_phase.carry_out,
        to=If(effects.has_program, "an effect", "RESOLVE", "", RETURN),
    ),
    Step(
        "RESOLVE",
        "action",
        ("CHA-13.3", "CHA-3.2", "CHA-R23", "CHA-R57"),
        procedure="RESOLVE",
        local=Doing,
        do=effects.resolve,
        to=Case(
            effects.next_part,
            {
                "choose": ("choose a character", "CHOOSE"),
                "choose_cards": ("choose cards", "CARDS"),
                "discard": ("choose hand cards", "HAND"),
                "may": ("may", "MAY"),
                "deal": ("damage to the player", "DEAL"),
                "done": ("finished", RETURN),
            },
        ),
    ),
    Step(
        "CHOOSE",
        "action",
        ("CHA-R57", "CHA-R11"),
        procedure="RESOLVE",
        local=Doing,
        ask=effects.choices,
        who=effects.chooser,
        pick=True,
        on={"choose": (effects.choose, "RESOLVE")},
        words={"choose": "a character"},
        otherwise=(effects.choose_only, "RESOLVE"),
        unasked=effects.choosable,
        fits=chooses,
        otherwise_words="only one",
    ),
    several(
        "CARDS",
        "action",
        ("CHA-R57", "CHA-R23"),
        kind="choose_card",
        among=effects.among,
        least=effects.least,
        most=effects.most,
        done=effects.cards_chosen,
        to="RESOLVE",
        stop="done",
        who=effects.chooser,
        procedure="RESOLVE",
        local=Doing,
        fits=stands,
    ),
    several(
        "HAND",
        "action",
        ("CHA-4.8",),
        kind="discard",
        among=effects.among,
        least=effects.least,
        most=effects.most,
        done=effects.discard_chosen,
        to="RESOLVE",
        stop="done",
        who=effects.chooser,
        procedure="RESOLVE",
        local=Doing,
        fits=stands,
    ),
    Step(
        "MAY",
        "action",
        ("CHA-R42",),
        procedure="RESOLVE",
        local=Doing,
        ask=effects.may,
        who=effects.chooser,
        on={"accept": (effects.accept, "RESOLVE"), "decline": (effects.decline, "RESOLVE")},
        passing="decline",
    ),
    Step(
        "DEAL",
        "action",
        ("CHA-14.1", "CHA-R59"),
        procedure="RESOLVE",
        local=Doing,
        do=effects.begin_deal,
        to=Call("P1", given=damage.first_due, then="RESOLVE"),
    ),
)

DAMAGE = (
    Step(
        "P1",
        "damage",
        ("CHA-14.1", "CHA-14.2", "CHA-1.6"),
        procedure="P1",
        local=Damage,
        do=lambda state: None,
        to=Case(
            damage.outstanding,
            {
                "none": ("no damage left", "P5"),
                "empty": ("no card to move", "P4"),
                "copy": ("a copy of the Partner's card on top", "P3"),
                "card": ("another card on top", "P2"),
                "unseen": ("an unseen card on top", "UNSEEN"),
            },
        ),
    ),
    Step("P2", "damage", ("CHA-14.2",), procedure="P1", local=Damage, do=damage.move_card, to="P1"),
    Step(
        "P3",
        "damage",
        ("CHA-14.4", "CHA-14.5", "CHA-14.6", "CHA-R37"),
        procedure="P1",
        local=Damage,
        ask=damage.level_or_not,
        who=damage.damaged,
        on={"auto_level_up": (damage.auto_level_up, "P5"), "decline": (damage.decline_level, "P1")},
    ),
    Step("P4", "damage", ("CHA-14.3", "CHA-17.2"), procedure="P1", local=Damage, do=damage.cannot_move, to="P5"),
    Step(
        "P5",
        "damage",
        ("CHA-14.2", "CHA-R36"),
        procedure="P1",
        local=Damage,
        do=damage.next_due,
        to=If(damage.damage_left, "further damage waits", "P1", "", RETURN),
    ),
    Step(
        "UNSEEN",
        "damage",
        ("CHA-14.4",),
        procedure="P1",
        local=Damage,
        ask=damage.unseen_tops,
        chance=True,
        worst=True,
        on={"reveal": (damage.show_top, "P1")},
    ),
)


def one_ability(name: str, clause: str, line: Any, to: str) -> Step:
    """Return the step in which a player plays one waiting auto ability (CHA-16.5, 16.7)."""
    return triggers(
        name,
        "check",
        (clause, "CHA-16.3", "CHA-R42"),
        line=line,
        begin=check.begin,
        resolve="RESOLVE",
        after=to,
        empty=to,
        kind="resolve",
        procedure="C1",
    )


LOSS = "a loss is pending"
CHECK = (
    Step(
        "C1",
        "check",
        ("CHA-16.1", "CHA-16.2", "CHA-16.4", "CHA-R40", "CHA-R41"),
        procedure="C1",
        do=check.first_processes,
        to=If(check.due, "abilities wait, or more is due", "C2", "nothing is left", "C6"),
        ends=f"{LOSS}, or the turn has no end",
    ),
    one_ability("C2", "CHA-16.5", abilities.waiting_of_main, "C3"),
    Step("C3", "check", ("CHA-16.6", "CHA-R41"), procedure="C1", do=check.second_processes, to="C4", ends=LOSS),
    one_ability("C4", "CHA-16.7", abilities.waiting_of_sub, "C5"),
    Step(
        "C5",
        "check",
        ("CHA-16.8",),
        procedure="C1",
        do=check.look_again,
        to=If(check.due, "something is left", "C1", "nothing is left", "C6"),
    ),
    Step("C6", "check", ("CHA-16.9",), procedure="C1", do=check.finish, to=RETURN),
    Step("GAME_OVER", "over", ("CHA-17.3",), do=winning.settle_losses, terminal=True),
)

STEPS = (*ACTION, *DAMAGE, *CHECK)
