"""An unfinished game is resumed: it is replayed from the learner's log through the engine."""

import json

import pytest
from click.testing import CliRunner

import engines
from engines.search.players import STRENGTHS
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.commands import play as play_command
from tutor.lessons import loader
from tutor.lessons.page import LessonPage
from tutor.matches import kept_games, lookahead
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.pages import home, play

NAME = "altaria"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


def begun(name, moves, strength="quick", undo=0):
    """Play a game for `moves` moves, stored in the log, taking back every `undo`-th move, and return it."""
    game = engines.load(name)
    deck = next(iter(game.decks))
    match = Match(Setup(name, deck, allowed_opponents(game, deck)[0], strength, "rules", 3), game)
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(name))
    player = STRENGTHS["quick"](5)
    for number in range(1, moves + 1):
        if match.over:
            match.undo()
            break
        match.play((player(match.table.state),))
        if undo and number % undo == 0 and not match.over:
            match.undo()
    return match


def events():
    return progress.read_log(progress.learner_id()).events


def kept(name=NAME):
    return kept_games.half_played_game(events(), kept_games.whole_game(name))


def same(one, other):
    """Return True if two games are in the same state: position, log, and what can be undone."""
    return (
        one.table.state.canonical_key() == other.table.state.canonical_key()
        and [entry.event for entry in one.table.log] == [entry.event for entry in other.table.log]
        and one.table.decisions == other.table.decisions
        and [before[1:] for before in one.table.history] == [before[1:] for before in other.table.history]
    )


def send(board, **message):
    return board.stage.receive({"stamp": board.stamp, **message})


@pytest.mark.parametrize("name", playable_games())
def test_a_kept_game_stands_as_it_was_left_and_goes_on_alike(name):
    match = begun(name, 30, undo=7)
    again = kept_games.replay_game(kept(name), match.game)
    assert same(again, match)
    for _ in range(3):
        if not match.over:
            action = match.table.state.actions[0]
            match.play((action,))
            again.play((action,))
    assert same(again, match)


@pytest.mark.parametrize("name", playable_games())
def test_a_long_game_is_there_again_and_its_log_is_small(name):
    match = begun(name, 400)
    size = progress.log_file(progress.learner_id()).stat().st_size
    assert size < 500 * (len(match.table.history) + 2)
    assert same(kept_games.replay_game(kept(name), match.game), match)


def test_a_bot_that_thinks_does_not_think_again(monkeypatch):
    match = begun(NAME, 6, strength="careful")
    monkeypatch.setattr(Match, "_bot", lambda self, state: pytest.fail("the bot was asked"))
    assert same(kept_games.replay_game(kept(), match.game), match)


def test_a_game_whose_bot_chose_otherwise_is_played_again_as_it_was(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Match, "_bot", lambda self, state: state.actions[-1])
        match = begun(NAME, 8)
    assert same(kept_games.replay_game(kept(), match.game), match)


def test_a_game_kept_under_a_former_name_of_its_bot_is_there_again():
    match = begun(NAME, 4, strength="quick")
    file = progress.log_file(progress.learner_id())
    text = file.read_text(encoding="utf-8")
    assert "strength=quick" in text
    file.write_text(text.replace("strength=quick", "strength=greedy"), encoding="utf-8")
    again = kept_games.replay_game(kept(), match.game)
    assert again.setup.strength == "quick"
    assert same(again, match)
    file.write_text(text.replace("strength=quick", "strength=genius"), encoding="utf-8")
    with pytest.raises(kept_games.ReplayError, match="its bot"):
        kept()


def test_nothing_is_written_before_the_first_move_and_an_old_log_keeps_its_lines():
    play.play(NAME, seed=5)
    assert not progress.log_file(progress.learner_id()).exists()
    progress.append_event("ada", game=NAME, lesson="altaria/x", step="a", kind="do", verdict="right")
    [line] = progress.log_file("ada").read_text().splitlines()
    assert "run" not in json.loads(line)


def test_the_page_shows_the_half_played_game_and_goes_on():
    match = begun(NAME, 9)
    page = play.play(NAME)
    assert same(page.board.match, match)
    assert page.board.stage.coach["feedback"]["title"] == "Your game is as you left it"
    controls = {control["name"]: control for control in page.board.stage.coach["controls"]}
    assert "new" in controls
    assert "go_on" not in controls
    send(page.board, type="move", id=0)
    assert same(play.play(NAME).board.match, page.board.match)


def test_undo_and_the_end_are_kept_too():
    board = play.play(NAME, seed=5, you="hearth", rival="tide").board
    for _ in range(4):
        board.match.play((board.match.table.state.actions[0],))
    board.match.undo()
    assert same(play.play(NAME).board.match, board.match)
    player = STRENGTHS["quick"](1)
    while not board.match.over:
        board.match.play((player(board.match.table.state),))
    assert kept() is None
    assert play.play(NAME).children[0].data["decks"]
    board.match.undo()
    assert same(play.play(NAME).board.match, board.match)


def test_two_pages_on_one_game_do_not_disturb_each_other():
    begun(NAME, 6)
    one, other = play.play(NAME).board.match, play.play(NAME).board.match
    for match, place in ((one, 0), (other, -1), (one, -1), (other, 0), (one, 0), (other, 0)):
        match.play((match.table.state.actions[place],))
        assert same(play.play(NAME).board.match, match)
    one.undo()
    assert same(play.play(NAME).board.match, one)


def change_log(change):
    """Rewrite the learner's log with part of its text changed."""
    path = progress.log_file(progress.learner_id())
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("rules=", "rules=0"),
        lambda text: text.replace('"actions":["', '"actions":["7', 5),
        lambda text: "".join(line for n, line in enumerate(text.splitlines(True)) if n != 0),
        lambda text: "".join(line for n, line in enumerate(text.splitlines(True)) if n != 3),
        lambda text: text.replace("opening=", "opening=99 "),
        lambda text: text.replace("rival=", "rival=un"),
    ],
)
def test_a_log_that_does_not_play_again_says_so_in_one_line_and_nothing_is_lost(change):
    begun(NAME, 8)
    change_log(change)
    before = progress.log_file(progress.learner_id()).read_text()
    page = play.play(NAME)
    assert page.children[0].data["notice"].startswith("An unfinished game could not be resumed: ")
    assert not page.children[0].data["under_way"], "nor is it offered in the next line"
    assert page.children[0].data["notice"].count("\n") == 0
    page.children[0].receive({"type": "command", "name": "start", "you": "tide", "rival": "hearth", "seed": "8"})
    send(page.board, type="move", id=0)
    assert progress.log_file(progress.learner_id()).read_text().startswith(before)
    assert same(play.play(NAME).board.match, page.board.match)


def test_home_leads_to_the_half_played_game_until_something_else_is_done():
    begun(NAME, 5)
    panel = home.home().data["go_on"]
    assert panel["badge"] == "Unfinished"
    assert "play.ipynb" in panel["href"]
    assert panel["note"] == "Moves made: 5"
    tiles = {tile["name"]: [button["text"] for button in tile["buttons"]] for tile in home.home().data["games"]}
    assert "Continue the game" in tiles[NAME]
    assert "Play" not in tiles[NAME]
    assert "Play" in tiles["chaos"]
    progress.append_event(
        progress.learner_id(), game=NAME, lesson="altaria/04_attacking", step="attack", kind="do", verdict="right"
    )
    assert home.home().data["go_on"]["badge"] != "Unfinished"


def test_games_under_way_are_no_lessons():
    begun(NAME, 5)
    summary = progress.read_summary(progress.learner_id())
    assert not summary.lessons
    assert not summary.clauses
    assert summary.half_played().lesson == "altaria/play"


def test_a_lessons_game_is_there_again():
    lesson = next(
        lesson for lesson in map(loader.read_lesson, sorted(loader.FOLDER.glob("*/*.toml"))) if has_game(lesson)
    )
    step = next(step for step in lesson.steps if step.kind == "play")

    def opened():
        page = LessonPage(lesson)
        page.stage_of(step)
        return page.sessions[step.id]

    run = opened()
    for _ in range(5):
        run.handle({"type": "move", "id": 0, "stamp": run.stamp})
    run.handle({"type": "command", "name": "undo", "stamp": run.stamp})
    again = opened()
    assert same(again.match, run.match)
    assert again.table is again.match.table
    assert again.feedback["title"] == "Your game is as you left it"
    assert home.home().data["go_on"]["title"] == lesson.title
    again.handle({"type": "command", "name": "reset", "stamp": again.stamp})
    again.handle({"type": "move", "id": 0, "stamp": again.stamp})
    assert same(opened().match, again.match)


def has_game(lesson):
    return any(step.kind == "play" for step in lesson.steps)


def test_a_lessons_game_asks_before_a_move_that_loses(monkeypatch):
    lesson = next(
        lesson for lesson in map(loader.read_lesson, sorted(loader.FOLDER.glob("*/*.toml"))) if has_game(lesson)
    )
    page = LessonPage(lesson)
    step = next(step for step in lesson.steps if step.kind == "play")
    page.stage_of(step)
    run = page.sessions[step.id]
    result = lookahead.Result(1, next(iter(lesson.game.rulebook.clauses)), "It is over.")
    instead = (run.table.state.actions[1],)
    monkeypatch.setattr(
        lookahead, "find_losing_line", lambda *_: lookahead.LosingLine(result, deals=24, lost=24, instead=instead)
    )
    before = run.table.state.position()
    run.handle({"type": "move", "id": 0, "stamp": run.stamp})
    scene = run.stage()["scene"]
    assert run.table.state.position() == before
    assert [one["name"] for one in scene["answers"]] == ["take_back", "do_anyway"]
    assert "In 24 of 24 imagined deals" in scene["now"]
    run.handle({"type": "command", "name": "take_back", "stamp": run.stamp})
    assert "answers" not in run.stage()["scene"]
    run.handle({"type": "move", "id": 0, "stamp": run.stamp})
    assert run.table.state.position() != before


def test_a_full_disk_is_told_and_the_game_goes_on(monkeypatch):
    board = play.play(NAME, seed=5).board

    def full(*_, **__):
        raise progress.ProgressError("no room. Set TEBIKI_HOME to a folder that can be written.")

    monkeypatch.setattr(progress, "append_event", full)
    send(board, type="move", id=0)
    assert board.stage.coach["feedback"]["title"].startswith("This game is not saved: no room.")
    assert board.match.table.history


def test_refused_tries_of_a_whole_game_are_kept_with_their_clauses_and_the_game_goes_on():
    page = play.play(NAME, seed=3, bot="quick", first="you")
    board = page.board
    texts = {"beyond": 'attack "No Such Card" -> cores 1'}
    state = board.match.table.state
    tries = [one for one in state.game.tries(state, 0) if state.why_not(one, 0)]
    assert tries, texts
    text = state.game.notation.write(state, tries[0], 0)
    attempt = board.match.table.read_try(text)
    board.match.keeper.refused(board.match, attempt)
    assert not events(), "nothing is kept before the first move"
    board.match.play((state.actions[0],))
    assert [event.verdict for event in events()] == ["begun", "refused", "move"]
    board.match.keeper.refused(board.match, attempt)
    refused = [event for event in events() if event.verdict == "refused"]
    assert [event.place for event in refused] == [0, 1]
    assert all(event.clauses and event.actions == (text,) for event in refused)
    again = kept_games.replay_game(kept(), engines.load(NAME))
    assert same(again, board.match)


def in_a_terminal(*typed, options=()):
    """Type lines into `tebiki play`, and return its output."""
    answer = CliRunner().invoke(play_command.command, [NAME, *options], input="\n".join(typed) + "\n")
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_a_game_by_a_house_rule_says_so_and_is_not_kept():
    options = ["--seed", "3", "--rule", "M5=1", "--rule", "cores=3"]
    shown = in_a_terminal("1", "1", "quit", options=options)
    assert "House rule: Only who must draw from an empty deck loses." in shown
    assert "House rule: Cores at the start: 3." in shown
    assert kept() is None
    assert "as you left it" not in in_a_terminal("quit")


def test_a_game_goes_on_in_the_terminal_and_back_on_the_board():
    first = in_a_terminal("1", "1", "quit", options=["--seed", "3", "--bot", "quick"])
    assert "as you left it" not in first
    assert len(kept().moves) == 2
    second = in_a_terminal("1", "quit")
    assert "as you left it, after 2 of your moves" in second
    assert "seed 3" in second
    assert len(kept().moves) == 3
    assert same(play.play(NAME).board.match, kept_games.replay_game(kept(), engines.load(NAME)))
    new = in_a_terminal("quit", options=["--new"])
    assert "as you left it" not in new
    assert len(kept().moves) == 3, "a new game without a move leaves nothing"


def test_the_terminal_keeps_the_switch_of_warnings_and_what_was_refused():
    in_a_terminal("warnings", "1", "quit", options=["--seed", "3"])
    assert not kept_games.find_kept_games(engines.load(NAME), "en").warns
    state = kept_games.replay_game(kept(), engines.load(NAME)).table.state
    refused = next(one for one in state.game.tries(state, 0) if state.why_not(one, 0))
    in_a_terminal(state.game.notation.write(state, refused, 0), "1", "quit")
    assert "refused" in [event.verdict for event in events()]
    assert "on" in in_a_terminal("warnings", "quit").split("begins another.")[1]
    assert kept_games.find_kept_games(engines.load(NAME), "en").warns


def test_a_kept_game_of_other_rules_is_told_in_the_terminal():
    begun(NAME, 2)
    path = progress.log_file(progress.learner_id())
    path.write_text(path.read_text().replace("rules=", "rules=0"))
    told = in_a_terminal("quit")
    assert "could not be resumed" in told
    assert "as you left it" not in told


def test_a_lesson_has_the_switch_of_warnings_where_a_game_is_played_and_keeps_it():
    lesson = loader.read_lesson(loader.find_lesson("altaria/04_attacking"))

    def controls(stage):
        return {control["name"]: control["label"] for control in stage.coach["controls"]}

    page = LessonPage(lesson)
    kinds = {step.kind: step for step in lesson.steps}
    game = kinds.pop("play")
    for step in kinds.values():
        assert "warnings" not in controls(page.stage_of(step)), step.kind
    stage = page.stage_of(game)
    before = controls(stage)["warnings"]
    stage.receive({"type": "command", "name": "warnings", "stamp": 1})
    assert controls(stage)["warnings"] != before
    assert not kept_games.find_kept_games(engines.load(NAME), "en").warns
    assert controls(LessonPage(lesson).stage_of(game))["warnings"] == controls(stage)["warnings"]
