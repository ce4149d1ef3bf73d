"""Puzzles across games: the engines agree with the texts, and every path through the page leads to the principle."""

import re

import pytest

import engines
from engines.errors import DataError
from tutor import progress
from tutor.compare import transfer
from tutor.compare.transfer_page import LESSON_NAME
from tutor.compare.transfer_page import transfer as page_of_transfer

PUZZLES = transfer.load_transfer_puzzles()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


def test_there_are_enough_and_every_game_takes_part():
    assert len(PUZZLES) >= 25
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert {puzzle.there.game for puzzle in PUZZLES} == set(engines.names())
    works = sum(transfer.try_side(puzzle.there).works for puzzle in PUZZLES)
    assert len(PUZZLES) / 3 < works < 2 * len(PUZZLES) / 3  # guessing does not pay


@every_puzzle
def test_the_engine_answers_and_names_the_clauses(puzzle):
    assert puzzle.here.game != puzzle.there.game
    for side in (puzzle.here, puzzle.there):
        found, book = transfer.try_side(side), engines.load(side.game).rulebook
        assert found.clauses
        assert all(clause in book.clauses or clause in book.rulings for clause in found.clauses)
        assert found.works == bool(side.because)


@every_puzzle
def test_the_other_answers_are_wrong_and_of_the_right_book(puzzle):
    found, book = transfer.try_side(puzzle.there), engines.load(puzzle.there.game).rulebook
    assert len(puzzle.doubts) >= 2
    assert not set(puzzle.doubts) & set(found.clauses)
    assert all(clause in book.clauses or clause in book.rulings for clause in puzzle.doubts)
    assert len({puzzle.alike, *puzzle.unlike}) == 1 + len(puzzle.unlike) >= 3


@every_puzzle
def test_texts_are_short(puzzle):
    for text in (puzzle.alike, *puzzle.unlike):
        assert len(text) <= 80
        assert not text.endswith(".")
    assert puzzle.ask.endswith("?")
    assert puzzle.principle.endswith(".")
    assert len(puzzle.principle) <= 140


@every_puzzle
def test_both_boards_can_be_shown(puzzle):
    for side in (puzzle.here, puzzle.there):
        before, after = transfer.demonstrate_side(side, tried=False), transfer.demonstrate_side(side, tried=True)
        assert len(before.frames) <= len(after.frames)
        refused = [frame for frame in after.frames if frame.refusal]
        assert bool(refused) != transfer.try_side(side).works


def test_nonsense_is_named(monkeypatch):
    row = {"game": "altaria", "scenario": "The last core", "try": "pass"}
    with pytest.raises(DataError, match="no scenario"):
        transfer._side({**row, "scenario": "Tea time"}, "x")
    with pytest.raises(DataError, match="wings"):
        transfer._side({**row, "wings": 2}, "x")


# The page.


def command(page, name, **more):
    assert page.receive({"type": "command", "name": name, **more})


def test_a_puzzle_from_its_beginning_to_the_principle():
    page = page_of_transfer("fresh-sw")
    assert page.data["asked"] == "alike"
    assert page.data["side"] == "here"
    assert "refused" in page.data["sides"]["here"]["verdict"]
    wrong = next(one["id"] for one in page.data["options"] if one["id"] != "0")
    command(page, "pick", id=wrong)
    assert page.data["note"]
    assert next(one for one in page.data["options"] if one["id"] == wrong)["wrong"]
    command(page, "pick", id="0")
    assert (page.data["asked"], page.data["side"]) == ("ask", "there")
    assert page.data["alike"]
    assert len(page.data["options"]) == 3
    command(page, "pick", id="works")
    told = page.data["told"]
    assert told["right"]
    assert [rule["game"]["id"] for rule in told["rules"]] == ["altaria", "star_wars"]
    assert [one["id"] for rule in told["rules"] for one in rule["clauses"]] == ["ALT-4.5", "SW-4.4"]
    assert told["principle"]
    assert page.data["dots"][0]["done"]
    command(page, "pick", id="SW-4.3")  # too late
    assert page.data["picked"] == "works"


def test_a_wrong_answer_is_explained_and_kept():
    page = page_of_transfer("fresh-dgm")
    command(page, "pick", id="0")
    command(page, "pick", id="works")
    assert not page.data["told"]["right"]
    assert page.data["right"] == ["DGM-9.1"]
    assert not any(dot["done"] for dot in page.data["dots"])
    command(page, "again")
    command(page, "pick", id="0")
    command(page, "pick", id="DGM-9.2")
    assert "another rule" in page.data["told"]["title"]
    kept = progress.read_log(progress.learner_id()).events
    assert [(event.lesson, event.step, event.verdict) for event in kept] == [(LESSON_NAME, "fresh-dgm", "wrong")] * 2


def test_what_is_solved_is_remembered():
    page = page_of_transfer("fresh-sw")
    command(page, "pick", id="0")
    command(page, "pick", id="works")
    again = page_of_transfer()
    assert again.data["dots"][0]["done"]
    assert again.data["dots"][1]["on"]


def test_both_boards_can_be_looked_at_any_time():
    page = page_of_transfer("fresh-sw")
    boards = []
    for side in ("here", "there", "here"):
        command(page, "side", id=side)
        assert page.data["side"] == side
        boards.append(page.child.scene)
    assert boards[0]["zones"] != boards[1]["zones"] if "zones" in boards[0] else boards[0] != boards[1]


def test_next_goes_round():
    page = page_of_transfer(PUZZLES[-1].id)
    command(page, "next")
    assert page.data["dots"][0]["on"]
    command(page, "puzzle", id="no such")
    assert page.data["dots"][0]["on"]


@every_puzzle
def test_every_puzzle_can_be_solved_on_the_page(puzzle):
    page = page_of_transfer(puzzle.id)
    command(page, "pick", id="0")
    found = transfer.try_side(puzzle.there)
    right = "works" if found.works else found.clauses[0]
    assert right in [one["id"] for one in page.data["options"]]
    for one in page.data["options"][1:]:
        assert len(one["more"].split()) > 4, "a title alone is no reason"
        assert not re.search(r"\([^)]*[A-Z]+-\d", one["more"])
    command(page, "pick", id=right)
    assert page.data["told"]["right"]


def test_puzzles_go_on_where_progress_cannot_be_kept(tmp_path, monkeypatch):
    blocked = tmp_path / "a file where the folder should be"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    page = page_of_transfer("fresh-sw")
    command(page, "pick", id="0")
    command(page, "pick", id="works")
    assert page.data["told"]["right"]
    assert "progress is not saved" in page.data["notice"]
    assert str(blocked) in page.data["notice"]
