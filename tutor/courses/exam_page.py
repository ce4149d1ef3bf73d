"""The page of an exam: its parts, the part being taken, its result, and a sheet to print."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import engines
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.controllers.exam_board import ExamBoard, without_repairs
from tutor.courses import exam, exam_game
from tutor.courses.exam import GRADES, Exam, ExamPart, GivenAnswer
from tutor.courses.exam_question import ExamQuestion, replay_answer_to
from tutor.courses.exam_report import is_here, missed_clauses, report_row, told_clauses
from tutor.courses.exam_results import PartResult, former_results, is_grade_passed, part_results
from tutor.event_log import Event
from tutor.lessons.own_turn import TurnStep
from tutor.lessons.session import Session
from tutor.lessons.spotting import SpotStep
from tutor.lessons.verdicts import VerdictFacts
from tutor.matches import kept_games
from tutor.matches.match import Match
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.messages.commands import command
from tutor.navigation.links import course_link
from tutor.navigation.page_header import page_bar
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

QUIET_TONES = ("info",)
"""The tones of feedback that reveal nothing about the answer."""
ALLOWED_COMMANDS = ("check", "reset", "seek")
"""The commands of a step that are allowed in an exam: no hints, no clauses, no reasons."""
FORMER_SHOWN = 5
"""Maximum number of results of the former exam that are shown."""


def open_exam(game: str) -> Page:
    """Return the exam of a game, part by part, closed book, with a sheet to print.

    >>> tutor.exam("altaria")

    Raises DataError if the game is unknown.
    """
    return ExamPage(game, wanted_language()).page


class ExamPage:
    """The page of a learner taking the exam of a game.

    The page shows `mode` ("intro", "running", "report" or "sheet"), `title`, and by mode: `grades`, `results`; `part`,
    `place`, `count`; `verdict`, `rows`, `seen`; `lines`, `practise`. Its child widget is the board.
    """

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = engines.load(game), language
        self.exam: Exam | None = None
        self.session: Session | None = None
        self.asked: ExamQuestion | None = None
        self.board: ExamBoard | None = None
        self.pending: list[str | int] | None = None  # a line that has been clicked but not submitted
        self.stage = Stage(mode="lesson")
        self.stage.on_message(self._on_stage)
        self.seen, self.odd = -1, set[int]()  # the question of the report shown on the board; the questions called odd
        self.who, self.unsaved = "", ""
        self.events: tuple[Event, ...] = ()
        self._read()
        self.page = Page("exam", language, bar=self._bar())
        self.page.answer_with(self)
        self.introduce()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"exam.{key}", self.language, **facts)

    def _bar(self) -> shapes.Bar:
        return page_bar(self.game, "exam.place", self.language)

    def _read(self) -> None:
        try:
            self.who = progress.learner_id()
            self.events = progress.read_log(self.who).events
        except progress.ProgressError as error:
            self.who, self.events = "", ()
            self.unsaved = format_message("lesson.unsaved", self.language, why=str(error))

    def _keep(self, note: Callable[..., object], *more: object) -> None:
        """Write to the log, if there is one; if that fails, the page shows an error."""
        if not self.who:
            return
        try:
            note(self.who, *more)
        except progress.ProgressError as error:
            self.unsaved = format_message("lesson.unsaved", self.language, why=str(error))

    # Before.

    def introduce(self, note: str = "") -> None:
        """Show the parts of the exam, each with its progress. note : shown instead of the introduction."""
        self._show(
            mode="intro",
            title=self.say("title", game=load_look(self.game.name)["title"]),
            text=note or self.say("text"),
            grades=[self._grade(name) for name in GRADES],
            back={"text": self.say("to_course"), "href": course_link(self.game.name)},
            results=[
                {
                    "day": _day(one.time),
                    "text": self.say("result", right=one.right, count=one.count),
                    "passed": one.passed,
                    "word": self.say("passed" if one.passed else "not_passed"),
                }
                for one in former_results(self.events, self.game.name)[-FORMER_SHOWN:][::-1]
            ],
        )

    def _grade(self, grade: str) -> dict[str, object]:
        results = part_results(self.events, self.game.name, grade)
        passed = is_grade_passed(results, self.game.name, grade)
        return {
            "name": grade,
            "title": self.say(f"grade.{grade}.title"),
            "line": self.say(f"grade.{grade}.line"),
            "passed": passed,
            "word": self.say("passed") if passed else "",
            "parts": [self._part(grade, part, results.get(part.name)) for part in exam.parts_of(self.game.name, grade)],
            "sheet": self.say("sheet") if results else "",
        }

    def _part(self, grade: str, part: ExamPart, result: PartResult | None) -> dict[str, object]:
        begun = self._begun(grade, part)
        passed = result is not None and result.passed
        button = "go_on" if begun else "begin" if result is None else "again"
        note = begun or ("" if result is None else result.in_words(self.language))
        return {
            "name": part.name,
            "title": self.say(f"part.{part.name}.title", count=part.count),
            "line": self.say(f"part.{part.name}.line", count=part.count, needed=part.needed, **exam_game.CONDITIONS),
            "minutes": self.say("minutes", minutes=part.minutes),
            "state": "passed" if passed else "missed" if result else "todo",
            "word": self.say("passed" if passed else "not_passed") if result else "",
            "note": note,
            "button": self.say(button),
        }

    def _begun(self, grade: str, part: ExamPart) -> str:
        """Describe the progress of an unfinished part; "" if there is none."""
        if part.name == exam.GAME:
            kept = self._kept_game(grade)
            return self.say("go_on_game", moves=len(kept.moves)) if kept else ""
        half = exam.unfinished_exam(self.events, self.game.name, grade, part)
        return self.say("go_on_note", done=half.place, count=part.count) if half else ""

    def _show(self, child: Stage | None = None, **data: object) -> None:
        with self.page.hold_sync():
            self.page.data = {**data, "notice": self.unsaved}
            self.page.child = child

    @command("begin")
    def _begin(self, grade: str, part: str) -> None:
        """Begin a part, or resume it."""
        wanted = exam.part_of(grade, part)
        if wanted is None or not exam.has_enough(self.game.name, wanted):
            return
        self._read()
        self.grade = grade
        if wanted.name == exam.GAME:
            self._play(grade)
            return
        self.exam = exam.unfinished_exam(self.events, self.game.name, grade, wanted)
        if self.exam is None:
            self.exam = exam.new_exam(self.game.name, grade, wanted, exam.seen_turns(self.events, self.game.name))
            self._keep(exam.log_begin, self.exam)
        self.ask()

    @command("leave")
    def _leave(self) -> None:
        """Leave the report or the sheet."""
        self._back_to_parts()

    def _back_to_parts(self, note: str = "") -> None:
        """Show the parts again; what is half done is in the log."""
        self._read()
        self.exam = self.session = self.board = None
        self.page.bar = self._bar()
        self.introduce(note)

    @command("see")
    def _see_if_over(self, place: int) -> None:
        """Open a question of the report by its number."""
        if self.exam and self.session is None:
            self.see(place)

    @command("sheet")
    def _sheet(self, grade: str) -> None:
        """Show the printable sheet of a grade, with the results of each part."""
        results = part_results(self.events, self.game.name, grade) if grade in GRADES else {}
        if not results:
            return
        passed = is_grade_passed(results, self.game.name, grade)
        clauses = [clause for one in results.values() for clause in one.clauses]
        self._show(
            mode="sheet",
            title=self.say("title", game=load_look(self.game.name)["title"]),
            passed=passed,
            verdict=self.say(f"grade.{grade}.title"),
            word=self.say("passed" if passed else "not_passed"),
            day=_day(max(one.time for one in results.values())),
            lines=[
                {
                    "title": self.say(f"part.{part.name}.title", count=part.count),
                    "word": self.say("passed" if result.passed else "not_passed") if result else self.say("not_taken"),
                    "passed": bool(result and result.passed),
                    "text": result.in_words(self.language) if result else "",
                }
                for part in exam.parts_of(self.game.name, grade)
                for result in [results.get(part.name)]
            ],
            practise=told_clauses(self.game, clauses),
            back={"text": self.say("to_course"), "href": course_link(self.game.name)},
        )

    # Turns and questions.

    def ask(self) -> None:
        """Ask the next question; after the last one, show the report."""
        assert self.exam is not None
        if self.exam.over:
            self.report()
            return
        self.asked = self.exam.asked(self.exam.place)
        self.session, self.pending = self.asked.session(self._heard), None
        if isinstance(self.session, TurnStep):
            self.session.refused = [*self.exam.refused.get(self.exam.place, [])]
        self.session.stamp = self.page_stamp()
        self.begun = time.monotonic()
        self._draw()
        self._show(
            self.stage,
            mode="running",
            title=self.say("title", game=load_look(self.game.name)["title"]),
            part=self.say(f"part.{self.exam.part.name}.title", count=self.exam.part.count),
            place=self.exam.place + 1,
            count=self.exam.part.count,
        )
        self.page.bar = {}
        self.exam.prepare()

    def page_stamp(self) -> int:
        """Return a stamp that no question on this stage has used yet."""
        return int(self.stage.scene.get("stamp", 0)) + 1

    def _used(self) -> float:
        """Return the seconds spent on the current question so far."""
        return time.monotonic() - self.begun

    def _on_stage(self, message: StageClick) -> None:
        name = message["name"] if message["type"] == "command" else ""
        if name == "odd":
            self._call_odd()
        if self.session is None or self.exam is None:
            return
        if name == "skip":
            self._take("wrong", ())
        elif isinstance(self.session, TurnStep):
            if not name:
                self.session.handle(message)
                if self.session is not None:
                    self._draw()
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
        """Take the first right or wrong verdict on a question as the answer; log refused tries."""
        actions = tuple(facts.get("actions", ()))
        if verdict in ("right", "wrong"):
            self._take(verdict, actions)
        elif verdict == "refused" and actions and self.exam and self.asked:
            self._keep(exam.log_refused, self.exam, self.asked, actions[-1], tuple(facts.get("clauses", ())))

    def _take(self, verdict: str, actions: tuple[str, ...]) -> None:
        if self.exam is None or self.asked is None or self.session is None:
            return
        given = GivenAnswer(self.exam.place, self.asked.id, verdict, actions, round(self._used(), 1))
        self.session = None
        if self.who:
            self._keep(exam.log_answer, self.exam, self.asked, given)
        if len(self.exam.answers) == given.place:
            self.exam.answers.append(given)
        if self.exam.part.name == exam.TURNS and not self.exam.over and self.who and not self.unsaved:
            self._back_to_parts(self.say("pause", done=self.exam.place, count=self.exam.part.count))
        else:
            self.ask()

    def _draw(self) -> None:
        """Draw the question: the board and the task, without anything that helps."""
        assert self.session is not None
        assert self.exam is not None
        drawn = self.session.stage()
        coach = drawn["coach"]
        shown = coach["feedback"]
        turn = isinstance(self.session, TurnStep)
        controls: list[shapes.Control] = [
            {"name": "check", "label": self.say("answer"), "primary": True, "enabled": True},
            {"name": "skip", "label": self.say("give_up" if turn else "skip"), "primary": False, "enabled": True},
        ]
        if turn:
            shown = without_repairs(shown) if shown else None
        elif shown and (shown["tone"] not in QUIET_TONES or shown.get("facts")):
            shown = None
        count = self.exam.part.count
        coach |= {
            "place": self.say("question", place=self.exam.place + 1, count=count),
            "hints": None,
            "ticks": [],
            "beside": None,
            "controls": controls[1:] if turn else controls,
            "feedback": shown,
        }
        if self.pending and (choices := coach["choices"]):
            for item in choices["items"]:
                item["state"] = "picked" if item["id"] in self.pending else ""
        steps: list[shapes.Dot] = [
            {"title": "", "state": "now" if at == self.exam.place else "given" if at < self.exam.place else "todo"}
            for at in range(count)
        ]
        with self.stage.hold_sync():
            self.stage.scene, self.stage.coach = drawn["scene"], coach
            self.stage.events, self.stage.panel = [], {}
            self.stage.bar = self._bar() | {"steps": steps, "fixed": True}

    # The full game.

    def _kept_game(self, grade: str) -> kept_games.KeptGame | None:
        """Return the unfinished game of a grade; None if there is none, or if its log cannot be replayed."""
        lesson = exam.exam_lesson(self.game.name, grade)
        try:
            return kept_games.half_played_game(self.events, lesson, exam_game.STEP)
        except kept_games.ReplayError:
            return None

    def _play(self, grade: str) -> None:
        """Show the full game: the unfinished one, or a new one."""
        kept, lesson = self._kept_game(grade), exam.exam_lesson(self.game.name, grade)
        match = None
        if kept is not None:
            try:
                match = kept_games.replay_game(kept, self.game)
            except kept_games.ReplayError:
                kept = None
        seed = exam.new_exam(self.game.name, grade, GRADES[grade][0]).seed
        match = match or Match(exam_game.exam_setup(self.game.name, seed), self.game)
        if self.who:
            match.keeper = kept_games.GameKeeper(self.who, lesson, exam_game.STEP, kept)
        chosen = exam_game.chosen_actions(match, kept.moves) if kept else []
        refused = exam_game.refused_tries(self.events, kept.run) if kept else []
        line = self.say("part.game.line", **exam_game.CONDITIONS)
        self.board = ExamBoard(match, self.language, self._bar(), line, self._end_game, chosen, refused)
        self._show(
            self.board.stage,
            mode="running",
            title=self.say("title", game=load_look(self.game.name)["title"]),
            part=self.say("part.game.title"),
            place=0,
            count=0,
        )
        self.page.bar = {}

    def _end_game(self) -> None:
        """Judge the finished game, and show the result."""
        assert self.board is not None
        board, match = self.board, self.board.match
        found = exam_game.judge_game(match, board.chosen, board.refused)
        run = match.keeper.run if match.keeper else ""
        clauses = tuple(dict.fromkeys(clause for against in board.refused.values() for clause in against))
        self._keep(exam.log_game, self.game.name, self.grade, run, found.facts(), clauses)
        self._note_grade()
        result = PartResult(exam.GAME, "", found.passed, found.facts(), clauses)
        self._show(
            mode="report",
            title=self.say("report_title", game=load_look(self.game.name)["title"]),
            passed=found.passed,
            verdict=self.say("part.game.title"),
            word=self.say("passed" if found.passed else "not_passed"),
            text=result.in_words(self.language),
            day=time.strftime("%Y-%m-%d"),
            rows=[],
            practise=told_clauses(self.game, clauses),
            seen=-1,
            back={"text": self.say("to_course"), "href": course_link(self.game.name)},
        )
        self.page.bar = self._bar()

    def _note_grade(self) -> None:
        """Record that the exam is passed, once every part of the player's grade is passed."""
        self._read()
        if self.who and is_grade_passed(part_results(self.events, self.game.name, "player"), self.game.name, "player"):
            self._keep(progress.set_switch, self.game.name, exam.exam_switch(self.game.name), True)

    # After.

    def report(self) -> None:
        """Store the result of a part, and show what was asked, answered and missed."""
        assert self.exam is not None
        over, self.session, self.odd = self.exam, None, set()
        tries = {text for given in over.answers for text in given.actions if text.startswith("tried ")}
        facts = {"refused": len(tries)} if over.part.name == exam.TURNS else {}
        self._keep(exam.log_end, over, facts, missed_clauses(over))
        self._note_grade()
        self.page.bar = self._bar()
        self.refused_count = len(tries)
        self._report()

    def _report(self, seen: int = -1) -> None:
        assert self.exam is not None
        over, self.seen = self.exam, seen
        facts = {"right": over.right, "count": over.part.count, "refused": self.refused_count}
        told = PartResult(over.part.name, "", over.passed, facts, ()).in_words(self.language)
        self._show(
            self.stage if seen >= 0 else None,
            mode="report",
            title=self.say("report_title", game=load_look(self.game.name)["title"]),
            passed=over.passed,
            verdict=self.say("verdict", right=over.right, count=over.part.count),
            word=self.say("passed" if over.passed else "not_passed"),
            text=f"{told} {self.say('needed', needed=over.part.needed)}",
            day=time.strftime("%Y-%m-%d"),
            rows=[report_row(over, one, self.language) for one in over.answers if is_here(over, one)],
            practise=[],
            seen=seen,
            back={"text": self.say("to_course"), "href": course_link(self.game.name)},
        )

    def see(self, place: int) -> None:
        """Show a question of the report on the board again, with the verdict on the given answer.

        If no answer was given, the question is shown with the right one.
        """
        assert self.exam is not None
        if not (0 <= place < len(self.exam.answers) and is_here(self.exam, self.exam.answers[place])):
            return
        given = self.exam.answers[place]
        asked = self.exam.drawer.again(given.id)
        run = replay_answer_to(asked, given.actions or asked.right)
        run.stamp = self.page_stamp()
        drawn = run.stage()
        told = drawn["coach"]["feedback"]
        if told and not (given.right or given.actions):  # the verdict is about the right answer, which was not given
            told |= {"tone": "info", "title": self.say("left_out")}
        with self.stage.hold_sync():
            self.stage.scene = drawn["scene"]
            self.stage.coach = drawn["coach"] | {"controls": self._odd_control(place), "hints": None, "place": ""}
            self.stage.events, self.stage.panel, self.stage.bar = drawn["events"], drawn["panel"], {}
        self._report(place)

    def _odd_control(self, place: int) -> list[shapes.Control]:
        """Return the control for calling a question of the report odd, which works once; none without a log."""
        name = "called_odd" if place in self.odd else "odd"
        label = format_message(f"lesson.control.{name}", self.language)
        return [{"name": name, "label": label, "primary": False, "enabled": name == "odd"}] if self.who else []

    def _call_odd(self) -> None:
        """Log that the learner calls the question shown by the report odd."""
        if self.exam is None or self.session is not None or self.seen < 0 or self.seen in self.odd:
            return
        given = self.exam.answers[self.seen]
        self._keep(exam.log_odd, self.exam, self.exam.drawer.again(given.id), given)
        self.odd.add(self.seen)
        self.stage.coach = self.stage.coach | {"controls": self._odd_control(self.seen)}


def _day(when: str) -> str:
    """Return the date of a time in the log."""
    return datetime.fromisoformat(when.replace("Z", "+00:00")).strftime("%Y-%m-%d")
