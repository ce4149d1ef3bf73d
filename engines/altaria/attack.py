"""Chapter 11: declaring an attack."""

from __future__ import annotations

from dataclasses import replace

from engines.altaria import repairs
from engines.altaria.cards import LURK
from engines.altaria.effects import set_off
from engines.altaria.heuristics import worth_of_core_attack, worth_of_unit_attack
from engines.altaria.keywords import break_rank, has_keyword, has_summoning_fatigue
from engines.altaria.requirements import IN_ATTACK, OWN_UNIT, is_upright, need, needs
from engines.altaria.state import CARD, ENTERED, FATIGUED, ID, AltariaState, Attack, Unit, attack_of
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD, replace_entries
from engines.kit import kit
from engines.legal.lasting import is_allowed


def list_attacks(state: AltariaState) -> list[Action]:
    """Return every attack that may be declared, and the action that ends the phase (ALT-11.1 to 11.9, 11.12)."""
    actions: list[Action] = []
    if state.phase_actions < state.actions_allowed:
        seat = state.turn_player
        field = state.players[seat].field
        able = [unit for unit in field if not unit[FATIGUED] and not has_summoning_fatigue(state, unit)]
        if able:
            targets = units_to_attack(state, 1 - seat)
            cores = state.cores_left(1 - seat)
            for unit in able:
                if cores and break_rank(state, seat, unit):
                    actions.append(("attack_cores", unit[ID]))
                for target in targets:
                    actions.append(("attack_unit", unit[ID], target))
    actions.append(("end_attack",))
    return actions


def units_to_attack(state: AltariaState, seat: int) -> list[int]:
    """Return the units of `seat` that can be the target of a unit attack: fatigued, without Lurk (ALT-11.8, 14.6)."""
    return [unit[ID] for unit in state.players[seat].field if may_be_target(state, unit) and not has_lurk(state, unit)]


def may_be_target(state: AltariaState, unit: Unit) -> bool:
    """Return True for a fatigued unit (ALT-11.8), and for one that a text allows to be attacked anyway."""
    return unit[FATIGUED] or is_allowed(state, unit[ID], "attack_unit")


def has_lurk(state: AltariaState, unit: Unit) -> bool:
    """Return True if a unit cannot be attacked, even while it is fatigued (ALT-14.6)."""
    return has_keyword(state, unit, LURK)


def _declare(state: AltariaState, unit_id: int) -> Unit:
    seat = state.turn_player
    state.phase_actions += 1
    _, unit = state.there(unit_id)
    state.replace(seat, unit, fatigued=True)
    state.note("attacker_rested", "ALT-11.2", seat, unit=unit)
    return unit


def attack_cores(state: AltariaState, action: Action) -> None:
    """Rest the attacker for a core attack, and fix how many cores the attack breaks (ALT-11.2, 11.4, 11.5, 11.7)."""
    seat = state.turn_player
    unit = _declare(state, action[1])
    if state.changes is not None:  # the break rank may depend on being the attacker
        state.attack = Attack(seat, unit[ID])
    state.attack = Attack(seat, unit[ID], rank=min(break_rank(state, seat, unit), state.cores_left(1 - seat)))


def attack_unit(state: AltariaState, action: Action) -> None:
    """Rest the attacker and choose a fatigued unit as the target (ALT-11.2, 11.8)."""
    seat = state.turn_player
    unit = _declare(state, action[1])
    state.attack = Attack(seat, unit[ID], target=action[2])
    _, target = state.there(action[2])
    state.note("attack_on_unit", "ALT-11.8", seat, unit=unit, target=target)


def free_cores(state: AltariaState) -> list[Action]:
    """Return, as actions, the cores that an attack has not chosen yet (ALT-11.4)."""
    attack = attack_of(state)
    cores = state.players[1 - attack.seat].cores
    return [("aim", at) for at, card in enumerate(cores) if card != NO_CARD and at not in attack.cores]


def cores_to_aim_at(state: AltariaState) -> list[Action]:
    """Return, as actions, the cores that may still be chosen; [] if all that remain must be chosen (ALT-11.4, 11.5)."""
    attack, free = attack_of(state), free_cores(state)
    return free if len(free) > attack.rank - len(attack.cores) else []


def choose_core(state: AltariaState, action: Action) -> None:
    """Add a core to those that the attack will break."""
    attack = attack_of(state)
    state.attack = replace_entries(attack, cores=(*attack.cores, action[1]))
    if len(attack.cores) + 1 == attack.rank:
        _note_cores(state)


def aim_at_all(state: AltariaState) -> None:
    """Add all remaining cores to those that the attack will break (ALT-11.5)."""
    attack = attack_of(state)
    state.attack = replace_entries(attack, cores=tuple(sorted((*attack.cores, *(at for _, at in free_cores(state))))))
    _note_cores(state)


def _note_cores(state: AltariaState) -> None:
    if state.listener is not None:
        attack = attack_of(state)
        _, unit = state.there(attack.attacker)
        state.note("attack_on_cores", "ALT-11.4", attack.seat, unit=unit, count=attack.rank)


def is_aim_complete(state: AltariaState) -> bool:
    """Return True once the attack has chosen as many cores as it breaks."""
    attack = state.attack
    return attack is not None and len(attack.cores) >= attack.rank


def set_off_on_attack(state: AltariaState) -> None:
    """Trigger the attacker's on-attack abilities, once, before any Ambush or block (ALT-11.10)."""
    attack = attack_of(state)
    if not attack.announced:
        state.attack = replace_entries(attack, announced=True)
        unit = state.unit(attack.seat, attack.attacker)
        if unit is not None:
            set_off(state, attack.seat, unit[CARD], "attack", unit[ID])


def still_on(state: AltariaState) -> bool:
    """Return True while the attacker, and the unit it fights if there is one, are on the battlefield (ALT-12.12).

    Whether the target is still fatigued and without Lurk is not checked again (ALT-11.11).
    """
    attack = attack_of(state)
    if state.unit(attack.seat, attack.attacker) is None:
        return False
    opponent = attack.blocker or attack.target
    return not opponent or state.unit(1 - attack.seat, opponent) is not None


def on_cores(state: AltariaState) -> bool:
    """Return True for a core attack. A unit attack breaks no core, whatever its result (ALT-12.14)."""
    return state.attack is not None and not state.attack.target


def attack_end(state: AltariaState) -> None:
    """End the attack in progress; the attacker stays fatigued (ALT-12.15, 11.3)."""
    attack = attack_of(state)
    if state.listener is not None:
        unit = state.unit(attack.seat, attack.attacker)
        if unit is not None and unit[FATIGUED]:
            state.note("stays_fatigued", "ALT-12.15", attack.seat, unit=unit)
    state.attack = None


def end_attack(state: AltariaState, action: Action) -> None:
    """End the Attack Phase (ALT-11.12)."""
    state.phase_actions = 0
    state.note("attack_phase_ended", "ALT-11.12", state.turn_player)


# Needs, and their repairs.


def _why_ready(state: AltariaState, seat: int, unit: Unit) -> kit.Phrase:
    """Return why summoning fatigue does not stop a unit from attacking, in words."""
    entered = unit[ENTERED]
    return kit.Phrase("fact.not_new.haste" if entered == state.turn else "fact.not_new.earlier", {"turn": entered})


def _replace_core(state: AltariaState, seat: int, core: int) -> None:
    """Put a card back in the place of a broken core."""
    state.players[1 - seat].cores[core] = repairs.plain_unit(state)


def _forget_core(state: AltariaState, seat: int, core: int) -> None:
    """Remove a core from those chosen for the attack."""
    attack = attack_of(state)
    state.attack = attack._replace(cores=tuple(at for at in attack.cores if at != core))


def _choose_missing(state: AltariaState, seat: int, action: Action) -> None:
    """Choose further cores, up to the number that the attack breaks."""
    attack = attack_of(state)
    free = [at for _, at in free_cores(state)]
    state.attack = attack._replace(cores=(*attack.cores, *free)[: attack.rank])


NOT_NEW = need(
    "not_new",
    "ALT-4.5",
    lambda s, seat, unit: not has_summoning_fatigue(s, unit),
    kit.put_mark(ENTERED, lambda state: state.turn - 1),
    why=_why_ready,
)
ATTACKER = (OWN_UNIT, is_upright("upright", "ALT-4.3"), NOT_NEW)
RANK = need(
    "rank",
    "ALT-11.6",
    lambda s, seat, unit: break_rank(s, seat, unit) > 0,
    repairs.change_unit("rank", 99),
    rank=break_rank,
)
RIVALS_UNIT = replace(
    kit.card_in_play("field", side="rival"),
    meaning=lambda s, seat, number: s.unit(1 - seat, number),
    there=need("rivals", "ALT-11.8", lambda s, seat, unit: unit is not None, essential=True),
)
TARGET = (
    RIVALS_UNIT,
    need("target_fatigued", "ALT-11.8", lambda s, seat, unit: may_be_target(s, unit), kit.put_mark(FATIGUED, True)),
    need("no_lurk", "ALT-14.6", lambda s, seat, unit: not has_lurk(s, unit), repairs.make_plain),
)
CORE = (
    kit.number_in("cores", side="rival"),
    need("core_there", "", lambda s, seat, core: s.players[1 - seat].cores[core] != NO_CARD, _replace_core),
    need("core_free", "", lambda s, seat, core: core not in s.attack.cores, _forget_core),
)
IS_A_CORE = need("is_a_core", "", lambda s, seat, altar: False)
ALL_CHOSEN = needs(
    "all_chosen",
    "ALT-11.5",
    lambda s, seat, a: len(s.attack.cores) >= s.attack.rank,
    _choose_missing,
    chosen=lambda s, seat, a: len(attack_of(s).cores),
    needed=lambda s, seat, a: attack_of(s).rank,
    missing=lambda s, seat, a: attack_of(s).rank - len(attack_of(s).cores),
    cores=lambda s, seat, a: s.cores_left(1 - attack_of(s).seat),
)

# Once the Attack Phase is over, it remains over in the phases that follow (ALT-7.1).
ATTACK = kit.Moment(
    "attack", kit.own("attack"), (kit.Over("attack", "ALT-11.12", kit.own("end")),), kit.stage("ATTACK")
)
attack_action = kit.actions_with(clause="ALT-11.1", needs=(IN_ATTACK,), when=ATTACK, targets=True)
aim_action = kit.actions_with(clause="ALT-11.4")

ATTACK_CORES = attack_action(
    "attack_cores", do=attack_cores, to="AIM", words="core attack", looks=worth_of_core_attack, unit=(*ATTACKER, RANK)
)
ATTACK_UNIT = attack_action(
    "attack_unit",
    do=attack_unit,
    to="DECLARED",
    words="unit attack",
    looks=worth_of_unit_attack,
    unit=ATTACKER,
    target=TARGET,
)
END_ATTACK = kit.action("end_attack", "ALT-11.12", end_attack, "END", "no more attacks", when=ATTACK, looks=0)
AIM = aim_action(
    "aim", do=choose_core, to=kit.If(is_aim_complete, "all chosen", "DECLARED", "one more", "AIM"), words="", core=CORE
)
AIM_AT_ALTAR = aim_action("aim_at_altar", rival_altar=(kit.place_in("altar", side="rival"), IS_A_CORE))
STOP_AIMING = aim_action("stop_aiming", needs=(ALL_CHOSEN,))
