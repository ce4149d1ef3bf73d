"""Games on the boards of lesson plans and designs, kept so that a page reopened later shows them as they were.

These games do not count as practice of a printed game, so they appear in no log and no report. Each is kept in a file
of its own, next to the learner's log; the file is rewritten at every move and deleted when the game ends. A reopened
game is replayed from its moves; if its rules have changed since, the game is dropped.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engines.errors import TebikiError
from engines.game import Game
from tutor import progress
from tutor.files import write_whole
from tutor.matches.kept_games import GameKeeper, repeat_event, rules_digest
from tutor.matches.match import Match, Setup

LONGEST_FILE = 400_000
"""Maximum size of a file in bytes; a longer one was not written by Tebiki."""


class KeptFile:
    """A small file of this kernel's learner for one place, such as a board of a page."""

    def __init__(self, place: str) -> None:
        self.place = place

    def path(self) -> Path:
        """Return the path of the file. Raises ProgressError if there is no learner."""
        return progress.log_file(progress.learner_id()).with_suffix(f".{self.place}.json")

    def read(self) -> dict[str, Any]:
        """Return what is kept; {} if nothing is."""
        try:
            path = self.path()
            found = json.loads(path.read_text(encoding="utf-8")) if path.stat().st_size <= LONGEST_FILE else {}
        except (OSError, ValueError, RecursionError, progress.ProgressError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, found: Mapping[str, object]) -> None:
        """Replace what is kept. Raises OSError or ProgressError if that is impossible."""
        write_whole(self.path(), json.dumps(found, ensure_ascii=False), 0o600)

    def forget(self) -> None:
        """Delete the file."""
        with contextlib.suppress(OSError, progress.ProgressError):
            self.path().unlink(missing_ok=True)


class BoardKeeper(GameKeeper):
    """Keeps the game of one place in a file of its own, instead of the learner's log."""

    def __init__(self, place: str) -> None:
        super().__init__("", place)
        self.file = KeptFile(place)
        self.rows: list[list[str]] = []

    def anew(self) -> BoardKeeper:
        """Return a keeper for another game at the same place; the file of the earlier one is deleted."""
        self.file.forget()
        return BoardKeeper(self.step)

    def _begin(self, match: Match) -> None:
        self.run = self.step

    def _write(
        self, match: Match, verdict: str, actions: Iterable[str], place: int, clauses: Iterable[str] = ()
    ) -> None:
        if verdict == "over":
            self.file.forget()
            return
        if verdict not in ("move", "hand", "undo"):
            return
        del self.rows[place:]
        if verdict != "undo":
            self.rows.append([verdict, *actions])
        setup = match.setup
        kept = {
            "rules": rules_digest(match.game),
            "setup": [setup.you, setup.rival, setup.strength, setup.first, setup.seed],
            "opening": match.opening,
            "rows": self.rows,
        }
        try:
            self.file.write(kept) if self.rows else self.file.forget()
        except OSError as error:
            self.unsaved = error.strerror or str(error)
        except progress.ProgressError as error:
            self.unsaved = str(error)


def dealt_again(kept: Mapping[str, Any], game: Game) -> Match | None:
    """Return the match that is kept, before its first move; None if it was another game's."""
    try:
        if kept.get("rules") != rules_digest(game):
            return None
        you, rival, strength, first, seed = kept["setup"]
        return Match.continued(Setup(game.name, you, rival, strength, first, seed), game, kept["opening"])
    except (TebikiError, ValueError, TypeError, KeyError, IndexError):
        return None


def resume_match(keeper: BoardKeeper, game: Game) -> Match | None:
    """Return the match that is kept for a place, with its moves made; None if there is none of this game."""
    kept = keeper.file.read()
    match = dealt_again(kept, game)
    return match if match is not None and repeat_rows(match, keeper, kept) else None


def repeat_rows(match: Match, keeper: BoardKeeper, kept: Mapping[str, Any]) -> bool:
    """Make the kept moves in a match that has just begun, and keep it from now on; return True if there were any.

    If they cannot be made, the match may have some of them: it has to be begun again.
    """
    match.keeper = keeper
    rows = kept.get("rows")
    if kept.get("rules") != rules_digest(match.game) or not isinstance(rows, list):
        return False
    try:
        same = all(repeat_event(match, verdict, actions) for verdict, *actions in rows)
    except (TebikiError, ValueError, TypeError, IndexError):
        same = False
    if not same:
        keeper.file.forget()
        return False
    keeper.rows = rows
    return bool(rows)


def keep_open_match(match: Match, place: str) -> bool:
    """Keep a match that always begins in the same way; make the moves kept for it, and return True if there were any.

    The match's own `again` begins it again if they cannot be made.
    """
    keeper = BoardKeeper(place)
    if repeat_rows(match, keeper, keeper.file.read()):
        return True
    match.keeper = None
    match.again().keeper = keeper
    return False
