"""What is best? A mined puzzle that hinges on a rule: a goal that only one first move reaches, proved."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.practice.maker import DIVERTING, PERMITTING, Maker, Request
from tutor.practice.question import Question
from tutor.practice.wording import quoted_names
from tutor.puzzles.documents import place_document
from tutor.puzzles.store import load_puzzles

STEP_ENTRIES = ("kind", "goal", "success", "when", "against", "at_least", "unique", "nudge", "after", "position")
"""Entries of a puzzle used as a step; its text is that of practice, unless dice decide it."""


def find_best_moves(request: Request) -> Iterator[Question]:
    """Yield stored puzzles that have other right moves by the counter-rule."""
    known = [one for one in load_puzzles(request.game.name) if request.aim in one.rules]
    if not known:
        return
    puzzle = known[request.source.below(len(known))]
    own = [text for seat, text in puzzle.line if seat == 0]
    row = puzzle.row(language=request.language)
    yield request.build_question(
        place_document(request.game, dict(puzzle.position)),
        title=request.say("title"),
        text=str(row["text"]) if puzzle.chance else request.say("text"),
        asked={key: row[key] for key in STEP_ENTRIES if key in row},
        right=tuple(own),
        beliefs={},  # a believer may still find the move
        options=puzzle.width,
        key=puzzle.id,
        cards=[name for text in own for name in quoted_names(text)],
    )


BEST_MOVE = Maker("best_move", find_best_moves, (*PERMITTING, *DIVERTING), on_board=True)
