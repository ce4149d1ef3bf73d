"""People with one false belief, written by hand: twenty questions name their belief, and no other.

They are no part of the model: what they say follows from the sentence of the belief, and what they see on the board.
"""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import timedelta
from functools import cache
from random import Random

import pytest

from benchmarks.learners import BEGIN, RESULTS
from tests.believers.answers import FILE, answer
from tests.believers.people import PEOPLE
from tests.tiers import number_of
from tutor.learners.learner_standing import question_targets
from tutor.learners.model import LearnerModel
from tutor.learners.simulated import ANSWER_SECONDS, QuestionProfile, event_of_answer
from tutor.practice.makers import make_question

QUESTIONS = 20


@cache
def stored():
    """Return the stored questions and answers, by person."""
    found = defaultdict(list)
    for line in FILE.read_text(encoding="utf-8").splitlines():
        game, belief, id, aim, clauses, right, beliefs, options, given = json.loads(line)
        own = {name: tuple(sorted(one)) for name, one in beliefs.items()}
        profile = QuestionProfile(id, aim, tuple(clauses), tuple(sorted(right)), own, options)
        found[game, belief].append((profile, tuple(given)))
    return found


def named(person):
    """Return after how many questions a person's belief is named (None if it is not), and which others are."""
    model, targets, chance = LearnerModel(), question_targets(person.game), Random(person.belief)
    others = set()
    for number, (asked, given) in enumerate(stored()[person.game, person.belief][:QUESTIONS], 1):
        if person.gap and number % person.gap == 0:
            given = chance.choice([one for one in asked.answers() if one != asked.right])
        when = BEGIN + timedelta(seconds=ANSWER_SECONDS * number)
        model.take(event_of_answer(asked, given, when, person.game))
        found = model.of(person.game).standing_out(targets.beliefs, targets.several_forms)
        others |= {*found} - {person.belief}
        if person.belief in found:
            return number, others
    return None, others


def test_thirty_people_in_all_games_each_with_another_belief():
    assert len({(one.game, one.belief) for one in PEOPLE}) == len(PEOPLE) >= 30
    assert {one.game for one in PEOPLE} == {"altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars"}
    assert sum(bool(one.gap) for one in PEOPLE) >= 5
    assert all(one.belief in question_targets(one.game).beliefs for one in PEOPLE)


def test_most_are_named_and_none_is_misnamed():
    results = {(one.game, one.belief): named(one) for one in PEOPLE}
    assert not {who: others for who, (_, others) in results.items() if others}
    found = [number for number, _ in results.values() if number is not None]
    assert f"{len(found)} of the {len(results)} are named by their belief" in RESULTS.read_text(encoding="utf-8")
    assert len(found) / len(results) >= 0.85, sorted(who for who, (number, _) in results.items() if number is None)


@pytest.mark.parametrize("person", PEOPLE, ids=[f"{one.game}-{one.belief}" for one in PEOPLE])
def test_a_stored_answer_is_what_the_person_says(person):
    asked, given = min(stored()[person.game, person.belief], key=lambda one: number_of(f"{person.game} {one[0].id}"))
    maker, aim, seed = asked.id.split("/")
    question = make_question(person.game, maker, aim, int(seed))
    assert question is not None, f"{asked.id}: python -m tests.believers.answers"
    assert tuple(sorted(question.right)) == asked.right
    assert tuple(answer(person, question)) == given
