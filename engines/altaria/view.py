"""What a player may see (chapter 5): hidden cards are not in the view at all, only their number."""

from __future__ import annotations

from typing import Any

from engines.altaria.cards import KEYWORD_BITS, KEYWORDS, UNSEEN
from engines.altaria.keywords import break_rank, has, has_summoning_fatigue, power
from engines.altaria.state import CARD, ENTERED, FATIGUED, ID, NO_CARD, AltariaState

MARKS: dict[str, tuple[str, Any]] = {
    "fatigued": ("fatigued", True),
    "upright": ("fatigued", False),
    "up": ("up", True),
    "down": ("up", False),
    "new": ("new", True),
    "power": ("power", None),
}
"""The words an expectation may put after a card's name, and what they look at in the view."""


def view(state: AltariaState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers.

    A hidden card is None. Zones: cores, deck, hand, energy, altar, field, graveyard of both players.
    """
    decision = state.decision
    attack = state.attack
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        "turn_player": state.turn_player,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result),
        "players": [_player(state, side, seat) for side in (0, 1)],
        "attack": None
        if attack is None
        else {
            "seat": attack.seat,
            "attacker": attack.attacker,
            "target": attack.target,
            "blocker": attack.blocker,
            "cores": list(attack.cores),
            "rank": attack.rank,
        },
        "broken": _broken(state, seat),
        "aside": [state.name(card) for _, card in state.aside],
        "pending": [None if side != seat else throw for side, throw in enumerate(state.pending)],
    }


def _broken(state: AltariaState, seat: int) -> list[str | None]:
    owner = None if state.attack is None else 1 - state.attack.seat
    return [state.name(card) if owner == seat else None for card in state.broken]


def _known(state: AltariaState, card: int) -> str | None:
    return None if card == UNSEEN else state.name(card)


def _player(state: AltariaState, side: int, seat: int) -> dict[str, Any]:
    player = state.players[side]
    mine = side == seat
    return {
        "deck": len(player.deck),
        "cores": [card != NO_CARD for card in player.cores],
        "hand": [_known(state, card) if mine else None for card in player.hand],
        "energy": [
            {"card": _known(state, card) if up or mine else None, "up": up, "fatigued": fatigued}
            for card, up, fatigued, _ in player.energy
        ],
        "altar": [
            {"card": state.name(card), "force": None if force == NO_CARD else state.name(force), "fatigued": fatigued}
            for card, force, fatigued in player.altar
        ],
        "field": [
            {
                "id": unit[ID],
                "card": state.name(unit[CARD]),
                "fatigued": unit[FATIGUED],
                "power": power(state, side, unit),
                "rank": break_rank(state, side, unit),
                "new": has_summoning_fatigue(state, unit),
                "entered_now": unit[ENTERED] == state.turn,
                "keywords": [word for word in KEYWORDS if has(state, unit, KEYWORD_BITS[word])],
            }
            for unit in player.field
        ],
        "graveyard": [state.name(card) for card in player.graveyard],
    }


def zone(state: AltariaState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, for scenarios and lessons (they see everything)."""
    player = state.players[seat]
    numbers = {
        "deck": player.deck,
        "cores": [card for card in player.cores if card != NO_CARD],
        "hand": player.hand,
        "energy": [energy[0] for energy in player.energy],
        "altar": [altar[0] for altar in player.altar],
        "forces": [altar[1] for altar in player.altar if altar[1] != NO_CARD],
        "field": [unit[CARD] for unit in player.field],
        "graveyard": player.graveyard,
    }
    return [state.name(card) for card in numbers[name]]


def value(state: AltariaState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a card in play: power, rank, orientation, new, face, active. Raises KeyError."""
    for side in (0, 1) if seat is None else (seat,):
        player = state.players[side]
        for unit in player.field:
            if state.name(unit[CARD]) == name and noun in ("power", "rank", "orientation", "new"):
                return {
                    "power": power(state, side, unit),
                    "rank": break_rank(state, side, unit),
                    "orientation": "fatigued" if unit[FATIGUED] else "upright",
                    "new": "yes" if has_summoning_fatigue(state, unit) else "no",
                }[noun]
        for card, force, fatigued in player.altar:
            if noun == "orientation" and name in (state.name(card), force != NO_CARD and state.name(force)):
                return "fatigued" if fatigued else "upright"
            if noun == "active" and force != NO_CARD and state.name(force) == name:
                return "no" if fatigued else "yes"
        for card, up, fatigued, _ in player.energy:
            if state.name(card) == name and noun in ("face", "orientation"):
                return {"face": "up" if up else "down", "orientation": "fatigued" if fatigued else "upright"}[noun]
    raise KeyError(f"{noun} {name}")


def references(state: AltariaState, seat: int, argument: str, value: Any) -> list[str]:
    """Return where an action's argument lies, as "seat.zone.key": all copies of a hand card, else one place."""
    if argument == "card":
        return [f"{seat}.hand.{at}" for at, card in enumerate(state.players[seat].hand) if card == value]
    if argument in ("unit", "target"):
        owner = state.owner(value)
        return [] if owner is None else [f"{owner}.field.{value}"]
    if argument in ("energy", "altar"):
        return [f"{seat}.{argument}.{value}"]
    if argument == "rival_altar":
        return [f"{1 - seat}.altar.{value}"]
    if argument == "force":
        side, at = value
        return [f"{side}.altar.{at}", f"{side}.altar.{at}.force"]
    if argument == "core":
        return [f"{1 - seat}.cores.{value}"]
    if argument == "broken":
        return [f"{seat}.cores.broken.{at}" for at, card in enumerate(state.broken) if card == value]
    return []
