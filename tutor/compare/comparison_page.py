"""Code shared by the pages of the comparison: tabs, breadcrumbs, and links between them."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.compare.game_names import game_hue, game_seal, short_title
from tutor.navigation.links import has_page, page_link, page_query
from tutor.text import format_message
from tutor.widgets.page import Page

TABS = ("mechanics", "phase_graphs", "metrics", "causes", "transfer", "mixer")


def comparison_page(name: str, tab: str, language: str, data: Mapping[str, object], *tables: str) -> Page:
    """Return a page of the comparison; `tabs` and an empty `notice` are added to `data`.

    name : its script and style. tab : its tab, and the name of its table of texts. tables : further tables of texts.
    """
    tabs = [
        {"text": format_message(f"compare.{one}", language), "href": comparison_link(one), "on": one == tab}
        for one in TABS
        if one == tab or has_page(f"compare/{one}.ipynb")
    ]
    bar = {
        "home": page_link(lang=page_query().get("lang")),
        "crumbs": [{"text": format_message("compare.place", language), "href": ""}],
    }
    return Page(name, language, ("compare", tab, *tables), data={"tabs": tabs, "notice": "", **data}, bar=bar)


def comparison_link(tab: str, **options: object) -> str:
    """Return the address of a page of the comparison."""
    return page_link(f"compare/{tab}.ipynb", lang=page_query().get("lang"), **options)


def game_badge(name: str) -> dict[str, str]:
    """Return the badge of a game: `id`, `title`, `hue` and `seal`."""
    return {"id": name, "title": short_title(name), "hue": game_hue(name), "seal": game_seal(name)}
