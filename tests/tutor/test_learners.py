"""The learner model follows from the log alone: memory by clause, beliefs by likelihood, and the next step."""

from datetime import UTC, datetime, timedelta

import pytest

from tutor.event_log import Event
from tutor.learners import beliefs, choosing, memory
from tutor.learners.choosing import QuestionTargets
from tutor.learners.model import model_of

START = datetime(2031, 5, 4, 9, tzinfo=UTC)
TARGETS = QuestionTargets(
    "g",
    {"M1": ("G-1.1",), "M2": ("G-2.1", "G-2.2"), "without:a": ("G-1.1", "G-1.2"), "without:b": ("G-3.1",)},
    {"M1": "one", "M2": "two"},
    {"G-1.1": 1, "G-1.2": 1, "G-2.1": 2, "G-2.2": 2, "G-3.1": 3},
)


def at(days=0.0, seconds=0.0):
    return START + timedelta(days=days, seconds=seconds)


def answer(when, step, verdict="right", clauses=("G-1.1",), kind="which", **more):
    time = when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Event(time, "me", "g", "g/practice", step, kind, verdict, clauses=tuple(clauses), seconds=30, **more)


def trace(*events, clause="G-1.1"):
    return model_of(events).traces[clause]


# Memory.


def test_known_is_three_right_in_different_positions_on_different_days_for_a_fortnight():
    days = (0, 3, 14)
    assert trace(*(answer(at(day), f"which/M1/{day}") for day in days)).known
    assert not trace(*(answer(at(day), f"which/M1/{day}") for day in days[:2])).known
    assert not trace(*(answer(at(day), "which/M1/1") for day in days)).known, "one position"
    assert not trace(*(answer(at(0, day), f"which/M1/{day}") for day in days)).known, "one day"
    forgotten = [answer(at(day), f"which/M1/{day}") for day in days] + [answer(at(15), "which/M1/x", "wrong")]
    assert not trace(*forgotten).known, "stability is below a fortnight after a miss"


def test_a_right_answer_is_a_review_of_all_its_clauses_and_a_wrong_one_of_the_likely_culprit():
    sure = [answer(at(day), f"which/M1/{day}", clauses=("G-1.1",)) for day in (0, 3, 14)]
    both = answer(at(15), "which/M1/both", "wrong", clauses=("G-1.1", "G-3.1"))
    model = model_of([*sure, both])
    assert model.traces["G-1.1"].stability == trace(*sure).stability
    assert not model.traces["G-1.1"].missed
    assert model.traces["G-3.1"].missed
    together = model_of([answer(at(), "which/M1/1", clauses=("G-1.1", "G-3.1"))]).traces
    assert together["G-1.1"].stability == together["G-3.1"].stability > 0


def test_blame_goes_to_those_least_remembered():
    assert memory.share_blame([0.5, 0.95]) == [True, False]
    assert memory.share_blame([0.7, 0.7, 0.7]) == [True, True, True]
    assert memory.share_blame([1.0, 1.0]) == [True, True]


def test_trying_again_after_being_told_is_no_evidence():
    wrong = answer(at(), "which/M1/1", "wrong")
    again = answer(at(0, 20), "which/M1/1")
    assert trace(wrong, again) == trace(wrong)
    assert trace(wrong, answer(at(1), "which/M1/1")) != trace(wrong)


def test_hints_make_an_answer_weaker_and_a_shown_move_makes_it_nothing():
    plain, hard = (trace(answer(at(), "which/M1/1", hints=hints)).stability for hints in (0, 2))
    assert hard < plain
    assert not model_of([answer(at(), "which/M1/1", hints=4)]).traces


def test_an_illegal_try_counts_in_a_whole_game_only():
    tried = answer(at(), "one", "refused", kind="do")
    assert not model_of([tried]).traces
    in_game = answer(at(), "", "refused", kind="game", run="r")
    assert model_of([in_game]).traces["G-1.1"].missed


# Beliefs.


def evidence(answers, options=4):
    """Return a model after these answers: "b" as the belief predicts, "r" right, "w" wrong in another way."""
    events = [
        answer(
            at(0, number * 60),
            f"which/M1/{number}",
            "right" if one == "r" else "wrong",
            agrees=("M1",) if one == "b" else (),
            differs=() if one == "b" else ("M1",),
            options=options,
        )
        for number, one in enumerate(answers)
    ]
    return model_of(events).of("g")


def test_a_belief_stands_out_after_a_few_answers_that_are_its_own():
    assert evidence("bbbbbbbb").standing_out(["M1"]) == ["M1"]
    assert evidence("bbwbbbbbbb").standing_out(["M1"]) == ["M1"], "a slip"
    assert evidence("bbbbbbb").standing_out(["M1"]) == []
    assert evidence("bbb").suspected(["M1"], 20) == ["M1"]
    assert evidence("bbbbbbbb").standing_out([]) == [], "not one that may be named"


def test_who_wavers_between_the_rule_and_the_belief_is_suspected_but_not_accused():
    wavering = evidence("bbrbbrbrbbrb")
    assert wavering.standing_out(["M1"]) == []
    assert wavering.factor("M1") < 1
    few = evidence("bbbb")
    assert few.factor("M1") == pytest.approx(2**4), "half of the answers of one who wavers are the belief's"
    assert few.suspicion("M1") > 100


def test_on_questions_with_two_answers_who_wavers_is_right_half_of_the_time():
    assert evidence("bbbb", options=2).factor("M1") == pytest.approx(1.8**4)
    assert evidence("rr", options=2).factor("M1") < 0.05


def test_who_guesses_is_not_accused():
    assert evidence("brrbrbbr", options=2).standing_out(["M1"]) == []
    assert evidence("wwwww").factor("M1") < 1


def test_the_factor_is_the_formula():
    believer = 0.9 * (0.1 / 3)
    k = sum(beliefs.KNOWLEDGE_GRID) / len(beliefs.KNOWLEDGE_GRID)  # nothing else was answered
    without = k * (0.1 / 3) * 0.9 + (1 - k) / 4**2
    wavers = 0.45 * 0.45
    assert without < wavers
    assert evidence("br").suspicion("M1") == pytest.approx(believer / without)
    assert evidence("br").factor("M1") == pytest.approx(believer / wavers)


def test_who_knows_the_rest_is_suspected_sooner_than_who_guesses_everywhere():
    rest = {
        verdict: [answer(at(0, 4000 + n), f"why/M2/{n}", verdict, ("G-2.1",), options=4) for n in range(9)]
        for verdict in ("right", "wrong")
    }
    own = [answer(at(0, n), f"which/M1/{n}", "wrong", agrees=("M1",), options=4) for n in range(3)]
    knows, guesses = (model_of([*own, *rest[verdict]]).of("g") for verdict in ("right", "wrong"))
    assert knows.knows("M1") > 0.8 > 0.2 > guesses.knows("M1")
    assert knows.suspected(["M1"], 300) == ["M1"]
    assert guesses.suspected(["M1"], 300) == []


def test_a_change_of_mind_is_believed_soon():
    assert evidence("b" * 12 + "r").standing_out(["M1"]) == ["M1"]
    assert evidence("b" * 12 + "rrrr").standing_out(["M1"]) == []
    assert evidence("b" * 12 + "r" * 14).suspicion("M1") < beliefs.SPOKEN_AGAINST


def test_a_belief_that_another_explains_better_is_not_named():
    events = [answer(at(0, n * 60), f"which/M1/{n}", "wrong", agrees=("M1", "M2"), options=4) for n in range(6)] + [
        answer(at(0, 300 + n * 60), f"which/M1/x{n}", "wrong", agrees=("M1",), options=4) for n in range(2)
    ]
    assert model_of(events).of("g").standing_out(["M1", "M2"]) == ["M1"]


# The next step.


def choose(events, when, **options):
    return choosing.next_question(model_of(events), TARGETS, when, **options)


def test_what_is_due_is_asked_and_the_easiest_first():
    events = [
        answer(at(0), "which/M1/1", clauses=("G-1.1",)),
        answer(at(0, 60), "which/M1/2", "wrong", clauses=("G-3.1",)),
    ]
    first = choose(events, at(5))
    assert (first.clause, first.why, first.easy) == ("G-1.1", "due", True)
    assert set(first.aims) == {"M1", "without:a"}
    second = choose([*events, answer(at(5), "which/M1/3", clauses=("G-1.1",))], at(5, 60))
    assert (second.clause, second.aims, second.easy) == ("G-3.1", ("without:b",), False)


def test_every_third_question_is_about_a_belief_and_every_second_one_about_a_suspected_one():
    plain = [answer(at(0, n), f"which/other/{n}", clauses=("G-2.1",)) for n in range(2)]
    assert [choose(plain[:n], at(0, 60)).why == "open" for n in (1, 2)] == [False, True]
    own = answer(at(0), "which/other/0", "wrong", ("G-2.1",), agrees=("M2",), options=4)
    aim = choose([own], at(0, 60))
    assert (aim.why, aim.aims[0]) == ("open", "M2")
    running = choose([answer(at(0), "which/M2/9", "wrong", agrees=("M2",), options=4)], at(0, 60))
    assert running.aims == ("M1", "M2"), "not the same one twice running"


def test_parts_and_makers_are_mixed():
    events = [answer(at(0, n), f"which/M1/{n}", clauses=(id,)) for n, id in enumerate(("G-1.1", "G-1.2", "G-2.1"))]
    sitting = [answer(at(9), "which/M1/9", clauses=("G-1.1",))]
    aim = choose(events + sitting, at(9, 30))
    assert aim.clause == "G-2.1", "not the part that was just asked about"
    assert aim.used[-1] == "which"


def test_a_sitting_ends_with_a_success():
    known = [answer(at(day), f"which/M1/{day}", clauses=("G-1.1",)) for day in (0, 3, 14)]
    shaky = [answer(at(14, n), f"which/M2/{n}", "wrong", clauses=("G-2.1", "G-2.2", "G-3.1")) for n in range(1, 4)]
    sitting = [answer(at(20, n), f"which/M2/s{n}", clauses=("G-3.1",)) for n in range(choosing.SITTING - 1)]
    aim = choose(known + shaky + sitting, at(20, 60))
    assert aim.easy
    assert aim.clause == "G-1.1"


def test_only_what_the_path_has_shown_is_asked_anew():
    aim = choose([], at(), shown=["G-2.2"])
    assert (aim.clause, aim.why) == ("G-2.2", "new")
    assert choose([], at(), shown=[]) is None
    assert choose([], at(), shown=["G-2.2"], skip=["M2"]) is None


def test_today_is_what_is_due_and_how_long_that_takes():
    assert choosing.questions_today(model_of([]), TARGETS, at()) == (0, 0)
    events = [answer(at(0, n), f"which/M1/{n}", clauses=(id,)) for n, id in enumerate(TARGETS.clauses)]
    assert choosing.questions_today(model_of(events), TARGETS, at(0, 60)) == (0, 0)
    assert choosing.questions_today(model_of(events), TARGETS, at(30)) == (2, 1)


def test_the_order_in_which_a_log_was_put_together_does_not_matter():
    events = [answer(at(day / 3), f"which/M1/{day}", "wrong" if day % 3 else "right") for day in range(12)]
    assert model_of(events) == model_of(events[6:] + events[:6])


# Forms of question.


def test_a_belief_that_several_forms_can_tell_is_named_by_two_of_them():
    known = evidence("bbbbbbbb")
    assert known.evidence["M1"].forms == {"which"}
    assert known.standing_out(["M1"], {"M1"}) == [], "one form of question may suggest its answer to everybody"
    events = [
        answer(at(0, 60 * n), f"{form}/M1/{n}", "wrong", agrees=("M1",), options=4)
        for n, form in enumerate(["which"] * 4 + ["predict"] * 4)
    ]
    both = model_of(events).of("g")
    assert both.evidence["M1"].forms == {"which", "predict"}
    assert both.standing_out(["M1"], {"M1"}) == ["M1"]


def test_a_right_answer_to_a_second_form_is_no_evidence_from_it():
    events = [answer(at(0, 60 * n), f"which/M1/{n}", "wrong", agrees=("M1",), options=6) for n in range(12)]
    other = answer(at(0, 900), "predict/M1/0", differs=("M1",), options=6)
    assert model_of([*events, other]).of("g").evidence["M1"].forms == {"which"}


def test_the_next_question_about_a_belief_is_of_another_form():
    events = [answer(at(0, 60 * n), f"which/M1/{n}", "wrong", agrees=("M1",), options=4) for n in range(5)]
    alone = QuestionTargets("g", {"M1": ("G-1.1",)}, {"M1": "one"}, {"G-1.1": 1})
    wanted = choosing.next_question(model_of(events), alone, at(0, 400))
    assert (wanted.why, wanted.aims[0]) == ("open", "M1")
    assert wanted.used[-1] == "which"
    assert choosing.makers_by_rest(wanted.used, ("which", "predict"))[0] == "predict"
