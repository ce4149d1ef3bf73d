"""The class report, made from simulated students with known beliefs, which it must find; invalid files are listed."""

import binascii
import csv
import io
import json
import lzma
import os
import sys
from base64 import urlsafe_b64encode
from dataclasses import replace
from urllib.parse import unquote

import pytest

import engines
from benchmarks.students import Student, format_log
from engines.search.players import greedy_player
from tutor import progress
from tutor.classroom import hand_ins, short_text, teaching_steps
from tutor.classroom import report as report_module
from tutor.classroom.hand_ins import HandedFile, LearnerLog, SkippedFile, read_files, read_folder, read_hand_in
from tutor.classroom.log_trimming import newest_events
from tutor.classroom.odd_questions import describe_odd_questions, odd_questions
from tutor.classroom.pseudonyms import assign_pseudonyms
from tutor.classroom.report import Report, games_in
from tutor.classroom.report_csv import csv_of
from tutor.coverage.taught_clauses import load_taught
from tutor.event_log import Event
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup
from tutor.practice.makers import make_question
from tutor.text import format_message

EVENTS = 480
BELIEVERS = {"a1": ("M7",), "b2": ("M1",), "c3": ("M4",)}
INNOCENT = ("d4", "e5", "f6")


@pytest.fixture(scope="module")
def students():
    found = [
        Student(id, BELIEVERS.get(id, ()), 0.0 if id == "f6" else 0.03, number + 10)
        for number, id in enumerate([*BELIEVERS, *INNOCENT])
    ]
    for student in found:
        student.learn("altaria", EVENTS)
    return {student.id: student for student in found}


def made(logs, game="altaria", **options):
    report = Report(read_files(HandedFile(f"{name}.jsonl", text) for name, text in logs.items()), game, **options)
    for _ in report.work():
        pass
    return report


@pytest.fixture(scope="module")
def report(students):
    return made({id: format_log(student.events) for id, student in students.items()})


def of(report, id):
    return next(student for student in report.students if student.log.learner == id)


# The findings.


@pytest.mark.slow
def test_beliefs_are_found_and_nobody_else_is_accused(report):
    for id, own in BELIEVERS.items():
        held = of(report, id).beliefs
        assert set(held) == set(own), id
    assert of(report, "a1").beliefs["M7"].sure
    assert not of(report, "b2").beliefs["M1"].sure, "six answers could be those of a learner who wavers: perhaps"
    assert not of(report, "c3").beliefs["M4"].sure, "few answers of the lessons tell it; the moves tried do: perhaps"
    assert of(report, "c3").beliefs["M4"].tried >= 3
    for id in INNOCENT:
        assert not of(report, id).beliefs, id
    found = {one.id: one for one in report.beliefs()}
    assert (found["M7"].sure, found["M7"].perhaps) == (1, 0)
    assert found["M7"].agreed == found["M7"].of >= 4
    assert (found["M4"].sure, found["M4"].perhaps) == (0, 1)


def test_what_was_missed_is_told_with_the_moves_that_were_tried(report):
    rows = {row.clause: row for row in report.rows()}
    assert rows["ALT-11.8"].wrong == 1, "only the believer in M4 attacks upright units"
    missed = {one.row.clause: one for one in report.missed(most=len(rows))}
    moves = missed["ALT-11.8"].moves
    assert any(words.startswith("attack ") for words, _ in moves)
    assert all('"' not in words for words, _ in moves)
    assert "a1" not in str(moves)
    assert of(report, "f6").wrong == 0
    needs = [student.need for student in report.students]
    assert needs == sorted(needs, reverse=True), "who needs help stands in front"
    assert report.rows()[0].share >= report.rows()[-1].share == report.rows()[-1].wrong == 0


def practised(name, **clauses):
    """Return a student with (wrong, right, still) for each clause."""
    found = report_module.Student(name, LearnerLog(name, ()), [])
    for id, (wrong, right, still) in clauses.items():
        found.cells[id] = report_module.ClauseCell(wrong, right, {("lesson", "step")} if still else set())
    return found


def test_who_practises_most_does_not_look_weakest():
    most = practised("most", **{f"c{number}": (3, 60, number == 0) for number in range(30)})
    least = practised("least", **{f"c{number}": (1, 0, True) for number in range(3)})
    assert least.need > most.need
    assert (most.wrong, most.still) == (30, 1), "what was missed, and what still is"


def test_what_to_teach_next_is_ranked_by_the_share_of_those_who_met_it(students):
    found = made({"f6": format_log(students["f6"].events[:5])})
    found.students = [
        practised(
            str(number), **{"ALT-12.6": (1, 0, True)} if number < 4 else {}, **{"ALT-4.1": (number < 5, 1, False)}
        )
        for number in range(20)
    ]
    assert [row.clause for row in found.teach()] == ["ALT-12.6", "ALT-4.1"], "4 of 4, not 5 of 20"
    assert [row.clause for row in found.rows()] == ["ALT-12.6", "ALT-4.1"]


def test_how_far_each_has_come_and_who_has_not_begun(students):
    events = students["f6"].events
    other = replace(events[0], game="chaos", lesson="chaos/01_cards", learner="x9")
    handed = read_files([HandedFile("a", format_log(events)), HandedFile("b", format_log([other]))])
    handed.chosen["y8"] = "Quiet Fox"
    found = Report(handed, "altaria")
    for _ in found.work():
        pass
    [student] = found.students
    steps = {(event.lesson, event.step) for event in events if event.verdict in ("right", "seen")}
    assert student.done == steps & found.steps
    assert 0 < len(student.done) < len(found.steps)
    assert 0 < student.right <= student.answers <= len(events)
    assert found.not_begun == ["Quiet Fox"]
    assert len(found.elsewhere) == 1, "who has answered in another game has begun"
    assert student.name not in found.elsewhere
    first = [event for event in events if event.lesson == events[0].lesson]
    early = made({"f6": format_log(first)})
    assert early.steps_begun(early.students[0]) == sum(lesson == first[0].lesson for lesson, _ in early.steps)


def test_a_demonstration_is_no_answer(students):
    lesson, step = "altaria/04_attacking", "two-cores"
    empty = {"actions": (), "clauses": (), "options": 0, "agrees": (), "differs": ()}
    watched = replace(students["f6"].events[0], lesson=lesson, step=step, kind="watch", verdict="right", **empty)
    [student] = made({"f6": format_log([watched])}).students
    assert student.edited is None
    assert (len(student.done), student.answers, student.right, student.cells) == (1, 0, 0, {})


def test_a_wrong_answer_without_a_clause_is_told_all_the_same(students, monkeypatch):
    wrong = refused_uninvited(students["c3"].events, "ALT-11.8")
    told = (report_module.wrong_tries.WrongTry("marks the rest", ()),)
    monkeypatch.setattr(report_module.wrong_tries, "find_wrong_tries", lambda event: told)
    found = made({"c": format_log([wrong])})
    assert found.rows() == []
    assert found.students[0].answers == 1
    assert found.unclaused() == [("marks the rest", 1)]


def test_one_try_that_was_put_right_is_nothing_to_teach(students):
    found = made({"f6": format_log(students["f6"].events[:5])})
    for once, again in (((1, 1, False), False), ((2, 1, False), True), ((1, 0, True), True)):
        found.students = [practised("one", **{"ALT-12.6": once}), practised("other", **{"ALT-12.6": (0, 3, False)})]
        assert bool(found.teach()) == again
    found.students = [practised(name, **{"ALT-12.6": (1, 1, False)}) for name in "ab"]
    assert found.teach(), "two have tried it"


def test_the_step_that_is_shown_teaches_the_clause():
    for game in ("altaria", "dgrayman"):
        taught = load_taught(game)
        for clause in {id for clauses in taught.values() for id in clauses}:
            there = teaching_steps.step_about(game, clause)
            assert there is None or clause in taught[f"{there[0].partition('/')[2]}/{there[1]}"]
    assert teaching_steps.step_about("dgrayman", "DGM-16.1") == ("dgrayman/00_every_fifth_point", "only-six")
    assert teaching_steps.step_about("dgrayman", "DGM-99.9") is None


def test_an_invited_try_is_no_mistake(students, report):
    invited = [event for event in students["f6"].events if event.verdict == "refused"]
    assert invited, "lessons invite to tries that the rules refuse"
    assert not any(cell.wrong for cell in of(report, "f6").cells.values())


def refused_uninvited(events, clause):
    """Return the first refused try that no step had invited."""
    tries = [event for event in events if event.verdict == "refused" and clause in event.clauses]
    return next(one for one in tries if clause in of(made({"c": format_log([one])}), one.learner).cells)


def test_a_cell_counts_wrong_tries_and_whether_the_last_word_is_wrong(students):
    wrong = refused_uninvited(students["c3"].events, "ALT-11.8")
    at = students["c3"].events.index(wrong)
    right = next(event for event in students["c3"].events[at:] if event.step == wrong.step and event.verdict == "right")
    cell = of(made({"c": format_log([wrong, replace(wrong, time=later(wrong, 9))])}), "c3").cells["ALT-11.8"]
    assert (cell.wrong, cell.right, cell.still) == (2, 0, True)
    cell = of(made({"c": format_log([wrong, right])}), "c3").cells["ALT-11.8"]
    assert (cell.wrong, cell.still) == (1, False), "the step was done after all"


def later(event, minutes):
    return event.time[:14] + f"{int(event.time[14:16]) % 30 + minutes:02d}" + event.time[16:]


def test_who_is_stuck_is_seen_at_the_end_of_the_log(students):
    wrong = refused_uninvited(students["c3"].events, "ALT-11.8")
    tries = [replace(wrong, time=later(wrong, number)) for number in range(4)]
    [stuck] = made({"c": format_log(tries)}).stuck()
    assert (stuck.stuck.tries, stuck.stuck.event.step) == (4, wrong.step)
    assert stuck.stuck.same.startswith("attack ")
    assert not made({"c": format_log(tries[:2])}).stuck()
    done = next(event for event in students["c3"].events if event.step == wrong.step and event.verdict == "right")
    solved = replace(done, time=later(wrong, 20), hints=4)
    assert not made({"c": format_log([*tries, solved])}).stuck()
    odd = replace(solved, verdict="odd", time=later(wrong, 21))
    assert not made({"c": format_log([*tries, solved, odd])}).stuck(), "it is done, and only called odd"
    hints = [
        replace(wrong, verdict="hint", hints=n, actions=(), clauses=(), time=later(wrong, n)) for n in (1, 2, 3, 4)
    ]
    [stuck] = made({"c": format_log(hints)}).stuck()
    assert stuck.stuck.hints == 4


def called_odd(question, verdict, learner, lesson="practice"):
    """Return a learner's answer to a practice question, and their report of it as odd."""
    answer = question.right if verdict == "right" else ()
    given = Event(
        "2026-03-01T10:00:00Z", learner, "altaria", f"altaria/{lesson}", question.id, "which", verdict, answer,
        question.clauses, options=question.options, form=question.form,
        agrees=question.agreeing(answer), differs=question.differing(answer),
    )  # fmt: skip
    return [given, replace(given, time="2026-03-01T10:01:00Z", verdict="odd")]


def test_questions_called_odd_are_shown_with_those_who_reported_them():
    question = make_question("altaria", "which", "M4", 101)
    step = Event("2026-03-01T09:00:00Z", "c3", "altaria", "altaria/04_attacking", "tired-guard", "why", "odd", ("x",))
    asked = replace(step, learner="b2", lesson="altaria/player", step="step/altaria/04_attacking/tired-guard")
    report = made(
        {
            "a1": format_log(called_odd(question, "right", "a1")),
            "b2": format_log([*called_odd(question, "wrong", "b2", "judge"), asked]),
            "c3": format_log([step]),
        }
    )
    step_asked, made_question = odd_questions(report)
    assert (len(made_question.names), made_question.right) == (2, 1)
    assert len(step_asked.names) == 2, "in the lesson and in the exam it is the same question"
    lesson, row = describe_odd_questions(report, lambda key, **facts: format_message(f"report.{key}", "en", **facts))
    assert row["title"].endswith(question.row["title"])
    assert row["text"].startswith("Reported by 2 students: ")
    assert row["text"].endswith(" Answered correctly by 1 of 2.")
    assert question.id in unquote(row["to"]) or not row["to"]
    assert "tired-guard" in lesson["to"]


def test_a_question_in_an_earlier_form_is_named_as_such():
    [_, odd] = called_odd(make_question("altaria", "which", "M4", 101), "right", "a1")
    [row] = describe_odd_questions(
        made({"a1": format_log([replace(odd, form="0")])}), lambda key, **facts: f"{key} {facts.get('where', '')}"
    )
    assert (row["title"], row["to"], row["button"]) == ("odd_changed odd_practice ", "", "")


def test_what_to_teach_next_is_what_most_have_wrong(report):
    first, *others = report.teach()
    assert len(others) == 2
    assert all((first.wrong + first.still) / first.met >= (row.wrong + row.still) / row.met for row in others)
    lesson, step = report.missed_in(first.clause)[0]
    assert lesson.startswith("altaria/")
    assert step


# Long logs, of which only the newest part is examined.


def of_a_game(run, moves, parent=""):
    begun = ["you=a", "rival=b", *([f"parent={parent}", "after=2"] if parent else [])]
    rows = [("begun", tuple(begun)), *[("move", (str(number),)) for number in range(moves)]]
    return [
        Event(f"2026-03-02T08:00:{at:02d}Z", "me", "altaria", "altaria/play", "", "game", verdict, actions, run=run)
        for at, (verdict, actions) in enumerate(rows)
    ]


def test_what_is_left_of_a_game_whose_beginning_is_cut_off_is_left_out():
    watched = [replace(of_a_game("", 1)[0], kind="watch", verdict="seen", lesson="altaria/04_attacking")]
    events = [*of_a_game("one", 3), *watched, *of_a_game("two", 2, parent="one"), *of_a_game("three", 2)]
    numbered = list(enumerate(events, 1))
    assert newest_events(numbered, len(events)) == numbered
    assert [event.run for _, event in newest_events(numbered, len(events) - 1)] == ["", "three", "three", "three"]
    assert [number for number, _ in newest_events(numbered, len(events) - 1)] == [5, 9, 10, 11]


def test_a_long_log_with_games_in_it_is_no_edited_one(students, monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    game = engines.load("altaria")
    match = Match(Setup("altaria", *list(game.decks)[:2], "quick", "rules", 3), game)
    match.keeper = kept_games.GameKeeper("me", kept_games.whole_game("altaria"))
    for _ in range(6):
        match.play((greedy_player(5)(match.table.state),))
    played = progress.read_log("me").events
    lessons = [replace(event, learner="me") for event in students["f6"].events[:5]]
    monkeypatch.setattr(report_module, "MOST_EVENTS", len(lessons) + 3)
    found = made({"me": format_log([*played, *lessons])})
    assert (len(played), len(found.counted), found.edited) == (7, 1, []), "what was cut off, nobody has edited"
    monkeypatch.setattr(short_text, "MOST_EVENTS", len(lessons) + 3)
    text = short_text.write_short_text([*played, *lessons])
    assert len(read_files([HandedFile("text", text)]).logs["me"].events) == len(lessons)


def test_a_log_over_which_tebiki_stumbles_costs_nobody_else_the_report(students, monkeypatch):
    counted = Report._counted

    def stumbling(self, student):
        if student.log.learner == "a1":
            raise ZeroDivisionError
        return counted(self, student)

    monkeypatch.setattr(Report, "_counted", stumbling)
    handed = read_files(HandedFile(id, format_log(students[id].events[:20])) for id in ("a1", "f6"))
    for _ in range(2):
        found = Report(handed, "altaria")
        for _ in found.work():
            pass
        assert [student.log.learner for student in found.students] == ["f6"]
        assert [one.why for one in found.skipped] == ["stumbled"]
        assert (found.done, found.count) == (2, 2)
        assert found.rows()


# Edited logs.


def test_an_edited_log_is_marked_and_not_counted(students):
    events = list(students["a1"].events)
    at = next(at for at, event in enumerate(events) if event.verdict == "wrong" and event.kind == "predict")
    forged = [*events[:at], replace(events[at], verdict="right"), *events[at + 1 :]]
    whole = made({"a": format_log(events), "b": format_log(students["f6"].events)})
    found = made({"a": format_log(forged), "b": format_log(students["f6"].events)})
    assert not whole.edited
    [student] = found.edited
    assert (student.log.learner, student.edited.number) == ("a1", at + 1)
    assert "the engine wrong" in student.edited.says
    assert not student.cells
    assert not found.beliefs(), "nothing of it is counted"
    assert [one.log.learner for one in found.counted] == ["f6"]


@pytest.mark.parametrize(
    "change",
    [
        {"time": "9998-01-01T00:00:00Z"},
        {"actions": ('block "Nobody"',)},
        {"verdict": "right", "actions": ()},
    ],
)
def test_what_cannot_have_been_is_an_edit(students, change):
    events = list(students["c3"].events)
    at = next(at for at, event in enumerate(events) if event.verdict == "refused")
    events[at] = replace(events[at], **change)
    assert made({"c": format_log(events)}).edited


def test_clauses_written_into_a_log_do_not_count(students):
    events = [replace(event, clauses=("ALT-12.6",)) for event in students["f6"].events if event.verdict == "right"]
    report = made({"f": format_log(events)})
    blank = [replace(event, actions=()) for event in events if event.kind == "predict"]
    assert not made({"f": format_log(blank)}).rows(), "nor does an answer that the log does not hold"
    plainly = made({"f": format_log(event for event in students["f6"].events if event.verdict == "right")})
    assert {row.clause for row in report.rows()} == {row.clause for row in plainly.rows()}


def test_of_questions_of_practice_some_are_asked_again():
    from tutor.practice.starters import load_starters

    question = next(
        one
        for one in load_starters("altaria").values()
        if one.row["kind"] == "which" and one.right and any(one.beliefs.values())
    )
    event = Event(
        "2026-03-02T08:00:00.000Z", "p1", "altaria", "altaria/practice", question.id, "which", "right",
        question.right, question.clauses, options=question.options, form=question.form,
        differs=question.differing(question.right),
    )  # fmt: skip
    drawn = []

    def sampling(events, count):
        drawn.extend(events)
        return events[:count]

    assert not made({"p": format_log([event])}, sampling=sampling).edited
    other = next(own for own in question.beliefs.values() if own and own != question.right)
    forged = replace(event, actions=other, differs=question.differing(other), agrees=question.agreeing(other))
    report = made({"p": format_log([forged])}, sampling=sampling)
    assert len(drawn) == 2
    assert report.edited
    assert not made({"p": format_log([forged])}, sampling=lambda events, count: []).edited, "the draw decides"


# Files that are handed in.


def test_a_short_text_holds_the_whole_log(students):
    for student in students.values():
        text = short_text.write_short_text(student.events)
        assert len(text) < 30 * len(student.events)
        spaced = "\n".join(text[at : at + 60] for at in range(0, len(text), 60))
        for one in (text, f"  {spaced}\n"):
            found = read_hand_in(HandedFile("pasted", one))
            assert found.events == tuple(student.events)
            assert found.learner == student.id
    assert short_text.write_short_text([]) == ""


def test_a_text_that_lost_or_changed_a_letter_is_refused(students):
    text = short_text.write_short_text(students["a1"].events[:40])
    middle = len(text) // 2
    other = "A" if text[middle] != "A" else "B"
    for bad in (
        text[:-20],
        text[:middle],
        text[:middle] + other + text[middle + 1 :],
        f"{text}x",
        "tebiki1.",
        "tebiki9.AAAA.00000000",
    ):
        found = read_hand_in(HandedFile("chat", bad))
        assert isinstance(found, SkippedFile)
        assert found.why in ("text_cut", "text_foreign"), bad[:40]


@pytest.mark.slow
def test_a_text_that_unpacks_without_end_is_refused():
    packed = lzma.compress(b" " * 60_000_000, lzma.FORMAT_RAW, filters=short_text.LZMA_FILTERS)
    letters = urlsafe_b64encode(packed).decode().rstrip("=")
    assert len(letters) < 20_000
    assert read_hand_in(HandedFile("bomb", f"tebiki1.{letters}.00000000")).why == "text_large"
    assert read_hand_in(HandedFile("long", "tebiki1." + "A" * 2_000_000)).why == "text_large"


@pytest.mark.parametrize(
    "columns",
    [
        {},
        [],
        ["me"],
        ["me", [1e400]],
        ["me", [10**30]] + [[["x"], "", 1]] * 15,
        ["me", [0]] + [[["x"], "", 10**9]] * 15,
        ["me", [0, 0]] + [[["x", "y"], [9, 9], 2]] * 15,
        ["me", [0]] + [[[[[]]], "", 1]] * 15,
    ],
)
def test_a_text_that_was_made_by_hand_does_no_harm(columns):
    assert isinstance(read_hand_in(HandedFile("hand", by_hand(columns))), SkippedFile)


def by_hand(columns):
    raw = json.dumps(columns).encode()
    packed = lzma.compress(raw, lzma.FORMAT_RAW, filters=short_text.LZMA_FILTERS)
    return f"tebiki1.{urlsafe_b64encode(packed).decode().rstrip('=')}.{binascii.crc32(raw):08x}"


def test_a_value_that_is_written_once_and_stands_in_every_event_is_bounded_too():
    many, usual = short_text.MOST_EVENTS, short_text.USUAL
    value = {"actions": ["a" * 20_000], "clauses": [], "agrees": [], "differs": []}
    columns = [[[value.get(name, usual[name] if type(usual[name]) in (int, float, str) else "x")], "", many]
               for name in short_text.COLUMNS]  # fmt: skip
    text = by_hand(["me", [0] * many, *columns])
    assert len(text) < 1000
    assert read_hand_in(HandedFile("small", text)).why == "text_large", "its lines would be sixty million letters"


LINE = Event("2026-03-02T08:00:00.000Z", "me", "altaria", "altaria/04_attacking", "s", "watch", "seen").line()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" \n\n ", "empty"),
        ("Dear teacher,\nI have done my homework.\n", "foreign"),
        ('{"time": 1}\n{"learner": []}\n', "foreign"),
        ("[" * 200_000 + "\n", "foreign"),
        ('{"a":' * 50_000 + "\n", "foreign"),
        (f"{LINE}\n\0\n", "no_text"),
        (json.dumps(json.loads(LINE) | {"step": "x" * 1_000_000}) + "\n", "foreign"),
        (json.dumps(json.loads(LINE) | {"actions": ["x"] * 5000}) + "\n", "foreign"),
        (json.dumps(json.loads(LINE) | {"actions": {"a": 1}}) + "\n", "foreign"),
        (json.dumps(json.loads(LINE) | {"seconds": float("nan")}) + "\n", "foreign"),
        (json.dumps(json.loads(LINE) | {"learner": ""}) + "\n", "foreign"),
        (LINE + "\n" + LINE.replace('"me"', '"you"') + "\n", "several"),
        ("x\n" * 20_001, "too_long"),
        ("x" * 4_000_001, "too_large"),
        (None, "too_large"),
        ("PK\x03\x04\x14\x08\x08 zip", "foreign"),
    ],
)
def test_a_foreign_or_hostile_file_is_named_and_skipped(text, why):
    handed = read_files([HandedFile("theirs.jsonl", text), HandedFile("good.jsonl", f"{LINE}\n")])
    [skipped] = handed.skipped
    assert (skipped.name, skipped.why) == ("theirs.jsonl", why)
    assert set(handed.logs) == {"me"}


def test_a_log_that_was_cut_off_counts_up_to_the_cut(students):
    lines = format_log(students["d4"].events[:64])
    found = read_hand_in(HandedFile("toad.jsonl", lines[: lines.rindex("\n", 0, -1) + 40]))
    assert (len(found.events), found.cut, found.broken) == (63, 63, 0)
    rows = lines.splitlines()
    found = read_hand_in(HandedFile("toad.jsonl", "\n".join([*rows[:5], "{torn", *rows[5:], ""])))
    assert (len(found.events), found.cut, found.broken) == (64, 0, 1)


def test_of_one_learner_the_newest_log_counts(students):
    events = students["e5"].events
    handed = read_files(
        [
            HandedFile("new", format_log(events)),
            HandedFile("old", format_log(events[:50])),
            HandedFile("same", format_log(events)),
        ]
    )
    [log] = handed.logs.values()
    assert (len(log.events), log.older) == (len(events), 1)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..\\..\\boot.ini",
        "/etc/shadow",
        "<script>alert(1)</script>",
        "a\nb\tc",
        "x" * 5000,
        "",
        "\u202egnp.txt",
    ],
)
def test_a_name_is_shown_and_never_a_path(name):
    [skipped] = read_files([HandedFile(name, "no log")]).skipped
    assert "/" not in skipped.name.replace("</script>", "")
    assert "\\" not in skipped.name
    assert 0 < len(skipped.name) <= hand_ins.LONGEST_NAME
    assert skipped.name.isprintable()


def test_what_lies_in_a_folder_is_read_without_following_anything(tmp_path, students):
    folder = tmp_path / "dropped"
    folder.mkdir()
    (folder / "good.jsonl").write_text(format_log(students["a1"].events), encoding="utf-8")
    (folder / "pasted.txt").write_text(short_text.write_short_text(students["b2"].events), encoding="utf-8")
    (folder / "photo.png").write_bytes(b"\x89PNG\0")
    (folder / "binary.jsonl").write_bytes(bytes(range(256)) * 40)
    (folder / "deeper").mkdir()
    (folder / ".hidden.jsonl").write_text("x", encoding="utf-8")
    (tmp_path / "secret.jsonl").write_text(format_log(students["c3"].events), encoding="utf-8")
    expected = {"photo.png": "other_file", "binary.jsonl": "no_text", "deeper": "other_file"}
    if sys.platform != "win32":
        (folder / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
        os.mkfifo(folder / "pipe.jsonl")
        expected |= {"link.jsonl": "no_file", "pipe.jsonl": "no_file"}
    handed = read_folder(folder)
    assert set(handed.logs) == {"a1", "b2"}
    assert {one.name: one.why for one in handed.skipped} == expected


def test_the_logs_of_a_class_have_the_names_that_were_chosen(tmp_path, students):
    rows = [
        {"id": "i1", "name": "Quiet Fox", "language": "en", "joined": 1.0, "log": "a1"},
        {"id": "i2", "name": "=HYPERLINK(1)", "language": "en", "joined": 1.0, "log": "b2"},
        {"id": "i3", "name": "Brave Owl", "language": "en", "joined": 1.0, "log": "../../../etc/passwd"},
        {"id": "i4", "name": "Calm Hare", "language": "en", "joined": 1.0, "log": "d4"},
        {"id": "i4", "gone": True},
    ]
    (tmp_path / "members.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n{torn", encoding="utf-8")
    for id in ("a1", "b2", "d4"):
        (tmp_path / f"{id}.jsonl").write_text(format_log(students[id].events[:30]), encoding="utf-8")
    handed = read_folder(tmp_path)
    assert set(handed.logs) == {"a1", "b2"}, "who was sent out does not count"
    names = assign_pseudonyms(handed.logs, "en", handed.chosen)
    assert names["a1"] == "Quiet Fox"
    assert not names["b2"].startswith("=")


def test_names_are_made_up_alike_every_time_and_lead_to_nobody(students):
    many = [f"{number:016x}" for number in range(300)]
    names = assign_pseudonyms(many, "en")
    assert len(set(names.values())) == len(many)
    assert assign_pseudonyms(many[:1], "en")[many[0]] == assign_pseudonyms([many[0]], "en")[many[0]]
    assert set(assign_pseudonyms(many, "ja").values()).isdisjoint(names.values())
    files = {f"anna_mueller_{id}": format_log(student.events[:40]) for id, student in students.items()}
    report = made(files)
    text = csv_of(report)
    assert not any(id in text for id in students)
    assert "anna" not in text


# CSV.


def test_csv_has_a_line_a_clause_and_a_column_a_pseudonym(report):
    head, *rows = csv.reader(io.StringIO(csv_of(report)))
    assert head == ["clause", "title", *(student.name for student in report.students), "wrong", "right since", "asked"]
    (_, steps, *done), (_, right, *_), *rows = rows
    assert (steps, right) == ("steps done", "answers right")
    assert all(cell.endswith(f" of {len(report.steps)}") for cell in done[:-3])
    assert [row[0] for row in rows] == [row.clause for row in report.rows()]
    for row, found in zip(rows, report.rows(), strict=True):
        wrong = [cell for cell in row[2:-3] if cell and not cell.startswith("0 of ")]
        assert len(wrong) == found.wrong == int(row[-3])
        assert sum(not cell.endswith("!") for cell in wrong) == int(row[-2])


def test_the_games_of_the_logs_are_known(students):
    other = replace(students["a1"].events[0], game="nothing", learner="x9")
    handed = read_files([HandedFile("a", format_log(students["a1"].events)), HandedFile("b", format_log([other]))])
    assert games_in(handed) == ["altaria"]
    assert isinstance(handed.logs["x9"], LearnerLog)
    assert not Report(handed, "altaria").students[1:]
