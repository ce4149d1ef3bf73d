"""`tebiki check` recognises a file by its content, and reports each problem with file, place and remedy."""

import re
from pathlib import Path

import pytest

import engines
from engines.errors import DataError
from tutor.commands import checking
from tutor.commands.checking import check_files, kind_of
from tutor.commands.new_game import write_skeleton

ROOT = Path(__file__).resolve().parents[2]
GAME = engines.load("altaria")
TABLES = ("former_names.toml", "plain_words.toml")
"""Tables of words that belong to the program, not files written by people."""
PLACES = sorted(
    path
    for folder in ("engines", "tutor", "tutor/lessons")
    for path in (ROOT / folder).iterdir()
    if (path.suffix == ".toml" and path.name not in TABLES)
    or (path.is_dir() and path.name != "lessons" and list(path.rglob("*.toml")))
)
"""The parts that are checked separately: a game, the lessons of a game, any other folder with data."""


def written(folder, text, name="file.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def cards(deck):
    return "\n".join(f'"{name}" = {copies}' for name, copies in deck.items())


def test_the_examples_for_contributors_are_sound(tmp_path):
    examples = re.findall(r"```toml\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
    report = checking.Report()
    for number, text in enumerate(examples):
        check_files(written(tmp_path, text, f"{number}.toml"), report=report)
    assert report.problems == []
    assert report.judged == {"card": 1, "deck": 1, "lesson": 1}


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("scenario", {"scenario": [{}]}),
        ("lesson", {"game": "altaria", "step": [{}]}),
        ("rulebook", {"clause": [{}]}),
        ("small game", {"prefix": "X", "clauses": {}, "card": [{}]}),
        ("card", {"card": [{}], "deck": [{}]}),
        ("deck", {"deck": [{}]}),
        ("deck", {"cards": {"Tide Scout": 4}}),
        ("position", {"step": "MAIN", "P1": {}}),
        ("position", {"cards": [{}], "you": {}}),
        (None, {"title": "x", "deck": {"size": "words"}}),
    ],
)
def test_the_kind_is_told_by_the_content(kind, data):
    assert kind_of(data) == kind
    assert kind is None or kind in checking.CHECKS


def test_a_small_game_that_lacks_a_sentence_is_told(tmp_path):
    assert check_files(write_skeleton("go", tmp_path)[1]).summary() == "All good: 1 small game."
    path = write_skeleton("pond", tmp_path)[1]
    assert check_files(path).problems == []
    path.write_text(path.read_text().replace('planted = "', 'plented = "').replace('"planted.you"', '"plented.you"'))
    (problem,) = check_files(path).problems
    assert "there is no sentence for the event 'planted'" in problem


@pytest.mark.parametrize("place", PLACES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_everything_in_the_project_is_good(place):
    report = check_files(place)
    assert report.problems == []
    assert report.summary().startswith("All good" if report.judged else "There was nothing to check")


def test_a_good_deck(tmp_path):
    path = written(tmp_path, f'game = "altaria"\nname = "Mine"\n[cards]\n{cards(GAME.decks["tide"].cards)}')
    report = check_files(path)
    assert report.problems == []
    assert report.summary() == "All good: 1 deck."


def test_a_bad_deck_is_told_everything_at_once(tmp_path):
    path = written(tmp_path, '[[deck]]\nid = "mine"\n[deck.cards]\n"Tide Scout" = 9\n"Dawn Acolyte" = 4')
    problems = check_files(path, "altaria").problems
    assert len(problems) == 2
    assert all(f"{path}, deck 'mine'" in problem for problem in problems)
    assert "(ALT-2.1) Add 27." in problems[0]
    assert "(ALT-2.2) Take out 5 of them." in problems[1]


def test_an_unknown_card_gets_the_nearest_name(tmp_path):
    [problem] = check_files(written(tmp_path, '[cards]\n"Tide Scuot" = 4'), "altaria").problems
    assert "Did you mean 'Tide Scout'?" in problem


@pytest.mark.parametrize(
    "text", ['cards = { "Tide Scout" = "four" }', "deck = [3]", "[[deck]]\nid = 1", "[cards]\nx = true"]
)
def test_a_deck_of_the_wrong_shape(tmp_path, text):
    [problem] = check_files(written(tmp_path, text), "altaria").problems
    assert "file.toml" in problem
    assert "Write" in problem or "whole number" in problem


CARD = """
[[card]]
name = "{name}"
category = "unit"
cost = {cost}
symbols = "R"
species = "Emberkin"
power = 2
break_rank = 1
"""


def test_each_wrong_card_is_named(tmp_path):
    text = CARD.format(name="Cinder Cat", cost=1) + CARD.format(name="Soot Fox", cost='"one"')
    text += CARD.format(name="Cinder Cat", cost=1) + CARD.format(name="Ash Owl", cost=-1)
    problems = check_files(written(tmp_path, text), "altaria").problems
    assert [
        next(name for name in ("Soot Fox", "Cinder Cat", "Ash Owl") if name in problem) for problem in problems
    ] == [
        "Soot Fox",
        "Cinder Cat",
        "Ash Owl",
    ]


def test_a_deck_may_use_the_cards_beside_it(tmp_path):
    deck = dict(GAME.decks["hearth"].cards)
    deck["Cinder Cat"] = deck.pop("Root Letter")
    text = CARD.format(name="Cinder Cat", cost=1) + f'[[deck]]\nid = "mine"\n[deck.cards]\n{cards(deck)}'
    assert check_files(written(tmp_path, text), "altaria").problems == []


def test_positions(tmp_path):
    good = written(tmp_path, 'game = "altaria"\nstep = "ATTACK"\n[P1]\nfield = ["Sunlit Herald"]')
    assert check_files(good).problems == []
    bad = written(tmp_path, 'game = "altaria"\n[P1]\nfeild = ["Sunlit Herald"]')
    [problem] = check_files(bad).problems
    assert "feild" in problem
    assert "file.toml" in problem


def test_scenarios(tmp_path):
    text = """
    [[scenario]]
    name = "wrong"
    position.step = "ATTACK"
    position.P1.field = ["Sunlit Herald"]
    steps = [{ do = 'attack "Sunlit Herald" -> cores 1 2' }, { expect = ["P2.cores = 7"] }]
    [[scenario]]
    name = "right"
    position.step = "ATTACK"
    position.P1.field = ["Sunlit Herald"]
    steps = [{ do = 'attack "Sunlit Herald" -> cores 1 2' }, { expect = ["P2.cores = 5"] }]
    """
    folder = tmp_path / "altaria"
    folder.mkdir()
    report = check_files(written(folder, text))
    assert report.judged == {"scenario": 2}
    [problem] = report.problems
    assert "scenario 'wrong', step 2" in problem


def test_a_lesson_is_played(tmp_path):
    text = (ROOT / "tutor/lessons/altaria/04_attacking.toml").read_text(encoding="utf-8")
    path = written(tmp_path, text.replace('success = ["rival.cores = 2"]', 'success = ["rival.cores = 9"]'))
    report = check_files(path)
    assert report.judged == {"lesson": 1}
    assert any("point-at-two" in problem for problem in report.problems)


def test_a_rulebook_whose_references_lead_nowhere(tmp_path):
    text = (ROOT / "engines/altaria/rulebook.toml").read_text(encoding="utf-8")
    first = next(ruling for clause in GAME.rulebook.clauses.values() for ruling in clause.rulings)
    [problem, *_] = check_files(written(tmp_path, text.replace(f'"{first}"', '"ALT-R999"', 1))).problems
    assert "ALT-R999" in problem


def test_other_files_are_left_out_of_folders_but_named_alone(tmp_path):
    path = written(tmp_path, 'title = "words"')
    report = check_files(tmp_path)
    assert report.problems == []
    assert report.left_out == [path]
    assert report.summary() == "There was nothing to check. Skipped 1 file of other kinds."
    assert "scenario" in check_files(path).problems[0]


def test_copies_without_end_are_refused_before_they_are_counted_out(tmp_path):
    [problem] = check_files(written(tmp_path, '[cards]\n"Ember Sprinter" = 100000000000'), "altaria").problems
    assert "from 1 to 1000" in problem


@pytest.mark.parametrize(
    ("text", "words"), [("[[card]", "TOML"), ('game = "chess"\n[cards]', "chess"), ("[cards]", "--game")]
)
def test_what_cannot_even_be_judged(tmp_path, text, words):
    [problem] = check_files(written(tmp_path, text)).problems
    assert words in problem


def test_not_utf8(tmp_path):
    path = tmp_path / "file.toml"
    path.write_bytes(b'title = "\xff"')
    assert "UTF-8" in check_files(path).problems[0]


def test_no_such_file(tmp_path):
    written(tmp_path, "", "mydeck.toml")
    with pytest.raises(DataError, match=r"Did you mean .*mydeck.toml"):
        check_files(tmp_path / "mydek.toml")
    with pytest.raises(DataError, match="chess"):
        check_files(tmp_path, "chess")


@pytest.mark.parametrize(
    "text",
    [
        "scenario = 3",
        "[[scenario]]\nsteps = 3",
        '[[scenario]]\nstart = { decks = ["hearth"] }',
        '[[scenario]]\ndeck = "hearth"\n[[scenario.steps]]\ndo = "pass"',
        "step = [3]",
        "clause = [3]",
        "card = 3",
        "P1 = 3",
        f"P1 = {'[' * 5000}{']' * 5000}",
    ],
)
def test_no_shape_is_too_wrong(tmp_path, text):
    [problem] = check_files(written(tmp_path, text), "altaria").problems
    assert "file.toml" in problem
