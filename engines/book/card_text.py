"""The plain text of a card and of a deck, as `print` shows it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.book.cards import Card, Deck

WIDTH = 100
UNPRINTED = ("id", "name", "category", "printed", "rarity", "flavour", "tribe", "title")
"""Card fields left out of text output."""


def card_text(card: Card) -> str:
    """Return a card as text: names, category and fields, rules text."""
    figures = [f"{spell_out_name(name)} {_told(value)}" for name, value in card.fields.items() if _tells(name, value)]
    lines = [" ".join([card.name, *card.names.values()]), ", ".join([spell_out_name(card.category), *figures])]
    lines += [rule.replace("**", "") for rule in card.rules_text]
    return "\n".join(row for line in lines for row in wrap_line(line, "", "  "))


def _tells(name: str, value: object) -> bool:
    return name not in UNPRINTED and value not in (None, "", (), [], {}, False)


def _told(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, dict):
        return " ".join(f"{spell_out_name(name)} {_told(one)}" for name, one in value.items())
    return " ".join(map(_told, value)) if isinstance(value, tuple | list) else spell_out_name(str(value))


def deck_text(deck: Deck) -> str:
    """Return a deck as lines: its name, its size, and the copies of each card."""
    lines = [f"{' '.join([deck.name, *deck.names.values()])}, {sum(deck.cards.values())} cards"]
    return "\n".join([*lines, *(f"  {copies} × {name}" for name, copies in deck.cards.items())])


def wrap_line(line: str, first: str, others: str) -> list[str]:
    """Wrap a line to the usual width. first, others : the indents of the first line and of the following ones."""
    return textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def spell_out_name(name: str) -> str:
    """Return an identifier as separate words."""
    return name.replace("_", " ")
