"""A card being edited as part of a set, whose other cards, decks and printed fields stay unchanged."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from engines.book.card_sets import playable_name
from engines.book.cards import MORE
from engines.designs.defined_keywords import KEYWORDS, definitions_of, put_keywords
from engines.designs.set_files import further_value, one_moment_each, rules_with_set, split_row
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.game import Game
from tutor.classroom import card_form
from tutor.classroom.card_draft import CARD_PLACE, CardDraft
from tutor.classroom.card_form import CardRow
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
        base = replace(printed, card_rules=rules_with_set(printed.card_rules, self.document))
        others = [self._played(base, *one) for place, one in enumerate(split) if place != at]
        game = base.with_cards(others, CARD_PLACE)
        row, apart = split[at]
        if "ability" in row:
            row["ability"] = one_moment_each(row["ability"])
        if definitions_of(self.document) and KEYWORDS in row:
            apart[KEYWORDS] = row.pop(KEYWORDS)
        self.called = str(rows[at].get("name", ""))
        super().__init__(game, row if row else card_form.starting_row(game), apart)

    def _played(self, game: Game, row: CardRow, apart: CardRow) -> CardRow:
        """Return a card of the set as the engine reads it, with its further entries and its keywords."""
        fields = self.document.get("fields", {})
        row = {
            **row,
            **({MORE: {name: further_value(said, apart.get(name)) for name, said in fields.items()}} if fields else {}),
        }
        if KEYWORDS in apart:
            row[KEYWORDS] = apart[KEYWORDS]
        if "ability" in row:
            row["ability"] = one_moment_each(row["ability"])
        put_keywords(row, definitions_of(self.document), game, CARD_PLACE)
        return row

    def played_row(self) -> CardRow:
        """Return the card as the engine reads it."""
        return self._played(self.game, self.row, self.only_printed)

    def entries_of_set(self) -> dict[str, Any]:
        """Return the entries and keywords that the set defines."""
        return {name: self.document[name] for name in ("fields", "keyword") if name in self.document}

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
