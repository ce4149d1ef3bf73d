"""`tebiki puzzles`: mining puzzles, and proving them again."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.commands.arguments import UsageError, Whole, find_game, game_argument
from tutor.commands.simulate import MOST_JOBS

MOST_PUZZLES = 100_000


@click.command("puzzles", short_help="puzzles mined from games of bots: more of them, or proved again")
@click.argument("what", type=click.Choice(("mine", "check")))
@game_argument
@click.option("-n", "--count", type=Whole(1, MOST_PUZZLES), default=300, help="how many there shall be (default 300)")
@click.option("--games", type=Whole(1), default=100_000, help="so many games are played at most")
@click.option("--jobs", type=Whole(-MOST_JOBS, MOST_JOBS), default=-1, help="processes at a time (default: every core)")
@click.option("--to", type=click.Path(path_type=Path), help="another file than the game's own")
def command(what: str, game: str | None, count: int, games: int, jobs: int, to: Path | None) -> int:
    """Mine puzzles from games between bots, or prove those of a game again.

    Mining goes on where the file ends, and may be stopped at any time.
    """
    played = find_game(game)
    if jobs == 0:
        raise UsageError("tebiki puzzles: --jobs is not 0.")
    if what == "check":
        from tutor.puzzles.__main__ import check

        return min(1, check([played.name]))
    from tutor.puzzles import mining

    print(f"{mining.mine(played.name, count, to, jobs, games)} puzzles")
    return 0
