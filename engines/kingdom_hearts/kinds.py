"""The kinds of action: the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.core.arguments import tries
from engines.core.reasons import Kind, Requirement
from engines.kingdom_hearts import requirements as needed
from engines.kingdom_hearts import stages
from engines.kingdom_hearts.authoring import EQUIPMENT, MAGIC, MAGIC_ALLY
from engines.kingdom_hearts.notation import ARGUMENTS

ACTION_TIME = stages.at("A0")


def kind(
    name: str, clause: str, steps: tuple[str, ...], *asked: Requirement, arguments: tuple[str, ...] = (), **more: Any
) -> Kind:
    """Return a kind of action that can be tried at any time if it has a stage, else in its steps alone."""
    choices = tries(name, *(ARGUMENTS[one] for one in arguments), only=() if "stage" in more else steps)
    return Kind(name, clause, steps, asked, arguments, **({"tries": choices} | more))


def play(name: str, clause: str, *asked: Requirement) -> Kind:
    """Return a kind of Action Time with a card of the hand."""
    return from_hand(name, clause, ("A0",), *asked, stage=ACTION_TIME)


def from_hand(name: str, clause: str, steps: tuple[str, ...], *asked: Requirement, **more: Any) -> Kind:
    """Return a kind with a card of the hand."""
    return kind(name, clause, steps, needed.in_hand(clause), *asked, arguments=("card",), zone="hand", **more)


def aimed(name: str, clause: str, of: str, to: str, *asked: Requirement, **more: Any) -> Kind:
    """Return a kind with a card of the hand, tried with those of a type, and a card of the own field."""
    mine = replace(ARGUMENTS["card"], choices=lambda s, seat: _of_type(s, seat, of))
    row: dict[str, Any] = {"steps": ("A0",), "stage": ACTION_TIME} | more
    return Kind(
        name,
        clause,
        requirements=asked,
        arguments=("card", to),
        zone="hand",
        targets=True,
        tries=tries(name, mine, ARGUMENTS[to]),
        **row,
    )


def _of_type(state: Any, seat: int, category: str) -> list[int]:
    choices = ARGUMENTS["card"].choices
    return [card for card in choices(state, seat) if state.faces[card].category == category] if choices else []


KINDS: dict[str, Kind] = {
    one.name: one
    for one in (
        kind("hero", "KH-5.1", ("S1",), needed.IN_DECK, needed.IS_HERO, arguments=("hero",)),
        Kind("first", "KH-5.3", ("S2",), (), ("seat",)),
        play(
            "move",
            "KH-7.2",
            needed.IS_WORLD,
            needed.ROAD_FREE,
            needed.NOT_FLED,
            needed.NOT_MOVED,
            needed.WORLD_CONDITION,
        ),
        kind("battle", "KH-7.3", ("A0",), needed.has_obstacle("KH-9.2"), needed.NOT_BATTLED, stage=ACTION_TIME),
        kind("flee", "KH-7.4", ("A0",), needed.has_obstacle("KH-7.4"), stage=ACTION_TIME),
        play(
            "obstruct",
            "KH-7.5",
            needed.IS_DARK_NOBODY,
            needed.RIVALS_WORLD,
            needed.TAKES_OBSTACLES,
            needed.FREE_PLACE,
            needed.REACHED,
        ),
        play(
            "call",
            "KH-7.6",
            needed.IS_CALLABLE,
            needed.SOMEBODYS_ALLY,
            needed.SUITS,
            needed.LADDER,
            needed.NAME_FREE,
        ),
        aimed(
            "summon",
            "KH-11.12",
            MAGIC_ALLY,
            "caster",
            needed.in_hand("KH-7.6"),
            needed.IS_MAGIC_ALLY,
            needed.SUITS,
            needed.NAME_FREE,
            needed.OWN_CASTER,
            needed.CASTS,
            needed.MAGIC_REACHES,
        ),
        play("event", "KH-7.7", needed.IS_EVENT, needed.HAS_TARGET),
        aimed("equip", "KH-7.8", EQUIPMENT, "bearer", needed.in_hand("KH-7.8"), needed.IS_EQUIPMENT, needed.MAY_BEAR),
        play("form", "KH-7.9", needed.IS_FORM, needed.NO_FORM, needed.FITS_HERO, needed.LOW_HP),
        aimed(
            "cast",
            "KH-13.6",
            MAGIC,
            "caster",
            needed.in_hand(needed.by_fight("KH-9.8", "KH-10.8", elsewhere="KH-7.10")),
            needed.IS_MAGIC,
            needed.RIGHT_TIME,
            needed.OWN_CASTER,
            needed.CASTS,
            needed.MAGIC_REACHES,
            needed.HAS_TARGET,
            steps=("A0", "B4", "C2"),
            stage=stages.to_cast,
        ),
        kind("end_action", "KH-7.11", ("A0",), stage=ACTION_TIME),
        from_hand(
            "technique",
            "KH-9.5",
            ("B1",),
            needed.IS_TECHNIQUE,
            needed.IN_NO_CHALLENGE,
            needed.FIRST_TECHNIQUE,
            needed.LINKED,
            needed.HAS_TARGET,
            stage=stages.in_battle("B1"),
        ),
        kind(
            "join",
            "KH-9.6",
            ("B2", "C2"),
            needed.OWN_ALLY,
            needed.NOT_JOINED,
            arguments=("ally",),
            zone="field",
            stage=stages.in_challenge,
        ),
        kind("attack", "KH-9.7", ("B3", "C2"), needed.ATTACK_CARD, stage=stages.in_challenge),
        kind(
            "attach",
            "KH-9.7",
            ("ATTACKS",),
            needed.in_hand(needed.ATTACKS),
            needed.IS_ATTACK,
            needed.COPY_LEFT,
            arguments=("picked",),
            zone="hand",
        ),
        kind("skip", "KH-9.4", ("B1", "B2", "B3", "B4", "C0"), stage=stages.at("C0")),
        kind(
            "deal",
            "KH-9.10",
            ("B6",),
            needed.OWN_OBSTACLE,
            needed.ITS_TURN,
            needed.DAMAGE_LEFT,
            arguments=("amount", "obstacle"),
            zone="obstacles",
        ),
        kind("challenge", "KH-10.1", ("C0",), stage=stages.at("C0")),
        kind("pass", "KH-10.9", ("C2",), stage=stages.in_challenge),
        kind("drop_form", "KH-6.7", ("D1",), stage=stages.form_on),
        kind("keep_form", "KH-6.7", ("D1",), stage=stages.form_on),
        kind(
            "discard",
            "KH-6.8",
            ("D2",),
            needed.in_hand("KH-6.8"),
            needed.COPY_LEFT,
            arguments=("picked",),
            zone="hand",
        ),
        kind("enough", "KH-6.8", ("ATTACKS", "D2"), needed.ENOUGH),
        kind(
            "choose",
            "KH-R48",
            ("E0",),
            needed.ASKED_KIND,
            needed.ASKED_SIDE,
            needed.IN_REACH,
            arguments=("target",),
        ),
    )
}
