"""Drafts: a game whose rules may be changed, for games that are the same but for one rule.

A draft begins as a copy of a game's rules: the rows of the flow table, the kinds of action, the rule parameters, and
what the engine reads off the cards. `made()` puts them together: a game like any other.
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

BEFORE, AFTER, OTHERWISE = "to", "on", "otherwise"
"""The ways out of a row: that of an automatic step, of a kind of action, and of a step that passes by itself."""

Ask = Callable[[S], list[Action]]
Run = Callable[[], None]
"""Carries out the original, for a replacement that needs it."""

Face = TypeVar("Face")
"""What an engine has worked out of a card (`Card.extra`)."""


class Draft(Generic[S, Face]):
    """A copy of the rules of a game, open for changes.

    rows : the rows of the flow table by name. kinds, parameters, cards : as in the game. says : what is different in a
    few words, for what a further requirement says of itself.
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
        """The rows of the flow table; a draft that never asks for them keeps the table of the game."""
        if self._rows is None:
            self._rows = {name: copy_row(step) for name, step in self.base.flow.steps.items()}
        return self._rows

    def made(self) -> Game:
        """Return the game of this draft. Raises DataError for a table that cannot work."""
        flow = self.base.flow
        if self._rows is not None:
            flow = Flow(self._rows.values())
            for name, kind in self.kinds.items():
                steps = tuple(step.name for step in flow.steps.values() if name in step.on)
                self.kinds[name] = replace(kind, steps=steps or kind.steps)
        return replace(self.base, flow=flow, kinds=self.kinds, parameters=self.parameters, cards=self.cards)

    def row(self, name: str) -> Step[S]:
        """Return a row. Raises DataError if there is none of that name."""
        if name not in self.rows:
            raise DataError("counter-rule", f"there is no step {name!r}.", f"Steps: {', '.join(self.rows)}.")
        return self.rows[name]

    def requirement(self, kind: str, name: str) -> Requirement[S]:
        """Return a requirement of a kind of action. Raises DataError if there is none of that name."""
        there = self.kinds[kind].requirements if kind in self.kinds else ()
        for one in there:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in there) or "none"
        raise DataError("counter-rule", f"{kind!r} has no requirement {name!r}.", f"It has {known}.")

    # Changes of kinds of action.

    def without(self, kind: str, name: str) -> None:
        """Take a requirement out of a kind of action: it is not listed, asked for or told any more."""
        out = self.requirement(kind, name)
        self.require(kind, [one for one in self.kinds[kind].requirements if one is not out])
        for row in self._offering(kind):
            row.ask = more_listed(row, kind, out)
            effect, way = row.on[kind][:2]
            if effect is not None:
                row.on = {**row.on, kind: (as_far_as_it_goes(effect, out), way)}

    def loosen(self, kind: str, name: str, holds: Test[S]) -> None:
        """Let a requirement hold wherever `holds` does, which is more often: what only it refused is listed too."""
        out = self.requirement(kind, name)
        looser = replace(out, holds=holds)
        self.require(kind, [looser if one is out else one for one in self.kinds[kind].requirements])
        for row in self._offering(kind):
            row.ask = more_listed(row, kind, out)

    def also(self, kind: str, requirement: Requirement[S]) -> None:
        """Add a requirement to a kind of action: what it refuses is not listed, and told."""
        self.require(kind, [*self.kinds[kind].requirements, requirement])
        for row in self._offering(kind):
            row.ask = fewer_listed(row, kind, requirement)

    def refuse(self, kinds: Iterable[str], name: str, clause: str, holds: Test[S]) -> None:
        """Add a new requirement to kinds of action; its fact is what is different in this draft."""
        fact = f"{self.says[:1].upper()}{self.says[1:]}."
        wanted = Requirement(name, clause, holds, lambda state, seat, action, met: (fact, ""))
        for kind in kinds:
            self.also(kind, wanted)

    def offer(self, kind: str, step: str) -> None:
        """Offer a kind of action in a further step, to the player who decides there; it leads back to that step."""
        home = next(row for row in self.rows.values() if kind in row.on)
        row = self.row(step)
        effect, way = home.on[kind][:2]
        row.on = {**row.on, kind: (effect, led_back(way, home.name, step))}
        row.ask = more_listed(row, kind, None)

    def require(self, kind: str, requirements: Iterable[Requirement[S]]) -> None:
        """Let these be the requirements of a kind of action, whatever its list says."""
        self.kinds[kind] = replace(self.kinds[kind], requirements=tuple(requirements))

    def _offering(self, kind: str) -> list[Step[S]]:
        """Return the rows that offer a kind of action."""
        return [row for row in self.rows.values() if kind in row.on]

    # Changes of rows.

    def listed(self, step: str, change: Callable[[S, list[Action]], list[Action]]) -> None:
        """Change the list of a step: change(state, actions)."""
        row = self.row(step)
        ask = asked_in(row)
        row.ask = lambda state: change(state, ask(state))

    def around(self, steps: str, act: Callable[[S, Run], None]) -> None:
        """Carry out something else in the place of effects: act(state, run), where run() carries out what was there.

        steps : "STEP" for what a row does by itself, "STEP.part" for another of its effects; several after each other.
        """
        for name in steps.split():
            step, _, part = name.partition(".")
            effect, way = self._end(step, part or BEFORE)
            self._put(step, part or BEFORE, carry_out_around(act, effect), way)

    def skip(self, step: str, part: str = BEFORE) -> None:
        """Leave out what a row does by itself; part : `otherwise` for what it does when nothing can be chosen."""
        effect, way = self._end(step, part)
        if effect is None or part not in (BEFORE, OTHERWISE):
            raise DataError("counter-rule", f"{step} does nothing by itself there.", "Name an automatic effect.")
        self._put(step, part, do_nothing, way)

    def lead(self, step: str, part: str, way: Exit[S]) -> None:
        """Lead an exit of a row elsewhere; part : `to`, `otherwise` or a kind of action."""
        effect, _ = self._end(step, part)
        self._put(step, part, effect, way)

    def change_way(self, step: str, part: str, number: int, change: Callable[[Any], Exit[S]]) -> None:
        """Put `change(branch)` in the place of a branch (If or Case) of an exit; number : counted from 0."""
        effect, way = self._end(step, part)
        self._put(step, part, effect, changed_at(way, number, change))

    def _end(self, step: str, part: str) -> tuple[Callable[..., None] | None, Exit[S]]:
        """Return an effect of a row and the exit after it. Raises DataError for a part that there is not."""
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

    # Changes of cards.

    def faces(self, change: Callable[[Face], None]) -> None:
        """Change what the engine reads off the cards: `change` gets a copy of each card's `extra`. The print stays."""
        self.cards = [card if card.unseen else with_face(card, change) for card in self.cards]


def with_face(card: Card, change: Callable[[Face], None]) -> Card:
    """Return a copy of a card of whose `extra` something is changed; where that cannot be copied, it is made anew."""
    other = copy(card)
    try:
        other.extra = copy(card.extra)
    except TypeError:  # a compiled class is made with its card or not at all
        other.extra = type(card.extra)(card)
    change(other.extra)
    return other


# Rows.


def do_nothing(state: object) -> None:
    """Do nothing."""


def carry_out_around(act: Callable[[S, Run], None], effect: Callable[..., None] | None) -> Callable[..., None]:
    """Return an effect that carries out `act` in the place of another effect, see `Draft.around`."""

    def carried_out(state: S, *action: Action) -> None:
        act(state, lambda: effect(state, *action) if effect is not None else None)

    return carried_out


def ends_of(row: Step[S]) -> dict[str, Way[S] | Fallback[S]]:
    """Return the effect and the exit of each part of a row: `to` for what it does by itself, `otherwise`, and kinds."""
    ends: dict[str, Way[S] | Fallback[S]] = {BEFORE: (row.do, row.to), **row.on}
    return ends | ({OTHERWISE: row.otherwise} if row.otherwise else {})


def exits_of(row: Step[S]) -> Iterator[tuple[str, Exit[S]]]:
    """Yield (part, exit) for each way out of a row."""
    yield from ((part, end[1]) for part, end in ends_of(row).items() if end[1] is not None)


def iterate_branches(way: Exit[S]) -> Iterator[If[S] | Case[S]]:
    """Yield every place in an exit where it parts, outer ones first."""
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
    """Return an exit with `change(branch)` in the place of one of its `iterate_branches`."""
    places = count()

    def walk(here: Exit[S]) -> Exit[S]:
        wanted = isinstance(here, If | Case) and next(places) == number
        return change(here) if wanted else map_exits(here, walk)

    changed = walk(way)
    assert next(places) > number, "the exit has fewer branches"
    return changed


def led_back(way: Exit[S], home: str, step: str) -> Exit[S]:
    """Return an exit that leads to `step` wherever it led to `home`."""
    if isinstance(way, str):
        return step if way == home and way != RETURN else way
    return map_exits(way, lambda part: led_back(part, home, step))


# Lists of legal actions that follow changed requirements.


def asked_in(row: Step[S]) -> Ask[S]:
    """Return the function that lists the actions of a step in which somebody decides."""
    assert row.ask is not None
    return row.ask


def more_listed(row: Step[S], kind: str, out: Requirement[S] | None) -> Ask[S]:
    """Return the `ask` of a row that lists also what only the requirement `out` refuses; None: all that is required.

    Where the list was empty, so that the step would have passed by itself, what it does then can be chosen as well.
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
    """Return what a step would do by itself, as actions: its own picks, or passing."""
    if row.auto_picks is not None:
        return row.auto_picks(state)
    return [(row.passing,)] if row.passing else []


def fewer_listed(row: Step[S], kind: str, requirement: Requirement[S]) -> Ask[S]:
    """Return the `ask` of a row that leaves out what a further requirement refuses.

    Nothing is left out where then nothing could be chosen; where only passing is left and the step may pass by itself,
    it does.
    """
    ask = asked_in(row)

    def listed(state: S) -> list[Action]:
        found, seat = ask(state), state.seat_to_act
        rest = [action for action in found if action[0] != kind or requirement.holds(state, seat, action)]
        if len(rest) == len(found):
            return found
        if row.otherwise is not None and all(action[0] == row.passing for action in rest):
            return []
        return rest or found

    return listed


def as_far_as_it_goes(effect: Effect[S], out: Requirement[S]) -> Effect[S]:
    """Return the effect of a kind of action of which `out` is required no more.

    What only it refused is carried out as things stand. Where that cannot be, since the rules rely on it, its repair
    is made first.
    """

    def act(state: S, action: Action) -> None:
        seat = state.seat_to_act
        if out.make_true is not None and not out.holds(state, seat, action) and fails_on_copy(effect, state, action):
            out.make_true(state, seat, action)
        effect(state, action)

    return act


def fails_on_copy(effect: Effect[S], state: S, action: Action) -> bool:
    """Return True if an action cannot be carried out here, tried on a copy, or the game would run in a circle then."""
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
    except Exception:  # whatever a rule stumbles over that relies on what was required
        return True
    return copy.result is not None and copy.result[:3] == state.game.endless(copy)[:3]
