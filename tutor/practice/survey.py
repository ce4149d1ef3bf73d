"""Finds out by trying which maker can ask about which counter-rule; the results are in `asked.toml`.

`python -m tutor.practice.survey` lists what no maker can ask about; with `--write` it tries again and writes the file.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import engines
from engines.book.toml_schema import to_toml
from engines.variants.counter_rules import by_id
from engines.variants.written_rules import never_in_play
from tutor.boards.presentation import load_look
from tutor.files import write_whole
from tutor.matches.simulate import spread_work

if TYPE_CHECKING:
    from tutor.practice.question import Question

FILE = Path(__file__).with_name("asked.toml")
FORMS_FILE = Path(__file__).with_name("several_forms.toml")
HEADING = "# Which maker can ask about which counter-rule. Made by `python -m tutor.practice.survey --write`.\n\n"
SEEDS = (*range(101, 107), *range(201, 207), *range(301, 313))
"""A counter-rule can be asked about if at least one of these seeds gives a question."""


@cache
def load_survey() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the counter-rules that can be asked about, by game and maker; makers that are left out are missing."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {
        game: {maker: tuple(ids) for maker, ids in makers.items() if maker not in makers_left_out(game)}
        for game, makers in found.items()
    }


@cache
def load_several_forms() -> Mapping[str, tuple[str, ...]]:
    """Return the beliefs that two or more makers readily tell from the rule, by game, as `benchmarks.questions` found.

    A maker that hardly ever finds such a question does not count: it would be waited for too long.
    """
    found = tomllib.loads(FORMS_FILE.read_text(encoding="utf-8")) if FORMS_FILE.exists() else {}
    return {game: tuple(row["beliefs"]) for game, row in found.items()}


def makers_left_out(game: str) -> Mapping[str, str]:
    """Return the makers that ask nothing in a game, with the reason why their questions could be guessed."""
    left_out: Mapping[str, str] = load_look(game).get("left_out", {})
    return left_out


def makers_of(game: str, aim: str) -> tuple[str, ...]:
    """Return the makers that can ask about a counter-rule."""
    return tuple(maker for maker, ids in load_survey().get(game, {}).items() if aim in ids)


def never_asked_aims(game: str) -> list[str]:
    """Return the counter-rules for which no maker finds a question."""
    from tutor.practice.aims import aims_by_id

    found = {id for ids in load_survey().get(game, {}).values() for id in ids}
    return [id for id in aims_by_id(engines.load(game)) if id not in found]


def survey_aim(game: str, aim: str, makers: tuple[str, ...]) -> list[str]:
    """Return the makers among `makers` that can ask about a counter-rule, found by trying.

    Survey one rule after another, because the makers share play-outs. Returns [] for a rule about clauses on which no
    position of a game gives a question; a grafted example may give one, but in a position that no game reaches.
    """
    rules = engines.load(game)
    if never_in_play(rules).keys() >= {*by_id(rules)[aim].clauses}:
        return []
    return [maker for maker in makers if first_found(game, maker, aim) is not None]


def first_found(game: str, maker: str, aim: str) -> Question | None:
    """Return the first question by a maker about a counter-rule among the survey's seeds; None if there is none."""
    from tutor.practice.makers import make_question

    return next((found for seed in SEEDS if (found := make_question(game, maker, aim, seed)) is not None), None)


def save_survey(game: str, maker: str, ids: list[str]) -> None:
    """Write the results for one maker into the file."""
    load_survey.cache_clear()
    found = {name: dict(makers) for name, makers in load_survey().items()}
    found.setdefault(game, {})[maker] = tuple(ids)
    whole = {name: dict(sorted(found[name].items())) for name in sorted(found)}
    write_whole(FILE, HEADING + to_toml(whole))
    load_survey.cache_clear()


def main() -> None:
    """Try all makers, or list what no maker can ask about."""
    from tutor.practice.aims import aims_by_id
    from tutor.practice.makers import MAKERS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="the games to try; by default all")
    parser.add_argument("--maker", action="append", choices=list(MAKERS), help="only this maker")
    parser.add_argument("--write", action="store_true", help="try anew and write the file")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time; -1 is one for every core")
    parser.add_argument("--aim", action="append", help="only this counter-rule; what was found for others stays")
    wanted = parser.parse_args()
    names = wanted.games or engines.names()
    if wanted.write:
        makers = tuple(wanted.maker or MAKERS)
        asking = {game: tuple(maker for maker in makers if maker not in makers_left_out(game)) for game in names}
        tasks = [
            (game, aim, asking[game])
            for game in names
            for aim in aims_by_id(engines.load(game))
            if not wanted.aim or aim in wanted.aim
        ]
        able = dict(zip(tasks, spread_work(survey_aim, tasks, wanted.jobs), strict=True))
        tried = {(game, aim): found for (game, aim, _), found in able.items()}
        for game in names:
            for maker in asking[game]:
                known = load_survey().get(game, {}).get(maker, ())
                ids = [
                    aim
                    for aim in aims_by_id(engines.load(game))
                    if (maker in tried[game, aim] if (game, aim) in tried else aim in known)
                ]
                print(f"{game} {maker}: {len(ids)}", flush=True)
                save_survey(game, maker, ids)
    for game in names:
        missing = never_asked_aims(game)
        print(f"{game}: {len(missing)} counter-rules that no maker asks about: {', '.join(missing)}")


if __name__ == "__main__":
    main()
