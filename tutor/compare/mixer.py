"""A mix: an answer to each question, taken from one of the games, with its conflicts and open issues.

Every mix is allowed: a conflict is reported with its reason and the clauses of both answers, but the mix is not
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.compare import mechanics as table
from tutor.compare.game_names import short_title
from tutor.compare.mechanics import DesignQuestion
from tutor.compare.named_mechanics import counting_questions
from tutor.compare.ties import Picks, RaisedIssue, Tie, answers_of, game_of, load_issues, load_ties, question_of
from tutor.former_names import offer_former_names
from tutor.text import format_message, load_catalogue


@dataclass(frozen=True, slots=True)
class MixConflict:
    """A tie that applies to a mix, with the chosen answers on both sides and their clauses."""

    tie: Tie
    one: dict[str, str]
    other: dict[str, str]

    @property
    def questions(self) -> list[str]:
        """The questions whose chosen answers conflict."""
        return [question_of(answer) for answer in (*self.one, *self.other)]


@dataclass(frozen=True, slots=True)
class NeededQuestion:
    """An open question that a chosen answer depends on: the answer, the tie, and the question."""

    answer: str
    tie: Tie
    question: str


def mixable_questions(names: Iterable[str] | None = None) -> dict[str, DesignQuestion]:
    """Return the questions of a mix by id: those of the table, except those that only count something."""
    found = table.load_questions(None if names is None else list(names))
    return {question.id: question for question in found if question.id not in counting_questions()}


def find_conflicts(picks: Picks) -> list[MixConflict]:
    """Return the conflicts of a mix."""
    chosen = answers_of(picks)
    return [
        MixConflict(
            tie,
            {answer: clause for answer, clause in tie.one.items() if answer in chosen},
            {answer: clause for answer, clause in tie.other.items() if answer in chosen},
        )
        for tie in load_ties()
        if tie.holds(picks)
    ]


def raised_issues(picks: Picks) -> list[RaisedIssue]:
    """Return the issues that the chosen answers raise together, beyond the questions of the table."""
    return [one for one in load_issues() if one.arises(picks)]


def needed_questions(picks: Picks) -> list[NeededQuestion]:
    """Return the open questions that chosen answers depend on, each once, with the first answer that needs it."""
    chosen = answers_of(picks)
    found: dict[str, NeededQuestion] = {}
    for tie in load_ties():
        answer = next((answer for answer in tie.one if answer in chosen), "")
        if not answer or f"tie.{tie.id}.needs" not in load_catalogue("en"):
            continue
        asked = dict.fromkeys(question_of(one) for one in tie.other)
        if not any(question in picks for question in asked):
            question = next(iter(asked))
            found.setdefault(question, NeededQuestion(answer, tie, question))
    return list(found.values())


def explain_need(need: NeededQuestion, questions: Mapping[str, DesignQuestion], language: str) -> str:
    """Return why an open question must be answered: which chosen answer needs what."""
    question, game = question_of(need.answer), game_of(need.answer)
    needs = format_message(f"tie.{need.tie.id}.needs", language)
    answer = questions[question].answers[game].text
    return format_message(
        "mixer.needs", language, game=short_title(game), answer=answer, needs=needs[:1].lower() + needs[1:]
    )


def open_questions(picks: Picks, questions: Iterable[str]) -> list[str]:
    """Return the questions that are still open, in the order of the table."""
    return [question for question in questions if question not in picks]


# The address of a mix: "win.star_wars,hand_limit.altaria".


def read_mix(text: str, questions: dict[str, DesignQuestion]) -> dict[str, str]:
    """Parse the mix in an address, in the order of the table; unknown answers are left out."""
    asked = dict(one.split(".", 1) for one in text.split(",") if "." in one)
    return {id: asked[id] for id, question in questions.items() if id in asked and asked[id] in question.answers}


def format_mix(picks: Picks) -> str:
    """Format a mix as it appears in an address."""
    return ",".join(f"{question}.{game}" for question, game in picks.items())


offer_former_names(__name__)
