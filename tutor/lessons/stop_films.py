"""The film of the events before a stop of a growing game: a few beats, at the learner's own pace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.lessons.event_films import FilmStep
from tutor.lessons.growing import play_move
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.session import LEARNER, Session
from tutor.matches.playthrough import LogEntry, Playthrough, take_events
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick
from tutor.text import format_message


@dataclass(frozen=True, slots=True)
class Beat:
    """One picture of a film, with a sentence or two on what one line of the script brought about.

    happened : the events; the last one contains the resulting table.
    """

    text: str
    happened: tuple[LogEntry, ...]

    @property
    def end(self) -> LogEntry:
        """The event that the picture shows."""
        return self.happened[-1]


def film_of_stop(lesson: Lesson, step: Step, language: str = "en") -> tuple[State, list[Beat]]:
    """Return the table before a stop, and the beats that lead up to it; [] if nothing notable happens."""
    state = lesson.game.position(dict(step.before or step.position), step.where, run=False)
    table, beats, waiting = Playthrough(state, LEARNER, language=language), list[Beat](), tuple[LogEntry, ...]()
    here = state
    for line in step.get("play", ()):
        here = here.copy().listen(film=True)
        play_move(here, line)
        happened = (*waiting, *take_events(here, 1))
        if happened:  # an event may be recorded before its card has moved
            happened = (*happened[:-1], replace(happened[-1], state=here))
        told = told_events(lesson.game.name, happened)
        waiting = () if told else happened
        if told:
            beats.append(Beat(" ".join(table.narrate(one.event) for one in told), happened))
    if waiting and beats:
        beats[-1] = Beat(beats[-1].text, (*beats[-1].happened, *waiting))
    elif waiting:
        beats.append(Beat(" ".join(table.narrate(one.event) for one in waiting), waiting))
    return state, beats


def told_events(game: str, happened: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the events that a film mentions: those in the presentation's `told`, except events that affect no card."""
    told = load_look(game).get("told", ())
    found = [one for one in happened if one.event.facts.get("count") != 0]
    return [one for one in found if one.event.kind.split(".")[0] in told] if told else found


class StopFilm(FilmStep):
    """The film that leads up to a stop, a moment in a growing game at which the learner decides.

    The film itself is not a step of the lesson; once it has been seen, the stop begins.
    """

    asks = False

    beats: list[Beat]

    def begin(self) -> None:
        """Show the table before the first beat."""
        first, self.beats = film_of_stop(self.lesson, self.step, self.language)
        self.roll([beat.end for beat in self.beats], first)

    def fresh_table(self) -> Playthrough:
        """Return the table at the beginning of the stop."""
        return Session.fresh_table(self)

    @property
    def is_over(self) -> bool:
        """True once the last beat has been shown."""
        return self.shown == len(self.beats)

    def lines(self) -> list[shapes.EventLine]:
        """Return the beats as lines; the lines have no clauses, since the stops teach them."""
        return [
            {"n": number, "text": beat.text, "clause": "", "who": "Y" if beat.end.event.seat == LEARNER else "R"}
            for number, beat in enumerate(self.beats, 1)
        ]

    def command(self, name: str, message: CommandClick) -> None:
        """Move within the film, or go to its end."""
        if name == "skip":
            self.seek(len(self.beats))
        elif name == "seek":
            super().command(name, message)

    def coach(self) -> shapes.Coach:
        """Return the coach with the text of the current beat; at the beginning, with what is on the table."""
        table = self.lesson.table or {}
        opening = self.step.number == 1
        return {
            "kind": format_message("lesson.kind.film", self.language),
            "title": format_message("lesson.stop.opening" if opening else "lesson.stop.meanwhile", self.language),
            "text": str(table.get("text", "")) if opening else "",
            "goal": format_message("lesson.stop.watch", self.language) if opening else "",
            "place": format_message(
                "lesson.stop.place", self.language, lesson=self.lesson.title, number=self.step.number
            ),
            "controls": [self.control("skip")],
            "hints": None,
        }

    def scene(self) -> shapes.Scene:
        """Return the picture on screen."""
        state = self.on_screen()
        now = self.beats[self.shown - 1].text if self.shown else format_message("lesson.film.begin", self.language)
        return self.table.picture(state, self.stamp, now=now, question=None)

    def events(self) -> tuple[list[shapes.EventLine], shapes.Panel]:
        """Return the beats seen so far."""
        return self.lines()[: self.seen], {"kind": "watch", "at": self.shown, "end": len(self.beats)}

    def entry(self, number: int | None) -> LogEntry | None:
        """Return None, since a beat has no clause to open."""
        return None
