"""Chapters 8 and 11: who may be an ally, the ladder of levels, and calling."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import effects, magic
from engines.kingdom_hearts.cards import (
    ALLY,
    DARK,
    DARK_HEARTLESS,
    DARK_NOBODY,
    DARK_VILLAINS,
    LIGHT,
    MAGIC_ALLY,
    NOBODY,
    PLAYER,
    XIII,
    Face,
)
from engines.kingdom_hearts.piles import only_the_newest, take
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.kingdom_hearts.values import ally_level, attribute, hero_names

ALLIES_OF = {
    LIGHT: ((ALLY, ""), (MAGIC_ALLY, "")),  # KH-11.3
    DARK: tuple((DARK_NOBODY, branch) for branch in (DARK_HEARTLESS, DARK_VILLAINS)),  # KH-11.4
    XIII: ((DARK_NOBODY, NOBODY), (PLAYER, XIII)),  # KH-11.5
}
"""The types and attributes of cards that are allies of a hero, by its attribute (KH-11.2, KH-R27)."""


def callable_type(face: Face) -> bool:
    """Return True for a card that is called by the ladder: Ally, Dark·Nobody, Player (KH-11.8, 11.10, 11.15).

    A Form Change is none (KH-R34); other Player cards never join the hero (KH-11.9), which `suits` says.
    """
    return face.category == ALLY or face.is_dark_nobody or (face.category == PLAYER and not face.form)


def suits(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the current attribute of the hero makes the card an ally (KH-11.2)."""
    return (face.category, face.attribute) in ALLIES_OF[attribute(state, seat)]


def on_ladder(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the level is at most the ally level + 1 (KH-8.3, 8.4, KH-R28)."""
    return face.level <= ally_level(state, seat) + 1


def name_is_free(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True unless the card has a name of the hero, which is never removed (KH-R29); no matter for KH-17.3."""
    return not face.named_once or face.printed not in hero_names(state, seat)


def may_call(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if a card of a type that is called may be called now (KH-7.6)."""
    return suits(state, seat, face) and on_ladder(state, seat, face) and name_is_free(state, seat, face)


def summons(state: KingdomHeartsState, seat: int, card: int) -> list[Action]:
    """Return the ways to call a Magic/Ally card: by each caster that reaches its level (KH-11.12), no ladder."""
    face = state.faces[card]
    if not suits(state, seat, face) or not name_is_free(state, seat, face):
        return []
    return [("summon", card, caster) for caster in magic.casters(state, seat, card)]


def call(state: KingdomHeartsState, action: Action) -> None:
    """Place a card in the ally area; conditions are not asked again later (KH-7.6, 8.12, KH-R31)."""
    seat = state.turn_player
    state.note("called", "KH-7.6", seat, card=action[1])
    _place(state, seat, action[1])


def summon(state: KingdomHeartsState, action: Action) -> None:
    """Place a Magic/Ally card, which from then on is treated like an Ally card (KH-11.11, 11.12).

    It is never a Magic card of a fight (KH-R10).
    """
    seat, (_, card, caster) = state.turn_player, action
    if state.listener is not None:
        state.note("summoned", "KH-11.12", seat, card=card, caster=magic.caster_name(state, seat, caster))
    _place(state, seat, card)


def _place(state: KingdomHeartsState, seat: int, card: int) -> None:
    player = state.players[seat]
    take(player, card)
    newest = (state.new_id(), card, (), False)
    player.allies.append(newest)
    only_the_newest(state, seat, newest)
    effects.set_off(state, seat, card, "called")
