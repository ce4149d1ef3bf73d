"""Keep passing: no question in window after window, until something new happens."""

import pytest

import engines
from engines.kernel.state import Result
from engines.search.players import greedy_player
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.controllers.board import Board
from tutor.matches import kept_games, passing_on
from tutor.matches.lookahead import LosingLine
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.matches.terminal import Terminal


def begin_match(name, seed, warns=False):
    game = engines.load(name)
    deck = next(iter(game.decks))
    match = Match(Setup(name, deck, allowed_opponents(game, deck)[0], "quick", "rules", seed))
    match.warns = warns
    return match


def new_since(match, place, known):
    """Return the events since `place` in the log that end the passing."""
    state = match.table.state
    told = [entry for entry in match.table.log[place:] if entry.event.seat == 1]
    more = passing_on.offered_texts(state) - known
    return bool(more or told)


def play_until_offered(match, player):
    """Play, passing by hand, until the offer to keep passing comes; return False if the game ends first."""
    while not match.over:
        if match.ways_to_pass():
            return True
        match.play((player(match.table.state),))
    return False


@pytest.mark.parametrize("name", playable_games())
def test_whoever_passes_on_is_asked_again_only_for_something_new(name):
    chosen = 0
    for seed in range(8):
        match, player = begin_match(name, seed), greedy_player(seed)
        while play_until_offered(match, player) and chosen < 8:
            before, count = match.table.state, len(match.table.log)
            known = passing_on.offered_texts(before)
            match.pass_on(passing_on.TURN)
            chosen += 1
            after = match.table.state
            if not match.over and after.turn == before.turn and after.step.window:
                assert new_since(match, count, known), after
    if name in ("chaos", "kingdom_hearts", "star_wars"):
        assert chosen


def turn_of_passes(scope):
    """Return how often a player of ChaosTCG who always passes is asked in a window, keeping on passing if offered."""
    asked = 0
    for seed in range(8):
        match, player = begin_match("chaos", seed), greedy_player(seed)
        while not match.over and match.table.state.turn < 12:
            state = match.table.state
            asked += state.step.window
            if scope in match.ways_to_pass():
                match.pass_on(scope)
            else:
                match.play((passing_on.passing_action(state) if state.step.window else player(state),))
    return asked


def test_it_spares_most_of_the_questions():
    by_hand = turn_of_passes("")
    assert turn_of_passes(passing_on.TURN) < by_hand / 2
    assert turn_of_passes(passing_on.FIGHT) < by_hand


def offered_game(name="chaos"):
    for seed in range(20):
        match = begin_match(name, seed)
        if play_until_offered(match, greedy_player(seed)):
            return match
    raise AssertionError


def test_what_was_passed_over_can_be_taken_back_as_one_move():
    match = offered_game()
    before, scopes = match.table.state, match.ways_to_pass()
    match.pass_on(scopes[-1])
    assert match.undo()
    assert match.table.state is before
    assert match.ways_to_pass() == scopes
    assert match.passing_on is None


def test_a_game_with_it_is_played_again_from_the_log(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    who = progress.learner_id()
    match, player = begin_match("chaos", 1), greedy_player(1)
    match.keeper = kept_games.GameKeeper(who, "chaos/whole-game")
    assert play_until_offered(match, player)
    match.pass_on(passing_on.TURN)
    kept = kept_games.half_played_game(progress.read_log(who).events, "chaos/whole-game")
    assert kept_games.replay_game(kept, match.game).table.state.canonical_key() == match.table.state.canonical_key()


def test_a_pass_that_loses_is_not_made_without_being_asked(monkeypatch):
    match = offered_game()
    match.passing_on = passing_on.choose_passing(match.table.state, passing_on.TURN, None)
    assert match._passes(match.table.state)
    match.warns = True
    monkeypatch.setattr(match, "losing_line", lambda actions: LosingLine(Result(1, "lost", "CHA-1.1")))
    assert not match._passes(match.table.state)


def test_the_board_offers_it_as_buttons():
    match = offered_game()
    board = Board(match, "en")
    rows = [move for move in board.stage.scene["moves"] if move["kind"] == passing_on.PASSING_KIND]
    assert [row["label"] for row in rows][-1] == "Pass: rest of the turn"
    assert [row["id"] for row in rows] == list(range(len(board.moves), len(board.moves) + len(rows)))
    before = match.table.state
    board.receive({"type": "move", "id": rows[-1]["id"], "stamp": board.stamp})
    assert match.table.state is not before
    assert match.table.history[-1][0] is before


def test_the_terminal_has_it_as_a_command():
    match, lines = offered_game(), []
    terminal = Terminal(match, out=lines.append)
    terminal.show()
    assert lines[-1].endswith("pass turn.")
    before = match.table.state
    terminal.handle("pass turn")
    assert match.table.history[-1][0] is before
    terminal.handle("pass battle")
    assert len(match.table.history) >= 1


def test_it_is_offered_from_the_second_pass_of_a_turn_on():
    for seed in range(10):
        match, player = begin_match("chaos", seed), greedy_player(seed)
        while not match.over:
            state = match.table.state
            if passing_on.may_pass(state) and len(state.actions) > 1:
                assert not match.ways_to_pass()
                match.play((passing_on.passing_action(state),))
                if passing_on.may_pass(match.table.state) and match.table.state.turn == state.turn:
                    assert match.ways_to_pass()
                    return
                break
            match.play((player(state),))
    raise AssertionError
