"""Puzzles across games: a play that works in one game, and the question whether it works in another.

A puzzle has a scenario on each side and the play that is attempted in it (`transfer.toml`). Whether the play works, and
which clauses forbid it, is always determined by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

import engines
from engines.book.rulebook import read_toml
from engines.book.toml_schema import SEAT_NAMES
from engines.checking.scenarios import Scenario, ScenarioRun, scenarios_of
from engines.errors import DataError
from tutor.former_names import offer_former_names
from tutor.matches import demonstration
from tutor.matches.demonstration import Demonstration

TRANSFER_FILE = Path(__file__).with_name("transfer.toml")
PUZZLE_FIELDS = ("id", "here", "there", "alike", "unlike", "ask", "doubts", "principle")
SIDE_FIELDS = ("game", "scenario", "after", "first", "try", "by", "because")


_SideRow = TypedDict(
    "_SideRow",
    {
        "game": str,
        "scenario": str,
        "after": NotRequired[int],
        "first": NotRequired[str],
        "try": str,
        "by": NotRequired[str],
        "because": NotRequired[str],
    },
)


@dataclass(frozen=True, slots=True)
class PuzzleSide:
    """One situation: a scenario up to some point, and the attempt. because : the clause that makes it work, or ""."""

    game: str
    scenario: Scenario
    attempt: str
    seat: int | None
    because: str


@dataclass(frozen=True, slots=True)
class TransferPuzzle:
    """A puzzle of two situations.

    alike : what they have in common. unlike : wrong answers to the question of what they have in common. ask : the
    question about the second situation. doubts : clauses offered as wrong answers. principle : the rule behind the
    puzzle.
    """

    id: str
    here: PuzzleSide
    there: PuzzleSide
    alike: str
    unlike: tuple[str, ...]
    ask: str
    doubts: tuple[str, ...]
    principle: str


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The engine's verdict on an attempt: whether it works, and the clauses that decide."""

    works: bool
    clauses: tuple[str, ...]


def load_transfer_puzzles() -> list[TransferPuzzle]:
    """Return the puzzles between finished games. Raises DataError if a puzzle is invalid."""
    found = []
    for row in read_toml(TRANSFER_FILE)["puzzle"]:
        where = f"{TRANSFER_FILE}, puzzle {row.get('id')}"
        _known(row, PUZZLE_FIELDS, where)
        if {row["here"]["game"], row["there"]["game"]} <= set(engines.names()):
            here, there = (_side(row[key], f"{where}, {key}") for key in ("here", "there"))
            unlike, doubts = tuple(row["unlike"]), tuple(row["doubts"])
            found.append(
                TransferPuzzle(row["id"], here, there, row["alike"], unlike, row["ask"], doubts, row["principle"])
            )
    return found


def _known(row: Mapping[str, object], fields: tuple[str, ...], where: str) -> None:
    unknown = [key for key in row if key not in fields]
    if unknown:
        raise DataError(where, f"unknown entry {unknown[0]!r}.", f"Known: {', '.join(fields)}.")


@cache
def _by_title(game: str) -> dict[str, Scenario]:
    return {demonstration.scenario_title(scenario): scenario for scenario in scenarios_of(game)}


def _side(row: _SideRow, where: str) -> PuzzleSide:
    _known(row, SIDE_FIELDS, where)
    scenario = _by_title(row["game"]).get(row["scenario"])
    if scenario is None:
        raise DataError(where, f"{row['game']} has no scenario {row['scenario']!r}.", "Give its name as in its file.")
    steps = [*scenario.steps[: row.get("after", 0)], *([{"do": row["first"]}] if "first" in row else [])]
    cut = Scenario(scenario.name, scenario.clauses, scenario.where, {**scenario.data, "steps": steps})
    seat = SEAT_NAMES[row["by"]] if "by" in row else None
    return PuzzleSide(row["game"], cut, row["try"], seat, row.get("because", ""))


def try_side(side: PuzzleSide) -> AttemptOutcome:
    """Ask the engine about the attempt on one side."""
    run = ScenarioRun(side.scenario, engines.load(side.game))
    for number in range(len(side.scenario.steps)):
        run.step(number)
    state = run.state
    assert state is not None
    seat = side.seat if side.seat is not None else state.seat_to_act
    for place, action in enumerate(state.game.notation.read(state, side.attempt, seat)):
        reasons = state.game.why_not(state, action, seat if place == 0 else None)
        if reasons:
            return AttemptOutcome(False, tuple(dict.fromkeys(reason.clause for reason in reasons)))
        state.apply(action)
    return AttemptOutcome(True, (side.because,) if side.because else ())


def demonstrate_side(side: PuzzleSide, tried: bool) -> Demonstration:
    """Return a side as a demonstration: the events before the attempt and, if `tried`, the attempt and its result."""
    steps = [{key: value for key, value in row.items() if key in ("do", "times")} for row in side.scenario.steps]
    steps = [row for row in steps if row]
    if tried:
        by = {} if side.seat is None else {"by": "P1" if side.seat == 0 else "P2"}
        steps.append({"do": side.attempt} if try_side(side).works else {"refused": side.attempt, **by})
    scenario = Scenario(side.scenario.name, (), side.scenario.where, {**side.scenario.data, "steps": steps})
    return demonstration.film_scenario(scenario, engines.load(side.game))


offer_former_names(__name__)
