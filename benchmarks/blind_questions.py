"""Questions as somebody without any knowledge of the rules sees them: prompt and options, without the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

import engines
from engines.kernel.chance import RandomSource
from tutor.lessons import loader
from tutor.lessons.answer_places import derive_seed
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.foretelling import OrderStep, PredictStep
from tutor.lessons.page import open_session
from tutor.lessons.pointing import CountStep
from tutor.lessons.session import Session
from tutor.lessons.spotting import SpotStep

COURSES = "courses"
"""The name used instead of a game's for questions from the lessons of all games."""
LEARNERS = ("Ana", "Ben", "Cleo", "Dara", "Eli", "Fay", "Gil", "Hana")
"""The learners who take the lesson steps; answers are shuffled differently for each."""
TRIES_PER_QUESTION = 6
"""The maximum number of tries to make one question."""
CARD = "CARD"
"""Replaces the name of a card in masked words, so that a phrase can be learned from questions about other cards."""


class BlindPart(NamedTuple):
    """One choice: what it asks, its options as shown, and the index of the right one."""

    ask: str
    options: tuple[str, ...]
    right: int


class BlindQuestion(NamedTuple):
    """A question without its board.

    game : the game's name, or `COURSES`. maker : the name of its maker, or the kind of the lesson step. prompt : title,
    text and goal. parts : each card that may be marked is a part with the options "no" and "yes"; an order has a part
    for each pair of lines, which asks which one comes first. key : the same for questions that differ only in the
    order of their options.
    """

    game: str
    maker: str
    prompt: str
    parts: tuple[BlindPart, ...]
    key: str


def make_blind_question(game: str, maker: str, seed: int) -> BlindQuestion | None:
    """Return a practice question about a counter-rule that practice could choose; None if no try makes one."""
    from tutor.practice.makers import SEED_COUNT, draw_aim, make_question
    from tutor.practice.question import session_of

    source, loaded = RandomSource(seed), engines.load(game)
    for _ in range(TRIES_PER_QUESTION):
        aim = draw_aim(loaded, maker, source)
        question = make_question(loaded, maker, aim, source.below(SEED_COUNT)) if aim else None
        if question is not None:
            parts = parts_of_session(session_of(question))
            called = "may" if maker == "which" and question.row["kind"] == "predict" else maker
            return BlindQuestion(game, called, prompt_of(question.row), parts, question.key)
    return None


def course_questions(game: str, learner: str) -> Iterator[BlindQuestion]:
    """Yield the questions in the lessons of a game, as a learner sees them."""
    for path in sorted((loader.FOLDER / game).glob("*.toml")):
        lesson = loader.read_lesson(path)
        for step in lesson.steps:
            run = open_session(lesson, step, seed=derive_seed(learner, lesson.name, step))
            try:
                parts = parts_of_session(run)
            except TypeError:  # such a step is answered without options
                continue
            asked = {str(part["of"]).split(" ")[0] for part in step.get("parts") or ()}
            kind = next((name for of, name in KINDS_BY_PART.items() if asked == {of}), step.kind)
            row = {key: step.get(key) for key in ("title", "text", "goal")}
            yield BlindQuestion(COURSES, kind, prompt_of(row), parts, f"{lesson.name}/{step.id}")


def course_numbers(game: str) -> Iterator[BlindQuestion]:
    """Yield a question for each number that a prediction in the lessons of a game asks for, typed or on a pad.

    The options are the small numbers; an answer that is none of them is not yielded.
    """
    for path in sorted((loader.FOLDER / game).glob("*.toml")):
        lesson = loader.read_lesson(path)
        for step in lesson.steps:
            parts = [part for part in step.get("parts") or () if step.kind == "count" or "numbers" in part]
            run = open_session(lesson, step) if parts else None
            for part in parts if isinstance(run, PredictStep) else ():
                truth = run.truth(part["of"])
                if truth in SMALL_NUMBERS:
                    row = {key: step.get(key) for key in ("title", "text", "goal")}
                    asked = (BlindPart(part["ask"], SMALL_NUMBERS, SMALL_NUMBERS.index(truth)),)
                    yield BlindQuestion(COURSES, TYPED, prompt_of(row), asked, f"{lesson.name}/{step.id}")


SMALL_NUMBERS = tuple(map(str, range(11)))
TYPED = "numbers"
"""The name, among makers, of the numbers that are typed in lessons."""
KINDS_BY_PART = {"legal": "may", "chance": "odds"}
"""For the first word in the names of a prediction's parts, the maker of practice questions that asks the same."""


def prompt_of(row: Mapping[str, object]) -> str:
    """Return title, text and goal of a step as one string."""
    return " ".join(str(row.get(key) or "") for key in ("title", "text", "goal"))


def parts_of_session(run: Session) -> tuple[BlindPart, ...]:
    """Return the choices of a step as its page shows them.

    Numbers that are typed are left out. Raises TypeError if there is nothing to choose from: the step is played on the
    board, or asks only for numbers.
    """
    if isinstance(run, PredictStep) and not isinstance(run, CountStep):
        every = zip(run.step.get("parts"), run.coach()["choices"]["items"], strict=True)
        offered = [(part, item) for part, item in every if item["options"]]
        if not offered:
            raise TypeError("only numbers are asked for")
        return tuple(
            BlindPart(
                part["ask"],
                tuple(option["text"] for option in item["options"]),
                [option["id"] for option in item["options"]].index(run.truth(part["of"])),
            )
            for part, item in offered
        )
    if isinstance(run, WhichStep):
        return tuple(BlindPart(name, ("no", "yes"), int(run.legal(action))) for _, name, action in run.items())
    if isinstance(run, OrderStep):
        items, right = run.coach()["choices"]["items"], run.right_order()
        return tuple(
            BlindPart("", (one["text"], two["text"]), int(right.index(one["id"]) > right.index(two["id"])))
            for one, two in combinations(items, 2)
        )
    if isinstance(run, WhyStep | SpotStep):
        items = run.coach()["choices"]["items"]
        right_id = str(run.solution() if isinstance(run, WhyStep) else run.number())
        return (BlindPart("", tuple(item["text"] for item in items), [item["id"] for item in items].index(right_id)),)
    raise TypeError(f"{run.step.kind} has no options")


@cache
def card_names(game: str) -> re.Pattern[str]:
    """Return a pattern for the names of a game's cards; for `COURSES`, of all games."""
    games = engines.names() if game == COURSES else [game]
    names = {card.name for one in games for card in engines.load(one).cards if not card.unseen}
    return re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))


@cache
def names_in(text: str, game: str) -> frozenset[str]:
    """Return the names of cards in a text."""
    return frozenset(card_names(game).findall(text))


@cache
def words_of(text: str, game: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, with `CARD` for the name of any card."""
    return tuple(re.findall(r"[\w']+", card_names(game).sub(" \0 ", text).lower().replace("\0", CARD)))
