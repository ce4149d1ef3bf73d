"""Checks whether a game could reach a written position, and reports what makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.forms.turns import find_wrong_turn
from engines.star_wars.cards import POWER
from engines.star_wars.state import (
    ARENAS,
    CARDS,
    DAMAGE,
    EFFECTS,
    GEAR,
    IN_BATTLE,
    NO_ARENA,
    RETREATED,
    TAPPED,
    StarWarsState,
    Unit,
    belongings,
)
from engines.star_wars.values import current_health

Faults = Iterator[tuple[str, str, str]]
"""Faults as (place in the document, what is wrong there, remedy)."""

BEFORE_ROLL = ("T1", "T2", "T3", "C1", "C2")
"""The steps of a turn before either player can have build points (SW-6.8, 6.16)."""
WITHOUT_POINTS = (*BEFORE_ROLL, "E2")
"""The steps of a turn in which no player has build points."""
ROLLED = ("U5", "U6", "U7")
"""The steps of a battle between dice roll and damage, in which both units are present (SW-9.14 to 9.18)."""


def plausible(state: StarWarsState) -> Faults:
    """Yield a fault for each feature of a written position that no game could reach.

    These are cards of the wrong side, duplicate characters, and units that would have been destroyed.
    """
    yield from find_wrong_turn(state, state.game.parameters["turn_cap"], "SW-R41", begins="T1")
    yield from _of_turn(state)
    for seat, player in enumerate(state.players):
        where, other = SEATS[seat], "light" if seat == state.dark else "dark"
        for card in belongings(state, seat):
            if state.faces[card].side == other:
                yield where, f"{state.name(card)!r} is a {other} card.", "A deck has cards of its own side (SW-1.7)."
        characters: dict[str, str] = {}
        for place, zone in enumerate(player.units):
            for unit in zone:
                name, identity = state.name(unit[CARDS][0]), state.faces[unit[CARDS][0]].identity
                if identity in characters:
                    yield (
                        where,
                        f"{characters[identity]} and {name} are there.",
                        "One unique character is one unit (SW-11.4).",
                    )
                if identity:
                    characters[identity] = name
                yield from _of_unit(state, where, place, unit)
                most = current_health(state, seat, place, unit) - 1
                if unit[DAMAGE] > most:
                    yield where, f"{name!r} has {unit[DAMAGE]} damage.", f"It can have {most} (SW-14.1)."


def _of_unit(state: StarWarsState, where: str, place: int, unit: Unit) -> Faults:
    """Yield a fault for each piece of Equipment or mark that a unit cannot have."""
    name, phase = state.name(unit[CARDS][0]), state.step.phase
    for gear in unit[GEAR]:
        if not any(state.faces[card].kind in state.faces[gear].equips for card in unit[CARDS]):
            yield (
                where,
                f"{state.name(gear)!r} does not go on {name!r}.",
                "Equipment says which units bear it (SW-13.4).",
            )
    if any(kind >= IN_BATTLE for kind, _ in unit[EFFECTS]) and phase not in ("unit", "effect"):
        yield where, f"{name!r} has a change for a battle.", "No battle is under way: leave it out (SW-9.20)."
    if not unit[TAPPED]:
        return
    if place != RETREATED and (phase == "command" or state.step.name in ("T2", "T3")):
        yield where, f"{name!r} is tapped.", "The turn began by untapping it: leave `tapped` out (SW-6.4)."
    if phase == "setup":
        yield where, f"{name!r} is tapped.", "Units are placed untapped (SW-5.10)."


def _of_turn(state: StarWarsState) -> Faults:
    """Yield a fault for each contradiction with the step of the turn: units still to act, missing points, dice."""
    phase, name, battle = state.step.phase, state.step.name, state.battle
    over = NO_ARENA if phase == "end" else state.arena if phase in ("battle", "unit") and state.arena != NO_ARENA else 0
    if name == "B0" and state.arena != NO_ARENA:
        over = state.arena + 1
    for seat, player in enumerate(state.players):
        for place in range(over):
            for unit in player.units[place]:
                if not unit[TAPPED]:
                    what = f"{state.name(unit[CARDS][0])!r} is untapped."
                    remedy = "Its arena battle is over, so it has acted: write `tapped` (SW-9.6)."
                    yield f"{SEATS[seat]}, {ARENAS[place]}", what, remedy
        if player.build and name in WITHOUT_POINTS:
            yield f"{SEATS[seat]}, points", f"are {player.build} in step {name}.", "They come from step C2 on (SW-6.8)."
    if battle is None:
        return
    if phase not in ("unit", "effect"):
        yield "battle", f"no unit battles in step {name}.", "Leave it out, or stand in a battle (SW-9.9)."
        return
    places = [found and found[1] for found in map(state.find, (battle.attacker, battle.target))]
    if name in ("U2", "U3", "U5", "U7") and places != [state.arena] * 2:
        yield "battle", "the two units are not both in the arena.", "Both are in the arena of the battle (SW-9.10)."
    if name in ("U2", "U3", "DIE") and any(battle.dice):
        yield "battle, dice", f"no dice have been rolled yet in step {name}.", "Leave them out (SW-9.14)."
    if name in ROLLED and not any(battle.dice) and any(_dice(state)):
        yield "battle", f"step {name} needs dice.", "Add dice = [[6, 4], [1]], the attacker's first (SW-9.14)."
    if any(die not in range(1, 7) for side in battle.dice for die in side):
        yield "battle, dice", "a die has 1 to 6.", "Write the faces that were rolled (SW-9.14)."


def _dice(state: StarWarsState) -> list[int]:
    """Return the printed Power of those battling units that are still in play."""
    there = [state.find(state.battle.unit_of(seat)) for seat in (0, 1)] if state.battle is not None else []
    return [state.faces[found[2][CARDS][0]].values[POWER] for found in there if found is not None]
