"""Finds the clauses that decide a question, which are shown with its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engines.errors import TebikiError
from tutor.lessons.answering import WhichStep
from tutor.lessons.building import BuildStep
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.page import open_session
from tutor.lessons.session import LEARNER
from tutor.matches.playthrough import LogEntry
from tutor.practice.aims import aim_of, state_in_game
from tutor.practice.legality import ABSENCE_ERRORS, is_allowed
from tutor.practice.question import Question, lesson_with

Clauses = tuple[str, ...]


def deciding_clauses(question: Question) -> Clauses:
    """Return the clauses that decide a question, or those of its counter-rule if they cannot be narrowed down."""
    lesson = lesson_with(question)
    run = open_session(lesson, lesson.steps[0])
    aim = aim_of(lesson.game, question.aim)
    if isinstance(run, PredictStep):
        try:
            believed = open_session(replace(lesson, game=aim.patched(lesson.game)), lesson.steps[0])
        except (TebikiError, *ABSENCE_ERRORS):  # the scene cannot be played by the counter-rule
            return question.clauses
        found = [*_apart(run, believed)]
        meant = tuple(clause for clause in aim.clauses if clause in found)
        return meant or _each([*aim.clauses, *(clause for clause in run.rests_on() if clause in found)])
    if isinstance(run, BuildStep):  # a learner may overlook any of the deck's faults
        return _each([clause for clause in aim.clauses if clause in run.rule_hint()]) or _each(run.rule_hint())
    refused = _apart_marks(run, question) if isinstance(run, WhichStep) else run.rule_hint()[:1]
    return _each(refused) or question.clauses


def _each(clauses: Sequence[str]) -> Clauses:
    return tuple(dict.fromkeys(clauses))


def _apart_marks(run: WhichStep, question: Question) -> list[str]:
    """Return the clauses that refuse what the counter-rule allows."""
    state = run.table.state
    other = aim_of(state.game, question.aim).patched(state.game)
    moved = state_in_game(state, other)
    return [
        reason.clause
        for _, _, action in run.items()
        if moved is not None and is_allowed(other, moved, LEARNER, action)
        for reason in state.why_not(action, LEARNER)
    ]


def _apart(run: Any, believed: Any) -> Iterator[str]:
    """Yield the clauses of events that occur in only one of two games; first those of `run`."""
    for one, other in ((run, believed), (believed, run)):
        known = [_said(entry) for entry in other.happened]
        yield from (entry.event.clause for entry in one.happened if _said(entry) not in known)


def _said(entry: LogEntry) -> object:
    event = entry.event
    return event.kind, event.seat, repr(sorted(event.facts.items(), key=str))
