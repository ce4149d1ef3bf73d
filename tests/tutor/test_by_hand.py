"""A whole game with texts carried out by hand: it stops there, and free moves are moves like any other."""

import json
import random

import pytest

import engines
from engines.designs.set_files import read_set
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.forms.free_move_examples import examples_of
from engines.kernel.programs import BY_HAND
from tests.engines.play import GAMES
from tests.engines.test_by_hand import by_hand
from tutor import progress
from tutor.classroom import short_text
from tutor.commands import cli
from tutor.controllers.board import Board
from tutor.event_log import without_own_cards
from tutor.matches import free_move_events, hand_panel, kept_games
from tutor.matches.hand_moves import HAND, PICK
from tutor.matches.match import Match, Setup
from tutor.matches.terminal import Terminal
from tutor.puzzles import review
from tutor.sets import kept_sets


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))


def stopped(name, mine=True, keep=False, more=0):
    """Return a game that has stopped at a text of the learner's, or of the bot's, in a turn."""
    game = engines.load(name)
    decks = list(game.decks)
    document = by_hand(name, decks[0])
    own = game.with_set(read_set(document, "mine.toml"))
    if keep:
        kept_sets.keep_set("mine", write_toml(document))
    for seed in range(60):
        rng = random.Random(seed)
        chosen = ("mine/one", decks[1]) if mine else (decks[1], "mine/one")
        match = Match(Setup(name, *chosen, "quick", "rules", seed), own)
        if keep:
            match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(name))
        for _ in range(120):
            if match.over or (match.table.by_hand and match.table.state.turn > 1):
                break
            match.play(rng.choice(match.table.choices())[1])
        if not match.over and match.table.by_hand:
            return match
    raise AssertionError("no text came")


@pytest.mark.sample("True-altaria", "False-chaos", "True-star_wars")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mine", [True, False])
def test_the_game_waits_until_the_learner_is_done(name, mine):
    match = stopped(name, mine)
    local = match.table.state.procedure_locals
    assert (local.seat == 0) == mine
    [event] = [entry.event for entry in match.table.log[-3:] if entry.event.kind == BY_HAND][-1:]
    text = free_move_events.printed_text(match.game, local.name)
    assert text
    assert match.table.narrate(event) == f"{local.name}: \u201c{text}\u201d This is carried out by hand."
    board = Board(match, "en")
    assert text in board.stage.scene["question"]["text"]
    assert text in board.stage.scene["now"]
    assert ("bot's card" in board.stage.scene["question"]["text"]) == (not mine)
    assert [control["name"] for control in board.stage.coach["controls"]] == ["undo", "new"]
    done = next(move for move in board.moves if move.actions == (("carried_out",),))
    board.receive({"type": "move", "id": board.moves.index(done), "stamp": board.stamp})
    assert match.over or not match.table.by_hand or match.table.state.procedure_locals is not local


@pytest.mark.sample("altaria", "kingdom_hearts")
@pytest.mark.parametrize("name", GAMES)
def test_a_click_is_a_free_move_and_names_nothing_hidden(name):
    match = stopped(name)
    board = Board(match, "en")
    rival = json.dumps([move.label for move in board.moves]) + json.dumps([move.actions[0][-1] for move in board.moves])
    hidden = {match.game.cards[card].name for card in match.table.state.players[1].hand}
    seen = json.dumps(board.stage.scene["faces"])
    assert not [card for card in hidden if card in rival and card not in seen]
    made, before, rng = 0, len(match.table.log), random.Random(3)
    for _ in range(12):
        free = [at for at, move in enumerate(board.moves) if move.actions[0][0] == HAND]
        if not match.table.by_hand:
            break
        known = match.table.state.canonical_key()
        board.receive({"type": "move", "id": rng.choice(free), "stamp": board.stamp})
        if len(match.table.log) > before:
            assert match.table.log[-1].event.kind == HAND
            assert match.table.narrate(match.table.log[-1].event).startswith("By hand: ")
            assert match.undo()
            assert (len(match.table.log), match.table.state.canonical_key()) == (before, known)
            board.show()
            made += 1
        else:
            assert board.stage.coach["feedback"]["say"]  # why not, and what would work
    assert made > 2


def test_cards_looked_at_can_be_taken():
    match = stopped("altaria")
    board = Board(match, "en")
    deck = [match.game.cards[card].name for card in reversed(match.table.state.players[0].deck)]
    assert not [move for move in board.moves if move.kind == PICK]
    match.play_free_move("look at top 3 of P1 deck")
    board.show()
    shown = [at for at, move in enumerate(board.moves) if move.kind == PICK]
    assert [board.moves[at].face for at in shown] == deck[:3]
    board.receive({"type": "move", "id": shown[1], "stamp": board.stamp})
    label = f"{deck[1]}: To your Hand"
    to_hand = next(at for at, move in enumerate(board.moves) if move.label == label)
    hand = len(match.table.state.players[0].hand)
    board.receive({"type": "move", "id": to_hand, "stamp": board.stamp})
    assert len(match.table.state.players[0].hand) == hand + 1
    assert sorted(move.face for move in board.moves if move.kind == PICK) == sorted([deck[0], deck[2]])
    match.play_free_move("shuffle P1 deck")
    board.show()
    assert not [move for move in board.moves if move.kind == PICK]
    with pytest.raises(DataError, match="do not see"):
        match.play_free_move(f'move "{deck[0]}" from P1 deck to P1 hand')


def test_free_moves_are_kept_and_replayed():
    match = stopped("altaria", keep=True)
    match.play_free_move("move top 2 from P1 deck to P1 hand")
    match.play_free_move("shuffle P1 deck")
    match.play_free_move("move random from P2 cores to P2 graveyard")
    match.undo()
    match.play_free_move("move top from P2 deck to P2 hand")
    match.play((("carried_out",),))
    if match.may_call_hands:
        match.call_by_hand()
        match.play_free_move("move top from P1 deck to P1 deck bottom")
    events = progress.read_log(progress.learner_id()).events
    assert [event.verdict for event in events].count("hand") >= 5
    kept = kept_games.half_played_game(events, kept_games.whole_game("altaria"))
    again = kept_games.replay_game(kept, engines.load("altaria"))
    assert again.table.state.canonical_key() == match.table.state.canonical_key()
    assert [entry.event for entry in again.table.log] == [entry.event for entry in match.table.log]
    assert [one[1:] for one in again.table.history] == [one[1:] for one in match.table.history]
    decisions = review.iter_choices(again, kept)
    assert all(kept.moves[place].verdict == "move" for place, _ in decisions)
    assert all(review.first_action_at(again, kept, place) in state.actions for place, state in decisions)
    while again.undo():
        pass
    assert not again.table.history
    assert without_own_cards(events) == []
    assert short_text.write_short_text(events) == ""


def test_it_can_be_called_for_and_the_decision_waits():
    match = stopped("altaria")
    match.play((("carried_out",),))
    while not match.may_call_hands:
        match.play(match.table.choices()[-1][1])
    board, key = Board(match, "en"), match.table.state.canonical_key()
    assert "by_hand" in [control["name"] for control in board.stage.coach["controls"]]
    board.receive({"type": "command", "name": "by_hand", "stamp": board.stamp})
    assert match.table.by_hand
    assert not match.may_call_hands
    match.play((("carried_out",),))
    assert match.table.state.canonical_key() == key
    plain = Match(Setup("altaria", "hearth", "tide", "quick", "rules", 1))
    assert not plain.may_call_hands


def test_the_terminal_reads_free_moves():
    match, lines = stopped("altaria"), []
    shown = Terminal(match, lambda prompt: "", lines.append)
    shown.show()
    assert "carry it out by hand" in "\n".join(lines)
    assert "move top 2 from P1 deck to P1 hand" in "\n".join(lines)
    hand = len(match.table.state.players[0].hand)
    shown.handle("move top 2 from P1 deck to P1 hand")
    assert len(match.table.state.players[0].hand) == hand + 2
    assert lines[-1].startswith("By hand: ")
    assert lines[-1].endswith("to your Hand.")
    shown.handle("move top 99 from P1 deck to P1 hand")
    assert "Take fewer." in lines[-1]
    shown.handle("undo")
    assert len(match.table.state.players[0].hand) == hand
    shown.handle("1")
    assert match.over or match.table.log[-1].event.kind != HAND


def test_bots_play_such_texts_without_effect_and_it_is_said(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(write_toml(by_hand("altaria", "hearth")), encoding="utf-8")
    line = ["simulate", "altaria", "-n", "2", "--set", str(path), "--decks", "mine/one", "tide", "--jobs", "1"]
    assert cli.main(line) == 0
    assert "Played without effect, because bots carry out no text by hand: By Hand 0" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_the_panel_stays_and_the_examples_are_of_this_game(name):
    match = stopped(name)
    board = Board(match, "en")
    panel = hand_panel.explain_by_hand(match, "en")
    played = 0
    for example in examples_of(match.table.state, 0):
        before = len(match.table.log)
        if '"Card"' in example:  # no card is seen there
            continue
        match.play_free_move(example)
        played += 1
        board.show()
        assert board.stage.coach["feedback"]["facts"] == panel["facts"]
        assert board.stage.coach["feedback"]["say"] == panel["say"]
        assert len(match.table.log) > before
        assert match.undo()
    assert played >= 5
    printed = []
    Terminal(match, out=printed.append).show()
    said = "\n".join(printed)
    assert all(f"  {example}" in said for example in examples_of(match.table.state, 0))
    [done] = [actions for text, actions in match.table.choices()]
    match.play(done)
    board.show()
    assert match.table.by_hand or (board.stage.coach["feedback"] or {}).get("say") != panel["say"]
