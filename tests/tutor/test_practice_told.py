"""Scenes of questions are described clearly: unused windows, the time of the question, actions that belong together."""

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.kingdom_hearts.state import DONE
from tutor.boards.presentation import load_look
from tutor.lessons.loader import FIGHT_ENDS
from tutor.practice import examples, maker_legality, maker_prediction, maker_which_cards, wording
from tutor.practice.makers import make_question
from tutor.practice.playouts import LEARNER, play_out
from tutor.practice.question import session_of
from tutor.practice.scenes import scenes_of
from tutor.practice.survey import SEEDS
from tutor.text import format_message

GAME = engines.load("kingdom_hearts")


@pytest.mark.parametrize("believed", [4, 6])
def test_the_right_number_is_not_always_the_middle_one(believed):
    places = [maker_prediction.add_near_numbers([5, believed], RandomSource(seed)).index(5) for seed in range(60)]
    assert 8 < places.count(1) < 25
    assert all(len({*maker_prediction.add_near_numbers([0, 1], RandomSource(seed))}) == 3 for seed in range(9))
    assert all(min(maker_prediction.add_near_numbers([0, 1], RandomSource(seed))) == 0 for seed in range(9))


def test_of_a_fight_it_is_asked_how_things_stand_after_it():
    """ "Right after that" could be in the middle of the fight."""
    found = [one for seed in range(5, 11) if (one := make_question(GAME, "predict", "M18", seed))]
    assert found
    assert all(format_message("practice.moment.fight over", "en") in one.row["goal"] for one in found)
    assert "fight over" in FIGHT_ENDS


def test_a_search_is_no_fight():
    question = make_question("dgrayman", "predict", "M18", 918554199)
    assert question.row["goal"] == "Say how things stand when the action is over."


def test_that_nobody_uses_anything_more_is_said_where_windows_go_by():
    made = [one for seed in range(5035, 5041) if (one := make_question(GAME, "predict", "M4", seed))]
    used = [question for question in made if question.row["script"][-1].startswith("attack")]
    assert used
    assert all(question.row["text"].endswith(format_message("practice.nobody", "en")) for question in used)


def test_what_is_chosen_after_a_fight_is_no_part_of_it():
    """ "Let Pim join; discard Twin Lanterns" reads as if joining required it."""
    scenes = [scene for number in range(6) for scene in scenes_of(play_out(GAME, number))]
    lines = [line for scene in scenes for line in scene.script]
    assert any(line.startswith("join") for line in lines)
    assert not [line for line in lines if line.startswith(("join", "challenge")) and "discard" in line]
    assert any("discard 2 × " in scene.told("en") for scene in scenes), "cards of one name are counted"


def test_actions_in_a_row_that_differ_in_the_name_are_told_as_one():
    assert wording.gather_actions('skip; discard "A"; discard "B"; discard "A"') == 'skip; discard "2 × A" "B"'
    assert wording.gather_actions('deal 2 to "A"; deal 2 to "B"') == 'deal 2 to "A"; deal 2 to "B"'


def test_a_step_that_is_passed_over_gives_its_own_title():
    scenes = [scene for number in range(6) for scene in scenes_of(play_out(GAME, number))]
    skipped = [one for one in scenes if one.lines[0].declines and one.start.step.name == "C0" and not one.before]
    assert skipped
    assert {one.title("en") for one in skipped} == {GAME.flow.steps["C0"].title}


def test_a_count_that_several_events_make_is_explained_by_their_rule(monkeypatch):
    """ "You draw Glass Dunes" does not explain six cards in hand."""
    monkeypatch.setitem(load_look(GAME.name), "foregone", [])
    maker_prediction.askable_values.cache_clear()
    question = make_question(GAME, "predict", "M15", 5002)
    run = session_of(question)
    wrong = next(str(one) for one in question.row["parts"][0]["options"] if f"0: {one}" not in question.right)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": {"0": wrong}})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    assert run.feedback["facts"][0]["fact"] == GAME.rulebook.clause("KH-6.3").text


def test_what_names_no_card_is_not_asked_about():
    """To be asked whether one may battle would give the answer: a question about it needs a case where one may not."""
    assert all(make_question(GAME, "which", "M16", seed) is None for seed in (101, 102))


def test_of_what_is_asked_about_no_card_is_taken_away():
    """ "You play Event E03: allowed?" makes no sense to a player who does not have the card."""
    found = (make_question(GAME, "which", "joined_do_not_cast", seed) for seed in SEEDS)
    question = next(one for one in found if one is not None and one.row["kind"] == "predict")
    state = session_of(question).table.state
    for needs in maker_legality.needs_against(
        state, [part["of"].removeprefix("legal ") for part in question.row["parts"]]
    ):
        assert "in_hand" not in needs


def test_where_a_card_goes_has_three_answers():
    """With only two answers, guessing looks like a belief."""
    found = (make_question(GAME, "predict", aim, seed) for aim in ("M22", "M3") for seed in range(5028, 5040))
    zones = next(
        zones for one in found if one and (zones := [part for part in one.row["parts"] if "zone" in part["of"]])
    )
    assert all(len(part["options"]) >= 3 for part in zones)


def test_what_the_board_does_not_tell_is_in_no_example():
    """The board does not show that 199 actions have been taken."""
    assert "actions" in load_look(GAME.name)["untold"]
    assert not any("actions" in one.position for one in examples.load_examples(GAME.name))


def test_cards_of_another_sort_are_taken_out_first():
    def item(name, *needs):
        return maker_which_cards.MarkItem(f"0.hand.{name}", name, ("call", 1), needs, not needs)

    plain = frozenset({"is_world"})
    doubted = [
        item("a", "ladder"),
        item("b"),
        maker_which_cards.MarkItem("0.hand.c", "c", ("call", 1), ("name_free",), True),
    ]
    silly = item("d", "is_world")
    assert maker_which_cards.keeps_question(doubted, [*doubted, silly], (3, 1), plain)
    assert not maker_which_cards.keeps_question([*doubted[1:], silly], [*doubted, silly], (3, 1), plain)


def test_that_it_is_not_the_moment_is_told_where_nothing_else_is():
    found = (make_question(GAME, "which", "M26", seed) for seed in range(5020, 5040))
    facts = ([fact["fact"] for fact in session_of(one).rightly_left()] for one in found if one is not None)
    told = next(some for some in facts if any("only for a Battle" in fact for fact in some))
    assert not [fact for fact in told if fact.startswith("Your decision now")]


def test_allies_that_stay_are_asked_about():
    assert any(make_question(GAME, "predict", "M25", seed) is not None for seed in range(101, 113))


def test_a_figure_is_called_as_on_the_card():
    asked = maker_prediction.ask_in_words('power "Gloomling"', GAME, "en")
    assert asked == format_message("practice.ask.of_card", "en", what="POW", name="Gloomling")


@pytest.mark.parametrize("flags", [[], ["moved"], ["fled", "battled"]])
def test_what_was_done_this_turn_and_lies_nowhere_is_told(flags):
    state = engines.load("kingdom_hearts").new(seed=1)
    state.done = sum(1 << DONE.index(name) for name in flags)
    state.turn_player = LEARNER
    told = wording.done_this_turn(state)
    assert [name for name in DONE if any(f"have {name} this turn" in text for text in told)] == flags
    assert all(text in wording.tell_moment(state) for text in told)
    state.turn_player = 1 - LEARNER
    assert not wording.done_this_turn(state)
