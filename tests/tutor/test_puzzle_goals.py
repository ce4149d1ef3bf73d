"""Goals of mined puzzles: which ones a position allows, and how tables of a game with characters are thinned out."""

import dataclasses
import tomllib
from typing import Any

import pytest

import engines
from engines.checking.expectations import expectation_holds
from engines.kernel.chance import RandomSource
from tutor.lessons import goals
from tutor.puzzles import documents, mining, store
from tutor.puzzles.documents import name_of, place_document
from tutor.puzzles.proving import find_evidence, is_reachable, solver_of
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import MOST_WORDS, Target, goals_of, iter_targets

GAME = engines.load("chaos")
TABLE: dict[str, Any] = {
    "step": "M2",
    "you": {"partner": ["First Light Minato"], "front": ["Keen Eyes Shiori"], "hand": ["First Light Minato"]},
    "rival": {"partner": ["Tailwind Tsubame, rest"], "front": ["Quiet Lamp Hotaru, rest"], "deck": 20},
}
GUARD: dict[str, Any] = {
    "player": "rival",
    "step": "G1",
    "attack": {"attacker": "Tailwind Tsubame"},
    "you": {"partner": ["First Light Minato"], "deck": 12},
    "rival": {"partner": ["Tailwind Tsubame"]},
}


def asked(document, own=True):
    """Return the goals that a position allows, by id."""
    found = {}
    for grades in iter_targets(GAME, document, own):
        for target in grades:
            found.setdefault(target.id, []).append(target)
    return found


def test_a_goal_is_asked_only_where_what_it_is_given_holds():
    assert "level-and-cost" in asked(TABLE)
    levelled = {**TABLE, "you": {**TABLE["you"], "partner": ["First Light Minato + First Light Minato"]}}
    assert "level-and-cost" not in asked(levelled)


def test_a_sentence_with_too_many_words_is_not_asked():
    giant = {**TABLE["rival"], "front": ["Wind and Glass Kazane & Yuzuki over Rooftop Runner Kazane, rest"]}
    found = asked({**TABLE, "rival": giant})
    assert all(len(one.says.split()) <= MOST_WORDS for same in found.values() for one in same)
    assert any("Kazane & Yuzuki" in one.says for one in found["fall"])
    assert not any("Kazane & Yuzuki" in one.says for one in found["fall-and-cost"])


def test_where_little_is_wanted_the_least_is_the_hardest():
    found = asked(GUARD, own=False)
    assert [one.success for one in found["lose-few"]][-1] == ("you.deck >= 11",)
    assert found["lose-few"][-1].says == "Lose at most one card of your deck this turn."


def test_the_hardest_grade_is_found_by_halves():
    grades = next(one for one in iter_targets(GAME, TABLE, True) if one and one[0].id == "cost")
    by_one = [target for target in grades if is_reachable(GAME, target, 5000)]
    assert 0 < len(by_one) < len(grades)
    assert mining._hardest(GAME, grades) == by_one[-1]
    assert mining._hardest(GAME, grades[len(by_one) :]) is None


@pytest.mark.parametrize(
    "entry",
    [
        "Unfading Light Minato + Unfading Light Minato over First Light Minato with Signal Lantern, rest",
        "Unfading Light Minato over First Light Minato",
        "Unfading Light Minato, down",
    ],
)
def test_an_entry_is_called_by_its_top_card(entry):
    assert name_of(entry) == "Unfading Light Minato"


def test_every_other_table_shows_all_copies_of_the_partner_that_nobody_has_seen():
    thin = goals_of("chaos").thin
    rival = {**TABLE["rival"], "partner": ["Tailwind Tsubame + Tailwind Tsubame"], "waiting_room": ["Undertow"]}
    found = list(
        documents.thin_out(GAME, {**TABLE, "rival": rival}, {**thin, "tries": 20, "tries_at": {}}, RandomSource(1))
    )
    rooms = {tuple(one["rival"].get("waiting_room", ())) for one in found}
    assert rooms == {(), ("Tailwind Tsubame", "Tailwind Tsubame")}
    known = [one for one in found if one["rival"].get("waiting_room")]
    assert 4 < len(known) < len(found) - 4


def test_to_do_nothing_in_the_own_turn_tempts_nobody():
    ready = {
        **TABLE,
        "step": "D1",
        "you": {"partner": ["First Light Minato"]},
        "rival": {"partner": ["Sleeping Buoy Koma, down"], "waiting_room": ["Sleeping Buoy Koma"] * 3, "deck": 9},
    }
    target = Target("any", "Cost the rival's deck two cards.", ("rival.deck <= 7",), "", ready)
    state = place_document(GAME, ready)
    assert solver_of(target, state).holds(state)
    assert {action[0] for action in state.actions} == {"attack", "no_attack"}
    assert find_evidence(GAME, target) is None
    two = {**ready, "you": {"partner": ["First Light Minato"], "front": ["Quiet Lamp Hotaru", "Keen Eyes Shiori"]}}
    for found in (find_evidence(GAME, target) for target in (one for same in asked(two).values() for one in same)):
        assert found is None or found.tempting[0] != "no_attack"


TICKS = [
    "rival.deck <= 20",
    "rival.deck <= 19",
    "you.deck = 20",
    "you.hand >= 1",
    "rival.fallen >= 1",
    "you.fallen = 0",
    "you.guards >= 2",
    "rival.guards = 0",
    'rival face "Quiet Lamp Hotaru" = up',
    'you face "Quiet Lamp Hotaru" = up',
    'orientation "Quiet Lamp Hotaru" = rest',
    'you levels "Quiet Lamp Hotaru" = 0',
    'rival levels "Quiet Lamp Hotaru" = 1',
    'damage "Quiet Lamp Hotaru" = 0',
    "not over",
]


@pytest.mark.parametrize("tick", TICKS)
def test_a_tick_taken_apart_says_what_it_says_as_a_whole(tick):
    state = place_document(GAME, TABLE)
    test = goals.test_of(state, tick, 0)
    while state.actions and state.turn < 7:
        assert test(state) == expectation_holds(state, tick)
        state.apply(state.actions[0])


def test_what_goals_count_is_read_in_words():
    assert goals.condition_text("rival.fallen >= 2", "chaos") == "The rival has at least 2 face-down characters"
    assert goals.condition_text("you.levels >= 1", "chaos") == "You have at least 1 level card"
    told = goals.condition_text('rival face "Quiet Lamp Hotaru" = down', "chaos")
    assert told == "The rival's Quiet Lamp Hotaru is face-down"


def test_goals_of_a_game_differ_and_leave_room_for_each_other():
    rows = tomllib.loads((mining.store.FOLDER / "chaos" / "goals.toml").read_text(encoding="utf-8"))["goal"]
    assert len({row["id"] for row in rows}) == len({row["says"] for row in rows}) == len(rows)
    assert all(row["share"] <= 0.15 for row in rows)
    assert sum(row["share"] for row in rows) > 1.5


def test_a_choice_does_not_come_again_and_again():
    one = Puzzle("chaos", "fall", "", (), "", {}, "attack A", ((0, "attack A"),), "attack B", 2, 2, 0, key="0")
    same = [dataclasses.replace(one, target=f"{n}", key=f"{n}") for n in range(goals_of("chaos").same_choice)]
    assert mining.is_unlike(same[1:], dataclasses.replace(one, target="more", key="more"))
    assert not mining.is_unlike(same, dataclasses.replace(one, target="more", key="more"))
    assert mining.is_unlike(same, dataclasses.replace(one, target="more", key="more", tempting="attack C"))


def test_no_stored_puzzle_of_the_own_turn_tempts_to_do_nothing():
    for puzzle in store.load_puzzles("chaos"):
        if puzzle.position.get("player", "you") == "you":
            assert puzzle.tempting not in ("pass", "no attack", "end main")
