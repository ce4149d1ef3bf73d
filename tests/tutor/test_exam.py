"""The exam: parts that are passed one by one, closed book, resumed after an interruption, and a sheet in words."""

import asyncio
import json
import re
import threading
from dataclasses import replace
from functools import cache

import pytest

import engines
from engines.errors import DataError
from engines.search.players import random_player
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.courses import drawing, exam, exam_game, exam_page, exam_question, exam_report, page
from tutor.courses.exam import GRADES, ExamPart
from tutor.courses.exam_question import answer_in_words
from tutor.courses.exam_results import part_results
from tutor.courses.exam_turns import TurnDrawer
from tutor.event_log import Event, parse_log
from tutor.learners.audit import audit_log
from tutor.lessons.replay import CLICKS_BY_KIND, is_consistent
from tutor.matches import feedback
from tutor.matches.match import Match
from tutor.practice import background
from tutor.practice.maker_own_turn import is_defence
from tutor.text import end_sentence

GAME, SHORT, SEED = "altaria", 5, 11
SHORTER = {
    "player": (ExamPart("turns", 5, 2, 2), ExamPart("game", 15, 1, 1), ExamPart("questions", 8, SHORT, 4)),
    "judge": (ExamPart("questions", 12, 20, 18),),
}
made = cache(drawing.makers.remake_question)
"""Several tests ask the same questions, which are therefore generated only once."""
drawn_anew = exam.new_exam


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)
    for module in (exam, exam_page, page):
        monkeypatch.setattr(module, "GRADES", SHORTER)
    monkeypatch.setattr(drawing.makers, "remake_question", made)
    monkeypatch.setattr(exam, "new_exam", lambda game, grade, part, seen=frozenset(): drawn(part, seen))


def drawn(part=SHORTER["player"][2], seen=frozenset(), run="run"):
    return exam.Exam(GAME, "player", part, SEED, f"{run} {part.name}", seen)


@pytest.fixture
def room():
    return exam_page.ExamPage(GAME, "en")


def begin_exam(room, part="questions"):
    room.page.receive({"type": "command", "name": "begin", "grade": "player", "part": part})
    return room


def events():
    return progress.read_log(progress.learner_id()).events


def send(room, **message):
    room._on_stage({"stamp": room.session.stamp, **message})


def answer(room, right=True):
    """Answer the current question, either correctly or by leaving it out."""
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


def play_turn(room):
    """Play the turn in the way that the solver finds."""
    while room.session is not None:
        plan, moves = tuple(room.session.solution()), room.session.table.moves()
        fitting = [at for at, one in enumerate(moves) if one.actions[0] == plan[0]]
        number = next((at for at in fitting if moves[at].actions == plan[: len(moves[at].actions)]), fitting[0])
        click(room, moves[number], number)


def click(room, move, number):
    """Make a move as the browser would: by a button, or by clicking what it involves."""
    shown = [one["id"] for one in room.stage.scene["moves"]]
    if number in shown:
        send(room, type="move", id=number)
        return
    send(room, type="try", kind=move.kind, to=move.target, **{"from": move.source})
    run = room.session
    if run is not None and run.open_choice is not None and run.open_choice.numbers:
        send(room, type="move", id=number)


def play_game(room, choose=None):
    """Play the whole game, by default as the quick bot."""
    board = room.board
    while not board.match.over:
        state = board.match.table.state
        action = (choose or best)(state)
        number = next(at for at, one in enumerate(board.match.table.moves()) if one.actions[0] == action)
        move = board.match.table.moves()[number]
        made = len(board.chosen)
        board.receive({"type": "move", "stamp": board.stamp, "id": number})
        assert len(board.chosen) == made + 1, move
    board.receive({"type": "command", "stamp": board.stamp, "name": "finish"})


def best(state):
    return max(state.actions, key=lambda one: (state.game.rules.heuristic(state, one), one[0] != state.step.passing))


def test_every_seed_draws_other_questions_and_no_two_alike():
    ids = [drawing.question_order(GAME, seed)[:SHORT] for seed in range(1, 9)]
    assert all(len(set(one)) == SHORT for one in ids)
    assert len({tuple(one) for one in ids}) == len(ids)
    assert drawing.question_order(GAME, 3)[:SHORT] == ids[2]


@pytest.mark.slow
def test_questions_are_made_anew_and_say_which_beliefs_they_tell_apart():
    taken = replace(drawn(), seed=5)
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
    monkeypatch.setattr(drawing.makers, "remake_question", None)  # it has already been generated
    assert drawer.at(0, ()).id == [*ready][-1]


@pytest.mark.parametrize("seed", range(9, 14))
def test_makers_take_turns(seed):
    first = [id.split("/")[0] for id in drawing.question_order(GAME, seed)[:20]]
    assert len(set(first)) >= 3
    assert 2 * max(map(first.count, first)) <= len(first)


@pytest.mark.parametrize("game", playable_games())
def test_every_game_has_an_exam(game, monkeypatch):
    for module in (exam, exam_page, page):
        monkeypatch.setattr(module, "GRADES", GRADES)
    assert "exam" in [one["key"] for one in page.open_course(game).data["path"]]
    parts = [part for grade in exam_page.ExamPage(game, "en").page.data["grades"] for part in grade["parts"]]
    assert all(part["button"] == "Begin" for part in parts)
    order = drawing.question_order(game, 3)
    assert len(set(order)) == len(order)
    assert order == drawing.question_order(game, 3)


def test_each_new_exam_is_another():
    part = GRADES["player"][0]
    assert drawn_anew(GAME, "player", part).seed != drawn_anew(GAME, "player", part).seed


@pytest.mark.slow
def test_a_question_that_is_made_no_more_is_left_out_of_the_report(room, monkeypatch):
    begin_exam(room)
    answer(room)
    answer(room)
    gone = room.exam.answers[0].id
    monkeypatch.setattr(drawing.makers, "remake_question", lambda game, id: None if id == gone else made(game, id))
    later = begin_exam(exam_page.ExamPage(GAME, "en"))
    while later.page.data["mode"] == "running":
        answer(later)
    shown = later.page.data
    assert shown["verdict"] == f"{SHORT} of {SHORT}"
    assert [row["place"] for row in shown["rows"]] == list(range(1, SHORT))


def test_all_parts_take_turns():
    parts = drawing.lesson_steps(GAME)
    first = drawing.interleave_parts(parts, 5)[: len(parts)]
    assert {next(at for at, part in enumerate(parts) if id in part) for id in first} == set(range(len(parts)))


def test_a_part_for_which_there_is_too_little_is_not_asked(monkeypatch):
    many = {**SHORTER, "player": (ExamPart("questions", 8, 10_000, 1), SHORTER["player"][0])}
    for module in (exam, exam_page, page):
        monkeypatch.setattr(module, "GRADES", many)
    room = begin_exam(exam_page.ExamPage(GAME, "en"))
    assert room.page.data["mode"] == "intro"
    assert [part["name"] for part in room.page.data["grades"][0]["parts"]] == ["turns"]


def test_before_it_begins_one_reads_what_it_is(room):
    shown = room.page.data
    assert shown["mode"] == "intro"
    player, judge = shown["grades"]
    assert [part["title"] for part in player["parts"]] == ["Two turns", "A whole game", f"{SHORT} questions"]
    assert "4 right answers pass" in player["parts"][2]["line"]
    assert [part["title"] for part in judge["parts"]] == ["20 questions"]
    assert not player["sheet"]
    assert not events(), "nothing is kept before it begins"


def test_the_book_is_closed_until_the_end(room):
    begin_exam(room)
    numbers = re.compile(rf"{engines.load(GAME).rulebook.prefix}-[\dR]")
    while room.page.data["mode"] == "running":
        place, stage = room.exam.place, room.stage
        assert stage.coach["hints"] is None
        assert stage.coach["feedback"] is None
        assert [control["name"] for control in stage.coach["controls"]] == ["check", "skip"]
        assert not numbers.search(json.dumps([stage.coach, stage.events, stage.panel], default=str))
        before = json.dumps(stage.coach, default=str)
        for name in ("hint", "why", "aim", "next", "goto"):
            send(room, type="command", name=name, to=1, n=1)
        send(room, type="command", name="clause", id="ALT-12.3")
        send(room, type="try", kind=None, to=None, **{"from": "0.field.0"})
        assert (room.exam.place, json.dumps(room.stage.coach, default=str)) == (place, before)
        answer(room, right=False)
    assert room.page.data["mode"] == "report"


def test_a_part_that_is_passed_stays_passed(room):
    begin_exam(room)
    for _ in range(SHORT):
        assert room.page.data["mode"] == "running"
        answer(room)
    shown = room.page.data
    assert (shown["mode"], shown["passed"]) == ("report", True)
    assert shown["verdict"] == f"{SHORT} of {SHORT}"
    assert all(row["right"] and row["clauses"] and not row["solution"] for row in shown["rows"])
    room.page.receive({"type": "command", "name": "leave"})
    parts = room.page.data["grades"][0]["parts"]
    assert [part["word"] for part in parts] == ["", "", "Passed"]
    begin_exam(room)
    for _ in range(SHORT):
        answer(room, right=False)
    assert not room.page.data["passed"]
    room.page.receive({"type": "command", "name": "leave"})
    assert room.page.data["grades"][0]["parts"][2]["word"] == "Passed"
    station = next(one for one in page.open_course(GAME).data["path"] if one["key"] == "exam")
    assert station["state"] == "todo", "two parts are left"


@pytest.mark.slow
def test_the_sheet_says_in_words_what_was_seen_and_the_course_knows(room):
    begin_exam(room)
    for at in range(SHORT):
        answer(room, right=at != 1)
    begin_exam(exam_page.ExamPage(GAME, "en"), "turns")
    for part in ("turns", "turns", "game"):
        begin_exam(room, part)
        play_turn(room) if part == "turns" else play_game(room)
        if part == "turns" and room.page.data["mode"] == "intro":
            continue  # a pause between two turns
        assert room.page.data["passed"], room.page.data["text"]
    room.page.receive({"type": "command", "name": "sheet", "grade": "player"})
    shown = room.page.data
    assert (shown["mode"], shown["passed"], shown["verdict"]) == ("sheet", True, "Player")
    turns, game, questions = (line["text"] for line in shown["lines"])
    assert turns == "Whole turns with nothing lit: 2 of 2 reached their goal. No refused try."
    assert re.fullmatch(
        r"A whole game without help, \d+ turns, (not )?won\. No refused try\. (No|1) certain wins? was missed\. "
        r"Choices: 100 of 100 in \d+ that mattered \(0 is chance, 40 are needed\)\.",
        game,
    )
    assert questions == f"New questions: {SHORT - 1} of {SHORT} right."
    assert shown["practise"]
    station = next(one for one in page.open_course(GAME).data["path"] if one["key"] == "exam")
    assert station["state"] == "done"
    audit = audit_log(progress.export_log(progress.learner_id()).splitlines())
    assert not audit.broken
    assert not audit.differences


def test_what_was_missed_is_told_with_answer_and_clause_and_shown_on_the_board(room):
    begin_exam(room)
    answer(room, right=False)
    for _ in range(SHORT - 1):
        answer(room)
    shown = room.page.data
    assert shown["passed"], "4 of 5 are enough"
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


def test_a_question_of_an_exam_is_called_odd_in_the_report(room):
    """Not before: an exam gives no verdict until it is over."""
    begin_exam(room)
    room.stage.receive({"type": "command", "stamp": room.session.stamp, "name": "odd"})
    for at in range(SHORT):
        assert all(control["name"] != "odd" for control in room.stage.coach["controls"])
        answer(room, right=at != 1)
    odd = {"type": "command", "stamp": 0, "name": "odd"}
    room.stage.receive(odd)
    assert all(event.verdict != "odd" for event in events()), "no question is on the board"
    results = part_results(events(), GAME, "player")
    room.page.receive({"type": "command", "name": "see", "place": 1})
    assert [control["name"] for control in room.stage.coach["controls"]] == ["odd"]
    room.stage.receive(odd)
    room.stage.receive(odd)
    [called] = [event for event in events() if event.verdict == "odd"]
    given = room.exam.answers[1]
    assert (called.step, called.actions, called.place) == (given.id, given.actions, 1)
    assert [control["name"] for control in room.stage.coach["controls"]] == ["called_odd"]
    room.page.receive({"type": "command", "name": "see", "place": 0})
    assert [control["name"] for control in room.stage.coach["controls"]] == ["odd"]
    assert part_results(events(), GAME, "player") == results, "it counts as no answer"


def test_a_half_done_part_is_there_again(room):
    begin_exam(room)
    for right in (True, False, True):
        answer(room, right)
    following = room.exam.asked(3).id
    later = exam_page.ExamPage(GAME, "en")
    part = later.page.data["grades"][0]["parts"][2]
    assert (part["button"], part["note"]) == ("Continue", f"Left half done: 3 of {SHORT} answered.")
    begin_exam(later)
    assert later.asked.id == following
    assert [one.right for one in later.exam.answers] == [True, False, True]
    while later.page.data["mode"] == "running":
        answer(later)
    assert later.page.data["verdict"] == f"{SHORT - 1} of {SHORT}"
    assert exam.unfinished_exam(events(), GAME, "player", SHORTER["player"][2]) is None


def refuse_something(room, count):
    """Try illegal actions until `count` different tries in this turn were refused."""
    run = room.session
    refs = [card["ref"] for zone in room.stage.scene["players"][0]["zones"] for card in zone["cards"]]
    for kind in run.lesson.game.kinds:
        for ref in refs:
            attempt = run.table.attempt(kind, ref, None)
            if len(run.refused) < count and attempt is not None and attempt.reasons:
                send(room, type="try", kind=kind, to=None, **{"from": ref})
    assert len(run.refused) == count


def test_refused_tries_of_a_turn_count_after_a_break_too(room):
    begin_exam(room, "turns")
    refuse_something(room, 2)
    said = room.stage.coach["feedback"]
    assert said["tone"] == "refused"
    assert said["facts"][0]["fact"]
    assert not any(fact["repair"] for fact in said["facts"]), "what would work is no part of an exam"
    later = begin_exam(exam_page.ExamPage(GAME, "en"), "turns")
    assert later.asked.id == room.asked.id
    assert len(later.session.refused) == 2
    refuse_something(later, 3)
    play_turn(later)
    begin_exam(later, "turns")
    assert [one.right for one in later.exam.answers] == [False]


def test_a_turn_has_no_help_and_can_be_given_up(room):
    begin_exam(room, "turns")
    assert [one["name"] for one in room.stage.coach["controls"]] == ["skip"]
    for name in ("hint", "undo", "reset", "clause", "why"):
        send(room, type="command", name=name, id="ALT-12.3", n=1)
    assert room.stage.coach["feedback"] is None
    assert all(not move["from"] for move in room.stage.scene["moves"])
    send(room, type="command", name="skip")
    shown = room.page.data
    part = shown["grades"][0]["parts"][0]
    assert (shown["mode"], part["button"], part["note"]) == ("intro", "Continue", "Left half done: 1 of 2 answered.")
    assert shown["text"].startswith("Turn 1 of 2 is over."), "a pause before the second turn"
    begin_exam(room, "turns")
    answer(room, right=False)
    shown = room.page.data
    assert (shown["mode"], shown["passed"]) == ("report", False)
    assert all(row["solution"] for row in shown["rows"]), "a way that works"


@pytest.mark.parametrize("game", playable_games())
def test_no_turn_comes_twice_and_those_met_come_last(game):
    for seed in range(5):
        drawer = TurnDrawer(game, seed)
        first = drawer.at(0, [])
        second = drawer.at(1, [first.id])
        assert first.turn.target != second.turn.target
        assert not is_defence(first.turn)
        met = frozenset((first.turn.id, second.turn.id))
        others = [TurnDrawer(game, seed, met).at(at, []).turn.id for at in range(2)]
        assert not met & {*others}


def test_the_whole_game_has_no_help_and_is_there_again(room):
    begin_exam(room, "game")
    board = room.board
    for _ in range(12):
        state = board.match.table.state
        if board.match.over:
            break
        at = next(at for at, one in enumerate(board.match.table.moves()) if one.actions[0] == best(state))
        board.receive({"type": "move", "stamp": board.stamp, "id": at})
    moves = len(board.chosen)
    scene, coach = board.stage.scene, board.stage.coach
    assert all(not move["from"] for move in scene["moves"])
    assert not coach["controls"]
    for name in ("undo", "hint", "warnings", "new", "finish", "again"):
        board.receive({"type": "command", "stamp": board.stamp, "name": name})
    assert len(board.match.table.history) == moves
    assert not any(line.get("clause") for line in board.stage.events)
    later = exam_page.ExamPage(GAME, "en")
    part = later.page.data["grades"][0]["parts"][1]
    assert (part["button"], part["note"]) == ("Continue", f"Left half played, after {moves} moves.")
    begin_exam(later, "game")
    assert later.board.chosen == board.chosen
    assert later.board.match.table.state.canonical_key() == board.match.table.state.canonical_key()


def test_a_game_is_judged_by_refused_tries_missed_wins_and_choices():
    good = exam_game.GameFindings(won=False, turns=12, refused=3, missed=1, choices=20, skill=40)
    assert good.passed
    for worse in ({"refused": 4}, {"missed": 2}, {"skill": 39}):
        assert not replace(good, **worse).passed
    assert exam_game.GameFindings(**{key: good.facts()[key] for key in good.facts() if key != "passed"}) == good


def test_a_game_worse_than_chance_is_a_result_like_any_other():
    found = exam_game.GameFindings(won=False, turns=13, refused=0, missed=0, choices=6, skill=-183)
    facts = tuple(f"{name}={said}" for name, said in {"part": "game", **found.facts()}.items())
    event = Event("", "", GAME, exam.exam_lesson(GAME, "player"), "", exam.KIND, "over", facts)
    result = part_results([event], GAME, "player")["game"]
    assert not result.passed
    assert "Choices: 0 of 100 in 6 that mattered (0 is chance, 40 are needed)." in result.in_words("en")


@pytest.mark.sample("altaria")
@pytest.mark.parametrize("game", playable_games())
def test_choosing_at_random_is_no_skill_and_choosing_well_is(game):
    rules = engines.load(game)
    found = {}
    for name, player in (("random", random_player(3)), ("best", best)):
        decisions = []
        for seed in range(3):
            match = Match(exam_game.exam_setup(game, seed), rules)
            while not match.over:
                state = match.table.state
                action = player(state)
                decisions.append((state, action))
                match.play((action,))
        found[name] = exam_game.skill_of(decisions)[0]
    assert found["best"] == 100
    assert abs(found["random"]) < exam_game.SKILL_NEEDED


def test_results_of_the_former_exam_stay_readable():
    for right in (17, 18):
        facts = {"right": right, "count": 20}
        progress.append_event(
            progress.learner_id(),
            game=GAME,
            lesson=f"{GAME}/exam",
            step="",
            kind="exam",
            verdict="over",
            actions=[f"{key}={value}" for key, value in facts.items()],
        )
    rows = exam_page.ExamPage(GAME, "en").page.data["results"]
    assert [(row["text"], row["word"]) for row in rows] == [
        ("18 of 20", "Passed"),
        ("17 of 20", "Not passed yet"),
    ]


def test_the_answers_are_ordinary_events_that_play_again(room):
    begin_exam(room)
    for at in range(SHORT):
        answer(room, right=at != 2)
    text = progress.export_log(progress.learner_id())
    log = parse_log(text)
    assert not log.broken
    answers = [
        event for event in log.events if event.lesson == exam.exam_lesson(GAME, "player") and event.kind != exam.KIND
    ]
    assert [event.place for event in answers] == list(range(SHORT))
    assert [event.verdict for event in answers].count("right") == SHORT - 1
    assert all(event.clauses and event.seconds >= 0 for event in answers)
    assert all(is_consistent(event) for event in log.events)


def test_without_a_log_an_exam_can_be_taken_and_says_that_it_is_not_kept(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    room = begin_exam(exam_page.ExamPage(GAME, "en"))
    for _ in range(SHORT):
        answer(room)
    assert room.page.data["passed"]
    assert str(blocked) in room.page.data["notice"]


def test_a_question_that_is_not_here_any_more_is_named():
    gone = "step/altaria/04_attacking/nonsense"
    with pytest.raises(DataError):
        exam_question.from_lesson_step(gone)
    taken = drawn()
    exam.log_begin(progress.learner_id(), taken)
    question = taken.asked(0)
    exam.log_answer(progress.learner_id(), taken, question, exam.GivenAnswer(0, gone, "right", (), 1.0))
    assert exam.unfinished_exam(events(), GAME, "player", SHORTER["player"][2]) is None


@pytest.mark.parametrize(
    ("maker", "aim", "told"),
    [
        ("which", "cost_of_one", {"ALT-9.1", "ALT-9.2", "ALT-10.3"}),  # not ALT-3.5: what a cost is
        ("spot", "any_colour_pays", {"ALT-9.2"}),  # the payment, not what a symbol is
        ("why", "M13", {"ALT-4.5"}),  # this turn's unit, not what else may not attack
        ("predict", "M5", {"ALT-16.3"}),  # an empty deck loses at once, however it became empty
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


def test_that_nothing_belongs_to_the_answer_is_said_in_words(monkeypatch):
    question = next(
        one
        for seed in range(1, 400)
        if (one := drawing.makers.make_question(GAME, "which", "M23", seed)) is not None and not one.right
    )
    there = exam_question.from_practice(question)
    taken = drawn()
    monkeypatch.setattr(taken.drawer, "again", lambda id: there)
    right, missed = (
        exam_report.report_row(taken, exam.GivenAnswer(0, there.id, verdict, (), 1.0), "en")
        for verdict in ("right", "wrong")
    )
    assert (right["answer"], right["solution"]) == ("None of them", "")
    assert (missed["answer"], missed["solution"]) == ("No answer", "None of them")


def test_of_a_wrong_answer_the_report_tells_what_speaks_against_it():
    one = exam_question.from_lesson_step("step/chaos/03_attack_and_guard/both-first")
    right = one.right
    wrong = tuple(text if not text.startswith("0:") else "0: up" for text in right)
    assert wrong != right
    run = exam_question.replay_answer_to(one, wrong)
    told = list(exam_question.clauses_to_tell(one, run, False))
    deciding = run.deciding(run.step.get("parts")[0]["of"])
    assert told == ([deciding.event.clause] if deciding else list(one.told))
    assert len(told) < len(one.told)
    assert exam_question.clauses_to_tell(one, exam_question.replay_answer_to(one, right), True) == one.told
    assert exam_question.clauses_to_tell(one, exam_question.replay_answer_to(one, ()), False) == one.told, (
        "left out: all that decides it"
    )
