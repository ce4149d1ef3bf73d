"""The home page: available pages can be opened, missing ones are marked, and progress is shown and stored."""

import json
from datetime import UTC, datetime, timedelta

import pytest

import engines
from tutor import progress
from tutor.boards.presentation import load_look, playable_games
from tutor.classroom.contents_page import contents
from tutor.compare import results
from tutor.courses import course_standing, next_step, page
from tutor.courses import loader as courses
from tutor.learners import learner_log, model
from tutor.lessons import loader
from tutor.navigation import links
from tutor.navigation.links import has_page
from tutor.pages import home
from tutor.practice.sitting import askable_targets


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


@pytest.fixture
def first():
    return courses.course_lessons("altaria")[0]


ANSWERS = {"energy": ['charge energy "Mossback Guard" up']}
"""What was done in steps whose answers are judged again when the log is imported."""


def done(lesson, *steps):
    for step in steps:
        progress.append_event(
            progress.learner_id(),
            game="altaria",
            lesson=lesson.name,
            step=step,
            kind="do",
            verdict="right",
            actions=ANSWERS.get(step, []),
            clauses=["ALT-1.1"],
        )


def test_five_games_and_only_those_with_an_engine_are_open():
    data = home.home().data
    assert len(data["games"]) == 5
    assert [game["name"] for game in data["games"] if game["open"]] == [
        name for name in courses.games_by_place() if name in playable_games()
    ]
    for game in data["games"]:
        assert game["title"] and game["line"] and game["seal"]  # noqa: PT018
        assert game["open"] == bool(game.get("buttons"))


def test_a_game_says_how_long_it_takes_and_the_lessons_it_has():
    for game in home.home().data["games"]:
        rows = courses.course_lessons(game["name"]) if game["open"] else []
        expected = f"{sum(row.minutes() for row in rows)} min of lessons"
        assert game["meta"].startswith(f"{load_look(game['name'])['minutes_game']} min a game")
        assert (expected in game["meta"]) == bool(rows)


def test_a_lesson_is_as_long_as_its_steps(first):
    steps = loader.read_lesson(loader.find_lesson(first.name)).steps
    assert first.minutes() == round(sum(step.get("seconds", 0) for step in steps) / 60) == 7


def test_somebody_new_is_led_to_the_first_lesson(first):
    on = home.home().data["go_on"]
    assert on["title"] == first.title
    assert first.page in on["href"]
    assert not home.home().data["progress"]["any"]


def test_somebody_who_has_begun_is_led_on(first):
    done(first, *first.steps[:2])
    data = home.home().data
    assert f"step={first.steps[2]}" in data["go_on"]["href"]
    count = len(first.steps)
    assert data["go_on"]["badge"] == f"Step 3 of {count}"
    assert data["go_on"]["note"] == f"about {first.minutes(first.steps[:2])} min left"
    game = next(game for game in data["games"] if game["name"] == "altaria")
    assert (game["buttons"][0]["text"], game["buttons"][0]["label"]) == ("Continue", first.title)


def test_somebody_who_skips_ahead_reads_the_same_in_both_places(first):
    done(first, first.steps[5])
    assert home.home().data["go_on"]["badge"] == f"Step 7 of {len(first.steps)}"
    assert page.open_course("altaria").data["path"][0]["badge"] == f"Step 7 of {len(first.steps)}"


def test_a_lesson_that_is_done_counts(first):
    done(first, *first.steps)
    game = next(game for game in home.home().data["games"] if game["name"] == "altaria")
    assert game["done"] == 1
    assert game["status"] == f"Lessons done: 1 of {len(courses.course_lessons('altaria'))}"


def test_every_game_has_a_door_to_its_course():
    for game in home.home().data["games"]:
        if game["open"]:
            assert f"{game['name']}/course.ipynb" in " ".join(button["href"] for button in game["buttons"])


def test_the_game_learnt_last_has_doors_to_its_practice_and_puzzles(first, monkeypatch):
    done(first, first.steps[0])
    monkeypatch.setattr(home, "has_page", lambda page: True)
    doors = {door["picture"]: door for door in home.home().data["doors"]}
    assert "altaria/practice.ipynb" in doors["practice"]["href"]
    assert "altaria/mined.ipynb" in doors["puzzles"]["href"]
    assert doors["puzzles"]["text"].startswith(load_look("altaria")["title"])


def test_home_says_how_many_questions_there_are_today(first, monkeypatch):
    who = progress.learner_id()
    known = askable_targets("altaria").clauses[:3]
    progress.append_event(
        who, game="altaria", lesson=first.name, step=first.steps[0], kind="do", verdict="right", clauses=known
    )
    monkeypatch.setattr(next_step, "has_page", lambda page: page.endswith("practice.ipynb"))
    now = datetime.now(UTC) + timedelta(days=60)
    monkeypatch.setattr(model, "present_moment", lambda: now)
    on = home.home().data["go_on"]
    asked = course_standing.todays_questions("altaria", learner_log.LogLearner(who).model)
    assert on["title"].startswith(f"{asked.count} question")
    assert f"{asked.minutes} minute" in on["title"]
    assert (on["badge"], on["game"]) == ("Today", load_look("altaria")["title"])
    assert "practice.ipynb" in on["href"]


def test_the_game_learnt_last_comes_first(first):
    done(first, first.steps[0])
    other = courses.course_lessons("chaos")[0]
    progress.append_event(
        progress.learner_id(), game="chaos", lesson=other.name, step=other.steps[0], kind="do", verdict="right"
    )
    assert other.page in home.home().data["go_on"]["href"]


def test_when_every_lesson_of_a_game_is_done_the_next_game_follows(first):
    for lesson in courses.course_lessons("star_wars"):
        for step in lesson.steps:
            progress.append_event(
                progress.learner_id(), game="star_wars", lesson=lesson.name, step=step, kind="do", verdict="right"
            )
    assert courses.course_lessons("chaos")[0].page in home.home().data["go_on"]["href"]


def test_starting_over_moves_the_log_aside(first, tmp_path):
    done(first, first.steps[0])
    page = home.home()
    page.receive({"type": "command", "name": "reset"})
    assert not page.data["progress"]["any"]
    [aside] = tmp_path.glob("*.old.jsonl")
    assert f"kept as {aside.name} in {tmp_path}" in page.data["notice"]
    page.receive({"type": "command", "name": "import", "text": aside.read_text(encoding="utf-8")})
    assert page.data["progress"]["any"]


@pytest.mark.parametrize("text", ["\ufffdPNG\n\ufffd\n\n\ufffd" * 200, "", "[1, 2]", "not progress"])
def test_what_is_no_progress_is_not_brought_in(first, text):
    done(first, first.steps[0])
    page, before = home.home(), progress.export_log(progress.learner_id())
    page.receive({"type": "command", "name": "import", "text": text})
    assert page.data["notice"] == "This is not a progress file. Nothing changed."
    assert progress.export_log(progress.learner_id()) == before


def test_a_file_too_large_for_a_message_is_told_in_words(first):
    page = home.home()
    page.receive({"type": "command", "name": "import", "size": 12_345_678})
    assert page.data["notice"].startswith("This file is too large to be brought in: 12 MB")


def test_progress_is_sent_as_a_file(first, monkeypatch):
    done(first, first.steps[0])
    sent = []
    page = home.home()
    monkeypatch.setattr(page, "send", sent.append)
    page.receive({"type": "command", "name": "export"})
    assert sent[0]["name"].endswith(".jsonl")
    assert json.loads(sent[0]["text"].splitlines()[0])["step"] == first.steps[0]


def test_lessons_are_listed_by_file_with_a_notebook_of_the_same_name():
    for lesson in courses.course_lessons("altaria"):
        assert has_page(lesson.page)
        assert lesson.steps
    assert courses.course_lessons("chess") == []


def test_the_page_speaks_japanese(monkeypatch):
    monkeypatch.setenv("TEBIKI_LANGUAGE", "ja")
    assert "遊び" in home.home().data["title"]


def test_a_failure_is_told_on_the_page(monkeypatch):
    page = home.home()
    monkeypatch.setattr(progress, "export_log", lambda who: 1 / 0)
    assert not page.receive({"type": "command", "name": "export"})
    assert "did not work" in page.data["notice"]


def test_home_opens_where_progress_cannot_be_kept(tmp_path, monkeypatch):
    blocked = tmp_path / "a file where the folder should be"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    page = home.home()
    assert page.data["games"]
    for more in ({"name": "import", "text": "{}"}, {"name": "export"}, {"name": "reset"}):
        assert page.receive({"type": "command", **more})
        assert "progress is not saved" in page.data["notice"]
        assert str(blocked) in page.data["notice"]


def test_a_learner_of_a_class_has_a_way_back_to_it(monkeypatch):
    assert "/class" not in [row["href"] for row in home.HomePage("en").page.bar["links"]]
    monkeypatch.setenv("TEBIKI_IN_CLASS", "/class")
    assert home.HomePage("ja").page.bar["links"][0] == {"text": "クラス", "href": "/class"}


def test_in_the_browser_home_offers_what_needs_no_server(monkeypatch):
    monkeypatch.setenv(links.ADDRESS_VARIABLE, "/site/voila/render/notebooks")
    page = home.home()
    [door] = [one for one in page.data["doors"] if one["picture"] == "classroom"]
    assert "class" not in door["text"]
    assert "this browser" in page.data["progress"]["text"]
    assert "no server" in contents().data["text"]
    monkeypatch.delenv(links.ADDRESS_VARIABLE)
    assert "tebiki class" in next(one["text"] for one in home.home().data["doors"] if one["picture"] == "classroom")
    assert "this machine" in home.home().data["progress"]["text"]
    assert "no server" not in contents().data["text"]


def test_a_browser_that_may_forget_is_told_once_there_is_something(first, monkeypatch):
    monkeypatch.setenv(links.MAY_FORGET_VARIABLE, "1")
    assert "forget" not in home.home().data["progress"]["text"]
    done(first, first.steps[0])
    assert "may forget" in home.home().data["progress"]["text"]
    monkeypatch.setenv(links.MAY_FORGET_VARIABLE, "")
    assert "forget" not in home.home().data["progress"]["text"]


@pytest.mark.parametrize("name", engines.names())
def test_the_length_of_a_game_is_the_measured_one_in_steps_of_five_minutes(name):
    measured = results.read_results().lengths[name]["quick"]["minutes"].median
    assert load_look(name)["minutes_game"] == max(5, 5 * round(measured / 5))
