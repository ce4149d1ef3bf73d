"""Measures a puzzle: how often bots solve it, its themes, and its level."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from math import log2

from engines.declare.declaration import in_play
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State
from engines.search.players import STRENGTHS, Player, attacks_of, erratic_player, random_player
from engines.search.solver import Odds, TooDeep
from tutor.puzzles.proving import Evidence, state_after
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import EASY_SHARE, goals_of

PLAYOUTS = 20
"""Number of play-outs by each bot, with seeds from 0."""

BOTS = {"random": random_player, "erratic": erratic_player, **{name: STRENGTHS[name] for name in ("quick", "careful")}}
"""The bots that try a puzzle; if cards are unseen, the careful one imagines them."""

HOLD = "hold"
"""The theme of a puzzle whose answer is to pass."""

LONG_PUZZLE = 6
"""Minimum number of decisions in a long puzzle."""


def is_too_easy(evidence: Evidence, playouts: int = PLAYOUTS, easy: float = EASY_SHARE) -> bool:
    """Return True if more than the share `easy` of the play-outs solve a puzzle by chance."""
    most = easy * playouts
    found = 0
    for seed in range(playouts):
        found += _reaches(evidence, random_player(seed), seed)
        if found > most:
            return True
    return False


def count_found(evidence: Evidence, playouts: int = PLAYOUTS) -> dict[str, int]:
    """Return, by bot, the number of play-outs that reach the goal against the best defence."""
    return {name: sum(_reaches(evidence, bot(seed), seed) for seed in range(playouts)) for name, bot in BOTS.items()}


def _reaches(evidence: Evidence, player: Player, seed: int = 0) -> bool:
    here, solver = evidence.state.copy(), evidence.solver
    if isinstance(solver, Odds):
        return _keeps(here, solver, player, RandomSource(seed))
    while (verdict := solver.goal(here)) is None and here.actions:
        if here.seat_to_act_is(0):
            here.apply(player(here))
            try:
                if not solver.holds(here):
                    return False
            except TooDeep:
                return False
        else:
            here.apply(solver.reply(here))
    return bool(verdict)


def _keeps(here: State, solver: Odds, player: Player, source: RandomSource) -> bool:
    """Return True if every choice of a player keeps the best chance.

    Dice are rolled, but an unlucky roll does not count.
    """
    while solver.goal(here) is None and here.actions:
        if here.seat_to_act_is(0):
            best = solver.probability(here)
            here.apply(player(here))
            if solver.probability(here) < best:
                return False
        elif here.seat_to_act == NATURE and not here.step.worst:
            weights = (here.step.weights and here.step.weights(here, here.actions)) or [1] * len(here.actions)
            drawn = source.below(sum(weights))
            sums = itertools.accumulate(weights)
            here.apply(next(action for action, most in zip(here.actions, sums, strict=True) if drawn < most))
        else:
            here.apply(solver.reply(here))
    return True


POINTS_OF_BOTS, POINTS_OF_WIDTH, POINTS_OF_DEPTH = 6.0, 0.5, 0.8
"""Points for a puzzle that no bot ever solves, for each doubling of its first moves, and for each further decision."""

LEVEL_POINTS = (8.0, 9.1, 10.1, 11.1)
"""Upper bounds of the points for levels 1, 2, 3 and 4; a puzzle with more points has level 5."""

LEVEL_READINGS = (1.5, 2.0, 2.5, 3.5)
"""Upper bounds of a reader's ratings for levels 1, 2, 3 and 4. They are close below 3, where most ratings are."""

MOST_FOUND = {"quick": 1, "careful": 2}
"""The highest level of a puzzle that a bot solves in at least half of its play-outs, by bot."""


def rate_points(found: Mapping[str, int], depth: int, width: int) -> float:
    """Rate how hard a puzzle is: how rarely bots solve it, how many first moves it has, and how deep it is.

    found : for each bot, the number of its `PLAYOUTS` play-outs that solve the puzzle. depth : number of decisions in
    the solution. width : number of legal first moves, of which one is good; equivalent moves count once.
    """
    missed = 1 - sum(found.values()) / (len(found) * PLAYOUTS)
    return POINTS_OF_BOTS * missed + POINTS_OF_WIDTH * log2(width) + POINTS_OF_DEPTH * depth


def level_of(puzzle: Puzzle, found: Mapping[str, int]) -> int:
    """Return the level of a puzzle, 1 to 5: by its reader's rating, or by `rate_level` if it has none."""
    if not puzzle.reading:
        return rate_level(found, puzzle.depth, puzzle.width)
    return 1 + sum(puzzle.reading > most for most in LEVEL_READINGS)


def rate_level(found: Mapping[str, int], depth: int, width: int) -> int:
    """Return the level of a puzzle, 1 to 5, from its points; not above that of `MOST_FOUND`, if the bots find it."""
    points = 1 + sum(rate_points(found, depth, width) >= least for least in LEVEL_POINTS)
    return min(points, *(level for bot, level in MOST_FOUND.items() if found.get(bot, 0) >= PLAYOUTS / 2), points)


def themes_of(evidence: Evidence) -> list[str]:
    """Return the themes of a puzzle, from its solution.

    order : an attack tempts, but another attack must come first. target : the same attacker needs another target.
    hold : something must be left undone. defence : it is the rival's turn. sacrifice : the player gives up a card.
    prepare : something must come before the attack. odds : dice decide. rolls : an unlucky roll could spoil the
    solution. unseen : an unseen card could spoil it. long : there are many decisions. kind:<kind> : the solution
    contains an unusual kind of action. The theme that the game's goals give to the kind of the first move precedes all
    these.
    """
    state, line = evidence.state, evidence.line
    themes = []
    if evidence.first[0] in (named := goals_of(state.game.name).themes):
        themes.append(named[evidence.first[0]])
    attacks = attacks_of(state)
    own_turn = state.game.rules.table(state, 0).turn_player != 1
    if not own_turn:
        themes.append("defence")
    if evidence.first in attacks and evidence.tempting in attacks:
        alike = evidence.first[:2] == evidence.tempting[:2]
        themes.append("target" if alike else "order")
    elif evidence.first[0] == state.step.passing:
        themes.append(HOLD)
    elif own_turn and attacks_follow(state, line):
        themes.append("prepare")
    if _gives_up(state, line):
        themes.append("sacrifice")
    if evidence.chance is not None:
        themes.append("odds")
    else:
        themes += sorted(chance_themes(evidence))
    if evidence.depth >= LONG_PUZZLE:
        themes.append("long")
    kinds = dict.fromkeys(action[0] for seat, action in line if seat == 0)
    passing = {step.passing for step in state.game.flow.steps.values()}
    picks = {kind for step in state.game.flow.steps.values() if step.pick for kind in step.taken or ()}
    return themes + [f"kind:{kind}" for kind in kinds if kind not in passing and kind not in picks]


def attacks_follow(state: State, line: list[tuple[int, Action]]) -> bool:
    """Return True if the solution does not begin with an attack but contains one later."""
    here, later = state.copy(), False
    for at, (seat, action) in enumerate(line):
        attacking = seat == 0 and action in attacks_of(here)
        if attacking and at == 0:
            return False
        later = later or attacking
        here.apply(action)
    return later


def _gives_up(state: State, line: list[tuple[int, Action]]) -> bool:
    """Return True if one of the learner's cards leaves play along the line."""
    here, before = state.copy(), _in_play(state)
    for _, action in line:
        here.apply(action)
    return not before <= _in_play(here)


def _in_play(state: State) -> set[int]:
    """Return the ids of the learner's cards in play."""
    return {record[0] for seat, _, record in in_play(state) if seat == 0}  # type: ignore[arg-type]


def chance_themes(evidence: Evidence) -> set[str]:
    """Return the kinds of chance that affect the solution, or make the tempting move fail: "unseen" cards, "rolls"."""
    tempted = state_after(evidence.state, evidence.tempting)
    lines = [(evidence.state, evidence.line), (tempted, evidence.solver.failing_line(tempted))]
    found = set()
    for start, line in lines:
        here = start.copy()
        for seat, action in line:
            if seat == NATURE:
                found.add("unseen" if here.step.worst else "rolls")
            here.apply(action)
    return found
