"""The members of a class, read from its folder, and the names to choose from. This needs no server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tutor.text import list_languages, table_words

MEMBERS_FILE = "members.jsonl"
"""The file in a class folder that lists the members."""
PRESENCE_FILE = "present.json"
"""The file in a class folder with the number of members who are present."""
CLASS_VARIABLE = "TEBIKI_CLASS"
"""Environment variable that the class server sets for the teacher's kernels: the folder of the class."""


@dataclass
class ClassMember:
    """A member of the class.

    log : the id of the member's log. seen, page : when the member last asked for something, and the page last opened;
    they are not stored, and last as long as the server runs.
    """

    id: str
    name: str
    language: str
    joined: float
    log: str
    seen: float = 0.0
    page: str = ""


def members_in(folder: Path) -> dict[str, ClassMember]:
    """Return the members of the class in a folder, by id; {} if there is no class.

    Raises OSError if the file cannot be read.
    """
    file, found = folder / MEMBERS_FILE, dict[str, ClassMember]()
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []
    for row in map(read_row, lines):
        try:
            if row.get("gone"):
                found.pop(row["id"], None)
            elif all(isinstance(row[name], str) for name in ("id", "name", "language", "log")):
                found[row["id"]] = ClassMember(
                    row["id"], row["name"], row["language"], float(row["joined"]), row["log"]
                )
        except (KeyError, TypeError, ValueError, OverflowError):
            continue  # a truncated line costs one member's name, not the class
    return found


class Attendance(NamedTuple):
    """The number of members who have joined a class, and of those who are present."""

    joined: int
    here: int


def attendance_of(folder: Path) -> Attendance:
    """Return the attendance of the class in a folder. Raises OSError if its members cannot be read."""
    try:
        here = int(read_row((folder / PRESENCE_FILE).read_text(encoding="utf-8")).get("here", 0))
    except (OSError, ValueError, TypeError):
        here = 0
    joined = len(members_in(folder))
    return Attendance(joined, min(here, joined))


def list_pseudonyms(language: str) -> dict[str, None]:
    """Return the pseudonyms from which members choose, in a language, as the keys of a dict."""
    said = table_words("class", language if language in list_languages() else "en")
    join = "" if language == "ja" else " "
    return dict.fromkeys(f"{one}{join}{two}" for one in said["manners"].split() for two in said["animals"].split())


def read_row(text: str) -> dict[str, Any]:
    """Parse the JSON object in a text; return {} if there is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
