"""What is best? A mined puzzle that turns on a rule: a goal that one first move reaches, proved."""

from __future__ import annotations

from engines.game import Game
from engines.kernel.chance import Source
from tutor.practice.question import Question, question_of
from tutor.practice.wording import quoted
from tutor.puzzles.documents import placed
from tutor.puzzles.store import mined
from tutor.text import say

MAKER = "best_move"


def make(game: Game, aim: str, seed: int, language: str = "en") -> Question | None:
    """Return a puzzle of the store that has other right moves by the counter-rule `aim`, None if there is none."""
    known = [one for one in mined(game.name) if aim in one.rules]
    if not known:
        return None
    puzzle = known[Source(seed).below(len(known))]
    own = [text for seat, text in puzzle.line if seat == 0]
    row = puzzle.row(language=language)
    return question_of(
        placed(game, dict(puzzle.position)),
        MAKER,
        aim,
        seed,
        language,
        title=say("practice.best_move.title", language),
        told={},
        asked={key: row[key] for key in (*ASKED, *(["text"] if puzzle.chance else [])) if key in row},
        right=tuple(own),
        beliefs={},  # somebody who believes otherwise may still find the move
        options=puzzle.width,
        key=puzzle.id,
        cards=[name for text in own for name in quoted(text)],
    )


ASKED = ("kind", "goal", "success", "when", "against", "at_least", "unique", "nudge", "after", "position")
"""What a puzzle is as a step; its text is that of practice, unless dice decide it."""
