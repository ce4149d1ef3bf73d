"""Chooses three games to look at, by their figures, and replays them step by step.

A game is determined by its deal, its players and its rules, so it is replayed instead of stored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from engines.game import Game
from engines.kernel.state import State
from engines.search.players import Player
from tutor.compare.observe import GameSight, GameTrace
from tutor.experiments.paired import GamePair
from tutor.matches.demonstration import Demonstration, DemonstrationFrame
from tutor.matches.house_rules import Changes, changed_game
from tutor.matches.simulate import BOTS
from tutor.sets.decks import game_with_decks

DRAMATIC, SHORTEST, LONGEST, USUAL = "dramatic", "shortest", "longest", "usual"
MOST_FRAMES = 400
"""Maximum number of pictures; if a game has more, the last ones are shown."""


NOTHING_SEEN = GameSight(None, None, "", 0, 0, 0, 0, None, None, 0, (), {})


class ChosenGame(NamedTuple):
    """A chosen game: the reason, the number of its pair (from 1), and what was observed under the changed rules."""

    sort: str
    number: int
    trace: GameTrace


def choose_games(pairs: Sequence[GamePair]) -> list[ChosenGame]:
    """Return up to three different games under the changed rules that are worth looking at.

    These are the most dramatic one according to the chances, the shortest and the longest; if the chances are unknown,
    the shortest, a typical one and the longest.
    """
    games = [(number, pair.changed) for number, pair in enumerate(pairs, 1) if pair.changed.sight.winner is not None]
    judged = any(one.sight.looks for _, one in games)
    middle = median(one.sight.turns for _, one in games) if games else 0
    wanted: dict[str, Callable[[GameSight], float]] = {
        DRAMATIC: drama_of,
        SHORTEST: lambda one: -one.turns,
        LONGEST: lambda one: one.turns,
        USUAL: lambda one: -abs(one.turns - middle),
    }
    found: list[ChosenGame] = []
    for sort in (DRAMATIC, SHORTEST, LONGEST) if judged else (SHORTEST, USUAL, LONGEST):
        left = [one for one in games if one[0] not in [known.number for known in found]]
        if left:
            number, trace = max(left, key=lambda one: (wanted[sort](one[1].sight), -one[0]))
            found.append(ChosenGame(sort, number, trace))
    return found


def drama_of(sight: GameSight) -> float:
    """Return the "drama" of a game (Browne 2008): how far behind its winner was.

    It is the mean of the square root of the distance between the two chances, over the sampled decisions at which the
    winner was behind.
    """
    own = sight.looks if sight.winner == 0 else [1 - chance for chance in sight.looks]
    behind = [math.sqrt(1 - 2 * chance) for chance in own if chance < 0.5]
    return sum(behind) / len(behind) if behind else 0.0


def low_point(sight: GameSight) -> tuple[int, float] | None:
    """Return the turn at which the winner's chance was lowest, and that chance; None if unknown."""
    if not sight.looks or sight.winner is None:
        return None
    own = [chance if sight.winner == 0 else 1 - chance for chance in sight.looks]
    at = min(range(len(own)), key=lambda place: (own[place], place))
    return sight.moments[at].turn, own[at]


def replay_game(game: str, changes: Changes, trace: GameTrace, language: str = "en") -> Demonstration:
    """Replay a game by the changed rules and return its film, in which players are named after their decks."""
    rules = changed_game(game_with_decks(game), changes)
    names = deck_names(rules, trace, language)
    state = _begun(rules, trace)
    begin = state.copy()
    state.listen(film=True)
    state.run()
    players = _players(trace)
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    events, film = state.events or [], state.film or []
    if len(events) > MOST_FRAMES:
        begin, events, film = film[-MOST_FRAMES - 1], events[-MOST_FRAMES:], film[-MOST_FRAMES:]
    frames = [
        DemonstrationFrame(picture, rules.narrate(event, 0, language, names), event.clause, event.seat, event)
        for event, picture in zip(events, film, strict=True)
    ]
    if frames:
        frames[-1].state = state.copy()
    return Demonstration(None, rules, begin, frames)


@lru_cache(maxsize=64)
def last_words(
    game: str, changes: tuple[tuple[str, int], ...], played: tuple[int, tuple[str, str], tuple[str, str]], language: str
) -> str:
    """Replay a game by the changed rules and return how it ended, in the words of its last event."""
    rules, trace = changed_game(game_with_decks(game), dict(changes)), GameTrace(*played, NOTHING_SEEN)
    state = _begun(rules, trace)
    state.listen()
    state.run()
    players = _players(trace)
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    names = deck_names(rules, trace, language)
    return rules.narrate(state.events[-1], 0, language, names) if state.events else ""


def _players(trace: GameTrace) -> list[Player]:
    return [BOTS[bot]((trace.seed << 8) + 1 + seat) for seat, bot in enumerate(trace.bots)]


def _begun(rules: Game, trace: GameTrace) -> State:
    one, other = (rules.decks[deck].cards for deck in trace.decks)
    return rules.new(decks=(one, other), seed=trace.seed, run=False)


def deck_names(game: Game, trace: GameTrace, language: str = "en") -> tuple[str, str]:
    """Return the names of the two decks of a play-out, by which its players are called."""
    one, other = (game.decks[deck] for deck in trace.decks)
    first, second = (deck.names.get(language) or deck.name for deck in (one, other))
    return first, second if first != second else f"{second} 2"
