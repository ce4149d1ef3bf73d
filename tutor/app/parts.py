"""What the pages of a game share: the line at the top, and the choices before a whole game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.game import Game
from engines.search.players import STRENGTHS
from tutor.app.links import CLASSROOM, course_link, has_page, link
from tutor.app.widgets import SetupForm
from tutor.boards.presentation import attributes, deck_size, faces, look
from tutor.matches.decks import taught_decks
from tutor.matches.match import Setup, opponents
from tutor.text import say


def page_bar(game: Game, here: str, language: str) -> dict[str, Any]:
    """Return the line at the top of a page of a game."""
    title = look(game.name)["title"]
    places: list[dict[str, str]] = [{"text": title, "href": course_link(game.name)}]
    if not has_page(f"{game.name}/course.ipynb") and has_page(CLASSROOM):  # a small game is at home in the classroom
        places = [classroom_crumb(language), {"text": title}]
    return {"home": link(), "crumbs": [*places, {"text": say(here, language)}]}


def classroom_crumb(language: str) -> dict[str, str]:
    """Return the classroom as a place in the line at the top; without an address where it has no page."""
    return {"text": say("contents.title", language), "href": link(CLASSROOM) if has_page(CLASSROOM) else ""}


SHOWN = 3
"""So many cards of a deck are shown."""


def led_by(game: Game, cards: Iterable[str]) -> dict[str, str]:
    """Return the cards that a deck can be led by, each with its attributes; which they are says the presentation."""
    view = look(game.name)
    leader = view.get("leader", {})
    found = (game.cards[game.by_name[name]] for name in cards)
    leading = [one for one in found if one.category == leader.get("category") and one.fields.get(leader["has"])]
    titles = {one.name: [view["attributes"][name]["title"] for name in attributes(game.name, one)] for one in leading}
    return {name: f"{name} ({'/'.join(those)})" if those else name for name, those in titles.items()}


def _led(game: Game, leaders: dict[str, str], language: str) -> str:
    word = look(game.name).get("leader", {}).get("word", "")
    return say("setup.led", language, word=word, cards=", ".join(leaders.values())) if leaders else ""


def setup_form(game: Game, setup: Setup, language: str) -> SetupForm:
    """Return the form with the choices of `setup` marked."""
    decks, taught = [], taught_decks(game)
    for deck in game.decks.values():
        leaders = led_by(game, deck.cards)
        names = [*leaders, *sorted(set(deck.cards) - {*leaders}, key=lambda name: (-deck.cards[name], name))]
        shown = [faces(game, {name})[name] for name in names[:SHOWN]]
        decks.append(
            {
                "id": deck.id,
                "more": deck.id not in taught,
                "title": deck.name,
                "ja": deck.japanese,
                "cards": shown,
                "led": _led(game, leaders, language),
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
