"""A learner's standing in a game, as pages show it: every clause, the beliefs that stand out, and today's questions."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import engines
from engines.book.rulebook import Clause, Rulebook
from engines.variants.counter_rules import by_id, counter_rules
from tutor.event_log import Event
from tutor.learners import choosing
from tutor.learners.choosing import QuestionTargets
from tutor.learners.model import LearnerModel
from tutor.lessons.loader import FOLDER
from tutor.practice.survey import load_several_forms
from tutor.text import page_language


@dataclass(frozen=True, slots=True)
class StandingBelief:
    """A belief that stands out in a learner's answers.

    sentence : "You play as if ...". says : how the game would differ if the belief were true. shown : the last answer
    that showed the belief. factor : its Bayes factor (see `tutor.learners.beliefs`). lesson, step : the first lesson
    step that addresses it, "" if none does.
    """

    id: str
    sentence: str
    says: str
    clauses: tuple[str, ...]
    shown: Event | None
    factor: float
    lesson: str
    step: str


@dataclass(frozen=True, slots=True)
class LearnerStanding:
    """A learner's standing in a game: its rules in rulebook order, in four groups, and today's work.

    known : see `tutor.learners.memory`. due : to be asked again. new : never answered. met : all others. questions,
    minutes : the work left for today.
    """

    known: tuple[str, ...]
    due: tuple[str, ...]
    met: tuple[str, ...]
    new: tuple[str, ...]
    beliefs: tuple[StandingBelief, ...]
    questions: int
    minutes: int


@cache
def question_targets(game: str) -> QuestionTargets:
    """Return what questions about a game can be about: its counter-rules, misconceptions and sections."""
    played = engines.load(game)
    rules = counter_rules(played)
    beliefs = {rule.id: rule.belief for rule in rules if rule.belief}
    return QuestionTargets(
        game,
        {rule.id: rule.clauses for rule in rules},
        beliefs,
        _sections(played.rulebook),
        frozenset(load_several_forms().get(game, ())),
    )


def _sections(book: Rulebook) -> dict[str, int]:
    """Return the section of each clause by id; a ruling belongs to the section of the first clause it settles."""
    found = {id: clause.section for id, clause in book.clauses.items()}
    return found | {
        id: next((found[clause] for clause in ruling.clauses if clause in found), 0)
        for id, ruling in book.rulings.items()
    }


def learner_standing(
    game: str, model: LearnerModel, now: datetime, shown: Collection[str] | None = None
) -> LearnerStanding:
    """Return a learner's standing in a game. shown : as in `choosing.next_question`."""
    aims, book = question_targets(game), engines.load(game).rulebook
    ids = [id for id, clause in book.clauses.items() if isinstance(clause, Clause) and clause.executable]
    due = set(choosing.due_clauses(model, aims, now))
    states = {id: "due" if id in due else _state(model, id) for id in ids}
    found = {name: tuple(id for id in ids if states[id] == name) for name in ("known", "due", "met", "new")}
    questions, minutes = choosing.questions_today(model, aims, now, shown)
    return LearnerStanding(**found, beliefs=beliefs_of(game, model), questions=questions, minutes=minutes)


def _state(model: LearnerModel, clause: str) -> str:
    trace = model.traces.get(clause)
    return "new" if trace is None else "known" if trace.known else "met"


def beliefs_of(game: str, model: LearnerModel) -> tuple[StandingBelief, ...]:
    """Return a learner's beliefs that stand out in a game, the clearest first."""
    known, aims = model.of(game), question_targets(game)
    found = known.standing_out(aims.beliefs, aims.several_forms)
    rules, spoken = by_id(engines.load(game)) if found else {}, page_language()
    return tuple(
        StandingBelief(
            id,
            rules[id].sentence(spoken),
            rules[id].told(spoken),
            aims.about[id],
            known.evidence[id].shown,
            known.factor(id),
            *first_meetings(game).get(id, ("", "")),
        )
        for id in found
    )


@cache
def first_meetings(game: str) -> dict[str, tuple[str, str]]:
    """Return, for each misconception, the first lesson step that addresses it, as (lesson, step)."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted((FOLDER / game).glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["step"]:
            for id in row.get("meets", ()):
                found.setdefault(str(id), (f"{game}/{path.stem}", row["id"]))
    return found
