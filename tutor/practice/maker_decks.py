"""Mend the deck: a deck of the game with changed numbers, which the learner makes one that may be used.

Nothing is chosen from a list, and no broken rule is listed before the answer: size and copies are the learner's to
know. Some numbers are too small and some too large, so that they do not show it either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from tutor.lessons.building import LEGAL_GOAL, Deck, mend_deck
from tutor.practice.aims import patch_game
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.maker import DIVERTING, PERMITTING, Maker, Request
from tutor.practice.playouts import lay_out_table
from tutor.practice.question import Question
from tutor.practice.sources import shuffle_copy

DECK_RULE_PARTS = ("rules", "flow", "cards")
"""Parts of a game that may restrict decks, besides its parameters."""
DECKS_COMPARED = 6
"""Number of decks by which a counter-rule is found to be about decks."""
DECKS_TRIED = 4
"""Most decks tried to find one that tells."""
MOST_COPIES = 6
"""Most copies of a card in a question."""
FURTHER_CARDS = 3
"""Number of cards beside those of the deck that may be put in."""
STEPS = (-3, -2, -1, 0, 1, 2)
"""By how much the number of a card is changed."""


def find_decks_to_mend(request: Request) -> Iterator[Question]:
    """Yield a question about a deck, if somebody who plays by the counter-rule would leave one that breaks a rule."""
    if not judges_decks(request.game, request.aim):
        return
    for _ in range(DECKS_TRIED):
        start = change_deck(request.game, request.source)
        if start is not None and leaves_fault(request, start):
            yield ask_to_mend(start, request)
            return


@lru_cache
def judges_decks(game: Game, aim: str) -> bool:
    """Return True if the counter-rule judges some deck differently: most are about something else."""
    other, source = patch_game(game, aim), RandomSource(0)
    alike = all(getattr(other, part) is getattr(game, part) for part in DECK_RULE_PARTS)
    if alike and other.parameters == game.parameters:
        return False
    decks = [deck for _ in range(DECKS_COMPARED) if (deck := change_deck(game, source)) is not None]
    return any(other.check_deck(one) != game.check_deck(one) or takes_deck(game, other, one) for one in decks)


def takes_deck(game: Game, other: Game, deck: Deck) -> bool:
    """Return True if the setup of a game looks at decks and refuses this one, and that of another game takes it."""
    return not begins_with_deck(game, deck) and begins_with_deck(other, deck)


def begins_with_deck(game: Game, deck: Deck) -> bool:
    """Return True if a game can begin with a deck."""
    try:
        cards = game.deck_list({name: count for name, count in deck.items() if count})
        state = game.rules.set_up(game, (cards, game.deck_list(next(iter(game.decks)))), 0)
        state.run()
    except (TebikiError, *ABSENCE_ERRORS):
        return False
    return state.result is None


def change_deck(game: Game, source: RandomSource) -> Deck | None:
    """Return a deck of the game with other numbers of its cards, among a few more cards; None if it may be used."""
    bases = list(game.decks)
    whole = Counter(game.cards[number].name for number in game.deck_list(bases[source.below(len(bases))]))
    further = shuffle_copy(cards_that_fit(game, tuple(whole.items())), source)[:FURTHER_CARDS]
    deck = {
        name: min(MOST_COPIES, max(0, whole[name] + STEPS[source.below(len(STEPS))])) for name in (*whole, *further)
    }
    return deck if game.check_deck(deck) else None


@lru_cache
def cards_that_fit(game: Game, deck: tuple[tuple[str, int], ...]) -> list[str]:
    """Return the names of cards that can replace a card of a deck without breaking a rule."""
    had = dict(deck)
    return [
        card.name
        for card in game.cards
        if not card.unseen
        and card.name not in had
        and any(not game.check_deck(had | {name: count - 1, card.name: 1}) for name, count in deck)
    ]


def leaves_fault(request: Request, start: Deck) -> bool:
    """Return True if a deck can be mended, and as somebody who plays by the counter-rule leaves it, it breaks a rule.

    Where the deck rules are the same, the counter-rule may begin a game with the deck as it is.
    """
    game, other = request.game, request.other
    if mend_deck(game, start) is None:
        return False
    if other.check_deck(start) == game.check_deck(start):
        return takes_deck(game, other, start)
    believed = mend_deck(other, start)
    return believed is not None and bool(game.check_deck(believed))


def ask_to_mend(start: Deck, request: Request) -> Question:
    """Return the question about a deck."""
    right = mend_deck(request.game, start) or {}
    return request.build_question(
        lay_out_table(request.game, request.seed),
        title=request.say("title"),
        text=request.say("text"),
        asked={"kind": "build", "success": LEGAL_GOAL, "listed": False, "cards": [*start], "start": start},
        right=tuple(f"{name} = {count}" for name, count in right.items() if count),
        beliefs={},  # a believer may leave many decks
        options=2,
        key=f"{start}",
        cards=(),
    )


DECKS = Maker("decks", find_decks_to_mend, (*PERMITTING, *DIVERTING), on_board=True)
