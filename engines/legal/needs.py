"""Requirements on an argument of an action, written as tests of the thing that the argument refers to.

For example, the need `upright` is written once for a unit, and any kind of action with a unit as an argument can
require it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.legal.reasons import Clause, Fact, Repair, Requirement, Test

AboutThing = Callable[[Any, int, Any], Any]
"""A function (state, seat, thing) of the thing that an argument refers to, for the player in a seat."""


@dataclass(frozen=True, slots=True)
class Need:
    """A requirement on an argument.

    name, clause, essential : as in a `Requirement`; a clause "" is that of the kind of action.
    holds(state, seat, thing) : the test of the thing that the argument refers to, see `Argument.meaning`.
    make_true(state, seat, value) : makes the need hold on a copy, given the argument as it is in the action; None if no
    change on the table could.
    facts : the facts that only its own sentences use, each a function of (state, seat, thing).
    write : the function with which the game writes requirements, see `reasons.requirements_with_words`.
    """

    name: str
    clause: Clause[Any]
    holds: AboutThing
    make_true: AboutThing | None
    essential: bool
    facts: Mapping[str, AboutThing]
    write: Callable[..., Requirement[Any]]

    def at(self, place: int, meaning: AboutThing, clause: str) -> Requirement[Any]:
        """Return the need as a requirement on one argument of an action.

        place : the argument's index in the action, from 1.

        meaning(state, seat, value) : the thing that the argument refers to. clause : the clause of the kind of action.
        """
        test, repair = self.holds, self.make_true

        def about(known: AboutThing) -> Test[Any]:
            return lambda state, seat, action: known(state, seat, meaning(state, seat, action[place]))

        facts: dict[str, Fact[Any]] = {name: about(fact) for name, fact in self.facts.items()}
        make_true: Repair[Any] | None = None
        if repair is not None:
            make_true = lambda state, seat, action: repair(state, seat, action[place])  # noqa: E731
        return self.write(self.name, self.clause or clause, about(test), make_true, self.essential, **facts)


def needs_of_things(write: Callable[..., Requirement[Any]]) -> Callable[..., Need]:
    """Return a function with which a game writes needs: `need(name, clause, holds, make_true, essential, facts...)`.

    write : the function with which the game writes requirements, see `reasons.requirements_with_words`.
    """

    def need(
        name: str,
        clause: Clause[Any],
        holds: AboutThing,
        make_true: AboutThing | None = None,
        essential: bool = False,
        **facts: AboutThing,
    ) -> Need:
        return Need(name, clause, holds, make_true, essential, facts, write)

    return need
