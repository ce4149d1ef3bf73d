"""Stored questions, one about each counter-rule, with which a sitting begins at once.

`python -m tutor.practice.starters` makes them again from the results of the survey. Run it after changing a maker.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import engines
from tutor.files import write_whole
from tutor.matches.simulate import spread_work
from tutor.practice.question import Question

FOLDER = Path(__file__).with_name("starters")
LANGUAGE = "en"
"""The language of stored questions; in any other language, the first question is generated like all others."""
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def starters_path(game: str) -> Path:
    """Return the file of a game's stored questions: one question per line."""
    return FOLDER / f"{game}.jsonl"


@cache
def load_starters(game: str) -> Mapping[str, Question]:
    """Return the stored questions of a game by id; empty if it has none."""
    path = starters_path(game)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    return {question.id: question for question in map(read_starter, lines)}


def starters_about(game: str, aim: str, language: str) -> Iterator[Question]:
    """Yield the stored questions about a counter-rule in a language."""
    if language == LANGUAGE:
        yield from (question for question in load_starters(game).values() if question.aim == aim)


def read_starter(line: str) -> Question:
    """Parse the question stored in a line of JSON."""
    row: dict[str, Any] = json.loads(line)
    beliefs = {id: tuple(answer) for id, answer in row.pop("beliefs").items()}
    lists = {name: tuple(row[name]) for name in ("clauses", "right", "cards")}
    return Question(**row | lists, beliefs=beliefs)


def format_starter(question: Question) -> str:
    """Format a question as a line of JSON."""
    return _JSON.encode(asdict(question))


def make_starter(game: str, aim: str) -> str:
    """Return a question about a counter-rule as a line, by the first maker in the survey; "" if there is none."""
    from tutor.practice.makers import MAKERS
    from tutor.practice.survey import first_found, makers_of

    makers = [maker for maker in makers_of(game, aim) if not MAKERS[maker].on_board]
    found = (first_found(game, maker, aim) for maker in makers)
    question = next((one for one in found if one is not None), None)
    return "" if question is None else format_starter(question)


def main() -> None:
    """Make the stored questions of some games again."""
    from tutor.practice.sitting import askable_targets

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time; -1 is one for every core")
    wanted = parser.parse_args()
    for game in wanted.games or engines.names():
        tasks = [(game, aim) for aim in askable_targets(game).about]
        lines = [line for line in spread_work(make_starter, tasks, wanted.jobs) if line]
        write_whole(starters_path(game), "".join(f"{line}\n" for line in lines))
        print(f"{game}: {len(lines)} of {len(tasks)} counter-rules")


if __name__ == "__main__":
    main()
