"""Written counter-rules: what people believe of a game, and what cannot be derived, from its `beliefs.toml`.

    [[belief]]
    id = "M4"
    belief = "You play as if upright units could be attacked too."
    says = "upright units can be attacked"
    clauses = ["..."]
    without = ["attack_unit.target_fatigued"]

A `[[rule]]` is the same without `belief`: nobody is known to believe it. What changes is data as far as that goes, else
a function of the game that takes the draft. A `[[house]]` is again the same, for a whole mechanic taken out, or a rule
of another edition: nothing to ask about, so it is no counter-rule of courses and practice, but one to play by
(`house_rules`). What it refuses names it as a house rule.

without : requirements taken out, "kind.requirement". also : requirements of other kinds asked for too, "kind.name".
parameters : rule parameters with their values. skip : effects left out, "STEP" or "STEP.otherwise".
swap : ways swapped, by the names of derived counter-rules. lead : exits led elsewhere, "STEP.part" = "STEP".
offer : kinds offered in a further step, "kind@STEP". function : its module and name.

`[untouched]` has the clauses that no counter-rule is about, `[out_of_play]` those about which play with the game's
cards gives nothing to ask, `[cannot]` the derived counter-rules that cannot be played, each with the reason.
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
"""The table of the rules that are there to be played."""

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
    """Return where the file of a game lies, if it has one."""
    return GAMES / game.name / FILE


def read_document(game: Game) -> Document:
    """Return what the file of a game says, nothing if there is no file."""
    path = path_of(game)
    return read_toml(path) if path.exists() else {}


def of_file(game: Game, *tables: str) -> tuple[CounterRule, ...]:
    """Return the changes of a game that its file writes in these tables."""
    return read_changes(game, read_document(game), str(path_of(game)), tables)


def house_rules(game: Game) -> tuple[CounterRule, ...]:
    """Return the changes of a game that are there to be played and not to be asked about."""
    return game.kept("house rules", lambda: of_file(game, HOUSE))


def rules_to_play(game: Game) -> dict[str, CounterRule]:
    """Return the counter-rules and the house rules of a game by their ids: whatever can be played in its rules' place.

    Rule parameters with other values are no part of it; those are for `Game.variant`.
    """
    return by_id(game) | {rule.id: rule for rule in house_rules(game)}


def change_rules(game: Game, changes: Mapping[str, int]) -> Game:
    """Return a game by house rules; the game itself if there are none.

    changes : values of rule parameters by their names, and 1 for each of `rules_to_play` that is put in the place of
    the printed rule (0 leaves it out). Raises DataError for a name that is neither, or a value out of its range.
    """
    known = rules_to_play(game)
    numbers = {name: value for name, value in changes.items() if name not in known}
    found = game.variant(**numbers) if numbers else game
    for name, value in changes.items():
        if name in known and value:
            found = known[name].patched(found)
    return found


def left_out(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """Return the derived counter-rules that cannot be played, and the clauses that none is about, with the reasons."""
    data = read_document(game)
    return dict(data.get("cannot", {})), dict(data.get("untouched", {}))


def never_in_play(game: Game) -> dict[str, str]:
    """Return the clauses about which nothing in play can be asked, each with the reason."""
    data = read_document(game)
    return {**data.get("untouched", {}), **data.get("out_of_play", {})}


def read_changes(
    game: Game, data: Document, where: str, tables: Iterable[str] = ("belief", "rule")
) -> tuple[CounterRule, ...]:
    """Return the changes that a document writes in some tables. Raises DataError with the row and what is wrong."""
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
    """Return what a written row changes in a draft. fact : what is said of an action that it refuses.

    Raises DataError for a function that there is not.
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
    """Return the requirement of this name that some kind of action has. Raises DataError if none does."""
    for kind in draft.base.kinds.values():
        for one in kind.requirements:
            if one.name == name:
                return one
    raise DataError("counter-rule", f"no kind of action has a requirement {name!r}.", "Name one that some kind has.")
