"""The sources of a question's positions: play-outs, and examples of its clauses grafted into play-outs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.practice.examples import examples_about
from tutor.practice.grafting import graft_example
from tutor.practice.playouts import PLAY_OUT_COUNT, PlayedDecision, is_learners_decision, play_out

T = TypeVar("T")
PLAY_OUTS_PER_QUESTION, DECISIONS_PER_SOURCE = 6, 30
"""Number of play-outs per question, and of decisions taken from each."""
GRAFTS, NEAREST = 6, 16
"""Number of examples grafted into play-outs for a question, and the number of closest examples from which they are
chosen."""
EARLY_PLAY_OUTS = 2
"""Number of play-outs that come before the examples, for half of the seeds."""


def shuffle_copy(items: Sequence[T], source: RandomSource) -> list[T]:
    """Return the items in random order."""
    source.shuffle(order := [*range(len(items))])
    return [items[at] for at in order]


def decision_sources(game: Game, seed: int, clauses: tuple[str, ...]) -> Iterator[tuple[PlayedDecision, ...]]:
    """Yield the decisions of play-outs, and of grafted examples about these clauses; the seed chooses both."""
    source = RandomSource(seed)
    first = source.below(PLAY_OUT_COUNT)
    numbers = [(first + further) % PLAY_OUT_COUNT for further in range(PLAY_OUTS_PER_QUESTION)]
    near = shuffle_copy(examples_about(game.name, clauses)[:NEAREST], source)
    early = EARLY_PLAY_OUTS if source.below(2) else 0
    yield from (play_out(game, number) for number in numbers[:early])
    for example, number in zip(near[:GRAFTS], range(first, first + GRAFTS), strict=False):
        yield graft_example(game, example, number % PLAY_OUT_COUNT)
    yield from (play_out(game, number) for number in numbers[early:])
    for more in range(len(near), GRAFTS if near else 0):  # each of a few examples goes into several play-outs
        yield graft_example(game, near[more % len(near)], (first + more) % PLAY_OUT_COUNT)


def learner_states(game: Game, seed: int, source: RandomSource, clauses: tuple[str, ...]) -> Iterator[State]:
    """Yield positions in which the learner decides, in random order, some from each source."""
    for moments in decision_sources(game, seed, clauses):
        states = [one.state for one in moments if is_learners_decision(one.state) and not is_left_out(one.state)]
        yield from shuffle_copy(states, source)[:DECISIONS_PER_SOURCE]


def is_left_out(state: State) -> bool:
    """Return True if all possible actions are of kinds that practice does not ask about, such as ordering cards."""
    return {action[0] for action in state.actions} <= {*load_look(state.game.name).get("unasked", ())}
