"""Drafts: editable copies of a game's rules, for variants that differ in one rule.

A draft starts as a copy of a game's rules: the rows of the flow table, the kinds of action, the rule parameters, and
the engine's data about cards. `made()` turns it into a game like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from itertools import count
from typing import Any, Generic, TypeVar

from engines.book.cards import Card
from engines.errors import DataError
from engines.game import Game
from engines.kernel.flow import (
    RETURN,
    Call,
    Case,
    CompiledStep,
    Effect,
    Exit,
    Fallback,
    Flow,
    If,
    S,
    Step,
    Way,
    copy_row,
    map_exits,
)
from engines.kernel.state import Action
from engines.legal.reasons import Kind, Requirement, Test
from engines.legal.refused_lists import Ask, asked_in, fewer_listed

BEFORE, AFTER, OTHERWISE = "to", "on", "otherwise"
"""The exits of a row: of an automatic step, of a kind of action, and of a step that passes automatically."""

Run = Callable[[], None]
"""A function by which a replacement carries out the original effect, if it needs to."""

Face = TypeVar("Face")
"""The data that an engine precomputes about a card (`Card.extra`)."""


class Draft(Generic[S, Face]):
    """An editable copy of the rules of a game.

    rows : the rows of the flow table, by name. kinds, parameters, cards : as in the game. says : the difference from
    the game in a few words; added requirements give it as their fact.
    """

    def __init__(self, game: Game) -> None:
        self.base = game
        self.kinds: dict[str, Kind[S]] = dict(game.kinds)
        self.parameters = dict(game.parameters)
        self.cards = game.cards
        self.says = ""
        self._rows: dict[str, Step[S]] | None = None

    @property
    def rows(self) -> dict[str, Step[S]]:
        """The rows of the flow table, by name. A draft in which they are never read keeps the table of the game."""
        if self._rows is None:
            self._rows = {name: copy_row(step) for name, step in self.base.flow.steps.items()}
        return self._rows

    def made(self) -> Game:
        """Return the game of this draft. Raises DataError if the flow table is not valid."""
        flow = self.base.flow
        if self._rows is not None:
            flow = Flow(self._rows.values())
            for name, kind in self.kinds.items():
                steps = tuple(step.name for step in flow.steps.values() if name in step.on)
                self.kinds[name] = replace(kind, steps=steps or kind.steps)
        return replace(self.base, flow=flow, kinds=self.kinds, parameters=self.parameters, cards=self.cards)

    def row(self, name: str) -> Step[S]:
        """Return a row. Raises DataError for an unknown name."""
        if name not in self.rows:
            raise DataError("counter-rule", f"there is no step {name!r}.", f"Steps: {', '.join(self.rows)}.")
        return self.rows[name]

    def requirement(self, kind: str, name: str) -> Requirement[S]:
        """Return a requirement of a kind of action. Raises DataError for an unknown name."""
        there = self.kinds[kind].requirements if kind in self.kinds else ()
        for one in there:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in there) or "none"
        raise DataError("counter-rule", f"{kind!r} has no requirement {name!r}.", f"It has {known}.")

    # Changes to kinds of action.

    def without(self, kind: str, name: str) -> None:
        """Remove a requirement from a kind of action, so that it neither limits the legal actions nor refuses one."""
        out = self.requirement(kind, name)
        self.require(kind, [one for one in self.kinds[kind].requirements if one is not out])
        for row in self._offering(kind):
            row.ask = more_listed(row, kind, out)
            effect, way = row.on[kind][:2]
            if effect is not None:
                row.on = {**row.on, kind: (as_far_as_it_goes(effect, out), way)}

    def loosen(self, kind: str, name: str, holds: Test[S]) -> None:
        """Make a requirement hold whenever `holds` is true as well. Actions that become legal are also listed."""
        out = self.requirement(kind, name)
        looser = replace(out, holds=holds)
        self.require(kind, [looser if one is out else one for one in self.kinds[kind].requirements])
        for row in self._offering(kind):
            row.ask = more_listed(row, kind, out)

    def also(self, kind: str, requirement: Requirement[S]) -> None:
        """Add a requirement to a kind of action: actions that it refuses are not listed, and get it as their reason."""
        self.require(kind, [*self.kinds[kind].requirements, requirement])
        for row in self._offering(kind):
            row.ask = fewer_listed(row, kind, requirement)

    def refuse(self, kinds: Iterable[str], name: str, clause: str, holds: Test[S]) -> None:
        """Add a new requirement to kinds of action. Its fact is `says`, the difference of this draft."""
        fact = f"{self.says[:1].upper()}{self.says[1:]}."
        wanted = Requirement(name, clause, holds, lambda state, seat, action, met: (fact, ""))
        for kind in kinds:
            self.also(kind, wanted)

    def offer(self, kind: str, step: str) -> None:
        """Offer a kind of action in another step, to the player who decides there. Its exit leads back to that step."""
        home = next(row for row in self.rows.values() if kind in row.on)
        row = self.row(step)
        effect, way = home.on[kind][:2]
        row.on = {**row.on, kind: (effect, led_back(way, home.name, step))}
        row.ask = more_listed(row, kind, None)

    def require(self, kind: str, requirements: Iterable[Requirement[S]]) -> None:
        """Replace the requirements of a kind of action without changing its lists of legal actions."""
        self.kinds[kind] = replace(self.kinds[kind], requirements=tuple(requirements))

    def _offering(self, kind: str) -> list[Step[S]]:
        """Return the rows that offer a kind of action."""
        return [row for row in self.rows.values() if kind in row.on]

    # Changes to rows.

    def listed(self, step: str, change: Callable[[S, list[Action]], list[Action]]) -> None:
        """Change the list of legal actions of a step to change(state, actions)."""
        row = self.row(step)
        ask = asked_in(row)
        row.ask = lambda state: change(state, ask(state))

    def around(self, steps: str, act: Callable[[S, Run], None]) -> None:
        """Wrap effects: act(state, run) replaces an effect, where run() carries out the original.

        steps : "STEP" for a row's automatic effect, "STEP.part" for another of its effects; separate several by spaces.
        """
        for name in steps.split():
            step, _, part = name.partition(".")
            effect, way = self._end(step, part or BEFORE)
            self._put(step, part or BEFORE, carry_out_around(act, effect), way)

    def skip(self, step: str, part: str = BEFORE) -> None:
        """Skip the automatic effect of a row.

        With part `otherwise`, skip the effect that it has when there is nothing to choose.
        """
        effect, way = self._end(step, part)
        if effect is None or part not in (BEFORE, OTHERWISE):
            raise DataError("counter-rule", f"{step} does nothing by itself there.", "Name an automatic effect.")
        self._put(step, part, do_nothing, way)

    def lead(self, step: str, part: str, way: Exit[S]) -> None:
        """Redirect an exit of a row. part : `to`, `otherwise` or a kind of action."""
        effect, _ = self._end(step, part)
        self._put(step, part, effect, way)

    def change_way(self, step: str, part: str, number: int, change: Callable[[Any], Exit[S]]) -> None:
        """Replace a branch (If or Case) of an exit with `change(branch)`. number : the index of the branch."""
        effect, way = self._end(step, part)
        self._put(step, part, effect, changed_at(way, number, change))

    def _end(self, step: str, part: str) -> tuple[Callable[..., None] | None, Exit[S]]:
        """Return an effect of a row and the exit that follows it. Raises DataError for an unknown part."""
        ends = ends_of(self.row(step))
        if part not in ends:
            raise DataError("counter-rule", f"{step} has no exit {part!r}.", f"It has {', '.join(ends)}.")
        effect, way = ends[part][:2]
        return effect, way

    def _put(self, step: str, part: str, effect: Callable[..., None] | None, way: Exit[S]) -> None:
        row = self.row(step)
        if part == BEFORE:
            row.do, row.to = effect, way
        elif part == OTHERWISE:
            row.otherwise = (effect, way)
        else:
            row.on = {**row.on, part: (effect, way)}

    # Changes to cards.

    def faces(self, change: Callable[[Face], None]) -> None:
        """Change the engine's data about cards by applying `change` to a copy of each card's `extra`.

        Printed texts stay.
        """
        self.cards = [card if card.unseen else with_face(card, change) for card in self.cards]


def with_face(card: Card, change: Callable[[Face], None]) -> Card:
    """Return a copy of a card with its `extra` changed. If `extra` cannot be copied, it is computed again."""
    other = copy(card)
    try:
        other.extra = copy(card.extra)
    except TypeError:  # an object of a compiled class can be created only from its card
        other.extra = type(card.extra)(card)
    change(other.extra)
    return other


# Rows.


def do_nothing(state: object) -> None:
    """Leave the state as it is: an effect for rows whose effect is skipped."""


def carry_out_around(act: Callable[[S, Run], None], effect: Callable[..., None] | None) -> Callable[..., None]:
    """Return an effect that carries out `act` around another effect; see `Draft.around`."""

    def carried_out(state: S, *action: Action) -> None:
        act(state, lambda: effect(state, *action) if effect is not None else None)

    return carried_out


def ends_of(row: Step[S]) -> dict[str, Way[S] | Fallback[S]]:
    """Return the effect and exit of each part of a row: `to` (automatic), `otherwise`, and the kinds of action."""
    ends: dict[str, Way[S] | Fallback[S]] = {BEFORE: (row.do, row.to), **row.on}
    return ends | ({OTHERWISE: row.otherwise} if row.otherwise else {})


def exits_of(row: Step[S]) -> Iterator[tuple[str, Exit[S]]]:
    """Yield (part, exit) for each exit of a row."""
    yield from ((part, end[1]) for part, end in ends_of(row).items() if end[1] is not None)


def iterate_branches(way: Exit[S]) -> Iterator[If[S] | Case[S]]:
    """Yield every branch in an exit, outer ones first."""
    if isinstance(way, If):
        yield way
        yield from iterate_branches(way.yes)
        yield from iterate_branches(way.no)
    elif isinstance(way, Case):
        yield way
        for _, exit in way.ways.values():
            yield from iterate_branches(exit)
    elif isinstance(way, Call):
        yield from iterate_branches(way.then)


def changed_at(way: Exit[S], number: int, change: Callable[[Any], Exit[S]]) -> Exit[S]:
    """Return an exit in which one branch is replaced by change(branch).

    number : the index of the branch in `iterate_branches`.
    """
    places = count()

    def walk(here: Exit[S]) -> Exit[S]:
        wanted = isinstance(here, If | Case) and next(places) == number
        return change(here) if wanted else map_exits(here, walk)

    changed = walk(way)
    assert next(places) > number, "the exit has fewer branches"
    return changed


def led_back(way: Exit[S], home: str, step: str) -> Exit[S]:
    """Return a copy of an exit that leads to `step` wherever the original leads to `home`."""
    if isinstance(way, str):
        return step if way == home and way != RETURN else way
    return map_exits(way, lambda part: led_back(part, home, step))


# The lists of legal actions, adapted to changed requirements.


def more_listed(row: Step[S], kind: str, out: Requirement[S] | None) -> Ask[S]:
    """Return the `ask` of a row that also lists actions refused only by `out`; None keeps all requirements.

    If the step would otherwise pass automatically, because its list is empty, passing becomes one of the choices.
    """
    ask = asked_in(row)

    def listed(state: S) -> list[Action]:
        found, whole = ask(state), state.game.kinds[kind]
        if whole.tries is None:
            return found
        seat = state.seat_to_act
        more = [
            action
            for action in whole.tries(state, seat)
            if action not in found
            and all(one.holds(state, seat, action) for one in whole.requirements)
            and (out is None or not out.holds(state, seat, action))
        ]
        if not more:
            return found
        known = found or own_actions(row, state)
        place = next((at for at, action in enumerate(known) if action[0] == row.passing), len(known))
        return [*known[:place], *more, *known[place:]]

    return listed


def own_actions(row: Step[S], state: S) -> list[Action]:
    """Return, as actions, what a step does automatically: the choices that it makes for the player, or passing."""
    if row.auto_picks is not None:
        return row.auto_picks(state)
    return [(row.passing,)] if row.passing else []


def as_far_as_it_goes(effect: Effect[S], out: Requirement[S]) -> Effect[S]:
    """Return the effect of a kind of action for use without its requirement `out`.

    A newly allowed action is carried out in the position as it is. If that fails, because the rules rely on the
    requirement, the requirement is repaired first.
    """

    def act(state: S, action: Action) -> None:
        seat = state.seat_to_act
        if out.make_true is not None and not out.holds(state, seat, action) and fails_on_copy(effect, state, action):
            out.make_true(state, seat, action)
        effect(state, action)

    return act


def fails_on_copy(effect: Effect[S], state: S, action: Action) -> bool:
    """Return True if an action, tried on a copy, cannot be carried out or leads to an endless loop."""
    copy = state.copy()
    _, way = copy.step.taken[action[0]]
    try:
        effect(copy, action)
        if copy.result is None:
            if type(way) is CompiledStep:
                copy.step = way
            else:
                way(copy)
        copy.run()
    except Exception:  # any error in a rule that relies on the dropped requirement
        return True
    return copy.result is not None and copy.result[:3] == state.game.endless(copy)[:3]
