"""Measures a designed card: finds a deck for it, the card it replaces, and its effect there.

The same deals are played with and without it: the deck order and the players are the same, and the new card takes the
place of the one it replaces. Any difference is therefore the effect of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from engines.kernel.state import Action, State
from tutor.classroom.card_use import CardUse, CardWatch
from tutor.compare.resampling import GameCase, difference_of, mean_of
from tutor.estimates import wilson_interval
from tutor.experiments.effects import UNKNOWN_EFFECT, RuleEffect
from tutor.former_names import offer_former_names
from tutor.matches.match import allowed_opponents
from tutor.matches.simulate import GameRecord, play_game

OWN_DECK = "with_the_card"
SWAP_BOTS = ("quick", "quick")
MOST_DECISIONS, MOST_ENDLESS = 2000, 4
"""Number of decisions after which a game counts as a draw (a card may be usable endlessly), and the number of such
games after which measuring stops."""


class CardSwap(NamedTuple):
    """A place for a card: the deck, the card it replaces, the number of copies, and the deck with the card in it."""

    deck: str
    out: str
    copies: int
    changed: Deck
    card: str


def find_swaps(game: Game, card: str, deck: str) -> list[CardSwap]:
    """Return the legal ways to put a card into a deck, replacing the most similar card first.

    Similar means the same category, then a similar cost or level. The card replaces as many copies of the other card as
    the rules allow. `game` must contain the card. Returns [] if it has no place in this deck.
    """
    cards, new = game.decks[deck].cards, game.cards[game.by_name[card]]

    def far(name: str) -> tuple[bool, int, int]:
        other = game.cards[game.by_name[name]]
        figures = [key for key in new.fields if type(new.fields[key]) is int and type(other.fields.get(key)) is int]
        apart = sum(abs(new.fields[key] - other.fields[key]) for key in figures)
        return other.category != new.category, apart, -cards[name]

    found = []
    for out in sorted(cards, key=far):
        for copies in range(cards[out], 0, -1):
            changed = Deck(OWN_DECK, f"{game.decks[deck].name} + {card}", changed_list(cards, out, card, copies))
            if not game.check_deck(changed.cards):
                found.append(CardSwap(deck, out, copies, changed, card))
                break
    return found


def changed_list(cards: dict[str, int], out: str, card: str, copies: int) -> dict[str, int]:
    """Return a deck list in which copies of one card are replaced by another, at the same positions in the deck."""
    found: dict[str, int] = {}
    for name, many in cards.items():
        if name != out:
            found[name] = many
            continue
        found[card] = copies
        if many > copies:
            found[name] = many - copies
    return found


class SwapPair(NamedTuple):
    """One deal played twice: the rival's deck, the seed, the deck's seat and its results without and with the card.

    endless : how many of the two games did not end and count as draws. use : how often the card was drawn and used in
    the game with it.
    """

    rival: str
    seed: int
    seat: int
    without: float
    with_it: float
    endless: int = 0
    use: CardUse = CardUse()


def play_swap_pairs(game: Game, swap: CardSwap, deals: int) -> Iterator[SwapPair]:
    """Yield deals played without and with the card, against every deck that it may face, in alternating seats.

    Stops early if too many games do not end.
    """
    usual = game.decks[swap.deck]
    both = game.with_decks([swap.changed])
    rivals = [id for id in allowed_opponents(both, OWN_DECK) if id not in (OWN_DECK, swap.deck)] or [swap.deck]
    endless = 0
    for deal in range(deals):
        if endless >= MOST_ENDLESS:
            return
        seat, rival = deal % 2, rivals[(deal // 2) % len(rivals)]
        watch = CardWatch(swap.card, seat)
        played = [
            _played(both, (deck, game.decks[rival]) if seat == 0 else (game.decks[rival], deck), deal, look)
            for deck, look in ((usual, None), (swap.changed, watch.look))
        ]
        without, with_it = (0.5 if one.winner is None else float(one.winner == seat) for one in played)
        stopped = sum(one.decisions == MOST_DECISIONS for one in played)
        endless += stopped
        yield SwapPair(rival, deal, seat, without, with_it, stopped, watch.seen())


def _played(
    game: Game, decks: Sequence[Deck], seed: int, look: Callable[[State, Action], None] | None = None
) -> GameRecord:
    return play_game(game, decks, SWAP_BOTS, seed, MOST_DECISIONS, look)


def swap_effect(played: Sequence[SwapPair], deck: str) -> RuleEffect:
    """Return the share of games the deck won without the card (`printed`) and with it (`changed`), and the difference.

    The intervals are for these rival decks and allow for other deals. While all deals have the same result with and
    without the card, the interval of the difference is the Wilson interval for the share of such deals, on both sides.
    With too few pairs nothing is shown.
    """
    if len(played) < 2:
        return UNKNOWN_EFFECT
    without = [GameCase((deck, one.rival), one.seed, one.without) for one in played]
    with_it = [GameCase((deck, one.rival), one.seed, one.with_it) for one in played]
    difference = difference_of([*zip(without, with_it, strict=True)], again=False)
    if all(one.without == one.with_it for one in played):
        _, most = wilson_interval(0, len(played))
        difference = difference._replace(low=-most, high=most)
    return RuleEffect(mean_of(without, again=False), mean_of(with_it, again=False), difference)


offer_former_names(__name__)
