"""Nothing a learner sees depends on a clock: a game looks the same on a fast and on a slow machine."""

import ast
import itertools
import time
from pathlib import Path

import pytest

import engines
import tutor
from engines.search.players import STRENGTHS
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.controllers.board import Board
from tutor.matches import kept_games, looking_back
from tutor.matches.effort import Effort
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.puzzles import review

CLOCKS = ("time", "monotonic", "perf_counter", "process_time")
READERS = {
    "class_server/kernels.py": "which kernels of a class are idle, and how many may open at once",
    "class_server/classroom.py": "when a class was opened and its members were last there",
    "app/frames.py": "how fast a browser may send",
    "classroom/asking.py": "whether an open question is of this lesson",
    "classroom/class_work.py": "whether a page opened for everybody is of this lesson",
    "classroom/experiment.py": "how often a page shows how far an experiment is, and how long it will take",
    "classroom/sliced_work.py": "how long a page may be kept from answering",
    "compare/ladder.py": "how many minutes a measurement may take",
    "compare/ladder_games.py": "the same",
    "courses/exam_page.py": "how long an answer of an exam took, and the day of its report",
    "lessons/page.py": "how long an answer took, for the log",
    "practice/page.py": "the same",
    "puzzles/checking.py": "how long a check took, for its author",
    "puzzles/habit_steps.py": "the same as for lessons",
    "puzzles/page.py": "the same as for lessons, and the minutes of a run",
    "puzzles/review_page.py": "the same as for lessons",
}
"""The modules that read a clock, with their reasons."""


def reads_a_clock(source):
    """Return True if a module uses a clock from `time`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "time" and {one.name for one in node.names} & {*CLOCKS}:
            return True
        named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time"
        if named and node.attr in CLOCKS:
            return True
    return False


def test_only_these_modules_read_a_clock():
    found = set()
    for package in (engines, tutor):
        folder = Path(package.__file__).parent
        for path in folder.rglob("*.py"):
            if reads_a_clock(path.read_text(encoding="utf-8")):
                found.add(path.relative_to(folder).as_posix())
    assert found == set(READERS)


@pytest.fixture
def slow(monkeypatch):
    """Make every reading of a clock find that another minute has passed."""

    def replace_clocks():
        ticks = itertools.count(1e9, 60)
        for name in CLOCKS:
            monkeypatch.setattr(time, name, lambda: next(ticks))

    return replace_clocks


def shown(name, who):
    """Play a game and return what a learner sees of it: buttons, warnings, and the review."""
    game = engines.load(name)
    deck = next(iter(game.decks))
    match = Match(Setup(name, deck, allowed_opponents(game, deck)[0], seed=2))
    board = Board(match, "en")
    match.keeper = kept_games.GameKeeper(who, kept_games.whole_game(name))
    player, seen = STRENGTHS["newcomer"](5), []
    while not match.over:
        state = match.table.state
        action = player(state)
        seen.append((state.text(action), board.stage.scene["primary"], board.stage.scene["marks"]))
        if len(seen) % 8 == 0:
            seen.append(match.warning((action,)))
        match.play((action,))
        board.show()
    kept, _ = review.finished_game(progress.read_log(who).events, kept_games.whole_game(name))
    seen.append((match.moments(), match.before_the_end(), board.stage.coach["controls"]))
    seen.append((review.chances_by_turn(match, Effort(20_000)), review.wins_given_away(match, kept, Effort(3_000))))
    return seen


@pytest.mark.sample("kingdom_hearts")
@pytest.mark.parametrize("name", playable_games())
def test_a_slow_machine_shows_the_same_game(name, slow, tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "fast"))
    fast = shown(name, progress.learner_id())
    slow()
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "slow"))
    assert shown(name, progress.learner_id()) == fast


def test_effort_ends_the_search_for_a_lost_win_and_never_what_has_begun():
    game = engines.load("altaria")
    match = Match(Setup("altaria", *[*game.decks][:2], "newcomer", seed=4))
    player = STRENGTHS["newcomer"](1)
    while not match.over:
        match.play((player(match.table.state),))
    nothing, little = Effort(0), Effort(1)
    assert looking_back.missed_moments(match.table, 3, nothing) == []
    assert nothing.left == 0
    looking_back.missed_moments(match.table, 3, little)
    assert little.is_spent
    assert little.left < 0
