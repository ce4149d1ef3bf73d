"""The work of a class: a page opened for everybody, predictions that are counted, files that are handed in."""

import base64
import io
import json
import time
import zipfile

import pytest

from tutor.class_server.members import CLASS_VARIABLE, PRESENCE_FILE, attendance_of, is_door_open
from tutor.classroom import class_work, hand_ins, own_page, plan_page, report_page
from tutor.classroom.asking import JOURNAL_NAME, AnswerVerdict, AskingState, ClassQuestion
from tutor.classroom.class_findings import asked_questions, class_findings
from tutor.classroom.class_work import ClassWork, HandedWork, WorkError
from tutor.classroom.lesson_plans import list_plans, read_plan
from tutor.classroom.predictions import find_outcome, prediction_options
from tutor.classroom.report import Report
from tutor.navigation.links import IN_CLASS_VARIABLE, has_page
from tutor.progress import learner_id
from tutor.text import format_message


@pytest.fixture
def room(tmp_path):
    """A folder of a class with two members."""
    rows = [
        {"id": f"id{name}", "name": name, "language": "en", "joined": 1.0, "log": f"log-{name}"}
        for name in ("Fox", "Owl")
    ]
    (tmp_path / "members.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


@pytest.fixture
def as_learner(room, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(room))
    monkeypatch.setenv(IN_CLASS_VARIABLE, "/class")
    return room


@pytest.fixture
def as_teacher(room, monkeypatch):
    monkeypatch.setenv(CLASS_VARIABLE, str(room))
    return room


def pick_all(plan, at=0):
    return {row["id"]: prediction_options(row)[at].id for row in plan.rows("predict")}


def test_both_sides_read_one_journal_and_skip_what_is_no_entry(room):
    one, other = ClassWork(room), ClassWork(room)
    one.predict("log-Fox", "resources", {"free": "altaria"})
    with (room / class_work.JOURNAL_NAME).open("a", encoding="utf-8") as file:
        file.write(
            '\n{"do":"predict","who":3}\n{"do":"hand_in","who":"x","kind":"virus","title":"","file":"","text":""}\n'
        )
    assert other.refresh()
    assert other.predictions == {"resources": {"log-Fox": {"free": "altaria"}}}
    assert other.handed == {}
    one.predict("log-Fox", "resources", {})
    other.refresh()
    assert other.predictions == {"resources": {}}


def test_a_page_opened_for_everybody_is_of_this_lesson_only(room, monkeypatch):
    work = ClassWork(room)
    assert work.page_now() is None
    work.open_page("index.ipynb")
    work.open_page("altaria/course.ipynb")
    assert ClassWork(room).page_now()[:2] == (2, "altaria/course.ipynb")
    later = time.time() + class_work.SAME_LESSON_SECONDS + 1
    monkeypatch.setattr(class_work.time, "time", lambda: later)
    assert ClassWork(room).page_now() is None


def test_what_is_handed_in_is_bounded_and_replaces_itself(room):
    work = ClassWork(room)
    for text in ("one", "two"):
        work.hand_in(HandedWork("log-Fox", "card", "Toad", "toad.toml", text))
    assert [one.text for one in ClassWork(room).handed.values()] == ["two"]
    with pytest.raises(WorkError, match="long"):
        work.hand_in(HandedWork("log-Fox", "card", "Toad", "toad.toml", "x" * (class_work.LONGEST_WORK + 1)))
    for number in range(class_work.MOST_CHANGES - 2):
        work.hand_in(HandedWork("log-Fox", "card", "Toad", f"{number}.toml", ""))
    with pytest.raises(WorkError, match="often"):
        work.hand_in(HandedWork("log-Fox", "card", "Toad", "toad.toml", "three"))
    work.hand_in(HandedWork("log-Owl", "card", "Newt", "newt.toml", ""))


def test_what_the_journal_cannot_keep_is_cut_replaced_or_refused(as_learner):
    assert class_work.hand_in_work("card", "T" * 500_000, "f" * 500_000, "one \ud83d word") == "handed_in"
    [kept] = ClassWork(as_learner).handed.values()
    assert (len(kept.title), len(kept.file), kept.text) == (
        class_work.LONGEST_NAME,
        class_work.LONGEST_NAME,
        "one ? word",
    )
    assert class_work.hand_in_work("card", "Toad", "toad.toml", "\x00" * class_work.LONGEST_WORK) == "long"
    work = ClassWork(as_learner)
    with pytest.raises(WorkError, match="long"):
        work.predict("log-Fox", "resources", {"free": "x" * 500_000})
    work.predict("log-Fox", "resources", {"free": "\ud83d"})
    assert ClassWork(as_learner).predictions["resources"]["log-Fox"] == {"free": "?"}


def test_attendance_is_that_of_the_server_and_of_the_members(room):
    assert attendance_of(room) == (2, 0)
    (room / PRESENCE_FILE).write_text('{"here": 1}', encoding="utf-8")
    assert attendance_of(room) == (2, 1)
    (room / PRESENCE_FILE).write_text('{"here": "many"}', encoding="utf-8")
    assert attendance_of(room) == (2, 0)


def test_who_has_left_is_neither_counted_nor_waited_for_and_keeps_the_name(room):
    ClassWork(room).hand_in(class_work.HandedWork("log-Owl", "card", "Toad", "toad.toml", "x = 1"))
    with (room / "members.jsonl").open("a", encoding="utf-8") as file:
        file.write('\n{"id": "idOwl", "left": true}\n{"id": "idNobody", "left": true}\n')
    (room / PRESENCE_FILE).write_text('{"here": 2, "open": false}', encoding="utf-8")
    assert attendance_of(room) == (1, 1)
    [group] = class_findings(room, "en", [])["handed"]
    assert [file["name"] for file in group["files"]] == ["Owl"]
    assert group["missing"] == ["Fox"]
    found = hand_ins.read_folder(room)
    assert len(Report(found, "altaria").not_begun) == 1


def test_the_door_is_open_until_the_server_says_otherwise(room):
    assert is_door_open(room)
    (room / PRESENCE_FILE).write_text('{"here": 1, "open": false}', encoding="utf-8")
    assert not is_door_open(room)
    (room / PRESENCE_FILE).write_text('{"here": 1, "open": true}', encoding="utf-8")
    assert is_door_open(room)


def test_outcomes_are_closed_where_a_plan_is_opened_again_and_at_the_end_of_a_class(room):
    work = ClassWork(room)
    work.open_outcomes("resources", True)
    work.open_page("altaria/course.ipynb")
    assert work.open_plans == {"resources"}
    work.open_page("classroom/plans/resources_student.ipynb")
    assert work.open_plans == set()
    work.predict("log-Fox", "resources", {"free": "altaria"})
    assert work.late_of("resources") == {}
    work.open_outcomes("resources", True)
    work.close_outcomes()
    assert ClassWork(room).open_plans == set()


def test_who_comes_after_the_outcomes_is_told_before_predicting(as_learner):
    plan, work = read_plan("resources"), ClassWork(as_learner)
    page = plan_page.PlanPage(plan.for_student(), "en")
    assert page.part("predict").data["stays"] == format_message("plans.stays_class", "en")
    work.open_outcomes("resources", True)
    page.count_predictions()
    assert page.widgets["predict"].data["stays"] == format_message("plans.stays_late", "en")
    page.close(pick_all(plan))
    shown = page.widgets["predict"].data
    assert (shown["stays"], shown["fixed"]) == ("", format_message("plans.fixed_late", "en"))


def student_page(plan):
    page = plan_page.PlanPage(plan.for_student(), "en")
    for name in ("predict", "run", "explain"):
        page.part(name)
    return page


def test_a_learner_s_predictions_are_counted_when_they_are_locked(as_learner):
    plan = read_plan("resources")
    page = plan_page.PlanPage(plan.for_student(), "en")
    assert page.part("predict").data["gathered"] is None
    picks = pick_all(plan)
    page.close({"free": picks["free"]})
    assert ClassWork(as_learner).predictions == {}
    page.close(picks)
    assert ClassWork(as_learner).predictions == {"resources": {learner_id(): picks}}
    page.predict_anew()
    assert ClassWork(as_learner).predictions == {"resources": {}}


def test_a_learner_sees_the_outcomes_when_the_teacher_opens_them_and_keeps_what_was_locked(as_learner):
    plan = read_plan("resources")
    page, first, other = student_page(plan), pick_all(plan), pick_all(plan, 1)
    page.close(other)
    page.close(first)  # nothing has been seen yet, so the later one counts
    assert page.widgets["run"].data["told"] == []
    assert page.widgets["predict"].data["waiting"]
    page.count_predictions()
    assert page.widgets["run"].data["told"] == []
    ClassWork(as_learner).open_outcomes("resources", True)
    page.count_predictions()
    assert len(page.widgets["run"].data["told"]) == len(first)
    assert page.widgets["predict"].data["fixed"]
    page.predict_anew()
    page.close(other)
    assert page.picks == first
    assert page.widgets["explain"].data["picks"] == first
    assert ClassWork(as_learner).predictions == {"resources": {learner_id(): first}}
    elsewhere = student_page(plan)  # another browser, or the page opened anew
    assert elsewhere.widgets["predict"].data["kept"] == first
    elsewhere.close(other)
    assert elsewhere.picks == first


def test_predictions_locked_while_the_outcomes_are_open_are_counted_apart(as_learner, monkeypatch):
    plan = read_plan("resources")
    work = ClassWork(as_learner)
    work.predict("log-Fox", "resources", pick_all(plan))
    work.open_outcomes("resources", True)
    page = student_page(plan)
    page.close(pick_all(plan, 1))
    assert page.widgets["explain"].data["late"]
    assert len(page.widgets["run"].data["told"]) == len(plan.rows("predict"))
    work.refresh()
    assert [*work.predictions["resources"]] == ["log-Fox"]
    assert work.late_of("resources") == {learner_id(): pick_all(plan, 1)}
    found = class_findings(as_learner, "en", [])["predicted"]
    assert [(one["n"], one["late"]) for one in found] == [(1, 1)] * len(found)
    work.open_outcomes("resources", False)
    work.predict("log-Owl", "resources", pick_all(plan))
    work.predict("log-Fox", "resources", pick_all(plan, 1))  # has seen the outcomes
    assert work.predictions["resources"] == {"log-Fox": pick_all(plan), "log-Owl": pick_all(plan)}


def test_the_teacher_sees_three_numbers_and_the_answers_on_request(as_teacher):
    plan = read_plan("resources")
    page = student_page(plan)  # the projector shows the student's notebook
    part = page.widgets["predict"]
    first = {"answered": 0, "late": 0, "open": False, "joined": 2, "here": 0, "counts": None}
    assert part.data["gathered"] == first
    ClassWork(as_teacher).predict("log-Fox", "resources", pick_all(plan))
    ClassWork(as_teacher).predict("log-Owl", "resources", pick_all(plan, 1))
    page.count_predictions()
    assert part.data["gathered"]["answered"] == 2
    assert part.data["gathered"]["counts"] is None
    page.show_counts()
    row = plan.rows("predict")[0]
    assert part.data["gathered"]["counts"][row["id"]] == {option.id: 1 for option in prediction_options(row)[:2]}
    page.close(pick_all(plan))
    assert len(ClassWork(as_teacher).predictions["resources"]) == 2  # the teacher is not counted


def test_the_teacher_s_page_has_what_was_predicted_beside_what_turned_out(as_teacher):
    plan = read_plan("resources")
    page = student_page(plan)
    rows = plan.rows("predict")
    right = {row["id"]: find_outcome(row).right[0] for row in rows}
    ClassWork(as_teacher).predict("log-Fox", "resources", right)
    page.close(pick_all(plan))
    assert page.widgets["run"].data["told"] == []
    page.open_outcomes(True)
    told = page.widgets["run"].data["told"]
    assert [one["said"] for one in told] == ["1 of 1 predicted it"] * len(rows)
    for row, one in zip(rows, told, strict=True):
        assert [bar["option"] for bar in one["bars"] if bar["count"]] == [right[row["id"]]]
        assert {bar["option"] for bar in one["bars"] if bar["right"]} == {*find_outcome(row).right}
    assert page.widgets["explain"].data["asks"]
    assert student_page(plan).part("run").data["told"] == told  # the page opened anew
    page.open_outcomes(False)
    assert page.widgets["run"].data["told"] == []


def test_the_teacher_opens_a_plan_and_its_first_lessons_for_everybody(as_teacher):
    page = plan_page.PlanPage(read_plan("resources"), "en")
    top = page.top()
    pages = [one["page"] for one in top.data["leads"]]
    assert pages == [
        "classroom/plans/resources_student.ipynb",
        "altaria/00_four_cores.ipynb",
        "kingdom_hearts/00_the_short_road.ipynb",
    ]
    page.lead_class("classroom/report.ipynb")
    assert ClassWork(as_teacher).page_now() is None
    page.lead_class(pages[1])
    assert ClassWork(as_teacher).page_now().page == pages[1]


def test_a_plan_says_its_homework_and_the_way_without():
    for plan in list_plans():
        told = plan_page.PlanPage(plan, "en").top().data["homework"]
        assert bool(told) == ("at home" in plan["needs"])
        if told:
            assert f"{plan['homework']} minutes" in plan["needs"]
            assert "Minute 0 to 10" in told["steps"][0]
            assert all(has_page(f"{lesson}.ipynb") for lesson in plan["homework_lessons"])
        assert plan_page.PlanPage(plan.for_student(), "en").top().data["homework"] is None


def test_a_design_is_handed_in_with_one_button_and_found_in_the_report(as_learner, monkeypatch):
    page = own_page.OwnGame("en")
    assert page.page.data["may_hand_in"]
    page._hand_in()
    assert "nothing is changed yet" in page.page.data["notice"]
    page._set_text("title", "Four Lanterns")
    page._hand_in()
    assert "Handed in" in page.page.data["notice"]
    plan = plan_page.PlanPage(read_plan("resources").for_student(), "en")
    plan.part("explain")
    plan.hand_in("What I wrote", 1)
    learner = learner_id()
    (as_learner / "members.jsonl").write_text(
        json.dumps({"id": "id", "name": "Quiet Fox", "language": "en", "joined": 1.0, "log": learner}), encoding="utf-8"
    )
    monkeypatch.delenv(IN_CLASS_VARIABLE)
    report = report_page.ClassReport("en", as_learner)
    groups = report.page.data["work"]["handed"]
    assert [one["title"] for one in groups] == ["A game", f"Answers to a plan: {plan.plan['title']}"]
    assert [one["name"] for group in groups for one in group["files"]] == ["Quiet Fox", "Quiet Fox"]
    sent = []
    monkeypatch.setattr(report.page, "send", sent.append)
    report._send_work(1)
    report._send_work(7)
    assert [one["text"] for one in sent] == ["What I wrote"]


def files_of(report):
    return [one for group in report.page.data["work"]["handed"] for one in group["files"]]


def test_an_empty_plan_is_refused_with_what_is_missing(as_learner):
    plan = student_page(read_plan("resources"))
    plan.hand_in("–", 0)
    assert ClassWork(as_learner).handed == {}
    count = len(plan.plan.rows("explain"))
    assert f"none of the {count} questions" in plan.widgets["explain"].data["notice"]
    plan.hand_in("One", 1)
    assert f"{count - 1} of the {count} questions are still empty" in plan.widgets["explain"].data["notice"]
    assert len(ClassWork(as_learner).handed) == 1


def test_what_is_handed_in_has_names_and_is_saved_together_read_and_opened(as_teacher, monkeypatch):
    work = ClassWork(as_teacher)
    designed = own_page.OwnGame("en")
    designed._set_text("title", "Of Owl")
    design = designed.design.text()
    work.hand_in(HandedWork("log-Owl", "plan", "Tempo", "tempo.txt", "Of Owl"))
    work.hand_in(HandedWork("log-Fox", "plan", "Tempo", "tempo.txt", "Of Fox"))
    work.hand_in(HandedWork("log-Owl", "design", "Of Owl", "own.toml", design))
    report = report_page.ClassReport("en", as_teacher)
    plan, game = report.page.data["work"]["handed"]
    assert (plan["count"], plan["missing"]) == ("2 of 2", [])
    assert (game["count"], game["missing"]) == ("1 of 2", ["Fox"])
    assert all(one["time"] for one in files_of(report))
    sent = []
    monkeypatch.setattr(report.page, "send", sent.append)
    report._send_all_work()
    report._send_work(plan["files"][1]["at"])
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(sent[0]["base64"])))
    assert archive.namelist() == ["fox_tempo.txt", "owl_own.toml", "owl_tempo.txt"]
    assert archive.read("fox_tempo.txt") == b"Of Fox"
    assert sent[1]["name"] == "owl_tempo.txt"
    report._read_work(plan["files"][0]["at"])
    assert report.page.data["reading"]["text"] == "Of Fox"
    report._read_work(-1)
    assert report.page.data["reading"] is None
    address = game["files"][0]["open"]
    assert "log-Owl" not in address
    monkeypatch.setenv("QUERY_STRING", address.partition("?")[2])
    opened = own_page.OwnGame("en")
    assert opened.design.title == "Of Owl"
    monkeypatch.setenv(IN_CLASS_VARIABLE, "/class")
    monkeypatch.setenv("TEBIKI_HOME", str(as_teacher))
    assert own_page.OwnGame("en").design.title != "Of Owl", "a learner opens no work of others"


def test_the_report_sends_the_file_that_it_showed(room, monkeypatch):
    work = ClassWork(room)
    work.hand_in(HandedWork("log-Owl", "plan", "Tempo", "tempo.txt", "Of Owl"))
    report = report_page.ClassReport("en", room)
    sent = []
    monkeypatch.setattr(report.page, "send", sent.append)
    [owl] = files_of(report)
    work.hand_in(HandedWork("log-Fox", "plan", "Tempo", "tempo.txt", "Of Fox"))  # listed before that of Owl
    report._send_work(owl["at"])
    report.show()
    report._send_work(owl["at"])  # the browser may not have the new list yet
    fox, owl = files_of(report)
    assert [fox["name"], owl["name"]] == ["Fox", "Owl"]
    report._send_work(fox["at"])
    report._send_work(owl["at"])
    assert [one["text"] for one in sent] == ["Of Owl", "Of Owl", "Of Fox", "Of Owl"]
    report._clear()
    report._send_work(0)
    assert len(sent) == 4


def test_changed_rules_have_their_right_answers_in_the_report(room):
    plan = read_plan("own_game")
    ClassWork(room).predict("log-Fox", "own_game", pick_all(plan))
    for row, one in zip(plan.rows("predict"), class_findings(room, "en", [])["predicted"], strict=True):
        right = {option.text for option in prediction_options(row) if option.id in find_outcome(row).right}
        assert {answer["text"] for answer in one["answers"] if answer["right"]} == right


def test_outside_a_class_nothing_is_handed_in(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    assert class_work.hand_in_work("card", "Toad", "toad.toml", "") == "no_class"
    assert not own_page.OwnGame("en").page.data["may_hand_in"]


def test_the_report_has_answers_and_predictions_with_their_numbers(room):
    assert class_findings(room, "en", []) is None
    asking = AskingState(room / JOURNAL_NAME)
    verdicts = (AnswerVerdict(False, ""), AnswerVerdict(True, ""))
    question = ClassQuestion("x", "altaria", "Attacks", "", "Who?", ("Fox", "Owl"), verdicts)
    asking.ask(question)
    asking.answer("idFox", 1, 1, "B")
    assert asked_questions(room) == []  # it is still open
    asking.close()
    assert [one["right"] for one in asked_questions(room)[0]["answers"]] == [None, None]
    asking.tell(question)
    plan = read_plan("resources")
    ClassWork(room).predict("log-Fox", "resources", pick_all(plan))
    found = class_findings(room, "en", [])
    assert found["asked"] == [
        {
            "title": "Attacks",
            "ask": "Who?",
            "n": 1,
            "raised": 0,
            "late": 0,
            "answers": [{"text": "Fox", "count": 0, "right": False}, {"text": "Owl", "count": 1, "right": True}],
        }
    ]
    assert [one["n"] for one in found["predicted"]] == [1] * len(plan.rows("predict"))
    assert all(sum(answer["count"] for answer in one["answers"]) == 1 for one in found["predicted"])
    assert any(answer["right"] for answer in found["predicted"][0]["answers"])
