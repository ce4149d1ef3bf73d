"""The practice page: eight questions on the board, made for this learner, and a summary."""

from __future__ import annotations

import secrets
import time
from functools import partial

import engines
from engines.errors import DataError
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.courses.cards import met_sorts
from tutor.courses.course_standing import current_part, part_standings
from tutor.courses.loader import LessonOutline, load_course
from tutor.courses.shown_rules import first_step_about, shown_clauses
from tutor.learners.choosing import SITTING
from tutor.learners.learner_log import LogLearner
from tutor.learners.learner_standing import learner_standing
from tutor.learners.model import LearnerModel, present_moment
from tutor.lessons.session import Session
from tutor.lessons.verdicts import VerdictFacts
from tutor.matches import feedback
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.navigation.links import course_link, has_page, is_in_app, page_link, page_query
from tutor.practice.background import BackgroundValue
from tutor.practice.question import Question, session_of
from tutor.practice.sitting import (
    PRACTICE_LESSON,
    AnsweredQuestion,
    Sitting,
    missed_clauses,
    resume_sitting,
    right_clauses,
)
from tutor.summary import Summary
from tutor.text import format_message
from tutor.text import page_language as wanted_language

FEWEST = 3
"""Minimum number of questions in a sitting; a learner who has seen too little for these is offered a lesson first."""


def open_practice(game: str, seed: int | None = None) -> Practice:
    """Return the practice page of a game: eight questions made for this learner, then eight more.

    >>> tutor.questions("altaria")

    seed : gives the same questions as long as the learner's log is the same; also `?seed=` in the address. Raises
    DataError if the game is unknown.
    """
    wanted = page_query().get("seed", "")
    return Practice(game, int(wanted) if seed is None and wanted.isdecimal() else seed)


class Practice(Stage):
    """A sitting: question after question on the board, each followed by its answer, and a summary at the end."""

    def __init__(self, game: str, seed: int | None = None) -> None:
        super().__init__(mode="lesson")
        self.game, self.language = engines.load(game), wanted_language()
        self.learner: LogLearner | None = None
        self.who, self.unsaved = "", ""
        self.model = LearnerModel()
        self._read()
        self.stamp = 1
        self.fixed = seed
        self.on_message(self._arrived_from_page)
        self.begin(resume=True)

    # What is known about the learner.

    def _read(self) -> None:
        try:
            self.who = progress.learner_id()
            self.learner = LogLearner(self.who)
            self.model = self.learner.model
        except progress.ProgressError as error:
            self.who, self.unsaved = "", str(error)

    def _take_in(self) -> None:
        """Read the answers that this page has just logged, so that the model includes them."""
        if self.learner is not None:
            try:
                self.learner.refresh()
                self.model = self.learner.model
            except progress.ProgressError as error:
                self.unsaved = str(error)

    # A sitting.

    def begin(self, resume: bool = False) -> None:
        """Begin a sitting with its first question. resume : continue the unfinished sitting, if there is one."""
        self.summary = self.learner.summary if self.learner is not None else Summary()
        if self.fixed is None:
            name = self.game.name
            clauses, cards = shown_clauses(name, self.summary), met_sorts(name, self.summary)
            self.sitting = Sitting(name, secrets.randbelow(1 << 30), clauses, cards=cards)
            if resume:
                resume_sitting(self.sitting, self.model)
        else:  # the same questions for every learner
            self.sitting = Sitting(self.game.name, self.fixed)
        self.length = self.sitting.length(self.model)
        self.following: BackgroundValue[Question | None] | None = None
        self.similar: BackgroundValue[Question | None] | None = None
        self.awaited: BackgroundValue[Question | None] | None = None
        self.run: Session | None = None
        self.question: Question | None = None
        self.first: str | None = None  # the first verdict on the question
        said = format_message("practice.resumed", self.language) if self.sitting.answered else ""
        self.ask(self.sitting.next(self.model) if self.length >= FEWEST else None, said)

    def ask(self, question: Question | None, said: str = "") -> None:
        """Show a question, and prepare the next one while the learner thinks; None ends the sitting.

        said : text shown with the question.
        """
        self._stop_prefetching()
        self.question, self.first = question, None
        if question is None:
            self.finish()
            return
        self.run = session_of(question, self._judged)
        self.run.aims, self.run.asks_smaller = (question.aim,), True
        self.run.feedback = self.run.info(said) if said else None
        self.run.stamp = self.stamp + 1  # a stage must never receive the same stamp twice
        self.opened = time.monotonic()
        sitting, model = self.sitting, self.model
        self.following = BackgroundValue(partial(sitting.next, model, question))
        self._draw()

    def _stop_prefetching(self) -> None:
        for value in (self.following, self.similar):
            if value is not None:
                value.stop_work()
        self.following = self.similar = self.awaited = None

    def _arrived_from_page(self, message: StageClick) -> None:
        name = message.get("name") if message["type"] == "command" else None
        if name == "again":
            self.begin()
        elif name == "next" and self.question is not None and self.first is not None:
            self.go_on()
        elif name == "another" and self.similar is not None:
            self._show_when_ready(self.similar)
        elif self.run is not None and self.question is not None and name not in ("next", "goto"):
            self.run.handle(message)
            self._draw()

    def _show_when_ready(self, value: BackgroundValue[Question | None]) -> None:
        """Show a question computed in the background; while it is not ready, say that it is being made."""
        self.awaited = value
        value.when_ready(lambda: self._show_awaited(value))
        if self.awaited is value:
            self._draw()

    def _show_awaited(self, value: BackgroundValue[Question | None]) -> None:
        if self.awaited is not value:
            return
        question = value.take()
        if question is None and value is self.similar:
            self.go_on()
        else:
            self.ask(question)

    def go_on(self) -> None:
        """Show the next question, or the summary of the sitting."""
        if self.sitting.over:
            self.question = None
            self.finish()
        elif self.following is not None:
            self._show_when_ready(self.following)
        else:
            self.ask(self.sitting.next(self.model))

    def _judged(self, verdict: str, facts: VerdictFacts) -> None:
        question = self.question
        if question is None:
            return
        self._log(question, verdict, facts)
        if verdict not in progress.ANSWERS or self.first is not None:
            return
        self.first = verdict
        self.sitting.answered.append(AnsweredQuestion(question, verdict == "right"))
        self._take_in()
        sitting, model = self.sitting, self.model
        self._stop_prefetching()
        if not sitting.over:
            self.following = BackgroundValue(partial(sitting.next, model))
            if verdict == "wrong":
                self.similar = BackgroundValue(partial(sitting.another, question))

    def _log(self, question: Question, verdict: str, facts: VerdictFacts) -> None:
        if not self.who:
            return
        answer, judged = tuple(facts.get("actions", ())), verdict in progress.ANSWERS
        asked = judged or verdict == "odd"  # so that the class report can make the question again
        try:
            progress.append_event(
                self.who,
                game=question.game,
                lesson=f"{question.game}/{PRACTICE_LESSON}",
                step=question.id,
                kind=str(question.row["kind"]),
                verdict=verdict,
                actions=answer,
                clauses=question.clauses if asked else facts.get("clauses", ()),
                hints=facts.get("hints", 0),
                seconds=round(time.monotonic() - self.opened, 1),
                agrees=question.agreeing(answer) if judged else (),
                differs=question.differing(answer) if judged else (),
                options=question.options if asked else 0,
                form=question.form,
            )
        except progress.ProgressError as error:
            self.unsaved = str(error)

    # What is drawn.

    def _draw(self) -> None:
        assert self.run is not None
        self.stamp = self.run.stamp
        drawn = self.run.stage()
        with self.hold_sync():
            self.scene, self.coach = drawn["scene"], self._leading_on(drawn["coach"])
            self.events, self.panel = drawn["events"], drawn["panel"]
            self.bar = self._bar()

    def _leading_on(self, coach: shapes.Coach) -> shapes.Coach:
        """Return the coach with the progress of the sitting and, once the question is answered, the next steps."""
        controls = [control for control in coach["controls"] if control["name"] != "next"]
        if self.first is not None:
            again = self.run is not None and self.run.looks_again  # one more answer before the explanation
            controls = [
                control | {"primary": control["primary"] and (again or self.first is None)} for control in controls
            ]
            on = [self._control("next", primary=not again)]
            if self.similar is not None and not again:
                on = [self._control("another", primary=True), self._control("next")]
            if self.awaited is not None:
                on = [self._control("coming") | {"enabled": False}]
            step_on = self._step_on() if self.first == "wrong" and not again else []
            controls = [*controls, *on] if again else [*on, *step_on, *controls]
        place = format_message(
            "practice.place", self.language, place=self._place(), count=max(self.length, self._place())
        )
        shown = coach["feedback"]
        if self.unsaved and shown:
            shown = shown | {"say": f"{shown['say']} {self._unsaved()}".strip()}
        return coach | {"controls": controls, "place": place, "feedback": shown}

    def _step_on(self) -> list[shapes.Control]:
        """Return a link to the step of the course that teaches what was missed."""
        found = (
            first_step_about(self.game.name, self.question.clauses)
            if self.question is not None and is_in_app()
            else None
        )
        if found is None or not has_page(found[0].page):
            return []
        return [self._control("step") | {"href": page_link(found[0].page, step=found[1])}]

    def _place(self) -> int:
        return len(self.sitting.answered) + (self.first is None)

    def _control(self, name: str, primary: bool = False) -> shapes.Control:
        return {
            "name": name,
            "label": format_message(f"practice.control.{name}", self.language),
            "primary": primary,
            "enabled": True,
        }

    def _unsaved(self) -> str:
        return format_message("lesson.unsaved", self.language, why=self.unsaved)

    def _bar(self) -> shapes.Bar:
        if not is_in_app():
            return {}
        steps: list[shapes.Dot] = [
            {"title": str(one.question.row["title"]), "state": "done"} for one in self.sitting.answered
        ]
        if self.question is not None:
            here: shapes.Dot = {"title": str(self.question.row["title"]), "state": "now"}
            steps = [*steps, here] if self.first is None else [*steps[:-1], here]
        to_come: shapes.Dot = {"title": format_message("practice.to_come", self.language), "state": "todo"}
        return {
            "home": page_link(),
            "crumbs": [
                {"text": load_look(self.game.name)["title"], "href": course_link(self.game.name)},
                {"text": format_message("practice.title", self.language)},
            ],
            "steps": [*steps, *[to_come] * (self.length - len(steps))] if steps else [],
            "fixed": True,
        }

    # The end.

    def finish(self) -> None:
        """Show the summary of the sitting: what the learner knows, and what is due."""
        known = learner_standing(self.game.name, self.model, present_moment())
        facts = [self._fact("practice.right_now", id) for id in right_clauses(self.sitting)]
        facts += [self._fact("practice.due_again", id) for id in missed_clauses(self.sitting)]
        answered = self.sitting.answered
        title = format_message(
            "practice.over", self.language, right=sum(one.right for one in answered), count=len(answered)
        )
        key = "standing" if known.known else "standing_new"
        text = format_message(
            f"practice.{key}", self.language, known=len(known.known), met=len(known.met), due=len(known.due)
        )
        again, lesson = [self._control("again", primary=True)], self._lesson_first()
        if not answered:
            title, text = (
                format_message("practice.nothing", self.language),
                format_message("practice.nothing_text", self.language),
            )
        if lesson is not None:
            if answered:
                text = f"{text} {format_message('practice.little', self.language, title=lesson.title)}"
            else:
                title = format_message("practice.first", self.language)
                text = format_message("practice.first_text", self.language, title=lesson.title)
            again = [self._control("lesson", primary=True) | {"href": page_link(lesson.page)}] if is_in_app() else []
        belief = f"{known.beliefs[0].sentence} " if known.beliefs else ""
        leave = [self._control("home") | {"href": course_link(self.game.name)}] if is_in_app() else []
        came_to = self.nothing_said() | {"title": format_message("practice.came_to", self.language), "facts": facts}
        with self.hold_sync():
            self.coach = {
                "kind": format_message("practice.title", self.language),
                "place": format_message("practice.place_end", self.language) if answered else "",
                "title": title,
                "text": f"{belief}{text}",
                "goal": "",
                "ticks": [],
                "feedback": came_to if answered or self.unsaved else None,
                "hints": None,
                "choices": None,
                "controls": [*again, *leave],
            }
            self.scene = self.scene | {"moves": [], "question": None, "now": title, "quiet": True, "marks": {}}
            self.events, self.panel, self.bar = [], {}, self._bar()

    def _lesson_first(self) -> LessonOutline | None:
        """Return the lesson to continue with, if too little has been shown for a full sitting."""
        if self.fixed is not None or self.length >= SITTING:
            return None
        here = current_part(part_standings(load_course(self.game.name), self.summary))
        return here.part.lesson if here is not None else None

    def nothing_said(self) -> shapes.Feedback:
        """Return feedback that says nothing, or only that progress is not stored."""
        unsaved = self._unsaved() if self.unsaved else ""
        return {"tone": "info", "title": "", "tried": "", "facts": [], "say": unsaved, "principle": ""}

    def _fact(self, key: str, clause: str) -> shapes.Fact:
        try:
            entry = feedback.clause_entry(self.game, clause)
        except DataError:
            entry = {"id": clause, "title": clause, "text": ""}
        return {
            "fact": format_message(key, self.language, title=entry["title"]),
            "clause": entry["id"],
            "clause_title": entry["title"],
            "clause_text": entry["text"],
            "repair": "",
        }
