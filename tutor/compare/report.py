"""Results as a page of Markdown tables, and as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io

from tutor.compare.batch import WAYS
from tutor.compare.metrics import METRICS
from tutor.compare.names import short
from tutor.compare.results import Results
from tutor.estimates import number
from tutor.matches.decks import with_more
from tutor.text import say


def markdown(results: Results) -> str:
    """Return the results as a page: a table a way to play, metrics in rows, games in columns."""
    names = list(results.estimates)
    lines = [
        f"# {results.games} games of each kind",
        "",
        f"Made by `python -m tutor.compare {results.games}`; what each number means is defined in",
        "`tutor/compare/metrics.py`. In brackets: the 95 % interval. n: the games (or deals) a number rests on, where",
        f"it is not {results.games}.",
    ]
    for way, described in WAYS.items():
        lines += ["", f"## {described.title}", "", "| | " + " | ".join(map(short, names)) + " |"]
        lines.append("| --- |" + " ---: |" * len(names))
        for metric in METRICS:
            if metric.fits(way):
                cells = [_cell(results, name, way, metric.id, metric.unit) for name in names]
                lines.append(f"| {say(f'metric.{metric.id}.title')} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, *_decks(results)]) + "\n"


def _decks(results: Results) -> list[str]:
    """Return a table of how often each deck won against the others of its game."""
    lines = ["", f"## {say('metrics.decks')}", "", say("metrics.decks_text"), "", "| | | |", "| --- | --- | ---: |"]
    for game, found in results.decks.items():
        known = with_more(game).decks
        lines += [
            f"| {short(game)} | {known[id].name} | {number(one, '%', interval=True)}, n {one.n} |"
            for id, one in found.items()
            if id in known
        ]
    return lines if results.decks else []


def _cell(results: Results, game: str, way: str, metric: str, unit: str) -> str:
    one = results.of(game, way, metric)
    if one is None or one.value is None:
        return "none"
    basis = "" if one.n == results.games else f", n {one.n}"
    return f"{number(one, unit, interval=True)}{basis}"


def sheet(results: Results) -> str:
    """Return the results as CSV, a line for each number: game, way, metric, value, low, high, n."""
    buffer = io.StringIO()
    rows = csv.writer(buffer)
    rows.writerow(("game", "way", "metric", "value", "low", "high", "n"))
    for game, ways in results.estimates.items():
        for way, found in ways.items():
            rows.writerows((game, way, metric, *one) for metric, one in found.items())
    return buffer.getvalue()
