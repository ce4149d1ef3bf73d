"""One game between computer players, watched: what was chosen from, by whom, who was ahead, which clauses worked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.core.cards import Deck
from engines.core.game import Game
from engines.core.players import Player
from engines.core.state import State
from tutor.matches.simulate import BOTS

LOOKS = 20
"""So many times, evenly spread over its decisions, a game is looked at to see who is ahead."""


class Sight(NamedTuple):
    """What was seen in one game, from its first decision to its end.

    first : the seat whose turn came first, or in games whose turns belong to both the seat that decided first after
    the set-up; None if the game ended before. options : legal actions, added up over all decisions. forced :
    decisions with one legal action. own, off : decisions of the turn player and of the other one, None in games whose
    turns belong to both. handovers : decisions made by another player than the one before. looks : how good the
    position looked for seat 0, from 0 to 1, at `LOOKS` moments. fired : how often each clause made something happen.
    """

    first: int | None
    winner: int | None
    clause: str
    turns: int
    decisions: int
    options: int
    forced: int
    own: int | None
    off: int | None
    handovers: int
    looks: tuple[float, ...]
    fired: dict[str, int]


class Trace(NamedTuple):
    """A sight with what was played: the seed, and by seat the decks and the players."""

    seed: int
    decks: tuple[str, str]
    bots: tuple[str, str]
    sight: Sight


def play(game: Game, decks: Sequence[Deck], bots: Sequence[str], seed: int) -> Trace:
    """Play one game between two of `tutor.matches.simulate.BOTS` to its end; the same seed gives the same trace."""
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=seed, listen=True)
    players = [BOTS[bot]((seed << 8) + 1 + seat) for seat, bot in enumerate(bots)]
    return Trace(seed, (decks[0].id, decks[1].id), (bots[0], bots[1]), watch(state, players))


def watch(state: State, players: Sequence[Player]) -> Sight:
    """Play `state`, which listens, to its end and return what was seen."""
    evaluate, first_phase = state.game.rules.evaluation, state.game.flow.first.phase
    first = turn_player = before = None
    turn = own = off = handovers = options = forced = 0
    evaluations = []
    while state.result is None:
        seat, count = state.seat_to_act, len(state.actions)
        if state.turn != turn:
            turn, turn_player = state.turn, state.game.rules.table(state, 0).turn_player
        if first is None and state.turn and state.step.phase != first_phase:
            first = seat if turn_player is None else turn_player
        evaluations.append((evaluate(state, 0) + 1 - evaluate(state, 1)) / 2)
        options += count
        forced += count == 1
        handovers += before is not None and before != seat
        before = seat
        if turn_player is not None:
            own, off = own + (seat == turn_player), off + (seat != turn_player)
        state.apply(players[seat](state))
    winner, clause = state.result[:2]
    turns_are_owned = own + off > 0
    return Sight(
        first,
        winner,
        clause,
        state.turn,
        len(evaluations),
        options,
        forced,
        own if turns_are_owned else None,
        off if turns_are_owned else None,
        handovers,
        looks(evaluations),
        dict(Counter(event.clause for event in state.events or () if event.clause)),
    )


def looks(evaluations: Sequence[float]) -> tuple[float, ...]:
    """Return `LOOKS` of the values, evenly spread from the first to the last."""
    last = len(evaluations) - 1
    return tuple(round(evaluations[round(last * at / (LOOKS - 1))], 3) for at in range(LOOKS)) if evaluations else ()


def plain(trace: Trace) -> list[Any]:
    """Return a trace as plain lists, to be kept as JSON; `from_plain` reads it back."""
    return [*trace[:3], list(trace.sight)]


def from_plain(row: Sequence[Any]) -> Trace:
    """Return the trace that `plain` wrote."""
    seed, decks, bots, sight = row
    seen = Sight(*sight)
    return Trace(seed, tuple(decks), tuple(bots), seen._replace(looks=tuple(seen.looks)))
