"""Checks a lesson file by playing every step, so that no learner meets a broken or unsolvable one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

from engines.errors import DataError, TebikiError
from engines.search.solver import open_chance
from engines.variants.counter_rules import by_id, counter_rules
from tutor.lessons import goals
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.arguing import ArgueStep, is_line_true
from tutor.lessons.board_chances import count_chances
from tutor.lessons.building import BuildStep
from tutor.lessons.chance_steps import BestChanceStep
from tutor.lessons.event_films import WatchStep
from tutor.lessons.foretelling import OrderStep, PredictStep
from tutor.lessons.growing_checks import find_problems
from tutor.lessons.hints import is_try_ahead
from tutor.lessons.loader import Lesson, Step, expected_answers, read_lesson, state_of
from tutor.lessons.outcomes import LEGAL, is_only_untimely
from tutor.lessons.own_turn import TurnStep
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.pointing import CountStep, PointStep
from tutor.lessons.rails import planned_solver
from tutor.lessons.repairing import MOST_CHANGES, RepairStep
from tutor.lessons.spotting import SpotStep

MOMENT_WORDS = {"after", "again", "now", "still", "then"}
"""Words showing that a question is about the moment at which the script ends."""


def check_file(path: Path) -> list[str]:
    """Return the problems of a lesson file, one per line; [] if every step can be played and solved."""
    try:
        lesson = read_lesson(path)
    except TebikiError as error:
        return [str(error)]
    problems = find_problems(lesson) if lesson.grows else []
    for step in lesson.steps:
        try:
            check_step(lesson, step)
        except TebikiError as error:
            text = str(error)
            problems.append(text if text.startswith(step.where) else f"{step.where}: {text}")
    return problems


def check_step(lesson: Lesson, step: Step) -> None:
    """Play one step. Raises DataError, saying what a learner could not do, if the step cannot be played or solved."""
    known = {f"M{entry.number}" for entry in lesson.game.rulebook.misconceptions}
    known |= {rule.id for rule in counter_rules(lesson.game) if rule.belief}
    unknown = [name for name in step.get("meets", ()) if name not in known]
    if unknown:
        raise DataError(step.where, f"meets {', '.join(unknown)}, which nobody believes of this game.")
    run = open_session(lesson, step)
    count_chances(lesson, step)
    checks: dict[type, Callable[[Any], None]] = {
        WatchStep: check_watch,
        DoStep: check_do,
        BestChanceStep: check_do,
        WhichStep: check_which,
        PredictStep: check_predict,
        WhyStep: check_why,
        RepairStep: check_repair,
        OrderStep: check_order,
        SpotStep: check_spot,
        BuildStep: check_build,
        TurnStep: check_turn,
        CountStep: check_predict,
        PointStep: check_point,
        ArgueStep: check_argue,
    }
    for kind, check in checks.items():
        if type(run) is kind:
            check(run)


def check_watch(run: WatchStep) -> None:
    """Check that something happens."""
    if not run.reel:
        raise DataError(run.step.where, "nothing happens in the script.", "Add an action.")


def check_do(run: DoStep) -> None:
    """Check that the hints solve the step, that a unique step has one first move, and that `say` keys can be tried."""
    if not planned_solver(run.step, run.table.state).holds(open_chance(run.table.state)):
        raise DataError(run.step.where, "the goal cannot be reached.", "Change the position or the goal.")
    if run.step.get("unique"):
        solutions = run.solver.prove(run.table.state, refute=False).solutions
        if len(solutions) != 1:
            found = ", ".join(run.table.state.text(action) for action in solutions)
            raise DataError(
                run.step.where,
                f"is marked unique and has {len(solutions)} first moves: {found}.",
                "Change the position.",
            )
    follow_hints(run)
    if not run.done:
        raise DataError(run.step.where, "following the hints does not solve it.", "Change the position or the goal.")


def follow_hints(run: DoStep, most: int = 40) -> None:
    """Make the move of the last hint until the step is done."""
    for _ in range(most):
        if run.done:
            return
        reached = run.solver.goal(run.table.state) is True
        if reached and not is_try_ahead(run):  # an invited try has not been made: undo the moves and make it
            while run.table.history:
                run.undo()
        line = run.solution()
        if not line:
            return
        if line[0] not in run.table.state.actions:
            tick = next(
                text
                for text in goals.success_conditions(run.step)
                if text.startswith(goals.TRIED_PREFIX) and text.removeprefix(goals.TRIED_PREFIX) not in run.tries
            )
            attempt = run.table.read_try(tick.removeprefix(goals.TRIED_PREFIX))
            if attempt is None or not attempt.reasons:
                raise DataError(run.step.where, f"{tick!r} is not refused there.", "Ask for a try that is.")
            run.tried(attempt)
            continue
        moves = run.table.moves()
        wanted = next((at for at, move in enumerate(moves) if move.actions == tuple(line[: len(move.actions)])), None)
        if wanted is None:
            wanted = next(at for at, move in enumerate(moves) if move.actions[0] == line[0])
        run.act(wanted)


def check_turn(run: TurnStep) -> None:
    """Check that the goal can be reached against the best defence."""
    if not run.solver.holds(run.table.state):
        raise DataError(run.step.where, "the goal cannot be reached.", "Change the position or the goal.")


def check_point(run: PointStep) -> None:
    """Check that some of the things, but not all, must be pointed at, and that an event or a clause decides which."""
    if not 0 < len(run.right_places()) < len(run.places()):
        raise DataError(run.step.where, "nothing or everything is to be pointed at.", "Change the script or among.")
    if not run.clauses_of(run.at):
        raise DataError(
            run.step.where, "no event decides the answer.", "Ask for something that happens, or add clause."
        )


def check_argue(run: ArgueStep) -> None:
    """Check that the facts of the answer's lines are true, and those of stray lines only true for their believers."""
    beliefs, state, book = by_id(run.lesson.game), run.table.state, run.lesson.game.rulebook
    for line in run.step.get("lines"):
        if line.get("clause") not in {*book.clauses, *book.rulings}:
            raise DataError(run.step.where, f"{line['text']!r} names no clause of the rulebook.", "Add clause.")
        if is_line_true(state, line) is False:
            raise DataError(run.step.where, f"{line['text']!r} is not true here.", "Change the line or the table.")
    for line in run.step.get("stray"):
        if line.get("belief") not in beliefs:
            raise DataError(run.step.where, f"{line['text']!r} is what no belief says.", "Add belief.")
        believed = state_of(
            replace(run.lesson, game=beliefs[line["belief"]].patched(run.lesson.game)), run.step, run=False
        )
        if is_line_true(state, line) is True or is_line_true(believed, line) is False:
            raise DataError(run.step.where, f"{line['text']!r} is true here, or false for its belief.", "Change it.")


def check_which(run: WhichStep) -> None:
    """Check that some cards are right and some are wrong."""
    verdicts = {run.legal(action) for _, _, action in run.items()}
    if verdicts != {True, False}:
        raise DataError(run.step.where, "all or none of the items are right.", "Give it both.")


def check_predict(run: PredictStep) -> None:
    """Check that every part has the right option and an event that decides it.

    An action may be illegal because of its timing alone only if the question is about timing.
    """
    for part in run.step.get("parts"):
        timeless = part["of"].startswith(LEGAL) and not MOMENT_WORDS & {*re.findall("[a-z]+", part["ask"].lower())}
        if timeless and is_only_untimely(run.outcome, part["of"].removeprefix(LEGAL)):
            raise DataError(
                run.step.where,
                f"part {part['ask']!r} is answered with no for the moment alone.",
                "Let the script end where it could be done, or ask about now.",
            )
        truth = run.truth(part["of"])
        if truth not in expected_answers(part):
            raise DataError(run.step.where, f"part {part['ask']!r} lacks the right answer {truth!r}.", "Add it.")
        if "numbers" in part and not all(answer.isdecimal() for answer in expected_answers(part)):
            raise DataError(run.step.where, f"part {part['ask']!r} asks for a number.", "Write options instead.")
        if not run.clauses_of(part["of"]):
            raise DataError(
                run.step.where,
                f"no event decides part {part['ask']!r}.",
                "Ask for something that happens in the script.",
            )


def check_why(run: WhyStep) -> None:
    """Check that the action is refused, and exactly one choice is the reason."""
    if not run.refused(run.table.state):
        raise DataError(run.step.where, f"{run.step.get('refused')} is legal here.", "Change the position.")
    reasons = [choice["text"] for choice in run.step.get("choice") if not run.outcome(choice)]
    if len(reasons) != 1:
        raise DataError(
            run.step.where, f"{len(reasons)} choices make the action legal.", "Exactly one must be the reason."
        )


def check_repair(run: RepairStep) -> None:
    """Check that the action is refused, and that a few of the changes make it legal, but not every set of that size."""
    if not run.reasons(run.table.state):
        raise DataError(run.step.where, f"{run.step.get('refused')} is legal here.", "Change the position.")
    found, changes = run.smallest(), run.step.get("changes")
    if not found:
        raise DataError(run.step.where, "no changes make the action legal.", f"At most {MOST_CHANGES} must be enough.")
    if len(found) == comb(len(changes), len(found[0])):
        raise DataError(run.step.where, "any changes make the action legal.", "Add a change that does not help.")


def check_order(run: OrderStep) -> None:
    """Check that the file lists the lines in the order in which the flow table applies their clauses."""
    if run.right_order() != [str(number) for number in range(len(run.step.get("lines")))]:
        raise DataError(
            run.step.where, f"the table plays the lines in the order {run.right_order()}.", "Write them in that order."
        )


def check_spot(run: SpotStep) -> None:
    """Check that exactly one line is illegal."""
    if sum(bool(line.reasons) for line in run.lines) != 1:
        raise DataError(run.step.where, "no line is illegal.", "Exactly one must be.")


def check_build(run: BuildStep) -> None:
    """Check that the initial deck breaks a rule, and that a legal deck can be built from the cards."""
    if not run.broken():
        raise DataError(run.step.where, "the deck that it begins with may be used already.", "Change start.")
    right = run.solution()
    if right is None:
        raise DataError(run.step.where, "no deck that may be used is found among the cards.", "Add cards.")
    run.divide(list(right.values()))
    run.check()
