"""Code shared by the engine tests: the games, each game's data file, and ways of playing through positions.

A game's folder in `engines/` is enough to test it; `games/<game>.toml` adds fixed positions and the few facts that a
test cannot know (see games/README.md).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import engines
from engines.kernel.state import NATURE
from engines.search.players import erratic_player, greedy_player, random_player
from tests import tiers

FOLDER = Path(__file__).parent
GAMES = engines.names()
PLAYERS = {
    "random": random_player,
    "greedy": greedy_player,
    "erratic": erratic_player,
}
QUICK = bool(os.environ.get("TEBIKI_QUICK"))
"""True in the quick run (python3 run.py test --quick), which tests every law on one position in SHARE."""
EVERYDAY = 30
SHARE = EVERYDAY if QUICK else int(os.environ.get(tiers.SHARE, "1"))
"""Laws examine one position in this many; in a run with all of tier 1, in LAWS_SHARE."""


def sample(many, every=1):
    """Return one case in `every`, and of these one in SHARE."""
    return many[:: every * SHARE]


def enough(count):
    """Return how many of `count` cases to use in this run."""
    return count // SHARE


def rounds(count):
    """Return how many of `count` cases to use, if they are always taken from the first one on."""
    return count // EVERYDAY if QUICK else count


def thinned(many):
    """Return expensive cases: all of them, or in the quick run a quarter."""
    return many[::4] if QUICK else many


@cache
def data(name):
    """Return the data file of a game as a dict; {} if it has none."""
    path = FOLDER / "games" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def game_of(name, variant=()):
    """Return a game, with house rules given as pairs."""
    game = engines.load(name)
    return game.variant(**dict(variant)) if variant else game


def fixed(name, position, where="position", **more):
    """Return the state of a position table in the data file."""
    return engines.load(name).position(position, where, **more)


@cache
def list_pairings(name):
    """Return every permitted pairing of a game's first and last decks, in both orders and against themselves."""
    game = engines.load(name)
    names = list(game.decks)
    one, two = names[0], names[-1]
    return [pair for pair in ((one, two), (two, one), (one, one), (two, two)) if allowed(game, pair)]


def allowed(game, pair):
    """Return True unless the two decks cannot play against each other."""
    try:
        game.rules.set_up(game, tuple(game.deck_list(deck) for deck in pair), 0)
    except engines.IllegalDeck:
        return False
    return True


def begin_game(name, number, variant=(), run=True):
    """Return game `number` of a series, in which decks and seeds rotate. run=False : stop before the first step."""
    game, pairs = game_of(name, variant), list_pairings(name)
    one, two = (game.deck_list(deck) for deck in pairs[number % len(pairs)])
    state = game.rules.set_up(game, (one, two), number)
    if run:
        state.run()
    return state


def decisions(state, player):
    """Play `state` to its end, and yield it at every decision, before the action."""
    while state.result is None:
        yield state
        state.apply(player(state))


def starts(name):
    """Yield the fixed positions of the data file. A position with `run = false` stays where no choice is possible."""
    for row in data(name).get("position", ()):
        yield fixed(name, row["at"], row["name"], run=row.get("run", True))


@cache
def positions(name, games=24, every=7):
    """Return copies of positions at decisions, from random and greedy games, variants, and the fixed positions."""
    series = [begin_game(name, number) for number in range(games)]
    found = [state for state in starts(name) if not state.actions]
    for variant in data(name).get("variants", ()):
        series += [begin_game(name, number, variant=tuple(variant.items())) for number in range(2)]
    series += [state for state in starts(name) if state.actions]
    for number, state in enumerate(series):
        for strength in ("random", "greedy"):
            player = PLAYERS[strength](number)
            for at, here in enumerate(decisions(state.copy(), player)):
                if at % every == number % every or at < 3 or here.step.pick or (here.frames and not here.step.window):
                    found.append(here.copy())
    return found


def seats(state):
    """Return the seats that may try something here: both players, and NATURE if it decides."""
    return (0, 1, NATURE) if state.seat_to_act == NATURE else (0, 1)


def names_in(value) -> Iterator[str]:
    """Yield every text in nested dicts and lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from names_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from names_in(part)
