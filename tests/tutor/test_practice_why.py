"""Why questions: every sentence is about the refused action, in the engine's words, and only the reason is true."""

from collections import Counter

import pytest

import engines
from tests.tutor.test_practice import asked
from tutor.practice import maker_why_not
from tutor.practice.legality import failing_needs
from tutor.practice.maker import Request
from tutor.practice.playouts import LEARNER
from tutor.practice.question import session_of
from tutor.practice.survey import load_survey, makers_left_out
from tutor.text import format_message

GAMES = [game for game, able in load_survey().items() if able.get("why")]


def refused_action(run):
    """Return the state of a question, and its refused action."""
    state = run.table.state
    return state, state.game.notation.read(state, run.step.get("refused"), LEARNER)[0]


def answer_with(question, choice):
    """Return the session after one of the choices was given as the answer."""
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(choice)]})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return run


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_sentence_is_what_another_requirement_of_the_action_would_say(game):
    for question in asked(game, "why"):
        run = session_of(question)
        state, action = refused_action(run)
        requirements = {one.name for one in state.game.kinds[action[0]].requirements}
        failing = failing_needs(state.game, state, LEARNER, action)
        wrong = [choice for choice in question.row["choice"] if choice["text"] not in question.right]
        assert len(wrong) in (2, 3)
        assert len(failing) == 1
        for choice in wrong:
            assert choice["need"] in requirements - {*failing}


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


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_is_told_once_after_what_is_so_here(game):
    for question in asked(game, "why"):
        wrong = next(at for at, choice in enumerate(question.row["choice"]) if choice["text"] not in question.right)
        run = answer_with(question, wrong)
        reason = run.refused(run.table.state)[0]
        told = [fact["fact"] for fact in run.feedback["facts"]]
        assert len([one for one in told if one == reason.fact or (reason.repair and reason.repair in one)]) == 1


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


@pytest.mark.parametrize("game", GAMES)
def test_of_an_action_each_requirement_is_offered_in_every_question_and_as_often_the_reason(game):
    """A sentence that is often the reason when it is offered, or never, could be learned without knowing the rule."""
    loaded = engines.load(game)
    panels, rates = maker_why_not.reasons_asked(loaded), maker_why_not.refusal_rates(loaded)
    assert {*rates} == {(kind, need) for kind, needs in panels.items() for need in needs}, "each is the reason of some"
    offered = Counter()
    for question in asked(game, "why"):
        state, action = refused_action(session_of(question))
        reason = failing_needs(state.game, state, LEARNER, action)[0]
        needs = [choice.get("need", reason) for choice in question.row["choice"]]
        assert sorted(needs) == sorted(panels[action[0]])
        offered[action[0]] += 1
    assert offered


def test_what_is_asked_about_often_is_passed_over_in_part_of_the_seeds():
    """Two aims are about the break rank and one about an upright unit, but each becomes a question equally often."""
    loaded = engines.load("altaria")
    rates = maker_why_not.refusal_rates(loaded)
    often, rarely = ("attack_cores", "rank"), ("attack_cores", "upright")
    assert rates[often] == 2 * rates[rarely]
    drawn = Counter()
    for seed in range(200):
        for refusal in (often, rarely):
            drawn[refusal] += maker_why_not.is_drawn(Request("why", loaded, "M13", seed), refusal)
    assert drawn[rarely] == 200
    assert 75 <= drawn[often] <= 125


@pytest.mark.parametrize("game", [game for game, able in load_survey().items() if "why" not in able])
def test_a_game_without_these_questions_says_so(game):
    assert makers_left_out(game)["why"].endswith(".")
