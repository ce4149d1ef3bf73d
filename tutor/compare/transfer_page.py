"""The page of puzzles across games: what is alike, what happens in the other game, and the principle."""

from __future__ import annotations

import random
import re
from typing import Literal

import engines
from engines.errors import require_known
from tutor import progress
from tutor.compare import transfer as data
from tutor.compare.comparison_page import comparison_page, game_badge
from tutor.compare.game_names import short_title
from tutor.compare.transfer import AttemptOutcome, PuzzleSide, TransferPuzzle
from tutor.controllers.projector import Projector
from tutor.matches import feedback
from tutor.matches.phrases import words_for_notation
from tutor.messages.commands import command
from tutor.navigation.links import page_link, page_query
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

LESSON_NAME = "compare/transfer"
"""The lesson name under which answers are recorded in the learner's log."""
WORKS = "works"
CLAUSE_REFERENCE = re.compile(r" ?\([^()]*[A-Z]+-R?\d[^()]*\)")
"""Matches a reference to another clause in brackets, which short texts leave out."""


def transfer(puzzle: str = "") -> Page:
    """Return the page of puzzles for learners who know one game and learn another.

    puzzle : the puzzle to open, also `?puzzle=` in the address; by default the first unsolved one. Raises DataError if
    it is unknown.
    """
    puzzles = data.load_transfer_puzzles()
    if puzzle:
        require_known(puzzle, [one.id for one in puzzles], "tutor.transfer", "puzzle")
    return TransferPage(puzzles, wanted_language(), puzzle or page_query().get("puzzle", "")).page


class TransferPage:
    """The state of the page: the open puzzle, its current question, and the board shown."""

    def __init__(
        self, puzzles: list[TransferPuzzle], language: str, wanted: str = "", learner: str | None = None
    ) -> None:
        self.language = language
        self.puzzles = {one.id: one for one in puzzles}
        self.learner, summary, self.unsaved = progress.load_progress(learner or "")
        found = summary.lessons.get(LESSON_NAME)
        self.solved = set(found.done) & set(self.puzzles) if found else set()
        self.projector = Projector(language)
        begin = next((id for id in self.puzzles if id not in self.solved), next(iter(self.puzzles)))
        self.page = comparison_page(
            "transfer", "transfer", language, {"title": self.say("title"), "text": self.say("text")}
        )
        self.page.child = self.projector.stage
        self.page.answer_with(self)
        self.begin(wanted if wanted in self.puzzles else begin)

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"transfer.{key}", self.language, **facts)

    @command("puzzle")
    def _open(self, id: str) -> None:
        """Open a puzzle."""
        if id in self.puzzles:
            self.begin(id)

    @command("side")
    def _show_side(self, id: Literal["here", "there"]) -> None:
        """Show the board of one game or the other."""
        self.show(id)

    @command("again")
    def _begin_again(self) -> None:
        """Begin the puzzle again."""
        self.begin(self.puzzle.id)

    @command("next")
    def _go_on(self) -> None:
        """Open the next puzzle."""
        order = list(self.puzzles)
        self.begin(order[(order.index(self.puzzle.id) + 1) % len(order)])

    # A puzzle.

    def begin(self, id: str) -> None:
        """Begin a puzzle: show the first board with its attempt's result, and ask what the sides have in common."""
        self.puzzle = self.puzzles[id]
        self.here, self.there = data.try_side(self.puzzle.here), data.try_side(self.puzzle.there)
        self.asked, self.wrong, self.picked, self.told = "alike", list[str](), "", dict[str, object]()
        self.options = self._alike()
        self.show("here")

    def _alike(self) -> list[dict[str, str]]:
        options = [{"id": str(n), "text": text} for n, text in enumerate((self.puzzle.alike, *self.puzzle.unlike))]
        return _mixed(options, self.puzzle.id)

    def _verdicts(self) -> list[dict[str, str]]:
        """Return the options of the second question: it works, the clause that forbids it, or a wrong clause."""
        refusing = [] if self.there.works else list(self.there.clauses[:1])
        doubts = [clause for clause in self.puzzle.doubts if clause not in self.there.clauses]
        known = feedback.known_entries(engines.load(self.puzzle.there.game), [*refusing, *doubts])
        refused = [
            {
                "id": one["id"],
                "text": self.say("refused", title=one["title"]),
                "more": CLAUSE_REFERENCE.sub("", one["text"]),
                "clause": one["id"],
            }
            for one in known
        ]
        return [{"id": WORKS, "text": self.say("works")}, *_mixed(refused, self.puzzle.id)]

    @command("pick")
    def pick(self, id: str) -> None:
        """Answer the current question."""
        if id not in [one["id"] for one in self.options] or id in self.wrong:
            return
        if self.asked == "alike":
            if id == "0":
                self.asked, self.wrong, self.options = "ask", [], self._verdicts()
                self.show("there")
            else:
                self.wrong.append(id)
                self._put(note=self.say("not_alike"))
        elif self.asked == "ask":
            self.answer(id)

    def answer(self, option: str) -> None:
        """Judge the answer to the second question, show what happens, and state the principle."""
        right = option == WORKS if self.there.works else option in self.there.clauses
        game = short_title(self.puzzle.there.game)
        verdict = "works" if self.there.works else "refused"
        if not right and verdict == "refused" and option == WORKS:
            verdict = "refused_all"
        self.asked, self.picked = "done", option
        self.told = {
            "right": right,
            "title": self.say(f"{'right' if right else 'wrong'}_{verdict}", game=game),
            "rules": [
                {"game": game_badge(side.game), "clauses": self._clauses(side, outcome)}
                for side, outcome in ((self.puzzle.here, self.here), (self.puzzle.there, self.there))
            ],
            "principle": self.puzzle.principle,
        }
        if right:
            self.solved.add(self.puzzle.id)
        self._keep(right)
        self.show("there")

    def _keep(self, right: bool) -> None:
        side = self.puzzle.there
        if not self.learner:
            return
        try:
            progress.append_event(
                self.learner,
                game=side.game,
                lesson=LESSON_NAME,
                step=self.puzzle.id,
                kind="transfer",
                verdict="right" if right else "wrong",
                actions=[side.attempt],
                clauses=[*self.here.clauses, *self.there.clauses],
            )
        except progress.ProgressError as error:
            self.unsaved = str(error)

    # What is shown.

    def show(self, side: str) -> None:
        """Show the board of one side at the attempt or, once the learner has answered, at its result."""
        self.side = side
        shown = self.puzzle.here if side == "here" else self.puzzle.there
        known = side == "here" or self.asked == "done"
        before = len(data.demonstrate_side(shown, tried=False).frames)
        self.projector.show(data.demonstrate_side(shown, tried=known))
        self.projector.seek(before + 1 if known else before)
        self._put()

    def _put(self, **more: object) -> None:
        puzzle, order = self.puzzle, list(self.puzzles)
        here, there = short_title(puzzle.here.game), short_title(puzzle.there.game)
        facts = {"place": order.index(puzzle.id) + 1, "here": here, "there": there}
        self.page.put(
            dots=[self._dot(place, one) for place, one in enumerate(self.puzzles.values(), 1)],
            progress=self.say("solved", done=len(self.solved), count=len(order)),
            puzzle=puzzle.id,
            kick=self.say("place", count=len(order), **facts),
            sides={
                "here": self._side(puzzle.here, "here_works" if self.here.works else "here_refused"),
                "there": self._side(puzzle.there, "there"),
            },
            side=self.side,
            question=self._question(there),
            options=[{**one, "wrong": one["id"] in self.wrong} for one in self.options],
            picked=self.picked,
            right=[] if self.asked != "done" else [WORKS] if self.there.works else list(self.there.clauses),
            asked=self.asked,
            told=self.told,
            alike="" if self.asked == "alike" else self.say("alike", text=puzzle.alike.lower()[:1] + puzzle.alike[1:]),
            note="",
            notice=format_message("lesson.unsaved", self.language, why=self.unsaved) if self.unsaved else "",
        )
        if more:
            self.page.put(**more)

    def _question(self, there: str) -> str:
        return self.say("first") if self.asked == "alike" else self.say("second", game=there, ask=self.puzzle.ask)

    def _dot(self, place: int, one: TransferPuzzle) -> dict[str, object]:
        done = one.id in self.solved
        label = self.say(
            "dot_done" if done else "dot",
            place=place,
            here=short_title(one.here.game),
            there=short_title(one.there.game),
        )
        return {"id": one.id, "number": place, "label": label, "done": done, "on": one.id == self.puzzle.id}

    def _side(self, side: PuzzleSide, verdict: str) -> dict[str, object]:
        game = engines.load(side.game)
        tried = self.say("tried", text=words_for_notation(side.attempt, game))
        return {**game_badge(side.game), "verdict": self.say(verdict, game=short_title(side.game)), "tried": tried}

    def _clauses(self, side: PuzzleSide, outcome: AttemptOutcome) -> list[dict[str, object]]:
        found = feedback.known_entries(engines.load(side.game), list(outcome.clauses))
        return [{**one, "href": page_link(f"{side.game}/rulebook.ipynb", clause=one["id"])} for one in found]


def _mixed(options: list[dict[str, str]], seed: str) -> list[dict[str, str]]:
    """Return options in a reproducible order that does not reveal the answer."""
    return random.Random(seed).sample(options, len(options))
