"""The refutation of a puzzle's tempting move: its film on the board, and one sentence with a clause from the engine."""

from __future__ import annotations

import json
import re

import pytest

import engines
from engines.search.solver import open_chance
from tutor.lessons import checks
from tutor.puzzles import store
from tutor.puzzles.documents import place_document
from tutor.puzzles.proving import solver_of, state_after
from tutor.puzzles.puzzle import lesson_of_puzzles
from tutor.puzzles.solving import solve_session
from tutor.puzzles.targets import target_of

EACH = 40
"""One puzzle in this many is refuted here."""


def open_puzzle(puzzle, heard=None):
    """Return a puzzle as the page opens it."""
    lesson = lesson_of_puzzles(puzzle.game, [puzzle])
    listener = None if heard is None else lambda verdict, facts: heard.append(verdict)
    return solve_session(lesson, lesson.steps[0], listener, tempting=puzzle.tempting)


def certain_puzzle(game="altaria"):
    """Return a puzzle whose tempting move is a single action without picks."""
    return next(one for one in store.load_puzzles(game) if not one.chance and one.tempting.startswith("summon"))


def try_move(run, text):
    """Make a first move, including its picks."""
    state = run.table.state
    run.act(next(at for at, move in enumerate(run.table.moves()) if state.text(move.actions[0]) == text))
    while not run.lost and run._picks():
        run.act(0)


@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_what_tempts_is_refuted_with_a_clause_of_the_game(game):
    book = engines.load(game).rulebook
    for puzzle in store.load_puzzles(game)[::EACH]:
        found = open_puzzle(puzzle).refute(puzzle.tempting)
        assert found is not None, puzzle.id
        assert found.fact["fact"].endswith("."), puzzle.id
        assert found.fact["clause"] in {*book.clauses, *book.rulings}, puzzle.id
        if puzzle.chance:
            assert list(found.reel) == []
            assert puzzle.chance in found.fact["fact"]
        else:
            assert found.reel, puzzle.id


@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_a_film_follows_the_proof_and_shows_no_card_that_the_puzzle_hides(game):
    """A card that is not in the position is shown only once an event has named it."""
    rules = engines.load(game)
    for puzzle in [one for one in store.load_puzzles(game) if not one.chance][::EACH]:
        state, target = place_document(rules, dict(puzzle.position)), target_of(puzzle)
        action = next(one for one in state.actions if state.text(one) == puzzle.tempting)
        assert not solver_of(target, state).holds(state_after(state, action)), puzzle.id
        run = open_puzzle(puzzle)
        found = run.refute(puzzle.tempting)
        assert found.first.canonical_key() == open_chance(state).canonical_key()
        told = json.dumps(puzzle.position, ensure_ascii=False)
        run.refutation = found
        run.watch(True)
        for at in range(len(found.reel) + 1):
            run.seek(at)
            told += "".join(line["text"] for line in run.events()[0][at - 1 : at]) if at else ""
            for face in re.findall(r'"face": "([^"]+)"', json.dumps(run.scene()["players"], ensure_ascii=False)):
                assert face not in rules.by_name or face in told, (puzzle.id, at, face)


def test_a_puzzle_that_is_solved_says_why_what_tempts_fails_and_shows_it():
    puzzle, heard = certain_puzzle(), []
    run = open_puzzle(puzzle, heard)
    checks.follow_hints(run)
    assert run.done
    told = run.feedback["facts"][-1]
    assert told["head"].startswith("Why not “Summon ")
    assert told["clause"]
    solved = run.stage()
    assert "refute" in [control["name"] for control in solved["coach"]["controls"]]
    assert solved["panel"] == {}
    run.command("refute", {})
    film = run.stage()
    assert film["panel"]["at"] == 0
    assert film["panel"]["end"] == len(run.refutation.reel) > 1
    assert film["panel"]["title"] == told["head"]
    assert film["coach"]["feedback"]["facts"] == [run.refutation.fact]
    run.seek(film["panel"]["end"])
    last = run.stage()
    assert last["scene"]["now"] == run.table.narrate(run.refutation.reel[-1].event)
    assert last["scene"]["moves"] == []
    run.command("refute", {})
    assert run.stage()["scene"]["players"] == solved["scene"]["players"]
    assert heard == ["right"]


def test_undo_while_a_refutation_is_watched_goes_back_to_the_solution():
    run = open_puzzle(certain_puzzle())
    checks.follow_hints(run)
    before = run.stage()["scene"]["players"]
    run.command("refute", {})
    run.command("undo", {})
    assert not run.watching
    assert run.stage()["scene"]["players"] == before


def test_a_try_that_failed_is_a_film_from_its_beginning_with_one_sentence():
    puzzle = certain_puzzle()
    run = open_puzzle(puzzle)
    try_move(run, puzzle.tempting)
    assert run.lost
    drawn = run.stage()
    assert drawn["panel"]["at"] == 0
    assert len(drawn["coach"]["feedback"]["facts"]) == 1
    assert [control["name"] for control in drawn["coach"]["controls"] if control["primary"]] == []
    run.seek(drawn["panel"]["end"])
    assert [control["name"] for control in run.stage()["coach"]["controls"] if control["primary"]] == ["undo"]


def test_a_try_that_failed_does_not_name_the_solution():
    for puzzle in store.load_puzzles("altaria")[::EACH]:
        run = open_puzzle(puzzle)
        try_move(run, puzzle.tempting)
        assert run.lost
        assert "no longer possible" not in run.feedback["facts"][0]["fact"], puzzle.id


def test_the_wrong_move_of_the_learner_is_refuted_where_nothing_else_tempts():
    puzzle = certain_puzzle()
    run = open_puzzle(puzzle)
    run.tempting = ""
    try_move(run, puzzle.tempting)
    run.undo()
    checks.follow_hints(run)
    assert run.refutation is not None
    assert run.refutation.move.startswith("Summon ")


def test_what_is_not_proved_to_fail_is_not_refuted():
    puzzle = certain_puzzle()
    run = open_puzzle(puzzle)
    assert run.refute(puzzle.first) is None
    assert run.refute("no such move") is None
    run.tempting = puzzle.first
    checks.follow_hints(run)
    assert run.refutation is None
    assert "refute" not in [control["name"] for control in run.stage()["coach"]["controls"]]
