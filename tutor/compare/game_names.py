"""Names, colours and order of the games on the comparison pages."""

from __future__ import annotations

from collections.abc import Iterable

import engines
from tutor.boards.presentation import FOLDER, load_look
from tutor.text import format_message, load_catalogue


def order_games(names: Iterable[str] | None = None) -> list[str]:
    """Return games in the order of the home page; by default all finished games."""
    return sorted(engines.names() if names is None else names, key=lambda name: (_look(name).get("place", 99), name))


def short_title(name: str) -> str:
    """Return the short title of a game."""
    return load_catalogue("en").get(f"compare.short.{name}") or str(_look(name).get("title", name))


def way_title(way: str, language: str = "en") -> str:
    """Return the title of a way to play: which player against which."""
    return format_message(f"metrics.way_{way}", language)


def game_hue(name: str) -> str:
    """Return the hue of a game, as a colour name of the pages; "grey" if it has no presentation."""
    return str(_look(name).get("hue", "grey"))


def game_seal(name: str) -> str:
    """Return the one-character seal of a game; "" if it has no presentation."""
    return str(_look(name).get("seal", ""))


def _look(name: str) -> dict[str, object]:
    return load_look(name) if (FOLDER / f"{name}.toml").exists() else {}
