"""An experiment under way: pairs being played beside the page, and their results so far.

It plays in a separate thread, so that the page stays responsive and Stop works immediately; results are passed on in
the page's own thread. Without an event loop (in a test, or a script) it plays synchronously.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from engines.errors import TebikiError
from tutor.compare.metrics import find_metric
from tutor.experiments import still_holding
from tutor.experiments.effects import EFFECT_MEASURES, RuleEffect, ending_metrics, judge_pairs, measure_effects
from tutor.experiments.paired import GamePair, play_pairs, rules_fingerprint
from tutor.experiments.replays import ChosenGame, choose_games
from tutor.experiments.still_holding import HoldingCheck
from tutor.extras import require_extra
from tutor.matches.house_rules import Changes
from tutor.sets.decks import game_with_decks
from tutor.text import format_message
from tutor.text import page_language as wanted_language

log = logging.getLogger(__name__)

DEFAULT_PAIRS = 400
LOOK_SECONDS = 1.0
"""Seconds between two updates of the interim results."""


@dataclass(slots=True)
class Findings:
    """The results so far: effects by measure, games to look at, and steps and puzzles that no longer hold."""

    changes: Changes
    pairs: int
    bots: str
    rules: str
    effects: dict[str, RuleEffect] = field(default_factory=dict)
    games: list[ChosenGame] = field(default_factory=list)
    steps: HoldingCheck | None = None
    puzzles: HoldingCheck | None = None


class RunSoFar(TypedDict):
    """The progress of a run: in words, in percent, in pairs; and the time `left`, in words."""

    text: str
    share: int
    left: str
    done: int
    of: int


class Experiment:
    """A sequence of experiments: `phase` is "choose", "running", "reading" or "done".

    changed : called whenever there is something new to show. decks : the decks used, by default all of the game's.
    holds : whether lesson steps and puzzles are checked too.
    """

    def __init__(
        self,
        game: str,
        changed: Callable[[], None],
        jobs: int = 1,
        decks: Sequence[str] = (),
        holds: bool = True,
    ) -> None:
        self.game, self.changed, self.jobs = game, changed, jobs
        self.decks, self.holds = decks, holds
        self.phase, self.trouble = "choose", ""
        self.found: Findings | None = None
        self.done = self.wanted = self.number = 0
        self.begun = 0.0
        self.stopping = False
        self.looking = ""
        self.loop: asyncio.AbstractEventLoop | None = None

    def play(self, changes: Changes, measures: Sequence[str], pairs: int, bots: str = "quick") -> None:
        """Start playing; in a thread if this one has an event loop."""
        self.forget()
        self.phase, self.wanted, self.begun = "running", pairs, time.monotonic()
        self.found = Findings(changes, 0, bots, rules_fingerprint(self.game, changes))
        work = (self.number, changes, list(measures), pairs, bots)
        try:
            self.loop = asyncio.get_running_loop()
        except RuntimeError:
            self.loop = None
            self._work(*work)
            return
        threading.Thread(target=self._work, args=work, daemon=True).start()

    def stop(self) -> None:
        """Stop playing; the results so far are kept and evaluated."""
        self.stopping = True

    def forget(self) -> None:
        """Abandon the run and return to choosing."""
        self.number += 1
        self.phase, self.trouble, self.found, self.looking = "choose", "", None, ""
        self.done = self.wanted = 0
        self.stopping = False

    @property
    def is_whole(self) -> bool:
        """True once all pairs have been played that were wanted when the run began."""
        return self.phase == "done" and self.done >= self.wanted

    def run(self, language: str) -> RunSoFar | None:
        """Return the progress of the run, as shown on the page; None if there is no run."""
        if self.phase == "choose":
            return None
        words = {"done": self.done, "pairs": self.wanted}
        key = self.phase if self.phase != "done" or self.done >= self.wanted else "stopped"
        shown: RunSoFar = {
            "text": format_message(f"house_rules.run_{key}", language, **words),
            "share": round(100 * self.done / max(1, self.wanted)),
            "left": "",
            "done": self.done,
            "of": self.wanted,
        }
        if self.phase == "running" and self.done >= 8:
            passed = time.monotonic() - self.begun
            seconds = max(1, round(passed / self.done * (self.wanted - self.done)))
            shown["left"] = format_message("house_rules.left", language, seconds=seconds)
        if self.looking:
            shown["left"] = format_message(f"house_rules.looking_{self.looking}", language)
        return shown

    # In the thread of the run.

    def _work(self, number: int, changes: Changes, measures: list[str], pairs: int, bots: str) -> None:
        def gone() -> bool:
            return self.number != number

        try:
            self._play(number, gone, changes, measures, pairs, bots)
        except TebikiError as error:
            self._post(number, phase="done", trouble=str(error), looking="")
        except Exception:
            log.exception("an experiment failed")
            self._post(number, phase="done", trouble=format_message("page.unhandled", wanted_language()), looking="")

    def _play(
        self, number: int, gone: Callable[[], bool], changes: Changes, measures: list[str], pairs: int, bots: str
    ) -> None:
        require_extra("measure")
        rules, looked = rules_fingerprint(self.game, changes), [time.monotonic()]

        def on_progress(there: list[GamePair]) -> None:
            if time.monotonic() - looked[0] >= LOOK_SECONDS:
                shown = measure_effects(there, [find_metric(id) for id in measures])
                self._post(number, found=Findings(changes, len(there), bots, rules, shown), done=len(there))
                looked[0] = time.monotonic()

        played = play_pairs(
            self.game, changes, pairs, bots, self.jobs, on_progress, lambda: self.stopping or gone(), decks=self.decks
        )
        if gone():
            return
        found = Findings(changes, len(played), bots, rules)
        self._post(number, done=len(played), phase="reading", looking="games")
        measures_of_all = [*EFFECT_MEASURES, *ending_metrics(game_with_decks(self.game), played)]
        found.effects = measure_effects(played, measures_of_all)
        found.games = choose_games(judge_pairs(played))
        if not self.holds:
            self._post(number, found=found, phase="done", looking="")
            return
        self._post(number, found=found, phase="done", looking="steps")
        found.steps = still_holding.check_steps(self.game, changes, stopped=gone)
        self._post(number, found=found, looking="puzzles")
        found.puzzles = still_holding.check_puzzles(self.game, changes, stopped=gone)
        self._post(number, found=found, looking="")

    def _post(self, number: int, **news: object) -> None:
        """Pass new results to the page's thread."""
        if self.loop is None:
            self._take(number, news)
        else:
            self.loop.call_soon_threadsafe(self._take, number, news)

    def _take(self, number: int, news: dict[str, object]) -> None:
        if number != self.number:
            return
        for name, value in news.items():
            setattr(self, name, value)
        self.changed()
