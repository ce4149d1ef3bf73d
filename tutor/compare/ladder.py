"""A ladder of players for every game: the Elo distance between neighbours, and the number of visible steps.

The players search more at each rung: random moves, the best-looking move with and without slips, and the best move over
12, 48 and 192 imagined deals. `python -m tutor.compare.ladder --write` plays the games that are not stored yet
(`tutor.compare.ladder_games`), and writes `ladder.json` and `docs/measured.md`.

The depth is a lower bound, valid for these players; a better player would add a step.

Method
------
Elo is fitted by maximum likelihood in the model of Bradley and Terry, counting a draw as half a win; the random player
has 0. As in Coulom's programs, one drawn game is added to each match, so that a player who never lost has a finite
figure. The 95 % intervals resample decks and deals (`tutor.compare.resampling`). They are at least as wide as for the
same number of independent games (each share drawn from its Beta distribution, after Jeffreys): if all games were won,
resampling them alone would show no uncertainty.

Sources
-------
Elo (1978), The Rating of Chessplayers, Past and Present, Arco. Bradley and Terry (1952), Rank Analysis of Incomplete
Block Designs, Biometrika 39, 324-345. Coulom (2008), Whole-History Rating, Computers and Games, LNCS 5131. Cauwet and
others (2015), Depth, balancing, and limits of the Elo model, arXiv:1511.02006. Lantz and others (2017), Depth in
Strategic Games, AAAI workshop "What's Next for AI in Games?".
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import engines
from engines.errors import DataError
from tutor.compare.game_names import order_games
from tutor.compare.ladder_games import (
    MATCHES,
    RUNGS,
    LadderDeal,
    deals_of,
    ladder_decks_digest,
    ladder_digest,
    ladder_fingerprint,
)
from tutor.compare.resampling import DRAW_COUNT, RESAMPLING_SEED, SumRow, draw_together
from tutor.estimates import Estimate
from tutor.extras import require_extra
from tutor.files import write_whole

if TYPE_CHECKING:
    import numpy as np

LADDER_FILE = Path(__file__).with_name("ladder.json")
REMEDY = "Make it again: python -m tutor.compare.ladder --write"
LEAST_MET = 8
"""Minimum number of games that a rung must have against the rung below to be on the ladder."""
LEAST_JUDGED = 20
"""Minimum number of games between two rungs for judging the step, as many as show a difference elsewhere."""
FINGERPRINT_FIELDS = ("rules", "plays", "decks")
"""The fields that show whether a game's ladder is still valid."""
ELO_SCALE = 400 / math.log(10)
"""Elo per unit of log-odds: a lead of 400 means odds of ten to one."""


class RungMeeting(NamedTuple):
    """The games between two rungs: their indices, number of games, the upper rung's points, games without a winner.

    unfinished : games stopped after `ladder_games.MOST_DECISIONS` decisions; like draws, they count as half a win.
    """

    lower: int
    upper: int
    games: int
    points: float
    drawn: int = 0
    unfinished: int = 0


class PlayerLadder(NamedTuple):
    """The ladder of a game, from the lowest rung to the highest.

    elo : the figure of each rung with enough games; its n is the rung's number of games. steps : the distance of each
    rung but the lowest from the one below; its n is the number of games between the two. meetings : all games played.
    """

    elo: tuple[Estimate, ...]
    steps: tuple[Estimate, ...]
    meetings: tuple[RungMeeting, ...]

    def judged(self) -> list[bool]:
        """Return, for each step, whether enough games were played to judge it (`LEAST_JUDGED`)."""
        return [step.n >= LEAST_JUDGED for step in self.steps]

    def seen(self) -> list[bool]:
        """Return, for each step, whether it is judged and visible, that is whether its interval is above zero."""
        judged = zip(self.steps, self.judged(), strict=True)
        return [enough and step.low is not None and step.low > 0 for step, enough in judged]

    def depth(self) -> int:
        """Return the number of visible steps."""
        return sum(self.seen())

    def best(self) -> int:
        """Return the index of the rung with the highest Elo."""
        return max(range(len(self.elo)), key=lambda at: self.elo[at].value or 0.0)


@dataclass(slots=True)
class LadderFigures:
    """The ladders of the games.

    rules, plays, decks : for each game, the fingerprint of its rules and players, the digest of sample games, and the
    digest of its decks. earlier : for games whose ladder was measured before a change of the rules but is still shown,
    the digest of sample games after the change; the message `ladder.earlier.<game>` says what changed.
    """

    ladders: dict[str, PlayerLadder] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    plays: dict[str, str] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    earlier: dict[str, str] = field(default_factory=dict)

    def stale(self) -> list[str]:
        """Return the games whose decks or play have changed since they were measured, except those in `earlier`."""
        return [name for name in self.ladders if name in engines.names() and self._is_stale(name)]

    def _is_stale(self, name: str) -> bool:
        if ladder_decks_digest(name) != self.decks[name]:
            return True
        return ladder_fingerprint(name) != self.rules[name] and ladder_digest(name) not in (
            self.plays[name],
            self.earlier.get(name),
        )


# Figures.


def elo_ratings(games: np.ndarray, points: np.ndarray, matches: Sequence[tuple[int, int]], rungs: int) -> np.ndarray:
    """Return the Elo of every rung; the lowest has 0.

    Parameters
    ----------
    games, points
        The number of games in each match, and the points of its upper rung: arrays whose last axis is the matches. Any
        other axes are independent fits.
    matches
        The lower and the upper rung of each match.
    rungs
        The number of rungs.
    """
    import numpy as np

    design = np.zeros((len(matches), rungs))
    for at, (lower, upper) in enumerate(matches):
        design[at, upper], design[at, lower] = 1, -1
    design = design[:, 1:]
    strength = np.zeros((*games.shape[:-1], rungs - 1))
    for _ in range(100):  # Newton's method with bounded steps, so that it converges from any starting point
        chance = 1 / (1 + np.exp(-strength @ design.T))
        slope = (points + 0.5 - (games + 1) * chance) @ design
        curve = np.einsum("...m,mi,mj->...ij", (games + 1) * chance * (1 - chance), design, design)
        move = np.clip(np.linalg.solve(curve, slope[..., None])[..., 0], -1, 1)
        strength = strength + move
        if np.abs(move).max() < 1e-9:
            break
    lowest = np.zeros((*strength.shape[:-1], 1))
    found: np.ndarray = ELO_SCALE * np.concatenate([lowest, strength], axis=-1)
    return found


def fit_ladder(deals: Sequence[LadderDeal]) -> PlayerLadder:
    """Fit a ladder to deals, up to the first rung with fewer than `LEAST_MET` games against its neighbour.

    Raises DataError if that leaves no step.
    """
    require_extra("measure")
    import numpy as np

    rungs = _reach(deals)
    if rungs < 2:
        what = f"{RUNGS[1].id} has not met {RUNGS[0].id} in {LEAST_MET} games."
        raise DataError("ladder", what, "Play more: python -m tutor.compare.ladder")
    deals = [one for one in deals if one.upper < rungs]
    matches = sorted({(one.lower, one.upper) for one in deals})
    meetings = tuple(_meeting(match, deals) for match in matches)
    rows: list[list[SumRow]] = [[] for _ in matches]
    for one in deals:
        for points in one.points:
            rows[matches.index((one.lower, one.upper))].append((one.decks, one.again, (1.0, _counted(points))))
    games, won = (np.array([float(getattr(one, part)) for one in meetings]) for part in ("games", "points"))
    drawn = draw_together(rows)
    shares = np.random.default_rng(RESAMPLING_SEED).beta(won + 0.5, games - won + 0.5, (DRAW_COUNT, len(matches)))
    value = elo_ratings(games, won, matches, rungs)
    spread = [
        elo_ratings(drawn[:, :, 0], drawn[:, :, 1], matches, rungs),
        elo_ratings(np.broadcast_to(games, shares.shape), shares * games, matches, rungs),
    ]
    elo, steps = [], []
    for at in range(rungs):
        played = sum(one.games for one in meetings if at in one[:2])
        elo.append(_estimate(value[at], [one[:, at] for one in spread], played))
        if at:
            step = [one[:, at] - one[:, at - 1] for one in spread]
            steps.append(_estimate(value[at] - value[at - 1], step, meetings[matches.index((at - 1, at))].games))
    return PlayerLadder(tuple(elo), tuple(steps), meetings)


def _reach(deals: Sequence[LadderDeal]) -> int:
    """Return the number of consecutive rungs, from the lowest, with `LEAST_MET` games against the one below."""
    met = Counter((one.lower, one.upper) for one in deals)
    return next((at for at in range(1, len(RUNGS)) if 2 * met[at - 1, at] < LEAST_MET), len(RUNGS))


def expected_share(ladder: PlayerLadder, one: RungMeeting) -> float:
    """Return the share of points that the Elo figures predict for the upper rung of a meeting."""
    ahead = (ladder.elo[one.upper].value or 0.0) - (ladder.elo[one.lower].value or 0.0)
    return float(1 / (1 + math.exp(-ahead / ELO_SCALE)))


def _counted(points: float | None) -> float:
    return 0.5 if points is None else points


def _meeting(match: tuple[int, int], deals: Sequence[LadderDeal]) -> RungMeeting:
    played = [points for one in deals if (one.lower, one.upper) == match for points in one.points]
    return RungMeeting(*match, len(played), sum(map(_counted, played)), played.count(0.5), played.count(None))


def _estimate(value: float, spread: Sequence[np.ndarray], n: int) -> Estimate:
    """Return a figure with the wider of two 95 % intervals, extended to include the figure itself; rounded to 0.01."""
    import numpy as np

    bounds = [np.quantile(one, (0.025, 0.975)) for one in spread if len(one)]
    low, high = min(value, *(float(one[0]) for one in bounds)), max(value, *(float(one[1]) for one in bounds))
    return Estimate(round(float(value), 2), round(float(low), 2), round(float(high), 2), n)


def measure_ladders(
    games: int,
    names: Sequence[str] | None = None,
    jobs: int = 1,
    folder: Path | None = None,
    on_progress: Callable[[str, int], None] | None = None,
    minutes: float | None = None,
) -> LadderFigures:
    """Measure the ladders of games, by default of all finished games; stored games are not played again.

    minutes : time limit for each game's play; its ladder is then fitted to what has been played. See
    `ladder_games.deals_of` for the other parameters.
    """
    found = LadderFigures()
    for name in order_games(names):
        report = (lambda done, name=name: on_progress(name, done)) if on_progress else None
        until = None if minutes is None else time.monotonic() + 60 * minutes
        found.ladders[name] = fit_ladder(deals_of(name, games, jobs, folder, report, until))
        found.rules[name], found.plays[name], found.decks[name] = (
            ladder_fingerprint(name),
            ladder_digest(name),
            ladder_decks_digest(name),
        )
    return found


# In a file.


def write_ladders(found: LadderFigures, path: Path = LADDER_FILE) -> None:
    """Write ladders as JSON, one figure per line."""
    rows: dict[str, object] = {"rungs": [list(rung) for rung in RUNGS]}
    rows |= {mark: getattr(found, mark) for mark in (*FINGERPRINT_FIELDS, "earlier")}
    text = json.dumps(rows)[:-1].replace('}, "', '},\n "') + ',\n "ladders": {'
    games = []
    for name, ladder in found.ladders.items():
        parts = []
        for part in PlayerLadder._fields:
            lines = ",\n   ".join(json.dumps(row) for row in getattr(ladder, part))
            parts.append(f'  "{part}": [\n   {lines}\n  ]')
        games.append(f' "{name}": {{\n' + ",\n".join(parts) + "\n }")
    write_whole(path, text + "\n" + ",\n".join(games) + "\n}}\n")


def read_ladders(path: Path = LADDER_FILE) -> LadderFigures | None:
    """Return the ladders in a file; None if there is no file. Raises DataError if the file is invalid."""
    if not path.exists():
        return None
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        rungs, ladders = rows["rungs"], rows["ladders"]
        found = LadderFigures(
            {name: _ladder(row) for name, row in ladders.items()}, *(rows[mark] for mark in FINGERPRINT_FIELDS)
        )
        found.earlier = dict(rows.get("earlier", {}))
        whole = all(type(rows[mark][name]) is str for mark in FINGERPRINT_FIELDS for name in ladders)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DataError(path.name, f"this is no file of ladders ({error}).", REMEDY) from None
    if not whole:
        raise DataError(f"{path.name}, {', '.join(FINGERPRINT_FIELDS)}", "a fingerprint is no text.", REMEDY)
    if rungs != [list(rung) for rung in RUNGS]:
        raise DataError(f"{path.name}, rungs", "these are other players than the ladder has now.", REMEDY)
    for name, ladder in found.ladders.items():
        if broken := _broken(ladder):
            raise DataError(f"{path.name}, {name}", broken, REMEDY)
    return found


def _ladder(row: dict[str, list[list[object]]]) -> PlayerLadder:
    elo, steps = (tuple(Estimate(*map(_number, one)) for one in row[part]) for part in ("elo", "steps"))
    return PlayerLadder(elo, steps, tuple(RungMeeting(*map(_number, one)) for one in row["meetings"]))


def _number(value: object) -> Any:
    if type(value) not in (int, float):
        raise TypeError(f"{value!r} is no number")
    return value


def _broken(ladder: PlayerLadder) -> str:
    """Return what is wrong with a ladder from a file, "" if it is valid."""
    if not 2 <= len(ladder.elo) == len(ladder.steps) + 1 <= len(RUNGS):
        return f"a ladder has two to {len(RUNGS)} figures, and a step less."
    for one in (*ladder.elo, *ladder.steps):
        if not (one.low or 0) <= (one.value or 0) <= (one.high or 0):
            return f"{one.value} does not lie between its bounds."
    known = [(match.lower, match.upper) for match in MATCHES]
    for meeting in ladder.meetings:
        if (
            (meeting.lower, meeting.upper) not in known
            or meeting.upper >= len(ladder.elo)
            or not 0 <= meeting.points <= meeting.games
        ):
            return f"there can be no match {list(meeting)}."
    return ""


def join_ladders(before: LadderFigures | None, found: LadderFigures) -> LadderFigures:
    """Return the new ladders, plus the old ones of games that were not measured this time."""
    if before is None:
        return found
    parts = ({**getattr(before, part), **getattr(found, part)} for part in ("ladders", *FINGERPRINT_FIELDS))
    earlier = {name: plays for name, plays in before.earlier.items() if name not in found.ladders}
    joined = LadderFigures(*({name: part[name] for name in order_games(part)} for part in parts))
    joined.earlier = earlier
    return joined


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print the ladders, and write the files if `--write` is given."""
    from tutor.compare import report

    parser = argparse.ArgumentParser(prog="python -m tutor.compare.ladder", description="How deep the games are.")
    told = "games between players who try nothing out (default 240); those who do play fewer"
    parser.add_argument("games", nargs="?", type=int, default=240, help=told)
    parser.add_argument("--game", action="append", choices=engines.names(), help="only this game; may be repeated")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--folder", type=Path, help="where played games are kept (default: in TEBIKI_HOME)")
    parser.add_argument("--minutes", type=float, help="time limit for each game; what has been played then counts")
    parser.add_argument("--write", action="store_true", help=f"write {LADDER_FILE.name} and docs/measured.md")
    options = parser.parse_args(arguments)
    try:
        found = measure_ladders(options.games, options.game, options.jobs, options.folder, _tell, options.minutes)
        print("\n".join(report.ladder_lines(found)))
        if options.write:
            found = join_ladders(_before(), found)
            write_ladders(found)
            report.write_ladders_page(found)
    except DataError as error:
        sys.exit(f"Tebiki: {error}")
    return 0


def _before() -> LadderFigures | None:
    """Return the ladders in the file; if the file is invalid, print a message and return None."""
    try:
        return read_ladders()
    except DataError as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return None


def _tell(name: str, deals: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{name}: {deals} deals", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
