"""The measurement of a designed game on its page: its games and the printed game's, and what they show.

`own_measure` has the figures themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import engines
from engines.designs import Design
from tutor.classroom import own_measure
from tutor.classroom.design_board import KeptMeasurement
from tutor.classroom.effect_rows import format_difference
from tutor.classroom.own_draft import GameDraft
from tutor.classroom.predictions import DIRECTIONS
from tutor.classroom.sliced_work import SlicedWork
from tutor.compare.differences import format_signed
from tutor.compare.observe import GameTrace
from tutor.estimates import Estimate, format_estimate, wilson_interval
from tutor.extras import missing_message
from tutor.matches.kept_games import rules_digest
from tutor.matches.simulate import GameRecord
from tutor.navigation.links import is_on_site
from tutor.text import format_message

GAME_COUNTS = {200: 40, 1000: 120, 4000: 400}
"""The numbers of games offered, each mapped to the number of decisions that are weighed."""

FIGURES = (*own_measure.SHOWN_FIGURES, own_measure.MATTER_FIGURE)
"""The figures of the table, each with its unit, in the order of its rows."""


class OwnMeasurement:
    """The measurement of one draft of a game: its games so far, and what the learner expects of them.

    show : called with the page's entries to show (`measure`, and `notice` after a failure).
    """

    def __init__(self, draft: GameDraft, language: str, show: Callable[..., None]) -> None:
        self.draft, self.language, self.show = draft, language, show
        self.kept = KeptMeasurement("own_game")
        self.run: SlicedWork | None = None
        self.expected = ""
        self._clear(0)

    def _clear(self, wanted: int) -> None:
        self.traces: dict[str, list[GameTrace]] = {"own": [], "printed": []}
        self.weights: dict[str, list[own_measure.DecisionWeight]] = {"own": [], "printed": []}
        self.records: list[GameRecord] = []
        self.wanted = wanted

    def say(self, key: str, **facts: object) -> str:
        """Return one of the page's texts, by key, in the learner's language."""
        return format_message(f"own_game.{key}", self.language, **facts)

    def expect(self, way: str) -> None:
        """Keep the prediction that games take fewer turns ("down"), as many ("same") or more ("up").

        Once there are results, it is too late, and nothing happens.
        """
        if way in DIRECTIONS and not self.traces["own"]:
            self.expected = way
            self._tell(True)

    def begin(self, games: int) -> None:
        """Play this number of games, one of GAME_COUNTS; nothing happens with other numbers or during a measurement."""
        if self.draft.fault or games not in GAME_COUNTS or (self.run is not None and not self.run.over):
            return
        self._clear(games)
        self.run = SlicedWork(self._work(), lambda: self._tell(False), lambda: self._tell(True), self._failed)
        self._tell(self.run.over)

    def stop(self) -> None:
        """Stop, and show what the games so far tell."""
        if self.run is not None:
            self.run.stop()

    def discard(self) -> None:
        """Stop, and show nothing more."""
        if self.run is not None:
            self.run.over = True

    def _work(self) -> Iterator[None]:
        compared = {"own": self.draft.game, "printed": engines.know(Design().game())}
        for which, game in compared.items():
            for trace in own_measure.watch_games(game, self.wanted):
                self.traces[which].append(trace)
                yield
        for record in own_measure.play_for_faults(compared["own"]):
            self.records.append(record)
            yield
        for which, game in compared.items():
            for weight in own_measure.weigh_decisions(game, GAME_COUNTS[self.wanted]):
                self.weights[which].append(weight)
                yield

    def _failed(self, error: Exception) -> None:
        why = str(error) or type(error).__name__
        self.show(notice=self.say("failed", why=why), measure=self.shown(True))

    def _tell(self, over: bool) -> None:
        shown = self.shown(over)
        self.kept.keep(self._identity(), shown)
        self.show(measure=shown)

    def _identity(self) -> dict[str, object]:
        """Return what a measurement belongs to: the design with its rules, and the language of the words in it."""
        return {
            "design": self.draft.design.text(),
            "rules": rules_digest(self.draft.game),
            "language": self.language,
        }

    def shown(self, over: bool) -> dict[str, object]:
        """Return the measurement as shown: its progress, and its results once it is over or stopped."""
        busy = self.run is not None and not self.run.over and not over
        shown = self._progress(busy)
        if busy:
            return shown
        if not self.traces["own"]:
            return shown | self.kept.find(self._identity())
        return shown | self._results()

    def _progress(self, busy: bool) -> dict[str, object]:
        played = sum(map(len, self.traces.values()))
        weighed = sum(map(len, self.weights.values()))
        most = 2 * (self.wanted + GAME_COUNTS.get(self.wanted, 0) * 4)
        elsewhere = self.say("measure_elsewhere") if is_on_site() else missing_message("measure", self.language)
        return {
            "sizes": [] if elsewhere else list(GAME_COUNTS),
            "elsewhere": elsewhere,
            "busy": busy,
            "share": round(100 * (played + 4 * weighed) / most) if most else 0,
            "far": self.say("far", games=played, decisions=weighed) if busy else "",
            "expected": self.expected,
            "expect": [{"id": way, "text": self.say(f"expect_{way}")} for way in DIRECTIONS],
            "rows": [],
            "faults": [],
        }

    def _results(self) -> dict[str, object]:
        game = self.draft.game
        found = {which: own_measure.game_figures(self.traces[which], self.weights[which]) for which in self.traces}
        whole = all(len(traces) == self.wanted for traces in self.traces.values())
        rows = [
            {
                "id": name,
                "title": self.say(name),
                "text": self.say(f"{name}_text"),
                "cells": [_cell(found[which].get(name), unit) for which in ("own", "printed")],
                "difference": self._difference(found["own"].get(name), found["printed"].get(name), unit)
                if whole
                else "–",
            }
            for name, unit in FIGURES
        ]
        endings = [
            {"id": clause, "title": game.rulebook.heading(clause), "cells": [_cell(one, "%") for one in shares]}
            for clause, *shares in own_measure.compare_endings(self.traces["own"], self.traces["printed"])
        ]
        judged = len(self.records) == own_measure.FAULT_GAMES
        return {
            "rows": rows,
            "faults": own_measure.fault_sentences(game, self.records, self.language) if judged else [],
            "seen": self._seen(found) if whole else [],
            "unfinished": "" if whole else self.say("unfinished"),
            "endings": endings,
            "cards": self._cards(),
        }

    def _difference(self, own: Estimate | None, printed: Estimate | None, unit: str) -> str:
        """Return how far a figure lies from that of the printed game, if the intervals do not overlap."""
        if own is None or printed is None or None in (own.value, printed.value):
            return "–"
        if not own_measure.are_apart(own, printed):
            return self.say("no_difference")
        return format_difference((own.value or 0.0) - (printed.value or 0.0), unit, self.language)

    def _seen(self, found: Mapping[str, Mapping[str, Estimate]]) -> list[str]:
        """Return what differs visibly from the printed game, beginning with what was expected of the turns."""
        own, printed = found["own"], found["printed"]
        way = own_measure.direction_of(own.get("turns"), printed.get("turns"))
        said = [self.say(f"expected_{self.expected}"), self.say(f"turned_{way}")] if self.expected else []
        cells = [
            (self.say(name), _cell(own[name], unit)["value"], _cell(printed[name], unit)["value"])
            for name, unit in FIGURES
            if own_measure.are_apart(own.get(name), printed.get(name))
        ]
        seen = [self.say("instead", title=title, own=one, printed=other) for title, one, other in cells]
        return [" ".join(said), *seen] if said else seen

    def _cards(self) -> list[dict[str, object]]:
        """Return the cards with a measured effect, then those that another card dominates but were never measured."""
        better = own_measure.dominated_cards(self.draft.game)
        rows = own_measure.measure_cards(self.draft.game, self.traces["own"])
        told = {one.card for one in rows}
        found = [
            {
                "card": one.card,
                "sure": one.stands_out,
                "note": self.say("dominated", card=better[one.card]) if one.card in better else "",
                **_points(one.adds),
            }
            for one in rows
        ]
        rest = [
            {"card": name, "sure": False, "note": self.say("dominated", card=other), **NO_FIGURE}
            for name, other in better.items()
            if name not in told
        ]
        return [*found, *rest]


NO_FIGURE = {"value": "", "low": "", "high": "", "n": ""}
"""The table cell of a figure that was not measured."""


def _cell(one: Estimate | None, unit: str) -> dict[str, str]:
    """Return a figure as a table cell: value, interval and n; empty if there is no figure."""
    if one is None or one.value is None or one.low is None or one.high is None:
        return dict(NO_FIGURE)
    scale, digits = (100, 0) if unit == "%" else (1, 1)
    shown, low, high = one.value, one.low, one.high
    if unit == "%" and {shown, low, high} <= {0.0, 1.0}:  # the same in all games, which does not mean always
        low, high = wilson_interval(int(shown * one.n), one.n)
    bounds = (_bound_text(scale * bound, digits) for bound in (low, high))
    value = format_estimate(one, unit) if unit != "%" else f"{100 * shown:.0f} %"
    return {"value": value.replace("-", "−"), **dict(zip(("low", "high"), bounds, strict=True)), "n": str(one.n)}


def _bound_text(value: float, digits: int) -> str:
    """Return a bound with one more decimal place if it would look like 0 otherwise."""
    text = f"{value:.{digits}f}"
    return (f"{value:.{digits + 1}f}" if value and not float(text) else text).replace("-", "−")


def _points(one: Estimate) -> dict[str, str]:
    """Return a difference of shares in percentage points."""
    if one.value is None or one.low is None or one.high is None:
        return dict(NO_FIGURE)
    value, low, high = (format_signed(part, "%", 0) for part in (one.value, one.low, one.high))
    return {"value": value, "low": low, "high": high, "n": str(one.n)}
