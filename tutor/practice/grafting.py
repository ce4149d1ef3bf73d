"""Grafts: the cards of an example put into the middle of a play-out, so that everything around them is another time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engines.core import scenarios
from engines.core.chance import Source
from engines.core.errors import TebikiError
from engines.core.game import Game
from engines.core.state import State
from tutor.boards.presentation import look
from tutor.practice.examples import Document, Example
from tutor.practice.legality import ABSENT
from tutor.practice.playouts import KEPT, Moment, is_beginning, play_out, played_by, players
from tutor.practice.positions import USED, read, written

PLACES = 4
"""So many places in a play-out are tried for an example."""
LENGTH = 24
"""So many decisions are played on from there."""
MIDDLE, NEAR = 13, 4
"""An example that names no turn stands about here; turns as near to each other as that are alike."""
OTHER = {"you": "rival", "rival": "you", "P1": "P2", "P2": "P1"}
SEATS = ("you", "rival")
TURN = "player"
"""What a position calls whose turn it is."""
CHANGED = re.compile(r"[+-]\d")
"""A figure changed for the turn: in a play-out it would have a cause."""
SEVERAL = re.compile(r" \+ | over | with ")


@lru_cache(maxsize=KEPT)
def grafted(game: Game, example: Example, number: int) -> tuple[Moment, ...]:
    """Return the decisions that follow from an example put into play-out `number`; () if it fits nowhere there."""
    source = Source(number)
    position = other_way(example.position) if source.below(2) else example.position
    if CHANGED.search(str(position)):
        return ()
    whole = play_out(game, number)
    source.shuffle(order := [*range(len(whole))])
    turn = position.get("turn", MIDDLE)
    hosts = [state for at in order if fits(state := whole[at].state, position)]
    hosts.sort(key=lambda state: (abs(state.turn - turn) // NEAR, not is_same_phase(state, position)))
    for host in hosts[:PLACES]:
        state = put_into(host, position, source)
        try:
            found = () if state is None else tuple(played_on(state, example.lines, source))
        except ABSENT:  # what is under way in one is not there in the other
            continue
        if found:
            return found
    return ()


def other_way(part: Any) -> Any:
    """Return a part of a position with the players exchanged."""
    if isinstance(part, dict):
        return {OTHER.get(key, key): other_way(inner) for key, inner in part.items()}
    return OTHER.get(part, part) if isinstance(part, str) else part


@lru_cache
def usual_step(game: Game) -> str:
    """Return the step in which a position stands that does not name one."""
    return game.position({}, run=False).step.name


def is_same_phase(state: State, position: Document) -> bool:
    """Return True if a position stands in the phase of a state."""
    flow = state.game.flow
    step = flow.steps.get(position.get("step", usual_step(state.game)))
    return step is not None and step.phase == state.step.phase


def fits(state: State, position: Document) -> bool:
    """Return True if nothing is under way in a state, and the player decides whose turn it is in a position."""
    if state.seat_to_act != (position.get(TURN, "P1") in ("P2", "rival")) or is_beginning(state):
        return False
    return not (state.step.pick or state.step.window or state.frames or state.game.rules.fighting(state))


def put_into(host: State, position: Document, source: Source) -> State | None:
    """Return a state with the zones that a position names as it has them, the rest as in `host`; None if that fails.

    The cards still add up: what a zone held lies on the pile of used cards, and what has come is taken from there.
    """
    game, document = host.game, written(host)
    pile = next((row["id"] for row in look(game.name)["zone"] if row.get("slot") == USED), "")
    made: dict[str, Any] = {**document, "step": usual_step(game)}
    for key, part in position.items():
        made[key] = {**document.get(key, {}), **part} if isinstance(part, dict) and key in document else part
    for who in SEATS:
        named = {*position.get(who, {})}
        if pile not in made[who] or pile in named:
            continue
        gone = [name for zone in named for name in names_in(document[who].get(zone), game)]
        made[who] = made[who] | {pile: [*gone, *made[who][pile]]}
        more = held(made[who], game)
        more.subtract(held(document[who], game))
        if not evened(made[who], more, [zone for zone in (pile, "hand", "deck") if zone not in named], source):
            return None
    state = read(game, made)
    return state if state is not None and adds_up(state, host) else None


def names_in(zone: object, game: Game) -> list[str]:
    """Return the names of the cards in a zone as it is written, "" for each that is not named."""
    found: list[str] = []
    for entry in zone if isinstance(zone, list) else [zone]:
        text = str(entry)
        number = re.match(r"(\d+)\b", text)
        if number:
            found += [""] * int(number[1])
        else:
            found += [name for name in SEVERAL.split(text.split(",")[0]) if name in game.by_name]
    return found


def held(side: dict[str, Any], game: Game) -> Counter[str]:
    """Return how many of which cards lie in the zones of a player, as they are written."""
    zones = {row["id"] for row in look(game.name)["zone"]}
    return Counter(name for zone, part in side.items() if zone in zones for name in names_in(part, game))


def evened(side: dict[str, Any], more: Counter[str], zones: list[str], source: Source) -> bool:
    """Take as many cards out of some zones as there are more of, the same ones if they are there; True if it does."""
    for alike in (True, False):
        for zone in zones:
            entries = list(side[zone]) if isinstance(side.get(zone), list) else []
            while sum(more.values()) > 0:
                fitting = [at for at, name in enumerate(entries) if not alike or more[str(name)] > 0]
                if not fitting:
                    break
                name = str(entries.pop(fitting[source.below(len(fitting))]))
                more[name] -= 1
            if entries or isinstance(side.get(zone), list):
                side[zone] = entries
    return sum(more.values()) == 0


def adds_up(state: State, host: State) -> bool:
    """Return True if each player has as many cards as in `host`."""
    belongings = state.game.rules.belongings
    return all(len(belongings(state, seat)) == len(belongings(host, seat)) for seat in (0, 1))


def played_on(state: State, lines: tuple[str, ...], source: Source) -> Iterator[Moment]:
    """Yield decisions: the lines of an example as far as they can be played, then what players of a game choose."""
    here = state.copy()
    for line in lines:
        start = here.copy()
        try:
            actions = scenarios.play_line(here, line)
        except (TebikiError, *ABSENT):
            here = start
            break
        for action in actions:
            yield Moment(start.copy(), action)
            start.apply(action)
    yield from played_by(here, players(source), LENGTH)
