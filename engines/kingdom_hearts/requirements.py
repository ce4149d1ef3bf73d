"""Arguments, facts, needs of cards, and the moment and exits of Action Time, which several chapters share.

A requirement used by one chapter is in that chapter, beside the functions that list its actions. The words are in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from engines.book.words import Phrase
from engines.kernel.flow import Call, If
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import repairs
from engines.kingdom_hearts.cards import MAGIC_ALLY, Face
from engines.kingdom_hearts.state import CARD, HERO_ID, ID, KingdomHeartsState
from engines.kingdom_hearts.values import ally_level, current_attribute, current_magic, hero_names, world_total
from engines.legal.actions import actions_with
from engines.legal.arguments import Argument, card_in_play, card_of
from engines.legal.cards_in_play import put_into
from engines.legal.moments import Moment, Over, in_own_phases
from engines.legal.needs import AboutThing, Need, needs_of_things
from engines.legal.reasons import Clause, Fact, Kind, Requirement, requirements_with_words

# Facts for sentences.


def name_in_play(state: KingdomHeartsState, seat: int, number: int) -> str | Phrase:
    """Return the name of the player's hero (HERO_ID), or of an ally or obstacle, even if it has left."""
    if number == HERO_ID:
        return state.name(state.players[seat].hero)
    found = state.find(number)
    return Phrase("part.that_card") if found is None else state.name(found[1][CARD])


def join_names(state: KingdomHeartsState, names: Iterable[str]) -> str:
    """Return the names as one phrase; a name that occurs twice is written as two cards."""
    words, found = state.game.words, Counter(names)
    return words.listed(
        words.say("part.copies", count=count, card=name) if count > 1 else name for name, count in found.items()
    )


def type_in_words(state: KingdomHeartsState, face: Face) -> str:
    """Return the type of a card, or that it is a Form Change, in words."""
    say = state.game.words.say
    if face.form or face.category == MAGIC_ALLY:
        return say(f"part.kind.{'form' if face.form else face.category}")
    return say("part.kind.type", category=say(f"type.{face.category}"))


def rivals_world(state: KingdomHeartsState, seat: int) -> Face:
    """Return the opponent's current world."""
    return state.faces[state.players[1 - seat].worlds[-1]]


def highest_ally_in_words(state: KingdomHeartsState, seat: int) -> str:
    """Return the level of a player's highest ally, in words."""
    level = ally_level(state, seat)
    return state.game.words.say("part.highest_ally" if level else "part.no_ally", level=level)


FACTS: dict[str, Fact[KingdomHeartsState]] = {
    "card": lambda s, seat, a: s.name(a[1]),
    "level": lambda s, seat, a: s.faces[a[1]].level,
    "below": lambda s, seat, a: s.faces[a[1]].level - 1,
    "category": lambda s, seat, a: s.game.words.say(f"type.{s.faces[a[1]].category}"),
    "kind": lambda s, seat, a: type_in_words(s, s.faces[a[1]]),
    "hero": lambda s, seat, a: " / ".join(hero_names(s, seat)),
    "attribute": lambda s, seat, a: s.game.words.say(f"attribute.{current_attribute(s, seat)}"),
    "allies": lambda s, seat, a: s.game.words.say(f"allies.{current_attribute(s, seat)}"),
    "form_of": lambda s, seat, a: s.faces[a[1]].form_of,
    "hp": lambda s, seat, a: s.players[seat].hp,
    "hp_at_most": lambda s, seat, a: s.faces[a[1]].hp_at_most,
    "total": lambda s, seat, a: world_total(s, seat),
    "total_needed": lambda s, seat, a: s.faces[a[1]].total_at_least,
    "rivals_total": lambda s, seat, a: world_total(s, 1 - seat),
    "world": lambda s, seat, a: rivals_world(s, seat).printed,
    "app": lambda s, seat, a: rivals_world(s, seat).app,
    "there": lambda s, seat, a: len(s.players[1 - seat].obstacles),
    "obstacles": lambda s, seat, a: join_names(s, (s.name(one) for _, one in s.players[seat].obstacles)),
    "link": lambda s, seat, a: join_names(s, s.faces[a[1]].link),
    "highest_ally": lambda s, seat, a: highest_ally_in_words(s, seat),
    "callable": lambda s, seat, a: ally_level(s, seat) + 1,
    "mag": lambda s, seat, a: current_magic(s, seat, a[2]),
    "picked": lambda s, seat, a: len(s.procedure_locals.picks),
    "ally": lambda s, seat, a: name_in_play(s, seat, a[1]),
    "target": lambda s, seat, a: name_in_play(s, seat, a[1]),
    "caster": lambda s, seat, a: name_in_play(s, seat, a[2]),
    "obstacle": lambda s, seat, a: name_in_play(s, seat, a[2]),
}
"""The facts that sentences about requirements may use in addition to the arguments of the action."""

needs = requirements_with_words(FACTS)
need = needs_of_things(needs)
"""Writes a requirement on an argument: `need(name, clause, test, repair, ...)`."""
essential = partial(need, essential=True)
"""Writes an essential need: if it fails, later needs are meaningless."""


AboutFace = Callable[[KingdomHeartsState, int, Face], object]
"""A function (state, seat, face) of a card's printed values, for the player in a seat."""


def need_of_face(
    name: str,
    clause: Clause[KingdomHeartsState],
    holds: AboutFace,
    make_true: AboutFace | None = None,
    essential: bool = False,
    **facts: AboutFace,
) -> Need:
    """Return a need of a card whose test, repair and facts are functions of the card's face; see `Need`."""

    def of_card(about: AboutFace) -> AboutThing:
        return lambda state, seat, card: about(state, seat, state.faces[card])

    own = {fact: of_card(about) for fact, about in facts.items()}
    return need(name, clause, of_card(holds), of_card(make_true) if make_true else None, essential, **own)


# Cards in hand, the player's hero and allies, obstacles.


def in_hand(clause: Clause[KingdomHeartsState] = "") -> Need:
    """Return the need that the card is in the player's hand. clause : by default the clause of the kind of action."""
    return essential("in_hand", clause, lambda s, seat, card: card in s.players[seat].hand, put_into("hand"))


def is_type(category: str, clause: Clause[KingdomHeartsState] = "") -> Need:
    """Return the need that the card is of the type `category`; it has no repair, since a card's type cannot change.

    clause : as in `in_hand`.
    """
    return essential(f"is_{category}", clause, lambda s, seat, card: s.faces[card].category == category)


def hand_card_of_type(category: str, clause: Clause[KingdomHeartsState] = "") -> Argument[KingdomHeartsState]:
    """Return an argument that is a card of this type in the hand. clause : as in `in_hand`."""
    return replace(card_of("hand", category=category), there=in_hand(clause))


HAND_CARD = replace(card_of("hand"), there=in_hand())


def has_obstacle(clause: str) -> Requirement[KingdomHeartsState]:
    """Return the requirement that there is an obstacle on the player's top world."""
    return needs(
        "has_obstacle",
        clause,
        lambda s, seat, a: bool(s.players[seat].obstacles),
        lambda s, seat, a: repairs.add_obstacle(s, seat),
    )


def has_not_done(write: Callable[..., Any], name: str, clause: str, flag: int) -> Any:
    """Return the requirement that the player has not done something this turn.

    flag : the deed, one of the flags in `state.done`. write : `need` for a need of an argument, otherwise `needs`.
    """

    def forget_turn(state: KingdomHeartsState, seat: int, thing: object) -> None:
        state.done = 0

    return write(name, clause, lambda s, seat, thing: seat != s.turn_player or not s.done & flag, forget_turn)


def own_card() -> Argument[KingdomHeartsState]:
    """Return an argument that is the hero or an ally, as a caster or bearer."""
    ally = card_in_play("allies", foreign="their")

    def spell(state: KingdomHeartsState, seat: int, value: int) -> str:
        return f'"{state.name(state.players[seat].hero)}"' if value == HERO_ID else ally.spell(state, seat, value)

    def references(state: KingdomHeartsState, seat: int, value: int) -> list[str]:
        return [f"{seat}.hero.{HERO_ID}"] if value == HERO_ID else ally.references(state, seat, value)

    def choices(state: KingdomHeartsState, seat: int) -> list[int]:
        there = state.players[seat].hero != NO_CARD
        return [HERO_ID, *(one[ID] for one in state.players[seat].allies)] if there else []

    return Argument(spell, references, choices)


OWN_CARD = own_card()


# Action Time (chapter 7), to which every action leads back.


def something_due(state: KingdomHeartsState) -> bool:
    """Return True if the last action has triggered a card's text, or has made cards due to be drawn."""
    return bool(state.call_arguments)


def check_then(to: str) -> Call:
    """Return the exit that checks the win conditions (KH-17.7) and continues at `to`."""
    return Call("X0", then=to)


def text_then(to: str) -> If[KingdomHeartsState]:
    """Return the exit that carries out a card's triggered text, if any, checks for a win, and continues at `to`."""
    return If(something_due, "its text works", Call("EFFECT", then=check_then(to)), "", check_then(to))


ACTION_TIME: Moment[KingdomHeartsState] = Moment(
    "action",
    in_own_phases("action", "battle"),
    (Over("action", "", in_own_phases("challenge", "discard")),),
    repairs.stage_at("A0"),
)
hub_action: Callable[..., Kind[KingdomHeartsState]] = actions_with(when=ACTION_TIME, to=text_then("A0"))
"""Declares a kind of action of Action Time. The effect of each counts the action towards the limit (KH-R46)."""
