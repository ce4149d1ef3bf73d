"""A learner is read from the log, incrementally; the cache beside the log never overrides the log."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tutor import progress
from tutor.event_log import Event
from tutor.learners import learner_log, learner_standing, model
from tutor.learners.learner_log import LogLearner
from tutor.learners.model import model_of

START = datetime(2031, 5, 4, 9, tzinfo=UTC)
NOW = START + timedelta(days=60)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr(model, "present_moment", lambda: NOW)
    return tmp_path


def event(number, seconds=30, step="", verdict="", **more):
    time = (START + timedelta(seconds=number * seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    verdict = verdict or ("wrong" if number % 5 == 0 else "right")
    believed = {"agrees": ("M4",)} if verdict == "wrong" else {"differs": ("M4",)}
    facts = {"clauses": (f"ALT-{number % 13 + 1}.1", f"ALT-{number % 7 + 1}.2"), "seconds": 20.5, "options": 4}
    facts["kind"] = "which"
    step = step or f"which/M4/{number}"
    return Event(time, "me", "altaria", "altaria/practice", step, verdict=verdict, **facts | believed | more)


def write(events, who="me"):
    progress._write(progress.log_file(who), events)


def kept():
    return progress.log_file("me").with_name("me.known")


def as_read(who="me"):
    log = progress.read_log(who)
    return progress.summarise_events(log.events, log.broken), model_of(log.events)


def same(learner):
    return (learner.summary, learner.model) == as_read(learner.who)


def test_a_short_log_is_read_and_read_on():
    assert same(LogLearner("me"))
    write([event(n) for n in range(9)])
    learner = LogLearner("me")
    assert same(learner)
    assert not kept().exists()
    write([event(n) for n in range(9, 12)])
    learner.refresh()
    assert same(learner)
    write([event(3.5), event(13)])  # from another machine
    learner.refresh()
    assert same(learner)
    progress.reset_log("me")
    learner.refresh()
    assert same(learner)
    assert not learner.model.traces


def test_what_a_long_log_came_to_is_kept_and_read_on(monkeypatch):
    write([event(n, seconds=4000) for n in range(400)])
    write([event(400, 4000, kind="game", verdict="refused", run="r"), event(401, 4000, kind="setting", verdict="off")])
    first = LogLearner("me")
    assert same(first)
    assert kept().exists()
    write([event(n, seconds=4000) for n in range(402, 420)])
    counted = []
    monkeypatch.setattr(
        learner_log, "_whole", lambda data, whole=learner_log._whole: counted.append(len(data)) or whole(data)
    )
    again = LogLearner("me")
    assert same(again)
    assert sum(counted) < 18 * 400, "only what is new was read"
    progress.reset_log("me")
    assert not kept().exists()


@pytest.mark.parametrize("change", ["edited", "cut", "torn", "older", "twice", "forged", "scrawl", "nobody's"])
def test_what_is_kept_is_never_believed_against_the_log(change):
    write([event(n) for n in range(400)])
    LogLearner("me")
    path = progress.log_file("me")
    text = path.read_text()
    if change == "edited":
        path.write_text(text.replace('"wrong"', '"right"', 1))
    elif change == "cut":
        path.write_text("".join(line + "\n" for line in text.split("\n")[:350]))
    elif change == "torn":
        path.write_text(text + text.split("\n")[0][:40] + "\n")
    elif change == "older":
        write([event(-5)])
    elif change == "twice":
        path.write_text(text * 2)
    elif change == "forged":
        row = json.loads(kept().read_text())
        kept().write_text(json.dumps(row | {"made_by": "x", "summary": {}}))
    elif change == "scrawl":
        kept().write_text("{")
    else:
        kept().write_text(json.dumps(json.loads(kept().read_text()) | {"model": {"traces": {"x": [1]}}}))
    learner = LogLearner("me")
    assert same(learner)
    assert learner.summary.broken == (change == "torn")


def test_a_line_that_is_still_being_written_waits():
    write([event(n) for n in range(3)])
    whole = event(3).line()
    with progress.log_file("me").open("a") as file:
        file.write(whole[:50])
    learner = LogLearner("me")
    assert len(learner.model.sitting) == 3
    with progress.log_file("me").open("a") as file:
        file.write(whole[50:] + "\n")
    learner.refresh()
    assert len(learner.model.sitting) == 4
    assert same(learner)


@pytest.mark.slow
def test_twenty_thousand_events_are_known_at_once():
    write([event(n, seconds=3000) for n in range(20_000)])
    LogLearner("me")
    learner = LogLearner("me")
    assert len(learner.summary.lessons["altaria/practice"].done) == 16_000


def test_where_a_learner_stands():
    now = START + timedelta(hours=1)
    nobody = learner_standing.learner_standing("altaria", model_of([]), now)
    assert (nobody.known, nobody.due, nobody.met, nobody.questions) == ((), (), (), 0)
    clauses = ("ALT-11.8", "ALT-4.6")
    days = [event(1, seconds=86400 * day, verdict="right", clauses=clauses, step=f"{day}") for day in (0, 3, 14)]
    sure = learner_standing.learner_standing("altaria", model_of(days), START + timedelta(days=15))
    assert sure.known == ("ALT-4.6", "ALT-11.8")
    assert set(sure.known) | set(sure.new) == set(nobody.new)
    later = learner_standing.learner_standing("altaria", model_of(days), START + timedelta(days=400))
    assert "ALT-11.8" in later.due
    assert later.questions >= 1
    assert later.minutes >= 1


def test_a_belief_is_told_with_the_place_where_it_showed_and_the_step_that_deals_with_it(monkeypatch):
    targets = learner_standing.question_targets("altaria")
    aims = type(targets)("altaria", {"M4": ("ALT-11.8",)}, {"M4": "You play as if any unit may be attacked."}, {})
    rule = type("Rule", (), {"id": "M4", "says": "any unit"})
    monkeypatch.setattr(learner_standing, "question_targets", lambda game: aims)
    monkeypatch.setattr(learner_standing, "counter_rules", lambda game: [rule])
    answers = [event(n * 5, agrees=("M4",)) for n in range(8)]
    [belief] = learner_standing.learner_standing("altaria", model_of(answers), START + timedelta(hours=1)).beliefs
    assert belief.sentence.startswith("You play as if")
    assert belief.shown == answers[-1]
    assert (belief.lesson, belief.step) == learner_standing.first_meetings("altaria")["M4"]
    assert belief.lesson.startswith("altaria/")


def test_an_answer_of_a_clock_that_was_wrong_counts_as_now_and_the_log_stays():
    late = replace(event(9, clauses=("ALT-4.1",)), time="2061-01-01T00:00:00.000Z")
    write([event(1), late])
    text = progress.log_file("me").read_bytes()
    learner = LogLearner("me")
    assert learner.model.last == "2031-07-03T09:00:00.000Z"
    trace = learner.model.traces["ALT-4.1"]
    assert trace.card.last_review == NOW
    assert trace.card.due < NOW + timedelta(days=30)
    assert progress.log_file("me").read_bytes() == text
    assert progress.read_log("me").events[-1] == late


@pytest.mark.parametrize("read_between", [True, False])
def test_what_follows_such_an_answer_follows_it(read_between):
    late = replace(event(9, verdict="wrong", clauses=("ALT-4.1",)), time="2061-01-01T00:00:00.000Z")
    again = replace(event(11, clauses=("ALT-4.1",)), time=_time_of(NOW))
    write([event(1), late])
    learner = LogLearner("me") if read_between else None
    write([again])
    if learner:
        learner.refresh()
    else:
        learner = LogLearner("me")
    assert learner.model.last == again.time
    assert learner.summary.clauses["ALT-4.1"].due is False
    assert learner.summary.clauses["ALT-4.1"].seen == 2


def _time_of(moment):
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
