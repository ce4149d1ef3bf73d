"""Finds rules by id or by word, as plain text: clauses, rulings and terms, with their Japanese."""

from __future__ import annotations

import difflib
import re
import textwrap
from collections.abc import Iterator, Sequence

from engines.book.rulebook import Clause, Ruling, Term
from engines.errors import DataError
from engines.game import Game
from tutor.matches.house_rules import describe_noted_rule
from tutor.text import format_message

MOST_WITH_TEXT = 12
"""Maximum number of results shown with their text; if there are more, only titles are shown."""


def look_up(games: Sequence[Game], words: str, width: int = 80) -> str:
    """Return the rulebooks' entries for a clause id or some words, as lines of at most `width` characters.

    Parameters
    ----------
    games
        The games whose rulebooks are searched.
    words
        An id ("ALT-11.8", "alt-r49", "11.8"), or words that must all occur in an entry, English or Japanese.

    Raises
    ------
    DataError
        If nothing was found; the message suggests the nearest id or word.
    """
    parts: list[str] = []
    for game in games:
        entry = _by_id(game, words)
        if entry is not None:
            parts += [_heading(game, entry), *_lines(game, entry, width, rulings=True)]
    if not parts:
        for game in games:
            parts += _search(game, words, width)
    if not parts:
        raise DataError("rules", f"no rulebook mentions {words!r}.", _nearest(games, words))
    return "\n".join(parts)


def format_rulebook(game: Game, width: int = 80) -> str:
    """Return a rulebook as lines of at most `width` characters: section by section, with the rulings at the end."""
    lines: list[str] = []
    heading = ""
    for entry in game.rulebook:
        if _heading(game, entry) != heading:
            heading = _heading(game, entry)
            lines += ["", heading] if lines else [heading]
        lines += _lines(game, entry, width, rulings=isinstance(entry, Ruling))
    return "\n".join(lines)


def _by_id(game: Game, words: str) -> Clause | Ruling | None:
    id, book = words.strip().upper(), game.rulebook
    for wanted in (id, f"{book.prefix}-{id}"):
        found = book.clauses.get(wanted) or book.rulings.get(wanted)
        if found:
            return found
    return None


def _heading(game: Game, entry: Clause | Ruling) -> str:
    if isinstance(entry, Ruling):
        return f"{game.title}, rulings"
    return f"{game.title}, section {entry.section}: {game.rulebook.sections.get(entry.section, '')}"


def _lines(game: Game, entry: Clause | Ruling, width: int, rulings: bool) -> Iterator[str]:
    """Yield an entry as lines: its title and text and, for a clause, the rulings that settle its open points."""
    yield _title(game, entry)
    if isinstance(entry, Ruling):
        yield from _wrapped(entry.text, width)
        if entry.why and rulings:
            yield from _wrapped(f"Why: {entry.why}", width)
        if entry.clauses:
            yield from _wrapped(f"Settles {', '.join(entry.clauses)}.", width)
        return
    yield from _wrapped(entry.text, width)
    if entry.other_editions:
        yield from _wrapped(format_message("rule.other_editions", note=entry.other_editions), width)
        yield from _wrapped(describe_noted_rule(game, entry), width)
    for id in entry.rulings if rulings else ():
        ruling = game.rulebook.rulings.get(id)
        if ruling:
            yield from _lines(game, ruling, width, rulings=False)


def _title(game: Game, entry: Clause | Ruling) -> str:
    title = entry.question if isinstance(entry, Ruling) else entry.title
    return "  ".join([entry.id, title, *game.words.translations(f"clause.{entry.id}").values()])


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="    ", break_long_words=False)


def _search(game: Game, words: str, width: int) -> list[str]:
    found = game.search_rules(words) if words.split() else []
    terms = [term for term in game.rulebook.terms if _has(term, words)]
    if not found and not terms:
        return []
    lines = [f"{game.title}: {len(found)} found"]
    for term in terms:
        spoken = f"{term.japanese} ({term.reading})" if term.reading else term.japanese
        lines += _wrapped(f"{spoken}: {term.english}" + (f". {term.meaning}" if term.meaning else ""), width)
    for entry in found:
        lines += _lines(game, entry, width, rulings=False) if len(found) <= MOST_WITH_TEXT else [_title(game, entry)]
    if len(found) > MOST_WITH_TEXT:
        lines.append("Give an id to read one of them, or more words to find fewer.")
    return lines


def _has(term: Term, words: str) -> bool:
    return bool(words.strip()) and words.strip().casefold() in (
        part.strip() for part in re.split(r"[/,;()]", f"{term.japanese},{term.english},{term.reading}".casefold())
    )


def _nearest(games: Sequence[Game], words: str) -> str:
    known = dict.fromkeys(
        word
        for game in games
        for entry in game.rulebook
        for word in (entry.id, *re.findall(r"\w+", _title(game, entry)))
    )
    lower = {word.casefold(): word for word in known}
    close = difflib.get_close_matches(words.strip().casefold(), lower, 3, 0.6)
    return f"Did you mean {', '.join(lower[word] for word in close)}?" if close else "Try another word, or fewer."
