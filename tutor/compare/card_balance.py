"""How well the cards of a game are balanced: the win rate with a card in the opening hand, and what the card adds.

The measures are those that players of limited formats know from 17Lands: "opening hand win rate", and what the card
adds, which is that rate minus the win rate of the same deck in games begun without it. Opening hands are random, so the
difference is caused by the card. This would not hold for cards drawn later: a player with more turns draws more of
them.
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
"""Minimum number of decided games with the card in the opening hand, and without it."""


class HeldCard(NamedTuple):
    """A watched game from the view of one player, who had a card in the opening hand or did not.

    deck : the player's deck.
    """

    deck: str
    case: GameCase


class CardBalance(NamedTuple):
    """The balance of a card: opening-hand win rate, and what the card adds."""

    card: str
    opening: Estimate
    adds: Estimate

    @property
    def stands_out(self) -> bool:
        """True if the 95 % interval of what the card adds excludes zero."""
        low, high = self.adds.low, self.adds.high
        return low is not None and high is not None and (low > 0 or high < 0)


def card_balances(game: Game, traces: Sequence[GameTrace]) -> list[CardBalance]:
    """Return the balance of every card of the decks, the most helpful card first."""
    decided = [one for one in traces if one.sight.winner is not None]
    usual = {id: one.value or 0.0 for id, one in deck_win_rates(game, decided).items()}
    found = []
    for card in game.cards:
        holders = {deck.id for deck in game.decks.values() if card.name in deck.cards}
        if not holders:
            continue
        opening, without = list[HeldCard](), list[HeldCard]()
        for one in decided:
            for seat, deck in enumerate(one.decks):
                if deck in holders:
                    case = HeldCard(deck, GameCase(one.decks, one.seed, float(one.sight.winner == seat)))
                    (opening if card.number in one.sight.opening[seat] else without).append(case)
        if min(len(opening), len(without)) >= LEAST_GAMES:
            won = mean_of([one.case for one in opening], again=False)
            adds = _difference(_over(opening, usual), _over(without, usual))
            found.append(CardBalance(card.name, won, adds))
    return sorted(found, key=lambda one: -(one.adds.value or 0))


def deck_win_rates(game: Game, traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """Return the win rate of each deck against the others, by deck id; mirror matches are left out."""
    cases: dict[str, list[GameCase]] = {id: [] for id in game.decks}
    for one in traces:
        if one.sight.winner is not None and one.decks[0] != one.decks[1]:
            for seat, deck in enumerate(one.decks):
                cases[deck].append(GameCase(one.decks, one.seed, float(one.sight.winner == seat)))
    return {id: mean_of(found, again=False) for id, found in cases.items() if found}


def _over(some: Iterable[HeldCard], usual: Mapping[str, float]) -> list[GameCase]:
    """Return the cases minus the win rate of their deck (`usual`), so that strong decks do not flatter their cards."""
    return [one.case._replace(value=one.case.value - usual.get(one.deck, 0.5)) for one in some]


def _difference(some: Iterable[GameCase], others: Iterable[GameCase]) -> Estimate:
    """Return the difference of two means, with the intervals combined as for independent numbers."""
    one, other = mean_of([*some], again=False), mean_of([*others], again=False)
    if one.value is None or other.value is None:
        return NO_ESTIMATE
    value = one.value - other.value
    below = math.hypot(one.value - (one.low or 0), (other.high or 0) - other.value)
    above = math.hypot((one.high or 0) - one.value, other.value - (other.low or 0))
    return Estimate(value, value - below, value + above, one.n + other.n)
