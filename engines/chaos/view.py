"""What a player may see (CHA-R51): hidden cards are not in the view at all, only their number."""

from __future__ import annotations

from typing import Any

from engines.chaos.authoring import NOTHING
from engines.chaos.cards import NO_CARD, SKILLS
from engines.chaos.hidden import partner_is_hidden, shown_extra, top_is_known
from engines.chaos.state import FRIENDS, ORIENTATIONS, PARTNER, ROWS, SPACES, ChaosState, Damage, Doing, Pile
from engines.chaos.values import atk, end, has

AREAS = {"partner": (PARTNER,), **ROWS, "friends": FRIENDS, "arena": (PARTNER, *FRIENDS)}
MARKS: dict[str, tuple[str, Any]] = {
    **{word: ("orientation", word) for word in ORIENTATIONS},
    "up": ("up", True),
    "down": ("up", False),
    "damage": ("damage", None),
    "atk": ("atk", None),
    "end": ("end", None),
}
"""The words an expectation may put after a card's name, and what they look at in the view."""


def view(state: ChaosState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers.

    A hidden card is None.
    """
    decision = state.decision
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        "turn_player": state.main,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result),
        "players": [_player(state, side, seat) for side in (0, 1)],
        "battle": _battle(state),
        "damage": _damage(state),
        "carried_out": _carried_out(state),
        "waiting": [state.name(card) for side, card, _, source in state.waiting if side == seat or source[0]],
        "done": [
            name
            for name, flag in (("entered", state.entered), ("extra", state.extra_entered), ("levelled", state.levelled))
            if flag
        ],
        "pending": [card if side == seat else None for side, card in enumerate(map(state.name, state.pending))],
    }


def _battle(state: ChaosState) -> dict[str, Any] | None:
    battle = state.battle
    if battle is None:
        return None
    return {
        "attacker": battle.attacker,
        "target": battle.target or None,
        "guard": battle.guard or None,
        "out": list(battle.out),
    }


def _damage(state: ChaosState) -> dict[str, int] | None:
    return {"seat": state.local.seat, "left": state.local.left} if type(state.local) is Damage else None


def _carried_out(state: ChaosState) -> str | None:
    local, frames = state.local, state.frames
    while type(local) is not Doing and frames:
        _, local, frames = frames
    return state.name(local.card) if type(local) is Doing else None


def _known(state: ChaosState, card: int) -> str | None:
    return None if state.game.cards[card].category == NOTHING else state.name(card)


def _player(state: ChaosState, side: int, seat: int) -> dict[str, Any]:
    player = state.players[side]
    mine = side == seat
    shown = [] if mine else shown_extra(state, side)
    top = _known(state, player.deck[-1]) if player.deck and top_is_known(state, side, seat) else None
    return {
        "deck": len(player.deck),
        "top": top,
        "hand": [_known(state, card) if mine else None for card in player.hand],
        "waiting_room": [_known(state, card) for card in player.waiting],
        "backyard": [_known(state, card) for card in player.backyard],
        "extra": (
            [_known(state, card) for card in player.extra]
            if mine
            else [None] * (len(player.extra) - len(shown)) + [state.name(card) for card in shown]
        ),
        "spent": [_known(state, card) for card in player.spent],
        **{
            name: [
                _pile(state, side, space, pile, partner_is_hidden(state, side, seat))
                for space in spaces
                if (pile := player.arena[space]) is not None
            ]
            for name, spaces in AREAS.items()
            if name in ("partner", "front", "back")
        },
    }


def _pile(state: ChaosState, side: int, space: int, pile: Pile, hidden: bool) -> dict[str, Any]:
    shown = {
        "id": pile.id,
        "card": None if hidden else _known(state, pile.top),
        "space": SPACES[space],
        "up": pile.up,
        "orientation": ORIENTATIONS[pile.turn],
    }
    if hidden:
        return shown
    return {
        **shown,
        "damage": pile.damage,
        "atk": atk(state, side, space, pile),
        "end": end(state, side, space, pile),
        "levels": [state.name(card) for card in pile.levels],
        "under": [state.name(card) for layer in pile.under for card in (layer[0], *layer[1])],
        "gear": None if pile.gear == NO_CARD else state.name(pile.gear),
        "skills": [skill for skill in SKILLS if has(state, pile, skill)],
    }


def zone(state: ChaosState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, for scenarios and lessons (they see everything)."""
    player = state.players[seat]
    if name in AREAS:
        numbers = [pile.top for space in AREAS[name] if (pile := player.arena[space]) is not None]
    else:
        numbers = {
            "deck": player.deck,
            "hand": player.hand,
            "waiting_room": player.waiting,
            "backyard": player.backyard,
            "extra": player.extra,
            "spent": player.spent,
            "levels": [card for pile in player.piles() for card in pile.levels],
            "under": [card for pile in player.piles() for layer in pile.under for card in (layer[0], *layer[1])],
            "gear": [pile.gear for pile in player.piles() if pile.gear != NO_CARD],
            "top": player.deck[-1:],
        }[name]
    return [state.name(card) for card in numbers]


UNIT_NOUNS = ("atk", "end", "damage", "levels", "orientation", "face", "space", *SKILLS)


def value(state: ChaosState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a character, or with name "" one of the player's. Raises KeyError."""
    if not name:
        raise KeyError(noun)
    for side in (0, 1) if seat is None else (seat,):
        for space, pile in enumerate(state.players[side].arena):
            if pile is not None and state.name(pile.top) == name and noun in UNIT_NOUNS:
                return _value(state, side, space, pile, noun)
        if noun == "face" and name in zone(state, side, "spent"):
            return "up"
        if noun == "face" and name in zone(state, side, "extra"):
            return "down"
    raise KeyError(f"{noun} {name}")


def _value(state: ChaosState, side: int, space: int, pile: Pile, noun: str) -> Any:
    if noun in SKILLS:
        return "yes" if has(state, pile, noun) else "no"
    return {
        "atk": atk(state, side, space, pile),
        "end": end(state, side, space, pile),
        "damage": pile.damage,
        "levels": len(pile.levels),
        "orientation": ORIENTATIONS[pile.turn],
        "face": "up" if pile.up else "down",
        "space": SPACES[space].replace(" ", "_"),
    }[noun]


def references(state: ChaosState, seat: int, argument: str, value: Any) -> list[str]:
    """Return where an action's argument lies, as "seat.zone.key": all copies of a card in a zone, else one place.

    The key of a character is its id; of a card in a zone its place there.
    """
    player = state.players[seat]
    if argument in ("unit", "base", "target"):
        found = state.find(value)
        return [] if found is None else [f"{found[0]}.{_row(found[1])}.{value}"]
    if argument == "row":
        return [f"{seat}.{value}"]
    if argument in ("card", "paid", "picked"):
        zones = {"hand": player.hand, "extra": player.extra, "waiting_room": player.waiting}
        names = ("waiting_room",) if argument == "picked" else ("hand", "extra")
        return [f"{seat}.{name}.{at}" for name in names for at, card in enumerate(zones[name]) if card == value]
    return []


def _row(space: int) -> str:
    return next(name for name, spaces in AREAS.items() if space in spaces)
