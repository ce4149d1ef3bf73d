"""Questions why: every sentence is about the refused action, in the engine's words, and only the reason is true."""

import re
from itertools import islice

import pytest

import engines
from tests.tutor.test_practice import asked
from tutor.practice import maker_why_not
from tutor.practice.legality import failing_needs
from tutor.practice.makers import make_question
from tutor.practice.playouts import LEARNER
from tutor.practice.question import session_of
from tutor.practice.survey import load_survey
from tutor.text import format_message

GAMES = [game for game, able in load_survey().items() if able.get("why")]


def refused_action(run):
    """Return the state of a question and its refused action."""
    state = run.table.state
    return state, state.game.notation.read(state, run.step.get("refused"), LEARNER)[0]


def answer_with(question, choice):
    """Return the session after one choice was given as the answer."""
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(choice)]})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return run


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_sentence_is_what_another_requirement_of_the_action_or_a_believer_would_say(game):
    for question in asked(game, "why"):
        run = session_of(question)
        state, action = refused_action(run)
        requirements = {one.name for one in state.game.kinds[action[0]].requirements}
        failing = failing_needs(state.game, state, LEARNER, action)
        wrong = [choice for choice in question.row["choice"] if choice["text"] not in question.right]
        assert len(wrong) in (2, 3)
        assert len(failing) == 1
        for choice in wrong:
            assert choice["need"] == "" or choice["need"] in requirements - {*failing}
        assert {text for answer in question.beliefs.values() for text in answer} <= {one["text"] for one in wrong}


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_sentence_is_answered_with_what_is_so_here(game):
    question = asked(game, "why", 1)[0]
    for at, choice in enumerate(question.row["choice"]):
        if choice.get("need"):
            run = answer_with(question, at)
            state, action = refused_action(run)
            so = next(one for one in state.explain(action, LEARNER) if one.requirement == choice["need"])
            assert so.met
            said = [fact["fact"] for fact in run.feedback["facts"]]
            assert said[0] == so.fact
            assert run.feedback["title"] == format_message("lesson.why.not_why", "en", text=choice["text"].rstrip("."))


def test_what_a_believer_would_say_is_offered_and_counts_for_the_belief():
    """ "A World needs another one that is at most one level lower" is the sentence of exactly that belief."""
    made = (make_question("kingdom_hearts", "why", "M8", seed) for seed in range(40))
    question = next(one for one in made if one is not None and "M7" in one.beliefs)
    assert question.agreeing(question.beliefs["M7"]) == ("M7",)
    assert question.beliefs["M7"][0] in [choice["text"] for choice in question.row["choice"]]


def test_a_sentence_that_shows_at_a_glance_that_it_is_untrue_is_not_offered():
    """ "Beyond the Clouds Tsubame is in Stand, not in Stand" is obviously not a reason."""
    game = engines.load("chaos")
    mine, theirs = ["Keen Eyes Shiori"], ["Steady Hands Ishio"]
    state = game.position({"step": "D1", "turn": 4, "P1": {"front": mine}, "P2": {"front": theirs}})
    action = next(one for one in state.actions if one[0] == "attack")
    needs = {one.name: one for one in game.kinds["attack"].requirements}
    assert needs["standing"].told(state, LEARNER, action, False)[0].endswith("in Stand, not in Stand.")
    assert maker_why_not.unmet_fact(state, action, needs["standing"], "en") == ""
    assert "face-down" in maker_why_not.unmet_fact(state, action, needs["face_up"], "en")


def test_a_sentence_from_another_position_names_only_cards_that_lie_here():
    made = (make_question("star_wars", "why", "nothing_unique", seed) for seed in range(30))
    for question in islice((one for one in made if one is not None), 4):
        state, _ = refused_action(session_of(question))
        there = {*maker_why_not.visible_names(state), *question.cards}
        for choice in question.row["choice"]:
            assert maker_why_not.names_in_sentence(state.game, choice["text"]) <= there


def test_the_requirements_that_are_reasons_elsewhere_are_offered_where_they_hold():
    """ "The unit is new" must also occur as a wrong answer: otherwise it is right whenever it is offered."""
    made = (make_question("altaria", "why", "without:attack_cores.rank", seed) for seed in range(12))
    texts = [choice["text"] for one in made if one is not None for choice in one.row["choice"]]
    assert [text for text in texts if re.search(r"entered this turn", text)]
