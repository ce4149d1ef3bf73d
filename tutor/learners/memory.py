"""What a learner remembers, a clause at a time: spaced repetition by FSRS, from the answers in the log.

A card of the `fsrs` library (FSRS-6 with its standard weights, https://github.com/open-spaced-repetition/py-fsrs)
stands for every clause that an answer rested on. Its stability is the number of days after which 9 of 10 such
memories are still there; what becomes of it after an answer is the library's matter.

**Several clauses in one answer share the evidence.** A right answer needed all of them, so it is a review of each.
A wrong one says only that one of them was missing. By Bayes' rule the blame of clause i is

    (1 - R_i) / sum over j of (1 - R_j),        R = the chance that it was remembered just then

and those whose share is at least that of one alone among equals (1 / number of clauses) are reviewed as forgotten;
the others are left as they were. A clause that was never answered before, or was missed on the same day, counts as
half known.

An answer that came after the rule was shown (hint 2) is a hard one; after the place or the move itself was shown,
it says nothing, and the next one decides. A try that the rules forbid counts in a whole game only: in a lesson
trying is how one learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from fsrs import Card, Rating, Scheduler, State

from tutor.event_log import Event

RETENTION = 0.9
"""A clause is due when the chance that it is remembered falls to this."""
KNOWN_DAYS = 14.0
"""Minimum stability of a known clause, in days,"""
KNOWN_TIMES = 3
"""and its minimum number of right answers, in different positions on different days."""
UNTRIED_RECALL = 0.5
NO_STEPS: tuple[timedelta, ...] = ()
SCHEDULER = Scheduler(
    desired_retention=RETENTION, learning_steps=NO_STEPS, relearning_steps=NO_STEPS, enable_fuzzing=False
)


class MemoryCard(Card):
    """A card of the library; it copies one before every review, which is done a hundred thousand times for a log."""

    def __copy__(self) -> MemoryCard:
        made = object.__new__(MemoryCard)
        made.__dict__.update(self.__dict__)
        return made


@dataclass(slots=True)
class ClauseTrace:
    """What is left of one clause: its card, the steps and days it was right in, and how many answers it met."""

    card: MemoryCard
    places: dict[str, str] = field(default_factory=dict)
    """Steps it was right in, each with its day: no step and no day twice, and no more than it takes to be known."""
    seen: int = 0
    right: int = 0
    missed: bool = False
    """Whether the last answer was probably wrong because of it."""
    since: str = ""
    """The day of the first answer that met it."""

    @property
    def stability(self) -> float:
        """The days after which 9 of 10 such memories are still there."""
        return self.card.stability or 0.0

    @property
    def known(self) -> bool:
        """True after three right answers in different positions on different days, for a fortnight at least."""
        return self.stability >= KNOWN_DAYS and len(self.places) >= KNOWN_TIMES

    def recall(self, now: datetime) -> float:
        """Return the chance that it is remembered now."""
        return SCHEDULER.get_card_retrievability(self.card, now)

    def due(self, now: datetime) -> bool:
        """Return True if it is time to be asked about it again."""
        return self.card.due <= now


def time_of_event(event: Event) -> datetime:
    """Return when an event was."""
    return datetime.fromisoformat(event.time)


def review_rating(event: Event) -> Rating | None:
    """Return how an answer counts as a review of what it rests on; None for what is no evidence."""
    if event.kind == "game":
        return Rating.Again if event.verdict == "refused" else None
    if event.verdict == "wrong":
        return Rating.Again
    if event.verdict != "right" or event.hints >= 3:
        return None
    return Rating.Hard if event.hints == 2 else Rating.Good


def share_blame(recalls: Sequence[float]) -> list[bool]:
    """Return for each clause of a wrong answer whether it bears the blame, from the chances that it was remembered."""
    doubts = [1.0 - recall for recall in recalls]
    total = sum(doubts)
    return [not total or doubt * len(doubts) >= total for doubt in doubts]


def _before(trace: ClauseTrace | None, when: datetime) -> float:
    """Return the chance that a clause was remembered as an answer was given."""
    if trace is None or trace.card.last_review is None:
        return UNTRIED_RECALL
    recall = trace.recall(when)
    return min(recall, UNTRIED_RECALL) if trace.missed and trace.card.last_review.date() == when.date() else recall


def _note(places: dict[str, str], step: str, day: str) -> None:
    if len(places) < KNOWN_TIMES and step not in places and day not in places.values():
        places[step] = day


def review_event(traces: dict[str, ClauseTrace], event: Event) -> None:
    """Review the cards of the clauses that an event is evidence about. Events come in the order of their time."""
    rating = review_rating(event)
    if rating is None or not event.clauses:
        return
    when = time_of_event(event)
    if rating is Rating.Again:
        recalls = [_before(traces.get(id), when) for id in event.clauses]
        reviewed = [id for id, blame in zip(event.clauses, share_blame(recalls), strict=True) if blame]
    else:
        reviewed = list(event.clauses)
    for id in event.clauses:
        trace = traces.get(id)
        if trace is None:
            trace = traces[id] = ClauseTrace(
                MemoryCard(card_id=1, state=State.Learning, due=when), since=event.time[:10]
            )
        trace.seen += 1
        if rating is not Rating.Again:
            trace.right += 1
            trace.missed = False
            _note(trace.places, f"{event.lesson}/{event.step}", event.time[:10])
    for id in reviewed:
        traces[id].card, _ = SCHEDULER.review_card(traces[id].card, rating, when)  # type: ignore[assignment]
        traces[id].missed = rating is Rating.Again
