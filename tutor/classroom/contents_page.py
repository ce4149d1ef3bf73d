"""The contents page of the classroom, from `contents.toml`; entries without a notebook are left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml
from tutor.classroom.classroom_page import classroom_page
from tutor.navigation.links import has_page, is_in_class, is_on_site, page_link
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

CONTENTS_FILE = Path(__file__).with_name("contents.toml")
CLASSROOM_FOLDER = "classroom"


@cache
def contents_entries() -> tuple[dict[str, str], ...]:
    """Return the entries of the contents, in order."""
    return tuple(read_toml(CONTENTS_FILE)["entry"])


def contents() -> Page:
    """Return the contents page of the classroom: `groups` of `contents_entries`, with links."""
    language = wanted_language()
    groups: dict[str, list[dict[str, str]]] = {}
    for one in contents_entries():
        if _pages(one):
            groups.setdefault(one["group"], []).append(_entry(one, language))
    shown = [
        {"id": group, "title": format_message(f"contents.group_{group}", language), "entries": there}
        for group, there in groups.items()
    ]
    key = "text_learner" if is_in_class() else "text_site" if is_on_site() else "text"
    return classroom_page("contents", language, {"groups": shown, "text": format_message(f"contents.{key}", language)})


def _entry(one: dict[str, str], language: str) -> dict[str, str]:
    first, *student = _pages(one)
    return {
        "id": one["id"],
        "title": format_message(f"contents.{one['id']}", language),
        "text": format_message(f"contents.{one['id']}_text", language),
        "seal": one["seal"],
        "hue": one["hue"],
        "href": page_link(first),
        "student": page_link(student[0]) if student else "",
    }


def _pages(one: dict[str, str]) -> list[str]:
    """Return the pages of an entry that exist and that this user may open; learners in a class see only their own."""
    pages = [f"{CLASSROOM_FOLDER}/{one[key]}" for key in ("notebook", "student") if key in one]
    return [page for page in pages if has_page(page)]
