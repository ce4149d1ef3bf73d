"""Measure how well guessing does on the questions of practice and lessons, and write docs/items.md.

python -m benchmarks.guessers every game and maker, and the steps of all courses
python -m benchmarks.guessers altaria --maker why --questions 300

The results replace the stored ones for the same game and maker (`guessers.json`); the page shows all of them.

Guessers see the words of a question and of its options, but not the board (`benchmarks/blind_guessers.py`). In turn,
the best guesser is chosen (and trained, if it learns) on four fifths of the questions and measured on the rest, so that
the rate is not just that of the luckiest guesser. The rate is the mean over several ways of splitting the questions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from math import prod
from pathlib import Path
from typing import NamedTuple

import engines
from benchmarks.blind_guessers import FIXED, LEARNED, Guesser
from benchmarks.blind_questions import (
    LEARNERS,
    TYPED,
    BlindQuestion,
    course_numbers,
    course_questions,
    make_blind_question,
)
from engines.kernel.chance import RandomSource
from tutor.estimates import wilson_interval
from tutor.files import write_whole
from tutor.matches.simulate import spread_work

PAGE = Path(__file__).resolve().parent.parent / "docs" / "items.md"
STORED = Path(__file__).with_name("guessers.json")
"""The results from which the page's table is made."""
DEMANDED = 1.3
"""The maximum ratio between the best guesser's rate and that of chance."""
FOLDS, INNER_FOLDS = 5, 4
"""The number of parts into which questions are split, to measure guessers and to choose one."""
SPLITS = 10
"""The number of ways in which questions are split; with few questions, a single one may move a rate by a tenth."""
FEWEST = 20
"""The minimum number of questions for a line of the table."""
BY_PART = ("which", "order")
"""Makers of which each part (a card, or a pair of lines) counts as a question."""
Rows = Sequence[BlindQuestion]


class GuessRate(NamedTuple):
    """A line of the table: maker and game, number of questions, rate of chance, the best guesser and its rate.

    splits : the number of ways of splitting the questions of which the rate is the mean.
    """

    maker: str
    game: str
    count: int
    chance: float
    guesser: str
    rate: float
    splits: int = SPLITS

    @property
    def ratio(self) -> float:
        """The guesser's rate divided by that of chance."""
        return self.rate / self.chance


def chance_of_question(question: BlindQuestion) -> float:
    """Return the share that a random choice is expected to get right.

    It is a share of the parts for makers in `BY_PART`, otherwise of whole questions.
    """
    shares = [1 / len(part.options) for part in question.parts]
    return sum(shares) / len(shares) if question.maker in BY_PART else prod(shares)


def score_of_guess(question: BlindQuestion, guess: Sequence[int]) -> float:
    """Return how much of a question a guess gets right, counted as in `chance_of_question`."""
    right = [one == part.right for one, part in zip(guess, question.parts, strict=True)]
    return sum(right) / len(right) if question.maker in BY_PART else float(all(right))


def split_folds(questions: Rows, count: int, seed: int = 0) -> list[tuple[Rows, Rows]]:
    """Return, for each fold, the questions outside it and those in it; a question stays with its other shuffles.

    Each seed splits them differently.
    """
    keys = [*dict.fromkeys(one.key for one in questions)]
    RandomSource(seed).shuffle(keys)
    numbers = {key: at % count for at, key in enumerate(keys)}
    return [
        ([one for one in questions if numbers[one.key] != fold], [one for one in questions if numbers[one.key] == fold])
        for fold in range(count)
    ]


def mean_score(guesser: Guesser, questions: Rows) -> float:
    """Return the mean score of a guesser on some questions; 0 if there are none."""
    return sum(score_of_guess(one, guesser(one)) for one in questions) / max(1, len(questions))


def choose_guesser(questions: Rows) -> tuple[str, Guesser]:
    """Return the best guesser for some questions, by name; those that learn are compared on questions held back."""
    scores = {name: mean_score(guesser, questions) for name, guesser in FIXED.items()}
    for name, learn in LEARNED.items():
        held_back = [mean_score(learn(train), test) for train, test in split_folds(questions, INNER_FOLDS)]
        scores[name] = sum(held_back) / len(held_back)
    best = max(scores, key=scores.__getitem__)
    return best, FIXED.get(best) or LEARNED[best](questions)


def measure_guessing(maker: str, game: str, questions: Rows) -> GuessRate:
    """Return the line of the table for these questions: how well guessing does, on average over `SPLITS` splits."""
    chosen, total = Counter[str](), 0.0
    for train, test in chain.from_iterable(split_folds(questions, FOLDS, seed) for seed in range(SPLITS)):
        name, guesser = choose_guesser(train)
        chosen[name] += 1
        total += mean_score(guesser, test) * len(test)
    chance = sum(map(chance_of_question, questions)) / len(questions)
    count = len({one.key for one in questions})
    return GuessRate(maker, game, count, chance, chosen.most_common(1)[0][0], total / len(questions) / SPLITS)


def ask_unlike_questions(found: Iterable[BlindQuestion | None]) -> list[BlindQuestion]:
    """Return the questions without near-duplicates, in an order that does not depend on their counter-rules.

    Each maker's questions are shuffled by themselves, so that its rate does not change with the questions of others.
    """
    unlike = [*{(one.game, one.key, one.parts): one for one in found if one is not None}.values()]
    ordered = list[BlindQuestion]()
    for maker in sorted({one.maker for one in unlike}):
        own = [one for one in unlike if one.maker == maker]
        RandomSource(7).shuffle(own)
        ordered += own
    return ordered


def describe_rate(row: GuessRate) -> str:
    """Return a line of the table."""
    low, high = wilson_interval(round(row.rate * row.count), row.count)
    ratio = f"**{row.ratio:.2f}**" if row.ratio > DEMANDED else f"{row.ratio:.2f}"
    star = "" if row.splits == SPLITS else "*"
    return (
        f"| {row.maker} | {row.game} | {row.count}{star} | {row.chance:.0%} | {row.guesser} | {row.rate:.0%} "
        f"({low:.0%} to {high:.0%}) | {ratio} |"
    )


def describe_numbers(row: GuessRate) -> str:
    """Return the sentence about numbers that are typed, for which there is no rate of chance."""
    low, high = wilson_interval(round(row.rate * row.count), row.count)
    return (
        f"Nor are the numbers that predictions in lessons ask for ({row.count} steps), which are typed: of those up "
        f"to ten, the best guesser ({row.guesser}) says {row.rate:.0%} ({low:.0%} to {high:.0%})."
    )


TEXT = """\
# Questions, and how far guessing gets

**What a question is.** Practice and exams ask questions that are made, not written. Each is about one changed rule: \
in its position the answer by the rules is another one than the answer by the changed rule, so who answers right has \
told the two apart. A maker finds such a position in play-outs and worked examples, takes away the cards that do not \
matter, and asks in its way; what is right the engine decides, never a stored key. The seed of a question makes the \
same one again.

{makers}

**What it must not be.** Somebody who knows no rule, and does not see the board, should be right at most {demanded} \
times as often as chance. So the options of a question look alike, none is right more often than the others, and a \
result that is nearly always the same is not asked for. `foregone` and `reasons_asked` in a game's presentation \
(`presentation.md`) say which.

**Makers that ask nothing in a game**, because their questions could be guessed there (`left_out` in the presentation):

{left_out}

## What was measured

Made by `python -m benchmarks.guessers`: for each maker and game, questions by seeds of their own, answered by \
guessers that see words and options but not the board. What is above {demanded} times chance is in bold type: \
it is still asked, and a right answer to it shows less.

A question counts as right if all of it is; of *which* each card counts, of *order* each pair of lines. *may* are the \
questions of *which* about single actions, each allowed or not; only ChaosTCG has enough of them for a row: in the \
other games fewer than {fewest} of 150 questions of *which* are such. The best \
guesser is chosen on four fifths of the questions and measured on the others, in turn, and the rate is the mean over \
{splits} ways of splitting them; of rows with a star, of one way. *courses* are the steps of all \
lessons, each in the order of options that eight learners see. With fewer than a hundred questions the rate may be \
ten points off, with fewer than fifty twenty, as its interval says. Questions played on the board, and decks to mend, \
are not in the table: there is nothing to choose from. {typed}

| maker | game | questions | chance | best guesser | right | times chance |
| --- | --- | ---: | ---: | --- | ---: | ---: |
{rows}

## Two readers without the board

A guesser does not think. Two readers (language models that know card games, but none of these) answered sixty \
questions each by their wording alone, on 30 November 2026. In 88 by the makers above they got 37.8 points where \
chance gives 32.8 (1.15 times). The other 32 asked who decides next, and what: 18 were right (56 %, 39 to 72; chance \
25), since the usual order of card games gives much of it away. Such questions are asked in lessons only: there the \
words and options alone are right in 39 % of 23 (22 to 59; chance 47). Rules that show in nothing else are not \
practised (`docs/coverage.md` names them).
"""


def load_rates() -> list[GuessRate]:
    """Return the stored results, by maker and game."""
    found = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else []
    return [GuessRate(**row) for row in found]


def store_rates(measured: Sequence[GuessRate]) -> None:
    """Store these results in place of earlier ones for the same game and maker, and write the page."""
    rates = {(row.maker, row.game): row for row in (*load_rates(), *measured)}
    rows = [rates[key]._asdict() for key in sorted(rates)]
    write_whole(STORED, json.dumps(rows, indent=1) + "\n")
    write_whole(PAGE, format_page(load_rates()))


def format_page(rates: Sequence[GuessRate]) -> str:
    """Return the page with these results, except those of makers that no longer exist."""
    from tutor.boards.presentation import load_look
    from tutor.practice.makers import ALL_MAKERS
    from tutor.practice.survey import makers_left_out

    titles = {game: str(load_look(game)["title"]) for game in engines.names()}
    said = {one.name: str(sys.modules[one.find.__module__].__doc__).partition("\n")[0] for one in ALL_MAKERS}
    silent = {game: makers_left_out(game) for game in titles}
    reasons = [
        f"- *{maker}* in {titles[game]}: {why}" for game, makers in silent.items() for maker, why in makers.items()
    ]
    shown = [row for row in rates if row.maker not in silent.get(row.game, {})]
    numbers = next((row for row in rates if row.maker == TYPED), None)
    shown = [row for row in shown if row.maker != TYPED]
    return TEXT.format(
        typed=describe_numbers(numbers) if numbers else "",
        demanded=DEMANDED,
        splits=SPLITS,
        fewest=FEWEST,
        makers="\n".join(f"- *{maker}*: {what}" for maker, what in said.items()),
        left_out="\n".join(reasons),
        rows="\n".join(describe_rate(row._replace(game=titles.get(row.game, row.game))) for row in shown),
    )


def measure_makers(
    games: Sequence[str], makers: Sequence[str], count: int, seed: int, jobs: int
) -> Iterable[GuessRate]:
    """Yield a line of the table for each game and maker of practice questions."""
    from tutor.practice.aims import aims_worth_asking

    for maker in makers:
        asked = [game for game in games if aims_worth_asking(engines.load(game), maker)]
        tasks = [(game, maker, seed + number) for game in asked for number in range(count)]
        found = ask_unlike_questions(spread_work(make_blind_question, tasks, jobs))
        for game in asked:
            yield from measure_kinds([one for one in found if one.game == game])


def measure_kinds(questions: Rows) -> Iterable[GuessRate]:
    """Yield a line of the table for each kind of question of a game that has enough questions."""
    for maker in sorted({one.maker for one in questions}):
        own = [one for one in questions if one.maker == maker]
        if len({one.key for one in own}) >= FEWEST:
            yield measure_guessing(maker, own[0].game, own)


def measure_courses(games: Sequence[str]) -> Iterable[GuessRate]:
    """Yield the lines of the table about lessons; every step is asked as several learners see it."""
    found = ask_unlike_questions(one for game in games for who in LEARNERS for one in course_questions(game, who))
    yield from measure_kinds(found)
    numbers = [*chain.from_iterable(map(course_numbers, games))]
    yield measure_guessing(TYPED, numbers[0].game, numbers)


def main() -> None:
    """Measure the lines of the table, print them and write the page."""
    from tutor.practice.makers import MAKERS

    asked = [name for name, one in MAKERS.items() if not one.on_board]  # played, not answered by choosing
    parser = argparse.ArgumentParser(prog="python -m benchmarks.guessers", description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="the games; by default all")
    parser.add_argument("--maker", action="append", choices=asked)
    parser.add_argument("--questions", type=int, default=100, help="questions of each maker and game")
    parser.add_argument("--seed", type=int, default=90_000, help="the first seed")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time; -1 is one for every core")
    wanted = parser.parse_args()
    games = wanted.games or engines.names()
    courses = () if wanted.maker else measure_courses(games)
    makers = measure_makers(games, wanted.maker or asked, wanted.questions, wanted.seed, wanted.jobs)
    for row in chain(makers, courses):
        print(describe_rate(row), flush=True)
        store_rates([row])


if __name__ == "__main__":
    main()
