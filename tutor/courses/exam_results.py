"""The results of exams in a learner's log, and each result in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tutor.courses.exam import GAME, KIND, QUESTIONS, REPAIRS, TURNS, exam_lesson, facts_of, parts_of
from tutor.courses.exam_game import SKILL_NEEDED
from tutor.event_log import Event
from tutor.text import format_message

FORMER_SHARE = 0.9
"""The share of right answers needed to pass the former exam."""


@dataclass(frozen=True, slots=True)
class FormerResult:
    """The result of a former exam (twenty questions): when, the number of right answers, the number of questions."""

    time: str
    right: int
    count: int

    @property
    def passed(self) -> bool:
        """Whether it was passed."""
        return self.right >= FORMER_SHARE * self.count


@dataclass(frozen=True, slots=True)
class PartResult:
    """The result of a part: when, whether it was passed, the findings, and the clauses to practise."""

    part: str
    time: str
    passed: bool
    facts: dict[str, int]
    clauses: tuple[str, ...]

    def in_words(self, language: str) -> str:
        """Describe the findings in a sentence or two."""
        facts: dict[str, object] = {"right": 0, "count": 0, "refused": 0, **self.facts}
        if self.part == GAME:
            facts |= {"skill": max(0, self.facts.get("skill", 0)), "needed": SKILL_NEEDED}
            facts["missed_said"] = _counted("missed", self.facts.get("missed", 0), language)
            facts["end"] = format_message(f"exam.seen.{'won' if self.facts.get('won') else 'lost'}", language)
        facts["refused_said"] = _counted("refused", self.facts.get("refused", 0), language)
        return format_message(f"exam.seen.{self.part}", language, **facts)


def _counted(key: str, count: int, language: str) -> str:
    size = "none" if not count else "one" if count == 1 else "more"
    return format_message(f"exam.seen.{key}_{size}", language, count=count)


def former_results(events: Iterable[Event], game: str) -> list[FormerResult]:
    """Return the results of former exams, oldest first."""
    found = []
    for event in events:
        if event.lesson == exam_lesson(game) and event.kind == KIND and event.verdict == "over":
            facts = facts_of(event)
            right, count = facts.get("right", ""), facts.get("count", "")
            if right.isdecimal() and count.isdecimal():
                found.append(FormerResult(event.time, int(right), int(count)))
    return found


def part_results(events: Iterable[Event], game: str, grade: str) -> dict[str, PartResult]:
    """Return the result of each finished part: the first one that passed, otherwise the last one."""
    found: dict[str, PartResult] = {}
    for event in events:
        if event.lesson != exam_lesson(game, grade) or event.kind != KIND or event.verdict != "over":
            continue
        facts = facts_of(event)
        part, counts = facts.get("part", ""), {key: int(said) for key, said in facts.items() if is_number(said)}
        if part in (TURNS, GAME, QUESTIONS, REPAIRS) and not (part in found and found[part].passed):
            found[part] = PartResult(part, event.time, bool(counts.get("passed")), counts, event.clauses)
    return found


def is_number(text: str) -> bool:
    """Return True if a fact is a whole number; the skill in a game is negative if chance would have chosen better."""
    return text.removeprefix("-").isdecimal()


def is_grade_passed(results: dict[str, PartResult], game: str, grade: str) -> bool:
    """Return True if every part of a grade was passed."""
    return all(part.name in results and results[part.name].passed for part in parts_of(game, grade))
