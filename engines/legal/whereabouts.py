"""Where a player can see a card, in words, for texts that look for a card in the wrong place.

The words of a zone are lies.<zone> ("in {whose} hand"), or else the zone's name. Cards that the player cannot see are
not found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.book.words import Phrase
from engines.declare.declaration import DeclaredState
from engines.errors import Reason, TextRefused
from engines.kernel.state import State
from engines.legal.unnamed_cards import names_shown

if TYPE_CHECKING:
    from engines.legal.arguments import Argument
    from engines.legal.reasons import Kind

ELSEWHERE = "elsewhere"
"""The name of the reason that a card is somewhere out of the action's reach."""
MOST_PLACES = 3


def find_places(state: DeclaredState, seat: int, card: str) -> list[str]:
    """Return the places where the player in `seat` can see a card of this name, in words, without duplicates."""
    found: dict[str, None] = {}
    players = state.view(seat)["players"]
    written = {zone.written for zone in state.zones_of_players.values()}
    for owner in (seat, 1 - seat):
        for zone, cards in players[owner].items():
            shown = cards if zone in written and isinstance(cards, list) else []
            for one in [one for one in shown if card in names_shown(one)]:
                alone = not isinstance(one, dict) or one.get("card") == card
                found[name_place(state, zone, owner == seat, alone)] = None
    return [*found]


def name_place(state: DeclaredState, zone: str, own: bool, alone: bool = True) -> str:
    """Return a zone of a player in words: "in your hand".

    own : whether it belongs to the reader. alone : False for a card that is on or beneath another one there.
    """
    words = state.game.words
    whose = Phrase("opponent.you.whose" if own else "opponent.other.whose")
    key = f"lies.{zone}" if alone or not words.has(f"lies.{zone}.with") else f"lies.{zone}.with"
    if words.has(key):
        return words.say(key, whose=whose)
    name = words.find(f"zone.{zone}") or zone.replace("_", " ")
    return words.say("lies.any", whose=whose, zone=name)


def say_where(state: State, seat: int, card: str) -> str:
    """Return the end of a sentence: "; it is in your hand". It is "" if the player cannot see the card anywhere."""
    places = find_places(state, seat, card) if isinstance(state, DeclaredState) else []
    return state.game.words.say("lies.instead", places=_list_places(state, places)) if places else ""


def _list_places(state: State, places: Sequence[str], word: str = "and") -> str:
    """Return places in one phrase: "in your hand, on your altar and in your Graveyard"."""
    *first, last = places[:MOST_PLACES]
    return state.game.words.listed([", ".join(first), last], word) if first else last


def refuse_elsewhere(
    state: DeclaredState, seat: int, text: str, kind: Kind[Any], argument: str, card: str
) -> TextRefused:
    """Return the refusal of a text that names an existing card in a place where this argument cannot refer to it."""
    words, places = state.game.words, find_places(state, seat, card)
    wanted = _places_of(state, kind.meanings.get(argument))
    facts = {"card": card, "places": _list_places(state, places) if places else ""}
    if not places:
        fact = words.say("lies.unseen", **facts)
    elif wanted and not set(wanted) & set(places):
        fact = words.say("lies.elsewhere", wanted=_list_places(state, wanted, "or"), **facts)
    else:
        fact = words.say("lies.out_of_reach", **facts)
    clause = kind.when_clause
    action = (kind.name, *(None for _ in kind.arguments))
    return TextRefused(f"{text!r}: {fact} ({clause})", [Reason(clause, fact, "", ELSEWHERE)], action)


def _places_of(state: DeclaredState, argument: Argument[Any] | None) -> Sequence[str]:
    """Return the zones of an argument, in words; [] if they have no short description."""
    if argument is None or argument.side not in ("own", "rival"):
        return []
    zones = [state.zones_of_players[zone].written for zone in argument.places]
    if not all(zones) or len(zones) > MOST_PLACES:
        return []
    return [*dict.fromkeys(name_place(state, zone, argument.side == "own") for zone in zones)]


def card_named(state: DeclaredState, text: str) -> str:
    """Return the card name that `text` gives in quotes, with or without a number; "" if the game has no such card."""
    quoted = re.fullmatch(r'"([^"]*)"(?: \d+)?', text.strip())
    wanted = quoted[1].casefold() if quoted else ""
    return next((card.name for card in state.game.cards if card.name.casefold() == wanted), "")
