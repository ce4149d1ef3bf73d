"""Clicks on a table on which nothing is highlighted, for the steps that have one."""

from __future__ import annotations

from tutor.lessons.session import Session
from tutor.matches import clicks
from tutor.matches.unlit import OpenChoice, UnlitMeaning, read_unlit_click
from tutor.messages.clicks import TableClick
from tutor.text import format_message


class UnlitStep(Session):
    """A step in which no legal action is highlighted.

    open_choice : a click that is not yet complete.
    """

    open_choice: OpenChoice | None = None

    def read_click(self, message: TableClick) -> UnlitMeaning:  # type: ignore[override]
        """Return what a click means when nothing is highlighted."""
        if not self.offers_moves():
            return clicks.SenselessTry(format_message("click.not_asked", self.language))
        return read_unlit_click(self.table, message, self.stamp)

    def click(self, meaning: UnlitMeaning) -> None:
        """Make a move, explain a refusal, or remember a click that is not yet complete."""
        self.open_choice = meaning if isinstance(meaning, OpenChoice) else None
        if not isinstance(meaning, OpenChoice):
            super().click(meaning)
        elif not meaning.numbers:
            self.feedback = None
