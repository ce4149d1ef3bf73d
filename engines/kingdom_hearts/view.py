"""What a player may see (KH-3.7, 3.9, KH-R47): hidden cards are not in the view at all, only their number."""

from __future__ import annotations

from typing import Any

from engines.kingdom_hearts.authoring import NOTHING
from engines.kingdom_hearts.cards import NO_CARD
from engines.kingdom_hearts.state import (
    CARD,
    FLAGS,
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
    attack,
    attribute,
    fight_total,
    fight_world,
    hero_names,
    magic,
    power,
    support,
    world_total,
)

MARKS: dict[str, tuple[str, Any]] = {
    "joined": ("joined", True),
    "apart": ("joined", False),
    **{name: (name, None) for name in ("level", "support", "magic", "power")},
}
"""The words an expectation may put after a card's name, and what they look at in the view."""


def view(state: KingdomHeartsState, seat: int) -> dict[str, Any]:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers.

    A hidden card is None. Fields, used cards, discard piles, HP and world totals are open to both.
    """
    decision, local = state.decision, state.local
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        "turn_player": state.turn_player,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result),
        "players": [_player(state, side, seat) for side in (0, 1)],
        "done": [name for name, flag in FLAGS.items() if state.flags & flag],
        "fight": _fight(state),
        "shares": list(local.shares) if type(local) is Dividing else None,
        "picks": _picks(state, seat),
        "carried_out": state.name(local.card) if type(local) is Resolving else None,
        "pending": [None if side != seat else state.name(card) for side, card in enumerate(state.pending)],
    }


def _fight(state: KingdomHeartsState) -> dict[str, Any] | None:
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
        "asked": state.local[0] if state.step.name == "C2" else None,
    }


def _picks(state: KingdomHeartsState, seat: int) -> list[str | None] | None:
    local = state.local
    if type(local) is not Picking:
        return None
    return [state.name(card) if local.seat == seat else None for card in local.picks]


def _known(state: KingdomHeartsState, card: int) -> str | None:
    return None if state.game.cards[card].category == NOTHING else state.name(card)


def _player(state: KingdomHeartsState, side: int, seat: int) -> dict[str, Any]:
    player = state.players[side]
    return {
        "hp": player.hp,
        "total": world_total(state, side),
        "ally_level": ally_level(state, side),
        "hero": [_hero(state, side)] if player.hero != NO_CARD else [],
        "allies": [_ally(state, side, ally) for ally in player.allies],
        "worlds": [{"card": state.name(card), "level": state.faces[card].level} for card in player.worlds],
        "obstacles": [
            {"id": number, "card": state.name(card), "power": power(state, side, card, obstacle=True)}
            for number, card in player.obstacles
        ],
        "hand": [_known(state, card) if side == seat else None for card in player.hand],
        "deck": len(player.deck),
        "discard": [state.name(card) for card in player.discard],
    }


def _hero(state: KingdomHeartsState, side: int) -> dict[str, Any]:
    player = state.players[side]
    return {
        "id": HERO_ID,
        "card": state.name(player.hero),
        "form": None if player.form == NO_CARD else state.name(player.form),
        "equipment": [state.name(card) for card in player.gear],
        "attribute": attribute(state, side),
        "attack": attack(state, side),
        "magic": magic(state, side, HERO_ID),
    }


def _ally(state: KingdomHeartsState, side: int, ally: Ally) -> dict[str, Any]:
    face = state.faces[ally[CARD]]
    mag = magic(state, side, ally[ID])
    return {
        "id": ally[ID],
        "card": state.name(ally[CARD]),
        "equipment": [state.name(card) for card in ally[GEAR]],
        "joined": ally[JOINED],
        "level": face.level,
        "support": support(state, side, ally),
        "magic": None if mag < 0 else mag,
        "power": power(state, side, ally[CARD]) if face.is_dark_nobody else None,
    }


def zone(state: KingdomHeartsState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, for scenarios and lessons (they see everything)."""
    player, fight = state.players[seat], state.fight
    numbers = {
        "hand": player.hand,
        "deck": player.deck,
        "discard": player.discard,
        "hero": [card for card in (player.hero,) if card != NO_CARD],
        "form": [card for card in (player.form,) if card != NO_CARD],
        "equipment": [*player.gear, *(card for ally in player.allies for card in ally[GEAR])],
        "allies": [ally[CARD] for ally in player.allies],
        "participating": [ally[CARD] for ally in player.allies if ally[JOINED]],
        "worlds": player.worlds,
        "obstacles": [card for _, card in player.obstacles],
        "used": list(fight.used[seat]) if fight is not None else [],
    }
    return [state.name(card) for card in numbers[name]]


def value(state: KingdomHeartsState, seat: int | None, noun: str, name: str) -> Any:
    """Return a figure of a card in play, or with name "" one of the player's. Raises KeyError.

    Of a hero: attack, magic, attribute; of an ally: level, support, magic, power, casts; of an obstacle: power.
    flag : what has been done this turn (moved, fled, battled).
    """
    if not name:
        assert seat is not None
        figures = {"hp": lambda: state.players[seat].hp, "total": lambda: world_total(state, seat)}
        figures |= {"ally_level": lambda: ally_level(state, seat), "attack_total": lambda: fight_total(state, seat)}
        return figures[noun]()
    if noun == "flag":
        return "yes" if state.flags & FLAGS[name] else "no"
    for side in (0, 1) if seat is None else (seat,):
        player = state.players[side]
        if name in (state.name(player.hero), *hero_names(state, side)):
            figures_of_hero = _hero(state, side)
            if noun in ("attack", "magic", "attribute"):
                return figures_of_hero[noun]
        for ally in player.allies:
            if state.name(ally[CARD]) == name:
                known = {key: part for key, part in _ally(state, side, ally).items() if part is not None}
                known["casts"] = "no" if magic(state, side, ally[ID]) < 0 else "yes"
                if noun in known:
                    return known[noun]
        for _, card in player.obstacles:
            if state.name(card) == name and noun == "power":
                return power(state, side, card, obstacle=True)
    raise KeyError(f"{noun} {name}")


def references(state: KingdomHeartsState, seat: int, argument: str, value: Any) -> list[str]:
    """Return where an action's argument lies, as "seat.zone.key": all copies of a hand card, else one place."""
    if argument in ("card", "picked"):
        return [f"{seat}.hand.{at}" for at, card in enumerate(state.players[seat].hand) if card == value]
    if argument in ("caster", "bearer", "ally", "obstacle", "target"):
        if value == HERO_ID:
            return [f"{seat}.hero.{HERO_ID}"]
        found = state.find(value)
        return [] if found is None else [f"{found[0]}.{'obstacles' if len(found[1]) == 2 else 'allies'}.{value}"]
    return []
