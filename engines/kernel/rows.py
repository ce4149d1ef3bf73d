"""Rows of a flow table that many games need: an alternating window, several picks, a division, a secret choice.

Each function returns one `Step`. What the step remembers between two choices is in the locals of the running procedure
(or in `state.pending`), so it is copied and written like everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engines.kernel.flow import Effect, Exit, Fallback, If, Offer, S, Step, Way, who
from engines.kernel.state import Action, State
from engines.kernel.tuples import Row

PASS = "pass"

Chosen = TypeVar("Chosen")

More = dict[str, Any]
"""Further fields of a Step."""


def row(
    heading: str, on: Mapping[str, Way[S]] | None = None, otherwise: Fallback[S] | None = None, **more: Any
) -> Step[S]:
    """Return a step whose heading gives its name, phase and clauses: "T3 ready SW-6.6 SW-14.4".

    The entries of `on`, and `otherwise`, may have a third part: the edge label in the phase graph. more : further
    fields of the Step.
    """
    name, phase, *clauses = heading.split()
    return Step(name, phase, tuple(clauses), on=dict(on or {}), otherwise=otherwise, **more)


def do_nothing(state: State) -> None:
    """Leave the state as it is: the effect of a step that only branches."""


def record_event(kind: str, clause: str, whose: Callable[[S], int]) -> Callable[..., None]:
    """Return an effect that only records an event, for the player returned by `whose`."""

    def tell(state: S, *action: Action) -> None:
        if state.listener is not None:
            state.note(kind, clause, whose(state))

    return tell


ASKED, PASSES = 0, 1
"""The indices of the first two locals of a window: the player asked, and the number of consecutive passes.

More locals may follow.
"""


def offer_always(*kinds: str) -> Callable[[S], list[Action]]:
    """Return the `ask` of a step that always offers the same actions: kinds that take no arguments."""
    actions: list[Action] = [(kind,) for kind in kinds]
    return lambda state: actions


def _other_is_asked(state: State, passes: int) -> None:
    local = state.procedure_locals
    if len(local) == 2:
        state.procedure_locals = (1 - local[ASKED], passes)
    else:
        state.procedure_locals = tuple.__new__(type(local), (1 - local[ASKED], passes, *local[2:]))


def _asked_and_passes(state: State) -> bool:
    local = state.procedure_locals
    return len(local) >= 2 and local[ASKED] in (0, 1) and type(local[PASSES]) is int


@who("each in turn")
def seat_asked(state: State) -> int:
    """Return the player who is asked in the open window."""
    return int(state.procedure_locals[ASKED])


def window(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    *,
    uses: Callable[[S], list[Action]],
    on: Mapping[str, Way[S]] | None = None,
    offers: tuple[Offer, ...] = (),
    closed: Exit[S],
    told: str = "",
    **more: Any,
) -> Step[S]:
    """Return a window in which the players take turns to use things, until two passes in a row close it.

    It is entered by a Call whose locals are (the player asked first, 0, ...).

    Parameters
    ----------
    uses : the actions of the player asked, except passing. Passing is always offered, so that the pace of play reveals
        nothing about a hand.
    on, offers : the kinds of use, as in a Step; the other player is asked when the exit leads back to this step.
    closed : the exit after the second pass in a row. told : the clause of passing, if a pass is an event.
    more : further fields of the Step.
    """
    passing: Action = (PASS,)
    only_passing = [passing]

    def ask(state: S) -> list[Action]:
        found = uses(state)
        return [*found, passing] if found else only_passing

    def answered(effect: Effect[S] | None) -> Effect[S]:
        def act(state: S, action: Action) -> None:
            if effect is not None:
                effect(state, action)
            _other_is_asked(state, 0)

        return act

    def passed(state: S, action: Action) -> None:
        local = state.procedure_locals
        if told and state.listener is not None:
            state.note("passed", told, local[ASKED])
        _other_is_asked(state, local[PASSES] + 1)

    def both_passed(state: S) -> bool:
        return bool(state.procedure_locals[PASSES] >= 2)

    given: Mapping[str, Way[S]] = on or {kind.name: kind.way for kind in offers if kind.name != PASS}
    ways: dict[str, Way[S]] = {kind: (answered(way[0]), *way[1:]) for kind, way in given.items()}
    closing = If(both_passed, "two passes in a row", closed, "the other is asked", name)
    ways[PASS] = (passed, closing)
    row: More = {"who": seat_asked, "passing": PASS, "window": True, "locals_are_valid": _asked_and_passes} | more
    return Step(name, phase, clauses, ask=ask, on=ways, offers=offers, **row)


@who("player who picks")
def seat_picking(state: State) -> int:
    """Return the player who picks, which is the first local."""
    return int(state.procedure_locals[0])


def pick_several(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    *,
    kind: str,
    among: Callable[[S], Sequence[object]],
    least: Callable[[S], int],
    most: Callable[[S], int],
    done: Callable[[S], None],
    to: Exit[S],
    stop: str = "enough",
    secretly: bool = False,
    **more: Any,
) -> Step[S]:
    """Return a step that picks several of some things, one after the other, in any order.

    It is entered by a Call whose locals end with (), the picks made so far. They are kept sorted, so that the order of
    picking makes no difference. Equal things are interchangeable, and only one of them is offered.

    Parameters
    ----------
    among : the things to choose from, including those already picked. least, most : return the minimum and maximum
        number of picks.
    done : the effect that uses the picks, `state.procedure_locals[-1]`. It runs when no choice is left.
    kind, stop : the kinds of action for one pick, and for ending the picks early. to : the exit after `done`.
    secretly : whether the choices are hidden (a hand). Then the player is asked even about the last possible pick, and
        about stopping; otherwise the pace of play would show that no choice was left.
    more : further fields of the Step; unless `who` is given, the first of the locals is the player.
    """

    def left(state: S) -> Counter[object]:
        rest = Counter(among(state))
        rest.subtract(state.procedure_locals[-1])
        return rest

    def due(state: S) -> list[object]:
        lacking = len(state.procedure_locals[-1]) < least(state)
        return [*left(state).elements()] if lacking else []

    def ask(state: S) -> list[Action]:
        picked = len(state.procedure_locals[-1])
        if picked >= most(state):
            return []
        rest, missing = left(state), least(state) - picked
        count = sum(rest.values())
        if not secretly and (count <= missing or not count):
            return []
        picks: list[Action] = [(kind, thing) for thing, copies in rest.items() if copies > 0]
        return picks if missing > 0 else [*picks, (stop,)]

    def auto_picks(state: S) -> list[Action]:
        return [*((kind, thing) for thing in due(state)), (stop,)]

    also = more.pop("locals_are_valid", None)

    def picked_here(state: S) -> bool:
        if also is not None and not also(state):
            return False
        picks = state.procedure_locals[-1] if state.procedure_locals else None
        return type(picks) is tuple and all(picks.count(one) <= list(among(state)).count(one) for one in picks)

    def pick(state: S, action: Action) -> None:
        _add(state, [action[1]])

    def enough(state: S, action: Action) -> None:
        done(state)

    def rest_and_done(state: S) -> None:
        _add(state, due(state))
        done(state)

    ways: dict[str, Way[S]] = {kind: (pick, name, "one more"), stop: (enough, to)}
    row: More = {
        "who": seat_picking,
        "otherwise": (rest_and_done, to, "nothing left to choose"),
        "locals_are_valid": picked_here,
    }
    row |= {"pick": True, "auto_picks": auto_picks}
    return Step(name, phase, clauses, ask=ask, on=ways, **(row | more))


def pick_one(
    heading: str,
    *,
    among: Callable[[S], list[Action]],
    on: Mapping[str, Way[S]] | None = None,
    offers: tuple[Offer, ...] = (),
    **more: Any,
) -> Step[S]:
    """Return a step that picks one of some things; if there is only one, it is picked automatically.

    heading : as in `row`. among : the picks, as actions. on, offers : the kinds of pick, as in a Step; all have the
    same exit. more : further fields of the Step.
    """
    ways: Mapping[str, Way[S]] = on or {kind.name: kind.way for kind in offers}

    def ask(state: S) -> list[Action]:
        found = among(state)
        return found if len(found) > 1 else []

    def pick_only(state: S) -> None:
        for action in among(state):
            effect = ways[action[0]][0]
            if effect is not None:
                effect(state, action)

    way = next(iter(ways.values()))[1]
    row_fields: More = {"pick": True, "auto_picks": among, "offers": offers} | more
    return row(heading, ways, (pick_only, way), ask=ask, **row_fields)


def divide_number(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    *,
    kind: str,
    among: Callable[[S], Sequence[object]],
    amount: Callable[[S], int],
    done: Callable[[S], None],
    to: Exit[S],
    **more: Any,
) -> Step[S]:
    """Return a step in which a player divides a whole number freely among things, taken in order.

    It is entered by a Call whose locals end with (), the shares so far. The last thing gets the remainder, so that the
    shares always add up; once the number is used up, the other things get 0.

    Parameters
    ----------
    among : the things, in order. amount : the number to divide. done : the effect that uses the shares,
        `state.procedure_locals[-1]`, one for each thing.
    kind : the kind of action for one share, (kind, share, thing). to : the exit after `done`.
    more : further fields of the Step.
    """

    def left(state: S) -> int:
        return int(amount(state) - sum(state.procedure_locals[-1]))

    def ask(state: S) -> list[Action]:
        things, given, rest = among(state), len(state.procedure_locals[-1]), left(state)
        if len(things) - given < 2 or not rest:
            return []
        return [(kind, share, things[given]) for share in range(rest + 1)]

    def auto_picks(state: S) -> list[Action]:
        things = among(state)[len(state.procedure_locals[-1]) :]
        return [(kind, 0 if at else left(state), thing) for at, thing in enumerate(things)]

    def shared_out(state: S) -> bool:
        shares = state.procedure_locals[-1] if state.procedure_locals else None
        return type(shares) is tuple and len(shares) <= len(among(state)) and 0 <= sum(shares) <= amount(state)

    def give(state: S, action: Action) -> None:
        _keep(state, (*state.procedure_locals[-1], action[1]))

    def rest_and_done(state: S) -> None:
        missing = len(among(state)) - len(state.procedure_locals[-1])
        if missing:
            _keep(state, (*state.procedure_locals[-1], left(state), *(0 for _ in range(missing - 1))))
        done(state)

    ways: dict[str, Way[S]] = {kind: (give, name, "one more")}
    row: More = {"otherwise": (rest_and_done, to, "the rest goes to the last"), "locals_are_valid": shared_out}
    row |= {"pick": True, "auto_picks": auto_picks, "shares": (among, amount)}
    return Step(name, phase, clauses, ask=ask, on=ways, **(row | more))


def _add(state: State, things: Sequence[object]) -> None:
    _keep(state, tuple(sorted((*state.procedure_locals[-1], *things))))


def _keep(state: State, last: Row) -> None:
    """Replace the last of the locals by `last`."""
    local = state.procedure_locals
    state.procedure_locals = tuple.__new__(type(local), (*local[:-1], last))


@who("both, hidden")
def still_to_choose(state: State) -> int:
    """Return the player who has not yet made a secret choice."""
    return len(state.pending)


def choose_secretly(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    *,
    kind: str,
    ask: Callable[[S], list[Action]],
    shown: Callable[[S, tuple[Chosen, Chosen]], None],
    to: Exit[S],
    both: str = "both have chosen",
    **more: Any,
) -> Step[S]:
    """Return a step in which both players choose at once: the first choice stays hidden until the second is made.

    Parameters
    ----------
    ask : the actions of the player `still_to_choose`. shown(state, choices) : the effect when both choices are
        revealed.
    both : the condition of the exit `to`, in words. more : further fields of the Step.

    A game's `view` shows a player only that player's own entry of `state.pending`. In the solver, the second player
    knows the first choice, so a proof for seat 1 would use knowledge that the player does not have.
    """

    def choose(state: S, action: Action) -> None:
        chosen = (*state.pending, action[1])
        state.pending = chosen if len(chosen) < 2 else ()
        if len(chosen) == 2:
            shown(state, (chosen[0], chosen[1]))

    def both_have(state: S) -> bool:
        return not state.pending

    way = If(both_have, both, to, "the other chooses", name)
    return Step(name, phase, clauses, ask=ask, on={kind: (choose, way)}, who=still_to_choose, **more)
