"""`tebiki rules`: prints a clause of a rulebook, every clause that contains the given words, or a whole rulebook."""

from __future__ import annotations

import shutil

import click

import engines
from tutor.commands.arguments import EXAMPLE_GAME, GameName, UsageError, find_game

EXAMPLES = f"""\b
tebiki rules ALT-11.8
tebiki rules attack --game {EXAMPLE_GAME}
tebiki rules my_game.py MYG-3.1
tebiki rules my_game.py
"""


@click.command("rules", short_help="print a clause, search the clauses, or print a whole rulebook", epilog=EXAMPLES)
@click.argument(
    "words",
    nargs=-1,
    help="a clause id or search words; put the .py file of your own game first to search that game, or give it alone "
    "to print all its rules",
)
@click.option("--game", "named", type=GameName(), multiple=True, help="search only this game; may be repeated")
def command(words: tuple[str, ...], named: tuple[str, ...]) -> None:
    """Print one clause, every clause containing the given words (English or Japanese), or all the rules of a game."""
    from tutor.matches.lookup import format_rulebook, look_up

    files = [word for word in words if word.endswith(engines.ENDINGS)]
    wanted = " ".join(word for word in words if word not in files)
    games = [find_game(name) for name in (*files, *named)]
    width = min(100, shutil.get_terminal_size((88, 24)).columns)
    if not games and not wanted:
        raise UsageError("tebiki rules: give an id or some words. See tebiki rules --help.")
    if not wanted:
        print("\n\n".join(format_rulebook(game, width) for game in games))
        return
    games = games or [engines.load(name) for name in engines.names() + engines.names(small=True)]
    print(look_up(games, wanted, width))
