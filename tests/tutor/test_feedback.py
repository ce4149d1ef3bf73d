"""The coach's feedback on a try comes from the engine: the clause, the fact and the repair."""

from functools import partial

import pytest

import engines
from engines.search.players import greedy_player, random_player
from tutor import text
from tutor.matches import feedback
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.matches.terminal import Terminal
from tutor.text import end_sentence

GAME = engines.load("altaria")
POSITION = """
step = "ATTACK"
[P1]
field = ["Sunlit Herald", "Kiln Drummer, new"]
cores = 7
[P2]
field = ["Dawn Acolyte"]
cores = 4
"""


@pytest.fixture
def table():
    return Playthrough(GAME.position(POSITION))


def test_a_refusal_names_fact_clause_and_repair(table):
    said = feedback.refusal_feedback(GAME, table.read_try('attack "Kiln Drummer" -> cores'))
    assert said["tone"] == "refused"
    assert said["title"] == "Kiln Drummer can't attack"
    assert said["tried"] == "You tried: attack cores with Kiln Drummer. Nothing changed."
    [fact] = said["facts"]
    assert fact["clause"] == "ALT-4.5"
    assert "this turn" in fact["fact"]
    assert fact["clause_text"] == GAME.rulebook.clauses["ALT-4.5"].text
    assert "Haste" in fact["repair"]


@pytest.mark.parametrize(
    ("card", "wanted"),
    [
        ("Ember Sprinter", "1 red altar card upright"),
        ("Sunlit Herald", "1 red altar card and 1 green altar card upright"),
        ("Springtide Colossus", "2 blue altar cards upright"),
    ],
)
def test_one_card_and_two_cards(card, wanted):
    state = GAME.position(f'P1 = {{ hand = ["{card}"], energy = 8 }}')
    said = feedback.refusal_feedback(GAME, Playthrough(state).read_try(f'summon "{card}"'))
    assert wanted in said["facts"][0]["fact"]
    assert wanted in said["facts"][0]["repair"]


def test_one_energy_and_two_energy():
    state = GAME.position("""
P1 = { hand = ["Ember Sprinter", "Kindled Arrow"], altar = ["Kiln Drummer"] }
P2 = { field = ["Tide Scout"] }
""")
    repairs = [
        feedback.refusal_feedback(GAME, Playthrough(state).read_try(text))["facts"][-1]["repair"]
        for text in ('summon "Ember Sprinter"', 'activate "Kindled Arrow"')
    ]
    assert "with 1 upright energy card" in repairs[0].split("; ")
    assert "with 2 upright energy cards" in repairs[1].split("; ")


def test_a_reason_that_nothing_repairs_stands_alone():
    state = GAME.position('P1 = { hand = ["Kindled Arrow"] }')
    said = feedback.refusal_feedback(GAME, Playthrough(state).read_try('summon "Kindled Arrow"'))
    assert [(fact["fact"], fact["repair"]) for fact in said["facts"]] == [
        ("Kindled Arrow is a Magic card; only Unit cards are summoned.", "")
    ]


@pytest.mark.parametrize("name", engines.names())
def test_board_terminal_and_notebook_say_the_same(name):
    """Only the engine says what would make an action legal, with the last reason; copies of a card are numbered."""
    game, choose, said = engines.load(name), random_player(5), 0
    state = game.new(seed=5)
    for at in range(120):
        if state.result is not None:
            break
        if at % 15 == 0:
            table = Playthrough(state)
            match = Match(Setup(name, *list(game.decks)[:2], "quick", seed=5))
            match.table, lines = table, []
            terminal = Terminal(match, out=lines.append)
            for action in game.tries(state, 0)[::7]:
                reasons = state.why_not(action, 0)
                if not reasons:
                    continue
                attempt = Attempt(action, game.notation.write(state, action, 0), reasons)
                board = feedback.refusal_feedback(game, attempt)
                said_of = partial(feedback.number_names, attempt=attempt.text)
                assert [(one["fact"], one["repair"]) for one in board["facts"]] == [
                    (said_of(reason.fact), said_of(reason.repair)) for reason in reasons
                ]
                lines.clear()
                terminal.explain_refusal(attempt)
                repair = said_of(reasons[-1].repair)
                assert (bool(repair) and end_sentence(repair) in "\n".join(lines)) or not any(
                    "would work" in x for x in lines
                )
                said += bool(repair)
        state.apply(choose(state))
    assert said > 5


def test_a_refusal_says_which_of_two_cards_of_a_name_it_means():
    state = GAME.position("""
turn = 4
step = "ATTACK"
P1 = { field = ["Ember Sprinter"] }
P2 = { field = ["Dawn Acolyte, fatigued", "Dawn Acolyte"] }
""")
    said = feedback.refusal_feedback(GAME, Playthrough(state).read_try('attack "Ember Sprinter" -> "Dawn Acolyte" 2'))
    assert said["title"] == "Ember Sprinter can't attack Dawn Acolyte 2"
    assert said["facts"][0]["fact"].startswith("Dawn Acolyte 2 is upright.")
    assert said["facts"][0]["repair"] == "if Dawn Acolyte 2 were fatigued"


def test_a_name_that_stands_for_two_cards_of_a_try_is_left_alone():
    attempt = 'attack "Dawn Acolyte" 1 -> "Dawn Acolyte" 2'
    assert feedback.number_names("Dawn Acolyte is upright.", attempt) == "Dawn Acolyte is upright."
    assert (
        feedback.number_names("Dawn Acolyte 2 is new.", 'attack "Dawn Acolyte" 2 -> cores') == "Dawn Acolyte 2 is new."
    )


def test_a_refused_target_is_named(table):
    said = feedback.refusal_feedback(
        GAME, table.read_try('attack "Sunlit Herald" -> "Dawn Acolyte"'), say="Look at it."
    )
    assert said["title"] == "Sunlit Herald can't attack Dawn Acolyte"
    assert said["say"] == "Look at it."


def test_every_kind_has_a_headline():
    seen = set()
    state = GAME.position(POSITION)
    table = Playthrough(state)
    for action in GAME.tries(state, 0):
        attempt = table.read_try(GAME.notation.write(state, action, 0))
        if attempt and attempt.reasons and action[0] not in seen:
            seen.add(action[0])
            title = feedback.refusal_feedback(GAME, attempt)["title"]
            assert title
            assert "{" not in title
    assert {"summon", "attack_unit"} & seen


def test_rulings_are_clauses_too():
    ruling = feedback.clause_entry(GAME, "ALT-R2")
    settled = GAME.rulebook.rulings["ALT-R2"].clauses[0]
    assert ruling["title"] == GAME.rulebook.clauses[settled].title != GAME.rulebook.rulings["ALT-R2"].question
    assert feedback.known_entries(GAME, ["ALT-R2", "ALT-R2", "NO-1"]) == [ruling]


def test_why_names_the_step_and_the_clause(table):
    happened = table.play(table.state.read('attack "Sunlit Herald" -> cores 1 2'))
    said = feedback.why_it_happened(GAME, happened[0])
    assert said["clauses"][0]["id"] == happened[0].event.clause
    assert "Attack" in said["title"]


def test_words_fall_back_to_english():
    assert text.format_message("feedback.core", "ja", number=2) == "Core 2"
    assert text.format_message("feedback.tried", "ja", text="x") != text.format_message(
        "feedback.tried", "en", text="x"
    )
    assert text.format_message("feedback.core", "xx", number=1) == "Core 1"
    with pytest.raises(KeyError):
        text.format_message("no.such.key")


def test_every_language_has_only_known_keys():
    for code in text.list_languages():
        assert set(text.load_catalogue(code)) <= set(text.load_catalogue("en"))


@pytest.mark.parametrize("name", engines.names())
def test_no_headline_leaves_anything_to_fill_in(name):
    game = engines.load(name)
    for kind in game.kinds.values():
        attempt = Attempt((kind.name, *(0 for _ in kind.arguments)), "", [])
        assert "{" not in feedback.attempt_headline(game, attempt), kind.name


def test_a_challenge_that_both_passes_end_is_told_with_what_it_cost():
    """It may end in a window that was passed for the learner."""
    match = Match(Setup("kingdom_hearts", "lantern", "thornfield", "quick", "rules", 1), engines.load("kingdom_hearts"))
    player, told, losses = greedy_player(1), 0, 0
    while not match.over and told < 3:
        match.play((player(match.table.state),))
        ended = feedback.fight_end(match)
        assert not (ended and match.game.rules.fighting(match.table.state))
        if not ended:
            continue
        told += 1
        kinds = [event.kind.split(".")[0] for event in ended]
        assert kinds[-1] in ("tie", "lost_hp")
        assert kinds[-2:] != ["lost_hp", "lost_hp"]
        losses += "lost_hp" in kinds
        said = feedback.news_feedback(match)
        assert f"{match.table.narrate(ended[-1])} (KH-10.13)" in said
        assert "(KH-" not in feedback.news_feedback(match, closed_book=True)
    assert told == 3
    assert losses


def test_fleeing_is_no_end_of_a_fight():
    match = Match(Setup("kingdom_hearts", "lantern", "thornfield", "quick", "rules", 1), engines.load("kingdom_hearts"))
    player, fled = random_player(3), 0
    while not match.over and not fled:
        state = match.table.state
        action = next((one for one in state.actions if one[0] == "flee"), player(state))
        match.play((action,))
        if action[0] == "flee":
            fled += 1
            assert not feedback.fight_end(match)
    assert fled
