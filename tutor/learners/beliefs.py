"""What a learner believes: how much better a misconception explains the answers than not having it does.

A belief is a counter-rule: somebody who holds it answers as the patched game would. Only answers count in which that
is another answer than the right one. With n the number of different answers that one could give, somebody who goes by
a rule or a belief gives its answer, except that one time in ten (SLIP) any of the n is as likely as any other:

    follows(answers, X) = product of ( (1 - SLIP) [the answer is that of X] + SLIP / n )

Somebody without the belief knows the rule, or does not know it and guesses:

    P(answers | no belief) = k follows(answers, rule) + (1 - k) product of (1 / n)

k is how much this learner knows, from the other answers about the game: the mean of k when each of them is right with
probability k (1 - SLIP) + (1 - k (1 - SLIP)) / n, over a grid of values that are all as likely beforehand.

The ratio of follows(answers, belief) to this is a Bayes factor; a belief stands out when it passes STANDS_OUT. It is a
sequential test after Wald: however long one asks, somebody without the belief passes the bound A with a probability
of at most 1 / A. Slips and guesses are those of the basic local independence model of knowledge spaces.

Only the last WINDOW answers count, so that somebody who has changed their mind is believed soon. People do not guess
evenly among many answers: n counts as MOST at most.

A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945), 117-186.
R. E. Kass and A. E. Raftery, Bayes factors, Journal of the American Statistical Association 90 (1995), 773-795.
J.-C. Falmagne and J.-P. Doignon, A class of stochastic procedures for the assessment of knowledge, British Journal of
Mathematical and Statistical Psychology 41 (1988), 1-23.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from tutor.event_log import Event

SLIP = 0.1
KNOWLEDGE_GRID = (0.05, 0.25, 0.5, 0.75, 0.95)
STANDS_OUT = 500.0
SPOKEN_AGAINST = 0.1
"""A belief with less than this is not asked about any more."""
BETTER_FACTOR = 3.0
"""The ratio by which a belief must explain the same answers better to displace another."""
WINDOW, RECORD = 12, 60
FEWEST, MOST = 2, 6
USUAL_OPTIONS = 4
"""How many answers a question is taken to have where the log does not say."""

AnswerPlace = tuple[str, str, str]


class TellingAnswer(NamedTuple):
    """One answer that could tell a belief from the rule: right, as the belief has it, or another wrong one.

    place : which answer it is. options : how many there were, within FEWEST and MOST.
    """

    place: AnswerPlace
    right: bool
    agreed: bool
    options: int


class JudgedAnswer(NamedTuple):
    """Any answer about a game: where and when it was given, whether it was right, and among how many."""

    place: AnswerPlace
    right: bool
    options: int


@dataclass(slots=True)
class BeliefEvidence:
    """The last answers that could tell one belief from the rule. shown : the last one that was the belief's."""

    answers: deque[TellingAnswer] = field(default_factory=lambda: deque(maxlen=WINDOW))
    shown: Event | None = None

    def factor(self, knows: float) -> float:
        """Return how many times as well the belief explains these answers as not having it does, k being `knows`."""
        believed = prod(answer_chance(answer.agreed, answer.options) for answer in self.answers)
        known = prod(answer_chance(answer.right, answer.options) for answer in self.answers)
        guessed = prod(1 / answer.options for answer in self.answers)
        return believed / (knows * known + (1 - knows) * guessed)


@dataclass(slots=True)
class GameBeliefs:
    """What a learner's answers about one game say: by belief, and all together."""

    evidence: dict[str, BeliefEvidence] = field(default_factory=dict)
    record: deque[JudgedAnswer] = field(default_factory=lambda: deque(maxlen=RECORD))
    _factors: dict[str, float] = field(default_factory=dict, compare=False, repr=False)

    def take(self, event: Event) -> None:
        """Note an answer, right or wrong. One that came after a hint says nothing about beliefs."""
        if event.hints:
            return
        self._factors.clear()
        right, place = event.verdict == "right", answer_place(event)
        options = min(max(int(event.options) or USUAL_OPTIONS, FEWEST), MOST)
        self.record.append(JudgedAnswer(place, right, options))
        for id in event.agrees:
            one = self.evidence.setdefault(id, BeliefEvidence())
            one.answers.append(TellingAnswer(place, right, True, options))
            one.shown = event
        for id in event.differs:
            if id not in event.agrees:
                self.evidence.setdefault(id, BeliefEvidence()).answers.append(
                    TellingAnswer(place, right, False, options)
                )

    def knows(self, id: str) -> float:
        """Return how much the learner knows, from the answers that do not tell a belief from the rule."""
        counts = Counter((one.right, one.options) for one in self.record)
        since = self.record[0].place[0] if self.record else ""
        for answer in self.evidence[id].answers if id in self.evidence else ():
            if answer.place[0] >= since:
                counts[answer.right, answer.options] -= 1
        total = weight = 0.0
        for knows in KNOWLEDGE_GRID:
            sure = knows * (1 - SLIP)
            likely = 1.0
            for (right, options), count in counts.items():
                chance = sure + (1 - sure) / options
                likely *= (chance if right else 1 - chance) ** count
            total, weight = total + knows * likely, weight + likely
        return total / weight

    def factor(self, id: str) -> float:
        """Return how many times as well a belief explains the answers as not having it does; 1 without any."""
        if id not in self._factors:
            one = self.evidence.get(id)
            self._factors[id] = one.factor(self.knows(id)) if one else 1.0
        return self._factors[id]

    def standing_out(self, among: Iterable[str], at_least: float = STANDS_OUT) -> list[str]:
        """Return the beliefs that stand out, the clearest first.

        among : those that may be named. One that another explains better, where the two differ, is left out.
        at_least : from which factor on.
        """
        passed = sorted(((self.factor(id), id) for id in among if id in self.evidence), reverse=True)
        ids = [id for factor, id in passed if factor >= at_least]
        return [id for id in ids if not any(self._better(other, id) for other in ids)]

    def _better(self, one: str, other: str) -> bool:
        """Return True if one belief explains the answers to both much better than the other does."""
        if one == other:
            return False
        mine, theirs = ({answer.place: answer for answer in self.evidence[id].answers} for id in (one, other))
        ratio = 1.0
        for place in mine.keys() | theirs.keys():
            answer = mine.get(place) or theirs[place]
            # A belief that makes no difference here gives the right answer.
            first, second = (side[place].agreed if place in side else answer.right for side in (mine, theirs))
            ratio *= answer_chance(first, answer.options) / answer_chance(second, answer.options)
        return ratio > BETTER_FACTOR


def answer_chance(given: bool, options: int) -> float:
    """Return the chance of an answer by somebody who goes by a rule or a belief; `given` : whether it is its answer."""
    return (1 - SLIP) * given + SLIP / options


def answer_place(event: Event) -> AnswerPlace:
    """Return what tells one answer from the others."""
    return event.time, event.lesson, event.step
