"""Describes in a sentence how changed rules alter a lesson step: its answer before and now, or what happens.

For a puzzle, it says why it no longer is one. Everything comes from the step's sessions in both games, so nothing is
written twice. The sentence is "" if the difference cannot be said in one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from engines.errors import IllegalAction, Reason
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from engines.search.solver import Odds, Solver, open_chance
from tutor.coverage.answers import ANSWER, END_EVENTS, FILM, REFUSED, SolutionLine, solution_line, step_film
from tutor.lessons import goals
from tutor.lessons.answering import WhichStep, WhyStep
from tutor.lessons.board_chances import chance_in_words
from tutor.lessons.foretelling import CHANCE_PREFIX, PredictStep
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.session import LEARNER, Session
from tutor.puzzles.proving import CERTAIN, REACH, SLIGHT, WON, Evidence, is_nearly_best, judge_target, state_after
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import target_of
from tutor.text import format_message, page_language

MOST_NAMED = 2
"""Maximum number of cards or moves named."""


def tell_difference(lesson: Lesson, step: Step, game: Game, sort: str) -> str:
    """Describe how a step comes out under the rules of `game`, compared with the unchanged rules.

    sort : the kind of difference, as returned by `tutor.coverage.answers.step_difference`.
    """
    other = replace(lesson, game=game)
    if sort == REFUSED:
        return _refused(lesson, step, other)
    if sort not in (ANSWER, FILM):
        return ""
    before, now = open_session(lesson, step, seed=1), open_session(other, step, seed=1)
    if sort == FILM:
        return _film(before, now)
    match before, now:
        case PredictStep() as one, PredictStep() as two:
            return _predicted(one, two)
        case WhichStep() as one, WhichStep() as two:
            return _marked(one, two)
        case WhyStep() as one, WhyStep() as two:
            return _explained(one, two)
        case DoStep() as one, DoStep() as two:
            return _done(one, two)
    return _answer(before, now)


def tell_lost_puzzle(puzzle: Puzzle, game: Game, limit: int) -> str:
    """Say why a puzzle no longer works under the rules of `game`.

    "" if it still does, or if there is nothing to say.
    """
    found = judge_target(game, target_of(puzzle), limit=limit)
    if isinstance(found, Evidence) or not found.why:
        return ""
    if found.why == WON:
        return _say(found.why)
    if found.why == REACH:
        return format_message("house_rules.why_reach", page_language())
    if found.state is None or found.solver is None:
        return _say(found.why)
    if isinstance(found.solver, Odds) and found.why in (CERTAIN, SLIGHT):
        return _say(found.why, chance=found.solver.least)
    return _solving(found.state, found.solver)


def _solving(state: State, solver: Solver) -> str:
    """Say which moves now reach the goal: any move, several, or just the one that looks best."""
    children = {action: state_after(state, action) for action in state.actions}
    good = {action: child for action, child in children.items() if is_nearly_best(solver, child)}
    if len(good) == len(children):
        return _say("any_move")
    first: dict[Hashable, Action] = {}
    for action, child in good.items():
        first.setdefault(child.canonical_key(), action)
    names = [state.text(action) for action in first.values()]
    return _say("several", names=_listed(names)) if len(names) > 1 else _say("looks_best", move=names[0])


def _say(key: str, **facts: object) -> str:
    return format_message(f"house_rules.told_{key}", page_language(), **facts)


def _refused(lesson: Lesson, step: Step, other: Lesson) -> str:
    """Say why the action of a step is refused."""
    try:
        step_film(open_session(other, step, seed=1), solution_line(open_session(lesson, step, seed=1)))
    except IllegalAction as error:
        return _say("refused", move=error.action, fact=error.reasons[0].fact) if error.reasons else ""
    return ""


def _film(before: Session, now: Session) -> str:
    """Describe the first event that no longer happens, and the first new one.

    If there are none, describe the first event that happens at another time.
    """
    line = solution_line(before)
    told = [_lines(run, line) for run in (before, now)]
    gone, new = ([*(Counter(one) - Counter(other))] for one, other in (told, reversed(told)))
    one, two = next(iter(gone), ""), next(iter(new), "")
    if not one and not two:
        one, two = next(((one, two) for one, two in zip(*told, strict=True) if one != two), ("", ""))
    key = "instead" if one and two else "ended" if one else "more"
    return _say(key, before=_closed(one), now=_closed(two)) if one or two else ""


def _lines(run: Session, line: SolutionLine) -> list[str]:
    """Return the events as sentences, the last of which says how the game ended, even if no event does."""
    film = step_film(run, line)
    if film is None:
        return []
    events = [event for event in film.events if event.kind not in END_EVENTS]
    over = film.end.result if film.end is not None else None
    if over is not None:
        kind, seat = ("drawn_game", 0) if over.winner is None else ("won", over.winner)
        events.append(Event(kind, over.clause, seat, {"why": over.why or over.text}, False, ""))
    return [run.table.narrate(event) for event in events]


def _closed(text: str) -> str:
    """Return a sentence with a full stop; the lines of an answer may lack it."""
    return text if not text or text.endswith((".", "!", "?", "。")) else f"{text}."


def _answer(before: Session, now: Session) -> str:
    """Describe the first line in which the solutions differ."""
    both = [run.move_hint().replace("**", "").splitlines() for run in (before, now)]
    one, two = next(((one, two) for one, two in zip_longest(*both, fillvalue="") if one != two), ("", ""))
    return _say("instead", before=_closed(one), now=_closed(two)) if one and two else ""


def _predicted(before: PredictStep, now: PredictStep) -> str:
    """Describe the first part of a prediction whose answer has changed."""
    for part in before.step.get("parts"):
        one, two = (run.truth(part["of"]) for run in (before, now))
        if one != two:
            words = [_option(run, part["of"], value) for run, value in ((before, one), (now, two))]
            return _say("predicted", ask=part["ask"], before=words[0], now=words[1])
    return ""


def _option(run: PredictStep, of: str, value: str) -> str:
    return chance_in_words(Fraction(value), run.language) if of.startswith(CHANCE_PREFIX) else run.words_of(of, value)


def _marked(before: WhichStep, now: WhichStep) -> str:
    """Say what must now be marked, and what must no longer be marked."""
    one, two = ({ref: name for ref, name, action in run.items() if run.legal(action)} for run in (before, now))
    return _sides([two[ref] for ref in two if ref not in one], [one[ref] for ref in one if ref not in two])


def _explained(before: WhyStep, now: WhyStep) -> str:
    """Say that the move is no longer refused, or give the reasons before and now."""
    return _say("allowed") if not now.refused(now.table.state) else _answer(before, now)


def _done(before: DoStep, now: DoStep) -> str:
    """Say, for the first decision that differs, which actions are no longer refused, or which now reach the goal."""
    asked = [
        text.removeprefix(goals.TRIED_PREFIX)
        for text in goals.success_conditions(before.step)
        if text.startswith(goals.TRIED_PREFIX)
    ]
    here = [open_chance(run.table.state, LEARNER) for run in (before, now)]
    for seat, action in solution_line(before):
        if here[0].seat_to_act_is(LEARNER) and (len(here[0].actions) > 1 or asked):
            refused = [[bool(_reasons(state, text)) for text in asked] for state in here]
            if refused[0] != refused[1]:
                at = next(at for at, both in enumerate(zip(*refused, strict=True)) if both[0] != both[1])
                return _say("try_refused" if refused[1][at] else "try_allowed", move=asked[at])
            keeps = [_keeps(run, state) for run, state in zip((before, now), here, strict=True)]
            if {*keeps[0]} != {*keeps[1]}:
                return _sides(
                    *[[keeps[a][one] for one in keeps[a] if one not in keeps[b]] for a, b in ((1, 0), (0, 1))]
                )
        if action not in here[1].actions:
            return _say("no_way", move=here[0].game.notation.write(here[0], action, seat))
        for state in here:
            state.apply(action)
    return ""


def _reasons(state: State, text: str) -> list[Reason]:
    return state.why_not(state.game.notation.read(state, text, LEARNER)[0], LEARNER)


def _keeps(run: DoStep, state: State) -> dict[Action, str]:
    """Return the actions that keep the goal within reach, each with its text."""
    found = {}
    for action in state.actions:
        child = state.copy()
        child.apply(action)
        if run.solver.holds(child):
            found[action] = state.game.notation.write(state, action, LEARNER)
    return found


def _sides(more: list[str], fewer: list[str]) -> str:
    """Say what is now part of the answer, and what no longer is."""
    sentences = [_say(key, names=_listed(names)) for key, names in (("also", more), ("not", fewer)) if names]
    return " ".join(sentences)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
