"""Chapters 11 and 12: declaring an attack, Ambush, block and battle."""

from __future__ import annotations

from engines.altaria.cards import AMBUSH, BULWARK, GRUDGE, INFILTRATE, LURK, UNSEEN
from engines.altaria.costs import affordable
from engines.altaria.effects import destroy, set_off
from engines.altaria.hidden import may_be
from engines.altaria.keywords import break_rank, has, has_summoning_fatigue, power
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Attack, Unit, attack_of, ready_energy
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD, changed

# Declaring (chapter 11).


def attacks(state: AltariaState) -> list[Action]:
    """Return every attack the turn player may declare, and ending the phase (ALT-11.1 to 11.9, 11.12)."""
    actions: list[Action] = []
    if state.phase_actions < state.actions_allowed:
        seat = state.turn_player
        field = state.players[seat].field
        able = [unit for unit in field if not unit[FATIGUED] and not has_summoning_fatigue(state, unit)]
        if able:
            targets = attackable(state, 1 - seat)
            cores = state.cores_left(1 - seat)
            for unit in able:
                if cores and break_rank(state, seat, unit):
                    actions.append(("attack_cores", unit[ID]))
                for target in targets:
                    actions.append(("attack_unit", unit[ID], target))
    actions.append(("end_attack",))
    return actions


def attackable(state: AltariaState, seat: int) -> list[int]:
    """Return the units of `seat` that a unit attack may choose: fatigued, without Lurk (ALT-11.8, 14.6)."""
    return [unit[ID] for unit in state.players[seat].field if unit[FATIGUED] and not has(state, unit, LURK)]


def _declare(state: AltariaState, unit_id: int) -> Unit:
    seat = state.turn_player
    state.phase_actions += 1
    _, unit = state.there(unit_id)
    state.replace(seat, unit, fatigued=True)
    if state.events is not None:
        state.note("attacker_rested", "ALT-11.2", seat, unit=state.name(unit[CARD]))
    return unit


def declare_on_cores(state: AltariaState, action: Action) -> None:
    """Rest the attacker for a core attack; the number of cores is fixed now (ALT-11.2, 11.4, 11.5, 11.7)."""
    seat = state.turn_player
    unit = _declare(state, action[1])
    state.attack = Attack(seat, unit[ID], rank=min(break_rank(state, seat, unit), state.cores_left(1 - seat)))


def declare_on_unit(state: AltariaState, action: Action) -> None:
    """Rest the attacker and point it at a fatigued unit (ALT-11.2, 11.8)."""
    seat = state.turn_player
    unit = _declare(state, action[1])
    state.attack = Attack(seat, unit[ID], target=action[2])
    if state.events is not None:
        _, target = state.there(action[2])
        state.note("attack_on_unit", "ALT-11.8", seat, unit=state.name(unit[CARD]), target=state.name(target[CARD]))


def free_cores(state: AltariaState) -> list[Action]:
    """Return the cores that an attack has not chosen yet (ALT-11.4)."""
    attack = attack_of(state)
    cores = state.players[1 - attack.seat].cores
    return [("aim", at) for at, card in enumerate(cores) if card != NO_CARD and at not in attack.cores]


def cores_to_aim_at(state: AltariaState) -> list[Action]:
    """Return the cores that may still be chosen; [] when all that are left must be (ALT-11.4, 11.5)."""
    attack, free = attack_of(state), free_cores(state)
    return free if len(free) > attack.rank - len(attack.cores) else []


def aim(state: AltariaState, action: Action) -> None:
    """Choose one more core."""
    attack = attack_of(state)
    state.attack = changed(attack, cores=(*attack.cores, action[1]))
    if len(attack.cores) + 1 == attack.rank:
        _note_cores(state)


def aim_at_all(state: AltariaState) -> None:
    """Choose every core that is left (ALT-11.5)."""
    attack = attack_of(state)
    state.attack = changed(attack, cores=tuple(sorted((*attack.cores, *(at for _, at in free_cores(state))))))
    _note_cores(state)


def _note_cores(state: AltariaState) -> None:
    if state.events is not None:
        attack = attack_of(state)
        _, unit = state.there(attack.attacker)
        state.note("attack_on_cores", "ALT-11.4", attack.seat, unit=state.name(unit[CARD]), count=attack.rank)


def aimed(state: AltariaState) -> bool:
    """Return True when as many cores are chosen as the attack breaks."""
    attack = state.attack
    return attack is not None and len(attack.cores) >= attack.rank


def declared(state: AltariaState) -> None:
    """Set off the attacker's on-attack abilities, once, before any Ambush or block (ALT-11.10)."""
    attack = attack_of(state)
    if not attack.announced:
        state.attack = changed(attack, announced=True)
        unit = state.unit(attack.seat, attack.attacker)
        if unit is not None:
            set_off(state, attack.seat, unit[CARD], "attack", unit[ID])


def still_on(state: AltariaState) -> bool:
    """Return True while the attacker, and the unit it should battle, are on the battlefield (ALT-12.12).

    What the target was chosen for, lying sideways without Lurk, is not asked again (ALT-11.11).
    """
    attack = attack_of(state)
    if state.unit(attack.seat, attack.attacker) is None:
        return False
    opponent = attack.blocker or attack.target
    return not opponent or state.unit(1 - attack.seat, opponent) is not None


# Ambush (ALT-12.2, 12.7, 14.9 to 14.11).


def ambushes(state: AltariaState, seat: int) -> list[Action]:
    """Return the Ambush units a player can summon, and passing; [] when the window passes by itself.

    It does so only on facts both players see: no hand, or no upright energy while every Ambush card in the game
    costs something (ALT-R49), or an attack that is over (ALT-12.12). After 200 actions in the phase only passing is
    left (ALT-16.10).
    """
    player = state.players[seat]
    if not player.hand or not still_on(state):
        return []
    energy = ready_energy(state, seat)
    if not energy and not state.free_ambush:
        return []
    if state.phase_actions >= state.actions_allowed:
        return [("pass",)]
    faces = state.faces
    actions: list[Action] = []
    able = [card for card in dict.fromkeys(player.hand) if faces[card].keywords & AMBUSH]
    if state.open_chance and UNSEEN in player.hand:  # an unseen card may be any Ambush card
        every = [card for card, face in enumerate(faces) if face.keywords & AMBUSH]
        unseen = may_be(state, seat, every)
        able = [card for card in every if card in able or card in unseen]
    if able:
        actions = [("ambush", card) for card in affordable(state, seat, able, energy)]
    actions.append(("pass",))
    return actions


def defender_ambushes(state: AltariaState) -> list[Action]:
    """Return the defender's Ambush choices after a declaration (ALT-12.2)."""
    return ambushes(state, 1 - state.turn_player)


def attacker_ambushes(state: AltariaState) -> list[Action]:
    """Return the turn player's Ambush choices after a block (ALT-12.7)."""
    return ambushes(state, state.turn_player)


# Block (ALT-12.3 to 12.6, 12.16).


def blocks(state: AltariaState) -> list[Action]:
    """Return the blocks, and not blocking; [] when nobody can block (ALT-12.6), or it infiltrates (ALT-14.2).

    The target of a unit attack may block as well (ALT-12.16).
    """
    attack = attack_of(state)
    unit = state.unit(attack.seat, attack.attacker)
    if unit is None or has(state, unit, INFILTRATE):
        return []
    actions: list[Action] = [
        ("block", other[ID])
        for other in state.players[1 - attack.seat].field
        if not other[FATIGUED] and has(state, other, BULWARK)
    ]
    if actions:
        actions.append(("no_block",))
    return actions


def block(state: AltariaState, action: Action) -> None:
    """Rest the blocker: the attack is stopped and the two battle (ALT-12.3, 12.4, 12.5, 14.8)."""
    attack = attack_of(state)
    seat = 1 - attack.seat
    _, unit = state.there(action[1])
    state.replace(seat, unit, fatigued=True)
    state.attack = changed(attack, blocker=action[1])
    if state.events is not None:
        state.note("blocked", "ALT-12.3", seat, unit=state.name(unit[CARD]))
        state.note("attack_stopped", "ALT-12.5", seat)


def nobody_blocks(state: AltariaState) -> None:
    """Nobody can block: only upright units with Bulwark could (ALT-12.6)."""
    if state.events is not None:
        attack = attack_of(state)
        unit = state.unit(attack.seat, attack.attacker)
        infiltrates = unit is not None and has(state, unit, INFILTRATE)
        state.note(
            "cannot_block.infiltrate" if infiltrates else "cannot_block",
            "ALT-14.2" if infiltrates else "ALT-12.6",
            1 - state.turn_player,
        )


def on_cores(state: AltariaState) -> bool:
    """Return True for a core attack; a unit attack breaks no core, won or not (ALT-12.14)."""
    return state.attack is not None and not state.attack.target


# Battle (ALT-12.8 to 12.14).


def battle(state: AltariaState) -> None:
    """Compare current powers: the lower is destroyed, equal ones both; survivors lose nothing (ALT-12.8 to 12.11)."""
    attack = attack_of(state)
    seat = attack.seat
    (_, attacker), (_, opponent) = state.there(attack.attacker), state.there(attack.blocker or attack.target)
    state.attack = changed(attack, battled=(attacker, opponent))
    mine, other = power(state, seat, attacker), power(state, 1 - seat, opponent)
    if state.events is not None:
        unit, target = state.name(attacker[CARD]), state.name(opponent[CARD])
        state.note("battle", "ALT-12.8", seat, unit=unit, power=mine, target=target, other=other)
    clause = "ALT-12.10" if mine == other else "ALT-12.9"
    if mine <= other:
        destroy(state, seat, attacker, clause)
        if mine < other and state.events is not None:
            state.note("survived", "ALT-12.11", 1 - seat, unit=state.name(opponent[CARD]), power=other)
    if mine >= other:
        destroy(state, 1 - seat, opponent, clause)
        if mine > other and state.events is not None:
            state.note("survived", "ALT-12.11", seat, unit=state.name(attacker[CARD]), power=mine)


def after_battle(state: AltariaState) -> None:
    """Grudge destroys the unit that was battled, whoever won, also from the dead (ALT-12.13, 14.7, ALT-R27)."""
    attack = attack_of(state)
    mine, other = attack.battled
    for unit, side, opponent in ((mine, 1 - attack.seat, other), (other, attack.seat, mine)):
        if has(state, unit, GRUDGE):
            alive = state.unit(side, opponent[ID])
            if alive is not None:
                if state.events is not None:
                    state.note(
                        "grudge", "ALT-14.7", 1 - side, unit=state.name(unit[CARD]), target=state.name(alive[CARD])
                    )
                destroy(state, side, alive, "ALT-14.7")


def attack_end(state: AltariaState) -> None:
    """Clear the attack; the attacker stays fatigued (ALT-12.15, 11.3)."""
    attack = attack_of(state)
    if state.events is not None:
        unit = state.unit(attack.seat, attack.attacker)
        if unit is not None and unit[FATIGUED]:
            state.note("stays_fatigued", "ALT-12.15", attack.seat, unit=state.name(unit[CARD]))
    state.attack = None


def end_attack(state: AltariaState, action: Action) -> None:
    """End the Attack Phase (ALT-11.12)."""
    state.phase_actions = 0
    if state.events is not None:
        state.note("attack_phase_ended", "ALT-11.12", state.turn_player)
