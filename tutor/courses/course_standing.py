"""A learner's standing in a course, that is in each part and each rule of the game, from the log of answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil

import engines
from tutor import progress
from tutor.courses.loader import Course, CoursePart
from tutor.learners import choosing
from tutor.learners import model as learners
from tutor.learners.learner_log import LogLearner
from tutor.learners.learner_standing import LearnerStanding, learner_standing
from tutor.learners.model import LearnerModel
from tutor.practice.sitting import askable_targets, limit_targets
from tutor.summary import Summary

KNOWN, DUE, MET, NOT_YET = "known", "due", "met", "new"
STATES = (KNOWN, DUE, MET, NOT_YET)


@dataclass(frozen=True, slots=True)
class DueQuestions:
    """Today's questions on a game: how many are about due rules, about a belief that stands out, and about new rules.

    belief_says : how the learner seems to play. minutes : the time this learner needs for the questions. tomorrow :
    number of questions due by this time tomorrow.
    """

    due: int = 0
    belief: int = 0
    new: int = 0
    belief_says: str = ""
    minutes: int = 0
    tomorrow: int = 0

    @property
    def count(self) -> int:
        """The total number of questions."""
        return self.due + self.belief + self.new


@dataclass(frozen=True, slots=True)
class PartStanding:
    """A learner's standing in one part of a course.

    state : "done", "begun" or "todo". done : the steps done, in the order of the lesson. next : the step to continue
    with, "" if all are done. minutes : the time needed for the rest.
    """

    part: CoursePart
    state: str
    done: tuple[str, ...]
    next: str
    minutes: int


def part_standings(course: Course, summary: Summary) -> list[PartStanding]:
    """Return a learner's standing in every part of a course, in its order."""
    return [part_standing(part, summary) for part in course.parts]


def part_standing(part: CoursePart, summary: Summary) -> PartStanding:
    """Return a learner's standing in one part."""
    lesson = part.lesson
    found = summary.lessons.get(lesson.name)
    done = tuple(step for step in lesson.steps if found and step in found.done)
    following = summary.next_step(lesson.name, lesson.steps)
    state = "done" if following is None else "begun" if found else "todo"
    return PartStanding(part, state, done, following or "", lesson.minutes(done))


def current_part(standing: list[PartStanding]) -> PartStanding | None:
    """Return the part to continue with: the first one begun, otherwise the first one left; None if all are done."""
    return next((one for one in standing if one.state == "begun"), None) or next(
        (one for one in standing if one.state == "todo"), None
    )


def present_learner(who: str = "") -> tuple[str, Summary, LearnerModel, str]:
    """Return the learner whose progress a page shows: id, summary, model, and why there is none ("" if there is)."""
    try:
        who = who or progress.learner_id()
        learner = LogLearner(who)
        return who, learner.summary, learner.model, ""
    except progress.ProgressError as error:
        return who, Summary(), LearnerModel(), str(error)


def known_rules(game: str, model: LearnerModel) -> LearnerStanding:
    """Return what a learner knows about a game now, and what to do today."""
    return learner_standing(game, model, learners.present_moment())


def todays_questions(game: str, model: LearnerModel, shown: frozenset[str] | None = None) -> DueQuestions:
    """Return today's questions on a game, limited to what the makers of practice can ask about.

    shown : the clauses that the course has shown, None for no limit.
    """
    prefix = f"{engines.load(game).rulebook.prefix}-"
    if not any(id.startswith(prefix) for id in model.traces):
        return DueQuestions()
    now, targets = learners.present_moment(), limit_targets(askable_targets(game), model, shown)
    count, minutes = choosing.questions_today(model, targets, now)
    here, soon = (len(choosing.due_clauses(model, targets, when)) for when in (now, now + timedelta(days=1)))
    due, tomorrow = (
        min(ceil(here / choosing.CLAUSES_A_QUESTION), count),
        ceil((soon - here) / choosing.CLAUSES_A_QUESTION),
    )
    believed = model.of(game).standing_out(targets.beliefs, targets.several_forms)
    belief = min(2 * len(believed), count - due)
    says = targets.beliefs[believed[0]] if believed else ""
    return DueQuestions(due, belief, count - due - belief, says, minutes, min(tomorrow, choosing.MOST_A_DAY))


def rule_states(standing: LearnerStanding) -> dict[str, str]:
    """Return the state of every clause that is a rule: known, due, met or new."""
    return {id: state for state in STATES for id in getattr(standing, state)}


def states_by_chapter(game: str, rules: Mapping[str, str]) -> dict[int, list[str]]:
    """Return the states of a game's rules by chapter number, with the best known first."""
    book = engines.load(game).rulebook
    found: dict[int, list[str]] = {number: [] for number in book.sections}
    for id, state in rules.items():
        found[book.clauses[id].section].append(state)
    return {number: sorted(marks, key=STATES.index) for number, marks in found.items() if marks}


def due_in_part(part: CoursePart, chapters: Mapping[int, list[str]]) -> int:
    """Return the number of due rules in a part's chapters."""
    return sum(chapters.get(number, []).count(DUE) for number in part.chapters)
