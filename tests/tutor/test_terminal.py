"""The game in the terminal: everything that the board can do, with lines of text only."""

import random
import re

import pytest

import engines
from tutor import text
from tutor.boards.presentation import playable_games
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Playthrough
from tutor.matches.terminal import Terminal
from tutor.matches.text_lines import card_lines, position_lines, quote_names

GAME = engines.load("altaria")
ATTACK = """
step = "ATTACK"
[P1]
field = ["Sunlit Herald", "Kiln Drummer, new", "Ember Sprinter"]
hand = ["Kindled Arrow"]
cores = [1, "empty", 5]
[P2]
field = ["Twilight Pilgrim, fatigued", "Dawn Acolyte"]
cores = 4
hand = 3
"""


def terminal(position=None, seed=3, language="en"):
    match = Match(Setup("altaria", "hearth", "tide", "quick", seed=seed))
    if position:
        match.table = Playthrough(GAME.position(position))
    lines = []
    return Terminal(match, out=lines.append, language=language), lines


def typed(lines, *words):
    """Return an `ask` that types these lines and then ends."""
    left = list(words)

    def ask(prompt):
        assert prompt
        if not left:
            raise EOFError
        lines.append(f"> {left[0]}")
        return left.pop(0)

    return ask


def test_a_whole_game_by_numbers():
    game, lines = terminal()
    source = random.Random(1)

    def ask(prompt):
        return "quit" if game.match.over else str(source.randint(1, len(game.options())))

    game.ask = ask
    game.run()
    assert game.match.over
    assert any(line.startswith(("You win in turn", "The rival wins in turn")) for line in lines)
    assert any(line.startswith("1. ") for line in lines)
    assert all("{" not in line for line in lines)


def test_the_position_is_what_the_player_may_see():
    match = Match(Setup("altaria", "hearth", "tide", "quick", seed=3))
    lines = position_lines(match.table.scene(0))
    assert lines[0] == "Setup."
    assert lines.index("Rival:") < lines.index("You:")
    rival = lines[lines.index("Rival:") : lines.index("You:")]
    assert "  Hand: 5." in rival
    assert "  Cores: 7." in rival
    assert "  Empty: Altar, Energy, Battlefield, Graveyard." in rival
    for name in GAME.decks["tide"].cards:
        assert name not in "\n".join(lines)


def test_places_of_cores_and_marks_of_units_are_told():
    game, lines = terminal(ATTACK)
    game.show_position()
    output = "\n".join(lines)
    assert "Cores: 6, at 1, 3, 4, 5, 6, 7." in output
    assert (
        "Kiln Drummer, power 2, break rank 2 (1 printed, +1 Resonance: another Emberkin), upright, Resonance, new."
        in output
    )
    assert "Twilight Pilgrim, power 4, break rank 1, fatigued." in output


def test_no_drawing_signs_and_no_colour():
    game, lines = terminal(ATTACK)
    game.show()
    game.help("")
    game.log()
    assert not re.search("[\u2500-\u259f\x1b]", "\n".join(lines))


def test_a_refused_action_is_explained_and_changes_nothing():
    game, lines = terminal(ATTACK)
    before = game.match.table.state.canonical_key()
    game.handle('attack "Kiln Drummer" -> cores')
    assert game.match.table.state.canonical_key() == before
    output = "\n".join(lines)
    assert "Kiln Drummer can't attack." in output
    assert "Nothing changed." in output
    assert "Clause ALT-4.5, Summoning fatigue:" in output
    assert "Haste" in output
    lines.clear()
    game.handle("why")
    assert "ALT-4.5" in "\n".join(lines)


def test_a_refused_pick_is_refused_as_a_whole():
    game, lines = terminal(ATTACK)
    before = game.match.table.state.canonical_key()
    game.handle('attack "Sunlit Herald" -> cores 1 7')
    assert game.match.table.state.canonical_key() == before
    assert "Nothing changed." in "\n".join(lines)


def test_why_of_a_legal_action_says_what_it_needs():
    game, lines = terminal(ATTACK)
    before = game.match.table.state.canonical_key()
    game.handle("why 1")
    assert lines[0].startswith("Legal: ")
    assert "ALT-4.5" in "\n".join(lines)
    assert game.match.table.state.canonical_key() == before


@pytest.mark.parametrize(
    "line",
    [
        'attack "Sunlit Herald" -> cores 1 2',
        "attack sunlit herald -> cores 1 2",
        "ATTACK Sunlit Herald ->  cores 1 2",
        "attack “Sunlit Herald” → cores 1 2".replace("→", "->"),
    ],
)
def test_an_action_may_be_typed(line):
    game, lines = terminal(ATTACK)
    game.handle(line)
    assert game.match.table.state.cores_left(1) == 2
    assert any("(ALT-11.2)" in line for line in lines)


def test_numbers_and_undo():
    game, lines = terminal(ATTACK)
    game.handle("undo")
    assert lines == ["There is nothing to take back."]
    before = game.match.table.state.canonical_key()
    game.handle(str(game.options().index('attack "Ember Sprinter" -> "Twilight Pilgrim"') + 1))
    assert game.match.table.state.canonical_key() != before
    game.handle("undo")
    assert game.match.table.state.canonical_key() == before
    assert "Taken back." in lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("99", "from 1 to"),
        ("9" * 5000, "from 1 to"),
        ("attak Sunlit Herald -> cores", 'Did you mean 1, attack "Sunlit Herald" -> cores?'),
        ("hnt", "Did you mean hint?"),
        ("xyzzy", "Type help."),
        ("foo", "'foo' is no action and no command here. Type help."),
        ("attack Undertow Sage", "Undertow Sage is not where this could be tried."),
        ("attack", "It is written: attack … -> cores / attack … -> …"),
        ("attack", '1. attack "Sunlit Herald" -> cores'),
        ("why attack", "What works here:"),
        ('attack "Nobody"', "Nothing here is called 'Nobody'."),
        ("attack nobody", "Nothing here is called 'nobody'."),
        ("summon", "'summon' has its own moment: in your own Main Phase"),
        ("summon", 'type: why summon "Kindled Arrow"'),
        ("?", "what is printed on a card"),
        ("H", "what is printed on a card"),
        ("why", "Type why and"),
        ("why xyzzy", "Type help."),
        ("rules", "ALT-1.1"),
        ("rules qqqq", "No rulebook mentions"),
        ("rules 11.8", "Unit attack  ユニット攻撃"),
        ("card Sunlt Herald", "陽だまりの使者"),
        ("card qqqq", "no card called"),
        ("card ?", "no card called"),
        ("hint", "A careful player would: "),
        ("help", "undo"),
        ("look", "Battlefield"),
    ],
)
def test_every_other_line_gets_an_answer(line, words):
    game, lines = terminal(ATTACK)
    before = game.match.table.state.canonical_key()
    game.handle(line)
    assert words in "\n".join(lines)
    assert game.match.table.state.canonical_key() == before


def test_the_end_is_told_and_can_be_taken_back():
    game, lines = terminal(ATTACK.replace("cores = 4", "cores = 2"))
    game.handle('attack "Sunlit Herald" -> cores 1 2')
    assert any(line.startswith("You win in turn 13.") and "ALT-13.4" in line for line in lines)
    for line in ("1", "hint", "why 1"):
        game.handle(line)
        assert lines[-1].startswith("The game is over.")
    game.handle("undo")
    assert not game.match.over


def test_the_input_may_end_at_any_time():
    game, lines = terminal()
    game.ask = typed(lines, "", "help", "1")
    game.run()
    game.ask = typed(lines, "quit", "1")
    game.run()
    assert lines[-1] == "> quit"


def test_a_seed_deals_the_same_cards():
    (one, first), (two, second) = terminal(seed=9), terminal(seed=9)
    one.show()
    two.show()
    assert first == second


@pytest.mark.parametrize("language", text.list_languages())
def test_every_language_can_be_played(language):
    game, lines = terminal(language=language)
    game.ask = typed(lines, "1", "hint", "why 1", "look", "help", "undo", "xyzzy")
    game.run()
    assert len(lines) > 40


def test_whatever_is_typed_the_game_goes_on():
    source = random.Random(5)
    for seed in range(12):
        game, _ = terminal(seed=seed)
        for _ in range(40):
            tries = GAME.tries(game.match.table.state, 0)
            text = GAME.notation.write(game.match.table.state, source.choice(tries), 0) if tries else "undo"
            noise = "".join(source.choice('ab 12"->;()[]\\召%') for _ in range(source.randint(1, 12)))
            number = str(source.randint(0, len(game.options()) + 1))
            lines = (number, number, text, text.replace('"', ""), f"why {text}", noise, f"card {noise}", "undo")
            game.handle(source.choice(lines).strip() or "why")


def test_quotes_are_put_around_names():
    assert (
        quote_names("attack tide scout 2 -> Sunlit Herald", GAME.by_name) == 'attack "tide scout" 2 -> "Sunlit Herald"'
    )
    assert quote_names('summon "tide scout"', GAME.by_name) == 'summon "tide scout"'
    assert quote_names("end main", GAME.by_name) == "end main"
    assert quote_names("attack tide sc 2 -> sunl", GAME.by_name) == 'attack "Tide Scout" 2 -> "Sunlit Herald"'
    assert quote_names("summon ti", GAME.by_name) == "summon ti"
    assert quote_names("summon tide", [*GAME.by_name, "Tide Snare"]) == "summon tide"
    assert quote_names("attack Tide Scout -> moss", GAME.by_name, {"moss"}) == 'attack "Tide Scout" -> moss'


@pytest.mark.parametrize("name", playable_games())
def test_every_card_can_be_read(name):
    game = engines.load(name)
    for card in game.cards:
        if any(card.name in deck.cards for deck in game.decks.values()):
            lines = card_lines(game, card.name)
            assert lines[0].startswith(card.name)
            assert lines[2:] == [rule.replace("**", "") for rule in card.rules_text]


def test_a_pick_that_is_not_made_is_answered_with_the_reason():
    altar = 'P1.hand = ["Ember Sprinter"]\nP1.energy = 3\nP1.altar = ["Ember Sprinter", "Tide Scout"]'
    game, lines = terminal(altar)
    game.act('summon "Ember Sprinter" paying "Tide Scout"')
    assert "ALT-9.2" in "\n".join(lines)
    assert lines[-1] == "  It would work with Ember Sprinter."
    assert game.match.table.state.players[0].field == []


@pytest.mark.parametrize(("left", "said"), [(1, "1 lantern"), (2, "2 lanterns")])
def test_one_of_something_is_told_in_the_singular(left, said):
    game = engines.load("lanterns")
    shown = Playthrough(game.position(f"P1.lanterns = {left}")).scene(0)
    assert f"You: {said}" in position_lines(shown)
