"""A sitting: chooses the next question for the learner, and keeps the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import NamedTuple

import engines
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from tutor.courses.cards import CardSort, are_sorts_met
from tutor.event_log import Event
from tutor.learners import choosing
from tutor.learners.choosing import SITTING, QuestionAim, QuestionTargets
from tutor.learners.learner_standing import question_targets
from tutor.learners.model import LearnerModel, present_moment
from tutor.practice import starters
from tutor.practice.aims import aims_by_id, is_obvious
from tutor.practice.makers import MAKERS, PRODUCTIVE, SEED_COUNT, make_question, remake_question
from tutor.practice.question import Question
from tutor.practice.sources import shuffle_copy
from tutor.practice.survey import makers_of
from tutor.text import page_language

PRACTICE_LESSON = "practice"
"""The second part of the lesson name in the log, for practice questions."""
EXTRA_QUESTIONS = 2
"""Maximum number of questions added so that a sitting ends with a success."""
AIM_PAUSE = 4
"""Number of questions before an aim may return, if there are other aims."""
MISS_RETURNS = 3
"""A rule that was missed is asked about again, with other cards, this many questions later."""
TRIES_PER_AIM, TRIES_PER_MISS = 3, 12
"""Maximum number of questions that a maker makes about an aim, or a missed rule, in the search for other cards."""


@cache
def askable_targets(game: str) -> QuestionTargets:
    """Return the targets that makers can ask about: counter-rules that some position distinguishes from the rule."""
    whole, rules = question_targets(game), aims_by_id(engines.load(game))
    plain = [id for id, rule in rules.items() if is_obvious(engines.load(game), rule)]
    about = {id: clauses for id, clauses in whole.about.items() if id not in plain and makers_of(game, id)}
    return replace(whole, about=about, beliefs={id: said for id, said in whole.beliefs.items() if id in about})


def limit_targets(whole: QuestionTargets, model: LearnerModel, shown: frozenset[str] | None) -> QuestionTargets:
    """Limit targets to those that depend on clauses that the course has shown or the learner has met in an answer."""
    return whole if shown is None else whole.within(shown | model.traces.keys())


class AnsweredQuestion(NamedTuple):
    """A question of the sitting, and whether its first answer was right."""

    question: Question
    right: bool


def is_enough(right: Sequence[bool]) -> bool:
    """Return True if a sitting ends after these first answers (True for a right one)."""
    return len(right) >= SITTING and (right[-1] or len(right) >= SITTING + EXTRA_QUESTIONS)


@dataclass(slots=True)
class Sitting:
    """The questions of one sitting, and their first answers.

    seed : determines its questions. shown : the clauses that the course has shown; only what depends on these, or on
    clauses of earlier answers, is asked. cards : the types of cards that the course has shown; questions about others
    are asked only if there is nothing else. None means no limit.
    """

    game: str
    seed: int
    shown: frozenset[str] | None = None
    answered: list[AnsweredQuestion] = field(default_factory=list)
    cards: frozenset[CardSort] | None = None

    @property
    def over(self) -> bool:
        """True if there were enough questions and the last answer was right, or if no more are wanted."""
        return is_enough([one.right for one in self.answered])

    def next(self, model: LearnerModel, now: Question | None = None) -> Question | None:
        """Return the next question for the learner's model. now : the question being asked."""
        missed = self.missed_to_return(now)
        again = self.another(missed, now) if missed is not None else None
        if again is not None:
            return again
        recent = [one.question.aim for one in self.answered[-AIM_PAUSE:]] + ([] if now is None else [now.aim])
        cards = [self.cards] if self.cards is None else [self.cards, None]
        full = dict.fromkeys((self.makers_used_up(now), frozenset[str]()))
        ways = ((but, known, without) for without in full for known in cards for but in (recent, recent[-1:]))
        return next((found for way in ways if (found := self._next(model, now, *way))), None)

    def _next(
        self,
        model: LearnerModel,
        now: Question | None,
        but: list[str],
        known: frozenset[CardSort] | None,
        without: frozenset[str],
    ) -> Question | None:
        skip = [*but]
        place = len(self.answered) + (now is not None)
        source = RandomSource(self.seed + 7919 * place)
        there = self.askable(model)
        for _ in range(len(there.about)):
            wanted = choosing.next_question(model, there, present_moment(), None, skip)
            if wanted is None:
                return None
            aimed = self.mixed(wanted, skip, there, source)
            ready = () if place else self.ready(aimed, there, source)
            made = (
                one
                for one in chain(ready, self.made(aimed, source, self.wants_production(now), without))
                if are_sorts_met(self.game, one.cards, known)
            )
            found = self.one_of(made, now)
            if found is not None:
                return found
            skip += wanted.aims
        return None

    def ready(self, wanted: QuestionAim, there: QuestionTargets, source: RandomSource) -> Iterator[Question]:
        """Yield stored questions, so that a sitting begins immediately: questions about what is wanted, then others."""
        others = [aim for aim in there.about if aim not in wanted.aims]
        for aim in (*wanted.aims, *shuffle_copy(others, source)):
            yield from starters.starters_about(self.game, aim, page_language())

    def length(self, model: LearnerModel) -> int:
        """Return the number of questions in the sitting: fewer than usual if there is too little to ask about."""
        return min(SITTING, max(len(self.answered), len(self.askable(model).about)))

    def askable(self, model: LearnerModel) -> QuestionTargets:
        """Return the targets that this learner can be asked about, which the course or an answer has shown."""
        return limit_targets(askable_targets(self.game), model, self.shown)

    def mixed(self, wanted: QuestionAim, skip: list[str], there: QuestionTargets, source: RandomSource) -> QuestionAim:
        """Return what is wanted, with a fresh aim in front if it is only about a rule already asked in this sitting."""
        asked = {id for one in self.answered for id in one.question.clauses}
        if wanted.why != "more" or wanted.clause not in asked:
            return wanted
        fresh = [id for id, clauses in there.about.items() if id not in skip and not asked & set(clauses)]
        return replace(wanted, aims=(fresh[source.below(len(fresh))], *wanted.aims)) if fresh else wanted

    def missed_to_return(self, now: Question | None) -> Question | None:
        """Return the question whose rule was missed and is due again; None if there is none.

        A rule that has been asked about since does not return. now : the question being asked.
        """
        place = len(self.answered) + (now is not None) - MISS_RETURNS
        if place < 0 or place >= len(self.answered) or self.answered[place].right:
            return None
        missed = self.answered[place].question
        since = [one.question.aim for one in self.answered[place + 1 :]] + ([] if now is None else [now.aim])
        return None if missed.aim in since else missed

    def another(self, question: Question, now: Question | None = None) -> Question | None:
        """Return another question about the same aim, with other cards if possible. now : the question being asked."""
        source = RandomSource(self.seed + 104_729 * (len(self.answered) + 1))
        makers = choosing.makers_by_rest([question.maker], makers_of(self.game, question.aim))
        alike: list[Question] = []

        def with_other_cards() -> Iterator[Question]:
            for maker in makers:
                for _ in range(TRIES_PER_MISS):
                    made = make_question(self.game, maker, question.aim, source.below(SEED_COUNT))
                    if made is not None and {*made.cards} != {*question.cards}:
                        yield made
                    elif made is not None:
                        alike.append(made)

        keys = {one.question.key for one in self.answered} | {question.key} | ({now.key} if now else set())
        found = self.one_of(with_other_cards(), now or question)
        return found or next((one for one in alike if one.key not in keys), None)

    def wants_production(self, now: Question | None) -> bool:
        """Return False if more than half of the questions so far were answered on the board.

        now : the question being asked.
        """
        asked = [one.question for one in self.answered] + ([] if now is None else [now])
        return 2 * sum(one.maker in PRODUCTIVE for one in asked) <= len(asked)

    def makers_used_up(self, now: Question | None) -> frozenset[str]:
        """Return the makers of half of a sitting's questions; if there are others, they ask no more.

        now : the question being asked.
        """
        counts = Counter([one.question.maker for one in self.answered] + ([] if now is None else [now.maker]))
        return frozenset(maker for maker, count in counts.items() if 2 * count >= SITTING)

    def made(
        self,
        wanted: QuestionAim,
        source: RandomSource,
        production: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> Iterator[Question]:
        """Yield questions about what is wanted: the best aims first, and for each aim, makers that have not been used.

        production : if True, questions that are answered on the board come first, for all aims. without : makers
        that ask nothing.
        """
        able = {aim: choosing.makers_by_rest(wanted.used, makers_of(self.game, aim)) for aim in wanted.aims}
        pairs = [
            (aim, maker)
            for aim in wanted.aims
            for maker in sorted(able[aim], key=lambda one: wanted.easy and not MAKERS[one].easy)
            if maker not in without
        ]
        if production and not wanted.easy:
            pairs.sort(key=lambda pair: pair[1] not in PRODUCTIVE)
        for aim, maker in pairs:
            for _ in range(TRIES_PER_AIM):
                question = make_question(self.game, maker, aim, source.below(SEED_COUNT))
                if question is not None:
                    yield question

    def one_of(self, found: Iterator[Question], now: Question | None) -> Question | None:
        """Return the first question that is unlike those of this sitting and has other cards than the last one."""
        asked = [one.question for one in self.answered] + ([] if now is None else [now])
        keys, last = {one.key for one in asked}, set(asked[-1].cards) if asked else set()
        spare = None
        for question in found:
            if question.key in keys:
                continue
            if not last or not last & set(question.cards):
                return question
            spare = spare or (question if set(question.cards) != last else None)
        return spare


def resume_sitting(sitting: Sitting, model: LearnerModel) -> Sitting:
    """Return a new sitting with the questions that the unfinished one in the log has asked so far.

    Answers of a finished sitting are not included, nor are questions that can no longer be made.
    """
    begun: list[Event] = []
    for event in model.now_sitting(present_moment()):
        if event.lesson == f"{sitting.game}/{PRACTICE_LESSON}":
            begun = [] if is_enough([one.verdict == "right" for one in begun]) else begun
            begun.append(event)
    if is_enough([one.verdict == "right" for one in begun]):
        return sitting
    for event in begun:
        with suppress(DataError):  # the counter-rule may no longer exist
            question = remake_question(sitting.game, event.step)
            if question is not None:
                sitting.answered.append(AnsweredQuestion(question, event.verdict == "right"))
    return sitting


def missed_clauses(sitting: Sitting) -> list[str]:
    """Return the clauses that were missed, each once."""
    return list(dict.fromkeys(id for one in sitting.answered if not one.right for id in one.question.clauses))


def right_clauses(sitting: Sitting) -> list[str]:
    """Return the clauses that were answered right every time."""
    wrong = missed_clauses(sitting)
    found = dict.fromkeys(id for one in sitting.answered if one.right for id in one.question.clauses)
    return [id for id in found if id not in wrong]
