"""A demonstration on a board: a sequence of pictures, each with the event and the clause behind it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.boards.stage import Stage
from tutor.matches import feedback
from tutor.matches.demonstration import PLAYER_NAMES, Demonstration
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.text import format_message


class Projector:
    """Shows demonstrations on a stage and handles its buttons.

    Parameters
    ----------
    language
        The language of the texts.
    open_clause
        Called with the id of a clause when the learner clicks it.
    names
        The names of the two players.
    on_seek
        Called with the number of a picture when a button leads to it.
    """

    def __init__(
        self,
        language: str,
        open_clause: Callable[[str], None] | None = None,
        names: tuple[str, str] = PLAYER_NAMES,
        on_seek: Callable[[int], None] | None = None,
    ) -> None:
        self.language, self.open_clause, self.names, self.on_seek = language, open_clause, names, on_seek
        self.shown: Demonstration | None = None
        self.at = self.stamp = 0
        self.stage = Stage(mode="lesson")
        self.stage.on_message(self._on_stage)

    def show(self, demonstration: Demonstration | None) -> None:
        """Show a demonstration from its beginning; None clears the stage."""
        self.shown, self.at = demonstration, 0
        if demonstration:
            self._draw()

    @property
    def end(self) -> int:
        """The number of pictures after the first one."""
        return len(self.shown.frames) if self.shown else 0

    def seek(self, to: int) -> None:
        """Show picture `to`; 0 is the table before the first event."""
        if self.shown:
            self.at = max(0, min(to, self.end))
            self._draw()

    def _on_stage(self, message: StageClick) -> None:
        if message["type"] != "command" or self.shown is None:
            return
        if message["name"] == "seek" and "to" in message:
            self.seek(message["to"])
            if self.on_seek:
                self.on_seek(self.at)
        elif message["name"] == "clause" and self.open_clause:
            self.open_clause(str(message.get("id")))

    def _draw(self) -> None:
        shown = self.shown
        assert shown is not None
        self.stamp += 1
        frame = shown.frames[self.at - 1] if self.at else None
        table = Playthrough(frame.state if frame else shown.begin, names=self.names)
        scene = table.picture(table.state, self.stamp, marks=frame.marks if frame else {})
        if frame:
            scene["now"] = frame.text
        with self.stage.hold_sync():
            self.stage.scene = scene
            self.stage.coach = {"feedback": self._feedback()}
            self.stage.events = [
                {
                    "n": place,
                    "text": one.text,
                    "clause": one.clause,
                    "who": self.names[one.seat][:1] if one.seat < 2 else "",
                }
                for place, one in enumerate(shown.frames, 1)
            ]
            self.stage.panel = {
                "kind": "watch",
                "title": format_message("book.happens", self.language),
                "at": self.at,
                "end": self.end,
            }

    def _feedback(self) -> shapes.Feedback | None:
        assert self.shown is not None
        if not self.at:
            return None
        game, frame = self.shown.game, self.shown.frames[self.at - 1]
        checked = format_message("book.checked", self.language, text="; ".join(frame.checked)) if frame.checked else ""
        if frame.refusal:
            return {**frame.refusal, "say": checked}
        fact = (
            format_message(
                "book.where", self.language, step=feedback.step_in_words(game, frame.event.step, self.language)
            )
            if frame.event
            else format_message("book.stands", self.language)
        )
        facts: list[shapes.Fact] = [{"fact": fact, "clause": "", "clause_title": "", "clause_text": "", "repair": ""}]
        for entry in feedback.known_entries(game, [frame.clause]) if frame.clause else []:
            facts[0] |= {"clause": entry["id"], "clause_title": entry["title"], "clause_text": entry["text"]}
        return {"tone": "info", "title": frame.text, "facts": facts, "say": checked}
