"""Reads sets: documents with cards and decks for one game, from files that anybody may have written.

game = "star_wars" set = "harbour" # optional, the id: by default the name of the file title = "Harbour Nights" #
optional

[fields] # optional: further entries of its cards, which no rule uses subtype = "words"

[[card]] name = "Mara Quill, Pilot" # as printed; the other entries are those of the game's own cards text = "Draw a
card." # as printed; the program plays only [[card.ability]] with verbs

[[deck]] id = "quick" cards = { "Mara Quill, Pilot" = 4 }

All faults are found in one pass; each is a `DataError` that gives file, card, entry and remedy.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import engines
from engines.book import cards as card_data
from engines.book.card_faults import find_faults
from engines.book.card_reading import card_row, read_card
from engines.book.card_rendering import render_card
from engines.book.card_sets import CardSet, PrintedCard, playable_name
from engines.book.cards import JAPANESE, Deck
from engines.book.keywords import DEFINED, HAS
from engines.book.toml_schema import Document, entry_names
from engines.designs.defined_keywords import MOST_KEYWORDS, KeywordReader, definitions_of, put_keywords
from engines.designs.repeated_words import repeats_keywords
from engines.designs.untrusted_files import (
    LONGEST_KEY,
    LONGEST_NAME,
    check_card_row,
    check_text,
    check_value,
    clip_error,
    clip_value,
    too_like,
)
from engines.errors import DataError, did_you_mean, find_nearest
from engines.game import MOST_COPIES, Game

MOST_CARDS, MOST_DECKS, LONGEST_PRINTED = 1000, 100, 2000
"""The maximum number of cards and of decks in a set, and of characters in a printed text."""
ENTRIES = ("game", "set", "title", "uses", "fields", "keyword", "card", "deck")
DECK_ENTRIES = ("id", "name", JAPANESE, "cards")
PRINTED = {"text": "text", "number": "text", "rarity": "text", "flavour": "text"}
"""Entries that every set may give its cards. An entry of the game with the same name takes precedence."""
TYPES: Mapping[str, tuple[type, ...]] = {
    "text": (str, int),
    "words": (str, list),
    "number": (int,),
    "yes": (bool,),
}
"""The Python types that correspond to the type names of a set's further entries."""


FURTHER: Mapping[str, type] = {"text": str, "words": list, "number": int, "yes": bool}
"""The types in which filters compare further entries."""


@dataclass
class ReadSet:
    """The readable part of a set, and its faults. A set with faults cannot be played.

    cards, decks : the number of cards and of decks in the document.
    """

    found: CardSet
    cards: int = 0
    decks: int = 0
    faults: list[DataError] = field(default_factory=list)


def read_set(document: Document, where: str, name: str = "", base: Game | None = None) -> CardSet:
    """Return the set in a document. Raises DataError for its first fault; `find_set` finds all."""
    read = find_set(document, where, name, base)
    for fault in read.faults:
        raise fault
    return read.found


def find_set(document: Document, where: str, name: str = "", base: Game | None = None) -> ReadSet:
    """Return the set in a document, with all its faults.

    name : its id if the document gives none. base : the game with the sets that it uses; by default the printed game.
    Raises DataError if the document cannot contain a set at all.
    """
    named = document.get("game", base.name if base else "")
    known = ", ".join(engines.names())
    if not isinstance(named, str) or not named:
        raise DataError(where, "does not say which game it is for.", f'Write game = "..."; games: {known}.')
    try:
        printed = engines.load(named)
    except DataError as error:
        raise clip_error(DataError(f"{where}, game", error.what, error.remedy)) from None
    if base is not None and base.name != named:
        raise DataError(where, f"is for {named!r}, not for {base.name!r}.", "Use it with that game.")
    return _Reader(document, where, base or printed).read(name)


class _Reader:
    def __init__(self, document: Document, where: str, game: Game) -> None:
        self.document, self.where, self.game = document, where, game
        self.faults: list[DataError] = []
        self.rows: list[Document] = []
        self.printed: dict[str, PrintedCard] = {}
        self.more: dict[str, str] = {}
        self.rules = game.card_rules
        self.asked: list[str] = []
        self.keywords: dict[str, Document] = {}

    def wrong(self, where: str, what: str, remedy: str) -> None:
        self.faults.append(clip_error(DataError(where, what, remedy)))

    def read(self, name: str) -> ReadSet:
        document, where = self.document, self.where
        for key in document:
            if key not in ENTRIES:
                self.wrong(where, f"unknown entry {clip_value(key)}.", did_you_mean(key, ENTRIES, 0.5))
        id = self._word("set", set_id(name or where))
        title = self._text("title", id)
        uses = self._list("uses", str, MOST_DECKS)
        self._read_fields()
        self._read_keywords()
        self._find_asked()
        cards, decks = self._list("card", Mapping, MOST_CARDS), self._list("deck", Mapping, MOST_DECKS)
        for row in cards:
            try:
                self._read_card(row)
            except DataError as error:
                named = error.where if error.where.startswith(where) else f"{where}, {error.where}"
                self.wrong(named, error.what, error.remedy)
        found = CardSet(id, self.game.name, title, where, tuple(self.rows), (), tuple(uses), self.printed)
        made: Game | None = None
        if not self.faults:
            try:
                made = self.game.with_set(found)
            except DataError as error:
                self.faults.append(clip_error(error))
        read = list(self._read_decks(decks, made))
        return ReadSet(replace(found, decks=tuple(read)), len(cards), len(decks), self.faults)

    def _word(self, key: str, usual: str) -> str:
        value = self.document.get(key, usual)
        if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9_-]{1,40}", value):
            self.wrong(f"{self.where}, {key}", f"is {clip_value(value)}.", "Write it in small letters, digits and _.")
            return usual
        return value

    def _text(self, key: str, usual: str) -> str:
        value = self.document.get(key, usual)
        try:
            if not isinstance(value, str):
                raise DataError(f"{self.where}, {key}", f"is {clip_value(value)}.", "Write a text in quotes.")
            check_text(value, f"{self.where}, {key}", LONGEST_KEY)
        except DataError as error:
            self.faults.append(clip_error(error))
            return usual
        return value

    def _list(self, key: str, type: Any, most: int) -> list[Any]:
        rows = self.document.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, type) for row in rows):
            remedy = f"Write each one as [[{key}]]." if type is Mapping else "Write a list of texts in quotes."
            self.wrong(f"{self.where}, {key}", f"is {clip_value(rows)}.", remedy)
            return []
        if len(rows) > most:
            self.wrong(f"{self.where}, {key}", f"has {len(rows)} entries.", f"It may have {most}.")
            return []
        return rows

    def _read_fields(self) -> None:
        fields = self.document.get("fields", {})
        place = f"{self.where}, fields"
        if not isinstance(fields, Mapping):
            self.wrong(place, f"is {clip_value(fields)}.", 'Write a line an entry: subtype = "words".')
            return
        for name, kind in fields.items():
            if name in self.game.card_rules.fields or name in ("ability", "text"):
                self.wrong(place, f"{clip_value(name)} is an entry of every card.", "Leave it out here.")
            elif not isinstance(kind, str) or kind not in TYPES:
                self.wrong(place, f"{name} = {clip_value(kind)}.", f"Use one of {', '.join(TYPES)}.")
            else:
                self.more[name] = kind

    def _read_keywords(self) -> None:
        """Read the keywords that the set defines, and allow texts to use them."""
        place = f"{self.where}, keyword"
        read = KeywordReader(self.game, self.more)
        for row in self._list("keyword", Mapping, MOST_KEYWORDS):
            try:
                read.add(row, place)
            except DataError as error:
                self.faults.append(clip_error(error))
        self.rules = self.rules.with_further({name: FURTHER[kind] for name, kind in self.more.items()})
        self.rules = self.rules.with_keywords(read.found)
        self.faults += [clip_error(fault) for fault in read.faults(self.rules, place)]
        self.keywords = read.found

    def _find_asked(self) -> None:
        """Allow filters to use the set's further entries, and record which of them they use."""
        if self.rules.changes is not None and self.more:
            rows = self.document.get("card", [])
            named = {name for row in rows if isinstance(row, Mapping) for name in entry_names(row.get("ability"))}
            named |= set(entry_names(list(self.keywords.values())))
            self.asked = [name for name in self.more if name in named]

    # Cards.

    def _read_card(self, row: Document) -> None:
        """Add a card to `rows` and `printed`.

        Raises DataError for a fault after which the card cannot be read further; other faults are recorded.
        """
        printed = row.get("name")
        where = f"{self.where}, card {clip_value(printed)}"
        if not isinstance(printed, str) or not printed.strip():
            raise DataError(f"{self.where}, a card", "has no name.", 'Give it name = "...".')
        check_text(printed, f"{where}, name", LONGEST_NAME)
        entries, own = PRINTED | self.more, self.game.card_rules.fields
        played, apart = split_row(row, self.game, self.more)
        for key, value in apart.items():
            self._check_printed(f"{where}, {key}", entries[key], value)
        check_value(played, where)
        moments = self.game.card_rules.moments_of.get(str(played.get("category")), ())
        put_keywords(played, self.keywords, self.game, where)
        only_keywords = False
        if apart.get("text") and "ability" not in played:
            comes = self.game.card_rules.moments_of_text(str(played.get("category")))
            only_keywords = self._only_repeats(played, apart["text"])
            abilities = [] if only_keywords else [{"when": moment, card_data.BY_HAND: True} for moment in comes]
            if abilities := [one for one in abilities if self._may_have(played, one)]:
                played["ability"] = abilities
        name = played["name"]
        check_card_row(played, self.where)
        if "ability" in played:
            played["ability"] = one_moment_each(played["ability"])
        likely = dict.fromkeys((*own, "ability", HAS, DEFINED, *entries), "")
        for key in played:
            if key not in likely:
                raise DataError(where, f"unknown field {key!r}.", _fields_remedy(key, likely))
        if self.asked:
            played[card_data.MORE] = {name: further_value(self.more[name], row.get(name)) for name in self.asked}
        faults = list(find_faults(self.rules, played, self.where))
        for fault in faults:
            self.wrong(fault.where, fault.what, fault.remedy)
        like = too_like(name, self.printed) if name not in self.printed else None
        if name in self.printed or like:
            raise DataError(where, *(like or ("is there twice.", "Remove one or give it another name.")))
        if not faults:
            card = read_card(self.rules, played, 0, self.where)
            try:
                self.game.prepare(card)
            except DataError as error:
                if card.abilities or not apart.get("text"):
                    raise
                when = f"when = {' or '.join(map(repr, moments))}"
                remedy = f"{error.remedy} By hand: [[card.ability]] with by_hand = true and {when}."
                raise DataError(error.where, error.what, remedy) from None
            if not self._is_there(card):
                self.rows.append(played)
        by_program = only_keywords or any(
            ability.get("do") for ability in played.get("ability", ()) if isinstance(ability, Mapping)
        )
        by_program = by_program or bool(played.get(HAS))
        self.printed[name] = PrintedCard(printed, str(apart.pop("text", "")), apart, by_program)

    def _only_repeats(self, played: Document, text: object) -> bool:
        """Return True if a text only repeats keywords that the card declares."""
        try:
            card = read_card(self.rules, played, 0, self.where)
        except DataError:
            return False
        lines = tuple(render_card(self.rules, card, self.game.words))
        return repeats_keywords(self.game, replace(card, rules_text=lines), str(text))

    def _may_have(self, played: Document, ability: Document) -> bool:
        """Return True if the game accepts a card with this ability. Not every moment suits all cards of a category."""
        try:
            card = read_card(self.rules, {**played, "ability": [ability]}, 0, self.where)
            self.game.prepare(card)
        except DataError:
            return False
        return True

    def _is_there(self, card: card_data.Card) -> bool:
        """Return True if the game already has exactly this card."""
        rules, number = self.game.card_rules, self.game.by_name.get(card.name)
        there = None if number is None else self.game.cards[number]
        if there is None or card_row(rules, there) != card_row(rules, replace(card, more=there.more)):
            return False
        unseen = [name for name in self.asked if card.more[name] and card.more[name] != there.more.get(name)]
        if unseen:
            what = f"is one of the game's own cards, so that no filter sees its {unseen[0]}."
            raise DataError(f"{self.where}, card {card.name!r}", what, "Give the card another name.")
        return True

    def _check_printed(self, where: str, kind: str, value: object) -> None:
        if not isinstance(value, TYPES[kind]) or (kind in ("text", "number") and isinstance(value, bool)):
            what = {"text": "a text in quotes", "words": "a list of texts", "number": "a whole number"}
            raise DataError(where, f"is {clip_value(value)}.", f"It must be {what.get(kind, 'true or false')}.")
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, str):
                check_text(part, where, LONGEST_PRINTED)
            else:
                check_value(part, where)

    # Decks.

    def _read_decks(self, rows: list[Document], made: Game | None) -> Iterator[Deck]:
        seen: set[str] = set()
        for number, row in enumerate(rows, 1):
            try:
                deck = read_deck_row(row, self.where, f"deck{number}")
            except DataError as error:
                self.faults.append(clip_error(error))
                continue
            where = f"{self.where}, deck {deck.id!r}"
            if deck.id in seen:
                self.wrong(where, "is there twice.", "Give one of them another id.")
            seen.add(deck.id)
            if made is not None:
                self.faults += [clip_error(fault) for fault in deck_faults(made, deck, where)]
            yield deck


def further_value(said: str, value: Any) -> object:
    """Return the value of a further entry in the type that filters compare; an empty value if the card lacks it.

    said : the type as the set says it.
    """
    kind = FURTHER[said]
    if kind is list:
        return [] if value is None else value if isinstance(value, list) else [value]
    return kind() if value is None else str(value) if kind is str else value


def rules_with_set(rules: card_data.CardRules, document: Document) -> card_data.CardRules:
    """Return the card rules extended by the further entries and the keywords of a set that has been checked."""
    further = {name: FURTHER[said] for name, said in document.get("fields", {}).items()}
    return rules.with_further(further).with_keywords(definitions_of(document))


def one_moment_each(abilities: Any) -> Any:
    """Return abilities in which each has one moment: `when = ["window_1", "window_2"]` makes two of one."""
    if not isinstance(abilities, list):
        return abilities
    found: list[Any] = []
    for one in abilities:
        moments = one.get("when") if isinstance(one, Mapping) else None
        found += [{**one, "when": moment} for moment in moments] if isinstance(moments, list) and moments else [one]
    return found


def _fields_remedy(key: str, known: Collection[str]) -> str:
    near = find_nearest(key, known)
    also = f'name it under [fields]: {key} = "text".'
    return f"Did you mean {near!r}? Or {also}" if near else f"Take it out, or {also}"


def split_row(row: Document, game: Game, fields: Collection[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the row of a card into the part that the engine reads and the part that is only printed.

    The part for the engine has the engine's card name. fields : the further entries of the set.
    """
    own, played = game.card_rules.fields, dict(row)
    apart = {
        key: played.pop(key)
        for key in row
        if key in fields or (key in PRINTED and (key not in own or key == "flavour"))
    }
    if isinstance(row.get("name"), str):
        played["name"] = playable_name(row["name"])
    return played, apart


def set_id(name: str) -> str:
    """Return the id of a set, made from its name or file name."""
    stem = re.split(r"[/\\]", name)[-1].rsplit(".", 1)[0]
    return re.sub(r"[^a-z0-9]+", "_", stem.casefold()).strip("_")[:40] or "cards"


def read_deck_row(row: Document, where: str, usual: str) -> Deck:
    """Return the deck of a [[deck]] table, with the engine's card names. Raises DataError if it is not valid.

    usual : its id if the table gives none.
    """
    id, cards = row.get("id", usual), row.get("cards")
    place = f"{where}, deck {clip_value(id)}"
    for key in row:
        if key not in (*DECK_ENTRIES, "game"):
            raise DataError(place, f"unknown entry {clip_value(key)}.", did_you_mean(key, DECK_ENTRIES, 0.5))
    if not isinstance(id, str) or not re.fullmatch(r"[\w-]{1,40}", id):
        raise DataError(place, f"id is {clip_value(id)}.", "Write a short word in quotes.")
    if not isinstance(cards, Mapping):
        raise DataError(place, f"cards is {clip_value(cards)}.", 'Write cards = { "Name of a card" = 4, ... }.')
    found: dict[str, int] = {}
    for name, copies in cards.items():
        check_text(name, f"{place}, a name", LONGEST_NAME)
        if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
            remedy = f"The number of copies is a whole number from 1 to {MOST_COPIES}."
            raise DataError(place, f"{name!r} = {clip_value(copies)}.", remedy)
        found[playable_name(name)] = found.get(playable_name(name), 0) + copies
    for key in ("name", JAPANESE):
        if not isinstance(row.get(key, ""), str):
            raise DataError(place, f"{key} is {clip_value(row[key])}.", "Write a text in quotes.")
        check_text(row.get(key, ""), f"{place}, {key}", LONGEST_KEY)
    return Deck(id, row.get("name", "") or id, found, {"ja": row[JAPANESE]} if row.get(JAPANESE) else {})


def deck_faults(game: Game, deck: Deck, where: str) -> Iterator[DataError]:
    """Yield an error for each unknown card in a deck or, if there are none, for each deck rule that it breaks."""
    unknown = [name for name in deck.cards if name not in game.by_name or game.cards[game.by_name[name]].unseen]
    if unknown:
        yield from (card_data.unknown_card(name, game.by_name, where) for name in unknown)
        return
    for reason in game.check_deck(deck.cards):
        repair = f"{reason.repair[:1].upper()}{reason.repair[1:]}"
        yield DataError(where, f"{reason.fact} ({reason.clause})", repair)
