"""Drafts: a game whose rules may be changed, for games that are the same but for one rule.

A draft begins as a copy of a game's rules: the rows of the flow table, the kinds of action, the rule parameters, and
what the engine reads off the cards. `made()` puts them together: a game like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import Any

from engines.core.cards import Card
from engines.core.errors import DataError
from engines.core.flow import RETURN, Call, Case, Exit, Flow, If, Step, fresh, mapped
from engines.core.game import Game
from engines.core.reasons import Kind, Requirement, Test
from engines.core.state import Action, State

BEFORE, AFTER, OTHERWISE = "to", "on", "otherwise"
"""The ways out of a row: that of an automatic step, of a kind of action, and of a step that passes by itself."""

Asked = Callable[[Any], list[Action]]
Done = Callable[[Any, Action], None]


class Draft:
    """A copy of the rules of a game, open for changes.

    rows : the rows of the flow table by name, their exits by the names of steps. kinds, parameters, cards : as in the
    game. says : what is different in a few words, for what a further requirement says of itself.
    """

    def __init__(self, game: Game) -> None:
        self.base = game
        self.kinds: dict[str, Kind[Any]] = dict(game.kinds)
        self.parameters = dict(game.parameters)
        self.cards = game.cards
        self.says = ""
        self._rows: dict[str, Step[Any]] | None = None

    @property
    def rows(self) -> dict[str, Step[Any]]:
        """The rows of the flow table; a draft that never asks for them keeps the table of the game."""
        if self._rows is None:
            self._rows = {name: fresh(step) for name, step in self.base.flow.steps.items()}
        return self._rows

    def made(self) -> Game:
        """Return the game of this draft. Raises DataError for a table that cannot work."""
        flow = self.base.flow if self._rows is None else Flow(self._rows.values())
        if self._rows is not None:
            for name, kind in self.kinds.items():
                steps = tuple(step.name for step in flow.steps.values() if name in step.on)
                self.kinds[name] = replace(kind, steps=steps or kind.steps)
        values = {one.name: getattr(self.base, one.name) for one in fields(Game) if one.name not in ANEW}
        own = {"flow": flow, "kinds": self.kinds, "parameters": self.parameters, "cards": self.cards}
        return Game(**values | own)

    def row(self, name: str) -> Step[Any]:
        """Return a row. Raises DataError for one that there is not."""
        if name not in self.rows:
            raise DataError("counter-rule", f"there is no step {name!r}.", f"Steps: {', '.join(self.rows)}.")
        return self.rows[name]

    def requirement(self, kind: str, name: str) -> Requirement[Any]:
        """Return a requirement of a kind of action. Raises DataError for one that there is not."""
        there = self.kinds[kind].requirements if kind in self.kinds else ()
        for one in there:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in there) or "none"
        raise DataError("counter-rule", f"{kind!r} has no requirement {name!r}.", f"It has {known}.")

    # Changes.

    def without(self, kind: str, name: str) -> None:
        """Take a requirement out of a kind of action: it is not listed, asked for or told any more."""
        out, whole = self.requirement(kind, name), self.kinds[kind]
        rest = tuple(one for one in whole.requirements if one is not out)
        self.kinds[kind] = replace(whole, requirements=rest)
        for row in self.rows.values():
            if kind in row.on and row.ask is not None:
                row.ask = more_listed(row, row.ask, kind, out)
                effect, way = row.on[kind][:2]
                if effect is not None:
                    row.on = {**row.on, kind: (as_far_as_it_goes(effect, out), way)}

    def loosen(self, kind: str, name: str, holds: Test[Any]) -> None:
        """Let a requirement hold wherever `holds` does, which is more often: what only it refused is listed too."""
        out, whole = self.requirement(kind, name), self.kinds[kind]
        other = tuple(replace(one, holds=holds) if one is out else one for one in whole.requirements)
        self.kinds[kind] = replace(whole, requirements=other)
        for row in self.rows.values():
            if kind in row.on and row.ask is not None:
                row.ask = more_listed(row, row.ask, kind, out)

    def also(self, kind: str, requirement: Requirement[Any]) -> None:
        """Add a requirement to a kind of action: what it refuses is not listed, and told."""
        whole = self.kinds[kind]
        self.kinds[kind] = replace(whole, requirements=(*whole.requirements, requirement))
        for row in self.rows.values():
            if kind in row.on and row.ask is not None:
                row.ask = fewer_listed(row, row.ask, kind, requirement)

    def offer(self, kind: str, step: str) -> None:
        """Offer a kind of action in a further step, to whoever decides there; it leads back to that step."""
        home = next(row for row in self.rows.values() if kind in row.on)
        row = self.row(step)
        assert row.ask is not None
        effect, way = home.on[kind][:2]
        row.on = {**row.on, kind: (effect, led_back(way, home.name, step))}
        row.ask = more_listed(row, row.ask, kind, None)

    def refuse(self, kinds: Iterable[str], name: str, clause: str, holds: Test[Any]) -> None:
        """Add a requirement of one's own to kinds of action; its fact is what is different in this draft."""
        fact = f"{self.says[:1].upper()}{self.says[1:]}."
        wanted = Requirement(name, clause, holds, lambda state, seat, action, met, language: (fact, ""))
        for kind in kinds:
            self.also(kind, wanted)

    def around(self, steps: str, act: Callable[[Any, Callable[[], None]], None]) -> None:
        """Carry out something else in the place of effects: act(state, run), where run() carries out what was there.

        steps : "STEP" for what a row does by itself, "STEP.part" for another of its effects; several after each other.
        """
        for name in steps.split():
            step, _, part = name.partition(".")
            row = self.row(step)
            if part == OTHERWISE and row.otherwise is not None:
                row.otherwise = (_around_alone(act, row.otherwise[0]), row.otherwise[1])
            elif part:
                row.on = {**row.on, part: (_around_action(act, row.on[part][0]), row.on[part][1])}
            else:
                row.do = _around_alone(act, row.do)

    def listed(self, step: str, change: Callable[[Any, list[Action]], list[Action]]) -> None:
        """Change the list of a step: change(state, actions)."""
        row = self.row(step)
        ask = row.ask
        assert ask is not None
        row.ask = lambda state: change(state, ask(state))

    def faces(self, change: Callable[[Any], None]) -> None:
        """Change what the engine reads off the cards: `change` gets a copy of each card's `extra`. The print stays."""
        self.cards = [_with_face(card, change) for card in self.cards]

    def skip(self, step: str, part: str = BEFORE) -> None:
        """Leave out what a row does by itself; part : `otherwise` for what it does when nothing can be chosen."""
        row = self.row(step)
        if part == OTHERWISE and row.otherwise is not None and row.otherwise[0] is not None:
            row.otherwise = (None, row.otherwise[1])
        elif part == BEFORE and row.do is not None:
            row.do = nothing
        else:
            raise DataError("counter-rule", f"{step} does nothing by itself there.", "Name an automatic effect.")

    def lead(self, step: str, part: str, way: Exit[Any]) -> None:
        """Lead an exit of a row elsewhere; part : `to`, `otherwise` or a kind of action."""
        row = self.row(step)
        if part == BEFORE:
            row.to = way
        elif part == OTHERWISE and row.otherwise is not None:
            row.otherwise = (row.otherwise[0], way)
        elif part in row.on:
            row.on = {**row.on, part: (row.on[part][0], way)}
        else:
            raise DataError("counter-rule", f"{step} has no exit {part!r}.", "Use `to`, `otherwise` or a kind.")

    def change_way(self, step: str, part: str, number: int, change: Callable[[Any], Exit[Any]]) -> None:
        """Put `change(branch)` in the place of a branch (If or Case) of an exit; number : counted from 0."""
        found = dict(exits_of(self.row(step)))
        if part not in found:
            raise DataError("counter-rule", f"{step} has no exit {part!r}.", f"It has {', '.join(found)}.")
        self.lead(step, part, changed_at(found[part], number, change))


ANEW = ("flow", "kinds", "parameters", "cards", "by_name", "watching", "legal_decks", "shared")
"""What a draft has of its own, or a game works out from the rest of it."""


def nothing(state: object) -> None:
    """Do nothing."""


def _around_alone(act: Callable[[Any, Callable[[], None]], None], effect: Callable[[Any], None] | None) -> Any:
    return lambda state: act(state, lambda: effect(state) if effect is not None else None)


def _around_action(act: Callable[[Any, Callable[[], None]], None], effect: Done | None) -> Any:
    return lambda state, action: act(state, lambda: effect(state, action) if effect is not None else None)


def _with_face(card: Card, change: Callable[[Any], None]) -> Card:
    if card.unseen:
        return card
    other = copy(card)
    other.extra = _copied(card)
    change(other.extra)
    return other


def _copied(card: Card) -> Any:
    """Return a copy of what the engine has worked out of a card; where that cannot be copied, it is worked out anew."""
    try:
        return copy(card.extra)
    except TypeError:  # a compiled class is made with its card or not at all
        return type(card.extra)(card)


# Rows of a table, taken out of it.


def exits_of(row: Step[Any]) -> Iterator[tuple[str, Exit[Any]]]:
    """Yield (part, exit) for each way out of a row."""
    if row.to is not None:
        yield BEFORE, row.to
    for kind, way in row.on.items():
        yield kind, way[1]
    if row.otherwise:
        yield OTHERWISE, row.otherwise[1]


def branches(way: Exit[Any]) -> Iterator[If[Any] | Case[Any]]:
    """Yield every place in an exit where it parts, outer ones first."""
    if isinstance(way, If):
        yield way
        yield from branches(way.yes)
        yield from branches(way.no)
    elif isinstance(way, Case):
        yield way
        for _, exit in way.ways.values():
            yield from branches(exit)
    elif isinstance(way, Call):
        yield from branches(way.then)


def changed_at(way: Exit[Any], number: int, change: Callable[[Any], Exit[Any]]) -> Exit[Any]:
    """Return an exit with `change(branch)` in the place of one of its `branches`."""
    places = count()

    def walk(here: Exit[Any]) -> Exit[Any]:
        wanted = isinstance(here, If | Case) and next(places) == number
        return change(here) if wanted else mapped(here, walk)

    changed = walk(way)
    assert next(places) > number, "the exit has fewer branches"
    return changed


def led_back(way: Exit[Any], home: str, step: str) -> Exit[Any]:
    """Return an exit that leads to `step` wherever it led to `home`."""
    if isinstance(way, str):
        return step if way == home and way != RETURN else way
    return mapped(way, lambda part: led_back(part, home, step))


# Lists of legal actions that follow changed requirements.


def more_listed(row: Step[Any], ask: Asked, kind: str, out: Requirement[Any] | None) -> Asked:
    """Return the `ask` of a row that lists also what only the requirement `out` refuses; None: all that is required.

    Where the list was empty, so that the step would have passed by itself, what it does then can be chosen as well.
    """

    def listed(state: State) -> list[Action]:
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
        known = found or instead(row, state)
        place = next((at for at, action in enumerate(known) if action[0] == row.passing), len(known))
        return [*known[:place], *more, *known[place:]]

    return listed


def instead(row: Step[Any], state: State) -> list[Action]:
    """Return what a step would do by itself, as actions: its own picks, or passing."""
    if row.unasked is not None:
        return row.unasked(state)
    return [(row.passing,)] if row.passing else []


def fewer_listed(row: Step[Any], ask: Asked, kind: str, requirement: Requirement[Any]) -> Asked:
    """Return the `ask` of a row that leaves out what a further requirement refuses.

    Nothing is left out where then nothing could be chosen; where only passing is left and the step may pass by itself,
    it does.
    """

    def listed(state: State) -> list[Action]:
        found, seat = ask(state), state.seat_to_act
        rest = [action for action in found if action[0] != kind or requirement.holds(state, seat, action)]
        if len(rest) == len(found):
            return found
        if row.otherwise is not None and all(action[0] == row.passing for action in rest):
            return []
        return rest or found

    return listed


@dataclass(frozen=True, slots=True)
class Try:
    """An effect that is carried out on a copy first, to see whether it goes as things stand."""

    effect: Done
    out: Requirement[Any]

    def fails(self, state: State, action: Action) -> bool:
        """Return True if the action cannot be carried out here, or the game would run in a circle then."""
        copy = state.copy()
        _, way = copy.step.taken[action[0]]
        try:
            self.effect(copy, action)
            if copy.result is None:
                if type(way) is Step:
                    copy.step = way
                else:
                    way(copy)
            copy.run()
        except Exception:  # whatever a rule stumbles over that relies on what was required
            return True
        return copy.result is not None and copy.result[:3] == state.game.endless(copy)[:3]


def as_far_as_it_goes(effect: Done, out: Requirement[Any]) -> Done:
    """Return the effect of a kind of action of which `out` is required no more.

    What only it refused is carried out as things stand. Where that cannot be, since the rules rely on it, its repair
    is made first.
    """
    trial = Try(effect, out)

    def act(state: State, action: Action) -> None:
        seat = state.seat_to_act
        if out.make_true is not None and not out.holds(state, seat, action) and trial.fails(state, action):
            out.make_true(state, seat, action)
        effect(state, action)

    return act
