"""What a learner believes: how much better a misconception explains the answers than the rules do.

A belief is a counter-rule: somebody who holds it answers as the patched game would. Only answers count in which that
is another answer than the right one. With n the number of different answers that one could give, somebody who goes by
a rule gives its answer, except that one time in ten (SLIP) any of the n is as likely as any other:

    P(answer | belief)  = (1 - SLIP) [it is the belief's answer] + SLIP / n

Somebody without the belief knows the rule with some probability k and guesses otherwise. Nobody knows k, so the
likelihood is averaged over a grid of it, from one who only guesses to one who only slips:

    P(answers | no belief)  = mean over k of  product of ( k [it is the right answer] + (1 - k) / n )

The ratio of the two is a Bayes factor; a belief stands out when it passes STANDS_OUT. It is a sequential test after
Wald: however long one asks, somebody without the belief passes the bound A with a probability of at most 1 / A,
averaged over k. Slips and guesses are those of the basic local independence model of knowledge spaces.

Only the last WINDOW answers count, so that somebody who has changed their mind is believed soon. People do not guess
evenly among many answers: n counts as MOST at most.

A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945), 117-186.
R. E. Kass and A. E. Raftery, Bayes factors, Journal of the American Statistical Association 90 (1995), 773-795.
J.-C. Falmagne and J.-P. Doignon, A class of stochastic procedures for the assessment of knowledge, British Journal of
Mathematical and Statistical Psychology 41 (1988), 1-23.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import NamedTuple

from tutor.event_log import Event

SLIP = 0.1
KNOWING = (0.0, 0.25, 0.5, 0.75, 0.9)
STANDS_OUT = 60.0
SPOKEN_AGAINST = 0.1
"""A belief with less than this is not asked about any more."""
BETTER = 3.0
"""A belief that explains the same answers so many times as well stands in front of another."""
WINDOW = 12
FEWEST, MOST = 2, 6


class Answer(NamedTuple):
    """One answer that could tell a belief from the rule: right, as the belief has it, or another wrong one.

    options : how many answers there were, within FEWEST and MOST.
    """

    event: Event
    right: bool
    agreed: bool
    options: int


@dataclass(slots=True)
class Evidence:
    """The last answers that could tell one belief from the rule."""

    answers: deque[Answer] = field(default_factory=lambda: deque(maxlen=WINDOW))

    @property
    def factor(self) -> float:
        """How many times as well the belief explains these answers as the rule does."""
        with_belief = 0.0
        without = [0.0] * len(KNOWING)
        for answer in self.answers:
            chance = 1 / answer.options
            with_belief += log((1 - SLIP) * answer.agreed + SLIP * chance)
            for at, knows in enumerate(KNOWING):
                without[at] += log(knows * answer.right + (1 - knows) * chance)
        return exp(with_belief) / (sum(map(exp, without)) / len(without))

    @property
    def shown(self) -> Event | None:
        """The last answer that was the belief's."""
        return next((answer.event for answer in reversed(self.answers) if answer.agreed), None)

    @property
    def agreed(self) -> int:
        """How many of the answers were the belief's."""
        return sum(answer.agreed for answer in self.answers)


def take(evidence: dict[str, Evidence], event: Event) -> None:
    """Note an answer for the beliefs of its game that it can tell from the rule."""
    if event.verdict not in ("right", "wrong") or event.hints:
        return
    right = event.verdict == "right"
    options = min(max(int(event.options), FEWEST), MOST)
    for id in event.agrees:
        evidence.setdefault(id, Evidence()).answers.append(Answer(event, right, True, options))
    for id in event.differs:
        if id not in event.agrees:
            evidence.setdefault(id, Evidence()).answers.append(Answer(event, right, False, options))


def standing_out(evidence: Mapping[str, Evidence], among: Iterable[str]) -> list[str]:
    """Return the beliefs that stand out, the clearest first.

    among : the beliefs that may be named. One that another explains better, where the two differ, is left out.
    """
    passed = [(one.factor, id) for id in among if (one := evidence.get(id)) is not None]
    ids = [id for factor, id in sorted(passed, reverse=True) if factor >= STANDS_OUT]
    return [id for id in ids if not any(_better(evidence[other], other, id, evidence[id]) for other in ids)]


def _better(one: Evidence, id: str, other_id: str, other: Evidence) -> bool:
    """Return True if belief `id` explains the answers to both much better than `other_id` does."""
    if id == other_id:
        return False
    ratio = 0.0
    mine = {_place(answer.event): answer for answer in one.answers}
    theirs = {_place(answer.event): answer for answer in other.answers}
    for place in mine.keys() | theirs.keys():
        answer = mine.get(place) or theirs[place]
        believed = [
            side[place].agreed if place in side else answer.right for side in (mine, theirs)
        ]  # whoever believes something that changes nothing here answers right
        chance = SLIP / answer.options
        ratio += log((1 - SLIP) * believed[0] + chance) - log((1 - SLIP) * believed[1] + chance)
    return ratio > log(BETTER)


def _place(event: Event) -> tuple[str, str, str]:
    return event.time, event.lesson, event.step
