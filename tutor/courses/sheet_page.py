"""The page of a game on one sheet, for the screen and for paper; its contents come from `tutor.courses.sheet`."""

from __future__ import annotations

from typing import Any

import engines
from engines.game import Game
from tutor.boards.presentation import faces_of, load_look
from tutor.courses.sheet import build_sheet
from tutor.courses.sheet_parts import QuotedText
from tutor.navigation.page_header import page_bar
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


def open_sheet(game: str) -> Page:
    """Return a game on one page, which prints on one sheet of A4: its turn, its actions, how you win.

    >>> tutor.one_page("altaria")

    Raises DataError if the game has no such page.
    """
    loaded, language = engines.load(game), wanted_language()
    return Page("sheet", language, bar=page_bar(loaded, "sheet.place", language), data=sheet_data(loaded, language))


def sheet_data(game: Game, language: str) -> dict[str, object]:
    """Return the data of the page.

    The entries are `title`, `seal`, `hue`, `line`, `start`, `turn`, `once`, `one`, `often`, `never`, `fight`, `ends`,
    `wins`, `blocks`, `keywords`, `card` (`face`, `parts`) and `words`; a sentence is `{"text", "clauses"}`.
    """
    found: dict[str, Any] = to_sendable(build_sheet(game, language))
    view = load_look(game.name)
    return found | {
        "title": view["title"],
        "seal": view["seal"],
        "hue": view["hue"],
        "prefix": game.rulebook.prefix,
        "card": _card(game, found["card"], language),
        "words": [{"en": one, "ja": other} for one, other in found["words"]],
        "ends": format_message(f"sheet.{found['ends']}", language),
        "wins": [{"title": title, **said} for title, said in found["wins"]],
    }


def to_sendable(thing: Any) -> Any:
    """Return a part of a sheet as plain data that can be sent, with sentences as dicts."""
    if isinstance(thing, QuotedText):
        return {"text": thing.text, "clauses": list(thing.clauses)}
    if isinstance(thing, dict):
        return {key: to_sendable(value) for key, value in thing.items()}
    return [to_sendable(one) for one in thing] if isinstance(thing, list | tuple) else thing


def _card(game: Game, name: str, language: str) -> dict[str, object]:
    """Return a card and everything printed on it, part by part: the symbol or text, its meaning, and the Japanese."""
    [face] = faces_of(game, {name}).values()
    words = {term.english.casefold(): term.japanese for term in game.rulebook.terms}
    view = load_look(game.name)
    parts = []
    if face["cost"]:
        parts.append({"sign": "", "shown": face["cost"], "word": "cost", "ja": words.get("cost", "")})
    for one in {row["title"]: row for row in face["attributes"]}.values():
        known = next(row for row in view["attributes"].values() if row["title"] == one["title"])
        parts.append({"sign": one["sign"], "shown": one["letter"], "word": one["title"], "ja": known.get("ja", "")})
    if face["tab"]:
        parts.append({"sign": "", "shown": face["tab"], "word": format_message("sheet.keyword", language), "ja": ""})
    japanese = {row["word"]: row.get("ja", "") for row in view.get("figure", ())}
    for row in face["figures"]:
        ja = japanese.get(row["word"], "")
        parts.append({"sign": row["sign"], "shown": str(row["value"]), "word": row["word"], "ja": ja})
    return {"face": face, "parts": parts, "type": face["type"]}
