"""Sums are readable, with their parts: on cards, in the text view, and in the terminal."""

import re

import pytest

import engines
from engines.search.players import greedy_player
from tests.engines.play import GAMES
from tutor.boards import scenery
from tutor.boards.totals import join_parts
from tutor.matches.text_lines import position_lines

NAMES = ("You", "Rival")


def scene_of(state):
    """Return the scene of a state for the first player."""
    return scenery.build_scene(state, 0, 0, (), NAMES, ("", ""))


def games(name, count=3):
    """Yield states of greedy games, at every decision."""
    for seed in range(count):
        state = engines.load(name).new(seed=seed, listen=True)
        player = greedy_player(seed)
        while state.result is None:
            yield state
            state.apply(player(state))


def cards_of(scene):
    """Yield every card of a scene."""
    for player in scene["players"]:
        for zone in player["zones"]:
            yield from zone["cards"]


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_figure_shows_its_change_and_its_sum(name):
    seen = 0
    for at, state in enumerate(games(name)):
        for card in cards_of(scene_of(state)) if at % 5 == 0 else ():
            for figure in card["figures"]:
                assert (figure["change"] != 0) == (figure["value"] != figure["was"])
                if figure["change"]:
                    seen += 1
                    assert figure["parts"], (card["face"], figure)
                    assert join_parts(figure["parts"]) in card["label"]
                    amounts = [int(part["amount"].replace("−", "-")) for part in figure["parts"]]
                    assert sum(amounts) == figure["value"]
    assert seen or name == "lanterns"


@pytest.mark.parametrize("name", ["altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars"])
def test_running_totals_stand_in_the_scene_and_in_the_text_of_a_fight(name):
    titles = set()
    for state in games(name):
        scene = scene_of(state)
        for row in scene["tallies"]:
            titles.add(row["title"])
            assert all(side["name"] for side in row["sides"])
            assert any(line.startswith(row["label"]) for line in position_lines(scene))
    assert len(titles) > 1


def test_who_has_passed_is_told():
    passed = [
        scene_of(state)
        for state in games("kingdom_hearts")
        if state.step.name == "C2" and state.procedure_locals[1] == 1
    ]
    for scene in passed:
        assert [player["passed"] for player in scene["players"]].count("has passed") == 1
        assert any("(has passed)" in line for line in position_lines(scene))
    assert passed


@pytest.mark.slow
def test_a_world_says_how_many_obstacles_it_takes():
    limits = [
        (zone["limit"], zone["count"])
        for state in games("kingdom_hearts", 1)
        for player in scene_of(state)["players"]
        for zone in player["zones"]
        if zone["id"].endswith(".obstacles") and "limit" in zone
    ]
    assert limits
    assert all(int(limit.removeprefix("of ")) >= count for limit, count in limits)


@pytest.mark.slow
def test_counters_say_what_they_come_up_to():
    labels = [
        card["label"]
        for state in games("star_wars", 1)
        for card in cards_of(scene_of(state))
        if any(" of " in one.get("told", "") for one in card["counters"])
    ]
    assert any(re.search(r"\d of \d+ (damage|build counter)", label) for label in labels)


@pytest.mark.parametrize("name", GAMES)
def test_texts_of_cards_have_no_other_mark_up_than_bold(name):
    for card in engines.load(name).cards:
        for line in card.rules_text:
            assert line.count("**") % 2 == 0, line
            assert "*" not in line.replace("**", ""), line


def test_a_card_says_who_can_use_it_and_where_its_power_comes_from():
    game = engines.load("dgrayman")
    for card in game.cards:
        said = " ".join(card.rules_text)
        if card.category in ("skill", "special", "special_doubles"):
            assert all(name in said for name in card.fields["characters"]), card.name
        if card.category.startswith("special"):
            assert "Power" in said


@pytest.mark.parametrize("name", ["altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars"])
def test_a_card_in_the_hand_tells_its_printed_figures(name):
    scene = next(scene_of(state) for state in games(name, 1) if state.turn)
    hand = next(zone for zone in scene["players"][0]["zones"] if zone["slot"] == "hand")
    faces = scene["faces"]
    told = 0
    for card in hand["cards"]:
        for row in faces[card["face"]]["figures"]:
            told += 1
            assert f"{row['word']} {row['value']}" in card["label"], card["label"]
        assert not faces[card["face"]]["cost"] or f"cost {faces[card['face']]['cost']}" in card["label"]
    assert told
