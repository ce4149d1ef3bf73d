"""ALT-15.3 line by line: the parts of a unit's power and break rank, and the totals of an attack or a payment."""

from __future__ import annotations

from typing import Any

from engines.altaria.cards import RESONANCE
from engines.altaria.costs import seat_paying
from engines.altaria.keywords import break_rank, current_power, face_up_energy, has_keyword, has_resonance
from engines.altaria.state import CARD, ID, MODIFIERS, AltariaState, Paying, Unit, is_force_active
from engines.forms.sums import Parts, Side, Sums, Tally, add_changes, add_lasting, add_line, at_least, printed_line


def sums(state: AltariaState, side: int, zone: str, record: Any) -> Sums:
    """Return the parts of a unit's power and break rank; {} for other zones."""
    if zone != "field":
        return {}
    return {"power": power_parts(state, side, record), "break_rank": rank_parts(state, side, record)}


def power_parts(state: AltariaState, seat: int, unit: Unit) -> Parts:
    """Return the parts that `keywords.current_power` adds up."""
    face = state.faces[unit[CARD]]
    parts = printed_line(face.power)
    _lasting(state, parts, unit, "power")
    for _, amount, needed in face.continuous:
        if face_up_energy(state, seat) >= needed:
            add_line(parts, amount, "own")
    for side in (0, 1):
        for altar in state.players[side].altar:
            if is_force_active(state, altar):
                for whose, amount, _ in state.faces[altar[1]].continuous:
                    if whose == ("own" if side == seat else "rival"):
                        add_line(parts, amount, "from", card=state.name(altar[1]))
    add_changes(parts, state.changes, state, "power", seat, "field", unit)
    return at_least(parts)


def rank_parts(state: AltariaState, seat: int, unit: Unit) -> Parts:
    """Return the parts that `keywords.break_rank` adds up."""
    parts = printed_line(state.faces[unit[CARD]].rank)
    _lasting(state, parts, unit, "rank")
    if has_keyword(state, unit, RESONANCE) and has_resonance(state, seat, unit):
        add_line(parts, 1, "resonance", species=state.faces[unit[CARD]].species)
    add_changes(parts, state.changes, state, "break_rank", seat, "field", unit)
    return at_least(parts)


def _lasting(state: AltariaState, parts: Parts, unit: Unit, what: str) -> None:
    add_lasting(state, parts, unit[ID], what, sum(amount for kind, amount in unit[MODIFIERS] if kind == what))


def tallies(state: AltariaState, seat: int) -> list[Tally]:
    """Return the powers in a coming battle, the cores chosen and still to choose, and the symbols already paid."""
    found = [*_attack(state)]
    local = state.procedure_locals
    if type(local) is Paying and state.faces[local.card].symbols:
        count, who = len(state.faces[local.card].symbols), seat_paying(state)
        name = state.name(local.card) if who == seat else ""
        found.append(Tally("symbols", (Side(who, count - len(local.symbols), name, of=count),)))
    return found


def _attack(state: AltariaState) -> list[Tally]:
    attack = state.attack
    attacker = attack and state.unit(attack.seat, attack.attacker)
    if attack is None or attacker is None:
        return []
    seat, number = attack.seat, attack.blocker or attack.target
    other = state.unit(1 - seat, number) if number else None
    if other is not None:
        one, two = (
            Side(side, current_power(state, side, unit), state.name(unit[CARD]), power_parts(state, side, unit))
            for side, unit in ((seat, attacker), (1 - seat, other))
        )
        return [Tally("battle", (one, two))]
    if number or not attack.rank:
        return []
    name, parts = state.name(attacker[CARD]), rank_parts(state, seat, attacker)
    if len(attack.cores) < attack.rank:
        return [Tally("aimed", (Side(seat, len(attack.cores), name, of=attack.rank),))]
    fixed = parts if break_rank(state, seat, attacker) == attack.rank else ()
    return [Tally("cores", (Side(seat, attack.rank, name, fixed),))]
