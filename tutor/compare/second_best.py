"""How much a decision matters: the winning chance that the second best option costs, from play-outs.

One decision is drawn from each of many games between quick players. Each option is played to the end by quick players,
in the same deals of everything that the deciding player cannot see. Rounds of play-outs eliminate options
(`TrialRound`); the last two are then compared in new deals, so that one of two equal options does not look better just
because it was selected for its results.

The measured costs still vary by chance, so counting those above a threshold would count chance as well. The spread of
the true costs is therefore found by maximum likelihood on a grid (Laird 1978, Nonparametric Maximum Likelihood
Estimation of a Mixing Distribution, Journal of the American Statistical Association 73), knowing the error of each cost
and how often such an error puts the two in the wrong order. The interval, which is for these decks, comes from
resampling the decisions.

`python -m tutor.compare.second_best 150 --write` measures the games and adds the figures to `results.json`.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

import engines
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.search.players import greedy_player
from tutor.compare.batch import pairs_to_measure
from tutor.compare.game_names import order_games
from tutor.compare.resampling import RESAMPLING_SEED
from tutor.estimates import Estimate, format_estimate, wilson_interval
from tutor.extras import require_extra
from tutor.files import write_whole
from tutor.matches.simulate import spread_work
from tutor.sets.decks import game_with_decks

COSTLY = {"over_5": 0.05, "over_15": 0.15}
"""The thresholds by the ids of their shares: a decision counts if the second best option costs more."""
FIRST_SEED = 2_000_000
"""The seed of the first game; other measurements use other deals."""
DECISIONS_A_TASK = 10


class TrialRound(NamedTuple):
    """A round of play-outs: the number of deals, and the number of options that remain for the next round."""

    deals: int
    leaves: int


ROUNDS = (TrialRound(32, 5), TrialRound(96, 3), TrialRound(160, 2))
FINAL_DEALS = 300
"""Deals in which the last two options are compared."""
PlayOptions = Callable[[Sequence[int], int], Sequence[Sequence[float]]]
"""Plays some options, given by their numbers, in some new deals; returns the results of each deal, in that order."""


class SecondBest(NamedTuple):
    """A measured cost: the winning chance lost by the option that looked second best; negative if it turned out better.

    error : the standard error of the cost. order_error : the standard error of the comparison that decided which option
    looked second best.
    """

    cost: float
    error: float
    order_error: float


def measure_cost(count: int, play: PlayOptions) -> SecondBest:
    """Return the cost of the second best of `count` options."""
    left = list(range(count))
    sums, deals = dict.fromkeys(left, 0.0), 0
    for one in ROUNDS:
        if len(left) > one.leaves:
            for results in play(left, one.deals):
                for option, result in zip(left, results, strict=True):
                    sums[option] += result
            deals += one.deals
            left = sorted(left, key=lambda option: -sums[option])[: one.leaves]
    if not deals:  # with two options from the start, these deals put them in order
        deals = ROUNDS[-1].deals
        for results in play(left, deals):
            for option, result in zip(left, results, strict=True):
                sums[option] += result
        left.sort(key=lambda option: -sums[option])
    apart = [best - second for best, second in play(left, FINAL_DEALS)]
    cost = fmean(apart)
    # one more deal may always show a difference, so the error is never zero
    variance = max(math.fsum((one - cost) ** 2 for one in apart) / (len(apart) - 1), 1 / len(apart))
    return SecondBest(cost, math.sqrt(variance / len(apart)), math.sqrt(variance / deals))


# Decisions of a game.


def draw_decision(game: Game, decks: tuple[str, str], seed: int) -> State | None:
    """Return a random choice in a game between quick players, all choices equally likely; None if the game has none.

    A choice has several options and comes after the set-up.
    """
    chance, first_phase = random.Random(seed), game.flow.first.phase
    state = game.new(decks, seed=seed)
    players = [greedy_player((seed << 8) + 1 + seat) for seat in (0, 1)]
    found, seen, begun = None, 0, False
    while state.result is None:
        begun = begun or bool(state.turn and state.step.phase != first_phase)
        if begun and len(state.actions) > 1:
            seen += 1
            if chance.randrange(seen) == 0:
                found = state.copy()
        state.apply(players[state.seat_to_act](state))
    return found


def play_options(state: State, seat: int, options: Sequence[Action], source: RandomSource) -> list[float]:
    """Return the result of each option for the player in `seat`, in one random deal of the hidden cards."""
    world = state.copy()
    world.game.rules.determinise(world, seat, source)
    luck = source.below(1 << 30)
    found = []
    for option in options:
        here = world.copy()
        here.apply(option)
        player = greedy_player(luck)
        while here.result is None:
            here.apply(player(here))
        found.append(0.5 if here.result.winner is None else float(here.result.winner == seat))
    return found


def weigh_decision(state: State, seed: int) -> SecondBest:
    """Return the cost of the second best option of a decision."""
    source, actions = RandomSource(seed), list(state.actions)

    def play(options: Sequence[int], deals: int) -> list[list[float]]:
        chosen = [actions[at] for at in options]
        return [play_options(state, state.seat_to_act, chosen, source) for _ in range(deals)]

    return measure_cost(len(actions), play)


def weigh_games(name: str, first: int, count: int) -> list[SecondBest]:
    """Return the cost of one decision from each of `count` games, starting with number `first`.

    All pairs of decks meet.
    """
    game = game_with_decks(name)
    met, found = pairs_to_measure(game), []
    for number in range(first, first + count):
        one, other = met[number // 2 % len(met)][:: -1 if number % 2 else 1]
        state = draw_decision(game, (one.id, other.id), FIRST_SEED + number)
        if state is not None:
            found.append(weigh_decision(state, FIRST_SEED + number))
    return found


# The shares.

DRAWS, STEPS = 200, 60
"""Number of resamplings for the interval, and number of steps of each fit; more steps would fit chance."""


def costly_shares(costs: Sequence[SecondBest]) -> dict[str, Estimate]:
    """Return the share of decisions whose second best option costs more than each of `COSTLY`.

    The value is the mean of the draws, the interval their middle 95 %, and at least as wide as Wilson's.
    """
    require_extra("measure")
    import numpy as np
    from scipy.stats import norm

    cost, error, order = (np.array(part)[:, None] for part in zip(*costs, strict=True))
    grid = np.concatenate([[0.0], np.arange(0.005, 1.0, 0.01)])
    swapped = norm.cdf(-grid / order)
    fits = (1 - swapped) * norm.pdf((cost - grid) / error) + swapped * norm.pdf((cost + grid) / error)
    source, n = np.random.default_rng(RESAMPLING_SEED), len(costs)
    often = source.multinomial(n, np.full(n, 1 / n), DRAWS).astype(float)
    found = []
    for weights in often:
        shares = np.full(len(grid), 1 / len(grid))
        for _ in range(STEPS):
            parts = fits * shares
            shares = weights @ (parts / np.maximum(parts.sum(axis=1, keepdims=True), 1e-300)) / n
        found.append([shares[grid > least].sum() for least in COSTLY.values()])
    drawn = np.array(found)
    estimates = {}
    for at, id in enumerate(COSTLY):
        value = float(drawn[:, at].mean())
        low, high = (float(one) for one in np.quantile(drawn[:, at], (0.025, 0.975)))
        least, most = wilson_interval(round(value * n), n)
        estimates[id] = Estimate(value, min(low, least, value), max(high, most, value), n)
    return estimates


def measure_choices(name: str, decisions: int, jobs: int = -1) -> dict[str, Estimate]:
    """Return the shares of costly decisions of a game, by their ids. jobs : see `spread_work`."""
    tasks = [(name, first, min(DECISIONS_A_TASK, decisions - first)) for first in range(0, decisions, DECISIONS_A_TASK)]
    return costly_shares([one for found in spread_work(weigh_games, tasks, jobs) for one in found])


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Measure the games, print the shares, and add them to the results if `--write` is given."""
    parser = argparse.ArgumentParser(
        prog="python -m tutor.compare.second_best", description="Measure how often a choice matters."
    )
    parser.add_argument("decisions", nargs="?", type=int, default=100, help="decisions of each game (default 100)")
    parser.add_argument("--game", action="append", choices=engines.names(), help="only this game; may be repeated")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--write", action="store_true", help="add them to results.json and docs/measured.md")
    options = parser.parse_args(arguments)
    for name in order_games(options.game):
        found = measure_choices(name, options.decisions, options.jobs)
        shown = "; ".join(f"{id} {format_estimate(one, '%', interval=True)}" for id, one in found.items())
        print(f"{name}: {shown}", flush=True)
        if options.write:
            add_choices(name, found)
    return 0


def add_choices(name: str, found: dict[str, Estimate]) -> None:
    """Add the shares of a game to the stored results, and to their page."""
    from tutor.compare import ladder, report, results  # they show these results

    known = results.read_results()
    if known is None or name not in known.rules:
        sys.exit("Tebiki: measure the games first: python -m tutor.compare --write.")
    known.choices[name] = found
    results.write_results(known)
    write_whole(report.PAGE_FILE, report.results_markdown(known, ladder.read_ladders()))


if __name__ == "__main__":
    sys.exit(run_command())
