"""May it be used? A deck of the game with changed numbers of some cards, judged by the deck rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from tutor.boards.presentation import load_look
from tutor.lessons.outcomes import DECK, NO, YES, deck_in
from tutor.practice.aims import patch_game
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.maker import DIVERTING, PERMITTING, Maker, Request
from tutor.practice.playouts import lay_out_table
from tutor.practice.question import Question
from tutor.practice.sources import shuffle_copy

PARTS = 3
DECK_RULE_PARTS = ("rules", "flow", "cards")
"""Parts of a game that may restrict decks, besides its parameters."""
DECKS_TRIED = 1000
"""Maximum number of decks tried to find some that show the difference."""
COPIES = "copies"
STATED_RULES = ("size", COPIES)
"""Deck rules whose facts the question states, besides those that a game lists (`told_of_decks`)."""
MOST_COPIES = 6
"""Maximum number of copies of a card in a question."""


class DeckChange(NamedTuple):
    """A deck as a question names it (`of`): the number of cards in each zone, and the cards whose number changed."""

    of: str
    sizes: tuple[tuple[str, int], ...]
    cards: tuple[tuple[int, str], ...]
    legal: bool
    believed: bool


def find_deck_choices(request: Request) -> Iterator[Question]:
    """Yield a question about decks, if the counter-rule allows other decks than the rule does."""
    if not is_about_decks(request.game, request.aim):
        return
    decks = list(changed_decks(request.game, request.other, request.source))
    chosen = [one for one in decks if one.legal != one.believed][:1]
    for wanted in (not chosen[0].legal, chosen[0].legal) if chosen else ():
        chosen += [one for one in decks if one.legal == wanted and one.cards not in {two.cards for two in chosen}][:1]
    chosen = shuffle_copy(chosen, request.source)
    if len(chosen) == PARTS:
        yield write_deck_choice(chosen, request)


@lru_cache
def is_about_decks(game: Game, aim: str) -> bool:
    """Return True if the counter-rule judges some deck differently; most are about something else."""
    other = patch_game(game, aim)
    if (
        all(getattr(other, part) is getattr(game, part) for part in DECK_RULE_PARTS)
        and other.parameters == game.parameters
    ):
        return False
    return any(one.legal != one.believed for one in changed_decks(game, other, RandomSource(0)))


def changed_decks(game: Game, other: Game, source: RandomSource) -> Iterator[DeckChange]:
    """Yield decks in which the numbers of two cards are changed, with the verdicts of both games."""
    told_of_decks = (*STATED_RULES, *load_look(game.name).get("told_of_decks", ()))
    pairs = [(base, *two) for base in game.decks for two in permutations(deck_in(game, f"{DECK}{base}:"), 2)]
    for base, more, less in shuffle_copy(pairs, source)[:DECKS_TRIED]:
        had = deck_in(game, f"{DECK}{base}:")
        step = 1 + source.below(2)
        numbers = {more: had[more] + step, less: max(0, had[less] - step + source.below(3) - 1)}
        if max(numbers.values()) > MOST_COPIES:
            continue
        of = f"{DECK}{base}: " + ", ".join(f'{count} "{name}"' for name, count in numbers.items())
        deck = deck_in(game, of)
        if any(one.requirement not in told_of_decks for one in (*game.check_deck(deck), *other.check_deck(deck))):
            continue  # other cards of the deck decide, but the question does not state them
        if any(has_excess_copies(one, deck) != has_excess_copies(one, numbers) for one in (game, other)):
            continue
        legal = not game.check_deck(deck)
        if legal and any(names_counted_with(game, name) - {*numbers} for name, count in numbers.items() if count):
            continue  # their number in the deck decides too, but the question does not state it
        told = tuple((count, name) for name, count in numbers.items())
        yield DeckChange(of, zone_sizes(game, deck), told, legal, allows_deck(game, other, deck, legal))


def zone_sizes(game: Game, deck: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the number of a deck's cards in each zone after setup, with the zone's title, largest first.

    If no game can be set up with the deck, return the total number of cards.
    """
    try:
        state = game.rules.set_up(game, (game.deck_list(deck), game.deck_list(next(iter(game.decks)))), 0)
    except (TebikiError, *ABSENCE_ERRORS):
        return (("", sum(deck.values())),)
    counts = ((row["title"], len(game.rules.zone(state, 0, row["id"]))) for row in load_look(game.name)["zone"])
    return tuple(sorted(((title, count) for title, count in counts if count), key=lambda one: -one[1]))


def has_excess_copies(game: Game, cards: dict[str, int]) -> bool:
    """Return True if the deck has too many copies of a card."""
    return any(one.requirement == COPIES for one in game.check_deck(cards))


@lru_cache
def names_counted_with(game: Game, name: str) -> frozenset[str]:
    """Return the names of other cards that count as copies of this one, such as its versions."""
    cards = {card.name for card in game.cards if not card.unseen} - {name}
    most = {one: copy_limit(game, one) for one in (name, *cards)}
    return frozenset(one for one in cards if has_excess_copies(game, {name: most[name], one: most[one]}))


@lru_cache
def copy_limit(game: Game, name: str) -> int:
    """Return how many copies of a card are allowed if there are no such others, `MOST_COPIES` at most."""
    return next((count for count in range(MOST_COPIES, 0, -1) if not has_excess_copies(game, {name: count})), 0)


def allows_deck(game: Game, other: Game, deck: dict[str, int], legal: bool) -> bool:
    """Return True if someone who plays by `other` would use a deck.

    This is decided by its deck rules or, if they are the same, by its setup, if that depends on the deck.
    """
    reasons = other.check_deck(deck)
    if [one.requirement for one in reasons] != [one.requirement for one in game.check_deck(deck)]:
        return not reasons
    return begins_with_deck(other, deck) if begins_with_deck(game, deck) == legal else legal


def begins_with_deck(game: Game, deck: dict[str, int]) -> bool:
    """Return True if a game can begin with a deck."""
    try:
        cards = game.deck_list(deck)
        state = game.rules.set_up(game, (cards, game.deck_list(next(iter(game.decks)))), 0)
        state.run()
    except (TebikiError, *ABSENCE_ERRORS):
        return False
    return state.result is None


def write_deck_choice(decks: list[DeckChange], request: Request) -> Question:
    """Return the question about these decks."""
    right = tuple(f"{number}: {YES if one.legal else NO}" for number, one in enumerate(decks))
    believed = tuple(f"{number}: {YES if one.believed else NO}" for number, one in enumerate(decks))
    return request.build_question(
        lay_out_table(request.game, request.seed),
        title=request.say("title"),
        text=request.say("text"),
        asked={
            "kind": "predict",
            "script": [],
            "parts": [{"ask": ask_about_deck(one, request), "of": one.of, "options": [YES, NO]} for one in decks],
        },
        right=right,
        beliefs={request.aim: believed},
        options=2 ** len(decks),
        key=f"{[one.of for one in decks]}",
        cards=[name for one in decks for _, name in one.cards],
    )


def ask_about_deck(deck: DeckChange, request: Request) -> str:
    """Return the question about one deck."""
    (count, name), (fewer, other) = deck.cards
    parts = [request.say("pile", zone=title, count=size) for title, size in deck.sizes]
    whole = request.say("all", count=deck.sizes[0][1]) if len(parts) == 1 else ", ".join(parts)
    facts = {"cards": whole, "count": count, "name": name, "fewer": fewer, "other": other}
    return request.say("ask" if fewer else "ask_without", **facts)


DECKS = Maker("decks", find_deck_choices, (*PERMITTING, *DIVERTING))
