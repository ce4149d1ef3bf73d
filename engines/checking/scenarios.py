"""Scenarios: a position, some steps, and the expectations along the way. docs/scenarios.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.book.rulebook import read_toml
from engines.book.toml_schema import SEAT_NAMES, Document, Shape, check_shape
from engines.checking.expectations import check_clauses, describe_difference, seat_name
from engines.errors import (
    Check,
    DataError,
    IllegalAction,
    NotationError,
    Reason,
    ScenarioError,
    TebikiError,
    TextRefused,
)
from engines.game import Game
from engines.kernel.state import Action, State

_FILE: dict[str, Shape] = {"scenario": [dict], "card": [dict], "game": str}
_KEYS: dict[str, Shape] = {
    "name": str,
    "clauses": [str],
    "position": dict,
    "start": {"decks": [(str, dict)], "seed": int},
    "deck": (str, dict),
    "variant": dict,
    "chance": list,
    "passing": bool,
    "steps": [dict],
    "card": [dict],
}
_STEP_KEYS: dict[str, Shape] = {
    "do": str,
    "times": int,
    "refused": str,
    "clause": str,
    "legal": [str],
    "legal_has": [str],
    "legal_lacks": [str],
    "expect": [str],
    "now": [str],
    "deck_legal": bool,
    "deck_refused": str,
    "by": str,
}
_NEEDS = {"times": ("do",), "clause": ("refused",), "by": ("do", "refused")}
_OF_A_DECK = ("deck_legal", "deck_refused")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read from a file: its name, the clauses it shows, its place in the file, and its raw tables."""

    name: str
    clauses: tuple[str, ...]
    where: str
    data: Document

    @property
    def steps(self) -> Sequence[Document]:
        """The steps, as written in the file."""
        steps: Sequence[Document] = self.data.get("steps", ())
        return steps


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file. The `[[card]]` tables of the file are added to each of them.

    Raises DataError if the file is malformed.

    The contents of a scenario are only checked when it is run, so that one mistake does not hide the others.
    """
    data = read_toml(path)
    for key in ("scenario", "card"):
        if isinstance(data.get(key), dict):
            raise DataError(str(path), f"[{key}] is one table.", f"Write [[{key}]]: a file may have several.")
    check_shape(data, _FILE, str(path))
    found: list[Scenario] = []
    for number, row in enumerate(data.get("scenario", ()), 1):
        name = str(row.get("name", f"number {number}"))
        if "card" in data and isinstance(row.get("card", []), list):
            row = row | {"card": [*data["card"], *row.get("card", ())]}
        clauses = row.get("clauses", ())
        clauses = tuple(clauses) if isinstance(clauses, list) else ()
        if name in {one.name for one in found}:
            raise DataError(str(path), f"two scenarios are called {name!r}.", "Give each its own name.")
        found.append(Scenario(name, clauses, f"{path}, scenario {name!r}", row))
    return found


def check_scenario_form(scenario: Scenario, game: Game) -> None:
    """Raise DataError, with the place, if a scenario does not follow docs/scenarios.md."""
    data, where = scenario.data, scenario.where
    check_shape(data, _KEYS, where)
    begins = [key for key in ("position", "start", "deck") if key in data]
    if len(begins) > 1:
        raise DataError(where, f"begins with {' and '.join(begins)}.", "Write one of them.")
    check_clauses(game, scenario.clauses, f"{where}, clauses")
    for number, step in enumerate(scenario.steps, 1):
        _examine_step(step, game, "deck" in data, f"{where}, step {number}")


def _examine_step(step: Document, game: Game, of_deck: bool, where: str) -> None:
    check_shape(step, _STEP_KEYS, where)
    says = [key for key in step if key not in _NEEDS]
    if not says:
        raise DataError(where, "says nothing to do and nothing to look at.", "Add do, refused, legal, expect or now.")
    for key in says:
        if step[key] == [] and key != "legal":
            raise DataError(where, f"{key} = [] says nothing.", "Write what must be true, or take it out.")
    for key, others in _NEEDS.items():
        if key in step and not any(other in step for other in others):
            raise DataError(where, f"{key!r} stands alone.", f"It goes with {' or '.join(others)}.")
    for key in says:
        if (key in _OF_A_DECK) != of_deck:
            beginning = "a scenario that begins with `deck`" if key in _OF_A_DECK else "one that begins with a position"
            raise DataError(where, f"{key!r} belongs into {beginning}.")
    if step.get("times", 1) < 1:
        raise DataError(where, f"times = {step['times']}.", "It must be 1 or more.")
    if step.get("by", "P1") not in SEAT_NAMES:
        raise DataError(where, f"there is no player {step['by']!r}.", f"Use one of {', '.join(SEAT_NAMES)}.")
    check_clauses(game, [step[key] for key in ("clause", "deck_refused") if key in step], where)


def scenarios_of(name: str) -> list[Scenario]:
    """Return the scenarios of the game called `name`, file by file.

    They are stored beside its rules (`engines/<name>/scenarios/`), not among the tests, so that an installed copy has
    them too: the rulebook pages demonstrate each clause with scenarios.
    """
    folder = Path(__file__).parents[1] / name / "scenarios"
    return [scenario for path in sorted(folder.glob("*.toml")) for scenario in read_file(path)]


def begin_scenario(scenario: Scenario, game: Game, run: bool = True) -> State:
    """Return the initial state of a scenario, recording events. Raises DataError for an impossible position.

    run : continue to the first decision (False: stop before the automatic steps at the beginning). If the scenario is a
    whole game, its scripted chance is used only after the first decision.
    """
    data = scenario.data
    game = game.with_cards(data.get("card", ()), f"{scenario.where}, card")
    if "variant" in data:
        game = game.variant(**data["variant"])
    if "start" in data:
        decks, seed = tuple(data["start"].get("decks", list(game.decks)[:2])), data["start"].get("seed", 0)
        state = game.new(decks, seed, listen=True, run=run)
    else:
        position = dict(data.get("position", {}))
        if "chance" in data:  # reaching the first decision may use up scripted chance
            position["script"] = data["chance"]
        return game.position(position, scenario.where, listen=True, run=run)
    state.script = tuple(data.get("chance", ())) if run else ()
    return state


class ScenarioRun:
    """A scenario being carried out step by step. state : the current state. played : the actions so far."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        check_scenario_form(scenario, game)
        self.scenario, self.game = scenario, game
        self.passing = bool(scenario.data.get("passing", True))
        with _told(scenario.where):
            self.state = begin_scenario(scenario, game) if "deck" not in scenario.data else None
        self.played: list[Action] = []

    def step(self, number: int) -> None:
        """Carry out step `number` (from 0). Raises ScenarioError, with the difference, if an expectation fails."""
        row = self.scenario.steps[number]
        where = f"{self.scenario.where}, step {number + 1}"
        with _told(where):
            if self.state is None:
                self._deck(row)
            else:
                self._play(self.state, row)

    def finish(self) -> None:
        """Raise ScenarioError if scripted results of chance have not been used."""
        if self.state is not None and self.state.script:
            left = ", ".join(str(result) for result in self.state.script)
            raise ScenarioError(f"{self.scenario.where}: chance is not asked for any more; left over: {left}.")

    def _deck(self, row: Document) -> None:
        game = self.game.with_cards(self.scenario.data.get("card", ()), f"{self.scenario.where}, card")
        reasons = game.check_deck(self.scenario.data["deck"])
        clauses = {reason.clause for reason in reasons}
        if "deck_refused" in row and row["deck_refused"] not in clauses:
            by = ", ".join(sorted(clauses)) or "nothing"
            raise ScenarioError(f"the deck is not refused by {row['deck_refused']}, but by {by}.")
        if "deck_legal" in row and row["deck_legal"] != (not reasons):
            raise ScenarioError(f"the deck is {'refused: ' + reasons[0].fact if reasons else 'legal.'}")

    def _play(self, state: State, row: Document) -> None:
        seat = SEAT_NAMES[row["by"]] if "by" in row else None
        for _ in range(row.get("times", 1) if "do" in row else 0):
            self.played += play_line(state, row["do"], self.passing, seat)
        if "refused" in row:
            self._refused(state, row, seat)
        if "legal" in row or "legal_has" in row or "legal_lacks" in row:
            self._legal(state, row)
        while "expect" in row and self.passing and state.result is None and state.step.window:
            self.played.append(passing_action(state))
            state.apply(self.played[-1])
        for text in (*row.get("expect", ()), *row.get("now", ())):
            problem = describe_difference(state, text)
            if problem:
                raise ScenarioError(problem)

    def _refused(self, state: State, row: Document, seat: int | None) -> None:
        reasons: Sequence[Check | Reason]
        try:
            actions = state.game.notation.read(state, row["refused"], seat, whole=True)
            reasons, refused = _first_unmet(state, actions, seat)
        except TextRefused as error:
            reasons, refused = error.reasons, True
        if not refused:
            raise ScenarioError(f"{row['refused']} is not refused; it is legal here.")
        wanted = row.get("clause")
        if wanted and wanted not in {reason.clause for reason in reasons}:
            rendered = "; ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
            raise ScenarioError(f"{row['refused']} is refused, but not by {wanted}: {rendered}")

    def _legal(self, state: State, row: Document) -> None:
        legal = {_plain(text): text for text in map(state.text, state.actions)}
        for key, ok in (
            ("legal", lambda w: w == legal.keys()),
            ("legal_has", lambda w: w <= legal.keys()),
            ("legal_lacks", lambda w: not w & legal.keys()),
        ):
            if key in row and not ok({_plain(text) for text in row[key]}):
                raise ScenarioError(f"legal are {sorted(legal.values())}, {key} says {row[key]}.")
        for text in row.get("legal_lacks", ()):
            state.game.notation.read(state, text)  # reading raises an error for a text that is no action at all


def play_line(state: State, text: str, passing: bool = True, seat: int | None = None) -> list[Action]:
    """Play a text that may contain several actions and their picks, like `play_text`; return the actions played."""
    played: list[Action] = []
    notation = state.game.notation
    parts = list(notation.expand(text))
    named, series = len(parts), None
    while parts:
        first = notation.first_ready(state, parts)
        before, part = state.copy(), parts.pop(first)
        if not notation.is_ready(state, part):
            notation.refuse_too_many(series, state, [part, *parts], text)
        now = play_text(state, part, passing, None if played else seat)
        series = notation.series_after(series, before, part, now)
        played += now
    if named > 1:
        notation.refuse_too_few(series, state, text)
    return played


def play_text(state: State, text: str, passing: bool = True, seat: int | None = None) -> list[Action]:
    """Play one action given as text and return the actions played. Open windows are passed first, if `passing` is set.

    seat : the player who acts, by default the one who decides.

    A pick that the flow has already made is skipped, once. Raises NotationError if the text matches no action, or
    IllegalAction if the action is refused.
    """
    played: list[Action] = []
    another: NotationError | None = None
    if state.auto_picks is None:
        state.keep_auto_picks()
    while True:
        window = passing and state.result is None and state.step.window
        action: Action = ()
        problem: NotationError | None = None
        try:
            action = state.game.notation.read(state, text, seat)[0]
        except TextRefused as error:
            another = another or error
        except NotationError as error:
            problem = error
        if action in state.actions and seat in (None, state.seat_to_act):
            state.apply(action)
            return [*played, action]
        if state.game.notation.made_by_itself(state, text):
            return played
        if not window:
            if another or problem:
                raise another or problem  # type: ignore[misc]
            whose = f" by {seat_name(seat)}" if seat is not None else ""
            raise IllegalAction(f"{text}{whose}", state.game.why_not(state, action, seat))
        played.append(passing_action(state))
        state.apply(played[-1])


def passing_action(state: State) -> Action:
    """Return the action that declines, at the current decision."""
    return next(action for action in state.actions if action[0] == state.step.passing)


def _first_unmet(state: State, actions: Sequence[Action], seat: int | None) -> tuple[Sequence[Check | Reason], bool]:
    """Return the requirements that the first impossible action does not meet, and whether there is such an action.

    All unmet requirements are returned, even if a player is shown only one of them.
    """
    here = state.copy()
    for at, action in enumerate(actions):
        if action not in here.actions or (at == 0 and seat not in (None, here.seat_to_act)):
            checks = here.game.explain(here, action, seat if at == 0 else None)
            return [check for check in checks if not check.met], True
        here.apply(action)
    return [], False


@contextmanager
def _told(where: str) -> Iterator[None]:
    """Give every user error within the block the prefix `where`, unless it already has it."""
    try:
        yield
    except TebikiError as error:
        text = str(error)
        raise (error if text.startswith(where) else ScenarioError(f"{where}: {text}")) from error


def _plain(text: str) -> str:
    return re.sub(r'" 1(?!\d)', '"', text).casefold()


def run_scenario(scenario: Scenario, game: Game) -> State | None:
    """Carry out a whole scenario and return its last state. Raises a TebikiError that says what differs and where."""
    run = ScenarioRun(scenario, game)
    if not scenario.steps:
        raise DataError(scenario.where, "has no steps.", "Say what is done and what must be true.")
    for number in range(len(scenario.steps)):
        run.step(number)
    run.finish()
    return run.state
