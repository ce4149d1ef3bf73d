"""The check of the rows of a card file: the mistakes it refuses, and remedies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engines.book.card_program_faults import find_program_faults
from engines.book.card_programs import IF, MAY, ONCE, PAY
from engines.book.cards import (
    BY_HAND,
    MORE,
    MOST,
    CardRules,
    FieldRule,
    is_shared,
)
from engines.book.figure_change_faults import find_change_faults
from engines.book.figure_changes import OWN_NUMBER, ChangeFault, has_changes
from engines.book.forbidden_actions import find_forbid_faults
from engines.book.keywords import (
    DEFINED,
    HAS,
    find_row_faults,
    put_number,
)
from engines.book.toml_schema import Document, check_shape
from engines.errors import DataError, did_you_mean


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
        deeds = None if rules.forbids is None else rules.forbids.deeds
        found = find_change_faults(rules.changes, rules.fields, category, ability, has_number, deeds)
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
