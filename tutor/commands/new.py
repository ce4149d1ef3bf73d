"""`tebiki new`: writes the files of a custom game."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new", short_help="create a game of your own")
@click.argument("name", help="name of the game: lower-case letters, digits and _")
def command(name: str) -> None:
    """Create a small game, ready to play and to change.

    Writes NAME.py, NAME.toml and NAME.ipynb into the current folder. Existing files are never overwritten.
    """
    from tutor.commands.new_game import write_skeleton

    module, *others = write_skeleton(name, Path())
    print(f"Written: {module}, {', '.join(str(path) for path in others)}.")
    print(f"Play it: tebiki play {module}   See its board: jupyter lab {others[-1]}")
    print(f"Measure it with a number changed: tebiki simulate {module} --rule goal=20   (see --list for others)")
