"""The board of the full game in an exam: nothing is highlighted, there is no help, and nothing can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.kernel.state import Action
from tutor.controllers.board import Board
from tutor.matches import clicks, feedback
from tutor.matches.match import Match
from tutor.matches.playthrough import Attempt
from tutor.matches.unlit import OpenChoice, UnlitMeaning, put_out_lights, read_unlit_click
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.text import format_message


class ExamBoard(Board):
    """The board of the game of an exam.

    line : when the game passes. finish : called when the learner asks for the result. chosen : in a resumed game, the
    first action of each move made so far. refused : the tries refused so far, with the clauses that forbid each.
    """

    helps = False

    def __init__(
        self,
        match: Match,
        language: str,
        bar: shapes.Bar,
        line: str,
        finish: Callable[[], None],
        chosen: Sequence[Action] = (),
        refused: Sequence[tuple[str, tuple[str, ...]]] = (),
    ) -> None:
        self.line_at_top, self.line, self.finish, self.chosen = bar, line, finish, [*chosen]
        self.refused = dict(refused)
        self.open_choice: OpenChoice | None = None
        match.warns = False
        super().__init__(match, language)
        self.stage.beside = None

    def bar(self) -> shapes.Bar:
        """Return the bar at the top, which is the exam's."""
        return self.line_at_top

    def introduction(self) -> tuple[str, str]:
        """Return what is being played, and when it passes."""
        return format_message("exam.part.game.title", self.language), self.line

    def receive(self, message: StageClick) -> None:
        """Carry out the action that a click means; the only command allowed is the one that asks for the result."""
        if message["type"] == "command":
            if message["name"] == "finish" and self.match.over:
                self.finish()
        elif message["type"] == "try":
            self._click(read_unlit_click(self.match.table, message, self.stamp))
        elif message["type"] != "answer":
            self._click(clicks.read_click(self.match.table, message, self.stamp, self.match.ways_to_pass()))

    def _click(self, meaning: UnlitMeaning) -> None:
        """Make a move, explain why a try is refused, or remember a click that is not yet complete."""
        self.open_choice = meaning if isinstance(meaning, OpenChoice) else None
        match meaning:
            case OpenChoice():
                self.show()
            case clicks.SenselessTry(text=text):
                self.show({"tone": "info", "title": text, "facts": []})
            case clicks.ChosenMove(actions=actions):
                self.chosen.append(actions[0])
                super()._click(meaning)
            case Attempt():
                self.refused.setdefault(meaning.text, tuple(reason.clause for reason in meaning.reasons))
                if self.match.keeper is not None:
                    self.match.keeper.refused(self.match, meaning)
                said = feedback.refusal_feedback(self.match.game, meaning, language=self.language)
                self.show(without_repairs(said), dict.fromkeys(meaning.refs[:1], "refused"))
            case _:
                super()._click(meaning)

    def put_light(self, scene: shapes.Scene) -> shapes.Scene:
        """Return the scene with nothing highlighted."""
        return put_out_lights(self.match.table, scene, self.open_choice)

    def _log(self) -> list[shapes.EventLine]:
        """Return the log without clauses, since the exam is closed-book."""
        return [{**line, "clause": ""} if "clause" in line else line for line in super()._log()]

    def _controls(self) -> list[shapes.Control]:
        """Return the link to the result, once the game is over."""
        label = format_message("exam.finish", self.language)
        return [{"name": "finish", "label": label, "primary": True}] if self.match.over else []


def without_repairs(said: shapes.Feedback) -> shapes.Feedback:
    """Return a refusal without its repair: why the action is illegal, but not what would make it legal."""
    facts: list[shapes.Fact] = [{**fact, "repair": ""} for fact in said["facts"]]
    return {**said, "facts": facts}
