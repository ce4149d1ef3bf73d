"""Questions for a class without a board: predictions of lesson plans, and typed ones."""

import pytest

from engines.errors import DataError
from tutor.classroom import plain_questions
from tutor.classroom.ask_page import AskTheClass
from tutor.classroom.asking import LETTERS, AskingError, AskingState
from tutor.classroom.lesson_plans import list_plans, read_plan
from tutor.classroom.predictions import find_outcome
from tutor.text import format_message


def test_every_prediction_of_every_plan_can_be_asked():
    for chapter, plan in zip(plain_questions.plan_chapters(), list_plans(), strict=True):
        listed = plain_questions.plan_questions(chapter.id)
        assert [one.id for one in listed] == [f"plans/{plan.name}/{row['id']}" for row in plan.rows("predict")]
        assert all(2 <= len(one.choices) <= len(LETTERS) for one in listed)


def test_a_prediction_with_two_right_answers_has_both():
    row = read_plan("resources").rows("predict")[0]
    question = plain_questions.pose_prediction("plans/resources/free").question
    found = find_outcome(row)
    right = [option.id in found.right for option in found.options]
    assert sum(right) == 2
    assert question.right == "".join(letter for letter, one in zip(LETTERS, right, strict=False) if one)
    assert question.told()["right"] == question.right
    assert "Kingdom Hearts" in str(question.verdict(question.right[0]).facts)


@pytest.mark.parametrize("id", ["plans", "plans/resources", "plans/resources/none", "plans/../resources/free", "x"])
def test_an_unknown_prediction_is_refused(id):
    with pytest.raises(DataError):
        plain_questions.pose_prediction(id)


def test_a_typed_question_has_a_text_and_two_to_four_answers():
    question = plain_questions.pose_typed(" Who  begins? ", ["Fox", "", "Owl", " "], "C").question
    assert (question.ask, question.choices, question.right) == ("Who begins?", ("Fox", "Owl"), "B")
    assert plain_questions.pose_typed("Who?", ["Fox", "Owl"]).question.right == ""
    for ask, choices in (("", ["Fox", "Owl"]), ("Who?", ["Fox", " "])):
        with pytest.raises(DataError):
            plain_questions.pose_typed(ask, choices)


def test_a_plan_s_question_is_asked_closed_and_told_without_a_board(tmp_path):
    page = AskTheClass("en", tmp_path / "asking.journal")
    page._choose_game("plans")
    assert page._choose()["chapters"][0]["id"] == "plans/resources"
    page.ask("plans/resources/free")
    page.show()
    asked = page.page.data["asked"]
    assert asked["plain"]
    assert len(asked["choices"]) == 5
    phone = AskingState(tmp_path / "asking.journal")
    phone.answer("fox", 1, 1, "E")
    assert "told" not in phone.seen_by("fox")
    page._close_and_play()
    page.show()
    assert page.page.data["asked"]["told"]["facts"]
    assert page.page.data["asked"]["counts"] == [[0, 0, 0, 0, 1]]
    phone.refresh()
    assert "E" in phone.seen_by("fox")["told"]["right"]


def test_a_typed_question_is_taken_up_again_without_a_right_answer(tmp_path):
    page = AskTheClass("en", tmp_path / "asking.journal")
    page.ask_typed("Who?", ["Fox", "Owl", "", ""], "B")
    again = AskTheClass("en", tmp_path / "asking.journal")
    assert again.page.data["asked"]["ask"] == "Who?"
    assert again.page.data["notice"] == format_message("ask.right_unknown", "en")
    again._close_and_play()
    again.show()
    assert again.page.data["asked"]["told"]["right"] == ""
    assert again.page.data["notice"] == ""


def test_a_typed_question_that_was_told_is_taken_up_with_its_right_answer(tmp_path):
    page = AskTheClass("en", tmp_path / "asking.journal")
    page.ask_typed("Who?", ["Fox", "", "Owl", ""], "C")
    page._close_and_play()
    again = AskTheClass("en", tmp_path / "asking.journal")
    assert again.page.data["asked"]["told"]["right"] == "B"
    assert again.page.data["notice"] == ""


def test_one_page_does_not_tell_the_typed_question_of_another(tmp_path):
    one = AskTheClass("en", tmp_path / "asking.journal")
    one.ask_typed("Who?", ["Fox", "Owl"], "A")
    other = AskTheClass("en", tmp_path / "asking.journal")
    other.ask_typed("When?", ["Now", "Later"], "B")
    other._close()
    with pytest.raises(AskingError):
        one.tell()
    one.show()
    assert one.page.data["asked"] is None
    assert one.page.data["notice"] == ""
    opened = AskTheClass("en", tmp_path / "asking.journal")
    other.tell()
    for page in (other, opened):
        page.show()
        assert page.page.data["asked"]["told"]["right"] == "B"
        assert page.page.data["notice"] == ""


def test_what_was_typed_is_cut_and_can_always_be_kept(tmp_path):
    page = AskTheClass("en", tmp_path / "asking.journal")
    page.ask_typed("Who \ud83d? " + "\x00" * 500_000, ["Fox \ud83d", "Owl"], "A")
    page.show()
    assert page.page.data["asked"]["ask"].startswith("Who ?? ")
    assert page.page.data["asked"]["choices"] == ["Fox ?", "Owl"]
