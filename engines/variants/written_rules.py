"""Counter-rules written in a game's `beliefs.toml`: what newcomers believe, and changes that cannot be derived.

[[belief]]
    id = "M4"
    belief = "You play as if upright units could be attacked too."
    says = "upright units can be attacked"
    clauses = ["..."]
    without = ["attack_unit.target_fatigued"]

A `[[rule]]` has the same form without `belief`, since newcomers do not hold it. The change is given as data if
possible, otherwise as a function that takes the draft. A `[[house]]` has the same form; it removes a whole mechanic, or
is a rule of another edition. It is a rule to play by (`house_rules`), and its refusals call it a house rule; courses
and practice ask no questions about it.

without : requirements to drop, "kind.requirement". also : requirements of other kinds to add, "kind.name". parameters :
rule parameters with their values. skip : effects to skip, "STEP" or "STEP.otherwise".
swap : exits to swap, by the names of derived counter-rules. lead : exits to redirect, "STEP.part" = "STEP".
offer : kinds to offer in another step, "kind@STEP". function : the module and name of a function.

`[untouched]` lists the clauses without a counter-rule; `[out_of_play]` those about which no question can arise in play
with the game's cards; and `[cannot]` the derived counter-rules that are unplayable. Each entry has its reason.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from engines.book.rulebook import read_toml
from engines.book.toml_schema import Document, Shape, check_shape
from engines.errors import DataError
from engines.game import Game
from engines.kernel.flow import S
from engines.legal.reasons import Requirement
from engines.variants.counter_rules import WRITTEN, Change, CounterRule, by_id, swap_named
from engines.variants.rule_patch import BEFORE, Draft, Face

FILE = "beliefs.toml"
GAMES = Path(__file__).parent
HOUSE = "house"
"""The table of rules that are only for play."""

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


def path_of(game: Game) -> Path:
    """Return the path of a game's `beliefs.toml`; None if it has none."""
    return GAMES / game.name / FILE


def read_rules_file(game: Game) -> Document:
    """Return the contents of a game's `beliefs.toml`, empty if there is no file."""
    path = path_of(game)
    return read_toml(path) if path.exists() else {}


def of_file(game: Game, *tables: str) -> tuple[CounterRule, ...]:
    """Return the changes that are written in these tables of a game's `beliefs.toml`."""
    return read_changes(game, read_rules_file(game), str(path_of(game)), tables)


def house_rules(game: Game) -> tuple[CounterRule, ...]:
    """Return the changes of a game that are only for play, not for questions."""
    return game.kept("house rules", lambda: of_file(game, HOUSE))


def rules_to_play(game: Game) -> dict[str, CounterRule]:
    """Return the counter-rules and house rules of a game by id: everything that can replace its rules in play.

    Changes of rule parameters are not included; for those see `Game.variant`.
    """
    return by_id(game) | {rule.id: rule for rule in house_rules(game)}


def change_rules(game: Game, changes: Mapping[str, int]) -> Game:
    """Return a game with house rules; the game itself if there are none.

    changes : values of rule parameters, by name; and for each of `rules_to_play`, 1 if it replaces the printed rule, or
    0 if not. Raises DataError for an unknown name, or a value out of range.
    """
    known = rules_to_play(game)
    numbers = {name: value for name, value in changes.items() if name not in known}
    found = game.variant(**numbers) if numbers else game
    for name, value in changes.items():
        if name in known and value:
            found = known[name].patched(found)
    return found


def left_out(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """Return the unplayable derived counter-rules, and the clauses without a counter-rule, each with the reason."""
    data = read_rules_file(game)
    return dict(data.get("cannot", {})), dict(data.get("untouched", {}))


def never_in_play(game: Game) -> dict[str, str]:
    """Return the clauses about which no question can arise in play, each with the reason."""
    data = read_rules_file(game)
    return {**data.get("untouched", {}), **data.get("out_of_play", {})}


def read_changes(
    game: Game, data: Document, where: str, tables: Iterable[str] = ("belief", "rule")
) -> tuple[CounterRule, ...]:
    """Return the changes in some tables of a document.

    Raises DataError, with the row and the fault, if a change is not valid.
    """
    check_shape(data, SHAPE, where)
    return tuple(_rule(game, row, where, table) for table in tables for row in data.get(table, ()))


def _rule(game: Game, row: Document, where: str, table: str) -> CounterRule:
    here = f"{where}, {row.get('id', 'a row without id')}"
    check_shape(row, ROW, here)
    for name in ("id", "says", "clauses"):
        if not row.get(name):
            raise DataError(here, f"has no {name}.", "Add it.")
    for clause in row["clauses"]:
        game.rulebook.clause(clause)
    fact = game.words.say("counter.house", says=row["says"]) if table == HOUSE else row["says"]
    change = _change(game, row, here, fact)
    return CounterRule(row["id"], WRITTEN, tuple(row["clauses"]), row.get("belief", ""), row["says"], game, change)


def _change(game: Game, row: Document, where: str, fact: str) -> Change:
    """Return the change that a row makes in a draft. fact : the fact that refusals by this change give.

    Raises DataError for an unknown function.
    """
    function: Change | None = None
    if "function" in row:
        file, name = split_name(row["function"])
        function = getattr(importlib.import_module(f"{__package__}.{game.name}.{file}"), name, None)
        if function is None:
            raise DataError(where, f"there is no function {row['function']!r}.", "Write it there.")

    def change(draft: Draft[S, Face]) -> None:
        draft.says = fact
        draft.parameters.update(row.get("parameters", {}))
        for name in row.get("also", ()):
            kind, requirement = split_name(name)
            draft.also(kind, asked_elsewhere(draft, requirement))
        for name in row.get("without", ()):
            draft.without(*split_name(name))
        for name in row.get("skip", ()):
            step, part = split_name(name)
            draft.skip(step, part or BEFORE)
        for name in row.get("swap", ()):
            swap_named(draft, name)
        for name, step in row.get("lead", {}).items():
            draft.lead(*split_name(name), step)
        for name in row.get("offer", ()):
            draft.offer(*split_name(name, "@"))
        if function is not None:
            function(draft)

    return change


def split_name(name: str, joint: str = ".") -> tuple[str, str]:
    """Return the two parts of "kind.requirement", "STEP.part" or "kind@STEP"."""
    first, _, second = name.partition(joint)
    return first, second


def asked_elsewhere(draft: Draft[S, Face], name: str) -> Requirement[S]:
    """Return the requirement of this name, whichever kind of action has it. Raises DataError if none has it."""
    for kind in draft.base.kinds.values():
        for one in kind.requirements:
            if one.name == name:
                return one
    raise DataError("counter-rule", f"no kind of action has a requirement {name!r}.", "Name one that some kind has.")
