"""Finds the belief under which a wrong answer would have been right, with both continuations.

If several counter-rules explain an answer, the first of the suspected ones is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.errors import DataError
from engines.game import Game
from engines.kernel.state import Action, State
from engines.variants.counter_rules import CounterRule, counter_rules, move_to_game
from tutor.beliefs.continuations import PLAY_ERRORS, Continuation, ContinuationPair, continue_both_ways, continue_play
from tutor.lessons.scripts import Script


def suspected_rules(game: Game, first: Iterable[str] = ()) -> list[CounterRule]:
    """Return the counter-rules that may explain an answer: those with ids in `first`, then common misconceptions."""
    wanted = list(first)
    rules = [rule for rule in counter_rules(game) if rule.belief or rule.id in wanted]
    return sorted(rules, key=lambda rule: wanted.index(rule.id) if rule.id in wanted else len(wanted))


def explain_prediction(
    start: State,
    script: Script,
    when: str | None,
    rules: Iterable[CounterRule],
    agrees: Callable[[Continuation], bool],
) -> ContinuationPair | None:
    """Return both continuations for the first counter-rule by which a prediction would have come true.

    agrees(continuation) : whether the prediction fits the continuation.
    """
    for rule in rules:
        thought = continue_play(start, script, rule.patched(start.game), when)
        try:
            fits = thought is not None and agrees(thought)
        except PLAY_ERRORS:
            continue
        if fits:
            return continue_both_ways(start, script, rule, when)
    return None


def explain_marks(
    state: State, seat: int, marked: Mapping[Action, bool], rules: Iterable[CounterRule]
) -> ContinuationPair | None:
    """Return both continuations of an action that the learner marked wrongly; None if nothing explains the marks.

    The first counter-rule that leads to all of these marks is used. marked : for each action that could be marked,
    whether it was.
    """
    for rule in rules:
        other = rule.patched(state.game)
        try:
            there = move_to_game(state, other)
            if there.step.name != state.step.name or any(
                marked[action] == bool(there.why_not(action, seat)) for action in marked
            ):
                continue
            wrong = [action for action in marked if marked[action] == bool(state.why_not(action, seat))]
        except PLAY_ERRORS:
            continue
        found = [continue_both_ways(state, action, rule, seat=seat) for action in wrong]
        return next((one for one in found if one is not None), None)
    return None


def explain_refusal(state: State, seat: int, action: Action, rules: Iterable[CounterRule]) -> ContinuationPair | None:
    """Return both continuations of a refused action, by the first counter-rule that allows it and by the real rule.

    None if no counter-rule allows it.
    """
    for rule in rules:
        try:
            there = move_to_game(state, rule.patched(state.game))
        except DataError:
            continue
        if there.result is None and there.seat_to_act == seat and action in there.actions:
            return continue_both_ways(state, action, rule, seat=seat)
    return None
