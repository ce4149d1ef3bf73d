"""SW-R19 line by line: the parts of a unit's values, a price and a contest's values, and the totals of a battle."""

from __future__ import annotations

from typing import Any

from engines.book.words import Phrase
from engines.forms.sums import (
    Part,
    Parts,
    Side,
    Sums,
    Tally,
    add_changes,
    add_lasting,
    add_line,
    at_least,
    printed_line,
)
from engines.legal.changed_figures import cost_changes
from engines.legal.moments import stands_within
from engines.star_wars.cards import HEALTH, LOCATION, SPEED, STACK_BONUS, VALUES
from engines.star_wars.combat import dice_as_counted
from engines.star_wars.state import (
    CARDS,
    CHANGES,
    DAMAGE,
    EFFECTS,
    GEAR,
    ID,
    IN_BATTLE,
    RETREATED,
    ZONES,
    Bidding,
    StarWarsState,
    Unit,
)
from engines.star_wars.values import (
    contest_value,
    counters_needed,
    current_health,
    current_power,
    find_auras,
    hit_faces,
    setup_total,
    stack_cost,
    unit_of,
)

PLACED = ("U7", "U8", "U9")
"""The steps after the damage of a battle has been dealt, when nothing remains to be counted."""


def sums(state: StarWarsState, side: int, zone: str, record: Any) -> Sums:
    """Return the parts of a unit's values."""
    if zone not in ZONES:
        return {}
    return {name: value_parts(state, side, ZONES.index(zone), record, what) for what, name in enumerate(VALUES)}


def value_parts(state: StarWarsState, seat: int, place: int, unit: Unit, what: int) -> Parts:
    """Return the parts that `values.value` adds up (SW-11.10, 11.11, 13.5)."""
    faces, cards = state.faces, unit[CARDS]
    own = faces[cards[0]].values
    parts = printed_line(own[what])
    for card in cards[1:]:
        add_line(parts, STACK_BONUS[what], "beneath", card=state.name(card))
    for gear in unit[GEAR]:
        add_line(parts, faces[gear].values[what], "from", card=state.name(gear))
    effects = dict(unit[EFFECTS])
    add_lasting(state, parts, unit[ID], CHANGES[what], effects.get(what, 0))
    add_lasting(state, parts, unit[ID], CHANGES[what + IN_BATTLE], effects.get(what + IN_BATTLE, 0), "in_battle")
    if place != RETREATED and (what != HEALTH or state.shared_health):
        for side, source, statics in find_auras(state, place):
            for everybody, arena, least, changed, amount in statics:
                reaches = everybody or (side == seat and source != unit[ID])
                if changed == what and arena == place and reaches and own[SPEED] >= least:
                    giver = state.location(place) if not source else state.there(source)[2][CARDS][0]
                    add_line(parts, amount, "from", card=state.name(giver))
    if place != RETREATED:
        add_changes(parts, state.changes, state, VALUES[what], seat, ZONES[place], unit)
    return parts if what == HEALTH else at_least(parts)


def price_parts(state: StarWarsState, seat: int, card: int) -> Parts:
    """Return the parts of `values.counters_needed`.

    They are the build cost, the excess cost of a replaced Location (SW-13.3), and what texts change.
    """
    face, changes = state.faces[card], state.changes
    parts, more = printed_line(face.cost), counters_needed(state, card, seat) - face.cost
    texts = cost_changes(changes, state, seat, card) if changes is not None else []
    replaced = more - sum([amount for amount, _ in texts])
    if replaced and face.category == LOCATION:
        add_line(parts, replaced, "replaces", card=state.name(state.location(face.kind)))
    for amount, source in texts:
        add_line(parts, amount, "from", card=state.name(source))
    return at_least(parts) if texts else parts


def tallies(state: StarWarsState, seat: int) -> list[Tally]:
    """Return the setup totals, or the values and bids of a contest, or the dice and hits of a battle."""
    if type(state.procedure_locals) is Bidding and all(
        state.character(side, state.procedure_locals.identity) for side in (0, 1)
    ):
        bids = state.procedure_locals.bids
        sides = [_contest_side(state, side) for side in (0, 1)]
        return [Tally("contest", (sides[0], sides[1])), Tally("bids", (Side(0, bids[0]), Side(1, bids[1])))]
    if not state.turn and state.seat_to_act in (0, 1) and state.players[seat].units != ([], [], [], []):
        most = state.game.parameters["setup_total"]
        return [Tally("setup", (Side(seat, setup_total(state, seat), of=most),))]
    battle = state.battle
    found = [] if battle is None else [state.find(battle.attacker), state.find(battle.target)]
    if battle is None or None in found or stands_within(state, *PLACED):
        return []
    units = [one for one in found if one is not None]
    if not any(battle.dice):
        rolls = [
            Side(
                side,
                current_power(state, side, place, unit),
                state.name(unit[CARDS][0]),
                _power(state, side, place, unit),
            )
            for side, place, unit in units
        ]
        return [Tally("dice", (rolls[0], rolls[1]))]
    counting = hit_faces(state, state.arena)
    hits = [sum(die in counting for die in dice) for dice in dice_as_counted(state)]
    dealt = battle.deals if stands_within(state, "U6") else tuple(hits)
    sides = []
    for at, (side, _, unit) in enumerate(units):
        other = units[1 - at]
        left = current_health(state, *other) - other[2][DAMAGE]
        parts = [Part(hits[at], Phrase("sum.hits"))]
        add_line(parts, dealt[at] - hits[at], "altered")
        sides.append(Side(side, dealt[at], state.name(unit[CARDS][0]), parts, of=max(0, left)))
    return [Tally("hits", (sides[0], sides[1]))]


def _power(state: StarWarsState, seat: int, place: int, unit: Unit) -> Parts:
    return value_parts(state, seat, place, unit, VALUES.index("power"))


def _contest_side(state: StarWarsState, seat: int) -> Side:
    unit = unit_of(state, seat, state.procedure_locals.identity)
    name, below = state.name(unit[CARDS][0]), len(unit[CARDS]) - 1
    parts = [Part(stack_cost(state, unit) - below, Phrase("sum.cost"))]
    add_line(parts, below, "stack", count=below)
    add_line(parts, state.procedure_locals.bids[seat], "bid")
    return Side(seat, contest_value(state, seat), name, parts)
