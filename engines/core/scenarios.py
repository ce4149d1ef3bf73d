"""Scenarios: a position, some steps, and what must be true on the way. The format is docs/scenarios.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.core.documents import SEAT_NAMES
from engines.core.errors import DataError, IllegalAction, NotationError, PickRefused, ScenarioError
from engines.core.game import Game
from engines.core.positions import entry
from engines.core.reasons import Reason
from engines.core.rulebook import read_toml
from engines.core.state import Action, State

_KEYS = ("name", "clauses", "position", "start", "deck", "variant", "chance", "passing", "steps", "card")
_STEP_KEYS = (
    "do",
    "times",
    "refused",
    "clause",
    "legal",
    "legal_has",
    "legal_lacks",
    "expect",
    "now",
    "deck_legal",
    "deck_refused",
    "by",
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as read from a file: its name, the clauses it shows, where it stands, and its raw tables."""

    name: str
    clauses: tuple[str, ...]
    where: str
    data: Mapping[str, Any]

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The steps as written."""
        steps: Sequence[Mapping[str, Any]] = self.data.get("steps", ())
        return steps


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file. Raises DataError naming file, scenario and entry."""
    found = []
    for number, row in enumerate(read_toml(path).get("scenario", ()), 1):
        name = str(row.get("name", f"number {number}"))
        where = f"{path}, scenario {name!r}"
        for key in row:
            if key not in _KEYS:
                raise DataError(where, f"unknown entry {key!r}.", f"Known: {', '.join(_KEYS)}.")
        for at, step in enumerate(row.get("steps", ()), 1):
            for key in step:
                if key not in _STEP_KEYS:
                    raise DataError(
                        f"{where}, step {at}", f"unknown entry {key!r}.", f"Known: {', '.join(_STEP_KEYS)}."
                    )
        found.append(Scenario(name, tuple(row.get("clauses", ())), where, row))
    return found


def of_game(name: str) -> list[Scenario]:
    """Return the scenarios of the game called `name`, file by file.

    They lie beside its rules (`engines/<name>/scenarios/`), not among the tests: an installed copy has them too,
    since a rulebook page demonstrates each clause with the scenarios that show it.
    """
    folder = Path(__file__).parents[1] / name / "scenarios"
    return [scenario for path in sorted(folder.glob("*.toml")) for scenario in read_file(path)]


def begin(scenario: Scenario, game: Game) -> State:
    """Return the state a scenario begins with, listening. Raises DataError for a position that cannot be."""
    data = scenario.data
    game = game.with_cards(data.get("card", ()), f"{scenario.where}, card")
    if "variant" in data:
        game = game.variant(**data["variant"])
    if "start" in data:
        state = game.new(
            tuple(data["start"].get("decks", list(game.decks)[:2])), data["start"].get("seed", 0), listen=True
        )
    else:
        position = dict(data.get("position", {}))
        if "chance" in data:  # the way to the first decision may ask for it already
            position["script"] = data["chance"]
        return game.position(position, scenario.where, listen=True)
    state.script = tuple(data.get("chance", ()))
    return state


class Run:
    """A scenario being carried out, step by step. `state` is where it stands, `played` the actions so far."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario, self.game = scenario, game
        self.passing = bool(scenario.data.get("passing", True))
        self.state = begin(scenario, game) if "deck" not in scenario.data else None
        self.played: list[Action] = []

    def step(self, number: int) -> None:
        """Carry out step `number` (from 0). Raises ScenarioError saying what differs."""
        row = self.scenario.steps[number]
        where = f"{self.scenario.where}, step {number + 1}"
        try:
            self._deck(row, where)
            if "do" in row:
                for _ in range(row.get("times", 1)):
                    self._do(row["do"])
            if "refused" in row:
                self._refused(row, where)
            if "legal" in row or "legal_has" in row or "legal_lacks" in row:
                self._legal(row, where)
            if "expect" in row:
                self._pass_windows()
            for text in (*row.get("expect", ()), *row.get("now", ())):
                assert self.state is not None
                problem = differs(self.state, text)
                if problem:
                    raise ScenarioError(f"{where}: {problem}")
        except (NotationError, IllegalAction) as error:
            raise ScenarioError(f"{where}: {error}") from error

    def _deck(self, row: Mapping[str, Any], where: str) -> None:
        if "deck_legal" not in row and "deck_refused" not in row:
            return
        game = self.game.with_cards(self.scenario.data.get("card", ()), f"{self.scenario.where}, card")
        reasons = game.check_deck(self.scenario.data["deck"])
        clauses = {reason.clause for reason in reasons}
        if "deck_refused" in row and row["deck_refused"] not in clauses:
            raise ScenarioError(
                f"{where}: the deck is not refused by {row['deck_refused']}, but by {sorted(clauses) or 'nothing'}."
            )
        if "deck_legal" in row and row["deck_legal"] != (not reasons):
            raise ScenarioError(f"{where}: the deck is {'refused: ' + reasons[0].fact if reasons else 'legal'}")

    def _do(self, text: str) -> None:
        assert self.state is not None
        self.played += play_line(self.state, text, self.passing)

    def _pass_windows(self) -> None:
        assert self.state is not None
        while self.passing and self.state.result is None and self.state.step.window:
            action = passing_action(self.state)
            self.state.apply(action)
            self.played.append(action)

    def _refused(self, row: Mapping[str, Any], where: str) -> None:
        state = self.state
        assert state is not None
        seat = SEAT_NAMES[row["by"]] if "by" in row else None
        try:
            actions = state.game.notation.read(state, row["refused"], seat)
            reasons, refused = _first_reasons(state, actions, seat)
        except PickRefused as error:
            reasons, refused = error.reasons, True
        if not refused:
            raise ScenarioError(f"{where}: {row['refused']} is not refused; it is legal here.")
        wanted = row.get("clause")
        if wanted and wanted not in {reason.clause for reason in reasons}:
            rendered = "; ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
            raise ScenarioError(f"{where}: {row['refused']} is refused, but not by {wanted}: {rendered}")

    def _legal(self, row: Mapping[str, Any], where: str) -> None:
        state = self.state
        assert state is not None
        written = {_plain(state.text(action)) for action in state.actions}
        for key, ok in (
            ("legal", lambda w: w == written),
            ("legal_has", lambda w: w <= written),
            ("legal_lacks", lambda w: not w & written),
        ):
            if key in row and not ok({_plain(text) for text in row[key]}):
                raise ScenarioError(f"{where}: legal are {sorted(written)}, {key} says {row[key]}.")


def play_line(state: State, text: str, passing: bool = True) -> list[Action]:
    """Play a text that may name several actions and their picks, as `play_text` does; return what was played."""
    return [action for part in state.game.notation.expand(text) for action in play_text(state, part, passing)]


def play_text(state: State, text: str, passing: bool = True) -> list[Action]:
    """Play one action given as text, passing open windows first if allowed; return what was played.

    Raises NotationError or IllegalAction; a pick that the flow has made by itself is skipped, once.
    """
    played: list[Action] = []
    another: NotationError | None = None
    if state.unasked is None:
        state.unasked = []
    while True:
        window = passing and state.result is None and state.step.window
        action: Action = ()
        problem: NotationError | None = None
        try:
            action = state.game.notation.read(state, text)[0]
        except PickRefused as error:
            another = another or error
        except NotationError as error:
            problem = error
        if action in state.actions:
            state.apply(action)
            return [*played, action]
        if state.game.notation.made_by_itself(state, text):
            return played
        if not window:
            if another or problem:
                raise another or problem  # type: ignore[misc]
            state.apply(action)  # says why it is refused
        played.append(passing_action(state))
        state.apply(played[-1])


def passing_action(state: State) -> Action:
    """Return the action that declines at the present decision."""
    return next(action for action in state.actions if action[0] == state.step.passing)


def _first_reasons(state: State, actions: Sequence[Action], seat: int | None) -> tuple[list[Reason], bool]:
    """Return why the first action that cannot be played is refused, and whether there is one."""
    here = state.copy()
    for at, action in enumerate(actions):
        if action not in here.actions or (at == 0 and seat not in (None, here.seat_to_act)):
            return here.game.why_not(here, action, seat if at == 0 else None), True
        here.apply(action)
    return [], False


def _plain(text: str) -> str:
    return re.sub(r'" 1(?!\d)', '"', text).casefold()


# Expectations.

_FORMS: list[tuple[re.Pattern[str], Any]] = []


Form = Callable[..., tuple[Any, Any]]


def _form(pattern: str) -> Callable[[Form], Form]:
    def add(function: Form) -> Form:
        _FORMS.append((re.compile(pattern), function))
        return function

    return add


def found(state: State, text: str) -> tuple[Any, Any]:
    """Return what expectation `text` looks at, as it is and as it should be. Raises DataError for an unknown form."""
    for pattern, function in _FORMS:
        match = pattern.fullmatch(text.strip())
        if match:
            actual, wanted = function(state, **match.groupdict())
            return actual, wanted
    raise DataError("expectation", f"{text!r} is of no known form.", "See docs/scenarios.md.")


def differs(state: State, text: str) -> str:
    """Return what is different from expectation `text`, or "" if it holds. Raises DataError for an unknown form."""
    actual, wanted = found(state, text)
    return "" if actual == wanted else f"expected {text}, found {actual!r}."


def holds(state: State, text: str) -> bool:
    """Return True if the expectation holds."""
    return not differs(state, text)


_SEAT = r"(?P<seat>P1|P2|you|rival)"


@_form(_SEAT + r"\.(?P<zone>\w+) = (?P<count>\d+)")
def _count(state: State, seat: str, zone: str, count: str) -> tuple[Any, Any]:
    return amount(state, seat, zone), int(count)


def amount(state: State, seat: str, what: str) -> Any:
    """Return a figure of a player (points, HP), else the number of cards in a zone. Raises DataError."""
    try:
        return state.game.rules.value(state, SEAT_NAMES[seat], what, "")
    except KeyError:
        return len(_zone(state, seat, what))


@_form(_SEAT + r"\.(?P<zone>\w+) = \[(?P<names>.*)\]")
def _names(state: State, seat: str, zone: str, names: str) -> tuple[Any, Any]:
    wanted = re.findall(r'"([^"]*)"', names)
    if any("," in name for name in wanted):
        return _marked(state, seat, zone, wanted)
    return sorted(_zone(state, seat, zone)), sorted(wanted)


@_form(_SEAT + r'\.(?P<zone>\w+) (?P<word>has|lacks) "(?P<name>[^"]*)"')
def _has(state: State, seat: str, zone: str, word: str, name: str) -> tuple[Any, Any]:
    return name in _zone(state, seat, zone), word == "has"


@_form(r"(?P<by>P1|P2) sees " + _SEAT + r"\.(?P<zone>\w+) = (?P<count>\d+) hidden")
def _hidden(state: State, by: str, seat: str, zone: str, count: str) -> tuple[Any, Any]:
    entries = _seen(state, by, seat, zone)
    return sum(1 for part in entries if part is None), int(count)


@_form(r"(?P<by>P1|P2) sees " + _SEAT + r"\.(?P<zone>\w+) = \[(?P<names>.*)\]")
def _sees(state: State, by: str, seat: str, zone: str, names: str) -> tuple[Any, Any]:
    return sorted(part for part in _seen(state, by, seat, zone) if part is not None), sorted(
        re.findall(r'"([^"]*)"', names)
    )


@_form(r"winner = (?P<seat>P1|P2|you|rival)")
def _winner(state: State, seat: str) -> tuple[Any, Any]:
    return state.result.winner if state.result else "nobody yet", SEAT_NAMES[seat]


@_form(r"draw")
def _draw(state: State) -> tuple[Any, Any]:
    return state.result is not None and state.result.winner is None, True


@_form(r"not over")
def _not_over(state: State) -> tuple[Any, Any]:
    return state.result, None


@_form(r"by (?P<clause>[A-Z]+-\S+)")
def _by(state: State, clause: str) -> tuple[Any, Any]:
    return state.result.clause if state.result else "no result", clause


@_form(r"step = (?P<name>\w+)")
def _step(state: State, name: str) -> tuple[Any, Any]:
    return state.step.name, name


@_form(r"turn = (?P<number>\d+)")
def _turn(state: State, number: str) -> tuple[Any, Any]:
    return state.turn, int(number)


@_form(r"(?P<what>player|decides) = " + _SEAT)
def _who(state: State, what: str, seat: str) -> tuple[Any, Any]:
    if what == "player":
        return state.view(0).get("turn_player"), SEAT_NAMES[seat]
    return state.decision.seat if state.decision else "nobody", SEAT_NAMES[seat]


@_form(r"(?P<no>not )?fired (?P<clause>\S+)")
def _fired(state: State, no: str | None, clause: str) -> tuple[Any, Any]:
    return any(event.clause == clause for event in state.events or ()), no is None


@_form(r'can "(?P<name>[^"]*)" = (?P<wanted>yes|no)')
def _can(state: State, name: str, wanted: str) -> tuple[Any, Any]:
    able = any(f'"{name}"' in state.text(action) and state.game.kinds[action[0]].targets for action in state.actions)
    return "yes" if able else "no", wanted


@_form(r"(?:" + _SEAT + r' )?(?P<noun>\w+) "(?P<name>[^"]*)" = (?P<wanted>\S+)')
def _value(state: State, seat: str | None, noun: str, name: str, wanted: str) -> tuple[Any, Any]:
    try:
        actual = state.game.rules.value(state, SEAT_NAMES[seat] if seat else None, noun, name)
    except KeyError:
        return f"no {noun} of {name} there", wanted
    return actual, int(wanted) if re.fullmatch(r"-?\d+", wanted) else wanted


def _zone(state: State, seat: str, zone: str) -> list[str]:
    try:
        return state.game.rules.zone(state, SEAT_NAMES[seat], zone)
    except KeyError:
        raise DataError("expectation", f"there is no zone {zone!r}.") from None


def _seen(state: State, by: str, seat: str, zone: str) -> list[str | None]:
    entries = state.view(SEAT_NAMES[by])["players"][SEAT_NAMES[seat]][zone]
    if isinstance(entries, int):
        return [None] * entries
    return [
        part["card"] if isinstance(part, dict) else part if isinstance(part, str) else None
        for part in entries
        if part is not False
    ]


def _marked(state: State, seat: str, zone: str, wanted: Sequence[str]) -> tuple[Any, Any]:
    entries = state.view(SEAT_NAMES[seat])["players"][SEAT_NAMES[seat]][zone]
    known = state.game.rules.marks
    left = list(entries)
    for text in wanted:
        name, marks = entry(text, {word: value is None for word, (_, value) in known.items()}, "expectation")
        fits = [
            (known[word][0], number if known[word][1] is None else known[word][1]) for word, number in marks.items()
        ]
        found = next((part for part in left if part["card"] == name and all(part.get(k) == v for k, v in fits)), None)
        if found is None:
            break
        left.remove(found)
    else:
        if not left:
            return True, True
    return [_describe(part, known) for part in entries], list(wanted)


def _describe(part: Mapping[str, Any], marks: Mapping[str, tuple[str, Any]]) -> str:
    words = [word for word, (key, value) in marks.items() if value is not None and part.get(key) == value]
    return ", ".join([str(part.get("card")), *words])


def check(scenario: Scenario, game: Game) -> State | None:
    """Carry out a whole scenario and return its last state. Raises a TebikiError that says what differs and where."""
    run = Run(scenario, game)
    for number in range(len(scenario.steps)):
        run.step(number)
    return run.state
