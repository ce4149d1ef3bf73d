"""A lesson as a page: one stage that shows its steps in turn, and the learner's progress."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from engines.game import Game
from engines.kernel.state import State
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.lessons import (
    answering,
    arguing,
    building,
    chance_steps,
    event_films,
    foretelling,
    game,
    own_turn,
    playing,
    pointing,
    rails,
    repairing,
    spotting,
)
from tutor.lessons.answer_places import derive_seed
from tutor.lessons.loader import Lesson, Step, find_lesson, read_lesson, state_of
from tutor.lessons.session import Session
from tutor.lessons.stop_films import StopFilm
from tutor.lessons.verdicts import VerdictFacts, VerdictListener
from tutor.matches.kept_games import WARNINGS_SWITCH
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.navigation.links import course_link, is_in_app, page_link, page_query
from tutor.text import format_message, page_language

ASKED_KINDS = ("which", "predict", "why", "order", "spot", "repair", "point", "count", "argue")
"""The kinds of step that are answered once, after which nothing more is played."""
SESSIONS: dict[str, type[Session]] = {
    "watch": event_films.WatchStep,
    "do": playing.DoStep,
    "solve": playing.DoStep,
    "turn": own_turn.TurnStep,
    "play": game.PlayStep,
    "which": answering.WhichStep,
    "predict": foretelling.PredictStep,
    "why": answering.WhyStep,
    "repair": repairing.RepairStep,
    "order": foretelling.OrderStep,
    "spot": spotting.SpotStep,
    "build": building.BuildStep,
    "point": pointing.PointStep,
    "count": pointing.CountStep,
    "argue": arguing.ArgueStep,
}


def open_session(lesson: Lesson, step: Step, listener: VerdictListener | None = None, seed: int = 0) -> Session:
    """Return a session for a step. seed : see `Session`. Raises DataError if the step cannot be played."""
    kind = chance_steps.BestChanceStep if step.least is not None else SESSIONS[step.kind]
    return kind(lesson, step, listener, page_language(), seed)


class LessonPage:
    """A lesson opened on a page. In the app one stage shows the current step; in Lab each cell shows its own step.

    >>> lesson = open_lesson("altaria/04_attacking")
    >>> lesson.step("two-cores")
    Stage(step=attack, nothing to decide)
    """

    def __init__(self, lesson: Lesson, learner: str | None = None, keep: bool = True, place: str = "") -> None:
        """Open a lesson.

        keep : whether to store the learner's progress. place : a name under which a whole game is kept if progress is
        not stored; "" to keep none.
        """
        self.lesson, self.keep, self.place = lesson, keep, place
        self.learner, self.unsaved = "", ""  # unsaved : why progress is not stored
        self.done: set[str] = set()  # the ids of the steps that are done, here or earlier
        if keep:
            self.learner, summary, self.unsaved = progress.load_progress(learner or "")
            found = summary.lessons.get(lesson.name)
            self.done |= set(found.done if found else ())
        self.stages: dict[str, Stage] = {}
        self.sessions: dict[str, Session] = {}
        self.shown: Stage | None = None

    def __repr__(self) -> str:
        return f"Lesson({self.lesson.title!r}, {len(self.lesson.steps)} steps, about {self.lesson.minutes} minutes)"

    def step(self, id: str) -> Stage | None:
        """Return the stage of a step.

        In the app only the first call returns a stage, which then leads through all steps; other calls return None.

        Raises DataError if the id is unknown.
        """
        step = self.lesson.step(id)
        if not is_in_app():
            return self.stage_of(step)
        if self.shown is not None:
            return None
        self.shown = self.stage_of(self.first_step(step))
        return self.shown

    def state(self, id: str, game: Game | None = None) -> State:
        """Return the position in which a step begins, to be queried, played or drawn.

        game : other rules to use, such as `tutor.without("ALT-12.6")` or a variant of the game.
        """
        lesson = self.lesson if game is None else replace(self.lesson, game=game)
        return state_of(lesson, lesson.step(id))

    def first_step(self, default: Step) -> Step:
        """Return the step that the address asks for (?step=), otherwise the first one that is not done."""
        wanted = page_query().get("step", "")
        for step in self.lesson.steps:
            if wanted in (step.id, str(step.number)):
                return step
        return next((step for step in self.lesson.steps if step.id not in self.done), default)

    def stage_of(self, step: Step) -> Stage:
        """Return a stage that shows a step."""
        stage = Stage(mode="lesson")
        self._open(stage, step)
        stage.on_message(lambda message: self._handle(stage, message))
        return stage

    def _open(self, stage: Stage, step: Step) -> None:
        self.stages[step.id] = stage
        opening = ""
        if self.lesson.grows:
            step = self._stop_on(step)
            film = StopFilm(self.lesson, step, language=page_language())
            if film.beats:
                self._show(stage, step, film)
                return
            opening = film.coach()["text"]
        self._begin(stage, step, opening=opening)

    def _stop_on(self, step: Step) -> Step:
        """Return a step; a stop begins from the learner's own table, if the game can continue from there."""
        before = self.sessions.get(self.lesson.steps[step.number - 2].id) if step.number > 1 else None
        own = rails.next_stop(self.lesson, before.step, before.state_left()) if before and before.done else None
        return own or step

    def _begin(self, stage: Stage, step: Step, earlier: Sequence[shapes.EventLine] = (), opening: str = "") -> None:
        """Start a step on a stage. earlier : the events seen before it. opening : words that no film has shown."""
        seed = derive_seed(self.learner, self.lesson.name, step)
        opened = open_session(self.lesson, step, lambda verdict, facts: self._log(step, verdict, facts), seed)
        opened.earlier, opened.opening, opened.asks_smaller = list(earlier), opening, True
        if isinstance(opened, game.PlayStep) and self.learner:
            try:
                log = progress.read_log(self.learner)
                warns = progress.summarise_events(log.events).settings.get(WARNINGS_SWITCH, True)
                opened.kept(self.learner, log.events, warns)
                opened.switch = self._switch
            except progress.ProgressError as error:
                self.unsaved = str(error)
        elif isinstance(opened, game.PlayStep) and self.place:
            opened.keep_at(self.place)
        self._show(stage, step, opened)

    def _show(self, stage: Stage, step: Step, opened: Session) -> None:
        before = self.sessions.get(getattr(stage, "step_id", ""))
        opened.stamp = before.stamp + 1 if before else 1  # a stage must never receive the same stamp twice
        self.sessions[step.id] = opened
        stage.step_id = step.id
        self.opened = time.monotonic()
        self._draw(stage)

    def _switch(self, on: bool) -> None:
        """Store whether the learner is warned before a losing move."""
        try:
            progress.set_switch(self.learner, self.lesson.game.name, WARNINGS_SWITCH, on)
        except progress.ProgressError as error:
            self.unsaved = str(error)

    def _handle(self, stage: Stage, message: StageClick) -> None:
        if message["type"] == "command" and message["name"] in ("next", "goto"):
            here = self.lesson.step(stage.step_id).number
            to = here + 1 if message["name"] == "next" else message.get("to", 0)
            if 1 <= to <= len(self.lesson.steps):
                self._open(stage, self.lesson.steps[to - 1])
            return
        run = self.sessions[stage.step_id]
        was_done = run.done
        run.handle(message)
        if isinstance(run, StopFilm) and run.is_over:
            self._begin(stage, run.step, run.lines())
            return
        if run.done and not was_done:
            self._carry_on(run)
        self._draw(stage)

    def _carry_on(self, run: Session) -> None:
        """After a stop of a growing game, say so if the table is reset to the lesson's line.

        Restart the next stop if it is shown.
        """
        lesson, at = self.lesson, run.step.number
        if not lesson.grows or at >= len(lesson.steps):
            return
        if run.feedback and run.step.get("back") and rails.next_stop(lesson, run.step, run.state_left()) is None:
            run.feedback = run.feedback | {"say": f"{run.feedback['say']} {run.step.get('back')}".strip()}
        following = lesson.steps[at]
        shown = self.stages.get(following.id)
        if shown not in (None, self.stages[run.step.id]) and not self.sessions[following.id].done:
            self._open(self.stages[following.id], following)

    def _draw(self, stage: Stage) -> None:
        current = self.sessions[stage.step_id]
        drawn = current.stage()
        with stage.hold_sync():
            stage.scene, stage.coach = drawn["scene"], self._leading_on(drawn["coach"], current.step)
            stage.events, stage.panel = drawn["events"], drawn["panel"]
            stage.bar = self._bar(current.step)

    def _leading_on(self, coach: shapes.Coach, step: Step) -> shapes.Coach:
        """Return the coach with the "next" control, which leads home after the last step.

        In Lab there is no such control, since the next step is in the next cell.
        """
        controls = [control for control in coach["controls"] if control["name"] != "next" or is_in_app()]
        if step.number == len(self.lesson.steps):
            course = course_link(self.lesson.game.name)
            home: shapes.Control = {
                "name": "home",
                "label": format_message("lesson.control.home", page_language()),
                "href": course,
            }
            controls = [{**control, **home} if control["name"] == "next" else control for control in controls]
        shown = coach["feedback"]
        if self.unsaved and shown:
            shown = shown | {
                "say": f"{shown['say']} {format_message('lesson.unsaved', page_language(), why=self.unsaved)}".strip()
            }
        return coach | {"controls": controls, "feedback": shown}

    def _bar(self, step: Step) -> shapes.Bar:
        dots: list[shapes.Dot] = [
            {
                "title": one.get("title"),
                "state": "now" if one.id == step.id else "done" if one.id in self.done else "todo",
            }
            for one in self.lesson.steps
        ]
        if not is_in_app() or not self.keep:
            return {}
        return {
            "home": page_link(),
            "crumbs": [
                {"text": load_look(self.lesson.game.name)["title"], "href": course_link(self.lesson.game.name)},
                {"text": self.lesson.title},
            ],
            "steps": dots,
        }

    def _table_of(self, step: Step) -> int:
        """Return the seed to log for a step's table: OWN_TABLE if it is the learner's own, 0 if it is the lesson's."""
        return 0 if step.position == self.lesson.step(step.id).position else rails.OWN_TABLE

    def _log(self, step: Step, verdict: str, facts: VerdictFacts) -> None:
        from tutor.lessons.profiles import profile_step  # it opens steps as sessions, as this page does

        if verdict in progress.DONE:
            self.done.add(step.id)
        if not self.learner:
            return
        if verdict in progress.ANSWERS and step.kind in ASKED_KINDS and "options" not in facts:
            facts = {**facts, **profile_step(self.lesson, step).told(facts.get("actions", []))}
        try:
            progress.append_event(
                self.learner,
                game=self.lesson.game.name,
                lesson=self.lesson.name,
                step=step.id,
                kind=step.kind,
                verdict=verdict,
                actions=facts.get("actions", []),
                clauses=facts.get("clauses", []),
                hints=facts.get("hints", 0),
                seed=facts.get("seed", 0) or self._table_of(step),
                seconds=round(time.monotonic() - self.opened, 1),
                agrees=facts.get("agrees", []),
                differs=facts.get("differs", []),
                options=facts.get("options", 0),
            )
        except progress.ProgressError as error:
            self.unsaved = str(error)


def open_lesson(name: str) -> LessonPage:
    """Return a lesson; `.step(id)` shows one of its steps.

    >>> tutor.lesson("altaria/04_attacking").step("two-cores")

    Raises DataError, listing the lessons that exist, if it is unknown.
    """
    return LessonPage(read_lesson(find_lesson(name)))
