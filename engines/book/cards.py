"""Cards as data: read from `cards.toml` and checked against the fields and verbs that a game knows.

A `CardRules` holds the parts that differ from game to game: the fields of a card, the moments and verbs of its
abilities, and their wording. The text printed on a card is rendered from the same data that the engine carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engines.book.card_program_faults import find_program_faults
from engines.book.card_program_text import render_program
from engines.book.card_programs import IF, MAY, ONCE, PAY, ProgramRules, is_program
from engines.book.card_text import card_text, deck_text
from engines.book.figure_change_text import render_changes
from engines.book.figure_changes import (
    CHANGE,
    GIVE,
    OWN_NUMBER,
    TAKE,
    ChangeFault,
    ChangeRules,
    find_change_faults,
    has_changes,
)
from engines.book.forbidden_actions import ForbidRules, find_forbid_faults, has_forbids, render_forbids
from engines.book.keywords import (
    DEFINED,
    HAS,
    definitions_in,
    find_row_faults,
    names_given,
    put_number,
    write_keyword,
)
from engines.book.toml_schema import Document, check_shape, to_lists, to_tuples
from engines.book.words import Words
from engines.errors import DataError, did_you_mean, find_nearest

MOST = 999
"""The largest number allowed in a card's data: a number that grows without limit in play must not start out large."""

Program = tuple[tuple[str, Document], ...]


BY_HAND = "by_hand"
"""The entry of an ability that the players carry out themselves. Such an ability has a moment but no verb."""


class Ability(NamedTuple):
    """An ability of a card: the moment at which it works, its requirements, and its program of (verb, arguments).

    An ability carried out by hand has an empty program: the engine marks it as used and does nothing else. changes :
    continuous changes of figures, which replace the program (see `figure_changes`). does : instructions in the shared
    effect language, which replace the program (see `card_programs`). conditions : the conditions for either. pays, may
    : the price of the instructions, and whether they are optional. forbids : the actions that it forbids or demands,
    which replace the program (see `forbidden_actions`). keyword : the keyword of a set to which it belongs, "" for
    none. number : the number behind it on the card; 0 if the card has the keyword only while it is given. once : the
    time in which it works only once, "" for any number of times.
    """

    when: str
    program: Program
    requires: Document
    changes: tuple[Document, ...] = ()
    conditions: tuple[Document, ...] = ()
    does: tuple[Document, ...] = ()
    pays: tuple[Document, ...] = ()
    may: bool = False
    forbids: tuple[Document, ...] = ()
    keyword: str = ""
    number: int = 0
    once: str = ""

    @property
    def by_hand(self) -> bool:
        """Whether the players carry out this ability themselves."""
        return not self.program and not self.changes and not self.does and not self.forbids


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The rule for a field: its type, whether it is required, and the allowed values if they are limited."""

    type: type
    required: bool = False
    allowed: tuple[object, ...] = ()
    default: object = None
    low: int | None = None


JAPANESE = "japanese"
"""The entry of a card or deck file for the Japanese name, which is stored among the words of the game."""


@dataclass(frozen=True, slots=True)
class CardRules:
    """The rules for a game's card file.

    fields : the fields of a card, by name. required_by : further fields that cards of a category must have.
    moments : the moments of abilities. verbs : the verbs, with the fields of their arguments.
    requires : the conditions that an ability may refer to. render(card, words) : the lines of rules text, in the words
    of the game and the current language.
    modern(row) : converts a row from an older wording; None if there is no older wording.
    fields_of : for a field, the categories that may have it; a field not listed here may be on any card.
    moments_of : for a category, the moments that its abilities may use; a category not listed here may use any.
    enters : the moments at which a card comes into play or is used, for texts that do not say when they work.
    changes, programs, forbids : the game's declarations for continuous changes of figures, for the shared effect
    language, and for actions that texts forbid; None if it has none. frame(card, ability, text, words) : the text of
    such an effect, with its moment and its requirements.
    """

    fields: Mapping[str, FieldRule]
    required_by: Mapping[str, tuple[str, ...]]
    moments: tuple[str, ...]
    verbs: Mapping[str, Mapping[str, FieldRule]]
    requires: Mapping[str, FieldRule]
    render: Callable[[Card, Words], list[str]]
    modern: Callable[[Document], Document] | None = None
    fields_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moments_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enters: tuple[str, ...] = ()
    changes: ChangeRules | None = None
    programs: ProgramRules | None = None
    forbids: ForbidRules | None = None
    frame: Callable[[Card, Ability, str, Words], str] | None = None

    def is_program(self, ability: Document) -> bool:
        """Return True if an ability of a card file is written in the shared effect language."""
        moment = "" if self.changes is None else self.changes.moment
        return self.programs is not None and not self.has_forbids(ability) and is_program(ability, self.verbs, moment)

    def has_forbids(self, ability: Document) -> bool:
        """Return True if an ability of a card file always forbids or demands actions, not only for a while."""
        return has_forbids(ability, "" if self.changes is None else self.changes.moment)

    def with_further(self, types: Mapping[str, type]) -> CardRules:
        """Return the same rules with further entries of cards, which filters may then use."""
        if self.changes is None:
            return self
        return self._with_changes(replace(self.changes, further={**self.changes.further, **types}))

    def with_keywords(self, known: Mapping[str, Document]) -> CardRules:
        """Return the same rules with further keywords, which texts may give and ask for."""
        if self.changes is None or not known:
            return self
        changes = replace(self.changes, keywords={**self.changes.keywords, **known})
        return self._with_changes(changes)

    def _with_changes(self, changes: ChangeRules) -> CardRules:
        programs = None if self.programs is None else replace(self.programs, changes=changes)
        forbids = None if self.forbids is None else replace(self.forbids, changes=changes)
        return replace(self, changes=changes, programs=programs, forbids=forbids)

    def moments_of_text(self, category: str) -> list[str]:
        """Return the moments at which a text without a moment works: those of `enters`, or the only moment."""
        moments = self.moments_of.get(category, ())
        return [one for one in moments if one in self.enters or len(moments) == 1]


def all_moments(moments_of: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return every moment that abilities of some category may have, for `CardRules.moments`."""
    return tuple(dict.fromkeys(moment for moments in moments_of.values() for moment in moments))


@dataclass(slots=True)
class Card:
    """A card definition. `number` is its index in the game's card list; zones contain these numbers.

    fields : the entries of the game's card file. abilities : its abilities. rules_text : the lines printed on it.
    """

    number: int
    name: str
    category: str
    fields: dict[str, Any]
    abilities: tuple[Ability, ...]
    rules_text: tuple[str, ...] = ()
    extra: Any = None  # data that the engine precomputes for speed
    unseen: bool = False  # a placeholder for an unseen card
    game: str = ""  # the name of the game it belongs to
    names: Mapping[str, str] = field(default_factory=dict)  # its names in other languages, from the words of the game
    more: Mapping[str, Any] = field(default_factory=dict)  # further entries, which only filters use
    keywords: Mapping[str, int] = field(default_factory=dict)  # its keywords of sets, with their numbers
    defined: tuple[Document, ...] = ()  # the definitions of the keywords that its row needs

    def __repr__(self) -> str:
        """Return the name and category."""
        return f"Card({self.name!r}, {self.category!r})"

    def __str__(self) -> str:
        """Return what is printed on the card."""
        return card_text(self)


def make_placeholders(count: int) -> list[Card]:
    """Return `count` placeholders for unseen cards, which can do nothing. They come first in a game's card list."""
    return [Card(number, "?" * (number + 1), "unseen", {}, (), unseen=True) for number in range(count)]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list: id, name, copies of each card by name, names in other languages, and the name of its game."""

    id: str
    name: str
    cards: dict[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    game: str = field(default="", compare=False)

    def __repr__(self) -> str:
        """Return the id and the size."""
        return f"Deck({self.id!r}, {sum(self.cards.values())} cards)"

    def __str__(self) -> str:
        """Return the list as text."""
        return deck_text(self)


class Fault(NamedTuple):
    """A fault in the row of a card: the entry as a path, the place in words, what is wrong, and the remedy.

    at : a path such as ("power",), ("ability", 0, "when") or ("ability", 0, "do", 1, "count").
    """

    at: tuple[str | int, ...]
    where: str
    what: str
    remedy: str


def _entry_faults(
    where: str, at: tuple[str | int, ...], rules: Mapping[str, FieldRule], row: Document, what: str
) -> Iterator[Fault]:
    for name in row:
        if name not in rules:
            yield Fault((*at, name), where, f"unknown {what} {name!r}.", did_you_mean(name, rules, 0.5))
    for name, rule in rules.items():
        if name in row:
            wrong = _value_fault(rule, name, row[name], what)
            if wrong:
                yield Fault((*at, name), where, *wrong)
        elif rule.required:
            yield Fault((*at, name), where, f"{what} {name!r} is missing.", "Add it.")


def _value_fault(rule: FieldRule, name: str, value: object, what: str) -> tuple[str, str] | None:
    said = f"{what} {name!r} is {value!r}."
    if not isinstance(value, rule.type) or (rule.type is int and isinstance(value, bool)):
        if rule.type is int and isinstance(value, float) and value.is_integer():
            return said, f"Write it without a point: {int(value)}."
        return said, f"It must be {_TYPES.get(rule.type, rule.type.__name__)}."
    if rule.allowed and any(part not in rule.allowed for part in (value if isinstance(value, list) else (value,))):
        return said, f"Use {', '.join(map(str, rule.allowed))}."
    if isinstance(value, list) and not all(isinstance(part, str) for part in value):
        return said, "It must be a list of texts in quotes."
    if isinstance(value, int) and abs(value) > MOST:
        return f"{what} {name!r} is {value}.", f"It must be {MOST} or less."
    if rule.low is not None and isinstance(value, int) and value < rule.low:
        return f"{what} {name!r} is {value}.", f"It must be {rule.low} or more."
    return None


def _values(rules: Mapping[str, FieldRule], row: Document) -> dict[str, Any]:
    return {name: to_tuples(row.get(name, rule.default)) for name, rule in rules.items()}


_TYPES = {int: "a whole number", str: "text in quotes", list: "a list", bool: "true or false", dict: "a table"}


def find_faults(rules: CardRules, row: Document, where: str) -> Iterator[Fault]:
    """Yield the faults in the form of one `[[card]]` table. The game's `prepare` checks its meaning."""
    name = row.get("name")
    if not isinstance(name, str) or not name:
        yield Fault(("name",), where, "a card has no name.", 'Give it name = "...".')
        name = "?"
    where = f"{where}, card {name!r}"
    if name != " ".join(name.split()) or any(sign in name for sign in ',"'):
        what = "a comma, a quote or a needless space is in the name."
        yield Fault(("name",), where, what, "Positions need it without.")
    try:
        row = row if rules.modern is None else rules.modern(row)
        check_shape(row.get("ability", []), [dict], f"{where}, ability")
    except DataError as error:
        yield Fault((), error.where, error.what, error.remedy)
        return
    entries = {key: value for key, value in row.items() if key not in ("ability", MORE, HAS, DEFINED)}
    if not isinstance(row.get(MORE, {}), Mapping):
        yield Fault((MORE,), where, f"{MORE} is {row[MORE]!r}.", f'Write {MORE} = {{ subtype = "..." }}.')
    for named, what, remedy in find_row_faults(row):
        yield Fault((named,), where, what, remedy)
    yield from _entry_faults(where, (), rules.fields, {**entries, "name": name}, "field")
    category = row.get("category")
    category = category if isinstance(category, str) else ""
    for needed in rules.required_by.get(category, ()):
        if needed not in row:
            yield Fault((needed,), where, f"field {needed!r} is missing.", f"A {category} needs it.")
    for name, categories in rules.fields_of.items():
        if row.get(name) and category and category not in categories:
            what = f"a {category} card has no {name}."
            yield Fault((name,), where, what, f"Only of: {', '.join(categories)}.")
    for at, ability in enumerate(row.get("ability", ())):
        yield from _ability_faults(rules, category, ability, f"{where}, ability {at + 1}", ("ability", at))
    known = {} if rules.changes is None else rules.changes.keywords
    for name in row.get(HAS, {}):
        for ability in known[name]["ability"] if name in known else ():
            when, possible = ability.get("when"), rules.moments_of.get(category, rules.moments)
            if when not in possible and not has_changes(ability) and not rules.has_forbids(ability):
                what = f"a {category} card cannot have the keyword {name!r}: it works when = {when!r}."
                yield Fault((HAS, name), where, what, "Take it off the card, or define it for other cards.")


def find_keyword_faults(rules: CardRules, definition: Document, where: str) -> Iterator[Fault]:
    """Yield the faults in the abilities of a keyword that a set defines, for a card that could have it."""
    for at, ability in enumerate(definition["ability"]):
        place = f"{where}, ability {at + 1}"
        fitting = [one for one, moments in rules.moments_of.items() if ability.get("when") in moments]
        bearers = rules.changes.bearers if rules.changes is not None else ()
        category = next((one for one in fitting if one in bearers), next(iter([*fitting, *bearers]), ""))
        if definition.get(OWN_NUMBER) and not is_shared(rules, ability):
            ability = put_number(ability, 1)
        yield from _ability_faults(rules, category, ability, place, ("ability", at), bool(definition.get(OWN_NUMBER)))


MORE = "more"
"""The entry of a card that holds further entries, which only filters use."""
ABILITY_ENTRIES = ("when", "do", "requires", IF, MAY, PAY, ONCE, BY_HAND)


def _ability_faults(
    rules: CardRules,
    category: str,
    ability: Document,
    place: str,
    at: tuple[str | int, ...],
    has_number: bool = False,
) -> Iterator[Fault]:
    for key in ability:
        if key not in ABILITY_ENTRIES:
            remedy = did_you_mean(key, ABILITY_ENTRIES, 0.5)
            yield Fault((*at, key), place, f"unknown field {key!r}.", remedy)
    when, possible = ability.get("when"), rules.moments_of.get(category, rules.moments)
    if when not in rules.moments:
        what = f"when = {when!r}." if "when" in ability else "does not say when."
        yield Fault((*at, "when"), place, what, f"Use one of {', '.join(rules.moments)}.")
    elif when not in possible and not (
        rules.changes is not None
        and (has_changes(ability) or rules.has_forbids(ability))
        and when == rules.changes.moment
    ):
        what = f"a {category} card has no ability with when = {when!r}."
        yield Fault((*at, "when"), place, what, f"Use: {', '.join(possible) or 'none'}.")
    elif rules.programs is not None and when in rules.programs.shared_only and not rules.is_program(ability):
        what = f"has no effect in the language of all games at {when!r}."
        remedy = 'Write { verb = "draw", who = "own" }, for example; a text by hand needs another moment.'
        yield Fault((*at, "when"), place, what, remedy)
    try:
        check_shape(
            {key: ability[key] for key in ("do", "requires") if key in ability}, {"do": [dict], "requires": dict}, place
        )
    except DataError as error:
        yield Fault(at, error.where, error.what, error.remedy)
        return
    found: Iterator[ChangeFault] | None = None
    if rules.forbids is not None and rules.has_forbids(ability):
        found = find_forbid_faults(rules.forbids, rules.fields, category, ability)
    elif rules.programs is not None and rules.is_program(ability):
        found = find_program_faults(rules.programs, rules.fields, category, ability, has_number, rules.forbids)
    elif rules.changes is not None and has_changes(ability):
        found = find_change_faults(rules.changes, rules.fields, category, ability, has_number)
    if found is not None:
        for path, what, remedy in found:
            named = ", ".join(str(part + 1) if isinstance(part, int) else part for part in path)
            yield Fault((*at, *path), f"{place}, {named}" if named else place, what, remedy)
        if rules.is_program(ability):
            yield from _entry_faults(place, (*at, "requires"), rules.requires, ability.get("requires", {}), "condition")
        return
    for name in (IF, MAY, PAY, ONCE):
        if name in ability:
            what = f"has `{name}` without the verb 'change'."
            yield Fault((*at, name), place, what, f"With this `when`, only such an ability has {name}.")
    for step, instruction in enumerate(ability.get("do", ())):
        verb, inside = instruction.get("verb"), (*at, "do", step)
        if not isinstance(verb, str) or verb not in rules.verbs:
            what = f"unknown verb {verb!r}." if "verb" in instruction else "has an instruction without a verb."
            yield Fault((*inside, "verb"), place, what, did_you_mean(str(verb), rules.verbs, 0.5))
            continue
        arguments = {key: value for key, value in instruction.items() if key != "verb"}
        yield from _entry_faults(f"{place}, verb {verb!r}", inside, rules.verbs[verb], arguments, "argument")
    by_hand = ability.get(BY_HAND, False)
    if not isinstance(by_hand, bool) or (by_hand and "do" in ability):
        yield Fault(
            (*at, BY_HAND), place, f"has by_hand = {by_hand!r}.", "Write by_hand = true and no verbs, or verbs."
        )
    elif not ability.get("do") and not by_hand:
        yield Fault((*at, "do"), place, "does nothing.", "Add do = [{ verb = ... }].")
    yield from _entry_faults(place, (*at, "requires"), rules.requires, ability.get("requires", {}), "condition")


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


def is_shared(rules: CardRules, ability: Document) -> bool:
    """Return True if an ability is written in the language of all games."""
    return has_changes(ability) or rules.has_forbids(ability) or rules.is_program(ability)


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


def add_further(rules: CardRules, rows: Iterable[Document]) -> CardRules:
    """Return the card rules extended by the further entries (`more`) of these rows, so that filters may use them."""
    rows = list(rows)
    rules = rules.with_keywords(definitions_in(rows))
    there = {name: value for row in rows if isinstance(row.get(MORE), Mapping) for name, value in row[MORE].items()}
    if not there or rules.changes is None:
        return rules
    types = {name: list if isinstance(value, list | tuple) else type(value) for name, value in there.items()}
    return rules.with_further(types)


def with_given(rules: CardRules, cards: Iterable[Card]) -> dict[int, Card]:
    """Return, by number, new versions of those cards that need the abilities of keywords which other cards give.

    rules : the card rules with all keywords of these cards.
    """
    cards = list(cards)
    known = {} if rules.changes is None else rules.changes.keywords
    given = sorted(
        {name for card in cards for name in names_given([(one.changes, one.does) for one in card.abilities])}
    )
    bearers = () if rules.changes is None else rules.changes.bearers
    found: dict[int, Card] = {}
    for card in cards:
        there = {one.keyword for one in card.abilities}
        lacking = [name for name in given if name in known and name not in there and card.category in bearers]
        more = [one for name in lacking for one in read_keyword(rules, known[name], 0)]
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


def unknown_card(name: str, known: Iterable[str], where: str) -> DataError:
    """Return the error for a card name that the game does not have; the remedy suggests the nearest name.

    The two parts of a name may be in either order.
    """
    names = list(known)
    one, joint, two = name.partition(" & ")
    turned = f"{two} & {one}" if joint else name
    near = turned if turned in names else find_nearest(name, names, 0.5)
    remedy = f"Did you mean {near!r}?" if near else "See the card file for the names."
    return DataError(where, f"there is no card {name!r}.", remedy)
