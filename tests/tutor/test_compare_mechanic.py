"""The page of a mechanic: its rows, its names, what it needs and fights with, and the list of all of them."""

import pytest

from tutor.compare import causes, named, out
from tutor.compare.mechanic_page import mechanic
from tutor.compare.mechanics import questions
from tutor.compare.mechanics_page import mechanics as page_of_mechanics

QUESTIONS = {question.id: question for question in questions()}


@pytest.fixture(autouse=True)
def _no_address(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)


@pytest.mark.parametrize("id", named.mechanics())
def test_a_page_has_its_rows_and_who_has_it(id):
    data = mechanic(id).data
    assert [row["id"] for row in data["rows"]] == list(named.mechanics()[id].questions)
    assert len(data["have"]) + len(data["lack"]) == 5
    assert data["title"]
    assert data["text"].count(".") == 2, "what it is in two sentences"
    for fight in data["fights"]:
        assert fight["answers"], fight["id"]
        assert fight["others"], fight["id"]
        asked = {question for page in (id, *(one["id"] for one in fight["pages"])) for question in
                 named.mechanics()[page].questions}  # fmt: skip
        assert asked & set(named.mechanics()[id].questions)
    for need in data["needs"]:
        assert need["text"]
        assert need["answers"]


def test_who_has_it_follows_from_the_table():
    data = mechanic("dice").data
    assert [game["id"] for game in data["have"]] == ["star_wars"]
    data = mechanic("delay").data
    assert [game["id"] for game in data["have"]] == ["altaria", "dgrayman"]
    assert mechanic("winning").data["lack"] == []


def test_clauses_are_told_with_their_game_and_text():
    [fight] = [one for one in mechanic("life").data["fights"] if one["id"] == "hit_cores"]
    [own] = fight["answers"]
    assert (own["game"]["id"], own["id"]) == ("altaria", "ALT-13.2")
    assert "hand" in own["text"]
    assert "SW-15.1" in [one["id"] for one in fight["others"]]


def test_its_cells_are_played_like_those_of_the_table():
    page = mechanic("turning")
    assert page.data["open"] is None
    page.receive({"type": "command", "name": "open", "question": "ready", "game": "chaos"})
    assert (page.data["open"]["question"], page.data["open"]["game"]) == ("ready", "chaos")
    assert page.child is not None
    page.receive({"type": "command", "name": "open", "question": "win", "game": "chaos"})
    assert page.data["open"]["question"] == "ready"
    page.receive({"type": "command", "name": "all", "question": "exhausted"})
    assert len(page.child.children) == 5
    page.receive({"type": "command", "name": "close"})
    assert page.data["open"] is None


def test_an_address_names_a_mechanic_and_a_cell(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "mechanic=dice&question=dice&game=star_wars")
    data = mechanic().data
    assert (data["mechanic"], data["open"]["game"]) == ("dice", "star_wars")
    monkeypatch.setenv("QUERY_STRING", "mechanic=chess")
    data = mechanic().data
    assert data["mechanic"] is None
    assert "chess" in data["notice"]
    assert [one["id"] for one in data["all"]] == list(named.mechanics())
    monkeypatch.setenv("QUERY_STRING", "")
    assert mechanic().data["notice"] == ""


def test_what_it_does_when_taken_out_is_read_off_the_figures():
    found = causes.read()
    measured = {one.question for one in causes.causes() if found.of(one, causes.BEHIND)}
    for id, one in named.mechanics().items():
        shown = out.effects(one.questions, "en")
        assert bool(shown) == bool(measured & set(one.questions)), id
        for effect in shown:
            assert effect["rows"]
            assert effect["clause"]["id"]
    [shown] = [one for one in mechanic("delay").data["out"] if one["game"]["id"] == "altaria"]
    cause = causes.named("altaria", "summoning_delay")
    [row] = [row for row in shown["rows"] if row["id"] == "turns"]
    assert float(row["value"].replace("−", "-")) == pytest.approx(cause.adds(found.of(cause, "turns")).value, abs=0.06)
    assert mechanic("mulligan").data["out"] == []
    assert out.effects(("fresh",), "en", causes.Causes(0, 0)) == []


def test_the_table_leads_to_the_page_of_each_question():
    pages = page_of_mechanics().data["pages"]
    assert set(pages) == set(QUESTIONS) - set(named.counted())
    assert "mechanic=turning" in pages["ready"]["href"]
