"""Chapter 14: the destruction check, discarding, and drawing from a short deck, all of which happen automatically."""

from __future__ import annotations

from engines.declare.dealing import draw_card
from engines.legal.lasting import end_lasting
from engines.star_wars.cards import HEALTH
from engines.star_wars.state import (
    CARDS,
    DAMAGE,
    EFFECTS,
    GEAR,
    ID,
    IN_BATTLE,
    IN_BUILD_ZONE,
    RETREATED,
    StarWarsState,
    Unit,
)
from engines.star_wars.values import value


def check_units(state: StarWarsState, *touched: int) -> None:
    """Destroy every unit whose damage equals or exceeds its Health, all together.

    Repeat until there is none (SW-14.1, SW-R28).

    Everything that can change damage or Health calls this before the game continues. touched : the ids of the units
    that may have changed. Other units are checked only if the game has cards that change the Health of other units.
    """
    while touched or state.shared_health:
        units = _all_units(state) if state.shared_health else [one for one in map(state.find, touched) if one]
        fallen = [one for one in units if one[2][DAMAGE] >= value(state, *one, HEALTH)]
        if not fallen:
            return
        for seat, place, unit in fallen:
            state.note("destroyed", "SW-14.1", seat, unit=unit, damage=unit[DAMAGE])
            discard_unit(state, seat, place, unit)


def _all_units(state: StarWarsState) -> list[tuple[int, int, Unit]]:
    sides = enumerate(state.players)
    return [(seat, place, unit) for seat, one in sides for place, zone in enumerate(one.units) for unit in zone]


def discard_unit(state: StarWarsState, seat: int, place: int, unit: Unit, falls: bool = True) -> None:
    """Discard a unit with its whole stack (SW-11.12, SW-R45); its Equipment returns to the build zone (SW-13.7).

    falls : whether texts for when it is discarded work: not if it is moved to another zone.
    """
    player = state.players[seat]
    player.units[place].remove(unit)
    player.discard += unit[CARDS]
    if len(unit[CARDS]) > 1:
        state.note("stack_fell", "SW-11.12", seat, cards=[*unit[CARDS][1:]])
    for gear in unit[GEAR]:
        player.gear.append(gear)
        state.note("gear_returned", "SW-13.7", seat, card=gear)
    if state.attached:  # Equipment that was attached this turn cannot be attached again (SW-R15)
        state.attached = tuple(
            (owner, card, IN_BUILD_ZONE if bearer == unit[ID] else bearer) for owner, card, bearer in state.attached
        )
    if state.waiting:
        _forget_abilities(state, seat, unit)
    watching = state.game.watching.get("discarded") if falls and place != RETREATED else None
    for at in watching.get(unit[CARDS][0], ()) if watching else ():
        state.waiting = (*state.waiting, (seat, unit[CARDS][0], at, 0))


def _forget_abilities(state: StarWarsState, seat: int, unit: Unit) -> None:
    """Remove the waiting Command start abilities of a unit that has left play from the queue (SW-R52)."""
    cards = state.game.cards
    left = tuple(
        (owner, card, place, source)
        for owner, card, place, source in state.waiting
        if source != unit[ID] or cards[card].abilities[place].when != "command_start"
    )
    if left != state.waiting:
        state.note("ability_lost", "SW-R52", seat, unit=unit)
    state.waiting = left


def draw(state: StarWarsState, seat: int, count: int = 1, clause: str = "SW-6.6") -> None:
    """Draw cards as long as there are any; running out of cards has no consequence (SW-14.4, SW-R42)."""
    player = state.players[seat]
    for _ in range(count):
        if not player.deck:
            state.note("deck_empty", "SW-14.4", seat)
            return
        draw_card(state, seat, player.deck, player.hand, clause)


def gain_force(state: StarWarsState, seat: int, count: int, clause: str) -> None:
    """Give a player Force points, which stay until spent, without limit (SW-4.7, SW-R50)."""
    state.players[seat].force += count
    state.note("force_gained", clause, seat, count=count, force=state.players[seat].force)


def end_effects(state: StarWarsState, of_turn: bool = False) -> None:
    """End the effects on units that last for a battle, then check the units (SW-R30).

    of_turn : whether the effects that last for the turn end too.
    """
    end_lasting(state, "battle")
    ended = []
    for player in state.players:
        for zone in player.units:
            for unit in [one for one in zone if one[EFFECTS]]:
                kept = tuple(one for one in unit[EFFECTS] if one[0] < IN_BATTLE and not of_turn)
                ended.append(state.change(unit, effects=kept)[ID])
    check_units(state, *ended)


def put_damage(state: StarWarsState, side: int, unit: Unit, count: int, by: str) -> None:
    """Put damage counters on a unit, where they stay and add up (SW-4.6, 14.2)."""
    state.change(unit, damage=unit[DAMAGE] + count)
    state.note("damaged", by, side, unit=unit, count=count, damage=unit[DAMAGE] + count)


def battling_unit(state: StarWarsState, seat: int) -> tuple[int, int, Unit] | None:
    """Return a player's battling unit if it is still in the arena, otherwise None (SW-R25, SW-R29)."""
    battle, place = state.battle, state.arena
    if battle is not None:
        unit_id = battle.unit_of(seat)
        for unit in state.players[seat].units[place]:
            if unit[ID] == unit_id:
                return seat, place, unit
    return None
