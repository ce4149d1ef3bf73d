"""Questions for a class: steps of lessons and questions of practice with two to four answers, one of them right.

Each is run in the same session as in its lesson or in practice, so the position, the reply to every answer, and the
events on the board come from the engine, as on a learner's own page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engines.errors import DataError
from tutor.boards.presentation import load_look
from tutor.classroom.asking import LETTERS as ALL_LETTERS
from tutor.classroom.asking import AnswerVerdict, ClassQuestion, VerdictFact
from tutor.courses import loader as courses
from tutor.embed import still
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.event_films import FilmStep, run_script
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.loader import Lesson, Step, expected_answers, find_lesson, read_lesson
from tutor.lessons.page import open_session
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.spotting import SpotStep
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import LogEntry, Playthrough
from tutor.messages import shapes
from tutor.practice.makers import remake_question
from tutor.practice.question import lesson_with
from tutor.practice.starters import load_starters
from tutor.text import format_message, page_language

LETTERS = ALL_LETTERS[:4]
"""The letters of the answers, one for each card that learners can raise."""
PRACTICE = "practice"
"""The chapter with the stored practice questions; it is not a lesson."""
POSED_KINDS = ("predict", "why", "spot", "which")
"""The kinds of step that can be put to a class."""
MOST_SHOWN = 4
"""Maximum number of cards beside a question on a phone."""
ANSWERING_HINTS = re.compile(r"(?:Answer|Predict|Mark|Click|Pick|Say|Foretell|Find|Choose)\b[^.?!:]*[.?!]\s*")
"""Matches instructions in a step for answering on its own page, which do not apply to a class."""


class QuestionChapter(NamedTuple):
    """A source of questions, with its title: a lesson by name, or practice."""

    id: str
    title: str


class ListedQuestion(NamedTuple):
    """A question in the list to choose from."""

    id: str
    title: str
    ask: str
    choices: tuple[str, ...]


class PlayedFrame(NamedTuple):
    """A moment played by the engine: the board, what happened, and the clause behind it."""

    scene: shapes.Scene
    text: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class PosedQuestion:
    """A question with the step behind it. part : which prediction of the step is asked, for steps with several."""

    question: ClassQuestion
    lesson: Lesson
    step: Step
    part: int
    marks: tuple[tuple[str, ...], ...] = ()
    """For a step in which things are marked, the things that each answer marks."""

    @property
    def is_prediction(self) -> bool:
        """Whether the question asks what will happen."""
        return self.step.kind == "predict"

    def board(self) -> shapes.Scene:
        """Return the board before any answer."""
        return open_session(self.lesson, self.step).scene()

    def played(self, letter: str) -> list[PlayedFrame]:
        """Return the moments that the engine plays for an answer, in order."""
        run = open_session(self.lesson, self.step)
        if isinstance(run, PredictStep):
            run.roll(run.happened, run.start)
            return _film(run)
        at = LETTERS.index(letter)
        if isinstance(run, WhichStep):
            return _marked(run, self.marks[at] or self.marks[LETTERS.index(self.question.right)])
        if isinstance(run, SpotStep):
            return _line(run, at)
        picked = run.places[at] if isinstance(run, WhyStep) else at
        run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(picked)]})
        run.check()
        return [PlayedFrame(run.scene(), run.feedback["title"] if run.feedback else "")]


def question_chapters(game: str) -> list[QuestionChapter]:
    """Return the chapters of a game: its lessons, and practice if there are stored questions.

    Lessons that are one growing game are left out: their texts refer to what happened earlier in the game. So are those
    in which no step has answers to choose from.
    """
    lessons = [
        one
        for one in courses.course_lessons(game)
        if not any("play" in row for row in one.rows) and any(row["kind"] in POSED_KINDS for row in one.rows)
    ]
    found = [QuestionChapter(one.name, one.title) for one in lessons]
    return (
        [*found, QuestionChapter(f"{game}/{PRACTICE}", format_message("ask.practice", page_language()))]
        if load_starters(game)
        else found
    )


@cache
def list_questions(chapter: str) -> tuple[ListedQuestion, ...]:
    """Return the questions of a chapter, in order. Raises DataError if the chapter is unknown."""
    game, _, name = chapter.partition("/")
    found = []
    for at, lesson in _lessons(game, name):
        for step in lesson.steps:
            for part in range(len(step.get("parts")) if step.kind == "predict" else 1):
                posed = _posed(f"{chapter}/{at or step.id}/{part}", lesson, step, part)
                if posed is not None:
                    asked = posed.question
                    found.append(ListedQuestion(asked.id, asked.title, asked.ask, asked.choices))
    return tuple(found)


def pose_question(id: str) -> PosedQuestion:
    """Return the question with an id made of chapter, step and part. Raises DataError if it is unknown."""
    chapter, _, tail = id.partition("/")
    name, _, tail = tail.partition("/")
    where, _, part = tail.rpartition("/")
    if chapter in courses.games_by_place() and part.isdecimal() and len(part) < 3:
        found = _practice(chapter, where) if name == PRACTICE else _step(f"{chapter}/{name}", where)
        one = _posed(id, *found, int(part)) if found is not None else None
        if one is not None:
            return one
    raise DataError("ask", f"there is no question {id[:80]!r}.", "Choose one of the list.")


def _lessons(game: str, name: str) -> Iterator[tuple[str, Lesson]]:
    """Yield the lessons of a chapter with their ids: a single lesson, or one for each stored question."""
    if name == PRACTICE:
        for kept in load_starters(game).values():
            yield kept.id, lesson_with(kept, PRACTICE)
    else:
        yield "", read_lesson(find_lesson(f"{game}/{name}"))


def _step(name: str, id: str) -> tuple[Lesson, Step] | None:
    lesson = read_lesson(find_lesson(name))
    return lesson, lesson.step(id)


def _practice(game: str, id: str) -> tuple[Lesson, Step] | None:
    kept = remake_question(game, id) or load_starters(game).get(
        id
    )  # questions stored in one language may not exist in another
    if kept is None:
        return None
    lesson = lesson_with(kept, PRACTICE)
    return lesson, lesson.steps[0]


def _posed(id: str, lesson: Lesson, step: Step, part: int) -> PosedQuestion | None:
    """Turn a step into a question; return None unless it has two to four answers, exactly one of them right."""
    run = open_session(lesson, step)
    if isinstance(run, PredictStep) and part >= len(run.step.get("parts")):
        return None
    made = _made(run, part)
    if made is None or not 2 <= len(made.choices) <= len(LETTERS) or sum(one.right for one in made.verdicts) != 1:
        return None
    told = f"{ANSWERING_HINTS.sub('', str(step.get('text')) + ' ')} {made.told}".strip()
    shown, game = _moment(run.scene(), made.refs), lesson.game.name
    asked = (told, made.ask, made.choices, made.verdicts, shown, run.language)
    return PosedQuestion(ClassQuestion(id, game, str(step.get("title")), *asked), lesson, step, part, made.marks)


class _Made(NamedTuple):
    ask: str
    choices: tuple[str, ...]
    verdicts: tuple[AnswerVerdict, ...]
    refs: tuple[str, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()
    told: str = ""


def _facts(told: list[shapes.Fact]) -> tuple[VerdictFact, ...]:
    """Return a session's reasons without duplicates."""
    return tuple(dict.fromkeys(VerdictFact(str(one["fact"]), str(one["clause"])) for one in told))


def _predict(run: PredictStep, at: int) -> _Made | None:
    part = run.step.get("parts")[at]
    options = expected_answers(part)
    truth, words = run.truth(part["of"]), part.get("say", {})
    facts = _facts([*run.decides(part), *run.undecided(part)])
    after = str(run.step.get("after", ""))
    verdicts = (
        AnswerVerdict(one == truth, "", facts, after if one == truth else str(words.get(one) or words.get("other", "")))
        for one in options
    )
    choices = tuple(_large(run.words_of(part["of"], one)) for one in options)
    named = _named(run.scene(), " ".join((str(run.step.get("text")), part["ask"], *choices)))
    return _Made(part["ask"], choices, (*verdicts,), named)


def _why(run: WhyStep) -> _Made | None:
    verdicts = []
    for at in run.places:
        run.reset()
        run.answered([str(at)])
        run.check()
        told = run.feedback
        assert told is not None
        verdicts.append(AnswerVerdict(told["tone"] == "right", told["title"], _facts(told["facts"]), told["say"]))
    run.reset()
    choices = tuple(str(run.step.get("choice")[at]["text"]) for at in run.places)
    return _Made(str(run.step.get("goal")), choices, (*verdicts,), (*run.look_hint(),))


def _spot(run: SpotStep) -> _Made | None:
    if len(run.lines) > len(LETTERS):
        return None
    choices, verdicts = [], []
    for at, line in enumerate(run.lines):
        run.reset()
        run.answered([str(at)])
        told = run.feedback
        assert told is not None
        whose = format_message("lesson.you" if line.speaker == LEARNER else "lesson.rival", run.language)
        choices.append(f"{whose}: {words_for_notation(line.text, run.lesson.game)}")
        right = told["tone"] == "right"
        title = told["title"] if right else format_message("ask.keeps", run.language, letter=LETTERS[at])
        verdicts.append(AnswerVerdict(right, title, _facts(told["facts"]), told["say"]))
    run.reset()
    return _Made(format_message("ask.spot", run.language), (*choices,), (*verdicts,))


def _which(run: WhichStep) -> _Made | None:
    """Turn a step with two things into "which, both or neither?"; with more than two, only if at most one is right."""
    items = run.items()
    refs, names = [ref for ref, _, _ in items], [name for _, name, _ in items]
    right = tuple(ref for ref, _, action in items if run.legal(action))
    alone = {ref: _facts(run.judged_alone(name, action)) for ref, name, action in items}
    marks: list[tuple[str, ...]] = [(ref,) for ref in refs]
    if len(items) == 2:
        marks, names = (
            [*marks, (*refs,), ()],
            [*names, *(format_message(f"ask.{one}", run.language) for one in ("both", "none"))],
        )
    elif len(right) > 1 or len(set(names)) < len(names):
        return None
    elif len(items) < len(LETTERS):
        marks, names = [*marks, ()], [*names, format_message("ask.none", run.language)]
    every = tuple(fact for facts in alone.values() for fact in facts)
    verdicts = (AnswerVerdict(one == right, "", alone[one[0]] if len(one) == 1 else every) for one in marks)
    ask, goal = format_message("ask.which", run.language), str(run.step.get("goal"))
    return _Made(ask, tuple(names), (*verdicts,), (*refs,), (*marks,), goal)


def _made(run: Session, part: int) -> _Made | None:
    """Turn a step into a question; return None for a kind of step that cannot become one."""
    match run:
        case PredictStep():
            return _predict(run, part)
        case WhyStep():
            return _why(run)
        case SpotStep():
            return _spot(run)
        case WhichStep():
            return _which(run)
    return None


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


# Display.


def _named(scene: shapes.Scene, words: str) -> tuple[str, ...]:
    """Return the references of the cards on the table that a text names."""
    cards = [card for player in scene["players"] for zone in player["zones"] for card in zone["cards"]]
    return tuple(card["ref"] for card in cards if card["face"] and not card["down"] and card["face"] in words)


def _moment(scene: shapes.Scene, refs: tuple[str, ...]) -> str:
    """Return the cards that a question is about as static HTML, with their states in words; "" if there are none."""
    cards = {card["ref"]: card for player in scene["players"] for zone in player["zones"] for card in zone["cards"]}
    found = [cards[ref] for ref in dict.fromkeys(refs) if ref in cards and cards[ref]["face"]][:MOST_SHOWN]
    return still.cards_html(scene["faces"], found) if found else ""


def _film(run: FilmStep) -> list[PlayedFrame]:
    frames = [PlayedFrame(run.scene())]
    for at, one in enumerate(run.reel, 1):
        run.seek(at)
        frames.append(PlayedFrame(run.scene(), run.table.narrate(one.event), one.event.clause))
    return frames


def _line(run: SpotStep, at: int) -> list[PlayedFrame]:
    """Return the frames of one line of a log: the position in which it was spoken, and its events or the refusal."""
    text, state, reasons = run.lines[at][:3]
    table = Playthrough(state, LEARNER, run.table.names, run.table.notes, run.table.shown, language=run.language)
    said, scene = words_for_notation(text, run.lesson.game), table.picture(state, 0)
    if reasons:
        refused = scene | {"marks": scene["marks"] | dict.fromkeys(_named(scene, text)[:1], "refused")}
        return [PlayedFrame(scene, said), PlayedFrame(refused, reasons[0].fact, reasons[0].clause)]
    return [PlayedFrame(scene, said), *_told(table, run_script(table, [text]))]


def _told(table: Playthrough, happened: list[LogEntry]) -> list[PlayedFrame]:
    """Return a frame for each event on the table."""
    frames = []
    for one in happened:
        told = table.narrate(one.event)
        frames.append(PlayedFrame(table.picture(one.state, 0, now=told), told, one.event.clause))
    return frames


def _marked(run: WhichStep, refs: tuple[str, ...]) -> list[PlayedFrame]:
    """Return the frames of trying the marked actions one after the other; if none is marked, of trying each."""
    frames = []
    tried = [(name, action) for ref, name, action in run.items() if ref in refs] or [one[1:] for one in run.items()]
    for name, action in tried:
        run.reset()
        text = run.table.state.game.notation.write(run.table.state, action, run.table.viewer)
        attempt = run.table.read_try(text)
        frames.append(PlayedFrame(run.scene(), f"{name}: {words_for_notation(text, run.lesson.game)}"))
        if attempt is not None and attempt.reasons:
            run.tried(attempt)
            frames.append(PlayedFrame(run.stage()["scene"], attempt.reasons[0].fact, attempt.reasons[0].clause))
        else:
            frames += _told(run.table, run_script(run.table, [text]))
    return frames


def game_title(game: str) -> str:
    """Return the title of a game."""
    return str(load_look(game)["title"])
