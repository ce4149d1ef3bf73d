"""Current values (SW-R19): those of the top card, changed by the stack, Equipment, effects, Locations and auras."""

from __future__ import annotations

from collections.abc import Sequence

from engines.legal.changed_figures import cost_change, sum_changes
from engines.star_wars.cards import HEALTH, LOCATION, POWER, SPEED, STACK_BONUS, VALUES, Static
from engines.star_wars.state import CARDS, EFFECTS, GEAR, ID, IN_BATTLE, RETREATED, ZONES, StarWarsState, Unit

Aura = tuple[int, int, tuple[Static, ...]]
"""(side, unit id, continuous bonuses) of a unit in an arena."""


def find_auras(state: StarWarsState, place: int) -> list[Aura]:
    """Return the sources of bonuses in an arena: its Location, and units that have not retreated (SW-4.10)."""
    faces, sources, location = state.faces, state.sources[place], state.location(place)
    found = [(0, 0, faces[location].statics)] if location >= 0 and faces[location].statics else []
    if sources:
        for side, player in enumerate(state.players):
            units = [unit for zone in player.units[:RETREATED] for unit in zone if unit[CARDS][0] in sources]
            found += [(side, unit[ID], faces[unit[CARDS][0]].statics) for unit in units]
    return found


def value(
    state: StarWarsState, seat: int, place: int, unit: Unit, what: int, active: Sequence[Aura] | None = None
) -> int:
    """Return the current SPEED, POWER or HEALTH of a unit in zone `place`; Speed and Power are at least 0 (SW-R19).

    Only the top card's values count (SW-11.10); each card beneath adds to them (SW-11.11), and Equipment changes them
    (SW-13.5).
    active : the result of `find_auras`, if it is already known.
    """
    faces = state.faces
    cards = unit[CARDS]
    printed = faces[cards[0]].values
    total = printed[what]
    if len(cards) > 1:
        total += (len(cards) - 1) * STACK_BONUS[what]
    for gear in unit[GEAR]:
        total += faces[gear].values[what]
    for effect in unit[EFFECTS]:
        if effect[0] % IN_BATTLE == what:
            total += effect[1]
    if place != RETREATED and (what != HEALTH or state.shared_health):
        for side, source, statics in find_auras(state, place) if active is None else active:
            for everybody, arena, least, changed, amount in statics:
                reaches = everybody or (side == seat and source != unit[ID])
                if changed == what and arena == place and reaches and printed[SPEED] >= least:
                    total += amount
    if state.changes is not None and place != RETREATED:
        total += sum_changes(state.changes, state, VALUES[what], seat, ZONES[place], unit)
    return total if what == HEALTH or total > 0 else 0


def current_power(state: StarWarsState, seat: int, place: int, unit: Unit) -> int:
    """Return the current Power, which is the number of dice the unit rolls (SW-2.6)."""
    return value(state, seat, place, unit, POWER)


def current_health(state: StarWarsState, seat: int, place: int, unit: Unit) -> int:
    """Return the current Health, which is the damage that destroys the unit (SW-2.7)."""
    return value(state, seat, place, unit, HEALTH)


def stack_cost(state: StarWarsState, unit: Unit) -> int:
    """Return a unit's build cost: that of the top card, plus 1 for each card beneath (SW-11.16)."""
    cards = unit[CARDS]
    return state.faces[cards[0]].cost + len(cards) - 1


def setup_total(state: StarWarsState, seat: int) -> int:
    """Return the setup total: the costs of the units in play, plus the counters on part-built cards (SW-5.8, SW-R6)."""
    player = state.players[seat]
    faces, total = state.faces, 0
    for _, counters, _ in player.building:
        total += counters
    for zone in player.units:
        for unit in zone:
            cards = unit[CARDS]
            total += faces[cards[0]].cost + len(cards) - 1
    return total


def hit_faces(state: StarWarsState, place: int) -> frozenset[int]:
    """Return the faces that count as hits in an arena's battles: 4, 5, 6, and those that cards add (SW-9.16)."""
    location = state.location(place)
    cards = [] if location < 0 else [location]
    if state.hitters:
        cards += [unit[CARDS][0] for player in state.players for zone in player.units[:RETREATED] for unit in zone]
    return state.hits.union(face for card in cards for arena, face in state.faces[card].hits if arena == place)


def controller_of(state: StarWarsState, place: int) -> int | None:
    """Return the controller of an arena: the only player with units there, tapped or not (SW-15.2, SW-R40).

    If neither player is alone there, a variant of the rules may still name a controller; otherwise return None.
    """
    has = [bool(player.units[place]) for player in state.players]
    if has[0] != has[1]:
        return has.index(True)
    return _controller_otherwise(state, place) if state.control else None


BY_RETREATED, BY_NUMBER = 1, 2
"""Variants of the rule of control (`control`), for an arena in which neither player is alone.

If the arena is empty, BY_RETREATED gives it to the player who has retreated from it. BY_NUMBER gives it to the player
with more units.
"""


def _controller_otherwise(state: StarWarsState, place: int) -> int | None:
    """Return the controller of an arena in which neither player is alone, by the game's variant of control, or None."""
    counts = [len(player.units[place]) for player in state.players]
    if state.control == BY_RETREATED and not any(counts):
        faces = state.faces
        counts = [sum(faces[unit[CARDS][0]].kind == place for unit in player.retreated) for player in state.players]
        counts = [min(1, count) for count in counts]
    elif state.control != BY_NUMBER:
        return None
    return None if counts[0] == counts[1] else counts.index(max(counts))


def count_controlled(state: StarWarsState, seat: int) -> int:
    """Return how many arenas a player controls now (SW-15.5)."""
    return sum(controller_of(state, place) == seat for place in range(RETREATED))


# Prices and bids.


def build_cost(state: StarWarsState, card: int, seat: int, least: int = 0) -> int:
    """Return the build cost of a player's card (SW-2.11), with what texts change of it. A blank box counts as 0.

    least : the cost from which texts start at least.
    """
    cost = max(least, state.faces[card].cost)
    return cost if state.changes is None else max(0, cost + cost_change(state.changes, state, seat, card))


def counters_needed(state: StarWarsState, card: int, seat: int) -> int:
    """Return the number of counters a player's card needs: its build cost.

    If it replaces a Location that cost more, it needs as many as that one (SW-13.3, SW-R17).
    """
    face = state.faces[card]
    old = state.location(face.kind) if face.category == LOCATION else -1
    return build_cost(state, card, seat, 0 if old < 0 else state.faces[old].cost)


def price_on_top(state: StarWarsState, unit: Unit, card: int) -> int:
    """Return the counters needed to go on top: the excess over the top card's cost, plus 1 (SW-11.19, SW-R38)."""
    return state.faces[card].cost - state.faces[unit[CARDS][0]].cost + 1


def unit_of(state: StarWarsState, seat: int, identity: str) -> Unit:
    """Return a player's contested unit."""
    found = state.character(seat, identity)
    assert found is not None
    return found[1]


def contest_value(state: StarWarsState, seat: int) -> int:
    """Return the value of a side in a contest: its bid, the cost of the top card, and the cards beneath (SW-12.7)."""
    local = state.procedure_locals
    return int(local.bids[seat]) + stack_cost(state, unit_of(state, seat, local.identity))
