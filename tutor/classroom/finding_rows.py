"""The findings of an experiment, as shown by the page and the rule card: three games, and broken steps and puzzles."""

from __future__ import annotations

from typing import TypedDict

from engines.game import Game
from tutor.classroom.effect_rows import EffectRow
from tutor.classroom.experiment import Findings, RunSoFar
from tutor.compare.metrics import LEAD_MARGIN
from tutor.experiments.replays import deck_names, last_words, low_point
from tutor.experiments.still_holding import OTHER_MOVE, FallenItem, HoldingCheck
from tutor.navigation.links import page_link
from tutor.puzzles.puzzle import MINED_LESSON
from tutor.text import format_message


class FoundGame(TypedDict, total=False):
    """A game to look at.

    points : (turn, first player's chance in percent). mark : the index of the point where the winner's chance was
    lowest.
    """

    number: int
    title: str
    pair: str
    names: list[str]
    points: list[list[int]]
    mark: int | None
    text: list[str]
    turns: int


class FallenRow(TypedDict):
    """A lesson step or a puzzle that no longer holds under the changed rules."""

    title: str
    place: str
    fact: str
    short: str
    clause: str
    href: str


class FallenList(TypedDict):
    """The steps, or the puzzles, that no longer hold, and the number of all of them."""

    count: str
    some: str
    rows: list[FallenRow]
    holds: str
    unknown: str


FallenLists = dict[str, FallenList | None]
"""The steps and the puzzles that no longer hold; None before they have been checked."""


class RepeatedRun(TypedDict):
    """The progress of replaying the same games on this machine; `n` pairs have been played so far.

    elsewhere : why they cannot be replayed on this machine, "" if they can.
    """

    phase: str
    button: str
    elsewhere: str
    run: RunSoFar | None
    rows: list[EffectRow]
    n: int
    text: str


def found_games(game: Game, found: Findings, language: str) -> list[FoundGame]:
    """Return the games to look at: title, pair, names, the chances turn by turn, one or two sentences."""
    shown: list[FoundGame] = []
    for one in found.games:
        sight, names = one.trace.sight, deck_names(game, one.trace, language)
        assert sight.winner is not None
        text = last_words(game.name, tuple(found.changes.items()), one.trace[:3], language)
        told = [format_message("house_rules.last_turn", language, turn=sight.turns, text=text)]
        low = low_point(sight)
        if low is not None and low[1] < 0.5 - LEAD_MARGIN:
            chance = f"{100 * low[1]:.0f}" if low[1] >= 0.01 else "<1"
            told.append(format_message("house_rules.low_point", language, turn=low[0], chance=chance))
        points = [[moment.turn, round(100 * look)] for moment, look in zip(sight.moments, sight.looks, strict=False)]
        if points:
            points.append([sight.turns, 100 if sight.winner == 0 else 0])
        shown.append(
            {
                "number": one.number,
                "title": format_message(f"house_rules.game_{one.sort}", language),
                "pair": format_message("house_rules.pair", language, number=one.number),
                "names": list(names),
                "points": points,
                "mark": _mark(points, sight.winner) if points else None,
                "text": told,
                "turns": sight.turns,
            }
        )
    return shown


def _mark(points: list[list[int]], winner: int) -> int:
    """Return the index of the point with the winner's lowest chance."""
    return min(range(len(points)), key=lambda at: points[at][1] if winner == 0 else 100 - points[at][1])


def fallen_lists(game: Game, found: Findings, language: str) -> FallenLists | None:
    """Return the steps and puzzles that no longer hold, of those checked so far; None before the check."""
    if found.steps is None:
        return None
    return {
        "steps": _list(game, found.steps, "steps", language),
        "puzzles": None if found.puzzles is None else _list(game, found.puzzles, "puzzles", language),
    }


def _list(game: Game, one: HoldingCheck, sort: str, language: str) -> FallenList:
    many = len(one.fallen) + one.holds
    return {
        "count": format_message("house_rules.fallen", language, count=len(one.fallen), many=many),
        "some": format_message("rule_card.some", language, count=len(one.fallen), many=many),
        "rows": [_fallen(game, row, language) for row in one.fallen],
        "holds": format_message(f"house_rules.hold_{sort}", language, count=one.holds) if one.holds else "",
        "unknown": format_message("house_rules.not_looked_at", language, count=one.unknown) if one.unknown else "",
    }


def _fallen(game: Game, row: FallenItem, language: str) -> FallenRow:
    title = format_message("house_rules.puzzle", language, number=row.number) if not row.part else row.title
    fact = format_message(f"house_rules.why_{row.why}", language, move=row.fact)
    fact = fact if row.why == OTHER_MOVE else f"{fact} {row.fact}".strip()
    page = f"{game.name}/{MINED_LESSON}.ipynb" if row.name == MINED_LESSON else f"{row.name}.ipynb"
    return {
        "title": title,
        "place": format_message("house_rules.step", language, part=row.part, number=row.number)
        if row.part
        else row.title,
        "fact": fact,
        "short": format_message(f"rule_card.why_{row.why}", language),
        "clause": row.clause,
        "href": page_link(page, puzzle=row.id) if row.name == MINED_LESSON else page_link(page, step=row.id),
    }
