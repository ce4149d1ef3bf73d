"""What a player may see (SW-3.6, 3.7, 4.3, 5.12): hidden cards are not in the view at all, only their number."""

from __future__ import annotations

from typing import Any

from engines.star_wars.authoring import NOTHING
from engines.star_wars.cards import VALUES
from engines.star_wars.combat import WINDOW
from engines.star_wars.state import (
    ARENAS,
    CARDS,
    DAMAGE,
    GEAR,
    ID,
    RETREATED,
    TAPPED,
    Bidding,
    Resolving,
    StarWarsState,
    Unit,
)
from engines.star_wars.values import controlled, setup_total, stack_cost
from engines.star_wars.values import value as current

MARKS: dict[str, tuple[str, Any]] = {
    "tapped": ("tapped", True),
    "untapped": ("tapped", False),
    "up": ("up", True),
    "down": ("up", False),
    "damage": ("damage", None),
    "build": ("build", None),
    **{name: (name, None) for name in VALUES},
}
"""The words an expectation may put after a card's name, and what they look at in the view."""


def view(state: StarWarsState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers.

    A hidden card is None. Everything face up, all counters, points, dice and bids are open to both (SW-R7, SW-R45).
    """
    decision = state.decision
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        "dark": state.dark,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result),
        "players": [_player(state, side, seat) for side in (0, 1)],
        "arena": ARENAS[state.arena] if 0 <= state.arena < RETREATED else None,
        "battle": _battle(state),
        "contest": _contest(state),
        "carried_out": state.name(state.local.card) if type(state.local) is Resolving else None,
        "waiting": [state.name(card) for _, card, _, _ in state.waiting],
    }


def _battle(state: StarWarsState) -> dict[str, Any] | None:
    battle = state.battle
    if battle is None:
        return None
    in_window = state.step.name in WINDOW
    return {
        "seat": battle.seat,
        "attacker": battle.attacker,
        "defender": battle.target,
        "dice": [list(battle.dice[battle.seat]), list(battle.dice[1 - battle.seat])],
        "hits": [battle.deals[battle.seat], battle.deals[1 - battle.seat]],
        "window": int(WINDOW[state.step.name][-1]) if in_window else None,
        "asked": state.local[0] if in_window else None,
    }


def _contest(state: StarWarsState) -> dict[str, Any] | None:
    if type(state.local) is not Bidding:
        return None
    units = [state.character(seat, state.local.identity) for seat in (0, 1)]
    return {
        "identity": state.local.identity,
        "units": [None if found is None else found[1][ID] for found in units],
        "bids": list(state.local.bids),
    }


def _known(state: StarWarsState, card: int) -> str | None:
    return None if state.game.cards[card].category == NOTHING else state.name(card)


def _player(state: StarWarsState, side: int, seat: int) -> dict[str, Any]:
    player = state.players[side]
    mine = side == seat
    return {
        "side": "dark" if side == state.dark else "light",
        "force": player.force,
        "points": player.build,
        "total": setup_total(state, side),
        "arenas": controlled(state, side),
        "deck": len(player.deck),
        "hand": [_known(state, card) if mine else None for card in player.hand],
        "discard": [state.name(card) for card in player.discard],
        **{
            name: [_unit(state, side, place, unit) for unit in player.units[place]] for place, name in enumerate(ARENAS)
        },
        "build": [
            *(_construction(state, at, build, mine) for at, build in enumerate(player.building)),
            *({"id": f"g{at}", "card": state.name(card), "up": True} for at, card in enumerate(player.gear)),
            *(_unit(state, side, RETREATED, unit) for unit in player.units[RETREATED]),
        ],
        "locations": [
            {"card": state.name(card), "arena": ARENAS[place]}
            for place, (card, owner) in enumerate(state.locations)
            if card >= 0 and owner == side
        ],
    }


def _unit(state: StarWarsState, side: int, place: int, unit: Unit) -> dict[str, Any]:
    top, *beneath = unit[CARDS]
    return {
        "id": unit[ID],
        "card": state.name(top),
        "up": True,
        "beneath": [state.name(card) for card in beneath],
        "equipment": [state.name(card) for card in unit[GEAR]],
        "tapped": unit[TAPPED],
        "damage": unit[DAMAGE],
        **{name: current(state, side, place, unit, what) for what, name in enumerate(VALUES)},
    }


def _construction(state: StarWarsState, at: int, build: tuple[int, int, bool], mine: bool) -> dict[str, Any]:
    card, counters, shown = build
    name = _known(state, card) if mine or shown else None
    return {"id": f"b{at}", "card": name, "up": False, "build": counters, "shown": shown}


def zone(state: StarWarsState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, for scenarios and lessons (they see everything)."""
    player = state.players[seat]
    units = [unit for place in player.units for unit in place]
    construction = [card for card, _, _ in player.building]
    retreated = [unit[CARDS][0] for unit in player.units[RETREATED]]
    numbers = {
        "deck": player.deck,
        "hand": player.hand,
        "discard": player.discard,
        **{arena: [unit[CARDS][0] for unit in player.units[place]] for place, arena in enumerate(ARENAS)},
        "build": construction + player.gear + retreated,
        "construction": construction,
        "retreated": retreated,
        "locations": [card for card, owner in state.locations if card >= 0 and owner == seat],
        "beneath": [card for unit in units for card in unit[CARDS][1:]],
        "equipment": [card for unit in units for card in unit[GEAR]],
    }
    return [state.name(card) for card in numbers[name]]


def value(state: StarWarsState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a card in play, or with name "" one of the player's. Raises KeyError."""
    if not name:
        assert seat is not None
        player = state.players[seat]
        figures = {"force": player.force, "points": player.build}
        figures |= {"total": setup_total(state, seat), "arenas": controlled(state, seat)}
        return figures[noun]
    sides = (0, 1) if seat is None else (seat,)
    for places in ((0, 1, 2), (RETREATED,)):
        for side in sides:
            for place in places:
                for unit in state.players[side].units[place]:
                    if state.name(unit[CARDS][0]) == name and noun in UNIT_NOUNS:
                        return _unit_value(state, side, place, unit, noun)
    for side in sides:
        for card, counters, _ in state.players[side].building:
            if state.name(card) == name and noun in ("build", "face"):
                return counters if noun == "build" else "down"
        if noun == "face" and name in zone(state, side, "build") + zone(state, side, "locations"):
            return "up"
    raise KeyError(f"{noun} {name}")


UNIT_NOUNS = (*VALUES, "damage", "cards", "cost", "equipment", "orientation", "face")


def _unit_value(state: StarWarsState, side: int, place: int, unit: Unit, noun: str) -> Any:
    if noun in VALUES:
        return current(state, side, place, unit, VALUES.index(noun))
    return {
        "damage": unit[DAMAGE],
        "cards": len(unit[CARDS]),
        "cost": stack_cost(state, unit),
        "equipment": len(unit[GEAR]),
        "orientation": "tapped" if unit[TAPPED] else "untapped",
        "face": "up",
    }[noun]


def references(state: StarWarsState, seat: int, argument: str, value: Any) -> list[str]:
    """Return where an action's argument lies, as "seat.zone.key": all copies of a hand card, else one place.

    The key is the id that the view gives: of a unit, or in the build zone b0, b1, ... for cards under construction
    and g0, g1, ... for Equipment. A die is "seat.dice.place".
    """
    player = state.players[seat]
    if argument in ("card", "exchanged"):
        return [f"{seat}.hand.{at}" for at, card in enumerate(player.hand) if card == value]
    if argument == "build":
        return [f"{seat}.build.b{value}"]
    if argument == "die":
        return [f"{seat}.dice.{value}"]
    if argument == "place":
        return [f"{value[0]}.build.b{value[1]}"]
    if argument == "gear":
        return [f"{seat}.build.g{at}" for at, card in enumerate(player.gear) if card == value]
    if argument in ("unit", "target"):
        found = state.find(value)
        return [] if found is None else [f"{found[0]}.{'build' if found[1] == RETREATED else ARENAS[found[1]]}.{value}"]
    if argument == "beneath":
        for place, zone_ in enumerate(player.units):
            for unit in zone_:
                if value in unit[CARDS][1:]:
                    return [f"{seat}.{'build' if place == RETREATED else ARENAS[place]}.{unit[ID]}"]
    return []
