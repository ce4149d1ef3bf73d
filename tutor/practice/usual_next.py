"""Counts how often each answer to *what next* is right; wrong options are drawn from these answers.

An option that is offered more or less often than it is right could be guessed. `python -m tutor.practice.usual_next
GAME ...` counts the answers again, in a sample of the questions that practice would ask.
"""

from __future__ import annotations

import argparse
import tomllib
from functools import cache
from pathlib import Path

import engines
from engines.book.toml_schema import to_toml
from engines.kernel.chance import RandomSource
from tutor.files import write_whole

FILE = Path(__file__).with_name("usual_next.toml")
HEADING = "# What is right in a sample of questions of *what_next*. Made by `python -m tutor.practice.usual_next`.\n\n"
MAKER, RIGHT = "what_next", "right"
TRIES = 6
"""Maximum number of attempts to make one question."""


@cache
def usual_answers(game: str) -> tuple[str, ...]:
    """Return the right answers to a sample of questions, each as often as it occurs; () if there is no sample."""
    return tuple(_load().get(game, {}).get(RIGHT, ()))


def _load() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def sample_answers(game: str, count: int) -> list[str]:
    """Return the right answers to a sample of different questions, with aims drawn as in practice."""
    from tutor.practice.makers import SEED_COUNT, draw_aim, make_question

    rules, found = engines.load(game), dict[str, str]()
    for seed in range(count):
        source = RandomSource(seed)
        for _ in range(TRIES):
            aim = draw_aim(rules, MAKER, source)
            question = make_question(rules, MAKER, aim, source.below(SEED_COUNT)) if aim else None
            if question is not None:
                found[question.key] = question.right[0].partition(": ")[2]
                break
    return sorted(found.values())


def write_samples() -> None:
    """Count the right answers again for some games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--questions", type=int, default=60, help="questions of each game")
    wanted = parser.parse_args()
    for game in wanted.games or engines.names():
        whole = _load() | {game: {RIGHT: sample_answers(game, wanted.questions)}}
        write_whole(FILE, HEADING + to_toml({name: whole[name] for name in sorted(whole)}))
        print(f"{game}: {len(whole[game][RIGHT])} questions", flush=True)


if __name__ == "__main__":
    write_samples()
