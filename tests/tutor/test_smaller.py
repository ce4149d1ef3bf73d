"""After a first wrong answer a smaller question comes first, then the same question again, then the explanation."""

import re
from collections import Counter

import pytest

import engines
from engines.book.words import InLanguage
from engines.legal.reasons import ask_whether_met
from tutor.beliefs.continuations import count_seen_cards
from tutor.courses.exam_question import ExamQuestion
from tutor.lessons.outcomes import outcome_names
from tutor.lessons.smaller import ITEM
from tutor.lessons.smaller_prediction import is_open_event
from tutor.practice.playouts import play_out
from tutor.practice.question import lesson_with, session_of
from tutor.practice.starters import load_starters
from tutor.text import load_catalogue

GAMES = engines.names()
DECIDED = ("which", "repair", "why", "may", "spot")
"""The kinds of question that a requirement decides."""
FOLLOWED = (*DECIDED, "predict")
"""The kinds of question that a smaller one may follow."""


def kind_of(question):
    """Return the kind of a question; "may" for a prediction of what is legal."""
    parts = question.row.get("parts", [])
    return "may" if parts and parts[0]["of"].startswith("legal ") else question.row["kind"]


def wrong_picks(run):
    """Return an answer that is wrong, as the stage sends it."""
    items = run.coach()["choices"]["items"]
    if run.step.kind == "predict":
        found = {}
        for at, part in enumerate(run.step.get("parts")):
            truth = run.truth(part["of"])
            found[str(at)] = next(str(one) for one in part["options"] if str(one) != truth)
        return found
    if run.step.kind == "spot":
        return [next(str(at) for at, line in enumerate(run.lines) if not line.reasons)]
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
    for question in kept(game, FOLLOWED):
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
        assert run.feedback["facts"] or run.feedback["say"]
        assert [verdict for verdict, _ in heard] == ["wrong", "wrong"]
        assert heard[0][1]["actions"] == heard[1][1]["actions"]
    assert {"which", "predict"} <= asked, "no stored question of this game has a smaller one"


def test_a_wrong_answer_to_the_smaller_question_is_put_right_and_counts_for_nothing():
    heard = []
    run = next(
        run
        for run in (
            session_of(one, lambda verdict, facts: heard.append(verdict)) for one in kept("altaria", ("which",))
        )
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


# A line of a log.


@pytest.mark.parametrize("game", GAMES)
def test_the_question_about_a_clicked_line_is_what_the_illegal_line_lacks(game):
    for question in kept(game, ("spot",)):
        run = session_of(question)
        lacking = {reason.requirement for reason in run.lines[run.number()].reasons}
        for at, line in enumerate(run.lines):
            run.pick = str(at)
            asked = run.smaller_question()
            if line.reasons:
                assert asked is None
                continue
            action = run.action_of(line)
            met = [ask_whether_met(line.moment.game.kinds[action[0]], line.moment, 0, action, need) for need in lacking]
            met = [one for one in met if one is not None]
            assert asked is None or not met or tuple(asked) in met, (question.id, asked)
            assert met == [] or asked is not None, question.id


def test_the_table_shows_the_moment_that_is_asked_about():
    question = kept("altaria", ("spot",))[0]
    run = session_of(question)
    run.asks_smaller = True
    answer(run, wrong_picks(run))
    assert run.smaller is not None
    line = run.lines[int(run.pick)]
    assert run.scene()["players"] == run.table.picture(line.moment, run.stamp)["players"]


# A prediction.


def is_so(run, asked):
    """Judge a smaller question about a prediction by its words alone."""
    told = [run.table.narrate(one.event) for one in run.happened]
    if asked.endswith(" Does this happen?"):
        return asked.removesuffix(" Does this happen?") in told
    if asked == "Is the game over then?":
        return run.truth("winner") != "none"
    part = max((one for one in run.step.get("parts") if asked.startswith(one["ask"])), key=lambda one: len(one["ask"]))
    truth, rest = run.truth(part["of"]), asked.removeprefix(part["ask"]).strip()
    if rest == "Any at all?":
        return int(truth) > 0
    if still := re.fullmatch(r"Still (.*)\?", rest):
        return run.words_of(part["of"], truth) == still[1]
    if more := re.fullmatch(r"More than (?:now \()?(\d+)\)?\?", rest):
        return int(truth) > int(more[1])
    name = rest.removesuffix(", alone or with another?")
    assert name != rest, asked
    return name in [run.words_of(part["of"], one) for one in outcome_names(part["of"], run.start, run.happened)]


@pytest.mark.parametrize("game", GAMES)
def test_smaller_questions_about_predictions_are_true_to_the_engine(game):
    """Every answer that a belief gives, and every single wrong one, gets a question whose answer is what comes out."""
    answers, there = set(), []
    for question in kept(game, ("predict",)):
        if question.maker != "predict":
            continue
        run = session_of(question)
        truth = {str(at): run.truth(part["of"]) for at, part in enumerate(run.step.get("parts"))}
        believed = [dict(one.split(": ", 1) for one in own) for own in question.beliefs.values() if own]
        single = [
            truth | {str(at): str(option)}
            for at, part in enumerate(run.step.get("parts"))
            for option in part["options"]
            if str(option) != truth[str(at)]
        ]
        for at, picks in enumerate([*believed, *single]):
            run.picks = picks
            asked = run.smaller_question()
            if asked is not None:
                answers.add(asked.holds)
                assert is_so(run, asked.ask) is asked.holds, (question.id, picks, asked)
            if at < len(believed):
                there.append(asked is not None)
        run.picks = truth
        assert run.smaller_question() is None
    assert answers == {True, False}
    assert sum(there) >= 0.84 * len(there), f"{sum(there)} of {len(there)}"


def test_an_event_that_names_an_unseen_card_is_not_asked_about():
    hidden = 0
    for question in kept("altaria", ("predict",)):
        run = session_of(question)
        seen = {*count_seen_cards(run.start, 0), *re.findall(r'"([^"]*)"', " ".join(run.step.get("script")))}
        for one in run.happened:
            named = [name for name in run.lesson.game.by_name if name in " ".join(map(str, one.event.facts.values()))]
            unseen = one.event.secret or not set(named) <= seen
            hidden += unseen
            assert not (unseen and is_open_event(run, one.event))
    assert hidden > 10


# In Japanese.


@pytest.mark.parametrize("game", GAMES)
def test_every_smaller_question_exists_in_japanese(game, monkeypatch):
    monkeypatch.setenv("TEBIKI_LANGUAGE", "ja")
    words = engines.load(game).words.languages
    asks = {key for key in words["en"] if key.startswith(("ask.", "ask_against."))}
    assert asks <= set(words["ja"])
    english, japanese = (
        {key for key in load_catalogue(code) if key.startswith("lesson.smaller")} for code in ("en", "ja")
    )
    assert english == japanese
    asked = Counter()
    for question in kept(game, FOLLOWED):
        run = session_of(question)
        assert run.language == "ja"
        run.asks_smaller = True
        answer(run, wrong_picks(run))
        check(run)
        if run.smaller is None:
            continue
        asked[kind_of(question)] += 1
        text = run.smaller.ask
        for part in run.step.get("parts") or ():  # a stored question is English
            text = text.removeprefix(part["ask"])
        assert re.search(r"[ぁ-ん]", text), text
        assert not re.search(r" (the|is|does|of|a) ", text), text
    assert {"which", "predict"} <= set(asked)


def test_cards_that_share_a_japanese_name_are_told_apart():
    words = engines.load("dgrayman").words
    with InLanguage("ja"):
        told = words.say("ask.exposed", target="Ada Lorne (Sabre)")
        assert told == "エイダ・ローン (Ada Lorne (Sabre))はアクションゾーンにあるか。"
        assert words.say("ask.exposed", target="Finch (Runner)") != told
