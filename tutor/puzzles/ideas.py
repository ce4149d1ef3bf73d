"""The idea of a puzzle: what to do instead of the tempting move, and for what purpose, in the game's own words.

Two puzzles have the same idea if their way, the kinds of action in it, and the purposes of their goals are the same.
The name consists of these alone, so no two ideas of a game have the same name.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.game import Game
from engines.kernel.state import Action, State
from engines.search.solver import open_chance
from tutor.lessons.session import LEARNER
from tutor.puzzles.proving import Evidence
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import goals_of
from tutor.text import format_message

BEFORE, INSTEAD, ORDER, TARGET, OTHER, AMOUNT = "before", "instead", "order", "target", "other", "amount"
"""The ways of solutions: the tempting kind of action comes later, or not at all; or the right move is of the same kind,
and the tempting action comes later, or the right move differs from it in its target, its card, or its amount."""


class Idea(NamedTuple):
    """What puzzles with the same idea share.

    way : how the right move and the tempting one differ. kinds : the kind of the right move, the kind of the tempting
    one, and the first further kind in the solution, "" if there is none. purpose : the purpose of the goal, as its row
    states it ("to win").
    """

    way: str
    kinds: tuple[str, str, str]
    purpose: str


def shape_of_solution(proof: Evidence) -> tuple[str, tuple[str, ...]]:
    """Return the way of a solution, and its kinds: of the right move, the tempting one, then each further kind once."""
    first, tempting = proof.first, proof.tempting
    later = [action for action in own_decisions(proof.state, proof.line) if action is not first]
    further = [action[0] for action in later]
    kinds = (first[0], tempting[0], *dict.fromkeys(kind for kind in further if kind not in (first[0], tempting[0])))
    if first[0] != tempting[0]:
        return (BEFORE if tempting[0] in further else INSTEAD), kinds
    if tempting in later:
        return ORDER, kinds
    if '"' not in proof.state.text(first):
        return AMOUNT, kinds
    return (TARGET if first[:2] == tempting[:2] else OTHER), kinds


def own_decisions(state: State, line: list[tuple[int, Action]]) -> list[Action]:
    """Return the learner's decisions in a line, without picks, forced moves, and passes after the first decision."""
    here, found = open_chance(state, LEARNER), []
    for at, (seat, action) in enumerate(line):
        chosen = seat == LEARNER and len(here.actions) > 1 and not here.step.pick
        if not at or (chosen and action[0] != here.step.passing):
            found.append(action)
        here.apply(action)
    return found


def idea_of(puzzle: Puzzle) -> Idea:
    """Return the idea of a stored puzzle."""
    first, tempting, *further = puzzle.kinds
    purpose = goals_of(puzzle.game).row(puzzle.target)["purpose"]
    return Idea(puzzle.way, (first, tempting, further[0] if further else ""), purpose)


def name_idea(game: Game, idea: Idea, language: str = "en") -> str:
    """Return the name of an idea, in plain words of the game."""
    verbs = goals_of(game.name).verbs
    first, tempting, then = (verbs.get(kind, "") for kind in idea.kinds)
    way = format_message(f"puzzle.way.{idea.way}", language, first=first, tempting=tempting)
    if then:
        way = format_message("puzzle.way.then", language, way=way, then=then)
    name = format_message("puzzle.idea", language, way=way, purpose=idea.purpose)
    return name[:1].upper() + name[1:]
