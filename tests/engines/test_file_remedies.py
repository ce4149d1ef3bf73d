"""Files with typical spelling and saving errors: harmless errors are accepted, others are reported with a remedy."""

from __future__ import annotations

import unicodedata

import pytest

import engines
from engines.book.rulebook import read_toml
from tutor.commands import checking, cli
from tutor.event_log import parse_log

SCENARIO = '[[scenario]]\nname = "a"\nposition.P1.field = ["Sunlit Herald"]\nsteps = [{ %s }]\n'
FAULTS = [
    ("[scenario]\nname = 'a'\n", "[scenario] is one table. Write [[scenario]]"),
    (SCENARIO % "expect = []", "expect = [] says nothing."),
    (SCENARIO % "now = []", "now = [] says nothing."),
    (SCENARIO % 'now = ["step = MAIN"]' * 2, "two scenarios are called 'a'."),
    (SCENARIO % 'now = ["step = MIAN"]', "there is no step 'MIAN'. Did you mean 'MAIN'?"),
    (SCENARIO % "now = ['orientation \"Sunlit Herald\" = uprihgt']", "Did you mean 'upright'?"),
    (SCENARIO % "now = ['powr \"Sunlit Herald\" = 3']", "did you mean 'power'?"),
    (SCENARIO % "do = 'sumon \"Dawn Acolyte\"'", "Did you mean 'summon'?"),
    (SCENARIO % "refused = 'end attack', clause = \"SW-5.2\"", "is it a file of another game (--game)?"),
    ('step = "ATACK"\n', "there is no step 'ATACK'. Did you mean 'ATTACK'?"),
]


@pytest.mark.parametrize(("text", "said"), FAULTS)
def test_a_fault_in_a_file_is_told_with_its_remedy(tmp_path, text, said):
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    assert said in " ".join(checking.check_files(path, "altaria").problems)


def test_a_byte_order_mark_is_no_fault(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('game = "altaria"\nstep = "MAIN"\n', encoding="utf-8-sig")
    assert read_toml(path)["game"] == "altaria"
    assert not checking.check_files(path).problems


@pytest.mark.parametrize("cost", ["cost = 7.0", "cost = 2\nhealth = 0"])
def test_a_fault_of_a_card_names_its_file(tmp_path, cost):
    path = tmp_path / "cards.toml"
    more = "" if "health" in cost else "\nhealth = 1"
    path.write_text(
        f'game = "star_wars"\n[[card]]\nname = "Hull"\ncategory = "unit"\nkind = "space"\nside = "light"\n'
        f"speed = 1\npower = 1\n{cost}{more}\n"
    )
    (problem,) = checking.check_files(path).problems
    assert problem.startswith(str(path))
    assert ("Write it without a point: 7." in problem) == ("7.0" in cost)


def test_two_spellings_of_an_accent_are_one_name():
    row = {"name": "Héron", "category": "world", "level": 1, "app": 1}
    game = engines.load("kingdom_hearts").with_cards([row], "mine")
    apart = unicodedata.normalize("NFD", "Héron")
    assert apart != "Héron"
    assert game.card_number(apart, "here") == game.card_number("Héron", "here")
    state = game.position(f'P1.hand = ["{apart}"]')
    assert state.text(game.notation.read(state, f'move "{apart}"')[0]) == 'move "Héron"'


def test_a_card_without_what_is_asked_for_is_not_taken_for_the_one_that_has_it():
    text = 'P1.energy = ["Tide Scout"]\nP1.altar = ["Tide Scout + Furnace Heart"]'
    state = engines.load("altaria").position(text)
    from engines.checking.expectations import describe_difference

    assert describe_difference(state, 'force "Tide Scout" = ["Furnace Heart"]') == ""


@pytest.mark.parametrize(("start", "said"), [(b"\xff\xfea\x00", "UTF-16"), (b"\x1f\x8b\x08", "gzip")])
def test_a_log_that_is_no_text_is_told_as_what_it_is(tmp_path, capsys, start, said):
    path = tmp_path / "log.jsonl"
    path.write_bytes(start)
    assert cli.main(["progress", str(path)]) != 0
    assert said in "".join(capsys.readouterr())


def test_a_byte_order_mark_costs_a_log_no_answer(tmp_path):
    from tutor.commands.progress import read_log_text

    path = tmp_path / "log.jsonl"
    path.write_text("{}\n", encoding="utf-8-sig")
    assert read_log_text(path) == "{}\n"
    line = '{"time": "2026-01-01T00:00:00Z", "kind": "opened"}'
    assert parse_log(f"\ufeff{line}") == parse_log(line)
