"""The success conditions of a do or solve step: as a goal for the solver, and as text."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from engines.book.toml_schema import SEAT_NAMES
from engines.checking.expectations import compare_expectation, expectation_holds
from engines.checking.scenarios import play_line
from engines.declare.declaration import DeclaredState
from engines.declare.zone_fields import Pile
from engines.kernel.state import Action, State
from engines.legal.unnamed_cards import is_called, is_unnamed, names_in_zone
from engines.search.solver import Goal, Odds, Solver, open_chance, win_before_reply, win_this_turn
from tutor.boards.presentation import load_look, zone_words
from tutor.lessons.loader import FIGHT_ENDS, PHASE_OVER, Step

TRIED_PREFIX = "tried "
COMPARISONS = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}
WIN, WIN_FIRST, OVER = "win this turn", "win before the rival acts", "game over"


def success_conditions(step: Step) -> list[str]:
    """Return the conditions of a step as written in the file."""
    success = step.get("success", "game over")
    return [success] if isinstance(success, str) else list(success)


def is_condition_met(state: State, condition: str, learner: int, tried: set[str]) -> bool:
    """Return True if a condition is true now."""
    if condition.startswith(TRIED_PREFIX):
        return condition.removeprefix(TRIED_PREFIX) in tried
    if condition in (WIN, WIN_FIRST):
        return state.result is not None and state.result.winner == learner
    if condition == OVER:
        return state.result is not None
    return expectation_holds(state, condition)


def goal_of(step: Step, start: State, learner: int) -> Goal:
    """Return the success conditions that the board shows, as a goal for the solver.

    The horizon is the end of the current turn, or of the current phase with `until = "phase over"`. `when = "attack
    over"` or `"battle over"` judges at the end of the current fight, `"turn over"` at the end of the turn, and not
    before. If the learner wins before any decision in a later turn, every goal that asks for less than a win is
    reached.
    """
    wanted = [text for text in success_conditions(step) if not text.startswith(TRIED_PREFIX)]
    if wanted in ([WIN], [WIN_FIRST]):
        return (win_this_turn if wanted == [WIN] else win_before_reply)(start, learner)
    turn, when, won = start.turn, step.get("when"), win_before_reply(start, learner)
    phase = start.step.phase if step.get("until") == PHASE_OVER else None
    tests = [test_of(start, text, learner) for text in wanted]
    less = not {WIN, WIN_FIRST} & {*wanted}

    def goal(state: State) -> bool | None:
        if less and won(state):
            return True
        over = state.result is not None or state.turn != turn or phase not in (None, state.step.phase)
        judged = over or (not state.game.rules.fighting(state) if when in FIGHT_ENDS else when is None)
        if judged and all(test(state) for test in tests):
            return True
        return False if over or (judged and when is not None) else None

    return goal


def test_of(start: State, condition: str, learner: int) -> Callable[[State], bool]:
    """Return a test for one condition, equivalent to `is_condition_met`.

    Proofs call the test often, so the condition is parsed only once.
    """
    counted = re.fullmatch(r"(you|rival)\.(\w+) (=|<=|>=) (\d+)", condition)
    if counted is not None and isinstance(start, DeclaredState):
        return _count_of(start, SEAT_NAMES[counted[1]], counted[2], COMPARISONS[counted[3]], int(counted[4]))
    held = re.fullmatch(r'(you|rival)\.(\w+) (has|lacks) "([^"]*)"', condition)
    if held is not None:
        is_condition_met(start, condition, learner, set())  # raises an error if the zone or card is unknown
        seat, there, wanted, name = SEAT_NAMES[held[1]], held[2], held[3] == "has", held[4]
        if is_unnamed(start, name):
            return lambda state: (name in names_in_zone(state, seat, there)) == wanted
        return lambda state: (name in state.game.rules.zone(state, seat, there)) == wanted
    valued = re.fullmatch(r'(?:(you|rival) )?([a-z]+) "([^"]*)" = ([a-z]+|-?\d+)', condition)
    if valued is not None and valued[2] != "can":
        is_condition_met(start, condition, learner, set())  # raises an error if the card is unknown
        figure = valued[4] if valued[4].isalpha() else int(valued[4])
        return _value_of(SEAT_NAMES[valued[1]] if valued[1] else None, valued[2], valued[3], figure)
    return lambda state: is_condition_met(state, condition, learner, set())


def _count_of(
    start: DeclaredState, seat: int, what: str, compare: Callable[[Any, int], bool], count: int
) -> Callable[[State], bool]:
    for field, one in start.both[seat].declaration.items():
        if one.written == what and isinstance(one, Pile):  # the names of the cards in a pile are not needed
            return lambda state: (
                isinstance(state, DeclaredState) and compare(len(getattr(state.both[seat], field)), count)
            )
    rules = start.game.rules
    try:
        rules.value(start, seat, what, "")
    except KeyError:
        return lambda state: compare(len(rules.zone(state, seat, what)), count)
    return lambda state: compare(rules.value(state, seat, what, ""), count)


def _value_of(seat: int | None, noun: str, name: str, wanted: str | int) -> Callable[[State], bool]:
    def test(state: State) -> bool:
        try:
            return is_called(state, name) and bool(state.game.rules.value(state, seat, noun, name) == wanted)
        except KeyError:
            return False

    return test


def solver_of(step: Step, start: State, learner: int, plan: Sequence[Action] = ()) -> Solver:
    """Return the solver for a step: one that proves or, if the step asks for a chance, one that weighs all rolls.

    plan : the learner's moves that a proof tries first.
    """
    goal = goal_of(step, start, learner)
    return Solver(learner, goal, plan=plan) if step.least is None else Odds(learner, goal, step.least)


def chance_of(condition: str, start: State, first: str, learner: int) -> Fraction:
    """Return the chance that an expectation is true after the attack or battle that the action `first` starts.

    Both sides play their best, and every roll is weighted by its probability.
    """
    here = open_chance(start, learner)
    if here.step.ask is None:
        here.run()
    play_line(here, first)
    is_true = test_of(here, condition, learner)

    def goal(state: State) -> bool | None:
        over = state.result is not None or not state.game.rules.fighting(state)
        return is_true(state) if over else None

    return Solver(learner, goal).probability(here)


def missing_conditions(state: State, conditions: list[str], learner: int, goal: str) -> list[str]:
    """Return the conditions that are not true in `state`, as text, with the current values of their figures."""
    unmet = []
    for text in conditions:
        if (
            text in (WIN, WIN_FIRST, OVER)
            or text.startswith(TRIED_PREFIX)
            or is_condition_met(state, text, learner, set())
        ):
            continue
        actual, wanted = compare_expectation(state, text)
        figure = isinstance(wanted, int) and not isinstance(wanted, bool)
        unmet.append(condition_text(text, state.game.name, goal) + (f" (now {actual})" if figure else ""))
    return unmet


def condition_text(condition: str, game: str, goal: str = "") -> str:
    """Return a condition as a short line for the learner, with zones and figures called what the board calls them.

    A card is named only if the goal names it; otherwise finding it is the task.
    """
    if condition.startswith(TRIED_PREFIX):
        cards = re.findall(r'"([^"]*)"', condition)
        target = [card for card in cards if is_named(card, goal)] or cards
        return f"{target[-1]} tried and refused" if target else "Tried"
    bound = re.fullmatch(r"(you|rival)\.(\w+) (<=|>=) (\d+)", condition)
    if bound is not None:
        who, what, sign, count = bound.groups()
        equal = condition_text(f"{who}.{what} = {count}", game, goal)
        text = equal.replace(count, f"{'at most' if sign == '<=' else 'at least'} {count}")
        return text[0].upper() + text[1:]
    match = re.fullmatch(r'(you|rival)\.(\w+) (?:(has|lacks) "([^"]*)"|= (\d+))', condition)
    if match is None:
        mark = re.fullmatch(r'(?:(you|rival) )?(?P<noun>\w+) "(?P<name>[^"]*)" = (?P<value>\S+)', condition)
        if mark is None:
            return condition[0].upper() + condition[1:]
        words, parts = load_look(game).get("ticks", {}), mark.groupdict()
        said = words.get("{noun} {value}".format_map(parts), words.get("{noun} of".format_map(parts)))
        whose = {"you": "Your ", "rival": "The rival's "}.get(mark[1], "")
        return whose + (said or "{name}: {noun} {value}").format_map(parts)
    who, what, has, card, count = match.groups()
    zones = zone_words(game)
    zone = zones.get(what, what.lower())
    whose = "your" if who == "you" else "the rival's"
    several = zone.endswith("s")
    if card:
        if said := load_look(game).get("ticks", {}).get(f"{what} {has}"):
            return str(said).format(name=card if is_named(card, goal) else "A card", whose=whose)
        there = f"{'' if has == 'has' else 'not '}{'among' if several else 'in'}"
        return f"{card if is_named(card, goal) else 'A card'} {there} {whose} {zone}"
    if count == "0" and what in zones:
        return f"No {zone} on {whose} side" if several else f"Nothing in {whose} {zone}"
    if what in zones and not what.endswith("s"):
        return f"{count} {'card' if count == '1' else 'cards'} in {whose} {zone}"
    figure = next(
        (score.get("tick", score["word"]) for score in load_look(game).get("score", ()) if score["field"] == what), ""
    )
    if figure:
        return f"{whose[0].upper()}{whose[1:]} {figure}: {count}"
    word = load_look(game).get("ticks", {}).get(what, what)
    return (
        f"{'You have' if who == 'you' else 'The rival has'} {count} {word.removesuffix('s') if count == '1' else word}"
    )


def is_named(card: str, goal: str) -> bool:
    """Return True if the goal contains at least one word of a card's name."""
    return any(word in goal for word in re.findall(r"\w{3,}", card))
