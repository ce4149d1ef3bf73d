"""The page of mined puzzles: today's puzzle, puzzles by purpose, level and idea, missed ones, and a timed run."""

from __future__ import annotations

import datetime
import random
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Literal

import engines
from engines.errors import DataError
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.courses.shown_rules import shown_clauses
from tutor.lessons.loader import Step
from tutor.lessons.verdicts import VerdictFacts
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.messages.commands import command
from tutor.navigation.links import course_link, page_link, page_query
from tutor.puzzles import store
from tutor.puzzles.habit_steps import HabitBoard
from tutor.puzzles.ideas import Idea, idea_of, name_idea
from tutor.puzzles.measuring import PLAYOUTS
from tutor.puzzles.puzzle import LEVELS, Puzzle, lesson_of_puzzles
from tutor.puzzles.puzzle_standing import PuzzleStanding, next_puzzle, puzzle_of_day, standing_of
from tutor.puzzles.solving import AskingStep, solve_session
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

PUZZLES_SHOWN, PUZZLES_ADDED = 8, 25
"""Number of puzzles of a list that are shown at first, and number added each time."""

MOST_ROWS = 12
"""Maximum number of rows in the table."""

MINUTES, LIVES = 5, 3
"""Minutes of a timed run, and number of wrong moves that end it."""

LAST_RUNS = 5


def open_puzzles(game: str) -> Page:
    """Return the page of a game's mined puzzles: today's, by purpose and idea, missed ones, and a timed run.

    >>> tutor.mined("altaria")

    Raises DataError if the game has none.
    """
    return PuzzlePage(game, wanted_language()).page


class PuzzlePage:
    """The page of a learner solving mined puzzles of a game: the open one, the next ones, and the clock.

    The page shows `badge`, `tabs` (`name`, `text`, `on`), `status`, `levels`, `purposes` (`id`, `title`, `cells` with
    `solved`, `count`, `on`), `list` (`title`, `count`, `ideas` with `name`, `known` and `rows`, `named`, `more`),
    `missed` (`rows`), `missed_count`, `clock` (`best`, `runs`, `left`, `told`), `habits` (see `HabitBoard.panel`) and
    `notice`. Its child widget is the stage, with a puzzle or, while `habits` has a session, a position of a habit.
    """

    session: AskingStep

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = engines.load(game), language
        self.puzzles = store.load_puzzles(game)
        if not self.puzzles:
            raise DataError("puzzles", f"{game} has no mined puzzles.", f"Mine some: tebiki puzzles mine {game}.")
        self.by_id = {puzzle.id: puzzle for puzzle in self.puzzles}
        self.learner, known, self.unsaved = progress.load_progress()
        self.standing = self._standing()
        self.reach = shown_clauses(game, known)
        self.day = puzzle_of_day(self.puzzles, datetime.date.today(), self.standing, self.reach)
        self.tab, self.chosen, self.shown, self.named = "today", ("", 0), PUZZLES_SHOWN, False
        self.habits = HabitBoard(self.game, self.learner, language, self._tell)
        self.queue: list[str] = []
        self.run, self.ends, self.solved, self.wrong = "", 0.0, 0, 0
        self.stage = Stage(mode="lesson", bar={})
        self.stage.on_message(self._on_stage)
        self.page = Page("puzzles", language, bar=self._bar(), data={}, child=self.stage)
        self.page.answer_with(self)
        wanted = page_query().get("puzzle", "")
        self.open(wanted if wanted in self.by_id else self.day.id)
        if wanted and wanted not in self.by_id:
            self.stage.notice(self.say("gone"))
        if page_query().get("habit"):
            self._open_habit("")

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"puzzles.{key}", self.language, **facts)

    def _standing(self) -> PuzzleStanding:
        try:
            return standing_of(self.game.name, progress.read_log(self.learner).events if self.learner else ())
        except progress.ProgressError:
            return PuzzleStanding()

    def _bar(self) -> dict[str, object]:
        crumbs = [
            {"text": load_look(self.game.name)["title"], "href": course_link(self.game.name)},
            {"text": self.say("place")},
        ]
        return {"home": page_link(lang=page_query().get("lang")), "crumbs": crumbs}

    @cached_property
    def steps(self) -> dict[str, Step]:
        """The puzzles as steps of a lesson, by id."""
        self.lesson = lesson_of_puzzles(self.game.name, self.puzzles, self.language)
        return {step.id: step for step in self.lesson.steps}

    # The puzzle on the stage.

    def open(self, id: str) -> None:
        """Show a puzzle."""
        step = self.steps[id]
        stamp = self._next_stamp()
        self.session = solve_session(self.lesson, step, self._log, self.language, self.by_id[id].tempting)
        self.habits.session = None
        self.session.stamp, self.opened = stamp, time.monotonic()
        self._draw()
        self._tell()

    def _next_stamp(self) -> int:
        last = self.habits.session or getattr(self, "session", None)
        return last.stamp + 1 if last is not None else 1

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the stage."""
        return self.by_id[self.session.step.id]

    def _on_stage(self, message: StageClick) -> None:
        if message["type"] == "command" and message["name"] == "next":
            self._next()
            return
        if self.habits.session is not None:
            self.habits.session.handle(message)
            self._draw()
            return
        if self.run and not self._running():
            self._stop()
            return
        self.session.handle(message)
        self._draw()
        if self.run and self.wrong >= LIVES:
            self._stop()

    def _draw(self) -> None:
        habit = self.habits.session
        drawn = (habit or self.session).stage()
        coach = drawn["coach"]
        for control in coach["controls"]:
            if control["name"] == "next":
                control["label"] = format_message("habit.next" if habit else "puzzles.next", self.language)
        coach["place"] = self.say("habits")
        if habit is None:
            coach |= {"about": self._about(), "place": self.say("level", level=self.puzzle.level, most=LEVELS)}
        shown = coach["feedback"]
        if self.unsaved and shown:
            told = format_message("lesson.unsaved", self.language, why=self.unsaved)
            coach["feedback"] = shown | {"say": f"{shown['say']} {told}".strip()}
        with self.stage.hold_sync():
            self.stage.scene, self.stage.coach = drawn["scene"], coach
            self.stage.events, self.stage.panel = drawn["events"], drawn["panel"]

    def _about(self) -> shapes.About:
        """Return the panel about the open puzzle: that it is proved, its level and, once it is solved, its idea."""
        puzzle = self.puzzle
        bots = puzzle.found or {}
        found = sum(bots.values())
        rows: list[shapes.AboutRow] = [
            {
                "label": self.say("level_label"),
                "text": self.say("of", level=puzzle.level, most=LEVELS),
                "level": puzzle.level,
            },
            {
                "label": self.say("found_label"),
                "text": self.say("found", count=found, of=PLAYOUTS * len(bots)),
            },
        ]
        if self.session.done:  # before that, the name of the idea would reveal the solution
            rows.append({"label": self.say("idea_label"), "text": self._named(self.ideas[puzzle.id])})
        if puzzle.chance:
            told = self.say("one_best", chance=puzzle.chance)
            return {"title": self.say("proved_odds"), "text": told, "rows": rows}
        return {"title": self.say("proved"), "text": self.say("one_first"), "rows": rows}

    def _next(self) -> None:
        """Open the next puzzle in the current list; if there is none, one at the learner's level."""
        if self.habits.session is not None:
            self._open_habit("")
        elif self.run:
            if not self._running() or not self.queue:
                self._stop()
                return
            self.open(self.queue.pop(0))
        elif self.queue:
            self.open(self.queue.pop(0))
        else:
            self.open(next_puzzle(self.puzzles, self.standing, self.puzzle.id, self.reach).id)

    def _log(self, verdict: str, facts: VerdictFacts) -> None:
        if self.run and verdict in ("right", "wrong"):
            self.solved += verdict == "right"
            self.wrong += verdict == "wrong"
        try:
            if self.learner:
                progress.append_event(
                    self.learner,
                    game=self.game.name,
                    lesson=self.lesson.name,
                    step=self.session.step.id,
                    kind=self.session.step.kind,
                    verdict=verdict,
                    actions=facts.get("actions", []),
                    clauses=facts.get("clauses", []),
                    hints=facts.get("hints", 0),
                    seconds=round(time.monotonic() - self.opened, 1),
                    run=self.run,
                    place=self.solved if self.run else 0,
                )
        except progress.ProgressError as error:
            self.unsaved = str(error)
        if verdict in ("right", "wrong"):
            self.standing = self._standing()
            self._tell()

    @command("habit")
    def _open_habit(self, id: str) -> None:
        """Open a position of a habit; "" for one in which the learner moves."""
        if not self.run and self.habits.open(id, self._next_stamp()):
            self.tab = "habits"
            self._draw()
            self._tell()

    # The clock.

    @command("start")
    def _start(self) -> None:
        """Start a timed run: from easy to hard, with a different mixture each time."""
        mixed = random.sample(self.puzzles, len(self.puzzles))
        levels = [[puzzle.id for puzzle in mixed if puzzle.level == level] for level in range(1, LEVELS + 1)]
        self.queue = [id for ids in levels for id in ids[:LIVES]] + [id for ids in levels for id in ids[LIVES:]]
        self.run, self.solved, self.wrong = secrets.token_hex(6), 0, 0
        self.ends, self.tab = time.monotonic() + 60 * MINUTES, "clock"
        self.open(self.queue.pop(0))

    def _running(self) -> bool:
        return bool(self.run) and time.monotonic() < self.ends and self.wrong < LIVES

    def _stop(self) -> None:
        """End a timed run and show the result."""
        solved, self.run, self.queue = self.solved, "", []
        self.standing = self._standing()
        self._tell()
        self.stage.notice(self.say("clock_over", solved=solved))

    # The learner's choices.

    @command("open")
    def _open_if_there(self, id: str) -> None:
        """Open a puzzle; the puzzles after it in the list follow."""
        if id in self.by_id:
            self.run, self.queue = "", self._behind(id)
            self.open(id)

    @command("cell")
    def _choose_cell(self, purpose: str, level: int) -> None:
        """List the puzzles with a purpose and a level."""
        self.chosen, self.shown = (purpose, level), PUZZLES_SHOWN
        self._tell()

    @command("names")
    def _show_names(self) -> None:
        """Toggle whether the names of ideas not yet solved are shown."""
        self.named = not self.named
        self._tell()

    @command("more")
    def _show_more(self) -> None:
        """List more puzzles."""
        self.shown += PUZZLES_ADDED
        self._tell()

    @command("tab")
    def _turn_to(self, tab: Literal["today", "all", "missed", "clock", "habits"]) -> None:
        """Switch to a tab of the page."""
        self.tab = tab
        if tab == "today":
            self.run, self.queue = "", []
            self.open(self.day.id)
        else:
            self._tell()

    @command("again")
    def _open_missed(self) -> None:
        """Open the missed puzzles, one after the other."""
        if self.standing.missed:
            first, *self.queue = [puzzle.id for puzzle in self._missed()]
            self.run = ""
            self.open(first)

    @command("stop")
    def _stop_run(self) -> None:
        """Stop the timed run."""
        if self.run:
            self._stop()

    def _behind(self, id: str) -> list[str]:
        """Return the puzzles after this one in the displayed list."""
        ids = [puzzle.id for puzzle in self._listed()]
        return ids[ids.index(id) + 1 :] if id in ids else []

    def _listed(self) -> list[Puzzle]:
        """Return the puzzles of the chosen cell, grouped by idea, in the order of the store."""
        purpose, level = self.chosen
        found = [
            puzzle
            for puzzle in self.puzzles
            if level in (0, puzzle.level) and (not level or self._purpose(puzzle) == purpose)
        ]
        order = {idea: at for at, idea in reversed([*enumerate(self.ideas[one.id] for one in found)])}
        return sorted(found, key=lambda puzzle: order[self.ideas[puzzle.id]])

    def _missed(self) -> list[Puzzle]:
        found = [self.by_id[id] for id in self.standing.missed if id in self.by_id]
        return sorted(found, key=lambda puzzle: puzzle.level)

    # Ideas.

    @cached_property
    def purposes(self) -> list[str]:
        """The rows of the table: the purposes of goals, most frequent first; the rest share the last row, ""."""
        often = [purpose for purpose, _ in Counter(idea.purpose for idea in self.ideas.values()).most_common()]
        return often if len(often) <= MOST_ROWS else [*often[: MOST_ROWS - 1], ""]

    @cached_property
    def ideas(self) -> dict[str, Idea]:
        """The idea of each puzzle, by id."""
        return {puzzle.id: idea_of(puzzle) for puzzle in self.puzzles}

    def _purpose(self, puzzle: Puzzle) -> str:
        purpose = self.ideas[puzzle.id].purpose
        return purpose if purpose in self.purposes else ""

    def _title(self, purpose: str) -> str:
        return purpose[:1].upper() + purpose[1:] if purpose else self.say("other_purposes")

    # Showing.

    def _tell(self) -> None:
        here, count = self.standing, len(self.puzzles)
        solved = sum(puzzle.id in here.solved for puzzle in self.puzzles)
        missed, listed = self._missed(), self._listed()
        tabs = {"today": {}, "all": {"n": count}, "missed": {"n": len(missed)}, "clock": {}}
        tabs |= {"habits": {}} if self.habits.tasks else {}
        purpose, level = self.chosen
        unsaved = self.unsaved or self.habits.unsaved
        named = [self._title(purpose), self.say("level_of", level=level)] if level else [self.say("every_purpose")]
        self.page.data = {
            "badge": self._badge(),
            "tabs": [
                {"name": name, "text": self.say(f"tab_{name}", **facts), "on": name == self.tab}
                for name, facts in tabs.items()
            ],
            "status": self.say("status", solved=solved, count=count),
            "levels": list(range(1, LEVELS + 1)),
            "purposes": [self._row(one) for one in self.purposes],
            "list": {
                "title": ", ".join(named),
                "count": self.say("solved_of", n=sum(one.id in here.solved for one in listed), of=len(listed)),
                "ideas": self._by_idea(listed[: self.shown]),
                "named": self.named,
                "more": max(0, len(listed) - self.shown),
            },
            "missed": {
                "rows": [self._line(puzzle) | {"day": here.missed[puzzle.id]} for puzzle in missed[:PUZZLES_SHOWN]]
            },
            "missed_count": len(missed),
            "clock": self._clock(),
            "habits": self.habits.panel(),
            "notice": format_message("lesson.unsaved", self.language, why=unsaved) if unsaved else "",
        }

    def _badge(self) -> str:
        if self.habits.session is not None:
            return format_message("habit.title", self.language)
        if self.run:
            return self.say("badge_clock")
        if not hasattr(self, "session") or self.puzzle is self.day:
            return self.say("badge_today")
        return self.say("badge_missed" if self.puzzle.id in self.standing.missed else "badge")

    def _row(self, purpose: str) -> dict[str, object]:
        cells = []
        for level in range(1, LEVELS + 1):
            inside = [one for one in self.puzzles if one.level == level and self._purpose(one) == purpose]
            solved = sum(puzzle.id in self.standing.solved for puzzle in inside)
            cells.append({"solved": solved, "count": len(inside), "on": self.chosen == (purpose, level)})
        return {"id": purpose, "title": self._title(purpose), "cells": cells}

    def _by_idea(self, puzzles: Sequence[Puzzle]) -> list[dict[str, object]]:
        """Return puzzles grouped by idea; an idea of which nothing is solved has no name, unless names are shown."""
        found: list[dict[str, object]] = []
        for idea, group in groupby(puzzles, lambda puzzle: self.ideas[puzzle.id]):
            rows = [self._line(puzzle) for puzzle in group]
            known = any(self.ideas[id] == idea for id in self.standing.solved if id in self.ideas)
            name = self._named(idea) if known or self.named else self.say("idea_unknown")
            found.append({"name": name, "known": known or self.named, "rows": rows})
        return found

    def _named(self, idea: Idea) -> str:
        return name_idea(self.game, idea, self.language)

    def _line(self, puzzle: Puzzle) -> dict[str, object]:
        here = self.standing
        state = "missed" if puzzle.id in here.missed else "solved" if puzzle.id in here.solved else "new"
        state = "today" if puzzle is self.day and state == "new" else state
        return {
            "id": puzzle.id,
            "title": self.steps[puzzle.id].get("title"),
            "text": puzzle.goal.partition(",")[0].rstrip("."),
            "note": self.say("level_of", level=puzzle.level),
            "state": state,
            "word": self.say(f"state_{state}"),
            "on": self.habits.session is None and hasattr(self, "session") and puzzle is self.puzzle,
        }

    def _clock(self) -> dict[str, object]:
        runs = list(self.standing.runs.values())
        left = max(0, round(self.ends - time.monotonic())) if self._running() else 0
        best = max(runs, default=0)
        return {
            "run": self.run,
            "left": left,
            "told": self.say("clock_now", solved=self.solved, left=LIVES - self.wrong) if left else "",
            "best": self.say("best", n=best) if runs else self.say("no_runs"),
            "runs": runs[-LAST_RUNS:],
        }
