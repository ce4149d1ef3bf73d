"""The board on which a designed game or card is played: it replaces the design page, and links back to it.

What is under way when the page is left, a game or a measurement, is there again when it is opened with the same design.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from engines.game import Game
from tutor.controllers.board import Board
from tutor.matches.kept_boards import BoardKeeper, KeptFile, resume_match
from tutor.matches.match import Match
from tutor.messages import shapes
from tutor.navigation.links import page_link
from tutor.navigation.page_header import classroom_crumb
from tutor.progress import ProgressError
from tutor.text import format_message
from tutor.widgets.page import Page


class DesignBoard(Board):
    """A match with a design.

    table : the table with the design page's texts. leave : called to show the design again, as it was left.
    """

    def __init__(self, match: Match, language: str, table: str, leave: Callable[[], None]) -> None:
        self.table = table
        super().__init__(match, language, leave=leave)

    def bar(self) -> shapes.Bar:
        """Return the bar at the top: the design's place in the site, and the button that leads back to the design."""
        crumbs: list[shapes.Crumb] = [
            classroom_crumb(self.language),
            {"text": format_message(f"{self.table}.title", self.language), "href": ""},
        ]
        return {"home": page_link(), "crumbs": crumbs, "back": format_message(f"{self.table}.back", self.language)}

    def _review(self) -> list[shapes.Control]:
        """Return nothing: the game is in no log that could be reviewed."""
        return []

    def _controls(self) -> list[shapes.Control]:
        """Return the controls besides the moves.

        While the game is in progress "new" is left out: the link at the top leads back.
        """
        return [one for one in super()._controls() if self.match.over or one["name"] != "new"]

    def _control(self, name: str, primary: bool = False) -> shapes.Control:
        control = super()._control(name, primary)
        if name == "new":
            control["label"] = format_message(f"{self.table}.back", self.language)
        return control


class DesignGames:
    """The games with a design, each on a board that takes the place of the design's page.

    box : what shows the page or the board. table : the table with the page's texts, and the name under which a game is
    kept until it ends or the learner goes back to the design.
    """

    def __init__(self, box: ipywidgets.Box, page: Page, language: str, table: str) -> None:
        self.box, self.page, self.language, self.table = box, page, language, table
        self.board: DesignBoard | None = None

    def play(self, match: Match) -> None:
        """Show a game that has just begun."""
        match.keeper = BoardKeeper(self.table)
        self._show(match)

    def resume(self, game: Game) -> None:
        """Show the game that was under way when the page was left, if it is one of this design."""
        match = resume_match(BoardKeeper(self.table), game)
        if match is not None:
            self._show(match)

    def leave(self) -> None:
        """Show the design again, and forget the game."""
        if self.board is not None and self.board.match.keeper is not None:
            self.board.match.keeper.anew()
        self.board = None
        self.box.children = (self.page,)

    def _show(self, match: Match) -> None:
        self.board = DesignBoard(match, self.language, self.table, self.leave)
        self.box.children = (self.board.stage,)


class KeptMeasurement:
    """The last finished measurement of a design page, as it was shown.

    name : the name under which it is kept.
    """

    def __init__(self, name: str) -> None:
        self.file = KeptFile(f"{name}-measured")

    def keep(self, of: Mapping[str, object], shown: Mapping[str, object]) -> None:
        """Keep a measurement that has results. of : the design it belongs to, and the language of its words."""
        if shown["rows"]:
            with contextlib.suppress(OSError, ProgressError):
                self.file.write({"of": dict(of), "shown": dict(shown)})

    def find(self, of: Mapping[str, object]) -> dict[str, Any]:
        """Return the kept measurement if it belongs to this very design, else {}."""
        kept = self.file.read()
        shown = kept.get("shown")
        return shown if isinstance(shown, dict) and kept.get("of") == dict(of) else {}
