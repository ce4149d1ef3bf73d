"""What a question can be about: a counter-rule, the same game with one rule taken out or changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engines.core.errors import DataError
from engines.core.game import Game
from engines.core.state import State


@dataclass(frozen=True, slots=True)
class Aim:
    """A requirement taken out: `without:attack_unit.upright`."""

    id: str
    kind: str
    requirement: str


@lru_cache
def aims(game: Game) -> dict[str, Aim]:
    """Return what questions of a game can be about, by id."""
    found = {}
    for kind in game.kinds.values():
        for need in kind.requirements:
            aim = Aim(f"without:{kind.name}.{need.name}", kind.name, need.name)
            found[aim.id] = aim
    return found


def aim_of(game: Game, id: str) -> Aim:
    """Return the aim called `id`. Raises DataError."""
    known = aims(game)
    if id not in known:
        raise DataError(game.name, f"there is no counter-rule {id!r}.", "See `tutor.practice.aims.aims(game)`.")
    return known[id]


@lru_cache
def patched(game: Game, id: str) -> Game:
    """Return the game without the rule."""
    aim = aim_of(game, id)
    kind = game.kinds[aim.kind]
    fewer = tuple(need for need in kind.requirements if need.name != aim.requirement)
    return game._with(kinds=game.kinds | {kind.name: replace(kind, requirements=fewer)})


def moved(state: State, game: Game) -> State:
    """Return the state as one of another game with the same cards and flow."""
    other = state.copy()
    other.game = game
    return other
