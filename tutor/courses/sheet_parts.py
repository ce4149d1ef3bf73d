"""The parts of a one-page sheet, from which `tutor.courses.sheet` builds it."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict


class QuotedText(NamedTuple):
    """A text on the page, with the numbers of the clauses it comes from."""

    text: str
    clauses: tuple[str, ...]


class PhaseRow(TypedDict):
    """A phase of the turn. chosen : whether the player has a decision in it."""

    title: str
    ja: str
    chosen: bool
    said: QuotedText


class TitledRow(TypedDict):
    """A keyword, or a step of a fight, with its sentence."""

    title: str
    ja: str
    said: QuotedText


class FightRow(TitledRow):
    """A step of a fight with its place in the order. instead : whether it replaces the step before it."""

    number: int
    instead: bool


class FightSteps(TypedDict):
    """The steps of a fight under a title."""

    title: str
    rows: list[FightRow]


class KeywordRows(TypedDict):
    """The keywords of a game under a title."""

    title: str
    rows: list[TitledRow]


class SentenceBlock(TypedDict):
    """Further sentences under a title. column : "left" or "right"."""

    title: str
    lines: list[QuotedText]
    column: NotRequired[str]


class Sheet(TypedDict):
    """The contents of the page. words : pairs of English and Japanese."""

    line: str
    start: list[QuotedText]
    turn: list[PhaseRow]
    once: list[QuotedText]
    one: list[QuotedText]
    often: list[QuotedText]
    never: list[QuotedText]
    fight: FightSteps
    ends: str
    wins: list[tuple[str, QuotedText]]
    blocks: list[SentenceBlock]
    keywords: KeywordRows
    card: str
    words: NotRequired[list[tuple[str, str]]]
