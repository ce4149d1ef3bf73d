"""Checks files with custom cards: sets of cards, decks in TOML, and deck lists of other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines.book.cards import JAPANESE, Deck
from engines.designs.set_files import ReadSet, deck_faults, find_set
from engines.errors import DataError, TebikiError
from engines.game import MOST_COPIES, Game
from engines.search.players import random_player
from tutor.matches.setup import allowed_opponents
from tutor.sets.deck_lists import read_list
from tutor.sets.decks import game_with_decks
from tutor.sets.files import deck_of_list
from tutor.sets.kept_sets import with_kept_sets


@dataclass
class CheckedSet:
    """The result for a set: the set as read, its problems (one per line), and suggestions for improvement."""

    read: ReadSet
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def check_set(document: Mapping[str, Any], path: Path) -> CheckedSet:
    """Check every card and deck of a set; add a set without faults to its game, and play a game with each deck."""
    read = find_set(document, str(path), path.name)
    told = CheckedSet(read, [str(fault) for fault in read.faults])
    if read.faults:
        return told
    found = read.found
    made = game_with_decks(found.game).with_set(found)
    for deck in found.decks:
        told.problems += play_deck(made, found.deck_id(deck.id), f"{path}, deck {deck.id!r}")
    if unplayed := found.unplayed:
        which = ", ".join(unplayed[:3]) + (f" and {len(unplayed) - 3} more" if len(unplayed) > 3 else "")
        remedy = "To have it played, write what it does as [[card.ability]]."
        told.warnings.append(f"{path}: the text of {which} is carried out by hand. {remedy}")
    return told


MOST_DECISIONS = 3000
"""Number of decisions after which a trial game with a deck is stopped."""


def play_deck(game: Game, id: str, where: str) -> Iterator[str]:
    """Play a game with a deck against another one that may meet it; yield what prevents it from being played."""
    rivals = allowed_opponents(game, id)
    if not rivals:
        yield f"{where}: no deck of {game.title} may play against it. See the deck rules: tebiki rules {game.name} deck"
        return
    state, player = game.new((id, rivals[0]), seed=1), random_player(1)
    for _ in range(MOST_DECISIONS):
        if state.result is not None:
            break
        state.apply(player(state))


def read_decks(path: Path, data: Mapping[str, Any]) -> Iterator[Deck]:
    """Yield the decks of a document: its [[deck]] tables or, if there are none, the document itself."""
    rows = data["deck"] if isinstance(data.get("deck"), list) else [data]
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise DataError(f"{path}, deck {number}", f"is {row!r}.", "Write it as a [[deck]] table.")
        id = str(row.get("id", path.stem if len(rows) == 1 else f"number {number}"))
        cards = row.get("cards")
        where = f"{path}, deck {id!r}"
        if not isinstance(cards, Mapping):
            raise DataError(where, f"cards is {cards!r}.", 'Write cards = { "Name of a card" = 4, ... }.')
        for name, copies in cards.items():
            if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= MOST_COPIES:
                remedy = f"The number of copies must be a whole number from 1 to {MOST_COPIES}."
                raise DataError(where, f"{name!r} = {copies!r}.", remedy)
        names = {"ja": str(row[JAPANESE])} if row.get(JAPANESE) else {}
        yield Deck(id, str(row.get("name", id)), dict(cards), names)


def check_list(text: str, where: str, game: Game | None) -> list[str]:
    """Return why a deck list, in any format, cannot be played with the cards of a game and its stored sets."""
    if game is None:
        return [str(DataError(where, "does not say which game it is about.", "Use --game."))]
    full = with_kept_sets(game)
    try:
        deck = deck_of_list(read_list(text, where), full, where)
    except TebikiError as error:
        return [str(error)]
    return [str(fault) for fault in deck_faults(full, deck, where)]
