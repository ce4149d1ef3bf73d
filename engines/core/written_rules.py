"""Written counter-rules: what people believe of a game, and what cannot be derived, from its `beliefs.toml`.

    [[belief]]
    id = "M4"
    belief = "You play as if upright units could be attacked too."
    says = "upright units can be attacked"
    clauses = ["..."]
    without = ["attack_unit.target_fatigued"]

A `[[rule]]` is the same without `belief`: nobody is known to believe it. What changes is data as far as that goes, else
a function of the game that takes the draft. A `[[house]]` is again the same, for a whole mechanic taken out: too coarse
to ask about, so it is no counter-rule of courses and practice, but one to play by (`house_rules`).

without : requirements taken out, "kind.requirement". also : requirements of other kinds asked for too, "kind.name".
parameters : rule parameters with their values. skip : effects left out, "STEP" or "STEP.otherwise".
swap : ways swapped, by the names of derived counter-rules. lead : exits led elsewhere, "STEP.part" = "STEP".
offer : kinds offered in a further step, "kind@STEP". function : its module and name.

`[untouched]` has the clauses that no counter-rule is about, `[out_of_play]` those about which play with the game's
cards gives nothing to ask, `[cannot]` the derived counter-rules that cannot be played, each with the reason.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engines.core.counter_rules import WRITTEN, Change, CounterRule, swap_named
from engines.core.drafts import BEFORE, Draft
from engines.core.errors import DataError
from engines.core.game import Game
from engines.core.positions import Document, Shape, check_shape
from engines.core.rulebook import read_toml

FILE = "beliefs.toml"
GAMES = Path(__file__).parent.parent

ROW: dict[str, Shape] = {
    "id": str,
    "belief": str,
    "says": str,
    "clauses": [str],
    "without": [str],
    "also": [str],
    "parameters": dict,
    "skip": [str],
    "swap": [str],
    "lead": dict,
    "offer": [str],
    "function": str,
}
SHAPE: dict[str, Shape] = {
    "game": str,
    "belief": [dict],
    "rule": [dict],
    "house": [dict],
    "untouched": dict,
    "out_of_play": dict,
    "cannot": dict,
}


def read(game: Game) -> tuple[list[CounterRule], dict[str, str]]:
    """Return the written counter-rules of a game, and the derived ones that cannot be played, each with the reason."""
    path = GAMES / game.name / FILE
    if not path.exists():
        return [], {}
    data = read_toml(path)
    return written(game, data, str(path)), left_out(game)[0]


def house_rules(game: Game) -> tuple[CounterRule, ...]:
    """Return the changes of a game that take out a whole mechanic, to be played and not to be asked about."""
    known: Any = game.shared.setdefault("house rules", {})
    if "all" not in known:
        path = GAMES / game.name / FILE
        data = read_toml(path) if path.exists() else {}
        check_shape(data, SHAPE, str(path))
        known["all"] = tuple(_rule(game, row, str(path)) for row in data.get("house", ()))
    found: tuple[CounterRule, ...] = known["all"]
    return found


def left_out(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """Return the derived counter-rules that cannot be played, and the clauses that none is about, with the reasons."""
    path = GAMES / game.name / FILE
    data = read_toml(path) if path.exists() else {}
    return dict(data.get("cannot", {})), dict(data.get("untouched", {}))


def never_in_play(game: Game) -> dict[str, str]:
    """Return the clauses about which nothing in play can be asked, each with the reason."""
    path = GAMES / game.name / FILE
    data = read_toml(path) if path.exists() else {}
    return {**data.get("untouched", {}), **data.get("out_of_play", {})}


def written(game: Game, data: Document, where: str) -> list[CounterRule]:
    """Return the counter-rules that a document writes. Raises DataError with the row and what is wrong there."""
    check_shape(data, SHAPE, where)
    return [_rule(game, row, where) for kind in ("belief", "rule") for row in data.get(kind, ())]


def _rule(game: Game, row: Document, where: str) -> CounterRule:
    here = f"{where}, {row.get('id', 'a row without id')}"
    check_shape(row, ROW, here)
    for name in ("id", "says", "clauses"):
        if not row.get(name):
            raise DataError(here, f"has no {name}.", "Add it.")
    for clause in row["clauses"]:
        game.rulebook.clause(clause)
    change = changed_by(game, row, here)
    return CounterRule(row["id"], WRITTEN, tuple(row["clauses"]), row.get("belief", ""), row["says"], game, change)


def changed_by(game: Game, row: Mapping[str, Any], where: str) -> Change:
    """Return what a written row changes in a draft. Raises DataError for a function that there is not."""
    function: Callable[[Draft], None] | None = None
    if "function" in row:
        file, name = parted(row["function"])
        function = getattr(importlib.import_module(f"engines.{game.name}.{file}"), name, None)
        if function is None:
            raise DataError(where, f"there is no function {row['function']!r}.", "Write it there.")

    def change(draft: Draft) -> None:
        draft.says = row["says"]
        draft.parameters.update(row.get("parameters", {}))
        for name in row.get("also", ()):
            kind, requirement = parted(name)
            draft.also(kind, asked_elsewhere(draft, requirement))
        for name in row.get("without", ()):
            draft.without(*parted(name))
        for name in row.get("skip", ()):
            draft.skip(name.partition(".")[0], name.partition(".")[2] or BEFORE)
        for name in row.get("swap", ()):
            swap_named(draft, name)
        for name, step in row.get("lead", {}).items():
            draft.lead(*parted(name), step)
        for name in row.get("offer", ()):
            kind, _, step = name.partition("@")
            draft.offer(kind, step)
        if function is not None:
            function(draft)

    return change


def parted(name: str) -> tuple[str, str]:
    """Return the two parts of "kind.requirement" or "STEP.part"."""
    first, _, second = name.partition(".")
    return first, second


def asked_elsewhere(draft: Draft, name: str) -> Any:
    """Return the requirement of this name that some kind of action has. Raises DataError if none does."""
    for kind in draft.base.kinds.values():
        for one in kind.requirements:
            if one.name == name:
                return one
    raise DataError("counter-rule", f"no kind of action has a requirement {name!r}.", "Name one that some kind has.")
