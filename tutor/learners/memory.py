"""What a learner remembers about each clause: spaced repetition with FSRS, computed from the answers in the log.

Every clause on which an answer rested has a card of the `fsrs` library (FSRS-6 with its standard weights,
https://github.com/open-spaced-repetition/py-fsrs). Its stability is the number of days after which the clause is still
remembered with probability 0.9; the library updates it after each answer.

**Several clauses in one answer share the evidence.** A right answer needed all of them, so it is a review of each. A
wrong answer says only that one of them was missing. By Bayes' rule the blame of clause i is

    (1 - R_i) / sum over j of (1 - R_j),        R = the probability that it was remembered at that time

Clauses with at least an equal share (1 / number of clauses) are reviewed as forgotten; the others are left unchanged.
The probability for a clause that has never been answered, or was missed earlier on the same day, is at most one half.

An answer given after the rule was shown (hint 2) is rated as hard; after the place or the move itself was shown, it is
no evidence. A refused try counts only in a full game, because in lessons learners are meant to try things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from fsrs import Card, Rating, Scheduler, State

from tutor.event_log import Event

RETENTION = 0.9
"""A clause is due when the probability that it is remembered has fallen to this."""
KNOWN_DAYS = 14.0
"""Minimum stability, in days, for a clause to count as known."""
KNOWN_TIMES = 3
"""Minimum number of right answers, in different positions and on different days, for a clause to count as known."""
UNTRIED_RECALL = 0.5
"""Probability that a clause which has never been answered is remembered."""
NO_STEPS: tuple[timedelta, ...] = ()
SCHEDULER = Scheduler(
    desired_retention=RETENTION, learning_steps=NO_STEPS, relearning_steps=NO_STEPS, enable_fuzzing=False
)


class MemoryCard(Card):
    """A card of the library that copies quickly; the library copies it before each review."""

    def __copy__(self) -> MemoryCard:
        made = object.__new__(MemoryCard)
        made.__dict__.update(self.__dict__)
        return made


@dataclass(slots=True)
class ClauseTrace:
    """The record of one clause: its card, where it was answered right, and the number of answers (seen, right)."""

    card: MemoryCard
    places: dict[str, str] = field(default_factory=dict)
    """Steps answered right, each with its day; no step or day occurs twice, and there are at most KNOWN_TIMES."""
    seen: int = 0
    right: int = 0
    missed: bool = False
    """Whether the last answer about the clause was wrong and the clause was to blame."""
    since: str = ""
    """The day of the first answer that rested on the clause."""

    @property
    def stability(self) -> float:
        """Days until the probability that the clause is remembered falls to 0.9."""
        return self.card.stability or 0.0

    @property
    def known(self) -> bool:
        """True if the stability is at least KNOWN_DAYS, with right answers in KNOWN_TIMES positions and days."""
        return self.stability >= KNOWN_DAYS and len(self.places) >= KNOWN_TIMES

    def recall(self, now: datetime) -> float:
        """Return the probability that the clause is remembered at `now`."""
        return SCHEDULER.get_card_retrievability(self.card, now)

    def due(self, now: datetime) -> bool:
        """Return True if it is time to ask about the clause again."""
        return self.card.due <= now


def time_of_event(event: Event) -> datetime:
    """Return the time of an event, in UTC."""
    return datetime.fromisoformat(event.time)


def review_rating(event: Event) -> Rating | None:
    """Return how an event counts as a review of its clauses; None if it is no evidence."""
    if event.kind == "game":
        return Rating.Again if event.verdict == "refused" else None
    if event.verdict == "wrong":
        return Rating.Again
    if event.verdict != "right" or event.hints >= 3:
        return None
    return Rating.Hard if event.hints == 2 else Rating.Good


def share_blame(recalls: Sequence[float]) -> list[bool]:
    """Return, for each clause of a wrong answer, whether it is to blame, given how likely each was remembered."""
    doubts = [1.0 - recall for recall in recalls]
    total = sum(doubts)
    return [not total or doubt * len(doubts) >= total for doubt in doubts]


def _before(trace: ClauseTrace | None, when: datetime) -> float:
    """Return the probability that a clause was remembered at the time of an answer."""
    if trace is None or trace.card.last_review is None:
        return UNTRIED_RECALL
    recall = trace.recall(when)
    return min(recall, UNTRIED_RECALL) if trace.missed and trace.card.last_review.date() == when.date() else recall


def _note(places: dict[str, str], step: str, day: str) -> None:
    if len(places) < KNOWN_TIMES and step not in places and day not in places.values():
        places[step] = day


def review_event(traces: dict[str, ClauseTrace], event: Event) -> None:
    """Review the cards of the clauses about which an event is evidence. Events must come in order of time."""
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
