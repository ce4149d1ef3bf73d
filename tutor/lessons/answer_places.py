"""Where the answers of a step stand: shuffled for each learner and step, so that a place tells nothing."""

from __future__ import annotations

from zlib import crc32

from engines.kernel.chance import RandomSource
from tutor.lessons.loader import Step

SHUFFLED_KINDS = ("why", "spot")
"""The kinds of step whose answers have no order of their own."""


def derive_seed(learner: str, lesson: str, step: Step) -> int:
    """Return the seed that shuffles a step's answers for a learner: 0 if the step shuffles none, otherwise not 0."""
    return 1 + crc32(f"{learner}/{lesson}/{step.id}".encode()) if step.kind in SHUFFLED_KINDS else 0


def shuffle_places(step: Step, seed: int, count: int) -> list[int]:
    """Return the numbers below `count` in an order that follows from step and seed."""
    places = list(range(count))
    RandomSource(crc32(f"{seed}/{step.id}".encode())).shuffle(places)
    return places
