"""Chapters 8 and 11: who may be an ally, the ladder of levels, and calling allies."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import effects, heuristics, magic, repairs
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
from engines.kingdom_hearts.piles import only_the_newest, use_card
from engines.kingdom_hearts.requirements import HAND_CARD, hand_card_of_type, hub_action, is_type, need_of_face
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.kingdom_hearts.values import ally_level, card_of_own, current_attribute, hero_names

ALLIES_OF = {
    LIGHT: ((ALLY, ""), (MAGIC_ALLY, "")),  # KH-11.3
    DARK: tuple((DARK_NOBODY, branch) for branch in (DARK_HEARTLESS, DARK_VILLAINS)),  # KH-11.4
    XIII: ((DARK_NOBODY, NOBODY), (PLAYER, XIII)),  # KH-11.5
}
"""The types and attributes of cards that can be allies of a hero, by the hero's attribute (KH-11.2, KH-R27)."""


def callable_type(face: Face) -> bool:
    """Return True for a card that is called by way of the ladder: Ally, Dark·Nobody, Player (KH-11.8, 11.10, 11.15).

    A Form Change is not called (KH-R34). Which Player cards may join the hero (KH-11.9) is tested by `suits_hero`.
    """
    return face.category == ALLY or face.is_dark_nobody or (face.category == PLAYER and not face.form)


def suits_hero(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the card can be an ally under the hero's current attribute (KH-11.2)."""
    return (face.category, face.attribute) in ALLIES_OF[current_attribute(state, seat)]


def on_ladder(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the level is at most the ally level + 1 (KH-8.3, 8.4, KH-R28)."""
    return face.level <= ally_level(state, seat) + 1


def name_is_free(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return False for a unique card (KH-17.3) that shares a name with the hero, who is never removed (KH-R29)."""
    return not face.named_once or face.printed not in hero_names(state, seat)


def may_call(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if a card of a callable type may be called now (KH-7.6)."""
    return suits_hero(state, seat, face) and on_ladder(state, seat, face) and name_is_free(state, seat, face)


def list_summons(state: KingdomHeartsState, seat: int, card: int) -> list[Action]:
    """Return the ways to call a Magic/Ally card: one for each caster whose MAG reaches its level (KH-11.12)."""
    face = state.faces[card]
    if not suits_hero(state, seat, face) or not name_is_free(state, seat, face):
        return []
    return [("summon", card, caster) for caster in magic.find_casters(state, seat, card)]


def call_ally(state: KingdomHeartsState, action: Action) -> None:
    """Place a card in the ally area; its conditions are not checked again later (KH-7.6, 8.12, KH-R31)."""
    state.note("called", "KH-7.6", state.turn_player, card=action[1])
    _place(state, action)


def summon(state: KingdomHeartsState, action: Action) -> None:
    """Place a Magic/Ally card, which from then on is treated like an Ally card (KH-11.11, 11.12).

    It never counts as a Magic card in a fight (KH-R10).
    """
    seat, (_, card, caster) = state.turn_player, action
    state.note("summoned", "KH-11.12", seat, card=card, caster=card_of_own(state, seat, caster))
    _place(state, action)


def _place(state: KingdomHeartsState, action: Action) -> None:
    seat, card = use_card(state, action)
    newest = (state.new_id(), card, (), False)
    state.players[seat].allies.append(newest)
    only_the_newest(state, seat, newest)
    effects.set_off(state, seat, card, "called")


# Needs, and their repairs.

_CLAUSES_OF_ALLIES = {LIGHT: "KH-11.3", DARK: "KH-11.4", XIII: "KH-11.5"}


def _heroes_with(face: Face) -> list[str]:
    """Return the attributes of the heroes that can have the card as an ally."""
    return [attribute for attribute, kinds in ALLIES_OF.items() if (face.category, face.attribute) in kinds]


def _type_or_branch(state: KingdomHeartsState, seat: int, face: Face) -> str:
    """Return the attribute of a Dark·Nobody card, or the type of another card, in words."""
    return state.game.words.say(f"attribute.{face.attribute}" if face.is_dark_nobody else f"type.{face.category}")


def _put_suiting_hero(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Replace the hero with one that can have the card as an ally, if possible one with a different name."""
    wanted = _heroes_with(face)[0]
    repairs.put_hero(state, seat, lambda hero: hero.attribute == wanted and hero.printed != face.printed)


def _rename_hero(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Replace the hero with one that has the same attribute and a different name."""
    wanted = current_attribute(state, seat)
    repairs.put_hero(state, seat, lambda hero: hero.attribute == wanted and hero.printed != face.printed)


def _add_higher_ally(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Put an ally on the field that is high enough for the ladder to reach the card."""
    steps = (ALLY, DARK_NOBODY)
    card = repairs.first_card(state, lambda one: one.level >= face.level - 1 and one.category in steps)
    repairs.add_ally(state, seat, card)


SUITS = need_of_face(
    "suits",
    lambda s, seat, a: _CLAUSES_OF_ALLIES[current_attribute(s, seat)],
    suits_hero,
    _put_suiting_hero,
    essential=True,
    what=_type_or_branch,
    wanted_hero=lambda s, seat, face: s.game.words.say(f"attribute.{_heroes_with(face)[0]}"),
)
NAME_FREE = need_of_face("name_free", "KH-R29", name_is_free, _rename_hero)
CALLED = (
    HAND_CARD,
    need_of_face(
        "is_callable",
        lambda s, seat, a: "KH-R34" if s.faces[a[1]].form else "KH-7.6",
        lambda s, seat, face: callable_type(face),
        essential=True,
    ),
    need_of_face("somebodys_ally", "KH-11.9", lambda s, seat, face: bool(_heroes_with(face)), essential=True),
    SUITS,
    need_of_face("ladder", "KH-8.3", on_ladder, _add_higher_ally),
    NAME_FREE,
)
SUMMONED = (hand_card_of_type(MAGIC_ALLY, "KH-7.6"), is_type(MAGIC_ALLY), SUITS, NAME_FREE)

CALL = hub_action("call", "KH-7.6", call_ally, looks=heuristics.worth_of_calling, card=CALLED)
SUMMON = hub_action(
    "summon",
    "KH-11.12",
    summon,
    needs=(magic.MAGIC_REACHES,),
    targets=True,
    looks=heuristics.worth_of_summoning,
    summoned=SUMMONED,
    caster=magic.CASTER,
)
