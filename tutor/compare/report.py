"""Formats results as a page of Markdown tables and as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tutor import spreadsheet
from tutor.compare.batch import WAYS_TO_PLAY
from tutor.compare.deck_matchups import deck_verdict
from tutor.compare.game_names import short_title, way_title
from tutor.compare.ladder import LadderFigures, RungMeeting
from tutor.compare.ladder_games import MATCHES, RUNGS
from tutor.compare.metrics import LENGTHS, METRICS, SECONDS_A_CHOICE, SECONDS_FORCED
from tutor.compare.results import MeasuredResults
from tutor.compare.second_best import COSTLY
from tutor.estimates import NO_ESTIMATE, Estimate, format_estimate, format_with_bounds
from tutor.files import write_whole
from tutor.sets.decks import game_with_decks
from tutor.text import format_message

NO_FIGURE = format_message("figure.none")
PAGE_FILE = Path(__file__).parents[2] / "docs" / "measured.md"


def write_ladders_page(found: LadderFigures) -> None:
    """Write the ladders into the page of results, replacing the old ones or appending them."""
    page = PAGE_FILE.read_text(encoding="utf-8") if PAGE_FILE.exists() else ""
    heading = f"## {format_message('ladder.title')}\n"
    before, _, after = page.partition(heading)
    rest = after[after.index("\n## ") :] if "\n## " in after else ""
    lines = "\n".join(ladder_lines(found))
    write_whole(PAGE_FILE, f"{before.rstrip()}\n\n{lines}\n{rest}".lstrip())


def results_markdown(results: MeasuredResults, ladders: LadderFigures | None = None) -> str:
    """Return the results as a Markdown page: a table of metrics by game for each way to play, then the ladders."""
    names = list(results.estimates)
    lines = [
        f"# {results.games} games of each kind",
        "",
        f"Made by `python -m tutor.compare {results.games}`; what each number means is defined in",
        "`tutor/compare/metrics.py`. In brackets: the 95 % interval for these decks, with other deals; after the bar:",
        "for decks like these, with other decks too. n: the games (or deals) a number rests on, where it is not",
        f"{results.games}.",
    ]
    for way in WAYS_TO_PLAY:
        lines += ["", f"## {way_title(way)}", "", "| | " + " | ".join(map(short_title, names)) + " |"]
        lines.append("| --- |" + " ---: |" * len(names))
        for metric in METRICS:
            if metric.fits(way):
                cells = [_cell(results, name, way, metric.id, metric.unit) for name in names]
                lines.append(f"| {format_message(f'metric.{metric.id}.title')} | " + " | ".join(cells) + " |")
    lines += [*_lengths(results), *_choices(results), *_curves(results), *_decks(results)]
    if ladders is not None:
        lines += ["", *ladder_lines(ladders)]
    return "\n".join(lines) + "\n"


def _lengths(results: MeasuredResults) -> list[str]:
    """Return a table of how long games between quick players are."""
    found = {name: ways["quick"] for name, ways in results.lengths.items() if ways.get("quick")}
    if not found:
        return []
    text = format_message("metrics.q_length_text", choice=SECONDS_A_CHOICE, forced=SECONDS_FORCED)
    lines = ["", f"## {format_message('metrics.q_length')}", ""]
    lines += [f"{format_message('metrics.length_column')}. {text}", ""]
    lines += ["| | " + " | ".join(map(short_title, found)) + " |", "| --- |" + " ---: |" * len(found)]
    for length in LENGTHS:
        cells = [", ".join(f"{value:.0f}" for value in one[length]) for one in found.values()]
        lines.append(f"| {format_message(f'metrics.length_{length}')} | " + " | ".join(cells) + " |")
    return lines


def _choices(results: MeasuredResults) -> list[str]:
    """Return a table of how often the second best option costs much."""
    if not results.choices:
        return []
    found = results.choices
    lines = ["", f"## {format_message('metrics.choices')}", "", format_message("metrics.choices_definition"), ""]
    lines += ["| | " + " | ".join(map(short_title, found)) + " |", "| --- |" + " ---: |" * len(found)]
    for id, least in COSTLY.items():
        cells = [f"{format_estimate(one[id], '%', interval=True)}, n {one[id].n}" for one in found.values()]
        title = format_message("metrics.choices_over", points=f"{100 * least:.0f}")
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return lines


def _curves(results: MeasuredResults) -> list[str]:
    """Return a table of the number of choices in each part of the game, for quick players."""
    found = {name: ways["quick"] for name, ways in results.curves.items() if ways.get("quick")}
    if not found:
        return []
    parts = max(len(one) for one in found.values())
    lines = ["", f"## {format_message('metrics.curves')}", "", format_message("metrics.curves_text"), ""]
    lines += ["| | " + " | ".join(map(short_title, found)) + " |", "| --- |" + " ---: |" * len(found)]
    for part in range(parts):
        cells = [format_estimate(one[part], "", interval=True) for one in found.values()]
        lines.append(f"| {100 * part // parts} to {100 * (part + 1) // parts} % | " + " | ".join(cells) + " |")
    return lines


def _decks(results: MeasuredResults) -> list[str]:
    """Return a table of the win rate of each deck against the others of its game."""
    lines = [
        "",
        f"## {format_message('metrics.decks')}",
        "",
        format_message("metrics.decks_text"),
        "",
        "| | | | |",
        "| --- | --- | ---: | --- |",
    ]
    for game, found in results.decks.items():
        known = game_with_decks(game).decks
        lines += [
            f"| {short_title(game)} | {known[id].name} | {format_estimate(one, '%', interval=True)}, n {one.n} | "
            f"{format_message(f'metrics.decks_{deck_verdict(one)}')} |"
            for id, one in found.items()
            if id in known
        ]
    return lines if results.decks else []


def ladder_lines(found: LadderFigures) -> list[str]:
    """Return the ladders as Markdown lines: Elo of the rungs, steps between them, and results of the matches."""
    names = list(found.ladders)
    head = ["", "| | " + " | ".join(map(short_title, names)) + " |", "| --- |" + " ---: |" * len(names)]
    said = {rung.id: format_message(f"ladder.rung.{rung.id}") for rung in RUNGS}
    figures, steps, played = [], [], []
    for at in reversed(range(len(RUNGS))):
        cells = [
            _with_games(ladder.elo[at]) if at < len(ladder.elo) else NO_FIGURE for ladder in found.ladders.values()
        ]
        figures.append(f"| {said[RUNGS[at].id]} | " + " | ".join(cells if at else ["0"] * len(names)) + " |")
        if at:
            cells = [
                _with_games(ladder.steps[at - 1], "+") if at < len(ladder.elo) else NO_FIGURE
                for ladder in found.ladders.values()
            ]
            title = format_message("ladder.above", upper=said[RUNGS[at].id], lower=said[RUNGS[at - 1].id])
            steps.append(f"| {title} | " + " | ".join(cells) + " |")
    depths = [f"{ladder.depth()} of {sum(ladder.judged())}" for ladder in found.ladders.values()]
    figures.append(f"| {format_message('ladder.steps')} | " + " | ".join(depths) + " |")
    for match in MATCHES:
        title = format_message("ladder.against", upper=said[RUNGS[match.upper].id], lower=said[RUNGS[match.lower].id])
        cells = [_met(ladder.meetings, match[:2]) for ladder in found.ladders.values()]
        played.append(f"| {title} | " + " | ".join(cells) + " |")
    lines = [
        f"## {format_message('ladder.title')}",
        "",
        format_message("ladder.brief"),
        "",
        "Made by `python -m tutor.compare.ladder`.",
    ]
    for name in found.earlier:
        lines += ["", format_message(f"ladder.earlier.{name}")]
    lines += [*head, *figures, "", f"### {format_message('ladder.each_step')}", *head, *steps]
    return [*lines, "", f"### {format_message('ladder.played')}", *head, *played]


def format_elo(one: Estimate, sign: str = "", language: str = "en") -> str:
    """Return an Elo figure with its interval, in whole points."""
    if one.value is None or one.low is None or one.high is None:
        return format_message("figure.none", language)
    return format_with_bounds(f"{one.value:{sign}.0f}", one.low, one.high, f"{sign}.0f", language)


def _with_games(one: Estimate, sign: str = "") -> str:
    return f"{format_elo(one, sign)}, n {one.n}"


def _met(meetings: Sequence[RungMeeting], match: tuple[int, int]) -> str:
    return next((f"{one.points:g} of {one.games}" for one in meetings if one[:2] == match), NO_FIGURE)


def _cell(results: MeasuredResults, game: str, way: str, metric: str, unit: str) -> str:
    """Return a figure with both intervals, as "12.3 (10.0 to 14.0 | 8.0 to 16.0)"."""
    one, known = results.of(game, way, metric), results.of_these_decks(game, way, metric)
    if one is None or known is None or one.value is None:
        return NO_FIGURE
    basis = "" if one.n == results.games else f", n {one.n}"
    these, like = (format_estimate(each, unit, interval=True) for each in (known, one))
    if "(" not in these:
        return f"{these}{basis}"
    return f"{these.removesuffix(')')} \\| {like.partition('(')[2]}{basis}"


def results_csv(results: MeasuredResults) -> str:
    """Return the results as CSV, one number per line: game, way, metric, value, low, high, n, low, high.

    The first interval (low, high) is for decks like these, the second for these decks.
    """
    rows: list[tuple[object, ...]] = [
        ("game", "way", "metric", "value", "low", "high", "n", "low_these_decks", "high_these_decks")
    ]
    for game, ways in results.estimates.items():
        for way, found in ways.items():
            for metric, one in found.items():
                these = results.of_these_decks(game, way, metric) or NO_ESTIMATE
                rows.append((game, way, metric, *one, these.low, these.high))
    return spreadsheet.format_csv(rows)
