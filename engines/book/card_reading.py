"""Cards read from the rows of a card file, and written back as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engines.book.card_faults import (
    find_faults,
)
from engines.book.card_programs import IF, MAY, ONCE, PAY
from engines.book.cards import (
    BY_HAND,
    JAPANESE,
    MORE,
    Ability,
    Card,
    CardRules,
    FieldRule,
    is_shared,
)
from engines.book.figure_changes import CHANGE, GIVE, TAKE, has_changes
from engines.book.keywords import (
    DEFINED,
    HAS,
    definitions_in,
    names_given,
    put_number,
    with_further,
)
from engines.book.toml_schema import Document, to_lists, to_tuples
from engines.errors import DataError


def _values(rules: Mapping[str, FieldRule], row: Document) -> dict[str, Any]:
    return {name: to_tuples(row.get(name, rule.default)) for name, rule in rules.items()}


def read_card(rules: CardRules, row: Document, number: int, where: str) -> Card:
    """Turn one `[[card]]` table into a Card. Raises DataError, with file, card and field, if it is not valid."""
    for fault in find_faults(rules, row, where):
        raise DataError(fault.where, fault.what, fault.remedy)
    if rules.modern is not None:
        row = rules.modern(row)
    values = _values(rules.fields, row)
    abilities = _read_abilities(rules, row.get("ability", ()))
    known = {} if rules.changes is None else rules.changes.keywords
    for name, value in row.get(HAS, {}).items():
        abilities += read_keyword(rules, known[name], value)
    names = {"ja": values.pop(JAPANESE)} if row.get(JAPANESE) else {}
    values.pop(JAPANESE, None)
    parts: dict[str, Any] = {"names": names, "more": row.get(MORE, {}), "keywords": row.get(HAS, {})}
    parts["defined"] = tuple(row.get(DEFINED, ()))
    return Card(number, row["name"], values["category"], values, tuple(abilities), **parts)


def read_keyword(rules: CardRules, definition: Document, number: int) -> list[Ability]:
    """Return the abilities of a keyword, for a card on which this number is behind it (0: the card lacks it)."""
    written = [one if is_shared(rules, one) or not number else put_number(one, number) for one in definition["ability"]]
    found = _read_abilities(rules, written)
    return [one._replace(keyword=definition["name"], number=number) for one in found]


def _read_abilities(rules: CardRules, rows: Iterable[Document]) -> list[Ability]:
    abilities = []
    for ability in rows:
        if rules.is_program(ability):
            asked = {
                name: value
                for name, value in _values(rules.requires, ability.get("requires", {})).items()
                if value is not None
            }
            parts = (tuple(ability.get(name, ())) for name in (IF, "do", PAY))
            conditions, does, pays = parts
            made = Ability(ability["when"], (), asked, (), conditions, does, pays, bool(ability.get(MAY)))
            abilities.append(made._replace(once=ability.get(ONCE, "")))
            continue
        if rules.changes is not None and (has_changes(ability) or rules.has_forbids(ability)):
            plain = tuple(
                {key: part for key, part in one.items() if key != "verb" or part in (GIVE, TAKE)}
                for one in ability["do"]
            )
            changes, forbids = ((), tuple(ability["do"])) if rules.has_forbids(ability) else (plain, ())
            conditions = tuple(ability.get(IF, ()))
            abilities.append(Ability(ability["when"], (), {}, changes, conditions, forbids=forbids))
            continue
        program = tuple((one["verb"], _values(rules.verbs[one["verb"]], one)) for one in ability.get("do", ()))
        requires = _values(rules.requires, ability.get("requires", {}))
        asked = {name: value for name, value in requires.items() if value is not None}
        abilities.append(Ability(ability["when"], program, asked))
    return abilities


def add_further(rules: CardRules, rows: Iterable[Document]) -> CardRules:
    """Return the card rules extended by the further entries (`more`) of these rows, so that filters may use them."""
    rows = list(rows)
    rules = rules.with_keywords(definitions_in(rows))
    there = {name: value for row in rows if isinstance(row.get(MORE), Mapping) for name, value in row[MORE].items()}
    if not there or rules.changes is None:
        return rules
    types = {name: list if isinstance(value, list | tuple) else type(value) for name, value in there.items()}
    return rules.with_further(types)


def check_given(abilities: Iterable[Ability], where: str) -> None:
    """Raise DataError for an ability of a given keyword that would also work on cards which do not have it."""
    for one in abilities:
        if one.program or one.by_hand:
            what = "is given to cards, and has an ability that is not in the language of all games."
            remedy = 'Write { verb = "draw", who = "own" }, for example.'
            raise DataError(f"{where}, keyword {one.keyword!r}", what, remedy)


def with_given(rules: CardRules, cards: Iterable[Card], where: str) -> dict[int, Card]:
    """Return, by number, new versions of those cards that need the abilities of keywords which other cards give.

    rules : the card rules with all keywords of these cards. Raises DataError for a keyword that cannot be given.
    """
    cards = list(cards)
    known = {} if rules.changes is None else rules.changes.keywords
    printed = {name for card in cards for name in names_given([(one.changes, one.does) for one in card.abilities])}
    given = sorted(with_further(printed, known, names_given))
    bearers = () if rules.changes is None else rules.changes.bearers
    found: dict[int, Card] = {}
    for card in cards:
        there = {one.keyword for one in card.abilities}
        lacking = [name for name in given if name in known and name not in there and card.category in bearers]
        more = [one for name in lacking for one in read_keyword(rules, known[name], 0)]
        check_given(more, where)
        if more:
            found[card.number] = replace(card, abilities=(*card.abilities, *more))
    return found


def card_row(rules: CardRules, card: Card) -> dict[str, object]:
    """Return a card as the row of a card file, without default values. `read_card` reads it back."""
    row = _unusual(rules.fields, {**card.fields, JAPANESE: card.names.get("ja", "")})
    abilities = []
    for ability in card.abilities:
        if ability.keyword:
            continue
        program = [{"verb": verb, **_unusual(rules.verbs[verb], arguments)} for verb, arguments in ability.program]
        asked = _unusual(rules.requires, ability.requires)
        if ability.does:
            more_of_it: dict[str, object] = {"requires": asked} if asked else {}
            more_of_it |= {IF: list(ability.conditions)} if ability.conditions else {}
            more_of_it |= {MAY: True} if ability.may else {}
            more_of_it |= {ONCE: ability.once} if ability.once else {}
            more_of_it |= {PAY: list(ability.pays)} if ability.pays else {}
            abilities.append({"when": ability.when, **more_of_it, "do": list(ability.does)})
            continue
        if ability.changes or ability.forbids:
            program = [{"verb": CHANGE, **one} for one in ability.changes]
            program += [dict(one) for one in ability.forbids]
            asked = {IF: list(ability.conditions)} if ability.conditions else {}
            abilities.append({"when": ability.when, **asked, "do": program})
            continue
        does = {"do": program} if program else {BY_HAND: True}
        abilities.append({"when": ability.when, **({"requires": asked} if asked else {}), **does})
    more: dict[str, object] = {MORE: dict(card.more)} if card.more else {}
    more |= {HAS: dict(card.keywords)} if card.keywords else {}
    more |= {DEFINED: [dict(one) for one in card.defined]} if card.defined else {}
    return row | more | ({"ability": abilities} if abilities else {})


def _unusual(rules: Mapping[str, FieldRule], values: Document) -> dict[str, object]:
    found = {name: value for name, value in values.items() if name in rules and value is not None}
    kept = {name: value for name, value in found.items() if rules[name].required or value != rules[name].default}
    return {name: to_lists(value) for name, value in kept.items()}


def read_cards(rules: CardRules, rows: Iterable[Document], where: str, first: int = 0) -> list[Card]:
    """Read all `[[card]]` tables of a file, numbering them from `first`.

    Raises DataError if a card is not valid or a name occurs twice.
    """
    cards: list[Card] = []
    names: set[str] = set()
    for row in rows:
        card = read_card(rules, row, first + len(cards), where)
        if card.name in names:
            raise DataError(where, f"card {card.name!r} is defined twice.", "Remove one or rename it.")
        names.add(card.name)
        cards.append(card)
    return cards
