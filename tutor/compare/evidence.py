"""Checks answers against the engine: its kinds of action, steps and parameters, and what play-outs show.

A check is a few words; "not" in front of it means the opposite:

    kind NAME          there is such a kind of action
    step NAME          there is such a step
    parameter NAME     there is such a rule parameter
    who WORDS          the flow table names the player who decides a step in these words
    common turns       turns belong to both players
    seen turned 90     in play-outs a card is turned by this many degrees
    seen counter NAME  in play-outs a card has this counter
    seen face down     in play-outs a card outside hand and deck is face down
    seen unknown to its owner   in play-outs such a card is unknown to its owner
    all endings        every clause that ended a play-out is one of the answer's
    shown CLAUSE       a scenario asserts this clause (the engine is tested with it)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import engines
from engines.checking.scenarios import scenarios_of
from engines.errors import DataError
from engines.forms.table import Table
from engines.kernel.flow import who_in_words
from tutor.compare.mechanics import DesignAnswer
from tutor.matches.simulate import BOTS

PLAY_OUTS = 12
"""Number of play-outs examined."""
PLAYERS = ("quick", "erratic", "random")


@dataclass(slots=True)
class TableSightings:
    """What was seen on the table in play-outs of a game."""

    turned: set[int] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    face_down: bool = False
    unknown_to_owner: bool = False
    common_turns: bool = True
    endings: set[str] = field(default_factory=set)


@cache
def observe_tables(name: str) -> TableSightings:
    """Return what play-outs between players of all strengths show on the table."""
    game, found = engines.load(name), TableSightings()
    for seed in range(PLAY_OUTS):
        state = game.new(seed=seed)
        players = [BOTS[PLAYERS[(seed + seat) % len(PLAYERS)]]((seed << 8) + 1 + seat) for seat in (0, 1)]
        while state.result is None:
            for seat in (0, 1):
                _look(found, game.rules.table(state, seat), seat)
            state.apply(players[state.seat_to_act](state))
        found.endings.add(state.result.clause)
    return found


def _look(found: TableSightings, table: Table, seat: int) -> None:
    found.common_turns &= table.turn_player is None
    for reference, entry in table.references():
        owner, zone = reference.split(".")[:2]
        found.turned.add(entry.turned)
        found.counters |= {name for name, count in entry.counters.items() if count}
        if zone in ("hand", "deck") or entry.key == "top":
            continue
        found.face_down |= entry.down or entry.card is None
        found.unknown_to_owner |= entry.card is None and int(owner) == seat


def check_holds(check: str, name: str, answer: DesignAnswer) -> bool:
    """Return True if the engine confirms a check of an answer. Raises DataError if the check is unknown."""
    if check.startswith("not "):
        return not check_holds(check.removeprefix("not "), name, answer)
    game = engines.load(name)
    what, _, rest = check.partition(" ")
    match what, rest:
        case "kind", _:
            return rest in game.kinds
        case "step", _:
            return rest in game.flow.steps
        case "parameter", _:
            return rest in game.parameters
        case "who", _:
            return any(who_in_words(step) == rest for step in game.flow.steps.values())
        case "common", "turns":
            return observe_tables(name).common_turns
        case "seen", "face down":
            return observe_tables(name).face_down
        case "seen", "unknown to its owner":
            return observe_tables(name).unknown_to_owner
        case "seen", _ if rest.startswith("turned "):
            return int(rest.removeprefix("turned ")) in observe_tables(name).turned
        case "seen", _ if rest.startswith("counter "):
            return rest.removeprefix("counter ") in observe_tables(name).counters
        case "all", "endings":
            return observe_tables(name).endings <= set(answer.clauses)
        case "shown", _:
            return rest in _shown(name)
    raise DataError("check", f"{check!r} means nothing.", "Its words are listed in evidence.py.")


@cache
def _shown(name: str) -> set[str]:
    return {clause for scenario in scenarios_of(name) for clause in scenario.clauses if scenario.steps}
