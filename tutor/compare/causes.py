"""Causes: the effect of a mechanic, measured by removing it from a game, or adding it to a game that lacks it.

`causes.toml` lists the mechanics. `python -m tutor.compare.causes --write` plays every game with and without each of
them and writes `causes.json`; played games are stored, so an interrupted run can be resumed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import engines
from engines.book.rulebook import read_toml
from engines.errors import DataError
from tutor.compare import halfway_forks, start_forks
from tutor.compare.batch import play_digest
from tutor.compare.game_names import order_games
from tutor.compare.undecided import undecided_bounds
from tutor.estimates import Estimate, format_estimate
from tutor.experiments.effects import EFFECT_MEASURES, RuleEffect, measure_effects
from tutor.experiments.effects_file import decode_effects, encode_effects, encode_estimate, rows_as_json
from tutor.experiments.paired import play_pairs, rules_fingerprint
from tutor.files import write_whole
from tutor.former_names import offer_former_names
from tutor.matches.house_rules import RuleChoice, find_choice
from tutor.sets.decks import game_with_decks
from tutor.text import format_message

CAUSES_FILE = Path(__file__).with_name("causes.toml")
FIGURES_FILE = Path(__file__).with_name("causes.json")
BEHIND = "behind"
"""The id of the measure of `tutor.compare.halfway_forks`: how often the player who is behind halfway still wins."""
FIRST = "first_seat"
"""The id of the measure of `tutor.compare.start_forks`: how often the player who goes first wins."""
MEASURE_UNITS = {one.id: one.unit for one in EFFECT_MEASURES} | {BEHIND: "%"}


class Cause(NamedTuple):
    """A mechanic of a game, and the rule change that removes or adds it.

    rule : one of `tutor.matches.house_rules`. question : the row of the mechanics table whose demonstration shows the
    mechanic. put_in : True if the printed game lacks the mechanic, so that the changed game has it.
    """

    game: str
    id: str
    rule: str
    question: str
    put_in: bool = False

    @property
    def address(self) -> str:
        """The name of the cause in a page address, such as "altaria.blocking"."""
        return f"{self.game}.{self.id}"

    def title(self, language: str = "en") -> str:
        """Return the name of the mechanic."""
        return format_message(f"cause.{self.game}.{self.id}", language)

    def change(self, language: str = "en") -> RuleChoice:
        """Return the rule change, with its text and clause."""
        return find_choice(game_with_decks(self.game), self.rule, language)

    def adds(self, found: RuleEffect, like_these: bool = False) -> Estimate:
        """Return what the mechanic adds: the value with it minus the value without it.

        like_these : True for the interval for decks like these; False for the interval for the decks that met.
        """
        one = found.like_these if like_these else found.difference
        if self.put_in or one.value is None or one.low is None or one.high is None:
            return one
        return Estimate(-one.value, -one.high, -one.low, one.n)

    def sides(self, found: RuleEffect) -> tuple[Estimate, Estimate]:
        """Return a measure with the mechanic, and without it."""
        return (found.changed, found.printed) if self.put_in else (found.printed, found.changed)


@cache
def list_causes(game: str = "") -> tuple[Cause, ...]:
    """Return the causes of one game, or of all games in the order of the comparison."""
    found = [Cause(**row) for row in read_toml(CAUSES_FILE)["cause"]]
    return tuple(one for name in order_games() for one in found if one.game == name and game in ("", name))


def find_cause(game: str, id: str) -> Cause:
    """Return the cause with this id. Raises KeyError if it is unknown."""
    return {one.id: one for one in list_causes(game)}[id]


def rule_fingerprints(game: str) -> dict[str, str]:
    """Return the fingerprint of the rules with and without each mechanic, by mechanic."""
    return {one.id: rules_fingerprint(game, {one.rule: 1}) for one in list_causes(game)}


@dataclass(slots=True)
class CauseFigures:
    """Measured effects: effects[game][cause][measure], each with the printed and the changed rules.

    pairs : number of games with each rule. forks : number of games that were forked halfway. Mechanics that act before
    that were forked at the start, in as many games as their effect says.
    turn[game] : the turn of the halfway forks. decks[game] : the decks that met. rules[game][cause] : the fingerprint
    of the rules. plays[game] : the digest of how the game was played. Of the games forked at the start:
    changed[game][cause] is how many ended otherwise, and first[game] how often the player who went first won by the
    printed rules, with the interval for these decks. stopped[game][cause] : how many of the pairs' games had no winner,
    by the printed and by the changed rules. bounds[game][cause] : for the measures of forks, see `undecided_bounds`.
    """

    pairs: int
    forks: int
    turn: dict[str, int] = field(default_factory=dict)
    rules: dict[str, dict[str, str]] = field(default_factory=dict)
    plays: dict[str, str] = field(default_factory=dict)
    effects: dict[str, dict[str, dict[str, RuleEffect]]] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)
    changed: dict[str, dict[str, int]] = field(default_factory=dict)
    first: dict[str, Estimate] = field(default_factory=dict)
    stopped: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    bounds: dict[str, dict[str, dict[str, Estimate]]] = field(default_factory=dict)

    def of(self, cause: Cause, measure: str) -> RuleEffect | None:
        """Return an effect; None if it was not measured."""
        return self.effects.get(cause.game, {}).get(cause.id, {}).get(measure)

    def stale(self) -> list[str]:
        """Return the games whose figures are out of date."""
        return [name for name in self.rules if name in engines.names() and self._is_stale(name)]

    def _is_stale(self, name: str) -> bool:
        now = rule_fingerprints(name)
        return now != self.rules[name] and (
            now.keys() != self.rules[name].keys() or play_digest(name) != self.plays[name]
        )


def measure_causes(
    pairs: int,
    games: int,
    names: Sequence[str] | None = None,
    jobs: int = 1,
    folder: Path | None = None,
    on_progress: Callable[[str], None] | None = None,
    starts: int | None = None,
) -> CauseFigures:
    """Measure the effect of every mechanic; stored games are not played again.

    Parameters
    ----------
    pairs
        Number of games with the printed rules and with each changed rule, on the same deals.
    games
        Number of games whose halfway position is continued under every rule.
    names
        The games; by default all that have causes.
    jobs, folder
        See `tutor.experiments.paired.play_pairs`.
    on_progress
        Called with a line of text for each finished cause.
    starts
        Number of deals that are played whole by every rule that acts only before halfway; by default `games`.
    """
    found = CauseFigures(pairs, games)
    for name in order_games(names):
        listed = list_causes(name)
        if not listed:
            continue
        found.plays[name] = play_digest(name)
        found.decks[name] = [*game_with_decks(name).decks]
        found.rules[name] = rule_fingerprints(name)
        printed = [pair.printed for pair in play_pairs(name, {}, pairs, jobs=jobs, folder=folder)]
        found.turn[name] = turn = halfway_forks.halfway_turn(printed)
        played = halfway_forks.forks_of(name, [one.rule for one in listed], turn, games, jobs, folder)
        known = halfway_forks.trailing_players(played, printed)
        early = [one.rule for one in listed if halfway_forks.acts_before(one.rule, known)]
        started = start_forks.start_forks_of(name, early, games if starts is None else starts, jobs, folder)
        found.first[name] = start_forks.first_player_wins(started)
        for part in (found.effects, found.changed, found.stopped, found.bounds):
            part[name] = {}
        for one in listed:
            both = play_pairs(name, {one.rule: 1}, pairs, jobs=jobs, folder=folder)
            found.effects[name][one.id] = {BEHIND: halfway_forks.comeback_effect(one.rule, known)}
            found.effects[name][one.id] |= measure_effects(both, like_these=True)
            unwon = [sum(half.sight.winner is None for half in halves) for halves in zip(*both, strict=True)]
            found.stopped[name][one.id] = (unwon[0], unwon[1])
            found.bounds[name][one.id] = {BEHIND: undecided_bounds(halfway_forks.comeback_pairs(one.rule, known))}
            if one.rule in early:
                found.effects[name][one.id][FIRST] = start_forks.start_effect(one.rule, started)
                found.changed[name][one.id] = start_forks.count_changed(one.rule, started)
                found.bounds[name][one.id][FIRST] = undecided_bounds(start_forks.start_pairs(one.rule, started))
            if on_progress:
                on_progress(f"{name} {one.id}: {_line(one, found.effects[name][one.id])}")
    return found


def _line(cause: Cause, found: dict[str, RuleEffect]) -> str:
    shown = (BEHIND, "turns", "decisions", "off_turn", "handovers", FIRST)
    told = [(id, cause.adds(found[id])) for id in shown if id in found]
    return "; ".join(f"{id} {format_estimate(one, MEASURE_UNITS[id], interval=True)}" for id, one in told)


# In a file.


def write_causes(found: CauseFigures, path: Path = FIGURES_FILE) -> None:
    """Write the figures as JSON, one effect per line."""
    kept = ("pairs", "forks", "turn", "decks", "rules", "plays", "changed", "stopped")
    rows: dict[str, object] = {name: getattr(found, name) for name in kept}
    rows["first"] = {game: encode_estimate(one) for game, one in found.first.items()}
    rows["bounds"] = {
        game: {
            cause: {measure: encode_estimate(one) for measure, one in listed.items()} for cause, listed in each.items()
        }
        for game, each in found.bounds.items()
    }
    rows["effects"] = {
        game: {
            cause: encode_effects({id: _without_side_bounds(one) for id, one in listed.items()})
            for cause, listed in each.items()
        }
        for game, each in found.effects.items()
    }
    write_whole(path, rows_as_json(rows))


def _without_side_bounds(one: RuleEffect) -> RuleEffect:
    """Return an effect whose two sides have no bounds, since only their difference is judged."""
    printed, changed = (side._replace(low=None, high=None) for side in one[:2])
    return one._replace(printed=printed, changed=changed)


def read_causes(path: Path = FIGURES_FILE) -> CauseFigures | None:
    """Return the figures in a file; None if there is no such file."""
    if not path.exists():
        return None
    rows = json.loads(path.read_text(encoding="utf-8"))
    found, bounds, first = (rows.pop(name) for name in ("effects", "bounds", "first"))
    effects = {game: {cause: decode_effects(listed) for cause, listed in each.items()} for game, each in found.items()}
    known = {
        game: {cause: {measure: Estimate(*one) for measure, one in listed.items()} for cause, listed in each.items()}
        for game, each in bounds.items()
    }
    wins = {game: Estimate(*one) for game, one in first.items()}
    return CauseFigures(**rows, effects=effects, bounds=known, first=wins)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print each mechanic as soon as it is done, and write the file if `--write` is given."""
    parser = argparse.ArgumentParser(prog="python -m tutor.compare.causes", description="Take mechanics out of games.")
    parser.add_argument("pairs", nargs="?", type=int, default=400, help="games by each rule (default 400)")
    parser.add_argument("--forks", type=int, default=2000, help="games forked halfway (default 2000)")
    parser.add_argument("--starts", type=int, help="deals forked at the start (default: as many as halfway)")
    parser.add_argument("--game", action="append", choices=engines.names(), help="only this game; may be repeated")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--folder", type=Path, help="where played games are kept (default: in TEBIKI_HOME)")
    parser.add_argument(
        "--write", action="store_true", help=f"write {FIGURES_FILE.name}; games that are left out stay in it"
    )
    options = parser.parse_args(arguments)
    tell = partial(print, flush=True)
    try:
        found = measure_causes(
            options.pairs, options.forks, options.game, options.jobs, options.folder, tell, options.starts
        )
    except DataError as error:
        sys.exit(f"Tebiki: {error}")
    if options.write:
        write_causes(_joined(read_causes(), found))
    return 0


def _joined(before: CauseFigures | None, found: CauseFigures) -> CauseFigures:
    """Add the old figures of games that were not measured this time, if they rest on as many games."""
    if before is None or (before.pairs, before.forks) != (found.pairs, found.forks):
        return found
    for name in ("turn", "decks", "rules", "plays", "effects", "changed", "first", "stopped", "bounds"):
        setattr(found, name, getattr(before, name) | getattr(found, name))
    return found


if __name__ == "__main__":
    sys.exit(main())


offer_former_names(__name__)
