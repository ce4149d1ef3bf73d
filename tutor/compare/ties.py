"""Ties between answers of different games: which conflict, and which issues a mix of them raises.

An answer is identified by question and game ("win.altaria"). The data is in `ties.toml`; the texts are in the
catalogues under the same ids (`tie`, `settle`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

from engines.book.rulebook import read_toml
from engines.errors import DataError

TIES_FILE = Path(__file__).with_name("ties.toml")
Picks = Mapping[str, str]
"""A mix: for each question, the game whose answer is chosen."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Conflicting answers to two questions, each with its clause.

    only : the tie applies only if one of these answers is chosen too; () means always.
    """

    id: str
    one: dict[str, str]
    other: dict[str, str]
    only: tuple[str, ...] = ()

    def holds(self, picks: Picks) -> bool:
        """Return True if a mix has the conflict."""
        chosen = answers_of(picks)
        return _met(chosen, self.one) and _met(chosen, self.other) and (not self.only or _met(chosen, self.only))


@dataclass(frozen=True, slots=True)
class RaisedIssue:
    """An issue that a mix raises if each group in `when` has a chosen answer and none in `unless` is chosen."""

    id: str
    when: tuple[tuple[str, ...], ...]
    unless: tuple[str, ...] = ()

    def arises(self, picks: Picks) -> bool:
        """Return True if a mix raises the issue."""
        chosen = answers_of(picks)
        return all(_met(chosen, side) for side in self.when) and not _met(chosen, self.unless)


def answers_of(picks: Picks) -> set[str]:
    """Return the answers of a mix, as "question.game"."""
    return {f"{question}.{game}" for question, game in picks.items()}


def question_of(answer: str) -> str:
    """Return the question of an answer."""
    return answer.partition(".")[0]


def game_of(answer: str) -> str:
    """Return the game of an answer."""
    return answer.partition(".")[2]


def _met(chosen: set[str], side: Mapping[str, str] | tuple[str, ...]) -> bool:
    return not chosen.isdisjoint(side)


class _TieRow(TypedDict):
    id: str
    one: dict[str, str]
    other: dict[str, str]
    only: NotRequired[list[str]]


class _SettleRow(TypedDict):
    id: str
    when: list[list[str]]
    unless: NotRequired[list[str]]


@cache
def load_ties() -> tuple[Tie, ...]:
    """Return all ties. Raises DataError if an id occurs twice."""
    rows: list[_TieRow] = read_toml(TIES_FILE)["tie"]
    _check_ids("tie", rows)
    return tuple(Tie(row["id"], dict(row["one"]), dict(row["other"]), tuple(row.get("only", ()))) for row in rows)


@cache
def load_issues() -> tuple[RaisedIssue, ...]:
    """Return all issues that a mix can raise. Raises DataError if an id occurs twice."""
    rows: list[_SettleRow] = read_toml(TIES_FILE)["settle"]
    _check_ids("settle", rows)
    return tuple(
        RaisedIssue(row["id"], tuple(tuple(side) for side in row["when"]), tuple(row.get("unless", ()))) for row in rows
    )


def _check_ids(kind: str, rows: Sequence[_TieRow] | Sequence[_SettleRow]) -> None:
    ids = [row["id"] for row in rows]
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise DataError(str(TIES_FILE), f"{kind} {twice[0]!r} is defined twice.", "Give each its own id.")
