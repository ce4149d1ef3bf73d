"""'Mend the deck' questions: the learner makes a legal deck from one in which the numbers of cards are changed.

Nothing is chosen from a list, and broken rules are listed only after the answer: the learner must know the limits on
size and copies. Some numbers are too small and some too large, so the numbers themselves do not reveal the limits.
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
"""Number of decks examined to find out whether a counter-rule affects decks."""
DECKS_TRIED = 4
"""Maximum number of decks tried in the search for one that distinguishes the counter-rule."""
MOST_COPIES = 6
"""Maximum number of copies of a card in a question."""
FURTHER_CARDS = 3
"""Number of cards offered besides those of the deck."""
STEPS = (-3, -2, -1, 0, 1, 2)
"""The amounts by which the number of copies of a card may be changed."""


def find_decks_to_mend(request: Request) -> Iterator[Question]:
    """Yield a question about a deck if somebody who plays by the counter-rule would leave the deck illegal."""
    if not judges_decks(request.game, request.aim):
        return
    for _ in range(DECKS_TRIED):
        start = change_deck(request.game, request.source)
        if start is not None and leaves_fault(request, start):
            yield ask_to_mend(start, request)
            return


@lru_cache
def judges_decks(game: Game, aim: str) -> bool:
    """Return True if a counter-rule judges some deck differently; most counter-rules are about something else."""
    other, source = patch_game(game, aim), RandomSource(0)
    alike = all(getattr(other, part) is getattr(game, part) for part in DECK_RULE_PARTS)
    if alike and other.parameters == game.parameters:
        return False
    decks = [deck for _ in range(DECKS_COMPARED) if (deck := change_deck(game, source)) is not None]
    return any(other.check_deck(one) != game.check_deck(one) or takes_deck(game, other, one) for one in decks)


def takes_deck(game: Game, other: Game, deck: Deck) -> bool:
    """Return True if the setup of a game rejects a deck that the setup of another game accepts."""
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
    """Return a deck of the game with changed numbers of cards, and a few more cards; None if the result is legal."""
    bases = list(game.decks)
    whole = Counter(game.cards[number].name for number in game.deck_list(bases[source.below(len(bases))]))
    further = shuffle_copy(cards_that_fit(game, tuple(whole.items())), source)[:FURTHER_CARDS]
    deck = {
        name: min(MOST_COPIES, max(0, whole[name] + STEPS[source.below(len(STEPS))])) for name in (*whole, *further)
    }
    return deck if game.check_deck(deck) else None


@lru_cache
def cards_that_fit(game: Game, deck: tuple[tuple[str, int], ...]) -> list[str]:
    """Return the names of cards of which one can replace some card of a deck without breaking a rule."""
    had = dict(deck)
    return [
        card.name
        for card in game.cards
        if not card.unseen
        and card.name not in had
        and any(not game.check_deck(had | {name: count - 1, card.name: 1}) for name, count in deck)
    ]


def leaves_fault(request: Request, start: Deck) -> bool:
    """Return True if a deck can be mended, and somebody who plays by the counter-rule would leave it illegal.

    If the deck rules are the same, the counter-rule must allow a game to begin with the deck as it is.
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
        beliefs={},  # somebody who believes the counter-rule may leave various decks
        options=2,
        key=f"{start}",
        cards=(),
    )


DECKS = Maker("decks", find_decks_to_mend, (*PERMITTING, *DIVERTING), on_board=True)
