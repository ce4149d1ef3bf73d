"""The mechanics table: design questions, and the answer of each game with the clauses it rests on.

The answers are data (`mechanics.toml`); their numbers are filled in from the engine, and tests check each answer
against it (`evidence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

import engines
from engines.book.rulebook import read_toml
from engines.errors import DataError
from engines.game import Game
from tutor import spreadsheet
from tutor.compare.game_names import order_games, short_title
from tutor.former_names import offer_former_names
from tutor.text import format_message

MECHANICS_FILE = Path(__file__).with_name("mechanics.toml")
GROUPS = ("deck", "start", "hand", "resources", "tempo", "combat", "interaction", "hidden", "chance", "persistence",
          "uniqueness", "catch_up", "win", "deck_end", "memory")  # fmt: skip
ANSWER_FIELDS = ("say", "is", "of", "check", "show")
QUESTION_FIELDS = ("id", "group", "yes_no")


_Given = TypedDict(
    "_Given", {"say": str, "is": str, "of": list[str], "check": NotRequired[list[str]], "show": NotRequired[str]}
)


class _Row(NamedTuple):
    """A question as written in the file, with the answers of all games."""

    id: str
    group: str
    yes_no: bool
    answers: dict[str, _Given]


@dataclass(frozen=True, slots=True)
class DesignAnswer:
    """The answer of one game: in a few words, in one word (`tag`), with its clauses and checks against the engine.

    pattern : the text as written, with parameter names. show : the title of the demonstration, "" if there is none.
    """

    text: str
    tag: str
    clauses: tuple[str, ...]
    checks: tuple[str, ...]
    pattern: str
    show: str = ""


@dataclass(frozen=True, slots=True)
class DesignQuestion:
    """A design question with the answers of the games."""

    id: str
    group: str
    text: str
    yes_no: bool
    answers: dict[str, DesignAnswer]

    def tags(self) -> list[str]:
        """Return the one-word answers, in the order of the games."""
        return [answer.tag for answer in self.answers.values()]

    @property
    def kinds(self) -> int:
        """The number of different answers."""
        return len(set(self.tags()))


def load_questions(names: Sequence[str] | None = None, language: str = "en") -> list[DesignQuestion]:
    """Return all questions with the answers of some games; by default of all finished games.

    language : the language of the questions; answers are in English.

    Raises DataError, naming question and game, if an answer is missing or uses an unknown parameter.
    """
    found, games = [], [engines.load(name) for name in order_games(names)]
    facts = {game.name: game_numbers(game) for game in games}
    for row in _rows():
        answers = {game.name: _answer(row, game, facts[game.name]) for game in games}
        found.append(DesignQuestion(row.id, row.group, question_text(row.id, language), row.yes_no, answers))
    return found


def question_text(id: str, language: str) -> str:
    """Return the text of a question in a language. Raises DataError if it has none."""
    try:
        return format_message(f"question.{id}", language)
    except KeyError:
        raise DataError(
            f"{MECHANICS_FILE}, question {id}", "is asked nowhere.", "Ask it in tutor/text/questions."
        ) from None


def answered_games() -> list[str]:
    """Return the games that answer every question."""
    rows = _rows()
    return [name for name in rows[0].answers if all(name in row.answers for row in rows)]


@cache
def _rows() -> list[_Row]:
    rows = []
    for row in read_toml(MECHANICS_FILE)["question"]:
        where = f"{MECHANICS_FILE}, question {row.get('id')}"
        if row.get("group") not in GROUPS:
            raise DataError(where, f"there is no group {row.get('group')!r}.", f"Groups: {', '.join(GROUPS)}.")
        answers = {name: answer for name, answer in row.items() if name not in QUESTION_FIELDS}
        for name, answer in answers.items():
            if unknown := [key for key in answer if key not in ANSWER_FIELDS]:
                raise DataError(
                    f"{where}, {name}", f"unknown entry {unknown[0]!r}.", f"Known: {', '.join(ANSWER_FIELDS)}."
                )
        rows.append(_Row(row["id"], row["group"], row.get("yes_no", False), answers))
    return rows


def _answer(row: _Row, game: Game, facts: dict[str, int]) -> DesignAnswer:
    where = f"{MECHANICS_FILE}, question {row.id}, {game.name}"
    if game.name not in row.answers:
        raise DataError(where, "there is no answer.", "Add one with its clauses.")
    given = row.answers[game.name]
    pattern, tag = given["say"], given["is"]
    try:
        text, tag = pattern.format_map(facts), tag.format_map(facts)
    except KeyError as error:
        raise DataError(where, f"{error} is no parameter of the game.", f"Known: {', '.join(facts)}.") from error
    return DesignAnswer(text, tag, tuple(given["of"]), tuple(given.get("check", ())), pattern, given.get("show", ""))


def game_numbers(game: Game) -> dict[str, int]:
    """Return the numbers that answers may use: the rule parameters, and the counts `rules` and `kinds`.

    kinds : number of kinds of player action, including payments and targets, excluding chance.
    """
    chance = {kind for step in game.flow.steps.values() if step.chance for kind in step.on}
    counted = {
        "rules": sum(clause.executable for clause in game.rulebook.clauses.values()),
        "kinds": len(set(game.kinds) - chance),
    }
    return game.parameters | counted


def mechanics_csv(found: Sequence[DesignQuestion]) -> str:
    """Return the table as CSV: one question per line, with each game's answer and clauses."""
    names = list(found[0].answers) if found else []
    rows = [["group", "question", *(column for name in names for column in (short_title(name), "clauses"))]]
    for question in found:
        cells = [cell for one in question.answers.values() for cell in (one.text, " ".join(one.clauses))]
        rows.append([format_message(f"mechanics.group.{question.group}"), question.text, *cells])
    return spreadsheet.format_csv(rows)


offer_former_names(__name__)
