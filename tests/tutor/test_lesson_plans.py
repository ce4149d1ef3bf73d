"""The lesson plans: the same headings in each, 45 minutes, answers confirmed by the engines, and no spoilers."""

from __future__ import annotations

import html
import itertools
import json
import re
from pathlib import Path

import nbformat
import pytest

import engines
import tutor
from engines.errors import DataError
from tutor import progress
from tutor.classroom import (
    claims,
    lesson_plans,
    plan_measures,
    plan_notebooks,
    plan_page,
    plan_sheet,
    plan_text,
    predictions,
    rule_trials,
)
from tutor.classroom.lesson_plans import (
    HEADINGS,
    HIDDEN_FROM_STUDENTS,
    LATER_PARTS,
    TEACHER_PARTS,
    list_plans,
    read_plan,
)
from tutor.classroom.plan_sheet import sheet_html
from tutor.classroom.rule_trials import Trial
from tutor.compare.causes import BEHIND, list_causes, read_causes
from tutor.compare.causes_page import added_by_cause
from tutor.estimates import NO_ESTIMATE, Estimate
from tutor.experiments.effects import RuleEffect
from tutor.navigation.links import bundled_project
from tutor.text import format_message, load_catalogue

PLANS = {plan.name: plan for plan in list_plans()}
NOTEBOOKS = bundled_project() / "notebooks"
each = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def texts(thing):
    """Yield every text in a plan, a page, or a part of one."""
    if isinstance(thing, str):
        yield thing
    for part in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list | tuple) else ():
        yield from texts(part)


def of_teacher(plan):
    """Return the sentences that only the teacher may read."""
    found = [plan["needs"]] + [text for row in plan.rows("wrong") for text in row.values()]
    for table, keys in HIDDEN_FROM_STUDENTS.items():
        found += [text for row in plan.rows(table) for key in keys if key in row for text in texts(row[key])]
    return [re.sub(r"[{*].*", "", text)[:60] for text in found if len(text) > 12]


def shown(page, close=False):
    """Return everything that a page sends, HTML and widget data, before the predictions or (`close`) after them."""
    parts = [page.top(), *(page.part(name) for name in page.plan.headings())]
    if close:
        page.close({row["id"]: predictions.prediction_options(row)[0].id for row in page.plan.rows("predict")})
    return "\n".join(
        part.html if isinstance(part, plan_text.PlanPart) else json.dumps([part.data, part.bar]) for part in parts
    )


def opened(plan, teacher=True):
    return plan_page.PlanPage(plan if teacher else plan.for_student(), "en")


# What a plan is.


@each
def test_it_takes_45_minutes_and_each_stretch_is_named(plan):
    assert sum(row["minutes"] for row in plan.rows("minute")) == 45
    assert [row["part"] for row in plan.rows("minute")] == list(lesson_plans.MINUTE_PARTS)
    assert plan_text.minute_spans(plan)[-1][1] == 45
    assert all(row.get("say") for row in plan.rows("minute"))


@each
def test_every_heading_has_something_below_it(plan):
    for name in HEADINGS:
        part = opened(plan).part(name)
        assert len(part.text) > 60 if isinstance(part, plan_text.PlanPart) else part.data["kind"] == name
    lists = [plan[key] for key in ("objectives", "share", "notice", "try", "extend")]
    assert all(len(one) >= 3 for one in lists)
    assert all(len(plan.rows(table)) >= least for table, least in (("predict", 3), ("explain", 4), ("wrong", 3)))
    assert {row["part"] for row in plan.rows("cell")} == {"run", "try"}


@each
def test_both_notebooks_are_as_the_plan_says_and_have_the_same_headings(plan):
    for one in plan_notebooks.both_plans(plan):
        path = plan_notebooks.notebook_path(one, NOTEBOOKS)
        assert path.read_text(encoding="utf-8") == plan_notebooks.notebook_text(one) + "\n", (
            "python -m tutor.classroom.plan_notebooks"
        )
        found = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.source.startswith("## ")]
        assert found == [f"## {load_catalogue('en')[f'plans.heading.{name}']}" for name in one.headings()]
    assert [name for name in HEADINGS if name not in one.headings()] == list(TEACHER_PARTS)


def test_there_are_no_other_notebooks():
    known = {
        plan_notebooks.notebook_path(one, NOTEBOOKS)
        for plan in PLANS.values()
        for one in plan_notebooks.both_plans(plan)
    }
    assert {*(NOTEBOOKS / "classroom" / "plans").glob("*.ipynb")} == known


# Truth of the statements.


@pytest.mark.slow
@each
def test_expected_answers_agree_with_the_engines(plan):
    said = [claim for row in plan.rows("explain") for claim in row.get("holds", ())]
    assert [claim for claim in said if not claims.claim_holds(claim)] == []
    assert len(said) >= 4
    for row in plan.rows("explain"):
        named = {word for claim in row.get("holds", ()) for word in claims.clauses_in(claim)}
        held = named | {id for claim in row.get("holds", ()) for id in clauses_of_answer(claim)}
        assert claims.clauses_in(row["answer"]) <= held or row.get("talk"), (row["id"], "a clause that nothing holds")


def clauses_of_answer(claim):
    """Return the clauses behind an answer in the mechanics table."""
    if not claim.startswith("answer "):
        return ()
    question, _, rest = claim.removeprefix("answer ").partition(":")
    return predictions.table_question(question).answers[rest.partition("=")[0].strip()].clauses


@each
def test_what_is_predicted_turns_out_one_way_and_not_every_way(plan):
    for row in plan.rows("predict"):
        found = predictions.find_outcome(row)
        assert 0 < len(found.right) < len(found.options), row["id"]
        assert {*found.right} < {one.id for one in found.options}
        assert found.rows
    assert len({row["id"] for row in plan.rows("predict") + plan.rows("explain")}) == len(
        plan.rows("predict") + plan.rows("explain")
    )


@each
def test_every_clause_that_is_named_exists_and_every_figure_can_be_filled_in(plan):
    for text in texts(plan.data):
        if "engines" in text and "\n" in text:
            continue  # a cell of code
        claims.fill_figures(text)
        plan_text.clause_links(claims.clauses_in(text))


@each
def test_the_boards_open_and_something_can_be_done_on_them(plan):
    for number in range(len(plan.rows("play"))):
        stage = opened(plan).play(number)
        assert stage.scene["players"]
        assert stage.scene["moves"] or stage.coach["controls"]


def test_a_claim_that_does_not_hold_is_found():
    assert not claims.claim_holds("measure off_turn: altaria > others")
    assert not claims.claim_holds("measure turns: star_wars none")
    assert not claims.claim_holds("answer saved: altaria = yes")
    assert not claims.claim_holds('clause ALT-8.1: "two cards"')
    assert not claims.claim_holds("puzzle fresh-sw: there refused SW-4.4")
    assert not claims.claim_holds("parameter cores: altaria = 8")
    with pytest.raises(DataError):
        claims.claim_holds("surely it is so")


def test_what_cannot_be_told_apart_is_right_together():
    estimate = plan_measures.exact_estimate(1.0)._replace(low=0.5, high=1.5)
    found = {
        "one": estimate,
        "two": estimate._replace(value=1.2, low=0.9, high=2.0),
        "three": plan_measures.exact_estimate(3.0),
    }
    assert predictions.extreme_games(found, highest=False) == ("one", "two")
    assert predictions.extreme_games(found, highest=True) == ("three",)
    found["two"] = estimate._replace(value=1.6, low=1.1, high=2.1)
    assert predictions.extreme_games(found, highest=False) == ("one", "two"), "1.6 is above 1.5, but may be 1.1"
    found["two"] = estimate._replace(value=1.9, low=1.4, high=2.4)
    assert predictions.extreme_games(found, highest=False) == ("one",), "two intervals that overlap may still differ"
    found |= {f"two {at}": found["two"] for at in range(8)}
    assert len(predictions.extreme_games(found, highest=False)) == 10, "of many differences one such is no surprise"
    found = {name: found[name] for name in ("one", "two", "three")}
    found["two"] = estimate._replace(value=1.8, low=1.6, high=2.2)
    assert predictions.extreme_games(found, highest=False) == ("one",)


def test_the_chance_of_a_difference_is_that_of_its_interval():
    one = plan_measures.exact_estimate(0.0)._replace(low=-3.0, high=3.0)
    other = plan_measures.exact_estimate(5.0)._replace(low=1.0, high=9.0)
    assert predictions.chance_of_difference(one, other) == pytest.approx(0.05), "3 and 4 make 5"
    assert predictions.chance_of_difference(other, one) == pytest.approx(0.05)
    assert predictions.chance_of_difference(one, one) == 1
    assert predictions.chance_of_difference(plan_measures.exact_estimate(1.0), plan_measures.exact_estimate(2.0)) == 0


def test_the_figures_that_plans_tell_in_prose_are_the_measured_ones():
    found = read_causes()
    assert found is not None
    tested = [one for one in list_causes() if added_by_cause(found, one, BEHIND) != NO_ESTIMATE]
    why = next(row["why"] for row in read_plan("catch_up").rows("predict") if row["id"] == "help")
    assert f"one of {len(tested)} that were tested" in why
    shares = [plan_measures.measured_value("handovers", game).value for game in ("star_wars", "chaos")]
    told = read_plan("interaction").rows("wrong")[1]["do"]
    assert "{:.0f} and {:.0f} of 100 choices".format(*(100 * share for share in shares)) in told


# Hidden from students.


@each
def test_a_students_page_has_nothing_of_the_teachers(plan):
    secret = of_teacher(plan)
    assert len(secret) > 15
    page = shown(opened(plan, teacher=False), close=True)
    source = plan_notebooks.notebook_text(plan.for_student())
    sheet = plan_sheet.sheet_html(plan, "en")
    for text in secret:
        assert text not in page
        assert json.dumps(text)[1:-1] not in page
        assert text not in source
        assert text not in sheet
    assert "_teacher" not in page + source


@each
def test_the_teachers_page_has_what_the_teacher_needs(plan):
    page = re.sub(r"<[^>]+>", "", shown(opened(plan)))
    for row in plan.rows("wrong"):
        assert row["do"].split(".")[0].split(" (")[0][:40] in page


@each
def test_nothing_of_what_turns_out_is_sent_before_the_predictions_are_in(plan):
    page = opened(plan, teacher=False)
    before = shown(page)
    assert page.widgets["run"].data["told"] == []
    assert "right" not in page.widgets["predict"].data
    assert page.widgets["explain"].data["asks"] == []  # its questions reveal the outcome
    for row in plan.rows("predict"):
        for one in predictions.find_outcome(row).rows:
            assert one.text not in before or len(one.text) < 12
    page.close({row["id"]: predictions.prediction_options(row)[0].id for row in plan.rows("predict")})
    assert len(page.widgets["run"].data["told"]) == len(plan.rows("predict"))
    assert len(page.widgets["explain"].data["asks"]) == len(plan.rows("explain"))
    page.close({})
    assert page.widgets["run"].data["told"] == []


@each
def test_what_there_is_to_notice_is_sent_when_the_predictions_are_in(plan):
    page = opened(plan, teacher=False)
    before, source = shown(page), plan_notebooks.notebook_text(plan.for_student())
    picks = {row["id"]: predictions.prediction_options(row)[0].id for row in plan.rows("predict")}
    for name in LATER_PARTS:
        assert page.widgets[name].data["locked"]
        for text in plan[name]:
            begin = json.dumps(re.split(r" \(|{", text)[0])[1:-1]
            assert begin not in before, (name, "stands in the page before anything is predicted")
            assert begin not in source
    for row in plan.rows("explain"):
        assert json.dumps(html.escape(claims.fill_figures(row["ask"]), quote=False))[1:-1] not in before, "on the sheet"
    page.close(picks)
    for name in LATER_PARTS:
        assert page.widgets[name].data["texts"] == [claims.fill_figures(text) for text in plan[name]]
        assert not page.widgets[name].data["locked"]
    page.close({})
    assert not any(page.widgets[name].data["texts"] for name in LATER_PARTS)


@each
def test_the_head_of_a_page_says_nothing_of_what_is_asked(plan):
    """An introduction that says which game has the most of something would answer for the student."""
    heads = [plan["question"], plan["text"], load_catalogue("en")[f"contents.plan_{plan.name}_text"]]
    for row in plan.rows("predict"):
        for asked in re.findall(r"\b(?:fewest|least|most|largest|lowest|highest) \w+", row["ask"]):
            assert not any(asked in head.lower() for head in heads), asked


def test_the_way_to_the_turns_side_by_side_is_there_and_tells_students_nothing_beforehand():
    turns = "compare/phase_graphs.ipynb"
    page, teachers = opened(PLANS["tempo"], teacher=False), opened(PLANS["tempo"])
    assert turns in json.dumps(teachers.top().data["ways"])
    assert turns not in shown(page)
    page.close({row["id"]: predictions.prediction_options(row)[0].id for row in page.plan.rows("predict")})
    [way] = page.widgets["run"].data["ways"]
    assert way["text"] == "Compare › Turns"
    assert way["href"].endswith(turns)


@each
def test_a_page_says_where_predictions_stay_and_how_an_interval_is_read(plan):
    student, teacher = (opened(plan, one).part("predict").data["stays"] for one in (False, True))
    assert "stays in this browser" in student
    assert "not sent to you" in teacher
    answers = opened(plan).part("answers").html
    assert (format_message("page.interval_how") in answers) == any(
        (one.high or 0) > (one.low or 0) for row in plan.rows("predict") for one in predictions.find_outcome(row).rows
    )


def test_the_notes_of_the_next_learner_at_a_browser_are_others(monkeypatch):
    kept = []
    for who in ("quiet-fox", "quiet-fox", "wise-owl"):
        monkeypatch.setenv("TEBIKI_LEARNER", who)
        page = opened(PLANS["resources"], teacher=False)
        places = {page.part(name).data["notes"] for name in ("predict", "run", "explain")}
        kept += places
        assert len(places) == 1
        assert who not in kept[-1]
        assert progress.learner_id() not in kept[-1]
    assert kept[0] == kept[1] != kept[2]


def test_a_prediction_is_marked_as_said_or_as_other_and_nonsense_is_dropped():
    page = tutor.plan("resources")
    page.part("predict"), page.part("run")
    rows = page.plan.rows("predict")
    first, *others = rows
    picks = {row["id"]: predictions.find_outcome(row).right[0] for row in rows}
    wrong = {one.id for one in predictions.prediction_options(first)} - {*predictions.find_outcome(first).right}
    picks |= {first["id"]: wrong.pop(), "else": "x"}
    page.widgets["predict"].receive({"type": "command", "name": "close", "picks": picks})
    told = page.widgets["run"].data["told"]
    assert [one["verdict"] for one in told] == ["other", *["as_said"] * len(others)]
    assert page.widgets["predict"].data["picks"] == {row["id"]: picks[row["id"]] for row in rows}
    page.widgets["predict"].receive({"type": "command", "name": "close", "picks": picks | {first["id"]: "<script>"}})
    assert page.widgets["run"].data["told"] == []


@each
def test_nothing_is_told_before_each_question_has_a_prediction(plan):
    """This holds even for a message that no page sends."""
    page = opened(plan, teacher=False)
    shown(page)
    picks = {row["id"]: predictions.prediction_options(row)[0].id for row in plan.rows("predict")}
    for left_out in picks:
        page.close({id: pick for id, pick in picks.items() if id != left_out})
        assert page.widgets["run"].data["told"] == []
        assert page.widgets["predict"].data["closed"] is False
    page.close(picks)
    assert len(page.widgets["run"].data["told"]) == len(picks)


# Style.


def test_a_plan_that_is_written_wrongly_is_refused_with_place_and_remedy(tmp_path, monkeypatch):
    monkeypatch.setattr(lesson_plans, "PLANS_FOLDER", tmp_path)
    good = Path(lesson_plans.__file__).with_name("plans").joinpath("resources.toml").read_text(encoding="utf-8")
    for before, after, words in (
        ("minutes = 12", "minutes = 13", "add up to 46"),
        ("talk = true", "", "neither held nor a talking point"),
        ("objectives", "aims", "unknown entry 'aims'"),
        ('part = "play"', 'part = "sleep"', "Known: begin"),
    ):
        (tmp_path / "resources.toml").write_text(good.replace(before, after, 1), encoding="utf-8")
        with pytest.raises(DataError, match=re.escape(words)):
            lesson_plans.read_plan("resources")
    with pytest.raises(DataError, match="there is no plan 'none'"):
        lesson_plans.read_plan("none")


def test_words_are_there_in_japanese_too():
    english = {key for key in load_catalogue("en") if key.startswith("plans.")}
    assert english == {key for key in load_catalogue("ja") if key.startswith("plans.")}


def test_a_figure_in_a_text_is_that_of_the_engine():
    assert (
        claims.fill_figures("{parameter.cores.altaria} cores") == f"{engines.load('altaria').parameters['cores']} cores"
    )
    assert (
        claims.fill_figures("{shape.decisions.altaria}")
        == f"{plan_measures.measured_value('shape.decisions', 'altaria').value:.0f}"
    )
    assert "%" in claims.fill_figures("{off_turn.chaos}")
    with pytest.raises(KeyError):
        claims.fill_figures("{nothing.altaria}")


def test_an_outcome_without_a_difference_says_which_one_would_have_shown():
    row = {"id": "x", "ask": "", "by": "turns", "game": "lanterns"}
    assert re.search(r"would have shown\.$", predictions.find_outcome(row | {"changes": {"opening_hand": 6}}).note)
    assert "would have shown" not in predictions.find_outcome(row | {"changes": {"lanterns": 3}}).note


def test_no_visible_difference_is_one_answer_and_the_outcome_says_what_would_have_shown(monkeypatch):
    row = {"id": "x", "ask": "", "by": "turns", "cause": "altaria.first_draw"}

    def told(reach, value=0.0):
        one = Estimate(10.0, 9.0, 11.0, 400)
        effect = RuleEffect(one, one, Estimate(value, value - reach, value + reach, 400))
        monkeypatch.setattr(predictions, "run_trial", lambda row: Trial("altaria", "", "ALT-7.6", effect, 400))
        found = predictions.find_outcome(row)
        return found.right, found.note.rpartition(". ")[2]

    assert told(0.6) == (("same",), "No visible difference; 0.86 would have shown."), "less than a tenth of ten turns"
    few = "Too little to say for decks like these: only 1.3 would have shown, and more games would hardly help."
    assert told(0.9) == (("same",), few)
    assert told(0.9, 2.0)[0] == ("up",)


def test_the_answers_to_a_change_fit_the_measure_and_say_how_many_deals_there_are():
    deals = f"No difference shows in {read_causes().pairs} deals"
    turns = {"id": "x", "ask": "", "by": "turns", "cause": "altaria.summoning_delay"}
    assert [one.text for one in predictions.prediction_options(turns)] == ["Fewer", deals, "More"]
    behind = turns | {"by": "behind"}
    effect = read_causes().of(rule_trials.cause_of("altaria.summoning_delay"), "behind")
    positions = f"No difference shows for decks like these ({effect.difference.n} positions)"
    assert [one.text for one in predictions.prediction_options(behind)] == ["Less often", positions, "More often"]
    small = {"id": "x", "ask": "", "by": "turns", "game": "lanterns", "changes": {"lanterns": 3}}
    assert predictions.prediction_options(small)[1].text == f"No difference shows in {rule_trials.PAIRS} deals"


def test_a_difference_of_shares_is_in_points_and_not_in_percent():
    row = {"id": "x", "ask": "", "by": "behind", "cause": "altaria.summoning_delay"}
    *_, difference = predictions.find_outcome(row).rows
    assert "points" in difference.text
    assert "%" not in difference.text


def test_the_sheet_has_lines_for_the_prediction_of_the_own_change():
    for plan in PLANS.values():
        lines = [part for part in plan["own_prediction"].split(" | ") if part]
        assert all(html.escape(line, quote=False) in sheet_html(plan, "en") for line in lines)
        ordered = "Write the prediction on the sheet" in json.dumps(plan.data)
        assert bool(lines) == ordered, plan.name


def test_the_difference_is_drawn_on_the_axis_of_the_two_figures():
    row = {"id": "x", "ask": "", "by": "turns", "cause": "altaria.summoning_delay"}
    outcome = predictions.find_outcome(row)
    printed, changed, difference = outcome.rows
    assert difference.low < difference.at < difference.high
    zero = next(tick.at for tick in outcome.axis if tick.text.startswith("0"))
    moved = changed.at - printed.at
    assert difference.at - zero == pytest.approx(moved, abs=1.5), "the same scale for all three"
    for tick, after in itertools.pairwise(outcome.axis):
        assert after.at - tick.at >= predictions.LEAST_APART
