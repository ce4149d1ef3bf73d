"""Mined puzzles of a game of fights: where they begin, what is dealt again or laid out, and what their goals are."""

from collections import Counter
from typing import Any

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.search.players import STRENGTHS, greedy_player
from tutor import progress
from tutor.lessons import checks, goals
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup
from tutor.practice.wording import quoted_names
from tutor.puzzles import documents, mining, store
from tutor.puzzles.documents import place_document, thin_out, write_decision
from tutor.puzzles.review_page import ReviewPage
from tutor.puzzles.solving import SolvePuzzle
from tutor.puzzles.targets import goals_of, iter_targets, target_of

NAME = "kingdom_hearts"
GAME = engines.load(NAME)
ROAD: dict[str, Any] = {
    "step": "A0",
    "you": {"hero": "Lio", "worlds": ["Glass Dunes"], "allies": ["Gorro"], "hand": ["Spark", "Mend", "Broad Flare"]},
    "rival": {"hero": "Maren", "hp": 5},
}


def decisions(seed: int) -> list[State]:
    """Return the decisions in a game with this seed that are examined."""
    return [state.copy() for state in mining.play_states(GAME, seed)]


@pytest.fixture(scope="module")
def found() -> list[State]:
    return decisions(3)


def test_a_decision_inside_a_challenge_of_the_rivals_is_written_with_its_place(found):
    blocking = [one for one in found if one.step.name == "C2" and GAME.rules.table(one, 0).turn_player == 1]
    assert blocking
    for state in blocking[:5]:
        document = write_decision(state)
        assert document is not None
        assert set(document.get("flow", {})) <= {"local", "frames"}
        there = place_document(GAME, document)
        assert there.seat_to_act_is(0)
        assert sorted(map(there.text, there.actions)) == sorted(map(state.text, state.actions))


def test_a_decision_inside_a_contest_is_written_with_its_place():
    game = engines.load("star_wars")
    raising = (state for seed in range(1, 9) for state in play_beginners(game, seed) if state.step.name in ("A4", "A5"))
    state = next(state for state in raising if len(state.actions) > 1)
    document = write_decision(state, state.seat_to_act)
    assert document is not None
    there = place_document(game, document)
    assert (there.step.name, sorted(map(there.text, there.actions))) == (
        state.step.name,
        sorted(map(state.text, state.actions)),
    )


def play_beginners(game, seed):
    """Yield the decisions of a game between bots, each before it is made."""
    decks = list(game.decks)
    state, players = game.new((decks[0], decks[1]), seed=seed), [STRENGTHS["beginner"](seed) for _ in range(2)]
    while state.result is None:
        yield state.copy()
        state.apply(players[state.seat_to_act](state))


def test_a_walk_deals_anew_what_nobody_has_seen_and_leaves_what_lies_open():
    state = next(one for one in decisions(3) if one.step.name == "A0" and one.turn > 4)
    begun = [next(mining._walk(state, RandomSource(seed))) for seed in range(8)]
    for other in begun:
        for seat in (0, 1):
            assert other.view(seat)["players"][1 - seat] == state.view(seat)["players"][1 - seat]
    assert len({tuple(other.players[0].hand) for other in begun}) > 1


def test_a_thinned_table_begins_in_another_step_and_has_other_obstacles():
    thin = {**goals_of(NAME).thin, "tries_at": {}, "tries": 60}
    tables = list(thin_out(GAME, ROAD, thin, RandomSource(1)))
    assert {one["step"] for one in tables} >= {"A0", "B1", "B2", "B3", "C1"}
    assert all("battled" in one["done"] for one in tables if one["step"].startswith("B"))
    laid = [one["you"].get("obstacles", []) for one in tables]
    assert {len(obstacles) for obstacles in laid} == {0, 1, 2}  # the world takes two
    assert {one["rival"]["hp"] for one in tables} == {1, 5}
    for one in tables:
        assert not any(GAME.rules.plausible(place_document(GAME, one)))


def test_the_goals_of_a_step_are_those_it_can_still_reach():
    def ids(step: str, **more: Any) -> set[str]:
        document = {**ROAD, **more, "step": step}
        return {grade.id for grades in iter_targets(GAME, document, True) for grade in grades}

    assert "challenge" not in ids("A0")
    assert "hit-and-clear" not in ids("A0")  # nothing is in the way
    assert {"challenge", "challenge-and-keep", "challenge-and-hold"} <= ids("C1")
    assert not any(id.startswith("battle") for id in ids("C1"))


def test_its_puzzles_are_of_every_level_and_many_goals():
    puzzles = store.load_puzzles(NAME)
    levels, asked = Counter(one.level for one in puzzles), Counter(one.target for one in puzzles)
    assert {1, 2, 3} <= set(levels) <= {1, 2, 3, 4, 5}
    assert max(asked.values()) <= len(puzzles) / 4
    assert len(asked) >= 9
    assert {one.position.get("player", "you") for one in puzzles} == {"you", "rival"}


def test_its_positions_are_such_as_play_can_reach():
    for puzzle in store.load_puzzles(NAME)[::7]:
        assert not any(GAME.rules.plausible(place_document(GAME, dict(puzzle.position)))), puzzle.id
        assert documents.amount_in(dict(puzzle.position), "you.hp") > 0


def test_to_spend_what_the_goal_says_to_keep_tempts_only_where_its_row_says_so():
    rows = {row["id"]: row for row in goals_of(NAME).rows}
    assert not goals_of(NAME).kept_tempts
    for puzzle in store.load_puzzles(NAME):
        kept = {name for text in puzzle.success if " has " in text for name in quoted_names(text)}
        assert rows[puzzle.target].get("kept_tempts") or not kept & {*quoted_names(puzzle.tempting)}, puzzle.id
    assert any(row.get("kept_tempts") for row in rows.values())


def test_what_is_judged_after_a_challenge_is_judged_after_the_fight():
    fights = [one for one in store.load_puzzles(NAME) if one.position["step"] in ("C1", "C2") and one.when]
    assert {one.when for one in fights} <= {"fight over", "turn over"}
    for one in fights[:9]:
        state = place_document(GAME, dict(one.position))
        assert goals.goal_of(target_of(one).step, state, 0)(state) is None  # not judged before that


@pytest.mark.slow
def test_a_whole_game_is_looked_back_at(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    decks, player = list(GAME.decks), greedy_player(4, slip=35)
    match = Match(Setup(NAME, decks[0], decks[1], "quick", seed=8))
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(NAME))
    while not match.over:
        match.play((player(match.table.state),))
    reviewer = ReviewPage(NAME, "en")
    number = next(n for n, one in enumerate(reviewer.moments) if one.target is not None)
    assert reviewer.page.data["moments"][number]["goal"] == "Survive this turn for certain."
    reviewer.page.receive({"type": "command", "name": "moment", "n": number})
    assert isinstance(reviewer.session, SolvePuzzle)
    checks.follow_hints(reviewer.session)
    assert reviewer.page.data["moments"][number]["done"]
