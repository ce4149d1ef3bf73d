"""Reads deck lists in common formats: text lines, tables, the XML of two programs, JSON, TOML.

The format is recognised from the content. Each line keeps its number; a line that cannot be read is recorded as left
out, with the reason.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree import ElementTree

from engines.book.rulebook import parse_toml
from engines.designs.untrusted_files import clip_value, visible_text
from engines.errors import DataError

MOST_LINES = 2000
LONGEST_LINE = 300
SIDEBOARD = ("sideboard", "side", "sb", "maybeboard", "maybe", "tokens", "considering")
"""Names of sections that are not part of the deck."""
HEADINGS = (
    "deck",
    "main",
    "maindeck",
    "main deck",
    "mainboard",
    "commander",
    "companion",
    "about",
    "extra deck",
    "extra",
)
COUNT_COLUMNS = ("count", "quantity", "qty", "copies", "amount", "number of copies")
NAME_COLUMNS = ("name", "card", "card name", "cardname")


class DeckLine(NamedTuple):
    """A line of a list: its number (from 1), its text, the number of copies, and the name of the card.

    left_out : why the line is not part of the deck, "" if it is.
    """

    number: int
    text: str
    copies: int
    name: str
    left_out: str = ""


@dataclass
class DeckList:
    """A deck list: its format (`form`), title, lines, and the game it names.

    Title and game are "" if it does not state them.
    """

    form: str
    title: str = ""
    lines: list[DeckLine] = field(default_factory=list)
    game: str = ""


def read_list(text: str, where: str) -> DeckList:
    """Return the deck list in a text. Raises DataError if it is unreadable, too long, or has no card."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    begins = text.lstrip()[:1]
    if begins == "<":
        found = _read_xml(text, where)
    elif begins in ("{", "[") and (parsed := _parse_json(text)) is not None:
        found = _read_json(parsed, where)
    elif begins == "{":
        raise DataError(where, "is not readable JSON.", "Save it again from its program.")
    elif _is_toml(text):
        found = _read_toml(text, where)
    else:
        separator = _separator_of(text)
        found = _read_table(text, separator) if separator else _read_lines(text)
    if len(found.lines) > MOST_LINES:
        raise DataError(where, f"has {len(found.lines)} lines.", f"A deck list may have at most {MOST_LINES}.")
    if not any(not line.left_out for line in found.lines):
        raise DataError(where, "has no line with a card.", "Write one card per line: 4 Name of the card.")
    return found


def _line(number: int, text: str, copies: int, name: str, left_out: str = "") -> DeckLine:
    name = " ".join(visible_text(name).split())
    text = " ".join(visible_text(text).split())
    if len(text) > LONGEST_LINE:
        text, left_out = f"{text[: LONGEST_LINE - 1]}…", "is too long"
    if not left_out and not 1 <= copies <= 1000:
        left_out = f"says {clip_value(copies)} copies"
    if not left_out and not name:
        left_out = "has no name"
    return DeckLine(number, text or name, copies, name, left_out)


# Text lines.

_COUNT_FIRST = re.compile(r"(?:SB:\s*)?\[?(\d{1,4})\s*[x×*]?\]?(?:\s+|\t)(.+)", re.IGNORECASE)
_COUNT_JOINED = re.compile(r"(\d{1,4})[x×*](\S.*)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.+?)(?:\s+[x×*]\s?|\s*\t\s*|\s+[x×*]?\()(\d{1,4})\)?", re.IGNORECASE)


def _read_lines(text: str) -> DeckList:
    found, side = DeckList("lines"), False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith(("#", "//")):
            continue
        heading = re.sub(r"\s*\(?\d*\)?:?$", "", line).casefold().strip("[]=- ")
        if heading in SIDEBOARD or heading in HEADINGS:
            side = heading in SIDEBOARD
            continue
        if found.title == "" and not found.lines and line.casefold().startswith(("name ", "title:", "name:")):
            found.title = line.split(":" if ":" in line else " ", 1)[1].strip()
            continue
        copies, name = read_line(line)
        sideboard = side or line.upper().startswith("SB:")
        found.lines.append(_line(number, line, copies, name, "is in the sideboard" if sideboard else ""))
    return found


def read_line(line: str) -> tuple[int, str]:
    """Parse a line of text into (copies, name); without a number it means one copy.

    >>> read_line("4x Ember Sprinter"), read_line("Ember Sprinter x4"), read_line("Ember Sprinter")
    ((4, 'Ember Sprinter'), (4, 'Ember Sprinter'), (1, 'Ember Sprinter'))
    """
    first = _COUNT_FIRST.fullmatch(line) or _COUNT_JOINED.fullmatch(line)
    if first:
        return int(first[1]), first[2].strip()
    last = _COUNT_LAST.fullmatch(line)
    return (int(last[2]), last[1].strip()) if last else (1, line)


# Tables.


def _separator_of(text: str) -> str:
    """Return the column separator of a table whose first line names the columns; "" if the text is no such table."""
    head = next((line for line in text.split("\n") if line.strip()), "")
    for separator in ("\t", ";", ","):
        names = [_plain_head(one) for one in head.split(separator)]
        if len(names) > 1 and any(one in NAME_COLUMNS for one in names):
            return separator
    return ""


def _plain_head(text: str) -> str:
    return text.strip().strip('"').strip().casefold()


def read_rows(text: str, separator: str) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return a table's column names in lower case, and its non-empty rows as (line number, cells)."""
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    head: list[str] = []
    for row in reader:
        if any(part.strip() for part in row):
            head = [_plain_head(part) for part in row]
            break
    return head, ((reader.line_num, row) for row in reader if any(part.strip() for part in row))


def _read_table(text: str, separator: str) -> DeckList:
    found = DeckList("table")
    head, rows = read_rows(text, separator)
    name_at = next(at for at, name in enumerate(head) if name in NAME_COLUMNS)
    count_at = next((at for at, name in enumerate(head) if name in COUNT_COLUMNS), None)
    zone_at = next((at for at, name in enumerate(head) if name in ("zone", "section", "board")), None)
    for number, row in rows:
        told = separator.join(row)
        name = row[name_at] if name_at < len(row) else ""
        said = row[count_at].strip() if count_at is not None and count_at < len(row) else "1"
        copies = re.fullmatch(r"(\d{1,4})(?:\.0+)?[x×]?", said)
        left = "" if copies else f"says {clip_value(said)} copies"
        if zone_at is not None and zone_at < len(row) and row[zone_at].strip().casefold() in SIDEBOARD:
            left = "is in the sideboard"
        found.lines.append(_line(number, told, int(copies[1]) if copies else 0, name, left))
    return found


# XML.


def parse_xml(text: str, where: str) -> ElementTree.Element:
    """Return the root of an XML text. Raises DataError if it is unreadable or declares a document type or entities."""
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise DataError(where, "declares entities of its own.", "Remove the line <!DOCTYPE ...>.")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DataError(where, f"is not readable XML ({error}).", "Save it again from its program.") from None
    except (ValueError, LookupError) as error:
        raise DataError(where, "is not readable XML.", "Save it as UTF-8.") from error


def _read_xml(text: str, where: str) -> DeckList:
    root = parse_xml(text, where)
    title = (root.findtext("deckname") or root.findtext("meta/name") or "").strip()
    found = DeckList("xml", " ".join(visible_text(title).split())[:80])
    counted: dict[tuple[str, str], int] = {}
    for zone in root.iter():
        name = zone.get("name", "").strip().casefold() if zone.tag in ("zone", "superzone") else None
        if name is None:
            continue
        for card in zone.iter("card"):
            called = card.get("name") or card.findtext("name") or ""
            said = card.get("number", "1").strip()
            key = (called, "is in the sideboard" if name in SIDEBOARD else "")
            counted[key] = counted.get(key, 0) + (int(said) if re.fullmatch(r"\d{1,4}", said) else 0)
    for number, ((called, left), copies) in enumerate(counted.items(), 1):
        found.lines.append(_line(number, called, copies, called, left))
    return found


# JSON and TOML.


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _read_json(parsed: object, where: str) -> DeckList:
    found = DeckList("json")
    if isinstance(parsed, Mapping):
        found.title = str(parsed.get("name") or parsed.get("title") or "")[:80] if _sections(parsed) else ""
    for entry, left in _json_cards(parsed, ""):
        found.lines.append(_json_line(len(found.lines) + 1, entry, left))
        if len(found.lines) > MOST_LINES:
            break
    return found


def _sections(parsed: Mapping[str, object]) -> list[str]:
    return [key for key, part in parsed.items() if isinstance(part, Mapping | list)]


def _json_cards(parsed: object, left: str) -> Iterator[tuple[object, str]]:
    """Yield (entry, reason to leave it out) for all that may be cards: pairs of name and number, tables, texts."""
    if isinstance(parsed, list):
        yield from ((one, left) for one in parsed)
    elif isinstance(parsed, Mapping):
        parts = _sections(parsed)
        for key in parts:
            side = "is in the sideboard" if str(key).casefold() in SIDEBOARD else left
            if str(key).casefold() not in ("meta", "tags"):
                part = parsed[key]
                yield from (
                    ((pair, side) for pair in part.items())
                    if isinstance(part, Mapping) and not any(isinstance(one, Mapping | list) for one in part.values())
                    else _json_cards(part, side)
                )
        if not parts:
            yield from ((pair, left) for pair in parsed.items())


def _json_line(number: int, entry: object, left: str) -> DeckLine:
    copies: object = 1
    name: object = entry
    if isinstance(entry, tuple):
        name, copies = entry
    elif isinstance(entry, Mapping):
        plain = {str(key).casefold(): one for key, one in entry.items()}
        name = next((plain[key] for key in NAME_COLUMNS if key in plain), "")
        copies = next((plain[key] for key in COUNT_COLUMNS if key in plain), 1)
    if isinstance(name, str) and copies == 1 and not isinstance(entry, tuple | Mapping):
        copies, name = read_line(name)
    if isinstance(copies, float) and copies.is_integer():
        copies = int(copies)
    if isinstance(copies, str) and re.fullmatch(r"\d{1,4}", copies):
        copies = int(copies)
    if type(copies) is not int or not isinstance(name, str):
        return _line(number, clip_value(entry), 0, "", left or f"is {clip_value(entry)}")
    return _line(number, f"{copies} {name}", copies, name, left)


def _is_toml(text: str) -> bool:
    """Return True if a text has a line that only TOML has, such as [deck], [cards] or `cards =`."""
    return re.search(r"(?m)^\s*(\[\[?(deck|card|cards)\]\]?\s*(#.*)?$|cards\s*=)", text) is not None


def _read_toml(text: str, where: str) -> DeckList:
    document = parse_toml(text, where)
    rows = document.get("deck", [document])
    first = rows[0] if isinstance(rows, list) and rows else rows
    cards = first.get("cards") if isinstance(first, Mapping) else None
    if not isinstance(cards, Mapping):
        raise DataError(where, "has no deck.", 'Write cards = { "Name of a card" = 4, ... }.')
    found = _read_json({"cards": cards}, where)
    game = document.get("game", "")
    return DeckList("toml", str(first.get("name") or first.get("id") or "")[:80], found.lines, str(game))
