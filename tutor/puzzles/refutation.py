"""The refutation of a move that misses a puzzle's goal: its film, and one sentence on what the move costs.

Both come from the proof: the rival answers as the solver found, and the sentence is about the event that costs the
goal, or about the requirement that is no longer met, with its clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.errors import DataError, Reason
from engines.kernel.state import Action, State
from engines.search.solver import TooDeep, open_chance
from tutor.boards.presentation import load_look
from tutor.lessons import goals
from tutor.lessons.outcomes import deciding_event
from tutor.lessons.session import LEARNER
from tutor.matches import feedback
from tutor.matches.playthrough import LogEntry
from tutor.messages import shapes
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.playing import DoStep


@dataclass(frozen=True)
class Refutation:
    """A proved refutation of a first move.

    move : the move in words. first : the state before it. reel : the events that follow; [] if dice decide, since no
    single roll proves anything. fact : one sentence about what the move costs, with its clause.
    """

    move: str
    first: State
    reel: Sequence[LogEntry]
    fact: shapes.Fact


def describe_loss(
    run: DoStep, first: State, happened: Sequence[LogEntry], end: State, asked: Sequence[State], reveals: bool
) -> shapes.Fact:
    """Return what is missing at the end of a refutation, and the cause, with the clause of the cause.

    first : the state before the move. happened : what followed. end : the state that is judged. asked : the states in
    which the learner decided. reveals : whether moves of the solution may be mentioned.
    """
    if (lost := happened[-1] if happened else None) and lost.state.result is not None:
        return run.fact(run.table.narrate(lost.event), lost.event.clause)
    missing, standing = _missing(run, [one.state for one in happened], end)
    cost, clause = (
        _broken(run, first, happened, end)
        or _answered(run, happened)
        or (_impossible(run, asked, first) if reveals else None)
        or _most_that_follows(run, [one for one in happened if one.state.turn == first.turn])
        or ("", standing)
    )
    return run.fact(f"{missing} {cost}".strip(), clause)


def _missing(run: DoStep, states: Sequence[State], end: State) -> tuple[str, str]:
    """Return a sentence on what the goal lacks; and the clause, if what is missing is a win."""
    wanted, game = goals.success_conditions(run.step), run.lesson.game
    if {goals.WIN, goals.WIN_FIRST} & {*wanted}:
        clause, standing = game.rules.standing(end, LEARNER)
        return format_message("lesson.no_win", run.language, standing=standing), clause
    never = [text for text in wanted if not any(goals.is_condition_met(one, text, LEARNER, set()) for one in states)]
    asked = wanted if run.step.get("when") or not never else never  # each was true once, but not all together
    left = goals.missing_conditions(end, asked, LEARNER, run.step.get("goal"))
    return (format_message("lesson.missing", run.language, ticks="; ".join(left)) if left else ""), ""


def _broken(run: DoStep, first: State, happened: Sequence[LogEntry], end: State) -> tuple[str, str] | None:
    """Return the event that ended a condition of the goal which was true at first, in words with its clause.

    None if there is none.
    """
    for text in goals.success_conditions(run.step):
        if text in (goals.WIN, goals.WIN_FIRST, goals.OVER) or not goals.is_condition_met(first, text, LEARNER, set()):
            continue
        if goals.is_condition_met(end, text, LEARNER, set()):
            continue
        met = [goals.is_condition_met(one.state, text, LEARNER, set()) for one in happened]
        at = max((at for at, one in enumerate(met) if one), default=-1) + 1
        around = [happened[place] for place in (at, at - 1) if 0 <= place < len(happened)]
        names = set(re.findall(r'"([^"]*)"', text))
        fitting = [one for one in around if names & {*map(str, one.event.facts.values())}]
        decided = deciding_event(run.lesson.game.name, text.split(" ")[0], around)
        told = fitting[:1] or ([decided] if decided else []) or [one for one in around if run.is_loud(one)] or around
        if told:
            return _costs(run, told[0])
    return None


def _answered(run: DoStep, happened: Sequence[LogEntry]) -> tuple[str, str] | None:
    """Return the event of the rival's answer that put the goal out of reach, in words with its clause.

    None if there is none.
    """
    answer = run.decisive_reply()
    if answer is None:
        return None
    names = set(re.findall(r'"([^"]*)"', answer[0].text(answer[1])))
    named = [one for one in happened if one.event.seat != LEARNER and names <= {*map(str, one.event.facts.values())}]
    same = [one for one in named if one.decision == named[0].decision]  # payments precede the action that they pay for
    if told := [one for one in same if run.is_loud(one)] or same[-1:]:
        return _costs(run, told[0])
    spoken = format_message("lesson.lost_to", run.language, answer=feedback.speak_action(*answer))
    return spoken, run.lesson.game.kinds[answer[1][0]].when_clause


def _impossible(run: DoStep, asked: Sequence[State], first: State) -> tuple[str, str] | None:
    """Return why a decision of the solution has become illegal in the same step, in words with the clause.

    None if all decisions are still legal.
    """
    for before, action in _decisions_of_way(run, first):
        there = [one for one in asked if one.step is before.step]
        if action[0] == before.step.passing or not there or any(action in one.actions for one in there):
            continue
        if reasons := _reasons_against(there[0], action, run.language):
            text = feedback.speak_action(before, action)
            text = text[:1].upper() + text[1:]
            told = format_message("puzzle.no_longer", run.language, text=text, fact=reasons[0].fact)
            return told, reasons[0].clause
    return None


def _reasons_against(state: State, action: Action, language: str) -> Sequence[Reason]:
    """Return why an action is illegal; () if it involves a card that is no longer there."""
    try:
        return state.why_not(action, LEARNER, language)
    except DataError:
        return ()


def _most_that_follows(run: DoStep, happened: Sequence[LogEntry]) -> tuple[str, str] | None:
    """Return the last result in the turn or, if there is none, the last notable event, in words with its clause.

    None if there is neither.
    """
    results = load_look(run.lesson.game.name).get("result", ())
    told = [one for one in happened if one.event.kind.split(".")[0] in results] or run.loud(list(happened))
    if not told:
        return None
    most = format_message("puzzle.most", run.language, event=run.table.narrate(told[-1].event))
    return most, told[-1].event.clause


def _costs(run: DoStep, happened: LogEntry) -> tuple[str, str]:
    cost = format_message("puzzle.costs", run.language, cost=run.table.narrate(happened.event))
    named, known = {*map(str, happened.event.facts.values())}, repr(run.step.position)
    if any(name in run.lesson.game.by_name and name not in known for name in named):
        cost += " " + format_message("puzzle.unseen_card", run.language)
    return cost, happened.event.clause


def _decisions_of_way(run: DoStep, first: State) -> list[tuple[State, Action]]:
    """Return the learner's decisions on the way to the goal, each with its state; [] if the search is too deep."""
    here, found = open_chance(first), []
    try:
        for seat, action in run.solver.winning_line(first):
            if seat == LEARNER and not here.step.pick:
                found.append((here.copy(), action))
            here.apply(action)
    except TooDeep:
        return []
    return found
