"""What games between bots say of an own game: how long, how fair, how it ends, which decisions matter, which cards do.

A decision matters if it is worth something which option is taken. Its options are played on to the end several times
each, in deals of all that the player cannot see. One half of these games says which option is the best and which the
worst, the other half how far they are apart: of two options that are alike one would look better by chance, but not
twice. Decisions that are apart by at least a quarter of the games count, less those that are so the wrong way round,
which chance alone makes as often.
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
from engines.kernel.state import Action, State
from engines.search.players import greedy_player
from tutor.compare import card_balance, metrics
from tutor.compare.observe import GameTrace, watch_game
from tutor.estimates import Estimate, estimate_mean, estimate_share
from tutor.former_names import offer_former_names

MEASURE_BOTS = ("quick", "quick")
OPTIONS, DEALS, APART = 5, 8, 0.25
"""Options compared in a decision, deals for each half, and the difference from which the decision matters."""


def watch_games(game: Game, games: int) -> Iterator[GameTrace]:
    """Yield games between two players who take what looks best at once; the two decks change seats by turns."""
    one, two = list(game.decks.values())[:2]
    for seed in range(games):
        yield watch_game(game, (one, two) if seed % 2 == 0 else (two, one), MEASURE_BOTS, seed)


class DecisionWeight(NamedTuple):
    """What a decision is worth: how far its best and its worst option are apart (share of games won)."""

    apart: float

    @property
    def counts(self) -> float:
        """1 if it matters, -1 if it matters with the wrong sign, otherwise 0."""
        return float(self.apart >= APART) - float(self.apart <= -APART)


def weigh_decisions(game: Game, decisions: int) -> Iterator[DecisionWeight]:
    """Yield what decisions are worth, one of each game, drawn among those with several options."""
    names = list(game.decks)[:2]
    for seed in range(decisions):
        state = decision_of(game, names if seed % 2 == 0 else names[::-1], seed)
        if state is not None:
            yield DecisionWeight(option_spread(state, seed))


def decision_of(game: Game, decks: Sequence[str], seed: int) -> State | None:
    """Return a decision with several options of a game, all of its decisions equally likely; None if it has none."""
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
    """Return how far the best and the worst option of a decision are apart, as the second half of games says."""
    source, seat = RandomSource(seed), state.seat_to_act
    options = random.Random(seed).sample(state.actions, min(OPTIONS, len(state.actions)))
    first, second = ([play_options(state, seat, options, source) for _ in range(DEALS)] for _ in range(2))
    means = [fmean(deal[at] for deal in first) for at in range(len(options))]
    best, worst = means.index(max(means)), means.index(min(means))
    return fmean(deal[best] - deal[worst] for deal in second)


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


# What they say.


SHOWN_FIGURES = (("turns", ""), ("decisions", ""), ("first_seat", "%"), ("drawn", "%"))
"""The metrics of games that are shown, each with its unit."""
MATTER_FIGURE = ("matter", "%")


def game_figures(traces: Sequence[GameTrace], weights: Sequence[DecisionWeight]) -> dict[str, Estimate]:
    """Return the figures by name: those of the games, and the share of decisions that matter.

    Of few decisions chance may take away more than there are; a share is shown as none then, not as less.
    """
    found = {name: metrics.find_metric(name).measure(traces) for name, _ in SHOWN_FIGURES if traces}
    if weights:
        matter = estimate_mean([one.counts for one in weights])
        value, low, high = (max(0.0, part or 0.0) for part in matter[:3])
        found[MATTER_FIGURE[0]] = Estimate(value, low, high, matter.n)
    return found


def compare_endings(own: Sequence[GameTrace], printed: Sequence[GameTrace]) -> list[tuple[str, Estimate, Estimate]]:
    """Return by which clauses games ended, what most of the own games ended by first, with the shares in both."""
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
    """Return what each card adds in a first hand, see `tutor.compare.card_balance`."""
    return card_balance.card_balances(game, traces)


def dominated_cards(game: Game) -> dict[str, str]:
    """Return the cards of the decks that another card of the decks dominates, each with the best such card.

    It is of the same category, does all that the card does, and has nothing less: figures, words, effects. What it asks
    for (`needs`) is no more.
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
"""Fields of which less is better."""


def is_at_least(one: Card, other: Card) -> bool:
    """Return True if a card is at least as good as another one in all that is printed on them."""
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
    """Return True if an ability does at the same moment all that another one does, and as much of it."""
    return mine.when == theirs.when and all(
        any(verb == wanted and _as_much(a, b) for verb, a in mine.program) for wanted, b in theirs.program
    )


def _as_much(mine: Document, theirs: Document) -> bool:
    return all(mine.get(key, 0) >= part if type(part) is int else mine.get(key) == part for key, part in theirs.items())


offer_former_names(__name__)
