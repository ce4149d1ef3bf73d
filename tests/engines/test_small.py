"""The small games: the conventions for a game in one module, and the skeleton that `tebiki new` writes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from engines.checking import scenarios
from engines.designs import PIECES, Design
from engines.errors import DataError
from engines.search.players import greedy_player, random_player
from engines.search.solver import Solver, open_chance, win_this_turn
from tests.engines.play import thinned
from tests.engines.tried import failing
from tutor.commands import cli
from tutor.commands.new_game import write_skeleton

ROOT = Path(engines.__file__).parent
SMALL = engines.names(small=True)


@pytest.fixture(scope="module", params=[*SMALL, "skeleton", "design"])
def game(request, tmp_path_factory):
    """Return each small game, the game of the skeleton, and a design with every piece."""
    if request.param == "design":
        return Design(title="Everything", pieces=tuple(PIECES)).game()
    if request.param != "skeleton":
        return engines.load(request.param)
    return engines.load_file(write_skeleton("moss_garden", tmp_path_factory.mktemp("own"))[0])


def games(game, count):
    """Yield the states of some random games."""
    for seed in range(count):
        state, player = game.new(seed=seed), random_player(seed)
        while state.result is None:
            yield state
            state.apply(player(state))
        yield state


def test_lanterns_is_one_module_of_at_most_270_lines_and_one_file():
    assert "lanterns" in SMALL
    assert len((ROOT / "lanterns.py").read_text(encoding="utf-8").splitlines()) <= 270
    assert not (ROOT / "lanterns").exists()
    book = engines.load("lanterns").rulebook
    assert 15 <= len(book.clauses) <= 25
    assert len([card for card in engines.load("lanterns").cards if not card.unseen]) == 12


def test_games_end_by_a_clause(game):
    ends = {state.result.clause for state in games(game, 60) if state.result is not None}
    assert ends <= set(game.rulebook.clauses)
    assert len(ends) > (game.name == "lanterns")


def test_copies_and_texts_play_on_alike(game):
    for at, state in enumerate(games(game, len(thinned(range(6))))):
        copy, read = state.copy(), game.position(state.position())
        for other in (copy, read):
            assert other.position() == state.position()
            assert other.canonical_key() == state.canonical_key()
            assert other.legal_actions() == state.legal_actions()
        if state.actions:
            before, action = state.position(), state.actions[at % len(state.actions)]
            copy.apply(action)
            read.apply(action)
            assert copy.position() == read.position()
            assert state.position() == before


def test_an_action_is_legal_exactly_when_nothing_speaks_against_it(game):
    refused = set()
    for state in games(game, len(thinned(range(12)))):
        for seat in (0, 1):
            for action in dict.fromkeys((*game.tries(state, seat), *state.actions)):
                reasons = state.why_not(action, seat)
                legal = state.result is None and state.seat_to_act == seat and action in state.actions
                assert legal == (not reasons), (state.position(), action, reasons)
                assert all(game.rulebook.clause(reason.clause) for reason in reasons)
                refused |= {reason.requirement for reason in reasons}
                for reason in reasons:
                    other = game.repaired(state, action, reason.requirement, seat)
                    left = [] if other is None else failing(other, seat, action)
                    assert reason.requirement not in [one.name for one in left], (action, reason)
    assert {"timing", "in_hand"} & refused


def test_what_is_hidden_is_in_no_view(game):
    for state in games(game, 4):
        for seat in (0, 1):
            veiled = state.copy()
            game.rules.forget_unseen(veiled, seat)
            assert veiled.view(seat) == state.view(seat)
            assert sorted(game.rules.belongings(veiled, 1 - seat)) != sorted(
                game.rules.belongings(state, 1 - seat)
            ) or not [*state.players[1 - seat].hand, *state.players[1 - seat].deck]


def test_cards_are_conserved(game):
    owned = {}
    for state in games(game, 12):
        now = [sorted(game.rules.belongings(state, seat)) for seat in (0, 1)]
        if state.turn == 1:
            owned.setdefault(state.turn, now)
        assert [len(cards) for cards in now] == [game.parameters["deck_size"]] * 2


def test_what_happens_is_told_and_every_action_has_a_text(game):
    state = game.new(seed=2, listen=True)
    player = greedy_player(1)
    while state.result is None:
        for action in state.actions:
            assert state.read(state.text(action)) == [action]
        state.apply(player(state))
    for event in state.events:
        for viewer in (0, 1):
            assert game.narrate(event, viewer)[-1] in ".!?"
            assert game.rulebook.clause(event.clause)


def test_the_phase_graph_reaches_every_step(game):
    graph = game.graph()
    reached = {graph.nodes[0]["name"]} | {edge["target"] for edge in graph.edges}
    assert reached == {node["name"] for node in graph.nodes}


def test_lanterns_as_the_rulebook_says():
    game = engines.load("lanterns")
    run = [scenarios.run_scenario(scenario, game) for scenario in scenarios.read_file(ROOT / "lanterns.scenarios.toml")]
    assert len(run) > 10


def test_the_solver_finds_the_last_lantern():
    state = engines.load("lanterns").position(
        'P2.lanterns = 1\nP1.field = ["Moth"]\nP2.field = ["Old Bear, tired"]\nunseen = true'
    )
    assert Solver(0, win_this_turn(state, 0)).holds(open_chance(state))


def test_a_name_that_is_none_and_a_file_that_exists_are_refused(tmp_path):
    for name in ("My Game", "3d", "class", "a/b", ""):
        with pytest.raises(DataError, match="cannot name a game"):
            write_skeleton(name, tmp_path)
    for name in ("random", "types", "code", "tutor", "engines", "pytest"):  # a notebook beside it would fail to start
        with pytest.raises(DataError, match=f"'{name}' is already a Python module"):
            write_skeleton(name, tmp_path)
    assert not list(tmp_path.iterdir())
    write_skeleton("twice", tmp_path)
    with pytest.raises(DataError, match="already exists"):
        write_skeleton("twice", tmp_path)


def test_the_notebook_of_a_beginning_says_how_to_measure_a_changed_number(tmp_path):
    module, *_, notebook = write_skeleton("twig", tmp_path)
    told = re.findall(r"tebiki simulate (\S+) --rule (\w+)=(\d+)", notebook.read_text(encoding="utf-8"))
    assert [file for file, *_ in told] == ["twig.py"]
    known = engines.load_file(module).parameters
    assert all(rule in known and known[rule] != int(value) for _, rule, value in told)


def test_from_new_to_a_changed_rule(tmp_path):
    """An author writes a game at home, changes a number and a rule, and plays it in the terminal."""

    def tebiki(*words, keys=""):
        command = [sys.executable, "-m", "tutor.commands.cli", *words]
        return subprocess.run(
            command, cwd=tmp_path, input=keys, text=True, capture_output=True, env={"PYTHONPATH": str(ROOT.parent)}
        )

    assert tebiki("new", "pond").returncode == 0
    told = tebiki("play", "pond.py", "--seed", "1", keys="1\n")
    assert told.returncode == 0, told.stderr
    assert "Pond" in told.stdout
    rules = tmp_path / "pond.toml"
    assert "Whoever has 12 points at the end" in tebiki("rules", "pond.py", "PON-3.1").stdout
    rules.write_text(rules.read_text().replace("[12, 1, 99", "[1, 1, 99"))
    assert "Whoever has 1 point at the end" in tebiki("rules", "pond.py", "PON-3.1").stdout
    assert "PON-3.1" in tebiki("play", "pond.py", "--seed", "1", keys="1\n").stdout


def test_what_is_wrong_with_an_own_game_is_said(tmp_path):
    path = write_skeleton("broken", tmp_path)[0]
    with pytest.raises(DataError, match="is not there"):
        engines.load_file(tmp_path / "none.py")
    path.with_suffix(".toml").write_text("title = 3")
    with pytest.raises(DataError, match="title"):
        engines.load_file(path)
    shutil.copy(path, tmp_path / "empty.py")
    (tmp_path / "empty.py").write_text("x = 1\n")
    with pytest.raises(DataError, match="no function game"):
        engines.load_file(tmp_path / "empty.py")


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        (".toml", 'plant = { form = "plant {card}", label = "Plant" }', "", "there is no sentence 'action.plant.form'"),
        (".toml", '"in_hand.no" = "{card}', '"in_hand.no" = "{cord}', "asks for {cord}, which is not given"),
        (".toml", 'planted = "', 'plented = "', "there is no sentence for the event 'planted'"),
        (".toml", '"POO-3.1" = [', '"POO-3.9" = [', "there is no clause POO-3.1, which pool.py names"),
        (".py", ', "skip": (None, "END")', "", "no step offers the action 'skip'"),
        (".py", '"plant": (play, "END")', '"plant": (play, "EDN")', "'EDN', which is no step. Did you mean END?"),
        (
            ".toml",
            "Whoever has {goal:point}",
            "Whoever has {gaol:point}",
            "POO-3.1: its text names 'gaol'",
        ),
        (".toml", "Whoever has {goal:point}", "Whoever has { points", "POO-3.1: "),
        (".toml", "Whoever has {goal:point}", "Whoever has {0} points", "POO-3.1: "),
        (".toml", "Whoever has {goal:point}", "Whoever has {goal.x} points", "POO-3.1: "),
        (".toml", 'verb = "draw"', 'verb = "drow"', "unknown verb 'drow'. Did you mean 'draw'?"),
        (".toml", '"Poppy" = 4, "Plum Tree" = 4 }\n\n[[deck]]', '"Poppy" = 8 }\n\n[[deck]]', ""),
    ],
)
def test_what_a_game_lacks_is_said_before_it_is_played(tmp_path, file, before, after, said):
    path = write_skeleton("pool", tmp_path)[0].with_suffix(file)
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    if said:
        with pytest.raises(DataError) as error:
            engines.load_file(tmp_path / "pool.py")
        assert said in str(error.value)
        assert "pool" in str(error.value) or "flow table" in str(error.value)
        return
    with pytest.raises(engines.IllegalDeck, match="Poppy is in the deck 8 times; at most 4 are allowed"):
        engines.load_file(tmp_path / "pool.py").new()


def test_an_own_game_is_simulated_in_other_processes(tmp_path):
    path = write_skeleton("pool", tmp_path)[0]
    assert cli.main(["simulate", str(path), "-n", "20", "--jobs", "2", "--bots", "beginner", "beginner"]) == 0
