"""Putting a game together from its folder: rulebook, cards, decks and words are files, the rest is its code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engines.core import cards as card_data
from engines.core.cards import Card, CardRules, Deck
from engines.core.flow import Flow
from engines.core.game import Game, Parameter, Phase, Rules
from engines.core.notation import Notation
from engines.core.reasons import Kind
from engines.core.rulebook import load, read_toml
from engines.core.words import Words


def assemble(
    folder: Path,
    japanese: str,
    *,
    card_rules: CardRules,
    placeholders: Sequence[Card],
    prepare: Callable[[Card], None],
    flow: Flow,
    phases: tuple[Phase, ...],
    kinds: dict[str, Kind],
    parameters: Mapping[str, Parameter],
    rules: Rules,
    notation: Notation,
    check: Callable[[Sequence[Card]], None] | None = None,
) -> Game:
    """Return the game whose data lies in `folder` (rulebook, cards, words), with its standard rules.

    placeholders : cards that stand for unseen ones; they come first. check : looks at all cards together.
    The other arguments are the entries of `Game`. Raises DataError for a file that is not what it should be.
    """
    book = load(folder / "rulebook.toml")
    path = folder / "cards.toml"
    data: dict[str, Any] = read_toml(path)
    cards = [*placeholders, *card_data.read_cards(card_rules, data["card"], str(path), len(placeholders))]
    for card in cards:
        prepare(card)
    if check is not None:
        check(cards)
    decks = {row["id"]: Deck(row["id"], row["name"], row.get("japanese", ""), row["cards"]) for row in data["deck"]}
    return Game(
        name=folder.name,
        title=book.title,
        japanese=japanese,
        rulebook=book,
        card_rules=card_rules,
        cards=cards,
        decks=decks,
        flow=flow,
        phases=phases,
        kinds=kinds,
        parameters={name: rule.standard for name, rule in parameters.items()},
        parameter_rules=dict(parameters),
        rules=rules,
        words=Words(folder),
        notation=notation,
        prepare=prepare,
        check=check,
    )
