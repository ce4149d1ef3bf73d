"""`tebiki play`: plays a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from engines.errors import IllegalDeck
from engines.game import Game
from engines.search.players import STRENGTHS
from tutor.commands.arguments import (
    DeckName,
    WholeNumber,
    bot_type,
    find_decks,
    find_game,
    find_rules,
    game_argument,
    language_type,
    set_option,
)

LAST_SEED = 999_999_999


@click.command("play", short_help="play a game in the terminal; every refused move is explained")
@game_argument
@click.option("--bot", type=bot_type(STRENGTHS), help="strength of the bot (default newcomer)")
@click.option("--seed", type=WholeNumber(0, LAST_SEED), help="seed of the deal: the same number deals the same cards")
@set_option
@click.option(
    "--deck", type=DeckName(), help="your deck: an id (listed by `tebiki simulate GAME --list`), or a deck file"
)
@click.option("--rival-deck", type=DeckName(), help="the bot's deck: an id, or a deck file")
@click.option(
    "--rule",
    "changes",
    multiple=True,
    metavar="NAME=NUMBER",
    help="a house rule, such as cores=5 (listed there too); such a game is not saved",
)
@click.option("--new", is_flag=True, help="start a new game, even if one is unfinished")
@click.option("--language", type=language_type(), default="en", help="language of events and questions (default en)")
def command(
    game: str | None,
    bot: str | None,
    seed: int | None,
    sets: tuple[Path, ...],
    deck: str | None,
    rival_deck: str | None,
    changes: tuple[str, ...],
    new: bool,
    language: str,
) -> None:
    """Play a game in the terminal; every refused move is explained.

    Resumes an unfinished game of GAME. With --new, or any other option except --language, a new game starts; once it is
    saved, it takes the place of the unfinished one.
    """
    played = find_game(game)
    from engines.variants.written_rules import change_rules
    from tutor import progress
    from tutor.matches import kept_games
    from tutor.matches.house_rules import name_change
    from tutor.matches.match import Match, Setup
    from tutor.matches.terminal import Terminal
    from tutor.text import format_message

    chosen = find_decks(played, (deck, rival_deck), sets)
    rules = find_rules(played, changes)
    learner, warns, kept, told = kept_games.find_kept_games(played, language)
    match = None
    if kept is not None and not new and not any((bot, seed is not None, deck, rival_deck, sets, changes)):
        try:
            match = kept_games.replay_game(kept, played)
        except kept_games.ReplayError as error:
            told = kept_games.explain_not_resumed(error, language)
    if match is None:
        kept, played = None, change_rules(chosen.game, rules)
        wanted = {"bot": bot or "newcomer"} | choose_decks(played, *chosen.decks)
        dealt = secrets.randbelow(1_000_000) if seed is None else seed
        match = Match(Setup.of(played, wanted | {"seed": dealt}, dealt), played)
        if chosen.loose:
            told = format_message("terminal.loose", language)
        for id, value in rules.items():
            if value or id in played.parameter_rules:
                title = name_change(played, id, value, language)
                told += "\n" * bool(told) + format_message("terminal.house_rule", language, title=title)
    match.warns = warns
    if learner and not changes and not (kept is None and chosen.loose):
        match.keeper = kept_games.GameKeeper(learner, kept_games.whole_game(played.name), kept=kept)

    def switch(on: bool) -> None:
        if learner:
            progress.set_switch(learner, played.name, kept_games.WARNINGS_SWITCH, on)

    if sys.stdin.isatty():
        enable_line_editing()
    try:
        Terminal(match, language=language, moves=len(kept.moves) if kept else 0, told=told, switch=switch).run()
    except KeyboardInterrupt:
        print()


def choose_decks(game: Game, you: str | None, rival: str | None) -> dict[str, str]:
    """Return the decks by side ("you", "rival"), choosing the one that is not named; {} if neither is named.

    Raises IllegalDeck if a named deck breaks the deck rules.
    """
    from tutor.matches.match import allowed_opponents

    named = you or rival
    if named is None:
        return {}
    broken = game.check_deck(named)
    if broken:
        raise IllegalDeck(named, broken)
    you, rival = you or allowed_opponents(game, named)[0], rival or allowed_opponents(game, named)[0]
    game.new((you, rival))
    return {"you": you, "rival": rival}


def enable_line_editing() -> None:
    """Let the arrow keys recall earlier lines, if the platform supports it."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
