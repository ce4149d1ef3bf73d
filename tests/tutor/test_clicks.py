"""Every click on a table makes a move, is refused with reasons, or is answered with a sentence, on every page alike."""

import random
from itertools import islice, product

import pytest

import engines
from engines.kernel.chance import RandomSource
from tutor.boards.presentation import playable_games
from tutor.controllers.board import Board
from tutor.lessons import loader
from tutor.lessons.game import PlayStep
from tutor.lessons.page import open_session
from tutor.matches import clicks
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.sets.decks import game_with_decks
from tutor.text import load_catalogue

GAMES = [*playable_games(), "lanterns"]
PAIRS = 300
"""Number of pairs tried in each position, in addition to the whole table of the first one."""


def positions(name, seed, count, seat=0):
    """Return decisions of `seat` from random games, as tables alternating between English and Japanese."""
    game, rng, found = game_with_decks(name) if name != "lanterns" else engines.load(name), random.Random(seed), []
    while len(found) < count:
        state, wait = game.new(seed=rng.randrange(999)), rng.randrange(4, 90)
        while state.result is None:
            wait -= 1
            if wait < 0 and state.seat_to_act_is(seat):
                found.append(Playthrough(state, seat, language=("en", "ja")[len(found) % 2]))
                break
            state = state.copy()
            state.apply(rng.choice(state.actions))
    return found


def places(table):
    """Return the references of all zones and cards on the table, and one that does not exist."""
    return [*clicks.names_of_places(table), None, "0.nowhere.3", "rubbish"]


def judged(table, kind, source, target):
    """Return the meaning of a try, after checking that it is a valid result."""
    before = table.state
    found = clicks.read_try(table, kind, source, target)
    assert table.state is before
    if isinstance(found, clicks.ChosenMove):
        assert table.moves()[found.number].actions == found.actions
    elif isinstance(found, Attempt):
        assert found.reasons
        assert all(reason.fact and reason.clause for reason in found.reasons)
    else:
        assert isinstance(found, clicks.SenselessTry)
        assert found.text.strip()
        assert "{" not in found.text
    return found


@pytest.fixture
def named_once(monkeypatch):
    """Compute the names on a table only once, not for each of thousands of tries."""
    known, named = {}, clicks.names_of_places

    def names(table):
        if id(table) not in known:
            known[id(table)] = (table, named(table))  # the table is kept, so that its id is not reused
        return known[id(table)][1]

    monkeypatch.setattr(clicks, "names_of_places", names)


@pytest.mark.sample("altaria", "kingdom_hearts", "lanterns")
@pytest.mark.usefixtures("named_once")
@pytest.mark.parametrize("name", GAMES)
def test_every_pair_of_places_is_a_move_a_refusal_or_a_sentence(name):
    first, *more = positions(name, 5, 4)
    seen = {type(judged(first, None, *pair)) for pair in product(places(first), repeat=2)}
    for number, table in enumerate(more):
        pairs = [*product(places(table), repeat=2)]
        kinds = [None, "nonsense", *table.state.game.kinds]
        rng = random.Random(number)
        for source, target in rng.sample(pairs, min(PAIRS, len(pairs))):
            seen.add(type(judged(table, rng.choice(kinds), source, target)))
    assert clicks.SenselessTry in seen
    assert Attempt in seen or clicks.ChosenMove in seen


@pytest.mark.parametrize("name", GAMES)
def test_a_move_of_the_scene_is_that_move(name):
    for table in positions(name, 8, 3):
        moves = table.moves()
        for number, move in enumerate(moves):
            message = {"type": "move", "stamp": 4, "id": number}
            assert clicks.read_click(table, message, 4) == clicks.ChosenMove(number, move.actions)
            assert clicks.read_click(table, message, 5) == clicks.StaleClick()
        assert clicks.read_move(table, len(moves)) == clicks.StaleClick()
        assert clicks.read_move(table, -1) == clicks.StaleClick()


def senseless(table):
    """Return tries without meaning: a card of the player's aimed at something unrelated."""
    for source, target in product(clicks.names_of_places(table), repeat=2):
        if isinstance(clicks.read_try(table, None, source, target), clicks.SenselessTry):
            yield source, target


@pytest.mark.parametrize("name", playable_games())
def test_a_senseless_try_gets_the_same_words_in_a_whole_game_and_in_a_lesson(name):
    game = engines.load(name)
    you = next(iter(game.decks))
    match = Match(Setup(name, you, allowed_opponents(game, you)[0], seed=4))
    board = Board(match, "en")
    lessons = map(loader.read_lesson, sorted(loader.FOLDER.glob(f"{name}/*.toml")))
    lesson, step = next((one, step) for one in lessons for step in one.steps if step.kind == "play")
    run = open_session(lesson, step)
    assert isinstance(run, PlayStep)
    run.match, run.table = match, match.table
    for source, target in islice(senseless(match.table), 0, 400, 37):
        message = {"type": "try", "kind": None, "from": source, "to": target}
        before = match.table.state
        board.receive(message | {"stamp": board.stamp})
        run.handle(message | {"stamp": run.stamp})
        said = board.stage.coach["feedback"]
        assert said["title"]
        assert [said[key] for key in ("title", "facts", "say")] == [
            run.feedback[key] for key in ("title", "facts", "say")
        ]
        assert match.table.state is before


def in_main(own):
    """Return a table of Altaria in the Main Phase of a player with these cards."""
    row = {"game": "altaria", "step": "MAIN", "turn": 3, "player": "P1", "P1": own}
    return Playthrough(engines.load("altaria").position(row))


def test_a_card_aimed_at_something_senseless_is_told_what_it_can_do():
    table = in_main({"hand": ["Ember Sprinter"], "altar": ["Ember Sprinter"] * 2, "energy": ["Sunlit Herald"] * 4})
    found = clicks.read_try(table, None, "0.hand.0", "1.cores.1")
    assert isinstance(found, clicks.SenselessTry)
    assert found.text == "Ember Sprinter can do nothing with Rival's core 2 now."
    assert found.instead == "What Ember Sprinter can do: Summon."


def test_words_of_clicks_are_there_in_both_languages():
    keys = [key for key in load_catalogue("en") if key.startswith("click.")]
    assert keys
    assert not [key for key in keys if key not in load_catalogue("ja")]


def test_a_finished_game_says_that_it_is_over():
    state, source = engines.load("altaria").new(seed=3), RandomSource(1)
    while state.result is None:
        state.apply(state.actions[source.below(len(state.actions))])
    assert clicks.read_try(Playthrough(state), None, "0.hand.0", None) == clicks.SenselessTry(
        "The game is over: nothing more can be done."
    )


def test_a_form_may_name_the_card_that_pays_as_the_card_or_as_the_target():
    table = in_main(
        {"hand": ["Ember Sprinter"], "altar": ["Kiln Drummer", "Sunlit Herald"], "energy": ["Mossback Guard"] * 2}
    )
    table.state.apply(table.state.read('summon "Ember Sprinter"')[0])
    card, target = (clicks.read_try(table, "pay", *ends) for ends in (("0.altar.0", None), (None, "0.altar.0")))
    assert isinstance(card, clicks.ChosenMove)
    assert card == target
