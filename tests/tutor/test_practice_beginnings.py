"""The beginnings of questions: a constructed table, a decision in the middle of damage, decks with several piles."""

import pytest

import engines
from tutor.boards.presentation import load_look
from tutor.matches.playthrough import Playthrough
from tutor.practice import grafting, maker_prediction, positions
from tutor.practice.examples import load_examples
from tutor.practice.makers import make_question
from tutor.practice.playouts import is_beginning, play_out

CHAOS = engines.load("chaos")


def some(game, maker, aim, wanted=lambda question: True):
    """Return the first suitable question by a maker, independent of the lessons that provide positions."""
    made = (make_question(game, maker, aim, seed) for seed in range(24))
    return next(question for question in made if question is not None and wanted(question))


def options(question, part=0):
    return [str(one) for one in question.row["parts"][part]["options"]]


def test_how_a_card_lies_is_asked_among_all_the_ways_it_can():
    """Two of three orientations would give away half of the answer, and say less about beliefs."""
    question = some(CHAOS, "predict", "M13")
    assert options(question) == ["rest", "reverse", "stand"]
    assert maker_prediction.mark_words("damage", CHAOS) == []


def test_a_question_that_goes_on_into_the_next_turn_says_so():
    question = some(CHAOS, "predict", "M13", lambda one: one.row["script"] == ["no attack"])
    assert question.row["goal"] == "Say how things stand when somebody decides in the next turn."


def test_a_level_up_in_the_middle_of_damage_is_asked_about_from_there():
    """A player who is offered a level up knows the card on top: by the rules, and according to three beliefs."""
    question = some(CHAOS, "predict", "M10", lambda one: "M17" in one.beliefs)
    assert question.row["script"][0] == "auto level up"
    assert "So it stands now." in question.row["text"]
    assert len({question.right, question.beliefs["M10"], question.beliefs["M17"]}) == 3


def test_the_beginning_of_a_game_is_told_as_such():
    question = some(CHAOS, "predict", "parameter:opening_hand+1")
    assert question.row["title"] == "How a game begins"
    assert question.row["text"].startswith("A game begins. ")
    assert "decided now" not in question.row["text"]
    assert question.clauses == ("CHA-6.4",)


@pytest.mark.parametrize("name", ["chaos", "dgrayman"])
def test_an_example_of_the_setup_leaves_the_hands_whole_and_nothing_used(name):
    game = engines.load(name)
    usual = grafting.default_start(game)[1]
    some = [one for one in load_examples(name) if grafting.is_set_up(game, {**usual, **one.position})]
    made = [
        found[0].state for one in some for number in range(2) if (found := grafting.graft_example(game, one, number))
    ]
    assert made
    used = [row["id"] for row in load_look(name)["zone"] if row.get("slot") == "pile-2"]
    for state in made:
        hands = [len(state.game.rules.zone(state, seat, "hand")) for seat in (0, 1)]
        assert len({*hands}) == 1
        assert hands[0] > 0
        assert not [zone for zone in used for seat in (0, 1) if state.game.rules.zone(state, seat, zone)]


def test_nothing_is_taken_out_of_a_game_that_is_being_set_up():
    state = next(one.state for one in play_out(CHAOS, 0) if one.state.step.name == "S5")
    assert positions.cut_down(state, lambda there: True) is state


def test_what_makes_way_for_an_example_lies_where_used_cards_lie():
    """Not in the Backyard, where cards rarely go."""
    some = [one for one in load_examples("chaos") if "hand" in one.position.get("you", {})][:6]
    made = [found[0].state for one in some if (found := grafting.graft_example(CHAOS, one, 1))]
    assert made
    for state in made:
        assert max(len(player.backyard) for player in state.players) < 10


@pytest.mark.parametrize("name", ["chaos", "dgrayman"])
def test_the_table_says_who_begins_as_soon_as_it_is_settled(name):
    game, told = engines.load(name), 0
    for number in range(4):
        moments = play_out(game, number)
        first = next(one.state for one in moments if not is_beginning(one.state))
        begins = game.rules.table(first, 0).turn_player
        for one in moments:
            if is_beginning(one.state) and one.state.step.name in load_look(name)["begins"]:
                told += 1
                label = Playthrough(one.state, 0).scene(0)["turn"]["label"]
                assert label.endswith("you begin" if begins == 0 else "Rival begins")
    assert told


def test_a_figure_is_asked_for_by_the_word_on_the_card():
    assert maker_prediction.ask_in_words('atk "Night Post Gen"', CHAOS, "en") == "ATK of Night Post Gen then?"
    assert maker_prediction.ask_in_words('atk "Night Post Gen"', CHAOS, "ja").startswith("Night Post Genの攻撃力")
