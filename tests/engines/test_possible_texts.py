"""Texts in the shared effect language: whether a card can be used for one, and how often in a turn."""

import pytest

import engines
from engines.designs.set_files import read_set

DRAW = {"verb": "draw"}
DISCARD = {"verb": "discard"}
BATTLE = {"category": "battle", "cost": 0}
FIGHTER = {"category": "unit", "kind": "ground", "side": "light", "cost": 1, "speed": 30, "power": 2, "health": 4}
MAGIC = {"category": "magic", "cost": 1}
EVENT = {"category": "event", "icons": ["main"]}
SKILL = {"category": "skill", "characters": ["Finch"], "rank": 1, "timing": ["main"]}
HERO_EVENT = {"category": "event", "number": "E40", "level": 0}


def sender_position(name, abilities, position, **card):
    """Return a position of a game with the card "Sender", which has these texts."""
    row = {"name": "Sender", **card, "ability": abilities}
    game = engines.load(name).with_set(read_set({"game": name, "set": "mine", "card": [row]}, "mine.toml"))
    return game.position(position, listen=True)


def uses(state):
    return [action for action in state.actions if "Sender" in state.text(action)]


@pytest.mark.parametrize(
    ("name", "card", "position"),
    [
        ("altaria", MAGIC, {"step": "MAIN", "P1": {"energy": 2}}),
        ("chaos", EVENT, {"P1": {}}),
        ("dgrayman", SKILL, {"step": "MAIN_CHOICE", "P1": {"standby": ["Finch (Runner)"], "deck": 5}}),
        ("kingdom_hearts", HERO_EVENT, {"P1": {"hero": "Lio"}, "P2": {"hero": "Oriel"}}),
    ],
)
def test_a_played_card_is_no_card_of_the_hand(name, card, position):
    for most, others, usable in ((0, 0, True), (0, 1, False), (1, 1, True)):
        ability = {"when": "use", "if": [{"count": {"zone": "hand"}, "max": most}], "do": [DRAW]}
        hand = ["Sender", *["Sender"] * others]
        state = sender_position(name, [ability], {**position, "P1": {**position["P1"], "hand": hand}}, **card)
        assert bool(uses(state)) is usable, (most, others)


def test_the_text_of_a_card_in_play_counts_the_copies_of_it_in_the_hand():
    card = {"category": "character", "names": ["S"], "traits": ["Sea"], "atk": 1, "end": 3, "atk_mod": 1, "end_mod": 0}
    ability = {"when": "main", "pay": [DISCARD], "do": [DRAW]}
    position = {"P1": {"front": ["Sender"], "hand": ["Sender"], "deck": 4}}
    assert [action for action in uses(sender_position("chaos", [ability], position, **card)) if action[0] == "use"]


def fight(ability, own, rival, **card):
    """Return the first window of a battle on the ground, in which P1 attacks and is asked."""
    rival = {**rival, "ground": ["Shade Raider", *rival.get("ground", ())]}
    own = {**own, "ground": ["Beacon Guard", *own.get("ground", ())]}
    battle = {"arena": "ground", "battle": {"attacker": "Beacon Guard", "defender": "Shade Raider"}}
    state = sender_position("star_wars", [ability], {"step": "U2", **battle, "P1": own, "P2": rival}, **card)
    if state.seat_to_act == 1:
        state.apply(("pass",))
    return state


CARRIER = {"zone": "space", "whose": "rival"}
BLAST = [{"verb": "choose", "of": CARRIER}, {"verb": "counters", "what": "it", "damage": 1}]
THREE_FORCE = [{"verb": "points", "force": -3}]
IN_HAND = {"hand": ["Sender"]}


@pytest.mark.parametrize(
    ("ability", "own", "rival", "usable"),
    [
        ({"do": BLAST}, {}, {}, False),
        ({"do": BLAST}, {}, {"space": ["Gloom Darter, tapped"]}, True),
        ({"pay": THREE_FORCE, "do": [DRAW]}, {"force": 4}, {}, False),  # 2 Force for the card itself
        ({"pay": THREE_FORCE, "do": [DRAW]}, {"force": 5}, {}, True),
        ({"if": [{"count": {"zone": "hand"}, "max": 0}], "do": [DRAW]}, {"force": 2}, {}, True),
        ({"may": True, "pay": THREE_FORCE, "do": [DRAW]}, {"force": 2}, {}, True),
    ],
)
def test_a_battle_card_is_not_wasted(ability, own, rival, usable):
    ability = {"when": "window_1", **ability}
    state = fight(ability, {"force": 9, **own, **IN_HAND}, rival, category="battle", cost=2)
    assert bool(uses(state)) is usable
    action = ("play", state.game.by_name["Sender"])
    assert (not state.why_not(action)) is usable
    if not usable:
        assert any("Sender cannot have its effect now" in one.fact for one in state.why_not(action))


def test_the_ability_of_a_unit_is_not_wasted():
    for rival, usable in (({}, False), ({"space": ["Gloom Darter, tapped"]}, True)):
        state = fight({"when": "window_1", "do": BLAST}, {"ground": ["Sender"]}, rival, **FIGHTER)
        assert bool(uses(state)) is usable


def test_a_mission_may_be_completed_with_nothing_to_act_on():
    position = {"step": "C4", "P1": {"construction": ["Sender, build 1"]}}
    assert uses(sender_position("star_wars", [{"when": "mission", "do": BLAST}], position, category="mission", cost=1))


def test_the_unit_in_battle_is_no_battle_card():
    do = [{"verb": "choose", "of": {"other": True}}, {"verb": "change", "what": "it", "power": 2, "for": "turn"}]
    state = fight({"when": "window_1", "do": do}, IN_HAND, {}, category="battle", cost=0)
    state.apply(uses(state)[0])
    told = [state.game.narrate(event) for event in state.events]
    assert any("Beacon Guard" in one and "+2" in one for one in told), told


def test_texts_without_end_end_the_game():
    ability = {"when": "window_1", "requires": {"again": True}, "do": [{"verb": "points", "force": 1}]}
    state = fight(ability, {"ground": ["Sender"]}, {}, **FIGHTER)
    for times in range(301):
        assert state.result is None, times
        if state.seat_to_act == 1:
            state.apply(("pass",))
        state.apply(uses(state)[0])
    assert (state.result.winner, state.result.clause) == (None, "SW-R41")
