"""`tebiki one-page`: prints a one-page summary of a game."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

import click

from engines.errors import DataError
from tutor.commands.arguments import EXAMPLE_GAME, find_game, game_argument
from tutor.courses.sheet_parts import QuotedText, Sheet, TitledRow
from tutor.text import format_message
from tutor.text import page_language as wanted_language

EXAMPLES = f"""\b
tebiki one-page {EXAMPLE_GAME}
"""


@click.command(
    "one-page",
    short_help="print a one-page summary of a game: what you do once a turn, what you may repeat, how to win",
    epilog=EXAMPLES,
)
@game_argument
def command(game: str) -> None:
    """Print a game on one page: what you do once a turn, what you may repeat, how to win, and what its terms mean."""
    from tutor.courses.sheet import build_sheet, games_with_sheet

    found = find_game(game)
    if found.name not in games_with_sheet():
        raise DataError(
            "tebiki one-page", f"{found.title} has no one-page sheet.", f"Games: {', '.join(games_with_sheet())}."
        )
    language = wanted_language()
    width = min(88, shutil.get_terminal_size((88, 24)).columns)
    click.echo("\n".join(page_lines(found.title, build_sheet(found, language), width, language)))


def page_lines(title: str, told: Sheet, width: int, language: str = "en") -> Iterator[str]:
    """Yield the lines of a page, none longer than `width`."""

    def heading(text: str) -> Iterator[str]:
        yield ""
        yield text
        yield "-" * len(text)

    def words(key: str) -> str:
        return format_message(f"sheet.{key}", language)

    yield title
    yield "=" * len(title)
    yield from wrap_lines([told["line"]], width)
    yield from heading(words("start"))
    yield from wrap_lines(map(format_sentence, told["start"]), width, "- ")
    yield from heading(words("turn"))
    for number, phase in enumerate(told["turn"], 1):
        who = words("chosen" if phase["chosen"] else "by_itself")
        text = f"{phase['title']} {phase['ja']} ({who}). {format_sentence(phase['said'])}"
        yield from wrap_lines([text], width, f"{number}. ")
    for key in ("once", "one", "often", "never"):
        if not told[key]:
            continue
        yield from heading(words(key))
        yield from wrap_lines(map(format_sentence, told[key]), width, "- ")
    yield from heading(told["fight"]["title"])
    for row in told["fight"]["rows"]:
        instead = f"{words('or')} " if row["instead"] else ""
        yield from wrap_lines([instead + format_row(row)], width, f"{row['number']}. ")
    yield from heading(words(told["ends"]))
    yield from wrap_lines((f"{name}. {format_sentence(said)}" for name, said in told["wins"]), width, "- ")
    for block in told["blocks"]:
        yield from heading(block["title"])
        yield from wrap_lines(map(format_sentence, block["lines"]), width, "- ")
    yield from heading(told["keywords"]["title"])
    yield from wrap_lines(map(format_row, told["keywords"]["rows"]), width, "- ")
    yield from heading(words("words"))
    yield from wrap_lines([" · ".join(f"{english} {japanese}" for english, japanese in told["words"])], width)


def format_sentence(said: QuotedText) -> str:
    """Return a sentence of the page with its clauses, as plain text."""
    clauses = f" [{', '.join(said.clauses)}]" if said.clauses else ""
    return f"{said.text.replace('**', '')}{clauses}"


def format_row(row: TitledRow) -> str:
    """Return a row of the page as plain text: its title, the Japanese title, and its sentence."""
    title = f"{row['title']} {row['ja']}".strip()
    return f"{title}. {format_sentence(row['said'])}"


def wrap_lines(texts: Iterable[str], width: int, mark: str = "") -> Iterator[str]:
    """Yield texts as wrapped lines; each text begins with a mark, such as a bullet."""
    for text in texts:
        yield from textwrap.wrap(text, width, initial_indent=mark, subsequent_indent=" " * len(mark))
