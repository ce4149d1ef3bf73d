"""The games as the comparison shows them: a short name, a hue, a seal, in the order of the home page."""

from __future__ import annotations

from collections.abc import Iterable

import engines
from tutor.boards.presentation import FOLDER, load_look
from tutor.text import format_message, load_catalogue


def order_games(names: Iterable[str] | None = None) -> list[str]:
    """Return games in the order of the home page; by default all that are ready."""
    return sorted(engines.names() if names is None else names, key=lambda name: (_look(name).get("place", 99), name))


def short_title(name: str) -> str:
    """Return what a game is called where room is short."""
    return load_catalogue("en").get(f"compare.short.{name}") or str(_look(name).get("title", name))


def way_title(way: str, language: str = "en") -> str:
    """Return what a way to play is called: who plays whom."""
    return format_message(f"metrics.way_{way}", language)


def game_hue(name: str) -> str:
    """Return the hue of a game, one of the page's colours."""
    return str(_look(name).get("hue", "grey"))


def game_seal(name: str) -> str:
    """Return the one sign that stands for a game."""
    return str(_look(name).get("seal", ""))


def _look(name: str) -> dict[str, object]:
    return load_look(name) if (FOLDER / f"{name}.toml").exists() else {}
