"""A half-finished custom game, on the pages and in the terminal: errors are shown where its author looks."""

from __future__ import annotations

from pathlib import Path

import pytest

import engines
import tutor
from engines.errors import DataError
from tutor.boards.stage import Stage
from tutor.commands.new_game import write_skeleton
from tutor.matches import feedback, kept_games
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.matches.terminal import Terminal
from tutor.matches.unreadable_lines import explain_incomplete

BROKEN = "line 63, in play: AttributeError: 'Player' object has no attribute 'gardn'. Did you mean 'garden'?"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return write_skeleton("marsh", tmp_path)[0]


def break_it(module: Path) -> None:
    """Make the effect of planting raise an error."""
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace("player.garden.append", "player.gardn.append"), encoding="utf-8")


def test_the_board_says_which_line_of_an_effect_raises(module: Path) -> None:
    break_it(module)
    state = engines.load_file(module).new(seed=1)
    stage = Stage()
    assert not stage.guarded(state.apply, state.legal_actions()[0])
    assert BROKEN in stage.coach["feedback"]["title"]


def test_a_page_says_which_line_of_an_effect_raises(module: Path) -> None:
    break_it(module)
    page = tutor.play(str(module), new=True)
    form = page.children[0]
    form.answer_with(page, lambda run: page.game.new(seed=1).apply(page.game.new(seed=1).legal_actions()[0]))
    form.receive({"type": "command", "name": "start"})
    assert BROKEN in form.data["notice"]


def test_a_half_played_game_that_its_author_has_broken_begins_anew(module: Path) -> None:
    game = engines.load_file(module)
    match = Match(Setup.of(game, {}, 1), game)
    kept = kept_games.KeptGame("", 0, match.setup, kept_games.rules_digest(game), tuple(match.opening), (), "")
    assert kept_games.replay_game(kept, game).setup == match.setup
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace("state.shuffle(", "state.shufle("), encoding="utf-8")
    with pytest.raises(kept_games.ReplayError, match="cannot be made any more"):
        kept_games.replay_game(kept, engines.load_file(module))


def test_a_notebook_shows_the_message_and_no_traceback() -> None:
    error = DataError("pond.toml, card 'Lily'", "unknown field 'pionts'.", "Did you mean 'points'?")
    assert error._render_traceback_() == [f"DataError: {error}"]


def test_the_rulebook_of_a_file_is_a_page_in_the_order_of_its_numbers(module: Path) -> None:
    path = module.with_suffix(".toml")
    row = '"MAR-3.2" = ["The last turn", "win", "After turn {turn_cap} the player with more points wins."]\n'
    text = path.read_text(encoding="utf-8").replace(row, "")
    path.write_text(text.replace("[clauses]", f"[clauses]\n{row}#", 1), encoding="utf-8")
    entries = [one["id"] for one in tutor.rulebook(module).data["entries"]]
    assert entries == [*engines.load_file(module).rulebook.clauses] == sorted(entries)


def test_a_refusal_of_ones_own_game_is_headed_by_who_plays_the_card(module: Path) -> None:
    game = engines.load_file(module)
    state = game.new(seed=1)
    action = ("plant", game.by_name["Poppy"])
    attempt = Attempt(action, 'plant "Poppy"', state.why_not(action))
    assert feedback.attempt_headline(game, attempt) == "You can't plant Poppy"


def test_the_terminal_says_that_an_action_wants_two_cards_and_which_one_is_not_there() -> None:
    game = engines.load("lanterns")
    state = game.position('P1.field = ["Moth"]\nP1.hand = ["Gust", "Badger"]\nP2.field = ["Weasel"]\nunseen = true')
    lines: list[str] = []
    match = Match(Setup("lanterns", "meadow", "hills"), game)
    match.table = Playthrough(state)
    playing = Terminal(match, out=lines.append)
    playing.handle("cast Gust")
    assert any("'cast': with what? It is written: cast … -> …" in line for line in lines)
    lines.clear()
    cast = [kind for kind in game.kinds.values() if kind.name == "cast"]
    explain_incomplete(playing, "cast", 'cast "Gust" -> "Old Bear"', cast)
    assert lines[0] == "Old Bear is not where this could be tried."
