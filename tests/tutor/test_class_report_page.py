"""The page of the class report: its messages to the browser, and how it handles the browser's messages."""

import json
import re
from dataclasses import replace

import pytest

import engines
from benchmarks.students import Student, format_log
from tests.refusals import refuse
from tutor import progress
from tutor.classroom import questions, report_page, short_text, teaching_steps
from tutor.classroom.ask_page import AskTheClass
from tutor.classroom.hand_ins import MEMBERS_FILE
from tutor.classroom.report_page import ClassReport, class_report
from tutor.event_log import Event
from tutor.navigation.links import is_for_learners
from tutor.pages import home

NAMES = ("anna_mueller.jsonl", "/somewhere/ben_kurz.jsonl")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture(scope="module")
def students():
    found = [Student("a0a0a0a0", ("M4",), 0.0, 1), Student("b1b1b1b1", (), 0.0, 2)]
    for student in found:
        student.learn("altaria", 480)
    return found


def dropped(report, **files):
    rows = [{"name": name, "text": text} for name, text in files.items()]
    report.page.receive({"type": "command", "name": "drop", "files": rows, "last": True})
    return report.page.data


def made(students, **more):
    report = ClassReport("en")
    logs = dict(zip(NAMES, (format_log(student.events) for student in students), strict=True))
    return report, dropped(report, **logs, **more)


@pytest.mark.slow
def test_what_is_sent_has_pseudonyms_and_nothing_else_of_anybody(students):
    report, data = made(students, **{"notes.txt": "Dear teacher"})
    assert data["stands"] == "done"
    assert (len(data["students"]), data["of"]) == (2, 2)
    text = json.dumps(data, ensure_ascii=False)
    assert not any(word in text for word in ("anna", "ben", "a0a0a0a0", "b1b1b1b1"))
    assert [(one["kind"], one["name"]) for one in data["logs"]] == [("skipped", "notes.txt")]
    sent = []
    report.page.send = sent.append
    report.page.receive({"type": "command", "name": "csv"})
    [file] = sent
    assert (file["mime"], file["name"].endswith(".csv")) == ("text/csv", True)
    assert data["students"][0]["name"] in file["text"]
    assert not any(word in file["text"] for word in ("anna", "ben", "a0a0a0a0"))


def test_what_stands_on_the_page_is_what_the_report_found(students):
    _, data = made(students)
    row = next(row for row in data["rows"] if row["clause"] == "ALT-11.8")
    assert (row["wrong"], row["title"]) == ("1/2", "Unit attack")
    cells = sorted(tuple(map(int, cell.rstrip("!").split("/"))) for cell in row["cells"])
    assert [wrong == 0 for wrong, _ in cells] == [True, False]  # both have met it, and one has got it wrong
    assert all(wrong <= answers for wrong, answers in cells)
    missed = next(one for one in data["missed"] if one["clause"] == "ALT-11.8")
    assert missed["count"] in (
        "1 of 2 who were asked; right since then: 0",
        "1 of 2 who were asked; right since then: 1",
    )
    assert any(words.startswith("attack ") for words, *_ in missed["moves"])
    assert [one["name"] for one in data["far"]] == sorted(one["name"] for one in data["students"])
    assert all(
        re.fullmatch(r"\d+ of \d+ steps in lessons begun", one["steps"]) and 0 < one["done"] <= 100
        for one in data["far"]
    )
    assert all(re.fullmatch(r"right answers: \d+ of \d+", one["answers"]) for one in data["far"])
    assert data["not_begun"] == []
    [belief] = data["beliefs"]
    assert belief["says"] == "Upright units can be attacked"
    assert belief["count"] == "1 student, perhaps"
    assert "ask before you teach it" in belief["evidence"]


@pytest.mark.slow
def test_the_button_puts_a_question_about_the_clause_to_the_class(students, tmp_path):
    report, data = made(students)
    first = data["teach"][0]
    asked = teaching_steps.question_about(report.report, first["clause"])
    assert asked
    facts = [fact.clause for verdict in questions.pose_question(asked).question.verdicts for fact in verdict.facts]
    assert first["clause"] in facts
    assert first["button"] == "Ask the class"
    assert "classroom/ask.ipynb?question=" in first["to"]
    assert AskTheClass("en", tmp_path / "journal", None, asked).page.data["choose"]["ready"]["id"] == asked
    assert AskTheClass("en", tmp_path / "journal", None, "nowhere/at/all").page.data["choose"]["questions"]


def test_an_edited_log_is_hatched_and_named_with_its_event(students):
    events = list(students[0].events)
    at = next(at for at, event in enumerate(events) if event.verdict == "refused" and "ALT-11.8" in event.clauses)
    events[at] = replace(events[at], verdict="right")
    report = ClassReport("en")
    data = dropped(report, a=format_log(events), b=format_log(students[1].events))
    assert [one["edited"] for one in sorted(data["students"], key=lambda one: one["edited"])] == [False, True]
    [log] = data["logs"]
    assert log["kind"] == "edited"
    assert f"Event {at + 1} " in log["text"]
    assert "recorded as right" in log["text"]
    column = next(n for n, one in enumerate(data["students"]) if one["edited"])
    assert all(row["cells"][column] == "e" for row in data["rows"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_reason_for_which_a_log_is_skipped_has_its_words(language):
    report = ClassReport(language)
    line = Event("2026-03-02T08:00:00.000Z", "a", "altaria", "l", "s", "watch", "seen").line()
    other = line.replace('"a"', '"b"')
    data = dropped(
        report,
        empty="", foreign="x", no_text="a\0", too_large=None, too_long="x\n" * 20_001,
        several=f"{line}\n{other}\n", text_cut="tebiki1.AAA", **{f"folder/{MEMBERS_FILE}": "{}"},
    )  # fmt: skip
    assert data["stands"] == "empty"
    assert len(data["logs"]) == 8
    assert all(one["kind"] == "skipped" and len(one["text"]) > 5 for one in data["logs"])


@pytest.mark.parametrize(
    "message",
    [
        {"name": "drop", "files": [{"name": "../../etc/passwd", "text": "x"}] * 3000, "last": True},
        {"name": "class", "id": "../.."},
        {"name": "game", "game": "nothing"},
        {"name": "csv"},
        {"name": "clear"},
    ],
)
def test_a_message_that_is_none_does_no_harm(message):
    report = ClassReport("en")
    assert report.page.receive({"type": "command", **message})
    assert report.page.data["stands"] == "empty"
    assert len(report.files) <= 401


@pytest.mark.parametrize(
    "message",
    [
        {"name": "drop"},
        {"name": "drop", "files": "x"},
        {"name": "drop", "files": [{}, {"text": "x"}, 1], "last": True},
        {"name": "drop", "files": [{"name": 5, "text": "x"}], "last": True},
        {"name": "drop", "files": [{"name": "x", "text": 7}], "last": True},
        {"name": "drop", "files": [], "last": 1},
        {"name": "class", "id": ["7b"]},
        {"name": "game", "game": {}},
        {"name": "what?"},
    ],
)
def test_a_malformed_message_is_refused(message):
    report = ClassReport("en")
    refuse(report.page, **message)
    assert report.files == []


def test_a_class_on_this_machine_is_read_and_is_the_default_of_its_teacher(students, monkeypatch):
    folder = progress.data_folder() / "classes" / "7b"
    folder.mkdir(parents=True)
    rows = [{"id": "i", "name": "Quiet Fox", "language": "en", "joined": 1.0, "log": students[0].id}]
    (folder / MEMBERS_FILE).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / f"{students[0].id}.jsonl").write_text(format_log(students[0].events[:40]), encoding="utf-8")
    report = ClassReport("en")
    assert report.page.data["classes"] == ["7b"]
    report.page.receive({"type": "command", "name": "class", "id": "7b"})
    assert [one["name"] for one in report.page.data["students"]] == ["Quiet Fox"]
    monkeypatch.setenv("TEBIKI_CLASS", str(folder))
    assert [one["name"] for one in class_report().data["students"]] == ["Quiet Fox"]
    assert "nowhere" in class_report(folder / "nowhere").data["notice"]


def test_a_class_without_answers_yet_is_told_so(tmp_path):
    folder = tmp_path / "home" / "classes" / "7b"
    folder.mkdir(parents=True)
    (folder / MEMBERS_FILE).touch()
    assert "7b: no answers yet" in ClassReport("en", folder).page.data["notice"]
    report = ClassReport("en")
    assert report.page.data["notice"] == ""
    report.page.receive({"type": "command", "name": "class", "id": "7b"})
    assert "7b: no answers yet" in report.page.data["notice"]


def test_learners_of_a_class_do_not_reach_it(monkeypatch, tmp_path):
    assert not is_for_learners("classroom/report.ipynb")
    monkeypatch.setenv("TEBIKI_IN_CLASS", "/class")
    monkeypatch.setenv("TEBIKI_CLASS", str(tmp_path))
    (tmp_path / "classes" / "7b").mkdir(parents=True)
    (tmp_path / "classes" / "7b" / MEMBERS_FILE).touch()
    assert class_report().data["stands"] == "empty"
    assert class_report().data["classes"] == []


def test_home_hands_in_the_own_log_as_a_text(students):
    page = home.home()
    sent = []
    page.send = sent.append
    page.receive({"type": "command", "name": "hand_in"})
    assert sent == [{"type": "hand_in", "text": ""}]
    progress.append_event(
        progress.learner_id(), game="altaria", lesson="altaria/04_attacking", step="s", kind="watch", verdict="seen"
    )
    page.receive({"type": "command", "name": "hand_in"})
    [line] = short_text.short_text_lines(sent[-1]["text"])
    assert json.loads(line)["step"] == "s"


@pytest.mark.parametrize("game", engines.names())
def test_every_clause_is_said_in_a_sentence_that_can_be_read_aloud(game):
    for clause in engines.load(game).rulebook.clauses.values():
        says = report_page.opening_sentence(clause.text)
        assert clause.text.startswith(says)
        assert len(says) >= report_page.SHORTEST_SENTENCE or says == clause.text
        assert says[-1] in ".!?:;)" or says == clause.text
        assert not says.endswith(("i.e.", "e.g."))


def test_short_sentences_are_read_with_the_next_one():
    assert report_page.opening_sentence("One per turn. If two are used, the second fails. More.") == (
        "One per turn. If two are used, the second fails."
    )
    assert report_page.opening_sentence("Type Dark (i.e. DN), attribute Dark. Then more follows.") == (
        "Type Dark (i.e. DN), attribute Dark."
    )
