"""The page of a course: its parts in order, the learner's standing, the next step, and the rules by chapter."""

from datetime import UTC, datetime, timedelta

import pytest

import engines
from engines.errors import DataError
from tutor import progress
from tutor.boards.presentation import playable_games
from tutor.courses import course_standing, loader, next_step, page
from tutor.learners import model
from tutor.lessons.loader import FOLDER as LESSONS
from tutor.navigation.links import has_page
from tutor.practice.sitting import askable_targets
from tutor.text import table_words

GAME = "altaria"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


def answer(lesson, *steps, verdict="right", clauses=(), kind="do"):
    who, game = progress.learner_id(), lesson.name.split("/")[0]
    for step in steps:
        progress.append_event(
            who, game=game, lesson=lesson.name, step=step, kind=kind, verdict=verdict, clauses=clauses
        )


def data(game=GAME):
    return page.open_course(game).data


@pytest.mark.parametrize("game", playable_games())
def test_every_lesson_is_a_part_of_its_course_and_has_a_line(game):
    course = loader.load_course(game)
    assert {part.lesson.name for part in course.parts} == {f"{game}/{path.stem}" for path in LESSONS.glob(f"{game}/*")}
    assert [part.lesson.name for part in course.parts if not part.line] == []
    assert has_page(f"{game}/course.ipynb")
    sections = engines.load(game).rulebook.sections
    for part in course.parts:
        assert set(part.chapters) <= set(sections)
        told = [id for ids in part.sections.values() for id in ids]
        assert tuple(told) == part.lesson.steps


@pytest.mark.parametrize("game", playable_games())
def test_the_path_shows_all_parts_and_one_button(game):
    shown = data(game)
    assert [one["title"] for one in shown["path"] if one.get("number")] == [
        part.lesson.title for part in loader.load_course(game).parts
    ]
    assert [one["state"] for one in shown["path"]].count("now") == 1
    first = shown["path"][0]
    assert first["state"] == "now"
    assert shown["today"]["href"] == first["href"]
    assert {way["name"] for way in shown["ways"]} >= {"play", "rulebook"}


def test_a_lesson_opens_with_recall_and_ends_with_puzzles_and_a_game():
    parts = {part.lesson.name.split("/")[1]: part for part in loader.load_course(GAME).parts}
    assert list(parts["03_charging_and_paying"].sections) == ["recall", "steps", "checkout", "game"]
    for name, part in parts.items():
        if part.lesson.sort == "puzzles":
            continue
        if "play" in part.lesson.rows[0]:  # a growing game is its own closing game
            assert list(part.sections) == ["steps"]
            continue
        rows = {row["id"]: row for row in part.lesson.rows}
        solved = {rows[id]["kind"] for id in part.sections.get("checkout", ())}
        assert solved == (set() if name == "00_decks" else {"solve"}), "before the first turn nothing is to be solved"
        assert {rows[id]["kind"] for id in part.sections["game"]} == {"play"}
        assert {rows[id]["level"] for id in part.sections.get("recall", ())} <= {loader.RECALL}


def test_a_part_behind_the_lessons_is_shown_once_it_has_a_page(tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "exam.ipynb").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loader, "has_page", lambda name: (tmp_path / name).exists())
    assert loader.load_course.__wrapped__("there").tail == ("exam",)


def test_a_course_without_a_file_follows_from_the_lessons(monkeypatch, tmp_path):
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    found = loader.load_course.__wrapped__("kingdom_hearts")
    names = [part.lesson.name for part in found.parts]
    assert names == sorted(names)
    assert (names[0], names[-1]) == ("kingdom_hearts/00_dark_friends", "kingdom_hearts/puzzles")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[part]]\nlesson = "a"\nlines = "x"', "unknown entry 'lines'"),
        ('[[part]]\nline = "x"', "names no lesson"),
        ('[[part]]\nlesson = "a"\n[[part]]\nlesson = "a"', "named twice"),
    ],
)
def test_what_is_wrong_in_a_course_file_is_named(monkeypatch, tmp_path, text, told):
    (tmp_path / "chaos.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    with pytest.raises(DataError, match=told):
        loader.load_course.__wrapped__("chaos")


def test_somebody_who_has_begun_goes_on_where_he_was():
    first, second, *others = lessons = loader.course_lessons("kingdom_hearts")
    answer(first, *first.steps[:4])
    shown = data("kingdom_hearts")
    assert shown["path"][0]["badge"] == f"Step 5 of {len(first.steps)}"
    assert f"step={first.steps[4]}" in shown["today"]["href"] == shown["path"][0]["href"]
    steps = next(one for one in shown["path"][0]["sections"] if one["name"] == "steps")
    assert steps["text"].startswith("4 of ")
    answer(first, *first.steps)
    shown = data("kingdom_hearts")
    assert [one["state"] for one in shown["path"][:2]] == ["done", "now"]
    assert shown["today"]["title"] == second.title
    for lesson in (second, *others):
        answer(lesson, *lesson.steps)
    shown = data("kingdom_hearts")
    assert {one["state"] for one in shown["path"][: len(lessons)]} == {"done"}
    assert "play.ipynb" in shown["today"]["href"]
    assert shown["status"] == f"Lessons done: {len(lessons)} of {len(lessons)}"


def later(monkeypatch, days):
    now = datetime.now(UTC) + timedelta(days=days)
    monkeypatch.setattr(model, "present_moment", lambda: now)


def test_rules_met_and_due_are_counted_by_chapter(monkeypatch):
    lesson = next(one for one in loader.course_lessons(GAME) if one.name.endswith("04_attacking"))
    clauses = [id for id, one in engines.load(GAME).rulebook.clauses.items() if one.executable and one.section == 12]
    answer(lesson, lesson.steps[0], clauses=clauses[:2])
    answer(lesson, lesson.steps[1], clauses=clauses[2:3], verdict="wrong")
    row = next(row for row in data()["chapters"]["rows"] if row["number"] == 12)
    assert row["marks"] == ["met"] * 3 + ["new"] * (len(clauses) - 3)
    assert row["label"].endswith(f"0 known, 0 due, 3 met, {len(clauses) - 3} not yet")
    later(monkeypatch, 60)
    shown = data()
    row = next(row for row in shown["chapters"]["rows"] if row["number"] == 12)
    assert row["marks"] == ["due"] * 3 + ["new"] * (len(clauses) - 3)
    part = next(one for one in shown["path"] if one["key"] == lesson.name)
    assert part["due"] == "3 due"


def test_what_is_due_comes_before_the_next_lesson(monkeypatch):
    lesson = next(one for one in loader.course_lessons(GAME) if one.name.endswith("04_attacking"))
    answer(lesson, lesson.steps[0], clauses=askable_targets(GAME).clauses[:2])
    monkeypatch.setattr(next_step, "has_page", lambda page: page.endswith("practice.ipynb"))
    assert lesson.page in data()["today"]["href"]
    later(monkeypatch, 60)
    never = [id for id in engines.load(GAME).rulebook.clauses if id not in askable_targets(GAME).clauses]
    answer(lesson, lesson.steps[1], clauses=never[:5])  # no maker can ask about them, so they lead to no question
    shown = data()["today"]
    assert "practice.ipynb" in shown["href"]
    assert "questions" in shown["title"]
    assert shown["reasons"][0]["text"].startswith("**1 due**")
    assert sum(len(reason["marks"]) for reason in shown["reasons"]) == int(shown["title"].split()[0])


def test_the_panel_tells_what_tomorrow_asks_again(monkeypatch):
    lesson = next(one for one in loader.course_lessons(GAME) if one.name.endswith("04_attacking"))
    alone = dict.fromkeys(about[0] for about in askable_targets(GAME).about.values() if len(about) == 1)
    answer(lesson, lesson.steps[0], clauses=[*alone][:6], verdict="wrong")
    assert "Tomorrow: 3" in data()["today"]["note"], "six rules, of which one question asks two or three"
    later(monkeypatch, 1)
    assert "Tomorrow" not in data()["today"]["note"], "they are due by then"


def test_every_rule_stands_in_one_chapter():
    for game in playable_games():
        known = course_standing.rule_states(course_standing.known_rules(game, model.LearnerModel()))
        chapters = course_standing.states_by_chapter(game, known)
        assert sum(map(len, chapters.values())) == len(known) > 50


def test_every_word_of_the_page_has_a_key():
    own = table_words("course")
    for name in loader.PAGES_BEHIND:
        assert {f"tail_{name}", f"tail_{name}_line", f"tail_{name}_time"} <= set(own)
    for state in course_standing.STATES:
        assert {f"mark_{state}", f"count_{state}"} <= set(own)
