"""Texts about dice: rerolled, rolled by the text itself, and counters divided by what they show."""

import pytest

from engines.legal.program_questions import question_of_text
from engines.search.solver import open_chance
from tests.engines.own_cards import faults_of, game_of, unit_row

CHOOSE = {"verb": "choose", "of": {"whose": "rival"}}
AIM = {
    "name": "Steady Aim",
    "number": True,
    "ability": [
        {
            "when": "dice_rolled",
            "if": [{"of": "self", "be": {"role": "attacker"}}],
            "do": [{"verb": "reroll", "count": "number", "up_to": True}],
        }
    ],
}
BATTLE = {"by": "P1", "attacker": "Sender", "defender": "Other"}


def position_of(game, step, dice=((), ()), **more):
    """Return a battle of the first player's Sender against the second's Other, with these dice."""
    sides = {"P1": {"ground": ["Sender, tapped"], "force": 9}, "P2": {"ground": ["Other"]}}
    battle = BATTLE if not any(dice) else {**BATTLE, "dice": [*map(list, dice)]}
    rest = {"step": step, "arena": "ground", "battle": battle, "dark": "P1"}
    return game.position({**rest, **sides, **more}, listen=True)


def text_of(game, name="Sender"):
    return " ".join(game.rules_text(game.cards[game.by_name[name]]))


def take_actions(state, *kinds):
    """Take the first legal action of each of these kinds; an action as a tuple is taken itself."""
    for kind in kinds:
        state.apply(next(one for one in state.actions if kind in (one[0], one)))
    return state


def window_2(game, dice=((6, 5, 1), (1, 1, 1)), **more):
    return take_actions(position_of(game, "U4", dice, **more), "use")


def test_a_text_rerolls_up_to_a_number_of_the_rivals_dice():
    reroll = {"when": "window_2", "do": [{"verb": "reroll", "whose": "rival", "count": 2, "up_to": True}]}
    game = game_of(unit_row("Sender", reroll), unit_row("Other"))
    state = window_2(game, ((1, 1, 1), (6, 5, 1)), script=[2, 3])
    assert question_of_text(state)[0] == "Choose which of the rival's dice are rerolled, up to 2 more."
    assert state.actions == [("text_die", 0), ("text_die", 1), ("text_die", 2), ("text_enough",)]
    take_actions(state, ("text_die", 1))
    assert question_of_text(state)[0].endswith("up to 1 more.")
    assert state.why_not(("text_die", 1))
    take_actions(state, ("text_die", 0))
    assert state.battle.dice == ((1, 1, 1), (2, 3, 1))
    assert "reroll up to 2 dice of the rival's" in text_of(game)
    assert any("showed 6 is rerolled and shows 2" in game.narrate(event) for event in state.events)


@pytest.mark.parametrize(
    ("how", "asked", "rerolled"),
    [
        ({"all": True}, 0, (2, 3, 4)),
        ({"count": 3}, 0, (2, 3, 4)),
        ({"count": 1}, 1, (2, 5, 1)),
        ({"up_to": True}, 3, (2, 3, 4)),
    ],
)
def test_all_dice_or_as_many_as_there_are_need_no_choice(how, asked, rerolled):
    game = game_of(unit_row("Sender", {"when": "window_2", "do": [{"verb": "reroll", **how}]}), unit_row("Other"))
    state = window_2(game, script=[2, 3, 4])
    for _ in range(asked):
        take_actions(state, "text_die")
    assert state.battle.dice[0] == rerolled


def test_a_keyword_rerolls_as_many_dice_as_its_number_says_and_can_be_given():
    give = {
        "when": "window_1",
        "do": [{"verb": "give", "what": "self", "keyword": "Steady Aim", "number": 1, "for": "turn"}],
    }
    game = game_of(unit_row("Sender", give, keywords=["Steady Aim 1"]), unit_row("Other", power=1), keyword=[AIM])
    for uses, asked in ((True, 2), (False, 1)):
        state = position_of(game, "U2", script=[6, 1, 1, 1, 5, 5])
        take_actions(state, *(("use", "pass", "pass") if uses else ("pass", "pass")))
        assert state.step.name == "TEXT_CHOICE"
        assert f"up to {asked} more" in question_of_text(state)[0]
        assert state.seat_to_act == 0
        take_actions(state, *([("text_die", 1), ("text_die", 2)][:asked]))
        assert state.step.name == "U4"
        assert state.battle.dice[0] == ((6, 5, 5) if uses else (6, 5, 1))
    assert "reroll up to 1 die of yours" in text_of(game)


def test_an_attacked_unit_with_that_keyword_rerolls_nothing():
    game = game_of(unit_row("Sender"), unit_row("Other", keywords=["Steady Aim 2"]), keyword=[AIM])
    state = take_actions(position_of(game, "U2", script=[6, 1, 1, 1, 5, 5]), "pass", "pass")
    assert (state.step.name, state.battle.dice) == ("U4", ((6, 1, 1), (1, 5, 5)))


ROLLS = [
    CHOOSE,
    {"verb": "roll", "count": 3},
    {"verb": "counters", "what": "it", "damage": {"rolled": {"min": 4}}},
]


@pytest.mark.parametrize(("faces", "damage"), [([4, 6, 3], 2), ([1, 2, 3], 0), ([4, 5, 6], 3)])
def test_damage_is_rolled_by_dice(faces, damage):
    game = game_of(unit_row("Sender", {"when": "window_1", "do": ROLLS}), unit_row("Other"))
    state = take_actions(position_of(game, "U2", script=faces), "use")
    assert state.players[1].ground[0][3] == damage
    assert "roll 3 dice, then +1 damage for each of these dice that shows 4 or more" in text_of(game)


@pytest.mark.parametrize(("face", "drawn"), [(3, 0), (4, 1)])
def test_a_text_does_something_only_if_a_die_shows_enough(face, drawn):
    is_high = {"verb": "if", "is": [{"rolled": {"min": 4}, "min": 1}], "do": [{"verb": "draw", "who": "own"}]}
    game = game_of(unit_row("Sender", {"when": "window_1", "do": [{"verb": "roll"}, is_high]}), unit_row("Other"))
    state = position_of(game, "U2", script=[face])
    state.players[0].deck.append(game.by_name["Other"])
    take_actions(state, "use")
    assert len(state.players[0].hand) == drawn
    assert "if at least 1 of these dice shows 4 or more, draw 1 card" in text_of(game)


def test_dice_of_a_text_add_up():
    points = {"verb": "points", "force": {"rolled": "sum", "times": -1}, "who": "rival"}
    game = game_of(
        unit_row("Sender", {"when": "window_1", "do": [{"verb": "roll", "count": 2}, points]}), unit_row("Other")
    )
    state = position_of(game, "U2", script=[4, 3])
    state.players[1].force = 10
    take_actions(state, "use")
    assert state.players[1].force == 3


def test_counters_are_divided_one_by_one_and_put_on_at_the_same_moment():
    divide = {"when": "window_1", "do": [{"verb": "divide", "of": {"whose": "rival"}, "damage": 3}]}
    game = game_of(unit_row("Sender", divide), unit_row("Other", health=2), unit_row("Third"))
    more = {"P2": {"ground": ["Other", "Third, tapped"]}}
    state = take_actions(position_of(game, "U2", **more), "use")
    other, third = (one[0] for one in state.players[1].ground)
    assert question_of_text(state)[0] == "Choose card of the rival's in play for 1 damage. Left to place: 3."
    take_actions(state, ("text_take", other), ("text_take", other))
    assert [one[3] for one in state.players[1].ground] == [0, 0]
    take_actions(state, ("text_take", third))
    assert [one[3] for one in state.players[1].ground] == [1]
    assert game.by_name["Other"] in state.players[1].discard


def test_counters_that_can_go_to_one_card_only_need_no_choice():
    divide = {"when": "window_1", "do": [{"verb": "divide", "of": {"whose": "rival"}, "damage": 3}]}
    game = game_of(unit_row("Sender", divide), unit_row("Other"))
    state = take_actions(position_of(game, "U2"), "use")
    assert state.players[1].ground[0][3] == 3


def test_a_rolled_number_of_counters_is_divided():
    do = [{"verb": "roll", "count": 2}, {"verb": "divide", "of": {"whose": "rival"}, "damage": {"rolled": {"min": 4}}}]
    game = game_of(unit_row("Sender", {"when": "window_1", "do": do}), unit_row("Other"), unit_row("Third"))
    more = {"P2": {"ground": ["Other", "Third, tapped"]}}
    state = take_actions(position_of(game, "U2", script=[6, 4], **more), "use", "text_take", "text_take")
    assert [one[3] for one in state.players[1].ground] == [2, 0]
    none = take_actions(position_of(game, "U2", script=[1, 1], **more), "use")
    assert none.step.name == "U2"
    assert [one[3] for one in none.players[1].ground] == [0, 0]


def test_a_written_position_in_the_middle_of_a_reroll_is_read_back():
    reroll = {"when": "window_2", "do": [{"verb": "reroll", "count": 2}]}
    state = take_actions(window_2(game_of(unit_row("Sender", reroll), unit_row("Other"))), ("text_die", 2))
    again = state.game.position(state.position())
    assert again.actions == state.actions == [("text_die", 0), ("text_die", 1)]
    assert again.canonical_key() == state.canonical_key()


def test_a_proof_sees_every_face_of_a_texts_own_dice():
    game = game_of(unit_row("Sender", {"when": "window_1", "do": ROLLS}), unit_row("Other"))
    state = open_chance(position_of(game, "U2"), 0)
    take_actions(state, "use")
    assert [one[1] for one in state.actions] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("do", "what"),
    [
        ({"verb": "reroll", "count": 0}, "is 0."),
        ({"verb": "reroll", "count": 21}, "from 1 to 20"),
        ({"verb": "reroll", "whose": "both"}, "is 'both'"),
        ({"verb": "reroll", "all": True, "count": 2}, "only some of them"),
        ({"verb": "reroll", "of": {}, "count": 1}, "unknown argument 'of'"),
        ({"verb": "roll", "count": 21}, "from 1 to 20"),
        ({"verb": "roll", "whose": "own"}, "unknown argument 'whose'"),
        ({"verb": "draw", "who": "own", "count": {"rolled": 6}}, "no text has rolled"),
        ({"verb": "if", "is": [{"rolled": 6, "min": 1}], "do": [{"verb": "draw"}]}, "no text has rolled"),
        ({"verb": "if", "do": [{"verb": "draw"}]}, "does not say if what"),
        ({"verb": "if", "is": [{"count": {}}], "do": [{"verb": "draw"}]}, "does not say how many"),
        ({"verb": "divide", "damage": 3}, "among which cards"),
        ({"verb": "divide", "of": {}, "damage": -3}, "divides -3"),
        ({"verb": "divide", "of": {}}, "divides nothing"),
        ({"verb": "divide", "of": {"zone": "hand"}, "damage": 1}, "'hand'"),
    ],
)
def test_what_is_wrong_is_named(do, what):
    found = faults_of(unit_row("Sender", {"when": "window_2", "do": [do]}))
    assert any(what in one for one in found), found


def test_what_is_asked_of_rolled_dice_is_checked():
    for wanted in ("six", {"most": 3}, {}):
        do = [{"verb": "roll"}, {"verb": "draw", "count": {"rolled": wanted}}]
        assert faults_of(unit_row("Sender", {"when": "window_1", "do": do})), wanted


def test_dice_are_rerolled_only_while_they_matter_and_only_in_games_with_dice():
    (fault,) = faults_of(unit_row("Sender", {"when": "window_3", "do": [{"verb": "reroll", "count": 1}]}))
    assert "'dice_rolled' or 'window_2'" in fault
    row = {"name": "One", "category": "unit", "cost": 1, "symbols": "U", "power": 2, "break_rank": 1}
    for do in ({"verb": "reroll", "count": 1}, {"verb": "roll"}, {"verb": "divide", "of": {}}):
        assert any(
            "by_hand" in one for one in faults_of({**row, "ability": [{"when": "summon", "do": [do]}]}, name="altaria")
        )
