"""A scene is described as it is played: the owner of a card, the offer, the window."""

import pytest

import engines
from engines.variants.counter_rules import by_id
from tutor.practice.maker_prediction import ask_in_words, telling_questions
from tutor.practice.playouts import LEARNER, PlayedDecision
from tutor.practice.scene_lines import SceneLine, group_lines
from tutor.practice.scenes import Scene, play_scene

POSITION = {
    "step": "D1",
    "P1": {"front": ["Quiet Lamp Hotaru", "Glass Painter Yuzuki"], "hand": ["Rallying Horn"]},
    "P2": {"front": ["Glass Painter Yuzuki"], "hand": ["Sudden Squall", "Signal Lantern"]},
}


def moments(position, *texts):
    """Return a position, and each decision after it, as chosen by texts."""
    state, found = engines.load("chaos").position(position), []
    start = state.copy()
    for text in texts:
        for action in state.read(text):
            found.append(PlayedDecision(state.copy(), action))
            state.apply(action)
    return start, found


def end_of(made):
    """Return the position after some decisions."""
    state = made[-1].state.copy()
    state.apply(made[-1].action)
    return state


def test_who_says_yes_is_told_to_what():
    _, made = moments(POSITION, "no attack", "accept")
    assert [line.words for line in group_lines(made)] == ["Do not attack", "Say yes (Quiet Lamp Hotaru)"]


def test_what_is_the_rivals_to_the_rival_is_yours():
    texts = (
        'attack "Quiet Lamp Hotaru"',
        "pass",
        'play "Sudden Squall"',
        'choose the rival\'s "Glass Painter Yuzuki"',
    )
    _, made = moments(POSITION, *texts)
    assert list(group_lines(made))[-1].words.endswith("choose your Glass Painter Yuzuki")


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_passes_on_what_they_did_themselves(seat):
    """ "You: raise to 8, pass" leaves out that the rival was asked in between and could not go higher."""
    raised, answer = SceneLine("raise 8", "Raise to 8", seat, False), SceneLine("pass", "", 1 - seat, True)
    passed = SceneLine("pass", "Pass", seat, True)
    told = Scene(engines.load("star_wars").new(seed=1), (raised, answer, passed)).told("en")
    you = seat == LEARNER
    between = "The rival does not answer" if you else "You do not answer"
    who = "You" if you else "The rival"
    assert told == f"{who}: raise to 8. {between}. {who}: pass."


def test_a_pass_is_the_pass_of_whoever_passes():
    """The first player to be asked cannot use anything; the line of the other player's pass is not that player's."""
    position = POSITION | {"P1": {"front": ["Quiet Lamp Hotaru"]}}
    texts = ('attack "Quiet Lamp Hotaru"', "pass", "pass", "no guard", "pass", "pass")
    start, made = moments(position, *texts)
    scene = Scene(start, tuple(group_lines(made)))
    assert scene.told("en") == ("You: attack with Quiet Lamp Hotaru. The rival: pass, do not guard, pass.")
    assert [line.text for line in scene.lines if not line.words] == ["pass"] * 2
    assert play_scene(scene, None, False).end.canonical_key() == end_of(made).canonical_key()


def test_how_it_began_is_told_though_a_phase_was_only_ended():
    _, made = moments(POSITION | {"step": "M2"}, "end main", 'play "Rallying Horn"', 'choose "Quiet Lamp Hotaru"')
    scene = Scene(made[1].state, tuple(group_lines(made[1:])), tuple(group_lines(made[:1])))
    assert scene.told("en").startswith("You: end the Main Phase.")


def test_a_decision_that_only_a_belief_leads_to_is_no_answer():
    """No character can guard; only someone who believes that a character in Rest can is asked for a guard."""
    position = {"step": "D1", "P1": {"front": ["Quiet Lamp Hotaru"]}, "P2": {"partner": "Tailwind Tsubame, rest"}}
    start, made = moments(position, 'attack "Quiet Lamp Hotaru"')
    scene, game = Scene(start, tuple(group_lines(made))), engines.load("chaos")
    assert play_scene(scene).end.players[1].deck != start.players[1].deck
    assert telling_questions(scene, by_id(game)["M19"].patched()) == []
    assert "rival.deck" in telling_questions(scene, by_id(game)["damage_moves_nothing"].patched())
    position["P2"] |= {"deck": 2}
    start, made = moments(position, 'attack "Quiet Lamp Hotaru"')
    scene = Scene(start, tuple(group_lines(made)))
    assert play_scene(scene).end.result is not None
    assert telling_questions(scene, by_id(game)["M19"].patched()) == []


def test_falling_is_asked_in_the_words_of_the_game():
    assert ask_in_words("fallen", engines.load("chaos"), "en") == "Who falls?"
    assert ask_in_words("destroyed", engines.load("altaria"), "en") == "What is destroyed?"
