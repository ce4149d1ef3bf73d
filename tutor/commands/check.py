"""`tebiki check`: checks files that people write."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.commands.arguments import GameName, find_game


@click.command("check", short_help="check files: decks, cards, positions, scenarios, lessons, rulebooks")
@click.argument("path", nargs=-1, required=True, type=click.Path(path_type=Path), help="a file, or a folder with files")
@click.option("--game", type=GameName(), help="the game, if the files do not name it")
def command(path: tuple[Path, ...], game: str | None) -> int:
    """Check deck, card, position, scenario, lesson and rulebook files.

    They are TOML files; CONTRIBUTING.md and docs/ explain the formats. Progress files are not checked here; import them
    on the home page, or use `tebiki progress`. Exits with 1 if any file has a problem.
    """
    from tutor.commands import checking

    name = find_game(game).name if game else None
    report = checking.Report()
    for one in path:
        checking.check_files(one, name, report)
    for warning in report.warnings:
        print(f"Warning: {warning}")
    for problem in report.problems:
        print(problem)
    print(report.summary())
    return 1 if report.problems else 0
