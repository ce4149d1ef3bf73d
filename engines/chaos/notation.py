"""How actions are written: `enter "Steady Hands Ishio" front`, `attack "Keen Eyes Shiori"`, `pass`."""

from __future__ import annotations

import re
from dataclasses import replace

from engines.chaos.cards import BLANK
from engines.chaos.state import AREAS, ROWS, ChaosState
from engines.legal.arguments import Argument, Side, ability_waiting, card_in_play, card_of, player, spelling
from engines.legal.notation import Notation, by_sentence, each, names_in

SHORT = {"paying": "pay", "resting": "rest", "sending": "send", "->": "choose"}
"""What may follow in the same text: how the action is paid for, and what it chooses."""


def character(side: Side = "any") -> Argument[ChaosState]:
    """Return an argument that is a character; where both players have the card, whose it is is said."""
    usual = card_in_play(*AREAS, side=side)

    def spell(state: ChaosState, seat: int, number: int) -> str:
        text, found = usual.spell(state, seat, number), state.location.get(number)
        alike = found and found[0] != seat and any(one.top == found[2].top for one in state.players[seat].piles())
        return f"the rival's {text}" if alike else text

    mine: Argument[ChaosState] = usual
    return replace(mine, spell=spell)


def shown(state: ChaosState, seat: int, card: int) -> str:
    """Return what an unseen card turns out to be."""
    return "another card" if card == BLANK else f'"{state.name(card)}"'


def in_deck(state: ChaosState, seat: int) -> list[int]:
    """Return the cards of the player's main deck, in an order that does not tell where they lie."""
    return sorted(set(state.players[seat].deck))


MAIN_DECK: Argument[ChaosState] = card_of("deck")
ARGUMENTS: dict[str, Argument[ChaosState]] = {
    "card": card_of("hand"),
    "paid": card_of("hand", unseen=True),
    "partner": replace(MAIN_DECK, references=lambda state, seat, card: [], choices=in_deck),
    "extra": replace(card_of("extra"), choices=card_of("extra", "spent").choices),
    "picked": card_of("waiting"),
    "unit": character(),
    "own": character("own"),
    "row": Argument(
        lambda s, seat, row: [*ROWS][[*ROWS].index(row)],
        lambda s, seat, row: [f"{seat}.{row}"],
        lambda s, seat: [*ROWS],
    ),
    "seat": player(),
    "shown": Argument(shown),
    "waiting": ability_waiting(),
}


def parts_of(sentence: str) -> list[str]:
    """Split a sentence that names an action with its payments and choices into its parts."""
    head, *rest = re.split(r" (paying|resting|sending|->) ", sentence)
    if head.startswith("level up"):
        return [sentence]
    parts = each(head, "discard")
    for word, names in zip(rest[::2], rest[1::2], strict=True):
        parts += [f"{SHORT[word]} {name}" for name in names_in(names, "the rival's ")]
    return parts


NOTATION = Notation(spelling(ARGUMENTS), by_sentence(parts_of), "; ".join)
