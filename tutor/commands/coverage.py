"""`tebiki coverage`: lists the clauses that a game's course shows and tests, and those that it tests too early."""

from __future__ import annotations

import click

from tutor.commands.arguments import EXAMPLE_GAME, GameName, UsageError, find_game

EXAMPLES = f"""\b
tebiki coverage
tebiki coverage {EXAMPLE_GAME} --missing
tebiki coverage {EXAMPLE_GAME} --steps
"""


@click.command("coverage", short_help="list which clauses a game's lessons teach and test", epilog=EXAMPLES)
@click.argument("game", required=False, type=GameName(), help="the game; without it, one summary line for each game")
@click.option("--missing", is_flag=True, help="only clauses that are not taught or not tested")
@click.option("--steps", is_flag=True, help="list by step instead of by clause")
def command(game: str | None, missing: bool, steps: bool) -> int:
    """For each clause of a game, print the step that teaches it and the step that tests it.

    Then list the steps that test something not yet taught. Exits with 1 if a course marked complete has gaps.
    """
    from tutor.coverage import report
    from tutor.coverage.route import games_with_lessons, is_complete

    if game is None:
        for name in games_with_lessons():
            print(f"{name}: {report.summary_line(report.cover_course(name))}")
        return 0
    name = find_game(game).name
    if name not in games_with_lessons():
        raise UsageError(
            f"tebiki coverage: {name} has no lessons. Games with lessons: {', '.join(games_with_lessons())}."
        )
    found = report.cover_course(name)
    for line in report.step_lines(found) if steps else found.missing() if missing else report.clause_lines(found):
        print(line)
    early = list(found.route.too_early())
    if early:
        print("\nAsked too early:")
    for one in early:
        print(f"  {one}")
    print(f"\n{report.summary_line(found)}")
    return int(is_complete(name) and bool(early or list(found.missing())))
