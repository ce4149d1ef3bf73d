"""The widgets of the pages on which a class designs: a card, a game."""

from __future__ import annotations

from tutor.classroom.widgets import ClassroomPage
from tutor.widgets import script, style


class CardPage(ClassroomPage):
    """A card being designed; sends what is changed, see `tutor.classroom.card_page`.

    `put` (at, value), `add` and `take` (at), `game`, `like`, `deck`, `out` (id), `open` (text, file), `play` (bot),
    `measure` (deals) and `stop`.
    """

    _esm = script("design_card")
    _css = style("design_card")


class OwnGamePage(ClassroomPage):
    """An own game being designed, with its phase graph inside; sends what is changed, see `tutor.classroom.own_page`.

    `text` (at, value), `piece` (id), `number` (id, value), `copies` (deck, card, more), `usual_decks`, `into_decks`
    (id), `card`, `new_card` and `drop_card` (id), for the open card `put`, `add` and `take` (at, value), `open` (text,
    file), `play` (bot), `measure` (games) and `stop`.
    """

    _esm = script("own_game")
    _css = style("own_game")
