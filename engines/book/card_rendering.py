"""The text printed on a card, rendered from the same data that the engine carries out."""

from __future__ import annotations

from dataclasses import replace

from engines.book.card_program_text import render_program
from engines.book.card_reading import (
    _read_abilities,
)
from engines.book.cards import (
    Ability,
    Card,
    CardRules,
)
from engines.book.figure_change_text import render_changes
from engines.book.forbidden_actions import render_forbids
from engines.book.keywords import (
    names_given,
    put_number,
    write_keyword,
)
from engines.book.toml_schema import Document
from engines.book.words import Words


def render_card(rules: CardRules, card: Card, words: Words) -> list[str]:
    """Return the lines of rules text that describe what the engine carries out for a card."""
    if card.defined:
        rules = rules.with_keywords({one["name"]: one for one in card.defined})
    played = tuple(ability for ability in card.abilities if ability.program and not ability.keyword)
    lines = rules.render(card if len(played) == len(card.abilities) else replace(card, abilities=played), words)
    if len(played) == len(card.abilities):
        return lines
    own = (one for one in card.abilities if not one.keyword and not one.program)
    lines += [text for one in own for text in [_render(rules, card, one, words)] if text]
    known = {one["name"]: one for one in card.defined}
    for name, number in card.keywords.items():
        lines.append(_render_keyword(rules, card, known[name], number, words))
    given = set(names_given([(one.changes, one.does) for one in card.abilities])) - set(card.keywords)
    lines += [_render_keyword(rules, card, known[name], None, words) for name in sorted(given) if name in known]
    return lines


def _render(rules: CardRules, card: Card, ability: Ability, words: Words) -> str:
    """Return the text of an ability; "" for one that is carried out by hand."""
    if rules.changes is not None and ability.changes:
        return render_changes(rules.changes, ability.changes, ability.conditions, words)
    if rules.forbids is not None and ability.forbids:
        return render_forbids(rules.forbids, ability.forbids, ability.conditions, words)
    if rules.programs is not None and ability.does:
        text = render_program(rules.programs, ability, words)
        return rules.frame(card, ability, text, words) if rules.frame is not None else text
    if not ability.program:
        return ""
    before = rules.render(replace(card, abilities=()), words)
    return " ".join(one for one in rules.render(replace(card, abilities=(ability,)), words) if one not in before)


def _render_keyword(rules: CardRules, card: Card, definition: Document, number: int | None, words: Words) -> str:
    """Return a keyword of a set with what it means. number : the one behind it, None for any."""
    written = definition["ability"] if number is None else put_number(definition["ability"], number)
    texts = [_render(rules, card, one, words) for one in _read_abilities(rules, written)]
    text = " ".join(f"{one[:1].upper()}{one[1:]}{'' if one.endswith('.') else '.'}" for one in texts if one)
    name = write_keyword(definition["name"], "X" if number is None else number, definition)
    return words.say("change.keyword" if text else "change.keyword.alone", keyword=name, text=text)
