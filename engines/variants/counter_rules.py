"""Counter-rules: the same game with one rule changed, and questions that tell the two apart.

A clause decides a question if the answer would be different without it. Most counter-rules are derived from the
definition of a game; the others, and all that newcomers believe, are written in the game's `beliefs.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import Shared
from engines.errors import DataError
from engines.game import Game
from engines.kernel.flow import Case, Exit, If, S, Step
from engines.kernel.state import State
from engines.kernel.tuples import Row
from engines.variants.rule_patch import BEFORE, OTHERWISE, Draft, Face, exits_of, iterate_branches

WITHOUT, PARAMETER, SKIPS, SWAPS, WRITTEN = "without", "parameter", "skips", "swaps", "written"
"""How a rule is changed: requirement dropped, parameter changed, effect skipped, exits swapped, or as written."""

Change = Callable[[Draft[Any, Any]], None]


@dataclass(frozen=True, slots=True)
class CounterRule:
    """A changed rule: the same game without this rule, or with another rule in its place.

    id : "without:attack_unit.upright", "parameter:cores+1", "skips:HEAL", "swaps:DECLARED", or that of a belief.
    sort : one of WITHOUT, PARAMETER, SKIPS, SWAPS and WRITTEN. clauses : the clauses that no longer hold. belief : the
    belief as a sentence, "You play as if ..."; "" if newcomers do not hold it.
    says : the difference in a few words.
    game : the original game. change : a function that changes a draft of the game.
    """

    id: str
    sort: str
    clauses: tuple[str, ...]
    belief: str
    says: str
    game: Game = field(repr=False, compare=False)
    change: Change = field(repr=False, compare=False)

    def patched(self, game: Game | None = None) -> Game:
        """Return the game with this rule changed, which can be played like any other. It is created only once.

        game : the game to change, if it differs from the rule's own game (for example one with custom cards).
        """
        base = game or self.game
        return base.kept(f"patched {self.id}", lambda: self._patched(base))

    def _patched(self, game: Game) -> Game:
        draft = Draft[State, object](game)
        self.change(draft)
        return draft.made()

    def sentence(self, language: str = "en") -> str:
        """Return the belief as a sentence addressed to a player who holds it; "" if newcomers do not hold it."""
        return self.game.words.term(f"belief.{self.id}", language) or self.belief

    def told(self, language: str = "en") -> str:
        """Return the difference in a few words, in a language."""
        return self.game.words.term(f"says.{self.id}", language) or self.says


def counter_rules(game: Game) -> tuple[CounterRule, ...]:
    """Return the playable counter-rules of a game, derived ones first. They are computed once."""
    return game.kept("counter-rules", lambda: _all(game))


def _all(game: Game) -> tuple[CounterRule, ...]:
    from engines.variants.written_rules import left_out, of_file  # it imports this module

    cannot, _ = left_out(game)
    return (*(rule for rule in derive_rules(game) if rule.id not in cannot), *of_file(game, "belief", "rule"))


def by_id(game: Game) -> dict[str, CounterRule]:
    """Return the counter-rules of a game, by their ids."""
    return {rule.id: rule for rule in counter_rules(game)}


def derive_rules(game: Game) -> Iterator[CounterRule]:
    """Yield all counter-rules derived from the definition of a game, including unplayable ones."""
    yield from drop_requirements(game)
    yield from vary_parameters(game)
    yield from skip_effects(game)
    yield from swap_exits(game)


# Derived counter-rules.


def drop_requirements(game: Game) -> Iterator[CounterRule]:
    """Yield, for each requirement, the counter-rule that drops it.

    Essential requirements are not dropped, since the requirements after them would make no sense.
    """
    for kind in game.kinds.values():
        for one in kind.requirements:
            if kind.tries is None or one.essential or not isinstance(one.clause, str):
                continue
            says = game.words.say("counter.without", action=_action(game, kind.name), rule=_title(game, one.clause))
            change = partial(Draft.without, kind=kind.name, name=one.name)
            yield CounterRule(f"{WITHOUT}:{kind.name}.{one.name}", WITHOUT, (one.clause,), "", says, game, change)


def vary_parameters(game: Game) -> Iterator[CounterRule]:
    """Yield two counter-rules for each rule parameter: one more and one less, within its range."""
    for name, rule in game.parameter_rules.items():
        for step in (1, -1):
            value = game.parameters[name] + step
            if rule.low <= value <= rule.high:
                says = game.words.say("counter.parameter", what=rule.meaning, value=value)
                change = _parameter(name, value)
                yield CounterRule(f"{PARAMETER}:{name}{step:+}", PARAMETER, (rule.clause,), "", says, game, change)


def _parameter(name: str, value: int) -> Change:
    return lambda draft: draft.parameters.update({name: value})


def skip_effects(game: Game) -> Iterator[CounterRule]:
    """Yield, for each automatic effect of a row, the counter-rule that skips it.

    Its clause is the first clause of the row.
    """
    for row in game.flow.steps.values():
        parts = [BEFORE] if row.do is not None and not row.terminal else []
        if row.otherwise is not None and row.otherwise[0] is not None:
            parts.append(OTHERWISE)
        for part in parts if row.clauses else ():
            name = row.name if part == BEFORE else f"{row.name}.{part}"
            says = game.words.say("counter.skips", step=row.title)
            change = partial(Draft.skip, step=row.name, part=part)
            yield CounterRule(f"{SKIPS}:{name}", SKIPS, row.clauses[:1], "", says, game, change)


def swap_exits(game: Game) -> Iterator[CounterRule]:
    """Yield a counter-rule for each pair of exits that can be swapped. Its clause is the first clause of the row."""
    for row in game.flow.steps.values():
        for name, part, number, pair in swapped_ways(row) if row.clauses else ():
            says = game.words.say("counter.swaps", step=row.title)
            change = _swap(row.name, part, number, pair)
            yield CounterRule(f"{SWAPS}:{name}", SWAPS, row.clauses[:1], "", says, game, change)


Pair = tuple[object, object]
"""The keys of two exits of a Case; True and False for an If."""


def swapped_ways(row: Step[S]) -> Iterator[tuple[str, str, int, Pair]]:
    """Yield (name, part, number, pair) for each pair of exits of a row that can be swapped.

    `number` is the branch's index.

    The name is that of the row; if the row has several branches, it also has the part and the number of the branch.
    """
    found = [(part, number, one) for part, way in exits_of(row) for number, one in enumerate(iterate_branches(way))]
    for part, number, one in found:
        name = row.name
        if len(found) > 1:
            name += f".{part}" + (f"#{number + 1}" if number else "")
        if isinstance(one, If):
            yield name, part, number, (True, False)
        else:
            for first, second in combinations(one.ways, 2):
                yield f"{name}:{first}-{second}", part, number, (first, second)


def swap_named(draft: Draft[S, Face], name: str) -> None:
    """Swap two exits in a draft. name : the name of the pair, as `swapped_ways` yields it.

    Raises DataError for an unknown name.
    """
    for row in draft.rows.values():
        for known, part, number, pair in swapped_ways(row):
            if known == name:
                _swap(row.name, part, number, pair)(draft)
                return
    raise DataError("counter-rule", f"there are no ways {name!r} to swap.", "Take the name of a derived one.")


def _swap(step: str, part: str, number: int, pair: Pair) -> Change:
    def swapped(one: If[S] | Case[S]) -> Exit[S]:
        if isinstance(one, If):
            return If(one.guard, one.yes_words, one.no, one.no_words, one.yes, one.only)
        first, second = pair
        ways = dict(one.ways)
        ways[first], ways[second] = (ways[first][0], ways[second][1]), (ways[second][0], ways[first][1])
        return Case(one.of, ways)

    return lambda draft: draft.change_way(step, part, number, swapped)


def _action(game: Game, kind: str) -> str:
    """Return the button label of a kind of action, with gaps for its arguments."""
    label = game.words.term(f"action.{kind}.label") or kind.replace("_", " ")
    return re.sub(r"\{[^}]*\}", "…", label)


def _title(game: Game, clause: str) -> str:
    known = game.rulebook.clauses.get(clause)
    return known.title if known else clause


# Moving a state to another game.


def move_to_game(state: State, game: Game) -> State:
    """Return a copy of a state that continues by the rules of `game`, for example those of a counter-rule.

    Its legal actions are listed by those rules. Raises DataError if the flow table of `game` does not contain the step
    or exit at which the state is.
    """
    other = state.copy()
    other.game = game
    places = game.flow.places
    try:
        other.step = game.flow.steps[state.step.name]
        other.frames = _moved_frames(state.frames, places)
    except KeyError as error:
        raise DataError("counter-rule", f"there is no place {error} in this game.", "Begin at a step.") from None
    if isinstance(other, DeclaredState):
        for name, one in other.declaration.items():
            if isinstance(one, Shared):
                setattr(other, name, one.of(game))
    if other.result is None and other.step.ask is not None:
        other.actions = other.step.ask(other)
        if not other.actions:
            other.run()
    return other


def _moved_frames(frames: Row, places: Mapping[str, object]) -> Row:
    if not frames:
        return ()
    place, local, below = frames
    return (places[place.name], local, _moved_frames(below, places))
