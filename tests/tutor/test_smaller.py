"""After a first wrong answer a smaller question comes first, then the same question again, then the explanation."""

import pytest

import engines
from engines.legal.reasons import ask_whether_met
from tutor.courses.exam_question import ExamQuestion
from tutor.lessons.smaller import ITEM
from tutor.practice.playouts import play_out
from tutor.practice.question import lesson_with, session_of
from tutor.practice.starters import load_starters

GAMES = engines.names()
DECIDED = ("which", "repair", "why", "may")
"""The kinds of question that a requirement decides."""


def kind_of(question):
    """Return the kind of a question; "may" for a prediction of what is legal."""
    parts = question.row.get("parts", [])
    return "may" if parts and parts[0]["of"].startswith("legal ") else question.row["kind"]


def wrong_picks(run):
    """Return an answer that is wrong, as the stage sends it."""
    items = run.coach()["choices"]["items"]
    if run.step.kind == "predict":
        parts = run.step.get("parts")
        return {str(at): "no" if run.truth(part["of"]) == "yes" else "yes" for at, part in enumerate(parts)}
    if run.step.kind == "which":
        return [ref for ref, _, action in run.items() if not run.legal(action)] or [items[0]["id"]]
    if run.step.kind == "why":
        return [next(item["id"] for item in items if item["id"] != str(run.solution()))]
    return next([item["id"]] for item in items if not run.allows([int(item["id"])]))


def send(run, message):
    run.handle({"stamp": run.stamp, **message})


def answer(run, picks):
    send(run, {"type": "answer", "picks": picks})


def check(run):
    send(run, {"type": "command", "name": "check"})


def kept(game, kinds=DECIDED):
    return [one for one in load_starters(game).values() if kind_of(one) in kinds]


@pytest.mark.parametrize("game", GAMES)
def test_the_smaller_question_comes_before_the_explanation(game):
    asked = set()
    for question in kept(game):
        heard = []
        run = session_of(question, lambda verdict, facts, heard=heard: heard.append((verdict, facts)))
        run.asks_smaller, picks = True, wrong_picks(run)
        answer(run, picks)
        check(run)
        if run.smaller is None:
            continue
        asked.add(kind_of(question))
        told, choices = run.stage()["coach"]["feedback"], run.stage()["coach"]["choices"]
        assert told["tone"] == "wrong"
        assert not told["facts"]
        assert not told["say"]
        assert not run.done
        assert run.beside is None
        assert not run.rolling
        assert [item["id"] for item in choices["items"]] == [ITEM]
        assert choices["items"][0]["ask"].endswith("?")
        right = "yes" if run.smaller.holds else "no"
        answer(run, {ITEM: right})
        assert run.feedback["title"].startswith("Right")
        again = run.stage()["coach"]["choices"]["items"]
        assert [item["id"] for item in again] != [ITEM]
        marks = [option for item in again for option in (item.get("options") or [item])]
        assert not {mark.get("state") for mark in marks} & {"right", "wrong", "missed", "spared"}
        assert any(mark.get("state") == "picked" or mark.get("picked") for mark in marks), "the answer stays"
        check(run)  # the same answer again
        assert run.smaller is None
        assert run.feedback["tone"] == "wrong"
        assert run.feedback["facts"]
        assert [verdict for verdict, _ in heard] == ["wrong", "wrong"]
        assert heard[0][1]["actions"] == heard[1][1]["actions"]
    assert asked, "no stored question of this game has a smaller one"


def test_a_wrong_answer_to_the_smaller_question_is_put_right_and_counts_for_nothing():
    heard = []
    run = next(
        run
        for run in (session_of(one, lambda verdict, facts: heard.append(verdict)) for one in kept("altaria"))
        if run.smaller_question() is not None or run.step.kind in ("which", "repair")
    )
    run.asks_smaller = True
    answer(run, wrong_picks(run))
    check(run)
    _ask, holds = run.smaller
    answer(run, {ITEM: "nonsense"})
    assert run.smaller is not None
    answer(run, {ITEM: "no" if holds else "yes"})
    assert run.feedback["title"] == f"Look again: the answer is {'yes' if holds else 'no'}. Now the question again"
    assert heard == ["wrong"]
    send(run, {"type": "command", "name": "reset"})
    answer(run, wrong_picks(run))
    check(run)
    assert run.smaller is None, "it is asked once"


def test_a_right_answer_is_not_followed_by_a_smaller_question():
    question = next(one for one in kept("altaria", ("which",)))
    run = session_of(question)
    run.asks_smaller = True
    answer(run, [ref for ref, _, action in run.items() if run.legal(action)])
    check(run)
    assert run.done
    assert run.smaller is None


def test_an_exam_asks_no_smaller_question():
    question = kept("altaria", ("which",))[0]
    lesson = lesson_with(question)
    run = ExamQuestion(question.id, lesson, lesson.steps[0], question).session()
    answer(run, wrong_picks(run))
    check(run)
    assert run.smaller is None
    assert run.feedback["facts"]


@pytest.mark.parametrize("game", GAMES)
def test_every_smaller_question_can_be_asked(game):
    """It belongs to a requirement, and its words have all their facts wherever the requirement is not met."""
    loaded = engines.load(game)
    english = loaded.words.languages["en"]
    keys = [key.partition(".") for key in english]
    words = [name for table, _, name in keys if table in ("ask", "ask_against")]
    assert len(words) == len(set(words))
    words = set(words)
    assert words <= {need.name for kind in loaded.kinds.values() for need in kind.requirements}
    met = set()
    for number in range(2):
        for state, _ in play_out(loaded, number)[::9]:
            seat = state.seat_to_act
            for action in loaded.tries(state, seat):
                for reason in state.why_not(action, seat):
                    asked = ask_whether_met(loaded.kinds[action[0]], state, seat, action, reason.requirement)
                    if asked is not None:
                        met.add(reason.requirement)
                        assert asked[0].endswith("?"), asked
                        assert "{" not in asked[0], asked
                        assert asked[1] is (f"ask_against.{reason.requirement}" in english), asked
    assert len(met) >= 5, met
