"""Growing games: a lesson that is a single game from its beginning, compiled into steps, each with a position.

Each step is a stop in the game. `play` lists the moves before the stop, and `line` the learner's moves there (or
several lines, one of which is enough). A stop begins where the line of the previous stop ended, so its file gives no
position: the game is played once when the lesson is read, and its moments are recorded. Afterwards a stop is a step
like any other.

Lines are written as in scripts, with four additions: `end turn` declines whatever is left of the turn, `pass windows`
passes in the response windows that are open, a star stands for the first number that makes a legal move (`core *`), and
`tried X` is a try that is refused at that moment.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.checking import scenarios
from engines.errors import DataError, TebikiError
from engines.game import Game
from engines.kernel.state import Action, State

LEARNER = 0
NEXT_CHOICE = "next choice"
"""The `when` of a stop whose film ends where somebody is asked next."""
END_TURN, PASS_WINDOWS, TRIED, ANY_NUMBER = "end turn", "pass windows", "tried ", "*"
MOST_NUMBERS = 20
"""The largest number that a star may stand for."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of a growing game, as positions.

    before : the position in which `play` begins. position : the position in which the learner decides. tries : the
    tries in the first line, each with the requirements that refuse it at that moment. met : the kinds of action that
    have been played or tried by the end of the first line, by either player.
    """

    before: dict[str, Any]
    position: dict[str, Any]
    tries: dict[str, frozenset[str]]
    met: frozenset[str]


def document_of(state: State) -> dict[str, Any]:
    """Return the state at one moment of a game as a position."""
    return tomllib.loads(state.position())


def lines_of(row: Row) -> list[list[str]]:
    """Return the lines of a stop, each a list of moves; a single empty line if the stop has none."""
    lines = row.get("line", [])
    return [list(line) for line in lines] if lines and not isinstance(lines[0], str) else [list(lines)]


def play_stops(game: Game, table: Row, rows: Iterable[Row], where: str) -> list[Stop]:
    """Play a growing game along the first line of each stop.

    Raises DataError, naming the stop and the line, if a line cannot be played.
    """
    state = game.position({key: value for key, value in table.items() if key != "text"}, f"{where}, table")
    found, met = [], set[str]()
    for row in rows:
        at = f"{where}, step {row.get('id')!r}"
        before = document_of(state)
        play_line_of(state, row.get("play", ()), f"{at}, play", met)
        position = document_of(state)
        play_line_of(state, row.get("script", ()), f"{at}, script", met)
        tries = play_line_of(state, lines_of(row)[0], f"{at}, line", met)
        close_stop(row, state)
        found.append(Stop(before, position, tries, frozenset(met)))
    return found


def play_line_of(
    state: State, line: Sequence[str], where: str, met: set[str] | None = None
) -> dict[str, frozenset[str]]:
    """Play a line; return its tries with the requirements that refuse them. Raises DataError if it cannot be played.

    met : the set to which the kinds of action of the line are added.
    """
    tries, kinds = {}, set[str]() if met is None else met
    for text in line:
        try:
            if text.startswith(TRIED):
                wished = text.removeprefix(TRIED)
                tries[wished] = refused_by(state, wished)
                kinds.add(state.game.notation.read(state, wished, LEARNER)[0][0])
            else:
                kinds.update(action[0] for action in play_move(state, text))
        except TebikiError as error:
            raise DataError(where, f"{text!r} cannot be played: {error}", "Change the line or the table.") from None
    return tries


def moves_of(line: Sequence[str], state: State) -> list[Action]:
    """Return the actions of the moves of a line, without its tries, up to the first that cannot be played."""
    here, found = state.copy(), list[Action]()
    for text in line:
        try:
            found += [] if text.startswith(TRIED) else play_move(here, text)
        except TebikiError:
            break
    return found


def play_move(state: State, text: str) -> list[Action]:
    """Play one move of a line and return its actions.

    Raises TebikiError if it cannot be played; `state` is then unusable.
    """
    if text == END_TURN:
        turn, played = state.turn, list[Action]()
        while state.result is None and state.turn == turn:
            passing = _declining(state)
            if passing is None:
                raise DataError(text, "something must be decided before the turn can end.", "Say what.")
            state.apply(passing)
            played.append(passing)
        return played
    if state.result is not None:
        raise DataError(text, "the game is over.", "End the line earlier.")
    if text == PASS_WINDOWS:
        pass_windows(state)
        return []
    if ANY_NUMBER in text:
        text = next((one for one in _numbered(text) if _runs(state, one)), text)
    return scenarios.play_line(state, text)


def _declining(state: State) -> Action | None:
    """Return the action that declines; in a pick, the one that picks nothing more. None if something must be chosen."""
    declining = [action for action in state.actions if action[0] == state.step.passing]
    stopping = [action for action in state.actions if len(action) == 1] if state.step.pick else []
    return next(iter(declining or stopping), None)


def _numbered(text: str) -> list[str]:
    return [text.replace(ANY_NUMBER, str(number)) for number in range(1, MOST_NUMBERS + 1)]


def _runs(state: State, text: str) -> bool:
    try:
        scenarios.play_line(state.copy(), text)
    except TebikiError:
        return False
    return True


def refused_by(state: State, text: str) -> frozenset[str]:
    """Return the requirements that refuse the learner's try. Raises DataError if none does."""
    action = state.game.notation.read(state, text, LEARNER)[0]
    reasons = state.why_not(action, LEARNER)
    if not reasons:
        raise DataError(text, "it is allowed at this moment.", "Ask for a try that is refused.")
    return frozenset(reason.requirement for reason in reasons)


def close_stop(row: Row, state: State) -> None:
    """Pass in the response windows that a stop leaves open.

    A stop at which nothing is played leaves its window open: the next stop answers in it. So does one whose film ends
    at the next choice.
    """
    if (row.get("script") or row.get("line")) and row.get("when") != NEXT_CHOICE:
        pass_windows(state)


def pass_windows(state: State) -> None:
    """Pass in all open response windows, since nothing more is to be done in them."""
    while state.result is None and state.step.window:
        state.apply(scenarios.passing_action(state))
