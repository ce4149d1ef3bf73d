"""The page "Measured by play": metrics from play-outs, and a form to play more of them."""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

import engines
from tutor.compare import plots
from tutor.compare.batch import WAYS_TO_PLAY
from tutor.compare.comparison_page import comparison_page, game_badge
from tutor.compare.deck_matchups import FAIR_SHARES, deck_verdict
from tutor.compare.game_names import game_hue, order_games, short_title, way_title
from tutor.compare.ladder_page import skill_section
from tutor.compare.metrics import LENGTHS, METRICS, SECONDS_A_CHOICE, SECONDS_FORCED, Metric, find_metric
from tutor.compare.people import LEAST_GAMES, Range, lengths_of_games, range_lengths
from tutor.compare.results import MeasuredResults, measure_games, read_results
from tutor.compare.second_best import COSTLY
from tutor.estimates import NO_ESTIMATE, Estimate, Spread, format_estimate, format_sample_size
from tutor.extras import missing_message
from tutor.messages.commands import command
from tutor.navigation.links import page_link
from tutor.sets.decks import game_with_decks, taught_decks
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

GAME_COUNTS = (20, 60, 200, 1000)
STRENGTHS = {"quick": "filled", "erratic": "hollow"}
"""The ways to play that are drawn side by side, each with its kind of dot."""


class PageQuestion(NamedTuple):
    """A question on the page: its id, the metric in its picture, further metrics, and further parts of the page.

    metric : "" if the picture shows lengths or decks.
    """

    id: str
    metric: str
    more: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


QUESTIONS = (
    PageQuestion("length", "", ("turns", "decisions")),
    PageQuestion(
        "say",
        "branching",
        ("forced", "branching_trend", "interaction", "off_turn", "handovers", "hidden", "tree"),
        ("curves",),
    ),
    PageQuestion("luck", "by_deal", ("stronger",), ("skill",)),
    PageQuestion("ahead", "judge", ("first_seat", "decided_at"), ("trust",)),
    PageQuestion("decks", "", (), ("decks", "clauses")),
)
"""The questions on the page, in order; every metric belongs to one of them."""


def measured() -> Page:
    """Return the page of metrics from play-outs between bots, with intervals: the results that ship with Tebiki.

    If a library that the page needs is missing, the page says how to install it.
    """
    language = wanted_language()
    missing = missing_message("measure", language)
    if missing:
        title = format_message("metrics.title", language)
        return comparison_page("measured", "metrics", language, {"title": title, "text": missing})
    return MeasuredPage(read_results(), language).page


class MeasuredPage:
    """The page of measurements: the results shown, and new ones being played."""

    def __init__(self, results: MeasuredResults | None, language: str, jobs: int = 1) -> None:
        self.language, self.jobs = language, jobs
        self.page = comparison_page("measured", "metrics", language, {"title": self.say("title")})
        self.page.answer_with(self)
        self.show(results or MeasuredResults(0), self.say("shown_shipped"))

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"metrics.{key}", self.language, **facts)

    @command("play")
    def _play_if_offered(self, games: int) -> None:
        """Play new games and measure them."""
        if games in GAME_COUNTS:
            self.play(games)

    def play(self, games: int) -> None:
        """Play `games` games of each kind, showing progress, and show the results."""
        names = order_games()
        ways = list(WAYS_TO_PLAY)

        def on_progress(game: str, way: str, done: int, wanted: int) -> None:
            before = names.index(game) * len(ways) + ways.index(way)
            text = self.say(
                "playing", game=short_title(game), way=way_title(way, self.language), done=done, games=wanted
            )
            share = round(100 * (before + done / wanted) / (len(names) * len(ways)))
            self.page.put(run=self._run(games, {"text": text, "share": share}))

        try:
            found = measure_games(games, names, self.jobs, on_progress=on_progress)
        finally:
            self.page.put(run=self._run(games))
        self.show(found, self.say("shown_own", games=games), games)
        self.page.put(notice=self.say("done", games=games))

    def show(self, results: MeasuredResults, source: str, chosen: int = GAME_COUNTS[0]) -> None:
        """Redraw the page with `results`."""
        names = order_games(results.estimates)
        shown = [source]
        if results.stale():
            shown.append(self.say("stale", games=", ".join(map(short_title, order_games(results.stale())))))
        unplayed = [
            format_message(f"metric.{one.id}.title", self.language) for one in METRICS if not _is_measured(results, one)
        ]
        if names and unplayed:
            shown.append(self.say("unmeasured_metrics", metrics=", ".join(unplayed)))
        missing = [name for name in order_games() if name not in names]
        if missing:
            shown.append(self.say("unmeasured", games=", ".join(map(short_title, missing))))
        self.page.put(
            text=self.say("text", games=results.games),
            shown=" ".join(shown),
            run=self._run(chosen),
            trust=[self._trust(results, name) for name in names if name in results.trust],
            questions=[self._question(one, results, names) for one in QUESTIONS],
            curves=[self._curve(results, name) for name in names if results.curves.get(name)],
            skill=skill_section(self.language),
            decks=[self._decks(results, name) for name in names if results.decks.get(name)],
            clauses=[self._clauses(results, name) for name in names if name in engines.names()],
        )

    def _run(self, chosen: int, busy: dict[str, object] | None = None) -> dict[str, object]:
        return {"sizes": GAME_COUNTS, "chosen": chosen, "busy": busy}

    def _question(self, question: PageQuestion, results: MeasuredResults, names: list[str]) -> dict[str, object]:
        """Return a question with its picture and the measures that belong to it."""
        if question.metric:
            shown = self._metric(find_metric(question.metric), results, names)
        else:
            shown = self._lengths(results, names) if question.id == "length" else self._deck_strip(results, names)
        facts = {"choice": SECONDS_A_CHOICE, "forced": SECONDS_FORCED} if question.id == "length" else {}
        return {
            **shown,
            "id": question.id,
            "title": self.say(f"q_{question.id}"),
            "caption": self.say(f"q_{question.id}_text", **facts),
            "more": [
                *([self._choices(results)] if question.id == "say" and results.choices else []),
                *(self._metric(find_metric(id), results, names) for id in question.more),
            ],
            "parts": question.parts,
        }

    def _lengths(self, results: MeasuredResults, names: list[str]) -> dict[str, object]:
        """Return the plot of the minutes of a game, and the table of all lengths."""
        known = [name for name in names if results.lengths.get(name)]
        series = [way_title(way, self.language) for way in STRENGTHS]
        played = {name: lengths_of_games(name) for name in known}
        people = {name: found for name, games in played.items() if (found := range_lengths(games))}
        spread = {name: [results.lengths[name][way] for way in STRENGTHS] for name in known}
        lines = [
            plots.PlotLine(
                short_title(name),
                game_hue(name),
                [
                    Estimate(one["minutes"].median, one["minutes"].p10, one["minutes"].p90, results.games)
                    for one in both
                ],
            )
            for name, both in spread.items()
        ]
        title = f"{self.say('q_length')} {self.say('length_minutes')}"
        spoken = f"{title}. {plots.estimates_in_words(lines, '', series, self.language)}"
        return {
            "svg": plots.plot_estimates(lines, "", None, spoken, from_zero=True),
            "basis": format_sample_size([results.games], self.language),
            "definition": "",
            "series": [
                *(f"{title}: {self.say('length_column')}" for title in series),
                *([self.say("length_people")] if people else []),
            ],
            "rows": [
                {
                    "game": f"{short_title(name)}, {self.say(f'length_{length}')}",
                    "cells": [
                        *({"text": self._spread(one[length]), "small": []} for one in both),
                        *([self._people_cell(people.get(name, {}).get(length), len(played[name]))] if people else []),
                    ],
                }
                for name, both in spread.items()
                for length in LENGTHS
            ],
        }

    def _people_cell(self, one: Range | None, games: int) -> dict[str, object]:
        """Return the range of a length in the learner's own games; None stands for too few games."""
        if not games:
            return {"text": self.say("length_no_game"), "small": []}
        text = self.say("length_too_few", least=LEAST_GAMES) if one is None else self._spread(one)
        return {"text": text, "small": [f"n = {games}"]}

    def _spread(self, one: Spread | Range) -> str:
        return self.say(
            "length_cell", **{name: f"{value:.0f}" for name, value in zip(("low", "middle", "high"), one, strict=True)}
        )

    def _choices(self, results: MeasuredResults) -> dict[str, object]:
        """Return how often the second best option costs much, in the form of a measure.

        Its interval is for these decks.
        """
        series = [self.say("choices_over", points=f"{100 * least:.0f}") for least in COSTLY.values()]
        found = {name: [results.choices[name][id] for id in COSTLY] for name in order_games(results.choices)}
        lines = [plots.PlotLine(short_title(name), game_hue(name), both, thick=both) for name, both in found.items()]
        title = self.say("choices")
        spoken = f"{title}. {plots.estimates_in_words(lines, '%', series, self.language)}"
        return {
            "id": "choices",
            "group": format_message("metric.group.choice", self.language),
            "title": title,
            "basis": format_sample_size(sorted({one.n for both in found.values() for one in both}), self.language),
            "caption": self.say("choices_text"),
            "definition": self.say("choices_definition"),
            "svg": plots.plot_estimates(lines, "%", None, spoken, from_zero=True),
            "series": series,
            "rows": [
                {"game": line.name, "cells": [self._cell("%", NO_ESTIMATE, one, "") for one in line.estimates]}
                for line in lines
            ],
        }

    def _deck_strip(self, results: MeasuredResults, names: list[str]) -> dict[str, object]:
        """Return the plot of the win rates of all decks of each game."""
        lines = [
            plots.PlotLine(short_title(name), game_hue(name), [*results.decks[name].values()])
            for name in names
            if results.decks.get(name)
        ]
        spoken = "; ".join(
            f"{line.name}: {', '.join(format_estimate(one, '%', language=self.language) for one in line.estimates)}"
            for line in lines
        )
        basis = format_sample_size(sorted({one.n for line in lines for one in line.estimates}), self.language)
        svg = plots.plot_strip(lines, FAIR_SHARES, f"{self.say('q_decks')} {spoken}")
        return {"svg": svg, "basis": basis, "definition": "", "series": [], "rows": []}

    def _metric(self, metric: Metric, results: MeasuredResults, names: list[str]) -> dict[str, object]:
        ways = [metric.way] if metric.way else list(STRENGTHS)
        series = [way_title(way, self.language) for way in ways]
        lines = [
            plots.PlotLine(
                short_title(name),
                game_hue(name),
                [results.of(name, way, metric.id) or NO_ESTIMATE for way in ways],
                self._none(results, name, metric),
                [results.of_these_decks(name, way, metric.id) or NO_ESTIMATE for way in ways],
            )
            for name in names
        ]
        title = format_message(f"metric.{metric.id}.title", self.language)
        basis = sorted({one.n for line in lines for one in line.estimates if one.n})
        spoken = f"{title}. {plots.estimates_in_words(lines, metric.unit, series, self.language)}"
        return {
            "id": metric.id,
            "group": format_message(f"metric.group.{metric.group}", self.language),
            "title": title,
            "basis": format_sample_size(basis, self.language),
            "caption": format_message(f"metric.{metric.id}.caption", self.language),
            "definition": metric_definition(metric),
            "svg": plots.plot_estimates(lines, metric.unit, metric.level, spoken, from_zero=metric.level is None),
            "series": series,
            "rows": [
                {
                    "game": line.name,
                    "cells": [
                        self._cell(metric.unit, *both, line.none)
                        for both in zip(line.estimates, line.thick, strict=True)
                    ],
                }
                for line in lines
            ],
        }

    def _cell(self, unit: str, like: Estimate, these: Estimate, none: str) -> dict[str, object]:
        """Return a figure with both of its intervals, or with the only one it has."""
        known = [("these", these), ("like", like)]
        first = next((one for _, one in known if one.value is not None), NO_ESTIMATE)
        if first.value is None:
            return {"text": none, "small": []}
        bounds = {}
        for name, one in known:
            if one.value is not None:
                text = format_estimate(one, unit, True, self.language)
                bounds[name] = text.partition("(")[2].rstrip(")") or text
        if len(bounds) == 2 and len({*bounds.values()}) == 1:
            bounds = {"both_alike": bounds["these"]}
        small = [f"{self.say(name)}: {text}" for name, text in bounds.items()]
        return {"text": format_estimate(first, unit, language=self.language), "small": [*small, f"n = {first.n}"]}

    def _none(self, results: MeasuredResults, name: str, metric: Metric) -> str:
        """Return the reason for a missing number: not measured, uninformative positions, or nothing to count."""
        if not _is_measured(results, metric):
            return self.say("unplayed")
        if not metric.judged:
            return format_message("figure.none", self.language)
        return self.say("untold" if name in results.trust else "few")

    def _trust(self, results: MeasuredResults, name: str) -> dict[str, object]:
        """Return how well the leader of a game can be predicted: a reliability diagram, and its skill in words."""
        found = [results.trust[name][way] for way in STRENGTHS if way in results.trust[name]]
        first = found[0]
        saved = {
            "quarter": format_estimate(first.quarter, "%", language=self.language),
            "half": format_estimate(first.half, "%", language=self.language),
            "three": format_estimate(first.three_quarters, "%", language=self.language),
            "brier": format_estimate(first.brier, "", True, self.language),
            "skill": format_estimate(first.skill, "%", True, self.language),
            "n": first.brier.n,
        }
        silent = [
            self.say("trust_silent", players=self.say(STRENGTHS[way]))
            for way in STRENGTHS
            if way in results.trust[name] and not results.trust[name][way].tells
        ]
        bins = "; ".join(
            self.say("trust_bin", said=f"{100 * one.said:.0f} %", came=f"{100 * one.came:.0f} %") for one in first.bins
        )
        spoken = self.say("trust_spoken", game=short_title(name), bins=bins)
        axes = (self.say("trust_says"), self.say("trust_came"))
        return {
            **game_badge(name),
            "text": " ".join([self.say("trust_skill", **saved), *silent]),
            "svg": plots.plot_reliability([one.bins for one in found], game_hue(name), *axes, spoken),
        }

    def _curve(self, results: MeasuredResults, name: str) -> dict[str, object]:
        """Return the plot of the number of choices at a decision over the course of a game."""
        found = [
            (way_title(way, self.language), results.curves[name][way])
            for way in STRENGTHS
            if results.curves[name].get(way)
        ]
        ways = "; ".join(
            f"{title}: {', '.join(format_estimate(one, '', language=self.language) for one in parts)}"
            for title, parts in found
        )
        spoken = self.say("curves_spoken", game=short_title(name), ways=ways)
        axes = (self.say("curves_across"), self.say("curves_up"))
        basis = sorted({one.n for _, parts in found for one in parts})
        return {
            **game_badge(name),
            "text": format_sample_size(basis, self.language),
            "svg": plots.plot_curves(
                [parts for _, parts in found], game_hue(name), *axes, spoken, self._most_choices(results)
            ),
        }

    def _most_choices(self, results: MeasuredResults) -> float:
        """Return the greatest number on the axis of all games' curves, which stand side by side."""
        shown = [way[strength] for way in results.curves.values() for strength in STRENGTHS if way.get(strength)]
        return plots.span_of(one for parts in shown for one in parts)[1]

    def _decks(self, results: MeasuredResults, name: str) -> dict[str, object]:
        """Return the win rates of the decks of a game, as a plot and as a table with verdicts."""
        game, taught = game_with_decks(name), taught_decks(game_with_decks(name))
        found = {id: one for id, one in results.decks[name].items() if id in game.decks}
        lines = [plots.PlotLine(game.decks[id].name, game_hue(name), [one]) for id, one in found.items()]
        spoken = f"{short_title(name)}. {plots.estimates_in_words(lines, '%', [self.say('decks_won')], self.language)}"
        outside = [id for id, one in found.items() if id in taught and deck_verdict(one) in ("over", "under")]
        kept = self.say("decks_kept", names=", ".join(game.decks[id].name for id in outside)) if outside else ""
        rows = [
            {
                "deck": game.decks[id].name,
                "taught": id in taught,
                "won": format_estimate(one, "%", True, self.language),
                "basis": f"n = {one.n}",
                "verdict": self.say(f"decks_{deck_verdict(one)}"),
                "outside": deck_verdict(one) in ("over", "under"),
            }
            for id, one in found.items()
        ]
        span = plots.span_of(one for each in results.decks.values() for one in each.values())
        svg = plots.plot_estimates(lines, "%", 0.5, spoken, span=span)
        return {**game_badge(name), "svg": svg, "rows": rows, "kept": kept}

    def _clauses(self, results: MeasuredResults, name: str) -> dict[str, object]:
        book = engines.load(name).rulebook
        fired = results.fired.get(name, [])
        silent = sum(clause.executable for clause in book.clauses.values()) - sum(
            one.clause in book.clauses for one in fired
        )
        rows = [
            {
                "id": one.clause,
                "title": one.title,
                "href": page_link(f"{name}/rulebook.ipynb", clause=one.clause),
                "share": format_estimate(one.games, "%", language=self.language),
                "width": round(100 * (one.games.value or 0), 1),
                "times": self.say("times", times=format_estimate(one.times, "", language=self.language)),
            }
            for one in fired
        ]
        return {**game_badge(name), "rows": rows, "silent": self.say("clauses_silent", count=max(0, silent))}


def _is_measured(results: MeasuredResults, metric: Metric) -> bool:
    """Return False for results that are older than the metric and therefore lack it."""
    return any(metric.id in found for ways in results.estimates.values() for found in ways.values())


def metric_definition(metric: Metric) -> str:
    """Return the definition of a metric, from the docstring of the function that measures it."""
    text = re.sub(r"\s+", " ", inspect.getdoc(metric.measure) or "").replace("`", "")
    return text.removeprefix("Return ").strip()[:1].upper() + text.removeprefix("Return ").strip()[1:]
