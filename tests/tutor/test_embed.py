"""Boards, graphs, steps and pictures in users' notebooks, and what `print` shows."""

import json
import pydoc
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

import engines
import tutor
from engines.errors import DataError
from engines.forms.board_text import SEATS, board_text
from engines.kernel.chance import RandomSource
from engines.kernel.state import Result
from engines.search.players import random_player
from tutor.boards.pictures import card_pictures
from tutor.embed import notebook_display
from tutor.embed.drawing import picture_svg
from tutor.embed.picture import draw_picture
from tutor.embed.still import card_html
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Playthrough

ROOT = Path(__file__).resolve().parents[2]
GAMES = engines.names() + engines.names(small=True)


def later(name, seed, decisions):
    """Return a state from a random game."""
    state, player = engines.load(name).new(seed=seed), random_player(seed)
    for _ in range(decisions):
        if state.result is None:
            state.apply(player(state))
    return state


@pytest.fixture
def altaria():
    return later("altaria", 3, 40)


# Printing.


@pytest.mark.parametrize("name", GAMES)
def test_states_cards_and_decks_print_themselves(name):
    state = later(name, 5, 30)
    text = str(state)
    assert text.startswith(f"{state.game.title}: turn {state.turn}")
    assert f"seen by {SEATS[state.seat_to_act]}" in text
    assert all(state.text(action) in text for action in state.actions[:19])
    assert "\n" not in repr(state)
    assert f"P{state.seat_to_act + 1} decides" in repr(state)
    card = next(card for card in state.game.cards if not card.unseen and card.rules_text)
    assert str(card).startswith(card.name)
    assert card.rules_text[0].replace("**", "").split()[0] in str(card)
    assert repr(card) == f"Card({card.name!r}, {card.category!r})"
    deck = next(iter(state.game.decks.values()))
    assert all(f"{copies} × {card}" in str(deck) for card, copies in deck.cards.items())


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lanterns"])
def test_an_attack_under_way_is_printed(name):
    def is_attacked(state):
        return state.decision is not None and state.game.rules.table(state, state.seat_to_act).arrow is not None

    state = next(
        state for seed in range(20) for state in (later(name, seed, n) for n in range(20, 200, 9)) if is_attacked(state)
    )
    arrow = state.game.rules.table(state, state.seat_to_act).arrow
    line = str(state).splitlines()[1]
    assert line.startswith(f"{arrow.kind.capitalize()}: P{int(arrow.source[0]) + 1} ")
    assert len(re.findall(r"(?:: |-> |, )P[12] ", line)) == len(arrow.targets) + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_neither_text_nor_picture_has_what_the_seat_does_not_see(name, seat):
    """Both stay the same, however the hidden cards are dealt."""
    for decisions in (12, 45):
        state = later(name, 2, decisions)
        other = state.copy()
        state.game.rules.determinise(other, seat, RandomSource(9))
        assert board_text(state, seat) == board_text(other, seat)
        assert draw_picture(state, SEATS[seat]).html == draw_picture(other, SEATS[seat]).html


def test_a_result_says_who_why_and_by_which_clause():
    assert str(Result(1, "ALT-13.4", "Seven cores are broken.")) == "P2 wins (ALT-13.4): Seven cores are broken."
    assert str(Result(None, "ALT-1.1", "Both at once.")).startswith("Nobody wins (ALT-1.1)")


def test_a_game_in_progress_prints_what_its_player_sees(altaria):
    match = tutor.board(altaria, bot="quick").match
    assert str(match) == str(match.table) == board_text(match.table.state, match.table.viewer)
    assert "decides" in repr(match)
    assert "\n" not in repr(match)
    assert len(repr(match.table)) < 400


def test_a_game_that_is_over_says_so():
    state = later("lanterns", 1, 10_000)
    assert f"Over. {state.result}" in str(state)
    assert "has won" in repr(state)
    assert "You win." in draw_picture(state).html  # P1 sees it


# Pictures.


def test_a_picture_is_seen_by_whoever_decides_or_whom_one_asks_for(altaria):
    mine, rival = altaria.seat_to_act, 1 - altaria.seat_to_act
    hand = altaria.view(rival)["players"][rival]["hand"]
    hidden = next(card for card in hand if card not in draw_picture(altaria).html)
    assert hidden in draw_picture(altaria, SEATS[rival]).html
    assert hidden in draw_picture(altaria, "both").html
    assert draw_picture(altaria).html == draw_picture(altaria, SEATS[mine]).html
    with pytest.raises(DataError, match="no seat 'P3'"):
        draw_picture(altaria, "P3")


@pytest.mark.parametrize("name", GAMES)
def test_every_card_and_deck_has_a_picture(name):
    game = engines.load(name)
    for card in game.cards:
        if not card.unseen:
            assert card.name.split()[0] in draw_picture(card).html
    for deck in game.decks.values():
        assert draw_picture(deck).html.count("tb-card tb-s") == len(deck.cards)


def test_what_has_no_picture_is_said():
    with pytest.raises(DataError, match="has no picture"):
        draw_picture(3)
    unseen = next(card for card in engines.load("altaria").cards if card.unseen)
    assert notebook_display.mime_bundle(unseen) == {"text/plain": str(unseen)}


def test_a_notebook_draws_what_the_engines_return(altaria, monkeypatch):
    shell = InteractiveShell.instance()
    try:
        assert notebook_display.register_formatters()
        match = Match(Setup("altaria", "hearth", "tide"))
        game = altaria.game
        shown = [altaria, game.cards[5], game.decks["tide"], Result(0, "ALT-13.4", "So."), Playthrough(altaria), match]
        for thing in shown:
            data, _ = shell.display_formatter.format(thing)
            assert data["text/html"].startswith('<div class="tb-root tb-still"')
            assert "<script" not in data["text/html"]
            assert data["text/plain"]
        assert shell.display_formatter.format(altaria)[0]["text/plain"] == str(altaria)
    finally:
        InteractiveShell.clear_instance()
    assert not notebook_display.register_formatters()


def test_the_engines_know_nothing_of_it():
    program = "import sys, engines as e; print(e.load('altaria').new(), [m for m in sys.modules if 'tutor' in m])"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.rstrip().endswith(" []")


# Boards.


def click(stage, sort, **more):
    stage.receive({"type": sort, "stamp": stage.scene["stamp"], **more})


def test_both_sides_are_played_and_each_sees_its_own(altaria):
    stage = tutor.board(altaria)
    seats, given = set(), altaria.position()
    for _ in range(25):
        state = stage.match.table.state
        assert stage.scene["viewer"] == state.seat_to_act
        assert "Rival's turn" not in stage.scene["now"]  # each turn was seen from the seat of its player
        seats.add(state.seat_to_act)
        rival = next(zone for zone in stage.scene["players"][1]["zones"] if zone["role"] == "hand")
        assert not any(card["face"] for card in rival["cards"])
        click(stage, "move", id=len(stage.scene["moves"]) - 1)
    assert seats == {0, 1}
    assert altaria.position() == given  # the position was copied
    assert stage.match.table.state.position() != given
    told = " ".join(line.get("text", "") for line in stage.events)
    assert "P1" in told
    assert "the rival" not in told.casefold()


def test_the_log_keeps_what_the_other_one_drew_to_itself():
    stage = tutor.board(later("altaria", 3, 8))
    table = stage.match.table
    for _ in range(60):
        for number, entry in enumerate(table.log, 1):
            line = next(line for line in stage.events if line.get("n") == number)
            if entry.event.secret and entry.event.seat != table.viewer:
                assert line["text"] == table.state.game.narrate(entry.event, table.viewer, "en", table.names)
        click(stage, "move", id=0)


def test_moves_are_taken_back_and_the_position_begun_anew(altaria):
    stage = tutor.board(altaria)
    before = stage.match.table.state.canonical_key()
    click(stage, "move", id=0)
    assert stage.match.table.state.canonical_key() != before
    click(stage, "command", name="undo")
    assert stage.match.table.state.canonical_key() == before
    click(stage, "move", id=0)
    click(stage, "move", id=0)
    click(stage, "command", name="again")
    assert stage.match.table.state.canonical_key() == before
    assert not any(control["name"] == "new" for control in stage.coach["controls"])


def test_a_refusal_is_explained(altaria):
    stage = tutor.board(altaria)
    tried = [
        (kind["kind"], card["ref"])
        for zone in stage.scene["players"][0]["zones"]
        for card in zone["cards"]
        for kind in card.get("kinds", ())
    ]
    for kind, ref in tried:
        attempt = stage.match.table.attempt(kind, ref, None)
        if attempt is not None and attempt.reasons:
            click(stage, "try", kind=kind, **{"from": ref, "to": None})
            said = stage.coach["feedback"]
            assert said["tone"] == "refused"
            assert said["facts"][0]["clause"].startswith("ALT-")
            return
    pytest.fail("nothing in this position is refused")


@pytest.mark.parametrize("name", engines.names())
@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_a_bot_plays_the_other_side(name, seat):
    stage = tutor.board(name, bot="quick", seat=seat)
    for _ in range(8):
        state = stage.match.table.state
        if state.result is not None:
            break
        assert state.seat_to_act == SEATS.index(seat)
        click(stage, "move", id=0)
    assert "Quick bot" in stage.scene["players"][1]["note"]


def test_a_position_is_a_state_a_text_a_path_or_a_game(altaria, tmp_path):
    text = altaria.position()
    path = tmp_path / "here.toml"
    path.write_text(text, encoding="utf-8")
    boards = [tutor.board(given) for given in (altaria, text, path, str(path))]
    assert len({stage.match.table.state.canonical_key() for stage in boards}) == 1
    assert tutor.board("lanterns").match.game.name == "lanterns"
    assert tutor.board(engines.load("lanterns")).match.game.name == "lanterns"
    assert tutor.board(text.replace('game = "altaria"\n', ""), game="altaria")


@pytest.mark.parametrize(
    ("given", "more", "words"),
    [
        ("altria", {}, "there is no game 'altria'. Did you mean 'altaria'?"),
        ("nowhere.toml", {}, "nowhere.toml: cannot be opened"),
        ("turn = 3\n", {}, "does not say of which game it is"),
        ("turn = \n", {}, "position: is not valid TOML"),
        ('game = "altria"\n', {}, "Did you mean 'altaria'"),
        ('game = "altaria"\nspet = "MAIN"\n', {}, "spet"),
        (3, {}, "3 is no position"),
        ("altaria", {"bot": "genius"}, "beginner, quick, careful"),
        ("altaria", {"bot": "quick", "seat": "P3"}, "Use P1 or P2"),
    ],
)
def test_a_wrong_position_is_told_with_place_and_remedy(given, more, words):
    with pytest.raises(DataError) as error:
        tutor.board(given, **more)
    assert words in str(error.value)


# Graphs.


def test_the_phase_graph_of_a_game_and_of_a_state(altaria):
    assert tutor.phase_graph("altaria").current == ""
    for graph in (tutor.phase_graph(altaria), tutor.phase_graph("altaria", altaria)):
        assert graph.current == altaria.step.name
        assert graph.exits
    with pytest.raises(DataError, match="is of"):
        tutor.phase_graph("chaos", altaria)
    with pytest.raises(DataError, match="no game"):
        tutor.phase_graph("altria")


# Steps.

STEP = """
game = "altaria"
kind = "do"
title = "Summon"
text = "You have two energy cards."
goal = "Summon Tide Scout."
success = ['summoned "Tide Scout"']

[position]
turn = 3
step = "MAIN"
player = "P1"
"""


@pytest.fixture
def own_step():
    """Return the text of an existing lesson step, to be used as a user's own."""
    import tomllib

    from engines.book.toml_schema import to_toml
    from tutor.lessons import loader

    data = tomllib.loads(loader.find_lesson("altaria/04_attacking").read_text(encoding="utf-8"))
    return to_toml({"game": data["game"], "base": data.get("base", {}), **data["step"][0]}), data["step"][0]


def test_a_step_of_ones_own_is_taken(own_step, tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    text, row = own_step
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    for given in (text, path, str(path)):
        stage = tutor.step(given)
        assert stage.coach["title"] == row["title"]
        assert stage.scene["players"]
    assert not (tmp_path / "home").exists()  # nothing about it is stored


def test_a_lesson_of_ones_own_shows_the_step_that_is_asked_for():
    from tutor.lessons import loader

    path = loader.find_lesson("altaria/04_attacking")
    lesson = loader.read_lesson(path)
    assert tutor.step(path, lesson.steps[1].id).coach["title"] == lesson.steps[1].get("title")
    with pytest.raises(DataError, match="there is no step 'x'"):
        tutor.step(path, "x")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('game = "altaria"', 'game = "altria"'), "Did you mean 'altaria'"),
        (('game = "altaria"', ""), "entry 'game' is missing"),
        (('kind = "do"', 'kind = "dance"'), "kind is 'dance'"),
        (("goal", "gaol"), "entry 'goal' is missing"),
        (("success =", "winner ="), "a do step has no entry 'winner'"),
        (('step = "MAIN"', 'step = "MIAN"'), "my step"),
        (("turn = 3", "turn ="), "is not valid TOML"),
    ],
)
def test_a_wrong_step_is_told_with_file_place_and_remedy(change, words, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(STEP.replace(*change), encoding="utf-8")
    with pytest.raises(DataError) as error:
        tutor.step(path)
    assert "mine.toml" in str(error.value)
    assert words in str(error.value)


# Help.


def test_help_says_what_there_is_with_an_example_each():
    text = pydoc.plain(pydoc.render_doc(tutor))
    for name in tutor.__all__:
        assert f">>> tutor.{name}(" in tutor.__doc__, name
        assert f"{name}(" in text
        assert getattr(tutor, name).__doc__


def test_importing_tutor_loads_nothing_that_is_not_asked_for():
    program = "import sys, tutor; print({'tutor', 'engines', 'anywidget'} & {m.split('.')[0] for m in sys.modules})"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "{'tutor'}"


@pytest.mark.skipif(not shutil.which("node"), reason="There is no Node on this machine.")
def test_a_still_picture_is_the_one_that_the_browser_draws():
    lines = [line for name in GAMES for line in card_pictures(name).values()]
    module = (ROOT / "tutor" / "widgets" / "scripts" / "drawing" / "picture.js").as_uri()
    program = f"""import {{ picture }} from {module!r};
        const lines = JSON.parse(await new Response(process.stdin).text());
        process.stdout.write(JSON.stringify(lines.map((line) => picture(line, "red"))));"""
    words = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(words, input=json.dumps(lines), capture_output=True, text=True, check=True)
    drawn_there = json.loads(done.stdout)
    assert len(drawn_there) > 150
    assert [line for line, there in zip(lines, drawn_there, strict=True) if picture_svg(line, "red") != there] == []


def test_a_large_card_names_its_signs():
    game = engines.load("dgrayman")
    html = card_html(game.cards[game.by_name["Edda Marsh (Archivist)"]])
    line = html.split('class="tb-type">')[1]
    named = r'<span class="tb-attribute"><svg [^·]*</svg>'
    assert re.match(rf"Character · {named}Draw</span> · {named}Intercept</span></span>", line)


def test_every_move_on_a_board_is_told_with_what_happened_and_the_state():
    board, told = tutor.board("altaria", bot="quick", seed=4), []

    @board.on_move
    def note(events, state):
        told.append((events, state))

    def send(**message):
        return board.receive({"stamp": board.scene["stamp"], **message})

    send(type="try", kind=None, **{"from": "0.hand.0", "to": "1.deck.top"})
    assert not told
    send(type="move", id=0)
    [(events, state)] = told
    assert events == [entry.event for entry in board.match.table.log[-len(events) :]]
    assert state.canonical_key() == board.state.canonical_key() == board.match.table.state.canonical_key()
    state.apply(state.actions[0])  # a copy, so the board's game is unchanged
    assert state.canonical_key() != board.state.canonical_key()
    send(type="command", name="undo")
    assert len(told) == 1


def test_a_callback_that_fails_leaves_the_move(caplog):
    board = tutor.board("lanterns")
    before = board.state.canonical_key()
    board.on_move(lambda events, state: 1 / 0)
    board.receive({"stamp": board.scene["stamp"], "type": "move", "id": 0})
    assert board.state.canonical_key() != before
    assert "ZeroDivisionError" in caplog.text


def test_a_misspelt_game_or_part_gets_the_name_it_may_mean():
    with pytest.raises(DataError, match="Did you mean 'altaria'"):
        tutor.board("altaira")
    with pytest.raises(DataError, match="Did you mean 'predict'"):
        tutor.plan("interaction").part("predictions")
