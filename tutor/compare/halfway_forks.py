"""The effect of a rule on the trailing player: halfway positions, played to the end with and without the rule.

Pairs of full games do not show it well: changed rules lead to different positions, so a player who trails in one game
of a pair may not trail in the other. Instead a game is played by the printed rules to the middle turn of a typical
game; copies of that position are then played to the end, one by the printed rules and one by each changed rule, with
the same deck order, dice and players. Who trails is decided once, in that position, by a win probability of the printed
game that was not fitted on it (`tutor.compare.win_probability`).

The effect of a rule before that turn is the same on both sides and does not count; it shows in
`tutor.compare.start_forks`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from engines.kernel.state import State
from engines.variants.counter_rules import move_to_game
from tutor.compare.batch import BATCH_SIZE
from tutor.compare.features import position_features
from tutor.compare.fork_games import PRINTED_RULES, ForkFile, seat_going_first
from tutor.compare.metrics import LEAD_MARGIN
from tutor.compare.observe import GameTrace, WatchedMoment
from tutor.compare.resampling import GameCase, difference_of, mean_of
from tutor.compare.undecided import CasePair
from tutor.compare.win_probability import FOLDS, WinModel, fit_win_model, fold_numbers
from tutor.experiments.effects import UNKNOWN_EFFECT, RuleEffect
from tutor.experiments.paired import deal_of_game, meeting_decks, rules_fingerprint
from tutor.matches.house_rules import changed_game
from tutor.matches.simulate import BOTS, spread_work
from tutor.progress import data_folder
from tutor.sets.decks import game_with_decks


class HalfwayFork(NamedTuple):
    """A halfway position and its results.

    seed, decks : those of the game. moment : the observed position. won : the seat that won from there, for each
    changed rule ("" for the printed rules); None for a draw.
    """

    seed: int
    decks: tuple[str, str]
    moment: WatchedMoment
    won: dict[str, int | None]


def halfway_turn(traces: Sequence[GameTrace]) -> int:
    """Return the middle turn of a typical game: half the median length, rounded up."""
    return max(1, math.ceil(median(one.sight.turns for one in traces) / 2))


def forks_of(
    game: str,
    rules: Sequence[str],
    turn: int,
    games: int,
    jobs: int = 1,
    folder: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
    decks: Sequence[str] = (),
) -> list[HalfwayFork]:
    """Return the forks of `games` games at the beginning of a turn; a game that ended earlier has none.

    Parameters
    ----------
    game
        The game's name.
    rules
        The rules that are changed, one at a time: ids of `tutor.matches.house_rules`, each set to 1.
    turn
        The turn; see `halfway_turn`.
    games
        Number of games. Game number n is always the same game.
    jobs
        Processes at a time; see `tutor.matches.simulate.spread_work`.
    folder
        Where forks are stored; stored games are not played again.
    on_progress
        Called every few games with the number of games available.
    decks
        The decks that meet; by default all of the game's.
    """
    marks = [rules_fingerprint(game, {rule: 1}) for rule in rules]
    digest = hashlib.sha256(f"{turn} {marks} {[*decks]} {Path(__file__).read_bytes()!r}".encode()).hexdigest()[:12]
    stored = ForkFile((folder or data_folder() / "games") / f"{game}-halfway-{digest}.jsonl")
    kept = {at: [_read(row) for row in rows] for at, rows in stored.batches().items()}
    missing = [at for at in range(0, games, BATCH_SIZE) if at not in kept]
    tasks = [(game, tuple(rules), turn, at, tuple(decks)) for at in missing]
    for at, found in zip(missing, spread_work(play_forks, tasks, jobs), strict=True):
        stored.keep(at, found)
        kept[at] = found
        if on_progress:
            on_progress(min(games, len(kept) * BATCH_SIZE))
    return [one for at in range(0, games, BATCH_SIZE) for one in kept[at]]


def play_forks(
    game: str, rules: tuple[str, ...], turn: int, first: int, decks: tuple[str, ...] = ()
) -> list[HalfwayFork]:
    """Play a batch of games, starting with number `first`; see `forks_of`."""
    printed = game_with_decks(game)
    met = meeting_decks(printed, decks)
    found = []
    for number in range(first, first + BATCH_SIZE):
        seed, (one, other) = deal_of_game(met, number)
        state = printed.new(decks=(one.cards, other.cards), seed=seed)
        went_first = _play_to(state, turn, seed)
        if state.result is None:
            moment = WatchedMoment(
                state.turn, len(state.actions), hidden=0.0, features=position_features(state, went_first)
            )
            won = {PRINTED_RULES: _played_out(state.copy(), seed)}
            won |= {rule: _played_out(move_to_game(state, changed_game(printed, {rule: 1})), seed) for rule in rules}
            found.append(HalfwayFork(seed, (one.id, other.id), moment, won))
    return found


def _play_to(state: State, turn: int, seed: int) -> int | None:
    """Play up to the first decision of a turn that is outside any procedure; return the seat that went first."""
    players = [BOTS["quick"]((seed << 8) + 1 + seat) for seat in (0, 1)]
    first: int | None = None
    while state.result is None and not (state.turn >= turn and not state.frames):
        if first is None:
            first = seat_going_first(state)
        state.apply(players[state.seat_to_act](state))
    return first


def _played_out(state: State, seed: int) -> int | None:
    players = [BOTS["quick"]((seed << 8) + 3 + seat) for seat in (0, 1)]
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    return state.result[0]


# Analysis.


class TrailingPlayer(NamedTuple):
    """A fork in which one seat trails, and that seat."""

    fork: HalfwayFork
    seat: int


def trailing_players(forks: Sequence[HalfwayFork], traces: Sequence[GameTrace]) -> list[TrailingPlayer]:
    """Return the forks with a trailing player, judged by win probabilities fitted on other deals.

    traces : the games with the same numbers, played by the printed rules. A player trails if the chance to win is at
    least `LEAD_MARGIN` below a half.
    """
    part = fold_numbers(traces)
    of_deal = {(tuple(sorted(one.decks)), one.seed): at for one, at in zip(traces, part, strict=True)}
    models: list[WinModel | None] = [
        fit_win_model([one for one, at in zip(traces, part, strict=True) if at != fold]) for fold in range(FOLDS)
    ]
    found = []
    for fork in forks:
        at = of_deal.get((tuple(sorted(fork.decks)), fork.seed), fork.seed % FOLDS)
        model = models[at]
        if model is not None:
            chance = model.chance(fork.moment)
            if abs(chance - 0.5) > LEAD_MARGIN:
                found.append(TrailingPlayer(fork, int(chance > 0.5)))
    return found


def comeback_pairs(rule: str, known: Sequence[TrailingPlayer]) -> list[CasePair]:
    """Return, for every position, whether the trailing player won, by the printed rules and by the changed rule."""
    return [(_case(one, PRINTED_RULES), _case(one, rule)) for one in known]


def acts_before(rule: str, known: Sequence[TrailingPlayer]) -> bool:
    """Return True if a rule changed no winner from halfway on: it acts before, or never."""
    return all(printed == other for printed, other in comeback_pairs(rule, known))


def comeback_effect(rule: str, known: Sequence[TrailingPlayer]) -> RuleEffect:
    """Return how often the trailing player wins by the printed rules and by a changed rule; draws are left out.

    Both use the same positions; the intervals are those of `tutor.compare.resampling`.
    """
    both = comeback_pairs(rule, known)
    difference = difference_of(both, again=False)
    if difference.value is None:
        return UNKNOWN_EFFECT
    printed, other = ([case for pair in both if (case := pair[half]) is not None] for half in (0, 1))
    return RuleEffect(mean_of(printed, again=False), mean_of(other, again=False), difference, difference_of(both))


def _case(one: TrailingPlayer, rule: str) -> GameCase | None:
    winner = one.fork.won[rule]
    return None if winner is None else GameCase(one.fork.decks, one.fork.seed, float(winner == one.seat))


def _read(row: Sequence[Any]) -> HalfwayFork:
    seed, decks, moment, won = row
    return HalfwayFork(seed, (decks[0], decks[1]), WatchedMoment(*moment), won)
