"""Counter-rules that are not newcomers' beliefs and that `beliefs.toml` cannot express as data.

For each clause that matters in play there is one: how the game would differ without the clause. This module changes
values on cards and requirements; `play_changes` changes effects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import actions
from engines.kingdom_hearts.battle import has_links
from engines.kingdom_hearts.cards import (
    ALLY,
    ATTACK,
    DARK,
    DARK_HEARTLESS,
    DARK_NOBODY,
    EQUIPMENT,
    EVENT,
    LIGHT,
    MAGIC,
    MAGIC_ALLY,
    NOBODY,
    PLAYER,
    TECHNIQUE,
    WORLD,
    XIII,
    Face,
)
from engines.kingdom_hearts.state import BATTLED, CARD, HERO_ID, ID, JOINED, KingdomHeartsState
from engines.kingdom_hearts.values import ally_level, current_attribute, current_magic
from engines.legal.reasons import Test
from engines.variants.counter_rules import Change
from engines.variants.kingdom_hearts.beliefs import add_refusal, of_face
from engines.variants.kingdom_hearts.changing import Draft

# Values on the cards (chapters 1, 2, 15, 16, 19).


def read_as(*categories: str, **values: object) -> Change:
    """Return a change by which cards of these types have the given values instead of the printed ones."""

    def changed(face: Face) -> None:
        if face.category in categories:
            for name, value in values.items():
                setattr(face, name, value)

    return lambda draft: draft.faces(changed)


three_events = read_as(EVENT, unit=(EVENT, ""))
"""All Events in a deck count together, whatever their levels (contradicts KH-1.5)."""
equipment_without_values = read_as(EQUIPMENT, atk=0, sup=0, mag=0)
"""Equipment changes no values (contradicts KH-2.10, 4.7, 15.2)."""
worlds_do_nothing = read_as(WORLD, attack_bonus=0, pow_bonus=0, moments={})
"""The texts of Worlds do nothing (contradicts KH-2.11, 9.3, 19.8)."""
worlds_count_one = read_as(WORLD, level=1)
"""Every World counts as 1 (contradicts KH-16.3)."""
easy_magic = read_as(MAGIC, level=1)
"""Every Magic card requires a MAG of 1 (contradicts KH-2.12)."""
magic_without_bonus = read_as(MAGIC, bonus=0)
"""Magic adds nothing to the total of a fight (contradicts KH-13.7, 19.5)."""
attack_bonus_of_one = read_as(ATTACK, bonus=1)
"""Every Attack card adds 1 (contradicts KH-2.13)."""
technique_without_bonus = read_as(TECHNIQUE, bonus=0)
"""A Technique adds nothing to the total (contradicts KH-2.14)."""
players_stay = read_as(PLAYER, named_once=False)
"""Player cards of the same name can be on a side together (contradicts KH-17.2)."""
hp_of_ten = read_as(PLAYER, hp=10)
"""Every hero begins with 10 HP (contradicts KH-5.7)."""


def forms_are_heroes(draft: Draft) -> None:
    """A Form Change is a Player card like any other, with 6 HP (contradicts KH-1.3, 2.5, 5.2, 14.4)."""

    def changed(face: Face) -> None:
        if face.form:
            face.form, face.hp = False, 6

    draft.faces(changed)


def atk_is_level(draft: Draft) -> None:
    """The ATK of a Player card is its level (contradicts KH-2.3)."""
    draft.faces(lambda face: setattr(face, "atk", face.level if face.category == PLAYER else face.atk))


def pow_is_level(draft: Draft) -> None:
    """The POW of a Dark·Nobody card is its level (contradicts KH-2.9, 12.6, 19.6, 19.7)."""
    draft.faces(lambda face: setattr(face, "pow", face.level if face.is_dark_nobody else 0))


def one_branch(draft: Draft) -> None:
    """Nobody cards are Dark cards (contradicts KH-2.8)."""
    draft.faces(lambda face: setattr(face, "attribute", DARK_HEARTLESS if face.attribute == NOBODY else face.attribute))


def forms_keep_the_attribute(draft: Draft) -> None:
    """A Form Change does not change the hero's attribute (contradicts KH-14.2)."""
    draft.faces(lambda face: setattr(face, "attribute", LIGHT if face.form else face.attribute))


def arrivals_do_nothing(draft: Draft) -> None:
    """The text of a card that is placed or called has no effect (contradicts KH-17.6)."""

    def changed(face: Face) -> None:
        face.moments = {moment: place for moment, place in face.moments.items() if moment == "use"}

    draft.faces(changed)


# Allies and casters (chapters 8, 11, 13).

Holds = Callable[[KingdomHeartsState, int, Face], bool]


def refuse_kinds(kinds: str, clause: str, holds: Test[KingdomHeartsState]) -> Change:
    """Return a change by which these kinds of action are refused unless the test holds."""
    return lambda draft: add_refusal(draft, tuple(kinds.split()), "changed", clause, holds)


def loosen_requirements(kinds: str, names: str, holds: Holds) -> Change:
    """Return a change by which requirements also count as met if holds(state, seat, face) is true of the card.

    kinds, names : the kinds of action and the names of the requirements, separated by spaces.
    """

    def change(draft: Draft) -> None:
        for kind in kinds.split():
            for name in names.split():
                known = draft.requirement(kind, name).holds
                draft.loosen(kind, name, _either(known, of_face(holds)))

    return change


def _either(one: Test[Any], two: Test[Any]) -> Test[Any]:
    return lambda state, seat, action: one(state, seat, action) or two(state, seat, action)


any_ally = loosen_requirements("call summon", "suits", lambda state, seat, face: True)
"""The hero's attribute does not matter for allies (contradicts KH-2.4, 7.6, 11.2)."""
light_calls_all = loosen_requirements(
    "call", "suits", lambda state, seat, face: current_attribute(state, seat) == LIGHT
)
"""A Light hero can call every card that other heroes can call (contradicts KH-11.3, 19.3)."""
dark_calls_all = loosen_requirements(
    "call summon", "suits", lambda state, seat, face: current_attribute(state, seat) == DARK
)
"""A Dark hero can call every card that other heroes can call (contradicts KH-11.4, 11.15)."""
xiii_calls_all = loosen_requirements(
    "call summon", "suits", lambda state, seat, face: current_attribute(state, seat) == XIII
)
"""A hero of XIII can call every card that other heroes can call (contradicts KH-11.5)."""
players_join = loosen_requirements("call", "somebodys_ally suits", lambda state, seat, face: face.category == PLAYER)
"""Any Player card can be called (contradicts KH-11.9)."""


def _with_obstacles(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    placed = [state.faces[card].level for _, card in state.players[1 - seat].obstacles]
    return face.level <= max([ally_level(state, seat), *placed]) + 1


obstacles_are_steps = loosen_requirements("call", "ladder", _with_obstacles)
"""Obstacles that the player has placed count as rungs of the ladder (contradicts KH-4.5, 12.2)."""


def category_of(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return the type of a caster or bearer."""
    ally = state.ally(seat, number)
    return PLAYER if ally is None else state.faces[ally[CARD]].category


no_player_allies = refuse_kinds("call", "KH-11.8", of_face(lambda state, seat, face: face.category != PLAYER))
"""No Player card can be called (contradicts KH-11.8)."""
three_allies = refuse_kinds("call summon", "KH-3.3", lambda s, seat, a: len(s.players[seat].allies) < 3)
"""A side has at most three allies (contradicts KH-3.3)."""
allies_need_magic = refuse_kinds(
    "call",
    "KH-11.10",
    lambda s, seat, a: (
        s.faces[a[1]].category != ALLY
        or any(
            current_magic(s, seat, one) >= s.faces[a[1]].level
            for one in (HERO_ID, *(x[ID] for x in s.players[seat].allies))
        )
    ),
)
"""An Ally card also needs a caster (contradicts KH-11.10)."""
summons_do_not_join = refuse_kinds("join", "KH-11.11", lambda s, seat, a: category_of(s, seat, a[1]) != MAGIC_ALLY)
"""Magic/Ally cards cannot take part in fights (contradicts KH-2.7, 11.11, 19.4)."""
summons_do_not_cast = refuse_kinds(
    "cast summon", "KH-11.13", lambda s, seat, a: category_of(s, seat, a[2]) != MAGIC_ALLY
)
"""Magic/Ally cards cannot cast (contradicts KH-4.2, 11.13)."""
hero_casts = refuse_kinds("cast summon", "KH-13.3", lambda s, seat, a: a[2] == HERO_ID)
"""Only the hero can cast (contradicts KH-13.3)."""
joined_do_not_cast = refuse_kinds(
    "cast",
    "KH-4.6",
    lambda s, seat, a: a[2] == HERO_ID or not s.ally(seat, a[2])[JOINED],  # type: ignore[index]
)
"""An ally that participates in a fight cannot cast in it (contradicts KH-3.6, 4.6, 9.8, 10.8)."""
magic_in_fights = refuse_kinds("cast", "KH-7.10", lambda s, seat, a: s.fight is not None)
"""Magic can only be cast in fights (contradicts KH-7.10)."""


def enemies_cast(draft: Draft) -> None:
    """A Dark·Nobody ally can cast, with its level as MAG (contradicts KH-4.8, 11.17)."""

    def as_enemy(state: KingdomHeartsState, seat: int, action: Action) -> bool:
        ally = state.ally(seat, action[2])
        face = state.faces[ally[CARD]] if ally is not None else None
        return face is not None and face.is_dark_nobody and face.level >= state.faces[action[1]].level

    for name in ("casts", "magic_reaches"):
        draft.loosen("cast", name, _either(draft.requirement("cast", name).holds, as_enemy))


# The actions of Action Time, Challenges and Techniques (chapters 4, 7, 8, 12, 14, 15).

one_fight_a_turn = refuse_kinds("challenge", "KH-6.5", lambda s, seat, a: not s.done & BATTLED)
"""A hero that has battled cannot challenge (contradicts KH-4.1, 6.5)."""
events_before_battle = refuse_kinds("event", "KH-15.8", lambda s, seat, a: not s.done & BATTLED)
"""Events can only be played before the Battle (contradicts KH-7.1, 15.8)."""
events_need_an_ally = refuse_kinds("event", "KH-8.9", lambda s, seat, a: bool(s.players[seat].allies))
"""An Event needs an ally (contradicts KH-2.15, 8.9)."""
light_does_not_obstruct = refuse_kinds("obstruct", "KH-12.1", lambda s, seat, a: current_attribute(s, seat) != LIGHT)
"""The player of a Light hero cannot obstruct (contradicts KH-12.1)."""
one_obstacle = refuse_kinds("obstruct", "KH-7.5", lambda s, seat, a: not s.players[1 - seat].obstacles)
"""A player can have only one obstacle in the way at a time (contradicts KH-7.5)."""
no_obstacles = refuse_kinds("obstruct", "KH-7.5", lambda s, seat, a: False)
"""Neither player can obstruct (contradicts KH-7.5)."""
dark_without_attacks = refuse_kinds("attack", "KH-8.9", lambda s, seat, a: current_attribute(s, seat) != DARK)
"""A hero whose attribute is Dark cannot use Attack cards (contradicts KH-8.9)."""
equips_the_hero = refuse_kinds("equip", "KH-7.8", lambda s, seat, a: a[2] == HERO_ID)
"""Only the hero can bear Equipment (contradicts KH-7.8, 15.1)."""
no_forms = refuse_kinds("form", "KH-7.9", lambda s, seat, a: False)
"""No Form Change can be played (contradicts KH-7.9, 14.1)."""


def form_hides_the_name(draft: Draft) -> None:
    """A hero with a Form Change does not count as the card beneath it (contradicts KH-3.2, 14.5)."""

    def named(state: KingdomHeartsState, seat: int, action: Action) -> bool:
        player = state.players[seat]
        if player.form == NO_CARD:
            return True
        other = state.copy()
        other.players[seat].hero = player.form
        face = state.faces[action[1]]
        return has_links(other, seat, face) if len(action) == 2 else actions.may_bear(other, seat, face, action[2])

    add_refusal(draft, ("technique", "equip"), "named", "KH-14.5", named)


def restrict_equipment(wanted: str) -> Change:
    """Return a change by which cards of one sort can bear any Equipment, not just what lists them.

    wanted : DARK_NOBODY for Dark·Nobody cards, "" for all others.
    """

    def bears(state: KingdomHeartsState, seat: int, action: Action) -> bool:
        return (category_of(state, seat, action[2]) == DARK_NOBODY) == (wanted == DARK_NOBODY)

    def change(draft: Draft) -> None:
        draft.loosen("equip", "may_bear", _either(draft.requirement("equip", "may_bear").holds, bears))

    return change


equips_anybody, equips_enemies = restrict_equipment(""), restrict_equipment(DARK_NOBODY)
"""Any card except Dark·Nobody can bear any Equipment (contradicts KH-15.3); or Dark·Nobody cards can bear it too.

Contradicts KH-15.4.
"""
