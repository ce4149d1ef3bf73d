"""The bar at the top of a page: where the page belongs, and the links back."""

from __future__ import annotations

from engines.game import Game
from tutor.boards.presentation import load_look
from tutor.messages import shapes
from tutor.navigation.links import CLASSROOM_PAGE, course_link, has_page, page_link
from tutor.text import format_message


def page_bar(game: Game, here: str, language: str) -> shapes.Bar:
    """Return the bar at the top of a page of a game."""
    title = load_look(game.name)["title"]
    places: list[shapes.Crumb] = [{"text": title, "href": course_link(game.name)}]
    if not has_page(f"{game.name}/course.ipynb") and has_page(CLASSROOM_PAGE):  # small games belong to the classroom
        places = [classroom_crumb(language), {"text": title}]
    return {"home": page_link(), "crumbs": [*places, {"text": format_message(here, language)}]}


def classroom_crumb(language: str) -> shapes.Crumb:
    """Return the breadcrumb of the classroom, without an address if the classroom has no page."""
    return {
        "text": format_message("contents.title", language),
        "href": page_link(CLASSROOM_PAGE) if has_page(CLASSROOM_PAGE) else "",
    }
