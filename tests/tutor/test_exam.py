"""The exam: newly drawn, closed book, ten minutes, resumed if interrupted, and a report with clauses."""

import asyncio
import json
import re
import threading
from functools import cache

import pytest

import engines
from engines.errors import DataError
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.courses import drawing, exam, exam_page, exam_question, page
from tutor.courses.exam_question import answer_in_words
from tutor.event_log import parse_log
from tutor.lessons.replay import CLICKS_BY_KIND, is_consistent
from tutor.matches import feedback
from tutor.practice import background
from tutor.text import end_sentence

GAME, SHORT, SEED = "altaria", 5, 11
made = cache(drawing.makers.remake_question)
"""The tests ask the same questions, which are generated once."""
drawn_anew = exam.new_exam


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)
    monkeypatch.setattr(exam, "COUNT", SHORT)
    monkeypatch.setattr(drawing.makers, "remake_question", made)
    monkeypatch.setattr(exam, "new_exam", lambda game: exam.Exam(game, SEED, "run"))


@pytest.fixture
def room():
    return exam_page.ExamPage(GAME, "en")


def begin(room, name="begin"):
    room.page.receive({"type": "command", "name": name})
    return room


def send(room, **message):
    room._on_stage({"stamp": room.session.stamp, **message})


def answer(room, right=True):
    """Answer the current question: correctly, or by leaving it out."""
    place, run = room.exam.place, room.session
    if not right:
        send(room, type="command", name="skip")
    else:
        ways = next(ways for kind, ways in CLICKS_BY_KIND.items() if isinstance(run, kind))
        [picks, *_] = ways(run, room.asked.right)
        send(room, type="answer", picks=picks)
        assert room.exam.place == place, "nothing is handed in before the button is pressed"
        send(room, type="command", name="check")
    assert room.exam.place == place + 1


def test_every_seed_draws_other_questions_and_no_two_alike():
    ids = [[exam.Exam(GAME, seed, "x").drawer.order[at] for at in range(SHORT)] for seed in range(1, 9)]
    assert all(len(set(one)) == SHORT for one in ids)
    assert len({tuple(one) for one in ids}) == len(ids)
    again = exam.Exam(GAME, 3, "y")
    assert [again.drawer.order[at] for at in range(SHORT)] == ids[2]


@pytest.mark.slow
def test_questions_are_made_anew_and_say_which_beliefs_they_tell_apart():
    taken = exam.Exam(GAME, 5, "x")
    found = [taken.asked(0)]
    taken.answers.append(exam.GivenAnswer(0, found[0].id, "right", found[0].right, 1.0))
    taken.prepare()  # the one after the next, in the background
    found.append(taken.asked(1))
    assert all(one.question is not None for one in found)
    assert found[0].id != found[1].id
    for one in found:
        assert one.clauses == one.question.clauses
        assert answer_in_words(one.session(), one.right)
        told = one.told_by(one.right)
        assert (told["agrees"], told["options"]) == ((), one.question.options)
        for belief, believed in one.question.beliefs.items():  # a "why?" supports none
            assert belief in one.told_by(believed)["agrees"] or not believed
        assert drawing.QuestionDrawer(GAME, 77, 20).again(one.id).step.data == one.step.data


def test_an_exam_needs_no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    drawer = drawing.QuestionDrawer(GAME, 5, 2)
    drawer.prepare(())
    assert not drawer.ahead.ready, "without an event loop a question is made when it is asked for"

    async def wait():
        drawer.prepare(())
        while not drawer.ahead.ready:
            await asyncio.sleep(0)

    monkeypatch.setattr(background, "IDLE", 0)
    asyncio.run(wait())
    ready = drawer.ahead.take()
    monkeypatch.setattr(drawing.makers, "remake_question", None)  # it has been generated already
    assert drawer.at(0, ()).id == [*ready][-1]


def test_makers_take_turns():
    first = [id.split("/")[0] for id in drawing.question_order(GAME, 9)[:20]]
    assert len(set(first)) >= 4
    assert max(map(first.count, first)) <= 8


@pytest.mark.parametrize("game", playable_games())
def test_every_game_says_whether_it_has_an_exam(game, monkeypatch):
    monkeypatch.setattr(exam, "COUNT", 20)
    stations = [one["key"] for one in page.open_course(game).data["path"]]
    assert ("exam" in stations) == drawing.has_enough_questions(game, 20)
    order = drawing.question_order(game, 3)
    assert len(set(order)) == len(order)
    assert order == drawing.question_order(game, 3)


def test_each_new_exam_is_another():
    assert drawn_anew(GAME).seed != drawn_anew(GAME).seed


@pytest.mark.slow
def test_a_question_that_is_made_no_more_is_left_out_of_the_report(room, monkeypatch):
    begin(room)
    answer(room)
    answer(room)
    gone = room.exam.answers[0].id
    monkeypatch.setattr(drawing.makers, "remake_question", lambda game, id: None if id == gone else made(game, id))
    later = begin(exam_page.ExamPage(GAME, "en"), "again")
    while later.page.data["mode"] == "running":
        answer(later)
    shown = later.page.data
    assert shown["verdict"] == f"{SHORT} of {SHORT} right"
    assert [row["place"] for row in shown["rows"]] == list(range(1, SHORT))


def test_all_parts_take_turns():
    parts = drawing.lesson_steps(GAME)
    first = drawing.interleave_parts(parts, 5)[: len(parts)]
    assert {next(at for at, part in enumerate(parts) if id in part) for id in first} == set(range(len(parts)))


def test_a_pool_that_is_too_small_is_no_exam(monkeypatch):
    monkeypatch.setattr(exam, "COUNT", 10_000)
    room = begin(exam_page.ExamPage(GAME, "en"))
    assert room.page.data["mode"] == "intro"
    assert not room.page.data["buttons"]
    assert "fewer than 10000" in room.page.data["facts"][0]


def test_before_it_begins_one_reads_what_it_is(room):
    shown = room.page.data
    assert shown["mode"] == "intro"
    told = " ".join(shown["facts"])
    assert f"{SHORT} questions" in told
    assert "10 minutes" in told
    assert f"{exam.answers_needed(SHORT)} right answers" in told
    assert not progress.read_log(progress.learner_id()).events, "nothing is kept before it begins"


def test_ninety_of_a_hundred_pass():
    assert (exam.answers_needed(20), exam.answers_needed(10), exam.answers_needed(8)) == (18, 9, 8)


def test_the_book_is_closed_until_the_end(room):
    begin(room)
    numbers = re.compile(rf"{engines.load(GAME).rulebook.prefix}-[\dR]")
    while room.page.data["mode"] == "running":
        place, drawn = room.exam.place, room.stage
        assert drawn.coach["hints"] is None
        assert drawn.coach["feedback"] is None
        assert [control["name"] for control in drawn.coach["controls"]] == ["check", "skip"]
        assert not numbers.search(json.dumps([drawn.coach, drawn.events, drawn.panel], default=str))
        before = json.dumps(drawn.coach, default=str)
        for name in ("hint", "why", "aim", "next", "goto"):
            send(room, type="command", name=name, to=1, n=1)
        send(room, type="command", name="clause", id="ALT-12.3")
        send(room, type="try", kind=None, to=None, **{"from": "0.field.0"})
        assert (room.exam.place, json.dumps(room.stage.coach, default=str)) == (place, before)
        answer(room, right=False)
    assert room.page.data["mode"] == "report"


def test_a_perfect_exam_passes_and_the_course_knows(room):
    begin(room)
    for _ in range(SHORT):
        assert room.page.data["mode"] == "running"
        answer(room)
    shown = room.page.data
    assert (shown["mode"], shown["passed"]) == ("report", True)
    assert shown["verdict"] == f"{SHORT} of {SHORT} right"
    assert all(row["right"] and row["clauses"] and not row["solution"] for row in shown["rows"])
    station = next(one for one in page.open_course(GAME).data["path"] if one["key"] == "exam")
    assert station["state"] == "done"
    again = exam_page.ExamPage(GAME, "en")
    assert again.page.data["results"][0]["word"] == "Passed"


def test_what_was_missed_is_told_with_answer_and_clause_and_shown_on_the_board(room):
    begin(room)
    answer(room, right=False)
    for _ in range(SHORT - 1):
        answer(room)
    shown = room.page.data
    assert not shown["passed"]
    missed = [row for row in shown["rows"] if not row["right"]]
    assert [row["place"] for row in missed] == [0]
    assert missed[0]["answer"] == "No answer"
    assert missed[0]["solution"]
    assert missed[0]["clauses"][0]["text"]
    room.page.receive({"type": "command", "name": "see", "place": 1})
    assert room.page.data["seen"] == 1
    assert room.page.child is room.stage
    assert room.stage.coach["feedback"]["tone"] == "right"
    room.page.receive({"type": "command", "name": "see", "place": 99})
    assert room.page.data["seen"] == 1
    room.page.receive({"type": "command", "name": "see", "place": 0})
    told = room.stage.coach["feedback"]
    assert (told["tone"], told["title"]) == ("info", "No answer was given. This is the right one:")
    assert room.session is None


def test_a_half_done_exam_is_there_again_with_its_clock(room, monkeypatch):
    begin(room)
    monkeypatch.setattr(room, "_used", lambda: 100.0)
    for right in (True, False, True):
        answer(room, right)
    following = room.exam.asked(3).id
    later = exam_page.ExamPage(GAME, "en")
    [on, anew] = later.page.data["buttons"]
    assert (on["name"], on["primary"], anew["name"]) == ("again", True, "begin")
    assert f"3 of {SHORT} answered, about 5 min left" in on["note"]
    begin(later, "again")
    assert later.asked.id == following
    assert later.page.data["left"] == 300
    assert [one.right for one in later.exam.answers] == [True, False, True]
    while later.page.data["mode"] == "running":
        answer(later)
    assert later.page.data["verdict"] == f"{SHORT - 1} of {SHORT} right"
    assert exam.unfinished_exam(progress.read_log(progress.learner_id()).events, GAME) is None


def test_when_the_time_is_over_what_is_left_is_missed(room, monkeypatch):
    begin(room)
    answer(room)
    room.page.receive({"type": "command", "name": "time"})
    assert room.page.data["mode"] == "running", "the clock here decides, not the browser's"
    monkeypatch.setattr(room, "_used", lambda: exam.SECONDS + 10.0)
    send(room, type="command", name="check")
    shown = room.page.data
    assert shown["mode"] == "report"
    assert [row["right"] for row in shown["rows"]] == [True, False], "what was not reached was not asked"
    assert shown["verdict"] == f"1 of {SHORT} right"
    assert f"not reached: {SHORT - 2}" in shown["text"]


def test_the_answers_are_ordinary_events_that_play_again(room):
    begin(room)
    for at in range(SHORT):
        answer(room, right=at != 2)
    text = progress.export_log(progress.learner_id())
    log = parse_log(text)
    assert not log.broken
    answers = [event for event in log.events if event.lesson == exam.exam_lesson(GAME) and event.kind != exam.KIND]
    assert [event.place for event in answers] == list(range(SHORT))
    assert [event.verdict for event in answers].count("right") == SHORT - 1
    assert all(event.clauses and event.seconds >= 0 for event in answers)
    assert all(is_consistent(event) for event in log.events)
    summary = progress.read_summary(progress.learner_id())
    assert summary.settings == {exam.exam_switch(GAME): False}


def test_without_a_log_an_exam_can_be_taken_and_says_that_it_is_not_kept(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    room = begin(exam_page.ExamPage(GAME, "en"))
    for _ in range(SHORT):
        answer(room)
    assert room.page.data["passed"]
    assert str(blocked) in room.page.data["notice"]


def test_a_question_that_is_not_here_any_more_is_named():
    gone = "step/altaria/04_attacking/nonsense"
    with pytest.raises(DataError):
        exam_question.from_lesson_step(gone)
    taken = exam.new_exam(GAME)
    exam.log_begin(progress.learner_id(), taken)
    question = taken.asked(0)
    exam.log_answer(progress.learner_id(), taken, question, exam.GivenAnswer(0, gone, "right", (), 1.0))
    assert exam.unfinished_exam(progress.read_log(progress.learner_id()).events, GAME) is None


@pytest.mark.parametrize(
    ("maker", "aim", "told"),
    [
        ("which", "cost_of_one", {"ALT-9.1", "ALT-9.2", "ALT-10.3"}),  # not ALT-3.5: what a cost is
        ("spot", "any_colour_pays", {"ALT-9.2"}),  # the payment, not what a symbol is
        ("why", "M13", {"ALT-4.5"}),  # this turn's unit, not what else may not attack
        ("order", "unshuffled", {"ALT-6.1"}),  # that decks are shuffled, not by whom
        ("what_next", "M6", {"ALT-13.4", "ALT-16.1"}),
        ("predict", "M5", {"ALT-16.3"}),  # an empty deck loses at once, however it came to that
    ],
)
def test_what_is_told_of_a_question_is_what_decides_it(maker, aim, told):
    question = next(
        one for seed in range(1, 20) if (one := drawing.makers.make_question(GAME, maker, aim, seed)) is not None
    )
    found = exam_question.from_practice(question).told
    assert found
    assert set(found) <= told


def test_a_ruling_that_ends_with_a_full_stop_gets_no_second_one():
    for name in playable_games():
        book = engines.load(name).rulebook
        entries = [feedback.clause_entry(engines.load(name), id) for id in (*book.clauses, *book.rulings)]
        for entry in entries:
            assert re.fullmatch(r".*[^.?!\s][.?!][\"”)]?", end_sentence(entry["title"])), entry["id"]


def test_that_nothing_belongs_to_the_answer_is_said_in_words(room, monkeypatch):
    question = next(
        one
        for seed in range(1, 400)
        if (one := drawing.makers.make_question(GAME, "which", "M23", seed)) is not None and not one.right
    )
    there = exam_question.from_practice(question)
    room.exam = exam.new_exam(GAME)
    monkeypatch.setattr(room.exam.drawer, "again", lambda id: there)
    right, missed = (room._row(exam.GivenAnswer(0, there.id, verdict, (), 1.0)) for verdict in ("right", "wrong"))
    assert (right["answer"], right["solution"]) == ("None of them", "")
    assert (missed["answer"], missed["solution"]) == ("No answer", "None of them")


def test_of_a_wrong_answer_the_report_tells_what_speaks_against_it():
    one = exam_question.from_lesson_step("step/chaos/00_first_game/two-numbers")
    right = one.right
    wrong = tuple(text if not text.startswith("2:") else "2: down" for text in right)
    assert wrong != right
    run = exam_question.replay_answer_to(one, wrong)
    told = list(exam_question.clauses_to_tell(one, run, False))
    deciding = run.deciding(run.step.get("parts")[2]["of"])
    assert told == ([deciding.event.clause] if deciding else list(one.told))
    assert len(told) < len(one.told)
    assert exam_question.clauses_to_tell(one, exam_question.replay_answer_to(one, right), True) == one.told
    assert exam_question.clauses_to_tell(one, exam_question.replay_answer_to(one, ()), False) == one.told, (
        "left out: all that decides it"
    )
