"""Reads and checks lesson files (see docs/lessons.md). It uses no widgets and plays nothing."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import engines
from engines.book.rulebook import read_toml
from engines.book.toml_schema import check_shape
from engines.errors import DataError, did_you_mean
from engines.game import Game
from engines.kernel.state import State
from tutor.lessons import growing

FOLDER = Path(__file__).parent
KINDS = (
    *("watch", "do", "which", "predict", "why", "order", "spot", "solve", "turn", "repair", "build", "play"),
    *("point", "count", "argue"),
)
COMMON_ENTRIES = (
    *("id", "kind", "level", "seconds", "title", "text", "goal", "position", "nudge", "after", "meets", "say"),
    *("shows", "asks", "chances", "was"),
)
KIND_ENTRIES: dict[str, tuple[str, ...]] = {
    "watch": ("script", "when", "strip"),
    "do": ("success", "when", "until", "begun", "against", "at_least", "unique", "script", "ticks"),
    "solve": ("success", "when", "begun", "against", "at_least", "unique"),
    "turn": ("success", "when", "begun", "against", "unique", "allow"),
    "which": ("items", "legal"),
    "predict": ("script", "parts", "when", "strip"),
    "why": ("refused", "choice", "of"),
    "repair": ("refused", "changes"),
    "order": ("script", "lines", "when", "strip"),
    "spot": ("script",),
    "build": ("success", "cards", "start", "listed"),
    "play": ("decks", "variant", "bot", "first", "seed", "moments", "success"),
    "point": ("script", "when", "at", "among", "clause"),
    "count": ("script", "when", "of", "clause", "strip"),
    "argue": ("lines", "stray"),
}
STOP_ENTRIES = ("play", "line", "keeps", "back")
"""Entries of a step of a growing game, whatever its kind."""
NEEDED_ENTRIES = {
    "watch": ("script",),
    "do": ("success",),
    "solve": ("success",),
    "turn": ("success",),
    "which": ("items", "legal"),
    "predict": ("script", "parts"),
    "why": ("refused", "choice"),
    "repair": ("refused", "changes"),
    "order": ("script", "lines"),
    "spot": ("script",),
    "play": ("decks",),
    "build": ("success", "cards"),
    "point": ("at",),
    "count": ("of",),
    "argue": ("lines", "stray"),
}
LONGEST_TEXT, LONGEST_GOAL = 45, 12
LESSON_ENTRIES = ("game", "title", "can", "before", "later", "base", "step", "table", "cards", "pale", "settled")
FIGHT_ENDS = ("action over", "attack over", "battle over", "fight over")
NEXT_CHOICE = growing.NEXT_CHOICE
JUDGED_KINDS = ("do", "solve", "turn")
"""The kinds in which `when` says at which end the goal is judged."""
PHASE_OVER = "phase over"
ASKS_REPAIRS = "repairs"
"""Value of `of` in a why step whose choices say what would make the action legal."""
ALLOWED_WORDS = {
    "when": (*FIGHT_ENDS, "turn over", NEXT_CHOICE),
    "until": (PHASE_OVER,),
    "against": ("best defence", "unseen cards", "every roll"),
    "of": (ASKS_REPAIRS,),
}
"""Allowed values of some entries; any other value would be silently ignored."""


Row = Mapping[str, Any]
"""A table of a lesson file; its entries are checked when it is read."""


class PartRow(TypedDict):
    """A part of a prediction. clause : the clause that decides it, if no event does.

    numbers : given instead of options if the learner types a number; the numbers that people are expected to say.
    """

    ask: str
    of: str
    options: NotRequired[list[str | int]]
    numbers: NotRequired[list[str | int]]
    clause: NotRequired[str]
    say: NotRequired[dict[str, str]]


class ChangeRow(TypedDict):
    """A sentence of a why step: either true, with a change that makes it untrue, or untrue.

    need : the requirement that an untrue sentence says is not met, "" if no rule requires what it says.
    """

    text: str
    change: NotRequired[Row]
    need: NotRequired[str]


class ChanceRow(TypedDict):
    """A chance shown beside the board."""

    row: str
    of: str
    play: str
    change: NotRequired[Row]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: its number (from 1), its id, and its entries in the file.

    before : for a stop of a growing game, the position in which its film begins. tries : for such a stop, the tries
    that it asks for, each with the requirements that must refuse it; in other steps a try counts whatever refuses it.
    met : for such a stop, the kinds of action that the game has shown by its end.
    """

    number: int
    id: str
    kind: str
    data: Row
    position: Row
    where: str
    before: Row | None = None
    tries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    met: frozenset[str] = frozenset()

    def get(self, key: str, default: Any = None) -> Any:
        """Return an entry of the step, or `default`."""
        return self.data.get(key, default)

    @property
    def unseen(self) -> bool:
        """True if unnamed cards count as unseen: a proof then assumes the worst possible cards."""
        return "unseen cards" in self.data.get("against", ())

    @property
    def worst(self) -> bool:
        """True if everything left to chance (unseen cards, dice) turns out as badly as possible."""
        return self.unseen or "every roll" in self.data.get("against", ())

    @property
    def least(self) -> Fraction | None:
        """The probability that the step asks for; None if it asks for a proof."""
        least = self.data.get("at_least")
        return None if least is None else Fraction(least)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its game, its title, and its steps in order.

    table : the position in which a growing game begins; None if the steps are not one game. cards : the cards seen in
    it. settled : moves that are made automatically, because their alternatives differ only in something that cannot be
    pointed at. pale : words on its cards that make no difference in this game, each with the counter-rule that removes
    them.
    """

    path: Path
    game: Game
    title: str
    can: tuple[str, ...]
    steps: tuple[Step, ...] = field(repr=False)
    table: Row | None = field(default=None, repr=False)
    cards: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    pale: Mapping[str, str] = field(default_factory=dict)

    @property
    def grows(self) -> bool:
        """True if the steps are stops in a single game."""
        return self.table is not None

    @property
    def name(self) -> str:
        """The lesson's name in progress logs and addresses: "altaria/04_attacking"."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def minutes(self) -> int:
        """The number of minutes that a newcomer needs."""
        return minutes_of(step.data for step in self.steps)

    def step(self, id: str) -> Step:
        """Return a step by its id. Raises DataError if there is none."""
        for step in self.steps:
            if step.id == id:
                return step
        steps = [step.id for step in self.steps]
        raise DataError(str(self.path), f"there is no step {id!r}.", did_you_mean(id, steps))


def minutes_of(steps: Iterable[Row]) -> int:
    """Return the number of minutes that a newcomer needs for these steps; steps that give no time do not count."""
    seconds: int = sum(step.get("seconds", 0) for step in steps)
    return max(1, round(seconds / 60))


def find_lesson(name: str) -> Path:
    """Return the file of a lesson such as "altaria/04_attacking".

    Raises DataError, suggesting the nearest name, if there is none.
    """
    path = FOLDER / f"{name}.toml"
    if not path.exists():
        there = sorted(f"{p.parent.name}/{p.stem}" for p in FOLDER.glob("*/*.toml"))
        alone = [one for one in there if one.split("/")[1].lstrip("0123456789_") == name]
        remedy = f"Did you mean {alone[0]!r}?" if alone else did_you_mean(name, there, 0.8)
        raise DataError("lesson", f"there is no lesson {name!r}.", remedy)
    return path


def read_lesson(path: Path) -> Lesson:
    """Read a lesson file. Raises DataError, naming the file, step and entry, if it is invalid.

    A lesson of a course is cached until its file changes, since pages need it repeatedly.
    """
    if path.parent.parent != FOLDER or not path.exists():
        return lesson_of(read_toml(path), path)
    told = path.stat()
    return _read(path, told.st_mtime_ns, told.st_size)


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> Lesson:
    return lesson_of(read_toml(path), path)


def lesson_of(data: Row, path: Path) -> Lesson:
    """Return the lesson in a document that comes from `path`. Raises DataError if an entry is malformed."""
    for key in ("game", "title", "step"):
        if key not in data:
            raise DataError(str(path), f"entry {key!r} is missing.", "Add it.")
    for key in data:
        if key not in LESSON_ENTRIES:
            raise DataError(str(path), f"unknown entry {key!r}.", f"Known: {', '.join(LESSON_ENTRIES)}.")
    try:
        game = engines.load(str(data["game"]))
    except DataError as error:
        raise DataError(f"{path}, game", error.what, error.remedy) from None
    base, table = data.get("base", {}), data.get("table")
    check_shape(data["step"], [dict], f"{path}, step")
    stops = growing.play_stops(game, table, data["step"], str(path)) if table is not None else []
    steps: list[Step] = []
    strips = dict.fromkeys(name for row in game.flow.steps.values() for name in ("", row.procedure, row.phase))
    for number, row in enumerate(data["step"], 1):
        step = _step(path, number, row, base, stops[number - 1] if stops else None)
        if step.get("strip", "") not in strips:
            known = ", ".join(filter(None, strips))
            raise DataError(step.where, f"strip is {step.get('strip')!r}.", f"Procedures and phases: {known}.")
        if any(step.id == other.id for other in steps):
            raise DataError(step.where, "has the id of an earlier step.", "Give each step its own id.")
        steps.append(step)
    can, cards, settled = (tuple(data.get(key, ())) for key in ("can", "cards", "settled"))
    return Lesson(path, game, data["title"], can, tuple(steps), table, cards, settled, data.get("pale", {}))


def _step(path: Path, number: int, row: Row, base: Row, stop: growing.Stop | None) -> Step:
    where = f"{path}, step {row.get('id', number)!r}"
    kind = row.get("kind")
    if kind not in KINDS:
        raise DataError(where, f"kind is {kind!r}.", f"Use one of {', '.join(KINDS)}.")
    for key in ("id", "title", "text", "goal"):
        if not row.get(key):
            raise DataError(where, f"entry {key!r} is missing.", "Every step has id, title, text and goal.")
    entries = COMMON_ENTRIES + KIND_ENTRIES[kind]
    if stop is not None:
        entries = tuple(key for key in (*entries, *STOP_ENTRIES) if key != "position")
    for key in row:
        if key not in entries:
            raise DataError(where, f"a {kind} step has no entry {key!r}.", f"Entries: {', '.join(entries)}.")
    for key in NEEDED_ENTRIES.get(kind, ()):
        if key not in row:
            raise DataError(where, f"a {kind} step needs {key!r}.", "Add it.")
    for key, most in (("text", LONGEST_TEXT), ("goal", LONGEST_GOAL)):
        words = len(row[key].split())
        if words > most:
            raise DataError(where, f"{key} has {words} words.", f"At most {most}.")
    for key, known in ALLOWED_WORDS.items():
        said = row.get(key, ()) if (kind, key) != ("count", "of") else ()
        for word in (said,) if isinstance(said, str) else said:
            if word not in known:
                raise DataError(where, f"{key} says {word!r}.", f"Known: {', '.join(known)}.")
    if kind in JUDGED_KINDS and row.get("when") == NEXT_CHOICE:
        ends = ", ".join((*FIGHT_ENDS, "turn over"))
        raise DataError(
            where, f"when says {NEXT_CHOICE!r}, which ends a film, and a {kind} has none.", f"Known: {ends}."
        )
    if kind == "order" and len(row["lines"]) < 2:
        raise DataError(where, "there are fewer than two lines to put in order.", "Add one.")
    if row.get("ticks") and len(row["ticks"]) != len(row.get("success", ())):
        raise DataError(where, "ticks are not as many as the conditions of success.", "Write one for each, or [].")
    data = {"script": [], **row, "parts": [part_of_answer(row)]} if kind in ("count", "point") else row
    if stop is not None:
        return Step(number, row["id"], kind, data, stop.position, where, stop.before, stop.tries, stop.met)
    return Step(number, row["id"], kind, data, merge_tables(base, row.get("position", {})), where)


def part_of_answer(row: Row) -> PartRow:
    """Return the prediction with one part that corresponds to a step asking for a number or for places.

    The options for a number are all digits. Places have no options, because they are pointed at.
    """
    digits: list[str | int] = list(range(10)) if "of" in row else []
    part: PartRow = {"ask": row["goal"], "of": row.get("of", row.get("at")), "options": digits}
    part["say"] = row.get("say", {})
    if "clause" in row:
        part["clause"] = row["clause"]
    return part


def expected_answers(part: PartRow) -> list[str]:
    """Return the options of a part of a prediction or, if a number is typed, the numbers that people say."""
    return [str(one) for one in part.get("options") or part.get("numbers") or ()]


def merge_tables(base: Row, more: Row) -> dict[str, object]:
    """Return `base` with `more` merged into it: tables merge key by key, other values are replaced."""
    result = copy.deepcopy(dict(base))
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merge_tables(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def state_of(lesson: Lesson, step: Step, change: Row | None = None, run: bool = True) -> State:
    """Return the state in which a step begins; `change` is merged into its position."""
    document = merge_tables(step.position, change or {})
    if step.unseen:
        document["unseen"] = True
    return lesson.game.position(document, step.where, run=run)


def shown_cards(step: Step) -> frozenset[str]:
    """Return the references of the hidden cards that the step shows to the learner."""
    refs = set()
    for seat, name in enumerate(("you", "rival")):
        for key, places in step.position.get(name, {}).items():
            if key.startswith("shown_"):
                refs |= {f"{seat}.{key.removeprefix('shown_')}.{place - 1}" for place in places}
    return frozenset(refs)
