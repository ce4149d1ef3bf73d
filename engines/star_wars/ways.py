"""How Star Wars carries out texts in the shared effect language (SW-R16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.book.card_programs import ProgramRules
from engines.book.figure_changes import ChangeRules
from engines.legal.card_filters import Thing
from engines.star_wars.automatic import check_units, discard_unit, draw, put_damage
from engines.star_wars.cards import VALUES, WINDOWS
from engines.star_wars.state import (
    CARDS,
    CHANGES,
    DAMAGE,
    EFFECTS,
    ID,
    IN_BATTLE,
    TAPPED,
    ZONES,
    StarWarsState,
    merge_effects,
)
from engines.star_wars.values import value

CLAUSE = "SW-R16"
DISCARD = "discard"


def draw_for(state: StarWarsState, seats: Sequence[int], count: int) -> None:
    """Draw cards (SW-14.4)."""
    for seat in seats:
        draw(state, seat, count, CLAUSE)


def leave_play(state: StarWarsState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take a unit with its whole stack out of play; its Equipment returns to the build zone (SW-11.12, 13.7)."""
    unit: Any = thing.record
    state.note("left_play", CLAUSE, thing.seat, unit=unit)
    discard_unit(state, thing.seat, ZONES.index(thing.zone), unit)
    if to == DISCARD:
        return thing.seat, ()
    pile = state.players[thing.seat].discard
    for card in unit[CARDS]:
        pile.remove(card)
    return thing.seat, unit[CARDS]


def turn_unit(state: StarWarsState, thing: Thing, name: str, tapped: Any) -> None:
    """Tap or untap a unit (SW-R20)."""
    unit: Any = thing.record
    if unit[TAPPED] != tapped:
        state.change(unit, tapped=tapped)
        state.note("tapped_unit" if tapped else "untapped_unit", CLAUSE, thing.seat, unit=unit)


def put_counters(state: StarWarsState, thing: Thing, name: str, amount: int) -> None:
    """Put damage counters on a unit, or take off at most as many as there are (SW-4.6, 14.2)."""
    unit: Any = thing.record
    if amount > 0:
        put_damage(state, thing.seat, unit, amount, CLAUSE)
        check_units(state, unit[ID])
        return
    count = min(-amount, unit[DAMAGE])
    if count:
        state.change(unit, damage=unit[DAMAGE] - count)
        state.note("healed", CLAUSE, thing.seat, unit=unit, count=count, damage=unit[DAMAGE] - count)


def change_figures(state: StarWarsState, thing: Thing, figures: Mapping[str, int], until: str) -> None:
    """Change values of a unit for this battle or this turn (SW-R30)."""
    unit: Any = thing.record
    lasts = IN_BATTLE if until == "battle" else 0
    effects = tuple((VALUES.index(name) + lasts, amount) for name, amount in figures.items())
    state.change(unit, effects=merge_effects((*unit[EFFECTS], *effects)))
    for what, amount in effects:
        state.remember(unit[ID], CHANGES[what], amount, state.procedure_locals.card)
        facts: dict[str, Any] = {"value": VALUES[what - lasts].capitalize(), "amount": f"{amount:+d}"}
        state.note(f"modified.{until}", "SW-R30", thing.seat, unit=unit, **facts)
    check_units(state, unit[ID])


def change_force(state: StarWarsState, seat: int, amount: int) -> None:
    """Give Force points, or take them, never below 0 (SW-4.7)."""
    state.players[seat].force = max(0, state.players[seat].force + amount)


def change_build_points(state: StarWarsState, seat: int, amount: int) -> None:
    """Give build points, or take them, never below 0."""
    state.players[seat].build = max(0, state.players[seat].build + amount)


def current_value(what: int) -> Any:
    """Return the function that gives the current Speed, Power or Health of a unit."""
    return lambda state, thing: value(state, thing.seat, ZONES.index(thing.zone), thing.record, what)


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which Star Wars carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        CLAUSE,
        hand="hand",
        deck="deck",
        pile=DISCARD,
        source="unit",
        draw=draw_for,
        leave=leave_play,
        marks=("tapped",),
        mark=turn_unit,
        counted=("damage",),
        counters=put_counters,
        durations=("turn", "battle"),
        change=change_figures,
        points={"force": change_force, "build_points": change_build_points},
        has_points={
            "force": lambda state, seat: state.players[seat].force,
            "build_points": lambda state, seat: state.players[seat].build,
        },
        current={name: current_value(at) for at, name in enumerate(VALUES)},
        itself=("unit",),
        unasked=("mission", *WINDOWS),
        settle=check_units,
    )
