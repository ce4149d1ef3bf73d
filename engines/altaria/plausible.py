"""Checks whether a game could reach a written position, and reports what makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator

from engines.altaria.attack import units_to_attack
from engines.altaria.cards import UNSEEN
from engines.altaria.costs import seat_paying
from engines.altaria.keywords import break_rank
from engines.altaria.main_phase import meets_placement
from engines.altaria.state import CARD, ENTERED, FATIGUED, AltariaState, Attack, Paying
from engines.book.toml_schema import SEATS
from engines.forms.turns import find_wrong_turn
from engines.kernel.tuples import NO_CARD

Faults = Iterator[tuple[str, str, str]]
"""Faults as (place in the document, what is wrong there, remedy)."""

BEFORE_MAIN = ("HEAL", "DRAW", "CHARGE")
"""The steps of a turn before anything can have entered play in that turn."""
HEALED = ("DRAW", "CHARGE")
"""Of these steps, the ones that come after the turn player has turned everything upright (ALT-7.3)."""
BEFORE_BLOCK = ("AIM", "DECLARED", "DEF_AMBUSH", "BLOCK")
"""The steps of an attack that come before a block."""
WITH_OPPONENT = ("ATK_AMBUSH", "BATTLE", "AFTER_BATTLE")
"""The steps of an attack that occur only if two units battle."""
OF_CORES = ("AIM", "BREAK", "UNSEEN", "CORE_TRIGGER")
"""The steps of an attack that occur only in a core attack."""


def plausible(state: AltariaState) -> Faults:
    """Yield a fault for each feature of a written position that no game could reach."""
    yield from find_wrong_turn(state, state.game.parameters["turn_cap"], "ALT-16.9")
    for seat, player in enumerate(state.players):
        where = SEATS[seat]
        for unit in player.field:
            if unit[ENTERED] > state.turn:
                what = f"{state.name(unit[CARD])!r} entered in turn {unit[ENTERED]}."
                yield f"{where}, field", what, f"It is turn {state.turn}."
            elif unit[ENTERED] == state.turn and state.step.name in BEFORE_MAIN:
                what = f"{state.name(unit[CARD])!r} entered this turn."
                yield f"{where}, field", what, "Nothing enters before the Main Phase: leave `new` out (ALT-10.1)."
        for card, _, _, put in player.energy:
            if put > state.turn:
                yield f"{where}, energy", f"{state.name(card)!r} was put in turn {put}.", "That has not been yet."
        for below, force, _ in player.altar:
            if force != NO_CARD and not meets_placement(state, force, below):
                what = f"{state.name(force)!r} does not go on {state.name(below)!r}."
                yield f"{where}, altar", what, "Its placement condition asks for another attribute (ALT-10.5)."
    yield from _not_healed(state)
    yield from _of_payment(state)
    attack = state.attack
    if attack is not None:
        if len(set(attack.cores)) < len(attack.cores):
            yield "attack, cores", "names a core twice.", "An attack chooses different cores (ALT-11.4)."
        if state.step.phase in ("attack", "play", "effect") and state.step.name != "ATTACK":
            yield from _of_attack(state, attack)
        else:
            yield "attack", f"nothing attacks in step {state.step.name}.", "Leave it out, or stand in an attack."


def _not_healed(state: AltariaState) -> Faults:
    """Yield a fault for cards fatigued just after the turn player has turned everything upright (ALT-7.3, 7.4)."""
    if state.step.name not in HEALED:
        return
    player = state.players[state.turn_player]
    tired = [("field", unit[CARD]) for unit in player.field if unit[FATIGUED]]
    tired += [("altar", card) for card, _, fatigued in player.altar if fatigued]
    tired += [("energy", card) for card, _, fatigued, _ in player.energy if fatigued]
    for zone, card in tired:
        what = f"{state.name(card)!r} is fatigued in step {state.step.name}."
        remedy = "The turn began by turning it upright: leave `fatigued` out (ALT-7.3)."
        yield f"{SEATS[state.turn_player]}, {zone}", what, remedy


def _of_payment(state: AltariaState) -> Faults:
    """Yield a fault if a card being paid for is not in the hand, which it leaves only once all is paid (ALT-10.3)."""
    local = state.procedure_locals
    if type(local) is not Paying:
        return
    seat = seat_paying(state)
    hand = state.players[seat].hand
    if local.card not in hand and UNSEEN not in hand:
        what = f"{state.name(local.card)!r} is being paid for, and is not there."
        yield f"{SEATS[seat]}, hand", what, "It leaves the hand when all is paid: add it (ALT-10.3)."


def _of_attack(state: AltariaState, attack: Attack) -> Faults:
    """Yield a fault for each contradiction between an attack and the position or step it is in."""
    step, attacker = state.step.name, state.unit(attack.seat, attack.attacker)
    if attack.target and (attack.cores or attack.rank):
        yield "attack", "is on a unit and on cores.", "Name a target or cores (ALT-11.1)."
    if step in BEFORE_BLOCK and attack.blocker:
        yield "attack, blocker", f"nobody has blocked yet in step {step}.", "Leave it out (ALT-12.3)."
    if step in WITH_OPPONENT and not (attack.blocker or attack.target):
        yield "attack", f"step {step} needs two units.", 'Add blocker = "..." (ALT-12.7, 12.8).'
    if step in OF_CORES and (attack.target or attack.blocker):
        yield "attack", f"step {step} comes only if cores are attacked.", "Leave target and blocker out (ALT-13.1)."
    if step in ("CORE_TRIGGER", "UNSEEN") and not state.broken:
        yield "", f"step {step} needs a core that has just been broken.", "Begin in step BLOCK and play from there."
    if step == "BLOCK" and attack.cores and attacker is not None:
        due = min(break_rank(state, attack.seat, attacker), state.cores_left(1 - attack.seat))
        if len(attack.cores) != due:
            what = f"names {len(attack.cores)} of the cores."
            yield "attack, cores", what, f"{state.name(attacker[CARD])!r} must choose {due} (ALT-11.4, 11.5)."
    target = state.unit(1 - attack.seat, attack.target)
    if step in BEFORE_BLOCK and target is not None and attack.target not in units_to_attack(state, 1 - attack.seat):
        lurks = target[FATIGUED]
        what = f"{state.name(target[CARD])!r} {'has Lurk' if lurks else 'is upright'}."
        yield "attack, target", what, "Only fatigued units without Lurk are attacked (ALT-11.8, 14.6)."
