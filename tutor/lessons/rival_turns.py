"""What happens between two decisions of the learner: automatic steps, the rival's answers, a refutation's moves."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.lessons.session import LEARNER, Session
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import PASSED_KIND, LogEntry
from tutor.messages import shapes
from tutor.text import format_message


def is_only_declining(state: State) -> bool:
    """Return True if declining is the only choice, in a response window or where the presentation allows it."""
    goes_by = state.step.window or state.step.passing in load_look(state.game.name).get("goes_by", ())
    return goes_by and len(state.actions) == 1 and state.actions[0][0] == state.step.passing


def rival_answers(run: Session, first: State, happened: Sequence[LogEntry]) -> list[shapes.Fact]:
    """Return, as facts, what the rival did before the learner decides again in the window of `first`.

    Passing counts.
    """
    if not first.step.window or run.table.state.step is not first.step or not run.table.yours:
        return []
    done = [run.rendered(one) for one in happened if one.event.seat == 1 - LEARNER]
    if done:
        return done
    passed = Event(PASSED_KIND, next(iter(first.step.clauses), ""), 1 - LEARNER, {}, False, first.step.name)
    return [run.fact(run.table.narrate(passed), passed.clause)]


class PlayedForLearner:
    """Records the decisions that a refutation makes for the learner, so that the report can say who used what."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: list[str] = []

    def note(self, state: State, seat: int, action: Action) -> None:
        """Record an unforced decision made for the learner, with its picks, unless it declines."""
        free = len(state.actions) > 1 or (state.step.pick and self.texts)
        if seat == LEARNER and free and action[0] != state.step.passing:
            self.texts.append(state.text(action))

    def told(self, state: State, text: str) -> str:
        """Return a sentence that names the move `text` and the decisions made for the learner after it."""
        tried, game = words_for_notation(text, state.game), state.game
        if not self.texts:
            return format_message("lesson.take_back", self.language, text=tried)
        rest = words_for_notation(game.notation.contract(self.texts), game).replace("; ", ", ")
        return format_message("lesson.take_all_back", self.language, text=tried, rest=rest)
