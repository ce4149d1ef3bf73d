"""Examples of free moves in the words of the game that is being played, with cards that the player can see."""

from __future__ import annotations

from engines.declare.declaration import DeclaredState
from engines.declare.zone_fields import Records
from engines.forms.free_moves import (
    EXAMPLES,
    FreeMove,
    Zone,
    figures_of,
    names_of_entry,
    seen_in,
    texts_in,
    write_free_move,
    zone_fields_of,
)
from engines.legal.card_programs import programs_of

ANY_CARD = "Card"
"""What the examples call a card when the player sees none."""


def examples_of(state: DeclaredState, seat: int) -> list[str]:
    """Return one example of each free move for a player; without shared effects, those of `EXAMPLES`."""
    if state.game.card_rules.programs is None:
        return list(EXAMPLES)
    ways = programs_of(state.game).ways
    hand, deck = (seat, ways.hand), (seat, ways.deck)
    held = _seen_card(state, hand, seat) or ANY_CARD
    moves = [
        FreeMove("move", hand, held, to=(seat, ways.pile)),
        FreeMove("move", deck, "top", 2, to=hand),
        FreeMove("shuffle", deck),
        FreeMove("look", deck, "top", 3),
        FreeMove("reveal", hand, held),
        *_mark(state, seat),
        *(FreeMove("set", zone, number=value + 1) for zone, value in list(figures_of(state))[:1]),
    ]
    return [write_free_move(move) for move in moves]


def _seen_card(state: DeclaredState, zone: Zone, seat: int) -> str:
    """Return the name of a card in a zone that the player sees; "" if there is none."""
    one = zone_fields_of(state)[zone[1]]
    for text, seen in zip(texts_in(state, zone), seen_in(state, zone, seat), strict=True):
        if seen and (names := names_of_entry(one, text)):
            return names[0]
    return ""


def _mark(state: DeclaredState, seat: int) -> list[FreeMove]:
    """Return an example with a mark that cards in play can have; it names a card in play, if there is one."""
    found = []
    for name, one in zone_fields_of(state).items():
        if isinstance(one, Records):
            words = [word for word in one.record.marks if word != "#"]
            numbers = [word for word in words if one.record.marks[word]]
            for side in (seat, 1 - seat):
                card = _seen_card(state, (side, name), seat)
                word = next((f"{word} 2" for word in numbers), next(iter(words), ""))
                if word:
                    found.append(FreeMove("mark", (side, name), card or ANY_CARD, word=word))
    shown = [move for move in found if move.card != ANY_CARD]
    return (shown or found)[:1]
