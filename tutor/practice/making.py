"""Making questions: every maker by its name, and what each can be about."""

from __future__ import annotations

from collections.abc import Callable

import engines
from engines.errors import DataError
from engines.game import Game
from engines.kernel.chance import Source
from tutor.practice import best_move, decks, odds, order, predict, spot, starters, what_next, which, why
from tutor.practice.aims import worth_asking
from tutor.practice.question import Question
from tutor.text import language as wanted_language

Maker = Callable[[Game, str, int, str], Question | None]
ALL = (which, predict, why, order, spot, what_next, odds, decks, best_move)
MAKERS: dict[str, Maker] = {one.MAKER: one.make for one in ALL}
PLAYED = (best_move.MAKER,)
"""Makers whose questions are played on the board, and take as long as that takes."""
SEEDS = 1 << 30


def make(game: str | Game, maker: str, aim: str, seed: int) -> Question | None:
    """Return the question of a maker about a counter-rule: always the same one for a seed.

    None if the play-outs that follow from the seed have no position that tells the counter-rule from the rule.

    Raises DataError for an unknown game, maker or counter-rule.
    """
    if maker not in MAKERS:
        raise DataError("practice", f"there is no maker {maker!r}.", f"Makers: {', '.join(MAKERS)}.")
    return MAKERS[maker](engines.load(game) if isinstance(game, str) else game, aim, seed, wanted_language())


def again(game: str | Game, id: str) -> Question | None:
    """Return the question that a log calls `id`: maker, aim and seed, or one that is kept."""
    name = game if isinstance(game, str) else game.name
    if wanted_language() == starters.LANGUAGE and id in starters.starters(name):
        return starters.starters(name)[id]
    maker, _, rest = id.partition("/")
    aim, _, seed = rest.rpartition("/")
    return make(game, maker, aim, int(seed)) if seed.isdecimal() else None


def some(game: Game, source: Source, tries: int = 40) -> Question | None:
    """Return a question of any maker about anything that is worth asking, by chance."""
    pairs = [(maker, aim) for maker in MAKERS for aim in worth_asking(game, maker)]
    for _ in range(tries if pairs else 0):
        maker, aim = pairs[source.below(len(pairs))]
        question = make(game, maker, aim, source.below(SEEDS))
        if question is not None:
            return question
    return None
