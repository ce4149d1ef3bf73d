"""Unreachable positions are refused with place and remedy; every state that play reaches is accepted."""

from __future__ import annotations

import pytest

import engines
from engines.altaria.cards import UNSEEN
from engines.altaria.costs import begin_payment
from engines.altaria.plausible import plausible
from engines.chaos.state import FOUGHT
from engines.errors import DataError
from engines.search.players import greedy_player, random_player

GAMES = ("altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars")

CHAOS_FIGHT = """P1.front = ["Tailwind Tsubame"]
P2.front = ["Steady Hands Ishio"]
"""
BATTLE = """step = "{step}"
battle = {{ attacker = "Beacon Guard", defender = "Shade Raider"{more} }}
P1.ground = ["Beacon Guard"]
P2.ground = ["Shade Raider"]
P1.space = ["{space}"]
"""
OBSTACLE = 'P1 = { worlds = ["Glass Dunes"], obstacles = ["Gloomling"], allies = ["Pim LV 1"] }\n'

UNREACHABLE = [
    ("altaria", "turn = 0", "turn: is 0 in step MAIN."),
    ("altaria", 'step = "JANKEN"\nturn = 3', "turn: is 3 in step JANKEN."),
    (
        "altaria",
        'P1.altar = ["Tide Scout + Furnace Heart + Furnace Heart"]',
        "P1, altar: 'Tide Scout + Furnace Heart + Furnace Heart': force is 2 cards.",
    ),
    ("altaria", 'step = "CHARGE"\nP1.field = ["Sunlit Herald, fatigued"]\nP1.hand = 2', "fatigued in step CHARGE"),
    (
        "altaria",
        'step = "CHARGE"\nP1.altar = ["Tide Scout, fatigued"]\nP1.hand = 2',
        "P1, altar: 'Tide Scout' is fatigued",
    ),
    ("altaria", 'step = "CHARGE"\nP1.field = ["Sunlit Herald, new"]\nP1.hand = 2', "entered this turn"),
    (
        "altaria",
        'step = "BLOCK"\nattack = { attacker = "Sunlit Herald", target = "Dawn Acolyte" }\n'
        'P1.field = ["Sunlit Herald"]\nP2.field = ["Dawn Acolyte"]',
        "attack, target: 'Dawn Acolyte' is upright.",
    ),
    (
        "altaria",
        'step = "BLOCK"\nattack = { attacker = "Sunlit Herald", cores = [1], blocker = "Dawn Acolyte" }\n'
        'P1.field = ["Sunlit Herald"]\nP2.field = ["Dawn Acolyte"]',
        "attack, blocker: nobody has blocked yet",
    ),
    (
        "altaria",
        'step = "BATTLE"\nattack = { attacker = "Sunlit Herald", cores = [1] }\nP1.field = ["Sunlit Herald"]',
        "step BATTLE needs two units.",
    ),
    (
        "altaria",
        'step = "CORE_TRIGGER"\nattack = { attacker = "Sunlit Herald", cores = [1] }\nP1.field = ["Sunlit Herald"]',
        "a core that has just been broken",
    ),
    ("chaos", "turn = 0", "turn: is 0 in step M2."),
    ("chaos", 'P1.front = ["Tailwind Tsubame + First Light Minato"]', "P1, front: 'Tailwind Tsubame' has a level card"),
    ("chaos", 'P1.front = ["Tailwind Tsubame + Tailwind Tsubame"]', "P1, front: 'Tailwind Tsubame' has a level card."),
    ("chaos", 'P1.partner = ["First Light Minato + Tailwind Tsubame"]', "a level card of another name"),
    ("chaos", 'done = ["fought"]', "done: has 'fought' in step M2."),
    ("chaos", 'step = "B3"\ndone = ["entered"]', "done: is ['entered'] in step B3."),
    ("chaos", f'attack = {{ attacker = "Tailwind Tsubame" }}\n{CHAOS_FIGHT}', "nobody attacks in step M2"),
    (
        "chaos",
        f'turn = 1\nstep = "W2"\nattack = {{ attacker = "Tailwind Tsubame" }}\n{CHAOS_FIGHT}',
        "no attacks in turn 1",
    ),
    (
        "chaos",
        f'step = "W2"\nattack = {{ attacker = "Tailwind Tsubame", guard = "Steady Hands Ishio" }}\n{CHAOS_FIGHT}',
        "attack, guard: nobody guards yet",
    ),
    ("chaos", f'step = "D2"\nattack = {{ attacker = "Tailwind Tsubame" }}\n{CHAOS_FIGHT}', "cannot choose a target"),
    ("chaos", f'step = "D3"\nattack = {{ attacker = "Tailwind Tsubame" }}\n{CHAOS_FIGHT}', "it is not the Partner"),
    ("chaos", f'step = "H3"\nattack = {{ attacker = "Tailwind Tsubame" }}\n{CHAOS_FIGHT}', "nobody has struck yet"),
    (
        "chaos",
        f'step = "H5"\nattack = {{ attacker = "Tailwind Tsubame", guard = "Steady Hands Ishio" }}\n{CHAOS_FIGHT}',
        "step H5 does not follow from this attack.",
    ),
    ("dgrayman", "turn = 0", "turn: is 0 in step MAIN_CHOICE."),
    (
        "dgrayman",
        'P1.standby = ["Edda Marsh (Archivist)", "Edda Marsh (Nightwatch), inactive"]',
        "'Edda Marsh' has active and inactive cards.",
    ),
    ("dgrayman", 'P1.standby = ["Edda Marsh (Archivist), saved"]', "has a change for an action."),
    ("dgrayman", 'step = "HAND_ADJUST"\nP1.hand = 3', "P1, hand: there are 3 cards."),
    ("dgrayman", 'step = "TURN_END"\nP1.hand = 9', "Write step HAND_ADJUST"),
    (
        "dgrayman",
        'step = "CHAR_CHOICE"\ndeck_searched = true\nP1.hand = 3',
        "deck_searched: is true in step CHAR_CHOICE.",
    ),
    ("dgrayman", 'step = "UNIT_LIMIT"\nP1.standby = ["Edda Marsh (Archivist), inactive"]', "have just regrouped"),
    (
        "dgrayman",
        'action = { kind = "search", by = "Edda Marsh (Archivist)" }\nP1.action = ["Edda Marsh (Archivist)"]',
        "action: nothing is under way in step MAIN_CHOICE.",
    ),
    ("altaria", 'P1.field = ["Sunlit Herald + Dawn Acolyte"]', "no card is joined by '+' here."),
    ("dgrayman", 'P1.standby = ["Edda Marsh (Archivist) with Finch (Lookout)"]', "no card is joined by 'with' here."),
    ("kingdom_hearts", "turn = 0", "turn: is 0 in step A0."),
    ("kingdom_hearts", 'P1.worlds = ["Hollow Spire"]', "'Hollow Spire' lies on worlds of total 0."),
    ("kingdom_hearts", 'P1.allies = ["Pim LV 1 with Beacon Band"]', "'Beacon Band' does not go on 'Pim LV 1'."),
    ("kingdom_hearts", 'P1.allies = ["Pim LV 1, joined"]', "has joined, and its side fights no fight."),
    ("kingdom_hearts", "fight = { weakened = 1 }", "there is no fight in step A0."),
    ("kingdom_hearts", f'step = "B1"\nfight = {{ used = [["Spark"], []] }}\n{OBSTACLE}', "nothing has been used yet"),
    ("kingdom_hearts", f'step = "B4"\nfight = {{ used = [[], ["Spark"]] }}\n{OBSTACLE}', "the other player has used"),
    ("kingdom_hearts", 'step = "B1"\nP1.worlds = ["Glass Dunes"]', "P1, obstacles: there is none."),
    ("kingdom_hearts", f'step = "B2"\n{OBSTACLE.replace("LV 1", "LV 1, joined")}', "1 allies have joined in step B2."),
    ("kingdom_hearts", 'step = "T1"\ndone = ["moved"]', "done: is not empty in step T1."),
    ("star_wars", "turn = 0", "turn: is 0 in step C4."),
    (
        "star_wars",
        'P1.character = ["Ilena Sorrel with Rivet Plating"]',
        "'Rivet Plating' does not go on 'Ilena Sorrel'.",
    ),
    ("star_wars", 'P1.ground = ["Beacon Guard, tapped"]', "'Beacon Guard' is tapped."),
    ("star_wars", 'P1.ground = ["Beacon Guard, power in battle +1"]', "has a change for a battle."),
    ("star_wars", 'step = "C2"\nP1.points = 3', "points: are 3 in step C2."),
    ("star_wars", 'step = "E1"\nP1.ground = ["Beacon Guard"]', "P1, ground: 'Beacon Guard' is untapped."),
    (
        "star_wars",
        BATTLE.format(step="U2", more="", space="Dawnwing Scout"),
        "P1, space: 'Dawnwing Scout' is untapped.",
    ),
    ("star_wars", BATTLE.format(step="U6", more="", space="Dawnwing Scout, tapped"), "step U6 needs dice."),
    (
        "star_wars",
        BATTLE.format(step="U2", more=", dice = [[6], [1]]", space="Dawnwing Scout, tapped"),
        "no dice have been rolled yet",
    ),
]
"""A game, an unreachable position in it, and the message."""


@pytest.mark.parametrize(("name", "position", "said"), UNREACHABLE)
def test_a_position_that_no_game_reaches_is_refused_with_a_remedy(name, position, said):
    with pytest.raises(DataError) as told:
        engines.load(name).position(position, "mine.toml")
    assert str(told.value).startswith("mine.toml")
    assert said in str(told.value)
    assert told.value.remedy


@pytest.mark.parametrize("name", GAMES)
def test_every_state_that_play_reaches_is_accepted(name):
    game, seen = engines.load(name), 0
    for seed in range(6):
        state = game.new(seed=seed)
        player = (greedy_player if seed % 2 else random_player)(seed)
        while state.result is None:
            assert not list(game.rules.plausible(state)), state.position()
            if seen % 20 == 0:
                assert game.position(state.position()).position() == state.position()
            seen += 1
            state.apply(player(state))
    assert seen > 300


def test_a_card_that_is_being_paid_for_is_in_the_hand():
    """No game gets there without it, and it could not leave the hand when all is paid."""
    game = engines.load("altaria")
    state = game.position(
        'step = "MAIN"\nturn = 5\nP1.hand = ["Hushing Tune"]\nP1.energy = ["5, up"]\n'
        'P1.altar = ["Twilight Pilgrim", "Hollow Mourner, fatigued", "Ember Sprinter"]'
    )
    kind, card = next(action for action in game.tries(state, 0) if action[0] == "activate")[:2]
    begin_payment(state, 0, kind, card)
    state.procedure_locals = state.call_arguments
    assert not list(plausible(state))
    state.players[0].hand.clear()
    [(place, what, remedy)] = plausible(state)
    assert place == "P1, hand"
    assert "Hushing Tune" in what
    assert remedy
    state.players[0].hand.append(UNSEEN)  # which may be that card
    assert not list(plausible(state))


# A step implies its past.


@pytest.mark.parametrize("step", ["W2", "G1", "W3", "H1", "X1", "E1", "E4"])
def test_the_battle_phase_of_chaos_has_begun_once_a_step_comes_after_its_beginning(step):
    attack = 'attack = { attacker = "Tailwind Tsubame" }\n' if step[0] in "WGHX" else ""
    text = f'step = "{step}"\n{attack}{CHAOS_FIGHT}'
    state = engines.load("chaos").position(text, run=False)
    assert state.done & FOUGHT
    assert not engines.load("chaos").position("", run=False).done & FOUGHT


def test_an_attack_under_way_is_one_of_the_actions_of_its_phase():
    game = engines.load("altaria").variant(actions_a_phase=1)
    text = 'step = "BLOCK"\nP1.field = ["Sunlit Herald"]\nattack = { attacker = "Sunlit Herald", cores = [1, 2] }'
    state = game.position(text)
    while state.step.name != "ATTACK":
        state.apply(state.actions[-1])
    assert [action[0] for action in state.actions] == ["end_attack"]


def test_a_deck_search_under_way_is_the_one_of_the_turn():
    text = """step = "RESPONSE_CHOICE"
action = { kind = "search_deck", by = "Ada Lorne (Ledger)" }
P1.action = ["Ada Lorne (Ledger)"]
P1.standby = ["Ada Lorne (Sabre)", "Finch (Lookout)"]
P2.standby = ["Edda Marsh (Archivist)"]
"""
    state = engines.load("dgrayman").position(text, run=False)
    assert state.deck_searched
    assert [card[2] for card in state.players[0].standby] == [False, True]


def test_a_battle_under_way_is_the_one_of_the_turn():
    state = engines.load("kingdom_hearts").position(f'step = "B1"\n{OBSTACLE}', run=False)
    assert state.view(0)["done"] == ["battled"]
    assert state.actions_taken == 1


def test_dice_that_lie_there_have_been_counted_in_the_third_window():
    text = BATTLE.format(step="U6", more=", dice = [[6, 2], [5]]", space="Dawnwing Scout, tapped")
    assert engines.load("star_wars").position(text, run=False).battle.deals == (1, 1)
