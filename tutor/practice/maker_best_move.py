"""'What is best?' questions: a mined puzzle that hinges on a rule, whose goal provably only one first move reaches."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.practice.maker import DIVERTING, PERMITTING, Maker, Request
from tutor.practice.question import Question
from tutor.practice.stored_puzzles import pick_puzzle, question_of_puzzle
from tutor.puzzles.store import load_puzzles

STEP_ENTRIES = ("kind", "goal", "success", "when", "against", "at_least", "unique", "nudge", "after", "position")
"""Entries of a puzzle that the step takes over. The text is that of practice, unless dice decide the puzzle."""


def find_best_moves(request: Request) -> Iterator[Question]:
    """Yield a stored puzzle that has other right moves under the counter-rule."""
    for puzzle in pick_puzzle(request, load_puzzles(request.game.name)):
        text = str(puzzle.row(language=request.language)["text"]) if puzzle.chance else request.say("text")
        yield question_of_puzzle(request, puzzle, STEP_ENTRIES, {"title": request.say("title"), "text": text})


BEST_MOVE = Maker("best_move", find_best_moves, (*PERMITTING, *DIVERTING), on_board=True)
