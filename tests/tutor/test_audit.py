"""`tebiki progress` replays a log and reports edited events, with their lines and the engine's results."""

import json
import shutil

import pytest

import engines
from engines.search.players import STRENGTHS
from tutor import progress
from tutor.commands import cli
from tutor.learners.audit import audit_log
from tutor.lessons import loader
from tutor.lessons.checks import follow_hints
from tutor.lessons.page import LessonPage
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup, allowed_opponents

LESSON = loader.read_lesson(loader.find_lesson("altaria/04_attacking"))


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    return tmp_path


def learnt():
    """Take some steps of a lesson as a learner would, and return the lines of the log."""
    page = LessonPage(LESSON)
    for id in ("try-the-upright", "hold-the-last-core"):
        page.stage_of(LESSON.step(id))
        follow_hints(page.sessions[id])
    page.stage_of(LESSON.step("tired-guard"))
    page.sessions["tired-guard"].answered(["1"])
    page.sessions["tired-guard"].check()
    return lines()


def lines():
    return progress.log_file(progress.learner_id()).read_text(encoding="utf-8").splitlines()


def played(moves, name="altaria", undo=0):
    game = engines.load(name)
    deck = next(iter(game.decks))
    match = Match(Setup(name, deck, allowed_opponents(game, deck)[0], "quick", "rules", 3), game)
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game(name))
    player = STRENGTHS["quick"](5)
    for number in range(moves):
        if match.over:
            break
        match.play((player(match.table.state),))
        if number == undo:
            match.undo()
            match.play((player(match.table.state),))
    return lines()


def edited(rows, at, **change):
    row = json.loads(rows[at])
    return [*rows[:at], json.dumps(row | change), *rows[at + 1 :]]


def test_an_honest_log_comes_out():
    rows = learnt()
    found = audit_log(rows)
    assert found.differences == found.broken == []
    assert found.again >= 4
    assert found.events == len(rows)


def test_an_edited_answer_is_named_with_its_line_and_what_the_engine_says():
    rows = learnt()
    at = next(at for at, row in enumerate(rows) if "tired-guard" in row)
    [difference] = audit_log(edited(rows, at, verdict="right")).differences
    assert str(difference) == (
        f"line {at + 1}: altaria/04_attacking, tired-guard: the log says right, the engine wrong."
    )
    at = next(at for at, row in enumerate(rows) if "hold-the-last-core" in row and '"right"' in row)
    [difference] = audit_log(edited(rows, at, actions=['block "Ember Sprinter"'])).differences
    assert difference.line == at + 1
    assert "Bulwark" in difference.says
    assert "ALT-" in difference.says
    [difference] = audit_log(edited(rows, 0, time="9999-01-01T00:00:00Z")).differences
    assert "9999-01-01" in str(difference)


def test_a_torn_file_costs_one_event():
    rows = learnt()
    found = audit_log([*rows[:-1], rows[-1][:40]])
    assert found.broken == [len(rows)]
    assert found.events == len(rows) - 1
    assert not found.differences


def test_a_whole_game_comes_out_and_an_edited_move_is_named():
    rows = played(12, undo=4)
    found = audit_log(rows)
    assert (found.differences, found.again) == ([], len(rows))
    moves = [at for at, row in enumerate(rows) if json.loads(row)["verdict"] == "move"]
    own, text, answers, led_to = json.loads(rows[moves[6]])["actions"]
    [difference] = audit_log(edited(rows, moves[6], actions=[own, text, answers, "0" * 10])).differences
    assert difference.line == moves[6] + 1
    assert "another position" in difference.says
    [difference] = audit_log(edited(rows, moves[6], actions=[own, "win", answers, led_to])).differences
    assert difference.line == moves[6] + 1
    [difference] = audit_log([*rows, rows[-1].replace('"move"', '"over"')]).differences
    assert "not over" in difference.says
    facts = json.loads(rows[0])["actions"]
    old = audit_log(edited(rows, 0, actions=[fact.replace("rules=", "rules=x") for fact in facts]))
    assert (old.differences, old.again, old.others) == ([], 0, len(rows)), "the rules have changed since"


def test_the_command(own_folder, capsys):
    assert cli.main(["progress"]) == 0
    assert "Nothing yet" in capsys.readouterr().out
    rows = learnt()
    assert cli.main(["progress"]) == 0
    mine = own_folder / "mine.jsonl"
    assert cli.main(["progress", "--export", str(mine)]) == 0
    assert mine.read_text(encoding="utf-8").splitlines() == rows
    assert cli.main(["progress", str(mine)]) == 0
    capsys.readouterr()
    at = next(at for at, row in enumerate(rows) if "tired-guard" in row)
    forged = own_folder / "forged.jsonl"
    forged.write_text("\n".join([*edited(rows, at, verdict="right"), "{torn"]), encoding="utf-8")
    assert cli.main(["progress", str(forged)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"line {len(rows) + 1}: cannot be read, skipped."
    assert said[1].startswith(f"line {at + 1}: altaria/04_attacking, tired-guard")
    assert "1 differ" in said[-1]
    shutil.rmtree(own_folder / "home")
    assert cli.main(["progress", str(forged), "--import"]) == 1
    assert f"Added: {len(rows) - 1} of {len(rows)} events" in capsys.readouterr().out
    assert cli.main(["progress", str(mine), "--import"]) == 0
    assert cli.main(["progress", str(mine), "--import"]) == 0
    assert "Added: 0 of" in capsys.readouterr().out.splitlines()[-1]
    assert sorted(json.loads(row)["time"] for row in lines()) == [json.loads(row)["time"] for row in rows]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("progress nowhere.jsonl", "nowhere.jsonl: no such file"),
        ("progress --import", "--import needs the file"),
        ("progress a.jsonl --export b.jsonl", "leave out the other file"),
        ("progress .", ".: "),
    ],
)
def test_a_mistake_costs_one_line(line, words, capsys):
    assert cli.main(line.split()) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_bad_name_costs_one_line(monkeypatch, capsys):
    monkeypatch.setenv("TEBIKI_LEARNER", "a\tb")
    assert cli.main(["progress"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tebiki: The learner's name in TEBIKI_LEARNER")
    assert said.count("\n") == 1
