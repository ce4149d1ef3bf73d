"""The believers' answers, stored with what the model of a learner needs; `python -m tests.believers.answers` answers
anew, from questions by seeds of their own.
"""

from __future__ import annotations

import json
from pathlib import Path

from joblib import Parallel, delayed

from benchmarks.questions import question_row
from tests.believers.people import PEOPLE
from tests.believers.reading import Reading
from tutor.practice.makers import make_question
from tutor.practice.survey import makers_of

FILE = Path(__file__).with_name("answers.jsonl")
FIRST_SEED, SEEDS, MOST = 500, 90, 20
"""Questions come from this many seeds from this one on, at most this many for each person."""
TELLING = ("which", "predict")
"""The makers whose questions have an answer that only somebody with a belief gives."""


def questions_for(person):
    """Yield unlike questions about a person's belief, of all its makers in turn."""
    makers = [maker for maker in makers_of(person.game, person.belief) if maker in TELLING]
    keys = set()
    for seed in range(FIRST_SEED, FIRST_SEED + SEEDS):
        for maker in makers:
            question = make_question(person.game, maker, person.belief, seed)
            if question is not None and person.belief in question.beliefs and question.key not in keys:
                keys.add(question.key)
                yield question


def answer(person, question):
    """Return a person's answer, sorted as in the stored row."""
    return sorted(Reading(question).answer(person.mark, person.say))


def rows_of(person):
    """Return a row for each question: the question's row, and the answer."""
    found = []
    for question in questions_for(person):
        if len(found) == MOST:
            break
        found.append([*question_row(question), answer(person, question)])
    return found


def main():
    """Let all of them answer."""
    every = Parallel(n_jobs=2)(delayed(rows_of)(person) for person in PEOPLE)
    with FILE.open("w", encoding="utf-8", newline="\n") as lines:
        for person, rows in zip(PEOPLE, every, strict=True):
            for row in rows:
                text = json.dumps([person.game, person.belief, *row], ensure_ascii=False, separators=(",", ":"))
                lines.write(text + "\n")


if __name__ == "__main__":
    main()
