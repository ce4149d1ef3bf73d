"""Awkward parts of questions are avoided or reworded: consecutive passes, routine, long texts."""

import re

import pytest

import engines
from tutor.lessons.loader import LONGEST_TEXT
from tutor.practice import maker_legality, maker_which_cards, playouts, starters, wording
from tutor.practice.makers import make_question
from tutor.practice.playouts import LEARNER, play_out
from tutor.practice.question import session_of
from tutor.practice.scene_lines import SceneLine, without_passes
from tutor.practice.scenes import Scene, scenes_of
from tutor.text import format_message

CHAOS = engines.load("chaos")


def passed(seat, words="Pass"):
    """Return a pass in a window."""
    return SceneLine("pass", words, seat, True, window=True)


def test_passes_in_several_windows_are_told_as_nobody_using_anything():
    attack = SceneLine("attack", "Attack with A", 1, False)
    lines = (attack, passed(0), passed(1), passed(0, "Pass (Third ability step)"))
    assert without_passes(lines) == ((attack,), True)
    told = Scene(CHAOS.new(seed=1), lines).told("en")
    assert told == f"The rival: attack with A. {format_message('practice.nobody', 'en')}"


def test_passes_in_one_window_are_told():
    attack = SceneLine("attack", "Attack with A", 1, False)
    lines = (attack, passed(0), passed(1))
    assert without_passes(lines) == (lines, False)
    assert Scene(CHAOS.new(seed=1), lines).told("en") == "The rival: attack with A. You: pass. The rival: pass."


@pytest.mark.sample("M4")
@pytest.mark.parametrize("aim", ["M4", "M27", "without:attack.attacks_begin", "without:turn_up.face_down"])
def test_of_two_cards_some_but_not_all_are_right(aim):
    for seed in range(101, 105):
        question = make_question(CHAOS, "which", aim, seed)
        if question is not None and question.row["kind"] == "which":
            assert question.options >= 2**maker_which_cards.FEWEST or question.right
            assert (
                question.options >= 2**maker_which_cards.FEWEST or len(question.right) < maker_which_cards.FEWEST_MIXED
            )


@pytest.mark.sample("*pay.pays")
@pytest.mark.parametrize("aim", ["without:rest.pays", "without:pay.pays", "without:choose.right_face"])
def test_a_question_about_a_card_with_a_long_text_can_be_shown(aim):
    for seed in (101, 102):
        question = make_question(CHAOS, "which", aim, seed)
        if question is not None:
            assert session_of(question).step.get("text")


def test_of_a_long_text_only_the_cost_is_told():
    states = (one.state for number in range(12) for one in playouts.play_out(CHAOS, number))
    paying = [state for state in states if state.step.name == "PAY" and wording.card_at_work(state)]
    assert paying
    for state in paying:
        told = wording.tell_moment(state, "en", "word " * 13)
        assert len(told.split()) + 13 <= LONGEST_TEXT
        assert "⟨" in told


@pytest.mark.parametrize("count", [1, 2])
def test_of_a_single_answer_it_is_not_said_that_all_of_it_came_true(count):
    kept = [one for one in starters.load_starters("star_wars").values() if one.maker == "predict"]
    question = next(one for one in kept if len(one.row["parts"]) == count)
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": dict(one.split(": ", 1) for one in question.right)})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    word = "right_one" if count == 1 else "right"
    assert run.feedback["title"] == format_message(f"lesson.predict.{word}", "en")


def judged(question, picks):
    """Return the feedback on an answer."""
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return run.feedback


def test_why_an_action_is_allowed_or_not_is_what_the_table_says_of_that_action():
    """Not the rule that the whole question is about: another action is refused for another reason."""
    asked = (make_question("star_wars", "which", "M9", seed) for seed in range(4, 40))
    question = next(one for one in asked if one is not None and one.row["kind"] == "predict")
    state = session_of(question).table.state
    for at, part in enumerate(question.row["parts"]):
        right = dict(one.split(": ", 1) for one in question.right)
        told = judged(question, right | {str(at): "yes" if right[str(at)] == "no" else "no"})["facts"]
        assert told[0]["head"] == part["ask"]
        checks = state.explain(state.read(part["of"].removeprefix("legal "))[0], LEARNER)
        against = [one.fact for one in checks if not one.met]
        assert [one["fact"] for one in told] == against or (not against and told)
        assert {one["fact"] for one in told} <= {one.fact for one in checks}


@pytest.mark.parametrize("right", [True, False])
def test_a_chance_neither_comes_true_nor_otherwise(right):
    kept = starters.load_starters("star_wars").values()
    question = next(one for one in kept if one.maker == "odds")
    truth = question.right[0].removeprefix("0: ")
    answer = truth if right else next(one for one in question.row["parts"][0]["options"] if one != truth)
    title = judged(question, {"0": answer})["title"]
    assert title == format_message(f"lesson.predict.chance.{'right' if right else 'otherwise'}", "en")


def test_of_an_honest_line_at_least_that_nothing_speaks_against_it_is_said():
    question = next(one for one in starters.load_starters("kingdom_hearts").values() if one.maker == "spot")
    run = session_of(question)
    honest = [item["id"] for item in run.coach()["choices"]["items"] if item["id"] != str(run.number())]
    assert len(honest) >= 2
    for id in honest:
        told = judged(question, [id])
        assert told["facts"] or told["say"] == format_message("lesson.spot.fine", "en")


def test_of_a_deck_without_extra_cards_among_its_main_ones_nothing_is_told_of_them():
    main = [at for at, card in enumerate(CHAOS.cards) if card.category == "character"] * 50
    extra = [at for at, card in enumerate(CHAOS.cards) if card.category == "extra"][:1]
    told = {count: {one.requirement for one in CHAOS.check_deck(main[:count] + extra)} for count in (48, 49)}
    assert "extra_in_main" in told[49], "with it there are 50"
    assert "extra_in_main" not in told[48]


def test_of_what_is_added_up_every_part_is_told():
    question = next(one for seed in range(5, 40) if (one := dice_question(seed)) is not None)
    right = dict(one.split(": ", 1) for one in question.right)
    at = next(str(number) for number, part in enumerate(question.row["parts"]) if part["of"] == "hits in all")
    wrong = next(str(one) for one in question.row["parts"][int(at)]["options"] if str(one) != right[at])
    told = [fact["fact"] for fact in judged(question, right | {at: wrong})["facts"]]
    hits = [int(found[1]) for one in told if (found := re.search(r"has (\d+) hit", one))]
    assert sum(hits) == int(right[at])


def dice_question(seed):
    """Return a question about the hits of both players in a battle; None if the seed gives none."""
    question = make_question(engines.load("star_wars"), "predict", "M15", seed)
    asked = [] if question is None else [part["of"] for part in question.row["parts"]]
    return question if "hits in all" in asked else None


def test_who_goes_on_in_a_window_is_not_answered():
    game = engines.load("star_wars")
    state = game.new(seed=1)
    raised = SceneLine("raise 2", "Raise to 2", 1, False, window=True)
    silent, again = SceneLine("pass", "", 0, True, window=True), raised._replace(words="Raise to 3")
    told = Scene(state, (raised, silent, again)).told("en")
    assert told == "The rival: raise to 2. You do not answer. The rival: raise to 3."


def test_whether_one_may_attack_with_a_card_of_the_rival_gives_itself_away():
    """Obvious cases are refused in every game."""
    mine, theirs = ["Keen Eyes Shiori", "Night Post Gen, rest"], ["Steady Hands Ishio"]
    state = CHAOS.position({"step": "D1", "turn": 4, "P1": {"front": mine}, "P2": {"front": theirs}})
    found = maker_legality.near_misses(state)
    assert found['attack "Night Post Gen"'][1]
    assert not found['attack "Steady Hands Ishio"'][1]


def test_what_costs_nothing_is_said_to():
    """ "asks you to pay nothing: you can" is not proper English."""
    cards = {"hand": ["Keen Eyes Shiori", "Harpoon Arm Rokuro"], "deck": 5}
    state = CHAOS.position({"step": "M2", "turn": 4, "P1": cards})
    for text, said in (
        ('enter "Keen Eyes Shiori" back', "Keen Eyes Shiori costs nothing."),
        (
            'enter "Harpoon Arm Rokuro" back',
            "Harpoon Arm Rokuro asks you to put 2 cards of your main deck away: you can.",
        ),
    ):
        checks = {one.requirement: one.fact for one in state.explain(state.read(text)[0])}
        assert checks["payable"] == said


def test_that_nothing_more_is_chosen_goes_without_saying():
    moments = play_out(engines.load("kingdom_hearts"), 101)
    scenes = [one for one in scenes_of(moments) if any(line.endswith("; enough") for line in one.script)]
    assert scenes
    for told in (one.told("en") for one in scenes):
        assert "discard " in told
        assert "no more" not in told
