"""The beginning of a small game from a mix: it passes the check, loads, plays, and lists choices and open issues."""

import base64
import io
import random
import tomllib
import zipfile

import pytest

import engines
from engines.search.players import random_player
from tutor.commands import cli
from tutor.compare import mixed_game, mixer
from tutor.compare.mechanics import answered_games
from tutor.compare.mixer_page import mix

ASKABLE = mixer.mixable_questions()
MIX = {
    "deck_size": "chaos", "copies": "dgrayman", "opening_hand": "star_wars", "win": "star_wars",
    "player_hit": "altaria", "exhausted": "kingdom_hearts", "target": "dgrayman", "damage": "star_wars",
    "come_back": "chaos", "brake": "altaria", "last_turn": "star_wars",
}  # fmt: skip


def written(folder, title, picks, language="en"):
    files = mixed_game.mixed_game_files(title, picks, ASKABLE, language)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    [module] = [folder / name for name in files if name.endswith(".py")]
    return module


def played(module):
    game = engines.load_file(module)
    state, player = game.new(seed=1), random_player(1)
    while state.result is None:
        state.apply(player(state))
    return game, state


def test_a_beginning_is_accepted_and_plays(tmp_path, capsys):
    module = written(tmp_path, "Three Lanterns", MIX)
    assert module.name == "three_lanterns.py"
    assert cli.main(["check", str(module.with_suffix(".toml"))]) == 0, capsys.readouterr().out
    game, state = played(module)
    assert state.result.clause in game.rulebook.clauses
    assert cli.main(["simulate", str(module), "-n", "4", "--jobs", "1"]) == 0


def test_numbers_that_were_chosen_are_carried_out(tmp_path):
    game, _ = played(written(tmp_path, "Three Lanterns", MIX))
    chosen = {"deck_size": 50, "copies": 3, "opening_hand": 7, "turn_cap": 40}
    assert {name: game.parameters[name] for name in chosen} == chosen
    assert game.rulebook.clauses["THR-1.1"].text == "A deck has 50 cards, at most 3 of a name."
    assert "draw 7 cards" in game.rulebook.clauses["THR-1.2"].text
    state = game.new(seed=3)
    assert len(state.players[0].hand) + len(state.players[0].deck) >= 49


def test_the_other_answers_are_clauses_that_only_inform(tmp_path):
    game = engines.load_file(written(tmp_path, "Three Lanterns", MIX))
    mixed = [clause for id, clause in game.rulebook.clauses.items() if id.startswith("THR-4.")]
    assert [clause.title for clause in mixed] == [
        ASKABLE[id].text for id in ASKABLE if id in MIX and id not in mixed_game.NUMBER_PARAMETERS
    ]
    assert not any(clause.executable for clause in mixed)
    [win] = [clause for clause in mixed if clause.title == "How do I win?"]
    assert win.text == "Hold 2 of the three arenas at the end of a turn. As in Star Wars, SW-15.1."


def test_conflicts_and_what_is_to_be_settled_are_comments():
    text = mixed_game.mixed_game_files("Three Lanterns", MIX, ASKABLE)["three_lanterns.toml"]
    tomllib.loads(text)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert any("Breaking cores wins nothing" in line and "ALT-13.2" in line and "SW-15.1" in line for line in comments)
    assert any("TODO: A unit turned up again: with its damage or without?" in line for line in comments)
    assert any("TODO: What do cards cost?" in line for line in comments), "the brake needs prices"
    assert "# - Is there a hand limit?" in comments
    assert any("a step or an action of three_lanterns.py" in line for line in comments)
    assert not any("{name}" in line for line in comments)


@pytest.mark.parametrize("name", answered_games())
def test_a_whole_game_is_a_beginning_with_nothing_to_settle(tmp_path, name):
    module = written(tmp_path, "All of one", dict.fromkeys(ASKABLE, name), "ja")
    played(module)
    assert "TODO" not in module.with_suffix(".toml").read_text(encoding="utf-8")


def test_any_mix_is_a_beginning(tmp_path):
    chance = random.Random(7)
    for at in range(4):
        picks = {id: chance.choice(answered_games()) for id in ASKABLE if chance.random() < 0.7}
        folder = tmp_path / str(at)
        folder.mkdir()
        played(written(folder, f"Mix {'abcd'[at]}", picks))
    played(written(tmp_path, "", {}))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Three lanterns!", "three_lanterns"),
        ("Café Été", "cafe_ete"),
        ("三つの灯", mixed_game.DEFAULT_NAME),
        ("NAME and TITLE", "name_and_title"),
        ("altaria", mixed_game.DEFAULT_NAME),
        ("lanterns", mixed_game.DEFAULT_NAME),
        ("import", mixed_game.DEFAULT_NAME),
        ('"""; import os; \\ {0}\n[clauses]', "import_os_0_clauses"),
        ("Random", mixed_game.DEFAULT_NAME),  # with a random.py beside it, no notebook would start
        ("", "a_game_of_mine"),
        ("x" * 500, "x" * 40),
    ],
)
def test_any_title_is_a_game(tmp_path, title, name):
    module = written(tmp_path, title, {"win": "altaria"})
    assert module.stem == name
    assert played(module)[0].title


def test_the_archive_has_the_three_files_in_a_folder():
    packed = mixed_game.zip_files(mixed_game.mixed_game_files("Pond of mine", {}, ASKABLE), "pond_of_mine")
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert names == [f"pond_of_mine/pond_of_mine{ending}" for ending in (".py", ".toml", ".ipynb")]


def test_what_the_page_saves_is_unpacked_loaded_and_played(tmp_path, monkeypatch, capsys):
    """What a user does who presses the button: the browser's file is unpacked, checked and played."""
    monkeypatch.delenv("QUERY_STRING", raising=False)
    page, sent = mix(mixer.format_mix(MIX)), []
    monkeypatch.setattr(page, "send", sent.append)
    page.receive({"type": "command", "name": "begin", "title": "Three Lanterns"})
    [file] = sent
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(file["base64"]))) as packed:
        packed.extractall(tmp_path)
    told = page.data["notice"].split()
    module = tmp_path / told[told.index("play") + 1]  # as the message says
    game, state = played(module)
    assert game.parameters["deck_size"] == 50
    assert state.result
    assert cli.main(["check", str(module.with_suffix(".toml"))]) == 0, capsys.readouterr().out
