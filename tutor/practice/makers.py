"""Makes questions: lists all makers by name, and what each can ask about."""

from __future__ import annotations

import engines
from engines.errors import DataError
from engines.game import Game
from engines.kernel.chance import RandomSource
from tutor.practice import starters
from tutor.practice.aims import aims_worth_asking, believed_aims
from tutor.practice.maker import Maker
from tutor.practice.maker_best_move import BEST_MOVE
from tutor.practice.maker_chance import CHANCE
from tutor.practice.maker_decks import DECKS
from tutor.practice.maker_illegal_line import ILLEGAL_LINE
from tutor.practice.maker_make_legal import MAKE_LEGAL
from tutor.practice.maker_own_turn import OWN_TURN
from tutor.practice.maker_prediction import PREDICTION
from tutor.practice.maker_which_cards import WHICH_CARDS
from tutor.practice.maker_why_not import WHY_NOT
from tutor.practice.question import Question
from tutor.text import page_language as wanted_language

ALL_MAKERS = (
    WHICH_CARDS,
    PREDICTION,
    WHY_NOT,
    ILLEGAL_LINE,
    CHANCE,
    DECKS,
    BEST_MOVE,
    OWN_TURN,
    MAKE_LEGAL,
)
MAKERS: dict[str, Maker] = {one.name: one for one in ALL_MAKERS}
PRODUCTIVE = frozenset(one.name for one in (OWN_TURN, MAKE_LEGAL, BEST_MOVE, WHICH_CARDS, DECKS))
"""The makers whose questions are answered on the board: by playing, by changing the table or a deck, or by pointing."""
SEED_COUNT = 1 << 30


def make_question(game: str | Game, maker: str, aim: str, seed: int) -> Question | None:
    """Return a maker's question about a counter-rule; a seed always gives the same question.

    Return None if no position in the seed's play-outs distinguishes the counter-rule from the rule. Raises DataError if
    the game, maker or counter-rule is unknown.
    """
    if maker not in MAKERS:
        raise DataError("practice", f"there is no maker {maker!r}.", f"Makers: {', '.join(MAKERS)}.")
    return MAKERS[maker].make(engines.load(game) if isinstance(game, str) else game, aim, seed, wanted_language())


def remake_question(game: str | Game, id: str) -> Question | None:
    """Return the question with an id from a log; None if it can no longer be made.

    The id consists of maker, aim and seed, or is that of a stored question.
    """
    name = game if isinstance(game, str) else game.name
    if wanted_language() == starters.LANGUAGE and id in starters.load_starters(name):
        return starters.load_starters(name)[id]
    maker, _, rest = id.partition("/")
    aim, _, seed = rest.rpartition("/")
    return make_question(game, maker, aim, int(seed)) if seed.isdecimal() and maker in MAKERS else None


def draw_aim(game: Game, maker: str, source: RandomSource) -> str | None:
    """Return a random aim that a maker can ask about; None if there is none.

    Two times out of three it is a misconception, unless the maker draws all its aims with equal chances.
    """
    aims, believed = aims_worth_asking(game, maker), believed_aims(game)
    wanted = source.below(3) < 2
    some = [aim for aim in aims if MAKERS[maker].even or (aim in believed) == wanted]
    return (some or aims)[source.below(len(some or aims))] if aims else None


def random_question(game: Game, source: RandomSource, tries: int = 40) -> Question | None:
    """Return a random question by any maker, about any aim worth asking about."""
    makers = [maker for maker in MAKERS if aims_worth_asking(game, maker)]
    for _ in range(tries if makers else 0):
        maker = makers[source.below(len(makers))]
        aim = draw_aim(game, maker, source)
        question = None if aim is None else make_question(game, maker, aim, source.below(SEED_COUNT))
        if question is not None:
            return question
    return None
