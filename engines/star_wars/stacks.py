"""Chapter 11: unique units and stacks: maximum size, joining on top or beneath, and changing the top card."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kit import kit
from engines.star_wars.automatic import check_units
from engines.star_wars.heuristics import top_changed
from engines.star_wars.ready import IN_BUILD
from engines.star_wars.repairs import add_points
from engines.star_wars.requirements import need, need_of_card, needed_card, stack_of
from engines.star_wars.state import CARDS, ID, ZONES, StarWarsState, Unit, cards_beneath, own_unit_of, stack_with
from engines.star_wars.values import price_on_top


def has_room(state: StarWarsState, unit: Unit) -> bool:
    """Return True if the stack has fewer than four cards (SW-11.8)."""
    return len(unit[CARDS]) < state.game.parameters["stack"]


def is_new_version(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True unless the stack contains a card of the same name and version (SW-11.9, SW-R36)."""
    faces = state.faces
    return faces[card].print not in [faces[other].print for other in unit[CARDS]]


def may_join(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True if the card may join the player's unit of its identity (SW-11.4 to 11.9)."""
    return has_room(state, unit) and is_new_version(state, unit, card)


def fits_on_top(state: StarWarsState, unit: Unit, card: int) -> bool:
    """Return True if the card costs at least as much as the current top card (SW-11.13 to 11.15, 11.17 to 11.21)."""
    return state.faces[card].cost >= state.faces[unit[CARDS][0]].cost


def list_joinings(state: StarWarsState, unit: Unit, card: int) -> list[tuple[str, int]]:
    """Return the ways in which the card may join the unit ("top" or "under"), each with its price in counters."""
    if not may_join(state, unit, card):
        return []
    top = [("top", price_on_top(state, unit, card))] if fits_on_top(state, unit, card) else []
    return [*top, ("under", PRICE_BENEATH)]


PRICE_BENEATH = 1
"""The counters needed to join a stack beneath its top card (SW-11.20, 11.21)."""


def joining_clause(state: StarWarsState, unit: Unit, card: int, on_top: bool) -> str:
    """Return the clause for the price of joining: on top, beneath by choice, or beneath because it is cheap."""
    return "SW-11.19" if on_top else "SW-11.20" if fits_on_top(state, unit, card) else "SW-11.21"


def join_unit(state: StarWarsState, seat: int, card: int, on_top: bool) -> None:
    """Add a completed card to the player's unit; its zone, tap state, damage and Equipment stay (SW-R38)."""
    unit = stack_of(state, seat, card)
    cards = unit[CARDS]
    state.change(unit, cards=(card, *cards) if on_top else (*cards, card))
    kind = "joined.top" if on_top else "joined.under"
    state.note(kind, joining_clause(state, unit, card, on_top), seat, card=card, unit=cards[0])
    check_units(state, unit[ID])


# Changing the top card (SW-11.22 to 11.26).


def reorder_price(state: StarWarsState, unit: Unit, card: int) -> int:
    """Return the cost of moving a card to the top: its excess over the top card's cost, or 0 (SW-11.23, 11.24)."""
    return max(0, state.faces[card].cost - state.faces[unit[CARDS][0]].cost)


def list_reorders(state: StarWarsState, seat: int) -> list[Action]:
    """Return the cards that the player may move to the top of their stacks (SW-11.22 to 11.24, SW-R43)."""
    cards = cards_beneath(state, seat)
    if not cards or state.reorders >= state.game.parameters["reorders"]:
        return []
    points = state.players[seat].build
    return [("reorder", card) for unit, card in cards if reorder_price(state, unit, card) <= points]


def reorder_stack(state: StarWarsState, action: Action) -> None:
    """Move a card to the top, paid in build points; damage and everything else stays (SW-11.23 to 11.26, SW-R39)."""
    seat, card = state.seat_to_act, action[1]
    unit = stack_with(state, seat, card)
    assert unit is not None
    price = reorder_price(state, unit, card)
    state.players[seat].build -= price
    state.reorders += 1
    at = unit[CARDS].index(card, 1)
    rest = unit[CARDS][:at] + unit[CARDS][at + 1 :]  # only one copy moves: without SW-11.9 there could be two
    kind, clause = ("reordered", "SW-11.23") if price else ("reordered.free", "SW-11.24")
    state.note(kind, clause, seat, card=card, unit=rest[0], count=price)
    state.change(unit, cards=(card, *rest))
    check_units(state, unit[ID])


# Needs, and their repairs.


def _versions(state: StarWarsState, card: int) -> list[int]:
    """Return the cards of the same identity, those of a different version first."""
    faces = state.faces
    same = [number for number, face in enumerate(faces) if face.identity == faces[card].identity]
    return sorted(same, key=lambda number: faces[number].print == faces[card].print)


def _take_out(state: StarWarsState, seat: int, card: int) -> None:
    """Remove the player's unit of the card's identity from play."""
    unit = stack_of(state, seat, card)
    for zone in state.players[seat].units:
        if unit in zone:
            zone.remove(unit)


def _put_another(state: StarWarsState, seat: int, card: int) -> None:
    """Put a unit of the card's identity, but of a different version, into its arena."""
    state.new_unit(seat, state.faces[card].kind, _versions(state, card)[0])


def _make_room(state: StarWarsState, seat: int, card: int) -> None:
    """Remove the lowest cards from the stack."""
    unit = stack_of(state, seat, card)
    state.change(unit, cards=unit[CARDS][: state.game.parameters["stack"] - 1])


def _take_out_version(state: StarWarsState, seat: int, card: int) -> None:
    """Remove the card of the same name and version from the stack; if it is the whole unit, remove that from play."""
    unit = stack_of(state, seat, card)
    rest = tuple(other for other in unit[CARDS] if state.faces[other].print != state.faces[card].print)
    if rest:
        state.change(unit, cards=rest)
    else:
        _take_out(state, seat, card)


def _put_cheapest_on_top(state: StarWarsState, seat: int, card: int) -> None:
    """Put the cheapest card of the identity on top of the stack."""
    unit = stack_of(state, seat, card)
    cheapest = min(_versions(state, card), key=lambda number: state.faces[number].cost)
    state.change(unit, cards=(cheapest, *unit[CARDS][1:]))


def _forget_changes(state: StarWarsState, seat: int, card: int) -> None:
    """Reset the number of top cards changed in this build step."""
    state.reorders = 0


def _lies_in(state: StarWarsState, seat: int, unit: Unit) -> str:
    """Return the reference of a unit: "seat.zone.id"."""
    return f"{seat}.{ZONES[state.there(unit[ID])[1]]}.{unit[ID]}"


def _price_of_change(state: StarWarsState, seat: int, card: int) -> int:
    """Return the number of build points that moving a card to the top costs."""
    unit = stack_with(state, seat, card)
    return 0 if unit is None else reorder_price(state, unit, card)


NO_OWN = needed_card("no_own", "SW-11.4", lambda s, seat, card: own_unit_of(s, seat, card) is None, _take_out)
UNIQUE = needed_card("unique", "SW-11.7", lambda s, seat, card: bool(s.faces[card].identity))
COMES_LATER = needed_card("comes_later", "SW-11.4", lambda s, seat, card: bool(s.faces[card].identity))
OWN_THERE = needed_card("own_there", "SW-11.5", lambda s, seat, card: bool(own_unit_of(s, seat, card)), _put_another)
ROOM = need_of_card("room", "SW-11.8", lambda s, seat, card: has_room(s, stack_of(s, seat, card)), _make_room)
NEW_VERSION = need_of_card(
    "new_version", "SW-11.9", lambda s, seat, card: is_new_version(s, stack_of(s, seat, card), card), _take_out_version
)
JOINS = (UNIQUE, OWN_THERE, ROOM, NEW_VERSION)
FITS_ON_TOP = needed_card(
    "fits_on_top", "SW-11.21", lambda s, seat, card: fits_on_top(s, stack_of(s, seat, card), card), _put_cheapest_on_top
)
CARD_BENEATH: kit.Argument[StarWarsState] = kit.Argument(
    lambda s, seat, card: f'"{s.name(card)}"',
    lambda s, seat, card: [_lies_in(s, seat, unit) for unit, one in cards_beneath(s, seat) if one == card],
    lambda s, seat: [card for _, card in cards_beneath(s, seat)],
    ZONES[0],
)
IS_BENEATH = needed_card("is_beneath", "", lambda s, seat, card: bool(stack_with(s, seat, card)))
REORDER_POINTS = need(
    "reorder_points",
    "SW-11.23",
    lambda s, seat, card: _price_of_change(s, seat, card) <= s.players[seat].build,
    add_points,
    needed=_price_of_change,
)
REORDER_LIMIT = need(
    "reorder_limit",
    "SW-R43",
    lambda s, seat, card: s.reorders < s.game.parameters["reorders"],
    _forget_changes,
    changes=lambda s, seat, card: s.reorders,
    changes_allowed=lambda s, seat, card: s.game.parameters["reorders"],
)
TO_REORDER = (CARD_BENEATH, IS_BENEATH, REORDER_POINTS, REORDER_LIMIT)

in_build = kit.actions_with(when=IN_BUILD)
REORDER = in_build("reorder", "SW-11.22", reorder_stack, words="new top card", looks=top_changed, beneath=TO_REORDER)
