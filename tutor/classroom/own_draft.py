"""A custom game being designed: the changes, the resulting game, and its faults."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

import engines
from engines.designs import PIECES, Design, read_design
from engines.designs.design import MOST_CARDS, MOST_FILE, MOST_TEXT
from engines.designs.untrusted_files import visible_text
from engines.errors import DataError, TebikiError
from engines.game import Game
from engines.kernel.state import State
from engines.search.players import greedy_player
from tutor.classroom import card_play
from tutor.classroom.card_draft import CardDraft
from tutor.classroom.card_form import CardRow
from tutor.classroom.hand_ins import received_text

TEXTS = ("title", "by", "note")
CARD_COPIES = 2
"""Number of copies of a custom card put into a deck."""
DECISIONS_PLAYED = 14
"""Number of decisions to play before the zones of the game are shown in use."""


class NumberRange(NamedTuple):
    """A number that may be changed, with its range, as in the game's file."""

    standard: int
    least: int
    most: int
    clause: str
    meaning: str


class GameDraft:
    """A design being edited.

    game : the last valid game. fault : what is wrong with the current design, "" if it is valid. card : the index of
    the custom card open in the form, None if none is open.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.card: int | None = None
        self.fault = ""
        self.game = engines.know(design.game())

    def change(self, **changes: Any) -> None:
        """Change entries of the design and rebuild the game; if that fails, `fault` says why."""
        self.design = replace(self.design, **changes)
        try:
            self.game = engines.know(self.design.game())
            self.fault = ""
        except TebikiError as error:
            self.fault = f"{error.what} {error.remedy}".strip() if isinstance(error, DataError) else str(error)

    # Texts, pieces and numbers.

    def say(self, at: str, typed: str) -> None:
        """Change a text: the title, the author, or the purpose."""
        if at in TEXTS:
            text = visible_text(typed[:MOST_TEXT], lines=at == "note")
            self.change(**{at: text.strip() if at != "note" else text})

    def piece(self, id: str) -> None:
        """Add a piece and everything it needs, or remove it and everything that needs it."""
        if id not in PIECES:
            return
        if id in self.design.pieces:
            gone = {id} | {other for other in self.design.pieces if id in PIECES[other].needs}
            pieces = tuple(one for one in self.design.pieces if one not in gone)
        else:
            pieces = tuple(dict.fromkeys((*self.design.pieces, *PIECES[id].needs, id)))
        rows = Design(pieces=pieces).data()["parameters"]
        self.change(pieces=pieces, numbers={name: n for name, n in self.design.numbers.items() if name in rows})

    def numbers(self) -> dict[str, NumberRange]:
        """Return the numbers of the game with these pieces, by name."""
        rows = Design(pieces=self.design.pieces).data()["parameters"]
        return {name: NumberRange(*row) for name, row in rows.items()}

    def number(self, name: str, value: int) -> None:
        """Change a number within its range; setting its standard value removes the change."""
        row = self.numbers().get(name)
        if row is None:
            return
        numbers = {key: one for key, one in self.design.numbers.items() if key != name}
        wanted = max(row.least, min(row.most, value))
        self.change(numbers=numbers if wanted == row.standard else numbers | {name: wanted})

    # Cards and decks.

    def bare(self) -> Game:
        """Return the game with only the pieces; its rules apply to custom cards."""
        return engines.know(Design(pieces=self.design.pieces).game())

    def draft(self) -> CardDraft | None:
        """Return the open card as a draft."""
        if self.card is None or self.card >= len(self.design.cards):
            return None
        return CardDraft(self.bare(), deepcopy(dict(self.design.cards[self.card])))

    def add_card(self, name: str) -> None:
        """Add a card with the provisional name `name`, and open it in the form."""
        if len(self.design.cards) >= MOST_CARDS:
            return
        known = {*self.game.by_name, *(str(row.get("name")) for row in self.design.cards)}
        named = next(one for n in range(1, 99) if (one := name if n == 1 else f"{name} {n}") not in known)
        row = CardDraft(self.bare()).row | {"name": named}
        self.card = len(self.design.cards)
        self.change(cards=(*self.design.cards, row))

    def put_card(self, row: CardRow) -> None:
        """Replace the open card by `row`; the decks refer to it by its new name."""
        assert self.card is not None
        cards = list(self.design.cards)
        before, now = cards[self.card].get("name"), row.get("name")
        cards[self.card] = row
        decks = self.design.decks
        if before != now and now:
            decks = {
                id: {now if name == before else name: many for name, many in of.items()} for id, of in decks.items()
            }
        self.change(cards=tuple(cards), decks=decks)

    def drop_card(self, at: int) -> None:
        """Remove a custom card from the game and the decks."""
        if not 0 <= at < len(self.design.cards):
            return
        gone = self.design.cards[at].get("name")
        self.card = None
        decks = self.design.decks if not any(gone in of for of in self.design.decks.values()) else {}
        self.change(cards=tuple(row for n, row in enumerate(self.design.cards) if n != at), decks=decks)

    def into_decks(self, name: str) -> None:
        """Put copies of a card into every deck, replacing copies of the most similar card."""
        if self.fault or name not in self.game.by_name:
            return
        decks = {id: dict(deck.cards) for id, deck in self.game.decks.items()}
        for id, cards in decks.items():
            if name not in cards:
                ways = card_play.find_swaps(self.game, name, id)
                if ways:
                    decks[id] = card_play.changed_list(cards, ways[0].out, name, min(CARD_COPIES, cards[ways[0].out]))
        self.change(decks=decks)

    def copies(self, deck: str, name: str, more: int) -> None:
        """Change the number of copies of a card in a deck by one."""
        if deck not in self.game.decks or name not in self.game.by_name or more not in (1, -1):
            return
        decks = {id: dict(self.design.decks.get(id, of.cards)) for id, of in self.game.decks.items()}
        wanted = decks[deck].get(name, 0) + more
        most = self.game.parameters["copies"]
        decks[deck] = {key: many for key, many in decks[deck].items() if key != name} | {name: wanted}
        if 0 <= wanted <= most:
            self.change(decks={id: {key: many for key, many in of.items() if many} for id, of in decks.items()})

    def usual_decks(self) -> None:
        """Undo the changes to the decks."""
        self.change(decks={})

    def deck(self, id: str) -> dict[str, int]:
        """Return the current contents of a deck, even if it is illegal."""
        return dict(self.design.decks.get(id, self.game.decks[id].cards))


def middle_position(game: Game) -> State:
    """Return a mid-game position that shows as many zones in use as possible."""
    best, most = None, -1
    for seed in range(8):
        state = game.new(seed=seed)
        players = [greedy_player(seed), greedy_player(seed + 1)]
        for _ in range(DECISIONS_PLAYED):
            if state.result is None:
                after = state.copy()
                after.apply(players[state.seat_to_act](state))
                state = after if after.result is None else state
        filled = sum(bool(zone) for player in state.view(0)["players"] for zone in player.values())
        if filled > most:
            best, most = state, filled
    assert best is not None
    return best


def open_draft(text: str | None, file: str = "") -> GameDraft:
    """Read the draft of a design from a text.

    Raises DataError if the text is None or is not a valid design. file : the name of the file with the text, "" if
    there is none.
    """
    return GameDraft(read_design(*received_text(text, file, "design", MOST_FILE)))
