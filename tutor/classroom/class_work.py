"""The work of a class: the page opened for everybody, predictions of lesson plans, and designs that are handed in.

It is a journal in the folder of the class, which kernels of learners, the teacher's kernels and the server of the class
write and read (`tutor.classroom.journal`). Learners are known by the id of their log, which the class report turns into
the name that they chose.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tutor import progress
from tutor.class_server.members import CLASS_VARIABLE
from tutor.classroom.journal import Journal, JournalEntry
from tutor.navigation.links import is_in_class, page_query

JOURNAL_NAME = "work.journal"
MOST_CHANGES = 40
"""Maximum number of times a learner may send predictions of one plan, or hand something in."""
LONGEST_WORK = 100_000
"""Maximum number of characters of a file that is handed in."""
LONGEST_NAME = 120
LATEST_TIME = 1e11
"""A later timestamp was not written by Tebiki."""
SAME_LESSON_SECONDS = 2 * 3600.0
"""Number of seconds for which a page opened for everybody stays open; after that it belongs to an earlier lesson."""
WORK_KINDS = ("design", "card", "plan")
PLANS_PLACE, STUDENT_ENDING = "classroom/plans", "_student.ipynb"
"""The folder of the notebooks of lesson plans, and how the names of those for students end."""


class WorkError(Exception):
    """Raised if work is not accepted; `key` names the reason in the text table `class_work`."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class HandedWork(NamedTuple):
    """What a learner handed in: the id of the log, its kind (one of `WORK_KINDS`), title, file name and text.

    at : the time as a timestamp, 0 if it was not recorded.
    """

    who: str
    kind: str
    title: str
    file: str
    text: str
    at: float = 0.0

    @property
    def address(self) -> str:
        """A name for it in the address of a page, which leads to no learner."""
        return hashlib.blake2b("/".join(self[:2] + self[3:4]).encode("utf-8", "replace"), digest_size=8).hexdigest()


class OpenedPage(NamedTuple):
    """What the teacher opened for everybody: its number in the class, the notebook ("" to close it), and the time."""

    number: int
    page: str
    time: float


class ClassWork:
    """The work of one class.

    predictions[plan][learner] : the chosen answer of each prediction, locked before the outcomes were open. late : the
    same, locked while they were open. told[plan] : the learners whose predictions count as they are, because they may
    have seen the outcomes.

    Parameters
    ----------
    folder
        The folder of the class.
    """

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / JOURNAL_NAME)
        self.predictions: dict[str, dict[str, dict[str, str]]] = {}
        self.late: dict[str, dict[str, dict[str, str]]] = {}
        self.told: dict[str, set[str]] = {}
        self.open_plans: set[str] = set()
        self.handed: dict[tuple[str, str, str], HandedWork] = {}
        self.opened: OpenedPage | None = None
        self.counts: dict[tuple[str, ...], int] = {}
        self.refresh()

    def refresh(self) -> bool:
        """Read new lines of the journal; return True if there were any."""
        news = self.journal.news()
        for entry in news:
            self._take(entry)
        return bool(news)

    def page_now(self) -> OpenedPage | None:
        """Return the page opened for everybody in this lesson, None if there is none."""
        self.refresh()
        now = self.opened
        return now if now is not None and now.page and time.time() - now.time < SAME_LESSON_SECONDS else None

    def open_page(self, page: str) -> None:
        """Open a page for everybody. Raises OSError if it cannot be stored.

        The student's notebook of a lesson plan is opened to be predicted in, so its outcomes are closed again.
        """
        self._add({"do": "open", "page": page, "at": time.time()})
        plan = page.removeprefix(f"{PLANS_PLACE}/").removesuffix(STUDENT_ENDING)
        if page == f"{PLANS_PLACE}/{plan}{STUDENT_ENDING}" and plan in self.open_plans:
            self.open_outcomes(plan, False)

    def close_outcomes(self) -> None:
        """Close the outcomes of all plans, at the end of a class. Raises OSError if that cannot be stored."""
        self.refresh()
        for plan in sorted(self.open_plans):
            self.open_outcomes(plan, False)

    def close_page(self) -> None:
        """Stop leading learners to a page. Raises OSError if that cannot be stored."""
        if self.page_now() is not None:
            self.open_page("")

    def predict(self, who: str, plan: str, picks: Mapping[str, str]) -> None:
        """Record a learner's predictions of a plan, replacing earlier ones; an empty mapping withdraws them.

        Nothing is changed once the learner may have seen the outcomes.

        Raises WorkError if they are too many or too long, OSError if they cannot be stored.
        """
        self.refresh()
        if who in self.told.get(plan, ()) or self.picks_of(who, plan) == dict(picks):
            return
        self._may(who, plan)
        self._add({"do": "predict", "who": who, "plan": plan, "picks": dict(picks)})

    def picks_of(self, who: str, plan: str) -> dict[str, str]:
        """Return a learner's predictions of a plan; empty if there are none."""
        return self.predictions.get(plan, {}).get(who) or self.late_of(plan).get(who, {})

    def late_of(self, plan: str) -> dict[str, dict[str, str]]:
        """Return the predictions of a plan that were locked while its outcomes were open, by learner."""
        return self.late.get(plan, {})

    def open_outcomes(self, plan: str, open: bool) -> None:
        """Open the outcomes of a plan for the class, or close them again. Raises OSError if it cannot be stored."""
        self._add({"do": "outcomes", "plan": plan, "open": open})

    def hand_in(self, work: HandedWork) -> None:
        """Store a file that a learner hands in, replacing one of the same kind and name.

        Long titles and names are shortened.

        Raises WorkError if it is too long or there are too many, OSError if it cannot be stored.
        """
        self.refresh()
        if len(work.text) > LONGEST_WORK:
            raise WorkError("long")
        self._may(work.who)
        cut = work._replace(title=work.title[:LONGEST_NAME], file=work.file[:LONGEST_NAME])
        self._add({"do": "hand_in", **cut._asdict(), "at": time.time()})

    def _may(self, *whose: str) -> None:
        if self.counts.get(whose, 0) >= MOST_CHANGES:
            raise WorkError("often")

    def _add(self, entry: JournalEntry) -> None:
        try:
            self.journal.append(entry)
        except ValueError:  # in the journal, control characters take more bytes than LONGEST_WORK counts
            raise WorkError("long") from None
        self.refresh()

    def _take(self, entry: JournalEntry) -> None:
        """Process a line; skip an invalid one."""
        match entry:
            case {"do": "open", "page": str(page), "at": int() | float() as at}:
                self.opened = OpenedPage(self.opened.number + 1 if self.opened else 1, page[:LONGEST_NAME], float(at))
            case {"do": "predict", "who": str(who), "plan": str(plan), "picks": dict(picks)}:
                self._count(who, plan)
                self._take_predictions(who, plan, {str(id): str(pick) for id, pick in picks.items()})
            case {"do": "outcomes", "plan": str(plan), "open": bool(open)}:
                self.told.setdefault(plan, set()).update(self.predictions.get(plan, ()))
                self.open_plans.add(plan) if open else self.open_plans.discard(plan)
            case {"do": "hand_in", "who": str(who), "kind": str(kind), "title": str(title), "file": str(file),
                  "text": str(text)} if kind in WORK_KINDS:  # fmt: skip
                self._count(who)
                given = entry.get("at")
                when = float(given) if isinstance(given, int | float) and 0 < given < LATEST_TIME else 0.0
                work = HandedWork(who, kind, title[:LONGEST_NAME], file[:LONGEST_NAME], text, when)
                self.handed[who, kind, work.file] = work

    def _take_predictions(self, who: str, plan: str, picks: dict[str, str]) -> None:
        listed, told = self.predictions.setdefault(plan, {}), self.told.setdefault(plan, set())
        if who in told:
            return
        if not picks:
            listed.pop(who, None)
        elif plan in self.open_plans:
            self.late.setdefault(plan, {})[who] = picks
            told.add(who)
        else:
            listed[who] = picks

    def _count(self, *whose: str) -> None:
        self.counts[whose] = self.counts.get(whose, 0) + 1


def class_folder() -> Path | None:
    """Return the folder of the class to whose teacher or learner this kernel belongs; None outside a class."""
    if CLASS_VARIABLE in os.environ:
        return Path(os.environ[CLASS_VARIABLE])
    return progress.data_folder() if is_in_class() else None


def work_of_class() -> ClassWork | None:
    """Return the work of this kernel's class; None outside a class."""
    folder = class_folder()
    return ClassWork(folder) if folder is not None else None


def handed_text(kind: str) -> str:
    """Return the text of the work named in the address of this page; "" if there is none, or for a learner."""
    address, work = page_query().get("handed"), work_of_class()
    if not address or work is None or is_in_class():
        return ""
    return next((one.text for one in work.handed.values() if one.kind == kind and one.address == address), "")


def hand_in_work(kind: str, title: str, file: str, text: str) -> str:
    """Hand in a file for this kernel's learner; return the key of a reply in the text table `class_work`."""
    work = work_of_class()
    if work is None or not is_in_class():
        return "no_class"
    try:
        work.hand_in(HandedWork(progress.learner_id(), kind, title, file, text))
    except WorkError as error:
        return error.key
    except (OSError, progress.ProgressError):
        return "unsaved"
    return "handed_in"
