"""The choices before a full game: decks, the bot and its strength, the first player."""

from __future__ import annotations

from collections.abc import Iterable

from engines.book.card_sets import CardSet
from engines.book.cards import Deck
from engines.game import Game
from engines.search.players import STRENGTHS
from tutor.boards.presentation import card_attributes, describe_deck_size, faces_of, load_look
from tutor.matches import strengths
from tutor.matches.match import Setup, allowed_opponents
from tutor.navigation.links import MY_CARDS_PAGE, has_page, page_link
from tutor.navigation.page_header import page_bar
from tutor.sets.decks import taught_decks
from tutor.text import end_sentence, format_message
from tutor.widgets.page import Page

SHOWN_CARDS = 3
"""Number of cards shown from a deck."""


def deck_leaders(game: Game, cards: Iterable[str]) -> dict[str, str]:
    """Return the cards that can represent a deck, each with its attributes; the presentation lists them."""
    view = load_look(game.name)
    leader = view.get("leader", {})
    found = (game.cards[game.by_name[name]] for name in cards)
    leading = [one for one in found if one.category == leader.get("category") and one.fields.get(leader["has"])]
    titles = {
        one.name: [view["attributes"][name]["title"] for name in card_attributes(game.name, one)] for one in leading
    }
    return {name: f"{name} ({'/'.join(those)})" if those else name for name, those in titles.items()}


def _led(game: Game, leaders: dict[str, str], language: str) -> str:
    word = load_look(game.name).get("leader", {}).get("word", "")
    return format_message("setup.led", language, word=word, cards=", ".join(leaders.values())) if leaders else ""


def _own_deck(added: CardSet, deck: Deck, language: str) -> str:
    """Return the form's text about a deck of the user's: its set, and the number of card texts that are not played."""
    unplayed = len({*added.unplayed} & {*deck.cards})
    whose = "own_deck" if added.printed else "own_list"
    said = [format_message(f"setup.{whose}", language, set=added.title)]
    return " · ".join(said + [format_message("setup.unplayed", language, count=unplayed)] * bool(unplayed))


def strength_text(name: str, bot: str, language: str) -> str:
    """Return a description of a bot and, if measured in this game, how often it wins against the one below it."""
    plays = end_sentence(format_message(f"strength.{bot}_text", language))
    return f"{plays} {strengths.strength_line(name, bot, language)}".rstrip()


def setup_form(game: Game, setup: Setup, language: str) -> Page:
    """Return the form with the choices of `setup` marked.

    It shows `title`, `my_cards` (the address of the page of own cards, "" if there is none), `decks` (`id`, `title`,
    `ja`, `description`: how it is played, `text`, `cards`: some faces; `own`: the set that the deck belongs to),
    `opponents` (the decks that may meet a deck), `strengths` and `firsts` (`id`, `title`, `text`; [] if it
    cannot be chosen who begins), `chosen` (`you`, `rival`, `bot`, `first`, `seed`), and `under_way`: whether a game
    is in progress.
    """
    decks, taught = [], taught_decks(game)
    own = {one.deck_id(deck.id): one for one in game.card_sets for deck in one.decks}
    for deck in game.decks.values():
        leaders = deck_leaders(game, deck.cards)
        names = [*leaders, *sorted(set(deck.cards) - {*leaders}, key=lambda name: (-deck.cards[name], name))]
        shown = [faces_of(game, {name})[name] for name in names[:SHOWN_CARDS]]
        decks.append(
            {
                "id": deck.id,
                "more": deck.id not in taught and deck.id not in own,
                "title": deck.name,
                "ja": deck.names.get("ja", ""),
                "cards": shown,
                "led": _led(game, leaders, language),
                "own": _own_deck(own[deck.id], deck, language) if deck.id in own else "",
                "description": deck.description.get(language, ""),
                "text": format_message(
                    "setup.deck_text",
                    language,
                    cards=describe_deck_size(game, deck.cards, language),
                    kinds=len(deck.cards),
                ),
            }
        )
    data = {
        "title": format_message("setup.title", language, game=load_look(game.name)["title"]),
        "decks": decks,
        "my_cards": page_link(MY_CARDS_PAGE) if has_page(MY_CARDS_PAGE) else "",
        "opponents": {deck: allowed_opponents(game, deck) for deck in game.decks},
        "strengths": [
            {
                "id": name,
                "title": format_message(f"strength.{name}", language),
                "text": strength_text(game.name, name, language),
            }
            for name in STRENGTHS
        ],
        "firsts": [
            {"id": name, "title": format_message(f"first.{name}", language), "text": ""}
            for name in (("rules", "you", "rival") if load_look(game.name).get("chosen_first") else ())
        ],
        "chosen": {
            "you": setup.you,
            "rival": setup.rival,
            "bot": setup.strength,
            "first": setup.first,
            "seed": setup.seed,
        },
    }
    return Page("setup", language, data=data, bar=page_bar(game, "play.place", language))
