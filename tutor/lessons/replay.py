"""Replays a logged answer: the engine must allow the logged actions, and the verdict must be the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import engines
from engines.errors import Reason, TebikiError
from tutor.event_log import EXAM_NAMES, Event
from tutor.lessons import answering, arguing, foretelling, pointing, repairing, spotting
from tutor.lessons.goals import TRIED_PREFIX
from tutor.lessons.loader import FOLDER, Lesson, Step, read_lesson
from tutor.lessons.own_turn import TurnStep
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.rails import OWN_TABLE
from tutor.lessons.session import Session
from tutor.lessons.verdicts import VerdictFacts
from tutor.messages.clicks import Picks

if TYPE_CHECKING:
    from tutor.practice.question import Question

JUDGED_VERDICTS = ("right", "wrong", "refused")
NO_VERDICT = ""
"""The verdict if an answer gets none, because the step continues."""


@dataclass(frozen=True, slots=True)
class ReplayedAnswer:
    """The result of a replayed answer: the verdict, the engine's facts, and the clauses."""

    verdict: str
    why: str = ""
    clauses: tuple[str, ...] = ()


def is_consistent(event: Event) -> bool:
    """Return False if the lesson step and the engine contradict an event.

    Return True also if the event cannot be replayed: it is of another kind, or its step does not exist here.
    """
    again = replay_answer(event)
    return again is None or again.verdict == event.verdict


def replay_answer(event: Event) -> ReplayedAnswer | None:
    """Replay an answer and return its result; None if that is impossible.

    It is impossible for a stop of a growing game that began from the learner's own table, since the log does not
    contain the table.
    """
    return _played_again(replace(event, time="", learner="", hints=0, seconds=0.0))


@cache
def _played_again(event: Event) -> ReplayedAnswer | None:
    if event.verdict not in JUDGED_VERDICTS:
        return None
    try:
        found = step_of(event)
    except TebikiError:  # a question about a rule that no longer exists
        found = None
    if found is None:
        return None
    lesson, step = found
    again: ReplayedAnswer | None
    try:
        if not _tells(event):
            return ReplayedAnswer(NO_VERDICT, "the answer tells something else about beliefs.")
        if step.kind in ("do", "solve", "turn"):
            heard: list[tuple[str, ...]] = []
            run = open_session(
                lesson, step, lambda _, facts: heard.append(tuple(facts.get("clauses", ()))), int(event.seed)
            )
            assert isinstance(run, DoStep)
            moved = _moved(run, event)
            again = replace(moved, clauses=moved.clauses or (heard[-1] if heard else ()))
        else:
            again = None if event.verdict == "refused" else _answered(lesson, step, event)
    except TebikiError as error:
        again = ReplayedAnswer(NO_VERDICT, str(error))
    if step.before is not None and event.seed == OWN_TABLE and again is not None and again.verdict != event.verdict:
        return None
    return again


def step_of(event: Event) -> tuple[Lesson, Step] | None:
    """Return the step that an event is about; None if it does not exist here.

    A practice question is generated again; a step that belongs neither to a lesson nor to practice is a mined puzzle.
    """
    where = event.lesson.removeprefix(f"{event.game}/")
    if event.game not in engines.names():
        return None
    if where in EXAM_NAMES and event.step.startswith("turn/"):
        return _turn(event.game, event.step.removeprefix("turn/"))
    if where in EXAM_NAMES and event.step.startswith("step/"):
        name, _, id = event.step.removeprefix("step/").rpartition("/")
        return _step(name, id)
    if where in ("practice", "review", *EXAM_NAMES):
        return _made(event)
    return _mined(event.game, event.step) if where == "mined" else _step(event.lesson, event.step)


def _step(name: str, id: str) -> tuple[Lesson, Step] | None:
    lesson = _lesson(name)
    step = next((step for step in lesson.steps if step.id == id), None) if lesson else None
    return (lesson, step) if lesson and step else None


def _made(event: Event) -> tuple[Lesson, Step] | None:
    """Generate a practice question again; return None if the makers now generate a different one, or possibly do.

    An event of an earlier version does not say what was asked, so nothing can be said against it.
    """
    from tutor.practice.question import lesson_with

    question = _question(event.game, event.step)
    if question is None or question.form != event.form or question.options != event.options:
        return None
    if set(question.clauses) != set(event.clauses):
        return None
    lesson = lesson_with(question)
    return lesson, lesson.steps[0]


@cache
def _question(game: str, id: str) -> Question | None:
    from tutor.practice.makers import MAKERS, remake_question

    return remake_question(game, id) if id.split("/")[0] in MAKERS else None


def _tells(event: Event) -> bool:
    """Return True if the answer to a practice question reveals the beliefs that the event records.

    An event that records a belief which the question no longer tests was logged with an earlier form of it, and counts
    as right.
    """
    if event.lesson != f"{event.game}/practice" or event.verdict not in ("right", "wrong"):
        return True
    question = _question(event.game, event.step)
    if question is None or not {*event.agrees, *event.differs} <= set(question.beliefs):
        return True
    told = set(question.agreeing(event.actions)), set(question.differing(event.actions))
    return told == (set(event.agrees), set(event.differs))


def _turn(game: str, id: str) -> tuple[Lesson, Step] | None:
    """Return a whole turn from an exam."""
    from tutor.practice.maker_own_turn import lesson_with_turn, whole_turns

    puzzle = next((one for one in whole_turns(game) if one.id == id), None)
    lesson = lesson_with_turn(puzzle) if puzzle else None
    return (lesson, lesson.steps[0]) if lesson else None


def _mined(game: str, id: str) -> tuple[Lesson, Step] | None:
    """Return a mined puzzle."""
    from tutor.puzzles import store
    from tutor.puzzles.puzzle import lesson_of_puzzles

    puzzle = (
        next((one for one in store.load_puzzles(game) if one.id == id), None)
        if game in store.games_with_puzzles()
        else None
    )
    lesson = lesson_of_puzzles(game, [puzzle]) if puzzle else None
    return (lesson, lesson.steps[0]) if lesson else None


@cache
def _lesson(name: str) -> Lesson | None:
    path = next((path for path in FOLDER.glob("*/*.toml") if f"{path.parent.name}/{path.stem}" == name), None)
    return read_lesson(path) if path else None


# Steps with moves.


def _moved(run: DoStep, event: Event) -> ReplayedAnswer:
    actions = event.actions
    if isinstance(run, TurnStep) and event.verdict != "refused":
        run.refused = [text.removeprefix(TRIED_PREFIX) for text in actions if text.startswith(TRIED_PREFIX)]
        actions = tuple(text for text in actions if not text.startswith(TRIED_PREFIX))
    *moves, last = (*actions, "") if event.verdict != "refused" else actions or ("",)
    while moves:
        count = count_as_one(run, moves)
        text = run.table.state.game.notation.contract(moves[:count])
        if not make_move(run, text):
            return ReplayedAnswer(
                NO_VERDICT, f"{text}: {_against(run, text) or 'the step was over before, or it is none here.'}"
            )
        del moves[:count]
    if event.verdict == "refused":
        why, clauses = _against(run, last), tuple(reason.clause for reason in _reasons(run, last))
        return ReplayedAnswer("refused" if why else NO_VERDICT, why or f"{last}: nothing forbids it.", clauses)
    if run.lost:
        return ReplayedAnswer("wrong", "the goal is lost.")
    if not run.done and not run.reached:
        return ReplayedAnswer(NO_VERDICT, "the goal is not reached.")
    invited = [text.removeprefix(TRIED_PREFIX) for text in run.open_ticks() if text.startswith(TRIED_PREFIX)]
    tried = [reason.clause for text in invited for reason in _reasons(run, text)]  # the log records such a try last
    return ReplayedAnswer("right", clauses=tuple(dict.fromkeys(tried)))


def count_as_one(run: DoStep, texts: list[str]) -> int:
    """Return how many of the first texts form one move, since an action and its picks may be logged separately."""
    contract = run.table.state.game.notation.contract
    longest = {move.text: len(move.actions) for move in run.table.moves()}
    return next((count for count in range(len(texts), 1, -1) if longest.get(contract(texts[:count])) == count), 1)


def make_move(run: DoStep, text: str) -> bool:
    """Make the move in `text`, and play all answers to it; return False if there is no such move."""
    number = next((at for at, move in enumerate(run.table.moves()) if move.text == text), None)
    if number is None or run.lost or run.done:
        return False
    run.act(number)
    return True


def _against(run: Session, text: str) -> str:
    """Return the reasons against a try as text; "" if there are none, or if the text is no try here."""
    return " ".join(f"{reason.fact} ({reason.clause})" for reason in _reasons(run, text))


def _reasons(run: Session, text: str) -> Sequence[Reason]:
    attempt = run.table.read_try(text)
    return attempt.reasons if attempt else ()


# Steps with answers.


def _answered(lesson: Lesson, step: Step, event: Event) -> ReplayedAnswer | None:
    """Answer a step as logged; return None if the log lacks the answer, or the step's options have changed since."""
    if {*event.actions} & {*(step.get("was") or ())}:
        return None
    plain = open_session(lesson, step)
    ways = next((ways for kind, ways in CLICKS_BY_KIND.items() if isinstance(plain, kind)), None)
    if ways is None or not event.actions:
        return None
    heard: list[ReplayedAnswer] = []
    for picks in ways(plain, event.actions):
        run = open_session(lesson, step, lambda verdict, facts: heard.append(_told(verdict, facts)), int(event.seed))
        run.answered(picks)
        if not run.feedback:  # some answers are judged at the first click
            run.check()
    if not heard:
        return ReplayedAnswer(NO_VERDICT, "it is none of the answers.")
    return next((one for one in heard if one.verdict == event.verdict), heard[0])


def _told(verdict: str, facts: VerdictFacts) -> ReplayedAnswer:
    return ReplayedAnswer(verdict, clauses=tuple(dict.fromkeys(facts.get("clauses", ()))))


def _marked(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    return [list(actions)]


def _chosen(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    texts = [choice["text"] for choice in run.step.get("choice")]
    return [[str(texts.index(text))] for text in actions[:1] if text in texts]


def _foretold(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    parts: dict[str, str | int] = {}
    for text in actions:
        part, found, option = text.partition(": ")
        if found:
            parts[part] = option
    return [parts] if len(parts) == len(run.step.get("parts")) else []


def _clicked(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    assert isinstance(run, spotting.SpotStep)
    return [[str(at)] for at, text in enumerate(run.texts()) if actions[:1] == (text,)]


def _repaired(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    texts = [change["text"] for change in run.step.get("changes")]
    return [[str(texts.index(text)) for text in actions]] if {*actions} <= {*texts} else []


def _argued(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    assert isinstance(run, arguing.ArgueStep)
    ids = {line["text"]: id for id, line in run.all_lines()}
    return [[ids[text] for text in actions]] if {*actions} <= {*ids} else []


def _pointed(run: Session, actions: tuple[str, ...]) -> list[Picks]:
    return [[*actions[0].removeprefix("0: ").split()]] if actions else []


CLICKS_BY_KIND: dict[type[Session], Callable[[Session, tuple[str, ...]], list[Picks]]] = {
    answering.WhichStep: _marked,
    answering.WhyStep: _chosen,
    arguing.ArgueStep: _argued,
    pointing.PointStep: _pointed,
    foretelling.PredictStep: _foretold,
    foretelling.OrderStep: _marked,
    spotting.SpotStep: _clicked,
    repairing.RepairStep: _repaired,
}
"""For each kind of step, a function that returns the possible clicks behind a logged answer."""
