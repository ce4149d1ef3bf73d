"""The game warns before a losing move; after a lost game it says what decided it, and leads back to that point."""

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.search.players import STRENGTHS, erratic_player
from tutor.boards.presentation import playable_games
from tutor.controllers.board import Board
from tutor.matches import feedback, lookahead, passing_on
from tutor.matches.decisive_events import deciding_events
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.matches.terminal import Terminal
from tutor.pages import play


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


def played(name, seed, you="newcomer", rival="quick"):
    """Return a finished game, played by a bot in the learner's place."""
    game = engines.load(name)
    deck = next(iter(game.decks))
    match = Match(Setup(name, deck, allowed_opponents(game, deck)[0], rival, "rules", seed))
    player = STRENGTHS[you](seed)
    while not match.over:
        match.play((player(match.table.state),))
    return match


def perilous(name, certain, games=40, kind=None):
    """Return a match with a move that loses according to the look-ahead, and that move.

    certain : the loss is forced. kind : the kind of move, None for any.
    """
    for seed in range(games):
        match = played(name, seed)
        for place in range(len(match.table.history) - 1, max(len(match.table.history) - 12, -1), -1):
            state = match.table.history[place][0]
            for action in [one for one in state.actions if kind in (None, one[0])][:6]:
                found = lookahead.find_losing_line(state, 0, (action,), 5)
                if found is not None and found.certain == certain:
                    match.back_to(place)
                    return match, action
    raise AssertionError(f"no such move in {games} games")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chaos", "kingdom_hearts", "star_wars"])
def test_what_loses_by_itself_loses_in_every_deal(name):
    match, action = perilous(name, certain=True)
    state = match.table.state
    for number in range(10):
        world = lookahead.imagine_deal(state, 0, RandomSource(number))
        world.apply(action)
        while world.result is None:
            alone = world.seat_to_act_is(0) or len(world.actions) == 1
            world.apply(
                world.actions[0] if alone else passing_on.passing_action(world)
            )  # no more than that is expected of the rival
        assert world.result is not None
        assert world.result.winner == 1


@pytest.mark.sample("altaria", "dgrayman")
@pytest.mark.parametrize("name", playable_games())
def test_what_is_seen_to_lose_is_seen_without_what_is_hidden(name):
    match, action = perilous(name, certain=False)
    state = match.table.state
    found = lookahead.find_losing_line(state, 0, (action,), 5)
    for number in range(3):
        other = lookahead.imagine_deal(state, 0, RandomSource(number))
        again = lookahead.find_losing_line(other, 0, (action,), 5)
        assert again == found
        assert [event for event, _ in again.happened] == [event for event, _ in found.happened]
    assert found.lost * 10 >= found.deals * 9
    assert found.other * 2 <= found.deals


@pytest.mark.sample("altaria")
@pytest.mark.parametrize("name", playable_games())
def test_warnings_are_rare_and_right(name):
    warned = lost = decisions = 0
    for seed in range(30):
        match, player, due = fresh(name, seed), STRENGTHS["newcomer"](seed), []
        while not match.over:
            state = match.table.state
            action = player(state)
            decisions += 1
            if match.losing_line((action,)) is not None:  # even if the loss was accepted, and is not asked about again
                due.append(lookahead.last_turn_ahead(state, 0))
            match.play((action,))
        result = match.table.state.result
        warned += len(due)
        lost += sum(result.winner == 1 and match.table.state.turn < last for last in due)
    assert warned < decisions / 20
    assert lost >= warned * 0.7  # the rest is played mostly at random


def fresh(name, seed):
    game = engines.load(name)
    deck = next(iter(game.decks))
    return Match(Setup(name, deck, allowed_opponents(game, deck)[0], "quick", "rules", seed))


# Asking.


def board_at(match):
    """Return a board on which `match` is played."""
    said = []
    return Board(match, "en", leave=lambda: None, switch=said.append), said


def send(board, **message):
    return board.stage.receive({"stamp": board.stamp, **message})


def move_of(board, action):
    return next(number for number, move in enumerate(board.moves) if move.actions == (action,))


@pytest.fixture
def losing():
    return perilous("kingdom_hearts", certain=True, kind="flee")


def test_the_game_asks_before_a_move_that_loses_and_takes_it_back(losing):
    match, action = losing
    board, _ = board_at(match)
    before = match.table.state.position()
    send(board, type="move", id=move_of(board, action))
    assert match.table.state.position() == before
    said, scene = board.stage.coach["feedback"], board.stage.scene
    assert scene["question"]["title"] == "Flee? You would lose."
    assert scene["now"] == f"{scene['question']['title']} {scene['question']['text']}"  # what a phone and a lesson show
    assert scene["question"]["text"] == "This would follow: “You lose 1 HP: 0.” You: 1 → 0 HP."
    assert said["title"] == "How it would end"
    assert scene["question"]["text"] not in [fact["fact"] for fact in said["facts"]]  # it appears only once
    assert {fact["clause"] for fact in said["facts"]} <= set(match.game.rulebook.clauses)
    assert [(one["name"], one["primary"]) for one in scene["answers"]] == [("take_back", True), ("do_anyway", False)]
    assert not scene["moves"]
    send(board, type="command", name="take_back")
    assert match.table.state.position() == before
    assert "answers" not in board.stage.scene
    assert board.stage.scene["moves"]


def test_it_is_done_anyway_when_the_learner_says_so(losing):
    match, action = losing
    board, _ = board_at(match)
    send(board, type="move", id=move_of(board, action))
    send(board, type="command", name="do_anyway")
    assert match.over
    assert match.table.state.result.winner == 1


def test_each_move_is_asked_about_once_in_a_position(losing):
    match, action = losing
    assert match.warning((action,)) is not None
    assert match.warning((action,)) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["altaria", "chaos", "kingdom_hearts"])
def test_the_question_names_the_move_and_the_better_one(name):
    match, action = perilous(name, certain=False)
    losing = match.losing_line((action,))
    said = feedback.losing_warning(match, (action,), losing)
    assert said["title"] == f"{feedback.speak_move(match.table.state, (action,))}? You would probably lose."
    better = feedback.speak_move(match.table.state, losing.instead)
    assert said["facts"][0]["fact"].startswith(f"In {losing.lost} of {losing.deals} imagined deals ")
    told, _, how = said["facts"][0]["fact"].partition(" One of them ends so: ")
    assert told.endswith(f" With “{better}” instead: in {losing.other}.")
    assert how == f"“{feedback.losing_line_text(match, losing)}”"
    assert len(how) > 10
    assert losing.instead[0] in match.table.state.actions
    assert losing.instead != (action,)
    assert len(feedback.warning_note(said)["facts"]) == 1


@pytest.mark.slow
def test_what_would_follow_is_told_as_the_future_with_the_figures_that_lead_there():
    match, action = perilous("chaos", certain=True)
    said = feedback.losing_warning(match, (action,), match.losing_line((action,)))
    life = len(match.table.state.players[0].deck)
    assert said["facts"][0]["fact"].startswith("This would follow: “Your main deck is empty")
    assert said["facts"][0]["fact"].endswith(f"You: {life} → 0 life.")


def test_a_loss_that_was_accepted_is_not_asked_about_again_in_that_turn(losing, monkeypatch):
    match, action = losing
    losing = match.losing_line((action,))
    others = [(one,) for one in match.table.state.actions if one != action]
    monkeypatch.setattr(lookahead, "find_losing_line", lambda *_: losing)
    assert match.warning((action,)) is losing
    assert match.warning(others[0]) is losing  # taken back: the next move is asked about too
    match.play((action,))
    match.table.undo()  # the same turn, without an undo by the learner
    match._asked.clear()
    assert match.warning((action,)) is None
    match.play((action,))
    match.undo()
    assert match.warning((action,)) is losing


def test_a_move_that_loses_never_stands_out(losing):
    match, action = losing
    board, _ = board_at(match)
    assert move_of(board, action) not in board.stage.scene["primary"]
    assert all(match.losing_line(board.moves[number].actions) is None for number in board.stage.scene["primary"])


def test_the_question_can_be_switched_off_and_that_is_remembered(losing):
    page = play.play("altaria", you="hearth", seed=5)
    assert page.board.match.warns
    page.board.stage.receive({"type": "command", "name": "warnings", "stamp": page.board.stamp})
    assert not page.board.match.warns
    assert not play.play("star_wars", seed=5).board.match.warns
    match, action = losing
    match.warns = False
    board, _ = board_at(match)
    send(board, type="move", id=move_of(board, action))
    assert match.over


def test_the_terminal_asks_too(losing):
    match, action = losing
    for answer, over in (("look", False), ("yes", True)):
        lines = []
        game = Terminal(match, out=lines.append)
        match._asked.clear()
        game.handle(str(match.table.state.actions.index(action) + 1))
        assert any("Flee? You would lose." in line for line in lines)
        assert not match.over
        game.handle(answer)
        assert match.over == over


def test_the_terminal_switches_the_question_off(losing):
    match, action = losing
    game = Terminal(match, out=[].append)
    game.handle("warnings")
    game.handle(str(match.table.state.actions.index(action) + 1))
    assert match.over


# The end.


@pytest.mark.slow
@pytest.mark.parametrize("name", playable_games())
def test_the_end_says_what_decided_it(name):
    for seed in range(4):
        match = played(name, seed)
        result = match.table.state.result
        said = feedback.ending_feedback(match)
        assert said["facts"][0]["clause"] == result.clause
        assert len(said["facts"]) > 1
        assert said["facts"][1]["head"].startswith("How it ended, in turn ")
        assert all(fact["fact"] and fact["clause"] for fact in said["facts"])


def test_what_took_the_last_heart_is_named_with_who_began_it():
    found = None
    for seed in range(30):
        match = played("kingdom_hearts", seed)
        result = match.table.state.result
        happened = [(entry.event, entry.state) for entry in match.table.log]
        events = [event.kind for event, _ in deciding_events(happened, result)]
        if result.clause == "KH-18.2" and events == ["challenge", "lost_hp"]:
            found = feedback.ending_feedback(match)
            break
    assert found["facts"][-1]["fact"].endswith("HP: 0.")


@pytest.mark.slow
@pytest.mark.parametrize("name", playable_games())
def test_the_learner_can_go_back_to_before_the_end(name):
    went = 0
    for seed in range(6):
        match = played(name, seed)
        result, turn = match.table.state.result, match.table.state.turn
        place = match.before_the_end()
        if result.winner == 0:
            assert place is None
            continue
        match.back_to(place)
        assert not match.over
        assert match.table.yours
        assert len(match.table.state.actions) > 1
        assert match.table.state.turn <= turn
        went += 1
    assert went


def test_the_way_back_is_a_button_on_the_board_and_a_word_in_the_terminal():
    match = next(match for match in (played("altaria", seed) for seed in range(9)) if match.table.state.result.winner)
    board, _ = board_at(match)
    assert "before_end" in [control["name"] for control in board.stage.coach["controls"]]
    send(board, type="command", name="before_end")
    assert not match.over
    assert board.stage.coach["feedback"]["title"].startswith("Here, in turn ")
    match = next(match for match in (played("altaria", seed) for seed in range(9)) if match.table.state.result.winner)
    lines = []
    Terminal(match, out=lines.append).handle("before")
    assert not match.over
    assert any(line.startswith("Here, in turn ") for line in lines)


def test_a_look_back_says_what_to_do_in_a_sentence_of_its_own():
    match = Match(Setup("altaria", "hearth", "tide", "beginner", "rules", 58))
    while not match.over:
        match.play((erratic_player(match.table.state.serial + 3)(match.table.state),))
    board, _ = board_at(match)
    send(board, type="command", name="look")
    said = board.stage.coach["feedback"]
    assert said["say"].startswith("Go back to that turn")
    assert not any(fact["repair"] for fact in said["facts"])


def test_at_the_last_heart_fleeing_is_asked_about():
    game = engines.load("kingdom_hearts")
    state = flee_at_one(game)
    found = lookahead.find_losing_line(state, 0, (("flee",),), 1)
    assert found.certain
    assert found.result.clause == "KH-18.2"
    assert found.happened[-2][0].kind == "lost_hp"


def flee_at_one(game):
    """Return a position in which the learner has one heart left and may flee from an obstacle."""
    for seed in range(200):
        state, player = game.new(seed=seed), STRENGTHS["newcomer"](seed)
        while state.result is None:
            flees = any(action[0] == "flee" for action in state.actions)
            if state.seat_to_act_is(0) and flees and state.players[0].hp == 1:
                return state
            state.apply(player(state))
    raise AssertionError("never seen")


@pytest.mark.parametrize("name", ["star_wars", "altaria"])
def test_nothing_is_asked_while_the_better_action_can_still_be_done_in_the_same_step(name, monkeypatch):
    game = engines.load(name)
    state = next(state for seed in range(6) for state in _own_decisions(game, seed))
    action, other = next(
        (one, two)
        for one in state.actions
        for two in state.actions
        if one != two and two in lookahead.next_options(state, 0, (one,))
    )

    class Lost:
        winner, text, clause, why = 1, "lost", "", None

    def out(world, actions, *rest):
        return Lost if actions[0] != other else None

    monkeypatch.setattr(lookahead, "result_of_play_out", out)
    monkeypatch.setattr(lookahead, "always_loses", lambda *rest: True)
    assert lookahead.likely_loss(state, 0, (action,), [(other,)], 1) is None
    monkeypatch.setattr(lookahead, "next_options", lambda *rest: ())
    with pytest.raises(AssertionError):  # it would have been shown; the invented loss has no end
        lookahead.likely_loss(state, 0, (action,), [(other,)], 1)


def _own_decisions(game, seed):
    """Yield decisions of the learner's after which the same step continues with another possible action."""
    state, player = game.new(seed=seed), STRENGTHS["quick"](seed)
    while state.result is None:
        if state.turn and state.seat_to_act_is(0) and len(state.actions) > 2 and not state.step.pick:
            for action in state.actions:
                if len([one for one in lookahead.next_options(state, 0, (action,)) if one in state.actions]) > 1:
                    yield state
                    break
        state.apply(player(state))
