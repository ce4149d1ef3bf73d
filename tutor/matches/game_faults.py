"""Finds faults of a game in games between bots: one player always wins, an action is never used, and so on.

Further faults: all games take the same number of turns, or random players do as well as others, so that all other
figures are meaningless.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from tutor.estimates import Estimate, estimate_share, spread_of
from tutor.matches.simulate import GameRecord, play_game
from tutor.text import format_message

FAIR_SHARES = 0.45, 0.55
"""The range of win rates in which neither player counts as favoured."""
NEARLY_ALWAYS = 0.9
TRIAL_GAMES = 100
"""Number of games against a player who acts at random."""
RANDOM, KNOWING = "random", "quick"
ACTIONS_NAMED = 6


class GameFault(NamedTuple):
    """A fault of a game: the key of its sentence, and the facts to fill in."""

    key: str
    facts: dict[str, object]

    def sentence(self, language: str = "en") -> str:
        """Describe the fault, with what to do about it."""
        return format_message(f"game_fault.{self.key}", language, **self.facts)


def play_trials(game: Game, decks: Sequence[Deck], games: int = TRIAL_GAMES, seed: int = 0) -> Iterator[GameRecord]:
    """Yield games of a quick player against a random one; both alternate decks and seats."""
    for at in range(games):
        seats = decks if at % 4 < 2 else decks[::-1]
        bots = (KNOWING, RANDOM) if at % 2 == 0 else (RANDOM, KNOWING)
        yield play_game(game, seats, bots, seed + at)


def trial_share(trials: Sequence[GameRecord]) -> Estimate:
    """Return the share of decided games that the quick player won against the random one."""
    return estimate_share(None if one.winner is None else one.bots[one.winner] == KNOWING for one in trials)


def find_faults(game: Game, records: Sequence[GameRecord], trials: Sequence[GameRecord]) -> list[GameFault]:
    """Return the faults of a game, the worst first.

    records : games between two equal players. trials : games of `play_trials`.
    """
    found = chain(_ignorance(trials), _unfairness(records), _one_length(records), _unused(game, records))
    return list(found)


def describe_faults(
    game: Game, records: Sequence[GameRecord], decks: Sequence[Deck] | None = None, seed: int = 0
) -> list[str]:
    """Describe the faults of a game in sentences, or say that there are none.

    records : games between two equal players. decks : the decks for the trials; None for the game's first two.
    """
    known = list(game.decks.values())
    trials = list(play_trials(game, decks or (known[0], known[min(1, len(known) - 1)]), seed=seed))
    found = find_faults(game, records, trials)
    return [one.sentence() for one in found] or [describe_no_fault(records)]


def describe_no_fault(records: Sequence[GameRecord], language: str = "en") -> str:
    """Say that nothing wrong was seen; that neither player is favoured only if the games are enough to tell."""
    won = share_of_first(records)
    low, high = FAIR_SHARES
    if won.low is not None and won.high is not None and low <= won.low and won.high <= high:
        return format_message("own_game.no_faults", language)
    return format_message("own_game.no_faults_yet", language, **_in_percent(won))


def _ignorance(trials: Sequence[GameRecord]) -> Iterator[GameFault]:
    """Yield the fault that the quick player is no better than a random one."""
    won = trial_share(trials)
    if trials and (won.low is None or won.low <= 0.5):
        yield GameFault("bots_know_nothing", _in_percent(won) | {"count": len(trials)})


def _unfairness(records: Sequence[GameRecord]) -> Iterator[GameFault]:
    """Yield the fault that one player is favoured: the one who goes first or second or, if turns are shared, a seat."""
    by_turn, won = _is_first_known(records), share_of_first(records)
    if won.value is None or won.low is None or won.high is None:
        return
    low, high = FAIR_SHARES
    if won.low <= high and won.high >= low:
        return
    if len({one.decks[one.first] for one in records if one.first is not None and len({*one.decks}) == 2}) == 1:
        yield GameFault("deck_is_seat", _in_percent(won))
        return
    first = won.value > 0.5
    share = won if first else Estimate(1 - won.value, 1 - won.high, 1 - won.low, won.n)
    often = "always" if (share.value or 0) >= NEARLY_ALWAYS else "more_often"
    who = ("first" if first else "second") if by_turn else ("seat_one" if first else "seat_two")
    yield GameFault(f"{who}_wins_{often}", _in_percent(share))


def share_of_first(records: Sequence[GameRecord]) -> Estimate:
    """Return the share of decided games won by the player who went first or, if turns are shared, by the first seat."""
    by_turn = _is_first_known(records)
    return estimate_share(
        None if one.winner is None else one.winner == (one.first if by_turn else 0) for one in records
    )


def _is_first_known(records: Sequence[GameRecord]) -> bool:
    return any(one.first is not None for one in records)


def _one_length(records: Sequence[GameRecord]) -> Iterator[GameFault]:
    """Yield the fault that all games, or nearly all, take the same number of turns."""
    if len(records) < 2:
        return
    low, middle, high = spread_of(record.turns for record in records)
    if low == high:
        every = len({record.turns for record in records}) == 1
        yield GameFault("every_length" if every else "one_length", {"turns": f"{middle:g}"})


def _unused(game: Game, records: Sequence[GameRecord]) -> Iterator[GameFault]:
    """Yield the actions that were possible but never taken, and those that were never possible."""
    if not records:
        return
    taken = {kind for record in records for kind in record.taken}
    offered = {kind for record in records for kind in record.offered}
    there = dict.fromkeys(
        kind for step in game.flow.steps.values() for kind, (effect, *_) in step.on.items() if effect
    )  # an action without an effect is a pass, which need not be used
    for key, kinds in (
        ("never_used", [kind for kind in there if kind in offered - taken]),
        ("never_possible", [kind for kind in there if kind not in offered]),
    ):
        if kinds:
            labels = [_label(game, kind) for kind in kinds[:ACTIONS_NAMED]]
            more = f" (+{len(kinds) - ACTIONS_NAMED})" if len(kinds) > ACTIONS_NAMED else ""
            yield GameFault(key, {"actions": ", ".join(labels) + more, "games": len(records)})


def _label(game: Game, kind: str) -> str:
    """Return the name of an action in quotation marks; parts that a move fills in are left out."""
    label = game.words.find(f"action.{kind}.label") or kind
    return f'"{re.sub(r"{.*?}", "...", label)}"'


def _in_percent(one: Estimate) -> dict[str, object]:
    """Return a share and its bounds as whole percentages, to fill into a sentence."""
    value, low, high = (100 * (part or 0) for part in one[:3])
    return {"share": f"{value:.0f}", "low": f"{low:.0f}", "high": f"{high:.0f}", "n": one.n}
