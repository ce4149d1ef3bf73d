"""The shared vocabulary of steps: what each step of a game does (its job), and who decides in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from engines.book.rulebook import read_toml
from engines.errors import DataError
from engines.game import Game

JOBS_FILE = Path(__file__).with_name("step_jobs.toml")
JOBS = ("set_up", "refresh", "draw", "resource", "develop", "fight", "respond", "carry_out", "clean_up", "end")
OWN, OTHER, EITHER = "own", "other", "either"


class _Mapped(NamedTuple):
    """The mapping of a game: the steps of each job, and the meaning of each "who" word."""

    jobs: dict[str, list[str]]
    who: dict[str, str]


@cache
def _data() -> dict[str, _Mapped]:
    return {
        game: _Mapped({job: table[job] for job in table if job != "who"}, table["who"])
        for game, table in read_toml(JOBS_FILE).items()
    }


def is_mapped(game: Game) -> bool:
    """Return True if every step of a game has a job, and every "who" word a meaning."""
    nodes = game.graph().nodes
    deciders = {node["who"] for node in nodes if node["kind"] == "choice"}
    known = game.name in _data() and {node["name"] for node in nodes} == set(jobs_of(game.name))
    return known and deciders <= set(decision_owners(game.name))


def jobs_of(game: str) -> dict[str, str]:
    """Return the job of each step of a game. Raises DataError if the game has no mapping or an invalid one."""
    if game not in _data():
        raise DataError(str(JOBS_FILE), f"the steps of {game} are not mapped.", "Add a table for it.")
    found: dict[str, str] = {}
    for job, steps in _data()[game].jobs.items():
        if job not in JOBS:
            raise DataError(f"{JOBS_FILE}, {game}", f"there is no job {job!r}.", f"Jobs: {', '.join(JOBS)}.")
        for step in steps:
            if step in found:
                raise DataError(f"{JOBS_FILE}, {game}", f"step {step} is defined twice.", "Give each step one job.")
            found[step] = job
    return found


def leading_steps(game: str) -> dict[str, str]:
    """Return, for each job of a game, the step that represents it where space is short: the first one listed."""
    return {job: steps[0] for job, steps in _data()[game].jobs.items()}


def decision_owners(game: str) -> dict[str, str]:
    """Return the meaning of each "who" word in a game's flow table: own, other or either."""
    return _data()[game].who
