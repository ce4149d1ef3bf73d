"""Guessers that know no rules: they answer from the wording of a question and the positions of its options."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from benchmarks.blind_questions import CARD, BlindPart, BlindQuestion, names_in, words_of
from engines.kernel.chance import RandomSource

Guess = list[int]
"""The index of the option chosen for each part of a question."""
Guesser = Callable[[BlindQuestion], Guess]
Trainer = Callable[[Sequence[BlindQuestion]], Guesser]

LONGEST_PHRASE = 4
ROUNDS, RATE, DECAY = 10, 0.2, 1e-3
"""The classifier's settings: passes over its questions, size of a correction, and rate at which weights shrink."""


def choose_best(score: Callable[[BlindQuestion, BlindPart, int], float]) -> Guesser:
    """Return a guesser that takes the option with the highest score in each part; among equals, the first."""

    def guess(question: BlindQuestion) -> Guess:
        return [
            max(range(len(part.options)), key=lambda at, part=part: score(question, part, at))  # type: ignore[misc]
            for part in question.parts
        ]

    return guess


def numeric_rank(part: BlindPart, at: int) -> float | None:
    """Return the rank of an option among numeric options, from 0 for the lowest to 1 for the highest, or None."""
    try:
        values = [_number(text) for text in part.options]
    except ValueError:
        return None
    return sum(value < values[at] for value in values) / max(1, len(values) - 1)


def _number(text: str) -> float:
    over, _, under = text.partition("/")
    return float(over) / float(under or 1)


def rank_middle(question: BlindQuestion, part: BlindPart, at: int) -> float:
    """Return how near an option is to the middle of its part, by size if they are numbers and otherwise by place."""
    rank = numeric_rank(part, at)
    return -abs((at / max(1, len(part.options) - 1) if rank is None else rank) - 0.5)


def count_shared(question: BlindQuestion, part: BlindPart, at: int) -> float:
    """Return the number of words that an option shares with the prompt."""
    return len(
        {*words_of(part.options[at], question.game)} & {*words_of(f"{question.prompt} {part.ask}", question.game)}
    )


def count_named(question: BlindQuestion, part: BlindPart, at: int) -> float:
    """Return how many of the cards in the prompt an option mentions."""
    return len(names_in(part.options[at], question.game) & names_in(question.prompt, question.game))


def rank_unlike(question: BlindQuestion, part: BlindPart, at: int) -> float:
    """Return a score that is higher, the fewer words an option shares with the other options."""
    own = {*words_of(part.options[at], question.game)}
    others = [{*words_of(text, question.game)} for place, text in enumerate(part.options) if place != at]
    return -sum(len(own & other) / max(1, len(own | other)) for other in others)


FIXED: dict[str, Guesser] = {
    "first": choose_best(lambda question, part, at: -at),
    "last": choose_best(lambda question, part, at: at),
    "second": choose_best(lambda question, part, at: at == 1),
    "last but one": choose_best(lambda question, part, at: at == len(part.options) - 2),
    "middle": choose_best(rank_middle),
    "longest": choose_best(lambda question, part, at: len(part.options[at])),
    "shortest": choose_best(lambda question, part, at: -len(part.options[at])),
    "names the card": choose_best(count_named),
    "names no card of the prompt": choose_best(lambda question, part, at: -count_named(question, part, at)),
    "shares most words": choose_best(count_shared),
    "shares fewest words": choose_best(lambda question, part, at: -count_shared(question, part, at)),
    "like the others": choose_best(lambda question, part, at: -rank_unlike(question, part, at)),
    "unlike the others": choose_best(rank_unlike),
    "first yes only": lambda question: [int(at == 0) for at in range(len(question.parts))],
    "last yes only": lambda question: [int(at == len(question.parts) - 1) for at in range(len(question.parts))],
}
"""Guessers that do not learn, by name."""


def learn_patterns(sample: Sequence[BlindQuestion]) -> Guesser:
    """Return a guesser that takes the positions that were right most often in questions of the same shape."""
    shapes: dict[tuple[int, ...], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for question in sample:
        shapes[shape_of(question)][tuple(part.right for part in question.parts)] += 1
    usual = {shape: [*max(sorted(found), key=found.__getitem__)] for shape, found in shapes.items()}
    return lambda question: usual.get(shape_of(question), [0] * len(question.parts))


def shape_of(question: BlindQuestion) -> tuple[int, ...]:
    """Return the number of options of each part."""
    return tuple(len(part.options) for part in question.parts)


def learn_phrases(sample: Sequence[BlindQuestion]) -> Guesser:
    """Return a guesser that takes the option with the phrase that was right most often, compared with chance."""
    offered, right = Counter[str](), Counter[str]()
    expected: dict[str, float] = defaultdict(float)
    for question in sample:
        for part in question.parts:
            for at in range(len(part.options)):
                for phrase in phrases_of(question, part, at):
                    offered[phrase] += 1
                    expected[phrase] += 1 / len(part.options)
                    right[phrase] += at == part.right
    weights = {one: (right[one] - expected[one]) / math.sqrt(expected[one] + 1) for one in offered}

    def score(question: BlindQuestion, part: BlindPart, at: int) -> float:
        known = [weights.get(phrase, 0.0) for phrase in phrases_of(question, part, at)]
        return max(known, default=0.0) + min(known, default=0.0)

    return choose_best(score)


def phrases_of(question: BlindQuestion, part: BlindPart, at: int) -> set[str]:
    """Return the phrases of an option, including the whole option; each is preceded by what the part asks."""
    words = words_of(part.options[at], question.game)
    found = {
        " ".join(words[begin : begin + length])
        for length in range(1, LONGEST_PHRASE + 1)
        for begin in range(len(words) - length + 1)
    }
    return found | {f"{' '.join(words_of(part.ask, question.game))}? {' '.join(words)}"}


def learn_weights(sample: Sequence[BlindQuestion]) -> Guesser:
    """Return a classifier over words and positions: a logistic choice among the options of a part."""
    weights: dict[str, float] = defaultdict(float)
    rows = [
        (part.right, [[*features_of(question, part, at)] for at in range(len(part.options))])
        for question in sample
        for part in question.parts
    ]
    source = RandomSource(1)
    for _ in range(ROUNDS):
        source.shuffle(rows)
        for right, options in rows:
            sums = [sum(weights.get(one, 0.0) for one in found) / math.sqrt(len(found)) for found in options]
            top = max(sums)
            shares = [math.exp(one - top) for one in sums]
            for at, found in enumerate(options):
                step = RATE * ((at == right) - shares[at] / sum(shares)) / math.sqrt(len(found))
                for one in found:
                    weights[one] += step - RATE * DECAY * weights[one]

    def score(question: BlindQuestion, part: BlindPart, at: int) -> float:
        found = [*features_of(question, part, at)]
        return sum(weights.get(one, 0.0) for one in found) / math.sqrt(len(found))

    return choose_best(score)


def features_of(question: BlindQuestion, part: BlindPart, at: int) -> Iterator[str]:
    """Yield the features of an option that the classifier uses."""
    text, count = part.options[at], len(part.options)
    words = words_of(text, question.game)
    yield f"place {at} of {count}"
    yield f"place from the end {count - at}"
    yield f"part {question.parts.index(part)} {' '.join(words)[:20]}"
    rank = numeric_rank(part, at)
    if rank is not None:
        yield f"rank {rank:.2f} of {count}"
        yield f"number {text}"
    lengths = [len(one) for one in part.options]
    yield f"length {sum(one < lengths[at] for one in lengths)} of {count}"
    yield f"names {bool(count_named(question, part, at))}"
    yield f"shares {min(4, int(count_shared(question, part, at)))}"
    yield from {f"word {one}" for one in words}
    yield from {f"words {one} {two}" for one, two in pairwise(words)}
    asked = {*words_of(part.ask, question.game), *(words_of(question.prompt, question.game) if count == 2 else ())}
    short = " ".join(words) if len(words) <= 2 else "long"
    yield from {f"{one} -> {short}" for one in asked if one != CARD}


LEARNED: dict[str, Trainer] = {
    "usual places": learn_patterns,
    "telling phrases": learn_phrases,
    "classifier": learn_weights,
}
"""Guessers that learn from other questions, by name."""
