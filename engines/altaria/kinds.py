"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.altaria import requirements as needed
from engines.altaria.cards import FORCE, MAGIC, UNIT
from engines.altaria.main_phase import resting_abilities
from engines.altaria.notation import ARGUMENTS
from engines.altaria.repairs import under_attack
from engines.altaria.requirements import category, in_hand, limit, mine
from engines.altaria.state import ID, AltariaState
from engines.kernel.state import Action
from engines.legal.arguments import kind, kinds
from engines.legal.reasons import Kind, Requirement
from engines.legal.stages import stage

# What a player could try with a click.


def use_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return every resting ability of each own unit; a unit without one is tried as if it had it."""
    return [
        ("use", unit[ID], which)
        for unit in state.players[seat].field
        for which in range(len(resting_abilities(state, unit)) or 1)
    ]


CHARGE, MAIN, ATTACK = stage("CHARGE"), stage("MAIN"), stage("ATTACK")
IN_MAIN, IN_ATTACK = limit("main"), limit("attack")
PRICE = (needed.ENERGY, needed.SYMBOLS)
TURNED_UP = (needed.OWN_ENERGY, needed.FACE_DOWN, needed.PUT_EARLIER, IN_MAIN)
USABLE = (mine("ALT-10.9"), needed.RESTING_ABILITY, needed.USER_UPRIGHT, needed.OBJECT, IN_MAIN)
ATTACKER = (mine("ALT-11.1"), needed.UPRIGHT, needed.NOT_NEW)
TARGET = (needed.RIVALS, needed.TARGET_FATIGUED, needed.NO_LURK)
AMBUSHER = (in_hand("ALT-14.9"), category("ALT-14.9", UNIT), needed.AMBUSHES)
BLOCKER = (mine("ALT-12.3"), needed.BLOCKER_UPRIGHT, needed.BULWARKED, needed.NO_INFILTRATE)
TRIGGER = (needed.AMONG_BROKEN, needed.HAS_TRIGGER, needed.TRIGGER_OBJECT)
CHOSEN = (needed.ASKS_UNIT, needed.RIGHT_SIDE, needed.NO_WARD, needed.LOW_POWER, needed.CHOSEN_FATIGUED)


def played(name: str, clause: str, wanted: str, *more: Requirement[AltariaState]) -> Kind[AltariaState]:
    """Return a kind that plays a card of the hand in the Main Phase: of its category, and paid for."""
    return kind(name, clause, in_hand(clause), category(clause, wanted), *PRICE, *more, IN_MAIN, of="card", stage=MAIN)


KINDS = kinds(
    ARGUMENTS,
    kind("throw", "ALT-6.5", of="hand"),
    kind("go", "ALT-6.5", of="order"),
    kind("charge_altar", "ALT-8.1", in_hand("ALT-8.1"), of="card", stage=CHARGE),
    kind("charge_energy", "ALT-8.1", in_hand("ALT-8.1"), of="card face", stage=CHARGE),
    kind("skip_charge", "ALT-8.1"),
    kind("turn_up", "ALT-10.2", *TURNED_UP, of="energy", stage=MAIN),
    played("summon", "ALT-10.3", UNIT),
    played("activate", "ALT-10.4", MAGIC, needed.OBJECT),
    played("place", "ALT-10.5", FORCE, needed.PLACE),
    kind("onto", "ALT-10.6", needed.NO_FORCE_YET, needed.PLACEMENT, of="altar"),
    kind("pay", "ALT-9.4", needed.PAYER_UPRIGHT, needed.PAYS_SYMBOL, needed.LEAVES_REST, of="altar"),
    kind("use", "ALT-10.9", *USABLE, of="unit ability", stage=MAIN, tries=use_tries),
    kind("end_main", "ALT-10.1"),
    kind("attack_cores", "ALT-11.1", *ATTACKER, needed.RANK, IN_ATTACK, of="unit", stage=ATTACK, targets=True),
    kind("attack_unit", "ALT-11.1", *ATTACKER, *TARGET, IN_ATTACK, of="unit target", stage=ATTACK, targets=True),
    kind("aim", "ALT-11.4", needed.CORE_THERE, needed.CORE_FREE, of="core"),
    kind("aim_at_altar", "ALT-11.4", needed.IS_A_CORE, of="rival_altar", steps=("AIM",)),
    kind("stop_aiming", "ALT-11.4", needed.ALL_CHOSEN, steps=("AIM",)),
    kind("end_attack", "ALT-11.12"),
    kind("ambush", "ALT-14.9", *AMBUSHER, *PRICE, IN_ATTACK, of="card", stage=under_attack("DEF_AMBUSH")),
    kind("pass", "ALT-14.9"),
    kind("block", "ALT-12.3", *BLOCKER, of="unit", stage=under_attack("BLOCK")),
    kind("no_block", "ALT-12.3"),
    kind("trigger", "ALT-13.10", *TRIGGER, of="broken", stage=under_attack("CORE_TRIGGER")),
    kind("take", "ALT-13.8"),
    kind("reveal", "ALT-13.9", of="revealed"),
    kind("choose", "ALT-15.6", *CHOSEN, of="object"),
    kind("choose_force", "ALT-15.6", needed.ASKS_FORCE, needed.FORCE_THERE, of="force"),
    kind("accept", "ALT-15.5", needed.ASKS_MAY),
    kind("decline", "ALT-15.5", needed.ASKS_MAY),
    kind("next", "ALT-15.5", needed.IS_WAITING, of="waiting"),
)
