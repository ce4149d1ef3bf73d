"""A move that gives the goal away: what it used up is said, and the learner's turn is not continued for them."""

from pathlib import Path

import engines
from engines.search.solver import Solver
from tutor.lessons import goals, loader
from tutor.lessons.page import open_session

CHAOS = Path(loader.__file__).parent / "chaos"


def after(step, text):
    lesson = loader.read_lesson(CHAOS / "00_eleven_lives.toml")
    run = open_session(lesson, next(one for one in lesson.steps if one.id == step), lambda verdict, facts: None)
    run.act(next(at for at, move in enumerate(run.table.moves()) if move.text.startswith(text)))
    return run


def test_the_requirement_that_a_move_used_up_is_told_first():
    run = after("second-friend", 'enter "Tide Teller Namiko" front')
    assert run.lost
    first = run.feedback["facts"][0]
    assert first["clause"] == "CHA-8.1"
    assert "Quiet Lamp Hotaru" in first["fact"]
    assert "only one a turn" in first["fact"]
    assert run.table.state.turn == 4
    told = " ".join(fact["fact"] for fact in run.feedback["facts"])
    assert "damage" not in told  # the learner has not attacked, and no attack is made for them


def test_a_phase_that_is_over_is_told_too():
    first = after("second-friend", "end main").feedback["facts"][0]
    assert first["fact"].endswith("Your Main Phase is over.")


def test_in_a_refutation_the_learner_goes_on_with_what_they_had_in_mind():
    state = engines.load("chaos").position(
        {
            "turn": 5,
            "step": "D1",
            "P1": {
                "deck": 19,
                "partner": "First Light Minato",
                "front": ["Quiet Lamp Hotaru", "Rooftop Runner Kazane"],
            },
            "P2": {"deck": 20, "partner": "Tailwind Tsubame, down"},
        }
    )
    solver = Solver(0, lambda here: False if here.turn > 5 or here.result else None)
    attacks = [action for action in state.actions if action[0] == "attack"]
    for plan in (attacks, attacks[::-1]):
        line = [action for seat, action in solver.failing_line(state, plan) if seat == 0 and action[0] == "attack"]
        assert line == plan


def test_ticks_read_as_sentences_about_cards():
    assert (
        goals.condition_text('orientation "Rooftop Runner Kazane" = rest', "chaos")
        == "Rooftop Runner Kazane is in Rest"
    )
    assert (
        goals.condition_text('rival face "Glass Painter Yuzuki" = down', "chaos")
        == "The rival's Glass Painter Yuzuki is face-down"
    )
    assert goals.condition_text('levels "First Light Minato" = 1', "chaos") == "First Light Minato: 1 level card"
