"""The keywords that a set defines, read from its file, and put into the rows of the cards that need them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, MutableMapping
from typing import Any

from engines.book.card_faults import find_keyword_faults
from engines.book.cards import CardRules
from engines.book.figure_changes import OWN_NUMBER
from engines.book.keywords import DEFINED, ENTRIES, HAS, names_asked, with_further
from engines.book.toml_schema import Document
from engines.designs.untrusted_files import ABILITIES, LONGEST_NAME, check_text, check_value, clip_value
from engines.errors import DataError, did_you_mean
from engines.game import Game

MOST_KEYWORDS = 50
"""The maximum number of keywords of a set."""
KEYWORDS = "keywords"
"""The entry of a card that lists its keywords, those of the game and those of the set."""
NUMBERED = re.compile(r"(.*\S)\s+(\d{1,2})")


class KeywordReader:
    """Reads the [[keyword]] tables of a set. fields : the further entries of its cards."""

    def __init__(self, game: Game, fields: Collection[str]) -> None:
        self.game, self.fields = game, fields
        self.found: dict[str, Document] = {}

    def add(self, row: Document, place: str) -> None:
        """Add a definition to those found. Raises DataError if it cannot be read."""
        name = row.get("name")
        if not isinstance(name, str) or not name.strip():
            raise DataError(place, "has no name.", 'Write name = "...".')
        where = f"{place} {clip_value(name)}"
        for key in row:
            if key not in ENTRIES:
                raise DataError(where, f"unknown entry {clip_value(key)}.", did_you_mean(key, ENTRIES, 0.5))
        check_value(row, where)
        for key in ("name", "japanese", "text"):
            if not isinstance(row.get(key, ""), str):
                raise DataError(f"{where}, {key}", f"is {clip_value(row[key])}.", "Write a text in quotes.")
        check_text(name, f"{where}, name", LONGEST_NAME)
        if NUMBERED.fullmatch(name):
            raise DataError(
                f"{where}, name", "ends with a number.", "Write number = true, and the number on the cards."
            )
        if name in self.found or name in own_keywords(self.game):
            raise DataError(where, "is there already.", "Remove one or give it another name.")
        if KEYWORDS in self.fields:
            raise DataError(where, "stands beside an entry `keywords` under [fields].", "Call that entry otherwise.")
        if not isinstance(row.get(OWN_NUMBER, False), bool):
            raise DataError(f"{where}, number", f"is {clip_value(row[OWN_NUMBER])}.", "Write number = true.")
        abilities = row.get("ability")
        if not isinstance(abilities, list) or not abilities or not all(isinstance(one, Mapping) for one in abilities):
            raise DataError(where, "says nothing about what it does.", "Write ability = [{ when = ..., do = [...] }].")
        if len(abilities) > ABILITIES:
            raise DataError(where, f"has {len(abilities)} abilities.", f"It may have {ABILITIES}.")
        self.found[name] = {key: value for key, value in row.items() if key != "text"}

    def faults(self, rules: CardRules, place: str) -> Iterator[DataError]:
        """Yield the faults in the abilities of all definitions. rules : the card rules with these keywords."""
        for name, row in self.found.items():
            for fault in find_keyword_faults(rules, row, f"{place} {clip_value(name)}"):
                yield DataError(fault.where, fault.what, fault.remedy)


def definitions_of(document: Document) -> dict[str, Document]:
    """Return the keywords of a set that has been checked, by name."""
    rows = document.get("keyword", ())
    return {row["name"]: {key: value for key, value in row.items() if key != "text"} for row in rows}


def own_keywords(game: Game) -> tuple[str, ...]:
    """Return the keywords of the game itself."""
    rule = game.card_rules.fields.get(KEYWORDS)
    return () if rule is None else tuple(map(str, rule.allowed))


def put_keywords(row: MutableMapping[str, Any], known: Mapping[str, Document], game: Game, where: str) -> None:
    """Put the keywords of a set into the row of a card, with the definitions that it needs.

    Raises DataError for an unknown keyword, or one whose number is missing.
    """
    for name in (HAS, DEFINED):
        if name in row:
            raise DataError(f"{where}, {name}", "is no entry of a card.", 'Write keywords = ["..."].')
    own = own_keywords(game)
    listed = row.get(KEYWORDS)
    if known and isinstance(listed, list) and all(isinstance(one, str) for one in listed):
        has = dict(_read_keyword(one, known, own, where) for one in listed if one not in own)
        kept = [one for one in listed if one in own]
        row.pop(KEYWORDS)
        if kept:
            row[KEYWORDS] = kept
        if has:
            row[HAS] = has
    needed = with_further([*row.get(HAS, ()), *names_asked(row.get("ability", ()))], known, names_asked)
    if defined := [known[name] for name in needed if name in known]:
        row[DEFINED] = defined


def _read_keyword(word: str, known: Mapping[str, Document], own: Collection[str], where: str) -> tuple[str, int]:
    """Return (name, number) of a keyword as a card gives it: "Sharp Aim 2"."""
    found = NUMBERED.fullmatch(word.strip())
    name, number = (found[1], int(found[2])) if found else (word.strip(), 0)
    if name not in known:
        raise DataError(
            f"{where}, keywords", f"there is no keyword {clip_value(name)}.", did_you_mean(name, [*known, *own], 0.5)
        )
    if bool(known[name].get(OWN_NUMBER)) != bool(number):
        what, remedy = (
            ("has no number.", f'Write "{name} 2".')
            if known[name].get(OWN_NUMBER)
            else ("has a number.", f'Write "{name}".')
        )
        raise DataError(f"{where}, keywords", f"{clip_value(word)} {what}", remedy)
    return name, number or 1
