"""Questions of practice: each loads, its right answer is judged right and every other wrong, and its rule decides it.

The sample changes with the day; its seed is printed, and TEBIKI_DAY=<seed> asks for that of another day.
"""

import datetime
import itertools
import os
import random

import pytest

import engines
from engines.core.chance import Source
from tutor.lessons import checks
from tutor.practice import making, positions, survey
from tutor.practice.aims import worth_asking
from tutor.practice.question import lesson_with, session_of

DAY = int(os.environ.get("TEBIKI_DAY", datetime.date.today().toordinal()))
SAMPLE = 2
"""Questions of each maker and game."""


def asked(game, maker, count=SAMPLE):
    """Return some questions of a maker, other ones every day."""
    print(f"TEBIKI_DAY={DAY}")
    found, source = [], Source(DAY)
    aims = worth_asking(engines.load(game), maker)
    for _ in range(5):
        aim, seed = aims[source.below(len(aims))], source.below(making.SEEDS)
        question = making.make(game, maker, aim, seed)
        if question is not None:
            found.append(question)
        if len(found) == count:
            break
    if not found:  # rare ones are asked with the seed with which they were found
        known = (making.make(game, maker, aim, survey.SEED) for aim in aims)
        found.append(next(question for question in known if question is not None))
    return found


def judged(question, picks):
    """Return (verdict, actions) of an answer as its session logs it."""
    heard = []
    run = session_of(question, lambda verdict, facts: heard.append((verdict, tuple(facts.get("actions", ())))))
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    if not heard:
        run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return heard[-1]


def answers(question):
    """Yield every answer that could be given, as the stage sends it."""
    run = session_of(question)
    choices = run.coach()["choices"]
    ids = [item["id"] for item in choices["items"]]
    if choices["mode"] == "many":
        for count in range(len(ids) + 1):
            yield from map(list, itertools.combinations(ids, count))
    elif choices["mode"] == "parts":
        options = [[option["id"] for option in item["options"]] for item in choices["items"]]
        yield from (dict(zip(ids, picked, strict=True)) for picked in itertools.product(*options))
    elif choices["mode"] == "order":
        yield from map(list, itertools.permutations(ids))
    else:
        yield from ([one] for one in ids)


PAIRS = [(game, maker) for game, makers in survey.asked().items() for maker, ids in makers.items() if ids]


@pytest.mark.a_day(12)
@pytest.mark.parametrize(("game", "maker"), PAIRS)
def test_questions(game, maker):
    questions = asked(game, maker)
    for question in questions:
        print(question)
        assert making.again(game, question.id) == question
        lesson = lesson_with(question)
        checks.check_step(lesson, lesson.steps[0])
        every = list(answers(question))
        assert len(every) == question.options
        shown = every if len(every) <= 24 else random.Random(DAY).sample(every, 24)
        verdicts = {judged(question, picks) for picks in shown} | {judged(question, right_picks(question, every))}
        assert {actions for verdict, actions in verdicts if verdict == "right"} == {question.right}
        assert all(actions != question.right for verdict, actions in verdicts if verdict == "wrong")
        assert question.right not in question.beliefs.values()
        assert question.clauses
        assert all(engines.load(game).rulebook.clause(id) for id in question.clauses)
        assert question.key
        assert question.options > 1
        state = engines.load(game).position(question.row["position"], run=False)
        assert positions.is_plausible(state)
        whole = state.game.new(seed=DAY)
        for seat in (0, 1):
            there, all_there = (len(state.game.rules.belongings(one, seat)) for one in (state, whole))
            assert there == all_there


def right_picks(question, every):
    """Return the answer that is judged right."""
    return next(picks for picks in every if judged(question, picks)[0] == "right")


def test_a_question_is_cut_down_and_keeps_its_answer():
    question = making.make("altaria", "which", "without:attack_cores.upright", 3)
    state = engines.load("altaria").position(question.row["position"])
    items = session_of(question).items()
    assert 3 <= len(items) <= 6
    assert len(state.players[0].hand) == 0  # which has no part in it


def test_the_answers_of_a_belief_are_told_apart():
    question = making.make("altaria", "which", "without:attack_cores.upright", 3)
    believed = question.beliefs[question.aim]
    assert question.agreeing(believed) == (question.aim,)
    assert question.differing(believed) == ()
    assert question.differing(question.right) == (question.aim,)
    spotted = making.make("altaria", "spot", worth_asking(engines.load("altaria"), "spot")[0], survey.SEED)
    other = next(line for line in spotted.row["script"] if line != spotted.right[0])
    assert spotted.differing(spotted.right) == (spotted.aim,)  # whoever finds all lines legal would have to guess
    assert spotted.differing((other,)) == ()


@pytest.mark.parametrize("seed", range(4))
def test_what_only_a_hidden_hand_says_is_not_asked(seed):
    """Whether the rival is asked for an Ambush depends on a hand that the learner cannot see."""
    assert making.make("altaria", "what_next", "no_defenders_ambush", seed) is None


@pytest.mark.parametrize("seed", range(6))
def test_what_next_is_something_to_decide(seed):
    question = making.make("altaria", "what_next", "M25", seed)
    if question is not None:
        run = session_of(question)
        for name in question.row["script"]:
            run.table.state.apply(run.table.state.read(name)[0])
        assert len(run.table.state.legal_actions()) > 1


def test_the_order_of_a_payment_is_not_asked():
    for seed in range(6):
        question = making.make("altaria", "order", "skips:BREAK", seed)
        assert question is None or not any("ALT-9" in line["clause"] for line in question.row["lines"])
