"""Texts of Star Wars sets in battles and build steps: their moments, what they ask, and what they allow and forbid."""

import pytest

import engines
from engines.legal.card_programs import touches_hidden_cards
from engines.legal.forbidden_actions import bans_of
from engines.legal.program_questions import question_of_text
from tests.engines.own_cards import faults_of, game_of, mission_row, unit_row

DRAW = {"verb": "draw", "who": "own", "count": 1}
RIVALS_BATTLER = {"whose": "rival", "any": [{"role": "attacker"}, {"role": "target"}]}


def battle_of(game, attacker, defender, dice):
    """Play a battle of the first player's unit against the second's with these dice, to its last window."""
    sides = {"P1": {"ground": [attacker], "deck": 9}, "P2": {"ground": [f"{defender}, tapped"], "deck": 9}}
    state = game.position({"step": "A7", "arena": "ground", "script": dice, **sides})
    state.apply(next(action for action in state.actions if action[0] == "battle"))
    while state.step.name != "U8":
        state.apply(next(action for action in state.actions if action[0] in ("pass", "resolve")))
    return state


@pytest.mark.parametrize(
    ("when", "attacks", "dice", "drawn"),
    [
        ("attacks", True, [1] * 6, 1),
        ("attacked", True, [1] * 6, 0),
        ("attacked", False, [1] * 6, 1),
        ("damages", True, [6, 1, 1, 1, 1, 1], 1),
        ("damages", True, [1, 1, 1, 6, 1, 1], 0),
        ("damages", False, [1, 1, 1, 6, 1, 1], 1),
        ("destroys", True, [6, 1, 1, 1, 1, 1], 0),
    ],
)
def test_texts_come_when_a_unit_attacks_is_attacked_and_does_damage(when, attacks, dice, drawn):
    game = game_of(unit_row("Sender", {"when": when, "do": [DRAW]}), unit_row("Other"))
    state = battle_of(game, *(("Sender", "Other") if attacks else ("Other", "Sender")), dice)
    assert [len(player.hand) for player in state.players] == ([drawn, 0] if attacks else [0, drawn])


def test_a_text_comes_when_a_unit_destroys_another_one():
    game = game_of(unit_row("Sender", {"when": "destroys", "do": [DRAW]}), unit_row("Other", health=1))
    assert len(battle_of(game, "Sender", "Other", [6, 1, 1, 1, 1, 1]).players[0].hand) == 1


def test_a_unit_that_is_damaged_in_battle_may_be_turned():
    tap = {"verb": "mark", "of": RIVALS_BATTLER, "all": True, "tapped": False}
    game = game_of(unit_row("Sender", {"when": "damages", "do": [tap]}), unit_row("Other"))
    for dice, tapped in (([6, 1, 1, 1, 1, 1], False), ([1] * 6, True)):
        state = battle_of(game, "Sender", "Other", dice)
        assert state.players[1].ground[0][2] is tapped
    text = game.rules_text(game.cards[game.by_name["Sender"]])[0]
    assert "that is the attacker or is the target" in text


def test_one_text_may_have_several_moments():
    game = game_of(unit_row("Sender", {"when": ["window_1", "window_3"], "do": [DRAW]}))
    assert [one.when for one in game.cards[game.by_name["Sender"]].abilities] == ["window_1", "window_3"]


def test_a_mission_may_be_completed_only_if_its_text_is_possible():
    asks = {"if": [{"count": {"zone": "ground"}, "min": 1}], "do": [DRAW]}
    game = game_of(mission_row({**asks, "requires": {"possible": True}}), unit_row("Other"))
    for own, possible in (([], False), (["Other"], True)):
        state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"], "ground": own}})
        (action,) = [("complete", 0)]
        assert (action in state.actions) is possible
        assert bool(state.why_not(action)) is not possible
    assert game.rules_text(game.cards[game.by_name["Sent"]])[0].startswith(
        "**Can be completed only if this is possible"
    )
    (fault,) = faults_of(unit_row("Sender", {"when": "deployed", "requires": {"possible": True}, "do": [DRAW]}))
    assert "cannot ask for `possible`" in fault


def test_a_text_puts_build_counters_on_a_card_under_construction():
    put = [{"verb": "choose", "what": "build", "whose": "own"}, {"verb": "advance", "count": 2}]
    game = game_of(mission_row({"do": put}), unit_row("Other"))
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1", "Other, build 1"]}}, listen=True)
    state.apply(("complete", 0))
    assert state.players[0].building[0][1] == 3
    assert any("2 build counters: 3 now" in game.narrate(event) for event in state.events)


FORBIDS = {"verb": "forbid", "what": "it", "action": "attack", "for": "turn"}


def test_a_text_forbids_something_for_this_turn():
    text = {"when": "mission", "do": [{"verb": "choose", "of": {"zone": "ground", "whose": "rival"}}, FORBIDS]}
    game = game_of(
        {"name": "Sent", "category": "mission", "cost": 1, "ability": [text]}, unit_row("Other"), unit_row("Third")
    )
    sides = {"P1": {"construction": ["Sent, build 1"], "ground": ["Third"]}, "P2": {"ground": ["Other"]}}
    state = game.position({"step": "C4", **sides})
    state.apply(("complete", 0))
    again = engines.load("star_wars").position(state.position())
    assert again.position() == state.position()
    turn, asked = state.turn, []
    while state.turn == turn:
        if state.step.name == "U1":
            asked.append(state.seat_to_act)
            assert bans_of(game).find_ban(state, 1, ("battle", 2, 1)) == (game.by_name["Sent"], 0)
        state.apply(next((one for one in state.actions if one[0] in ("end", "stand_down", "pass")), state.actions[-1]))
    assert asked == [0]
    assert game.rules_text(game.cards[game.by_name["Sent"]])[0].endswith("then it cannot attack until end of turn.")
    while state.step.name != "U1" or state.seat_to_act != 1:
        state.apply(next((one for one in state.actions if one[0] in ("end", "stand_down", "pass")), state.actions[-1]))
    assert [one for one in state.actions if one[0] == "battle"]


@pytest.mark.parametrize(
    ("forbids", "said", "forbidden"),
    [
        ({"who": "rival", "target": "it"}, "the rival cannot attack it", True),
        ({"what": "it", "target": {"cost": 4}}, "it cannot attack any card of yours in play that has cost 4", False),
    ],
)
def test_a_text_forbids_attacks_with_the_chosen_card_as_one_of_the_two(forbids, said, forbidden):
    choose = {"verb": "choose", "of": {"zone": "ground", "cost": 4}}
    text = {"when": "mission", "do": [choose, {"verb": "forbid", "action": "attack", **forbids, "for": "turn"}]}
    game = game_of(mission_row(text), unit_row("Other"), unit_row("Third"))
    sides = {"P1": {"construction": ["Sent, build 1"], "ground": ["Other"]}, "P2": {"ground": ["Third"]}}
    state = game.position({"step": "C4", **sides})
    state.apply(("complete", 0))
    assert f"then {said} until end of turn" in game.rules_text(game.cards[game.by_name["Sent"]])[0]
    assert (bans_of(game).find_ban(state, 1, ("battle", 2, 1)) is not None) is forbidden
    assert bans_of(game).find_ban(state, 0, ("battle", 1, 2)) is None


@pytest.mark.parametrize(
    ("of", "powers"),
    [
        ({"any": [{"kin": "Reef"}, {"cost": 9}]}, [4, 3, 4]),
        ({"not": {"kin": "Reef"}}, [3, 4, 4]),
        ({"not": {"tapped": True}}, [4, 3, 4]),
        ({"any": [{"tapped": True}, {"kin": "Reef"}]}, [4, 4, 3]),
    ],
)
def test_a_filter_may_join_filters_with_or_and_not(of, powers):
    changes = {"when": "continuous", "do": [{"verb": "change", "of": of, "power": 1}]}
    place = {"name": "Place", "category": "location", "kind": "space", "ability": [changes]}
    cards = [unit_row("One", kin="Reef"), unit_row("Two"), unit_row("Three", cost=9)]
    game = game_of(place, *cards, fields={"kin": "words"})
    own = {"ground": ["One", "Two, tapped", "Three"], "locations": ["Place"]}
    state = game.position({"step": "A7", "arena": "ground", "P1": own, "P2": {"ground": ["Two"]}})
    assert [one["power"] for one in state.view(0)["players"][0]["ground"]] == powers
    (text,) = game.rules_text(game.cards[game.by_name["Place"]])
    assert ("does not fit this" in text) == ("not" in of)


@pytest.mark.parametrize(
    ("do", "what"),
    [
        ([{"verb": "choose", "zones": ["ground"]}], "is ['ground']"),
        ([{"verb": "choose", "zones": ["ground", "spcae"]}], "'spcae'"),
        ([{**DRAW, "count": {"count": {"zone": "chosen"}}}], "no zone has been chosen"),
        ([{"verb": "for_each", "do": [DRAW]}], "does not say for what"),
        ([{"verb": "for_each", "who": "own", "do": [DRAW]}], "is 'own'"),
        ([{"verb": "for_each", "who": "both", "do": []}], "do = []"),
        ([{"verb": "for_each", "who": "both", "do": [{"verb": "mark", "what": "self", "tapped": True}]}], "'self'"),
        ([{**FORBIDS, "what": "self", "action": "atack"}], "'atack'"),
        ([FORBIDS], "is 'it'"),
        ([{"verb": "choose", "of": {}}, {**FORBIDS, "for": "next_turn"}], "'next_turn'"),
        ([{"verb": "choose", "of": {}}, {**FORBIDS, "target": "self"}], "names a second card"),
        ([{"verb": "choose", "of": {}}, {**FORBIDS, "what": "subject"}], "is 'subject'"),
        ([{"verb": "for_each", "who": "both", "do": [{**FORBIDS, "what": "self"}]}], "not in play then"),
        ([{"verb": "choose", "of": {"any": [{"cost": 2}]}}, FORBIDS], "is [{'cost': 2}]"),
        ([{"verb": "choose", "of": {"not": {"zone": "space"}}}, FORBIDS], "zone says nothing"),
        ([{"verb": "choose", "of": {"not": {"cots": 2}}}, FORBIDS], "'cots'"),
        ([{"verb": "allow", "what": "self", "action": "attack", "for": "turn"}], "allows nothing"),
        ([{"verb": "instead", "to": "hand"}], "nothing is replaced"),
    ],
)
def test_what_is_wrong_is_named(do, what):
    found = faults_of(unit_row("Sender", {"when": "deployed", "do": do}))
    assert any(what in one for one in found), found


def test_something_instead_stands_alone():
    row = {"name": "One", "category": "unit", "cost": 1, "symbols": "U", "power": 2, "break_rank": 1}
    ability = {"when": "destroyed", "do": [{"verb": "instead", "to": "hand"}, {"verb": "draw"}]}
    assert any("beside 'instead'" in one for one in faults_of(row | {"ability": [ability]}, name="altaria"))


def test_a_text_may_be_used_once_a_turn_without_a_price():
    game = game_of(unit_row("Sender", {"when": "build_step", "once": "turn", "do": [DRAW]}))
    state = game.position({"step": "C4", "P1": {"ground": ["Sender"], "deck": 9, "hand": []}})
    (use,) = [action for action in state.actions if action[0] == "text_use"]
    state.apply(use)
    assert len(state.players[0].hand) == 1
    assert use not in state.actions
    assert any("cannot have its effect" in reason.fact for reason in state.why_not(use))
    turn = state.turn
    while state.turn == turn or state.step.name != "C4":
        state.apply(next((one for one in state.actions if one[0] == "end"), state.actions[-1]))
    assert use in state.actions
    assert "once a turn" in game.rules_text(game.cards[game.by_name["Sender"]])[0]


def test_a_text_that_works_once_a_turn_does_so_when_it_comes_again():
    game = game_of(
        unit_row("Sender", {"when": "attacked", "once": "turn", "do": [DRAW]}), unit_row("Other"), unit_row("Third")
    )
    sides = {"P1": {"ground": ["Other", "Third"]}, "P2": {"ground": ["Sender, tapped"], "deck": 9, "hand": []}}
    state = game.position({"step": "A7", "arena": "ground", "script": [1] * 40, **sides})
    turn, attacks = state.turn, 0
    while state.turn == turn and state.step.name != "E1" and attacks < 3:
        fights = [action for action in state.actions if action[0] == "battle"]
        attacks += bool(fights)
        state.apply((fights or state.actions)[-1])
        if attacks == 2 and state.step.name == "U8":
            break
    assert attacks == 2
    assert len(state.players[1].hand) == 1


def test_a_card_is_chosen_in_the_rivals_hand():
    do = [{"verb": "discard", "who": "rival", "by": "own", "of": {"category": "unit"}}]
    game = game_of(mission_row({"do": do}), unit_row("Other"), unit_row("Third"))
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"]}, "P2": {"hand": ["Other", "Third"]}})
    state.apply(("complete", 0))
    assert state.seat_to_act == 0
    assert [state.text(action) for action in state.actions] == [
        'take their "Other" in hand',
        'take their "Third" in hand',
    ]
    question, _ = question_of_text(state)
    assert question == "Choose 1 unit in the rival's hand to discard."
    for action in game.tries(state, 0):
        assert (not state.why_not(action)) == (action in state.actions)
    state.apply(state.actions[1])
    assert [game.cards[card].name for card in state.players[1].discard] == ["Third"]
    assert faults_of(mission_row({"do": [{**do[0], "by": "rival", "who": "own"}]}))


COST = {"verb": "change", "of": {"category": "unit", "kin": "Reef"}, "cost": -1}


def test_texts_change_what_cards_cost():
    cheaper = {"when": "continuous", "do": [COST]}
    seas = {"when": "continuous", "if": [{"count": {"zone": "locations", "whose": "both"}, "min": 1}]}
    alone = {**seas, "do": [{"verb": "change", "what": "self", "cost": -2}]}
    place = {"name": "Place", "category": "location", "kind": "space"}
    cards = [unit_row("Chief", cheaper), unit_row("One", kin="Reef"), unit_row("Two"), unit_row("Three", alone), place]
    game = game_of(*cards, fields={"kin": "words"})
    builds = ["One, build 3", "Two, build 3", "Three, build 2"]
    for ground, locations, possible in (([], [], []), (["Chief"], [], [0]), (["Chief"], ["Place"], [0, 2])):
        own = {"construction": builds, "ground": ground, "locations": locations}
        state = game.position({"step": "C4", "P1": own}, listen=True)
        completed = [action[1] for action in state.actions if action[0] == "complete"]
        assert completed == possible
        for at in range(3):
            assert (not state.why_not(("complete", at))) == (at in possible)
        table = game.rules.table(state, 0)
        assert [one.needs["build"] for one in table.zones[0]["build"]] == [
            4 - (0 in possible),
            4,
            4 - 2 * (2 in possible),
        ]
    texts = [game.rules_text(game.cards[game.by_name[name]])[0] for name in ("Chief", "Three")]
    assert texts[0] == "Each unit of yours that has kin \u201cReef\u201d costs 1 less to build."
    assert texts[1].endswith("this costs 2 less to build.")


def test_a_refused_completion_names_the_cost_that_texts_have_changed():
    dearer = {"when": "continuous", "do": [{"verb": "change", "what": "self", "cost": 2}]}
    game = game_of(unit_row("One", dearer))
    state = game.position({"step": "C4", "P1": {"construction": ["One, build 4"]}})
    (reason,) = state.why_not(("complete", 0))
    assert reason.fact == "One has 4 build counters and needs 6, its build cost."
    assert "6 build counters" in reason.repair


def test_a_unit_intercepts_an_attack_on_another_one():
    game = game_of(
        unit_row("Sender", {"when": "window_1", "requires": {"force": 1}, "do": [{"verb": "intercept"}]}),
        unit_row("Other"),
    )
    sides = {"P1": {"ground": ["Other"]}, "P2": {"ground": ["Sender, tapped", "Other, tapped"], "force": 3}}
    state = game.position({"step": "A7", "arena": "ground", "script": [6, 6, 1, 1, 1, 1], **sides}, listen=True)
    state.apply(next(action for action in state.actions if action[0] == "battle" and action[2] == 3))
    while state.seat_to_act != 1:
        state.apply(("pass",))
    state.apply(next(action for action in state.actions if action[0] == "use"))
    assert state.battle.target == 2
    assert any("Sender is attacked instead" in game.narrate(event) for event in state.events)
    while state.step.name != "U8":
        state.apply(("pass",))
    assert [one[3] for one in state.players[1].ground] == [2, 0]


@pytest.mark.parametrize(
    ("do", "what"),
    [
        ({**COST, "cost": 0}, "is 0"),
        ({**COST, "power": 1}, "argument 'power'"),
        ({**COST, "of": {"zone": "hand"}}, "zone says nothing"),
        ({**COST, "of": {"shown": True}}, "unknown entry 'shown'"),
        ({"verb": "change", "cost": -1}, "whose cost"),
        ({**COST, "of": {"not": {"role": "attacker"}}}, "role says nothing"),
        ({**COST, "of": {"any": [{"cost": 9}, {"target": "self"}]}}, "target says nothing"),
    ],
)
def test_what_is_wrong_with_a_cost_is_named(do, what):
    found = faults_of(unit_row("Sender", {"when": "continuous", "do": [do]}), fields={"kin": "words"})
    assert any(what in one for one in found), found


def test_a_text_with_several_moments_that_works_once_a_turn_works_at_one_of_them():
    game = game_of(
        unit_row("Sender", {"when": ["build_step", "window_1"], "once": "turn", "do": [DRAW]}), unit_row("Other")
    )
    for used in (True, False):
        sides = {"P1": {"ground": ["Sender"], "deck": 9}, "P2": {"ground": ["Other"]}}
        state = game.position({"step": "C4", "script": [1] * 9, **sides})
        if used:
            state.apply(next(action for action in state.actions if action[0] == "text_use"))
        while state.step.name != "U2" or state.seat_to_act != 0:
            state.apply(next((one for one in state.actions if one[0] in ("end", "battle")), state.actions[-1]))
        assert ("use", 1) in state.actions or used
        assert (("use", 1) in state.actions) is not used


def test_a_text_that_was_not_possible_or_was_declined_has_not_been_used():
    """It works once a turn, when it comes again."""
    asks = {"when": "attacked", "once": "turn", "if": [{"count": {"zone": "ground", "whose": "rival"}, "min": 3}]}
    game = game_of(unit_row("Sender", {**asks, "do": [DRAW]}), unit_row("Other"))
    may = game_of(
        unit_row("Sender", {"when": "attacked", "once": "turn", "may": True, "do": [DRAW]}), unit_row("Other")
    )
    for one, answers, used in ((game, [], 0), (may, ["text_no"], 0), (may, ["text_yes"], 1)):
        sides = {"P1": {"ground": ["Other"]}, "P2": {"ground": ["Sender, tapped"], "deck": 9}}
        state = one.position({"step": "A7", "arena": "ground", **sides})
        state.apply(next(action for action in state.actions if action[0] == "battle"))
        for answer in answers:
            state.apply((answer,))
        assert len(state.lasting) == used


@pytest.mark.parametrize(("unit_in", "possible"), [("ground", True), ("space", True), ("character", False)])
def test_a_card_in_one_of_the_zones_is_enough_for_a_choice_in_the_zone_that_is_chosen(unit_in, possible):
    does = [
        {"verb": "choose", "zones": ["ground", "space"]},
        {"verb": "choose", "of": {"zone": "chosen"}},
        {"verb": "counters", "what": "it", "damage": 1},
    ]
    game = game_of(mission_row({"requires": {"possible": True}, "do": does}), unit_row("Other", kind=unit_in))
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"], unit_in: ["Other"]}})
    assert (("complete", 0) in state.actions) is possible


def test_a_proof_does_without_texts_that_look_into_hands_inside_others():
    for inside, touches in (({"verb": "discard"}, True), (DRAW, False)):
        row = unit_row("Sender", {"when": "deployed", "do": [{"verb": "for_each", "who": "both", "do": [inside]}]})
        assert touches_hidden_cards(game_of(row)) is touches
