"""The computed parts of the view (chapters 4, 9, 10): the figures of players, heroes, allies and fights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.forms import visibility
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.state import (
    CARD,
    DONE,
    GEAR,
    HERO_ID,
    ID,
    JOINED,
    Ally,
    Dividing,
    KingdomHeartsState,
    Picking,
    Resolving,
)
from engines.kingdom_hearts.values import (
    ally_level,
    current_attack,
    current_attribute,
    current_magic,
    current_power,
    current_support,
    fight_total,
    fight_world,
    hero_names,
    world_total,
)

marks = visibility.marks(KingdomHeartsState, figures=("level", "support", "magic", "power"))
"""The words for figures and marks that may follow a card's name in the expectations of a scenario."""


def view(state: KingdomHeartsState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it (KH-R47)."""
    pending = [None if side != seat else state.name(card) for side, card in enumerate(state.pending)]
    return visibility.view(state, seat) | {"fight": fight_seen(state), "pending": pending}


def figures(state: KingdomHeartsState, side: int, zone: str, record: Any) -> dict[str, Any]:
    """Return the entries that a view adds to the stored ones of a player, a choice under way, or a card in play."""
    return {zone: WORKED_OUT[zone](state, side)} if zone in WORKED_OUT else OF_CARDS[zone](state, side, record)


def visible_picks(state: KingdomHeartsState, side: int) -> list[str | None] | None:
    """Return the names of the cards picked from the hand so far, each None if it is hidden.

    The result is None if no picking is under way.
    """
    if type(state.procedure_locals) is not Picking:
        return None
    return [state.name(card) if state.procedure_locals.seat == side else None for card in state.procedure_locals.picks]


def _hero(state: KingdomHeartsState, side: int, hero: int) -> dict[str, Any]:
    player = state.players[side]
    return {
        "id": HERO_ID,
        "form": None if player.form == NO_CARD else state.name(player.form),
        "equipment": [state.name(card) for card in player.gear],
        "attribute": current_attribute(state, side),
        "attack": current_attack(state, side),
        "magic": current_magic(state, side, HERO_ID),
    }


def _ally(state: KingdomHeartsState, side: int, ally: Ally) -> dict[str, Any]:
    face, mag = state.faces[ally[CARD]], current_magic(state, side, ally[ID])
    return {
        "level": face.level,
        "support": current_support(state, side, ally),
        "magic": None if mag < 0 else mag,
        "power": current_power(state, side, ally[CARD]) if face.is_dark_nobody else None,
    }


WORKED_OUT: dict[str, Callable[[KingdomHeartsState, int], Any]] = {
    "total": world_total,
    "ally_level": ally_level,
    "shares": lambda state, side: (
        list(state.procedure_locals.shares) if type(state.procedure_locals) is Dividing else None
    ),
    "picks": visible_picks,
    "carried_out": lambda state, side: (
        state.name(state.procedure_locals.card) if type(state.procedure_locals) is Resolving else None
    ),
}
OF_CARDS: dict[str, Callable[[KingdomHeartsState, int, Any], dict[str, Any]]] = {
    "hero": _hero,
    "allies": _ally,
    "worlds": lambda state, side, card: {"level": state.faces[card].level},
    "obstacles": lambda state, side, obstacle: {"power": current_power(state, side, obstacle[CARD], obstacle=True)},
}


def fight_seen(state: KingdomHeartsState) -> dict[str, Any] | None:
    """Return the visible parts of a fight, or None.

    They are its kind, the totals, the world that counts, the used cards, and the player asked.
    """
    fight = state.fight
    if fight is None:
        return None
    world = fight_world(state)
    return {
        "kind": "challenge" if fight.challenge else "battle",
        "seat": fight.seat,
        "world": None if world == NO_CARD else state.name(world),
        "used": [[state.name(card) for card in used] for used in fight.used],
        "totals": [fight_total(state, side) for side in (0, 1)],
        "asked": state.procedure_locals[0] if state.step.name == "C2" else None,
    }


def zone(state: KingdomHeartsState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone; also of all Equipment, participating allies, or used cards."""
    player, fight = state.players[seat], state.fight
    if name == "equipment":
        cards = [*player.gear, *(card for ally in player.allies for card in ally[GEAR])]
    elif name == "participating":
        cards = [ally[CARD] for ally in player.allies if ally[JOINED]]
    elif name == "used":
        cards = list(fight.used[seat]) if fight is not None else []
    else:
        return visibility.zone(state, seat, name)
    return [state.name(card) for card in cards]


def value(state: KingdomHeartsState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure of a player or of a card in play. Raises KeyError for an unknown card or figure.

    The nouns include `attack_total` of a player; `casts` of an ally; attack, magic and attribute of a hero; and `flag`,
    what has been done this turn (moved, fled, battled).
    """
    if noun == "attack_total" and seat is not None:
        return fight_total(state, seat)
    if noun == "flag" and name in DONE:
        return "yes" if state.done & 1 << DONE.index(name) else "no"
    for side in (0, 1) if seat is None else (seat,):
        if noun in ("attack", "magic", "attribute") and name in hero_names(state, side):
            return _hero(state, side, 0)[noun]
        for ally in state.players[side].allies:
            if noun == "casts" and state.name(ally[CARD]) == name:
                return "no" if current_magic(state, side, ally[ID]) < 0 else "yes"
    return visibility.value(state, seat, noun, name, first=("allies",))
