"""How well the cards of a game are balanced: who wins with a card in the first hand, and what that adds.

The measures are those that players of limited formats know from 17Lands: "opening hand win rate", what the card adds
(that rate less the rate of the games in which the same deck began without it), and "games in hand win rate": of the
games in which it was ever in hand, drawn at the beginning or later. First hands are dealt by chance, so what a card
adds is its own doing. Of cards drawn later the same cannot be said: whoever has more turns draws more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engines.game import Game
from tutor.compare.observe import GameTrace
from tutor.compare.resampling import GameCase, mean_of
from tutor.estimates import NO_ESTIMATE, Estimate

LEAST_GAMES = 30
"""A card must have been in the first hand, and not in it, in so many decided games of its decks."""


class HeldCard(NamedTuple):
    """A game in which a player of `deck` held, or did not hold, a card."""

    deck: str
    case: GameCase


class CardBalance(NamedTuple):
    """How a card fares: who wins with it in the first hand, what that adds, and who wins who ever had it in hand."""

    card: str
    opening: Estimate
    adds: Estimate
    drawn: Estimate = NO_ESTIMATE

    @property
    def stands_out(self) -> bool:
        """Return True if having it helps or harms for sure, as far as 95 % is sure."""
        low, high = self.adds.low, self.adds.high
        return low is not None and high is not None and (low > 0 or high < 0)


def card_balances(game: Game, traces: Sequence[GameTrace]) -> list[CardBalance]:
    """Return how the cards of the decks fared, those that help most first."""
    decided = [one for one in traces if one.sight.winner is not None]
    usual = {id: one.value or 0.0 for id, one in deck_win_rates(game, decided).items()}
    found = []
    for card in game.cards:
        holders = {deck.id for deck in game.decks.values() if card.name in deck.cards}
        if not holders:
            continue
        opening, without, drawn = list[HeldCard](), list[HeldCard](), list[GameCase]()
        for one in decided:
            for seat, deck in enumerate(one.decks):
                if deck in holders:
                    case = HeldCard(deck, GameCase(one.decks, one.seed, float(one.sight.winner == seat)))
                    (opening if card.number in one.sight.opening[seat] else without).append(case)
                    if card.number in one.sight.held[seat]:
                        drawn.append(case.case)
        if min(len(opening), len(without)) >= LEAST_GAMES:
            won = mean_of([one.case for one in opening])
            adds = _difference(_over(opening, usual), _over(without, usual))
            found.append(CardBalance(card.name, won, adds, mean_of(drawn)))
    return sorted(found, key=lambda one: -(one.adds.value or 0))


def deck_win_rates(game: Game, traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """Return how often each deck won against the others, by its id; a game between a deck and itself is left out."""
    cases: dict[str, list[GameCase]] = {id: [] for id in game.decks}
    for one in traces:
        if one.sight.winner is not None and one.decks[0] != one.decks[1]:
            for seat, deck in enumerate(one.decks):
                cases[deck].append(GameCase(one.decks, one.seed, float(one.sight.winner == seat)))
    return {id: mean_of(found) for id, found in cases.items() if found}


def _over(some: Iterable[HeldCard], usual: Mapping[str, float]) -> list[GameCase]:
    """Return the cases with what they have over the usual share of their deck: strong decks are not their cards."""
    return [one.case._replace(value=one.case.value - usual.get(one.deck, 0.5)) for one in some]


def _difference(some: Iterable[GameCase], others: Iterable[GameCase]) -> Estimate:
    """Return the difference of two means; the intervals add up as those of independent numbers do."""
    one, other = mean_of([*some]), mean_of([*others])
    if one.value is None or other.value is None:
        return NO_ESTIMATE
    value = one.value - other.value
    below = math.hypot(one.value - (one.low or 0), (other.high or 0) - other.value)
    above = math.hypot((one.high or 0) - one.value, other.value - (other.low or 0))
    return Estimate(value, value - below, value + above, one.n + other.n)
