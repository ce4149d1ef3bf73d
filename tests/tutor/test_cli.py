"""The command line: every command works, and a mistake is answered with one clear line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from engines.errors import DataError
from tutor.app import server as app
from tutor.commands import cli, lab
from tutor.commands.new_game import write_skeleton
from tutor.matches.lookup import look_up

ROOT = Path(__file__).resolve().parents[2]
GAME = engines.load("altaria")


def test_the_overview_has_every_command(capsys):
    assert cli.main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"tebiki {name}" in shown for name in cli.COMMANDS)
    assert "altaria" in shown


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("plya altaria", "Did you mean play?"),
        ("frobnicate", "there is no command 'frobnicate'"),
        ("play", "say which game. Games: altaria"),
        ("play altria", "Did you mean altaria?"),
        ("play qqqq", "Games: altaria"),
        ("play altaria --bot quck", "Did you mean quick?"),
        ("play altaria --bot x", "Choose from newcomer, beginner, quick, careful"),
        ("play altaria --deck herth", "Did you mean hearth?"),
        ("play altaria --rival-deck x", "Decks: hearth, tide"),
        ("play altaria --deck nowhere.json", "nowhere.json: cannot be opened"),
        ("play altaria --deck README.md", "README.md, line 3: there is no card"),
        ("play altaria --deck README.md", "Is its set missing? Name it with --set."),
        ("play altaria --sed 3", "Did you mean --seed?"),
        ("play altaria --seed x", "a whole number"),
        ("play altaria --seed -1", "from 0"),
        ("play altaria --language xx", "--language cannot be 'xx'"),
        ("simulate altaria -n 0", "from 1"),
        ("simulate altaria -n x", "a whole number"),
        ("simulate altaria -n 1000000000000", "to 10000000"),
        ("simulate altaria --bots quick genius", "genius"),
        ("simulate altaria --bots quick", "2 arguments"),
        ("simulate altaria --decks hearth nowhere.toml", "nowhere.toml"),
        ("simulate altaria --rule core=3", "Did you mean cores?"),
        ("simulate altaria --rule cores", "NAME=NUMBER"),
        ("simulate altaria --rule cores=99", "cores = 99"),
        (f"simulate altaria --rule cores={'9' * 5000}", "NAME=NUMBER"),
        (f"check {'a' * 300}", "no such file"),
        ("rules", "words"),
        ("rules ALT-11.88", "Did you mean ALT-11.8"),
        ("rules shuffel", "Did you mean Shuffle?"),
        ("rules attack --game altria", "Did you mean altaria?"),
        ("check", "path"),
        ("check nowhere.toml", "no such file"),
        ("check engines --game altria", "Did you mean altaria?"),
        ("lab --prt 3", "Did you mean --port?"),
        ("app --port x", "a whole number"),
        ("app there", "unexpected extra argument (there)"),
        ("completion bsh", "Did you mean bash?"),
        ("play altaria --seed", "requires an argument"),
        ("simulate altaria --jobs 0", "not be 0"),
        ("rules own.py", "own.py: is not there"),
        ("puzzles dig altaria", "not one of 'mine', 'decide', 'select', 'check'"),
        ("puzzles mine altaria --jobs 0", "not be 0"),
    ],
)
def test_a_mistake_costs_one_line(line, words, capsys):
    assert cli.main(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("tebiki")
    assert said.err.count("\n") == 1
    assert words in said.err


def test_rules_by_id_and_by_word(capsys):
    assert cli.main(["rules", "alt-11.8"]) == 0
    assert "ALT-11.8  Unit attack  ユニット攻撃" in capsys.readouterr().out
    assert cli.main(["rules", "召喚疲労", "--game", "altaria"]) == 0
    found = capsys.readouterr().out
    assert "summoning fatigue" in found
    assert "ALT-4.5" in found


def test_rules_of_ones_own_game(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new", "orchard"]) == 0
    capsys.readouterr()
    for line in ("rules orchard.py ORC-3.1", "rules ORC-3.1 --game orchard.py", "rules orchard.py orc-3.1"):
        assert cli.main(line.split()) == 0
        assert "\nORC-3.1  " in capsys.readouterr().out
    assert cli.main(["rules", "orchard.py"]) == 0
    assert capsys.readouterr().out.split("\n")[::-1][1].strip() == "After turn 40 the player with more points wins."
    assert cli.main(["rules", "orchard.py", "summon"]) == 2  # the message suggests other games
    assert cli.main(["rules", "ORC-3.1"]) == 2  # the location of that game is unknown
    small = engines.load(engines.names(small=True)[0])
    clause = next(iter(small.rulebook.clauses))
    assert cli.main(["rules", clause]) == 0
    assert clause in capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("goal = 15", "15 is not three whole numbers and two texts."),
        ('goal = ["15", 1, 99, "POO-3.1", "points that win"]', "is not three whole numbers and two texts."),
        ('goal = [15, 1, 99, "POO-3.1"]', "is not three whole numbers and two texts."),
        ('goal = [15, 20, 99, "POO-3.1", "points that win"]', "the standard 15 is not from 20 to 99."),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate", "check", "rules"])
def test_a_number_of_ones_own_game_that_is_none_costs_one_line(tmp_path, capsys, command, row, said):
    module, data, _ = write_skeleton("pool", tmp_path)
    data.write_text(re.sub(r"^goal = .*$", row, data.read_text(), flags=re.M))
    assert cli.main([command, str(module)]) in (1, 2)
    shown = capsys.readouterr()
    [line] = [line for line in (shown.out + shown.err).splitlines() if "parameters, goal: " in line]
    assert said in line
    assert "Write it as name = [standard, least, most" in line
    assert "Traceback" not in shown.err


def test_a_whole_rulebook_is_read_section_by_section(capsys):
    assert cli.main(["rules", "--game", "lanterns"]) == 0
    lines, book = capsys.readouterr().out.splitlines(), engines.load("lanterns").rulebook
    assert [line for line in lines if line.startswith("Lanterns, section")] == [
        f"Lanterns, section {number}: {title}" for number, title in book.sections.items()
    ]
    assert [line.split()[0] for line in lines if line.startswith(f"{book.prefix}-")] == [one.id for one in book]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell, capsys):
    assert cli.main(["completion", shell]) == 0
    assert f"_TEBIKI_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("tebiki sim", {"simulate"}),
        ("tebiki play alt", {"altaria"}),
        ("tebiki play --lang", {"--language"}),
        ("tebiki play altaria --bot c", {"careful"}),
        ("tebiki simulate altaria --decks h", {"hearth", "harbour"}),
        ("tebiki rules --game kin", {"kingdom_hearts"}),
    ],
)
def test_a_shell_completes_commands_options_games_and_decks(line, completed, monkeypatch, capsys):
    monkeypatch.setenv("_TEBIKI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert cli.main([]) in (0, 1)
    found = dict(reversed(row.split(",", 1)) for row in capsys.readouterr().out.splitlines())
    assert {word for word, kind in found.items() if kind == "plain"} == completed


def test_a_clause_comes_with_its_rulings():
    clause = next(clause for clause in GAME.rulebook.clauses.values() if clause.rulings)
    text = look_up([GAME], clause.id)
    assert all(GAME.rulebook.rulings[id].question[:20] in text for id in clause.rulings)


@pytest.mark.parametrize(
    ("name", "noted", "plain"), [("kingdom_hearts", "KH-1.2", "KH-1.3"), ("star_wars", "SW-14.4", "SW-14.3")]
)
def test_a_clause_comes_with_what_other_editions_have_otherwise(name, noted, plain):
    game = engines.load(name)
    note = game.rulebook.clauses[noted].other_editions
    shown = " ".join(look_up([game], noted).split())
    assert f"In other editions: {note} As a house rule: " in shown
    assert f"tebiki play {name} --rule " in shown
    assert "In other editions" not in look_up([game], plain)
    assert game.search_rules(note) == [game.rulebook.clauses[noted]]


def test_many_finds_are_a_list_and_lines_keep_the_width():
    text = look_up([GAME], "attack", width=60)
    assert "Give an id" in text
    assert all(len(line) <= 60 for line in look_up([GAME], "4.5", width=60).splitlines() if line.startswith("    "))
    with pytest.raises(DataError):
        look_up([GAME], " ")


def test_simulate_prints_its_table(capsys):
    line = "simulate altaria -n 10 --jobs 1 --seed 3 --bots random beginner --rule cores=2"
    assert cli.main(line.split()) == 0
    shown = capsys.readouterr().out
    assert "10 games" in shown
    assert "hearth (random)" in shown


def test_bots_are_called_as_on_the_pages(capsys):
    game = "simulate altaria -n 2 --jobs 1 --rule cores=1 --bots"
    assert cli.main([*game.split(), "Careful", "quick"]) == 0
    assert "careful against quick players" in capsys.readouterr().out
    assert cli.main(["play", "--help"]) == 0
    assert "{newcomer,beginner,quick,careful}" in capsys.readouterr().out


@pytest.mark.parametrize("name", engines.names())
def test_decks_and_house_rules_are_listed(name, capsys):
    assert cli.main(["simulate", name, "--list"]) == 0
    shown, game = capsys.readouterr().out, engines.load(name)
    for id in (*game.decks, *game.parameter_rules):
        assert f"  {id} " in shown


def test_a_deck_file_can_be_simulated(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    cards = "\n".join(f'"{name}" = {copies}' for name, copies in GAME.decks["tide"].cards.items())
    path.write_text(f'id = "mine"\n[cards]\n{cards}', encoding="utf-8")
    assert cli.main(["simulate", "altaria", "-n", "4", "--decks", "hearth", str(path)]) == 0
    assert "mine" in capsys.readouterr().out
    path.write_text('id = "mine"\n[cards]\n"Tide Scout" = 4', encoding="utf-8")
    assert cli.main(["simulate", "altaria", "-n", "4", "--decks", "hearth", str(path)]) == 2
    assert "deck mine: " in capsys.readouterr().err


@pytest.mark.slow
def test_check_exits_with_1_for_problems(tmp_path, capsys):
    assert cli.main(["check", str(ROOT / "engines/altaria/cards.toml")]) == 0
    assert capsys.readouterr().out.startswith("All good: ")
    path = tmp_path / "mine.toml"
    path.write_text('[cards]\n"Tide Scuot" = 4', encoding="utf-8")
    lesson = ROOT / "tutor/lessons/dgrayman/03_search.toml"  # the quickest course to be worked out
    assert cli.main(["check", "--game", "altaria", str(path), str(lesson)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("Warning: ")]
    assert "Did you mean 'Tide Scout'?" in lines[0]
    assert re.fullmatch(r"1 problem in 1 deck, 1 lesson\.", lines[-1])


def run(*arguments, typed=""):
    command = [sys.executable, "-m", "tutor.commands.cli", *arguments]
    return subprocess.run(command, input=typed, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_a_game_through_a_pipe():
    answer = run("play", "Altaria", "--seed", "3", "--bot", "quick", "--deck", "tide", typed="1\n1\nhelp\nquit\n")
    assert answer.returncode == 0
    assert answer.stderr == ""
    assert "You play Tide against Hearth. Quick bot, seed 3." in answer.stdout
    assert (
        answer.stdout
        == run("play", "altaria", "--seed", "3", "--bot", "quick", "--deck", "tide", typed="1\n1\nhelp\nquit\n").stdout
    )


def test_a_game_with_a_deck_of_ones_own(tmp_path):
    deck = tmp_path / "mine.toml"
    deck.write_text(f'name = "Mine"\n[cards]\n{own(4)}', encoding="utf-8")
    answer = run("play", "altaria", "--seed", "3", "--deck", str(deck), "--rival-deck", "tide", typed="quit\n")
    assert "You play Mine against Tide." in answer.stdout
    deck.write_text(f'name = "Mine"\n[cards]\n{own(3)}', encoding="utf-8")
    answer = run("play", "altaria", "--deck", str(deck))
    assert answer.returncode == 2
    assert "deck mine: The deck has 30 cards; it must have exactly 40." in answer.stderr


def test_decks_that_may_not_meet_are_told_and_none_is_exchanged(capsys):
    game = engines.load("star_wars")
    one = next(iter(game.decks))
    assert cli.main(["play", "star_wars", "--deck", one, "--rival-deck", one]) == 2
    assert "SW-" in capsys.readouterr().err


def own(copies):
    names = list(engines.load("altaria").decks["hearth"].cards)[:10]
    return "\n".join(f'"{name}" = {copies}' for name in names)


def test_a_reader_who_has_enough():
    line = f"{sys.executable} -m tutor.commands.cli rules the | head -n 1"
    answer = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert answer.stdout.count("\n") == 1
    assert answer.stderr == ""


def test_app_and_lab_are_started(monkeypatch):
    started = []
    monkeypatch.setattr(app, "start_app", lambda *arguments: started.append(arguments))
    assert cli.main(["app", "--port", "9000", "--no-browser"]) == 0
    assert started == [(9000, False, None, (), "/")]
    monkeypatch.setattr(app, "use_our_template", lambda: None)
    monkeypatch.setattr(lab.os, "execv", lambda *command: started.append(command))
    monkeypatch.setattr(lab.subprocess, "run", lambda command: subprocess.CompletedProcess(command, 0))
    assert cli.main(["lab", "--no-browser"]) == 0
    assert "jupyterlab" in started[-1][1]
    assert any("notebooks/index.ipynb" in word for word in started[-1][1])
    assert cli.main(["lab", "--port", "9000", "--", "--ServerApp.token=secret", "--no-browser"]) == 0
    assert started[-1][1][-2:] == ["--ServerApp.token=secret", "--no-browser"]
    for given, ours in (
        ("--port", "--port="),
        ("--ServerApp.port=1", "--port="),
        ("--notebook-dir=/", "--ServerApp.root_dir="),
    ):
        assert cli.main(["lab", "--", given]) == 0
        assert started[-1][1][-1] == given
        assert [word for word in started[-1][1] if word.startswith(ours) and word != given] == []
    monkeypatch.setattr(lab.os, "geteuid", lambda: 0)
    assert cli.main(["lab"]) == 0
    assert "--allow-root" in started[-1][1]
    monkeypatch.setattr(lab.os, "geteuid", lambda: 1000)
    assert cli.main(["lab"]) == 0
    assert "--allow-root" not in started[-1][1]


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_every_command_has_help(command, capsys):
    assert cli.main([command, "--help"]) == 0
    assert f"tebiki {command}" in capsys.readouterr().out
