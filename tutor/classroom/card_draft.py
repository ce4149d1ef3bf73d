"""A draft of a card: its changes, its faults and their places, and the data for its form."""

from __future__ import annotations

import re
from contextlib import suppress
from copy import deepcopy
from typing import Any, NamedTuple

import engines
from engines.book import cards as card_data
from engines.book.card_faults import find_faults
from engines.book.card_reading import read_card
from engines.book.card_rendering import render_card
from engines.book.cards import FieldRule
from engines.book.figure_changes import CHANGE, has_changes
from engines.book.rulebook import parse_toml
from engines.book.toml_schema import check_shape
from engines.book.words import InLanguage
from engines.designs.design import BASE
from engines.designs.set_files import LONGEST_PRINTED, find_set, split_row
from engines.designs.untrusted_files import (
    ABILITIES,
    PROGRAM,
    check_card_row,
    check_value,
    clip_error,
    document_of,
    name_fault,
    too_like,
    visible_text,
)
from engines.designs.writing import write_toml
from engines.errors import DataError, TebikiError
from engines.game import Game
from tutor.boards.presentation import faces_of
from tutor.classroom import card_form, card_words
from tutor.classroom.card_form import CardRow, FormPath
from tutor.messages import shapes

CARD_PLACE = "card"
MOST_FILE = 400_000
LONGEST_ABILITY = 4000
FaultsByPlace = dict[str, str]
"""Faults in words, by place; the key "" stands for the whole card."""


TEXT, WRITTEN = "text", "written"
"""The place of the printed text in the form, and that of an ability as it is written in a card file."""


class WrittenAbility(NamedTuple):
    """An ability as typed: the text, the ability that it says, or None and the fault."""

    text: str
    ability: CardRow | None
    fault: str


def read_ability(text: str) -> WrittenAbility:
    """Read an ability that is written as in a card file: when = "summon" and do = [{ verb = "draw" }]."""
    typed = text[:LONGEST_ABILITY].replace("\r", "")
    try:
        ability = parse_toml(typed, CARD_PLACE)
        check_value(ability, CARD_PLACE)
        shape: dict[str, Any] = {"when": str, "do": [dict], "requires": dict, "if": [dict], "pay": [dict]}
        check_shape({key: ability[key] for key in shape if key in ability}, shape, CARD_PLACE)
        check_card_row({"ability": [ability]}, CARD_PLACE)
    except DataError as error:
        told = clip_error(error)
        return WrittenAbility(typed, None, describe_fault(told.where, told.what, told.remedy))
    return WrittenAbility(typed, {"when": "", "do": [], **ability}, "")


class CardDraft:
    """A card of a game that is being written.

    row : the card as a row of a card file, perhaps with invalid values. only_printed : entries that are printed,
    but not played, such as the text. written : the abilities that have been written out, by index.
    """

    def __init__(self, game: Game, row: CardRow | None = None, only_printed: CardRow | None = None) -> None:
        self.game = game
        self.only_printed: CardRow = only_printed or {}
        self.written: dict[int, WrittenAbility] = {}
        self.row: CardRow = row if row is not None else card_form.starting_row(game)
        self.face: shapes.Face | None = None
        self.lines: list[str] = []

    @property
    def rules(self) -> card_data.CardRules:
        """The card rules of the game."""
        return self.game.card_rules

    @property
    def kind_of_game(self) -> str:
        """The name of the game whose words are used; for a custom design, the game it is based on."""
        return BASE if self.game.name not in engines.names() else self.game.name

    # Changes. Unknown places are ignored.

    def put(self, at: str, typed: card_form.TypedValue) -> None:
        """Set the value at a place; an empty value removes the entry."""
        place = card_form.parse_path(at)
        if place == (TEXT,):
            told = visible_text(str(typed)[:LONGEST_PRINTED]).strip()
            self.only_printed = {**self.only_printed, TEXT: told}
            return
        if len(place) == 3 and place[2] == WRITTEN and self._has(place):
            self._write_ability(place, str(typed))
            return
        try:
            rule = card_form.rule_at(self.rules, self.row, place)
        except (KeyError, IndexError, TypeError):
            return
        value = card_form.convert_typed(rule, typed)
        if value is None and rule.required and rule.allowed:
            return  # a choice is required here
        if place == ("category",):
            self._turn_into(str(value))
        elif place[-1] == "verb":
            self._set_verb(place, str(value))
        else:
            inner = self._table(place)
            if value in (None, "", []) or (value is False and not rule.default):
                inner.pop(str(place[-1]), None)
            else:
                inner[str(place[-1])] = value
            if len(place) > 2 and place[2] == "requires" and not inner:
                self.row["ability"][place[1]].pop("requires", None)

    def _write_ability(self, place: FormPath, typed: str) -> None:
        """Replace an ability by a written one; while that cannot be read, only its fault changes."""
        at = int(place[1])
        read = read_ability(typed)
        self.written[at] = read
        if read.ability is not None:
            self.row["ability"][at] = deepcopy(read.ability)

    def ability_as_written(self, at: int) -> WrittenAbility:
        """Return an ability as it is written in a card file: as typed, unless it has been changed elsewhere since."""
        typed, ability = self.written.get(at), self.row["ability"][at]
        if typed is not None and (typed.fault or typed.ability == ability):
            return typed
        return WrittenAbility(write_toml(ability).strip(), ability, "")

    def _table(self, place: FormPath) -> CardRow:
        if place[0] != "ability":
            return self.row
        ability: CardRow = self.row["ability"][place[1]]
        if place[2] == "when":
            return ability
        inner: CardRow = ability.setdefault("requires", {}) if place[2] == "requires" else ability["do"][place[3]]
        return inner

    def _turn_into(self, category: str) -> None:
        if category in (self.rules.fields["category"].allowed or ()):
            kept = {key: self.row[key] for key in ("name", card_data.JAPANESE) if key in self.row}
            self.row = card_form.starting_row(self.game, category) | kept

    def _set_verb(self, place: FormPath, verb: str) -> None:
        if verb in self.rules.verbs:
            ability = self.row["ability"][place[1]]
            like = card_form.instruction_like(self.game, verb, self.row["category"], ability.get("when", ""))
            ability["do"][place[3]] = deepcopy(like)

    def add(self, at: str) -> None:
        """Add an ability ("ability"), or an instruction to one ("ability.0.do")."""
        place = card_form.parse_path(at)
        abilities = self.row.get("ability", [])
        if place == ("ability",) and len(abilities) < ABILITIES:
            like = card_form.ability_like(self.game, self.row["category"])
            if like is not None:
                self.row["ability"] = [*abilities, like]
        elif len(place) == 3 and place[2] == "do" and self._has(place) and len(abilities[place[1]]["do"]) < PROGRAM:
            ability = abilities[place[1]]
            here = ("ability", place[1], "do", len(ability["do"]), "verb")
            fitting, others = card_form.verbs_at(self.game, self.row, here)
            verb = next(iter([*fitting, *others]))
            ability["do"].append(card_form.instruction_like(self.game, verb, self.row["category"], ability["when"]))

    def take(self, at: str) -> None:
        """Remove an ability, or an instruction; the ability is removed with its last instruction."""
        place = card_form.parse_path(at)
        if not self._has(place):
            return
        self.written = {}
        if len(place) == 2:
            del self.row["ability"][place[1]]
        elif len(place) == 4 and place[2] == "do" and isinstance(place[3], int):
            program = self.row["ability"][place[1]]["do"]
            if place[3] < len(program):
                del program[place[3]]
            if not program:
                del self.row["ability"][place[1]]
        if not self.row.get("ability"):
            self.row.pop("ability", None)

    def _has(self, place: FormPath) -> bool:
        abilities = self.row.get("ability", [])
        return len(place) > 1 and place[0] == "ability" and isinstance(place[1], int) and place[1] < len(abilities)

    # Results.

    def faults(self) -> FaultsByPlace:
        """Return the faults of the card in words, by their place."""
        found: FaultsByPlace = {}
        for fault in find_faults(self.rules, self.row, CARD_PLACE):
            found.setdefault(".".join(map(str, fault.at)), describe_fault(fault.where, fault.what, fault.remedy))
        for at, typed in self.written.items():
            if typed.fault:
                found[f"ability.{at}.{WRITTEN}"] = typed.fault
        name = str(self.row.get("name", ""))
        unplayable = name_fault(name) or too_like(name, self.game.by_name)
        if unplayable and "name" not in found:
            found["name"] = describe_fault(CARD_PLACE, *unplayable)
        if found:
            return found
        try:
            self.made()
        except DataError as error:
            found[".".join(map(str, self.place_of(error)))] = describe_fault(error.where, error.what, error.remedy)
        except TebikiError as error:
            found[""] = str(error)
        return found

    def made(self) -> Game:
        """Return the game with the card in it. Raises DataError if the game rejects it."""
        text = self.only_printed.get(TEXT)
        if text and self.game.name in engines.names():
            document = {**self.entries_of_set(), "game": self.game.name, "card": [self.whole()]}
            read = find_set(document, CARD_PLACE, CARD_PLACE, self.game)
            if not read.faults:
                return self.game.with_set(read.found)
            if not self.row.get("ability"):
                raise read.faults[0]
        return self.game.with_cards([self.played_row()], CARD_PLACE)

    def played_row(self) -> CardRow:
        """Return the card as the engine reads it."""
        return self.row

    def entries_of_set(self) -> dict[str, Any]:
        """Return the entries and keywords that the set of the card defines."""
        return {}

    def whole(self) -> CardRow:
        """Return the card with what is only printed, as it is in a card file."""
        return {**self.row, **{key: value for key, value in self.only_printed.items() if value or key != TEXT}}

    def place_of(self, error: DataError) -> FormPath:
        """Return the place in the card to which an error raised by the game refers; () for the whole card."""
        abilities = self.row.get("ability", [])
        told = f"{error.where} {error.what}"
        number, when = re.search(r"ability (\d+)", error.where), re.search(r"(?:ability|when =) '(\w+)'", told)
        at = int(number[1]) - 1 if number else None
        if at is None and when:
            at = next((n for n, one in enumerate(abilities) if one.get("when") == when[1]), None)
        verb = re.search(r"verb '(\w+)'", told)
        for n, ability in enumerate(abilities):
            for step, one in enumerate(ability.get("do", ())):
                if verb and one.get("verb") == verb[1] and at in (None, n):
                    return ("ability", n, "do", step, "verb")
        if at is not None and at < len(abilities):
            asked = next((name for name in abilities[at].get("requires", {}) if name in error.what), None)
            return ("ability", at, "requires", asked) if asked else ("ability", at, "when")
        if repr(self.row.get("name")) in error.what:
            return ("name",)
        for text in (error.what, error.remedy):
            named = [name for name in self.rules.fields if re.search(rf"\b{re.escape(name)}\b", text)]
            shown = [name for name in named if name not in ("id", "category")]
            if shown:
                return (shown[0],)
        return ()

    def text(self) -> str:
        """Return the card as the text of a separate card file, which names its game."""
        return write_toml({"game": self.game.name, "card": [self.whole()]})

    def printed(self, language: str) -> list[str]:
        """Return the rules text; while the card is invalid, the last valid one."""
        with suppress(TebikiError, KeyError, TypeError, ValueError, IndexError):
            card = read_card(self.rules, self.row, 0, CARD_PLACE)
            with InLanguage(language):
                self.lines = render_card(self.rules, card, self.game.words)
        return self.lines

    def drawn(self) -> shapes.Face | None:
        """Return the drawn card; while it is invalid, the last valid one."""
        with suppress(TebikiError, KeyError):
            self.face = faces_of(self.made(), {self.row["name"]})[self.row["name"]]
        return self.face

    # The form.

    def form(self, language: str) -> dict[str, object]:
        """Return the data of the page: the entries with their choices and faults, and the abilities."""
        faults = self.faults()
        category = self.row["category"]
        names = card_form.fields_for(self.rules, self.game, category)
        usual = [name for name in names if card_form.is_usual(self.game, category, name) or name in self.row]

        def entry(name: str) -> dict[str, object]:
            return self._entry((name,), self.rules.fields[name], self.row, faults, language)

        return {
            "fields": [entry(name) for name in usual],
            "more": [entry(name) for name in names if name not in usual],
            "abilities": [self._ability(at, faults, language) for at in range(len(self.row.get("ability", ())))],
            "can_add": len(self.row.get("ability", ())) < ABILITIES
            and card_form.ability_like(self.game, category) is not None,
            "fault": faults.get("", ""),
            "faults": len(faults),
            "printed": self.only_printed.get(TEXT, "") if self.game.name in engines.names() else None,
        }

    def _entry(
        self, at: FormPath, rule: FieldRule, table: CardRow, faults: FaultsByPlace, language: str
    ) -> dict[str, object]:
        name, key = str(at[-1]), ".".join(map(str, at))
        value = table.get(name)
        sort = {int: "number", bool: "switch", list: "list", dict: "choice"}.get(rule.type, "text")
        options = list(map(str, rule.allowed))
        if rule.type in (int, str) and options:
            sort = "choice"
        if rule.type is list and options:
            sort = "several"
        known = card_form.known_values(self.game, name) if not options and len(at) == 1 and rule.type is not int else []
        if rule.type is dict:
            options, known = known, []
        needed = rule.required or (len(at) == 1 and name in self.rules.required_by.get(self.row["category"], ()))
        return {
            "at": key,
            "name": name,
            "title": card_words.field_title(self.kind_of_game, name, language),
            "hint": card_words.letters_hint(self.kind_of_game, name, language)
            if sort == "text" and len(at) == 1
            else "",
            "titles": card_words.value_titles(self.kind_of_game, name, [*options, *map(str, rule.allowed)], language),
            "sort": sort,
            "value": value if sort in ("switch", "several") else card_form.format_value(value),
            "usual": card_form.format_value(rule.default),
            "options": options,
            "known": known,
            "needed": needed,
            "low": rule.low,
            "fault": faults.get(key, ""),
        }

    def _ability(self, at: int, faults: FaultsByPlace, language: str) -> dict[str, object]:
        ability = self.row["ability"][at]
        here: FormPath = ("ability", at)
        when = card_form.rule_at(self.rules, self.row, (*here, "when"))
        moment = self._entry((*here, "when"), when, ability, faults, language)
        needed = ability.get("requires", {})
        conditions = [
            self._entry((*here, "requires", name), self.rules.requires[name], needed, faults, language)
            for name in card_form.conditions_at(self.game, self.row, here)
        ]
        return {
            "at": f"ability.{at}",
            "when": moment,
            "requires": conditions,
            "do": [
                self._instruction((*here, "do", step), faults, language) for step in range(len(ability.get("do", ())))
            ],
            "can_add": len(ability.get("do", ())) < PROGRAM,
            "fault": faults.get(f"ability.{at}", "") or faults.get(f"ability.{at}.do", ""),
            "text": card_form.ability_text(self.game, self.row, ability, language),
            "written": self._written_entry(at, faults),
        }

    def _written_entry(self, at: int, faults: FaultsByPlace) -> dict[str, object] | None:
        """Return the field in which an ability is written; None in games that have no shared effects."""
        if self.rules.programs is None:
            return None
        here, written = f"ability.{at}", self.ability_as_written(at)
        shown = written.fault or next((told for place, told in faults.items() if place.startswith(f"{here}.")), "")
        shared = self.rules.is_program(self.row["ability"][at]) or has_changes(self.row["ability"][at])
        shared = shared or self.rules.has_forbids(self.row["ability"][at])
        return {"at": f"{here}.{WRITTEN}", "text": written.text, "fault": shown, "open": bool(shared or written.fault)}

    def _instruction(self, at: FormPath, faults: FaultsByPlace, language: str) -> dict[str, object]:
        ability = self.row["ability"][at[1]]
        one = ability["do"][at[3]]
        verb = one.get("verb", "")
        fitting, others = card_form.verbs_at(self.game, self.row, at)
        as_it_is = verb == CHANGE or self.rules.is_program(ability)  # written by hand; the form shows it
        rules = {} if as_it_is else self.rules.verbs.get(verb, {})

        def option_text(name: str) -> str:
            like = card_form.instruction_like(self.game, name, self.row["category"], ability.get("when", ""))
            return card_form.ability_text(
                self.game, self.row, {"when": ability.get("when", ""), "do": [like]}, language
            )

        texts = card_form.without_moment({name: option_text(name) for name in (*fitting, *others)})
        if as_it_is:
            fitting = [verb, *(name for name in fitting if name != verb)]
            texts[verb] = card_form.ability_text(self.game, self.row, {**ability, "do": [one]}, language)

        return {
            "at": ".".join(map(str, at)),
            "verb": verb,
            "fitting": [{"id": name, "text": texts[name]} for name in fitting],
            "others": [{"id": name, "text": texts[name]} for name in others],
            "arguments": [self._entry((*at, name), rule, one, faults, language) for name, rule in rules.items()],
            "fault": faults.get(".".join(map(str, (*at, "verb"))), ""),
        }


SUBJECT_WORDS = ("field", "argument", "condition", "verb", "unknown", "when", "a", "an", "card", "there", "whose")
"""First words of faults that already name their subject; other faults are given a subject."""


def describe_fault(where: str, what: str, remedy: str) -> str:
    """Return a fault as a sentence with its remedy: "has keywords." refers to the card or the ability.

    >>> describe_fault("card, card 'Moss'", "has keywords.", "Only units have them.")
    'This card has keywords. Only units have them.'
    """
    first = what.split(" ")[0].casefold()
    if first not in SUBJECT_WORDS and "=" not in what.split(".")[0] and what[:1].islower():
        what = f"This {'ability' if 'ability' in where else 'card'} {what}"
    return f"{what[:1].upper()}{what[1:]} {remedy}".strip()


def read_draft(text: str, games: dict[str, Game], where: str = CARD_PLACE) -> CardDraft:
    """Read a draft from the text of a card, or of a set (its first card).

    Raises DataError if the text names no known game or is malformed.

    games : the games that cards can be written for, by name. where : the name of the file.
    """
    document = document_of(text, where, MOST_FILE)
    name, rows = document.get("game"), document.get("card")
    if not isinstance(name, str) or name not in games:
        raise DataError(where, "does not say for which game it is.", f'Write game = "..."; games: {", ".join(games)}.')
    if isinstance(rows, list) and ({*document} > {"game", "card"} or len(rows) > 1):
        from tutor.classroom.card_of_set import open_set

        return open_set(text, document, games[name], where)
    if not isinstance(rows, list) or len(rows) != 1 or not isinstance(rows[0], dict):
        raise DataError(where, "is not one card.", "Write one [[card]] table.")
    try:
        check_value(document, where)
        check_card_row(rows[0], where)
        played, apart = split_row(rows[0], games[name], ())
        only_printed = {TEXT: str(apart.pop(TEXT))} if TEXT in apart else {}
        draft = CardDraft(games[name], {**played, **apart}, only_printed)
        for fault in find_faults(draft.rules, draft.row, where):
            raise DataError(fault.where, fault.what, fault.remedy)
    except DataError as error:
        raise clip_error(error) from None
    return draft
