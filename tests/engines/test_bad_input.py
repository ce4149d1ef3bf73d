"""Bad input gets one clear message with the place and the remedy, and changes nothing."""

import pytest

import engines
from engines.book import card_reading
from engines.checking import scenarios
from tests.engines.play import begin_game

GAME = engines.load("altaria")


def error_of(work, *arguments, **more):
    with pytest.raises(engines.TebikiError) as caught:
        work(*arguments, **more)
    text = str(caught.value)
    assert "\n" not in text
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"Ember Sprinter": 5, "Root Letter": 1}, "ALT-2.2"),
        ({"Root Letter": 1}, "ALT-2.1"),
        ({"Root Letter": 40}, "ALT-2.1"),
    ],
)
def test_an_illegal_deck_is_refused_with_its_clause(change, expected):
    deck = GAME.decks["hearth"].cards | change
    assert expected in {reason.clause for reason in GAME.check_deck(deck)}
    assert expected in error_of(GAME.new, decks=(deck, "tide"))


@pytest.mark.parametrize("decks", [("hearth",), ("hearth", "tide", "tide")])
def test_a_game_has_two_decks(decks):
    assert "has two" in error_of(GAME.new, decks=decks)


def test_copies_without_end_are_refused_before_they_are_counted_out():
    assert "up to 1000" in error_of(GAME.check_deck, {"Ember Sprinter": 100_000_000_000})


def test_unknown_names_are_answered_with_the_nearest():
    assert "there is no deck 'hearht'. Did you mean 'hearth'?" in error_of(GAME.new, decks=("hearht", "tide"))
    assert "there is no deck 'moss'. Known: hearth, tide." in error_of(GAME.new, decks=("moss", "tide"))
    assert "Did you mean 'Ember Sprinter'?" in error_of(GAME.new, decks=({"Ember Sprintr": 40}, "tide"))
    assert "altaria" in error_of(engines.load, "altariaa")


CARD = {"name": "Paper Tiger", "category": "unit", "cost": 1, "symbols": "R", "power": 1, "break_rank": 1}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ability": [{"when": "summon", "do": [{"verb": "drw"}]}]}, "Did you mean 'draw'?"),
        ({"ability": [{"when": "summon", "do": [{"verb": "draw", "cuont": 2}]}]}, "Did you mean 'count'?"),
        ({"ability": [{"when": "summn", "do": [{"verb": "draw"}]}]}, "summon"),
        ({"ability": [{"when": "summon", "do": []}]}, "does nothing"),
        ({"ability": [{"when": "summon"}]}, "does nothing"),
        ({"powr": 3}, "Did you mean 'power'?"),
        ({"cost": "two"}, "whole number"),
        ({"cost": -1}, "0 or more"),
        ({"category": "spell"}, "unit, magic, force"),
        ({"keywords": ["Hast"]}, "Haste"),
        ({"keywords": [{}]}, "keywords"),
        ({"name": "Ember Sprinter"}, "already exists"),
        ({"name": "Tiger, Paper"}, "comma"),
        ({"name": 'Paper "Tiger"'}, "quote"),
        ({"name": "Paper  Tiger "}, "needless space"),
    ],
)
def test_a_card_with_a_mistake_is_refused_with_card_and_field(change, expected):
    text = error_of(GAME.with_cards, [CARD | change], "mine.toml")
    assert expected in text
    assert "mine.toml" in text


def test_the_entries_of_a_list_are_texts():
    game = engines.load("chaos")
    row = {"name": "Paper Tiger", "category": "character", "atk": 1, "end": 1, "names": ["Tiger"]}
    for wrong in ({"traits": [{}]}, {"names": [3]}):
        assert "list of texts in quotes" in error_of(game.with_cards, [row | wrong], "mine.toml")


def test_a_unit_without_power_and_a_doubled_name_are_refused():
    row = {key: value for key, value in CARD.items() if key != "power"}
    assert "power" in error_of(GAME.with_cards, [row], "mine.toml")
    assert "is defined twice" in error_of(card_reading.read_cards, GAME.card_rules, [CARD, CARD], "mine.toml")


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("P1.deck = 34", "41 cards"),
        (
            'P1.hand = ["Ember Sprinter", "Ember Sprinter", "Ember Sprinter", "Ember Sprinter", "Ember Sprinter"]',
            "5 times",
        ),
        ("P1.shelf = 3", "unknown entry 'shelf'"),
        ('P1.field = ["Ember Sprinter, sleepy"]', "sleepy"),
        ('P1.field = ["Kindled Arrow"]', "Only Units"),
        ('P1.field = ["Ember Sprinter, power"]', "needs a number"),
        ("P1.field = 3", "list"),
        ('step = "ATACK"', "ATTACK"),
        ('player = "P3"', "P1"),
        ('step = "BLOCK"', "needs an attack"),
        ('step = "PAY"', "inside another"),
        ('game = "chess"', "chess"),
        ("turn = 'soon'", "whole number"),
        ('result = ["P3", "ALT-13.1", "Cores"]', "no player 'P3'"),
        ("speed = 3", "unknown entry 'speed'"),
        ("P1.hand = [", "TOML"),
        ('step = "ATTACK"\nattack = { attacker = "Nobody", cores = [1] }', "Nobody"),
        (
            'step = "BLOCK"\nattack = { attacker = "Ember Sprinter", cores = [9] }\nP1.field = ["Ember Sprinter"]',
            "core 9",
        ),
    ],
)
def test_a_position_that_cannot_be_says_where(position, expected):
    text = error_of(GAME.position, position, "my position")
    assert expected in text
    assert "my position" in text


def test_a_scenario_whose_action_is_illegal_says_which_step(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[scenario]]\nname = "Too early"\nposition.P1.hand = ["Ember Sprinter"]\n'
        "steps = [{ do = 'summon \"Ember Sprinter\"' }]\n",
        encoding="utf-8",
    )
    text = error_of(scenarios.run_scenario, scenarios.read_file(path)[0], GAME)
    assert "Too early" in text
    assert "step 1" in text
    assert "ALT-9.1" in text


def test_notation_that_fits_two_cards_lists_both():
    state = GAME.position('step = "ATTACK"\nP1.field = ["Sunlit Herald", "Sunlit Herald, power +1"]')
    text = error_of(state.read, 'attack "Sunlit Herald" -> cores')
    assert "fits 2 cards" in text
    assert 'attack "Sunlit Herald" 1 -> cores or attack "Sunlit Herald" 2 -> cores' in text
    assert state.read('attack "Sunlit Herald" 2 -> cores')


def test_copies_that_are_alike_need_no_number():
    state = GAME.position('step = "ATTACK"\nP1.field = ["Sunlit Herald", "Sunlit Herald"]')
    assert state.read('attack "Sunlit Herald" -> cores')[0] in state.actions


@pytest.mark.parametrize(
    "action", [("summon", 1), ("end_attack",), ("attack_cores", 999), ("no such kind",), (), "pass", None, ("throw",)]
)
def test_an_illegal_stale_or_senseless_action_leaves_the_state_as_it_was(action):
    state = begin_game("altaria", 3)
    before = state.position()
    error_of(state.apply, action)
    assert state.position() == before


def test_a_variant_out_of_range_or_unknown_is_refused():
    assert "1 to 12" in error_of(GAME.variant, cores=0)
    assert "1 to 12" in error_of(GAME.variant, cores=True)
    assert "cores" in error_of(GAME.variant, corse=3)
