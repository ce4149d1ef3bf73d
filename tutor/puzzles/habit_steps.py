"""The positions of a game's habits as steps: the first ones are watched, in the others the learner moves.

In those nothing is highlighted, and play-outs that were counted beforehand judge the first move.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from engines.game import Game
from engines.kernel.state import State
from tutor import progress
from tutor.event_log import NON_ANSWERS
from tutor.lessons.event_films import WatchStep
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.session import LEARNER
from tutor.lessons.unlit_clicks import UnlitStep
from tutor.lessons.verdicts import VerdictFacts, VerdictListener
from tutor.matches.habits import DEALS, Habit, HabitPosition, choices_at, habits_of
from tutor.matches.phrases import words_for_notation
from tutor.matches.unlit import put_out_lights
from tutor.messages import shapes
from tutor.text import format_message

WATCHED = 3
"""The number of positions of each habit that are watched."""

HABITS_LESSON = "habits"
"""The second part of the lesson name in the log, for positions of habits."""


class HabitTask(NamedTuple):
    """A position of a habit for learners, by its number (from 1). watched : whether the habit is shown in it."""

    habit: Habit
    number: int

    @property
    def id(self) -> str:
        """The id of its step."""
        return f"{self.habit.id}-{self.number}"

    @property
    def watched(self) -> bool:
        """True if the habit is shown in it."""
        return self.number <= WATCHED

    @property
    def found(self) -> HabitPosition:
        """The position, with its counts."""
        return self.habit.positions[self.number - 1]


def tasks_of(game: str) -> list[HabitTask]:
    """Return all positions of a game's habits."""
    return [HabitTask(habit, at) for habit in habits_of(game) for at in range(1, len(habit.positions) + 1)]


def next_task(game: str, done: Collection[str], last: str = "") -> HabitTask | None:
    """Return a random position in which the learner moves, first among those not done; None if there is none.

    last : the one just shown.
    """
    asked = [task for task in tasks_of(game) if not task.watched and task.id != last]
    new = [task for task in asked if task.id not in done]
    return random.choice(new or asked) if asked else None


def describe_counts(game: Game, task: HabitTask, language: str) -> str:
    """Return how many deals either choice won in a position, in words."""
    found = task.found
    action, other = (words_for_notation(text, game) for text in (found.action, found.other))
    facts = {"wins": f"{found.wins:g}", "other_wins": f"{found.other_wins:g}", "deals": DEALS}
    return format_message("habit.shown", language, action=action, other=other, **facts)


class WatchHabit(WatchStep):
    """The step that shows what follows a habit's choice."""

    standalone = True


class HabitStep(UnlitStep):
    """The step in which the learner moves and nothing is highlighted: the first move follows a habit or not."""

    standalone = True

    def begin(self) -> None:
        """Begin without an open choice."""
        self.open_choice = None

    def act(self, number: int) -> None:
        """Judge the learner's move; one that is neither of the two choices decides nothing."""
        move, state = self.table.moves()[number], self.table.state
        followed, others = choices_at(state)[self.step.get("habit")]
        if move.actions[0] not in (*followed, *others):
            self.feedback = self.info(format_message("habit.neither", self.language))
            return
        right = move.actions[0] in followed
        self.table.play(move.actions)
        told: list[shapes.Fact] = [self.fact(text, "") for text in self.step.get("facts")]
        title = format_message(f"habit.{'right' if right else 'wrong'}", self.language)
        self.verdict(right, title, told, "", [move.text])
        self.done = True

    def offers_moves(self) -> bool:
        """Return True until the learner has moved."""
        return not self.done

    def scene(self) -> shapes.Scene:
        """Return the table with nothing highlighted."""
        scene = self.table.scene(self.stamp)
        return scene if self.done else put_out_lights(self.table, scene, self.open_choice)

    def coach(self) -> shapes.Coach:
        """Return the coach, which has a control to begin again once the learner has moved."""
        kind = format_message("puzzles.habits_ask", self.language)
        return {"kind": kind, "controls": [self.control("reset")] if self.done else []}


def write_script(state: State, text: str) -> list[str]:
    """Return a move as one line: an action, with picks that look best."""
    here = state.copy()
    action = here.read(text)[0]
    texts = [here.text(action)]
    here.apply(action)
    while here.step.pick and here.seat_to_act == LEARNER:
        pick = max(here.actions, key=lambda one: here.game.rules.heuristic(here, one))
        texts.append(here.text(pick))
        here.apply(pick)
    return [here.game.notation.contract(texts)]


def open_task(
    game: Game, task: HabitTask, listener: VerdictListener | None = None, language: str = "en"
) -> WatchHabit | HabitStep:
    """Return the session of a position."""
    habit, document = task.habit, task.found.position
    told = describe_counts(game, task, language)
    kind, title = "watch" if task.watched else "turn", format_message("habit.step", language)
    row: dict[str, object] = {"id": task.id, "kind": kind, "title": title}
    if task.watched:
        script = write_script(game.position(document, HABITS_LESSON), task.found.action)
        row |= {"text": habit.say("text", language), "goal": format_message("habit.watch_goal", language)}
        row |= {"script": script, "after": told}
    else:
        row |= {"text": format_message("habit.ask_text", language), "goal": habit.say("ask", language)}
        row |= {"habit": habit.id, "facts": [habit.say("text", language), told, habit.describe_figures(language)]}
    step = Step(1, task.id, kind, row, document, HABITS_LESSON)
    path = Path(game.name) / f"{HABITS_LESSON}.toml"
    lesson = Lesson(path, game, format_message("habit.title", language), (), (step,))
    return (WatchHabit if task.watched else HabitStep)(lesson, step, listener, language)


class HabitBoard:
    """The habits of a page: the position on its stage, if there is one, and what the learner has done.

    changed() : called after a verdict. unsaved : why the last verdict could not be logged; "" if it was.
    """

    def __init__(self, game: Game, learner: str, language: str, changed: Callable[[], None]) -> None:
        self.game, self.learner, self.language, self.changed = game, learner, language, changed
        self.session: WatchHabit | HabitStep | None = None
        self.unsaved, self.opened = "", 0.0
        self.tasks = {task.id: task for task in tasks_of(game.name)}
        self.done = self._read_log()

    def _read_log(self) -> set[str]:
        """Return the ids of the positions that the learner has watched, or answered rightly."""
        try:
            events = progress.read_log(self.learner).events if self.learner else ()
        except progress.ProgressError:
            return set()
        name = f"{self.game.name}/{HABITS_LESSON}"
        return {one.step for one in events if one.lesson == name and one.verdict == "right"}

    def open(self, id: str, stamp: int) -> bool:
        """Open a position by its id, or by "" a random one in which the learner moves; return False without habits."""
        last = self.session.step.id if self.session is not None else ""
        task = self.tasks.get(id) or next_task(self.game.name, self.done, last)
        if task is None:
            return False
        self.session = open_task(self.game, task, self._log, self.language)
        self.session.stamp, self.opened = stamp, time.monotonic()
        return True

    def _log(self, verdict: str, facts: VerdictFacts) -> None:
        assert self.session is not None
        step, game = self.session.step, self.game.name
        if verdict not in NON_ANSWERS["habit"]:
            return
        self.unsaved = ""
        try:
            if self.learner:
                progress.append_event(
                    self.learner,
                    game=game,
                    lesson=f"{game}/{HABITS_LESSON}",
                    step=step.id,
                    kind="habit",
                    verdict=verdict,
                    actions=facts.get("actions", []),
                    clauses=[clause for clause in facts.get("clauses", []) if clause],
                    seconds=round(time.monotonic() - self.opened, 1),
                )
        except progress.ProgressError as error:
            self.unsaved = str(error)
        if verdict == "right" and not self.unsaved:
            self.done.add(step.id)
        self.changed()

    def panel(self) -> dict[str, object]:
        """Return the list of habits: `rows` (`text`, `figures`, `tasks` with `id`, `text`, `done`, `on`), `asked`."""
        asked = [task.id for task in self.tasks.values() if not task.watched]
        rows = [
            {
                "text": habit.say("text", self.language),
                "figures": habit.describe_figures(self.language),
                "tasks": [self._task(task) for task in self.tasks.values() if task.watched and task.habit is habit],
            }
            for habit in habits_of(self.game.name)
        ]
        facts = {"right": len({*asked} & self.done), "count": len(asked)}
        return {"rows": rows, "asked": format_message("habit.asked", self.language, **facts)}

    def _task(self, task: HabitTask) -> dict[str, object]:
        return {
            "id": task.id,
            "text": format_message("habit.watch", self.language, number=task.number),
            "done": task.id in self.done,
            "on": self.session is not None and self.session.step.id == task.id,
        }
