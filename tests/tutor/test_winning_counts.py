"""A win of the learner's reaches every goal, and no stored puzzle asks for less if a win can be forced."""

import pytest

import engines
from tests.tiers import number_of
from tutor.lessons import goals, loader
from tutor.lessons.session import LEARNER
from tutor.puzzles import store
from tutor.puzzles.documents import place_document
from tutor.puzzles.proving import can_force_win, is_nearly_best, solver_of, state_after
from tutor.puzzles.targets import target_of

LOTS = 25


def step_with(puzzle, condition):
    """Return a step with the position of a puzzle and another goal, judged at the end of the turn."""
    entries = {"id": "x", "kind": "solve", "title": "x", "text": "x", "goal": "x", "when": "turn over"}
    row = {**entries, "success": [condition], "position": dict(puzzle.position)}
    return loader.lesson_of({"game": puzzle.game, "title": "x", "step": [row]}, loader.FOLDER / "x.toml").steps[0]


def certain_wins(game):
    """Return a game's puzzles in which the goal is a certain win."""
    won = [puzzle for puzzle in store.load_puzzles(game) if set(puzzle.success) <= {goals.WIN, goals.WIN_FIRST}]
    return [puzzle for puzzle in won if not puzzle.chance]


@pytest.mark.parametrize("condition", ["not over", "you.hand >= 99"])
@pytest.mark.parametrize("game", [name for name in store.games_with_puzzles() if certain_wins(name)])
def test_a_win_reaches_every_goal(game, condition):
    for puzzle in certain_wins(game)[:5]:
        start = place_document(engines.load(game), dict(puzzle.position))
        goal, here = goals.goal_of(step_with(puzzle, condition), start, LEARNER), start
        assert goal(start) is None
        for _, action in solver_of(target_of(puzzle), start).winning_line(start):
            here = state_after(here, action)
        assert here.result is not None
        assert here.result.winner == LEARNER
        assert goal(here) is True, puzzle.id


def test_most_games_have_puzzles_that_are_certain_wins():
    assert sum(bool(certain_wins(name)) for name in store.games_with_puzzles()) >= 4


@pytest.mark.sample("*-0")
@pytest.mark.parametrize("lot", range(LOTS))
@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_no_kept_puzzle_calls_a_forced_win_wrong(game, lot):
    for puzzle in store.load_puzzles(game):
        if number_of(puzzle.id) % LOTS != lot:
            continue
        target, state = target_of(puzzle), place_document(engines.load(game), dict(puzzle.position))
        assert not can_force_win(target, state), f"{puzzle.id}: {puzzle.goal} A win can be forced."
        solver = solver_of(target, state)
        reaching = [action for action in state.actions if is_nearly_best(solver, state_after(state, action))]
        assert puzzle.first in {state.text(action) for action in reaching}, puzzle.id
        assert len({state_after(state, action).canonical_key() for action in reaching}) == 1, puzzle.id
