"""Kinds of action, each declared once: its arguments, requirements, effect and exit.

A kind is declared in the module of its chapter. A row of the flow table lists the kinds that it offers; the exits of
the row, the table of kinds and the table of arguments are derived from that list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engines.declare.declaration import D
from engines.errors import DataError
from engines.kernel.flow import Effect, Exit, S, Step
from engines.kernel.rows import offer_always, row
from engines.kernel.state import Action
from engines.legal.arguments import Argument, Tries, tries_of
from engines.legal.moments import Moment
from engines.legal.reasons import Judge, Kind, Repair, Requirement


def make_action(
    name: str,
    clause: str,
    do: Effect[Any] | None = None,
    to: Exit[Any] = None,
    words: str | None = None,
    *,
    needs: tuple[Requirement[D], ...] = (),
    when: Moment[D] | None = None,
    stage: Repair[D] | None = None,
    tries: Tries[D] | None = None,
    targets: bool = False,
    zone: str = "",
    looks: Judge[D] | None = None,
    **arguments: Argument[Any] | tuple[Any, ...],
) -> Kind[D]:
    """Return a kind of action.

    Parameters
    ----------
    clause : the clause about its right moment.
    do : do(state, action) carries it out; None if nothing happens.
    to : the exit after it, as in a row of the flow table; None if the rules never allow the action.
    words : the edge label in the phase graph, by default the name; "" if the exit says enough.
    needs : the requirements on the action as a whole. The legal actions are derived from all requirements
        (`list_legal`), or for speed listed by a hand-written function, which a test compares with the requirements.
    when : the right moment; None if it is clear from the words of the step.
    stage : brings a copy of a position to the right moment, by default that of `when`. A kind with needs and a stage
        can be tried at any time; a kind without a stage, only in its steps.
    tries : the actions that a player could try; by default every combination of possible arguments.
    targets : whether the action is aimed at something.
    zone : the zone from which it is tried; by default that of the first argument, if it can be tried at any time.
    looks : how good it looks to a beginner, in points.
    arguments : the arguments, in the order in which they follow the kind in an action. Each is an `Argument`, or a
        tuple of an argument and its requirements (`Need`), the most fundamental first. These are checked before
        `needs`.
    """
    meanings: dict[str, Argument[Any]] = {}
    required: list[Requirement[D]] = []
    for place, (title, given) in enumerate(arguments.items(), 1):
        argument, *its_needs = given if isinstance(given, tuple) else (given,)
        meanings[title] = argument
        if argument.there is not None:
            its_needs.insert(0, argument.there)
        required += [need.at(place, argument.meaning, clause) for need in its_needs]
    required += needs
    if stage is None and when is not None and required:
        stage = when.stage
    kind: Kind[D] = Kind(
        name,
        clause,
        requirements=tuple(required),
        arguments=tuple(meanings),
        zone=zone,
        targets=targets,
        stage=stage,
        tries=tries,
        moment=when,
        do=do,
        to=to,
        words=words,
        meanings=meanings,
        looks=looks,
    )
    return tries_of(kind, meanings)


def actions_with(**given: Any) -> Callable[..., Kind[Any]]:
    """Return `make_action` with some of its parameters fixed."""
    return partial(make_action, **given)


def choice_row(
    heading: str,
    decides: Callable[[S], int],
    offers: tuple[Kind[S], ...],
    *,
    ask: Callable[[S], list[Action]] | None = None,
    passing: str = "",
    **more: Any,
) -> Step[S]:
    """Return the row in which a player chooses among kinds of action.

    heading : name, phase and clauses, as in `rows.row`. decides : returns the player's seat.
    ask : lists the legal actions by hand, for speed; None to derive them from the requirements of the kinds.
    passing : the kind that declines. If the row has an `otherwise`, it passes automatically when no other kind is left.
    more : further fields of the Step.
    """
    if ask is None:
        ask = list_legal(offers, passing if more.get("otherwise") else "")
    return row(heading, offers=offers, who=decides, ask=ask, passing=passing, **more)


def list_legal(kinds: Sequence[Kind[S]], passing: str = "") -> Callable[[S], list[Action]]:
    """Return a function that lists the legal actions of some kinds for the player who decides.

    passing : a kind that does not count; if only this kind is left, the list is empty.
    """
    if not passing and not any(kind.meanings or kind.requirements for kind in kinds):
        return offer_always(*(kind.name for kind in kinds))
    every = [(kind.name, [part.choices for part in kind.meanings.values()], kind.requirements) for kind in kinds]

    def ask(state: S) -> list[Action]:
        seat, found = state.seat_to_act, []
        for name, choices, needs in every:
            tries: list[Action] = [(name,)]
            for values in choices:
                some = values(state, seat) if values else ()
                tries = [(*action, value) for action in tries for value in some]
            found += [one for one in tries if all(need.holds(state, seat, one) for need in needs)]
        return [] if passing and all(action[0] == passing for action in found) else found

    return ask


def kinds_of(rows: Iterable[Step[S]]) -> dict[str, Kind[S]]:
    """Return the kinds of action that the rows of a flow table offer or refuse, by name, each with its steps.

    Raises DataError for a kind that has an exit but is not offered, and for two kinds of the same name.
    """
    found: dict[str, Kind[Any]] = {}
    for step in rows:
        kinds: list[Any] = [*step.offers, *step.refuses]
        for kind in kinds:
            known = found.get(kind.name, kind)
            if kind.requirements is not known.requirements:
                raise DataError(f"flow table, step {step.name}", f"there are two kinds of action {kind.name!r}.")
            found[kind.name] = replace(known, steps=(*known.steps, step.name))
        missing = [name for name in step.on if name not in found]
        if missing:
            raise DataError(f"flow table, step {step.name}", f"does not offer {missing[0]!r}.", "Add it to `offers`.")
    return found


def arguments_of(kinds: Mapping[str, Kind[S]]) -> dict[str, Argument[Any]]:
    """Return the arguments of kinds of action, by name.

    Raises DataError if two kinds use a name for different arguments.
    """
    found: dict[str, Argument[Any]] = {}
    for kind in kinds.values():
        for name, argument in kind.meanings.items():
            if found.setdefault(name, argument) is not argument:
                what = f"its argument {name!r} is another one in an action before."
                raise DataError(f"kind {kind.name!r}", what, "Give it a name of its own.")
    return found


def looks_of(kinds: Mapping[str, Kind[S]]) -> dict[str, Judge[S]]:
    """Return the judge of each kind of action (how good it looks), by the kind's name."""
    return {name: kind.looks for name, kind in kinds.items() if kind.looks is not None}
