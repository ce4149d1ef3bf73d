"""The mixer page: choosing, the consequences, its address, and the files of a beginning."""

import base64
import io
import zipfile

import pytest

from tutor.compare import mixer
from tutor.compare.mechanics import answered_games, load_questions
from tutor.compare.mixer_page import mix
from tutor.compare.named_mechanics import counting_questions
from tutor.text import table_words


@pytest.fixture
def page(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return mix()


def command(page, name, **more):
    return page.receive({"type": "command", "name": name, **more})


def test_every_question_but_those_that_count_can_be_answered(page):
    assert [row["id"] for row in page.data["rows"]] == [
        one.id for one in load_questions() if one.id not in counting_questions()
    ]
    for row in page.data["rows"]:
        assert [cell["game"] for cell in row["cells"]] == answered_games() or len(row["cells"]) == 5
    assert page.data["picks"] == {}
    assert len(page.data["open"]) == len(page.data["rows"])


def test_a_pick_is_chosen_changed_and_taken_back(page):
    command(page, "pick", question="win", game="star_wars")
    assert page.data["picks"] == {"win": "star_wars"}
    command(page, "pick", question="win", game="altaria")
    assert page.data["picks"] == {"win": "altaria"}
    command(page, "pick", question="win", game="altaria")
    assert page.data["picks"] == {}
    for question, game in (("chess", "altaria"), ("win", "chess"), ("rules", "altaria")):
        command(page, "pick", question=question, game=game)
        assert page.data["picks"] == {}


def test_conflicts_are_numbered_and_forbid_nothing(page):
    for question, game in (("win", "star_wars"), ("player_hit", "altaria"), ("target", "star_wars")):
        command(page, "pick", question=question, game=game)
    assert [one["n"] for one in page.data["conflicts"]] == [1, 2]
    one, other = page.data["conflicts"]
    assert one["title"] == "Breaking cores wins nothing"
    assert (one["answers"][0]["id"], one["others"][0]["id"]) == ("ALT-13.2", "SW-15.1")
    assert other["questions"] == ["player_hit", "target"]
    assert len(page.data["picks"]) == 3


def test_what_is_needed_leads_to_its_question(page):
    command(page, "pick", question="brake", game="altaria")
    [need] = [one for one in page.data["settle"] if one["question"] == "cost"]
    assert need["text"] == "What do cards cost?"
    assert need["because"] == "“Paying” (Altaria) needs this: prices."
    command(page, "pick", question="cost", game="chaos")
    assert "cost" not in [one["question"] for one in page.data["settle"]]


def test_a_game_is_where_to_start_and_all_can_be_cleared(page):
    command(page, "from", game="kingdom_hearts")
    assert set(page.data["picks"].values()) == {"kingdom_hearts"}
    assert [(one["id"], one["count"]) for one in page.data["from"]] == [("kingdom_hearts", len(page.data["rows"]))]
    assert page.data["conflicts"] == page.data["settle"] == page.data["open"] == []
    command(page, "from", game="chess")
    command(page, "clear")
    assert page.data["picks"] == {}


def test_the_address_holds_the_mix(page, monkeypatch):
    command(page, "pick", question="win", game="chaos")
    command(page, "pick", question="copies", game="dgrayman")
    assert page.data["mix"] == "copies.dgrayman,win.chaos"
    monkeypatch.setenv("QUERY_STRING", f"mix={page.data['mix']}")
    assert mix().data["picks"] == page.data["picks"]
    assert mixer.read_mix(page.data["mix"], mixer.mixable_questions()) == page.data["picks"]


def test_a_beginning_is_sent_as_an_archive(page, monkeypatch):
    sent = []
    monkeypatch.setattr(page, "send", sent.append)
    command(page, "pick", question="win", game="chaos")
    assert command(page, "begin", title="Three lanterns")
    [file] = sent
    assert (file["name"], file["mime"]) == ("three_lanterns.zip", "application/zip")
    names = zipfile.ZipFile(io.BytesIO(base64.b64decode(file["base64"]))).namelist()
    assert "three_lanterns/three_lanterns.toml" in names
    assert "three_lanterns.zip" in page.data["notice"]
    command(page, "clear")
    assert page.data["notice"] == ""


def test_its_words_are_there_in_japanese_too():
    for table in ("mixer", "mechanic", "mechanic_name", "mechanic_what", "tie", "settle", "begun"):
        english, japanese = table_words(table), table_words(table, "ja")
        same = [key for key in english if english[key] == japanese[key]]
        assert set(same) <= {"bgg", "ludii", "of_all", "out_n", "pick"}, table
