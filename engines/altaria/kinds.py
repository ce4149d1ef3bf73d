"""The kinds of action: the steps that offer them, what they require, and what a click could try."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.altaria import repairs
from engines.altaria.cards import FORCE, MAGIC, UNIT, UNSEEN
from engines.altaria.main_phase import resting_abilities
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
    LIMIT,
    LOW_POWER,
    MINE,
    NO_FORCE_YET,
    NO_INFILTRATE,
    NO_LURK,
    NO_WARD,
    NOT_LATE,
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
    USE_OBJECT,
    USER_UPRIGHT,
    category,
    in_hand,
)
from engines.altaria.state import ID, NO_CARD, AltariaState
from engines.core.reasons import Kind
from engines.core.state import Action

# What a player could try with a click.


def hand_tries(kind: str, *more: Any) -> Callable[[AltariaState, int], list[Action]]:
    """Return the tries of a kind with each card in hand."""
    return lambda s, seat: [(kind, card, *more) for card in dict.fromkeys(s.players[seat].hand) if card != UNSEEN]


def unit_tries(kind: str) -> Callable[[AltariaState, int], list[Action]]:
    """Return the tries of a kind with each own unit."""
    return lambda s, seat: [(kind, unit[ID]) for unit in s.players[seat].field]


def use_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every resting ability of each own unit; a unit without one is tried as if it had it."""
    return [
        ("use", unit[ID], which)
        for unit in state.players[seat].field
        for which in range(len(resting_abilities(state, unit)) or 1)
    ]


def attack_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every own unit aimed at every rival unit."""
    return [
        ("attack_unit", mine[ID], other[ID])
        for mine in state.players[seat].field
        for other in state.players[1 - seat].field
    ]


def _only(step: str, tries: Callable[[AltariaState, int], list[Action]]) -> Callable[[AltariaState, int], list[Action]]:
    return lambda s, seat: tries(s, seat) if s.step.name == step and s.result is None and s.seat_to_act == seat else []


def _altar_tries(kind: str) -> Callable[[AltariaState, int], list[Action]]:
    return lambda s, seat: [(kind, at) for at in range(len(s.players[seat].altar))]


def choose_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every unit on either battlefield as an object."""
    return [("choose", unit[ID]) for player in state.players for unit in player.field]


def force_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every altar card with a Force, of either side, as an object."""
    return [
        ("choose_force", (side, at))
        for side, player in enumerate(state.players)
        for at, altar in enumerate(player.altar)
        if altar[1] != NO_CARD
    ]


PRICE = (ENERGY, SYMBOLS)
ATTACKER = (MINE, UPRIGHT, NOT_NEW)
AMBUSH_STEPS = ("DEF_AMBUSH", "ATK_AMBUSH")

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("throw", "ALT-6.5", ("JANKEN",), (), ("hand",)),
        Kind("go", "ALT-6.5", ("CHOOSE_ORDER",), (), ("order",)),
        Kind(
            "charge_altar",
            "ALT-8.1",
            ("CHARGE",),
            (in_hand("ALT-8.1"),),
            ("card",),
            "hand",
            stage=repairs.stage("CHARGE"),
            tries=hand_tries("charge_altar"),
        ),
        Kind(
            "charge_energy",
            "ALT-8.1",
            ("CHARGE",),
            (in_hand("ALT-8.1"),),
            ("card", "face"),
            "hand",
            stage=repairs.stage("CHARGE"),
            tries=lambda s, seat: (
                hand_tries("charge_energy", "up")(s, seat) + hand_tries("charge_energy", "down")(s, seat)
            ),
        ),
        Kind("skip_charge", "ALT-8.1", ("CHARGE",)),
        Kind(
            "turn_up",
            "ALT-10.2",
            ("MAIN",),
            (OWN_ENERGY, FACE_DOWN, PUT_EARLIER, LIMIT),
            ("energy",),
            "energy",
            stage=repairs.stage("MAIN"),
            tries=lambda s, seat: [("turn_up", at) for at in range(len(s.players[seat].energy))],
        ),
        Kind(
            "summon",
            "ALT-10.3",
            ("MAIN",),
            (in_hand("ALT-10.3"), category("ALT-10.3", UNIT), *PRICE, NOT_LATE, LIMIT),
            ("card",),
            "hand",
            stage=repairs.stage("MAIN"),
            tries=hand_tries("summon"),
        ),
        Kind(
            "activate",
            "ALT-10.4",
            ("MAIN",),
            (in_hand("ALT-10.4"), category("ALT-10.4", MAGIC), *PRICE, OBJECT, NOT_LATE, LIMIT),
            ("card",),
            "hand",
            stage=repairs.stage("MAIN"),
            tries=hand_tries("activate"),
        ),
        Kind(
            "place",
            "ALT-10.5",
            ("MAIN",),
            (in_hand("ALT-10.5"), category("ALT-10.5", FORCE), *PRICE, PLACE, NOT_LATE, LIMIT),
            ("card",),
            "hand",
            stage=repairs.stage("MAIN"),
            tries=hand_tries("place"),
        ),
        Kind(
            "onto",
            "ALT-10.6",
            ("ONTO",),
            (NO_FORCE_YET, PLACEMENT),
            ("altar",),
            tries=_only("ONTO", _altar_tries("onto")),
        ),
        Kind(
            "pay",
            "ALT-9.4",
            ("PAY",),
            (PAYER_UPRIGHT, PAYS_SYMBOL, LEAVES_REST),
            ("altar",),
            tries=_only("PAY", _altar_tries("pay")),
        ),
        Kind(
            "use",
            "ALT-10.9",
            ("MAIN",),
            (MINE, RESTING_ABILITY, USER_UPRIGHT, USE_OBJECT, NOT_LATE, LIMIT),
            ("unit", "ability"),
            "field",
            stage=repairs.stage("MAIN"),
            tries=use_tries,
        ),
        Kind("end_main", "ALT-10.1", ("MAIN",)),
        Kind(
            "attack_cores",
            "ALT-11.1",
            ("ATTACK",),
            (*ATTACKER, RANK, LIMIT),
            ("unit",),
            "field",
            True,
            repairs.stage("ATTACK"),
            unit_tries("attack_cores"),
        ),
        Kind(
            "attack_unit",
            "ALT-11.1",
            ("ATTACK",),
            (*ATTACKER, RIVALS, TARGET_FATIGUED, NO_LURK, LIMIT),
            ("unit", "target"),
            "field",
            True,
            repairs.stage("ATTACK"),
            attack_tries,
        ),
        Kind(
            "aim",
            "ALT-11.4",
            ("AIM",),
            (CORE_THERE, CORE_FREE),
            ("core",),
            tries=_only("AIM", lambda s, seat: [("aim", at) for at in range(len(s.players[1 - seat].cores))]),
        ),
        Kind(
            "aim_at_altar",
            "ALT-11.4",
            ("AIM",),
            (IS_A_CORE,),
            ("rival_altar",),
            tries=_only("AIM", lambda s, seat: [("aim_at_altar", at) for at in range(len(s.players[1 - seat].altar))]),
        ),
        Kind(
            "stop_aiming", "ALT-11.4", ("AIM",), (ALL_CHOSEN,), tries=_only("AIM", lambda s, seat: [("stop_aiming",)])
        ),
        Kind("end_attack", "ALT-11.12", ("ATTACK",)),
        Kind(
            "ambush",
            "ALT-14.9",
            AMBUSH_STEPS,
            (in_hand("ALT-14.9"), category("ALT-14.9", UNIT), AMBUSHES, *PRICE, LIMIT),
            ("card",),
            "hand",
            stage=repairs.under_attack("DEF_AMBUSH"),
            tries=hand_tries("ambush"),
        ),
        Kind("pass", "ALT-14.9", AMBUSH_STEPS),
        Kind(
            "block",
            "ALT-12.3",
            ("BLOCK",),
            (MINE, BLOCKER_UPRIGHT, BULWARKED, NO_INFILTRATE),
            ("unit",),
            "field",
            stage=repairs.under_attack("BLOCK"),
            tries=unit_tries("block"),
        ),
        Kind("no_block", "ALT-12.3", ("BLOCK",)),
        Kind(
            "trigger",
            "ALT-13.10",
            ("CORE_TRIGGER",),
            (AMONG_BROKEN, HAS_TRIGGER, TRIGGER_OBJECT),
            ("broken",),
            stage=repairs.under_attack("CORE_TRIGGER"),
            tries=lambda s, seat: [
                ("trigger", card) for card in dict.fromkeys(s.broken) if card != UNSEEN and s.attack.seat != seat
            ],
        ),
        Kind("take", "ALT-13.8", ("CORE_TRIGGER",)),
        Kind("reveal", "ALT-13.9", ("UNSEEN",), (), ("revealed",)),
        Kind(
            "choose",
            "ALT-15.6",
            ("CHOOSE",),
            (ASKS_UNIT, RIGHT_SIDE, NO_WARD, LOW_POWER, CHOSEN_FATIGUED),
            ("unit",),
            tries=_only("CHOOSE", choose_tries),
        ),
        Kind(
            "choose_force",
            "ALT-15.6",
            ("CHOOSE",),
            (ASKS_FORCE, FORCE_THERE),
            ("force",),
            tries=_only("CHOOSE", force_tries),
        ),
        Kind("accept", "ALT-15.5", ("CHOOSE",), (ASKS_MAY,)),
        Kind("decline", "ALT-15.5", ("CHOOSE",), (ASKS_MAY,)),
        Kind("next", "ALT-15.5", ("TRIGGERS",), (IS_WAITING,), ("waiting",)),
    )
}
