"""Which mined puzzles are kept: faults, shapes, ideas and their names, levels."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path

import pytest

import engines
from tests.tiers import number_of
from tutor.boards.presentation import load_look
from tutor.puzzles import faults, measuring, selecting, store, targets
from tutor.puzzles.ideas import idea_of, name_idea, shape_of_solution
from tutor.puzzles.proving import count_tempted, find_evidence
from tutor.puzzles.puzzle import LEVELS
from tutor.puzzles.targets import goals_of, target_of

GAMES = store.games_with_puzzles()
EACH = 12
"""One puzzle in this many is measured again."""


def proved(puzzle):
    """Return the evidence for a stored puzzle."""
    return evidence_for(puzzle.game, puzzle.id)


@cache
def evidence_for(game, id):
    """Return the evidence for the stored puzzle with an id, found once for all tests."""
    [puzzle] = [one for one in store.load_puzzles(game) if one.id == id]
    return find_evidence(engines.load(game), target_of(puzzle))


def sample_of(game):
    """Return some puzzles of a game, selected by their ids."""
    return [one for one in store.load_puzzles(game) if number_of(one.id) % EACH == 0]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_of_a_game_are_alike(game):
    puzzles = store.load_puzzles(game)
    assert 15 <= len(puzzles) <= selecting.MOST_KEPT
    shapes = [selecting.shape_of_puzzle(puzzle) for puzzle in puzzles]
    turning = [(shape, puzzle.decides) for shape, puzzle in zip(shapes, puzzles, strict=True)]
    assert len(set(turning)) == len(turning)
    assert max(Counter(shapes).values()) <= selecting.MOST_OF_SHAPE
    assert max(Counter(map(idea_of, puzzles)).values()) <= selecting.MOST_OF_IDEA
    turns = Counter(puzzle.decides for puzzle in puzzles)
    assert max(turns.values()) <= max(selecting.ALWAYS_ON_CLAUSE, selecting.CLAUSE_SHARE * len(puzzles))
    assert sum(one.looks_best for one in puzzles) <= ceil(selecting.OBVIOUS_SHARE * len(puzzles))
    assert sum(measuring.HOLD in one.themes for one in puzzles) <= ceil(selecting.WAITING_SHARE * len(puzzles))


@pytest.mark.parametrize("game", GAMES)
def test_each_idea_has_a_name_of_its_own_made_of_words_of_the_game(game):
    rules, declared = engines.load(game), goals_of(game)
    assert all(row["purpose"] for row in declared.rows)
    assert set(declared.verbs) <= set(rules.kinds)
    for puzzle in store.load_puzzles(game):
        assert all(declared.verbs[kind] for kind in puzzle.kinds), puzzle.id
    ideas = {idea_of(puzzle) for puzzle in store.load_puzzles(game)}
    names = {name_idea(rules, idea) for idea in ideas}
    assert len(names) == len(ideas) >= 14
    assert all(name[0].isupper() and "{" not in name and len(name.split()) <= 24 for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_that_is_stored_is_what_measuring_gives(game):
    for puzzle in store.load_puzzles(game):
        assert puzzle.level == measuring.level_of(puzzle, puzzle.found), puzzle.id
    for puzzle in sample_of(game):
        assert measuring.count_found(proved(puzzle)) == puzzle.found, puzzle.id
    levels = Counter(puzzle.level for puzzle in store.load_puzzles(game))
    assert {1, 2, 3} <= set(levels) <= set(range(1, LEVELS + 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_tells_how_many_puzzles_each_level_has(game):
    """A level may be nearly empty, but then this is said."""
    puzzles = store.load_puzzles(game)
    levels = Counter(puzzle.level for puzzle in puzzles)
    cells = [load_look(game)["title"], len(puzzles), *(levels[level] for level in range(1, LEVELS + 1))]
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    assert f"| {' | '.join(map(str, cells))} |" in page


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_that_are_kept_have_no_fault_and_the_shape_that_is_stored(game):
    for puzzle in sample_of(game):
        proof = proved(puzzle)
        assert faults.fault_of_puzzle(engines.load(game), puzzle, proof) == "", puzzle.id
        assert shape_of_solution(proof) == (puzzle.way, puzzle.kinds), puzzle.id


def test_the_harder_it_is_found_the_wider_and_the_deeper_the_higher_its_level():
    points = [measuring.rate_points({"a": found}, 4, 4) for found in (20, 10, 4, 0)]
    assert points == sorted(points)
    assert measuring.rate_points({"a": 4}, 5, 4) > measuring.rate_points({"a": 4}, 4, 4)
    assert measuring.rate_points({"a": 4}, 4, 5) > measuring.rate_points({"a": 4}, 4, 4)
    assert measuring.rate_level({"a": 20}, 2, 2) == 1
    assert measuring.rate_level({"a": 0}, 7, 4) == LEVELS


def test_a_level_is_what_a_reader_says_where_one_has_read():
    puzzle = next(iter(store.load_puzzles(GAMES[0])))
    for reading, level in ((1.0, 1), (1.5, 1), (2.0, 2), (2.5, 3), (3.5, 4), (4.0, 5)):
        assert measuring.level_of(replace(puzzle, reading=reading), puzzle.found) == level
    unread = replace(puzzle, reading=0.0)
    assert measuring.level_of(unread, puzzle.found) == measuring.rate_level(puzzle.found, puzzle.depth, puzzle.width)


def test_a_puzzle_that_bots_solve_is_not_called_hard():
    rare = {"random": 0, "erratic": 0, "quick": 0, "careful": 0}
    deep = (rare, 9, 8)
    assert measuring.rate_level(*deep) == LEVELS
    assert measuring.rate_level({**rare, "careful": 10}, 9, 8) == measuring.MOST_FOUND["careful"] == 2
    assert measuring.rate_level({**rare, "quick": 10}, 9, 8) == measuring.MOST_FOUND["quick"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_tempting_move_is_what_bots_choose(game):
    for puzzle in sample_of(game):
        proof = proved(puzzle)
        often = count_tempted(proof.state)
        assert puzzle.looks_best or often[proof.tempting] >= faults.FEWEST_TEMPTED, puzzle.id


def test_a_condition_that_never_matters_is_a_fault():
    puzzle = destroying()
    always = 'you.graveyard lacks "Root Letter"' if "Root Letter" not in repr(puzzle.position) else "you.cores >= 0"
    target = dataclasses.replace(target_of(puzzle), success=(*puzzle.success, always))
    assert faults.is_idle(target, proved(puzzle), always)
    assert not faults.is_idle(target, proved(puzzle), puzzle.success[0])


def destroying(game="altaria"):
    """Return a puzzle in which a card is to be destroyed, and the tempting move is a summons."""
    return next(one for one in store.load_puzzles(game) if one.target == "destroy" and "summon" in one.tempting)


def fault_with(puzzle, **changes):
    """Return the fault of a changed puzzle; the proof is that of the original."""
    return faults.fault_of_puzzle(engines.load(puzzle.game), dataclasses.replace(puzzle, **changes), proved(puzzle))


def test_a_goal_about_a_card_that_is_not_there_is_a_fault():
    puzzle = destroying()
    assert "Root Letter" not in repr(puzzle.position) or "Hushing Tune" not in repr(puzzle.position)
    name = "Root Letter" if "Root Letter" not in repr(puzzle.position) else "Hushing Tune"
    assert fault_with(puzzle, success=(*puzzle.success, f'you.graveyard lacks "{name}"')) == faults.ABSENT


def test_a_pile_that_counts_used_cards_cannot_count_lost_units():
    """Where a card in the hand would be discarded once it is used, "lose no unit" would forbid to use it."""
    puzzle = next(one for one in store.load_puzzles("star_wars") if one.target == "unharmed")
    document = dict(puzzle.position)
    document["you"] = {**document["you"], "hand": ["Sudden Vector"]}
    assert targets.is_given(engines.load("star_wars"), target_of(puzzle))
    assert fault_with(puzzle, position=document) == faults.NOT_GIVEN


def test_what_alone_is_to_be_kept_is_a_fault():
    puzzle = destroying()
    card = next(one for one in puzzle.position["you"]["hand"] if f'"{one}"' in puzzle.tempting)
    reached = f'you.hand has "{card}"'  # the tempting move plays it; it would reach the rest of the goal
    assert fault_with(puzzle, success=("rival.cores >= 0", reached)) == faults.PROVISO


def test_a_bound_that_play_betters_is_a_fault():
    puzzle = next(one for one in store.load_puzzles("altaria") if one.target == "cores")
    rest = int(puzzle.success[0].split()[-1])
    assert fault_with(puzzle, success=(f"rival.cores <= {rest + 1}",)) == faults.LOOSE


def test_doing_nothing_tempts_only_where_something_is_kept():
    puzzle = next(one for one in store.load_puzzles("altaria") if one.target == "win")
    proof = proved(puzzle)
    idle = dataclasses.replace(proof, tempting=(proof.state.step.passing,))
    assert faults.is_only_idling(target_of(puzzle), idle)
    assert not faults.is_only_idling(target_of(puzzle), proof)


def test_what_the_next_turn_begins_with_is_not_this_turn():
    """In ChaosTCG the rival draws at the beginning of its turn: one card less in its deck, which no play has caused."""
    rules = engines.load("chaos")
    position = {"turn": 5, "step": "D1", "you": {"partner": ["First Light Minato"]}, "rival": {"deck": 20}}
    position["rival"]["partner"] = ["Tailwind Tsubame, rest"]
    state = rules.position({**position, "unseen": True})
    target = dataclasses.replace(
        target_of(next(one for one in store.load_puzzles("chaos"))), success=("rival.deck <= 19",), document=position
    )
    solver = faults.TurnSolver(target, state, 1000)
    action = next(one for one in state.actions if one[0] == state.step.passing)
    before, ended = state, state.after(action)
    while ended.turn == state.turn:
        action = next((one for one in ended.actions if one[0] == ended.step.passing), ended.actions[0])
        before, ended = ended, ended.after(action)
    assert solver.goal(ended) is True
    assert not solver.is_reached_in_turn(before, action, ended)


def test_selecting_keeps_what_is_kept_and_says_why_the_rest_goes():
    puzzles = [one for one in store.load_puzzles("dgrayman") if one.width <= 3][:6]
    twins = [*puzzles, dataclasses.replace(puzzles[0], when="" if puzzles[0].when else "turn over")]
    kept, dropped = selecting.select_puzzles(twins)
    assert {one.id for one in kept} <= {one.id for one in twins}
    assert len(kept) + sum(dropped.values()) == len(twins)
    for one in kept:
        assert one.way
        assert one.kinds[:2]
        assert one.decides in one.clauses
