"""Replaces `engines.kernel.chance` in the compiled build: the same numbers, in 64-bit arithmetic.

Python's integers are unbounded, so compiling them would not make them faster. `i64` is a signed 64-bit integer that
wraps around. Outside this module, chance is still a number from 0 to 2**64 - 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_MASK = (1 << 64) - 1
_HALF: Final = (1 << 63) - 1
_STEP: Final[i64] = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST: Final[i64] = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND: Final[i64] = 0x94D049BB133111EB - (1 << 64)


def _signed(chance: int) -> i64:
    """Return the signed number that has the same 64 bits."""
    return i64(chance if chance <= _HALF else chance - _MASK - 1)


def _unsigned(chance: i64) -> int:
    """Return the unsigned number that has the same 64 bits."""
    return int(chance) if chance >= 0 else int(chance) + _MASK + 1


def _bits(chance: i64) -> i64:
    """Return the 64 random bits of the state `chance`."""
    chance = (chance ^ ((chance >> 30) & 0x3FFFFFFFF)) * _FIRST
    chance = (chance ^ ((chance >> 27) & 0x1FFFFFFFFF)) * _SECOND
    return chance ^ ((chance >> 31) & 0x1FFFFFFFF)


def _share(bits: i64, limit: i64) -> i64:
    """Return (bits * limit) >> 64, for unsigned bits and a limit below 2**31."""
    low = (bits & 0xFFFFFFFF) * limit
    high = ((bits >> 32) & 0xFFFFFFFF) * limit
    return (high + ((low >> 32) & 0xFFFFFFFF)) >> 32


def advance_chance(chance: int) -> tuple[int, int]:
    """Return (next state, 64 random bits) of the splitmix64 generator in state `chance`."""
    state: i64 = _signed(chance & _MASK) + _STEP
    return _unsigned(state), _unsigned(_bits(state))


def draw_below(chance: int, limit: int) -> tuple[int, int]:
    """Return (next state, a random whole number from 0 to limit - 1, all equally likely)."""
    if limit >= 1 << 31:
        chance, bits = advance_chance(chance)
        return chance, (bits * limit) >> 64
    state: i64 = _signed(chance) + _STEP
    return _unsigned(state), int(_share(_bits(state), i64(limit)))


def shuffle_cards(chance: int, cards: list[int]) -> int:
    """Shuffle `cards` in place (Fisher-Yates) and return the next state."""
    state: i64 = _signed(chance)
    last: i64 = len(cards) - 1
    while last > 0:
        state += _STEP
        other = _share(_bits(state), last + 1)
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1
    return _unsigned(state)


class RandomSource:
    """A separate source of chance, for players and samplers that must not advance the game's own."""

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = advance_chance(seed & _MASK)[1]

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        self.state, value = draw_below(self.state, limit)
        return value

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle `cards` in place."""
        self.state = shuffle_cards(self.state, cards)
