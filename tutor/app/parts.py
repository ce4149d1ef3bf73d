"""What the pages of a game share: the line at the top, and the choices before a whole game."""

from __future__ import annotations

from typing import Any

from engines.core.game import Game
from engines.core.players import STRENGTHS
from tutor.app.links import course_link, link
from tutor.app.widgets import SetupForm
from tutor.boards.presentation import deck_size, faces, look
from tutor.matches.decks import taught_decks
from tutor.matches.match import Setup, opponents
from tutor.text import say


def page_bar(game: Game, here: str, language: str) -> dict[str, Any]:
    """Return the line at the top of a page of a game."""
    crumbs = [{"text": look(game.name)["title"], "href": course_link(game.name)}, {"text": say(here, language)}]
    return {"home": link(), "crumbs": crumbs}


def setup_form(game: Game, setup: Setup, language: str) -> SetupForm:
    """Return the form with the choices of `setup` marked."""
    decks, taught = [], taught_decks(game)
    for deck in game.decks.values():
        names = sorted(deck.cards, key=lambda name: -deck.cards[name])
        shown = faces(game, set(names[:4]))
        decks.append(
            {
                "id": deck.id,
                "more": deck.id not in taught,
                "title": deck.name,
                "ja": deck.japanese,
                "cards": list(shown.values()),
                "text": say(
                    "setup.deck_text", language, cards=deck_size(game, deck.cards, language), kinds=len(deck.cards)
                ),
            }
        )
    data = {
        "title": say("setup.title", language, game=look(game.name)["title"]),
        "decks": decks,
        "opponents": {deck: opponents(game, deck) for deck in game.decks},
        "strengths": [
            {"id": name, "title": say(f"strength.{name}", language), "text": say(f"strength.{name}_text", language)}
            for name in STRENGTHS
        ],
        "firsts": [
            {"id": name, "title": say(f"first.{name}", language), "text": ""}
            for name in (("rules", "you", "rival") if look(game.name).get("opening") else ())
        ],
        "chosen": {
            "you": setup.you,
            "rival": setup.rival,
            "bot": setup.strength,
            "first": setup.first,
            "seed": setup.seed,
        },
    }
    return SetupForm(language, data=data, bar=page_bar(game, "play.place", language))
