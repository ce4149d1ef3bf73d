"""What the pages of the classroom share: their widget, and the line at the top."""

from __future__ import annotations

from typing import Any

from tutor.app.links import link
from tutor.app.parts import classroom_crumb
from tutor.app.widgets import Page
from tutor.boards.stage import Stage
from tutor.text import say, words
from tutor.widgets import script, style


class ClassroomPage(Page):
    """A page of the classroom; `data` has `title`, `text` and `notice` beside what the page itself shows.

    here : the table of its words. A page below the contents has the way back to them at the top.
    """

    def __init__(self, here: str, language: str, data: dict[str, Any] | None = None) -> None:
        crumbs = [classroom_crumb(language)]
        title = say(f"{here}.title", language)
        if here != "contents":
            crumbs.append({"text": title, "href": ""})
        else:
            crumbs[0]["href"] = ""
        shown = {"title": title, "text": say(f"{here}.text", language), "notice": ""} | (data or {})
        own = words("page", language) | words(here, language)
        super().__init__(language, data=shown, bar={"home": link(), "crumbs": crumbs}, words=own)


class ContentsPage(ClassroomPage):
    """What there is for a class; `data` has `groups` of `entries`, each with its links."""

    _esm = script("contents")
    _css = style("contents")


class LabPage(ClassroomPage):
    """The house-rule lab; what it shows and sends is told in `tutor.classroom.house_rules_page`."""

    _esm = script("house_rules")
    _css = style("house_rules")


class TakePage(ClassroomPage):
    """Take one out, put one in; what it shows and sends is told in `tutor.classroom.take_one_out_page`.

    It has the words of the house-rule lab too, whose rows it shows.
    """

    _esm = script("take_one_out")
    _css = style("take_one_out")

    def __init__(self, language: str, data: dict[str, Any]) -> None:
        super().__init__("take_one_out", language, data)
        self.words = words("house_rules", language) | self.words


class AskPage(ClassroomPage):
    """Ask the class, on the projector; its child is the board. `data` as `ask_page.AskTheClass` makes it.

    It sends `game`, `chapter`, `ask`, `cards`, `hide`, `counts`, `close`, `close_and_play`, `tell`, `again`, `play`,
    `seek`, `other`, and `tick` every second while answers come in.
    """

    _esm = script("ask")
    _css = style("ask")

    def __init__(self, language: str, board: Stage) -> None:
        super().__init__("ask", language)
        self.child = board

    def put(self, bar: dict[str, Any] | None = None, **changes: Any) -> None:
        """Change some entries of what is shown, and the line at the top."""
        with self.hold_sync():
            if bar is not None:
                self.bar = bar
            super().put(**changes)


class ReportPage(ClassroomPage):
    """The class report; `data` as `report_page.ClassReport` makes it.

    It sends `drop` with `files` (each a `name` and a `text`, or none for one that is too large) and `last`, `class`
    with an `id`, `game`, `csv` and `clear`, and saves what Python sends as `{"type": "file", "name", "mime", "text"}`.
    """

    _esm = script("report")
    _css = style("report")
