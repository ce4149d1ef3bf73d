"""Simulate students who take the lessons of a game, and measure how long the report on their logs takes.

Each student knows the rules except for some mistaken beliefs, and slips now and then. Every answer goes through the
session of its step, so that the log is like a real learner's. A student who holds a belief answers as if it were a
rule; in a step with moves, the student first tries an action that only the belief allows.

    python -m benchmarks.students altaria # 30 logs of 200 events, and the time for their report
    python -m benchmarks.students altaria --to FOLDER # store the logs, to view in the report
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engines.errors import TebikiError
from engines.variants.counter_rules import by_id, move_to_game
from tutor.classroom.hand_ins import read_folder
from tutor.classroom.report import Report
from tutor.courses.loader import load_course
from tutor.event_log import Event
from tutor.lessons.checks import follow_hints
from tutor.lessons.loader import Lesson, Step, find_lesson, read_lesson
from tutor.lessons.page import ASKED_KINDS, open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.profiles import AnswerProfile, profile_step
from tutor.lessons.replay import CLICKS_BY_KIND
from tutor.lessons.session import Session

BEGIN = datetime(2026, 3, 2, 8, tzinfo=UTC)
LOGS, EVENTS, SECONDS = 30, 200, 10.0
LogEntries = list[tuple[str, dict[str, Any]]]


@dataclass(slots=True)
class Student:
    """A simulated learner.

    beliefs : the mistaken beliefs held. slips : the share of answers that differ from the intended ones.
    """

    id: str
    beliefs: tuple[str, ...] = ()
    slips: float = 0.05
    seed: int = 0
    events: list[Event] = field(default_factory=list)

    def learn(self, game: str, count: int) -> list[Event]:
        """Take the lessons, and retake them on later days, until the log has `count` events; return the log."""
        source, now = Random(f"{self.seed} {self.id}"), BEGIN + timedelta(seconds=self.seed)
        day = 0
        while len(self.events) < count:
            begun, now = len(self.events), BEGIN + timedelta(days=day, seconds=self.seed)
            for lesson, step in course_steps(game):
                for verdict, facts in self.taken(lesson, step, source):
                    now += timedelta(seconds=source.uniform(8, 70))
                    self.events.append(_event(self.id, lesson, step, verdict, facts, now))
                if len(self.events) >= count:
                    break
            if len(self.events) == begun:
                break
            day += 3
        del self.events[count:]
        return self.events

    def taken(self, lesson: Lesson, step: Step, source: Random) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the verdicts on a step in the form in which the log stores them."""
        if step.kind in ASKED_KINDS:
            asked = step_profile(lesson.name, step.id)
            own = next((asked.beliefs[id] for id in self.beliefs if id in asked.beliefs), None)
            given = own if own is not None else asked.right
            if source.random() < self.slips and asked.beliefs:
                given = source.choice(list(asked.beliefs.values()))
            yield from log_of_answer(lesson.name, step.id, given)
            if given != asked.right:
                yield from log_of_answer(lesson.name, step.id, asked.right)
        elif step.kind in ("do", "solve"):
            for id in self.beliefs:
                yield from log_of_try(lesson.name, step.id, id)
            yield from log_of_solution(lesson.name, step.id)
        elif step.kind == "watch":
            yield "seen", {}


@cache
def course_steps(game: str) -> tuple[tuple[Lesson, Step], ...]:
    """Return the steps of a game's lessons, in the order of its course."""
    lessons = [read_lesson(find_lesson(part.lesson.name)) for part in load_course(game).parts]
    return tuple((lesson, step) for lesson in lessons for step in lesson.steps)


@cache
def _step(lesson: str, id: str) -> tuple[Lesson, Step]:
    found = read_lesson(find_lesson(lesson))
    return found, found.step(id)


@cache
def step_profile(lesson: str, id: str) -> AnswerProfile:
    """Return what each answer to a step reveals about the learner's beliefs."""
    return profile_step(*_step(lesson, id))


@cache
def log_of_answer(lesson: str, id: str, given: tuple[str, ...]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the log entries of an answer."""
    found, heard = _step(lesson, id), LogEntries()
    plain, wanted = open_session(*found), "right" if given == step_profile(lesson, id).right else "wrong"
    ways = next((ways for kind, ways in CLICKS_BY_KIND.items() if isinstance(plain, kind)), None)
    for picks in ways(plain, given) if ways else ():
        heard.clear()
        run = open_session(*found, lambda verdict, facts: heard.append((verdict, facts)))
        run.answered(picks)
        if not run.feedback:
            run.check()
        if heard and heard[-1][0] == wanted:  # the same text may occur twice
            break
    return tuple((verdict, facts | step_profile(lesson, id).told(facts.get("actions", []))) for verdict, facts in heard)


@cache
def log_of_solution(lesson: str, id: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the log entries of a learner who answers correctly."""
    heard: LogEntries = []
    run = _do(lesson, id, heard)
    follow_hints(run)
    return tuple(heard)


@cache
def log_of_try(lesson: str, id: str, belief: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the log entries for the first try of a learner with this belief, an action that only the belief allows."""
    heard: LogEntries = []
    run = _do(lesson, id, heard)
    state = run.table.state
    try:
        there = move_to_game(state, by_id(state.game)[belief].patched(state.game))
        if there.result is not None or there.seat_to_act != run.table.viewer or there.step.name != state.step.name:
            return ()
        more = [action for action in there.actions if action not in state.actions]
    except (TebikiError, LookupError):
        return ()
    for action in more:
        attempt = run.table.read_try(state.game.notation.write(state, action, run.table.viewer))
        if attempt is not None and attempt.reasons and not run.invited_by(attempt):
            run.tried(attempt)
            return tuple(heard)
    return ()


def _do(lesson: str, id: str, heard: LogEntries) -> DoStep:
    run: Session = open_session(*_step(lesson, id), lambda verdict, facts: heard.append((verdict, facts)))
    assert isinstance(run, DoStep)
    return run


def _event(who: str, lesson: Lesson, step: Step, verdict: str, facts: dict[str, Any], when: datetime) -> Event:
    return Event(
        when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        who,
        lesson.game.name,
        lesson.name,
        step.id,
        step.kind,
        verdict,
        tuple(facts.get("actions", ())),
        tuple(dict.fromkeys(facts.get("clauses", ()))),
        facts.get("hints", 0),
        facts.get("seed", 0),
        20.5,
        agrees=tuple(facts.get("agrees", ())),
        differs=tuple(facts.get("differs", ())),
        options=facts.get("options", 0),
    )


def make_class(game: str, count: int, events: int, beliefs: Iterable[str]) -> list[Student]:
    """Return a class in which every third student holds one of the given beliefs, and the others hold none."""
    held = list(beliefs)
    found = []
    for number in range(count):
        own = (held[number // 3 % len(held)],) if held and number % 3 == 0 else ()
        student = Student(f"{number:02d}{number * 7919:014x}", own, seed=number)
        student.learn(game, events)
        found.append(student)
    return found


def format_log(events: Iterable[Event]) -> str:
    """Return a log as the text of its file."""
    return "".join(f"{event.line()}\n" for event in events)


def write_logs(students: Iterable[Student], folder: Path) -> None:
    """Write the logs of a class into a folder."""
    for number, student in enumerate(students):
        (folder / f"log-{number:02d}.jsonl").write_text(format_log(student.events), encoding="utf-8")


def beliefs_told(game: str) -> dict[str, int]:
    """Return, for each belief, the number of lesson steps that distinguish it from the rules."""
    counts: dict[str, int] = {}
    for lesson, step in course_steps(game):
        for id in step_profile(lesson.name, step.id).beliefs if step.kind in ASKED_KINDS else ():
            counts[id] = counts.get(id, 0) + 1
    return dict(sorted(counts.items(), key=lambda one: -one[1]))


def main() -> int:
    """Create the logs and time the report. Return 1 if it took too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.students", description="Time a class report.")
    parser.add_argument("game")
    parser.add_argument("--logs", type=int, default=LOGS)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--to", type=Path, help="keep the logs in this folder")
    options = parser.parse_args()
    counts = beliefs_told(options.game)
    students = make_class(options.game, options.logs, options.events, list(counts)[:4])
    with tempfile.TemporaryDirectory() as made:
        folder = options.to or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        write_logs(students, folder)
        _forget()
        begun, spent = time.perf_counter(), time.process_time()
        report = Report(read_folder(folder), options.game)
        for _ in report.work():
            pass
        rows, found = report.rows(), report.beliefs()
        took, worked = time.perf_counter() - begun, time.process_time() - spent
    events = sum(len(student.events) for student in students)
    print(f"{len(students)} logs, {events} events: {took:.1f} s ({worked:.1f} s of processor time)")
    print(f"counted {len(report.counted)}, edited {len(report.edited)}, clauses {len(rows)}")
    print(f"beliefs found: {', '.join(f'{one.id} {one.sure}+{one.perhaps}' for one in found)}")
    return 0 if took < SECONDS else 1


def _forget() -> None:
    """Clear the engine's cached answers, so that the report does not profit from those computed for the students."""
    from tutor.classroom import wrong_tries
    from tutor.lessons import replay

    for known in (wrong_tries._misses, replay._played_again, replay._lesson, replay._question):
        known.cache_clear()


if __name__ == "__main__":
    raise SystemExit(main())
