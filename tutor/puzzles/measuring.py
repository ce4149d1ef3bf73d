"""Measurements of a puzzle: how often bots solve it, its themes, its level."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from engines.declare.declaration import in_play
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, Action, State
from engines.search.players import Player, attacks_of, greedy_player, newcomer_player, random_player
from engines.search.solver import Odds, TooDeep
from tutor.puzzles.proving import Evidence, state_after
from tutor.puzzles.targets import EASY_SHARE, LEVEL_SHARES, goals_of

PLAYOUTS = 50
BOTS = {
    "random": random_player,
    "newcomer": newcomer_player,
    "beginner": lambda seed: greedy_player(seed, slip=45),
    "quick": greedy_player,
}
"""The bots that try a puzzle. `careful` cannot: it plays on in imagined deals, but unseen cards here are no deal."""

LONG_PUZZLE = 6
"""Fewest decisions of a long puzzle."""


def is_too_easy(evidence: Evidence, playouts: int = PLAYOUTS, easy: float = EASY_SHARE) -> bool:
    """Return True if more than the share `easy` of the play-outs solves a puzzle by chance."""
    most = easy * playouts
    found = 0
    for seed in range(playouts):
        found += _reaches(evidence, random_player(seed), seed)
        if found > most:
            return True
    return False


def count_found(evidence: Evidence, playouts: int = PLAYOUTS) -> dict[str, int]:
    """Return by bot the number of play-outs that reach the goal against the best defence."""
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
    """Return True if every choice keeps the best chance; the dice are rolled, and bad luck does not count."""
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


def rate_level(
    found: Mapping[str, int], depth: int, width: int, playouts: int = PLAYOUTS, shares: Sequence[float] = LEVEL_SHARES
) -> int:
    """Return the level of a puzzle, 1 to 5: the more rarely it is solved and the larger its tree, the higher."""
    share = sum(found.values()) / (len(found) * playouts)
    level = 1 + sum(share <= least for least in shares)
    level += depth >= LONG_PUZZLE
    level -= depth <= 3 and width <= 3
    return max(1, min(5, level))


def themes_of(evidence: Evidence) -> list[str]:
    """Return the themes of a puzzle, from its solution.

    order : an attack tempts, and another one must come first. target : the same attacker, another target. hold :
    something is left undone. defence : it is the rival's turn. sacrifice : the player gives up a card. prepare :
    something comes before the attack. odds : dice decide. rolls : a bad roll could spoil it. unseen : an unseen card
    could. long : many decisions. kind:<kind> : a kind of action in the solution besides the usual ones. Before all
    these comes the theme that the game's goals give to the kind of the first move.
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
        themes.append("hold")
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
    """Return True if the solution does not begin with an attack but attacks later."""
    here, later = state.copy(), False
    for at, (seat, action) in enumerate(line):
        attacking = seat == 0 and action in attacks_of(here)
        if attacking and at == 0:
            return False
        later = later or attacking
        here.apply(action)
    return later


def _gives_up(state: State, line: list[tuple[int, Action]]) -> bool:
    """Return True if a card of the learner's leaves play on the way."""
    here, before = state.copy(), _in_play(state)
    for _, action in line:
        here.apply(action)
    return not before <= _in_play(here)


def _in_play(state: State) -> set[int]:
    """Return the ids of the learner's cards in play."""
    return {record[0] for seat, _, record in in_play(state) if seat == 0}  # type: ignore[arg-type]


def chance_themes(evidence: Evidence) -> set[str]:
    """Return where chance affects the solution, or makes the tempting move fail: "unseen" cards, "rolls"."""
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
