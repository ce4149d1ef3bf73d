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
"""The file in a class folder with the number of members who are present, and whether others may join."""
CLASS_VARIABLE = "TEBIKI_CLASS"
"""Environment variable that the class server sets for the teacher's kernels: the folder of the class."""


@dataclass
class ClassMember:
    """A member of the class.

    log : the id of the member's log. seen, page : when the member last asked for something, and the page last opened;
    they are not stored, and last as long as the server runs. left : True once somebody else began at the same browser;
    the name and the work stay, but the member is no longer counted.
    """

    id: str
    name: str
    language: str
    joined: float
    log: str
    seen: float = 0.0
    page: str = ""
    left: bool = False


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
            elif row.get("left"):
                found[row["id"]].left = True
            elif all(isinstance(row[name], str) for name in ("id", "name", "language", "log")):
                found[row["id"]] = ClassMember(
                    row["id"], row["name"], row["language"], float(row["joined"]), row["log"]
                )
        except (KeyError, TypeError, ValueError, OverflowError):
            continue  # a truncated line costs one member's name, not the class
    return found


class Attendance(NamedTuple):
    """The number of members who have joined a class, and of those who are present; who left is not counted."""

    joined: int
    here: int


def attendance_of(folder: Path) -> Attendance:
    """Return the attendance of the class in a folder. Raises OSError if its members cannot be read."""
    try:
        here = int(_read_presence(folder).get("here", 0))
    except (ValueError, TypeError):
        here = 0
    joined = sum(not member.left for member in members_in(folder).values())
    return Attendance(joined, min(here, joined))


def is_door_open(folder: Path) -> bool:
    """Return False if the teacher of the class in a folder has closed its door to newcomers."""
    return _read_presence(folder).get("open", True) is not False


def _read_presence(folder: Path) -> dict[str, Any]:
    try:
        return read_row((folder / PRESENCE_FILE).read_text(encoding="utf-8"))
    except OSError:
        return {}


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
