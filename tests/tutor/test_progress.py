"""The progress log survives truncated files, several writers, a reset, and a move to another machine."""

import errno
import json
import os
import subprocess
import sys
import tracemalloc

import pytest

from tutor import progress
from tutor.courses import lesson_names
from tutor.lessons import loader


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TEBIKI_LEARNER", raising=False)
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)
    return tmp_path / "data"


def add(step="one", verdict="right", who="me", lesson="altaria/04_attacking", **more):
    return progress.append_event(who, game="altaria", lesson=lesson, step=step, kind="do", verdict=verdict, **more)


def test_an_event_comes_back_as_it_was():
    sent = add(
        actions=['attack "Sunlit Herald" -> cores 1 2'], clauses=["ALT-11.2", "ALT-11.2"], hints=2, seed=7, seconds=4.25
    )
    log = progress.read_log("me")
    assert log == progress.Log((sent,), 0)
    assert sent.clauses == ("ALT-11.2",)
    assert sent.time.endswith("Z")


def test_what_was_done_under_an_earlier_name_of_a_lesson_counts():
    for step in ("two-of-three", "one-turn"):
        progress.append_event(
            "me", game="star_wars", lesson="star_wars/01_first_game", step=step, kind="watch", verdict="seen"
        )
    assert progress.read_summary("me").lessons["star_wars/01_the_setup"].done.keys() == {"two-of-three", "one-turn"}
    assert {event.lesson for event in progress.parse_log(progress.export_log("me")).events} == {
        "star_wars/01_the_setup"
    }


def test_earlier_names_lead_to_lessons_there_are():
    for old, new in lesson_names.present_names().items():
        assert loader.find_lesson(new).exists()
        assert not (loader.FOLDER / f"{old}.toml").exists()


def test_no_file_is_an_empty_log():
    assert progress.read_log("me") == progress.Log((), 0)
    assert progress.read_summary("me").lessons == {}


def test_unknown_verdicts_and_odd_ids_are_refused():
    with pytest.raises(ValueError, match="verdict"):
        add(verdict="perfect")
    with pytest.raises(progress.ProgressError, match="learner id"):
        progress.read_log("../me")


@pytest.mark.parametrize("cut", [1, 5, 60])
def test_a_cut_off_file_costs_one_event(cut):
    for step in ("one", "two", "three"):
        add(step)
    path = progress.log_file("me")
    path.write_bytes(path.read_bytes()[:-cut])
    add("four")
    log = progress.read_log("me")
    kept = ["one", "two", "three", "four"] if cut == 1 else ["one", "two", "four"]
    assert [event.step for event in log.events] == kept
    assert log.broken == (cut > 1)


@pytest.mark.parametrize(
    "line", ["[]", "{", "{}", '{"time": 3}', "nonsense", '{"actions": "x"}', "[" * 100_000, "\ufffd\ud7ff"]
)
def test_a_line_that_is_no_event_is_counted(line):
    add()
    with progress.log_file("me").open("a", encoding="utf-8") as file:
        file.write(line + "\n\n")
    log = progress.read_log("me")
    assert len(log.events) == 1
    assert log.broken == 1
    assert progress.read_summary("me").broken == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "9" * 400, "true"])
def test_a_number_that_cannot_be_added_up_is_no_event(number):
    line = add(seconds=4.5).line().replace("4.5", number)
    assert progress.parse_log(line) == progress.Log((), 1)


def test_a_line_from_a_later_version_is_read():
    event = add()
    row = json.loads(event.line()) | {"mood": "good"}
    assert progress.parse_log(json.dumps(row)).events == (event,)


WRITER = """
import sys
from tutor import progress
from tutor.courses import lesson_names
from tutor.lessons import loader
for number in range(200):
    step = f"{sys.argv[1]}.{number}"
    progress.append_event("me", game="g", lesson="g/1", step=step, kind="do", verdict="right", actions=["x" * 300])
"""


def test_two_processes_append():
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, name]) for name in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    log = progress.read_log("me")
    assert log.broken == 0
    assert {event.step for event in log.events} == {f"{name}.{number}" for name in "ab" for number in range(200)}


def test_the_summary_knows_what_is_done_and_what_is_next():
    add("one")
    add("two", "refused", clauses=["ALT-4.5"])
    add("two", "hint", hints=1, clauses=["ALT-4.5"])
    add("two", "wrong", clauses=["ALT-4.5", "ALT-11.1"])
    add("two", "right", clauses=["ALT-4.5"], seconds=10)
    add("two", "right", clauses=["ALT-4.5"], seconds=2)
    found = progress.read_summary("me")
    lesson = found.lessons["altaria/04_attacking"]
    assert list(lesson.done) == ["one", "two"]
    assert lesson.seconds == 12
    assert found.clauses["ALT-4.5"] == progress.ClauseProgress(seen=3, right=2)
    assert found.clauses["ALT-11.1"] == progress.ClauseProgress(seen=1, right=0, due=True)
    steps = ["one", "two", "three"]
    assert found.next_step("altaria/04_attacking", steps) == "three"
    assert found.next_step("altaria/05_magic", steps) == "one"
    assert found.next_step("altaria/04_attacking", ["one", "two"]) is None


def test_a_refused_try_says_nothing_about_how_well_a_rule_is_known():
    add("one", "refused", clauses=["ALT-11.8"])
    assert progress.read_summary("me").clauses == {}


def test_what_was_seen_is_done_and_what_was_wrong_in_it_stays_due():
    add("one", "wrong", clauses=["ALT-12.5"])
    add("one", "seen")
    found = progress.read_summary("me")
    assert list(found.lessons["altaria/04_attacking"].done) == ["one"]
    assert found.clauses["ALT-12.5"].due
    add("two", "right", clauses=["ALT-12.5"])
    assert not progress.read_summary("me").clauses["ALT-12.5"].due


def test_a_skipped_step_comes_after_those_ahead():
    add("three")
    found = progress.read_summary("me")
    assert found.next_step("altaria/04_attacking", ["one", "two", "three", "four"]) == "four"
    assert found.next_step("altaria/04_attacking", ["one", "two", "three"]) == "one"


def test_where_to_go_on():
    outline = {"a/1": ["one"], "a/2": ["one", "two"], "a/3": ["one"]}
    assert progress.Summary().go_on(outline) == ("a/1", "one")
    add("one", lesson="a/2")
    assert progress.read_summary("me").go_on(outline) == ("a/2", "two")
    add("two", lesson="a/2")
    assert progress.read_summary("me").go_on(outline) == ("a/3", "one")
    add("one", lesson="a/3")
    assert progress.read_summary("me").go_on(outline) == ("a/1", "one")
    add("one", lesson="a/1")
    assert progress.read_summary("me").go_on(outline) is None


def test_a_reset_keeps_the_old_log(home):
    assert progress.reset_log("me") is None
    event = add()
    aside = progress.reset_log("me")
    assert progress.read_log("me").events == ()
    assert progress.parse_log(aside.read_text()).events == (event,)
    add("two")
    assert progress.reset_log("me") != aside
    assert len(list(home.glob("me.*.old.jsonl"))) == 2


def test_export_and_back(tmp_path):
    add("one")
    add("two", "wrong")
    path = tmp_path / "mine.jsonl"
    assert progress.export_log("me", path) == path.read_text(encoding="utf-8")
    with pytest.raises(progress.ProgressError, match="already exists"):
        progress.export_log("me", path)
    assert progress.import_log("you", path.read_text() * 2 + "broken\n") == progress.ImportResult(2, (), 1, 2)
    assert progress.import_log("you", path.read_text()) == progress.ImportResult(0, (), 0, 2)
    assert [(event.learner, event.step) for event in progress.read_log("you").events] == [
        ("you", "one"),
        ("you", "two"),
    ]


def test_half_a_character_costs_its_line_alone():
    good = add("one").line()
    bad = good.replace('"one"', '"\\ud800"')
    assert json.loads(bad)["step"] == "\ud800"
    assert progress.import_log("you", f"{bad}\n{good}\n{good.replace('one', chr(0xD800))}\n") == progress.ImportResult(
        1, (), 2, 1
    )
    assert progress.export_log("you").count("\n") == 1


def test_two_machines_that_exchange_their_logs_come_to_the_same():
    """Logs are merged, not overwritten, once or twice and in either direction."""
    days = ("2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04")
    rows = [
        line(time=f"{day}T10:00:00.000Z", step=f"s{n % 3}", verdict="right" if n % 2 else "wrong")
        for n, day in enumerate(days)
    ]
    switches = [
        line(time=f"{days[at]}T11:00:00Z", kind="setting", lesson="", step="warnings", verdict=to, actions=[])
        for at, to in ((0, "on"), (3, "off"))
    ]
    one, other = rows[3:] + switches[1:] + rows[:1], rows[1:3] + switches[:1]
    progress.import_log("one", "".join(one))
    progress.import_log("other", "".join(other))
    for _ in range(2):
        here, there = progress.export_log("one"), progress.export_log("other")
        progress.import_log("one", there)
        progress.import_log("other", here)
    found = progress.read_summary("one")
    assert found == progress.read_summary("other")
    assert found.lessons["altaria/04_attacking"].last == "s0"
    assert found.clauses["A-1"] == progress.ClauseProgress(4, 2, due=False)
    assert found.settings == {"warnings": False}
    assert len(progress.read_log("one").events) == len(progress.read_log("other").events) == 6
    path = progress.log_file("one")
    path.write_bytes(path.read_bytes() * 2)  # two copies joined by hand
    assert progress.read_summary("one") == found
    assert len(progress.read_log("one").events) == 6


def test_what_an_answer_says_about_beliefs_is_kept_and_old_lines_do_without():
    sent = add(agrees=["M4"], differs=["M3", "M9"], options=5)
    [event] = progress.read_log("me").events
    assert event == sent
    assert (event.agrees, event.differs, event.options) == (("M4",), ("M3", "M9"), 5)
    plain = json.loads(add("two").line())
    assert not plain.keys() & {"agrees", "differs", "options"}
    [old] = progress.parse_log(json.dumps(plain)).events
    assert (old.agrees, old.differs, old.options) == ((), (), 0)
    assert progress.parse_log(line(agrees="M4")).broken == progress.parse_log(line(options="x")).broken == 1


def test_what_does_not_play_is_refused():
    add("one")
    two = add("two")
    taken = progress.import_log("you", progress.export_log("me"), plays=lambda event: event.step == "one")
    assert taken == progress.ImportResult(1, (two,), 0, 2)


def test_a_learner_is_a_lasting_pseudonym(monkeypatch, home):
    local = progress.learner_id()
    assert local == progress.learner_id()
    assert progress.learner_id("other") != local
    monkeypatch.setenv("JUPYTERHUB_USER", "wynn@example.org")
    hub = progress.learner_id()
    assert hub != local
    assert "wynn" not in hub  # none of its letters is a hexadecimal digit, so that chance cannot spell it
    monkeypatch.setenv("TEBIKI_LEARNER", "seat-4")
    assert progress.learner_id() not in (hub, local)
    assert os.name != "posix" or (home / "key").stat().st_mode & 0o077 == 0
    (home / "key").unlink()
    assert progress.learner_id() not in (hub, local)
    assert list(home.glob("key.*")) == []


@pytest.mark.parametrize("lack", [None, errno.ENOTSUP, errno.EMLINK])
def test_a_learner_needs_no_hard_links(monkeypatch, home, lack):
    def refuse(spare, path):
        raise OSError(lack, os.strerror(lack))

    if lack is None:
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(os, "link", refuse)
    local = progress.learner_id()
    assert local == progress.learner_id()
    assert [path.name for path in home.iterdir()] == ["key"]
    spare = home / "spare"
    spare.write_text("another key")
    with pytest.raises(FileExistsError):
        progress._put_in_place(spare, home / "key")
    assert progress.learner_id() == local


def test_a_link_that_fails_otherwise_is_told(monkeypatch, home):
    def refuse(spare, path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(progress.ProgressError):
        progress.learner_id()
    assert list(home.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    for use in (progress.learner_id, add):
        with pytest.raises(progress.ProgressError, match="TEBIKI_HOME"):
            use()


def test_the_usual_place(monkeypatch):
    monkeypatch.delenv("TEBIKI_HOME")
    assert progress.data_folder().name == "tebiki"
    monkeypatch.setenv("TEBIKI_HOME", "~nobody-of-that-name/data")
    assert progress.data_folder().name == "data"


def line(**change):
    row = {"time": "2026-01-04T18:22:07.123Z", "learner": "me", "game": "altaria", "lesson": "altaria/04_attacking"}
    row |= {"step": "one", "kind": "do", "verdict": "right", "actions": ['attack "A" -> cores 1 2'], "clauses": ["A-1"]}
    return json.dumps(row | change) + "\n"


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": -1},
        {"time": "yesterday"},
        {"time": "2026-13-01T00:00:00Z"},
        {"time": "2026-01-04 18:22"},
        {"time": ""},
        {"seconds": True},
    ],
)
def test_a_time_that_cannot_be_is_no_event(change):
    assert progress.parse_log(line(**change)) == progress.Log((), 1)


def test_what_has_not_happened_yet_is_not_taken_in():
    taken = progress.import_log("me", line(time="9999-01-01T00:00:00Z") + line())
    assert (taken.added, len(taken.refused)) == (1, 1)
    assert progress.read_summary("me").lessons["altaria/04_attacking"].time.startswith("2026")


@pytest.mark.slow
def test_a_long_log_is_brought_in_once():
    text = "".join(line(seed=number) for number in range(12_000))
    assert progress.import_log("me", text).added == 12_000
    assert progress.import_log("me", text).added == 0


@pytest.mark.slow
def test_the_longest_log_takes_no_room():
    path = progress.log_file("me")
    path.parent.mkdir(parents=True)
    with path.open("w", encoding="utf-8") as file:
        for number in range(50):
            file.write("".join(line(seed=number * 1000 + one) for one in range(1000)))
        file.write("x" * 3 * progress.LONGEST_EVENT + "\n" + line(step="last"))
    tracemalloc.start()
    summary = progress.read_summary("me")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert summary.lessons["altaria/04_attacking"].last == "last"
    assert summary.broken == 1
    assert most < 10_000_000  # the file has 14 MB


def test_a_name_that_is_no_text_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setitem(os.environ, "TEBIKI_LEARNER", "\udcff\udcfe")
    with pytest.raises(progress.ProgressError, match="is no text"):
        progress.learner_id()
    assert "is no text" in progress.load_progress()[2]


@pytest.mark.parametrize("variable", ["TEBIKI_LEARNER", "JUPYTERHUB_USER"])
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("  ", "is blank"), ("a\nb", "cannot be shown"), ("\x1b[31m", "cannot be shown"), ("x" * 101, "too long")],
)
def test_a_name_that_cannot_be_one_is_told_in_one_sentence(monkeypatch, home, variable, name, wrong):
    monkeypatch.setenv(variable, name)
    _, summary, why = progress.load_progress()
    assert wrong in why
    assert f"in {variable}" in why
    assert "Set TEBIKI_LEARNER to a name" in why
    assert "\n" not in why and "\x1b" not in why  # noqa: PT018
    assert summary == progress.Summary()
    assert not list(home.glob("*.jsonl"))


def test_blanks_around_a_name_do_not_make_another_learner(monkeypatch):
    monkeypatch.setenv("TEBIKI_LEARNER", "Ada Ō")
    plain = progress.learner_id()
    monkeypatch.setenv("TEBIKI_LEARNER", " Ada Ō ")
    assert progress.learner_id() == plain
    with pytest.raises(progress.ProgressError, match="up to 100"):
        progress.log_file("x" * 101)


def test_a_log_has_an_end(monkeypatch):
    monkeypatch.setattr(progress, "LARGEST_LOG", 1000)
    answer = {"game": "altaria", "lesson": "altaria/04_attacking", "step": "a", "kind": "do", "verdict": "right"}
    with pytest.raises(progress.ProgressError, match="it is full"):
        [progress.append_event("me", **answer) for _ in range(20)]
    assert 700 < progress.log_file("me").stat().st_size <= 1000


def test_a_learner_of_a_class_is_told_no_folder_of_the_teachers_machine(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    answer = {"game": "altaria", "lesson": "altaria/04_attacking", "step": "a", "kind": "do", "verdict": "right"}
    with pytest.raises(progress.ProgressError, match=str(tmp_path)):
        progress.append_event("me", **answer)
    monkeypatch.setenv("TEBIKI_IN_CLASS", "1")
    with pytest.raises(progress.ProgressError, match=r"^me\.jsonl: ") as error:
        progress.append_event("me", **answer)
    assert str(tmp_path) not in str(error.value)
