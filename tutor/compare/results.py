"""Measured results: estimates by game, way to play and metric, in a file that ships with Tebiki.

`python -m tutor.compare` writes `results.json` and its page; see `tutor.compare.__main__`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import engines
from engines.search.players import FORMER_NAMES
from tutor.compare.batch import WAYS_TO_PLAY, games_of, play_digest
from tutor.compare.clause_counts import ClauseFiring, count_firings
from tutor.compare.deck_matchups import measure_decks
from tutor.compare.metrics import METRICS, branching_curve, length_spreads, measure_metric
from tutor.compare.observe import GameTrace
from tutor.compare.store import play_fingerprint
from tutor.compare.win_probability import (
    ModelTrust,
    ReliabilityBin,
    WinModel,
    choose_penalty,
    fit_win_model,
    judge_by_each_model,
    judge_by_other_models,
    judge_games,
    measure_trust,
)
from tutor.estimates import NO_ESTIMATE, Estimate, Spread
from tutor.files import write_whole
from tutor.sets.decks import game_with_decks

RESULTS_FILE = Path(__file__).with_name("results.json")
OnProgress = Callable[[str, str, int, int], None]


@dataclass(slots=True)
class MeasuredResults:
    """Measurements of games: estimates[game][way][metric], and fired[game], the clauses that fired.

    games : number of games played each way. estimates : figures with the interval for decks like these. these_decks :
    the same figures with the interval for these decks. lengths[game][way] : the spread of each length. rules[game] :
    the fingerprint of its files. plays[game] : the digest of sample games (`batch.play_digest`). lists[game] : a digest
    of the decks. models[game][way], trust[game][way] : the win probability, and its reliability. decks[game] : the win
    rates of its decks between quick players. curves[game][way] : the number of choices in each part of the game, from
    beginning to end. choices[game] : how often the second best option costs much (`tutor.compare.second_best`, measured
    separately).
    """

    games: int
    estimates: dict[str, dict[str, dict[str, Estimate]]] = field(default_factory=dict)
    these_decks: dict[str, dict[str, dict[str, Estimate]]] = field(default_factory=dict)
    lengths: dict[str, dict[str, dict[str, Spread]]] = field(default_factory=dict)
    fired: dict[str, list[ClauseFiring]] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    plays: dict[str, str] = field(default_factory=dict)
    models: dict[str, dict[str, WinModel]] = field(default_factory=dict)
    trust: dict[str, dict[str, ModelTrust]] = field(default_factory=dict)
    decks: dict[str, dict[str, Estimate]] = field(default_factory=dict)
    curves: dict[str, dict[str, list[Estimate]]] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    choices: dict[str, dict[str, Estimate]] = field(default_factory=dict)

    def stale(self) -> list[str]:
        """Return the games whose course of play or decks have changed since they were measured."""
        changed = [
            name for name, before in self.rules.items() if name in engines.names() and play_fingerprint(name) != before
        ]
        return [
            name
            for name in changed
            if self.lists.get(name) != deck_lists_digest(name) or play_digest(name) != self.plays[name]
        ]

    def of(self, game: str, way: str, metric: str) -> Estimate | None:
        """Return an estimate with the interval for decks like these; None if it was not measured."""
        return self.estimates.get(game, {}).get(way, {}).get(metric)

    def of_these_decks(self, game: str, way: str, metric: str) -> Estimate | None:
        """Return an estimate with the interval for these decks; None if it was not measured."""
        return self.these_decks.get(game, {}).get(way, {}).get(metric)

    def tells(self, game: str, way: str) -> bool:
        """Return True if positions of the game predict the winner well enough for the metrics that rest on them."""
        found = self.trust.get(game, {}).get(way)
        return found is not None and found.tells


def deck_lists_digest(game: str) -> str:
    """Return a 12-character digest of the decks of a game."""
    decks = {id: sorted(deck.cards.items()) for id, deck in game_with_decks(game).decks.items()}
    return hashlib.sha256(json.dumps(decks, sort_keys=True).encode()).hexdigest()[:12]


def measure_games(
    games: int,
    names: Sequence[str] | None = None,
    jobs: int = -1,
    folder: Path | None = None,
    on_progress: OnProgress | None = None,
    fire_way: str = "quick",
    rounds: int | None = None,
) -> MeasuredResults:
    """Measure games by `games` play-outs each way; stored games are not played again.

    Parameters
    ----------
    names
        The games; by default all finished games.
    jobs, folder
        See `tutor.compare.batch.games_of`.
    on_progress
        Called with the game, the way, the games played and the games wanted.
    fire_way
        The way to play for which clause firings are counted.
    rounds
        How often every pair of decks meets in each seat, for the table of decks; by default a twelfth of `games`.
    """
    found, known = MeasuredResults(games), read_results()
    for name in engines.names() if names is None else names:
        found.rules[name], found.plays[name], found.lists[name] = (
            play_fingerprint(name),
            play_digest(name),
            deck_lists_digest(name),
        )
        found.estimates[name], found.these_decks[name], found.lengths[name] = {}, {}, {}
        for way in WAYS_TO_PLAY:
            report = (lambda done, name=name, way=way: on_progress(name, way, done, games)) if on_progress else None
            played = games_of(name, way, games, jobs, folder, report)
            by_each: list[list[GameTrace]] = []
            if not WAYS_TO_PLAY[way].twice:
                played, by_each = _judge(found, name, way, played, known)
            told = found.tells(name, way)
            for again, into in ((True, found.estimates), (False, found.these_decks)):
                into[name][way] = {
                    m.id: measure_metric(m, played, by_each, again) if told or not m.judged else NO_ESTIMATE
                    for m in METRICS
                    if m.fits(way)
                }
            if not WAYS_TO_PLAY[way].twice:
                found.lengths[name][way] = length_spreads(played)
                found.curves.setdefault(name, {})[way] = branching_curve(played)
            if way == fire_way:
                found.fired[name] = count_firings(engines.load(name), played)
        if known is not None and name in known.choices and known.plays.get(name) == found.plays[name]:
            found.choices[name] = known.choices[name]
        found.decks[name] = measure_decks(name, max(1, games // 12) if rounds is None else rounds, jobs, folder)
    return found


def _judge(
    found: MeasuredResults, name: str, way: str, played: list[GameTrace], known: MeasuredResults | None
) -> tuple[list[GameTrace], list[list[GameTrace]]]:
    """Return the games judged by win probabilities not fitted on them, and all games as each of these judges them.

    The reliability is stored in `found`. If there are too few games to fit a model, the known one is used, provided
    that the game still plays as it did then.
    """
    penalty = choose_penalty(played)
    model, by_each = fit_win_model(played, penalty), judge_by_each_model(played, penalty)
    if model is not None and by_each:
        seen = judge_by_other_models(played, by_each)
        trusted = measure_trust(seen)
    elif known is not None and known.plays.get(name) == found.plays[name] and way in known.models.get(name, {}):
        model, trusted = known.models[name][way], known.trust[name][way]
        seen = judge_games(played, model)
    else:
        return played, []
    found.models.setdefault(name, {})[way] = model
    found.trust.setdefault(name, {})[way] = trusted
    return seen, by_each


def join_results(before: MeasuredResults | None, found: MeasuredResults) -> MeasuredResults:
    """Add the old results of games that were not measured this time, if they rest on as many games."""
    if before is None or before.games != found.games:
        return found
    for part in fields(MeasuredResults):
        if part.name != "games":
            old = {name: one for name, one in getattr(before, part.name).items() if name not in found.rules}
            setattr(found, part.name, old | getattr(found, part.name))
    return found


def write_results(results: MeasuredResults, path: Path = RESULTS_FILE) -> None:
    """Write results as JSON, one list of numbers per line, so that diffs are readable."""
    rows: dict[str, object] = {
        "games": results.games,
        "rules": results.rules,
        "plays": results.plays,
        "lists": results.lists,
        "models": {
            game: {way: [model.span, model.weights] for way, model in found.items()}
            for game, found in results.models.items()
        },
        "trust": {
            game: {way: _trust_written(one) for way, one in found.items()} for game, found in results.trust.items()
        },
        **{
            part: {
                game: {id: _rounded(one) for id, one in found.items()} for game, found in getattr(results, part).items()
            }
            for part in ("decks", "choices")
        },
        "curves": {
            game: {way: [_rounded(one) for one in parts] for way, parts in found.items()}
            for game, found in results.curves.items()
        },
        **{
            part: {
                game: {way: {metric: _rounded(one) for metric, one in found.items()} for way, found in ways.items()}
                for game, ways in getattr(results, part).items()
            }
            for part in ("estimates", "these_decks")
        },
        "lengths": {
            game: {
                way: {name: [round(value, 2) for value in one] for name, one in found.items()}
                for way, found in ways.items()
            }
            for game, ways in results.lengths.items()
        },
        "fired": {
            game: {one.clause: [_rounded(one.games), _rounded(one.times)] for one in fired}
            for game, fired in results.fired.items()
        },
    }
    text = json.dumps(rows, indent=1)
    write_whole(path, _joined(text) + "\n")


def _by_present_names(row: dict[str, object]) -> dict[str, object]:
    """Return a table of the file in which former names of ways to play are replaced by the current ones."""
    return {FORMER_NAMES.get(key, key): value for key, value in row.items()}


def read_results(path: Path = RESULTS_FILE) -> MeasuredResults | None:
    """Return the results in a file; None if there is no file."""
    if not path.exists():
        return None
    rows = json.loads(path.read_text(encoding="utf-8"), object_hook=_by_present_names)
    found = MeasuredResults(rows["games"], rules=rows["rules"], plays=rows["plays"], lists=rows.get("lists", {}))
    for game, ways in rows.get("models", {}).items():
        found.models[game] = {
            way: WinModel(span, {name: (first, later) for name, (first, later) in weights.items()})
            for way, (span, weights) in ways.items()
        }
    for game, ways in rows.get("trust", {}).items():
        found.trust[game] = {way: _trust_read(one) for way, one in ways.items()}
    for part in ("estimates", "these_decks"):
        for game, ways in rows.get(part, {}).items():
            getattr(found, part)[game] = {
                way: {metric: Estimate(*one) for metric, one in listed.items()} for way, listed in ways.items()
            }
    for game, ways in rows.get("lengths", {}).items():
        found.lengths[game] = {
            way: {name: Spread(*one) for name, one in listed.items()} for way, listed in ways.items()
        }
    for part in ("decks", "choices"):
        for game, listed in rows.get(part, {}).items():
            getattr(found, part)[game] = {id: Estimate(*one) for id, one in listed.items()}
    for game, drawn in rows.get("curves", {}).items():
        found.curves[game] = {way: [Estimate(*one) for one in parts] for way, parts in drawn.items()}
    for game, fired in rows["fired"].items():
        book = engines.load(game).rulebook if game in engines.names() else None
        known = {entry.id: getattr(entry, "title", getattr(entry, "question", "")) for entry in book or ()}
        found.fired[game] = [
            ClauseFiring(id, known.get(id, ""), Estimate(*share), Estimate(*times))
            for id, (share, times) in fired.items()
        ]
    return found


def _trust_written(one: ModelTrust) -> dict[str, object]:
    bins = [[*(round(value, 4) for value in part[:4]), part.n] for part in one.bins]
    return {name: _rounded(value) for name, value in one._asdict().items() if name != "bins"} | {"bins": bins}


def _trust_read(row: dict[str, Any]) -> ModelTrust:
    bins = tuple(ReliabilityBin(*part) for part in row["bins"])
    return ModelTrust(**{name: Estimate(*value) for name, value in row.items() if name != "bins"}, bins=bins)


def _rounded(one: Estimate) -> list[float | int | None]:
    return [None if value is None else round(value, 4) for value in one[:3]] + [one.n]


def _joined(text: str) -> str:
    """Join each list of plain numbers, which json.dumps spreads over several lines, into one line."""
    lines: list[str] = []
    deep = 0
    for line in text.splitlines():
        inside = deep > 0
        deep += line.count("[") - line.count("]")
        if inside:
            lines[-1] += line.strip() if lines[-1].endswith("[") or line.strip()[0] == "]" else " " + line.strip()
        else:
            lines.append(line)
    return "\n".join(lines)
