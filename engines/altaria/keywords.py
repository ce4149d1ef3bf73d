"""Chapter 14 and ALT-15.3: keywords, and the current power and break rank of units with all effects applied."""

from __future__ import annotations

from engines.altaria.cards import HASTE, KEYWORD_BITS, RESONANCE
from engines.altaria.state import CARD, ENTERED, ID, MODIFIERS, AltariaState, Unit
from engines.kernel.tuples import NO_CARD
from engines.legal.changed_figures import sum_changes


def has_keyword(state: AltariaState, unit: Unit, keyword: int) -> bool:
    """Return True if the unit has the keyword, either printed or until the end of the turn (ALT-14.12)."""
    if state.faces[unit[CARD]].keywords & keyword:
        return True
    modifiers = unit[MODIFIERS]
    return bool(modifiers) and any(kind == "keyword" and KEYWORD_BITS[word] == keyword for kind, word in modifiers)


def current_power(state: AltariaState, seat: int, unit: Unit) -> int:
    """Return the unit's current power (ALT-15.3): printed, modifiers, active Forces, its own ability; at least 0."""
    face = state.faces[unit[CARD]]
    total = face.power
    for kind, amount in unit[MODIFIERS]:
        if kind == "power":
            total += amount
    for _, amount, needed in face.continuous:
        if face_up_energy(state, seat) >= needed:
            total += amount
    total += force_bonus(state, seat)
    if state.changes is not None:
        total += sum_changes(state.changes, state, "power", seat, "field", unit)
    return total if total > 0 else 0


def force_bonus(state: AltariaState, seat: int) -> int:
    """Return the bonus that the active Forces of both sides give to each unit of `seat` (ALT-4.7, 4.8, 4.11)."""
    total = 0
    for side in (0, 1):
        wanted = "own" if side == seat else "rival"
        for _, force, fatigued in state.players[side].altar:
            if force != NO_CARD and not (fatigued and state.forces_stop):
                for whose, amount, _ in state.faces[force].continuous:
                    if whose == wanted:
                        total += amount
    return total


def break_rank(state: AltariaState, seat: int, unit: Unit) -> int:
    """Return the unit's current break rank: printed, modifiers, and +1 for Resonance (ALT-14.5, 15.3)."""
    face = state.faces[unit[CARD]]
    total = face.rank
    for kind, amount in unit[MODIFIERS]:
        if kind == "rank":
            total += amount
    if (
        (face.keywords & RESONANCE or unit[MODIFIERS])
        and has_keyword(state, unit, RESONANCE)
        and has_resonance(state, seat, unit)
    ):
        total += 1
    if state.changes is not None:
        total += sum_changes(state.changes, state, "break_rank", seat, "field", unit)
    return total if total > 0 else 0


def has_resonance(state: AltariaState, seat: int, unit: Unit) -> bool:
    """Return True if another unit of the same species is on its controller's battlefield, upright or not (ALT-R29).

    A unit without a species has no Resonance.
    """
    species = state.faces[unit[CARD]].species
    return species != "" and any(
        other[ID] != unit[ID] and state.faces[other[CARD]].species == species for other in state.players[seat].field
    )


def face_up_energy(state: AltariaState, seat: int) -> int:
    """Return the number of face-up cards in a player's Energy Zone, upright or not."""
    return sum(1 for energy in state.players[seat].energy if energy[1])


def has_summoning_fatigue(state: AltariaState, unit: Unit) -> bool:
    """Return True if the unit entered this turn (ALT-4.5) and has no Haste (ALT-14.1)."""
    return unit[ENTERED] == state.turn and not has_keyword(state, unit, HASTE)
