"""A mixed game: an answer for each question from one of the games, what spoils what in it, and what it must settle.

Nothing is forbidden: a conflict is named with its reason and the clauses of both answers, and the mix stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.compare import mechanics as table
from tutor.compare.mechanics import Question
from tutor.compare.named import counted
from tutor.compare.names import short
from tutor.compare.ties import Picks, Settle, Tie, answers, game_of, question_of, settles, ties
from tutor.text import format_message, load_catalogue


@dataclass(frozen=True, slots=True)
class Conflict:
    """A tie that a mix has, with its answers on both sides and the clauses that say so."""

    tie: Tie
    one: dict[str, str]
    other: dict[str, str]

    @property
    def questions(self) -> list[str]:
        """The questions whose chosen answers take part."""
        return [question_of(answer) for answer in (*self.one, *self.other)]


@dataclass(frozen=True, slots=True)
class Needed:
    """An open question that a chosen answer needs first: the answer, its tie, and the question."""

    answer: str
    tie: Tie
    question: str


def askable(names: Iterable[str] | None = None) -> dict[str, Question]:
    """Return the questions of a mix by id: those of the table but what only counts something."""
    found = table.questions(None if names is None else list(names))
    return {question.id: question for question in found if question.id not in counted()}


def conflicts(picks: Picks) -> list[Conflict]:
    """Return what spoils what in a mix."""
    chosen = answers(picks)
    return [
        Conflict(
            tie,
            {answer: clause for answer, clause in tie.one.items() if answer in chosen},
            {answer: clause for answer, clause in tie.other.items() if answer in chosen},
        )
        for tie in ties()
        if tie.holds(picks)
    ]


def raised(picks: Picks) -> list[Settle]:
    """Return the questions that the chosen answers raise together, and no question of the table asks."""
    return [one for one in settles() if one.arises(picks)]


def needed(picks: Picks) -> list[Needed]:
    """Return the open questions that chosen answers need an answer of, each once, with the first answer that does."""
    chosen = answers(picks)
    found: dict[str, Needed] = {}
    for tie in ties():
        answer = next((answer for answer in tie.one if answer in chosen), "")
        if not answer or f"tie.{tie.id}.needs" not in load_catalogue("en"):
            continue
        asked = dict.fromkeys(question_of(one) for one in tie.other)
        if not any(question in picks for question in asked):
            question = next(iter(asked))
            found.setdefault(question, Needed(answer, tie, question))
    return list(found.values())


def because(need: Needed, questions: Mapping[str, Question], language: str) -> str:
    """Return why an open question is needed: which chosen answer needs what."""
    question, game = question_of(need.answer), game_of(need.answer)
    needs = format_message(f"tie.{need.tie.id}.needs", language)
    answer = questions[question].answers[game].text
    return format_message("mixer.needs", language, game=short(game), answer=answer, needs=needs[:1].lower() + needs[1:])


def unanswered(picks: Picks, questions: Iterable[str]) -> list[str]:
    """Return the questions that are still open, in the order of the table."""
    return [question for question in questions if question not in picks]


# The address of a mix: "win.star_wars,hand_limit.altaria".


def read(text: str, questions: dict[str, Question]) -> dict[str, str]:
    """Return the mix that an address holds, in the order of the table; what is no answer is left out."""
    asked = dict(one.split(".", 1) for one in text.split(",") if "." in one)
    return {id: asked[id] for id, question in questions.items() if id in asked and asked[id] in question.answers}


def written(picks: Picks) -> str:
    """Return a mix as it stands in an address."""
    return ",".join(f"{question}.{game}" for question, game in picks.items())
