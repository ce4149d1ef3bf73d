"""The page of a mechanic: its rows, its names, its needs and conflicts, and the list of all mechanics."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from tutor.classroom.house_rules_page import house_rules
from tutor.compare import ablation, causes, causes_page, named_mechanics
from tutor.compare.mechanic_page import mechanic
from tutor.compare.mechanics import load_questions
from tutor.compare.mechanics_page import mechanics as page_of_mechanics
from tutor.estimates import Estimate
from tutor.experiments.effects import RuleEffect

QUESTIONS = {question.id: question for question in load_questions()}


@pytest.fixture(autouse=True)
def _no_address(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)


@pytest.mark.parametrize("id", named_mechanics.named_mechanics())
def test_a_page_has_its_rows_and_who_has_it(id):
    data = mechanic(id).data
    assert [row["id"] for row in data["rows"]] == list(named_mechanics.named_mechanics()[id].questions)
    assert len(data["have"]) + len(data["lack"]) == 5
    assert data["title"]
    assert data["text"].count(".") == 2, "what it is in two sentences"
    for fight in data["fights"]:
        assert fight["answers"], fight["id"]
        assert fight["others"], fight["id"]
        asked = {question for page in (id, *(one["id"] for one in fight["pages"])) for question in
                 named_mechanics.named_mechanics()[page].questions}  # fmt: skip
        assert asked & set(named_mechanics.named_mechanics()[id].questions)
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
    assert [one["id"] for one in data["all"]] == list(named_mechanics.named_mechanics())
    monkeypatch.setenv("QUERY_STRING", "")
    assert mechanic().data["notice"] == ""


def estimate(value, low, high):
    return Estimate(value, low, high, 400)


def figures(*some):
    """Return figures in which some mechanics, given as (game, id), have the same effects."""
    found = causes.CauseFigures(400, 400)
    for game, id in some:
        whole = {
            causes.BEHIND: RuleEffect(
                estimate(0.3, 0.2, 0.4), estimate(0.1, 0.0, 0.2), *[estimate(-0.2, -0.3, -0.1)] * 2
            ),
            "turns": RuleEffect(estimate(15, 14, 16), estimate(15.5, 14, 17), *[estimate(0.5, -1, 2)] * 2),
            "handovers": RuleEffect(
                estimate(0.4, 0.3, 0.5), estimate(0.3, 0.2, 0.4), *[estimate(-0.1, -0.2, -0.05)] * 2
            ),
        }
        found.effects.setdefault(game, {})[id] = whole
    return found


def test_what_it_does_when_taken_out_is_read_off_the_figures():
    found = causes.read_causes()
    measured = {one.question for one in causes.list_causes() if found.of(one, causes.BEHIND)}
    for id, one in named_mechanics.named_mechanics().items():
        shown = ablation.measured_effects(one.questions, "en")["shown"]
        assert bool(shown) == bool(measured & set(one.questions)), id
        for effect in shown:
            assert effect["rows"]
            assert effect["clause"]["id"]
    [shown] = [one for one in mechanic("delay").data["out"]["shown"] if one["game"]["id"] == "altaria"]
    cause = causes.find_cause("altaria", "summoning_delay")
    [row] = [row for row in shown["rows"] if row["id"] == "turns"]
    assert float(row["value"].replace("−", "-")) == pytest.approx(cause.adds(found.of(cause, "turns")).value, abs=0.06)
    assert mechanic("mulligan").data["out"]["shown"] == []
    assert ablation.measured_effects(("fresh",), "en", causes.CauseFigures(0, 0))["shown"] == []


def test_a_difference_is_drawn_and_told_with_its_interval_and_n():
    found = figures(("altaria", "summoning_delay"), ("star_wars", "common_turn"))
    [shown] = ablation.measured_effects(("fresh",), "en", found)["shown"]
    assert (shown["plot"]["at"], shown["plot"]["low"], shown["plot"]["width"]) == (70, 60, 20), "of 50 to either side"
    behind, turns, _ = shown["rows"]
    assert (behind["value"], behind["interval"], behind["n"]) == ("+20.0", "+10.0 to +30.0", 400)
    assert behind["visible"]
    assert (turns["value"], turns["visible"]) == ("−0.5", False)


def test_in_common_turns_changes_of_the_decider_stand_for_off_turn_choices():
    [shown] = ablation.measured_effects(("whose_turn",), "en", figures(("star_wars", "common_turn")))["shown"]
    [row] = [row for row in shown["rows"] if row["id"] == "handovers"]
    assert row["value"] == "+10.0"
    assert "common turns" in row["title"]


@pytest.mark.parametrize("cause", causes.list_causes(), ids=lambda one: one.address)
def test_a_cause_is_about_the_mechanic_of_its_question(cause):
    """It is on the page of that mechanic; the removed clause is one on which the answer rests."""
    about = named_mechanics.mechanic_by_question()[cause.question]
    shown = ablation.measured_effects(
        named_mechanics.named_mechanics()[about].questions, "en", figures((cause.game, cause.id))
    )["shown"]
    assert [one["key"] for one in shown] == [cause.address]
    if not cause.put_in:
        assert cause.change().clause in QUESTIONS[cause.question].answers[cause.game].clauses


@pytest.mark.parametrize("cause", causes.list_causes(), ids=lambda one: one.address)
def test_a_cause_leads_to_its_row_and_to_the_house_rule_lab_with_its_change(cause, monkeypatch):
    [shown] = ablation.measured_effects((cause.question,), "en", figures((cause.game, cause.id)))["shown"]
    all_of_them, lab = (dict(parse_qsl(urlsplit(shown[way]).query)) for way in ("all", "lab"))
    page = causes_page.build_causes_page(figures((cause.game, cause.id)), "en")
    rows = [row["address"] for game in page.data["games"] for row in game["rows"]]
    assert all_of_them["cause"] in rows
    monkeypatch.setenv("QUERY_STRING", urlsplit(shown["lab"]).query)
    page = house_rules()
    assert [game["id"] for game in page.data["games"] if game["on"]] == [cause.game]
    [rule] = page.data["rules"]
    assert (rule["id"], rule["value"]) == (cause.rule, 1)
    assert lab["rules"] == f"{cause.rule}.1"


def test_the_table_leads_to_the_page_of_each_question():
    pages = page_of_mechanics().data["pages"]
    assert set(pages) == set(QUESTIONS) - set(named_mechanics.counting_questions())
    assert "mechanic=turning" in pages["ready"]["href"]
