"""Cards as data: the fields and verbs a game knows, read from `cards.toml` and refused when they are wrong.

What differs from game to game is a `CardRules`: which fields a card has, which moments and verbs its abilities
may use, and how they read. The text printed on a card is rendered from the same data the engine carries out.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.core.errors import DataError
from engines.core.positions import Document, check_shape
from engines.core.printed import card_text, deck_text
from engines.core.words import Words

MOST = 999
"""The largest number a card may name; what grows without end in a game must not begin there."""

Program = tuple[tuple[str, Document], ...]


class Ability(NamedTuple):
    """An ability of a card: the moment it works, what it requires, and its program of (verb, arguments)."""

    when: str
    program: Program
    requires: Document


@dataclass(frozen=True, slots=True)
class FieldRule:
    """What a field may hold: its type, whether it must be there, and the allowed values if they are few."""

    type: type
    required: bool = False
    allowed: tuple[object, ...] = ()
    default: object = None
    low: int | None = None


@dataclass(frozen=True, slots=True)
class CardRules:
    """What a card file of one game may say.

    fields : the fields of a card by name. required_by : extra fields a category must have.
    moments : when an ability may work. verbs : the verbs with their argument fields.
    requires : the conditions an ability may name. render(card, words) : the lines of rules text, in the words of the
    game and the language that is being told in.
    modern(row) : a row written in an older wording as one of today; None where there is none.
    """

    fields: Mapping[str, FieldRule]
    required_by: Mapping[str, tuple[str, ...]]
    moments: tuple[str, ...]
    verbs: Mapping[str, Mapping[str, FieldRule]]
    requires: Mapping[str, FieldRule]
    render: Callable[[Card, Words], list[str]]
    modern: Callable[[Document], Document] | None = None


@dataclass(slots=True)
class Card:
    """A card definition. `number` is its place in the game's card list; zones hold these numbers.

    `fields` has what the game's card file says; `abilities` the abilities; `rules_text` the lines printed on it.
    """

    number: int
    name: str
    category: str
    fields: dict[str, Any]
    abilities: tuple[Ability, ...]
    rules_text: tuple[str, ...] = ()
    extra: Any = None  # what an engine precomputes for speed
    unseen: bool = False  # a placeholder for a card that nobody has seen
    game: str = ""  # the name of the game it belongs to

    def __repr__(self) -> str:
        """Return its name and category."""
        return f"Card({self.name!r}, {self.category!r})"

    def __str__(self) -> str:
        """Return what is printed on it."""
        return card_text(self)

    @property
    def japanese(self) -> str:
        """The Japanese name."""
        return str(self.fields.get("japanese", ""))


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck as announced: id, name, Japanese name, how many of each card name, and the name of its game."""

    id: str
    name: str
    japanese: str
    cards: dict[str, int] = field(default_factory=dict)
    game: str = field(default="", compare=False)

    def __repr__(self) -> str:
        """Return its id and size."""
        return f"Deck({self.id!r}, {sum(self.cards.values())} cards)"

    def __str__(self) -> str:
        """Return its list."""
        return deck_text(self)


def _checked(where: str, rules: Mapping[str, FieldRule], row: Document, what: str) -> dict[str, Any]:
    for name in row:
        if name not in rules:
            raise DataError(where, f"unknown {what} {name!r}.", _nearest(name, rules))
    values = {}
    for name, rule in rules.items():
        if name not in row:
            if rule.required:
                raise DataError(where, f"{what} {name!r} is missing.", "Add it.")
            values[name] = rule.default
            continue
        value = row[name]
        if not isinstance(value, rule.type) or (rule.type is int and isinstance(value, bool)):
            raise DataError(
                where, f"{what} {name!r} is {value!r}.", f"It must be {_TYPES.get(rule.type, rule.type.__name__)}."
            )
        if rule.allowed and any(part not in rule.allowed for part in (value if isinstance(value, list) else (value,))):
            raise DataError(where, f"{what} {name!r} is {value!r}.", f"Use {', '.join(map(str, rule.allowed))}.")
        if isinstance(value, list) and not all(isinstance(part, str) for part in value):
            raise DataError(where, f"{what} {name!r} is {value!r}.", "It must be a list of texts in quotes.")
        if isinstance(value, int) and abs(value) > MOST:
            raise DataError(where, f"{what} {name!r} is {value}.", f"It must be {MOST} or less.")
        if rule.low is not None and isinstance(value, int) and value < rule.low:
            raise DataError(where, f"{what} {name!r} is {value}.", f"It must be {rule.low} or more.")
        values[name] = tuple(value) if isinstance(value, list) else value
    return values


_TYPES = {int: "a whole number", str: "text in quotes", list: "a list", bool: "true or false", dict: "a table"}


def _nearest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(known)}."


def read_card(rules: CardRules, row: Document, number: int, where: str) -> Card:
    """Turn one `[[card]]` table into a Card. Raises DataError naming file, card and field."""
    name = row.get("name")
    if not isinstance(name, str) or not name:
        raise DataError(where, "a card has no name.", 'Give it name = "...".')
    where = f"{where}, card {name!r}"
    if name != " ".join(name.split()) or any(sign in name for sign in ',"'):
        raise DataError(where, "a comma, a quote or a needless space is in the name.", "Positions need it without.")
    if rules.modern is not None:
        row = rules.modern(row)
    values = _checked(where, rules.fields, {key: value for key, value in row.items() if key != "ability"}, "field")
    for needed in rules.required_by.get(values["category"], ()):
        if needed not in row:
            raise DataError(where, f"field {needed!r} is missing.", f"A {values['category']} needs it.")
    abilities = []
    check_shape(row.get("ability", []), [dict], f"{where}, ability")
    for at, ability in enumerate(row.get("ability", ()), 1):
        place = f"{where}, ability {at}"
        for key in ability:
            if key not in ("when", "do", "requires"):
                raise DataError(place, f"unknown field {key!r}.", _nearest(key, ("when", "do", "requires")))
        if ability.get("when") not in rules.moments:
            raise DataError(place, f"when = {ability.get('when')!r}.", f"Use one of {', '.join(rules.moments)}.")
        check_shape(ability, {"when": object, "do": [dict], "requires": dict}, place)
        program = []
        for instruction in ability.get("do", ()):
            verb = instruction.get("verb")
            if not isinstance(verb, str) or verb not in rules.verbs:
                raise DataError(place, f"unknown verb {verb!r}.", _nearest(str(verb), rules.verbs))
            program.append(
                (
                    verb,
                    _checked(
                        f"{place}, verb {verb!r}",
                        rules.verbs[verb],
                        {k: v for k, v in instruction.items() if k != "verb"},
                        "argument",
                    ),
                )
            )
        if not program:
            raise DataError(place, "does nothing.", "Add do = [{ verb = ... }].")
        requires = _checked(place, rules.requires, ability.get("requires", {}), "condition")
        abilities.append(Ability(ability["when"], tuple(program), {k: v for k, v in requires.items() if v is not None}))
    return Card(number, name, values["category"], values, tuple(abilities))


def read_cards(rules: CardRules, rows: Iterable[Document], where: str, first: int = 0) -> list[Card]:
    """Read all `[[card]]` tables of a file, numbered from `first`. Raises DataError, also for a doubled name."""
    cards: list[Card] = []
    names: set[str] = set()
    for row in rows:
        card = read_card(rules, row, first + len(cards), where)
        if card.name in names:
            raise DataError(where, f"card {card.name!r} is defined twice.", "Remove one or rename it.")
        names.add(card.name)
        cards.append(card)
    return cards


def unknown_card(name: str, known: Iterable[str], where: str) -> DataError:
    """Return the error for a card name that the game does not have, with the nearest name as remedy.

    Of a name in two parts the parts may stand the other way round.
    """
    names = list(known)
    one, joint, two = name.partition(" & ")
    turned = f"{two} & {one}" if joint else name
    close = [turned] if turned in names else difflib.get_close_matches(name, names, 1, 0.5)
    remedy = f"Did you mean {close[0]!r}?" if close else "See the card file for the names."
    return DataError(where, f"there is no card {name!r}.", remedy)
