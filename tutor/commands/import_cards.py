"""`tebiki import`: imports cards and decks, reporting on each line, and stores them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engines.game import Game
from tutor.commands.arguments import GameName, find_game
from tutor.sets import kept_sets
from tutor.sets.column_names import ReadColumn, title_of_entry
from tutor.sets.files import read_text
from tutor.sets.importing import LEAVE_OUT, Brought, ReadLine, bring_in

MOST_SHOWN = 12
"""Maximum number of understood lines shown."""
MOST_NOTES = 40
"""Maximum number of lines shown for each other outcome."""


@click.command("import", short_help="import your own cards and decks")
@click.argument("path", type=click.Path(path_type=Path), help="a set (TOML), a deck list, or a table of cards")
@click.option("--game", type=GameName(), help="the game, if the file does not name it")
@click.option("--partly", is_flag=True, help="import what is understood, skip the rest")
def command(path: Path, game: str | None, partly: bool) -> int:
    """Import your own cards and decks: a set, a deck list from another program, or a table of cards.

    Shows how each line was understood. Imported cards and decks are stored only in your data folder; the decks appear
    in `tebiki play` and on the page for a full game. Exits with 1 if nothing was saved.
    """
    text, name = read_text(path), find_game(game).name if game else ""
    answers: dict[int, str] = {}
    brought = bring_in(text, str(path), name)
    if brought.is_open and sys.stdin.isatty():
        answers = ask_about(brought)
    if partly:
        answers |= {line.number: LEAVE_OUT for line in brought.lines if line.number not in answers and _is_open(line)}
    if answers:
        brought = bring_in(text, str(path), name, answers)
    print(describe_import(brought))
    if brought.is_open:
        return 1
    file = kept_sets.keep_set(brought.id, brought.text)
    print(f"Saved as {brought.id!r} in {file.parent}.")
    decks = [one for one in kept_sets.with_kept_sets(brought.game).decks if one.startswith(f"{brought.id}/")]
    for deck in decks[:3]:
        print(f"Play with it: tebiki play {brought.game.name} --deck {deck}")
    return 0


def _is_open(line: ReadLine) -> bool:
    return line.sort in ("asked", "unknown", "wrong")


def ask_about(brought: Brought) -> dict[int, str]:
    """Ask which card is meant in each line whose name is only similar to a known one; return the answers by line."""
    answers = {}
    for line in brought.lines:
        if line.sort != "asked":
            continue
        numbered = ", ".join(f"{at} {near}" for at, near in enumerate(line.near, 1))
        said = input(f"Line {line.number}, {line.said!r}: {numbered}, or 0 for none of them? ").strip()
        if said.isdecimal() and 1 <= int(said) <= len(line.near):
            answers[line.number] = line.near[int(said) - 1]
    return answers


def describe_line(line: ReadLine) -> str:
    """Describe a line of a file that was left out or not taken exactly as written."""
    if line.sort in ("asked", "unknown"):
        near = f" Did you mean {' or '.join(map(repr, line.near))}?" if line.near else ""
        return f"  line {line.number}, {line.text}: there is no card {line.said!r}.{near}"
    said = " · ".join(filter(None, (line.shown, line.said)))
    return f"  line {line.number}, {line.text}: {'left out, ' if line.sort == 'left' else ''}{said}"


def describe_column(game: Game, column: ReadColumn) -> str:
    """Describe how a column of a table was understood."""
    if column.sort == "ok":
        return f"read as {title_of_entry(game, column.entry)} ({column.entry})"
    return "left out" if column.sort == "left" else f"kept as {column.entry}, which no rule looks at"


def describe_import(brought: Brought) -> str:
    """Describe what was understood of a file and what was not, as lines of text."""
    lines = [f"{brought.title}, for {brought.game.title}: read as {brought.form}, lines: {len(brought.lines)}."]
    lines += [f"  column {one.name}: {describe_column(brought.game, one)}" for one in brought.columns]
    understood = [line for line in brought.lines if line.sort == "ok"]
    lines += [f"  {' · '.join(filter(None, (line.text, line.shown)))}" for line in understood[:MOST_SHOWN]]
    if len(understood) > MOST_SHOWN:
        lines.append(f"  and {len(understood) - MOST_SHOWN} more.")
    for sort in ("alike", "left", "asked", "unknown", "wrong"):
        of_sort = [line for line in brought.lines if line.sort == sort]
        lines += map(describe_line, of_sort[:MOST_NOTES])
        if len(of_sort) > MOST_NOTES:
            lines.append(f"  and {len(of_sort) - MOST_NOTES} more lines like these, the last one {of_sort[-1].number}.")
    lines += map(str, brought.faults)
    if brought.is_open:
        how = " Correct these lines, or use --partly to leave them out." if any(map(_is_open, brought.lines)) else ""
        lines.append(f"Nothing has been saved yet.{how}")
    return "\n".join(lines)
