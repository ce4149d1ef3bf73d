"""Games and measurements of the classroom's pages are there again when a page is opened anew."""

import pytest

from tutor import progress
from tutor.classroom.card_page import card
from tutor.classroom.own_page import own_game
from tutor.classroom.plan_page import open_plan
from tutor.embed.board import open_board


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setenv("TEBIKI_LEARNER", "Quiet Fox")
    return tmp_path


def make_moves(stage, count):
    """Make the first offered move of a board, `count` times."""
    for _ in range(count):
        scene = stage.scene
        stage.receive({"type": "move", "id": 0, "stamp": scene["stamp"]})
        if scene["stamp"] == stage.scene["stamp"]:
            raise AssertionError(stage.coach)


def lines_of(stage):
    return [line["text"] for line in stage.events if "text" in line]


@pytest.mark.parametrize(("plan", "number"), [("chance_and_skill", 0), ("chance_and_skill", 1), ("catch_up", 1)])
def test_a_game_of_a_plan_goes_on_where_it_was_left(plan, number):
    board = open_plan(plan).play(number)
    assert not board.coach["playing"]
    make_moves(board, 3)
    again = open_plan(plan).play(number)
    assert lines_of(again) == lines_of(board)
    assert again.coach["playing"]
    assert "continues" in again.coach["feedback"]["title"] or again.coach["feedback"]["say"]
    make_moves(again, 1)
    assert len(lines_of(open_plan(plan).play(number))) >= len(lines_of(board))
    other = open_plan(plan).play(1 - number)
    assert not other.coach["playing"]


def test_what_was_taken_back_or_begun_again_is_not_kept(home):
    board = open_board("lanterns", bot="beginner", place="here")
    make_moves(board, 2)
    board.receive({"type": "command", "name": "undo", "stamp": board.scene["stamp"]})
    again = open_board("lanterns", bot="beginner", place="here")
    assert lines_of(again) == lines_of(board)
    again.receive({"type": "command", "name": "again", "stamp": again.scene["stamp"]})
    assert not open_board("lanterns", bot="beginner", place="here").coach["playing"]
    assert list(home.glob("*.jsonl")) == []  # it is no practice: the report knows nothing of it


def test_each_learner_has_games_apart_and_a_spoiled_file_is_a_new_game(home, monkeypatch):
    make_moves(open_board("lanterns", place="here"), 2)
    [file] = home.glob("*.here.json")
    assert file.name.startswith(progress.learner_id())
    monkeypatch.setenv("TEBIKI_LEARNER", "Wise Owl")
    assert not open_board("lanterns", place="here").coach["playing"]
    monkeypatch.setenv("TEBIKI_LEARNER", "Quiet Fox")
    whole = file.read_text()
    for spoiled in (
        "[]",
        "{",
        whole.replace('"move"', '"hand"'),
        whole.replace('"rows": [[', '"rows": [["move", "99"], ['),
    ):
        file.write_text(spoiled)
        board = open_board("lanterns", place="here")
        assert not board.coach["playing"]
        make_moves(board, 1)


def test_a_game_with_a_design_is_there_again_until_the_learner_goes_back():
    page = own_game()
    page.page.receive({"type": "command", "name": "play", "bot": "beginner"})
    make_moves(page.games.board.stage, 2)
    again = own_game()
    assert again.children == (again.games.board.stage,)
    assert lines_of(again.games.board.stage) == lines_of(page.games.board.stage)
    stage = again.games.board.stage
    stage.receive({"type": "command", "name": "new", "stamp": stage.scene["stamp"]})
    assert own_game().games.board is None


def test_a_game_with_another_design_is_not_shown():
    page = own_game()
    page.page.receive({"type": "command", "name": "number", "id": page.page.data["numbers"][0]["id"], "value": 4})
    page.page.receive({"type": "command", "name": "play", "bot": "beginner"})
    make_moves(page.games.board.stage, 1)
    again = own_game()
    assert again.games.board is None
    again.page.receive({"type": "command", "name": "open", "text": page.design.text(), "kept": True})
    assert lines_of(again.games.board.stage) == lines_of(page.games.board.stage)


def test_a_measurement_is_shown_again_for_the_same_design_alone():
    page = own_game()
    measurement = page.measurement
    kept = measurement.shown(True) | {"rows": [{"id": "turns"}]}
    measurement.kept.keep(measurement._identity(), kept)
    assert own_game().page.data["measure"]["rows"] == [{"id": "turns"}]
    other = own_game()
    other.page.receive({"type": "command", "name": "number", "id": other.page.data["numbers"][0]["id"], "value": 4})
    assert other.page.data["measure"]["rows"] == []


def test_the_measurement_of_a_card_is_shown_again_for_the_same_card_alone():
    page = card("altaria")
    page.kept.keep(page._measured_of(), page._measured() | {"rows": [{"id": "with"}]})
    again = card("altaria")
    assert again.page.data["measure"]["rows"] == [{"id": "with"}]
    again.page.receive({"type": "command", "name": "put", "at": "name", "value": "Another"})
    assert again.page.data["measure"]["rows"] == []
