"""Work beside the page without threads: by a helper, which is another Python, or in this process."""

import pickle
import threading
from functools import partial

import pytest

import engines
from tutor import progress
from tutor.controllers.board import Board
from tutor.courses.drawing import QuestionDrawer
from tutor.matches import kept_games
from tutor.matches.house_rules import changed_game
from tutor.matches.match import Match, Setup
from tutor.matches.pickled_games import read_pickle, write_pickle
from tutor.pages.play import play
from tutor.practice import background
from tutor.practice.background import BackgroundValue
from tutor.practice.page import open_practice
from tutor.practice.sitting import Sitting
from tutor.puzzles import review
from tutor.puzzles.review_page import ReviewPage
from tutor.sets.decks import game_with_decks

GAME = "altaria"


class LateHelper:
    """A helper that does its work only when a test tells it to."""

    def __init__(self):
        self.begun, self.stopped = [], []
        self.is_running = False

    def start_early(self):
        self.is_running = True

    def begin_work(self, work, tell):
        self.begun.append((work, tell))
        return partial(self.stopped.append, len(self.begun) - 1)

    def finish(self, at=-1):
        work, tell = self.begun[at]
        tell(write_pickle(read_pickle(work)()))


@pytest.fixture(autouse=True)
def no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.fixture
def helper(monkeypatch):
    helper = LateHelper()
    monkeypatch.setattr(background, "helpers", [helper])
    return helper


def test_a_helper_makes_the_value_and_it_is_waited_for(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append(value.take()))
    assert not value.ready
    assert heard == []
    helper.finish()
    assert heard == [7]
    value.when_ready(lambda: heard.append("at once"))
    assert heard == [7, "at once"]


def test_a_value_that_is_taken_too_early_is_made_here(helper):
    value = BackgroundValue(partial(int, "7"))
    assert value.take() == 7
    assert helper.stopped == [0]


def test_a_value_that_the_helper_cannot_make_is_made_here(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append(value.take()))
    helper.begun[0][1](None)
    assert heard == [7]


def test_a_value_that_is_not_needed_is_not_waited_for(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append("no"))
    value.stop_work()
    assert helper.stopped == [0]
    helper.finish()
    assert heard == []


def test_work_that_cannot_be_handed_over_is_done_here(helper):
    value = BackgroundValue(lambda: 7)
    assert helper.begun == []
    assert value.take() == 7


def test_practice_says_that_a_question_is_being_made_until_it_is_there(helper):
    page = open_practice(GAME, seed=1)
    same = Sitting(GAME, 1).next(page.model)
    assert page.question.id == same.id
    page._judged("wrong", {"actions": ()})
    assert 0 in helper.stopped, "what follows an answer depends on it"
    page._arrived_from_page({"type": "command", "name": "next"})
    [coming, *_] = page.coach["controls"]
    assert (coming["name"], coming["enabled"]) == ("coming", False)
    assert page.question.id == same.id
    helper.finish(1)
    assert page.question.id != same.id
    assert "coming" not in [control["name"] for control in page.coach["controls"]]


def test_an_exam_takes_the_question_that_a_helper_has_made(helper, monkeypatch):
    expected = QuestionDrawer(GAME, 5, 2).at(0, ()).id
    drawer = QuestionDrawer(GAME, 5, 2)
    drawer.prepare(())
    helper.finish()
    monkeypatch.setattr("tutor.courses.drawing.makers.remake_question", None)  # it has already been made
    assert drawer.at(0, ()).id == expected


SETUP = Setup(GAME, "hearth", "tide", "careful", "you", 5)


@pytest.fixture
def board(helper, monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    board = play(GAME, you=SETUP.you, rival=SETUP.rival, bot=SETUP.strength, first=SETUP.first, seed=SETUP.seed).board
    board.match.warns = False
    return board


def press(board, name):
    assert board.stage.receive({"type": "command", "name": name, "stamp": board.stamp})


def move_until_handed_over(board, helper):
    """Make moves until the rival's decision is handed over, and return them."""
    made, count = [], len(helper.begun)
    while len(helper.begun) == count:
        made.append(board.match.table.moves()[0].actions)
        assert board.stage.receive({"type": "move", "id": 0, "stamp": board.stamp})
    return made


def test_a_rival_who_looks_ahead_decides_beside_the_page(board, helper):
    assert helper.is_running, "it starts with the game, not with the first decision"
    same = Match(SETUP)
    made = move_until_handed_over(board, helper)
    assert board.stage.scene["question"]["title"] == "The rival is thinking"
    assert board.stage.scene["moves"] == []
    press(board, "hint")
    press(board, "warnings")
    assert helper.stopped == []
    helper.finish()
    for actions in made:
        same.play(actions)
    assert board.match.table.yours
    assert board.match.table.state.canonical_key() == same.table.state.canonical_key()
    assert len(board.match.table.log) == len(same.table.log)
    kept = kept_games.find_kept_games(board.match.game, "en").kept
    assert len(kept.moves) == len(made)


def test_a_move_is_taken_back_while_the_rival_thinks(board, helper):
    made = move_until_handed_over(board, helper)
    press(board, "undo")
    assert helper.stopped == [len(helper.begun) - 1]
    assert board.match.table.yours
    assert board.match.table.moves()[0].actions == made[-1]
    assert board.stage.scene["moves"]


def test_a_hint_is_made_beside_the_page_if_that_is_quicker(board, helper):
    helper.is_running = False
    press(board, "hint")
    assert helper.begun == []
    said = board.stage.coach["feedback"]
    helper.is_running = True
    press(board, "hint")
    assert board.stage.coach["feedback"]["title"] == "Thinking it through …"
    helper.finish()
    assert board.stage.coach["feedback"] == said
    press(board, "hint")
    press(board, "undo")
    assert helper.stopped == [1]


def test_a_game_with_rules_of_the_users_own_is_played_here(helper):
    changed = changed_game(game_with_decks(GAME), {"cores": 3})
    with pytest.raises(pickle.PicklingError):
        write_pickle(Match(SETUP, changed))
    board, helper.is_running = Board(Match(SETUP, changed), "en"), True
    press(board, "hint")
    assert helper.begun == []
    assert board.stage.coach["feedback"]["facts"]


@pytest.mark.parametrize("name", sorted(engines.names()))
def test_a_match_comes_out_of_a_pickle_as_it_went_in(name):
    match = Match(Setup.of(game_with_decks(name), {"bot": "quick"}, 5))
    while len(match.table.history) < 8 and not match.over:
        match.play(match.table.moves()[-1].actions)
        state = match.table.state
        again = read_pickle(write_pickle(state))
        assert (again.game, again.step, again.frames) == (state.game, state.step, state.frames)
        assert again.canonical_key() == state.canonical_key()
    other = read_pickle(write_pickle(match.bare_copy(history=True)))
    assert other.table.log == []
    assert [one.state.canonical_key() for one in other.table.history] == [
        one.state.canonical_key() for one in match.table.history
    ]


def test_a_review_is_shown_while_the_game_is_judged(helper, monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr(review, "PLAYING", 1)
    match = Match(Setup(GAME, "hearth", "tide", "quick", "you", 5))
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(GAME))
    while not match.over:
        match.play(match.table.moves()[-1].actions)
    page = ReviewPage(GAME, "en").page
    assert page.data["judging"]
    assert (page.data["points"], page.data["moments"]) == ([], [])
    helper.finish()
    assert page.data["judging"] == ""
    monkeypatch.setattr(background, "helpers", [])
    assert page.data == ReviewPage(GAME, "en").page.data
    assert page.data["points"]
