"""The board on which a designed game or card is played: it replaces the design page, and links back to it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.controllers.board import Board
from tutor.matches.match import Match
from tutor.messages import shapes
from tutor.navigation.links import page_link
from tutor.navigation.page_header import classroom_crumb
from tutor.text import format_message


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
