"""Infers a learner's misconceptions: measures how much better a belief explains the answers than its absence does.

A belief is a counter-rule: a learner who holds it answers as the patched game would. Only questions for which that
answer differs from the right one count. With n possible answers, a learner who follows a rule or a belief gives its
answer, except that with probability SLIP it is one of the other answers, each equally likely:

    follows(answers, X) = product of ( 1 - SLIP if the answer is that of X, else SLIP / (n - 1) )

A learner without the belief either knows the rule or guesses:

    P(answers | no belief) = k follows(answers, rule) + (1 - k) product of (1 / n)

k is how much this learner knows, estimated from the other answers about the game: the posterior mean over
KNOWLEDGE_GRID with a uniform prior, if an answer is right with probability k (1 - SLIP) + (1 - k (1 - SLIP)) / n.

A learner may also waver between the rule and the belief, and give the answer of either equally often:

    P(answers | wavers) = product of ( (1 - SLIP) / 2 if the answer is either's, else SLIP / (n - 2) )

or 1 / 2 for each answer if n is 2, when there is no third answer to slip to.

The ratio of follows(answers, belief) to the larger of the two is a Bayes factor; a belief stands out when it passes
STANDS_OUT. This is Wald's sequential test: however many questions are asked, a learner without the belief passes the
bound A with probability at most 1 / A. Slips and guesses are those of the basic local independence model of knowledge
spaces.

One form of question can suggest an answer to everybody who does not know the rule. So a belief that several forms can
tell from the rule stands out only if its answer was given to two of them.

Only the last WINDOW answers count, so that a learner's change of mind soon shows. People do not guess evenly among many
answers, so n is capped at MOST.

A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945), 117-186. R. E. Kass
and A. E. Raftery, Bayes factors, Journal of the American Statistical Association 90 (1995), 773-795. J.-C. Falmagne and
J.-P. Doignon, A class of stochastic procedures for the assessment of knowledge, British Journal of Mathematical and
Statistical Psychology 41 (1988), 1-23.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from tutor.event_log import Event

SLIP = 0.1
KNOWLEDGE_GRID = (0.05, 0.25, 0.5, 0.75, 0.95)
STANDS_OUT = 200.0
SPOKEN_AGAINST = 0.1
"""A belief with a suspicion below this is no longer asked about."""
BETTER_FACTOR = 3.0
"""A belief is displaced by another one that explains the same answers better by this factor."""
WINDOW, RECORD = 20, 60
FEWEST, MOST = 2, 6
USUAL_OPTIONS = 4
"""Number of possible answers assumed if the log does not record it."""

AnswerPlace = tuple[str, str, str]


class TellingAnswer(NamedTuple):
    """An answer to a question on which a belief and the rule differ.

    place : identifies the answer. agreed : whether it is the belief's answer. options : number of possible answers,
    from FEWEST to MOST. form : the form of the question (see `form_of_question`).
    """

    place: AnswerPlace
    right: bool
    agreed: bool
    options: int
    form: str


class JudgedAnswer(NamedTuple):
    """An answer about a game: its key, whether it was right, and the number of possible answers."""

    place: AnswerPlace
    right: bool
    options: int


@dataclass(slots=True)
class BeliefEvidence:
    """The last answers that can distinguish a belief from the rule.

    shown : the last answer that was the belief's, None if there is none.
    """

    answers: deque[TellingAnswer] = field(default_factory=lambda: deque(maxlen=WINDOW))
    shown: Event | None = None

    @property
    def forms(self) -> set[str]:
        """The forms of question to which the belief's answer was given."""
        return {answer.form for answer in self.answers if answer.agreed}

    def factor(self, knows: float) -> float:
        """Return the Bayes factor of the belief against its absence and against wavering; `knows` is k."""
        wavers = prod(wavering_chance(answer) for answer in self.answers)
        return self._believed() / max(self._absent(knows), wavers)

    def suspicion(self, knows: float) -> float:
        """Return the Bayes factor of the belief against its absence alone: also large for a learner who wavers."""
        return self._believed() / self._absent(knows)

    def _believed(self) -> float:
        return prod(answer_chance(answer.agreed, answer.options) for answer in self.answers)

    def _absent(self, knows: float) -> float:
        known = prod(answer_chance(answer.right, answer.options) for answer in self.answers)
        guessed = prod(1 / answer.options for answer in self.answers)
        return knows * known + (1 - knows) * guessed


@dataclass(slots=True)
class GameBeliefs:
    """The evidence about beliefs in a learner's answers about a game.

    record : the last RECORD answers, about any clause.
    """

    evidence: dict[str, BeliefEvidence] = field(default_factory=dict)
    record: deque[JudgedAnswer] = field(default_factory=lambda: deque(maxlen=RECORD))
    _factors: dict[str, tuple[float, float]] = field(default_factory=dict, compare=False, repr=False)

    def take(self, event: Event) -> None:
        """Record an answer, right or wrong. Answers after a hint are ignored, since they say nothing about beliefs."""
        if event.hints:
            return
        self._factors.clear()
        right, place, form = event.verdict == "right", answer_place(event), form_of_question(event)
        options = min(max(int(event.options) or USUAL_OPTIONS, FEWEST), MOST)
        self.record.append(JudgedAnswer(place, right, options))
        for id in event.agrees:
            one = self.evidence.setdefault(id, BeliefEvidence())
            one.answers.append(TellingAnswer(place, right, True, options, form))
            one.shown = event
        for id in event.differs:
            if id not in event.agrees:
                self.evidence.setdefault(id, BeliefEvidence()).answers.append(
                    TellingAnswer(place, right, False, options, form)
                )

    def knows(self, id: str) -> float:
        """Estimate k from the answers that are not evidence about this belief."""
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
        """Return the Bayes factor of a belief against its absence and against wavering; 1 without evidence."""
        return self._both_factors(id)[0]

    def suspicion(self, id: str) -> float:
        """Return the Bayes factor of a belief against its absence alone; 1 without evidence."""
        return self._both_factors(id)[1]

    def _both_factors(self, id: str) -> tuple[float, float]:
        if id not in self._factors:
            one = self.evidence.get(id)
            knows = self.knows(id) if one else 0.0
            self._factors[id] = (one.factor(knows), one.suspicion(knows)) if one else (1.0, 1.0)
        return self._factors[id]

    def standing_out(self, among: Iterable[str], several_forms: Collection[str] = ()) -> list[str]:
        """Return the beliefs in `among` whose factor is at least `STANDS_OUT`, the highest factor first.

        A belief is left out if another one explains the answers on which they differ much better. several_forms : the
        beliefs that are left out until their answer was given to two forms of question.
        """
        clearest = self._clearest({id: self.factor(id) for id in among if id in self.evidence}, STANDS_OUT)
        return [id for id in clearest if self.has_forms(id, several_forms)]

    def has_forms(self, id: str, several_forms: Collection[str]) -> bool:
        """Return False for a belief in `several_forms` whose answer was given to fewer than two forms of question."""
        return id not in several_forms or len(self.evidence[id].forms) > 1

    def suspected(self, among: Iterable[str], at_least: float) -> list[str]:
        """Return the beliefs in `among` whose suspicion is at least `at_least`, as `standing_out` does."""
        return self._clearest({id: self.suspicion(id) for id in among if id in self.evidence}, at_least)

    def _clearest(self, factors: Mapping[str, float], at_least: float) -> list[str]:
        passed = sorted(((factor, id) for id, factor in factors.items()), reverse=True)
        ids = [id for factor, id in passed if factor >= at_least]
        return [id for id in ids if not any(self._better(other, id) for other in ids)]

    def _better(self, one: str, other: str) -> bool:
        """Return True if one belief explains the answers relevant to either much better than the other does."""
        if one == other:
            return False
        mine, theirs = ({answer.place: answer for answer in self.evidence[id].answers} for id in (one, other))
        ratio = 1.0
        for place in mine.keys() | theirs.keys():
            answer = mine.get(place) or theirs[place]
            # For answers on which a belief makes no difference, its answer is the right one.
            first, second = (side[place].agreed if place in side else answer.right for side in (mine, theirs))
            ratio *= answer_chance(first, answer.options) / answer_chance(second, answer.options)
        return ratio > BETTER_FACTOR


def answer_chance(given: bool, options: int) -> float:
    """Return the probability that someone who follows a rule or belief gives an answer.

    given : whether it is the answer of the rule or belief. options : the number of possible answers.
    """
    return 1 - SLIP if given else SLIP / (options - 1)


def wavering_chance(answer: TellingAnswer) -> float:
    """Return the probability of an answer by someone who wavers between the rule and the belief."""
    if answer.options == 2:
        return 0.5
    return (1 - SLIP) / 2 if answer.right or answer.agreed else SLIP / (answer.options - 2)


def form_of_question(event: Event) -> str:
    """Return the form of an answered question: its maker in practice, otherwise the kind of its step."""
    maker, slash, _ = event.step.partition("/")
    return maker if slash else event.kind


def answer_place(event: Event) -> AnswerPlace:
    """Return the key that identifies an answer: time, lesson, step."""
    return event.time, event.lesson, event.step
