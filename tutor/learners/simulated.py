"""Simulated learners, and what the model finds out about them: how well it works can be measured.

A simulated learner answers questions as real ones were made: what matters of a question is its profile, the clauses
it rests on, how many answers it has, and which belief gives which of them. The log is written event by event, and the
next question is chosen from it as practice does.
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
    """What matters of a question: see `tutor.practice.question`. `id` is what the log calls it."""

    id: str
    aim: str
    clauses: tuple[str, ...]
    right: GivenAnswer
    beliefs: Mapping[str, GivenAnswer]
    options: int

    def is_answer(self, own: GivenAnswer) -> bool:
        """Return True for what can be answered: to mark nothing is an answer too, elsewhere nothing is none."""
        return bool(own) or self.id.startswith("which/")

    def told(self) -> dict[str, GivenAnswer]:
        """Return the beliefs that have an answer of their own, with it."""
        return {id: own for id, own in self.beliefs.items() if self.is_answer(own)}

    def answers(self) -> list[GivenAnswer]:
        """Return all possible answers; those that no belief gives are numbered."""
        told = list(dict.fromkeys([self.right, *self.told().values()]))
        return [*told, *((f"other {n}",) for n in range(max(self.options, 2) - len(told)))]


AnswerFunction = Callable[[QuestionProfile, Random], GivenAnswer]


def simulate_believer(belief: str, slip: float = SLIP) -> AnswerFunction:
    """Return a learner who plays by one counter-rule, and by the rules where it makes no difference."""

    def answer(asked: QuestionProfile, source: Random) -> GivenAnswer:
        own = asked.beliefs.get(belief, asked.right)
        if source.random() >= slip:
            return own if asked.is_answer(own) else source.choice(asked.answers())  # one who finds none guesses
        return source.choice([one for one in asked.answers() if one != own])

    return answer


def simulate_knower(slip: float = SLIP) -> AnswerFunction:
    """Return a learner who knows the rules and slips."""
    return simulate_believer("", slip)


def simulate_half_knower(known: Callable[[str], bool], plausible: bool = False) -> AnswerFunction:
    """Return a learner who knows some clauses and guesses where one is not known.

    plausible : guesses among the right answer and those that some belief gives, and never a silly one.
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
    """Return what the log says of an answer."""
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
    """Questions to choose from, by what they are aimed at."""

    by_aim: dict[str, list[QuestionProfile]] = field(default_factory=dict)

    @classmethod
    def of(cls, profiles: Iterable[QuestionProfile]) -> QuestionBank:
        """Return a bank with some questions."""
        bank = cls()
        for one in profiles:
            bank.by_aim.setdefault(one.aim, []).append(one)
        return bank

    def pick(self, aim: choosing.QuestionAim, used: set[str], source: Random) -> QuestionProfile | None:
        """Return a question for the best aim of which there is one left, by chance; None if there is none."""
        for id in aim.aims:
            left = [one for one in self.by_aim.get(id, ()) if one.id not in used]
            if left:
                return source.choice(left)
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
    """Practise: yield each answer after it was taken in, up to `count` of them."""
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
    """Return what is known of somebody who has just answered about every clause once, in a plain question each."""
    model = LearnerModel()
    for number, clause in enumerate(targets.clauses):
        asked = QuestionProfile(f"step-{number}", "", (clause,), ("right",), {}, 4)
        model.take(event_of_answer(asked, answering(asked, source), when + timedelta(seconds=number), targets.game))
    model.sitting.clear()
    return model


# A memory that forgets.


@dataclass(slots=True)
class ForgettingLearner:
    """Somebody whose memory follows the model of FSRS with weights of their own: each other than the usual by chance.

    memories : the true ones, which the model of the learner does not see.
    """

    scheduler: Scheduler
    memories: dict[str, MemoryCard] = field(default_factory=dict)

    @classmethod
    def some(cls, source: Random, spread: float = 0.15) -> ForgettingLearner:
        """Return one with weights that are off by `spread` as a rule (log-normal), within the bounds of the model."""
        weights = [
            min(max(weight * source.lognormvariate(0, spread), low), high)
            for weight, low, high in zip(
                DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True
            )
        ]
        return cls(Scheduler(weights, 0.9, NO_STEPS, NO_STEPS, enable_fuzzing=False))

    def recall(self, clause: str, now: datetime) -> float:
        """Return the chance that a clause is remembered now; 0 for one that was never met."""
        card = self.memories.get(clause)
        return self.scheduler.get_card_retrievability(card, now) if card else 0.0

    def met(self, clause: str, remembered: bool, now: datetime) -> None:
        """Note that a clause was met: in a question, and told with its answer."""
        card: Card = self.memories.get(clause) or MemoryCard(card_id=1, due=now)
        rating = Rating.Good if remembered else Rating.Again
        self.memories[clause], _ = self.scheduler.review_card(card, rating, now)  # type: ignore[assignment]

    def answer(self, asked: QuestionProfile, source: Random, now: datetime) -> GivenAnswer:
        """Answer a question: right if every clause is remembered, otherwise a guess; then every clause is shown."""
        there = {clause: source.random() < self.recall(clause, now) for clause in asked.clauses}
        given = asked.right if all(there.values()) else source.choice(asked.answers())
        for clause, remembered in there.items():
            self.met(clause, remembered, now)
        return given


@dataclass(frozen=True, slots=True)
class SimulatedDay:
    """A day of a forgetter: minutes of practice, clauses met so far, and how many of them are alive: remembered."""

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
    """Live some days: each day the questions of today, the first of them about what the course has shown by then."""
    model, mind = LearnerModel(), ForgettingLearner.some(source)
    none = {id for id in targets.about if id not in bank.by_aim}
    clauses = [clause for clause in targets.clauses if set(targets.of_clause(clause)) - none]
    for day in range(count):
        now = begin + timedelta(days=day)
        shown = clauses[: (day + 1) * choosing.NEW_A_DAY]
        for clause in shown[day * choosing.NEW_A_DAY :]:  # the day's lesson shows and asks them
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
        later = begin + timedelta(days=day + 1, hours=3)  # the worst moment: before the next day's practice
        alive = sum(mind.recall(clause, later) for clause in mind.memories)
        yield SimulatedDay(asked_today * seconds / 60, len(mind.memories), alive / len(mind.memories))


def _met(asked: QuestionProfile, mind: ForgettingLearner) -> tuple[str, ...]:
    return tuple(clause for clause in asked.clauses if clause in mind.memories)


def middle_of(numbers: Sequence[float]) -> float:
    """Return the middle of some numbers; of none, 0."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
