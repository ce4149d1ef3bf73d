"""The effect of a rule from the first move: games started with and without it, played to the end.

A rule that acts only before the middle of a game cannot show in positions from there (`tutor.compare.halfway_forks`).
Here the same deal (deck order, dice, players) is played whole, once by the printed rules and once by each changed rule.
No player is behind yet, so what is counted is how often the player who goes first wins.

A game without a winner (a draw, or one stopped at the turn cap) is left out, as everywhere; see
`tutor.compare.undecided`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from tutor.compare.batch import BATCH_SIZE
from tutor.compare.fork_games import PRINTED_RULES, ForkFile, seat_going_first
from tutor.compare.resampling import GameCase, difference_of, mean_of
from tutor.compare.undecided import CasePair
from tutor.estimates import Estimate, wilson_interval
from tutor.experiments.effects import UNKNOWN_EFFECT, RuleEffect
from tutor.experiments.paired import deal_of_game, meeting_decks, rules_fingerprint
from tutor.matches.house_rules import changed_game
from tutor.matches.simulate import BOTS, spread_work
from tutor.progress import data_folder
from tutor.sets.decks import game_with_decks


class GameEnd(NamedTuple):
    """How a game ended: the seat that went first, the seat that won (None if there is none), and the turn."""

    first: int | None
    winner: int | None
    turns: int


class StartFork(NamedTuple):
    """A deal, and how it ended by each rule ("" for the printed rules)."""

    seed: int
    decks: tuple[str, str]
    ends: dict[str, GameEnd]


def start_forks_of(
    game: str,
    rules: Sequence[str],
    games: int,
    jobs: int = 1,
    folder: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
    decks: Sequence[str] = (),
) -> list[StartFork]:
    """Return `games` deals, each played by the printed rules and by each changed rule.

    Deals go through all pairs of decks, and each is played twice, with the decks in the other seats; games that are
    stored are not played again. The parameters are those of `tutor.compare.halfway_forks.forks_of`.
    """
    marks = [rules_fingerprint(game, {rule: 1}) for rule in rules]
    digest = hashlib.sha256(f"{marks} {[*decks]} {Path(__file__).read_bytes()!r}".encode()).hexdigest()[:12]
    stored = ForkFile((folder or data_folder() / "games") / f"{game}-start-{digest}.jsonl")
    kept = {at: [_read(row) for row in rows] for at, rows in stored.batches().items()}
    missing = [at for at in range(0, games, BATCH_SIZE) if at not in kept]
    tasks = [(game, tuple(rules), at, tuple(decks)) for at in missing]
    for at, found in zip(missing, spread_work(play_start_forks, tasks, jobs), strict=True):
        stored.keep(at, found)
        kept[at] = found
        if on_progress:
            on_progress(min(games, len(kept) * BATCH_SIZE))
    return [one for at in range(0, games, BATCH_SIZE) for one in kept[at]][:games]


def play_start_forks(game: str, rules: tuple[str, ...], first: int, decks: tuple[str, ...] = ()) -> list[StartFork]:
    """Play a batch of deals, starting with number `first`; see `start_forks_of`."""
    printed = game_with_decks(game)
    met = meeting_decks(printed, decks)
    found = []
    for number in range(first, first + BATCH_SIZE):
        seed, (one, other) = deal_of_game(met, number)
        ends = {PRINTED_RULES: _play_whole(printed, (one, other), seed)}
        ends |= {rule: _play_whole(changed_game(printed, {rule: 1}), (one, other), seed) for rule in rules}
        found.append(StartFork(seed, (one.id, other.id), ends))
    return found


def _play_whole(game: Game, decks: tuple[Deck, Deck], seed: int) -> GameEnd:
    """Play a game to its end."""
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=seed)
    players = [BOTS["quick"]((seed << 8) + 1 + seat) for seat in (0, 1)]
    first: int | None = None
    while state.result is None:
        if first is None:
            first = seat_going_first(state)
        state.apply(players[state.seat_to_act](state))
    return GameEnd(first, state.result[0], state.turn)


# Analysis.


def start_pairs(rule: str, forks: Sequence[StartFork]) -> list[CasePair]:
    """Return, for every deal, whether the player who went first won, by the printed rules and by the changed rule."""
    return [(_case(one, PRINTED_RULES), _case(one, rule)) for one in forks]


def start_effect(rule: str, forks: Sequence[StartFork]) -> RuleEffect:
    """Return how often the player who goes first wins by the printed rules and by a changed rule.

    Both use the same deals; the intervals are those of `tutor.compare.resampling`. Where no winner changed, the
    interval is Wilson's for this number of deals without a change.
    """
    both = start_pairs(rule, forks)
    difference, like = difference_of(both, again=False), difference_of(both)
    if difference.value is None:
        return UNKNOWN_EFFECT
    if difference.low == difference.high:
        reach = wilson_interval(0, difference.n)[1]
        difference, like = (one._replace(low=-reach, high=reach) for one in (difference, like))
    printed, other = ([case for pair in both if (case := pair[half]) is not None] for half in (0, 1))
    return RuleEffect(mean_of(printed, again=False), mean_of(other, again=False), difference, like)


def first_player_wins(forks: Sequence[StartFork]) -> Estimate:
    """Return how often the player who goes first wins by the printed rules, with the interval for these decks."""
    return mean_of([case for one in forks if (case := _case(one, PRINTED_RULES)) is not None], again=False)


def count_changed(rule: str, forks: Sequence[StartFork]) -> int:
    """Return the number of deals that ended otherwise by the changed rule: another winner, or another turn."""
    return sum(one.ends[rule] != one.ends[PRINTED_RULES] for one in forks)


def _case(one: StartFork, rule: str) -> GameCase | None:
    end = one.ends[rule]
    if end.winner is None or end.first is None:
        return None
    return GameCase(one.decks, one.seed, float(end.winner == end.first))


def _read(row: Sequence[Any]) -> StartFork:
    seed, decks, ends = row
    return StartFork(seed, (decks[0], decks[1]), {rule: GameEnd(*end) for rule, end in ends.items()})
