"""The "Class report" page: logs are handed in, replayed, and shown by clause and student.

The browser receives pseudonyms and nothing that identifies learners: no ids, and no file names except those of skipped
files.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

import engines
from engines.errors import TebikiError
from engines.variants.counter_rules import by_id
from tutor import progress, spreadsheet
from tutor.boards.presentation import load_look, playable_games
from tutor.class_server.members import CLASS_VARIABLE
from tutor.classroom import hand_ins, teaching_steps
from tutor.classroom.class_findings import NamedWork, class_findings, handed_works, named_file, zip_works
from tutor.classroom.class_work import ClassWork
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.hand_ins import HandedFile, HandIns
from tutor.classroom.odd_questions import describe_odd_questions
from tutor.classroom.report import ClauseCell, ClauseRow, Report, Student, games_in
from tutor.classroom.report_csv import csv_of
from tutor.classroom.sliced_work import SlicedWork
from tutor.event_log import Event
from tutor.lessons.replay import step_of
from tutor.matches.feedback import clause_entry
from tutor.messages.commands import command
from tutor.navigation.links import is_in_class, page_link
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

MOST_LETTERS = 100_000_000
"""Maximum number of characters kept from all files together."""
EMPTY, WORKING, DONE = "empty", "working", "done"


def class_report(folder: str | Path | None = None) -> Page:
    """Return the class report: results by clause and student, missed clauses, beliefs found, and what to teach next.

    >>> tutor.class_report("hand-ins")

    folder : a class folder, or one with logs that were handed in; by default the open class's folder. If there is none,
    logs can be dropped onto the page.
    """
    there = os.environ.get(CLASS_VARIABLE) if folder is None and not is_in_class() else folder
    return ClassReport(wanted_language(), Path(there) if there else None).page


class DroppedFile(TypedDict):
    """A file that was handed in. text : missing if the file is too large to be sent.

    name : missing if the text was pasted.
    """

    name: NotRequired[str]
    text: NotRequired[str | None]


class ClassReport:
    """The logs handed in, and their report.

    The browser saves each message `{"type": "file", "name", "mime", "text"}` as a file.

    Parameters
    ----------
    language
        The language of the page.
    folder
        A folder to read immediately.
    """

    def __init__(self, language: str, folder: Path | None = None) -> None:
        self.language, self.folder = language, folder
        self.files: list[HandedFile] = []
        self.shown_work: list[NamedWork] = []
        self.handed, self.game, self.games = HandIns(), "", list[str]()
        self.report: Report | None = None
        self.run: SlicedWork | None = None
        self.ways: dict[str, tuple[str, str]] = {}
        self.page = classroom_page("report", language)
        self.page.answer_with(self)
        if folder is None:
            self.show()
        else:
            self.read()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key."""
        return format_message(f"report.{key}", self.language, **facts)

    # Commands.

    @command("drop")
    def _take(self, files: list[DroppedFile], last: bool = False) -> None:
        """Collect files that were handed in; with `last`, read them all."""
        for row in files:
            if len(self.files) > hand_ins.MOST_FILES:
                continue
            name, text = (row.get("name") or self.say("pasted"))[:500], row.get("text")
            whole = text is not None and sum(len(one.text or "") for one in self.files) + len(text) <= MOST_LETTERS
            self.files.append(HandedFile(name, text if whole else None))
        if last:
            self.read()

    @command("class")
    def _open_class(self, id: str) -> None:
        """Report on one of the classes on this machine."""
        if id in self.classes():
            self.folder = progress.data_folder() / "classes" / id
            self.read()

    @command("game")
    def _choose_game(self, game: str) -> None:
        """Report on another game."""
        if game in self.games:
            self.make(game)

    @command("clear")
    def _clear(self) -> None:
        """Discard everything that was handed in."""
        self.files, self.shown_work, self.folder = [], [], None
        self.read()

    @command("csv")
    def _send_table(self) -> None:
        """Send the report to the browser as a table."""
        if self.report is not None:
            name = f"tebiki-{self.game}-{datetime.now(UTC).date()}.csv"
            text = spreadsheet.BYTE_ORDER_MARK + csv_of(self.report)
            self.page.send({"type": "file", "name": name, "mime": "text/csv", "text": text})

    @command("save_work")
    def _send_work(self, at: int) -> None:
        """Send a file that was handed in, as it was when the page showed it."""
        if 0 <= at < len(self.shown_work):
            name, work = self.shown_work[at]
            mime = "text/plain" if work.kind == "plan" else "application/toml"
            self.page.send({"type": "file", "name": named_file(name, work), "mime": mime, "text": work.text})

    @command("save_all_work")
    def _send_all_work(self) -> None:
        """Send everything that was handed in as one archive."""
        if self.folder is not None:
            found = zip_works(handed_works(self.folder, ClassWork(self.folder)))
            name = f"tebiki-{hand_ins.display_name(self.folder.name)}-{datetime.now(UTC).date()}.zip"
            text = base64.b64encode(found).decode()
            self.page.send({"type": "file", "name": name, "mime": "application/zip", "base64": text})

    @command("read_work")
    def _read_work(self, at: int) -> None:
        """Show the text of a file that was handed in below its line; a number without a file closes it."""
        there = 0 <= at < len(self.shown_work)
        self.page.put(reading={"at": at, "text": self.shown_work[at][1].text} if there else None)

    def _work_of_class(self) -> dict[str, object] | None:
        """Return what the class did besides its logs; None without a class."""
        try:
            return class_findings(self.folder, self.language, self.shown_work) if self.folder is not None else None
        except OSError:
            return None

    def classes(self) -> list[str]:
        """Return the classes on this machine."""
        return [] if is_in_class() else list(hand_ins.classes_in(progress.data_folder()))

    def read(self) -> None:
        """Read everything that was handed in again, and report on the game with the most events."""
        notice = ""
        handed = hand_ins.read_files(self.files)
        if self.folder is not None:
            try:
                there = hand_ins.read_folder(self.folder)
                for log in handed.logs.values():
                    there.add(log)
                there.skipped += handed.skipped
                handed = there
            except OSError as error:
                notice = self.say("unreadable_folder", folder=self.folder, why=error.strerror or error)
        self.handed = handed
        self.games = [game for game in games_in(handed) if game in playable_games()]
        if not self.games and self.folder is not None:
            notice = notice or self.say("nothing_yet", name=self.folder.name)
        self.make(self.game if self.game in self.games else next(iter(self.games), ""), notice)

    def make(self, game: str, notice: str = "") -> None:
        """Make the report of a game."""
        if self.run is not None:
            self.run.over = True
        self.game, self.report, self.run, self.ways = game, None, None, {}
        if not game:
            self.show(notice)
            return
        report = Report(self.handed, game, self.language)
        self.report = report
        self.show(notice, WORKING)
        self.run = SlicedWork(
            self._work(report), lambda: self.show(notice, WORKING), lambda: self.show(notice), self._failed
        )

    def _work(self, report: Report) -> Iterator[None]:
        yield from report.work()
        for row in report.teach():
            self.ways[row.clause] = teaching_steps.teaching_step(report, row.clause)
            yield

    def _failed(self, error: Exception) -> None:
        self.report = None
        self.show(self.say("failed", why=str(error)[:200]))

    # Display.

    def show(self, notice: str = "", state: str = "") -> None:
        """Update the page."""
        report = self.report
        stands = state or (DONE if report is not None else EMPTY)
        shown: dict[str, object] = {
            "stands": stands,
            "notice": notice,
            "classes": self.classes(),
            "games": [{"id": game, "title": load_look(game)["title"]} for game in self.games],
            "game": self.game,
            "progress": {"done": report.done, "count": report.count} if report else None,
            "summary": "",
            "logs": self._logs(),
            "work": self._work_of_class(),
            "reading": None,
        }
        if report is not None and stands == DONE:
            shown |= self._found(report)
        self.page.put(**shown)

    def _found(self, report: Report) -> dict[str, object]:
        rows = report.rows()
        return {
            "summary": self.say(
                "summary",
                game=load_look(report.game)["title"],
                read=len(report.students) + len(report.skipped),
                counted=len(report.counted),
                edited=len(report.edited),
                skipped=len(report.skipped),
            ),
            "students": [{"name": one.name, "edited": one.edited is not None} for one in report.students],
            "of": len(report.counted),
            "far": [self._far(one, report) for one in sorted(report.counted, key=lambda one: one.name)],
            "not_begun": report.not_begun,
            "elsewhere": report.elsewhere,
            "unclaused": report.unclaused(),
            "rows": [self._row(report, row) for row in rows if row.wrong],
            "fine": [self._clause(row.clause) for row in rows if not row.wrong],
            "teach": [self._teach(row) for row in report.teach()],
            "stuck": [self._stuck(one) for one in report.stuck()],
            "missed": [
                {**self._clause(one.row.clause), "count": self._of(one.row), "moves": one.moves}
                for one in report.missed()
            ],
            "beliefs": self._beliefs(report),
            "odd": describe_odd_questions(report, self.say),
        }

    def _far(self, student: Student, report: Report) -> dict[str, object]:
        """Return a student's progress: steps, answers, and clauses that were missed but are right by now."""
        now, answers, steps = student.wrong - student.still, student.answers, report.steps_begun(student)
        return {
            "name": student.name,
            "done": round(100 * len(student.done) / max(1, steps)),
            "steps": self.say("far_steps", done=len(student.done), count=steps),
            "answers": self.say("far_answers", right=student.right, count=answers) if answers else "",
            "now": self.say("far_now", now=now, count=student.wrong) if student.wrong else "",
        }

    def _clause(self, id: str) -> dict[str, str]:
        entry = clause_entry(engines.load(self.game), id)
        href = page_link(f"{self.game}/rulebook.ipynb", clause=id)
        return {"clause": id, "title": entry["title"], "sentence": opening_sentence(entry["text"]), "href": href}

    def _row(self, report: Report, row: ClauseRow) -> dict[str, object]:
        cells = [_cell(student, row.clause) for student in report.students]
        return {**self._clause(row.clause), "cells": cells, "wrong": f"{row.wrong}/{row.met}"}

    def _of(self, row: ClauseRow) -> str:
        return self.say("of_students", wrong=row.wrong, count=row.met, now=row.wrong - row.still)

    def _teach(self, row: ClauseRow) -> dict[str, str]:
        key, href = self.ways.get(row.clause, ("rule", ""))
        right = row.met - row.wrong
        text = self.say("had_it_wrong", wrong=row.wrong, met=row.met, now=row.wrong - row.still)
        text += " " + self.say("let_one_explain" if right else "nobody_had_it", right=right)
        return {**self._clause(row.clause), "text": text, "button": self.say(f"to_{key}"), "to": href}

    def _stuck(self, student: Student) -> dict[str, str]:
        found = student.stuck
        assert found is not None
        facts = [self.say("stuck_tries", count=found.tries)] if found.tries else []
        facts += [self.say("stuck_minutes", count=found.minutes)] if found.minutes else []
        more = self.say("stuck_same", move=found.same) if found.same else ""
        if not more and found.hints >= 4:
            more = self.say("stuck_hints")
        return {"name": student.name, "place": self._place(found.event), "facts": " · ".join(facts), "more": more}

    def _place(self, event: Event) -> str:
        """Return where an event happened, in players' words."""
        try:
            found = step_of(event)
        except TebikiError:
            found = None
        if found is None:
            return self.say("elsewhere")
        lesson, step = found
        return self.say("place", lesson=lesson.title, number=step.number, title=step.get("title") or step.id)

    def _beliefs(self, report: Report) -> list[dict[str, str]]:
        rules, found = by_id(engines.load(report.game)), []
        for one in report.beliefs():
            rule = rules[one.id]
            told = rule.told(self.language)
            evidence = [self.say("evidence", agreed=one.agreed, of=one.of)] if one.of else []
            evidence += [self.say("evidence_tried", count=one.tried)] if one.tried else []
            evidence += [] if one.sure else [self.say("weak")]
            key = "holders" if one.sure else "holders_perhaps"
            holders = one.sure or one.perhaps
            count = self.say(key if holders > 1 else f"{key}_one", count=holders)
            count += self.say("and_perhaps", count=one.perhaps) if one.sure and one.perhaps else ""
            clause = clause_entry(engines.load(report.game), rule.clauses[0])
            found.append(
                {
                    "says": told[:1].upper() + told[1:],
                    "count": count,
                    "evidence": " ".join(evidence),
                    "rule": clause["text"],
                    **self._clause(rule.clauses[0]),
                }
            )
        return found

    def _logs(self) -> list[dict[str, str]]:
        """Return the logs that need attention, each with the reason."""
        report = self.report
        found = []
        for student in report.students if report else ():
            if student.edited is not None:
                number, event, _ = student.edited
                verdict = self.say(f"verdict_{event.verdict}") if event.verdict in ("right", "wrong") else event.verdict
                text = self.say("edited", number=number, place=self._place(event), verdict=verdict)
                found.append({"kind": "edited", "name": student.name, "text": text})
            if student.log.cut:
                found.append({"kind": "cut", "name": student.name, "text": self.say("cut", count=student.log.cut)})
            if student.log.broken:
                text = self.say("broken", count=student.log.broken)
                found.append({"kind": "cut", "name": student.name, "text": text})
            if student.log.older:
                text = self.say("older", count=student.log.older)
                found.append({"kind": "cut", "name": student.name, "text": text})
        for one in report.skipped if report else self.handed.skipped:
            found.append({"kind": "skipped", "name": one.name, "text": self.say(f"skipped_{one.why}", **one.facts)})
        return found


SENTENCE_END = re.compile(r"(?<!i\.e)(?<!e\.g)[.!?](?= +[A-Z(\"])|。")
SHORTEST_SENTENCE = 30
"""A sentence with fewer characters than this is read with the next one: "The higher total wins." says too little."""


def opening_sentence(text: str) -> str:
    """Return the beginning of a clause's text as a sentence that can be read aloud; short ones with the next.

    >>> opening_sentence("Attacking is optional. Attacks are made one at a time. More follows.")
    'Attacking is optional. Attacks are made one at a time.'
    """
    ends = (found.end() for found in SENTENCE_END.finditer(text))
    return text[: next((end for end in ends if end >= SHORTEST_SENTENCE), len(text))]


def _cell(student: Student, clause: str) -> str:
    """Return a cell as drawn: "e" edited, "-" not met, otherwise wrong tries/answers, with "!" if still wrong."""
    cell: ClauseCell | None = student.cells.get(clause)
    if student.edited is not None:
        return "e"
    return "-" if cell is None else f"{cell.wrong}/{cell.wrong + cell.right}{'!' if cell.still else ''}"
