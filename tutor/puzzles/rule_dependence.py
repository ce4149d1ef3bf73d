"""Finds the clauses that decide a puzzle: those without which its right first moves change.

For each counter-rule, the same position is solved in the patched game.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import engines
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.variants.counter_rules import WITHOUT, CounterRule, counter_rules
from tutor.puzzles.documents import Document, place_document
from tutor.puzzles.proving import solver_of, state_after
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import Target, target_of


def add_deciding_rules(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the counter-rules that decide it and their clauses; both are empty if no rule does."""
    rules = find_deciding_rules(engines.load(puzzle.game), target_of(puzzle), dict(puzzle.position))
    clauses = dict.fromkeys(clause for rule in rules for clause in rule.clauses)
    return replace(puzzle, clauses=tuple(clauses), rules=tuple(rule.id for rule in rules))


def find_deciding_rules(game: Game, target: Target, document: Document) -> list[CounterRule]:
    """Return counter-rules under which the right first moves differ.

    First, counter-rules that remove a requirement and misconceptions are tried; if none of them decides, the first
    other counter-rule that does is returned.
    """
    state = place_document(game, document)
    truly, legal = right_moves(state, target), {state.text(action) for action in state.actions}
    kinds = asked_kinds(state)
    plain = [rule for rule in counter_rules(game) if rule.sort == WITHOUT or rule.belief]
    worth = [rule for rule in plain if rule.sort != WITHOUT or rule.id.split(":")[1].split(".")[0] in kinds]
    found = [rule for rule in worth if _decides(rule, game, target, document, truly, legal)]
    others = (rule for rule in counter_rules(game) if rule not in plain)
    other = (rule for rule in others if _decides(rule, game, target, document, truly, legal))
    return found or list(itertools.islice(other, 1))


def asked_kinds(state: State, playouts: int = 20) -> set[str]:
    """Return the kinds of action that are possible in the rest of the turn, as found in some play-outs."""
    found: set[str] = set()
    for seed in range(playouts):
        here, source = state.copy(), RandomSource(seed)
        while here.actions and here.turn == state.turn and here.result is None:
            found |= set(here.step.taken or ())
            here.apply(here.actions[source.below(len(here.actions))])
    return found


def _decides(
    rule: CounterRule, game: Game, target: Target, document: Document, truly: set[str], legal: set[str]
) -> bool:
    """Return True if different first moves reach the goal under a counter-rule.

    A move that exists only in the patched game, and after which the right one is still possible, does not count.
    """
    try:
        state = place_document(rule.patched(game), document)
        if not state.seat_to_act_is(0):
            return False
        told = {state.text(action): action for action in state.actions}
        solver = solver_of(target, state)  # if dice decide, it finds the best chance in this game
        if not all(text in told and solver.holds(state_after(state, told[text])) for text in truly):
            return True
        for text, action in told.items():
            child = state_after(state, action)
            waits = text not in legal and truly & {child.text(one) for one in child.actions}
            if text not in truly and not waits and solver.holds(child):
                return True
    except Exception:  # too deep a search, or a failure of the patched game, proves nothing
        pass
    return False


def right_moves(state: State, target: Target) -> set[str]:
    """Return the first moves that reach the goal, as texts."""
    solver = solver_of(target, state)
    return {state.text(action) for action in state.actions if solver.holds(state_after(state, action))}
