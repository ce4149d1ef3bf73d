"""Still pictures of what the engines return: the board, a card, a deck, a result."""

from __future__ import annotations

import engines
from engines.book.cards import Card, Deck
from engines.book.toml_schema import SEATS
from engines.errors import DataError
from engines.forms.board_text import board_text, seat_looking
from engines.kernel.state import Result, State
from tutor.boards import scenery
from tutor.embed import still
from tutor.matches.playthrough import Playthrough

BOTH_SEATS = "both"
MimeBundle = dict[str, str]


class Picture:
    """A still picture: `html`, and `text` for places where no HTML is shown."""

    def __init__(self, html: str, text: str) -> None:
        self.html, self.text = html, text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> MimeBundle:
        return {"text/html": self.html, "text/plain": self.text}

    def __repr__(self) -> str:
        return self.text


def draw_picture(thing: object, seat: str | None = None) -> Picture:
    """Return a still picture of a state, a card, a deck or a result.

    >>> tutor.picture(state)                # as the deciding player sees it
    >>> tutor.picture(state, seat="P2")     # as P2 sees it; "both" shows both hands

    `draw_picture(...).html` is the picture as HTML text, for your own pages. Raises DataError if the object has no
    picture.
    """
    if seat not in (None, BOTH_SEATS, *SEATS):
        raise DataError("tutor.picture", f"there is no seat {seat!r}.", f"Use {', '.join(SEATS)} or {BOTH_SEATS}.")
    if hasattr(thing, "table") and isinstance(thing.table, Playthrough):  # a match
        thing = thing.table
    if isinstance(thing, Playthrough):
        viewer = thing.viewer if seat is None else None
        return _of_state(thing.state, seat if viewer is None else SEATS[viewer])
    if isinstance(thing, State):
        return _of_state(thing, seat)
    if isinstance(thing, Card) and thing.game and not thing.unseen:
        return Picture(still.card_html(thing), str(thing))
    if isinstance(thing, Deck) and thing.game:
        return Picture(still.deck_html(engines.load(thing.game), thing), str(thing))
    if isinstance(thing, Result):
        return Picture(still.result_html(thing), str(thing))
    raise DataError(
        "tutor.picture", f"{thing!r} has no picture.", "States, cards, decks and results of a game have one."
    )


def _of_state(state: State, seat: str | None) -> Picture:
    viewer = SEATS.index(seat) if seat in SEATS else seat_looking(state)
    hidden = _hidden(state, viewer) if seat == BOTH_SEATS else ()
    names = tuple(f"{name} (you)" if at == viewer and seat != BOTH_SEATS else name for at, name in enumerate(SEATS))
    scene = scenery.build_scene(state, viewer, 0, (), (names[0], names[1]), ("", ""), hidden)
    return Picture(still.table_html(scene), board_text(state, viewer))


def _hidden(state: State, viewer: int) -> list[str]:
    """Return the references of the cards that the viewer cannot see, except those in piles, which stay hidden."""
    table = state.game.rules.table(state, viewer)
    piles = {f"{seat}.{zone}" for seat, sizes in enumerate(table.sizes) for zone in sizes}
    found = [ref for ref, entry in table.references() if entry.card is None]
    return [ref for ref in found if ref.rsplit(".", 1)[0] not in piles]
