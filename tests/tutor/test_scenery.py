"""What the board is given, for every game that can be played: nothing is offered that is not drawn."""

import json

import pytest

import engines
from engines.core.players import random_player
from tutor.presentation import look, playable
from tutor.table import Table

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
        yield Table(state, viewer=state.decision.seat)
        state.apply(player(state))


def cards(scene):
    """Every card that is drawn, those on and beneath others too."""
    left = [card for player in scene["players"] for zone in player["zones"] for card in zone["cards"]]
    while left:
        card = left.pop()
        left += [*card["on"], *card["under"]]
        yield card


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", playable())
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


@pytest.mark.parametrize("name", playable())
def test_every_decision_is_asked_in_words(name):
    for table in decisions(name, 1):
        scene = table.scene(1)
        assert scene["moves"]
        question = scene["question"]
        assert question is not None, table.state.step.name
        told = [
            question["title"],
            question["text"],
            scene["turn"]["label"],
            *(move["label"] for move in scene["moves"]),
        ]
        assert all(text.strip() and "{" not in text and "  " not in text for text in told), told
        assert all(card["label"] and "{" not in card["label"] for card in cards(scene))
        assert {card["face"] for card in cards(scene)} <= {*scene["faces"], None}
        json.dumps(scene)


@pytest.mark.parametrize("name", playable())
def test_every_zone_has_a_place(name):
    zones = look(name)["zone"]
    fields = {zone["id"] for zone in zones if zone["slot"] == "field"}
    assert {zone["slot"] for zone in zones} <= SLOTS
    for table in decisions(name, 2):
        for player in table.scene(1)["players"]:
            for zone in player["zones"]:
                if zone["slot"] == "corner":
                    assert {card["ref"].split(".")[-1] for card in zone["cards"]} <= fields
