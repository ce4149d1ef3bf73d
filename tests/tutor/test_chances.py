"""The exact chances beside the board of a lesson step."""

import copy

import pytest

from engines.book.rulebook import read_toml
from engines.errors import DataError
from tutor.lessons.checks import check_step
from tutor.lessons.loader import find_lesson, lesson_of, read_lesson
from tutor.lessons.page import open_session
from tutor.text import format_message

PATH = find_lesson("star_wars/04_battles")


def rows(run):
    about = run.stage()["coach"]["about"]
    return about and {row["label"]: row["text"] for row in about["rows"]}


def test_a_worked_example_shows_its_chances_from_the_first():
    lesson = read_lesson(PATH)
    found = rows(open_session(lesson, lesson.step("half-of-the-dice")))
    assert [*found.values()] == ["7/8, about 88 in 100", "1/2, 50 in 100", "1/8, about 13 in 100"]


def test_a_card_in_hand_is_played_where_it_helps():
    lesson = read_lesson(PATH)
    found = rows(open_session(lesson, lesson.step("one-more-die")))
    assert [text.split(",")[0] for text in found.values()] == ["7/8", "15/16", "1/2", "11/16", "1/8", "5/16"]


def test_a_question_shows_them_only_when_it_is_answered():
    lesson = read_lesson(PATH)
    run = open_session(lesson, lesson.step("say-how-likely"))
    assert rows(run) is None
    for number, part in enumerate(run.step.get("parts")):
        run.answered({**run.picks, str(number): run.truth(part["of"])})
    run.check()
    assert [text.split(",")[0] for text in rows(run).values()] == ["1/4", "3/4"]  # the second with a change


def test_a_wrong_chance_is_told_the_right_one_and_not_what_one_roll_brought():
    lesson = read_lesson(PATH)
    run = open_session(lesson, lesson.step("say-how-likely"))
    run.answered({"0": "3/4", "1": "1/4"})
    run.check()
    assert [fact["fact"] for fact in run.feedback["facts"]] == [
        "The Darter is destroyed: 1/4, 25 in 100, counted over every roll."
    ]


def test_of_two_chances_it_is_said_how_many_are_right():
    lesson = read_lesson(find_lesson("star_wars/puzzles"))
    run = open_session(lesson, lesson.step("four-dice"))
    run.answered({"0": "15/16", "1": "1/8"})
    run.check()
    assert run.feedback["title"] == format_message("lesson.predict.chance.some", "en", right=1, count=2)


def test_a_row_that_cannot_be_counted_is_a_mistake_of_the_file():
    data = copy.deepcopy(read_toml(PATH))
    step = next(row for row in data["step"] if row["id"] == "half-of-the-dice")
    step["chances"][0]["of"] = "the moon is full"
    lesson = lesson_of(data, PATH)
    with pytest.raises(DataError):
        check_step(lesson, lesson.step("half-of-the-dice"))
