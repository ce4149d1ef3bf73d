"""How Altaria carries out texts in the shared effect language (ALT-15.2 to 15.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.altaria.cards import KEYWORD_BITS, UNIT, WARD
from engines.altaria.choosing import ward_counts
from engines.altaria.effects import destroy_unit, draw_for
from engines.altaria.keywords import break_rank, current_power, has_keyword
from engines.altaria.main_phase import enter_battlefield
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState
from engines.altaria.winning import check_deck_empty
from engines.book.card_programs import ProgramRules
from engines.book.figure_changes import ChangeRules
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.legal.card_filters import Thing
from engines.legal.forbidden_actions import actor_at, used_at

GRAVEYARD = "graveyard"
MODIFIER = {"power": "power", "break_rank": "rank"}
"""The figures that can be changed until end of turn, and the kinds of modifier that change them."""


def leave_play(state: AltariaState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take a unit off the battlefield; one that goes to the graveyard is destroyed (ALT-15.2, 5.13)."""
    unit: Any = thing.record
    if to == GRAVEYARD:
        destroy_unit(state, thing.seat, unit, "ALT-15.2")
        return thing.seat, ()
    state.players[thing.seat].field.remove(unit)
    return thing.seat, (unit[CARD],)


def enter_energy(state: AltariaState, seat: int, card: int, place: int, marks: Mapping[str, Any]) -> None:
    """Put a card into the Energy Zone, face down unless the text says otherwise (ALT-5.3)."""
    entry = (card, bool(marks.get("up")), bool(marks.get("fatigued")), state.turn)
    state.players[seat].energy.append(entry)


def enter_field(state: AltariaState, seat: int, card: int, place: int, marks: Mapping[str, Any]) -> None:
    """Put a unit onto the battlefield (ALT-10.3); another card goes to the graveyard."""
    if state.game.cards[card].category != UNIT:
        state.players[seat].graveyard.append(card)
        return
    enter_battlefield(state, seat, card, "ALT-10.3")
    if marks.get("fatigued"):
        state.replace(seat, state.players[seat].field[-1], fatigued=True)


def turn_unit(state: AltariaState, thing: Thing, name: str, fatigued: Any) -> None:
    """Turn a unit upright or sideways, unless it already is (ALT-4.1, 4.4)."""
    unit: Any = thing.record
    if unit[FATIGUED] != fatigued:
        state.replace(thing.seat, unit, fatigued=fatigued)
        state.note("rested" if fatigued else "readied", "ALT-4.4" if fatigued else "ALT-4.1", thing.seat, unit=unit)


def change_figures(state: AltariaState, thing: Thing, figures: Mapping[str, int], until: str) -> None:
    """Change the figures of a unit until the end of the turn (ALT-15.4)."""
    unit: Any = thing.record
    for name, amount in figures.items():
        what = MODIFIER[name]
        _, now = state.there(unit[ID])
        state.replace(thing.seat, now, modifier=(what, amount))
        state.remember(unit[ID], what, amount, state.procedure_locals.card)
        state.note(f"modified.{what}", "ALT-15.4", thing.seat, unit=now, amount=f"{amount:+d}")


def is_warded(state: AltariaState, seat: int, number: int, thing: Thing) -> bool:
    """Return True if Ward protects a unit from a card of `seat` (ALT-14.3, 14.4)."""
    unit: Any = thing.record
    return ward_counts(state, seat, thing.seat, number) and has_keyword(state, unit, WARD)


def keywords_of(state: AltariaState, thing: Thing) -> list[str]:
    """Return the keywords of a unit, both printed ones and those until the end of the turn."""
    unit: Any = thing.record
    return [word for word, bit in KEYWORD_BITS.items() if has_keyword(state, unit, bit)]


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which Altaria carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        "ALT-15.6",
        hand="hand",
        deck="deck",
        pile=GRAVEYARD,
        source="unit",
        draw=draw_for,
        leave=leave_play,
        enter={"energy": enter_energy, "field": enter_field},
        marks=("fatigued",),
        mark=turn_unit,
        durations=("turn",),
        change=change_figures,
        current={
            "power": lambda state, thing: current_power(state, thing.seat, thing.record),
            "break_rank": lambda state, thing: break_rank(state, thing.seat, thing.record),
            "keywords": keywords_of,
        },
        spares=is_warded,
        chained=("summon", "destroyed", "rest"),
        played=("use",),
        itself=(UNIT,),
        gone=("destroyed", "trigger"),
        allows=("attack_unit",),
        would={"destroyed": ("hand",)},
        forget=check_deck_empty,
    )


def forbids_of(changes: ChangeRules) -> ForbidRules:
    """Return the actions that texts may forbid, and the cards of them that they may name."""
    return ForbidRules(
        changes,
        "ALT-15.3",
        {
            "attack": Forbidden(("attack_cores", "attack_unit"), actor_at(1)),
            "attack_cores": Forbidden(("attack_cores",), actor_at(1)),
            "attack_unit": Forbidden(("attack_unit",), actor_at(1), target=actor_at(2)),
            "block": Forbidden(("block",), actor_at(1)),
            "use": Forbidden(("use",), actor_at(1)),
            "summon": Forbidden(("summon",), used=used_at(1)),
            "activate": Forbidden(("activate",), used=used_at(1)),
            "place": Forbidden(("place",), used=used_at(1)),
        },
        (UNIT,),
        musts=("attack",),
    )
