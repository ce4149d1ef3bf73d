"""The turn step: a whole turn with nothing highlighted, judged at its end by its goal and the refused tries."""

from __future__ import annotations

from engines.kernel.state import State
from engines.search.solver import Line, TooDeep
from tutor.lessons import rails
from tutor.lessons.goals import TRIED_PREFIX
from tutor.lessons.playing import DoStep
from tutor.lessons.session import LEARNER
from tutor.lessons.unlit_clicks import UnlitStep
from tutor.matches import clicks
from tutor.matches.moves import action_texts
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Attempt
from tutor.matches.unlit import put_out_lights
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick
from tutor.text import format_message

REFUSED_ALLOWED = 2
"""Maximum number of different refused tries in a successful turn, unless the step gives another number."""
ALLOWED_COMMANDS = ("reset", "undo", "seek", "clause", "why")
"""The commands of the step; there are no hints."""


class TurnStep(UnlitStep, DoStep):
    """The step in which the learner plays a whole turn: no legal action is highlighted, and the verdict comes last.

    A refused try is explained as usual, and counted; the same try counts only once. In a growing game moves can be
    taken back, cards have buttons only for what the game has shown, and the second failure shows a way to the goal.
    """

    failures = 0
    """Number of turns that ended without reaching the goal, since the step was opened."""

    refused: list[str]
    reached_goal: bool

    def begin(self) -> None:
        """Begin with no refused tries."""
        self.refused, self.reached_goal, self.open_choice = [], False, None
        super().begin()

    @property
    def proved(self) -> bool:
        """Return True: the rival defends as well as possible."""
        return True

    @property
    def refused_allowed(self) -> int:
        """The number of different refused tries that the step allows."""
        return int(self.step.get("allow", {}).get("refused", REFUSED_ALLOWED))

    # Clicks.

    def tried(self, attempt: Attempt | clicks.SenselessTry) -> None:
        """Explain a refused try and count it."""
        if isinstance(attempt, clicks.SenselessTry):
            self.lit, self.feedback = {}, self.info(attempt.text)
            return
        super(DoStep, self).tried(attempt)
        if attempt.text not in self.refused:
            self.refused.append(attempt.text)
        if self.feedback is not None:
            self.feedback["say"] = self.count()

    def command(self, name: str, message: CommandClick) -> None:
        """Carry out a command, if it is allowed in this step."""
        allowed = {"reset": self.done or self.lost, "undo": self.lesson.grows and not self.done}
        if name in ALLOWED_COMMANDS and allowed.get(name, True):
            super().command(name, message)

    def act(self, number: int) -> None:
        """Make a move, play the answers to it, and judge the turn once it is over."""
        moves = self.table.moves()
        if self.lost or self.done or not 0 <= number < len(moves):
            self.feedback = self.info(format_message("lesson.stale", self.language))
            return
        self.feedback = self.open_choice = None
        self.make(moves[number])
        reached = self.solver.goal(self.table.state)
        if reached is None and self.table.state.decision is not None:
            return
        self.reached_goal = bool(reached)
        right = self.reached_goal and len(self.refused) <= self.refused_allowed
        self.lost, self.failures = not right, self.failures + (not right)
        words = [self.count()] if self.refused else []
        if not reached:
            helps = not self.lesson.grows or self.failures > 1
            words += [self.remark(), self.way_there() if helps else ""]
        facts = self.why_lost([], self.table.state) if self.lesson.grows and not reached else []
        title = format_message("unlit.reached" if reached else "unlit.missed", self.language)
        self.verdict(right, title, facts, " ".join(filter(None, words)), self.what_was_done())

    def remark(self) -> str:
        """Return the author's sentence about a move of the turn or, if there is none, about its end.

        "" if there is neither.
        """
        said = (self.sentence(text) for text in [*self.moves_made(), "turn over"])
        return next(filter(None, said), "")

    def what_was_done(self) -> list[str]:
        """Return the moves of the turn as text, followed by the refused tries, each with `TRIED_PREFIX`."""
        return [*self.moves_made(), *(f"{TRIED_PREFIX}{text}" for text in self.refused)]

    # What the page says.

    def count(self) -> str:
        """Say how many tries were refused, and how many may be."""
        return format_message("unlit.refused", self.language, count=len(self.refused), allowed=self.refused_allowed)

    def begun_at(self) -> State:
        """Return the state at the beginning of the turn."""
        return self.table.history[0].state if self.table.history else self.table.state

    def winning_line(self, state: State) -> Line:
        """Return a line from a state of this turn to the goal; in a growing game, along the stop's own line if it can.

        That line has only actions that the game has shown, and for which cards have buttons.
        """
        return rails.planned_solver(self.step, self.begun_at()).winning_line(state)

    def way_there(self) -> str:
        """Describe a way to the goal from the beginning of the turn; "" if none is found in time."""
        here, texts = self.begun_at().copy(), list[str]()
        try:
            line = self.winning_line(here)
        except TooDeep:
            return ""
        for seat, action in line:
            if seat == LEARNER and len(here.actions) > 1:
                texts += action_texts(here, [action])
            here.apply(action)
        said = "; ".join(words_for_notation(text, self.lesson.game) for text in texts)
        return format_message("unlit.way", self.language, way=said) if said else ""

    # What the page shows.

    def scene(self) -> shapes.Scene:
        """Return the table with nothing highlighted."""
        scene = self.table.scene(self.stamp)
        if self.done or self.lost:
            over = {} if self.reached_goal else {"now": format_message("unlit.missed", self.language)}
            return scene | {"moves": [], "question": None, "quiet": True, **over}  # type: ignore[return-value]
        return put_out_lights(self.table, scene, self.open_choice, self.step.met)

    def offers_moves(self) -> bool:
        """Return True while the turn lasts."""
        return not self.done and not self.lost

    def coach(self) -> shapes.Coach:
        """Return the coach: the goal, a control to undo and, once the turn is over, one to play it again."""
        controls = []
        if self.lesson.grows and not self.done:
            controls.append(self.control("undo", enabled=bool(self.table.history) and not self.reached_goal))
        if self.done or self.lost:
            again = self.control("reset", primary=self.lost)
            controls.append(again | {"label": format_message("unlit.again", self.language)} if self.lost else again)
        return {"hints": None, "ticks": [], "controls": controls}
