"""Chooses the next question: one that is due, or one that reveals most about an open belief.

A sitting starts with an easy question, mixes sections of the rulebook and kinds of question, and ends with a success.
The answers of the sitting are in the log, so the model is all that the choice needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from math import ceil

from tutor.event_log import Event
from tutor.learners.beliefs import SPOKEN_AGAINST
from tutor.learners.model import LearnerModel

SITTING, MOST_A_DAY = 8, 10
"""Number of questions after which a sitting ends with an easy one, and maximum number of questions per day."""
NEW_A_DAY = 4
"""Maximum number of new clauses introduced per day."""
EVERY, SUSPECTED = 3, 2
"""Every third question of a sitting is about an open belief, if there is one; every second if a belief is suspected."""
SUSPICION_FACTOR = 4.0
"""Minimum Bayes factor for a belief to be suspected."""
CLAUSES_A_QUESTION = 2.5
"""Average number of clauses that a question rests on."""


@dataclass(frozen=True)
class QuestionTargets:
    """What questions about a game can be about.

    about : the clauses of each counter-rule. beliefs : the counter-rules that are known misconceptions, with their
    sentences. sections : the section of each clause and ruling, in rulebook order. several_forms : the beliefs that
    several forms of question can tell from the rule.
    """

    game: str
    about: Mapping[str, tuple[str, ...]]
    beliefs: Mapping[str, str] = field(default_factory=dict)
    sections: Mapping[str, int] = field(default_factory=dict)
    several_forms: frozenset[str] = frozenset()

    def of_clause(self, clause: str, first: Sequence[str] = ()) -> list[str]:
        """Return the counter-rules about a clause: those in `first`, then misconceptions, then the most specific."""
        found = self._by_clause.get(clause, ())
        return sorted(found, key=lambda id: (id not in first, id not in self.beliefs, len(self.about[id])))

    @cached_property
    def _by_clause(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id, clauses in self.about.items():
            for clause in dict.fromkeys(clauses):
                found.setdefault(clause, []).append(id)
        return found

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that questions can be about, in rulebook order."""
        order = {id: at for at, id in enumerate(self.sections)}
        found = dict.fromkeys(clause for clauses in self.about.values() for clause in clauses)
        return tuple(sorted(found, key=lambda id: order.get(id, len(order))))

    def within(self, known: Collection[str]) -> QuestionTargets:
        """Return the targets that involve only clauses in `known`."""
        about = {id: clauses for id, clauses in self.about.items() if set(clauses) <= set(known)}
        return replace(self, about=about, beliefs={id: said for id, said in self.beliefs.items() if id in about})


@dataclass(frozen=True, slots=True)
class QuestionAim:
    """What the next question should be about.

    aims : counter-rules, best first; the first for which a question can be made is used. clause : the clause to
    practise, "" if the aim is a belief. why : "due", "open" (a belief), "new" or "more". easy : prefer an easy
    question. used : the makers used so far in this sitting, the most recent one last.
    """

    aims: tuple[str, ...]
    clause: str
    why: str
    easy: bool
    used: tuple[str, ...]


def next_question(
    model: LearnerModel,
    targets: QuestionTargets,
    now: datetime,
    shown: Collection[str] | None = None,
    skip: Collection[str] = (),
) -> QuestionAim | None:
    """Return what the next question should be about; None if there is nothing to ask.

    shown : the clauses that the course has shown, None for no limit; new questions are only about these. skip :
    counter-rules for which no question can be made, or that are already being asked.
    """
    sitting = [event for event in model.now_sitting(now) if event.game == targets.game]
    place = len(sitting)
    used = tuple(event.step.split("/")[0] for event in sitting)
    easy = place == 0 or (place + 1) % SITTING == 0 or questions_today(model, targets, now, shown)[0] == 1
    believed = [id for id in open_beliefs(model, targets) if id not in skip]
    suspected = bool(believed) and model.of(targets.game).suspicion(believed[0]) >= SUSPICION_FACTOR
    every = SUSPECTED if suspected else EVERY
    if believed and place % every == every - 1 and not easy:
        last = sitting[-1].step.split("/")[1:2]
        believed.sort(key=lambda id: [id] == last)  # not the same belief twice in a row, if there is another
        evidence = model.of(targets.game).evidence.get(believed[0])
        used = (*used, *sorted(evidence.forms)) if evidence else used  # so that another form has its turn
        return QuestionAim(tuple(believed[:3]), "", "open", False, used)
    asked = {clause for event in sitting for clause in event.clauses}
    for why, clauses in (
        ("due", due_clauses(model, targets, now)),
        ("new", new_clauses(model, targets, shown)),
        ("more", _weakest(model, targets, now)),
    ):
        if why == "new" and ((easy and place) or _begun_today(model, targets, now) >= NEW_A_DAY):
            continue
        if why == "due" and easy:
            clauses = sorted(clauses, key=lambda id: (model.traces[id].missed, -model.traces[id].recall(now)))
            if place:  # end with a success: the best-known clauses, due or not
                clauses = [*_weakest(model, targets, now)[::-1][:3], *clauses]
        fresh = [id for id in clauses if id not in asked] or (clauses if why == "more" else [])
        for clause in _mixed(fresh, sitting, targets):
            aims = tuple(id for id in targets.of_clause(clause, believed) if id not in skip)
            if aims:
                return QuestionAim(aims, clause, why, easy, used)
    return None


def makers_by_rest(used: Iterable[str], makers: Iterable[str]) -> tuple[str, ...]:
    """Return the makers sorted by last use: unused ones first, the most recently used one last."""
    last = {name: at for at, name in enumerate(used)}
    return tuple(sorted(makers, key=lambda name: last.get(name, -1)))


def due_clauses(model: LearnerModel, targets: QuestionTargets, now: datetime) -> list[str]:
    """Return the clauses that are due: those missed last time, then those most likely to be forgotten."""
    due = [id for id in targets.clauses if id in model.traces and model.traces[id].due(now)]
    return sorted(due, key=lambda id: (not model.traces[id].missed, model.traces[id].recall(now)))


def new_clauses(model: LearnerModel, targets: QuestionTargets, shown: Collection[str] | None) -> list[str]:
    """Return the clauses that have never been answered, in rulebook order.

    shown : limit to these; None for no limit.
    """
    return [id for id in targets.clauses if id not in model.traces and (shown is None or id in shown)]


def open_beliefs(model: LearnerModel, targets: QuestionTargets) -> list[str]:
    """Return the beliefs worth asking about: those that stand out, then the others by descending suspicion."""
    known = model.of(targets.game)
    first = known.standing_out(targets.beliefs, targets.several_forms)
    factors = {id: known.suspicion(id) for id in targets.beliefs}
    rest = [id for id in targets.beliefs if id not in first and factors[id] > SPOKEN_AGAINST]
    return [*first, *sorted(rest, key=lambda id: -factors[id])]


def questions_today(
    model: LearnerModel, targets: QuestionTargets, now: datetime, shown: Collection[str] | None = None
) -> tuple[int, int]:
    """Return (questions left today, minutes they take this learner) for a game.

    Counts the due clauses (several per question), a few new clauses, and two questions for each belief that stands out.
    A learner who has met no clause of the game gets no new ones, since the course introduces the first.
    """
    day = now.isoformat()[:10]
    done = sum(event.time[:10] == day for event in model.sitting if event.game == targets.game)
    begun = [model.traces[id].since for id in targets.clauses if id in model.traces]
    new = min(len(new_clauses(model, targets, shown)), max(NEW_A_DAY - begun.count(day), 0)) if begun else 0
    standing = model.of(targets.game).standing_out(targets.beliefs, targets.several_forms)
    wanted = ceil(len(due_clauses(model, targets, now)) / CLAUSES_A_QUESTION) + new + 2 * len(standing)
    count = min(wanted, max(MOST_A_DAY - done, 0))
    return count, ceil(count * model.pace / 60)


def _weakest(model: LearnerModel, targets: QuestionTargets, now: datetime) -> list[str]:
    met = [id for id in targets.clauses if id in model.traces]
    return sorted(met, key=lambda id: model.traces[id].recall(now))


def _begun_today(model: LearnerModel, targets: QuestionTargets, now: datetime) -> int:
    day = now.isoformat()[:10]
    return sum(model.traces[id].since == day for id in targets.clauses if id in model.traces)


def _mixed(clauses: Sequence[str], sitting: Sequence[Event], targets: QuestionTargets) -> list[str]:
    """Return the clauses; those whose sections were asked about recently come last."""
    recent = {targets.sections.get(clause) for event in sitting[-2:] for clause in event.clauses}
    return sorted(clauses, key=lambda id: targets.sections.get(id) in recent)
