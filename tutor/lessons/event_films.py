"""The film of a step: its events, shown one at a time. Also the watch step, which shows nothing else."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import NATURE, State
from tutor.lessons import flow_strips
from tutor.lessons.loader import state_of
from tutor.lessons.scripts import Script, play_script
from tutor.lessons.session import LEARNER, Session
from tutor.matches.playthrough import LogEntry, Playthrough
from tutor.messages import shapes
from tutor.text import format_message

SCRIPTED_KINDS = ("watch", "predict", "order", "count", "point")
"""The kinds of step in which only the script decides what happens."""


def film_lines(session: Session, happened: list[LogEntry]) -> list[shapes.EventLine]:
    """Return events as numbered lines, each with its clause and the letter of the player."""
    return [
        {
            "n": number,
            "text": session.table.narrate(one.event),
            "clause": one.event.clause,
            "who": "Y" if one.event.seat == LEARNER else "R",
        }
        for number, one in enumerate(happened, 1)
    ]


def run_script(table: Playthrough, script: Script, when: str | None = None) -> list[LogEntry]:
    """Play a script on a table (see `play_script`), and return what happened."""
    table.state, happened = play_script(table.state.copy().listen(film=True), script, when)
    table.log += happened
    return happened


def trim_film(happened: list[LogEntry], is_loud: Callable[[LogEntry], bool]) -> list[LogEntry]:
    """Return the events up to the last notable one, without those that players do not see."""
    seen = [one for one in happened if one.event.seat != NATURE]
    while len(seen) > 1 and not is_loud(seen[-1]):
        seen.pop()
    return seen


class FilmStep(Session):
    """A step that shows events one at a time. `shown` is the number of the event on screen, 0 before the first."""

    reel: list[LogEntry]
    first: State
    shown: int
    seen: int

    def fresh_table(self) -> Playthrough:
        """Return the table.

        If the step only plays a script, the table stays in an automatic step, so that it can be filmed.
        """
        table = super().fresh_table()
        if self.step.kind in SCRIPTED_KINDS:
            written = state_of(self.lesson, self.step, run=False)
            if written.result is None and written.step.ask is None:
                table.state = written
        return table

    def begin(self) -> None:
        """Begin with an empty film."""
        self.roll([], self.table.state)

    def roll(self, happened: list[LogEntry], first: State, shown: int = 0) -> None:
        """Show these events, starting with the picture of `first`."""
        self.reel, self.first, self.shown, self.seen = happened, first, shown, shown

    @property
    def rolling(self) -> bool:
        """Return True while some events have not been shown."""
        return self.seen < len(self.reel)

    def seek(self, to: int) -> None:
        """Go to event `to`."""
        self.shown = max(0, min(to, len(self.reel)))
        self.seen = max(self.seen, self.shown)

    def scene(self) -> shapes.Scene:
        """Return the picture of the event on screen."""
        if not self.reel:
            return super().scene()
        state = self.on_screen()
        now = format_message("lesson.film.begin", self.language)
        if self.shown:
            now = self.table.narrate(self.reel[self.shown - 1].event)
        return self.table.picture(state, self.stamp, now=now, question=None)

    def on_screen(self) -> State:
        """Return the state that the film shows."""
        return self.reel[self.shown - 1].state if self.shown else self.first

    def events(self) -> tuple[list[shapes.EventLine], shapes.Panel]:
        """Return the state shown on screen."""
        if not self.reel:
            return [], {}
        panel: shapes.Panel = {"kind": "watch", "at": self.shown, "end": len(self.reel)}
        name = self.step.get("strip")
        if name:
            panel["strip"] = flow_strips.draw_strip(self.lesson.game, name, self.reel, self.shown, self.language)
        return film_lines(self, self.reel[: self.seen]), panel

    def entry(self, number: int | None) -> LogEntry | None:
        """Return event `number` of the film."""
        return self.reel[number - 1] if number is not None and 0 < number <= len(self.reel) else None


class WatchStep(FilmStep):
    """The step in which the engine plays, and the learner watches to the end."""

    asks = False

    def begin(self) -> None:
        """Play the script in advance and show its first picture."""
        first = self.table.state
        self.roll(run_script(self.table, self.step.get("script"), self.step.get("when")), first)

    def seek(self, to: int) -> None:
        """Go to event `to`; the step is done when the last one has been seen."""
        super().seek(to)
        if self.shown == len(self.reel) and not self.done:
            self.verdict(True, format_message("lesson.film.end", self.language), [])

    def coach(self) -> shapes.Coach:
        """Return the controls."""
        return {"controls": [self.control("reset")]}
