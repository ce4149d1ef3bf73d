"""A lesson plan in a class: what its learners predicted, and whether the teacher has opened the outcomes.

A learner's predictions may change until the teacher opens the outcomes, or until they are locked if the outcomes are
open already; after that they are final. Predictions locked while the outcomes are open are counted separately, since
the learner may have seen the projector.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping

from tutor.class_server.members import attendance_of
from tutor.classroom.class_work import WorkError, class_folder, work_of_class
from tutor.classroom.lesson_plans import LessonPlan
from tutor.navigation.links import is_in_class
from tutor.progress import ProgressError, learner_id


class PlanInClass:
    """A plan in the class of this kernel, if it has one. counts_shown : whether the teacher shows what was predicted.

    Parameters
    ----------
    plan
        The lesson plan.
    """

    def __init__(self, plan: LessonPlan) -> None:
        self.plan, self.work, self.counts_shown = plan, work_of_class(), False

    @property
    def leads(self) -> bool:
        """True on a page of the teacher of a class."""
        return self.work is not None and not is_in_class()

    @property
    def learns(self) -> bool:
        """True on a page of a learner in a class."""
        return self.work is not None and is_in_class()

    def are_outcomes_open(self) -> bool:
        """Return True if the outcomes may be shown on this page; outside a class they always may."""
        if self.work is None:
            return True
        self.work.refresh()
        return self.plan.name in self.work.open_plans or bool(self.kept_picks())

    def open_outcomes(self, open: bool) -> None:
        """Open the outcomes for the class, or close them again. Raises OSError if that cannot be stored."""
        if self.work is not None and self.leads:
            self.work.open_outcomes(self.plan.name, open)

    def send_predictions(self, picks: Mapping[str, str]) -> None:
        """Send a learner's predictions to the teacher's page; those that cannot be sent are not counted."""
        if self.work is not None and self.learns:
            with contextlib.suppress(WorkError, OSError, ProgressError):
                self.work.predict(learner_id(), self.plan.name, picks)

    def kept_picks(self) -> Mapping[str, str]:
        """Return a learner's predictions once they are final; empty before that, and outside a class."""
        if self.work is None or not self.learns:
            return {}
        try:
            who = learner_id()
        except ProgressError:
            return {}
        return self.work.picks_of(who, self.plan.name) if who in self.work.told.get(self.plan.name, ()) else {}

    def is_late(self) -> bool:
        """Return True if this learner's predictions were locked while the outcomes were open."""
        return bool(self.kept_picks()) and self.work is not None and learner_id() in self.work.late_of(self.plan.name)

    def count_picks(self) -> dict[str, Counter[str]]:
        """Return, for each answer of each prediction, the number of learners; late predictions are left out."""
        given = [*self.work.predictions.get(self.plan.name, {}).values()] if self.work is not None else []
        return {
            row["id"]: Counter(picks[row["id"]] for picks in given if row["id"] in picks)
            for row in self.plan.rows("predict")
        }

    def summarize_class(self) -> dict[str, object] | None:
        """Return what the teacher's page shows of the class; None on other pages.

        answered : number of learners who have predicted. late : number of learners whose predictions were locked while
        the outcomes were open. counts : as in `count_picks`, None while they are not shown.
        """
        folder = class_folder()
        if self.work is None or folder is None or not self.leads:
            return None
        self.work.refresh()
        try:
            attendance = attendance_of(folder)._asdict()
        except OSError:
            attendance = {"joined": 0, "here": 0}
        return {
            "answered": len(self.work.predictions.get(self.plan.name, {})),
            "late": len(self.work.late_of(self.plan.name)),
            "open": self.plan.name in self.work.open_plans,
            **attendance,
            "counts": self.count_picks() if self.counts_shown else None,
        }
