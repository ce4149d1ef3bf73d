"""The rulebook page: every entry opens, every demonstration plays, and every event has its clause."""

from urllib.parse import parse_qsl

import pytest

import engines
from engines.checking import scenarios
from tests.refusals import refuse
from tutor.boards.presentation import load_look
from tutor.classroom.house_rules_page import house_rules
from tutor.matches import demonstration, feedback
from tutor.pages.rulebook import RulebookReader, rulebook, scenarios_by_clause

GAME = engines.load("altaria")


@pytest.fixture
def reader():
    return RulebookReader(GAME, "ALT-11.8", "en")


@pytest.mark.parametrize(
    "scenario",
    [one for one in scenarios.scenarios_of("altaria") if not demonstration.is_deck(one)],
    ids=lambda one: one.name,
)
def test_every_scenario_is_a_demonstration(scenario):
    shown = demonstration.film_scenario(scenario, GAME)
    refused = [row for row in scenario.steps if "refused" in row]
    assert len([frame for frame in shown.frames if frame.refusal]) == len(refused)
    for frame in shown.frames:
        assert frame.text
        assert "{" not in frame.text
        assert not frame.clause or GAME.rulebook.clause(frame.clause)
        if frame.refusal:
            assert frame.refusal["facts"], frame.text


def test_every_clause_and_ruling_is_listed_once(reader):
    ids = [entry["id"] for entry in reader.book.data["entries"]]
    assert ids == [*GAME.rulebook.clauses, *GAME.rulebook.rulings]
    assert {entry["section"] for entry in reader.book.data["entries"]} <= {
        section["number"] for section in reader.book.data["sections"]
    }


def test_every_entry_opens(reader):
    for id in reader.order:
        assert reader.book.receive({"type": "command", "name": "open", "id": id})
        entry = reader.book.data["entry"]
        assert (entry["id"], reader.book.data["open"]) == (id, id)
        assert entry["text"]
        assert reader.book.child is (reader.projector.stage if reader.projector.shown else None)


def test_every_executable_clause_has_a_demonstration():
    shown = scenarios_by_clause("altaria")
    assert [
        clause.id for clause in GAME.rulebook.clauses.values() if clause.executable and clause.id not in shown
    ] == []


def test_a_demonstration_is_stepped_through_forwards_and_back(reader):
    count = len(reader.projector.shown.frames)
    assert reader.projector.stage.panel == {"kind": "watch", "title": "What happens", "at": 0, "end": count}
    assert reader.projector.stage.coach["feedback"] is None
    for to in [*range(1, count + 1), count - 1, 0, 99]:
        reader.projector.stage.receive({"type": "command", "name": "seek", "to": to, "stamp": reader.projector.stamp})
        assert reader.projector.at == min(to, count)
        assert reader.projector.stage.scene["stamp"] == reader.projector.stamp
    assert reader.projector.stage.coach["feedback"]["title"] == reader.projector.shown.frames[-1].text


def test_a_refused_try_is_explained(reader):
    at = next(place for place, frame in enumerate(reader.projector.shown.frames, 1) if frame.refusal)
    reader.projector.seek(at)
    said = reader.projector.stage.coach["feedback"]
    assert said["tone"] == "refused"
    assert said["facts"][0]["clause"] == "ALT-11.8"
    assert "refused" in reader.projector.stage.scene["marks"].values()


def test_another_demonstration_and_the_clause_of_an_event_open(reader):
    reader.book.receive({"type": "command", "name": "demo", "id": "1"})
    assert [demo["on"] for demo in reader.book.data["entry"]["demos"]][:2] == [False, True]
    reader.projector.stage.receive(
        {"type": "command", "name": "clause", "id": "ALT-12.8", "stamp": reader.projector.stamp}
    )
    assert reader.book.data["open"] == "ALT-12.8"


def test_an_entry_shows_its_step_its_rulings_and_what_is_often_believed(reader):
    entry = reader.book.data["entry"]
    assert "Attack" in [step["phase"] for step in entry["steps"]]
    assert entry["misconceptions"][0]["truth"]
    ruling = next(iter(GAME.rulebook.rulings.values()))
    reader.open(ruling.id)
    assert [one["id"] for one in reader.book.data["entry"]["clauses"]] == list(ruling.clauses)
    reader.open(ruling.clauses[0])
    assert ruling.id in [one["id"] for one in reader.book.data["entry"]["rulings"]]


@pytest.mark.parametrize("name", ["kingdom_hearts", "star_wars"])
def test_what_other_editions_have_otherwise_is_a_note_of_its_own_and_part_of_no_verdict(name):
    game = engines.load(name)
    noted = [clause for clause in game.rulebook.clauses.values() if clause.other_editions]
    assert noted
    for clause in noted:
        reader = RulebookReader(game, clause.id, "en")
        entry = reader.book.data["entry"]
        assert entry["other_editions"] == clause.other_editions
        assert clause.other_editions not in entry["text"]
        rows = {row["id"]: row["text"] for row in reader.book.data["entries"]}
        assert clause.other_editions in rows[clause.id]
        assert clause.other_editions not in str(feedback.known_entries(game, [clause.id]))
    reader.open(next(id for id, clause in game.rulebook.clauses.items() if not clause.other_editions))
    assert reader.book.data["entry"]["other_editions"] == ""


def test_a_note_leads_to_the_lab_with_its_house_rule_switched_on():
    for name, clause in (("star_wars", "SW-12.10"), ("kingdom_hearts", "KH-8.9")):
        entry = RulebookReader(engines.load(name), clause, "en").book.data["entry"]
        address, _, options = entry["house_rule"]["href"].partition("?")
        assert address.endswith("/classroom/house_rules.ipynb")
        asked = dict(parse_qsl(options))
        lab = house_rules(asked["game"], asked["rules"])
        assert [one["title"] for one in lab.data["rules"]] == [entry["house_rule"]["text"]]
    assert RulebookReader(engines.load("star_wars"), "SW-7.7", "en").book.data["entry"]["house_rule"] is None
    limit = RulebookReader(engines.load("kingdom_hearts"), "KH-1.2", "en").book.data["entry"]["house_rule"]
    assert limit == {"text": "Most cards in a deck (0: no limit): 60", "href": ""}


def test_a_deck_rule_shows_the_deck(reader):
    reader.open("ALT-2.2")
    deck = reader.book.data["entry"]["deck"]
    assert not deck["legal"]
    assert deck["reasons"][0]["clause"] == "ALT-2.2"
    assert reader.book.child is None


def test_the_address_may_name_a_clause(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "clause=alt-r2")
    assert rulebook("altaria").data["open"] == "ALT-R2"
    monkeypatch.setenv("QUERY_STRING", "clause=NO-9")
    assert rulebook("altaria").data["open"] == next(iter(GAME.rulebook.clauses))
    assert repr(rulebook("altaria")) == f"Page('book', 'Rulebook of {load_look('altaria')['title']}')"


def test_a_senseless_message_changes_nothing(reader):
    before = reader.book.data
    for message in ({"name": "open", "id": "NO-1"}, {"name": "demo", "id": "x"}):
        assert reader.book.receive({"type": "command", **message})
    assert reader.book.data == before
    for message in ({"name": "open"}, {"name": "open", "id": 3}, {"name": "demo", "id": 0}, {"name": "opne"}):
        refuse(reader.book, **message)
    reader.projector.stage.receive({"type": "command", "name": "seek", "to": "x", "stamp": 1})
    assert reader.book.data | {"notice": ""} == before
