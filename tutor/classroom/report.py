"""The class report: what a class knows of one game, from its logs alone.

Every log is replayed through the engine. If an answer's result differs from the recorded one, the log was edited or
comes from another version; replay stops there, and the log is not counted. Practice questions have to be generated
again, which is slow, so only a random sample of those recorded as right is checked in each log.

A cell is one learner's record on one clause. A refused try counts as a wrong answer, unless the step invites it. A
wrong answer no longer counts once the learner gets the clause right, or completes the step in which it was missed.
Learners and clauses are ranked by shares, never by counts, because those who practise most make most mistakes. Ranking
uses the lower end of each interval, so a share of few answers counts less.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import engines
from tutor.classroom import wrong_tries
from tutor.classroom.hand_ins import HandIns, LearnerLog, SkippedFile
from tutor.classroom.log_trimming import newest_events
from tutor.classroom.pseudonyms import assign_pseudonyms
from tutor.coverage.route import games_with_lessons, steps_of_course
from tutor.estimates import wilson_interval
from tutor.event_log import NON_ANSWERS, Event
from tutor.learners.audit import check_events
from tutor.learners.beliefs import STANDS_OUT
from tutor.learners.learner_standing import question_targets
from tutor.learners.memory import time_of_event
from tutor.learners.model import is_practice, model_of

log = logging.getLogger(__name__)

MOST_EVENTS = 2000
"""Maximum number of events of a game examined in one log, counted from the newest."""
SAMPLED_ANSWERS = 8
"""Number of right practice answers in each log whose questions are generated again and checked."""
POSSIBLE_FACTOR = 20.0
"""Suspicion from which a belief is called possible; a factor of STANDS_OUT counts as found (see
`tutor.learners.beliefs`).
"""
FEWEST_ANSWERS, FEWEST_STEPS = 3, 2
"""Minimum number of answers that follow a belief, and of steps they come from, before it is reported to a class:
misreading a single step must not be reported. The same number of refused moves that the belief would allow makes it
a possible belief."""
STUCK_TRIES, STUCK_MINUTES, ALL_HINTS = 3, 8, 4

DEMONSTRATION = "watch"
"""The kind of a step that is watched to its end; its event is recorded as right, but nothing was answered."""

Sampling = Callable[[Sequence[Event], int], Iterable[Event]]


@dataclass(slots=True)
class ClauseCell:
    """A learner's record on a clause: wrong tries, right answers, and the steps in which it is not yet right."""

    wrong: int = 0
    right: int = 0
    open: set[tuple[str, str]] = field(default_factory=set)

    @property
    def still(self) -> bool:
        """True if the learner's last answer about the clause was wrong."""
        return bool(self.open)

    @property
    def needs_teaching(self) -> bool:
        """True if it was missed more than once, or is still wrong: one try that was put right teaches itself."""
        return self.still or self.wrong > 1


class EditedEvent(NamedTuple):
    """The first event whose result differs from the recorded one: its number in the log, the event, the real result."""

    number: int
    event: Event
    says: str


class HeldBelief(NamedTuple):
    """A misconception of one learner: whether it stands out or is only possible, with the evidence.

    agreed, of : how many answers agree with the belief, out of those that could show it. tried : refused moves that it
    would allow.
    """

    sure: bool
    agreed: int
    of: int
    tried: int


class StuckPlace(NamedTuple):
    """The place where a learner is stuck: the last event there, wrong tries, hints shown, and minutes.

    same : the move, if it was the same each time, otherwise "".
    """

    event: Event
    tries: int
    hints: int
    minutes: int
    same: str


@dataclass(slots=True)
class Student:
    """A learner in the report. Only the pseudonym is ever shown."""

    name: str
    log: LearnerLog
    events: list[tuple[int, Event]]
    edited: EditedEvent | None = None
    cells: dict[str, ClauseCell] = field(default_factory=dict)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of times each wrong try was made, by (clause, words)."""
    missed_in: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Number of times each clause was missed in each step, by (clause, lesson, step)."""
    answers: int = 0
    """Number of right answers and wrong tries; invited tries and demonstrations are not counted."""
    right: int = 0
    """Number of right answers."""
    done: set[tuple[str, str]] = field(default_factory=set)
    """The completed steps of the course, as (lesson, step)."""
    unclaused: Counter[str] = field(default_factory=Counter)
    """Number of times each wrong try was made that no clause forbids, by its words."""
    beliefs: dict[str, HeldBelief] = field(default_factory=dict)
    stuck: StuckPlace | None = None

    @property
    def wrong(self) -> int:
        """Return the number of clauses that were missed."""
        return sum(cell.wrong > 0 for cell in self.cells.values())

    @property
    def still(self) -> int:
        """Return the number of clauses that are still wrong."""
        return sum(cell.still for cell in self.cells.values())

    @property
    def need(self) -> float:
        """Return how much help the learner needs: a lower bound for the share of clauses met that are still wrong."""
        return wilson_interval(self.still, len(self.cells))[0]


class ClauseRow(NamedTuple):
    """A clause in the report: how many students have got it wrong, still get it wrong, and were asked at all.

    That comes from the log alone: a student was asked if an answer or a refused move is about the clause.
    """

    clause: str
    wrong: int
    still: int
    met: int

    @property
    def share(self) -> float:
        """Return a lower bound for the share of students who got it wrong, out of those who met it."""
        return wilson_interval(self.wrong, self.met)[0]


class MissedClause(NamedTuple):
    """A missed clause with the wrong tries and the number of students who made each, the most common first."""

    row: ClauseRow
    moves: tuple[tuple[str, int], ...]


class FoundBelief(NamedTuple):
    """A belief in the class: how many students hold it, how many possibly do, and the answers that show it."""

    id: str
    sure: int
    perhaps: int
    agreed: int
    of: int
    tried: int


def draw_events(events: Sequence[Event], count: int) -> Iterable[Event]:
    """Return `count` of the events, drawn at random."""
    return random.SystemRandom().sample(events, min(count, len(events)))


class Report:
    """The report of one game. `work()` goes through the logs in slices; then all results are available.

    Parameters
    ----------
    handed
        The logs that were handed in.
    game
        The game that the report is about.
    language
        The language of generated pseudonyms.
    sampling
        The random generator that chooses the practice questions to be generated again.
    """

    def __init__(self, handed: HandIns, game: str, language: str = "en", sampling: Sampling = draw_events) -> None:
        self.game, self.sampling = game, sampling
        names = assign_pseudonyms([*handed.logs, *handed.chosen], language, handed.chosen)
        self.students = [Student(names[log.learner], log, _of_game(log, game)) for log in handed.logs.values()]
        self.students = [student for student in self.students if student.events]
        begun = {student.name for student in self.students}
        elsewhere = {names[log.learner] for log in handed.logs.values() if log.events} - begun
        awaited = {name for id, name in names.items() if id not in handed.left}
        self.elsewhere, self.not_begun = sorted(elsewhere), sorted(awaited - begun - elsewhere)
        self.steps = _course_steps(game)
        self.skipped, self.done, self.count = [*handed.skipped], 0, len(self.students)

    # Going through the logs.

    def work(self) -> Iterator[None]:
        """Replay and count every log, yielding after about one event."""
        for student in [*self.students]:
            try:
                yield from self._looked_at(student)
            except Exception:  # logs are untrusted, and a single bad one must not cost a class its report
                log.exception("a log that was handed in could not be looked at")
                self.students.remove(student)
                self.skipped.append(SkippedFile(student.name, "stumbled", {}))
            self.done += 1
            yield
        self.students.sort(key=lambda student: (-student.need, student.name))

    def _looked_at(self, student: Student) -> Iterator[None]:
        yield from self._played_again(student)
        if student.edited is None:
            yield from self._counted(student)
            self._believed(student)
            student.stuck = _stuck([event for _, event in student.events])

    def _played_again(self, student: Student) -> Iterator[None]:
        made = [event for _, event in student.events if is_practice(event) and event.verdict == "right"]
        drawn = {id(event) for event in self.sampling(made, SAMPLED_ANSWERS)}
        for number, event, says in check_events(
            student.events, lambda event: not is_practice(event) or id(event) in drawn
        ):
            if says:
                student.edited = EditedEvent(number, event, says)
                return
            yield

    def _counted(self, student: Student) -> Iterator[None]:
        for _, event in sorted(student.events, key=lambda one: one[1].time):
            step = (event.lesson, event.step)
            if event.verdict in ("right", "seen") and step in self.steps:
                student.done.add(step)
            if event.verdict == "right" and event.kind not in (DEMONSTRATION, *NON_ANSWERS):
                student.answers, student.right = student.answers + 1, student.right + 1
                for id in wrong_tries.right_answer_clauses(event):
                    cell = student.cells.setdefault(id, ClauseCell())
                    cell.right += 1
                    cell.open.clear()
                for cell in student.cells.values():
                    cell.right += step in cell.open
                    cell.open.discard(step)
            elif is_wrong(event):
                misses = wrong_tries.find_wrong_tries(event)
                student.answers += bool(misses)
                for miss in misses:
                    if not miss.clauses:
                        student.unclaused[miss.words] += 1
                    for id in miss.clauses:
                        cell = student.cells.setdefault(id, ClauseCell())
                        cell.wrong += 1
                        cell.open.add(step)
                        student.tried[id, miss.words] += 1
                        student.missed_in[(id, *step)] += 1
            yield

    def _believed(self, student: Student) -> None:
        events = [event for _, event in student.events]
        known, targets = model_of(events).of(self.game), question_targets(self.game)
        tried: Counter[str] = Counter()
        where: dict[str, set[str]] = {}
        for event in events:
            for id in {
                id
                for miss in (wrong_tries.find_wrong_tries(event) if event.verdict == "refused" else ())
                for id in miss.beliefs
            }:
                tried[id] += 1
                where.setdefault(id, set()).add(f"{event.lesson}/{event.step}")
        for id in dict.fromkeys([*known.suspected(targets.beliefs, POSSIBLE_FACTOR), *tried]):
            answers = known.evidence[id].answers if id in known.evidence else ()
            own = [answer.place for answer in answers if answer.agreed]
            steps = {f"{lesson}/{step}" for _, lesson, step in own}
            told = known.suspicion(id) >= POSSIBLE_FACTOR and len(steps) >= FEWEST_STEPS
            named = known.factor(id) >= STANDS_OUT and known.has_forms(id, targets.several_forms)
            sure = told and named and len(own) >= FEWEST_ANSWERS
            likely = tried[id] >= FEWEST_ANSWERS and len(where[id]) >= FEWEST_STEPS and known.suspicion(id) >= 1
            if told or likely:
                student.beliefs[id] = HeldBelief(sure, len(own), len(answers), tried[id])

    # Results.

    @property
    def counted(self) -> list[Student]:
        """The students whose logs are counted."""
        return [student for student in self.students if student.edited is None]

    @property
    def edited(self) -> list[Student]:
        """Students whose logs do not replay as recorded."""
        return [student for student in self.students if student.edited is not None]

    def rows(self) -> list[ClauseRow]:
        """Return every clause that a student has met, the one missed by the largest share of those students first."""
        counts = []
        ids = dict.fromkeys(id for student in self.counted for id in student.cells)
        order = {id: at for at, id in enumerate(engines.load(self.game).rulebook.clauses)}
        for id in ids:
            cells = [student.cells[id] for student in self.counted if id in student.cells]
            wrong, still = sum(cell.wrong > 0 for cell in cells), sum(cell.still for cell in cells)
            counts.append(ClauseRow(id, wrong, still, len(cells)))
        return sorted(counts, key=lambda row: (-row.share, -row.still, order.get(row.clause, len(order))))

    def missed(self, most: int = 5, moves: int = 3) -> list[MissedClause]:
        """Return the clauses missed by the largest share of the students who met them, with their wrong tries."""
        found = []
        for row in self.rows()[:most]:
            if row.wrong:
                told = Counter(words for student in self.counted for id, words in student.tried if id == row.clause)
                found.append(MissedClause(row, tuple(told.most_common(moves))))
        return found

    def unclaused(self, most: int = 5) -> list[tuple[str, int]]:
        """Return the wrong tries that no clause forbids, with the number of students who made each."""
        return Counter(words for student in self.counted for words in student.unclaused).most_common(most)

    def beliefs(self) -> list[FoundBelief]:
        """Return the beliefs that were found, the most common first."""
        ids = dict.fromkeys(id for student in self.counted for id in student.beliefs)
        found = []
        for id in ids:
            held = [student.beliefs[id] for student in self.counted if id in student.beliefs]
            sure = [one for one in held if one.sure] or held
            sums = (sum(one.agreed for one in sure), sum(one.of for one in sure), sum(one.tried for one in sure))
            count = sum(one.sure for one in held)
            found.append(FoundBelief(id, count, len(held) - count, *sums))
        return sorted(found, key=lambda one: (-one.sure, -one.perhaps, one.id))

    def stuck(self) -> list[Student]:
        """Return the students who are stuck, those with the most tries first."""
        found = [student for student in self.counted if student.stuck is not None]
        return sorted(found, key=lambda student: -student.stuck.tries if student.stuck else 0)

    def teach(self, most: int = 3) -> list[ClauseRow]:
        """Return what to teach next: the clauses missed by the largest share of the students who met them.

        A clause that is still wrong counts twice; one that was missed but is right by now needs less teaching. One that
        a single student missed, once, and then had right needs none.
        """
        cells = [cell for student in self.counted for cell in student.cells.items()]
        needed = {id for id, cell in cells if cell.needs_teaching}
        rows = [row for row in self.rows() if row.wrong > 1 or row.clause in needed]
        return sorted(rows, key=lambda row: -wilson_interval(row.wrong + row.still, 2 * row.met)[0])[:most]

    def steps_begun(self, student: Student) -> int:
        """Return the number of steps in the lessons of the course that a student has begun."""
        begun = {event.lesson for _, event in student.events}
        return sum(lesson in begun for lesson, _ in self.steps)

    def missed_in(self, clause: str) -> list[tuple[str, str]]:
        """Return the steps in which a clause was missed, as (lesson, step), those missed by most students first."""
        found = Counter(
            (lesson, step) for student in self.counted for id, lesson, step in student.missed_in if id == clause
        )
        return [place for place, _ in found.most_common()]


def _course_steps(game: str) -> set[tuple[str, str]]:
    """Return the steps of the course of a game, as (lesson, step); none for a game without lessons."""
    if game not in games_with_lessons():
        return set()
    return {(f"{game}/{lesson.path.stem}", step.id) for lesson, step in steps_of_course(game)}


def games_in(handed: HandIns) -> list[str]:
    """Return the games that appear in the logs, the one with most events first."""
    known = set(engines.names())
    counts = Counter(event.game for log in handed.logs.values() for event in log.events if event.game in known)
    return [game for game, _ in counts.most_common()]


def is_wrong(event: Event) -> bool:
    """Return True if an event is a wrong answer or a refused try."""
    return event.verdict == "refused" or (event.verdict == "wrong" and event.kind not in NON_ANSWERS)


def _of_game(log: LearnerLog, game: str) -> list[tuple[int, Event]]:
    return newest_events([(at, event) for at, event in enumerate(log.events, 1) if event.game == game], MOST_EVENTS)


def _stuck(events: Sequence[Event]) -> StuckPlace | None:
    """Return where a learner is stuck: the step of the last event, or None if that step is done."""
    tried = (event for event in events if event.kind not in NON_ANSWERS and event.verdict != "odd")
    there = sorted(tried, key=lambda event: event.time)
    if not there or is_practice(there[-1]):
        return None
    last = there[-1]
    here: list[Event] = []
    for event in reversed(there):
        if (event.lesson, event.step) != (last.lesson, last.step) or event.verdict in ("right", "seen"):
            break
        here.insert(0, event)
    told = [[miss.words for miss in wrong_tries.find_wrong_tries(event)] for event in here if is_wrong(event)]
    wrong = [words for words in told if words]
    hints = max((int(event.hints) for event in here), default=0)
    minutes = int((time_of_event(last) - time_of_event(here[0])).total_seconds() // 60) if here else 0
    if not here or not (len(wrong) >= STUCK_TRIES or hints >= ALL_HINTS or (wrong and minutes >= STUCK_MINUTES)):
        return None
    same = wrong[0][0] if len(wrong) > 1 and all(words == wrong[0] for words in wrong) else ""
    return StuckPlace(last, len(wrong), hints, minutes, same)
