"""`tebiki puzzles`: mines puzzles, selects them, and checks their proofs."""

from __future__ import annotations

from pathlib import Path

import click

import engines
from tutor.commands.arguments import UsageError, WholeNumber, find_game, game_argument
from tutor.commands.simulate import MOST_JOBS

MOST_PUZZLES = 100_000
STAGES = """\b
mine    add puzzles to the file (-n, --only, --games, --jobs, --to);
        may be stopped and continued
decide  find the rules on which each puzzle turns, drop puzzles that
        turn on none (--to); may be stopped and continued
select  drop near-duplicates and puzzles with goals no player would
        pursue, and rate the rest (--to)
check   re-prove all the puzzles of the game

Run them in this order; see docs/puzzles.md.
"""


@click.command(
    "puzzles", short_help="mine puzzles from games between bots, rate, select and re-prove them", epilog=STAGES
)
@click.argument("what", type=click.Choice(("mine", "decide", "select", "check")))
@game_argument
@click.option(
    "-n",
    "--count",
    type=WholeNumber(1, MOST_PUZZLES),
    default=300,
    help="target number of puzzles in the file (default 300)",
)
@click.option("--only", multiple=True, metavar="GOAL", help="mine only for this goal; may be repeated")
@click.option("--games", type=WholeNumber(1), default=100_000, help="maximum number of games (default 100000)")
@click.option(
    "--jobs",
    type=WholeNumber(-MOST_JOBS, MOST_JOBS),
    default=-1,
    help="number of processes (default -1: one per core; -2: all cores but one, and so on)",
)
@click.option("--to", type=click.Path(path_type=Path), help="the file of puzzles (default: the game's own)")
def command(
    what: str, game: str | None, count: int, only: tuple[str, ...], games: int, jobs: int, to: Path | None
) -> int:
    """Mine puzzles from games between bots, find the rules that decide them, select the best, or re-prove them."""
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
        raise UsageError(f"tebiki puzzles: there is no goal {wrong[0]!r}. Goals: {', '.join(known)}.")
    print(f"{mining.mine_puzzles(played.name, count, to, jobs, games, only=only)} puzzles")
    return 0
