"""Results as a page of Markdown tables, and as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io

from tutor.compare.batch import WAYS
from tutor.compare.field import verdict
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
    return "\n".join([*lines, *_curves(results), *_decks(results)]) + "\n"


def _curves(results: Results) -> list[str]:
    """Return a table of the choices at a decision in each part of the game, of quick players."""
    found = {name: ways["greedy"] for name, ways in results.curves.items() if ways.get("greedy")}
    if not found:
        return []
    parts = max(len(one) for one in found.values())
    lines = ["", f"## {say('metrics.curves')}", "", say("metrics.curves_text"), ""]
    lines += ["| | " + " | ".join(map(short, found)) + " |", "| --- |" + " ---: |" * len(found)]
    for part in range(parts):
        cells = [number(one[part], "", interval=True) for one in found.values()]
        lines.append(f"| {100 * part // parts} to {100 * (part + 1) // parts} % | " + " | ".join(cells) + " |")
    return lines


def _decks(results: Results) -> list[str]:
    """Return a table of how often each deck won against the others of its game."""
    lines = [
        "",
        f"## {say('metrics.decks')}",
        "",
        say("metrics.decks_text"),
        "",
        "| | | | |",
        "| --- | --- | ---: | --- |",
    ]
    for game, found in results.decks.items():
        known = with_more(game).decks
        lines += [
            f"| {short(game)} | {known[id].name} | {number(one, '%', interval=True)}, n {one.n} | "
            f"{say(f'metrics.decks_{verdict(one)}')} |"
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
