"""Arguments, facts, parts of sentences, and needs of cards and characters that several chapters share.

A requirement used by one chapter is in that chapter, beside the functions that list its actions. The words are in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from engines.chaos import repairs
from engines.chaos.state import AREAS, ORIENTATIONS, STAND, ChaosState, Found, Pile
from engines.kernel.state import Action
from engines.legal.actions import actions_with
from engines.legal.arguments import Argument, Side, card_in_play, card_of
from engines.legal.cards_in_play import put_into
from engines.legal.needs import AboutThing, Need, needs_of_things
from engines.legal.reasons import Fact, requirements_with_words

# Arguments.


def character_argument(side: Side = "any") -> Argument[ChaosState]:
    """Return an argument that names a character; needs test it as (seat, space, pile).

    A character of the rival is written with its owner if the player has one with the same card.
    """
    usual: Argument[Any] = card_in_play(*AREAS, side=side)

    def spell(state: ChaosState, seat: int, number: int) -> str:
        text, found = usual.spell(state, seat, number), state.location.get(number)
        alike = found and found[0] != seat and any(one.top == found[2].top for one in state.players[seat].piles())
        return f"the rival's {text}" if alike else text

    return replace(usual, spell=spell, meaning=lambda state, seat, number: state.location[number])


CARD = card_of("hand")
PAID = card_of("hand", unseen=True)
UNIT, OWN = character_argument(), character_argument("own")

# Facts for sentences.


def card_meant(state: ChaosState, action: Action) -> int:
    """Return the card that an action names, or else the card of the character that it names."""
    named = dict(zip(state.game.kinds[action[0]].arguments, action[1:], strict=True))
    found = [value for name, value in named.items() if name not in ("unit", "own", "row")]
    return int(found[0]) if found else character_meant(state, action).top


def character_meant(state: ChaosState, action: Action) -> Pile:
    """Return the character that an action names."""
    named = dict(zip(state.game.kinds[action[0]].arguments, action[1:], strict=True))
    return state.location[named["unit"] if "unit" in named else named["own"]][2]


def orientation_words(pile: Pile) -> str:
    """Return the orientation of a character, in words."""
    return ORIENTATIONS[pile.turn].capitalize()


def sentence_part(state: ChaosState, key: str, **facts: Any) -> str:
    """Return a part of a sentence from the word files, by its key under `part`."""
    return state.game.words.say(f"part.{key}", **facts)


def join_words(state: ChaosState, parts: Iterable[str], word: str = "and") -> str:
    """Return parts of a sentence joined with commas and a final word."""
    return state.game.words.listed(parts, word)


def quote_names(state: ChaosState, names: Iterable[str], word: str = "and") -> str:
    """Return Names in quotes, joined with commas and a final word."""
    return join_words(state, (f'"{name}"' for name in names), word)


FACTS: dict[str, Fact[ChaosState]] = {
    "card": lambda s, seat, a: s.name(card_meant(s, a)),
    "unit": lambda s, seat, a: s.name(character_meant(s, a).top),
    "orientation": lambda s, seat, a: orientation_words(character_meant(s, a)),
}
"""The facts that sentences about requirements may use in addition to the arguments of the action."""

needs = requirements_with_words(FACTS)
need = needs_of_things(needs)
"""Writes a requirement on an argument: `need(name, clause, test, repair, ...)`."""
essential = partial(need, essential=True)
"""Writes an essential need: if it fails, later needs are meaningless."""

# Cards.


def in_hand(clause: str = "") -> Need:
    """Return the need that the card is in the hand. clause : by default the clause of the kind of action."""
    return essential("in_hand", clause, lambda s, seat, card: card in s.players[seat].hand, put_into("hand"))


def is_a(name: str, clause: str, category: str, **facts: AboutThing) -> Need:
    """Return the need that the card is of this category."""
    facts["card_category"] = lambda s, seat, card: s.faces[card].category.capitalize()
    return essential(name, clause, lambda s, seat, card: s.faces[card].category == category, **facts)


# Owners and states of characters.


def is_own(clause: str = "") -> Need:
    """Return the need that the character belongs to the player.

    clause : by default the clause of the kind of action.
    """
    return essential("mine", clause, lambda s, seat, found: found[0] == seat)


def face_up(clause: str = "", why: str = "does_nothing") -> Need:
    """Return the need that the character is face-up. why : the part of the sentence about a face-down character."""
    facts: dict[str, AboutThing] = {"face_down_is": lambda s, seat, found: sentence_part(s, why)}
    return need("face_up", clause, lambda s, seat, found: found[2].up, repairs.turn_character(up=True), **facts)


def in_stand(found: Found) -> bool:
    """Return True if a character is in Stand."""
    return found[2].turn == STAND


FIGHTER = (
    is_own(),
    face_up(),
    need("standing", "", lambda s, seat, found: in_stand(found), repairs.turn_character(turn=STAND)),
)
"""The requirements on a character that attacks or guards."""

decline_action = actions_with(name="decline", clause="CHA-R42")
"""Declares a kind of action that declines an offer; each step has a different exit for it."""
