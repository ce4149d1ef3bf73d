"""The *My cards* page: the user's own sets and decks, files imported line by line, and stored cards."""

from __future__ import annotations

from itertools import count

import engines
from engines.book.card_sets import CardSet
from engines.designs.set_files import set_id
from engines.designs.untrusted_files import clip_error, visible_text
from engines.errors import DataError, TebikiError
from tutor.boards.presentation import load_look, playable_games
from tutor.messages.commands import command
from tutor.navigation.links import is_in_class, page_link
from tutor.navigation.page_header import classroom_crumb
from tutor.sets import kept_sets
from tutor.sets.column_names import ReadColumn, title_of_entry
from tutor.sets.decks import game_with_decks
from tutor.sets.files import LONGEST_FILE
from tutor.sets.importing import Brought, bring_in
from tutor.sets.kept_sets import has_set
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

CARD_PAGE = "classroom/card.ipynb"
OPEN = ("asked", "unknown", "wrong")
"""The states of a line that still has to be settled."""


def my_cards() -> Page:
    """Return the page of the user's own cards and decks.

    >>> tutor.my_cards()
    """
    return MyCards(wanted_language()).page


class MyCards:
    """The page for one user.

    It shows `title`, `text`, `notice`, `games` (`id`, `title`), `faults`, `sets` (`id`, `title`, `game`, `text`,
    `design`: an address, `decks`), and while a file is being imported `brought`: `name`, `named`, `replaces`, `text`,
    `lines` (`number`, `text`, `sort`, `said`, `shown`, `near`), `columns` (`name`, `sort`, `said`), `faults`, `ready`,
    `ask_game`.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        title = self.say("title")
        crumbs = [classroom_crumb(language), {"text": title, "href": ""}]
        self.page = Page("my_cards", language, bar={"home": page_link(), "crumbs": crumbs})
        self.page.answer_with(self)
        self._forget()
        self.show()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the user's language."""
        return format_message(f"my_cards.{key}", self.language, **facts)

    def _forget(self) -> None:
        self.text, self.file, self.game = "", "", ""
        self.pasted = False
        self.answers: dict[int, str] = {}
        self.brought: Brought | None = None
        self.wrong = ""

    # Messages.

    @command("open")
    def _open(self, text: str | None, file: str = "") -> None:
        """Read the text of a file, or a pasted text; None if the file is too large."""
        self._forget()
        if is_in_class():
            self.show(self.say("in_class"))
            return
        if text is None or len(text.encode("utf-8", "replace")) > LONGEST_FILE:
            self.show(self.say("too_large"))
            return
        self.text, self.pasted = text, not file
        self.file = (file or self._free_name())[:80]
        self._read()

    def _free_name(self) -> str:
        """Return a name for a pasted text that no kept set has."""
        wanted = self.say("pasted")
        names = (wanted if number == 1 else f"{wanted} {number}" for number in count(1))
        return next(name for name in names if not has_set(set_id(name)))

    @command("name")
    def _name(self, title: str) -> None:
        """Give a pasted text the name of the set that it becomes."""
        plain = " ".join(visible_text(title).replace("/", "-").replace("\\", "-").split())[:80]
        if self.pasted and plain:
            self.file = plain
            self._read()

    @command("game")
    def _choose_game(self, id: str) -> None:
        """Set the game that the file is for."""
        if self.text and id in engines.names():
            self.game, self.answers = id, {}
            self._read()

    @command("answer")
    def _answer(self, line: int, card: str) -> None:
        """Set the card that a line means; with "" the line is left out."""
        if self.brought is not None and any(one.number == line for one in self.brought.lines):
            self.answers[line] = card
            self._read()

    @command("leave_out")
    def _leave_out(self) -> None:
        """Leave out all lines that are not understood."""
        if self.brought is not None:
            self.answers |= {one.number: "" for one in self.brought.lines if one.sort in OPEN}
            self._read()

    @command("cancel")
    def _cancel(self) -> None:
        """Discard the file."""
        self._forget()
        self.show()

    @command("keep")
    def _keep(self) -> None:
        """Store the imported set."""
        if self.brought is None or self.brought.is_open:
            return
        try:
            kept_sets.keep_set(self.brought.id, self.brought.text)
        except DataError as error:
            self.show(str(error))
            return
        title = self.brought.title
        self._forget()
        self.show(self.say("kept", title=title))

    @command("drop")
    def _drop(self, id: str) -> None:
        """Delete a set."""
        try:
            kept_sets.take_out(id)
        except DataError as error:
            self.show(str(error))
            return
        self.show(self.say("dropped", id=id))

    # Display.

    def _read(self) -> None:
        self.brought, self.wrong = None, ""
        try:
            where = f"{self.file}.txt" if self.pasted and "." in self.file else self.file  # no ending is cut off
            self.brought = bring_in(self.text, where, self.game, self.answers)
        except TebikiError as error:
            self.wrong = str(clip_error(error) if isinstance(error, DataError) else error)
        self.show()

    def show(self, notice: str = "") -> None:
        """Update the page."""
        sets, faults = [], []
        for name in playable_games():
            kept = kept_sets.kept_sets(game_with_decks(name))
            faults += [str(clip_error(fault)) for fault in kept.faults]
            sets += [self._set(name, one) for one in kept.sets]
        self.page.data = {
            "title": self.say("title"),
            "text": self.say("text"),
            "notice": notice,
            "games": [{"id": name, "title": load_look(name)["title"]} for name in playable_games()],
            "sets": sets,
            "faults": faults,
            "brought": self._brought(),
        }

    def _set(self, game: str, one: CardSet) -> dict[str, object]:
        parts = []
        if one.printed:
            parts.append(self.say("cards", count=len(one.printed)))
        if one.unplayed:
            parts.append(self.say("unplayed", count=len(one.unplayed)))
        play = f"{game}/play.ipynb"
        decks = [{"title": deck.name, "href": page_link(play, you=one.deck_id(deck.id))} for deck in one.decks]
        return {
            "id": one.id,
            "title": one.title,
            "game": load_look(game)["title"],
            "hue": load_look(game)["hue"],
            "text": " · ".join(parts),
            "design": page_link(CARD_PAGE, set=one.id) if one.printed else "",
            "decks": decks,
        }

    def _column(self, found: Brought, one: ReadColumn) -> dict[str, str]:
        entry = title_of_entry(found.game, one.entry, self.language)
        return {"name": one.name, "sort": one.sort, "said": self.say(f"column_{one.sort}", entry=entry)}

    def _brought(self) -> dict[str, object] | None:
        if not self.text:
            return None
        found = self.brought
        if found is None:
            wrong = {"faults": [], "ready": False, "ask_game": True}
            return {
                "named": "",
                "replaces": False,
                "name": self.file,
                "text": self.wrong,
                "lines": [],
                "columns": [],
                **wrong,
            }
        lines = [
            {
                "number": one.number,
                "text": one.text,
                "sort": one.sort,
                "said": "" if one.sort == "ok" else one.said,
                "shown": one.shown,
                "near": list(one.near),
            }
            for one in found.lines
        ]
        understood = sum(one["sort"] not in (*OPEN, "left") for one in lines)
        return {
            "name": found.title,
            "named": self.file if self.pasted and found.form != "set" else "",
            "replaces": has_set(found.id),
            "text": self.say("read", game=found.game.title, understood=understood, count=len(lines)),
            "lines": lines,
            "columns": [self._column(found, one) for one in found.columns],
            "faults": [str(fault) for fault in found.faults[:20]],
            "ready": not found.is_open,
            "ask_game": False,
        }
