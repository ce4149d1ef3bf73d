"""The mechanics that have a page: rows of the table that belong together, and their names elsewhere.

A row of the table is often only one aspect of a mechanic: that cards turn, that they turn back, that turned cards may
be attacked. Catalogues and players speak of whole mechanics, so a page covers one or more rows, and each row is on one
page. The data is `named_mechanics.toml`; titles and texts are in the catalogues (`mechanic_name`, `mechanic_what`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml
from tutor.compare.mechanics import DesignQuestion
from tutor.compare.ties import Tie, load_ties, question_of

NAMED_FILE = Path(__file__).with_name("named_mechanics.toml")


@dataclass(frozen=True, slots=True)
class Mechanic:
    """A mechanic: the questions about it, and its names elsewhere.

    lacks : one-word answers to the first question that mean the game lacks the mechanic. bgg, ludii, known : its names
    on BoardGameGeek, among Ludii's concepts, and among players of other card games.
    """

    id: str
    questions: tuple[str, ...]
    lacks: tuple[str, ...] = ()
    bgg: tuple[str, ...] = ()
    ludii: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


@cache
def named_mechanics() -> dict[str, Mechanic]:
    """Return all mechanics by id, in the order of the table."""
    rows = read_toml(NAMED_FILE)["mechanic"]
    return {
        row["id"]: Mechanic(row["id"], **{name: tuple(value) for name, value in row.items() if name != "id"})
        for row in rows
    }


@cache
def counting_questions() -> tuple[str, ...]:
    """Return the questions that only count something; they belong to no mechanic and cannot be mixed."""
    return tuple(read_toml(NAMED_FILE)["counted"])


@cache
def mechanic_by_question() -> dict[str, str]:
    """Map each question to the id of its mechanic."""
    return {question: one.id for one in named_mechanics().values() for question in one.questions}


def games_having(mechanic: Mechanic, questions: dict[str, DesignQuestion]) -> list[str]:
    """Return the games that have a mechanic, judged by their answer to its first question."""
    first = questions[mechanic.questions[0]]
    return [game for game, answer in first.answers.items() if answer.tag not in mechanic.lacks]


def need_ties(mechanic: Mechanic) -> list[Tie]:
    """Return the ties with a mechanic's answers on the first side.

    Only ties with texts in the catalogue state a need.
    """
    return [one for one in load_ties() if {question_of(answer) for answer in one.one} & set(mechanic.questions)]


def conflict_ties(mechanic: Mechanic) -> list[Tie]:
    """Return the ties with answers of a mechanic on either side."""
    return [
        one
        for one in load_ties()
        if {question_of(answer) for answer in (*one.one, *one.other)} & set(mechanic.questions)
    ]
