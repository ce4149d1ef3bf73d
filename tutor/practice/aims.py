"""What a question can be about (its aim): a counter-rule, by which one rule of the game is removed or changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engines.errors import DataError, TebikiError
from engines.game import Game
from engines.kernel.state import State
from engines.variants.counter_rules import WITHOUT, CounterRule, by_id, move_to_game
from tutor.boards.presentation import load_look
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.survey import load_survey


@lru_cache
def aims_by_id(game: Game) -> dict[str, CounterRule]:
    """Return the counter-rules that a game's questions can be about, by id."""
    return by_id(game)


def aim_of(game: Game, id: str) -> CounterRule:
    """Return the counter-rule called `id`. Raises DataError if there is none."""
    known = aims_by_id(game)
    if id not in known:
        raise DataError(game.name, f"there is no counter-rule {id!r}.", "See `engines.variants.counter_rules`.")
    return known[id]


def is_of_sort(game: Game, id: str, *sorts: str) -> bool:
    """Return True if a counter-rule is of one of these sorts. Raises DataError if it is unknown."""
    return aim_of(game, id).sort in sorts


def step_of_aim(id: str) -> str:
    """Return the step that a derived counter-rule is about: "COMBAT" for "skips:COMBAT"."""
    return re.split(r"[.:]", id.partition(":")[2])[0]


def patch_game(game: Game, id: str) -> Game:
    """Return the game under the counter-rule `id`."""
    return aim_of(game, id).patched(game)


def state_in_game(state: State, other: Game) -> State | None:
    """Convert a state to the game `other`; return None if the same player does not face the same decision there."""
    try:
        found = move_to_game(state, other)
    except (TebikiError, *ABSENCE_ERRORS):
        return None
    alike = found.step.name == state.step.name and found.seat_to_act == state.seat_to_act
    return found if alike and found.result is None else None


@lru_cache
def believed_aims(game: Game) -> tuple[str, ...]:
    """Return the ids of the counter-rules that are known misconceptions."""
    return tuple(id for id, rule in aims_by_id(game).items() if rule.belief)


@lru_cache
def aims_worth_asking(game: Game, maker: str) -> tuple[str, ...]:
    """Return the aims that practice chooses for a maker, without requirements that are too obvious to ask about.

    Ids in the survey that are no longer counter-rules are skipped.
    """
    known = aims_by_id(game)
    return tuple(
        id for id in load_survey().get(game.name, {}).get(maker, ()) if id in known and not is_obvious(game, known[id])
    )


def is_obvious(game: Game, rule: CounterRule) -> bool:
    """Return True if a counter-rule is about a requirement too obvious to ask about."""
    plain = load_look(game.name).get("plain_needs", ())
    return rule.sort == WITHOUT and rule.id.rpartition(".")[2] in plain


def other_beliefs(game: Game, but: str) -> Iterator[tuple[str, Game]]:
    """Yield the known misconceptions, except `but`, each with its patched game."""
    yield from ((id, patch_game(game, id)) for id in believed_aims(game) if id != but)
