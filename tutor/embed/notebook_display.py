"""Notebooks draw what the engines return. The engines know nothing of notebooks, so this registers it with IPython."""

from __future__ import annotations

import sys

DRAWN_CLASSES = (
    ("engines.kernel.state", "State"),
    ("engines.kernel.state", "Result"),
    ("engines.book.cards", "Card"),
    ("engines.book.cards", "Deck"),
    ("tutor.matches.playthrough", "Playthrough"),
    ("tutor.matches.match", "Match"),
)
"""What a notebook draws, by module and class: nothing is loaded until one is shown."""


def mime_bundle(thing: object) -> dict[str, str]:
    """Return a notebook's display of an object: its picture and its text; only the text if there is no picture."""
    from engines.errors import DataError
    from tutor.embed.picture import draw_picture

    try:
        drawn = draw_picture(thing)
    except DataError:
        return {"text/plain": str(thing)}
    return {"text/html": drawn.html, "text/plain": drawn.text}


def register_formatters() -> bool:
    """Let the IPython that runs this code draw states, cards, decks and results; False without IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return False
    formatter = shell.display_formatter.mimebundle_formatter
    for module, name in DRAWN_CLASSES:
        formatter.for_type_by_name(module, name, mime_bundle)
    return True
