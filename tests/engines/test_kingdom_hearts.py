"""Tests specific to the Kingdom Hearts TCG: knowledge of a hand, and unreachable positions."""

import pytest

import engines
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from engines.kernel.listener import Event
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.repairs import plain_card
from engines.kingdom_hearts.state import GEAR
from tests.engines.tried import scan

GAME = engines.load("kingdom_hearts")
AFTER_RECYCLING = """
step = "A0"
P1 = { hand = ["Event E01", "Gorro", "Mend"], deck = 0, discard = ["Spark", "Spark", "Spark", "Quick Flare"] }
"""


def test_what_was_held_when_the_discard_pile_became_the_deck_is_dealt_to_nobody_else():
    state = GAME.position(AFTER_RECYCLING)
    state.apply(state.read('play "Event E01"')[0])
    rest = sorted(map(state.name, state.players[0].deck + state.players[0].hand))
    for number in range(20):
        world = state.copy()
        GAME.rules.determinise(world, 1, RandomSource(number))
        hand = [world.name(card) for card in world.players[0].hand]
        assert {"Gorro", "Mend"} <= set(hand), "the deck was made without them"
        assert sorted([*hand, *map(world.name, world.players[0].deck)]) == rest


def test_a_card_that_was_played_is_no_longer_held():
    state = GAME.position(AFTER_RECYCLING)
    state.apply(state.read('play "Event E01"')[0])
    assert state.players[0].kept == 2
    again = GAME.position(state.position())
    assert again.players[0].kept == 2
    again.apply(again.read('call "Gorro"')[0])
    assert again.players[0].kept == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('step = "D1"', "no Form Change"),
        ("P1.hp = 0", "the game is over"),
        ('P2.worlds = ["Glass Dunes", "Glass Dunes", "Hollow Spire", "Hollow Spire"]', "the game is over"),
        ('P1 = { hand = ["Mend"], kept = 2 }', "kept"),
        ('P1 = { worlds = ["Lantern Quay"], obstacles = ["Blank Lancer"] }', "above the world total of 1"),
        ('P1 = { worlds = ["Lantern Quay"], obstacles = ["Gloomling", "Gloomling"] }', "more than the top world"),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(text, what):
    with pytest.raises(DataError, match=what):
        GAME.position(text)


def test_equipment_names_the_hero_once():
    row = {"name": "Two Seals", "category": "equipment", "bearers": ["hero", "player"]}
    with pytest.raises(DataError, match="names the hero twice"):
        GAME.with_cards([row], "test")


def test_the_repair_of_a_full_world_is_another_world_where_it_has_no_room_at_all():
    sea = {"name": "Open Sea", "category": "world", "level": 2, "app": 0}
    position = {"cards": [sea], "P1": {"hand": ["Gloomling"]}, "P2": {"worlds": ["Open Sea"]}}
    state = GAME.position(position)
    action = ("obstruct", state.game.by_name["Gloomling"])
    (reason,) = state.why_not(action)
    assert reason.requirement == "takes_obstacles"
    repaired = state.game.repaired(state, action, reason.requirement)
    assert action in repaired.step.ask(repaired)


def test_a_challenge_names_both_sides():
    game = engines.load("kingdom_hearts")
    totals = Event("challenge_totals", "KH-10.4", 1, {"total": 4, "other": 2}, False, "C0")
    assert game.narrate(totals, 0) == "The rival has 4, you 2."
    assert game.narrate(totals, 1) == "You have 4, the rival 2."
    assert game.narrate(totals, 0, names=("Ann", "Ben")) == "Ben has 4, Ann 2."
    declared = Event("challenge", "KH-10.1", 1, {}, False, "C0")
    assert game.narrate(declared, 0) == "The rival's hero challenges your hero."
    assert game.narrate(declared, 1) == "Your hero challenges the rival's hero."
    assert game.narrate(declared, 0, names=("Ann", "Ben")) == "Ben's hero challenges Ann's hero."


def test_a_position_may_say_that_no_form_lies_on_the_hero():
    worn = GAME.position({"P1": {"hero": "Lio", "form": "Lio Dusk Form"}})
    assert worn.players[0].form == GAME.by_name["Lio Dusk Form"]
    plain = GAME.position({"P1": {"hero": "Lio", "form": "empty"}})
    assert plain.players[0].form == NO_CARD
    assert plain.canonical_key() == GAME.position({"P1": {"hero": "Lio"}}).canonical_key()


def test_a_small_game_says_that_its_decks_are_smaller_than_usual():
    def told(game, decks):
        state = game.new(decks, seed=1, listen=True)
        return next(game.narrate(event) for event in state.events if event.clause == "KH-1.2")

    assert told(GAME, None) == "Both decks are legal."
    deck = {"Lio": 1, **dict.fromkeys(("Pim LV 1", "Gorro", "Pim LV 2", "Bram", "Spark", "Mend", "Quick Flare"), 3)}
    small = told(GAME.variant(deck_size=20), (deck, deck))
    assert small == "Both decks are legal for this game: at least 20 cards, elsewhere 41."


def test_a_battle_begins_with_the_world_that_counts_and_tells_no_damage_of_nothing():
    you = {"deck": 30, "worlds": ["Lantern Quay", "Glass Dunes"], "obstacles": ["Gloomling", "Blank Lancer"]}
    state = GAME.position({"turn": 5, "step": "A0", "you": you, "rival": {"deck": 30}}).listen()
    for text in ("battle", "skip", "skip", "skip", "skip", 'deal 2 to "Gloomling"'):
        if text in map(state.text, state.actions):
            state.apply(state.read(text)[0])
    told = [GAME.narrate(event) for event in state.events]
    assert "Glass Dunes counts in this Battle. Attack so far: 2." in told
    assert told.count("The attack total is 2.") == 1
    assert "Gloomling takes 2 damage against POW 3." in told
    assert not [line for line in told if "takes 0 damage" in line]


@pytest.mark.parametrize(("allies", "repair"), [(["Gorro", "Pim LV 1"], "on Gorro or Pim LV 1"), ([], "")])
def test_equipment_on_the_wrong_card_names_the_cards_that_it_goes_on(allies, repair):
    state = GAME.position({"P1": {"hero": "Lio", "hand": ["Tide Rod"], "allies": allies}})
    (reason,) = state.why_not(state.read('equip "Tide Rod" to "Lio"')[0])
    assert reason.fact == "Tide Rod cannot go on Lio, only on one of your Ally or Magic/Ally cards."
    assert reason.repair == repair


def test_no_repair_gives_a_card_two_equipment_or_a_side_two_of_a_name():
    looked = {"damage_left": 0, "magic_reaches": 0}
    for refusals in scan("kingdom_hearts").met.values():
        for state, seat, action, requirement, _ in refusals:
            if requirement.name in looked:
                player = state.game.repaired(state, action, requirement.name, seat).both[seat]
                worn = [player.gear, *(ally[GEAR] for ally in player.allies)]
                assert max(map(len, worn)) <= 1, (requirement.name, action)
                names = [state.name(card) for cards in worn for card in cards]
                assert len(names) == len(set(names)), (requirement.name, action)
                looked[requirement.name] += 1
    assert min(looked.values()) > 20


def test_repairs_lay_no_world_that_asks_for_others_beneath_it():
    world = plain_card(GAME.position(""), "world")
    assert GAME.cards[world].extra.total_at_least == 0
