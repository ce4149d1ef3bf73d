"""Figures of items from learners' logs, and questions that learners report as odd."""

from dataclasses import replace

import pytest

import engines
from tutor.commands.cli import main
from tutor.event_log import Event
from tutor.learners.item_figures import Item, figures_by_source, measure_items
from tutor.practice.makers import make_question
from tutor.practice.question import session_of

ITEM = Item("altaria", "which", "M3")
ANSWER = Event(
    "2026-03-01T10:00:00Z", "ann", "altaria", "altaria/practice", "which/M3/100", "which", "right", options=4
)


def answers(learner, verdicts, **more):
    """Return a learner's answers to consecutive questions of an item, True for right ones."""
    return [
        replace(ANSWER, learner=learner, step=f"which/M3/{at}", verdict="right" if right else "wrong", **more)
        for at, right in enumerate(verdicts)
    ]


def others(learner, right):
    """Return four answers of a learner to other items."""
    return [
        replace(ANSWER, learner=learner, step=f"predict/M5/{at}", verdict="right" if right else "wrong")
        for at in range(4)
    ]


def class_of(share_right):
    """Return the logs of twenty learners, half of whom know all other items.

    share_right : share of right answers to ITEM in both halves.
    """
    logs = {}
    for at in range(20):
        knows = at < 10
        logs[f"learner {at}"] = others(f"learner {at}", knows) + answers(f"learner {at}", share_right(knows))
    return logs


def test_an_item_that_tells_who_knows_has_no_fault():
    figures = measure_items(class_of(lambda knows: [True, True, knows]))[ITEM]
    assert (figures.right, len(figures.answers)) == (50, 60)
    assert figures.chance == 0.25
    assert figures.discrimination > 0.4
    assert figures.faults == []


def test_a_guessed_item_tells_nothing():
    figures = measure_items(class_of(lambda knows: [True, False, False, False]))[ITEM]
    assert figures.discrimination == pytest.approx(0)
    assert figures.faults == ["guessed", "tells_nothing"]


def test_an_item_never_missed_is_named():
    assert measure_items(class_of(lambda knows: [True, True]))[ITEM].faults == ["never_missed"]


def test_few_answers_name_nothing():
    assert measure_items({"ann": answers("ann", [True, True])})[ITEM].faults == []


def test_a_distractor_never_chosen_is_dead():
    log = answers("ann", [False] * 20, agrees=("M4",), differs=("M13",))
    figures = measure_items({"ann": log})[ITEM]
    assert figures.dead_distractors == ["M13"]
    assert figures.faults == ["dead_distractor"]


def test_only_the_first_answer_to_a_question_counts():
    again = [replace(one, time="2026-03-01T10:01:00Z", verdict="right") for one in answers("ann", [False])]
    assert measure_items({"ann": again + answers("ann", [False])})[ITEM].right == 0


def test_a_step_asked_in_an_exam_is_the_same_item():
    step = replace(ANSWER, lesson="altaria/04_attacking", step="two-cores", kind="predict")
    asked = replace(step, lesson="altaria/player", step="step/altaria/04_attacking/two-cores")
    figures = measure_items({"ann": [step], "ben": [asked]})
    assert {str(item): len(own.answers) for item, own in figures.items()} == {"altaria/04_attacking/two-cores": 2}


def test_makers_and_lessons_are_summed():
    figures = figures_by_source(measure_items(class_of(lambda knows: [True])))
    assert {item.source: len(own.answers) for item, own in figures.items()} == {"predict": 80, "which": 20}


def test_a_question_is_called_odd_once_for_an_answer():
    heard = []
    made = (make_question(engines.load("altaria"), "which", "M3", seed) for seed in range(101, 107))
    question = next(one for one in made if one is not None)
    run = session_of(question, lambda verdict, facts: heard.append((verdict, facts)))
    odd = {"type": "command", "stamp": run.stamp, "name": "odd"}
    run.handle(odd)
    assert not heard, "there is no answer yet"
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    assert [control["name"] for control in run.stage()["coach"]["controls"]][-1] == "odd"
    run.handle(odd | {"stamp": run.stamp})
    run.handle(odd | {"stamp": run.stamp})
    assert [verdict for verdict, _ in heard][1:] == ["odd"]
    assert heard[1][1] == heard[0][1], "it is kept with the answer"
    assert run.stage()["coach"]["controls"][-1]["name"] == "called_odd"


def test_the_command_names_the_items_with_a_fault(tmp_path, capsys):
    for learner, events in class_of(lambda knows: [True, True]).items():
        text = "\n".join(event.line() for event in [*events, replace(ANSWER, learner=learner, verdict="odd")])
        (tmp_path / f"{learner}.jsonl").write_text(text, encoding="utf-8")
    assert main(["items", str(tmp_path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[1].startswith("altaria: which: 40 of 40 right (91 to 100 %), 20 learners, chance 25 %")
    assert shown[-1].startswith("altaria: which/M3: 40 of 40 right")
    assert shown[-1].endswith("called odd 20 times; never missed")


def test_a_file_that_is_no_log_is_named(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("Buy milk.\n", encoding="utf-8")
    assert main(["items", str(tmp_path / "notes.txt")]) == 2
    assert "is no progress file" in capsys.readouterr().err
    assert main(["items", str(tmp_path / "absent.jsonl")]) == 2
    assert "tebiki items" in capsys.readouterr().err
