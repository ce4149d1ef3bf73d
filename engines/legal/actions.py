"""Kinds of action, each declared once: what it names, what it needs, what it does, and where it leads.

A declaration stands in the chapter that carries the action out. A row of the flow table says which kinds it offers;
the ways out of the row, the table of kinds and that of arguments follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.declare.declaration import D
from engines.errors import DataError
from engines.kernel.flow import Effect, Exit, Flow, S
from engines.legal.arguments import Argument, Tries, tries_of
from engines.legal.moments import Moment
from engines.legal.reasons import Judge, Kind, Repair, Requirement


def action(
    name: str,
    clause: str,
    do: Effect[D] | None = None,
    to: Exit[D] = None,
    words: str = "",
    *,
    needs: tuple[Requirement[D], ...] = (),
    when: Moment[D] | None = None,
    stage: Repair[D] | None = None,
    tries: Tries[D] | None = None,
    targets: bool = False,
    looks: Judge[D] | None = None,
    **arguments: Argument[D],
) -> Kind[D]:
    """Return a kind of action.

    Parameters
    ----------
    clause : of its right moment.
    do : do(state, action) carries it out; None if nothing happens.
    to : the exit after it, as in a row of the flow table; None for one that the rules never allow.
    words : the edge label in the phase graph, without which it is the name.
    needs : what must hold, the most fundamental first. The legal actions are derived from them (`offered`), or are
        listed by a function of the chapter for speed, which a law holds to them.
    when : the right moment; None if it has no words besides the step's.
    stage : brings a copy of a position to the right moment, by default that of `when`. A kind with needs and a stage
        can be tried at any time, one without a stage only in its steps.
    tries : what a player could try; by default every combination of what the arguments could be.
    targets : it points at something.
    looks : what it looks worth to a beginner, in points.
    arguments : what each argument is, in the order in which an action names them.
    """
    if stage is None and when is not None and needs:
        stage = when.stage
    kind: Kind[D] = Kind(
        name,
        clause,
        requirements=needs,
        arguments=tuple(arguments),
        targets=targets,
        stage=stage,
        tries=tries,
        moment=when,
        do=do,
        to=to,
        words=words,
        meanings=arguments,
        looks=looks,
    )
    return tries_of(kind, arguments)


def kinds_of(flow: Flow[S]) -> dict[str, Kind[S]]:
    """Return the kinds of action that the rows of a flow table offer or refuse, each with its steps, by name.

    Raises DataError for a kind that a row leads on from and does not offer, and for a name that two kinds have.
    """
    found: dict[str, Kind[Any]] = {}
    for step in flow.steps.values():
        rows: list[Any] = [*step.offers, *step.refuses]
        for kind in rows:
            known = found.get(kind.name, kind)
            if kind.requirements is not known.requirements:
                raise DataError(f"flow table, step {step.name}", f"there are two kinds of action {kind.name!r}.")
            found[kind.name] = replace(known, steps=(*known.steps, step.name))
        missing = [name for name in step.on if name not in found]
        if missing:
            raise DataError(f"flow table, step {step.name}", f"does not offer {missing[0]!r}.", "Add it to `offers`.")
    return found


def arguments_of(kinds: Mapping[str, Kind[S]]) -> dict[str, Argument[S]]:
    """Return the arguments of kinds of action by name. Raises DataError for a name that means two things."""
    found: dict[str, Argument[S]] = {}
    for kind in kinds.values():
        for name, argument in kind.meanings.items():
            if found.setdefault(name, argument) is not argument:
                what = f"its argument {name!r} is another one in an action before."
                raise DataError(f"kind {kind.name!r}", what, "Give it a name of its own.")
    return found


def looks_of(kinds: Mapping[str, Kind[S]]) -> dict[str, Judge[S]]:
    """Return what kinds of action look worth, by name."""
    return {name: kind.looks for name, kind in kinds.items() if kind.looks is not None}
