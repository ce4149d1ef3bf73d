"""Assembles a game from its folder: rulebook, cards, decks and words are files, everything else is code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from engines.book import cards as card_data
from engines.book.card_reading import read_cards
from engines.book.card_rendering import render_card
from engines.book.cards import Card, CardRules, Deck
from engines.book.rulebook import Rulebook, load_rulebook, read_toml
from engines.book.toml_schema import Document
from engines.book.words import SHARED, Words
from engines.game import Game
from engines.kernel.flow import Flow, S
from engines.legal.moments import Moment
from engines.legal.notation import Notation
from engines.legal.reasons import Kind
from engines.rules import Parameter, Phase, Rules


def assemble_game(
    package: str,
    parameters: Mapping[str, Parameter],
    *,
    rules: Rules[S],
    flow: Flow[S],
    phases: tuple[str, ...],
    kinds: dict[str, Kind[S]],
    moments: Mapping[str, Moment[S]] | None = None,
    notation: Notation,
    card_rules: CardRules,
    prepare: Callable[[Card], None],
    check: Callable[[Sequence[Card]], None] | None = None,
) -> Game:
    """Return the game in a package.

    Its rulebook, cards and words are read from its folder; the other parts are arguments.

    Raises DataError if a file is not valid.
    """
    folder = Path(str(import_module(package).__file__)).parent
    path = folder / "cards.toml"
    assert rules.habits is not None
    return game_from_parts(
        folder.name,
        read_toml(path) | {"path": path},
        load_rulebook(folder / "rulebook.toml"),
        Words(SHARED, folder),
        card_rules=card_rules,
        placeholders=card_data.make_placeholders(1 + max(rules.habits.unseen)),
        prepare=prepare,
        flow=flow,
        phases=phases,
        kinds=kinds,
        parameters=parameters,
        rules=rules,
        notation=notation,
        moments=moments,
        check=check,
    )


def game_from_parts(
    name: str,
    data: Document,
    book: Rulebook,
    words: Words,
    *,
    card_rules: CardRules,
    placeholders: Sequence[Card],
    prepare: Callable[[Card], None],
    flow: Flow[S],
    phases: tuple[str, ...],
    kinds: dict[str, Kind[S]],
    parameters: Mapping[str, Parameter],
    rules: Rules[S],
    notation: Notation,
    moments: Mapping[str, Moment[S]] | None = None,
    check: Callable[[Sequence[Card]], None] | None = None,
) -> Game:
    """Return a game from its parts, with its standard rules.

    data : its cards and decks, with the path of their file. placeholders : the cards that represent unseen cards; they
    come first. moments : the right moments, by name of the kind, for kinds that do not define their own. check : checks
    all cards together. The other arguments are the entries of `Game`. Raises DataError if a part is not valid.
    """
    path = data["path"]
    cards = [*placeholders, *read_cards(card_rules, data["card"], str(path), len(placeholders))]
    words = words.with_names("card.", ((card.name, card.names) for card in cards))
    for card in cards:
        card.names = words.translations(f"card.{card.name}")
        card.rules_text = () if card.unseen else tuple(render_card(card_rules, card, words))
        prepare(card)
    if check is not None:
        check(cards)
    decks = {
        row["id"]: Deck(
            row["id"],
            row["name"],
            row["cards"],
            words.translations(f"deck_name.{row['id']}"),
            description=row.get("description", {}),
        )
        for row in data["deck"]
    }
    for step in flow.steps.values():
        step.title = words.term(f"step.{step.name}.title")
    return Game(
        name=name,
        title=book.title,
        rulebook=book,
        card_rules=card_rules,
        cards=cards,
        decks=decks,
        flow=flow,
        phases=tuple(Phase(id, words.term(f"phase.{id}.title")) for id in phases),
        kinds={name: _completed(kind, words, flow, (moments or {}).get(name)) for name, kind in kinds.items()},
        parameters={name: rule.standard for name, rule in parameters.items()},
        parameter_rules=dict(parameters),
        rules=rules,
        words=words,
        notation=notation,
        prepare=prepare,
        check=check,
    )


def _completed(kind: Kind[S], words: Words, flow: Flow[S], moment: Moment[S] | None) -> Kind[S]:
    """Return a kind of action completed with its words, its right moment, and the steps that offer it."""
    form, label = (words.term(f"action.{kind.name}.{part}") for part in ("form", "label"))
    steps = kind.steps or tuple(step.name for step in flow.steps.values() if kind.name in step.on)
    return replace(kind, form=form, label=label, moment=moment or kind.moment, steps=steps)
