"""A rule in a notebook: the engine's lines for it, shown live, and the game without it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engines
import tutor
from engines.book.rulebook import Clause
from engines.errors import DataError
from tutor.embed.source import ENGINES, find_snippets
from tutor.lessons.loader import find_lesson, read_lesson
from tutor.lessons.page import LessonPage

ROOT = Path(__file__).resolve().parents[2]


def test_a_rule_is_shown_with_its_requirement_its_row_and_what_carries_it_out():
    rule = tutor.rule("ALT-12.6")
    assert [one.sort for one in rule.lines] == ["requirement", "row", "function"]
    requirement, row, function = rule.lines
    assert re.match(r'need\(\s*"bulwark",\s*"ALT-12.6"', requirement.text)
    assert row.text.startswith('choice_row(\n    "BLOCK attack')
    assert function.text.startswith("def list_blocks(state")
    shown = rule._repr_markdown_()
    assert "Units without Bulwark can never block." in shown
    assert f"```python\n{row.text}\n```" in shown
    assert "`engines/altaria/flow.py:" in shown


@pytest.mark.parametrize(("noted", "plain"), [("KH-1.2", "KH-1.3"), ("SW-12.10", "SW-12.9")])
def test_what_other_editions_have_otherwise_stands_under_the_rule(noted, plain):
    rule, other = tutor.rule(noted), tutor.rule(plain)
    assert isinstance(rule.entry, Clause)
    for shown in (rule._repr_markdown_(), repr(rule)):
        assert f"In other editions: {rule.entry.other_editions}" in shown
    assert "In other editions" not in other._repr_markdown_() + repr(other)


def test_the_house_rule_of_another_edition_stands_under_its_note():
    house = "As a house rule: The defender rolls no dice. Play by it: tebiki play star_wars --rule M2=1"
    for shown in (tutor.rule("SW-9.14")._repr_markdown_(), repr(tutor.rule("SW-9.14"))):
        assert house in shown
    assert "As a house rule" not in repr(tutor.rule("SW-5.12"))


def test_the_lines_are_those_of_the_file_at_that_place():
    for name in engines.names():
        game = engines.load(name)
        for clause in game.rulebook.clauses:
            for one in find_snippets(game, clause):
                source = (ENGINES / name / one.file).read_text(encoding="utf-8").splitlines()[one.line - 1 :]
                own = one.text.splitlines()
                assert [line.strip() for line in source[: len(own)]] == [line.strip() for line in own], one.where


def test_only_the_game_of_a_rule_is_loaded():
    code = "import sys, tutor; tutor.rule('SW-9.3'); print(*sorted(name for name in sys.modules if 'flow' in name))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in done.stdout.split() if name.startswith("engines.")}
    assert loaded & set(engines.names()) == {"star_wars"}


def test_nearly_every_clause_that_carries_a_rule_has_its_lines():
    for name in engines.names():
        game = engines.load(name)
        rules = [clause.id for clause in game.rulebook.clauses.values() if clause.executable]
        without = [id for id in rules if not find_snippets(game, id)]
        assert len(without) <= len(rules) / 8, (name, without)


def test_a_keyword_shows_the_plainest_card_that_has_it():
    card = tutor.rule("ALT-14.8").card
    assert card is not None
    assert 'keywords = ["Bulwark"]' in card.text
    assert card.text.startswith("[[card]]")
    assert card.text.count("[[card]]") == 1
    assert tutor.rule("ALT-12.6").card is None


def test_more_places_are_named_and_shown_on_request():
    some, every = tutor.rule("ALT-12.6"), tutor.rule("ALT-12.6", all=True)
    assert some.further == len(every.lines) - len(some.lines) > 0
    assert f'{some.further} more: tutor.rule("ALT-12.6", all=True)' in repr(some)


def test_the_game_without_a_rule_is_a_game_like_any_other():
    text = """
        player = "P2"
        step = "BLOCK"
        P2.field = ["Sunlit Herald, fatigued"]
        P1.field = ["Ember Sprinter"]
        attack = { attacker = "Sunlit Herald", cores = [1, 2] }
    """
    true, other = engines.load("altaria"), tutor.without("ALT-12.6")
    state = other.position(text)
    assert state.text(state.legal_actions()[0]) == 'block "Ember Sprinter"'
    assert true.position(text).step.name != "BLOCK", "nobody can block, so the attack goes on"
    assert true.kinds["block"] is not other.kinds["block"]
    house = true.variant(cores=3)
    assert tutor.without("M3", house).parameters["cores"] == 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tutor.rule("ALT-99.1"), "Did you mean 'ALT-9.1'?"),
        (lambda: tutor.rule("block"), "Ids begin with ALT"),
        (lambda: tutor.without("ALT-1.1"), "cannot be taken out"),
        (lambda: tutor.without("nothing", "altaria"), "no counter-rule 'nothing'"),
    ],
)
def test_a_mistake_is_named(call, words):
    with pytest.raises(DataError, match=words):
        call()


NOTEBOOKS = sorted((ROOT / "notebooks" / "altaria").glob("0*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_chapter_ends_with_its_engine_and_a_change_that_shows(path, capsys):
    """Every chapter's rule has lines, and the cell that changes one thing shows something different for each game."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    own = [cell for cell in cells if str(cell.get("id", "")).startswith("engine-")]
    assert len([cell for cell in own if cell["cell_type"] == "code"]) >= 4
    assert all(cell["metadata"]["tags"] == ["lab-only"] for cell in own)
    place = {"tutor": tutor, "lesson": LessonPage(read_lesson(find_lesson(f"altaria/{path.stem}")), keep=False)}
    for cell in own:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if source.startswith("tutor.rule("):
            assert eval(source, place).lines, source
            continue
        exec(source, place)
        said = capsys.readouterr().out.splitlines()
        assert len(set(said)) == 2 if said else "variant(" in source, source


def test_a_step_gives_its_position_to_another_game():
    page = LessonPage(read_lesson(find_lesson("altaria/04_attacking")), keep=False)
    true, other = page.state("who-may-attack"), page.state("who-may-attack", tutor.without("ALT-11.6"))
    texts = [{state.text(action) for action in state.actions} for state in (true, other)]
    assert texts[1] - texts[0] == {'attack "Reef Gatekeeper" -> cores'}


def test_what_would_change_a_rule_is_not_shown_as_what_carries_it_out():
    for name in engines.names():
        game = engines.load(name)
        files = {found.file for clause in game.rulebook.clauses for found in find_snippets(game, clause)}
        assert not [file for file in files if "changes" in file], name
