"""Chance as one integer of the state (splitmix64): copies cost nothing, and every game can be replayed."""

from __future__ import annotations

from functools import cache
from struct import Struct

_MASK = (1 << 64) - 1


def advance_chance(chance: int) -> tuple[int, int]:
    """Return (next state, 64 random bits) of the splitmix64 generator in state `chance`."""
    chance = (chance + 0x9E3779B97F4A7C15) & _MASK
    bits = chance
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return chance, bits ^ (bits >> 31)


def draw_below(chance: int, limit: int) -> tuple[int, int]:
    """Return (next state, a random whole number from 0 to limit - 1).

    All numbers are equally likely: the multiplication method with 64 random bits has a bias under limit / 2**64. The
    steps of `advance_chance` are written out, as in `shuffle_cards`.
    """
    chance = (chance + 0x9E3779B97F4A7C15) & _MASK
    bits = ((chance ^ (chance >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return chance, ((bits ^ (bits >> 31)) * limit) >> 64


@cache
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """Return constants for `count` 64-bit numbers packed 128 bits apart: a 1 in each, the steps, a mask, the layout.

    A number's step is what its generator state adds to that of the first number.
    """
    places = range(count)
    ones = sum(1 << 128 * place for place in places)
    steps = sum(((place + 1) * 0x9E3779B97F4A7C15 & _MASK) << 128 * place for place in places)
    return ones, steps, ones * _MASK, Struct(f"<{2 * count}Q")


def shuffle_cards(chance: int, cards: list[int]) -> int:
    """Shuffle `cards` in place (Fisher-Yates) and return the next state.

    The numbers that repeated calls of `draw_below` would return are computed together, packed into one long integer.
    This halves the time, and shuffling is most of the work of setting up a game.
    """
    last = len(cards) - 1
    if last < 1:
        return chance
    ones, steps, mask, layout = _lanes(last)
    after = (chance + last * 0x9E3779B97F4A7C15) & _MASK
    bits = ((chance & _MASK) * ones + steps) & mask
    bits = ((bits ^ (bits >> 30 & mask)) * 0xBF58476D1CE4E5B9) & mask
    bits = ((bits ^ (bits >> 27 & mask)) * 0x94D049BB133111EB) & mask
    bits ^= bits >> 31 & mask
    for drawn in layout.unpack(bits.to_bytes(layout.size, "little"))[::2]:
        other = drawn * (last + 1) >> 64
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1
    return after


class RandomSource:
    """A source of chance separate from that of the game, for players and samplers that must not advance the game's."""

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
