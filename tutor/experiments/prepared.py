"""Prepared experiments: a mechanic removed from a game, or replaced by another game's answer, with the results.

They are listed in `prepared.toml`. `python -m tutor.experiments.prepared --write` plays the games of each experiment,
with and without the change, and writes `prepared.json`. A run records its decks and the fingerprint of the rules, so
that it can be repeated after decks have been added, and is reported as stale after the rules have changed.

>>> one = find_experiment("altaria_fresh")
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
from tutor.experiments.discoveries import find_sure
from tutor.experiments.effects import EFFECT_MEASURES, RuleEffect, ending_metrics, judge_pairs, measure_effects
from tutor.experiments.effects_file import STORED_DIGITS, decode_effects, encode_effects, rows_as_json
from tutor.experiments.paired import play_pairs, rules_fingerprint
from tutor.experiments.replays import NOTHING_SEEN, ChosenGame, choose_games
from tutor.files import write_whole
from tutor.former_names import offer_former_names
from tutor.matches.house_rules import RuleChoice, find_choice
from tutor.sets.decks import game_with_decks

EXPERIMENTS_FILE = Path(__file__).with_name("prepared.toml")
RUNS_FILE = Path(__file__).with_name("prepared.json")
PAIRS, BOTS = 400, "quick"
ASKED_MEASURES = ("turns", "first_seat", "branching", "interaction")
"""The measures to be predicted: length, the advantage of a seat, choice, contact. Each of them changes in some
experiment."""


class PreparedExperiment(NamedTuple):
    """An experiment: a rule of a game set to another value.

    rule : one of `tutor.matches.house_rules`. mechanic : the row of the mechanics table whose answer changes. like :
    the game whose answer is adopted. pairs : the number of games by each rule, fixed before they are played.
    """

    id: str
    game: str
    rule: str
    mechanic: str
    like: str
    value: int = 1
    pairs: int = PAIRS

    @property
    def changes(self) -> dict[str, int]:
        """The changes in the form that `tutor.experiments.paired` expects."""
        return {self.rule: self.value}

    def change(self, language: str = "en") -> RuleChoice:
        """Return the changed rule, with its text and its clause."""
        return find_choice(game_with_decks(self.game), self.rule, language)


class PossibleExchange(NamedTuple):
    """A change without a prepared experiment, which the house-rule lab can play."""

    game: str
    rule: str
    mechanic: str
    like: str

    def change(self, language: str = "en") -> RuleChoice:
        """Return the changed rule."""
        return find_choice(game_with_decks(self.game), self.rule, language)


class ImpossibleExchange(NamedTuple):
    """A change that an engine cannot make, with the clauses that prevent it and claims that prove this."""

    game: str
    mechanic: str
    clauses: tuple[str, ...]
    holds: tuple[str, ...]

    @property
    def id(self) -> str:
        """The key of the exchange in the catalogues of texts."""
        return f"{self.game}_{self.mechanic}"


@dataclass(slots=True)
class ExperimentRun:
    """The result of an experiment.

    pairs : number of games with each rule. decks : the decks that met. rules : the fingerprint of the rules. plays : a
    digest of sample games. effects : by measure, including the ways to end ("ended:ALT-16.3"). game : an example game
    to look at, None if no game had a winner.
    """

    pairs: int
    bots: str
    decks: list[str]
    rules: str
    plays: str
    effects: dict[str, RuleEffect]
    game: ChosenGame | None = None

    def is_stale(self, one: PreparedExperiment) -> bool:
        """Return True if the game plays differently from when this was measured."""
        return rules_fingerprint(one.game, one.changes) != self.rules and play_digest(one.game) != self.plays

    def sure(self) -> set[str]:
        """Return the measures whose difference stands out among all that were looked at."""
        return find_sure(self.effects)

    def direction(self, measure: str) -> int:
        """Return -1 or 1 for a difference of a measure that stands out among all, 0 for none."""
        return self.effects[measure].direction if measure in self.sure() else 0

    def agrees(self, found: Mapping[str, RuleEffect]) -> bool:
        """Return True if `found` contains the same figures as this run."""
        return all(
            id in found and encode_effects({id: found[id]})[id][: len(row)] == row
            for id, row in encode_effects(self.effects).items()
        )


@cache
def prepared_mechanics() -> tuple[str, ...]:
    """Return the rows of the mechanics table that have experiments."""
    return tuple(read_toml(EXPERIMENTS_FILE)["mechanics"])


@cache
def list_experiments() -> tuple[PreparedExperiment, ...]:
    """Return all prepared experiments, in order."""
    return tuple(PreparedExperiment(**row) for row in read_toml(EXPERIMENTS_FILE)["experiment"])


@cache
def possible_exchanges() -> tuple[PossibleExchange, ...]:
    """Return the changes that the house-rule lab can play."""
    return tuple(PossibleExchange(**row) for row in read_toml(EXPERIMENTS_FILE)["possible"])


@cache
def impossible_exchanges() -> tuple[ImpossibleExchange, ...]:
    """Return the changes that an engine cannot make."""
    rows = read_toml(EXPERIMENTS_FILE)["impossible"]
    return tuple(
        ImpossibleExchange(row["game"], row["mechanic"], tuple(row["clauses"]), tuple(row["holds"])) for row in rows
    )


def find_experiment(id: str) -> PreparedExperiment:
    """Return the experiment with this id. Raises KeyError if there is none."""
    return {one.id: one for one in list_experiments()}[id]


def run_experiment(
    one: PreparedExperiment, pairs: int | None = None, jobs: int = 1, folder: Path | None = None
) -> ExperimentRun:
    """Play an experiment with the game's current decks; stored games are not played again.

    pairs : by default as many as the experiment says.
    """
    pairs = one.pairs if pairs is None else pairs
    decks = [*game_with_decks(one.game).decks]
    played = judge_pairs(play_pairs(one.game, one.changes, pairs, BOTS, jobs, folder=folder, decks=decks))
    look = next(iter(choose_games(played)), None)
    rules = rules_fingerprint(one.game, one.changes)
    measures = [*EFFECT_MEASURES, *ending_metrics(game_with_decks(one.game), played)]
    found = measure_effects(played, measures)
    return ExperimentRun(pairs, BOTS, decks, rules, play_digest(one.game), found, look)


# In a file.


def write_runs(runs: Mapping[str, ExperimentRun], path: Path = RUNS_FILE) -> None:
    """Write runs as JSON, one effect per line."""
    rows = {
        id: {
            **{name: getattr(run, name) for name in ("pairs", "bots", "decks", "rules", "plays")},
            "effects": encode_effects(run.effects),
            "game": None if run.game is None else _game(run.game),
        }
        for id, run in runs.items()
    }
    write_whole(path, rows_as_json(rows))


def read_runs(path: Path = RUNS_FILE) -> dict[str, ExperimentRun]:
    """Return the runs in a file, by the ids of their experiments; {} if the file does not exist."""
    if not path.exists():
        return {}
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        id: ExperimentRun(
            **{**row, "effects": decode_effects(row["effects"]), "game": row["game"] and _chosen(row["game"])}
        )
        for id, row in rows.items()
    }


class PlayedGame(TypedDict):
    """A game to look at, as stored: deal, decks and players; winner, clause and turns; the chances turn by turn."""

    sort: str
    number: int
    played: tuple[int, tuple[str, str], tuple[str, str]]
    won: tuple[int | None, str, int]
    looks: list[tuple[int, float]]


def _game(one: ChosenGame) -> PlayedGame:
    """Return a game to look at as plain data: what is needed to replay it, and the chances turn by turn."""
    sight = one.trace.sight
    turns = [moment.turn for moment, _ in zip(sight.moments, sight.looks, strict=False)]
    return {
        "sort": one.sort,
        "number": one.number,
        "played": one.trace[:3],
        "won": (sight.winner, sight.clause, sight.turns),
        "looks": list(zip(turns, (round(look, STORED_DIGITS) for look in sight.looks), strict=False)),
    }


def _chosen(row: PlayedGame) -> ChosenGame:
    seed, (deck, other_deck), (bot, other_bot) = row["played"]
    winner, clause, turns = row["won"]
    moments = tuple(WatchedMoment(turn, 0, 0.0, {}) for turn, _ in row["looks"])
    looks = tuple(look for _, look in row["looks"])
    sight = NOTHING_SEEN._replace(winner=winner, clause=clause, turns=turns, moments=moments, looks=looks)
    return ChosenGame(row["sort"], row["number"], GameTrace(seed, (deck, other_deck), (bot, other_bot), sight))


def main(arguments: Sequence[str] | None = None, tell: Callable[[str], None] = print) -> int:
    """Play the experiments, report each as soon as it is done, and write the file if `--write` is given."""
    parser = argparse.ArgumentParser(
        prog="python -m tutor.experiments.prepared", description="Take one out, put one in."
    )
    parser.add_argument("only", nargs="*", help="the experiments, by their ids (default: all)")
    parser.add_argument("--pairs", type=int, help="games by each rule (default: as many as prepared.toml says)")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--folder", type=Path, help="where played games are kept (default: in TEBIKI_HOME)")
    parser.add_argument(
        "--write", action="store_true", help=f"write {RUNS_FILE.name}; those that are left out stay in it"
    )
    options = parser.parse_args(arguments)
    known = {one.id: one for one in list_experiments()}
    if wrong := [id for id in options.only if id not in known]:
        parser.error(f"there is no experiment {wrong[0]!r}; there are {', '.join(known)}")
    for one in known.values():
        if options.only and one.id not in options.only:
            continue
        try:
            run = run_experiment(one, options.pairs, options.jobs, options.folder)
        except DataError as error:
            sys.exit(f"Tebiki: {error}")
        tell(f"{one.id}: " + ", ".join(f"{id} {_told(run.effects[id])}" for id in ASKED_MEASURES))
        if options.write:
            write_runs({id: each for id in known if (each := (read_runs() | {one.id: run}).get(id))})
    return 0


def _told(effect: RuleEffect) -> str:
    one = effect.difference
    return "unknown" if one.value is None else f"{one.value:+.3f} [{one.low:.3f}, {one.high:.3f}] n={one.n}"


if __name__ == "__main__":
    sys.exit(main())


offer_former_names(__name__)
