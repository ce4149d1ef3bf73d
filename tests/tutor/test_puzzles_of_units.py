"""Mined puzzles of a game of units: what their goals count and name, which cards stay, and what the puzzles are."""

import dataclasses
from collections import Counter
from typing import Any

import pytest

import engines
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from engines.search.players import greedy_player
from tutor import progress
from tutor.lessons import checks, goals
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup
from tutor.practice.wording import quoted_names
from tutor.puzzles import documents, mining, proving, store
from tutor.puzzles.documents import is_engaged, place_document, thin_out
from tutor.puzzles.proving import find_evidence
from tutor.puzzles.proving import keeping_actions as keeps
from tutor.puzzles.review_page import ReviewPage
from tutor.puzzles.solving import SolvePuzzle
from tutor.puzzles.targets import Target, goals_of, iter_targets, target_of

NAME = "dgrayman"
GAME = engines.load(NAME)
TABLE: dict[str, Any] = {
    "turn": 9,
    "step": "MAIN_CHOICE",
    "you": {"points": 4, "standby": ["Finch (Lookout)", "Gideon Hale (Captain)"], "action": ["Celia Voss (Rifle)"]},
    "rival": {
        "action": ["Edda Marsh (Nightwatch)", "Celia Voss & Dorian Pell"],
        "standby": ["Gideon Hale (Captain), inactive", "Celia Voss (Scout), inactive"],
    },
}
SEARCH: dict[str, Any] = {
    "turn": 10,
    "player": "rival",
    "step": "RESPONSE_CHOICE",
    "action": {"kind": "search", "by": "# 7"},
    "you": {"standby": ["Edda Marsh (Nightwatch)", "Bram Ketterick (Watch)"]},
    "rival": {"points": 4, "action": ["Finch (Lookout), # 7"], "standby": ["Dorian Pell (Porter), # 5"]},
}


def asked(document: dict[str, Any], own: bool = True) -> dict[str, list[Target]]:
    """Return the goals that a position allows, by id."""
    found: dict[str, list[Target]] = {}
    for grades in iter_targets(GAME, document, own):
        for target in grades:
            found.setdefault(target.id, []).append(target)
    return found


def test_what_is_gained_is_counted_from_what_is_there():
    found = [one for one in asked(TABLE)["gain-and-rest"] if "Finch" in one.says]
    assert found[0].says == "Gain 3 points, and end with Finch (Lookout) active."
    assert (found[0].success[0], found[-1].success[0]) == ("you.points >= 7", "you.points >= 13")


def test_where_little_may_be_gained_the_least_is_the_hardest():
    found = asked(SEARCH, own=False)["gain-few"]
    assert found[-1].says == "Let the rival gain 1 point at most this turn."
    assert found[-1].success == ("rival.points <= 5",)


def test_a_figure_may_be_of_several_zones():
    assert "you.field >= 3" in asked(TABLE)["destroy-unhurt"][0].success


def test_a_card_that_both_have_is_not_named():
    named = {name for same in asked(TABLE).values() for one in same for name in quoted_names(str(one.success))}
    assert "Gideon Hale (Captain)" not in named
    assert {"Edda Marsh (Nightwatch)", "Finch (Lookout)"} <= named


def test_a_goal_names_a_card_of_each_side():
    found = {one.says for one in asked(TABLE)["destroy-and-keep"]}
    assert "Destroy Edda Marsh (Nightwatch), and keep Finch (Lookout)." in found
    assert not any("keep Edda" in says for says in found)


def test_only_a_doubles_card_is_split():
    assert [one.says for one in asked(TABLE)["split"]] == ["Split the rival's Celia Voss & Dorian Pell this turn."]


def test_the_card_that_acts_stays_on_a_thinned_table_and_is_not_cut():
    thin = {**goals_of(NAME).thin, "stay": [0], "crowd": [0], "tries": 9, "tries_at": {}}
    assert is_engaged(SEARCH, "Finch (Lookout), # 7")
    assert not is_engaged(SEARCH, "Dorian Pell (Porter), # 5")
    for made in [*thin_out(GAME, SEARCH, thin, RandomSource(1)), *documents.iter_cuts(GAME, SEARCH)]:
        assert made["rival"]["action"] == ["Finch (Lookout), # 7"]


def test_in_some_steps_fewer_cards_stay():
    thin = {
        **goals_of(NAME).thin,
        "crowd": [4],
        "crowd_at": {"MAIN_CHOICE": [1]},
        "laid": [],
        "tries": 5,
        "tries_at": {},
    }
    for made in thin_out(GAME, TABLE, thin, RandomSource(1)):
        assert [len(made[side].get("standby", ())) for side in documents.SIDES] == [1, 1]
    both = [len(made["you"]["standby"]) for made in thin_out(GAME, SEARCH, thin, RandomSource(1))]
    assert set(both) == {2}


def test_what_looks_best_at_once_is_a_puzzle_only_where_the_goals_say_so(monkeypatch):
    puzzle = next(one for one in store.load_puzzles(NAME) if one.looks_best)
    target = target_of(puzzle)
    assert find_evidence(GAME, target).told == (puzzle.first, puzzle.tempting)
    strict = dataclasses.replace(goals_of(NAME), seen_at_once=False)
    monkeypatch.setattr(proving, "goals_of", lambda game: strict)
    assert find_evidence(GAME, target) is None


def test_of_a_deck_that_is_laid_open_as_many_cards_are_known():
    thin = {**goals_of(NAME).thin, "tries": 40, "tries_at": {}}
    made = list(thin_out(GAME, TABLE, thin, RandomSource(2)))
    laid = [one["rival"] for one in made if isinstance(one["rival"].get("deck"), list)]
    assert laid
    for rival in laid:
        assert rival["bottom"] == len(rival["deck"])
    whole = next(
        {**one, "rival": {**laid[0], "discard": ["Finch (Runner)"]}} for one in made if one["rival"] is laid[0]
    )
    for fewer in documents.iter_cuts(GAME, whole):
        assert ("bottom" in fewer["rival"]) == ("deck" in fewer["rival"])


def test_what_shall_stay_active_tempts_nobody_to_use_it():
    tick = 'you orientation "Finch (Lookout)" = active'
    target = Target("gain-and-rest", "", (tick,), "turn over", TABLE)
    state = place_document(GAME, TABLE)
    left = {state.text(action) for action in keeps(target, state)}
    assert 'search with "Finch (Lookout)"' not in left
    assert 'attack "Gideon Hale (Captain)" -> "Edda Marsh (Nightwatch)"' in left


@pytest.mark.parametrize(
    ("tick", "said"),
    [
        ('you orientation "Finch (Lookout)" = active', "Your Finch (Lookout) is active"),
        ('you.field has "Finch (Lookout)"', "Finch (Lookout) on your field"),
        ('rival.field lacks "Finch (Lookout)"', "Finch (Lookout) not on the rival's field"),
        ("you.field >= 3", "You have at least 3 cards on the field"),
    ],
)
def test_its_ticks_are_read_in_words(tick, said):
    assert goals.condition_text(tick, NAME, "Destroy Finch.") == said
    state = place_document(GAME, TABLE)
    test = goals.test_of(state, tick, 0)
    assert test(state) == goals.is_condition_met(state, tick, 0, set())


def test_a_zone_that_there_is_not_is_refused():
    state = place_document(GAME, TABLE)
    with pytest.raises(DataError):
        goals.test_of(state, 'you.nowhere has "Finch (Lookout)"', 0)


def test_play_outs_begin_in_the_whole_document_whatever_the_grades_of_a_goal_leave_out():
    near = {**TABLE, "you": {**TABLE["you"], "points": 13}}
    groups = list(iter_targets(GAME, near, True))
    assert groups[0][0].id == "win"  # its grades have fewer points
    found = {grades[0].id for grades in mining.promising_targets(GAME, near, groups, 1)}
    assert {"win", "destroy-and-keep"} <= found
    assert "destroy-two" not in found  # one of the two is in the Standby Zone


def test_its_puzzles_are_of_every_level_and_many_goals():
    puzzles = store.load_puzzles(NAME)
    levels, wanted = Counter(one.level for one in puzzles), Counter(one.target for one in puzzles)
    assert {1, 2, 3} <= set(levels) <= {1, 2, 3, 4, 5}
    assert max(wanted.values()) < len(puzzles) / 5
    assert len(wanted) >= 12
    assert {one.position.get("player", "you") for one in puzzles} == {"you", "rival"}


def test_whoever_acts_in_a_puzzle_is_on_the_table():
    under_way = [one for one in store.load_puzzles(NAME) if "action" in one.position]
    assert under_way
    for puzzle in under_way:
        acting = puzzle.position["action"]["by"]
        cards = [card for side in documents.SIDES for card in puzzle.position[side].get("action", ())]
        assert any(acting in card or card in acting for card in cards), puzzle.id


def test_no_goal_of_its_own_turn_is_less_than_a_win_that_lies_as_near():
    for puzzle in store.load_puzzles(NAME):
        if puzzle.target in ("win", "win-first", "survive"):
            continue
        side = puzzle.position.get("player", "you")
        assert puzzle.position[side].get("points", 0) <= 13, puzzle.id


def test_no_puzzle_rests_on_cards_of_a_deck_that_are_not_shown():
    for one in store.load_puzzles(NAME):
        for side in documents.SIDES:
            deck = one.position[side].get("deck", ())
            assert isinstance(deck, int) or len(deck) == one.position[side].get("bottom", 0), one.id


def test_each_goal_is_open_at_first():
    for one in store.load_puzzles(NAME)[::5]:
        state = place_document(GAME, dict(one.position))
        assert goals.goal_of(target_of(one).step, state, 0)(state) is None, one.id


@pytest.mark.slow
def test_a_whole_game_is_looked_back_at(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    decks, player = list(GAME.decks), greedy_player(4, slip=35)
    match = Match(Setup(NAME, decks[0], decks[1], "quick", seed=10))
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(NAME))
    while not match.over:
        match.play((player(match.table.state),))
    reviewer = ReviewPage(NAME, "en")
    number = next(n for n, one in enumerate(reviewer.moments) if one.target is not None)
    reviewer.page.receive({"type": "command", "name": "moment", "n": number})
    assert isinstance(reviewer.session, SolvePuzzle)
    checks.follow_hints(reviewer.session)
    assert reviewer.page.data["moments"][number]["done"]
