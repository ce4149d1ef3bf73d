"""Three games to look at, chosen by their figures, and replayed step by step.

A game is determined by its deal, its players and its rules, so it is replayed rather than stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from engines.game import Game
from engines.kernel.state import State
from engines.search.players import Player
from tutor.compare.metrics import find_metric, value_of_game
from tutor.compare.observe import GameSight, GameTrace
from tutor.experiments.paired import GamePair
from tutor.matches.demonstration import Demonstration, DemonstrationFrame
from tutor.matches.house_rules import Changes, changed_game
from tutor.matches.simulate import BOTS
from tutor.sets.decks import game_with_decks

DRAMATIC, SHORTEST, CHANGES, LONGEST, USUAL = "dramatic", "shortest", "changes", "longest", "usual"
MOST_FRAMES = 400
"""Maximum number of pictures; for a longer game the last ones are shown."""


NOTHING_SEEN = GameSight(None, None, "", 0, 0, 0, 0, None, None, 0, (), {})


class ChosenGame(NamedTuple):
    """A chosen game: the reason, the number of its pair from 1, and what was seen of it by the changed rules."""

    sort: str
    number: int
    trace: GameTrace


def choose_games(pairs: Sequence[GamePair]) -> list[ChosenGame]:
    """Return up to three different games of the changed rules that are worth looking at.

    Chosen by chances: the most dramatic one and the one with the most lead changes, besides the shortest. If these are
    unknown: the shortest, the longest and a typical one.
    """
    games = [(number, pair.changed) for number, pair in enumerate(pairs, 1) if pair.changed.sight.winner is not None]
    judged = any(one.sight.looks for _, one in games)
    middle = median(one.sight.turns for _, one in games) if games else 0
    wanted: dict[str, Callable[[GameSight], float]] = {
        DRAMATIC: _value("drama"),
        SHORTEST: lambda one: -one.turns,
        CHANGES: _value("lead_changes"),
        LONGEST: lambda one: one.turns,
        USUAL: lambda one: -abs(one.turns - middle),
    }
    found: list[ChosenGame] = []
    for sort in (DRAMATIC, SHORTEST, CHANGES) if judged else (SHORTEST, USUAL, LONGEST):
        left = [one for one in games if one[0] not in [known.number for known in found]]
        if left:
            number, trace = max(left, key=lambda one: (wanted[sort](one[1].sight), -one[0]))
            found.append(ChosenGame(sort, number, trace))
    return found


def _value(metric: str) -> Callable[[GameSight], float]:
    value = value_of_game(find_metric(metric))
    assert value is not None
    return lambda one: value(one) or 0.0


def low_point(sight: GameSight) -> tuple[int, float] | None:
    """Return the turn of the later winner's lowest chance, and that chance; None if unknown."""
    if not sight.looks or sight.winner is None:
        return None
    own = [chance if sight.winner == 0 else 1 - chance for chance in sight.looks]
    at = min(range(len(own)), key=lambda place: (own[place], place))
    return sight.moments[at].turn, own[at]


def replay_game(game: str, changes: Changes, trace: GameTrace, language: str = "en") -> Demonstration:
    """Replay a game by the changed rules and return its film, naming players by their decks."""
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
    """Return how a game ended, in the words of its last event; it is replayed by the changed rules."""
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
    """Return the names of the two players of a game: their decks."""
    one, other = (game.decks[deck] for deck in trace.decks)
    first, second = (deck.names.get(language) or deck.name for deck in (one, other))
    return first, second if first != second else f"{second} 2"
