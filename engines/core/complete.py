"""Is a small game complete? Every sentence it can say, every clause it names, and a step for every kind of action."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engines.core.errors import DataError, nearest
from engines.core.game import Game
from engines.core.plain_fields import Number
from engines.core.words import facts_of


def check_complete(game: Game, module: Path) -> None:
    """Raise DataError for the first thing that a small game lacks, before anybody plays it.

    module : its Python file. Its clauses and events are looked for there as they are written: `"LAN-3.1"`,
    `note("drew", ...)`.
    """
    file = str(module.with_suffix(".toml"))
    offered = {name for step in game.flow.steps.values() for name in step.on}
    for kind in game.kinds.values():
        if kind.name not in offered:
            what = f"no step offers the action {kind.name!r}."
            raise DataError(str(module), what, 'Give a step an exit for it: {"' + kind.name + '": (effect, "STEP")}.')
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    for clause in (text for text in texts if re.fullmatch(rf"{game.rulebook.prefix}-\d+\.\d+", text)):
        if clause not in game.rulebook.clauses:
            remedy = f'Add "{clause}" = ["title", "action", "text"], or correct the id.'
            raise DataError(f"{file}, clauses", f"there is no clause {clause}, which {module.name} names.", remedy)
    for key in sentences(game):
        if not game.words.has(key):
            table, _, name = key.partition(".")
            remedy = f'Add {name if name.isidentifier() else repr(name)} = "..." under [words.en.{table}].'
            raise DataError(file, f"there is no sentence {key!r}.", _near(key, game.words.languages["en"]) + remedy)
    for key, known in asked_facts(game):
        for fact in sorted(facts_of(game.words.term(key)) - known):
            what = f"the sentence {key!r} asks for {{{fact}}}, which is not given."
            raise DataError(file, what, f"Given: {', '.join(sorted(known))}.")
    for event in events_in(nodes):
        if not game.words.has(f"event.{event}"):
            what = f"there is no sentence for the event {event!r}, which {module.name} notes."
            raise DataError(file, what, f'Add {event} = "{{player}} ..." under [words.en.event].')


def sentences(game: Game) -> Iterator[str]:
    """Yield the keys of the sentences that a game must have."""
    yield from (f"phase.{phase.id}.title" for phase in game.phases)
    for step in game.flow.steps.values():
        yield f"step.{step.name}.title"
        yield from (f"step.{step.name}.asks" for _ in range(step.ask is not None))
    for kind in game.kinds.values():
        yield from (f"action.{kind.name}.form", f"action.{kind.name}.label", f"when.{kind.name}")
        for need in kind.requirements:
            yield from (f"fact.{need.name}.yes", f"fact.{need.name}.no", f"repair.{need.name}")


def asked_facts(game: Game) -> Iterator[tuple[str, set[str]]]:
    """Yield the key of each sentence about an action, with the facts that are given to it."""
    habits = game.rules.habits
    assert habits is not None
    declared = habits.kind.declaration.items()
    always = {"step", "s", *(f"own_{zone}" for zone in habits.kind.zones_of_players)}
    always |= {f"state_{name}" for name, one in declared if isinstance(one, Number)}
    for kind in game.kinds.values():
        known = always | {*kind.arguments}
        known |= {f"{argument}_{field}" for argument in kind.arguments for field in game.card_rules.fields}
        yield f"action.{kind.name}.form", {*kind.arguments}
        for need in kind.requirements:
            for key in (f"fact.{need.name}.yes", f"fact.{need.name}.no", f"repair.{need.name}"):
                yield key, known


def events_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the kinds of event that some code notes by name: the first argument of each `note(...)`."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def _near(word: str, known: Iterable[str]) -> str:
    near = nearest(word, known, 0.85)
    return f"Did you mean {near!r}? " if near else ""
