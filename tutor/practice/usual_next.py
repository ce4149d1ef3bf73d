"""The wrong options of *what next*: which are offered, and how often, so that none is right more often than another.

A belief's answer that is hardly ever right would give itself away, so most questions with it are not asked. The other
wrong options are drawn so that each is offered in proportion to how often it is right.
`python -m tutor.practice.usual_next GAME ...` finds both anew, in a sample of the questions that practice would ask.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import engines
from engines.book.toml_schema import to_toml
from engines.game import Game
from engines.kernel.chance import RandomSource
from tutor.files import write_whole
from tutor.practice.sources import shuffle_copy

FILE = Path(__file__).with_name("usual_next.toml")
HEADING = """\
# The wrong options of *what_next*. drawn: each as often as it is drawn. asked: by the answer of a belief, how many of a
# hundred questions are asked; all of them where nothing is said. Made by `python -m tutor.practice.usual_next`.

"""
MAKER, DRAWN, ASKED = "what_next", "drawn", "asked"
OVER = "over"
"""The answer where the game has ended."""
OPTIONS = 4
TRIES = 6
"""Most tries to make one question."""
HUNDRED = 100
"""Shares are in hundredths."""
LEAST_SHARE = 25
ROUNDS, DRAWN_COUNT = 40, 80
"""How often the shares of wrong options are corrected, and the number of options written."""


class AskedDecision(NamedTuple):
    """The two answers that every question offers: the right one, and that of the belief it is about."""

    right: str
    believed: str


@cache
def load_usual() -> Mapping[str, Mapping[str, Any]]:
    """Return the contents of the file, by game."""
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def share_asked(game: str, believed: str) -> int:
    """Return how many of a hundred questions with this answer of a belief are asked."""
    return int(dict(load_usual().get(game, {}).get(ASKED, ())).get(believed, HUNDRED))


def usual_answers(game: Game, begins: bool) -> list[str]:
    """Return wrong options, each as often as it is drawn; [] without a sample.

    begins : whether it is the setup. Decisions of the setup are offered only there, and others only after it.
    """
    return fitting_answers(load_usual().get(game.name, {}).get(DRAWN, ()), game, begins)


def fitting_answers(answers: Sequence[str], game: Game, begins: bool) -> list[str]:
    """Return the answers that fit the setup, or the time after it."""
    known = [one for one in answers if one == OVER or step_of_answer(one) in game.flow.steps]
    return [one for one in known if one == OVER or is_of_setup(one, game) == begins]


def is_of_setup(answer: str, game: Game) -> bool:
    """Return True for a decision of the setup."""
    return answer != OVER and game.flow.steps[step_of_answer(answer)].phase == game.flow.first.phase


def step_of_answer(answer: str) -> str:
    """Return the step in which somebody decides: "MAIN" for "you MAIN"."""
    return answer.partition(" ")[2]


def sample_decisions(game: str, count: int) -> list[AskedDecision]:
    """Return the answers of a sample of unlike questions, about aims as practice draws them."""
    from tutor.practice.makers import SEED_COUNT, draw_aim, make_question

    rules, found = engines.load(game), dict[str, AskedDecision]()
    for seed in range(count):
        source = RandomSource(seed)
        for _ in range(TRIES):
            aim = draw_aim(rules, MAKER, source)
            question = make_question(rules, MAKER, aim, source.below(SEED_COUNT)) if aim else None
            if question is not None and question.aim in question.beliefs:
                right, believed = question.right[0], question.beliefs[question.aim][0]
                found[question.key] = AskedDecision(right.partition(": ")[2], believed.partition(": ")[2])
                break
    return [found[key] for key in sorted(found)]


def fit_shares(sample: Sequence[AskedDecision]) -> dict[str, int]:
    """Return the shares under a hundred of the questions to ask, by a belief's answer.

    With a full share, such an answer would be offered more often than `OPTIONS` times for each time that it is right.
    `LEAST_SHARE` is asked in any case, because some beliefs have no other answer.
    """
    right, believed = (Counter(one) for one in zip(*sample, strict=True))
    shares = {
        one: max(LEAST_SHARE, HUNDRED * (OPTIONS - 1) * right[one] // count) for one, count in sorted(believed.items())
    }
    return {one: share for one, share in shares.items() if share < HUNDRED}


def fit_drawn(sample: Sequence[AskedDecision], game: Game) -> list[str]:
    """Return wrong options with repetitions: drawn from them, each is offered `OPTIONS` times as often as it is right.

    Found by drawing the options of the sample, and correcting what is offered too often or too seldom, `ROUNDS` times.
    """
    right, source = Counter(one.right for one in sample), RandomSource(1)
    weights = {one: float(count) for one, count in right.items()}
    for _ in range(ROUNDS):
        drawn, offered = repeat_answers(weights), Counter[str]()
        for one in sample:
            others = shuffle_copy(fitting_answers(drawn, game, is_of_setup(one.right, game)), source)
            offered.update([*dict.fromkeys([*one, *others])][:OPTIONS])
        weights = {one: weight * (OPTIONS * right[one] / offered[one]) ** 0.5 for one, weight in weights.items()}
        most = sum(weights.values()) / OPTIONS  # the only answer of the setup would grow and grow
        weights = {one: min(weight, most) for one, weight in weights.items()}
    return repeat_answers(weights)


def repeat_answers(weights: Mapping[str, float]) -> list[str]:
    """Return each answer as often as its weight says, of about `DRAWN_COUNT` in all."""
    whole = sum(weights.values())
    return [one for one in sorted(weights) for _ in range(max(1, round(DRAWN_COUNT * weights[one] / whole)))]


def thin_sample(sample: Sequence[AskedDecision], shares: Mapping[str, int]) -> list[AskedDecision]:
    """Return the questions that are still asked with these shares, drawn at random."""
    source = RandomSource(1)
    return [one for one in sample if source.below(HUNDRED) < shares.get(one.believed, HUNDRED)]


def write_samples() -> None:
    """Find the options of some games anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--questions", type=int, default=150, help="questions of each game")
    wanted = parser.parse_args()
    for game in wanted.games or engines.names():
        save_usual(game)  # so that all questions are asked
        sample = sample_decisions(game, wanted.questions)
        shares = fit_shares(sample)
        save_usual(game, fit_drawn(thin_sample(sample, shares), engines.load(game)), shares)
        print(f"{game}: {len(sample)} questions", flush=True)


def save_usual(game: str, drawn: Sequence[str] = (), shares: Mapping[str, int] | None = None) -> None:
    """Write what was found for a game into the file, in place of earlier results."""
    found = {DRAWN: list(drawn), ASKED: [[one, share] for one, share in (shares or {}).items()]}
    whole = {**load_usual(), game: found}
    write_whole(FILE, HEADING + to_toml({name: whole[name] for name in sorted(whole)}))
    load_usual.cache_clear()


if __name__ == "__main__":
    write_samples()
