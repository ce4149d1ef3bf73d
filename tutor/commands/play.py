"""`tebiki play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace

import click

from engines.core.errors import IllegalDeck
from engines.core.game import Game
from engines.core.players import STRENGTHS
from tutor.commands.arguments import DeckName, Whole, bots, find_deck, find_game, game_argument, languages

LAST_SEED = 999_999_999


@click.command("play", short_help="a game in the terminal, with reasons")
@game_argument
@click.option("--bot", type=bots(STRENGTHS), default="newcomer", help="how strong the bot is (default newcomer)")
@click.option("--seed", type=Whole(0, LAST_SEED), help="the same number deals the same cards")
@click.option(
    "--deck", type=DeckName(), help="your deck: an id (`tebiki simulate GAME --list` lists them), or a deck file"
)
@click.option("--rival-deck", type=DeckName(), help="the bot's deck: an id, or a deck file")
@click.option("--language", type=languages(), default="en", help="of what happens and what is asked")
def command(
    game: str | None, bot: str, seed: int | None, deck: str | None, rival_deck: str | None, language: str
) -> None:
    """Play a game in the terminal, with reasons."""
    played = find_game(game)
    from tutor.matches.match import Match, Setup
    from tutor.matches.terminal import Terminal

    for name in (deck, rival_deck):
        if name is not None and not isinstance(own := find_deck(played, name), str):
            played = played.with_decks([replace(own, id=name)])
    chosen = {"bot": bot} | pair(played, deck, rival_deck)
    dealt = secrets.randbelow(1_000_000) if seed is None else seed
    if sys.stdin.isatty():
        enable_line_editing()
    try:
        Terminal(Match(Setup.of(played, chosen | {"seed": dealt}, dealt), played), language=language).run()
    except KeyboardInterrupt:
        print()


def pair(game: Game, you: str | None, rival: str | None) -> dict[str, str]:
    """Return both decks if one is named: the other one may meet it. Raises IllegalDeck if they may not be used."""
    from tutor.matches.match import opponents

    named = you or rival
    if named is None:
        return {}
    broken = game.check_deck(named)
    if broken:
        raise IllegalDeck(named, broken)
    you, rival = you or opponents(game, named)[0], rival or opponents(game, named)[0]
    game.new((you, rival))
    return {"you": you, "rival": rival}


def enable_line_editing() -> None:
    """Let the arrow keys bring earlier lines back, where the platform can."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
