"""The handout: a few questions on one sheet, with events and boards of every game at the same moments."""

import pytest

from tutor.compare import mechanics
from tutor.compare.handout import BOARD_MOMENTS, MOST_LINES, MOST_ROWS, build_handout
from tutor.compare.mechanics_page import mechanics as page_of_mechanics
from tutor.text import format_message, load_catalogue

QUESTIONS = {question.id: question for question in mechanics.load_questions()}
NAMES = mechanics.answered_games()


def sheet(*ids):
    return build_handout([QUESTIONS[id] for id in ids], "en")


def test_a_single_question_shows_its_boards_before_and_after_in_every_game():
    [question] = sheet("equal")
    assert [column["game"]["id"] for column in question["columns"]] == NAMES
    for column in question["columns"]:
        answer = QUESTIONS["equal"].answers[column["game"]["id"]]
        assert (column["text"], column["clause"]["id"]) == (answer.text, answer.clauses[0])
        assert column["before"]
        assert column["after"]
        assert column["before"] != column["after"]
        assert 0 < len(column["lines"]) <= MOST_LINES[1]
        assert {line["clause"] for line in column["lines"]} & set(answer.clauses)


@pytest.mark.slow
def test_more_questions_leave_room_for_fewer_boards_and_no_sheet_has_a_fourth():
    for many in (2, 3):
        shown = sheet(*list(QUESTIONS)[10 : 10 + many])
        for column in (column for question in shown for column in question["columns"]):
            assert {moment for moment in ("before", "after") if column[moment]} <= set(BOARD_MOMENTS[many])
    assert len(sheet("damage", "equal", "win", "target")) == MOST_ROWS
    assert build_handout([], "en") == []


def test_a_japanese_sheet_asks_in_japanese_and_says_that_answers_are_english(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "lang=ja&handout=equal")
    page = page_of_mechanics()
    [question] = page.data["handout"]
    assert question["text"] == format_message("question.equal", "ja") != QUESTIONS["equal"].text
    assert question["columns"][0]["text"] == QUESTIONS["equal"].answers[NAMES[0]].text
    assert "英語" in page.words["hand_foot"]
    for one in mechanics.load_questions(NAMES[:1], "ja"):
        assert one.text != QUESTIONS[one.id].text
        assert one.text.endswith("。")
    assert {key for key in load_catalogue("en") if key.startswith("question.")} == {
        f"question.{id}" for id in QUESTIONS
    }


def test_a_question_about_decks_has_what_the_deck_rules_say():
    for column in sheet("deck_size")[0]["columns"]:
        assert column["after"] == ""
        assert "cards" in column["lines"][0]["text"]


def test_a_board_does_not_tell_what_the_rival_holds():
    chaos = next(one for one in sheet("off_turn")[0]["columns"] if one["game"]["id"] == "chaos")
    assert "Rallying Horn" not in chaos["before"]
    assert "Rallying Horn" in " ".join(line["text"] for line in chaos["lines"])


def test_the_page_hands_out_what_is_chosen_and_what_the_address_names(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    page = page_of_mechanics()
    assert page.data["handout"] == []
    page.receive({"type": "command", "name": "handout", "rows": ["win", "chess", "equal", "win"]})
    assert [one["id"] for one in page.data["handout"]] == ["win", "equal"]
    page.receive({"type": "command", "name": "handout", "rows": "win"})
    assert len(page.data["handout"]) == 2
    page.receive({"type": "command", "name": "handout", "rows": []})
    assert page.data["handout"] == []
    monkeypatch.setenv("QUERY_STRING", "handout=damage,chess")
    assert [one["id"] for one in page_of_mechanics().data["handout"]] == ["damage"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_class_does_with_the_sheet_takes_ten_minutes(language):
    tasks = ("hand_guess", "hand_read", "hand_choose_one")
    assert sum(int(format_message(f"mechanics.{task}_time", language).split()[0]) for task in tasks) == 10
    assert all(len(format_message(f"mechanics.{task}", language)) < 60 for task in tasks), "three stand in a line"
