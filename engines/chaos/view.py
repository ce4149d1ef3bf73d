"""A player's view beyond the declared zones (CHA-R51), and the computed values of characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.chaos.arena import can_fight
from engines.chaos.cards import SKILLS
from engines.chaos.hidden import known_top, shown_extra
from engines.chaos.state import AREAS, DONE, FRIENDS, PARTNER, SPACES, ChaosState, Damage, Pile, actions_under_way
from engines.chaos.values import current_atk, current_end, has_skill
from engines.declare.records import known_name
from engines.forms import visibility

LYING = ("id", "card", "space", "up", "orientation")
VALUES = ("damage", "atk", "end", "levels", "under", "gear", "skills")
"""The entries of a character in a view, in this order. Of a hidden character only the orientation is shown."""

LYING_SO: dict[str, Callable[[Pile], bool]] = {
    "face_up": lambda pile: pile.up,
    "fallen": lambda pile: not pile.up,
    "guards": can_fight,
}
"""Tests for groups of characters in the arena: face-up, face-down, and able to guard."""

marks = visibility.marks(ChaosState, figures=("atk", "end"))
"""The words for figures and marks that may follow a card's name in the expectations of a scenario."""


def view(state: ChaosState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: zones, known parts of hidden ones, actions under way."""
    seen, local = visibility.view(state, seat), state.procedure_locals
    done, pending = seen.pop("done"), seen.pop("pending")
    return {
        **seen,
        "players": [_player(state, side, seat, part) for side, part in enumerate(seen["players"])],
        "battle": seen["battle"] and {name: part or None for name, part in seen["battle"].items()},
        "damage": {"seat": local.seat, "left": local.left} if type(local) is Damage else None,
        "carried_out": next((state.name(doing.card) for doing in actions_under_way(state)), None),
        "waiting": [state.name(card) for side, card, _, source in state.waiting if side == seat or source[0]],
        "done": [word for word in done if word != DONE[-1]],
        "pending": [None if card is None else state.name(card) for card in pending],
    }


def _player(state: ChaosState, side: int, seat: int, part: dict[str, Any]) -> dict[str, Any]:
    player = state.players[side]
    top = next((known_name(state, card) for card in known_top(state, side, seat)), None)
    if side != seat:
        shown = shown_extra(state, side)
        part["extra"] = [None] * (len(player.extra) - len(shown)) + [state.name(card) for card in shown]
    for area in AREAS:
        for at, one in enumerate(part[area]):
            one["space"] = SPACES[state.location[one["id"]][1]]
            entries = LYING if one["card"] is None else LYING + VALUES
            part[area][at] = {key: one[key] for key in entries}
    return {"deck": part.pop("deck"), "top": top, **part}


def figures(state: ChaosState, side: int, zone: str, pile: Pile) -> dict[str, Any]:
    """Return the entries that a view adds to those stored for a character: values and skills, all effects applied."""
    space = next(at for at, one in enumerate(state.players[side].arena) if one is pile)
    skills = [skill for skill in SKILLS if has_skill(state, pile, skill)]
    return {
        "atk": current_atk(state, side, space, pile),
        "end": current_end(state, side, space, pile),
        "skills": skills,
    }


def zone(state: ChaosState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, even if hidden. Raises KeyError for an unknown zone.

    friends, arena : the characters in several areas. face_up, fallen : the face-up and the face-down characters. guards
    : the characters that could guard (CHA-12.11). levels, under, gear : the cards of all piles. top : the top card of
    the main deck.
    """
    player = state.players[seat]
    several = {"friends": FRIENDS, "arena": (PARTNER, *FRIENDS)}
    if name in several:
        return [state.name(pile.top) for space in several[name] if (pile := player.arena[space]) is not None]
    if name in LYING_SO:
        return [state.name(pile.top) for pile in player.piles() if LYING_SO[name](pile)]
    if name in ("levels", "under", "gear"):
        seen = visibility.zones_seen(state, seat, seat)
        parts = [pile[name] or () for area in AREAS for pile in seen[area]]
        return [card for part in parts for card in ((part,) if isinstance(part, str) else part)]
    if name == "top":
        return [state.name(card) for card in player.deck[-1:]]
    return visibility.zone(state, seat, name)


def value(state: ChaosState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure or mark of a character, including the number of its level cards and whether a skill is in force.

    `face` also applies to Extra cards; `flag` is whether something has been done this turn (entered, extra, levelled,
    fought). Raises KeyError for an unknown card or figure.
    """
    if noun == "flag" and name in DONE:
        return "yes" if state.done & 1 << DONE.index(name) else "no"
    for side in (0, 1) if seat is None else (seat,):
        for area, face in (("spent", "up"), ("extra", "down")) if noun == "face" else ():
            if name in zone(state, side, area) and name not in zone(state, side, "arena"):
                return face
    found = visibility.value(state, seat, "skills" if noun in SKILLS else noun, name)
    if noun in SKILLS:
        return "yes" if isinstance(found, list) and noun in found else "no"
    return len(found) if isinstance(found, list) else found
