"""The rows of the flow table for procedures: paying and carrying out, damage to a player, check timing.

The steps of a turn (`engines.chaos.flow`) call them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.chaos import abilities, check, damage, effects, main_phase, paying, winning
from engines.chaos.state import ChaosState, Damage, Resolution
from engines.chaos.turn import main_player
from engines.kernel.flow import RETURN, Call, Case, Exit, If, Step, name_decider
from engines.kernel.programs import is_at_choice, is_valid, next_verb, triggers_row
from engines.kernel.rows import do_nothing, pick_one, pick_several, record_event, row
from engines.legal.actions import choice_row
from engines.legal.reasons import Kind

CHOOSER: Callable[[ChaosState], int] = name_decider("player whose effect it is", "procedure_locals.seat")


def acting_row(heading: str, procedure: str = "RESOLVE", **more: Any) -> Step[ChaosState]:
    """Return a row for paying for an action or carrying it out."""
    return row(heading, procedure=procedure, local=Resolution, **more)


def picking_row(name: str, *clauses: str, kind: Kind[ChaosState], **more: Any) -> Step[ChaosState]:
    """Return a row in which the player picks several cards for an effect."""
    cards: dict[str, Any] = {
        "offers": (kind, effects.DONE),
        "among": effects.cards_offered,
        "least": effects.fewest_cards,
        "most": effects.most_cards,
        "locals_are_valid": is_valid,
    }
    where: dict[str, Any] = {"procedure": "RESOLVE", "local": Resolution, "to": "RESOLVE", "stop": "done"}
    return pick_several(name, "action", clauses, kind=kind.name, who=CHOOSER, **cards, **where, **more)


PARTS: dict[str, tuple[str, Exit[ChaosState]]] = {
    "choose": ("choose a character", "CHOOSE"),
    "choose_cards": ("choose cards", "CARDS"),
    "discard": ("choose hand cards", "HAND"),
    "may": ("may", "MAY"),
    "deal": ("damage to the player", "DEAL"),
    "done": ("finished", RETURN),
}
ACTION: tuple[Step[ChaosState], ...] = (
    choice_row(
        "PAY action CHA-9.1 CHA-11.7 CHA-11.8 CHA-R57",
        name_decider("player who pays", "procedure_locals.seat"),
        (paying.PAY, paying.REST_ONE, paying.SEND),
        ask=paying.payments_to_choose,
        procedure="PAY",
        local=Resolution,
        pick=True,
        auto_picks=paying.list_payments,
        otherwise=(paying.pay_only, If(paying.all_paid, "paid", "PAID", "one choice only", "PAY"), ""),
    ),
    acting_row(
        "PAID action CHA-8.1 CHA-8.6 CHA-11.9 CHA-11.10 CHA-R9 CHA-R25",
        procedure="PAY",
        do=main_phase.carry_out_action,
        to=If(effects.has_program, "an effect", "RESOLVE", "", RETURN),
    ),
    acting_row(
        "RESOLVE action CHA-13.3 CHA-3.2 CHA-R23 CHA-R57", do=effects.resolve_program, to=Case(next_verb, PARTS)
    ),
    pick_one(
        "CHOOSE action CHA-R57 CHA-R11",
        procedure="RESOLVE",
        local=Resolution,
        among=effects.list_choices,
        who=CHOOSER,
        locals_are_valid=is_at_choice,
        offers=(effects.CHOOSE,),
        otherwise_words="only one",
    ),
    picking_row("CARDS", "CHA-R57", "CHA-R23", kind=effects.CHOOSE_CARD, done=effects.cards_chosen),
    picking_row("HAND", "CHA-4.8", kind=effects.DISCARD, done=effects.discard_chosen),
    choice_row(
        "MAY action CHA-R42",
        CHOOSER,
        (effects.ACCEPT, effects.DECLINE),
        procedure="RESOLVE",
        local=Resolution,
        passing="decline",
    ),
    acting_row(
        "DEAL action CHA-14.1 CHA-R59", do=effects.begin_deal, to=Call("P1", given=damage.first_due, then="RESOLVE")
    ),
)


def damage_row(heading: str, **more: Any) -> Step[ChaosState]:
    """Return a row for the damage to a player."""
    return row(heading, procedure="P1", local=Damage, **more)


OUTSTANDING = {
    "none": ("no damage left", "P5"),
    "empty": ("no card to move", "P4"),
    "copy": ("a copy of the Partner's card on top", "P3"),
    "card": ("another card on top", "P2"),
    "unseen": ("an unseen card on top", "UNSEEN"),
}
DAMAGE: tuple[Step[ChaosState], ...] = (
    damage_row("P1 damage CHA-14.1 CHA-14.2 CHA-1.6", do=do_nothing, to=Case(damage.next_damage, OUTSTANDING)),
    damage_row("P2 damage CHA-14.2", do=damage.move_card, to="P1"),
    choice_row(
        "P3 damage CHA-14.4 CHA-14.5 CHA-14.6 CHA-R37",
        name_decider("damaged player", "procedure_locals.seat"),
        (damage.AUTO_LEVEL_UP, damage.DECLINE_LEVEL_UP),
        procedure="P1",
        local=Damage,
    ),
    damage_row("P4 damage CHA-14.3 CHA-17.2", do=damage.cannot_move, to="P5"),
    damage_row(
        "P5 damage CHA-14.2 CHA-R36",
        do=damage.next_due,
        to=If(lambda state: state.procedure_locals.left > 0, "further damage waits", "P1", "", RETURN),
    ),
    damage_row("UNSEEN damage CHA-14.4", ask=damage.unseen_tops, chance=True, worst=True, offers=(damage.REVEAL,)),
)


def check_row(heading: str, **more: Any) -> Step[ChaosState]:
    """Return a row for the check timing."""
    return row(heading, procedure="C1", **more)


def one_ability(name: str, clause: str, line: Any, to: str) -> Step[ChaosState]:
    """Return the step in which a player plays one waiting auto ability (CHA-16.5, 16.7)."""
    ways: dict[str, Any] = {"resolve": "RESOLVE", "after": to, "empty": to, "kind": "resolve", "procedure": "C1"}
    clauses, ways["offers"] = (clause, "CHA-16.3", "CHA-R42"), (check.RESOLVE,)
    return triggers_row(name, "check", clauses, line=line, begin=check.begin_ability, **ways)


LOSS = "a loss is pending"
CHECK: tuple[Step[ChaosState], ...] = (
    check_row(
        "C1 check CHA-16.1 CHA-16.2 CHA-16.4 CHA-R40 CHA-R41",
        do=check.first_processes,
        to=If(check.is_check_due, "abilities wait, or more is due", "C2", "nothing is left", "C6"),
        ends=f"{LOSS}, or the turn has no end",
    ),
    one_ability("C2", "CHA-16.5", abilities.find_waiting(main=True), "C3"),
    check_row("C3 check CHA-16.6 CHA-R41", do=check.second_processes, to="C4", ends=LOSS),
    one_ability("C4", "CHA-16.7", abilities.find_waiting(main=False), "C5"),
    check_row(
        "C5 check CHA-16.8",
        do=check.look_again,
        to=If(check.is_check_due, "something is left", "C1", "nothing is left", "C6"),
    ),
    check_row("C6 check CHA-16.9", do=record_event("check_ended", "CHA-16.9", main_player), to=RETURN),
    row("GAME_OVER over CHA-17.3", do=winning.settle_losses, terminal=True),
)

PROCEDURES = (*ACTION, *DAMAGE, *CHECK)
