"""A card being edited as part of a set, whose other cards, decks and printed fields stay unchanged."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from engines.book.card_sets import playable_name
from engines.designs.set_files import split_row
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.game import Game
from tutor.classroom import card_form
from tutor.classroom.card_draft import CARD_PLACE, CardDraft
from tutor.sets.importing import bring_in


class CardOfSet(CardDraft):
    """A card of a set.

    document : the set as opened. at : the card's index in it; one past the last for a new card.
    """

    def __init__(self, printed: Game, document: dict[str, Any], at: int) -> None:
        self.printed_game, self.document, self.at = printed, deepcopy(document), at
        rows, fields = self.document.setdefault("card", []), self.document.get("fields", {})
        if at >= len(rows):
            rows.append({})
        split = [split_row(row, printed, fields) for row in rows]
        game = printed.with_cards([row for place, (row, _) in enumerate(split) if place != at], CARD_PLACE)
        row, apart = split[at]
        self.called = str(rows[at].get("name", ""))
        super().__init__(game, row if row else card_form.starting_row(game), apart)

    @property
    def title(self) -> str:
        """The title of the set."""
        return str(self.document.get("title") or self.document.get("set") or "")

    def names(self) -> list[str]:
        """Return the names of the cards of the set, in order."""
        return [str(row.get("name", "")) for row in self.changed()["card"]]

    def changed(self) -> dict[str, Any]:
        """Return the set with the current card; decks refer to it by its new name."""
        document: dict[str, Any] = deepcopy(self.document)
        name = str(self.row.get("name", ""))
        same = name == playable_name(self.called)
        document["card"][self.at] = {**self.whole(), "name": self.called if same else name}
        for deck in document.get("deck", ()) if self.called and not same and name else ():
            cards = deck["cards"].items()
            deck["cards"] = {name if one == self.called else one: copies for one, copies in cards}
        return document

    def text(self) -> str:
        """Return the set as the text of a file."""
        return write_toml(self.changed())


def open_set(text: str, document: dict[str, Any], game: Game, where: str) -> CardOfSet:
    """Open the first card of a set for editing. Raises DataError if the set is invalid."""
    brought = bring_in(text, where)
    for fault in brought.faults:
        raise fault
    if not document["card"]:
        raise DataError(where, "has no card.", "Write one [[card]] table.")
    return CardOfSet(game, {"set": brought.id, **document}, 0)
