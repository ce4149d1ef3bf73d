"""Sums in words: the terms of a sum, counters with the number needed, limits, running totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engines.book.words import Phrase
from engines.forms.sums import Part
from engines.forms.table import Entry, Table
from engines.game import Game
from tutor.messages import shapes
from tutor.text import format_message


def format_parts(game: Game, parts: Sequence[Part]) -> list[shapes.Part]:
    """Return the terms of a sum in words: the first amount without a sign, the others signed; equal terms combined."""
    told = Counter((part.amount, game.words.tell(part.why)) for part in parts)
    lines: list[shapes.Part] = []
    for (amount, text), count in told.items():
        signed = f"{amount * count:+d}" if lines else str(amount * count)
        lines.append({"amount": signed.replace("-", "−"), "text": text if count == 1 else f"{count} × {text}"})
    return lines


def join_parts(parts: Sequence[shapes.Part]) -> str:
    """Return the terms of a sum as one line: "3 printed, +1 Night Post"."""
    return ", ".join(f"{part['amount']} {part['text']}" for part in parts)


def format_figure(one: shapes.Figure) -> str:
    """Return a figure in words: "power 5 (3 printed, +2 Night Post)"."""
    told = join_parts(one.get("parts", ()))
    return f"{one.get('word')} {one['value']}" + (f" ({told})" if told else "")


def format_counter(game: Game, entry: Entry, name: str, row: Mapping[str, str]) -> str:
    """Return counters in words: "2 of 5 build counters (3 printed, +2 it replaces Quiet Drift)"."""
    value, needed = entry.counters[name], entry.needs.get(name)
    counters = row.get("many" if (value if needed is None else needed) != 1 else "title", row["title"])
    if needed is None:
        return f"{value} {counters}"
    parts = entry.sums.get(name, ())
    why = f" ({join_parts(format_parts(game, parts))})" if len(parts) > 1 else ""
    return format_message("scene.counters_of", count=value, needed=needed, counters=counters) + why


def tally_rows(game: Game, table: Table, viewer: int, names: tuple[str, str]) -> list[shapes.Tally]:
    """Return the current running totals.

    Each has its sides, the viewer's first, and labels in words, with the sums and without (`short`).
    """
    rows: list[shapes.Tally] = []
    for tally in table.tallies:
        sides: list[shapes.TallySide] = [
            {
                "name": side.card or names[side.seat],
                "mine": side.seat == viewer,
                "value": side.value,
                "of": side.of,
                "parts": format_parts(game, side.parts) if len(side.parts) > 1 else [],
            }
            for side in sorted(tally.sides, key=lambda side: side.seat != viewer)
        ]
        title = game.words.tell(Phrase(f"tally.{tally.key}", tally.facts))
        key = "scene.tally_two" if len(sides) > 1 else "scene.tally"
        full, short = (
            format_message(key, title=title, one=_side(sides[0], sums), two=_side(sides[-1], sums))
            for sums in (True, False)
        )
        rows.append({"title": title, "sides": sides, "label": full, "short": short})
    return rows


def _side(side: shapes.TallySide, sums: bool) -> str:
    value = (
        str(side["value"])
        if side["of"] is None
        else format_message("scene.value_of", value=side["value"], of=side["of"])
    )
    return f"{side['name']} {value}" + (f" ({join_parts(side['parts'])})" if sums and side["parts"] else "")


def format_limit(most: int | None, count: int, soft: bool) -> str:
    """Format a zone's limit: a hard limit always, a soft one (checked later) only when it is exceeded.

    Return "" for a zone without a limit.
    """
    if most is None or (soft and count <= most):
        return ""
    return format_message("scene.may_stay" if soft else "scene.of", most=most)
