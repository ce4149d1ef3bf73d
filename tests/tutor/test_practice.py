"""Practice questions: each can be loaded, only its right answer is judged right, and its rule decides it."""

import itertools
import random
from dataclasses import replace

import pytest

import engines
from engines.errors import IllegalAction
from engines.kernel.chance import RandomSource
from tests.tiers import is_one_in, number_of
from tutor.learners.model import model_of
from tutor.lessons import checks, outcomes
from tutor.lessons.scripts import play_script
from tutor.practice import examples, grafting, makers, playouts, positions, sitting, starters, survey
from tutor.practice.aims import aims_worth_asking
from tutor.practice.question import lesson_with, session_of
from tutor.puzzles.store import load_puzzles

SAMPLE = 2
"""Number of questions for each maker and game."""
DEAL = 1
"""The seed of all random choices here."""


def asked(game, maker, count=SAMPLE):
    """Return questions by a maker; the names of the aims determine which aims, and which seeds."""
    found = []
    aims = sorted(aims_worth_asking(engines.load(game), maker), key=lambda aim: number_of(f"{maker} {aim}"))
    for aim in aims[:5]:
        question = makers.make_question(game, maker, aim, number_of(aim) % makers.SEED_COUNT)
        if question is not None:
            found.append(question)
        if len(found) == count:
            break
    if not found:  # rare ones are asked with the seed that found them
        known = (survey.first_found(game, maker, aim) for aim in aims)
        found.append(next(question for question in known if question is not None))
    return found


def judged(question, picks):
    """Return the (verdict, actions) of an answer as its session logs it."""
    heard = []
    run = session_of(question, lambda verdict, facts: heard.append((verdict, tuple(facts.get("actions", ())))))
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    if not heard:
        run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return heard[-1]


def answers(question):
    """Yield every possible answer, as sent by the stage."""
    run = session_of(question)
    choices = run.coach()["choices"]
    ids = [item["id"] for item in choices["items"]]
    if choices["mode"] == "many":
        for count in range(len(ids) + 1):
            yield from map(list, itertools.combinations(ids, count))
    elif choices["mode"] == "parts":
        options = [[option["id"] for option in item["options"]] for item in choices["items"]]
        yield from (dict(zip(ids, picked, strict=True)) for picked in itertools.product(*options))
    elif choices["mode"] == "order":
        yield from map(list, itertools.permutations(ids))
    else:
        yield from ([one] for one in ids)


PAIRS = [
    (game, maker)
    for game, able in survey.load_survey().items()
    for maker, ids in able.items()
    if ids and not makers.MAKERS[maker].on_board
]


@pytest.mark.sample("altaria-*", one_in=5)
@pytest.mark.parametrize(("game", "maker"), PAIRS)
def test_questions(game, maker):
    questions = asked(game, maker)
    for question in questions:
        print(question)
        assert makers.remake_question(game, question.id) == question
        lesson = lesson_with(question)
        if maker != "which":  # all of them or none of them may be right
            checks.check_step(lesson, lesson.steps[0])
        every = list(answers(question))
        assert len(every) == question.options
        shown = every if len(every) <= 24 else random.Random(DEAL).sample(every, 24)
        verdicts = {judged(question, picks) for picks in shown} | {judged(question, right_picks(question, every))}
        assert {actions for verdict, actions in verdicts if verdict == "right"} == {question.right}
        assert all(actions != question.right for verdict, actions in verdicts if verdict == "wrong")
        assert question.right not in question.beliefs.values()
        assert question.clauses
        assert all(engines.load(game).rulebook.clause(id) for id in question.clauses)
        assert question.key
        assert question.options > 1
        state = engines.load(game).position(question.row["position"], run=False)
        assert positions.is_plausible(state)
        whole = state.game.new(seed=DEAL)
        for seat in (0, 1):
            there, all_there = (len(state.game.rules.belongings(one, seat)) for one in (state, whole))
            assert there <= all_there  # large piles are cut down


def right_picks(question, every):
    """Return the answer that is judged right."""
    return next(picks for picks in every if judged(question, picks)[0] == "right")


def test_a_question_is_cut_down_and_keeps_its_answer():
    question = makers.make_question("altaria", "which", "without:attack_cores.upright", 3)
    state = engines.load("altaria").position(question.row["position"])
    items = session_of(question).items()
    assert 3 <= len(items) <= 6
    assert len(state.players[0].hand) == 0  # the hand plays no part in it


@pytest.mark.parametrize(("game", "maker", "aim"), [("altaria", "why", "M13"), ("kingdom_hearts", "which", "M2")])
def test_piles_are_cut_down_where_their_size_does_not_matter(game, maker, aim):
    question = survey.first_found(game, maker, aim)
    sizes = [len(question.row["position"][who]["deck"]) for who in ("you", "rival")]
    assert sizes == [positions.PILE] * 2


def test_a_pile_that_matters_is_not_cut_down():
    """If a deck is asked about, every card of it stays; of the other deck only some cards do."""
    decisions = playouts.play_out(engines.load("altaria"), DEAL)
    state = next(one.state for one in decisions if one.state.step.name == "MAIN")
    count = len(state.players[0].deck)
    best = positions.cut_down(state, lambda there: len(there.players[0].deck) == count)
    assert [len(player.deck) for player in best.players] == [count, positions.PILE]


def test_the_answers_of_a_belief_are_told_apart():
    question = makers.make_question("altaria", "which", "without:attack_cores.upright", 3)
    believed = question.beliefs[question.aim]
    assert question.aim in question.agreeing(believed)
    assert question.aim not in question.differing(believed)
    assert question.aim in question.differing(question.right)
    assert {*question.differing(question.right)} == {*question.beliefs}
    spotted = survey.first_found("altaria", "spot", aims_worth_asking(engines.load("altaria"), "spot")[0])
    other = next(line for line in spotted.row["script"] if line != spotted.right[0])
    assert spotted.differing(spotted.right) == (spotted.aim,)  # finding no illegal line, a learner must guess
    assert spotted.differing((other,)) == ()


def some_of(maker, aim, count, seeds=12):
    """Return several questions by a maker about an aim; fail if there are not enough."""
    made = (makers.make_question("altaria", maker, aim, seed) for seed in range(seeds))
    found = list(itertools.islice((one for one in made if one is not None), count))
    assert len(found) == count
    return found


def test_what_only_a_hidden_hand_says_is_not_asked():
    """What is predicted comes about whatever the hidden cards are."""
    played = 0
    for question in some_of("predict", "M10", 3):
        start, source = session_of(question).table.state, RandomSource(1)
        for _ in range(20):
            world = start.copy()
            world.game.rules.determinise(world, 0, source)
            try:
                end, happened = play_script(world.copy().listen(film=True), question.row["script"])
            except IllegalAction:  # the question tells a move of the rival with a card that is not in this hand
                continue
            played += 1
            found = [outcomes.outcome_of(part["of"], world, end, happened) for part in question.row["parts"]]
            assert tuple(f"{number}: {one}" for number, one in enumerate(found)) == question.right
    assert played >= 20


def test_an_example_is_put_into_the_middle_of_a_play_out():
    """The cards of a scenario are in place; the rest of the game differs each time."""
    game = engines.load("altaria")
    example = next(one for one in examples.load_examples("altaria") if one.name == "W7 Power decides")
    made = [moments[0].state for number in range(8) if (moments := grafting.graft_example(game, example, number))]
    assert len(made) > 4
    for state in made:
        fields = [[state.name(unit[1]) for unit in player.field] for player in state.players]
        assert sorted(fields) == [["Sunlit Herald"], ["Twilight Pilgrim", "Dawn Acolyte"]]
        assert [len(state.game.rules.belongings(state, seat)) for seat in (0, 1)] == [40, 40]
        assert positions.is_plausible(state)
    assert len({tuple(state.players[0].hand) for state in made}) > 2


@pytest.mark.parametrize("name", ["altaria", "star_wars"])
def test_nearly_every_example_finds_a_play_out(name):
    """Even examples that give cards under construction, a player's figures, or the learner's side."""
    game = engines.load(name)
    some = [one for one in examples.load_examples(name) if is_one_in(13, one.name)]
    missing = [one.name for one in some if not any(grafting.graft_example(game, one, number) for number in range(3))]
    assert len(missing) <= len(some) // 5, missing


def test_an_example_lies_with_the_side_it_is_about():
    game = engines.load("star_wars")
    example = next(one for one in examples.load_examples("star_wars") if one.name == "Drawing from a short deck")
    made = [moments[0].state for number in range(8) if (moments := grafting.graft_example(game, example, number))]
    decks = [len(state.players[1 - state.dark].deck) for state in made]  # Light's, in the example
    assert {*decks} == {1}
    assert {state.dark for state in made} == {0, 1}


@pytest.mark.sample("M9", "M17")
@pytest.mark.slow
@pytest.mark.parametrize("belief", ["M5", "M9", "M17", "M19", "M23", "M28"])
def test_rare_beliefs_can_be_told_apart(belief):
    found = [survey.first_found("altaria", maker, belief) for maker in survey.makers_of("altaria", belief)]
    told = [one for one in found if one is not None and belief in one.beliefs]
    assert told
    assert all(one.beliefs[belief] != one.right for one in told)


@pytest.mark.parametrize("game", [game for game, able in survey.load_survey().items() if able.get("best_move")])
def test_a_best_move_is_a_puzzle_that_its_rule_decides(game):
    for question in asked(game, "best_move"):
        lesson = lesson_with(question)
        checks.check_step(lesson, lesson.steps[0])
        assert makers.remake_question(game, question.id) == question
        assert any(question.aim in one.rules for one in load_puzzles(game) if one.id in question.key)
        heard = []
        run = session_of(question, lambda verdict, facts, heard=heard: heard.append(verdict))
        moves = [at for at, move in enumerate(run.table.moves()) if move.text not in question.right[0]]
        run.handle({"type": "move", "stamp": run.stamp, "id": moves[0]})
        while not heard:  # the move's further choices belong to it
            run.handle({"type": "move", "stamp": run.stamp, "id": 0})
        assert heard[-1] == "wrong"


@pytest.mark.parametrize("game", [path.stem for path in starters.FOLDER.glob("*.jsonl")])
def test_a_kept_question_is_a_question_still(game):
    """It can be loaded, its right answer is judged right, another one wrong, and its belief is not a right answer."""
    kept = [*starters.load_starters(game).values()]
    assert {one.aim for one in kept} <= {*sitting.askable_targets(game).about}
    for question in sorted(kept, key=lambda one: number_of(one.id))[: 1 + len(kept) // 40]:
        assert starters.read_starter(starters.format_starter(question)) == question
        assert makers.remake_question(game, question.id) == question
        assert positions.is_plausible(session_of(question).table.state)
        every = list(answers(question))
        assert judged(question, right_picks(question, every)) == ("right", question.right)
        assert any(judged(question, picks)[0] == "wrong" for picks in every[:4])
        assert question.right not in question.beliefs.values()


@pytest.mark.parametrize("game", [path.stem for path in starters.FOLDER.glob("*.jsonl")])
def test_a_kept_question_is_what_its_maker_makes_now(game):
    """After a change to a maker, `python -m tutor.practice.starters` makes the questions again."""
    line = min(starters.starters_path(game).read_text(encoding="utf-8").splitlines(), key=number_of)
    kept = starters.read_starter(line)
    made = makers.make_question(game, kept.maker, kept.aim, kept.seed)
    assert made is not None
    assert starters.format_starter(made) == line


def test_a_sitting_begins_with_a_question_that_is_kept(monkeypatch):
    """The first question takes no time to generate; later ones are generated while the learner thinks."""
    known = {question.aim: question for question in map(make_one, ["M1", "M3", "M13"])}
    monkeypatch.setattr(starters, "load_starters", lambda game: {one.id: one for one in known.values()})
    whole = sitting.askable_targets("altaria")
    about = {id: clauses for id, clauses in whole.about.items() if id in known}
    monkeypatch.setattr(sitting, "askable_targets", lambda game: replace(whole, about=about))
    with monkeypatch.context() as still:
        still.setattr(sitting, "make_question", lambda *_: pytest.fail("it was made"))
        first = sitting.Sitting("altaria", 5).next(model_of([]))
    assert first in known.values()
    assert makers.remake_question("altaria", first.id) == first


def make_one(aim):
    """Return the first question that the survey finds about a counter-rule of Altaria."""
    return next(one for maker in survey.makers_of("altaria", aim) if (one := survey.first_found("altaria", maker, aim)))


@pytest.mark.slow
def test_a_skipped_step_is_not_told_and_what_is_chosen_then_is():
    game = engines.load("kingdom_hearts")
    found = [one for seed in range(101, 105) if (one := makers.make_question(game, "predict", "M18", seed))]
    assert found
    assert all("skip" not in one.row["text"] for one in found)
    divided = [one for one in found if "deal" in str(one.row["script"])]
    assert divided
    assert all("deal" in one.row["text"] for one in divided)
    beside = {name for one in found for part in one.row["parts"] for name in part["options"]} - {"both", "none"}
    assert all(isinstance(name, int) or game.cards[game.by_name[name]].category == "dark_nobody" for name in beside)
