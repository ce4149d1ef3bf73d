"""A scenario as a demonstration: the steps that test the rules, shown as pictures to step through."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engines.book.toml_schema import SEAT_NAMES
from engines.checking.scenarios import Scenario, ScenarioRun, begin_scenario
from engines.errors import NotationError, Reason, TextRefused
from engines.game import Game
from engines.kernel.listener import Event, Listener
from engines.kernel.state import State
from tutor.matches import feedback
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.messages import shapes
from tutor.text import format_message

PLAYER_NAMES = ("You", "Rival")


@dataclass(slots=True)
class DemonstrationFrame:
    """One picture: the table, the event that led to it (or the refused try), and its clause.

    refusal : the coach's feedback on a refused try, None for an event. marks : cards to mark. checked : what the
    scenario asserts at this point, in words.
    """

    state: State
    text: str
    clause: str
    seat: int
    event: Event | None = None
    refusal: shapes.Feedback | None = None
    marks: dict[str, str] = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Demonstration:
    """A scenario or game as it was played: the table before it, and a frame for each event."""

    scenario: Scenario | None
    game: Game
    begin: State
    frames: list[DemonstrationFrame]


def is_deck(scenario: Scenario) -> bool:
    """Return True for a scenario that checks a deck and so has no table to show."""
    return "deck" in scenario.data


def scenario_title(scenario: Scenario) -> str:
    """Return the name of a scenario without the number of its worked example."""
    return re.sub(r"^[A-Z]+-?\d+( [a-z](?= ))? ", "", scenario.name)


def film_scenario(scenario: Scenario, game: Game, language: str = "en") -> Demonstration:
    """Play a scenario and return its film. Raises ScenarioError if it fails."""
    run = ScenarioRun(scenario, game)
    assert run.state is not None
    begun = _film(run)
    frames = _pictures(run.state, 0, language)
    for number, row in enumerate(scenario.steps):
        seen = len(run.state.events or ())
        run.step(number)
        happened = _pictures(run.state, seen, language)
        over = run.state.result
        if over is not None and not happened:  # the end of the game is the only event
            happened = [
                DemonstrationFrame(run.state.copy(), run.state.why_over(language), over.clause, over.winner or 0)
            ]
        frames += happened
        if "refused" in row:
            frames.append(_refused(run.state.copy(), row, language))
        for key in ("legal", "legal_has"):
            if key in row:
                text = format_message(
                    "book.legal_now", language, moves=", ".join(words_for_notation(one, game) for one in row[key])
                )
                frames.append(DemonstrationFrame(run.state.copy(), text, "", run.state.seat_to_act))
        checked = [_plain(text) for text in (*row.get("expect", ()), *row.get("now", ()))]
        if frames:
            frames[-1].checked += checked
    return Demonstration(scenario, game, begun, frames)


def _film(run: ScenarioRun) -> State:
    """Replay a run from the start, recording a film of it.

    Return the state before the run's opening automatic steps.
    """
    decided = run.state
    assert decided is not None
    run.state = begin_scenario(run.scenario, run.game, run=False)
    begun = run.state.copy()
    run.state.listen(film=True)
    run.state.run()
    run.state.script = decided.script
    return begun


def _pictures(state: State, seen: int, language: str) -> list[DemonstrationFrame]:
    """Return a picture for every event after the first `seen`; the last one shows the final table."""
    events, film = state.events or [], state.film or []
    frames = [
        DemonstrationFrame(picture, _narrate(picture, event, language), event.clause, event.seat, event)
        for event, picture in zip(events[seen:], film[seen:], strict=True)
    ]
    if frames:  # an event may be recorded before its card has moved
        frames[-1].state = state.copy()
        frames[-1].state.listener = Listener(path=list(state.path or ()))
    return frames


def _narrate(state: State, event: Event, language: str) -> str:
    return state.game.narrate(event, 0, language)


def _refused(state: State, row: Any, language: str) -> DemonstrationFrame:
    """Return the picture of a refused try: of its first action that the rules refuse."""
    seat = SEAT_NAMES[row["by"]] if "by" in row else state.seat_to_act
    attempt, here = _attempt(state, row["refused"], seat, language)
    said = feedback.refusal_feedback(here.game, attempt, language=language)
    text = format_message("book.refused", language, title=said["title"])
    clauses = [reason.clause for reason in attempt.reasons]
    clause = row.get("clause") if row.get("clause") in clauses else (clauses or [""])[0]
    return DemonstrationFrame(here, text, clause, seat, refusal=said, marks=dict.fromkeys(attempt.refs[:1], "refused"))


def _attempt(state: State, text: str, seat: int, language: str) -> tuple[Attempt, State]:
    try:
        actions = state.game.notation.read(state, text, seat, whole=True)
    except TextRefused as error:
        return Attempt(error.action, text, error.reasons), state
    except NotationError:
        return Attempt((), text, []), state
    here, reasons, action = state.copy(), [], actions[0]
    for at, action in enumerate(actions):
        reasons = here.why_not(action, seat if at == 0 else None, language)
        if reasons or at == len(actions) - 1:
            break
        here.apply(action)
    refs = [ref for places in Playthrough(here, viewer=seat).places(action) for ref in places[:1]]
    return Attempt(action, text, [Reason(*reason) for reason in reasons], tuple(refs)), here


def _plain(text: str) -> str:
    """Return an expectation in familiar words: `P2.cores = 7` becomes "Rival's cores = 7"."""
    text = re.sub(r"\bP1\.", "your ", re.sub(r"\bP2\.", "the rival's ", text))
    text = re.sub(r"\bP1\b", "you", re.sub(r"\bP2\b", "the rival", text))
    return text.replace('"', "")
