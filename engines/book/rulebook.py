"""The rulebook of a game as data: clauses, rulings, terms and misconceptions, read from `rulebook.toml`."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from engines.book.toml_schema import Document, to_tuples
from engines.errors import DataError, NamedEntries, did_you_mean

NATURES = ("info", "setup", "turn", "action", "combat", "static", "trigger", "win", "deck")
CORRECT_IT = "Correct that place."

Entry = TypeVar("Entry", "Clause", "Ruling", "Term", "Misconception")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule: id, section number, short title, text, nature, and rulings.

    other_editions : how other printings of the game differ. It is not a rule here, so it is shown only in the rulebook,
    never in a verdict or a lesson. house_rule : the rule change that plays by the other printing, "" if there is none:
    the id of a counter-rule, or a rule parameter with its value, "cores.5".
    """

    id: str
    section: int
    title: str
    text: str
    nature: str
    rulings: tuple[str, ...] = ()
    other_editions: str = ""
    house_rule: str = ""

    @property
    def executable(self) -> bool:
        """Whether the clause has code that implements it; False if it only informs (age, rarity, arithmetic)."""
        return self.nature != "info"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The settlement of a point that the rules leave open: the question, the ruling, the reason, the clauses concerned.

    title : its subject in a few words; every ruling that an engine cites must have one.
    """

    id: str
    question: str
    text: str
    why: str = ""
    clauses: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in Japanese and English."""

    japanese: str
    english: str
    reading: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Misconception:
    """A newcomer's mistaken belief, and what is true instead."""

    number: int
    believes: str
    truth: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rulebook. `clauses` and `rulings` are dicts by id, in the order of the book."""

    prefix: str
    title: str
    sections: dict[int, str]
    clauses: dict[str, Clause]
    rulings: dict[str, Ruling]
    terms: tuple[Term, ...]
    misconceptions: tuple[Misconception, ...]

    def clause(self, id: str) -> Clause | Ruling:
        """Return the clause or ruling with this id. Raises DataError for an unknown id."""
        found = self.clauses.get(id) or self.rulings.get(id)
        if found is None:
            remedy = did_you_mean(id, [*self.clauses, *self.rulings])
            raise DataError("rulebook", f"there is no clause {id!r}.", remedy)
        return found

    def heading(self, id: str) -> str:
        """Return the subject of a clause or ruling, as shown beside a verdict. Raises DataError for an unknown id.

        A ruling without a title uses the title of the first clause it settles. Its question is not used: it only says
        what the rules left open, but would read as if it were the rule.
        """
        entry = self.clause(id)
        if entry.title:
            return entry.title
        assert isinstance(entry, Ruling)
        settled = next((self.clauses[one] for one in entry.clauses if one in self.clauses), None)
        return settled.title if settled is not None else entry.question

    def __iter__(self) -> Iterator[Clause | Ruling]:
        yield from self.clauses.values()
        yield from self.rulings.values()


def read_toml(path: Path) -> dict[str, Any]:
    """Return the TOML document in `path`. Raises DataError, with file and line, if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(str(path), "cannot be opened.", str(error.strerror)) from error
    except UnicodeDecodeError as error:
        raise DataError(str(path), "is not UTF-8 text.", "Save it as UTF-8.") from error
    remedy = CORRECT_IT if path.suffix == ".toml" else "It must be written as TOML; CONTRIBUTING.md shows how."
    return parse_toml(text, str(path), remedy)


def parse_toml(text: str, where: str, remedy: str = CORRECT_IT) -> dict[str, Any]:
    """Parse `text` as TOML. Raises DataError, with the place, if it is not valid.

    Accented letters become single characters (NFC), whichever way the text encodes them.
    """
    try:
        return tomllib.loads(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    except tomllib.TOMLDecodeError as error:
        raise DataError(where, f"is not valid TOML: {error}.", _advice(str(error)) or remedy) from error
    except RecursionError as error:
        raise DataError(where, "has lists or tables too deep in each other.", "Write it flatter.") from error


TWICE = "What stands there is in the file already: a table and a key stand only once, so put new lines under the first."
ADVICE = {
    "Cannot overwrite a value": TWICE,
    "Cannot declare": TWICE,
    "Illegal character '\\n'": "A text ends with its quotation mark in the same line.",
}
"""Advice for TOML errors whose message is not helpful enough, by the beginning of the message."""


def _advice(said: str) -> str:
    return next((advice for start, advice in ADVICE.items() if said.startswith(start)), "")


def load_rulebook(path: Path) -> Rulebook:
    """Read a rulebook file. Raises DataError, with file, entry and field, if an entry is missing or duplicated."""
    return parse_rulebook(read_toml(path), path)


def parse_rulebook(data: Document, path: Path) -> Rulebook:
    """Return the rulebook in a document. Raises DataError, with file, entry and field, if it is not valid."""
    try:
        clauses = [_entry(Clause, row) for row in data["clause"]]
        rulings = [_entry(Ruling, row) for row in data.get("ruling", ())]
        book = Rulebook(
            data["prefix"],
            data["title"],
            {row["number"]: row["title"] for row in data["section"]},
            NamedEntries({clause.id: clause for clause in clauses}, "rulebook", "clause"),
            NamedEntries({ruling.id: ruling for ruling in rulings}, "rulebook", "ruling"),
            tuple(_entry(Term, row) for row in data.get("term", ())),
            tuple(_entry(Misconception, row) for row in data.get("misconception", ())),
        )
    except KeyError as error:
        raise DataError(str(path), f"an entry has no field {error}.", "Add it.") from error
    for clause in clauses:
        if clause.nature not in NATURES:
            raise DataError(
                f"{path}, {clause.id}", f"nature {clause.nature!r} is unknown.", f"Use one of {', '.join(NATURES)}."
            )
    if len(clauses) != len(book.clauses):
        raise DataError(str(path), "two clauses have the same id.", "Give each its own.")
    return book


def _entry(kind: type[Entry], row: Document) -> Entry:
    """Build an entry from a row; fields that have a default may be omitted. Raises KeyError if another is missing."""
    given = [one.name for one in fields(kind) if one.name in row or one.default is MISSING]
    return kind(**{name: to_tuples(row[name]) for name in given})
