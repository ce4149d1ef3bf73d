"""The slow-motion strip: a procedure's rows as frames, each with its events, including rows without any effect."""

from pathlib import Path

import pytest

from engines.errors import DataError
from tutor.lessons import loader
from tutor.lessons.flow_strips import draw_strip, iter_frames
from tutor.lessons.page import open_session

KITES = {
    "turn": 9,
    "step": "D1",
    "you": {"front": ["Kite Signal Sorane with Paper Wings"], "extra": ["Harbour at Dusk"]},
    "rival": {"front": ["Kite Signal Sorane with Paper Wings"]},
}
BATTLE = ['attack "Kite Signal Sorane"', 'guard "Kite Signal Sorane"', 'resolve "Harbour at Dusk"', "accept"]


def film(strip="C1", position=KITES, script=BATTLE, when="battle over", kind="watch", **entries):
    """Return the session of a single watch step."""
    row = {"id": "one", "kind": kind, "title": "t", "text": "t", "goal": "g", "position": position, **entries}
    row |= {"script": script, "when": when, "strip": strip}
    lesson = loader.lesson_of({"game": "chaos", "title": "t", "step": [row]}, Path("one.toml"))
    return open_session(lesson, lesson.steps[0])


def kinds_in(taken, frame):
    return [taken.reel[number - 1].event.kind for number in frame.events]


def test_every_row_is_a_frame_and_one_that_finds_nothing_is_empty():
    taken = film()
    laid = iter_frames(taken.lesson.game, "C1", taken.reel)
    assert [one.row for one in laid] == ["C1", "C2", "C3", "C4", "C5", "C1", "C2", "C3", "C4", "C5", "C6"]
    assert [one.opens for one in laid if one.opens] == ["call", "again"]
    assert kinds_in(taken, laid[1]) == ["played_auto", "spent_extra", "turned_up"]  # what the row has called, too
    assert kinds_in(taken, laid[4]) == ["checked_again"]
    assert [one.row for one in laid if not one.events] == ["C3", "C1", "C3", "C4", "C5"]


def test_what_comes_before_and_after_belongs_to_no_frame():
    taken = film()
    laid = iter_frames(taken.lesson.game, "C1", taken.reel)
    inside = [number for one in laid for number in one.events]
    assert inside == sorted(set(inside))
    outside = {one.event.kind for number, one in enumerate(taken.reel, 1) if number not in inside}
    assert outside == {"attack", "oriented", "guard", "hurt", "excess", "damage_due", "damaged"}


def test_it_goes_with_the_film():
    taken = film()
    first = iter_frames(taken.lesson.game, "C1", taken.reel)[0].events[0]

    def states(shown):
        rounds = draw_strip(taken.lesson.game, "C1", taken.reel, shown, "en")["rounds"]
        return [[frame["state"] for frame in one["frames"]] for one in rounds]

    assert {state for one in states(first - 1) for state in one} == {"later"}
    assert states(first)[0] == ["now", "later", "later", "later", "later"]
    assert states(len(taken.reel))[1] == ["done", "done", "done", "done", "done", "now"]
    panel = taken.stage()["panel"]
    assert panel["strip"]["title"] == "Check timing"
    assert panel["strip"]["rounds"][1]["again"]


def test_the_page_gets_no_strip_before_the_answer_is_given():
    parts = [{"ask": "a", "of": "you.hand", "options": [0, 1]}]
    taken = film(kind="predict", parts=parts)
    assert "strip" not in taken.stage()["panel"]
    taken.answered({"0": "1"})
    taken.check()
    assert taken.stage()["panel"]["strip"]["rounds"]


def test_each_call_of_the_procedure_is_counted():
    position = {
        "turn": 9,
        "step": "D1",
        "you": {"front": ["Quiet Lamp Hotaru", "Rooftop Runner Kazane"]},
        "rival": {"front": ["Kite Signal Sorane", "Keen Eyes Shiori"]},
    }
    script = [
        *('attack "Quiet Lamp Hotaru"', 'guard "Kite Signal Sorane"'),
        *('attack "Rooftop Runner Kazane"', 'guard "Keen Eyes Shiori"'),
    ]
    taken = film(position=position, script=script, when="turn over")
    assert [one["call"] for one in taken.stage()["panel"]["strip"]["rounds"]][:2] == [1, 2]


def test_any_procedure_can_be_laid_out():
    position = {"turn": 9, "step": "D1", "you": {"front": ["Quiet Lamp Hotaru"]}}
    taken = film("P1", position, ['attack "Quiet Lamp Hotaru"', "no guard"])
    laid = iter_frames(taken.lesson.game, "P1", taken.reel)
    assert [one.row for one in laid] == ["P1", "P2"]
    assert kinds_in(taken, laid[1]) == ["damaged"] * 3


def test_a_phase_is_laid_out_with_the_calls_of_its_rows():
    hand = ["Signal Lantern", "Heavy Anchor", "Rallying Horn", "Flare Shell", "Salvage Net", "Paper Wings", "Undertow"]
    position = {"turn": 9, "step": "D1", "you": {"front": ["Quiet Lamp Hotaru"], "hand": hand}}
    taken = film("end", position, ["no attack", "accept", 'discard "Undertow"'], when="turn over")
    laid = iter_frames(taken.lesson.game, "end", taken.reel)
    assert [one.row for one in laid] == [f"E{number}" for number in range(1, 9)]
    assert kinds_in(taken, laid[3]) == ["set_off", "played_auto", "drew", "check_ended"]
    assert kinds_in(taken, laid[4]) == ["discarded"]


def test_a_strip_names_a_procedure_or_a_phase():
    with pytest.raises(DataError, match="strip is 'C9'"):
        film("C9")
