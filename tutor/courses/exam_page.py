"""The page of an exam: an introduction, the questions one by one on the board, and a report to print."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import engines
from engines.errors import DataError
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.courses import exam
from tutor.courses.drawing import has_enough_questions
from tutor.courses.exam import SECONDS, Exam, GivenAnswer
from tutor.courses.exam_question import ExamQuestion, answer_in_words, clauses_to_tell, replay_answer_to
from tutor.courses.loader import load_course
from tutor.event_log import Event
from tutor.lessons.session import Session
from tutor.lessons.spotting import SpotStep
from tutor.lessons.verdicts import VerdictFacts
from tutor.matches import feedback
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.messages.commands import command
from tutor.navigation.links import course_link
from tutor.navigation.page_header import page_bar
from tutor.text import end_sentence, format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

QUIET_TONES = ("info",)
"""The tones of feedback that reveal nothing about the answer."""
ALLOWED_COMMANDS = ("check", "reset", "seek")
"""The commands of a step that an exam allows: no hints, no clauses, no reasons."""
CLOCK_GRACE = 3.0
"""Seconds by which the browser's clock may be ahead of this one."""


def open_exam(game: str) -> Page:
    """Return the exam of a game: twenty new questions, ten minutes, closed book, and a report to print.

    >>> tutor.exam("altaria")

    Raises DataError for an unknown game.
    """
    return ExamPage(game, wanted_language()).page


class ExamPage:
    """One learner taking the exam of one game.

    The page shows `mode` ("intro", "running" or "report"), `title`, and by mode: `facts`, `buttons`, `parts`,
    `results`; `left` (seconds), `place`, `count`; `verdict`, `rows`, `seen`. Its child is the board.
    """

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = engines.load(game), language
        self.exam: Exam | None = None
        self.next: Exam | None = None  # an exam whose first question is being made
        self.session: Session | None = None
        self.asked: ExamQuestion | None = None
        self.pending: list[str | int] | None = None  # a line that was clicked, but not submitted
        self.stage = Stage(mode="lesson")
        self.stage.on_message(self._on_stage)
        self.who, self.unsaved = "", ""
        self.events: tuple[Event, ...] = ()
        self._read()
        self.page = Page("exam", language, bar=self._bar())
        self.page.answer_with(self)
        self.introduce()

    def say(self, key: str, **facts: object) -> str:
        """Return words of this page in the learner's language."""
        return format_message(f"exam.{key}", self.language, **facts)

    def _bar(self) -> shapes.Bar:
        return page_bar(self.game, "exam.place", self.language)

    def _read(self) -> None:
        try:
            self.who = progress.learner_id()
            self.events = progress.read_log(self.who).events
        except progress.ProgressError as error:
            self.who, self.events, self.unsaved = (
                "",
                (),
                format_message("lesson.unsaved", self.language, why=str(error)),
            )

    def _keep(self, note: Callable[..., object], *more: object) -> None:
        """Write to the log, if there is one; the page shows an error if that fails."""
        if not self.who:
            return
        try:
            note(self.who, *more)
        except progress.ProgressError as error:
            self.unsaved = format_message("lesson.unsaved", self.language, why=str(error))

    # Before.

    def introduce(self) -> None:
        """Show what the exam is, before it begins."""
        name = self.game.name
        ready = has_enough_questions(name, exam.COUNT)
        if ready:
            self.next = exam.new_exam(name)
            self.next.prepare()
        half = exam.unfinished_exam(self.events, name) if ready else None
        buttons = [{"name": "begin", "text": self.say("begin"), "primary": half is None}] if ready else []
        if half is not None:
            done = self.say("go_on_note", done=half.place, count=exam.COUNT, minutes=_minutes(half.left))
            buttons.insert(0, {"name": "again", "text": self.say("go_on"), "primary": True, "note": done})
            buttons[1]["text"] = self.say("anew")
        self._show(
            mode="intro",
            title=self.say("title", game=load_look(name)["title"]),
            facts=[self.say(f"fact_{key}", **self._figures()) for key in ("questions", "time", "closed", "pass")]
            if ready
            else [self.say("too_few", count=exam.COUNT)],
            parts=[part.lesson.title for part in load_course(name).parts if part.lesson.sort == "lesson"],
            buttons=buttons,
            back={"text": self.say("to_course"), "href": course_link(name)},
            results=[
                {
                    "day": datetime.fromisoformat(one.time.replace("Z", "+00:00")).strftime("%Y-%m-%d"),
                    "text": self.say("result", right=one.right, count=one.count),
                    "passed": one.passed,
                    "word": self.say("passed" if one.passed else "not_passed"),
                }
                for one in exam.exam_results(self.events, name)[-5:][::-1]
            ],
        )

    def _figures(self) -> dict[str, int]:
        return {"count": exam.COUNT, "minutes": SECONDS // 60, "needed": exam.answers_needed(exam.COUNT)}

    def _show(self, child: Stage | None = None, **data: object) -> None:
        with self.page.hold_sync():
            self.page.data = {**data, "notice": self.unsaved}
            self.page.child = child

    @command("begin")
    def _begin(self) -> None:
        """Begin a new exam."""
        if has_enough_questions(self.game.name, exam.COUNT):
            self.exam, self.next = self.next or exam.new_exam(self.game.name), None
            self._keep(exam.log_begin, self.exam)
            self.ask()

    @command("again")
    def _resume(self) -> None:
        """Continue the unfinished exam."""
        if half := exam.unfinished_exam(self.events, self.game.name):
            self.exam = half
            self.ask()

    @command("time")
    def _end_in_time(self) -> None:
        """End the exam when its time is up."""
        if self.exam and self._used() >= self.exam.left - CLOCK_GRACE:
            self.report()

    @command("leave")
    def _leave(self) -> None:
        """Leave the report."""
        self._read()
        self.exam, self.session = None, None
        self.page.bar = self._bar()
        self.introduce()

    @command("see")
    def _see_if_over(self, place: int) -> None:
        """Open a question of the report, by its number."""
        if self.exam and self.session is None:
            self.see(place)

    # The questions.

    def ask(self) -> None:
        """Ask the next question; after the last one, or when the time is up, show the report."""
        assert self.exam is not None
        if self.exam.over:
            self.report()
            return
        self.asked = self.exam.asked(self.exam.place)
        self.session, self.pending = self.asked.session(self._heard), None
        self.session.stamp = self.page_stamp()
        self.begun = time.monotonic()
        self._draw()
        self._show(
            self.stage,
            mode="running",
            title=self.say("title", game=load_look(self.game.name)["title"]),
            left=self.exam.left,
            seconds=SECONDS,
            place=self.exam.place + 1,
            count=exam.COUNT,
        )
        self.page.bar = {}
        if self.exam.place + 1 < exam.COUNT:
            self.exam.prepare()

    def page_stamp(self) -> int:
        """Return a stamp that no question on this stage has used."""
        return int(self.stage.scene.get("stamp", 0)) + 1

    def _used(self) -> float:
        """Return the seconds that the current question has taken so far."""
        return time.monotonic() - self.begun

    def _on_stage(self, message: StageClick) -> None:
        if self.session is None or self.exam is None:
            return
        if self._used() > self.exam.left + CLOCK_GRACE:
            self.report()
            return
        name = message["name"] if message["type"] == "command" else ""
        if name == "skip":
            self._take("wrong", ())
        elif message["type"] == "answer" and isinstance(self.session, SpotStep):
            self.pending = [str(one) for one in message["picks"][:1]] if isinstance(message["picks"], list) else None
            self._draw()
        elif name == "check" and isinstance(self.session, SpotStep):
            if self.pending:
                self.session.answered(self.pending)
        elif message["type"] == "answer" or name in ALLOWED_COMMANDS:
            self.session.handle(message)
            if self.session is not None:
                self._draw()

    def _heard(self, verdict: str, facts: VerdictFacts) -> None:
        """Take the first verdict of a question as its answer."""
        if verdict in ("right", "wrong"):
            self._take(verdict, tuple(facts.get("actions", ())))

    def _take(self, verdict: str, actions: tuple[str, ...]) -> None:
        if self.exam is None or self.asked is None or self.session is None:
            return
        given = GivenAnswer(self.exam.place, self.asked.id, verdict, actions, round(self._used(), 1))
        self.session = None
        if self.who:
            self._keep(exam.log_answer, self.exam, self.asked, given)
        if len(self.exam.answers) == given.place:
            self.exam.answers.append(given)
        self.ask()

    def _draw(self) -> None:
        """Draw the question: the board and the task, without anything that would help."""
        assert self.session is not None
        assert self.exam is not None
        drawn = self.session.stage()
        coach = drawn["coach"]
        shown = coach["feedback"]
        controls: list[shapes.Control] = [
            {"name": "check", "label": self.say("answer"), "primary": True, "enabled": True},
            {"name": "skip", "label": self.say("skip"), "primary": False, "enabled": True},
        ]
        coach |= {
            "place": self.say("question", place=self.exam.place + 1, count=exam.COUNT),
            "hints": None,
            "ticks": [],
            "controls": controls,
            "feedback": shown if shown and shown["tone"] in QUIET_TONES and not shown.get("facts") else None,
        }
        if self.pending and (choices := coach["choices"]):
            for item in choices["items"]:
                item["state"] = "picked" if item["id"] in self.pending else ""
        steps: list[shapes.Dot] = [
            {"title": "", "state": "now" if at == self.exam.place else "done" if at < self.exam.place else "todo"}
            for at in range(exam.COUNT)
        ]
        with self.stage.hold_sync():
            self.stage.scene, self.stage.coach = drawn["scene"], coach
            self.stage.events, self.stage.panel = [], {}
            self.stage.bar = self._bar() | {"steps": steps, "fixed": True}

    # After.

    def report(self) -> None:
        """Show what was asked, answered and missed; questions not reached count as missed."""
        assert self.exam is not None
        over = self.exam
        if self.session is not None and self.asked is not None:
            over.answers.append(GivenAnswer(over.place, self.asked.id, "wrong", (), 0.0))
        self.session = None
        self._keep(exam.log_end, over)
        self.page.bar = self._bar()
        self._report()

    def _report(self, seen: int = -1) -> None:
        assert self.exam is not None
        over = self.exam
        minutes = _minutes(min(over.seconds, SECONDS))
        told = [self.say("report_text", needed=exam.answers_needed(exam.COUNT), minutes=minutes)]
        if over.place < exam.COUNT:
            told.append(self.say("not_reached", count=exam.COUNT - over.place))
        self._show(
            self.stage if seen >= 0 else None,
            mode="report",
            title=self.say("report_title", game=load_look(self.game.name)["title"]),
            passed=over.passed,
            verdict=self.say("verdict", right=over.right, count=exam.COUNT),
            word=self.say("passed" if over.passed else "not_passed"),
            text=" · ".join(told),
            day=time.strftime("%Y-%m-%d"),
            rows=[self._row(one) for one in over.answers if self._is_here(one)],
            seen=seen,
            back={"text": self.say("to_course"), "href": course_link(self.game.name)},
        )

    def _is_here(self, given: GivenAnswer) -> bool:
        """Return False for a question that the makers no longer make, since the exam was left."""
        try:
            return self.exam is not None and bool(self.exam.drawer.again(given.id))
        except DataError:
            return False

    def _row(self, given: GivenAnswer) -> dict[str, object]:
        asked = self.exam.drawer.again(given.id)  # type: ignore[union-attr]
        run = replay_answer_to(asked, given.actions)
        return {
            "place": given.place,
            "right": given.right,
            "word": self.say("right" if given.right else "missed"),
            "kind": format_message(f"lesson.kind.{asked.step.kind}", self.language),
            "title": asked.step.get("title"),
            "text": asked.step.get("text"),
            "goal": asked.step.get("goal"),
            "answer": answer_in_words(run, given.actions) or self.say("nothing" if given.right else "no_answer"),
            "solution": "" if given.right else answer_in_words(run, asked.right) or self.say("nothing"),
            "clauses": [
                {"id": one["id"], "title": end_sentence(one["title"]), "text": one["text"]}
                for one in feedback.known_entries(self.game, list(clauses_to_tell(asked, run, given.right)))
            ][:4],
        }

    def see(self, place: int) -> None:
        """Show a question of the report on the board again, with the verdict on the answer that was given.

        A question without an answer is shown with the right one.
        """
        assert self.exam is not None
        if not (0 <= place < len(self.exam.answers) and self._is_here(self.exam.answers[place])):
            return
        given = self.exam.answers[place]
        asked = self.exam.drawer.again(given.id)
        run = replay_answer_to(asked, given.actions or asked.right)
        run.stamp = self.page_stamp()
        drawn = run.stage()
        told = drawn["coach"]["feedback"]
        if told and not (given.right or given.actions):  # the verdict is on the right answer, which was not given
            told |= {"tone": "info", "title": self.say("left_out")}
        with self.stage.hold_sync():
            self.stage.scene = drawn["scene"]
            self.stage.coach = drawn["coach"] | {"controls": [], "hints": None, "place": ""}
            self.stage.events, self.stage.panel, self.stage.bar = drawn["events"], drawn["panel"], {}
        self._report(place)


def _minutes(seconds: float) -> int:
    """Return seconds in whole minutes, at least one."""
    return max(1, round(seconds / 60))
