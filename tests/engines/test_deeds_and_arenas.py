"""Texts that ask what has been done this turn, that move units between arenas, and that Locations have."""

import pytest

import engines
from tests.engines.own_cards import faults_of, game_of, mission_row, unit_row

OTHER = unit_row("Other")
TO_SPACE = [{"verb": "choose", "of": {"whose": "both"}}, {"verb": "move", "what": "it", "to": "space"}]
STEP = {"step": "C4", "dark": "P1"}


def mission_doing(*do, **ability):
    return mission_row({"do": [*do], **ability})


def complete_mission(game, **sides):
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"], **sides.pop("own", {})}, **sides})
    state.apply(("complete", 0))
    return state


def pass_on(state, until):
    while not until(state):
        quiet = [one for one in state.actions if one[0] in ("end", "pass", "stand_down")]
        state.apply((quiet or state.actions)[0])
    return state


# What has been done this turn.

DRAW = [{"verb": "draw", "who": "own"}]
ATTACKED = {"verb": "if", "is": [{"did": "attack", "min": 1}], "do": DRAW}


def after_battle(game, battles=True):
    """Return the last window of a battle of the first player's Sender, or the same without a battle."""
    sides = {"P1": {"ground": ["Sender"], "deck": 5}, "P2": {"ground": ["Other, tapped"], "deck": 5}}
    state = game.position({"step": "A7", "arena": "ground", "dark": "P1", "script": [1] * 6, **sides})
    if battles:
        state.apply(next(one for one in state.actions if one[0] == "battle"))
        pass_on(state, lambda s: s.step.name == "U8")
    return state


def test_a_text_asks_whether_its_player_has_attacked_this_turn():
    game = game_of(unit_row("Sender", {"when": "battle_end", "do": [ATTACKED]}), OTHER)
    states = [after_battle(game, battles) for battles in (True, False)]
    hands = [len(pass_on(state, lambda s: s.step.name == "C3").players[0].hand) for state in states]
    assert hands[0] - hands[1] == 1
    text = " ".join(game.rules_text(game.cards[game.by_name["Sender"]]))
    assert "if you did this in this turn: attack, draw 1 card" in text


def test_what_was_done_in_an_earlier_turn_does_not_count():
    power = {
        "when": "continuous",
        "if": [{"did": "attack", "min": 1}],
        "do": [{"verb": "change", "what": "self", "power": 2}],
    }
    game = game_of(unit_row("Sender", power), OTHER)
    state = after_battle(game)
    assert state.view(0)["players"][0]["ground"][0]["power"] == 5
    again = engines.load("star_wars").position(state.position())
    assert again.view(0)["players"][0]["ground"][0]["power"] == 5
    assert again.canonical_key() == state.canonical_key()
    turn = state.turn
    pass_on(state, lambda s: s.turn > turn)
    assert state.view(0)["players"][0]["ground"][0]["power"] == 3


def test_a_filter_asks_which_cards_have_attacked_this_turn():
    aura = {"when": "continuous", "do": [{"verb": "change", "of": {"whose": "both", "did": "attack"}, "power": 2}]}
    game = game_of(unit_row("Sender", aura), OTHER)
    state = after_battle(game)
    assert [one["ground"][0]["power"] for one in state.view(0)["players"]] == [5, 3]
    (text,) = game.rules_text(game.cards[game.by_name["Sender"]])
    assert "that did this in this turn: attack gets +2 Power" in text


def test_only_actions_that_some_text_asks_for_are_recorded():
    game = game_of(unit_row("Sender", {"when": "battle_end", "do": [ATTACKED]}), OTHER)
    assert [one[3] for one in after_battle(game).lasting] == ["did attack"]
    assert not after_battle(game_of(unit_row("Sender"), OTHER)).lasting
    twice = game.with_cards([unit_row("More", {"when": "battle_end", "do": [ATTACKED]})], "more.toml")
    assert [one[3] for one in after_battle(twice).lasting] == ["did attack"]


@pytest.mark.parametrize("name", sorted(engines.names()))
def test_every_action_that_texts_may_forbid_can_be_asked_for(name):
    game = engines.load(name)
    if game.card_rules.forbids is None:
        return
    for word, by_card in game.card_rules.forbids.deeds.items():
        words = game.words
        assert words.has(f"forbid.action.{word}"), word
        assert by_card == ("of" in game.card_rules.forbids.actions[word].named)


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ({"did": "atack", "min": 1}, "'atack'"),
        ({"did": "attack"}, "does not say how many"),
        ({"did": "attack", "who": "me", "min": 1}, "'me'"),
        ({"did": "play", "zone": "ground", "min": 1}, "not done by a card in play"),
        ({"did": "attack", "zone": "chosen", "min": 1}, "'chosen'"),
        ({"did": "attack", "zone": "hand", "min": 1}, "'hand'"),
        ({"count": {"did": "play"}, "min": 1}, "'play'"),
    ],
)
def test_a_wrong_question_about_what_was_done_is_named(condition, what):
    for text in (
        {"when": "battle_end", "if": [condition], "do": DRAW},
        {"when": "continuous", "if": [condition], "do": [{"verb": "change", "what": "self", "power": 1}]},
    ):
        found = faults_of(unit_row("Sender", text))
        assert any(what in one for one in found), found


# Between arenas.


def test_a_unit_moves_to_another_arena_with_everything_on_it():
    game = game_of(mission_doing(*TO_SPACE), OTHER)
    state = complete_mission(game, own={"ground": ["Other, damage 2"]})
    assert [(one[2], one[3]) for one in state.players[0].space] == [(False, 2)]
    assert not state.players[0].ground
    assert not state.players[0].discard[1:]
    assert engines.load("star_wars").position(state.position()).position() == state.position()
    assert "put it into the Space arena" in " ".join(game.rules_text(game.cards[game.by_name["Sent"]]))


def test_what_has_moved_is_still_the_chosen_card():
    game = game_of(mission_doing(*TO_SPACE, {"verb": "mark", "what": "it", "tapped": True}), OTHER)
    state = complete_mission(game, own={"ground": ["Other"]})
    assert state.players[0].space[0][2] is True


def test_a_battle_ends_when_one_of_its_units_moves_away():
    away = {
        "when": "window_1",
        "do": [{"verb": "move", "of": {"whose": "rival", "role": "target"}, "all": True, "to": "space"}],
    }
    game = game_of(unit_row("Sender", away), OTHER)
    sides = {"P1": {"ground": ["Sender, tapped"]}, "P2": {"ground": ["Other"]}}
    battle = {"by": "P1", "attacker": "Sender", "defender": "Other"}
    state = game.position({"step": "U2", "arena": "ground", "dark": "P1", "battle": battle, **sides})
    state.apply(("use", state.players[0].ground[0][0]))
    assert len(state.players[1].space) == 1
    assert state.step.name == "U8"
    assert state.battle.dice == ((), ())


def test_a_unique_unit_is_found_in_every_arena():
    game = game_of(mission_doing(*TO_SPACE))
    state = complete_mission(game, own={"character": ["Oren Vash A"], "hand": ["Oren Vash B"]})
    assert [len(zone) for zone in state.players[0].units] == [1, 0, 0, 0]
    assert state.character(0, state.faces[game.by_name["Oren Vash A"]].identity) is not None


@pytest.mark.parametrize(
    ("do", "what"),
    [
        ([{"verb": "choose", "of": {"zone": "discard"}}, {"verb": "move", "what": "it", "to": "space"}], "'discard'"),
        ([{"verb": "move", "of": {"zone": "discard"}, "all": True, "to": "space"}], "'discard'"),
        ([{"verb": "choose", "of": {}}, {"verb": "move", "what": "it", "to": "spcae"}], "'spcae'"),
        (
            [{"verb": "choose", "of": {}}, {"verb": "move", "what": "it", "to": "space", "where": "top"}],
            "where in the deck",
        ),
    ],
)
def test_a_wrong_move_is_named(do, what):
    found = faults_of(unit_row("Sender", {"when": "deployed", "do": do}))
    assert any(what in one for one in found), found


def test_a_move_to_where_the_card_can_come_back_from_is_no_price():
    moves = {"when": "build_step", "pay": [{"verb": "move", "what": "self", "to": "space"}], "do": DRAW}
    assert any("without end" in one for one in faults_of(unit_row("Sender", moves)))


# Locations in the build step.

LOSES = {"verb": "points", "who": "rival", "force": -2}


def location_row(ability):
    return {"name": "Dock", "category": "location", "kind": "ground", "cost": 1, "ability": [ability]}


def test_a_location_is_used_in_the_build_step_once_a_turn():
    game = game_of(location_row({"when": "build_step", "once": "turn", "do": [LOSES]}), OTHER)
    state = game.position({**STEP, "step": "C3", "P1": {"locations": ["Dock"]}, "P2": {"force": 9}})
    (use,) = [one for one in state.actions if one[0] == "text_use"]
    assert state.text(use) == 'use text of "Dock" in locations'
    state.apply(use)
    assert state.players[1].force == 7
    assert not [one for one in state.actions if one[0] == "text_use"]
    (reason,) = state.why_not(use)
    assert reason.fact == "Dock cannot have its effect now. It needs this: its text has not been used this turn."
    turn = state.turn
    pass_on(state, lambda s: s.turn > turn and s.step.name == "C3")
    assert [one for one in state.actions if one[0] == "text_use"]
    assert game.rules_text(game.cards[game.by_name["Dock"]])[0].startswith("**In your build step")


def test_a_location_is_used_only_by_its_player_and_if_its_price_can_be_paid():
    game = game_of(location_row({"when": "build_step", "pay": [{"verb": "points", "force": -3}], "do": [LOSES]}), OTHER)
    for step, force, uses in (("C3", 3, 1), ("C3", 2, 0), ("C4", 3, 0)):
        state = game.position({**STEP, "step": step, "P1": {"locations": ["Dock"], "force": force}, "P2": {"force": 9}})
        assert len([one for one in state.actions if one[0] == "text_use"]) == uses


@pytest.mark.parametrize(
    ("ability", "what"),
    [
        ({"when": "build_step", "do": [LOSES]}, "without end"),
        ({"when": "build_step", "once": "turn", "do": [{"verb": "mark", "what": "self", "tapped": True}]}, "'self'"),
        ({"when": "acts", "once": "turn", "do": [LOSES]}, "acts"),
    ],
)
def test_a_wrong_text_of_a_location_is_named(ability, what):
    assert any(what in one for one in faults_of(location_row(ability))), faults_of(location_row(ability))
