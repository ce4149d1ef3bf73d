"""Measures a custom game with games between bots: length, fairness, endings, decisions that matter, effects of cards.

A decision matters if different options lead to different results. Each option is played to the end several times, with
new deals of everything the player cannot see. One half of these games determines the best and the worst option, the
other half how far apart they are: one of two equal options may look better by chance, but not twice. Decisions with a
difference of at least a quarter of the games count; decisions with such a difference in the wrong direction are
subtracted, because chance alone produces both equally often.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from engines.book.cards import Ability, Card
from engines.book.toml_schema import Document
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.search.players import greedy_player
from tutor.compare import card_balance
from tutor.compare.metrics import Measure, find_metric, over_games
from tutor.compare.observe import GameSight, GameTrace, watch_game
from tutor.compare.second_best import play_options
from tutor.estimates import Estimate, estimate_mean, estimate_share
from tutor.former_names import offer_former_names
from tutor.matches import game_faults
from tutor.matches.simulate import GameRecord, play_game

MEASURE_BOTS = ("quick", "quick")
OPTIONS, DEALS, APART = 5, 8, 0.25
"""Options compared in a decision, deals for each half, and the difference above which a decision matters."""


def watch_games(game: Game, games: int) -> Iterator[GameTrace]:
    """Yield games between two players who choose what looks best immediately. The decks alternate seats."""
    one, two = list(game.decks.values())[:2]
    for seed in range(games):
        yield watch_game(game, (one, two) if seed % 2 == 0 else (two, one), MEASURE_BOTS, seed)


FAULT_GAMES = 2 * game_faults.TRIAL_GAMES
"""Number of games that `play_for_faults` yields; faults are judged from all of them, or not at all."""


def play_for_faults(game: Game) -> Iterator[GameRecord]:
    """Yield the games from which `find_faults` judges: first between two quick players, then against a random one."""
    decks = list(game.decks.values())[:2]
    for seed in range(game_faults.TRIAL_GAMES):
        yield play_game(game, decks if seed % 2 == 0 else decks[::-1], MEASURE_BOTS, seed)
    yield from game_faults.play_trials(game, decks)


def fault_sentences(game: Game, records: Sequence[GameRecord], language: str) -> list[str]:
    """Describe the faults found in the games of `play_for_faults`, or say that there are none."""
    alike = [record for record in records if record.bots == MEASURE_BOTS]
    trials = [record for record in records if record.bots != MEASURE_BOTS]
    found = [one.sentence(language) for one in game_faults.find_faults(game, alike, trials)]
    return found or [game_faults.describe_no_fault(alike, language)]


class DecisionWeight(NamedTuple):
    """The weight of a decision: the difference between its best and its worst option, as a share of games won."""

    apart: float

    @property
    def counts(self) -> float:
        """1 if the decision matters, -1 if it has such a difference in the wrong direction, otherwise 0."""
        return float(self.apart >= APART) - float(self.apart <= -APART)


def weigh_decisions(game: Game, decisions: int) -> Iterator[DecisionWeight]:
    """Yield the weights of decisions with several options, one drawn from each game."""
    names = list(game.decks)[:2]
    for seed in range(decisions):
        state = decision_of(game, names if seed % 2 == 0 else names[::-1], seed)
        if state is not None:
            yield DecisionWeight(option_spread(state, seed))


def decision_of(game: Game, decks: Sequence[str], seed: int) -> State | None:
    """Return a decision with several options, drawn at random from a game; None if the game has none."""
    chance = random.Random(seed)
    state = game.new((decks[0], decks[1]), seed=seed)
    players = [greedy_player(2 * seed), greedy_player(2 * seed + 1)]
    found, seen = None, 0
    while state.result is None:
        if len(state.actions) > 1:
            seen += 1
            if chance.randrange(seen) == 0:
                found = state.copy()
        state.apply(players[state.seat_to_act](state))
    return found


def option_spread(state: State, seed: int) -> float:
    """Return the win share of the best option minus that of the worst.

    Best and worst are determined in one half of the games, their difference in the other.
    """
    source, seat = RandomSource(seed), state.seat_to_act
    options = random.Random(seed).sample(state.actions, min(OPTIONS, len(state.actions)))
    first, second = ([play_options(state, seat, options, source) for _ in range(DEALS)] for _ in range(2))
    means = [fmean(deal[at] for deal in first) for at in range(len(options))]
    best, worst = means.index(max(means)), means.index(min(means))
    return fmean(deal[best] - deal[worst] for deal in second)


# Results.


@over_games
def drawn_share(one: GameSight) -> float:
    """Return the share of games without a winner (Browne 2008, the reverse of "completion")."""
    return float(one.winner is None)


GAME_FIGURES: dict[str, Measure] = {
    **{id: find_metric(id).measure for id in ("turns", "decisions", "first_seat")},
    "drawn": drawn_share,
}
SHOWN_FIGURES = (("turns", ""), ("decisions", ""), ("first_seat", "%"), ("drawn", "%"))
"""The figures of games that are shown, each with its unit."""
MATTER_FIGURE = ("matter", "%")


def game_figures(traces: Sequence[GameTrace], weights: Sequence[DecisionWeight]) -> dict[str, Estimate]:
    """Return the figures by name: those of the games, and the share of decisions that matter.

    Decisions whose difference has the wrong sign are subtracted, since they measure what chance produces. With few
    decisions they may outnumber the others; the share is then shown as 0, not negative.
    """
    found = {name: GAME_FIGURES[name](traces) for name, _ in SHOWN_FIGURES if traces}
    if weights:
        matter = estimate_mean([one.counts for one in weights])
        value, low, high = (max(0.0, part or 0.0) for part in matter[:3])
        found[MATTER_FIGURE[0]] = Estimate(value, low, high, matter.n)
    return found


def are_apart(one: Estimate | None, other: Estimate | None) -> bool:
    """Return True if the intervals of two figures do not overlap: only then a difference shows."""
    if one is None or other is None or None in (*one[:3], *other[:3]):
        return False
    return (one.low or 0.0) > (other.high or 0.0) or (other.low or 0.0) > (one.high or 0.0)


def direction_of(one: Estimate | None, other: Estimate | None) -> str:
    """Return "up" if a figure is visibly above another, "down" if it is below, "same" if no difference shows."""
    if not are_apart(one, other) or one is None or other is None:
        return "same"
    return "up" if (one.value or 0.0) > (other.value or 0.0) else "down"


def compare_endings(own: Sequence[GameTrace], printed: Sequence[GameTrace]) -> list[tuple[str, Estimate, Estimate]]:
    """Return the clauses by which games ended, with their shares in both, the user's most frequent first."""
    mine, theirs = (Counter(one.sight.clause for one in traces if one.sight.clause) for traces in (own, printed))
    clauses = sorted({*mine, *theirs}, key=lambda clause: (-mine[clause], -theirs[clause], clause))
    return [
        (
            clause,
            estimate_share(one.sight.clause == clause for one in own),
            estimate_share(one.sight.clause == clause for one in printed),
        )
        for clause in clauses
    ]


def measure_cards(game: Game, traces: Sequence[GameTrace]) -> list[card_balance.CardBalance]:
    """Return the effect of each card in the opening hand on the result (see `tutor.compare.card_balance`)."""
    return card_balance.card_balances(game, traces)


def dominated_cards(game: Game) -> dict[str, str]:
    """Map each dominated card of the decks to the best card of the decks that dominates it.

    A card dominates another if it has the same category, does everything the other does, has no lower figure and no
    fewer words or effects, and has no higher requirements (`needs`).
    """
    names = {name for deck in game.decks.values() for name in deck.cards}
    cards = [card for card in game.cards if card.name in names]
    found = {}
    for card in cards:
        better = [other for other in cards if is_at_least(other, card) and not is_at_least(card, other)]
        if better:
            found[card.name] = max(better, key=lambda one: sum(is_at_least(one, other) for other in better)).name
    return found


LESS_IS_BETTER = ("needs",)
"""Fields in which a lower value is better."""


def is_at_least(one: Card, other: Card) -> bool:
    """Return True if a card is at least as good as another in every printed value."""
    if one is other or one.category != other.category:
        return False
    for name, value in one.fields.items():
        there: Any = other.fields.get(name)
        if isinstance(value, bool) and value != there:
            return False
        if type(value) is int and (value > there if name in LESS_IS_BETTER else value < there):
            return False
        if isinstance(value, tuple) and not set(there or ()) <= set(value):
            return False
    return all(any(does_all(mine, theirs) for mine in one.abilities) for theirs in other.abilities)


def does_all(mine: Ability, theirs: Ability) -> bool:
    """Return True if one ability does at least as much as another, at the same moment."""
    return mine.when == theirs.when and all(
        any(verb == wanted and _as_much(a, b) for verb, a in mine.program) for wanted, b in theirs.program
    )


def _as_much(mine: Document, theirs: Document) -> bool:
    return all(mine.get(key, 0) >= part if type(part) is int else mine.get(key) == part for key, part in theirs.items())


offer_former_names(__name__)
