"""`tebiki puzzles`: mining puzzles, and proving them again."""

from __future__ import annotations

from pathlib import Path

import click

import engines
from tutor.commands.arguments import UsageError, WholeNumber, find_game, game_argument
from tutor.commands.simulate import MOST_JOBS

MOST_PUZZLES = 100_000


@click.command("puzzles", short_help="puzzles from games between bots: mine, decide, select, prove again")
@click.argument("what", type=click.Choice(("mine", "decide", "select", "check")))
@game_argument
@click.option(
    "-n", "--count", type=WholeNumber(1, MOST_PUZZLES), default=300, help="how many to have in the end (default 300)"
)
@click.option("--only", multiple=True, metavar="GOAL", help="mine for this goal alone (may be given several times)")
@click.option("--games", type=WholeNumber(1), default=100_000, help="the most games to play")
@click.option(
    "--jobs", type=WholeNumber(-MOST_JOBS, MOST_JOBS), default=-1, help="processes at a time (default: every core)"
)
@click.option("--to", type=click.Path(path_type=Path), help="a file other than the game's own")
def command(
    what: str, game: str | None, count: int, only: tuple[str, ...], games: int, jobs: int, to: Path | None
) -> int:
    """Mine puzzles from games between bots, find out which rules decide them, select, or prove them again.

    Mining continues where the file ends, and may be stopped at any time; so may deciding, which comes after it and
    drops puzzles that no rule decides. Selecting comes last: it drops what is alike or has a goal that no player has,
    and rates what stays (docs/puzzles.md).
    """
    played = find_game(game)
    if played.name not in engines.names():
        raise UsageError(f"tebiki puzzles: {played.title} has no puzzles. Games: {', '.join(engines.names())}.")
    if jobs == 0:
        raise UsageError("tebiki puzzles: --jobs must not be 0.")
    if what == "check":
        from tutor.puzzles.__main__ import check_games

        return min(1, check_games([played.name]))
    from tutor.puzzles import mining
    from tutor.puzzles.targets import goals_of

    if what == "decide":
        print(f"{mining.decide_puzzles(played.name, to)} puzzles")
        return 0
    if what == "select":
        from tutor.puzzles.selecting import select_in_store

        kept, dropped = select_in_store(played.name, to)
        print(f"{kept} puzzles; dropped: {', '.join(f'{why} {n}' for why, n in dropped.most_common() if n) or 'none'}")
        return 0
    known = [row["id"] for row in goals_of(played.name).rows]
    if wrong := [id for id in only if id not in known]:
        raise UsageError(f"tebiki puzzles: no goal is called {wrong[0]}. Goals: {', '.join(known)}.")
    print(f"{mining.mine_puzzles(played.name, count, to, jobs, games, only=only)} puzzles")
    return 0
