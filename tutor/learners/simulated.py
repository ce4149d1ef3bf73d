"""Simulated learners, used to measure how well the model works.

A simulated learner answers profiles of questions. A profile states the clauses on which a question rests, the number of
possible answers, and the answer that each belief gives. The log is written event by event, and the next question is
chosen from it as in practice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from fsrs import Card, Rating, Scheduler
from fsrs.scheduler import DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from tutor.event_log import Event
from tutor.learners import choosing
from tutor.learners.beliefs import SLIP
from tutor.learners.choosing import QuestionTargets
from tutor.learners.memory import NO_STEPS, MemoryCard
from tutor.learners.model import LearnerModel

GivenAnswer = tuple[str, ...]
ANSWER_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class QuestionProfile:
    """The parts of a question that the model uses (see `tutor.practice.question`).

    id : the question's name in the log.
    """

    id: str
    aim: str
    clauses: tuple[str, ...]
    right: GivenAnswer
    beliefs: Mapping[str, GivenAnswer]
    options: int

    def is_answer(self, own: GivenAnswer) -> bool:
        """Return True if `own` is a possible answer; the empty tuple is one only if options are marked ("which")."""
        return bool(own) or self.id.startswith("which/")

    def told(self) -> dict[str, GivenAnswer]:
        """Return the answer of each belief that leads to an answer."""
        return {id: own for id, own in self.beliefs.items() if self.is_answer(own)}

    def answers(self) -> list[GivenAnswer]:
        """Return all possible answers; those that do not follow from a belief are numbered."""
        told = list(dict.fromkeys([self.right, *self.told().values()]))
        return [*told, *((f"other {n}",) for n in range(max(self.options, 2) - len(told)))]


AnswerFunction = Callable[[QuestionProfile, Random], GivenAnswer]


def simulate_believer(belief: str, slip: float = SLIP) -> AnswerFunction:
    """Return a learner who follows one counter-rule, and otherwise the rules."""

    def answer(asked: QuestionProfile, source: Random) -> GivenAnswer:
        own = asked.beliefs.get(belief, asked.right)
        if source.random() >= slip:
            return own if asked.is_answer(own) else source.choice(asked.answers())  # otherwise guess
        return source.choice([one for one in asked.answers() if one != own])

    return answer


def simulate_knower(slip: float = SLIP) -> AnswerFunction:
    """Return a learner who knows the rules but slips."""
    return simulate_believer("", slip)


def simulate_half_knower(known: Callable[[str], bool], plausible: bool = False) -> AnswerFunction:
    """Return a learner who knows some clauses, and guesses if a question rests on any other clause.

    plausible : whether guesses are limited to the right answer and those of beliefs.
    """

    def answer(asked: QuestionProfile, source: Random) -> GivenAnswer:
        if all(known(clause) for clause in asked.clauses):
            return simulate_knower()(asked, source)
        answers = [one for one in asked.answers() if not plausible or not one[:1] or not one[0].startswith("other ")]
        return source.choice(answers)

    return answer


def event_of_answer(
    asked: QuestionProfile, given: GivenAnswer, when: datetime, game: str, seconds: float = ANSWER_SECONDS
) -> Event:
    """Return the log event for an answer."""
    right = given == asked.right
    return Event(
        when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "simulated",
        game,
        f"{game}/practice",
        asked.id,
        asked.id.split("/")[0],
        "right" if right else "wrong",
        given,
        asked.clauses,
        seconds=seconds,
        agrees=tuple(id for id, own in asked.beliefs.items() if own == given and asked.is_answer(own)),
        differs=tuple(id for id, own in asked.beliefs.items() if own != given and (asked.is_answer(own) or right)),
        options=asked.options,
    )


@dataclass(slots=True)
class QuestionBank:
    """Questions to choose from, sorted by aim."""

    by_aim: dict[str, list[QuestionProfile]] = field(default_factory=dict)

    @classmethod
    def of(cls, profiles: Iterable[QuestionProfile]) -> QuestionBank:
        """Return a bank of these questions."""
        bank = cls()
        for one in profiles:
            bank.by_aim.setdefault(one.aim, []).append(one)
        return bank

    def pick(self, aim: choosing.QuestionAim, used: set[str], source: Random) -> QuestionProfile | None:
        """Return an unused question for the best aim that has any; None if there is none.

        As in practice, it is by the maker that has rested longest; of its questions, a random one.
        """
        for id in aim.aims:
            by_maker: dict[str, list[QuestionProfile]] = {}
            for one in self.by_aim.get(id, ()):
                if one.id not in used:
                    by_maker.setdefault(one.id.partition("/")[0], []).append(one)
            if by_maker:
                return source.choice(by_maker[choosing.makers_by_rest(aim.used, by_maker)[0]])
        return None


def simulate_sitting(
    bank: QuestionBank,
    answering: AnswerFunction,
    model: LearnerModel,
    targets: QuestionTargets,
    begin: datetime,
    count: int,
    source: Random,
) -> Iterable[Event]:
    """Yield up to `count` answers of a sitting; the model is updated with each before it is yielded."""
    used: set[str] = set()
    none = {id for id in targets.about if id not in bank.by_aim}
    now = begin
    for _ in range(count):
        asked, skip = None, set(none)
        while asked is None:
            aim = choosing.next_question(model, targets, now, skip=skip)
            if aim is None:
                return
            asked = bank.pick(aim, used, source)
            skip |= set(aim.aims)
        used.add(asked.id)
        event = event_of_answer(asked, answering(asked, source), now, targets.game)
        model.take(event)
        yield event
        now += timedelta(seconds=ANSWER_SECONDS)


def model_after_course(
    targets: QuestionTargets, answering: AnswerFunction, when: datetime, source: Random
) -> LearnerModel:
    """Return the model of a learner who has just answered one plain question about each clause."""
    model = LearnerModel()
    for number, clause in enumerate(targets.clauses):
        asked = QuestionProfile(f"step-{number}", "", (clause,), ("right",), {}, 4)
        model.take(event_of_answer(asked, answering(asked, source), when + timedelta(seconds=number), targets.game))
    model.sitting.clear()
    return model


# A memory that forgets.


@dataclass(slots=True)
class ForgettingLearner:
    """A learner whose memory follows FSRS with randomly varied weights.

    memories : the true memory of each clause, hidden from the learner model.
    """

    scheduler: Scheduler
    memories: dict[str, MemoryCard] = field(default_factory=dict)

    @classmethod
    def some(cls, source: Random, spread: float = 0.15) -> ForgettingLearner:
        """Return a learner with log-normally varied weights (sigma `spread`), within FSRS's bounds."""
        weights = [
            min(max(weight * source.lognormvariate(0, spread), low), high)
            for weight, low, high in zip(
                DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True
            )
        ]
        return cls(Scheduler(weights, 0.9, NO_STEPS, NO_STEPS, enable_fuzzing=False))

    def recall(self, clause: str, now: datetime) -> float:
        """Return the probability that a clause is remembered at `now`; 0 if it was never met."""
        card = self.memories.get(clause)
        return self.scheduler.get_card_retrievability(card, now) if card else 0.0

    def met(self, clause: str, remembered: bool, now: datetime) -> None:
        """Record that a question about a clause was asked and its answer shown."""
        card: Card = self.memories.get(clause) or MemoryCard(card_id=1, due=now)
        rating = Rating.Good if remembered else Rating.Again
        self.memories[clause], _ = self.scheduler.review_card(card, rating, now)  # type: ignore[assignment]

    def answer(self, asked: QuestionProfile, source: Random, now: datetime) -> GivenAnswer:
        """Answer a question: right if every clause is remembered, otherwise a guess; then review each clause."""
        there = {clause: source.random() < self.recall(clause, now) for clause in asked.clauses}
        given = asked.right if all(there.values()) else source.choice(asked.answers())
        for clause, remembered in there.items():
            self.met(clause, remembered, now)
        return given


@dataclass(frozen=True, slots=True)
class SimulatedDay:
    """A simulated day: minutes of practice, number of clauses met so far, and the share still remembered (`alive`)."""

    minutes: float
    met: int
    alive: float


def simulate_days(
    bank: QuestionBank,
    targets: QuestionTargets,
    begin: datetime,
    count: int,
    source: Random,
    seconds: float = ANSWER_SECONDS,
) -> Iterable[SimulatedDay]:
    """Simulate `count` days: each day the course shows new clauses, then the due questions are practised."""
    model, mind = LearnerModel(), ForgettingLearner.some(source)
    none = {id for id in targets.about if id not in bank.by_aim}
    clauses = [clause for clause in targets.clauses if set(targets.of_clause(clause)) - none]
    for day in range(count):
        now = begin + timedelta(days=day)
        shown = clauses[: (day + 1) * choosing.NEW_A_DAY]
        for clause in shown[day * choosing.NEW_A_DAY :]:  # the day's lesson shows them and asks about them
            mind.met(clause, True, now)
            lesson = QuestionProfile(f"day-{day}-{clause}", "", (clause,), ("right",), {}, 4)
            model.take(event_of_answer(lesson, lesson.right, now, f"{targets.game}"))
        model.sitting.clear()
        asked_today, used = 0, set[str]()
        now += timedelta(hours=1)
        while choosing.questions_today(model, targets, now, ())[0]:
            aim = choosing.next_question(model, targets, now, (), none)
            asked = bank.pick(aim, used, source) if aim else None
            if aim is None or asked is None:
                break
            used.add(asked.id)
            known_now = QuestionProfile(asked.id, asked.aim, _met(asked, mind), asked.right, {}, asked.options)
            model.take(event_of_answer(known_now, mind.answer(known_now, source, now), now, targets.game, seconds))
            asked_today += 1
            now += timedelta(seconds=seconds)
        later = begin + timedelta(days=day + 1, hours=3)  # the least favourable time: just before the next practice
        alive = sum(mind.recall(clause, later) for clause in mind.memories)
        yield SimulatedDay(asked_today * seconds / 60, len(mind.memories), alive / len(mind.memories))


def _met(asked: QuestionProfile, mind: ForgettingLearner) -> tuple[str, ...]:
    return tuple(clause for clause in asked.clauses if clause in mind.memories)


def middle_of(numbers: Sequence[float]) -> float:
    """Return the upper median of some numbers; 0 if there are none."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
