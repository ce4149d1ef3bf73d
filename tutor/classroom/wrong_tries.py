"""Wrong tries: for an answer or a refused move in a log, the moves in words, with the clauses that forbid them.

Lesson steps are replayed in their sessions, so the report relies on the engine and not on the log. A try that the goal
of a step invites is not wrong: the learner is meant to be refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import engines
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.state import Action
from engines.variants.counter_rules import by_id, move_to_game
from tutor.beliefs.continuations import PLAY_ERRORS
from tutor.event_log import Event
from tutor.learners.learner_standing import question_targets
from tutor.learners.model import is_practice
from tutor.lessons.answering import WhichStep, judge_mark
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.page import ASKED_KINDS, open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.replay import count_as_one, make_move, replay_answer, step_of
from tutor.lessons.session import Session
from tutor.matches.phrases import words_for_notation
from tutor.text import format_message, page_language


class WrongTry(NamedTuple):
    """One wrong try: in words, and the clauses that forbid it.

    beliefs : for a refused move, the beliefs that would have allowed it.
    """

    words: str
    clauses: tuple[str, ...]
    beliefs: tuple[str, ...] = ()


def right_answer_clauses(event: Event) -> tuple[str, ...]:
    """Return the clauses that a right answer rests on, determined by replaying it in the engine.

    If the log does not contain the answer, it cannot be replayed, and () is returned.
    """
    if not event.actions and event.kind in ASKED_KINDS:
        return ()
    again = None if is_practice(event) else replay_answer(event)
    return known_clauses(event.game, event.clauses if again is None else again.clauses)


def find_wrong_tries(event: Event) -> tuple[WrongTry, ...]:
    """Return what was wrong with an answer or a refused move; () if the try was invited."""
    return _misses(replace(event, time="", learner="", hints=0, seconds=0.0, run="", place=0))


@cache
def _misses(event: Event) -> tuple[WrongTry, ...]:
    if event.kind != "game" and not is_practice(event):
        try:
            found = step_of(event)
            run = open_session(*found, seed=int(event.seed)) if found else None
            told = _told(run, event) if run is not None else None
        except (TebikiError, LookupError, StopIteration):
            told = None
        if told is not None:
            return tuple(one._replace(clauses=known_clauses(event.game, one.clauses)) for one in told)
    return (WrongTry(_words(event), known_clauses(event.game, _about(event))),)


def _told(run: Session, event: Event) -> list[WrongTry] | None:
    """Return the wrong tries in an answer, according to its session; None if the session gives no reasons."""
    if isinstance(run, DoStep):
        return _move(run, event)
    if isinstance(run, WhichStep):
        return _marks(run, event.actions)
    if isinstance(run, PredictStep):
        return _foretold(run, event.actions)
    again = replay_answer(event)
    return None if again is None else [WrongTry(_words(event), again.clauses)]


def _move(run: DoStep, event: Event) -> list[WrongTry] | None:
    again = replay_answer(event)
    clauses = event.clauses if again is None else again.clauses
    if event.verdict != "refused":
        return [WrongTry(_words(event), clauses)]
    *moves, last = event.actions or ("",)
    while moves:
        count = count_as_one(run, moves)
        if not make_move(run, run.table.state.game.notation.contract(moves[:count])):
            return None
        del moves[:count]
    attempt = run.table.read_try(last)
    if attempt is None or not attempt.reasons:
        return None
    if run.invited_by(attempt):
        return []
    return [WrongTry(_words(event), clauses, _allowing(run, attempt.action, clauses))]


def _allowing(run: DoStep, action: Action, clauses: Iterable[str]) -> tuple[str, ...]:
    """Return the beliefs about these clauses under which a refused action is legal."""
    state, against, found = run.table.state, set(clauses), []
    seat = run.table.viewer
    for id, rule in by_id(state.game).items():
        if not rule.belief or not against & set(rule.clauses):
            continue
        try:
            there = move_to_game(state, rule.patched(state.game))
            if there.result is None and there.seat_to_act == seat and action in there.actions:
                found.append(id)
        except (*PLAY_ERRORS, TebikiError):
            continue
    return tuple(found)


def _marks(run: WhichStep, refs: tuple[str, ...]) -> list[WrongTry]:
    found = []
    for ref, name, action in run.items():
        how = judge_mark(ref in refs, run.legal(action))
        if how in ("wrong", "missed"):
            facts = run.judged_alone(name, action)
            found.append(WrongTry(_say(f"tried_{how}", name=name), tuple(one["clause"] for one in facts)))
    return found


def _foretold(run: PredictStep, actions: tuple[str, ...]) -> list[WrongTry]:
    given = dict(text.split(": ", 1) for text in actions if ": " in text)
    found = []
    for at, part in enumerate(run.step.get("parts")):
        option = given.get(str(at), "")
        if option and option != run.truth(part["of"]):
            words = _say("tried_foretold", ask=part["ask"], answer=run.words_of(part["of"], option))
            found.append(WrongTry(words, tuple(run.clauses_of(part["of"]))))
    return found


def _words(event: Event) -> str:
    """Describe a wrong answer in words."""
    kind = event.kind
    if kind in ("order", "build") or not event.actions:
        return _say(f"tried_{kind}") if kind in ("order", "build") else _say("tried_other")
    if is_practice(event) and kind in ("which", "predict"):
        return _say("tried_question")
    move = words_for_notation(event.actions[0] if kind in ("why", "spot") else event.actions[-1], _game(event.game))
    return _say("tried_spot", move=move) if kind == "spot" else move


def _about(event: Event) -> tuple[str, ...]:
    """Return the clauses that a wrong answer is about: those at which its question aimed, otherwise all."""
    aim = event.step.split("/")[1] if is_practice(event) and event.step.count("/") == 2 else ""
    aimed = question_targets(event.game).about.get(aim, ()) if aim else ()
    return tuple(id for id in event.clauses if id in aimed) or event.clauses


def known_clauses(game: str, clauses: Iterable[str]) -> tuple[str, ...]:
    """Return those ids that are clauses or rulings of a game, without repetitions."""
    book = _game(game).rulebook
    return tuple(id for id in dict.fromkeys(clauses) if id in book.clauses or id in book.rulings)


@cache
def _game(name: str) -> Game:
    return engines.load(name)


def _say(key: str, **facts: object) -> str:
    return format_message(f"report.{key}", page_language(), **facts)
