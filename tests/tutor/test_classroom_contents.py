"""The contents of the classroom: an entry for every page, with its texts, and no entry without a page."""

from pathlib import Path

import pytest

from tutor.classroom import contents_page
from tutor.classroom.contents_page import contents, contents_entries
from tutor.navigation.links import TUTOR_FOLDER, is_for_learners
from tutor.text import load_catalogue

FOLDER = TUTOR_FOLDER.parent / "notebooks" / "classroom"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_entry_and_every_group_has_its_words(language):
    known = load_catalogue(language)
    for one in contents_entries():
        assert {f"contents.{one['id']}", f"contents.{one['id']}_text", f"contents.group_{one['group']}"} <= {*known}
        assert len(one["seal"]) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_two_entries_are_called_the_same(language):
    """A tool and the lesson about it are in the same list; when read aloud they need different names."""
    titles = [
        load_catalogue(language)[f"contents.{one['id']}"].casefold().replace("つく", "作") for one in contents_entries()
    ]
    assert len({*titles}) == len(titles)


def test_every_page_of_the_classroom_is_reached():
    there = {
        path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.ipynb") if ".ipynb" not in path.parent.name
    }
    reached = {one[key] for one in contents_entries() for key in ("notebook", "student") if key in one}
    assert there - {"index.ipynb"} <= reached
    assert len({one["id"] for one in contents_entries()}) == len(contents_entries())


def test_only_what_is_there_is_shown(monkeypatch):
    there = {"classroom/index.ipynb", "classroom/one.ipynb", "classroom/plan_teacher.ipynb"}
    monkeypatch.setattr(contents_page, "has_page", lambda page: page in there)
    row = {"group": "class", "seal": "一", "hue": "red"}
    rows = (
        row | {"id": "ask", "notebook": "one.ipynb"},
        row | {"id": "report", "notebook": "missing.ipynb"},
        row | {"id": "card", "notebook": "plan_teacher.ipynb", "student": "plan_student.ipynb"},
    )
    monkeypatch.setattr(contents_page, "contents_entries", lambda: rows)
    [group] = contents().data["groups"]
    assert [one["id"] for one in group["entries"]] == ["ask", "card"]
    assert not any(one["student"] for one in group["entries"])
    there.add("classroom/plan_student.ipynb")
    [group] = contents().data["groups"]
    assert Path(group["entries"][1]["student"]).name == "plan_student.ipynb"


def test_a_learner_of_a_class_has_the_pages_of_learners_alone(monkeypatch):
    monkeypatch.setenv("TEBIKI_IN_CLASS", "/class")
    shown = [one for group in contents().data["groups"] for one in group["entries"]]
    assert shown
    for one in shown:
        assert is_for_learners(one["href"].partition("/notebooks/")[2]), one
        assert not one["student"]


def test_of_a_plan_a_learner_has_the_students_page(monkeypatch):
    there = {"classroom/plans/tempo_teacher.ipynb", "classroom/plans/tempo_student.ipynb"}
    monkeypatch.setattr(contents_page, "has_page", lambda page: page in there and "teacher" not in page)
    row = {"id": "ask", "group": "class", "seal": "一", "hue": "red"}
    rows = (row | {"notebook": "plans/tempo_teacher.ipynb", "student": "plans/tempo_student.ipynb"},)
    monkeypatch.setattr(contents_page, "contents_entries", lambda: rows)
    [entry] = contents().data["groups"][0]["entries"]
    assert entry["href"].endswith("classroom/plans/tempo_student.ipynb")
    assert entry["student"] == ""
