"""'Your turn' questions: a whole turn with nothing highlighted, from a game between bots, with a proved goal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tutor.lessons.loader import FOLDER, Lesson, lesson_of
from tutor.practice.maker import DIVERTING, PERMITTING, Maker, Request
from tutor.practice.question import Question
from tutor.practice.stored_puzzles import pick_puzzle, question_of_puzzle
from tutor.puzzles.measuring import PLAYOUTS
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.store import load_puzzles
from tutor.text import format_message

FEWEST_MOVES = 2
"""Minimum number of the learner's own actions in the turn of a question."""
LUCKY_SHARE, FEWEST_TURNS = 0.1, 20
"""Maximum share of random play-outs that may reach the goal of such a turn; and number of positions that are used in a
game even if this share is larger, those with the smallest shares first."""
STEP_ENTRIES = ("goal", "success", "when", "against", "position")
"""Entries of a puzzle that the step takes over."""


def lucky_share(puzzle: Puzzle) -> float:
    """Return the share of random play-outs that solve a puzzle."""
    return (puzzle.found or {}).get("random", PLAYOUTS) / PLAYOUTS


@cache
def whole_turns(game: str) -> tuple[Puzzle, ...]:
    """Return the stored positions of a game that ask for a whole turn: several actions, and no dice."""
    several = [
        puzzle
        for puzzle in load_puzzles(game)
        if not puzzle.chance and sum(seat == 0 for seat, _ in puzzle.line) >= FEWEST_MOVES
    ]
    several.sort(key=lucky_share)
    return tuple(one for at, one in enumerate(several) if at < FEWEST_TURNS or lucky_share(one) <= LUCKY_SHARE)


def is_defence(puzzle: Puzzle) -> bool:
    """Return True if the turn is the rival's, so that the learner has to defend."""
    return puzzle.position.get("player") == "rival"


def own_words(puzzle: Puzzle, language: str = "en") -> dict[str, str]:
    """Return the title and the text for a turn: whose turn it is, and how it is judged."""
    whose = "defence" if is_defence(puzzle) else "attack"
    return {key: format_message(f"practice.own_turn.{whose}.{key}", language) for key in ("title", "text")}


def lesson_with_turn(puzzle: Puzzle, language: str = "en") -> Lesson:
    """Return a lesson whose only step is the turn of a stored position."""
    row = puzzle.row(language=language)
    said = own_words(puzzle, language)
    entries = {key: row[key] for key in ("id", *STEP_ENTRIES) if key in row}
    document = {"game": puzzle.game, "title": said["title"], "step": [{"kind": "turn", **said, **entries}]}
    return lesson_of(document, FOLDER / puzzle.game / "turn.toml")


def find_turns(request: Request) -> Iterator[Question]:
    """Yield a stored turn that goes differently under the counter-rule."""
    for puzzle in pick_puzzle(request, whole_turns(request.game.name)):
        said = own_words(puzzle, request.language)
        yield question_of_puzzle(request, puzzle, STEP_ENTRIES, said, kind="turn", nudge="")


OWN_TURN = Maker("own_turn", find_turns, (*PERMITTING, *DIVERTING), on_board=True)
