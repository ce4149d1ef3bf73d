"""The options at every place of a card being written, all derived from the game's own card rules.

A card is a row of a card file. Every place in it has a path such as `ability.0.do.1.count`; the form sends its input,
and shows errors, under that path. Verbs and conditions that the game would accept are offered first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import engines
from engines.book.card_reading import card_row, read_card
from engines.book.card_rendering import render_card
from engines.book.cards import JAPANESE, Ability, Card, CardRules, FieldRule
from engines.book.words import InLanguage
from engines.designs.untrusted_files import visible_text
from engines.errors import TebikiError
from engines.game import Game

CardRow = dict[str, Any]
FormPath = tuple[str | int, ...]

LETTERS, PARTS = 200, 12
"""Maximum number of characters in a text, and of items in a list."""
SKIPPED_FIELDS = ("id", "flavour", JAPANESE, "printed", "printed_as")
"""Fields that a new card does not take over from the card it is based on."""
FIRST_FIELDS = ("name", "category")
USUAL_SHARE = 0.2
"""Minimum share of a category's cards with a field for the form to show it from the start; rarer fields are shown on
request.
"""


class SampleCard(NamedTuple):
    """A card of the game as a row, and its category."""

    category: str
    row: CardRow


def sample_cards(game: Game) -> tuple[SampleCard, ...]:
    """Return the cards of a game as rows, without the fields that belong to one card only."""
    return _samples(game.name)


@cache
def _samples(name: str) -> tuple[SampleCard, ...]:
    game = engines.load(name)
    rules = game.card_rules
    rows = [(card.category, card_row(rules, card)) for card in game.cards if not card.unseen]
    return tuple(
        SampleCard(category, {key: part for key, part in row.items() if key not in SKIPPED_FIELDS})
        for category, row in rows
    )


def abilities_of(game: Game, category: str = "", when: str = "") -> Iterator[CardRow]:
    """Yield the abilities of the game's cards of a category, at a given moment; "" matches any category or moment."""
    for sample in sample_cards(game):
        for ability in sample.row.get("ability", ()):
            if category in ("", sample.category) and when in ("", ability["when"]):
                yield ability


def starting_row(game: Game, category: str = "", name: str = "") -> CardRow:
    """Return a card to start from: the card called `name`, otherwise the simplest one of the category, without a name.

    Without a category, the one most common in decks is used, so that a deck can hold the card.
    """
    category = category or usual_category(game)
    found = [one for one in sample_cards(game) if one.category == category]
    chosen = next((one for one in sample_cards(game) if one.row["name"] == name), None)
    chosen = chosen or min(found or sample_cards(game), key=lambda one: len(str(one.row.get("ability", ""))))
    return deepcopy(chosen.row)


def usual_category(game: Game) -> str:
    """Return the category that is most common in a game's decks."""
    held: Counter[str] = Counter()
    for deck in game.decks.values():
        for name, many in deck.cards.items():
            held[game.cards[game.by_name[name]].category] += many
    return held.most_common(1)[0][0] if held else ""


# Choices.


def rule_at(rules: CardRules, row: CardRow, at: FormPath) -> FieldRule:
    """Return the rule for a place of a card. Raises KeyError or IndexError for an unknown place."""
    if at[0] != "ability":
        return rules.fields[str(at[0])]
    ability = row["ability"][at[1]]
    if at[2] == "when":
        return FieldRule(str, True, rules.moments_of.get(row["category"], rules.moments))
    if at[2] == "requires":
        return rules.requires[str(at[3])]
    instruction = ability["do"][at[3]]
    if at[4] == "verb":
        return FieldRule(str, True, tuple(rules.verbs))
    return rules.verbs[instruction["verb"]][str(at[4])]


def parse_path(text: str) -> FormPath:
    """Split a form field's name into its path: "ability.0.when" is ("ability", 0, "when")."""
    return tuple(int(part) if part.isdecimal() and len(part) < 3 else part for part in text[:LETTERS].split("."))


TypedValue = str | int | bool | list[str] | None
"""A value typed or chosen in a form; None removes the entry."""


def convert_typed(rule: FieldRule, typed: TypedValue) -> object:
    """Convert typed text to the type the rule requires: None if it is empty, the text itself if it is invalid."""
    if rule.type is list:
        parts = typed if isinstance(typed, list) else str(typed).split(",")
        return [text for part in parts[:PARTS] if (text := visible_text(part[:LETTERS]).strip())]
    if rule.type is bool:
        return typed is True
    text = visible_text(str(typed)[:LETTERS]).strip() if isinstance(typed, str | int) else ""
    if rule.type is dict:
        key, _, value = text.partition("=")
        return {key.strip(): value.strip()} if value else None
    if rule.type is int:
        return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else text or None
    return text or None


def fields_for(rules: CardRules, game: Game, category: str) -> list[str]:
    """Return the fields that a card of a category may have: the name first, then in the order of the card rules."""
    needed_by = {name: kind for kind, names in rules.required_by.items() for name in names}
    used = {key for one in sample_cards(game) if one.category == category for key in one.row}
    found = []
    for name in rules.fields:
        elsewhere = name in needed_by and name not in rules.required_by.get(category, ()) and name not in used
        if name != "id" and category in rules.fields_of.get(name, (category,)) and not elsewhere:
            found.append(name)
    return sorted(found, key=lambda name: (*FIRST_FIELDS, name).index(name))


def is_usual(game: Game, category: str, field: str) -> bool:
    """Return True if a field is common among cards of a category, or required."""
    rules = game.card_rules
    if rules.fields[field].required or field in rules.required_by.get(category, ()):
        return True
    rows = [one.row for one in sample_cards(game) if one.category == category]
    return sum(field in row for row in rows) > USUAL_SHARE * len(rows)


def known_values(game: Game, field: str) -> list[str]:
    """Return the values of a text field on the game's cards, the most common first; [] if no two cards share one."""
    counted: Counter[str] = Counter()
    for one in sample_cards(game):
        value = one.row.get(field, ())
        texts = value if isinstance(value, list) else [format_value(value)] if value else ()
        counted.update(map(str, texts))
    if field == "name" or not any(many > 1 for many in counted.values()):
        return []
    return [text for text, _ in counted.most_common(60)]


def format_value(value: object) -> str:
    """Return a value as shown in a line of a form."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={part}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


# Abilities.


def instruction_like(game: Game, verb: str, category: str = "", when: str = "") -> CardRow:
    """Return the most common instruction with this verb on the game's cards, if possible at the moment `when`."""
    for wanted in ((category, when), ("", when), ("", "")):
        same: list[CardRow] = [
            dict(one) for ability in abilities_of(game, *wanted) for one in ability["do"] if one["verb"] == verb
        ]
        if same:
            counted = Counter(str(sorted(one.items())) for one in same)
            return deepcopy(max(same, key=lambda one: counted[str(sorted(one.items()))]))
    rules = game.card_rules.verbs[verb]
    return {"verb": verb} | {name: example_of(rule) for name, rule in rules.items() if rule.required}


def example_of(rule: FieldRule) -> object:
    """Return a value that a rule allows."""
    if rule.allowed:
        return [rule.allowed[0]] if rule.type is list else rule.allowed[0]
    return {int: max(1, rule.low or 1), bool: True, list: [], dict: {}}.get(rule.type, "")


def ability_like(game: Game, category: str, when: str = "") -> CardRow | None:
    """Return the simplest ability on cards of a category, at this moment if given; None if there is none."""
    moments = game.card_rules.moments_of.get(category, game.card_rules.moments)
    found = [one for one in abilities_of(game, category, when) if one["when"] in moments]
    found = found or [one for one in abilities_of(game, "", when) if one["when"] in moments]
    if not found:
        return None
    return deepcopy(dict(min(found, key=lambda one: (len(one["do"]), len(str(one))))))


def without_moment(texts: Mapping[str, str]) -> dict[str, str]:
    """Return ability texts without the words for their moment, with which they all begin.

    >>> without_moment({"draw": "Trigger: Draw a card.", "heal": "Trigger: Heal a unit."})
    {'draw': 'Draw a card.', 'heal': 'Heal a unit.'}
    """
    told = [text for text in texts.values() if text]
    first, last = min(told, default=""), max(told, default="")
    alike = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), 0)
    moment = re.match(r".*[:：][*\s]*", first[:alike])
    start = moment.end() if moment else 0
    return {name: text[start:] if text else text for name, text in texts.items()}


def is_accepted(game: Game, row: CardRow) -> bool:
    """Return True if the game accepts a card as written."""
    try:
        card = read_card(game.card_rules, row, len(game.cards), "card")
        game.prepare(card)
    except TebikiError:
        return False
    return True


def verbs_at(game: Game, row: CardRow, at: FormPath) -> tuple[list[str], list[str]]:
    """Return the verbs that fit a place on a card, and the verbs that do not.

    A verb fits if cards of the category use it at this moment, or if the game accepts the card with it.
    """
    category, ability = row["category"], row["ability"][at[1]]
    when, before = ability.get("when", ""), ability["do"][: at[3]]
    used = {one["verb"] for other in abilities_of(game, category, when) for one in other["do"]}
    plain = {key: value for key, value in starting_row(game, category).items() if key != "ability"}
    fitting, others = list[str](), list[str]()
    for verb in game.card_rules.verbs:
        program = [*before, instruction_like(game, verb, category, when)]
        fits = verb in used or is_accepted(game, plain | {"ability": [{"when": when, "do": program}]})
        (fitting if fits else others).append(verb)
    return fitting, others


def conditions_at(game: Game, row: CardRow, at: FormPath) -> list[str]:
    """Return the conditions that an ability may have: those it has, and others that the game accepts."""
    category, ability = row["category"], row["ability"][at[1]]
    own = ability.get("requires", {})
    used = {
        name for other in abilities_of(game, category, ability.get("when", "")) for name in other.get("requires", ())
    }
    found = []
    for name, rule in game.card_rules.requires.items():
        tried = ability | {"requires": {name: example_of(rule)}}
        if name in own or name in used or is_accepted(game, {**row, "ability": [tried]}):
            found.append(name)
    return found


def ability_text(game: Game, row: CardRow, ability: CardRow, language: str) -> str:
    """Return the printed text of an ability, "" if it cannot be printed."""
    rules = game.card_rules
    plain = {key: value for key, value in starting_row(game, row["category"]).items() if key != "ability"}
    try:
        bare = read_card(rules, plain, 0, "card")
        with InLanguage(language):
            without = render_card(rules, bare, game.words)
            lines = render_card(rules, _with(rules, bare, ability), game.words)
    except (TebikiError, KeyError, TypeError, ValueError, IndexError):
        return ""
    return " ".join(line for line in lines if line not in without)


def _with(rules: CardRules, card: Card, ability: CardRow) -> Card:
    row = card_row(rules, card) | {"ability": [ability]}
    read: tuple[Ability, ...] = read_card(rules, row, 0, "card").abilities
    return Card(0, card.name, card.category, card.fields, read)
