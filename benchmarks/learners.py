"""Measure the learner model with simulated learners, and write docs/learners.md.

    python -m benchmarks.learners exit code 1 if a requirement is not met; a few minutes per game
    python -m benchmarks.learners GAME ... these games only
    python -m benchmarks.learners --runs 5 fewer runs of everything

The learners answer real questions (`python -m benchmarks.questions`) and the questions of the lessons.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import NamedTuple

from joblib import Parallel, delayed

import engines
from benchmarks.app import ReportRow
from benchmarks.questions import questions_file
from tutor.courses.loader import load_course
from tutor.estimates import wilson_interval
from tutor.files import write_whole
from tutor.learners import simulated
from tutor.learners.beliefs import SLIP, STANDS_OUT
from tutor.learners.choosing import QuestionTargets
from tutor.learners.learner_standing import question_targets
from tutor.learners.model import LearnerModel
from tutor.learners.simulated import AnswerFunction, QuestionBank, QuestionProfile
from tutor.lessons.loader import find_lesson, read_lesson
from tutor.lessons.page import ASKED_KINDS, open_session
from tutor.lessons.profiles import profile_step
from tutor.practice.survey import makers_of

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "learners.md"
BEGIN = datetime(2031, 5, 4, 9, tzinfo=UTC)
QUESTIONS, LONG = 20, 60
RUNS, MIXED, INNOCENT, LIVES, DAYS = 10, 4, 480, 6, 180
LEAST = 12
"""The minimum number of questions that must distinguish a belief from the rules for the belief to be measured."""
FOUND, ACCUSED, ALIVE, MINUTES = 0.95, 0.02, 0.9, 8.0


class PracticeRun(NamedTuple):
    """The result for one learner.

    The first entry is the number of questions until the belief stood out (None if it never did), the second is how many
    others stood out.
    """

    found: int | None
    others: int


@cache
def load_questions(game: str) -> tuple[QuestionProfile, ...]:
    """Return the practice questions generated for a game, of the makers that practice uses today."""
    rows = [json.loads(line) for line in questions_file(game).read_text(encoding="utf-8").splitlines()]
    return tuple(
        QuestionProfile(
            id, aim, tuple(clauses), tuple(right), {name: tuple(own) for name, own in beliefs.items()}, options
        )
        for id, aim, clauses, right, beliefs, options in rows
        if id.partition("/")[0] in makers_of(game, aim)
    )


@cache
def asked_in_lessons(game: str) -> tuple[QuestionProfile, ...]:
    """Return the questions of a game's lessons, in the order of its course."""
    found = []
    for part in load_course(game).parts:
        lesson = read_lesson(find_lesson(part.lesson.name))
        for step in lesson.steps:
            if step.kind in ASKED_KINDS:
                one, run = profile_step(lesson, step), open_session(lesson, step)
                clauses = tuple(dict.fromkeys([*run.rests_on(), *run.rule_hint()]))
                found.append(
                    QuestionProfile(f"{lesson.name}/{step.id}", "", clauses, one.right, one.beliefs, one.options)
                )
    return tuple(found)


def after_the_course(game: str, answering: AnswerFunction, source: Random, lessons: bool) -> LearnerModel:
    """Return the model of a learner who took the course some days ago, then answered a question about every clause.

    lessons : whether to include the questions in its lessons, which also give evidence about beliefs.
    """
    model = simulated.model_after_course(question_targets(game), answering, BEGIN - timedelta(days=3), source)
    for number, one in enumerate(asked_in_lessons(game) if lessons else ()):
        when = BEGIN - timedelta(days=2) + timedelta(minutes=number)
        model.take(simulated.event_of_answer(one, answering(one, source), when, game))
    model.sitting.clear()
    return model


def targets_of_belief(game: str, belief: str) -> QuestionTargets:
    """Return the targets of practice about a single belief."""
    whole = question_targets(game)
    return QuestionTargets(game, {belief: whole.about[belief]}, {belief: whole.beliefs[belief]}, whole.sections)


def run_practice(
    game: str,
    aims: QuestionTargets,
    answering: AnswerFunction,
    wanted: str,
    count: int,
    seed: int,
    lessons: bool = True,
) -> PracticeRun:
    """Simulate practice, and return after how many questions the belief `wanted` stood out and how many others did."""
    source, known = Random(f"{seed} {wanted}"), set[str]()
    model = after_the_course(game, answering, source, lessons)
    alone, asked = len(aims.beliefs) == 1, question_targets(game)
    bank = QuestionBank.of(one for one in load_questions(game) if not alone or wanted in one.told())
    for number, _ in enumerate(simulated.simulate_sitting(bank, answering, model, aims, BEGIN, count, source), 1):
        out = model.of(game).standing_out(asked.beliefs, asked.several_forms)
        known |= set(out)
        if wanted in out or (out and not wanted):
            return PracticeRun(number, len(known - {wanted}))
    return PracticeRun(None, len(known))


def tellable_beliefs(game: str) -> list[str]:
    """Return the beliefs that some question can distinguish from the rules, because the answers differ."""
    own = Counter(id for one in load_questions(game) for id in one.told())
    return [id for id in question_targets(game).beliefs if own[id] >= LEAST]


def run_believers(game: str, runs: int, jobs: int) -> tuple[dict[str, list[PracticeRun]], dict[str, list[PracticeRun]]]:
    """Return the runs of learners who hold a belief, by belief.

    The first are in practice about that belief alone, the second in normal practice.
    """
    counts = {True: runs, False: max(runs * MIXED // RUNS, 1)}
    work = [
        (game, id, alone, seed) for id in tellable_beliefs(game) for alone in counts for seed in range(counts[alone])
    ]
    done = Parallel(n_jobs=jobs)(delayed(_believer)(*one) for one in work)
    found: dict[bool, dict[str, list[PracticeRun]]] = {True: {}, False: {}}
    for (_, id, alone, _), run in zip(work, done, strict=True):
        found[alone].setdefault(id, []).append(run)
    return found[True], found[False]


def _believer(game: str, id: str, alone: bool, seed: int) -> PracticeRun:
    who = simulated.simulate_believer(id)
    if alone:
        return run_practice(game, targets_of_belief(game, id), who, id, QUESTIONS, seed, lessons=False)
    return run_practice(game, question_targets(game), who, id, LONG, seed)


def run_innocent(game: str, sort: str, count: int, seed: int) -> PracticeRun:
    """Return the run of a learner without mistaken beliefs. sort : the sort of simulated learner."""
    source = Random(seed)
    known = set(source.sample(question_targets(game).clauses, len(question_targets(game).clauses) // 2))
    who: dict[str, Callable[[], AnswerFunction]] = {
        "knows": simulated.simulate_knower,
        "half": lambda: simulated.simulate_half_knower(lambda clause: clause in known),
        "guesses": lambda: simulated.simulate_half_knower(lambda clause: False),
        "wavering": lambda: simulated.simulate_half_knower(lambda clause: clause in known, plausible=True),
    }
    return run_practice(game, question_targets(game), who[sort](), "", count, seed)


def run_life(game: str, count: int, seed: int) -> list[simulated.SimulatedDay]:
    """Return the days of a learner who forgets, each with its questions and answers."""
    bank = QuestionBank.of([*load_questions(game), *plain_questions(game)])
    return list(simulated.simulate_days(bank, question_targets(game), BEGIN, count, Random(seed)))


def plain_questions(game: str) -> list[QuestionProfile]:
    """Return a plain question for every clause that no generated question is about."""
    whole, there = question_targets(game), {one.aim for one in load_questions(game)}
    left = {clause: whole.of_clause(clause) for clause in whole.clauses}
    return [
        QuestionProfile(f"plain/{aims[0]}/{clause}", aims[0], (clause,), ("right",), {}, 4)
        for clause, aims in left.items()
        if not there & set(aims)
    ]


def share_row(what: str, hits: Iterable[bool], least: float | None = None, most: float | None = None) -> ReportRow:
    """Return a line of the report about the share of True among `hits`, with its 95% interval.

    least, most : what is demanded of the share, if anything. The estimate says whether it is met; that is sure only if
    the whole interval says the same.
    """
    known = list(hits)
    low, high = wilson_interval(sum(known), len(known))
    value = sum(known) / len(known)
    demanded = f"at least {least:.0%}" if least is not None else f"at most {most:.0%}" if most is not None else ""

    def meets(share: float) -> bool:
        return (least is None or share >= least) and (most is None or share <= most)

    text = f"{value:.1%} ({low:.1%} to {high:.1%} of {len(known)})"
    return ReportRow(what, text, demanded, meets(value), meets(low) == meets(high))


SORTS = {
    "knows": "knows every rule and slips once in ten",
    "half": "knows half of the rules and guesses at the rest",
    "guesses": "knows nothing and guesses",
    "wavering": "knows half of the rules, and else wavers between the right answer and those of believers",
}


def measure_learners(game: str, runs: int, jobs: int) -> tuple[list[ReportRow], str]:
    """Measure everything. Return the lines of the report, and the table of beliefs."""
    alone, mixed = run_believers(game, runs, jobs)
    what = f"Believers with {SLIP:.0%} slips found within {QUESTIONS} questions that tell the belief from the rule"
    rows = [share_row(what, (run.found is not None for some in alone.values() for run in some), least=FOUND)]
    what = f"The same, within {LONG} questions as practice mixes them over the whole game"
    rows.append(share_row(what, (run.found is not None for some in mixed.values() for run in some)))
    count = INNOCENT * runs // RUNS
    for sort, told in SORTS.items():
        done = Parallel(n_jobs=jobs)(delayed(run_innocent)(game, sort, LONG, seed) for seed in range(count))
        for asked in (QUESTIONS, LONG):
            accused = [run.found is not None and run.found <= asked for run in done]
            rows.append(share_row(f"Accused of a belief within {asked} questions: {told}", accused, most=ACCUSED))
    lives = Parallel(n_jobs=jobs)(delayed(run_life)(game, DAYS, seed) for seed in range(max(LIVES * runs // RUNS, 2)))
    alive = [fmean(day.alive for day in days) for days in lives]
    least = [min(day.alive for day in days) for days in lives]
    spent = [fmean(day.minutes for day in days) for days in lives]
    most = [max(day.minutes for day in days) for days in lives]
    clauses = lives[0][-1].met
    rows.append(
        ReportRow(
            f"Clauses alive before the day's practice, {len(lives)} lives of {DAYS} days with {clauses} clauses: "
            "mean, and the worst day of the worst life",
            f"{fmean(alive):.1%}, {min(least):.1%}",
            f"mean at least {ALIVE:.0%}",
            min(alive) >= ALIVE,
        )
    )
    rows.append(
        ReportRow(
            "Minutes of practice a day: mean, and the longest day of all lives",
            f"{fmean(spent):.1f}, {max(most):.1f}",
            f"under {MINUTES:g}",
            max(most) < MINUTES,
        )
    )
    return rows, belief_table(game, alone, mixed)


def belief_table(game: str, alone: dict[str, list[PracticeRun]], mixed: dict[str, list[PracticeRun]]) -> str:
    """Return the results of the learners who hold beliefs, as a table with a row for each belief."""
    lines = [
        f"| belief | questions that tell it apart | found within {QUESTIONS} of them "
        "| questions it took: of these, mixed |",
        "| --- | ---: | ---: | ---: |",
    ]
    for id, sentence in question_targets(game).beliefs.items():
        telling = sum(id in one.told() for one in load_questions(game))
        if id not in alone:
            lines.append(f"| {id}: {sentence} | {telling} | too few questions | |")
            continue
        took = [_middle(runs[id]) for runs in (alone, mixed)]
        hit = sum(run.found is not None for run in alone[id]) / len(alone[id])
        lines.append(f"| {id}: {sentence} | {telling} | {hit:.0%} | {took[0]}, {took[1]} |")
    return "\n".join(lines)


def _middle(runs: Sequence[PracticeRun]) -> str:
    numbers = [run.found if run.found is not None else LONG + 1 for run in runs]
    middle = median(numbers)
    return "more" if middle > LONG else f"{middle:g}"


def game_section(game: str, rows: Sequence[ReportRow], beliefs: str, runs: int) -> str:
    """Return the section of docs/learners.md about a game."""
    table = "\n".join(f"| {row.what} | {row.figure} | {row.demanded} | {row.verdict} |" for row in rows)
    asked, taught, left = len(load_questions(game)), len(asked_in_lessons(game)), len(plain_questions(game))
    return f"""## {engines.load(game).title}

{asked} questions were generated, and {taught} are in the lessons of the course. For {left} clauses none was generated;
the learner who forgets is asked a plain one about the clause instead. Measured with {runs} runs of every believer.

| what | measured | demanded | met |
| --- | ---: | ---: | --- |
{table}

### Belief by belief

{beliefs}
"""


HEAD = f"""# How well the model of the learner works

`python -m benchmarks.learners GAME ...` measures these games again; the sections on other games are kept.

**What is real.** The questions come from the question makers (`python -m benchmarks.questions`): the clauses they \
rest on, the right answer, the answer of each believer, and the number of possible answers. The questions of the \
lessons are those of the course. The code of practice (`tutor/learners`) chooses the next question and decides \
when a belief is reported; it sees only the log. Among the questions for an aim, one is drawn at random.

**What is simulated.** The learners. Each has answered a plain question about every clause some days ago and, where \
practice mixes questions, those of the lessons. A *believer* answers as the game would go under one counter-rule, and \
gives another answer one time in ten. In the first row every question can distinguish the belief from the rule; in the \
second, practice chooses among everything that is due or open, over five or more sittings.

A learner who does not know a rule guesses among all answers with equal probability, or *wavers* between the right \
answer and those of believers. Half of the answers of one who wavers are a believer's, so that only a long row of them \
tells the two apart: on questions with two answers a believer with these slips needs about twenty, and fewer than \
twenty questions of a kind cannot do it. No real learner is in these figures.

The bound for reporting a belief ({STANDS_OUT:g}) was chosen with the same simulated learners, so that those who waver \
are not accused; before it is reached, a belief is only suspected and asked about more often. A share of 0% of \
{INNOCENT} runs still allows for 0.8%; with fewer runs it allows for more. Whether a demand is met goes by the \
estimate; *not sure* stands there if the interval reaches to the other side of it.

**A learner who forgets** has a memory that follows FSRS-6, with weights that differ from those the model assumes, \
typically by 15 %. Lessons introduce four clauses a day; practice asks what is due. A clause counts as alive with \
its true probability of being remembered at the worst time, just before the next day's practice. A question takes \
{simulated.ANSWER_SECONDS:g} seconds.

**People written by hand.** What a simulated believer says comes from the same counter-rule as the model's own \
knowledge of the belief. So 32 more people, in `tests/believers`, were written from the sentence of a belief alone: \
what somebody would say who reads the table, knows the other rules and holds this belief; five of them answer every \
seventh question at random. They answer up to twenty questions about their belief. 29 of the 32 are named by their \
belief, most after eight to ten questions, and none by another one. Not named are three to whom some of the questions \
show nothing of their belief, so that they answer as the rules say. The first comparison showed that five had been \
written with a mistake about the table, which was corrected.

The tables below were measured before a form of question left practice (who decides next, and what) and the questions \
of three games were made anew: today fewer questions tell some of the beliefs apart, and the figures may differ.

The first row of a game leaves out beliefs that fewer than {LEAST} of its questions distinguish from the rules. \
`tutor/learners/beliefs.py` explains how a belief is weighed, with the sources; `tutor/learners/memory.py` explains \
how memory is modelled.
"""


def update_page(known: str, sections: Iterable[str]) -> str:
    """Return the page with these sections, which replace those about the same games or are appended."""
    found = {part.partition("\n")[0]: f"## {part}" for part in known.split("\n## ")[1:]}
    for one in sections:
        found[one.partition("\n")[0].removeprefix("## ")] = one
    return "\n".join([HEAD, *(one.rstrip("\n") + "\n" for one in found.values())])


def main() -> int:
    """Measure everything, print the tables and write the page. Return 1 if a requirement is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learners", description="Measure the learner model.")
    parser.add_argument("games", nargs="*", help="by default every game that questions are kept of")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of every believer (default {RUNS})")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    met = True
    for game in options.games or [name for name in engines.names() if questions_file(name).exists()]:
        rows, beliefs = measure_learners(game, options.runs, options.jobs)
        text = game_section(game, rows, beliefs, options.runs)
        print(text)
        met = met and all(row.met for row in rows)
        if not options.dry:
            write_whole(RESULTS, update_page(RESULTS.read_text(encoding="utf-8"), [text]))
    return 0 if met else 1


if __name__ == "__main__":
    from benchmarks import learners  # imported by its full name, so that the worker processes find it

    raise SystemExit(learners.main())
