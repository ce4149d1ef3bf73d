"""Makes notebooks draw what the engines return. The classes are registered here, since engines know no notebooks."""

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
"""The classes that a notebook draws, by module and class name; no module is loaded until an object is shown."""


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
    """Make the running IPython draw states, cards, decks and results; return False without IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return False
    formatter = shell.display_formatter.mimebundle_formatter
    for module, name in DRAWN_CLASSES:
        formatter.for_type_by_name(module, name, mime_bundle)
    return True
