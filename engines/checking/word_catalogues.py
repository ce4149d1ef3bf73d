"""Checks a catalogue of words in another language against the game it is for."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engines.book.card_text import spell_out_name
from engines.book.words import facts_of
from engines.game import Game
from engines.variants.counter_rules import by_id
from engines.variants.written_rules import house_rules


def nouns_of_texts(game: Game) -> set[str]:
    """Return the English words in card texts that another language may translate: categories, entries, marks, roles."""
    rules, changes = game.card_rules, game.card_rules.changes
    found = {"card", *(str(one) for one in rules.fields["category"].allowed), *map(spell_out_name, rules.fields)}
    if changes is not None:
        found |= {spell_out_name(role) for role in changes.roles}
        found |= {spell_out_name(mark) for place in changes.places.values() for mark in place.marks}
    return found


def find_word_problems(game: Game, catalogue: Mapping[str, str]) -> list[str]:
    """Return the faults of this game's catalogue in another language: unknown keys and unknown facts."""
    named: dict[str, Container[str]] = {
        "card": game.by_name,
        "clause": game.rulebook.clauses,
        "deck_name": game.decks,
        "game": ("title",),
        "flow": game.flow.said(),
        "parameter": game.parameter_rules,
        "belief": by_id(game),
        "term": nouns_of_texts(game),
        "says": {*by_id(game), *(rule.id for rule in house_rules(game))},
    }
    problems = []
    for key, text in catalogue.items():
        table, _, name = key.partition(".")
        if game.words.has(key):
            unknown = facts_of(text) - facts_of(game.words.term(key)) - {"s"}
            problems += [f"{key} asks for {{{fact}}}, which the English sentence does not." for fact in unknown]
        elif name not in named.get(table, ()) and not any(card.fields.get(table) == name for card in game.cards):
            problems.append(f"{key} is no key of {game.title}.")
    return problems
