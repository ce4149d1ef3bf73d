"""Questions why: the reason does not give itself away, or it is asked what would make the action legal."""

import pytest

import engines
from tests.tutor.test_practice import answers, judged, right_picks
from tutor.lessons.loader import ASKS_REPAIRS
from tutor.practice import maker_why_not
from tutor.practice.maker import Request
from tutor.practice.makers import make_question
from tutor.practice.question import session_of
from tutor.text import format_message

GAME = engines.load("kingdom_hearts")


def some(aim, of_repairs, game=GAME):
    """Return the first question about an aim that asks so."""
    for seed in range(7000, 7020):
        question = make_question(game, "why", aim, seed)
        if question is not None and (question.row.get("of") == ASKS_REPAIRS) == of_repairs:
            return question
    raise AssertionError(f"no such question about {aim}")


def texts(question):
    """Return the choices of a question."""
    return [choice["text"] for choice in question.row["choice"]]


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["without:move.world_condition", "M10", "light_calls_all", "without:cast.right_time"])
def test_what_gives_itself_away_is_asked_otherwise(aim):
    """ "Hollow Spire asks for a world total of 4" is found by its name alone, whoever knows no rule."""
    for seed in range(7000, 7004):
        question = make_question(GAME, "why", aim, seed)
        assert question is None or not maker_why_not.gives_itself_away(question)


def test_a_sentence_that_alone_speaks_of_what_is_tried_gives_itself_away():
    question = some("without:move.road_free", True)
    row = {**question.row, "choice": [{"text": "You have moved this turn."}, {"text": "No obstacle lies there."}]}
    parts = {name: getattr(question, name) for name in question.__slots__} | {"row": row}
    alone = type(question)(**parts | {"right": ("You have moved this turn.",)})
    assert maker_why_not.gives_itself_away(alone)


def test_a_sentence_that_alone_names_no_card_gives_itself_away():
    question = some("M10", True)
    row = {**question.row, "choice": [{"text": "You have fled."}, {"text": "Gloomling has level 1."}]}
    parts = {name: getattr(question, name) for name in question.__slots__} | {"row": row, "cards": ()}
    assert maker_why_not.gives_itself_away(type(question)(**parts | {"right": ("You have fled.",)}))
    assert not maker_why_not.gives_itself_away(type(question)(**parts | {"right": ("Gloomling has level 1.",)}))


def test_one_change_alone_makes_it_legal():
    question = some("without:move.world_condition", True)
    assert question.row["goal"] == format_message("practice.why.repair_goal", "en")
    assert not [text for text in texts(question) if any(name in text for name in question.cards)]
    run = session_of(question)
    legal = [choice["text"] for choice in question.row["choice"] if not run.outcome(choice)]
    assert tuple(legal) == question.right
    every = list(answers(question))
    assert judged(question, right_picks(question, every)) == ("right", question.right)


def test_of_a_change_it_is_said_why_it_is_not_enough():
    question = some("M10", True)
    for at, text in enumerate(texts(question)):
        run = session_of(question)
        reason = run.refused(run.table.state)[0]
        run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(at)]})
        run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
        word = "is_repair" if text in question.right else "not_repair"
        assert run.feedback["title"] == format_message(f"lesson.why.{word}", "en", text=text)
        assert run.feedback["facts"][0]["fact"] == reason.fact


def test_a_change_that_is_of_the_same_thing_is_no_wrong_answer():
    """Another hero is asked for: whether "a hero of another name" would do depends on which one."""
    position, fact = next(one for seed in range(7001, 7020) for one in refused("xiii_calls_all", seed))
    for other in maker_why_not.other_repairs(position, fact, maker_why_not.RandomSource(1)):
        assert not maker_why_not.places_touched(position, fact) & maker_why_not.places_touched(position, other)


def test_another_turn_is_no_wrong_answer():
    """Then much else may be otherwise: who is tired now stands up."""
    position, fact = next(one for seed in range(7001, 7020) for one in refused("M10", seed))
    own = maker_why_not.reason_for_fact(position, fact).repair
    for other in maker_why_not.other_repairs(position, fact, maker_why_not.RandomSource(1)):
        assert "next turn" not in maker_why_not.reason_for_fact(position, other).repair != own


def refused(aim, seed):
    """Yield positions, each with what speaks against a try there."""
    for state, tried in maker_why_not.refused_tries(Request("why", GAME, aim, seed)):
        yield (
            state,
            maker_why_not.RefusalFact(tried, maker_why_not.failing_needs(GAME, state, maker_why_not.LEARNER, tried)[0]),
        )


def test_the_card_that_is_tried_is_it():
    assert (
        maker_why_not.standalone_repair("if Tide Scout were your Partner", ["Tide Scout"], "en")
        == "If it were your Partner"
    )
    assert maker_why_not.standalone_repair("in your next turn", ["Tide Scout"], "en") == "In your next turn"


@pytest.mark.slow
def test_a_change_that_brings_another_reason_still_tells_the_first_one():
    for seed in range(7000, 7012):
        question = make_question(GAME, "why", "without:move.not_moved", seed)
        for at in range(0 if question is None else len(question.row["choice"])):
            run = session_of(question)
            reason = run.refused(run.table.state)[0]
            run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(at)]})
            run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
            assert reason.fact in run.feedback["facts"][0]["fact"] or run.feedback["tone"] == "right"
