"""Stores watched games, so that each is played only once: a file for each way to play, a line for each batch."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import engines
from tutor.compare import observe
from tutor.compare.observe import GameTrace
from tutor.progress import data_folder
from tutor.sets.decks import FOLDER

ENGINES_FOLDER = Path(engines.__file__).parent
WATCHING_FILES = tuple(
    Path(__file__).with_name(name) for name in ("batch.py", "features.py", "observe.py", "interaction.py")
)
"""The modules that determine which games are played and what is recorded about them."""


PLAYING_PACKAGES = ("book", "declare", "forms", "kernel", "kit", "search")
"""The engine packages, shared by all games, that determine the course of a game and its players."""


def rule_files(game: str) -> list[Path]:
    """Return the files that determine the course of a game; some may not exist for a small game."""
    shared = [path for package in PLAYING_PACKAGES for path in (ENGINES_FOLDER / package).glob("*.py")]
    own = ENGINES_FOLDER / game
    small = [own.with_suffix(ending) for ending in engines.ENDINGS]
    return [*shared, *own.glob("*.py"), own / "cards.toml", *small]


@cache
def play_fingerprint(game: str) -> str:
    """Return a 12-character digest of the rules, cards, decks, players, and watching modules."""
    digest = hashlib.sha256()
    for path in sorted([*rule_files(game), FOLDER / f"{game}.toml", *WATCHING_FILES]):
        if path.exists():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


class TraceStore:
    """The stored batches of one way to play one game.

    Parameters
    ----------
    game
        The game's name.
    way
        A short name of the pairing, such as "quick" or "quick-erratic-deals".
    folder
        The folder of the files; by default "games" in the folder with the learner's progress (`TEBIKI_HOME`).
    """

    def __init__(self, game: str, way: str, folder: Path | None = None) -> None:
        self.path = (folder or data_folder() / "games") / f"{game}-{way}-{play_fingerprint(game)}.jsonl"

    def batches(self) -> dict[int, list[GameTrace]]:
        """Return the stored batches by the number of their first game; incomplete lines are skipped."""
        found: dict[int, list[GameTrace]] = {}
        if not self.path.exists():
            return found
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                row = json.loads(line)
                found[row["at"]] = [observe.decode_trace(one) for one in row["games"]]
            except (ValueError, TypeError, KeyError):
                continue
        return found

    def keep(self, at: int, traces: Sequence[GameTrace]) -> None:
        """Append a batch in one write; do nothing if the folder is not writable."""
        line = json.dumps({"at": at, "games": [observe.encode_trace(one) for one in traces]}, separators=(",", ":"))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(handle, f"{line}\n".encode())
            finally:
                os.close(handle)
        except OSError:
            pass
