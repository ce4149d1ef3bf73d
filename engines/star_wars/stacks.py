"""Chapter 11: unique units and stacks. The fifth card, joining on top or beneath, and changing the top card."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.star_wars.automatic import check
from engines.star_wars.state import CARDS, ID, StarWarsState, Unit


def own_unit_of(state: StarWarsState, seat: int, card: int) -> Unit | None:
    """Return the player's unit of the same identity, or None (SW-11.2, 11.3)."""
    found = state.character(seat, state.faces[card].identity)
    return found[1] if found else None


def has_room(state: StarWarsState, unit: Unit) -> bool:
    """Return True if the stack has fewer than four cards (SW-11.8)."""
    return len(unit[CARDS]) < state.game.parameters["stack"]


def is_new_version(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True unless a card of the same name and version is in the stack (SW-11.9, SW-R36)."""
    faces = state.faces
    return faces[card].print not in [faces[other].print for other in unit[CARDS]]


def may_join(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True if the card may join the own unit of its identity (SW-11.4 to 11.9)."""
    return has_room(state, unit) and is_new_version(state, unit, card)


def fits_on_top(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True if the card costs at least as much as the present top card (SW-11.13 to 11.15, 11.17 to 11.21)."""
    return state.faces[card].cost >= state.faces[unit[CARDS][0]].cost


def price_on_top(state: StarWarsState, unit: Unit, card: int) -> int:
    """Return the counters needed to go on top: the difference to the top card's cost, plus 1 (SW-11.19, SW-R38)."""
    return state.faces[card].cost - state.faces[unit[CARDS][0]].cost + 1


def joinings(state: StarWarsState, unit: Unit, card: int) -> list[tuple[str, int]]:
    """Return the ways in which the card may join the unit, "top" and "under", each with its price."""
    if not may_join(state, unit, card):
        return []
    top = [("top", price_on_top(state, unit, card))] if fits_on_top(state, unit, card) else []
    return [*top, ("under", PRICE_BENEATH)]


PRICE_BENEATH = 1
"""The counters needed to go beneath (SW-11.20, 11.21)."""


def joining_clause(state: StarWarsState, unit: Unit, card: int, on_top: bool) -> str:
    """Return the clause that tells the price of joining: on top, beneath by choice, or beneath since it costs less."""
    return "SW-11.19" if on_top else "SW-11.20" if fits_on_top(state, unit, card) else "SW-11.21"


def join(state: StarWarsState, seat: int, card: int, on_top: bool) -> None:
    """Add a completed card to the player's unit, which keeps its place, tap state, damage, Equipment (SW-R38)."""
    unit = own_unit_of(state, seat, card)
    assert unit is not None
    cards = unit[CARDS]
    state.change(unit, cards=(card, *cards) if on_top else (*cards, card))
    if state.listener is not None:
        kind, clause = "joined.top" if on_top else "joined.under", joining_clause(state, unit, card, on_top)
        state.note(kind, clause, seat, card=card, unit=cards[0])
    check(state, unit[ID])


# Changing the top card (SW-11.22 to 11.26).


def beneath(state: StarWarsState, seat: int) -> list[tuple[Unit, int]]:
    """Return every card beneath one of the player's stacks, with its unit, retreated stacks too (SW-R39)."""
    units, found = state.players[seat].units, []
    for place in state.unique_places:
        for unit in units[place]:
            if len(unit[CARDS]) > 1:
                found += [(unit, card) for card in unit[CARDS][1:]]
    return found


def stack_with(state: StarWarsState, seat: int, card: int) -> Unit | None:
    """Return the player's stack that has this card beneath, or None."""
    return next((unit for unit, other in beneath(state, seat) if other == card), None)


def reorder_price(state: StarWarsState, unit: Unit, card: int) -> int:
    """Return what it costs to put a card on top: the difference to a lower top, else nothing (SW-11.23, 11.24)."""
    return max(0, state.faces[card].cost - state.faces[unit[CARDS][0]].cost)


def reorders(state: StarWarsState, seat: int) -> list[Action]:
    """Return the cards the player may put on top of their stacks (SW-11.22 to 11.24, SW-R43)."""
    cards = beneath(state, seat)
    if not cards or state.reorders >= state.game.parameters["reorders"]:
        return []
    points = state.players[seat].build
    return [("reorder", card) for unit, card in cards if reorder_price(state, unit, card) <= points]


def reorder(state: StarWarsState, action: Action) -> None:
    """Put a card on top, paid in build points; damage and all else stay (SW-11.23 to 11.26, SW-R39)."""
    seat, card = state.seat_to_act, action[1]
    unit = stack_with(state, seat, card)
    assert unit is not None
    state.players[seat].build -= reorder_price(state, unit, card)
    state.reorders += 1
    at = unit[CARDS].index(card, 1)
    rest = unit[CARDS][:at] + unit[CARDS][at + 1 :]  # one copy only; without SW-11.9 there could be two
    if state.listener is not None:
        price = reorder_price(state, unit, card)
        kind, clause = ("reordered", "SW-11.23") if price else ("reordered.free", "SW-11.24")
        state.note(kind, clause, seat, card=card, unit=rest[0], count=price)
    state.change(unit, cards=(card, *rest))
    check(state, unit[ID])
