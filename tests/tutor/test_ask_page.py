"""The teacher's page of "Ask the class": the questions available, and what is sent to the projector at which time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines.errors import DataError
from tests.refusals import refuse
from tutor.boards.presentation import playable_games
from tutor.classroom import ask_page, asking, questions
from tutor.classroom.ask_page import AskTheClass
from tutor.classroom.asking import CLOSED, LETTERS, OPEN, TOLD, WAITING, AskingState
from tutor.classroom.class_findings import asked_questions
from tutor.courses.loader import games_by_place
from tutor.matches.feedback import clause_entry

BLOCKED = "altaria/04_attacking/blocked/1"
WHERE = {"address": "192.168.1.7:8866/ask", "code": "KTM", "qr": "<svg/>"}


@pytest.fixture
def desk(tmp_path: Path) -> AskTheClass:
    return AskTheClass("en", tmp_path / "asking.journal", WHERE)


def do(desk: AskTheClass, name: str, **more: object) -> dict[str, Any]:
    assert desk.page.receive({"type": "command", "name": name, **more})
    return dict(desk.page.data)


def sent(desk: AskTheClass) -> str:
    """Return all data sent to the browser: the page and its board."""
    return json.dumps([desk.page.data, desk.page.bar, desk.stage.scene, desk.stage.coach, desk.stage.events])


def test_a_stop_answered_by_pointing_is_no_question() -> None:
    with pytest.raises(DataError, match="no question"):
        questions.pose_question("altaria/00_four_cores/your-core/0")


@pytest.mark.sample("*/01_*", one_in=8)
@pytest.mark.parametrize(
    "name", [one.id for game in games_by_place() for one in questions.question_chapters(game) if "/0" in one.id]
)
def test_every_lesson_has_questions_with_one_right_answer(name: str) -> None:
    found = questions.list_questions(name)
    assert found
    for one in found:
        is_one_question(one)


def is_one_question(one: questions.ListedQuestion) -> None:
    posed = questions.pose_question(one.id)
    asked = posed.question
    assert (asked.ask, asked.choices) == (one.ask, one.choices)
    assert len(set(asked.choices)) == len(asked.choices)
    assert asked.verdict(asked.right).right
    for letter in LETTERS[: len(asked.choices)]:
        frames = posed.played(letter)
        assert frames[0].scene["players"]
        assert all(frame.scene["moves"] == [] for frame in frames), letter


def test_reasons_come_with_clauses_of_the_game() -> None:
    [game] = {questions.pose_question(BLOCKED).lesson.game}
    for one in questions.list_questions("altaria/04_attacking"):
        for verdict in questions.pose_question(one.id).question.verdicts:
            for fact in verdict.facts:
                assert fact.text
                assert clause_entry(game, fact.clause)["text"]


def test_kept_questions_of_practice_can_be_asked() -> None:
    kept = questions.list_questions("altaria/practice")
    kinds = {one.id.split("/")[2] for one in kept}
    assert {"which", "predict", "spot"} <= kinds
    posed = questions.pose_question(next(one.id for one in kept if "/which/" in one.id))
    assert any(frame.clause for frame in posed.played("A"))


def test_the_line_against_the_rules_is_refused_on_the_board() -> None:
    posed = questions.pose_question(
        next(one.id for one in questions.list_questions("altaria/practice") if "/spot/" in one.id)
    )
    asked = posed.question
    begin, refused = posed.played(asked.right)
    assert asked.choices[LETTERS.index(asked.right)].endswith(begin.text)
    assert refused.clause == asked.verdict(asked.right).facts[0].clause
    assert "refused" in refused.scene["marks"].values()
    for letter in LETTERS[: len(asked.choices)]:
        if letter != asked.right:
            assert asked.verdict(letter).title == f"{letter} keeps the rules"
            assert all(frame.clause for frame in posed.played(letter)[1:])


@pytest.mark.parametrize(
    "id",
    ["", "altaria", "altaria/04_attacking/blocked/9", "altaria/04_attacking/two-cores/0", "nowhere/x/y/0", "a" * 10_000,
     "altaria/../../etc/passwd/0", "altaria/practice/which/nothing/1/0", "altaria/04_attacking/blocked/-1"],
)  # fmt: skip
def test_what_is_no_question_is_refused(id: str, desk: AskTheClass) -> None:
    with pytest.raises(DataError):
        questions.pose_question(id)
    assert do(desk, "ask", id=id)["notice"]
    assert desk.asking.stands == WAITING


def test_nothing_that_is_sent_tells_answers_or_what_is_right_before_it_is_closed(desk: AskTheClass) -> None:
    phones = AskingState(desk.asking.journal.path)
    do(desk, "ask", id=BLOCKED)
    before = sent(desk)
    for at in range(9):
        phones.answer(f"member {at}", 1, 1, "AAABBBBCD"[at])
    shown = do(desk, "tick")
    assert shown["stands"] == OPEN
    assert (shown["asked"]["answered"], shown["asked"]["there"]) == (9, 9)
    assert (shown["asked"]["counts"], shown["asked"]["told"]) == ([], None)
    for at in range(9):
        phones.answer(f"member {at}", 1, 1, "D")
    assert do(desk, "tick") == shown  # only other answers are sent, and nothing else
    do(desk, "cards", counts={"A": 3})
    question = questions.pose_question(BLOCKED).question
    for verdict in question.verdicts:
        for fact in verdict.facts:
            assert fact.text not in before
            assert fact.text not in sent(desk)


def test_closed_for_talking_it_tells_nothing_by_itself(desk: AskTheClass) -> None:
    phones = AskingState(desk.asking.journal.path)
    do(desk, "ask", id=BLOCKED)
    phones.answer("heron", 1, 1, "B")
    shown = do(desk, "close")
    assert (shown["stands"], shown["asked"]["counts"], shown["asked"]["told"]) == (CLOSED, [], None)
    assert do(desk, "counts")["asked"]["counts"] == [[0, 1, 0, 0]]
    assert do(desk, "counts")["asked"]["counts"] == []
    assert do(desk, "play", letter="A")["asked"]["told"] is None
    assert "told" not in phones.seen_by("heron")


def test_both_rounds_stand_side_by_side_when_the_engine_has_played(desk: AskTheClass) -> None:
    phones = AskingState(desk.asking.journal.path)
    do(desk, "ask", id=BLOCKED)
    phones.answer("heron", 1, 1, "B")
    do(desk, "close")
    assert do(desk, "again")["asked"]["round"] == 2
    phones.answer("heron", 1, 2, "A")
    do(desk, "cards", counts={"A": 2, "D": 1})
    shown = do(desk, "close_and_play")
    assert shown["stands"] == TOLD
    assert shown["asked"]["counts"] == [[0, 1, 0, 0], [3, 0, 0, 1]]
    told = shown["asked"]["told"]
    assert (told["right"], told["letter"], told["at"]) == ("A", "A", 0)
    assert told["facts"][0][1].startswith("ALT-")
    begin = desk.stage.scene
    end = do(desk, "seek", to=10_000)["asked"]["told"]
    assert end["at"] == end["end"] == told["end"] > 3
    assert end["clause"]
    assert desk.stage.scene["players"] != begin["players"]
    assert desk.stage.scene["moves"] == []
    assert do(desk, "play", letter="D")["asked"]["told"]["letter"] == "D"
    phones.refresh()
    assert phones.seen_by("heron")["told"]["right"] == "A"


def test_it_works_with_raised_cards_alone(tmp_path: Path) -> None:
    desk = AskTheClass("en", tmp_path / "asking.journal")
    do(desk, "ask", id=BLOCKED)
    for wrong in ({"A": -1}, {"E": 1}, {"A": "1"}, {"A": 1e9}):
        assert "0 to 999" in do(desk, "cards", counts=wrong)["notice"]
    shown = do(desk, "cards", counts={"A": 12, "B": 3})
    assert (shown["where"], shown["asked"]["answered"], shown["asked"]["there"]) == (None, 15, None)
    assert do(desk, "close_and_play")["asked"]["counts"] == [[12, 3, 0, 0]]


def test_the_page_that_is_opened_again_goes_on(desk: AskTheClass, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.asking.journal.path
    do(desk, "ask", id=BLOCKED)
    AskingState(path).answer("heron", 1, 1, "A")
    again = AskTheClass("en", path, WHERE)
    assert again.page.data["asked"]["answered"] == 1
    assert again.stage.scene["players"]
    assert do(again, "close_and_play")["asked"]["counts"] == [[1, 0, 0, 0]]
    told = AskTheClass("en", path, WHERE)
    assert told.page.data["asked"]["told"]["right"] == "A"
    monkeypatch.setattr(asking, "SAME_LESSON_SECONDS", -1)
    assert AskTheClass("en", path, WHERE).page.data["stands"] == WAITING  # from another day


def test_another_page_leads_to_its_question_when_the_last_one_has_been_played(desk: AskTheClass) -> None:
    path, wanted = desk.asking.journal.path, questions.list_questions("altaria/00_decks")[0].id
    assert wanted != BLOCKED
    do(desk, "ask", id=BLOCKED)
    assert AskTheClass("en", path, WHERE, wanted).page.data["stands"] == OPEN  # the open question is not interrupted
    do(desk, "close_and_play")
    assert AskTheClass("en", path, WHERE, BLOCKED).page.data["stands"] == TOLD  # opened again
    led = AskTheClass("en", path, WHERE, wanted).page.data
    assert led["stands"] == WAITING
    assert led["choose"]["ready"]["id"] == wanted
    assert wanted not in [one["id"] for one in led["choose"]["questions"]]


def test_hiding_the_count(desk: AskTheClass) -> None:
    do(desk, "ask", id=BLOCKED)
    desk.asking.answer("heron", 1, 1, "A")
    assert do(desk, "hide")["asked"]["answered"] is None
    assert do(desk, "hide")["asked"]["answered"] == 1


def test_strange_messages_change_nothing(desk: AskTheClass) -> None:
    do(desk, "ask", id=BLOCKED)
    before = do(desk, "tick")
    strange: tuple[tuple[str, dict[str, object]], ...] = (
        *(("seek", {"to": 3}), ("play", {"letter": "A"}), ("game", {"game": "x"}), ("again", {})),
    )
    for name, more in strange:
        assert do(desk, name, **more)["asked"] == before["asked"], name
    malformed: tuple[tuple[str, dict[str, object]], ...] = (
        *(("ask", {"id": 7}), ("cards", {"counts": [1]}), ("chapter", {"chapter": 3}), ("nothing", {})),
        *(("seek", {"to": True}), ("seek", {"to": float("nan")}), ("tick", {"more": 1}), ("ask", {})),
    )
    for name, more in malformed:
        assert f"message {name!r}" in refuse(desk.page, name, **more) or name == "nothing"
    assert do(desk, "tell")["asked"]["told"] is None
    do(desk, "other")
    first = questions.question_chapters(games_by_place()[0])[0]
    assert do(desk, "chapter", chapter="nowhere")["choose"]["chapter"] == first.id


def test_the_address_and_its_picture_are_of_the_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ask_page.CLASS_VARIABLE, raising=False)
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    assert ask_page.phone_invitation() is None
    assert ask_page.journal_path() == tmp_path / "asking.journal"
    monkeypatch.setenv(ask_page.CLASS_VARIABLE, str(tmp_path / "7b"))
    monkeypatch.setenv(ask_page.ADDRESS_VARIABLE, "http://192.168.1.7:8866")
    monkeypatch.setenv(ask_page.CODE_VARIABLE, "ktmrvx")
    assert ask_page.journal_path() == tmp_path / "7b" / "asking.journal"
    with monkeypatch.context() as learner:  # the learner's log is in the folder of the class
        learner.delenv(ask_page.CLASS_VARIABLE)
        learner.setenv("TEBIKI_HOME", str(tmp_path / "7b"))
        learner.setenv("TEBIKI_IN_CLASS", "1")
        assert tmp_path not in ask_page.journal_path().parents
    where = ask_page.phone_invitation()
    assert where is not None
    assert where["address"] == "192.168.1.7:8866/ask"
    assert where["qr"].startswith("<svg")


def test_a_closed_door_takes_the_code_off_the_projector(
    desk: AskTheClass, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ask_page.CLASS_VARIABLE, str(tmp_path))
    assert do(desk, "tick")["where"] == WHERE | {"open": True}
    (tmp_path / "present.json").write_text('{"here": 3, "open": false}', encoding="utf-8")
    assert do(desk, "tick")["where"] == {"address": WHERE["address"], "open": False}
    assert WHERE["code"] not in sent(desk)


def test_a_question_that_another_page_leads_to_is_ready_until_it_is_asked(tmp_path: Path) -> None:
    wanted = questions.list_questions("altaria/00_decks")[0].id
    desk = AskTheClass("en", tmp_path / "asking.journal", WHERE, wanted)
    assert desk.page.data["choose"]["ready"]["id"] == wanted
    do(desk, "ask", id=BLOCKED)  # another one of the list
    assert desk.page.data["notice"] == ""
    again = AskTheClass("en", tmp_path / "asking.journal", WHERE, wanted)
    assert "still up" in again.page.data["notice"]
    assert do(again, "other")["choose"]["ready"]["id"] == wanted
    assert do(again, "ask", id=wanted)["asked"]["id"] == wanted
    assert do(again, "other")["choose"]["ready"] is None


def test_games_are_offered_by_name(desk: AskTheClass) -> None:
    choose = desk.page.data["choose"]
    assert [one["id"] for one in choose["games"]] == [*games_by_place(), "plans"]
    assert set(playable_games()) <= set(games_by_place())


def test_without_a_right_answer_nothing_is_offered_as_right(desk: AskTheClass) -> None:
    assert do(desk, "ask_typed", ask="Ready?", choices=["yes", "no"])["asked"]["has_right"] is False
    assert do(desk, "ask_typed", ask="Ready?", choices=["yes", "no"], right="A")["asked"]["has_right"] is True
    assert do(desk, "ask", id=BLOCKED)["asked"]["has_right"] is True
    assert desk.page.words["show_counts"] == "What the class said"
    assert desk.page.words["show_answer"] == "What is right"


CORES = "altaria/04_attacking/blocked/0"
"""How many cores break?"""


def test_typed_numbers_become_a_histogram(desk: AskTheClass) -> None:
    desk.ask(CORES)
    desk.show()
    right = desk.posed.question.right  # type: ignore[union-attr]
    assert right == "0"
    for who, number in (("heron", "2"), ("otter", "2"), ("crane", "5"), ("stork", "0")):
        desk.asking.answer(who, 1, 1, number)
    asked = do(desk, "tick")["asked"]
    assert asked["numeric"]
    assert asked["choices"] == []
    assert asked["counts"] == []
    assert do(desk, "close")["asked"]["choices"] == []
    shown = do(desk, "counts")["asked"]
    assert shown["choices"] == ["0", "1", "2", "3", "4", "5"]
    told = do(desk, "tell")["asked"]
    assert told["choices"] == ["0", "1", "2", "3", "4", "5"]
    assert told["counts"] == [[1, 0, 2, 0, 0, 1]]
    assert (told["told"]["right"], told["told"]["letter"]) == ("0", "0")
    assert do(desk, "play", letter="5")["asked"]["told"]["letter"] == "5"
    assert do(desk, "play", letter="77")["asked"]["told"]["letter"] == "5"  # it was not typed


def test_far_numbers_leave_gaps_out(desk: AskTheClass) -> None:
    desk.ask(CORES)
    for who, number in (("heron", "2"), ("otter", "999")):
        desk.asking.answer(who, 1, 1, number)
    do(desk, "close")
    assert do(desk, "tell")["asked"]["choices"] == ["0", "2", "999"]


def test_without_phones_a_number_is_chosen(tmp_path: Path) -> None:
    desk = AskTheClass("en", tmp_path / "asking.journal")
    desk.ask(CORES)
    desk.show()
    assert not desk.page.data["asked"]["numeric"]
    assert len(desk.page.data["asked"]["choices"]) > 1


def test_a_numeric_question_goes_on_and_is_in_the_report(desk: AskTheClass, tmp_path: Path) -> None:
    desk.ask(CORES)
    for who, number in (("heron", "2"), ("otter", "0")):
        desk.asking.answer(who, 1, 1, number)
    again = AskTheClass("en", tmp_path / "asking.journal", WHERE)
    assert again.page.data["asked"]["numeric"]
    do(again, "close")
    assert [(one["text"], one["count"], one["right"]) for one in asked_questions(tmp_path)[0]["answers"]] == [
        ("0", 1, None),
        ("2", 1, None),
    ]
    do(again, "tell")
    assert [one["right"] for one in asked_questions(tmp_path)[0]["answers"]] == [True, False]
