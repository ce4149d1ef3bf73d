"""The computed parts of the view (chapters 3 and 11): figures, composite zones, references."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.forms import visibility
from engines.legal import arguments
from engines.legal.arguments import Argument
from engines.star_wars.cards import VALUES
from engines.star_wars.state import CARDS, GEAR, ZONES, Bidding, Resolving, StarWarsState
from engines.star_wars.values import contest_value, count_controlled, setup_total, stack_cost
from engines.star_wars.values import value as current

References = Callable[[StarWarsState, int, str, Any], list[str]]

BUILD_ZONE = {"construction": "b", "gear": "g", "retreated": ""}
"""The zones that make up the build zone (SW-3.1), and the prefixes of their cards' keys on a board."""

marks = visibility.marks(StarWarsState, figures=VALUES)
"""The words for figures and marks that may follow a card's name in the expectations of a scenario."""


def view(state: StarWarsState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it (SW-3.6, 5.12).

    Bids and a card being carried out are open.
    """
    local = state.procedure_locals
    contest = {"identity": local.identity, "bids": list(local.bids)} if type(local) is Bidding else None
    carried_out = state.name(local.card) if type(local) is Resolving else None
    return visibility.view(state, seat) | {"contest": contest, "carried_out": carried_out}


def figures(state: StarWarsState, side: int, zone: str, record: Any) -> dict[str, Any]:
    """Return the entries that a view adds to those stored for a unit: its current values, and those of its stack."""
    if zone not in ZONES:
        return {}
    return {
        "beneath": [state.name(card) for card in record[CARDS][1:]],
        "cards": len(record[CARDS]),
        "cost": stack_cost(state, record),
        "equipment": len(record[GEAR]),
        **{name: current(state, side, ZONES.index(zone), record, what) for what, name in enumerate(VALUES)},
    }


def scores_of(state: StarWarsState, seat: int) -> dict[str, int]:
    """Return a player's figures other than cards: points, the setup total, the arenas controlled now."""
    player = state.players[seat]
    total, arenas = setup_total(state, seat), count_controlled(state, seat)
    return {"force": player.force, "points": player.build, "arenas": arenas, "total": total}


def _figures_in_contest(state: StarWarsState, seat: int) -> dict[str, int]:
    """Return a player's bid in the open contest and the value of their side; {} if there is no contest."""
    local = state.procedure_locals
    return {"bid": local.bids[seat], "value": contest_value(state, seat)} if type(local) is Bidding else {}


def zone(state: StarWarsState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone; for `beneath` and `equipment`, of such cards in all units."""
    units = [unit for place in state.players[seat].units for unit in place]
    if name == "build":
        return [card for part in BUILD_ZONE for card in visibility.zone(state, seat, part)]
    if name == "beneath":
        return [state.name(card) for unit in units for card in unit[CARDS][1:]]
    if name == "equipment":
        return [state.name(card) for unit in units for card in unit[GEAR]]
    return visibility.zone(state, seat, name)


def value(state: StarWarsState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a card in play; if the name is "", a figure of the player.

    Raises KeyError for an unknown card or figure.
    """
    if not name:
        return (scores_of(state, seat or 0) | _figures_in_contest(state, seat or 0))[noun]
    return visibility.value(state, seat, noun, name)


def references_on_board(named: Mapping[str, Argument[StarWarsState]]) -> References:
    """Return a function that finds the references of an action's argument, in the form that boards use."""
    where = arguments.references(named)
    return lambda state, seat, argument, value: [
        on_board(*one.split(".")) for one in where(state, seat, argument, value)
    ]


def on_board(seat: str, zone: str, key: str) -> str:
    """Return a reference in the form that boards use: they have one build zone."""
    return f"{seat}.build.{BUILD_ZONE[zone]}{key}" if zone in BUILD_ZONE else f"{seat}.{zone}.{key}"
