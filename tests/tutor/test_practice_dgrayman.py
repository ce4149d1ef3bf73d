"""Practice questions in a game with a field of two zones, and with figures of a turn that are not on the table."""

import pytest

import engines
from engines.errors import DataError
from engines.forms.sums import counted_table
from tests.engines.play import sample
from tutor.boards.totals import tally_rows
from tutor.practice import grafting, maker_make_legal, maker_prediction, maker_which_cards
from tutor.practice.aims import step_of_aim
from tutor.practice.makers import make_question
from tutor.practice.wording import names_twice

GAME = engines.load("dgrayman")
LANTERN, SABRE, PORTER = "Ada Lorne (Lantern)", "Ada Lorne (Sabre)", "Dorian Pell (Porter)"
SEEDS = sample(range(101, 113))


def made(maker, aim, seeds=SEEDS):
    """Return a maker's questions about a counter-rule; fail if there are none. In tier 1, a sample of the seeds."""
    found = [one for seed in seeds if (one := make_question("dgrayman", maker, aim, seed)) is not None]
    assert found
    return found


def test_which_cards_can_be_attacked_is_asked_of_both_zones():
    found = [one for one in made("which", "M1") if one.row["items"].startswith("rival")]
    assert found
    assert all(one.row["items"] == "rival.standby rival.action" for one in found)
    assert any({ref.split(".")[1] for ref in one.right} == {"action"} for one in found)


def test_how_many_units_may_be_founded_is_asked():
    found = made("predict", "M26")
    parts = [part for one in found for part in one.row["parts"] if part["of"] == "new units"]
    assert parts
    assert all(part["ask"] == "How many units may be founded in that turn?" for part in parts)


def test_of_a_card_that_lies_elsewhere_it_is_not_asked_how_it_lies():
    for one in made("predict", "placed_outside"):
        assert not any(part["of"].startswith("orientation") for part in one.row["parts"])


def test_what_is_known_at_the_bottom_is_asked_for_in_words():
    assert maker_prediction.ask_in_words("rival.bottom", GAME, "en").startswith(
        "How many cards at the bottom of the rival's deck"
    )
    assert maker_prediction.ask_in_words("you.deck", GAME, "en") == "Your Deck: how many cards then?"


@pytest.mark.parametrize("searched", [True, False])
def test_that_the_deck_search_is_made_can_be_read(searched):
    """The table does not show it, and whether another one is allowed depends on it."""
    state = GAME.position({"deck_searched": searched, "P1": {"standby": [LANTERN]}, "P2": {"standby": [SABRE]}})
    told = [row["label"] for row in tally_rows(GAME, counted_table(state, 0, "en"), 0, ("You", "The rival"))]
    assert told == (["Deck Search of this turn: You 1 of 1"] if searched else [])


@pytest.mark.parametrize(
    ("what", "position"),
    [
        ("a new unit lies inactive", {"founded": 1, "P1": {"standby": [LANTERN]}}),
        ("nothing else does", {"P1": {"standby": [f"{LANTERN}, inactive"]}}),
        ("all cards have regrouped", {"P1": {"standby": [LANTERN], "action": [SABRE]}}),
        ("the limit follows from the units", {"limit": 3, "P1": {"standby": [LANTERN]}}),
        ("34 cards are left", {"P1": {"standby": [LANTERN], "deck": 36}}),
        ("nothing is used before turn 3", {"turn": 1, "P1": {"discard": [LANTERN]}}),
        ("nothing is active before turn 3", {"turn": 2, "player": "P2", "P1": {"standby": [LANTERN]}}),
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(what, position):
    with pytest.raises(DataError):
        GAME.position({"step": "CHAR_CHOICE", **position})


def test_a_limit_counts_the_units_as_they_were():
    mine = {"standby": [LANTERN, f"{PORTER}, inactive"]}
    theirs = {"standby": [SABRE, PORTER]}
    state = GAME.position({"step": "CHAR_CHOICE", "founded": 1, "limit": 2, "P1": mine, "P2": theirs})
    assert not list(GAME.rules.plausible(state))


def test_weaker_questions_are_looked_at_no_longer_than_needed(monkeypatch):
    """If there is no better question, the first is taken, without going through every position."""
    asked = []
    known = maker_which_cards.ask_which_cards
    monkeypatch.setattr(maker_which_cards, "ask_which_cards", lambda *some: asked.append(known(*some)) or asked[-1])
    for seed in range(101, 104):
        asked.clear()
        make_question("dgrayman", "which", "M19", seed)
        assert sum(one is not None for one in asked) <= maker_which_cards.QUESTIONS_TRIED


def test_how_many_cards_turn_sideways_is_asked():
    """A unit turns as one; with the belief that each card acts for itself, the answer differs."""
    found = made("predict", "M5")
    assert all(part["of"].startswith("rested") for one in found for part in one.row["parts"])
    assert all(one.beliefs["M5"] != one.right for one in found)


def test_which_unit_becomes_active_is_asked():
    found = made("predict", "M16", range(101, 104))
    assert all(one.right == ("0: none",) for one in found if one.row["parts"][0]["of"] == "made active")


def test_skill_cards_are_no_answer_to_what_is_destroyed():
    found = made("predict", "damage_stays") + made("predict", "first_target_again")
    options = [
        name for one in found for part in one.row["parts"] if part["of"] == "destroyed" for name in part["options"]
    ]
    assert options
    assert all(GAME.cards[GAME.by_name[name]].category != "skill" for name in options if name in GAME.by_name)


def test_a_card_is_not_refused_against_one_of_its_name():
    """ "Ada can't attack Ada" does not say which card is which."""
    for one in made("spot", "without:attack.icon"):
        assert not names_twice(one.right[0])


def test_a_deck_of_an_example_is_no_larger_than_what_is_left():
    assert grafting.is_larger(34, ["?"] * 20)
    assert not grafting.is_larger(2, ["?"] * 20)
    assert not grafting.is_larger(["?"], ["?", "?"])


def test_a_reason_that_nothing_mends_is_not_looked_for(monkeypatch):
    """Only another card with the icon would help, not the one that was refused."""
    monkeypatch.setattr(maker_make_legal, "changes_around", lambda *_: pytest.fail("it was looked for"))
    assert make_question("dgrayman", "make_legal", "without:attack.icon", 101) is None


def test_a_limit_that_is_not_written_counts_what_was_founded():
    mine = {"standby": [f"{LANTERN}, inactive"]}
    state = GAME.position({"step": "CHAR_CHOICE", "founded": 1, "P1": mine, "P2": {"standby": [SABRE, PORTER]}})
    assert state.limit == 3


def test_what_happens_in_a_skipped_step_is_about_it():
    """Points are gained by one clause and kept by another; without the step there are none."""
    assert step_of_aim("skips:GAIN_POINTS") == "GAIN_POINTS"
    assert step_of_aim("skips:CHECK.otherwise") == "CHECK"
    assert made("predict", "skips:GAIN_POINTS", range(101, 102))


def test_what_tells_a_belief_from_other_beliefs_is_asked_first():
    """A learner who looks at their own deck also denies that the card is at the bottom."""
    found = [one for one in made("predict", "M14", range(101, 107)) if one.row["parts"][0]["of"].endswith("discard")]
    assert found
    assert all("M12" not in one.beliefs for one in found)


def test_units_are_offered_by_the_names_of_units():
    """ "Edda Marsh" and "Edda Marsh (Nightwatch)" cannot be told apart as answers to "which unit"."""
    asked = [part for one in made("predict", "M15", range(4)) for part in one.row["parts"]]
    parts = [part for part in asked if part["of"] == "made active"]
    assert parts
    assert not [name for part in parts for name in part["options"] if "(" in name]
