"""Checks that a small game is complete: all sentences, clauses and steps that it uses, a step for every action."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from engines.book.toml_schema import Document
from engines.book.words import Words, facts_of
from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import Number
from engines.errors import DataError, find_nearest
from engines.kernel.flow import Step
from engines.kernel.verbs import Verbs
from engines.legal.arguments import Argument
from engines.legal.reasons import OTHER, Kind, names_another
from engines.rules import Parameter


class Incomplete(DataError):
    """Raised if a small game lacks something. `all` has an error for each gap; the message is that of the first."""

    def __init__(self, lacking: list[DataError]) -> None:
        self.all = lacking
        first, more = lacking[0], len(lacking) - 1
        told = f" Also missing: {more} more; `tebiki check` names them." if more else ""
        super().__init__(first.where, first.what, f"{first.remedy}{told}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.all,)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a small game, before it is assembled.

    module : the path of its Python file. file : the name of its TOML file, for messages. clauses : the clauses in the
    file, by id. fields : the printed fields of its cards. The other parts are the arguments of
    `engines.kit.small_game.game`.
    """

    module: Path
    file: str
    state: type[DeclaredState]
    steps: Mapping[str, Step[Any]]
    kinds: Mapping[str, Kind[Any]]
    arguments: Mapping[str, Argument[Any]]
    verbs: Verbs
    first_step: str
    prefix: str
    clauses: Document
    parameters: Mapping[str, Parameter]
    fields: Iterable[str]
    words: Words


def check_complete(parts: Parts) -> None:
    """Raise Incomplete if a small game lacks anything; this is checked before the game is assembled.

    Clauses and events are found by searching its Python file for their literal form: `"LAN-3.1"`, `note("drew", ...)`.
    """
    found = [*_missing_steps(parts), *_missing_clauses(parts), *_missing_words(parts)]
    if found:
        raise Incomplete(found)


def _missing_steps(parts: Parts) -> Iterator[DataError]:
    """Yield an error for each unknown step, action and zone."""
    file, steps = str(parts.module), parts.steps
    offered = [(step, name) for step in steps.values() for name in step.on]
    for step, name in offered:
        if name not in parts.kinds:
            what = f"offers {name!r}, which is no action."
            yield DataError(f"{file}, step {step.name}", what, _known(name, parts.kinds, "Actions"))
    for kind in parts.kinds.values():
        if kind.name not in [name for _, name in offered]:
            what = f"no step offers the action {kind.name!r}."
            yield DataError(file, what, 'Give a step an exit for it: {"' + kind.name + '": (effect, "STEP")}.')
        for name in kind.steps:
            if name not in steps:
                what = f"names {name!r}, which is no step."
                yield DataError(f"{file}, kind {kind.name!r}", what, _known(name, steps, "Steps"))
    if parts.first_step not in steps:
        what = f"first_step is {parts.first_step!r}, which is no step."
        yield DataError(f"{file}, game()", what, _known(parts.first_step, steps, "Steps"))
    yield from _wrong_functions(parts)
    zones = parts.state.zones_of_players
    for name, argument in parts.arguments.items():
        if argument.zone and argument.zone not in zones:
            what = f"lies in {argument.zone!r}, which is no zone of a player."
            yield DataError(f"{file}, argument {name!r}", what, _known(argument.zone, zones, "Zones"))


def _wrong_functions(parts: Parts) -> Iterator[DataError]:
    """Yield an error for each function of a step, action or verb that cannot take the arguments passed to it."""
    asked: list[tuple[object, str, bool]] = []
    for step in parts.steps.values():
        asked += [(step.do, "state", False), (step.who, "state", False)]
        asked += [(way[0], "state, action", False) for way in step.on.values()]
    asked += [(verb.do, "state, seat, arguments", True) for verb in parts.verbs.values()]
    for function, given, more in asked:
        if isinstance(function, FunctionType) and not _takes(function, given.count(",") + 1, more):
            name, code = function.__name__, function.__code__
            taken = ", ".join(code.co_varnames[: code.co_argcount])
            where = f"{parts.module}, line {code.co_firstlineno}, {name}"
            yield DataError(where, f"takes ({taken}), but is given ({given}).", f"Write def {name}({given}).")


def _takes(function: FunctionType, given: int, more: bool) -> bool:
    """Return True if a function can be called with `given` arguments. more : whether further ones may be passed too."""
    code = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    return (given <= code.co_argcount or bool(code.co_flags & VARARGS)) and (more or least <= given)


VARARGS = 4
"""The bit in a code object's flags of functions that take any number of arguments."""


def _missing_clauses(parts: Parts) -> Iterator[DataError]:
    """Yield an error for each clause that is cited but missing."""
    written = dict.fromkeys(strings_in(parts.module))
    for clause in (text for text in written if re.fullmatch(rf"{re.escape(parts.prefix)}-\d+\.\d+", text)):
        if clause not in parts.clauses:
            what = f"there is no clause {clause}, which {parts.module.name} names."
            remedy = f'Add "{clause}" = ["title", "action", "text"], or correct the id.'
            yield DataError(f"{parts.file}, clauses", what, remedy)
    for name, row in parts.parameters.items():
        if row.clause not in parts.clauses and row.clause not in written:
            what = f"there is no clause {row.clause}."
            yield DataError(f"{parts.file}, parameters, {name}", what, _known(row.clause, parts.clauses, "Clauses"))


def _missing_words(parts: Parts) -> Iterator[DataError]:
    """Yield an error for each missing sentence, and for each sentence that uses an unknown fact."""
    for key in dict.fromkeys(needed_sentences(parts)):
        if not parts.words.has(key):
            yield parts.words.missing(key)
    for key, known in asked_facts(parts):
        for fact in sorted(facts_of(parts.words.term(key)) - known):
            what = f"the sentence {key!r} asks for {{{fact}}}, which is not given."
            yield DataError(parts.file, what, f"Given: {', '.join(sorted(known)) or 'nothing'}.")
    yield from _idle_repairs(parts)
    for event in dict.fromkeys(events_in(parts.module)):
        if not parts.words.has(f"event.{event}"):
            what = f"there is no sentence for the event {event!r}, which {parts.module.name} notes."
            yield DataError(parts.file, what, f'Add {event} = "{{player}} ..." under [words.en.event].')


def _idle_repairs(parts: Parts) -> Iterator[DataError]:
    """Yield an error for each repair that is never shown: no function carries it out, and it has no alternative."""
    for need in {need.name: need for kind in parts.kinds.values() for need in kind.requirements}.values():
        text = parts.words.languages["en"].get(f"repair.{need.name}", "")
        if text and need.make_true is None and not names_another(parts.words, need.name):
            what = f"the repair {text!r} would never be said: no function makes {need.name!r} true."
            remedy = f'Give needs({need.name!r}, ...) one after its test, or write {need.name} = "".'
            yield DataError(f"{parts.file}, words.en.repair", what, remedy)


def needed_sentences(parts: Parts) -> Iterator[str]:
    """Yield the keys of the sentences that the game needs."""
    yield from (f"phase.{step.phase}.title" for step in parts.steps.values())
    for step in parts.steps.values():
        yield f"step.{step.name}.title"
        yield from (f"step.{step.name}.asks" for _ in range(step.ask is not None))
    for kind in parts.kinds.values():
        yield from (f"action.{kind.name}.form", f"action.{kind.name}.label", f"when.{kind.name}")
        for need in kind.requirements:
            yield from (f"fact.{need.name}.yes", f"fact.{need.name}.no", f"repair.{need.name}")
    yield from (f"verb.{verb}" for verb in parts.verbs)


def asked_facts(parts: Parts) -> Iterator[tuple[str, set[str]]]:
    """Yield the key of each sentence about an action, with the facts that it may use."""
    declared = parts.state.declaration.items()
    always = {"step", "s", *(f"own_{zone}" for zone in parts.state.zones_of_players)}
    always |= {f"state_{name}" for name, one in declared if isinstance(one, Number)}
    for kind in parts.kinds.values():
        known = always | {*kind.arguments}
        known |= {f"{argument}_{field}" for argument in kind.arguments for field in parts.fields}
        known |= {f"{OTHER}{argument}" for argument in kind.arguments}
        yield f"action.{kind.name}.form", {*kind.arguments}
        for need in kind.requirements:
            for key in (f"fact.{need.name}.yes", f"fact.{need.name}.no", f"repair.{need.name}"):
                yield key, known


def strings_in(module: Path) -> Iterator[str]:
    """Yield the string literals in a Python file."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def events_in(module: Path) -> Iterator[str]:
    """Yield the kinds of event that a Python file records: each string that is the first argument of `note(...)`."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def _known(word: str, known: Iterable[str], called: str) -> str:
    """Return the remedy for an unknown name: the nearest known name, or all of them."""
    near = find_nearest(word, known)
    return f"Did you mean {near!r}?" if near else f"{called}: {', '.join(known)}."
