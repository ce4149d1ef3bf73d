"""Code shared by the classroom pages: title, text, and the bar at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor.messages import shapes
from tutor.navigation.links import is_in_class, page_link
from tutor.navigation.page_header import classroom_crumb
from tutor.text import format_message
from tutor.widgets.page import Page


def classroom_page(
    name: str, language: str, data: Mapping[str, object] | None = None, tables: Sequence[str] = ()
) -> Page:
    """Return a page of the classroom; it shows `title`, `text` and `notice` besides `data`.

    name : its script and style. tables : the tables of its texts, by default the one with the same name; the last table
    has the title. A page below the contents has a link back to them at the top. `may_hand_in` : true for learners in a
    class.
    """
    here = tables[-1] if tables else name
    title = format_message(f"{here}.title", language)
    crumbs: list[shapes.Crumb] = [classroom_crumb(language), {"text": title, "href": ""}]
    if here == "contents":
        crumbs = [{**crumbs[0], "href": ""}]
    shown = {"title": title, "text": format_message(f"{here}.text", language), "notice": "", **(data or {})}
    shown["may_hand_in"] = is_in_class()
    return Page(name, language, tables, data=shown, bar={"home": page_link(), "crumbs": crumbs})
