"""How actions are written: `enter "Steady Hands Ishio" front`, `attack "Keen Eyes Shiori"`, `pass`."""

from __future__ import annotations

import re

from engines.chaos.cards import BLANK
from engines.chaos.state import FRONT, PARTNER, ROWS, ChaosState
from engines.core.notation import Notation, names_in, numbered

SHORT = {"paying": "pay", "resting": "rest", "sending": "send", "->": "choose"}
"""What may follow in the same text: how the action is paid for, and what it chooses."""


def _unit(state: ChaosState, seat: int, pile_id: int) -> str:
    found = state.find(pile_id)
    if found is None:
        return f"#{pile_id}"
    side, _, pile = found
    same = [
        (space in FRONT, space == PARTNER, other)
        for space, other in enumerate(state.players[side].arena)
        if other is not None and other.top == pile.top
    ]
    copies = [(front, partner, other[1:]) for front, partner, other in same]
    name = numbered(state.name(pile.top), copies, [other.id for _, _, other in same].index(pile_id))
    alike = any(other.top == pile.top for other in state.players[1 - side].piles())
    return f"the rival's {name}" if alike and side != seat else name


def _card(state: ChaosState, seat: int, card: int) -> str:
    return f'"{state.name(card)}"'


def _shown(state: ChaosState, seat: int, card: int) -> str:
    return "another card" if card == BLANK else f'"{state.name(card)}"'


def _waiting(state: ChaosState, seat: int, ability: tuple[int, int]) -> str:
    card, place = ability
    same = sorted({other[2] for other in state.waiting if other[1] == card} | {place})
    return numbered(state.name(card), same, same.index(place))


def expand(text: str) -> list[str]:
    """Split a text that names an action with its payments and choices into its parts."""
    parts: list[str] = []
    for sentence in text.split(";"):
        sentence = sentence.strip()
        head, *rest = re.split(r" (paying|resting|sending|->) ", sentence)
        if head.startswith("level up"):
            parts.append(sentence)
            continue
        parts.append(head)
        for word, names in zip(rest[::2], rest[1::2], strict=True):
            parts += [f"{SHORT[word]} {name}" for name in names_in(names, "the rival's ")]
    return parts


NOTATION = Notation(
    spell={
        "card": _card,
        "paid": _card,
        "picked": _card,
        "shown": _shown,
        "unit": _unit,
        "base": _unit,
        "target": _unit,
        "row": lambda s, seat, row: row if row in ROWS else repr(row),
        "seat": lambda s, seat, first: f"P{first + 1}",
        "waiting": _waiting,
    },
    expand=expand,
    contract="; ".join,
)
