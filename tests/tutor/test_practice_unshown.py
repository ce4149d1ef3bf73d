"""No question depends on what neither board nor prompt shows: positions that look alike have the same answer."""

from functools import partial

import pytest

import engines
from engines.kernel.chance import RandomSource
from tests.tutor.test_practice import asked
from tutor.lessons import loader
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.outcomes import action_of
from tutor.lessons.page import open_session
from tutor.practice import unshown
from tutor.practice.aims import patch_game, state_in_game
from tutor.practice.legality import failing_needs, is_allowed
from tutor.practice.makers import make_question
from tutor.practice.playouts import LEARNER
from tutor.practice.question import session_of
from tutor.practice.starters import load_starters
from tutor.practice.survey import load_survey
from tutor.practice.wording import done_this_turn

PAIRS = [(game, maker) for game, able in load_survey().items() for maker in ("which", "why") if able.get(maker)]


def key_of(run):
    """Return a function that gives the key of a question in a state."""
    game = run.table.state.game
    if isinstance(run, WhichStep):
        actions = [action for _, _, action in run.items()]
    elif isinstance(run, WhyStep):
        actions = [game.notation.read(run.table.state, run.step.get("refused"), LEARNER)[0]]
    else:
        texts = [part["of"].removeprefix("legal ") for part in run.step.get("parts")]
        actions = [game.notation.read(run.table.state, text, LEARNER)[0] for text in texts]
    return lambda state: [failing_needs(state.game, state, LEARNER, action) for action in actions]


@pytest.mark.parametrize(("game", "maker"), PAIRS)
def test_positions_that_look_alike_have_the_same_answer(game, maker):
    for question in asked(game, maker):
        run = session_of(question)
        alike = [*unshown.look_alikes(run.table.state)]
        key = key_of(run)
        assert [name for name, other in alike if key(other) != key(run.table.state)] == []


@pytest.mark.parametrize(
    ("game", "position", "entry", "kind"),
    [
        ("chaos", {"step": "M2", "turn": 4, "P1": {"hand": ["Keen Eyes Shiori"], "deck": 5}}, "done", "enter"),
        (
            "dgrayman",
            {"step": "MAIN_CHOICE", "P1": {"standby": ["Ada Lorne (Lantern)"]}},
            "deck_searched",
            "search_deck",
        ),
    ],
)
def test_what_was_done_this_turn_decides_and_is_told(monkeypatch, game, position, entry, kind):
    """Without the games' words, the position would look like one in which nothing was done."""
    state = engines.load(game).position(position)
    done = {"done": ["entered"]}.get(entry, True)
    after = engines.load(game).position({**position, entry: done})
    assert done_this_turn(after)
    assert not done_this_turn(state)
    tries = state.game.kinds[kind].tries(after, LEARNER)

    def key(there):
        return [failing_needs(there.game, there, LEARNER, action) for action in tries]

    assert unshown.is_shown_in_full(after, key)
    monkeypatch.setattr(unshown, "tell_moment", lambda state: "")
    assert not unshown.is_shown_in_full(after, key)


# The answers of beliefs.


def answers_of(run, question):
    """Return a function for the rules and for each belief of a question: what it allows in a state."""
    if isinstance(run, WhichStep):
        actions = [action for _, _, action in run.items()]
    else:
        actions = [action_of(run.table.state, part["of"]) for part in run.step.get("parts")]
    games = {"": run.table.state.game} | {id: patch_game(run.table.state.game, id) for id in question.beliefs}

    def allowed(state, game):
        there = state_in_game(state, game)
        return there and [is_allowed(game, there, LEARNER, action) for action in actions]

    return {id: partial(allowed, game=game) for id, game in games.items()}


@pytest.mark.parametrize("game", engines.names())
def test_a_question_shows_all_that_the_answers_of_its_beliefs_depend_on(game):
    """Both in positions that look alike, and whatever lies hidden."""
    about = 0
    for question in [one for one in load_starters(game).values() if one.maker == "which"] + asked(game, "which"):
        run = session_of(question)
        state, answers = run.table.state, answers_of(run, question)
        assert unshown.find_unshown(state, answers) == set(), question.id
        here, source = {id: answer(state) for id, answer in answers.items()}, RandomSource(7)
        for _ in range(4):
            world = state.copy()
            world.game.rules.determinise(world, LEARNER, source)
            assert {id: answer(world) for id, answer in answers.items()} == here, question.id
        about += len(question.beliefs)
    assert about > 20


@pytest.mark.parametrize(
    ("game", "position", "belief", "try_of"),
    [
        (
            "dgrayman",
            {"step": "MAIN_CHOICE", "flow": {"uses": 1}, "P1": {"standby": ["Finch (Runner)"]}},
            "M29",
            "search",
        ),
        (
            "altaria",
            {"step": "ATTACK", "flow": {"phase_actions": 1}, "P1": {"field": ["Dawn Acolyte"]}},
            "one_action_a_phase",
            "attack_cores",
        ),
    ],
)
def test_what_only_a_belief_counts_is_told(monkeypatch, game, position, belief, try_of):
    """Without the games' words, the belief's answer would depend on what cannot be seen."""
    state = engines.load(game).position(position)
    other = patch_game(state.game, belief)
    actions = state.game.kinds[try_of].tries(state, LEARNER)
    assert actions
    assert done_this_turn(state, "begun")
    assert not done_this_turn(state)

    def believed(there):
        return [is_allowed(other, state_in_game(there, other) or there, LEARNER, action) for action in actions]

    assert unshown.find_unshown(state, {belief: believed}) == set()
    monkeypatch.setattr(unshown, "tell_moment", lambda state: "")
    assert unshown.find_unshown(state, {belief: believed}) == {belief}


def authored(kinds=("which", "why")):
    """Yield the steps of all lessons that ask what is allowed, or why something is not."""
    for path in sorted(loader.FOLDER.glob("*/*.toml")):
        lesson = loader.read_lesson(path)
        for step in lesson.steps:
            legal = step.kind == "predict" and all(part["of"].startswith("legal ") for part in step.get("parts"))
            if step.kind in kinds or (legal and not step.get("script")):
                yield pytest.param(lesson, step, id=f"{lesson.name}/{step.id}")


@pytest.mark.sample("altaria/0*", one_in=12)
@pytest.mark.parametrize(("lesson", "step"), [*authored()])
def test_a_step_of_a_lesson_tells_what_the_board_does_not_show(lesson, step):
    """What an entry of its position says, apart from the cards, is in its text."""
    run = open_session(lesson, step)
    key, state = key_of(run), run.table.state
    hidden = {name for name, other in unshown.look_alikes(state) if key(other) != key(state)}
    assert hidden == set()


def test_a_log_of_practice_begins_where_nothing_has_been_done():
    made = (make_question("chaos", "spot", "without:set.fits_bearer", seed) for seed in range(12))
    found = [one for one in made if one is not None]
    assert found
    assert not any(done_this_turn(session_of(one).table.state) for one in found)
