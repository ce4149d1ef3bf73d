"""The moments of texts outside the steps in which cards are used: when they come, and when they are refused."""

import random

import pytest

import engines
from engines.designs.set_files import find_set, read_set
from tests.engines.test_card_programs import deck_of_texts

UNIT = {"category": "unit", "kind": "space", "side": "light", "cost": 4, "speed": 20, "power": 3, "health": 3}
PERSON = {"category": "character", "characters": ["Sender"], "power": 3, "rank": 1}
LOSES = {"verb": "points", "who": "rival", "force": -3}
TAPPED = {"verb": "mark", "what": "self", "tapped": True}


def document_of(name, ability, card, *others):
    return {"game": name, "set": "mine", "card": [{"name": "Sender", **card, "ability": [ability]}, *others]}


def game_of(name, ability, card, *others):
    return engines.load(name).with_set(read_set(document_of(name, ability, card, *others), "mine.toml"))


def faults_of(name, ability, card=UNIT):
    return [one.what for one in find_set(document_of(name, ability, card), "mine.toml").faults]


@pytest.mark.parametrize(("to", "left"), [("discard", 2), ("hand", 5)])
def test_only_a_unit_that_stays_discarded_sets_its_text_off(to, left):
    do = [{"verb": "move", "of": {"zone": "space"}, "all": True, "to": to}]
    away = {"name": "Away", "category": "mission", "cost": 1, "ability": [{"when": "mission", "do": do}]}
    game = game_of("star_wars", {"when": "discarded", "do": [LOSES]}, UNIT, away)
    own = {"construction": ["Away, build 1"], "space": ["Sender"]}
    state = game.position({"step": "C4", "P1": own, "P2": {"force": 5}})
    state.apply(next(action for action in state.actions if "Away" in state.text(action)))
    assert state.players[1].force == left
    assert not state.waiting


@pytest.mark.parametrize(("zone", "set_off"), [("space", True), ("retreated", False)])
def test_the_end_of_the_battle_phase_sets_texts_off_in_the_arenas(zone, set_off):
    game = game_of("star_wars", {"when": "battle_end", "do": [LOSES]}, UNIT)
    state = game.position({"step": "C6", "P1": {zone: ["Sender"]}, "P2": {"force": 5}}, listen=True)
    state.apply(next(action for action in state.actions if action[0] == "end"))
    assert any(event.kind == "text_points" for event in state.events) is set_off


@pytest.mark.parametrize("when", ["discarded", "battle_end", "build_step", "acts"])
def test_at_these_moments_only_effects_of_all_games_work(when):
    assert any("no effect in the language" in one for one in faults_of("star_wars", {"when": when, "by_hand": True}))
    own = {"when": when, "do": [{"verb": "gain", "who": "own", "count": 1}]}
    assert any("no effect in the language" in one for one in faults_of("star_wars", own))
    assert any(
        "no effect in the language" in one for one in faults_of("dgrayman", {"when": "wins", "by_hand": True}, PERSON)
    )


UNLESS = {"verb": "unless", "who": "rival", "pay": [{"verb": "points", "force": -2}], "do": [{"verb": "draw"}]}


@pytest.mark.parametrize(
    ("ability", "what"),
    [
        ({"when": "build_step", "do": [LOSES]}, "without end"),
        ({"when": "acts", "pay": [{"verb": "discard"}], "do": [LOSES]}, "without end"),
        ({"when": "discarded", "do": [TAPPED]}, "is 'self'"),
        ({"when": "battle_end", "do": [{**UNLESS, "who": "own"}]}, "is 'own'"),
        ({"when": "battle_end", "do": [{**UNLESS, "pay": [{"verb": "points", "force": 2}]}]}, "pays 2"),
        ({"when": "battle_end", "do": [{**UNLESS, "pay": [{"verb": "discard"}]}]}, "'discard'"),
        ({"when": "battle_end", "do": [{**UNLESS, "pay": []}]}, "is []"),
        ({"when": "battle_end", "do": [{**UNLESS, "do": []}]}, "do = []"),
        ({"when": "battle_end", "do": [{**UNLESS, "do": [UNLESS]}]}, "inside another"),
        ({"when": "battle_end", "do": [{**UNLESS, "do": [{"verb": "drwa"}]}]}, "'drwa'"),
        ({"when": "battle_end", "do": [{**UNLESS, "is": [{"trun": "own"}]}]}, "condition 'trun'"),
        ({"when": "battle_end", "do": [UNLESS] * 5}, "10 instructions"),
    ],
)
def test_what_is_wrong_is_named(ability, what):
    assert any(what in one for one in faults_of("star_wars", ability)), faults_of("star_wars", ability)


def test_in_whole_games_a_text_is_used_exactly_if_nothing_speaks_against_it():
    game, tried, used = engines.load("star_wars"), 0, 0
    decks = list(game.decks)
    for first in range(30):
        own = game.with_set(read_set(deck_of_texts("star_wars", decks[first % 2], first), "mine.toml"))
        state, chance = own.new(("mine/one", decks[1 - first % 2]), first), random.Random(first)
        for _ in range(300):
            if state.result is not None:
                break
            uses = [action for action in state.actions if action[0] == "text_use"]
            if state.step.name in ("C3", "C4", "U1") and chance.random() < 0.2:
                tries = [action for action in own.tries(state, state.seat_to_act) if action[0] == "text_use"]
                assert [action for action in tries if not state.why_not(action)] == [a for a in tries if a in uses]
                assert all(action in state.read(state.text(action)) for action in uses)
                tried += len(tries)
            used += bool(uses)
            state.apply(chance.choice(uses) if uses and chance.random() < 0.5 else chance.choice(state.actions))
    assert tried > 50
    assert used > 20
