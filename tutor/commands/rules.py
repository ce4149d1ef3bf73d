"""`tebiki rules`: a clause of a rulebook, or every clause with some words in it."""

from __future__ import annotations

import shutil

import click

import engines
from tutor.commands.arguments import GameName, UsageError, find_game

EXAMPLES = """\b
tebiki rules ALT-11.8
tebiki rules attack --game GAME
tebiki rules my_game.py MYG-3.1
"""


@click.command("rules", short_help="a clause of a rulebook, or every clause with a word in it", epilog=EXAMPLES)
@click.argument(
    "words", nargs=-1, required=True, help="an id such as ALT-11.8, or words; games of your own by their .py files"
)
@click.option("--game", "named", type=GameName(), multiple=True, help="search only this game; may be repeated")
def command(words: tuple[str, ...], named: tuple[str, ...]) -> None:
    """Print a clause of a rulebook, or every clause with some words, English or Japanese."""
    from tutor.commands.lookup import look_up

    own = [find_game(word) for word in words if word.endswith(engines.ENDINGS)]
    wanted = " ".join(word for word in words if not word.endswith(engines.ENDINGS))
    if not wanted:
        raise UsageError("tebiki rules: words are missing beside the file. See tebiki rules --help.")
    if named:
        games = [find_game(name) for name in named]
    else:
        games = [engines.load(name) for name in engines.names() + engines.names(small=True)]
    print(look_up([*own, *games], wanted, min(100, shutil.get_terminal_size((88, 24)).columns)))
