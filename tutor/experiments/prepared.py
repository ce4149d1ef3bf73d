"""Prepared experiments: a mechanic taken out of a game, or another game's answer put in, with what came of it.

Which ones stands in `prepared.toml`. `python -m tutor.experiments.prepared --write` plays the games of each with and
without the change and writes `prepared.json`. A run names the decks it was played with and the fingerprint of the
rules, so that it can be repeated when a game has got more decks, and says so when its rules have changed.

>>> one = named("altaria_fresh")
>>> one.change().clause, one.like
('ALT-4.5', 'chaos')
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

from engines.book.rulebook import read_toml
from engines.errors import DataError
from tutor.compare.batch import play_digest
from tutor.compare.observe import GameTrace, WatchedMoment
from tutor.experiments.choices import Choice, choice
from tutor.experiments.effects import MEASURES, Effect, effects, endings, judge
from tutor.experiments.paired import play_pairs, rules_of
from tutor.experiments.replays import NOTHING_SEEN, Chosen, chosen
from tutor.experiments.stored import DIGITS, back, plain, text_of
from tutor.files import write_whole
from tutor.matches.decks import with_more

LIST = Path(__file__).with_name("prepared.toml")
FILE = Path(__file__).with_name("prepared.json")
PAIRS, BOTS = 400, "quick"
ASKED = ("turns", "first_seat", "drama", "comebacks")
"""The measures that are asked about: length, the advantage of a seat, drama, comebacks."""


class Prepared(NamedTuple):
    """An experiment: a rule of a game is set to another value.

    rule : one of `tutor.experiments.choices`. mechanic : the row of the mechanics table whose answer it changes. like :
    the game whose answer is put in.
    """

    id: str
    game: str
    rule: str
    mechanic: str
    like: str
    value: int = 1

    @property
    def changes(self) -> dict[str, int]:
        """What is changed, as `tutor.experiments.paired` takes it."""
        return {self.rule: self.value}

    def change(self, language: str = "en") -> Choice:
        """Return the changed rule: what it says, and its clause."""
        return choice(with_more(self.game), self.rule, language)


class Possible(NamedTuple):
    """An exchange that is not prepared: the house-rule lab can play it."""

    game: str
    rule: str
    mechanic: str
    like: str

    def change(self, language: str = "en") -> Choice:
        """Return the changed rule."""
        return choice(with_more(self.game), self.rule, language)


class Impossible(NamedTuple):
    """An exchange that an engine cannot make: the clauses that are the reason, and claims that bear it out."""

    game: str
    mechanic: str
    clauses: tuple[str, ...]
    holds: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its name among the texts."""
        return f"{self.game}_{self.mechanic}"


@dataclass(slots=True)
class Run:
    """What came of an experiment.

    pairs : games by each rule. decks : those that met. rules : the fingerprint of the rules. plays : a sample of how
    the game was played. effects : by measure, also the ways to end ("ended:ALT-16.3"). game : the one to look at, None
    if none was decided.
    """

    pairs: int
    bots: str
    decks: list[str]
    rules: str
    plays: str
    effects: dict[str, Effect]
    game: Chosen | None = None

    def is_stale(self, one: Prepared) -> bool:
        """Return True if the game plays otherwise than when this was measured."""
        return rules_of(one.game, one.changes) != self.rules and play_digest(one.game) != self.plays

    def agrees(self, found: Mapping[str, Effect]) -> bool:
        """Return True if these are the same figures."""
        return all(id in found and plain({id: found[id]})[id] == row for id, row in plain(self.effects).items())


@cache
def mechanics() -> tuple[str, ...]:
    """Return the rows of the mechanics table that are played with."""
    return tuple(read_toml(LIST)["mechanics"])


@cache
def experiments() -> tuple[Prepared, ...]:
    """Return all prepared experiments, in their order."""
    return tuple(Prepared(**row) for row in read_toml(LIST)["experiment"])


@cache
def possible() -> tuple[Possible, ...]:
    """Return the exchanges that the house-rule lab can play."""
    return tuple(Possible(**row) for row in read_toml(LIST)["possible"])


@cache
def impossible() -> tuple[Impossible, ...]:
    """Return the exchanges that an engine cannot make."""
    rows = read_toml(LIST)["impossible"]
    return tuple(Impossible(row["game"], row["mechanic"], tuple(row["clauses"]), tuple(row["holds"])) for row in rows)


def named(id: str) -> Prepared:
    """Return an experiment. Raises KeyError for one that there is not."""
    return {one.id: one for one in experiments()}[id]


def measure(one: Prepared, pairs: int = PAIRS, jobs: int = 1, folder: Path | None = None) -> Run:
    """Play an experiment with the decks that the game has now; what is kept is not played again."""
    decks = [*with_more(one.game).decks]
    played, by_each = judge(play_pairs(one.game, one.changes, pairs, BOTS, jobs, folder=folder, decks=decks))
    look = next(iter(chosen(played)), None)
    rules = rules_of(one.game, one.changes)
    found = effects(played, [*MEASURES, *endings(with_more(one.game), played)], by_each)
    return Run(pairs, BOTS, decks, rules, play_digest(one.game), found, look)


# In a file.


def write(runs: Mapping[str, Run], path: Path = FILE) -> None:
    """Write runs as JSON, each effect on a line of its own."""
    rows = {
        id: {
            **{name: getattr(run, name) for name in ("pairs", "bots", "decks", "rules", "plays")},
            "effects": plain(run.effects),
            "game": None if run.game is None else _game(run.game),
        }
        for id, run in runs.items()
    }
    write_whole(path, text_of(rows))


def read(path: Path = FILE) -> dict[str, Run]:
    """Return the runs in a file, by the ids of their experiments; none if there is no such file."""
    if not path.exists():
        return {}
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        id: Run(**{**row, "effects": back(row["effects"]), "game": row["game"] and _chosen(row["game"])})
        for id, row in rows.items()
    }


class PlayedGame(TypedDict):
    """A game to look at in a file: deal, decks and players; winner, clause and turns; the chance turn by turn."""

    sort: str
    number: int
    played: tuple[int, tuple[str, str], tuple[str, str]]
    won: tuple[int | None, str, int]
    looks: list[tuple[int, float]]


def _game(one: Chosen) -> PlayedGame:
    """Return a game to look at as plain data: what it takes to play it again, and who was ahead turn by turn."""
    sight = one.trace.sight
    turns = [moment.turn for moment, _ in zip(sight.moments, sight.looks, strict=False)]
    return {
        "sort": one.sort,
        "number": one.number,
        "played": one.trace[:3],
        "won": (sight.winner, sight.clause, sight.turns),
        "looks": list(zip(turns, (round(look, DIGITS) for look in sight.looks), strict=False)),
    }


def _chosen(row: PlayedGame) -> Chosen:
    seed, (deck, other_deck), (bot, other_bot) = row["played"]
    winner, clause, turns = row["won"]
    moments = tuple(WatchedMoment(turn, 0, 0.0, {}) for turn, _ in row["looks"])
    looks = tuple(look for _, look in row["looks"])
    sight = NOTHING_SEEN._replace(winner=winner, clause=clause, turns=turns, moments=moments, looks=looks)
    return Chosen(row["sort"], row["number"], GameTrace(seed, (deck, other_deck), (bot, other_bot), sight))


def main(arguments: Sequence[str] | None = None, tell: Callable[[str], None] = print) -> int:
    """Play the experiments, tell each when it is done, and write what `--write` asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tutor.experiments.prepared", description="Take one out, put one in."
    )
    parser.add_argument("only", nargs="*", help="the experiments, by their ids (default: all)")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"games by each rule (default {PAIRS})")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--folder", type=Path, help="where played games are kept (default: in TEBIKI_HOME)")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}; those that are left out stay in it")
    options = parser.parse_args(arguments)
    known = {one.id: one for one in experiments()}
    if wrong := [id for id in options.only if id not in known]:
        parser.error(f"there is no experiment {wrong[0]!r}; there are {', '.join(known)}")
    for one in known.values():
        if options.only and one.id not in options.only:
            continue
        try:
            run = measure(one, options.pairs, options.jobs, options.folder)
        except DataError as error:
            sys.exit(f"Tebiki: {error}")
        tell(f"{one.id}: " + ", ".join(f"{id} {_told(run.effects[id])}" for id in ASKED))
        if options.write:
            write({id: each for id in known if (each := (read() | {one.id: run}).get(id))})
    return 0


def _told(effect: Effect) -> str:
    one = effect.difference
    return "unknown" if one.value is None else f"{one.value:+.3f} [{one.low:.3f}, {one.high:.3f}] n={one.n}"


if __name__ == "__main__":
    sys.exit(main())
