"""Shared by the counter-rules of this game: other ways to settle a contest, and dice whose faces all matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.star_wars import ready
from engines.star_wars.automatic import discard_unit
from engines.star_wars.cards import SPEED, Face
from engines.star_wars.state import ID, TAPPED, Next, StarWarsState, Unit, battle_of, seats_in_order
from engines.star_wars.values import unit_of, value
from engines.star_wars.windows import open_window
from engines.variants import rule_patch

Draft = rule_patch.Draft[StarWarsState, Face]


def every_unit(state: StarWarsState) -> list[Unit]:
    """Return all units in play, including retreated ones."""
    return [unit for player in state.players for zone in player.units for unit in zone]


def next_of(state: StarWarsState, seat: int) -> None:
    """Let the fastest untapped units of one player act next; if there are none, none acts."""
    place = state.arena
    awake = [unit for unit in state.players[seat].units[place] if not unit[TAPPED]]
    speeds = [value(state, seat, place, unit, SPEED) for unit in awake]
    first = tuple(unit[ID] for unit, speed in zip(awake, speeds, strict=True) if speed == max(speeds))
    state.procedure_locals = Next(seat, first) if first else ()


def set_damage(state: StarWarsState, attacker: int, defender: int) -> None:
    """Set the damage that each side is about to deal, and record it as hits (SW-9.16); window 3 opens."""
    battle = battle_of(state)
    state.battle = battle._replace(deals=(attacker, defender))
    if state.listener is not None:
        for seat, count in ((battle.seat, attacker), (1 - battle.seat, defender)):
            unit = state.there(battle.unit_of(seat))[2]
            state.note("hits", "SW-9.16", seat, unit=unit, count=count)
    open_window(state)


Falls = Callable[[StarWarsState, int, int, Unit], None]
"""Handles the loser's unit in a contest: (state, seat, arena, unit)."""


def settle_by(
    state: StarWarsState, counts: Sequence[int], both_pay: bool, falls: Falls = discard_unit, told: str = ""
) -> None:
    """Settle a contest differently from SW-12.7 to 12.10; Dark wins a tie.

    counts : the values that are compared, by seat. both_pay : whether the loser pays its bid too. falls : handles the
    loser's unit. told : the kind of event that reports the result; "" for the usual kind.
    """
    local = state.procedure_locals
    winner = state.dark if counts[state.dark] >= counts[1 - state.dark] else 1 - state.dark
    loser = 1 - winner
    payers = seats_in_order(state) if both_pay else (winner,)
    for seat in payers:
        state.players[seat].force -= local.bids[seat]
    fallen = unit_of(state, loser, local.identity)
    if state.listener is not None:
        state.note("contest_won", "SW-12.8", winner, count=counts[winner], other=counts[loser])
        for seat in payers:
            state.note("contest_paid", "SW-12.9", seat, count=local.bids[seat])
        kind = told or ("contest_lost.paid" if both_pay else "contest_lost")
        state.note(kind, "SW-12.10", loser, unit=fallen)
    falls(state, loser, state.arena, fallen)
    state.procedure_locals = ()


def every_face(draft: Draft) -> None:
    """Make proofs distinguish all six faces of a die; otherwise one hit and one miss represent them all."""
    for name in ("DIE", "REROLL"):
        row = draft.row(name)
        row.weights = None
        draft.listed(name, lambda state, actions: ready.FACES if actions else [])
