"""The kinds of action: the steps that offer them, what they require, and what a click could try."""

from __future__ import annotations

from engines.altaria import repairs
from engines.altaria.cards import FORCE, MAGIC, UNIT
from engines.altaria.main_phase import resting_abilities
from engines.altaria.notation import ARGUMENTS
from engines.altaria.requirements import (
    ALL_CHOSEN,
    AMBUSHES,
    AMONG_BROKEN,
    ASKS_FORCE,
    ASKS_MAY,
    ASKS_UNIT,
    BLOCKER_UPRIGHT,
    BULWARKED,
    CHOSEN_FATIGUED,
    CORE_FREE,
    CORE_THERE,
    ENERGY,
    FACE_DOWN,
    FORCE_THERE,
    HAS_TRIGGER,
    IS_A_CORE,
    IS_WAITING,
    LEAVES_REST,
    LOW_POWER,
    NO_FORCE_YET,
    NO_INFILTRATE,
    NO_LURK,
    NO_WARD,
    NOT_NEW,
    OBJECT,
    OWN_ENERGY,
    PAYER_UPRIGHT,
    PAYS_SYMBOL,
    PLACE,
    PLACEMENT,
    PUT_EARLIER,
    RANK,
    RESTING_ABILITY,
    RIGHT_SIDE,
    RIVALS,
    SYMBOLS,
    TARGET_FATIGUED,
    TRIGGER_OBJECT,
    UPRIGHT,
    USER_UPRIGHT,
    category,
    in_hand,
    limit,
    mine,
)
from engines.altaria.state import ID, AltariaState
from engines.core.arguments import kinds
from engines.core.reasons import Kind, Requirement
from engines.core.stages import stage
from engines.core.state import Action

# What a player could try with a click.


def use_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every resting ability of each own unit; a unit without one is tried as if it had it."""
    return [
        ("use", unit[ID], which)
        for unit in state.players[seat].field
        for which in range(len(resting_abilities(state, unit)) or 1)
    ]


CHARGE, MAIN, ATTACK = stage("CHARGE"), stage("MAIN"), stage("ATTACK")
PRICE = (ENERGY, SYMBOLS)
ATTACKER = (mine("ALT-11.1"), UPRIGHT, NOT_NEW)
IN_MAIN, IN_ATTACK = limit("main"), limit("attack")
AMBUSHING = (in_hand("ALT-14.9"), category("ALT-14.9", UNIT))


def played(name: str, clause: str, wanted: str, *more: Requirement[AltariaState]) -> Kind[AltariaState]:
    """Return a kind that plays a card of the hand in the Main Phase: of its category, and paid for."""
    needed = (in_hand(clause), category(clause, wanted), *PRICE, *more, IN_MAIN)
    return Kind(name, clause, (), needed, ("card",), stage=MAIN)


def answering(
    name: str, clause: str, step: str, argument: str, *needed: Requirement[AltariaState]
) -> Kind[AltariaState]:
    """Return a kind that answers an attack of the rival in its step."""
    return Kind(name, clause, (), needed, (argument,), stage=repairs.under_attack(step))


KINDS = kinds(
    ARGUMENTS,
    Kind("throw", "ALT-6.5", ("JANKEN",), (), ("hand",)),
    Kind("go", "ALT-6.5", ("CHOOSE_ORDER",), (), ("order",)),
    Kind("charge_altar", "ALT-8.1", ("CHARGE",), (in_hand("ALT-8.1"),), ("card",), stage=CHARGE),
    Kind("charge_energy", "ALT-8.1", ("CHARGE",), (in_hand("ALT-8.1"),), ("card", "face"), stage=CHARGE),
    Kind("skip_charge", "ALT-8.1", ("CHARGE",)),
    Kind("turn_up", "ALT-10.2", ("MAIN",), (OWN_ENERGY, FACE_DOWN, PUT_EARLIER, IN_MAIN), ("energy",), stage=MAIN),
    played("summon", "ALT-10.3", UNIT),
    played("activate", "ALT-10.4", MAGIC, OBJECT),
    played("place", "ALT-10.5", FORCE, PLACE),
    Kind("onto", "ALT-10.6", ("ONTO",), (NO_FORCE_YET, PLACEMENT), ("altar",)),
    Kind("pay", "ALT-9.4", ("PAY",), (PAYER_UPRIGHT, PAYS_SYMBOL, LEAVES_REST), ("altar",)),
    Kind(
        "use",
        "ALT-10.9",
        ("MAIN",),
        (mine("ALT-10.9"), RESTING_ABILITY, USER_UPRIGHT, OBJECT, IN_MAIN),
        ("unit", "ability"),
        stage=MAIN,
        tries=use_tries,
    ),
    Kind("end_main", "ALT-10.1", ("MAIN",)),
    Kind("attack_cores", "ALT-11.1", ("ATTACK",), (*ATTACKER, RANK, IN_ATTACK), ("unit",), targets=True, stage=ATTACK),
    Kind(
        "attack_unit",
        "ALT-11.1",
        ("ATTACK",),
        (*ATTACKER, RIVALS, TARGET_FATIGUED, NO_LURK, IN_ATTACK),
        ("unit", "target"),
        targets=True,
        stage=ATTACK,
    ),
    Kind("aim", "ALT-11.4", ("AIM",), (CORE_THERE, CORE_FREE), ("core",)),
    Kind("aim_at_altar", "ALT-11.4", ("AIM",), (IS_A_CORE,), ("rival_altar",)),
    Kind("stop_aiming", "ALT-11.4", ("AIM",), (ALL_CHOSEN,)),
    Kind("end_attack", "ALT-11.12", ("ATTACK",)),
    answering("ambush", "ALT-14.9", "DEF_AMBUSH", "card", *AMBUSHING, AMBUSHES, *PRICE, IN_ATTACK),
    Kind("pass", "ALT-14.9"),
    answering("block", "ALT-12.3", "BLOCK", "unit", mine("ALT-12.3"), BLOCKER_UPRIGHT, BULWARKED, NO_INFILTRATE),
    Kind("no_block", "ALT-12.3", ("BLOCK",)),
    answering("trigger", "ALT-13.10", "CORE_TRIGGER", "broken", AMONG_BROKEN, HAS_TRIGGER, TRIGGER_OBJECT),
    Kind("take", "ALT-13.8", ("CORE_TRIGGER",)),
    Kind("reveal", "ALT-13.9", ("UNSEEN",), (), ("revealed",)),
    Kind("choose", "ALT-15.6", ("CHOOSE",), (ASKS_UNIT, RIGHT_SIDE, NO_WARD, LOW_POWER, CHOSEN_FATIGUED), ("object",)),
    Kind("choose_force", "ALT-15.6", ("CHOOSE",), (ASKS_FORCE, FORCE_THERE), ("force",)),
    Kind("accept", "ALT-15.5", ("CHOOSE",), (ASKS_MAY,)),
    Kind("decline", "ALT-15.5", ("CHOOSE",), (ASKS_MAY,)),
    Kind("next", "ALT-15.5", ("TRIGGERS",), (IS_WAITING,), ("waiting",)),
)
