"""Orders the answers of a step: shuffled for each learner and step, so that an answer's place reveals nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from zlib import crc32

from engines.kernel.chance import RandomSource
from tutor.lessons.loader import Step
from tutor.lessons.outcomes import NO, YES

SHUFFLED_KINDS = ("why", "spot", "argue")
"""The kinds of step whose answers have no natural order."""


def derive_seed(learner: str, lesson: str, step: Step) -> int:
    """Return the seed that shuffles a step's answers for a learner.

    It is 0 if the step shuffles none, and only then.
    """
    return 1 + crc32(f"{learner}/{lesson}/{step.id}".encode()) if step.kind in SHUFFLED_KINDS else 0


def shuffle_places(step: Step, seed: int, count: int) -> list[int]:
    """Return the numbers below `count` in an order determined by the step and the seed."""
    places = list(range(count))
    RandomSource(crc32(f"{seed}/{step.id}".encode())).shuffle(places)
    return places


def place_options(options: Sequence[str | int], name: str) -> list[str | int]:
    """Return options in the order in which they are shown: numbers by size, yes before no, others shuffled.

    name : a text that determines the shuffled order, so that the order is the same each time.
    """
    if all(re.fullmatch(r"-?[\d/]+", str(one)) for one in options):
        return sorted(options, key=lambda one: Fraction(str(one)))
    if {*options} == {YES, NO}:
        return [YES, NO]
    places = list(range(len(options)))
    RandomSource(crc32(name.encode())).shuffle(places)
    return [options[place] for place in places]
