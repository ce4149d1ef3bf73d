"""The data of the board, for every playable game: everything on offer is drawn."""

import json
import re
from collections import Counter
from typing import Any

import pytest

import engines
from engines.search.players import random_player
from tutor.boards.presentation import faces_of, load_look, playable_games, printed_figures
from tutor.matches.playthrough import Playthrough

SLOTS = {"side", "field", "corner", "resource-1", "resource-2", "pile-1", "pile-2", "hand"}
SEEDS = range(4)
DECISIONS = 160


def decisions(name, seed):
    """Play a random game and yield each decision as its player sees it."""
    game = engines.load(name)
    decks = list(game.decks)
    state, player = game.new((decks[seed % 2], decks[1 - seed % 2]), seed), random_player(seed)
    for _ in range(DECISIONS):
        if state.decision is None:
            return
        yield Playthrough(state, viewer=state.decision.seat)
        state.apply(player(state))


def cards(scene):
    """Return every drawn card, including those on and beneath others."""
    left = [card for player in scene["players"] for zone in player["zones"] for card in zone["cards"]]
    while left:
        card = left.pop()
        left += [*card["on"], *card["under"]]
        yield card


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", playable_games())
def test_a_move_refers_only_to_what_is_drawn(name, seed):
    for table in decisions(name, seed):
        scene = table.scene(1)
        drawn = [card["ref"] for card in cards(scene)] + [die["ref"] for roll in scene["dice"] for die in roll["dice"]]
        zones = [zone["id"] for player in scene["players"] for zone in player["zones"]]
        assert len(set(drawn)) == len(drawn)
        named = {ref for move in scene["moves"] for ref in (move["from"], move["to"]) if ref}
        arrow = scene["arrow"]
        named |= {arrow["from"], *arrow["to"]} if arrow else set()
        assert named | set(scene["marks"]) <= {*drawn, *zones}, scene["question"]


@pytest.mark.parametrize("name", playable_games())
def test_every_decision_is_asked_in_words(name):
    for table in decisions(name, 1):
        scene = table.scene(1)
        assert scene["moves"]
        question = scene["question"]
        assert question is not None, table.state.step.name
        rendered = [
            question["title"],
            question["text"],
            scene["turn"]["label"],
            *(move["label"] for move in scene["moves"]),
        ]
        assert all(text.strip() and "{" not in text and "  " not in text for text in rendered), rendered
        assert all(card["label"] and "{" not in card["label"] for card in cards(scene))
        for card in cards(scene):
            assert card["label"] == ", ".join(part for part in (card["name"], card["state"]) if part) + "."
            plain_name = re.sub(r" \((You|Rival)\)$", "", card["name"]).removesuffix(f" {card.get('number', '')}")
            assert card["face"] is None or plain_name == card["face"] or not card["state"]
        assert {card["face"] for card in cards(scene)} <= {*scene["faces"], None}
        json.dumps(scene)


@pytest.mark.parametrize("name", playable_games())
def test_every_zone_has_a_place(name):
    zones = load_look(name)["zone"]
    fields = {zone["id"] for zone in zones if zone["slot"] == "field"}
    assert {zone["slot"] for zone in zones} <= SLOTS
    for table in decisions(name, 2):
        for player in table.scene(1)["players"]:
            for zone in player["zones"]:
                if zone["slot"] == "corner":
                    assert {card["ref"].split(".")[-1] for card in zone["cards"]} <= fields


@pytest.mark.parametrize("name", playable_games())
def test_an_open_pile_lists_what_lies_in_it_and_a_face_down_one_nothing(name):
    listed = 0
    for table in decisions(name, 5):
        scene = table.scene(1)
        seats = (table.viewer, 1 - table.viewer)
        lies = table.state.game.rules.table(table.state, table.viewer).zones
        for seat, player in zip(seats, scene["players"], strict=True):
            for zone in player["zones"]:
                lying = [entry.card for entry in lies[seat].get(zone["id"].split(".")[1], [])]
                assert bool(zone["heap"]) == (zone["slot"].startswith("pile") and len(lying) > 1 and all(lying))
                assert {one["name"]: one["count"] for one in zone["heap"]} == (Counter(lying) if zone["heap"] else {})
                if zone["heap"]:
                    assert zone["heap"][0]["name"] == lying[-1], "the top card first"
                    listed += 1
    assert listed > 10


@pytest.mark.parametrize("name", ["altaria", "star_wars"])
def test_a_face_down_card_that_the_reader_knows_says_its_printed_figures(name):
    game, told = engines.load(name), 0
    for table in (table for seed in SEEDS for table in decisions(name, seed)):
        for card in cards(table.scene(1)):
            if card["down"] and card["face"] and not card["figures"]:
                assert ", ".join(printed_figures(game, card["face"])) in card["state"]
                told += 1
            assert card["face"] or not any(name in card["label"] for name in game.by_name)
    assert told > 10


def test_a_small_card_says_each_keyword_and_no_number_that_reads_like_a_bonus():
    shown = faces_of(engines.load("altaria"), {"Fogbound Watcher", "Tide Scout", "Sunlit Herald"})
    assert {name: face["tab"] for name, face in shown.items()} == {
        "Fogbound Watcher": "Bulwark\nAmbush",
        "Tide Scout": "Infiltrate",
        "Sunlit Herald": "",
    }


def test_cards_of_one_name_have_the_number_that_their_moves_are_written_with() -> None:
    position = """
step = "ATTACK"
turn = 9
[P1]
field = ["Kiln Drummer, fatigued", "Kiln Drummer", "Kiln Drummer", "Vine Prowler"]
cores = 3
[P2]
field = ["Vine Prowler, fatigued"]
cores = 4
"""
    table = Playthrough(engines.load("altaria").position(position))
    shown = {card["ref"]: card for card in cards(table.scene(1))}
    mine = [card for ref, card in sorted(shown.items()) if ref.startswith("0.field")]
    assert [card["name"] for card in mine] == [
        "Kiln Drummer 1",
        "Kiln Drummer 2",
        "Kiln Drummer 3",
        "Vine Prowler (You)",
    ]
    assert mine[0]["label"].startswith("Kiln Drummer 1, ")
    for move in table.moves():
        if move.source:
            card = shown[move.source]
            written = f'"{card["face"]}"' + (f" {card['number']}" if "number" in card else "")
            assert written in move.text


def test_the_number_of_a_card_tells_nothing_of_one_that_is_not_seen() -> None:
    for name in engines.names():
        state = engines.load(name).new(seed=2)
        for card in cards(Playthrough(state).scene(1)):
            assert card["face"] is not None or "number" not in card


def test_only_what_was_lost_leaves_a_place() -> None:
    def cores(game: Any, position: str = "") -> tuple[int, str]:
        state = game.position(position) if position else game.new(seed=1)
        zones = Playthrough(state).scene(1)["players"][0]["zones"]
        zone = next(zone for zone in zones if zone["role"] == "cores")
        return zone["outlines"], zone["gone"]

    game = engines.load("altaria")
    while_short = game.variant(cores=3)
    assert cores(game, 'step = "ATTACK"\n[P1]\ncores = 2\n') == (5, "broken")
    assert cores(while_short, 'step = "ATTACK"\n[P1]\ncores = 2\n') == (1, "broken")
    assert cores(while_short, 'step = "ATTACK"\n[P1]\ncores = 3\n') == (0, "broken")
    assert cores(game, 'step = "DECK_CHECK"\nturn = 0\n') == (0, "broken"), "they are not laid out yet"


def test_a_card_that_changes_others_shows_its_kind_and_signs_and_a_unique_one_its_letter():
    shown = faces_of(engines.load("star_wars"), {"Rivet Plating", "Oathbound Oren", "Dawnwing Scout"})
    plating = shown["Rivet Plating"]
    assert plating["tab"] == "Equipment\nEquip: 2 Force"
    assert [row["value"] for row in plating["figures"]] == ["−10", "+2"]
    assert [one["letter"] for one in shown["Oathbound Oren"]["attributes"]] == ["L", "A"]
    assert [one["letter"] for one in shown["Dawnwing Scout"]["attributes"]] == ["L"]


def test_a_small_card_tells_the_window_in_which_it_can_be_used():
    shown = faces_of(engines.load("star_wars"), {"Glancing Blow", "Varkas Thorne", "Siege Hauler", "Arc Blade"})
    assert {name: face["tab"] for name, face in shown.items()} == {
        "Arc Blade": "Equipment\nEquip: 1 pt.",
        "Glancing Blow": "Window 3",
        "Siege Hauler": "",
        "Varkas Thorne": "Window 3",
    }


def test_the_phase_strip_ticks_no_phase_that_the_game_comes_back_to():
    def states(name, position):
        return {
            row["id"]: row["state"] for row in Playthrough(engines.load(name).position(position)).scene(0)["phases"]
        }

    you = {"deck": 30, "worlds": ["Lantern Quay", "Cogwheel Bazaar"], "obstacles": ["Blank Lancer"], "hand": ["Spark"]}
    battle = states("kingdom_hearts", {"step": "B4", "you": you, "rival": {"deck": 30}})
    assert battle == {
        "refill": "done",
        "action": "around",
        "battle": "now",
        "challenge": "next",
        "discard": "next",
    }
    later = states("kingdom_hearts", {"step": "D2", "you": you, "rival": {"deck": 30}})
    assert later["action"] == later["battle"] == "done"


def test_the_top_one_of_several_worlds_wears_its_mark():
    def tags(*worlds):
        you = {"deck": 30, "worlds": [*worlds]}
        table = Playthrough(engines.load("kingdom_hearts").position({"step": "A0", "you": you, "rival": {"deck": 30}}))
        zones = table.scene(0)["players"][0]["zones"]
        return [card["tags"] for card in next(zone for zone in zones if zone["role"] == "worlds")["cards"]]

    assert tags("Lantern Quay", "Cogwheel Bazaar", "Glass Dunes") == [[], [], ["top"]]
    assert tags("Lantern Quay") == [[]]


def test_what_is_asked_fits_into_two_lines_of_a_phone():
    for step, row in load_look("kingdom_hearts")["question"].items():
        told = f"{row['title']} {row['text']}"
        assert len(re.sub(r"\{\w+\}", "00", told)) <= 84, step


@pytest.mark.parametrize("name", playable_games())
def test_the_padlock_means_what_is_not_allowed_and_no_figure(name):
    view = load_look(name)
    signs = {row["sign"] for table in ("figure", "score") for row in view.get(table, ())}
    assert "lock" not in signs


def test_a_skill_card_says_when_it_can_be_used() -> None:
    game = engines.load("dgrayman")
    skills = {card.name: card for card in game.cards if card.category == "skill"}
    shown = faces_of(game, {*skills})
    assert shown["Second Wind"]["tab"] == "Main"
    assert shown["Smoke Curtain"]["tab"] == "Response"
    for name, card in skills.items():
        times = [time for time in ("main", "response") if time in card.fields["timing"]]
        assert shown[name]["tab"] == load_look(game.name)["times"]["words"][" ".join(times)]


@pytest.mark.parametrize(("hp", "told"), [(2, (False, "HP")), (1, (True, "HP, the last"))])
def test_the_last_hp_is_said_to_be_it(hp: int, told: tuple[bool, str]) -> None:
    state = engines.load("kingdom_hearts").position({"P1": {"hp": hp}}, run=False)
    first = Playthrough(state, 0).scene(1)["players"][0]["scores"][0]
    assert (first["low"], first["word"]) == told
