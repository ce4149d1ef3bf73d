"""Questions made from stored puzzles: code shared by the makers of best moves and of whole turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tutor.practice.maker import Request
from tutor.practice.question import Question
from tutor.practice.wording import quoted_names
from tutor.puzzles.documents import place_document
from tutor.puzzles.puzzle import Puzzle


def pick_puzzle(request: Request, puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield one random puzzle that hinges on the counter-rule of the request, or nothing if there is none."""
    known = [one for one in puzzles if request.aim in one.rules]
    if known:
        yield known[request.source.below(len(known))]


def question_of_puzzle(
    request: Request, puzzle: Puzzle, entries: Sequence[str], said: Mapping[str, str], **changes: str
) -> Question:
    """Return a puzzle as a question. Its beliefs are empty, since a believer may still find the right move.

    entries : the entries of the puzzle that the step takes over. said : title and text. changes : other entries of the
    step.
    """
    row = puzzle.row(language=request.language)
    own = [text for seat, text in puzzle.line if seat == 0]
    return request.build_question(
        place_document(request.game, dict(puzzle.position)),
        title=said["title"],
        text=said["text"],
        asked={**changes, **{key: row[key] for key in entries if key in row}},
        right=tuple(own),
        beliefs={},
        options=puzzle.width,
        key=puzzle.id,
        cards=[name for text in own for name in quoted_names(text)],
    )
