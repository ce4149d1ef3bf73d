"""Keywords that a set defines, in the shared effect language, and the cards that have them.

[[keyword]]
name = "Sharp Aim"
number = true
[[keyword.ability]]
when = "hits_counted"
if = [{ dice = 6, min = 1 }]
do = [{ verb = "alter", running = "dealt", by = "number" }]

A card has the abilities of its keywords. In them, "number" is the number behind the keyword on the card. A text may
give a keyword to cards that do not have it printed; in a game with such a text these cards have the abilities too, and
they work while the card has the keyword. In the row of a card, `has` gives its keywords with their numbers, and
`keyword` lists the definitions that the row needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engines.book.figure_changes import GIVE, KEYWORD, OWN_NUMBER, TAKE
from engines.book.toml_schema import Document
from engines.book.words import LANGUAGE
from engines.errors import DataError, did_you_mean

if TYPE_CHECKING:
    from engines.book.cards import Card

HAS, DEFINED = "has", "keyword"
"""The entries of a card's row: its keywords with their numbers, and the definitions of keywords."""
ENTRIES = ("name", "japanese", OWN_NUMBER, "text", "ability")
"""The entries of a definition."""
NAMES = ("name", "category", "verb", "zone", KEYWORD)
"""The entries whose values are never numbers."""


def definitions_in(rows: Iterable[Document]) -> dict[str, Document]:
    """Return the definitions of keywords in the rows of cards, by name. Raises DataError for two of the same name."""
    found: dict[str, Document] = {}
    for one in (one for row in rows for one in row.get(DEFINED, ())):
        if found.setdefault(one["name"], one) != one:
            where = f"keyword {one['name']!r}"
            raise DataError(where, "is defined in two ways.", "Rename it in one of the sets.")
    return found


def check_keywords(cards: Iterable[Card], where: str) -> None:
    """Raise DataError if whether a card has a keyword could depend on whether it has that keyword."""
    asks: dict[str, set[str]] = {}
    for ability in (ability for card in cards for ability in card.abilities):
        for one in (one for one in ability.changes if one.get("verb") in (GIVE, TAKE)):
            further = {ability.keyword} if ability.keyword else set()
            asks.setdefault(one[KEYWORD], set()).update(further, names_asked((ability.conditions, one.get("of"))))
    for name in asks:
        reached, left = set[str](), [name]
        while left:
            new = asks.get(left.pop(), set()) - reached
            reached |= new
            left += new
        if name in reached:
            what = "is given or taken all the time by a text that asks who has it."
            raise DataError(f"{where}, keyword {name!r}", what, "Ask for something printed instead.")


def find_row_faults(row: Document) -> Iterator[tuple[str, str, str]]:
    """Yield (entry, what is wrong, remedy) for the keywords in the row of a card."""
    defined = row.get(DEFINED, ())
    if not isinstance(defined, list | tuple) or not all(isinstance(one, Mapping) and "name" in one for one in defined):
        yield DEFINED, "is no list of definitions.", "Write each keyword as [[keyword]] of the set."
        return
    known = {one["name"]: one for one in defined}
    has = row.get(HAS, {})
    if not isinstance(has, Mapping) or not all(type(value) is int and value > 0 for value in has.values()):
        yield HAS, f"is {has!r}.", 'Write keywords = ["Name 2"].'
        return
    for name in has:
        if name not in known:
            yield HAS, f"there is no keyword {name!r}.", did_you_mean(name, known, 0.5)


def put_number(part: Any, number: int) -> Any:
    """Return a part of an ability in which a number replaces the word for the number behind the keyword."""
    if isinstance(part, Mapping):
        if OWN_NUMBER in part and part.get("verb") not in (GIVE, TAKE):
            return part.get("plus", 0) + part.get("times", 1) * number
        found = {}
        for name, value in part.items():
            is_number = value == OWN_NUMBER and name not in NAMES
            found[name] = number if is_number else put_number(value, number)
        return found
    if isinstance(part, list | tuple):
        return type(part)(put_number(one, number) for one in part)
    return part


def names_given(part: object) -> Iterator[str]:
    """Yield the names of the keywords that a part of a card's row gives to cards."""
    return (str(one[KEYWORD]) for one in _tables_with_keyword(part) if one.get("verb") == GIVE)


def with_further(
    names: Iterable[str], known: Mapping[str, Document], find: Callable[[object], Iterator[str]]
) -> list[str]:
    """Return keywords with those that `find` finds in the abilities of their definitions, and so on."""
    found = dict.fromkeys(names)
    left = [*found]
    while left:
        definition = known.get(left.pop())
        new = [one for one in find(definition["ability"] if definition else ()) if one not in found]
        found |= dict.fromkeys(new)
        left += new
    return [*found]


def names_asked(part: object) -> Iterator[str]:
    """Yield the names of the keywords to which a part of a card's row refers."""
    return (str(one[KEYWORD]) for one in _tables_with_keyword(part))


def _tables_with_keyword(part: object) -> Iterator[Document]:
    """Yield the tables in a part of a card's row that name a keyword."""
    if isinstance(part, Mapping):
        if isinstance(part.get(KEYWORD), str):
            yield part
        for one in part.values():
            yield from _tables_with_keyword(one)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from _tables_with_keyword(one)


def write_keyword(name: str, number: object, definition: Document) -> str:
    """Return a keyword as it is printed on a card: its name in the current language, and its number if it has one."""
    said = definition.get("japanese") if LANGUAGE.get() == "ja" else None
    return f"{said or name} {number}" if definition.get(OWN_NUMBER) else str(said or name)
