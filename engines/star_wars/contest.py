"""Chapter 12: the contest over a unique character that both players have in an arena."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import list_tries
from engines.star_wars import repairs
from engines.star_wars.automatic import check_units, discard_unit
from engines.star_wars.heuristics import total_bid
from engines.star_wars.requirements import ANY_UNIT, need, needs
from engines.star_wars.state import CARDS, ID, Bidding, StarWarsState
from engines.star_wars.values import contest_value, unit_of


def find_clashes(state: StarWarsState) -> list[str]:
    """Return the identities of which both players have a unit in this arena, tapped or not (SW-12.1, 9.2, SW-R31)."""
    faces, place = state.faces, state.arena
    mine = [faces[unit[CARDS][0]].identity for unit in state.players[state.dark].units[place]]
    if not any(mine):
        return []
    theirs = [faces[unit[CARDS][0]].identity for unit in state.players[1 - state.dark].units[place]]
    return [identity for identity in mine if identity and identity in theirs]


def look_for_clashes(state: StarWarsState) -> None:
    """Open the contest if there is exactly one clash (SW-9.2, 12.1).

    If there are several, store their number in the locals.
    """
    found = find_clashes(state)
    state.procedure_locals = (len(found),) if found else ()
    if len(found) == 1:
        state.procedure_locals = Bidding(found[0], (0, 0), 0)
        _note_bids(state)


def how_many(state: StarWarsState) -> str:
    """Return "none", "one" or "several", for the number of clashes in this arena."""
    return "none" if not state.procedure_locals else "one" if type(state.procedure_locals) is Bidding else "several"


def counts_clashes(state: StarWarsState) -> bool:
    """Return True if the locals hold the correct number of clashes, or are empty, as in a hand-written position."""
    return not state.procedure_locals or state.procedure_locals == (len(find_clashes(state)),)


def contested_units(state: StarWarsState, seat: int) -> list[int]:
    """Return the ids of the player's units in this arena whose character the rival has there too.

    Dark chooses the next contest (SW-R32).
    """
    return [unit_of(state, seat, identity)[ID] for identity in find_clashes(state)]


def choose_contest(state: StarWarsState, action: Action) -> None:
    """Begin the chosen contest (SW-R32)."""
    _, _, unit = state.there(action[1])
    state.procedure_locals = Bidding(state.faces[unit[CARDS][0]].identity, (0, 0), 0)
    _note_bids(state)


def _note_bids(state: StarWarsState) -> None:
    unit, target = (unit_of(state, seat, state.procedure_locals.identity) for seat in (state.dark, 1 - state.dark))
    state.note("contest", "SW-12.1", state.dark, unit=unit, target=target)


def opening_bids(state: StarWarsState) -> list[Action]:
    """Return Dark's opening bids, from 0 to all Force points (SW-12.2, SW-R32)."""
    return [("bid", total) for total in range(state.players[state.dark].force + 1)]


def list_raises(state: StarWarsState) -> list[Action]:
    """Return the totals above both bids that the player can still pay, and passing (SW-12.3 to 12.6, SW-R33)."""
    highest, force = max(state.procedure_locals.bids), state.players[state.seat_to_act].force
    return [*(("raise", total) for total in range(highest + 1, force + 1)), ("pass",)]


def set_bid(state: StarWarsState, action: Action) -> None:
    """Set the player's total bid, which is Dark's opening bid or a raise (SW-12.2, 12.4, 12.5)."""
    seat = state.seat_to_act
    bids = list(state.procedure_locals.bids)
    bids[seat] = action[1]
    state.procedure_locals = state.procedure_locals._replace(bids=(bids[0], bids[1]), passes=0)
    state.note(action[0], "SW-12.2" if action[0] == "bid" else "SW-12.4", seat, count=action[1])


def pass_bid(state: StarWarsState, action: Action) -> None:
    """Pass; the player may still raise later (SW-12.6, SW-R33)."""
    state.procedure_locals = state.procedure_locals._replace(passes=state.procedure_locals.passes + 1)
    state.note("passed_bid", "SW-12.6", state.seat_to_act)


def both_passed(state: StarWarsState) -> bool:
    """Return True after two passes in a row, which end the auction (SW-12.3, SW-R33)."""
    return bool(state.procedure_locals.passes >= 2)


def settle_contest(state: StarWarsState) -> None:
    """Settle the contest: the higher value wins and pays, and the other unit is discarded (SW-12.8 to 12.10).

    Dark wins ties. The winner's unit keeps everything (SW-R35).
    """
    dark, light = state.dark, 1 - state.dark
    values = {seat: contest_value(state, seat) for seat in (dark, light)}
    winner = dark if values[dark] >= values[light] else light  # SW-R34
    loser, local = 1 - winner, state.procedure_locals
    state.players[winner].force -= local.bids[winner]
    fallen = unit_of(state, loser, local.identity)
    clause = "SW-R34" if values[dark] == values[light] else "SW-12.8"
    state.note("contest_won", clause, winner, count=values[winner], other=values[loser])
    state.note("contest_paid", "SW-12.9", winner, count=local.bids[winner])
    state.note("contest_lost", "SW-12.10", loser, unit=fallen)
    discard_unit(state, loser, state.arena, fallen)
    state.procedure_locals = ()
    check_units(state)


# Needs, and their repairs.


def _bids(state: StarWarsState) -> tuple[int, int]:
    """Return the bids of the open contest; (-1, -1) if there is none."""
    return state.procedure_locals.bids if type(state.procedure_locals) is Bidding else (-1, -1)


def _lower_bids(state: StarWarsState, seat: int, total: int) -> None:
    """Lower any bid that is not below this total."""
    state.procedure_locals = state.procedure_locals._replace(bids=(0, 0) if total > 0 else (-1, -1))


def _open_as_dark(state: StarWarsState, seat: int, action: Action) -> None:
    """Make this player the Dark player, with a contest to open."""
    repairs.move_to_step(state, "A3", 2)
    state.dark, state.procedure_locals = seat, Bidding("", (0, 0), 0)


def _let_raise(state: StarWarsState, seat: int, action: Action) -> None:
    """Move to this player's turn to raise in a contest."""
    repairs.move_to_step(state, "A5" if seat == state.dark else "A4", 2)
    state.procedure_locals = Bidding("", (0, 0), 0)


MOST_TRIED = 999
"""The largest bid that is tried."""
TOTAL: kit.Argument[StarWarsState] = kit.Argument(
    lambda s, seat, total: f"{total:d}", choices=lambda s, seat: list(range(min(s.players[seat].force, MOST_TRIED) + 2))
)
need_of_total = partial(need, total=lambda s, seat, total: total, highest=lambda s, seat, total: max(0, *_bids(s)))
CAN_PAY_BID = need_of_total(
    "can_pay_bid", "SW-12.5", lambda s, seat, total: total <= s.players[seat].force, repairs.add_force
)
DARK_OPENS: kit.Requirement[StarWarsState] = needs("dark_opens", "SW-12.2", lambda s, seat, a: seat == s.dark)
HIGHER = need_of_total("higher", "SW-12.4", lambda s, seat, total: total > max(_bids(s)), _lower_bids)
CONTESTED: kit.Argument[StarWarsState] = replace(ANY_UNIT, choices=contested_units)

OPEN_CONTESTS = list_tries("contest", CONTESTED, only=True)

in_contest = kit.actions_with()
CONTEST = in_contest(
    "contest", "SW-R32", choose_contest, "A3", "clash chosen", tries=OPEN_CONTESTS, contested=CONTESTED
)
BID = in_contest(
    "bid",
    "SW-12.2",
    set_bid,
    "A4",
    needs=(DARK_OPENS,),
    stage=_open_as_dark,
    looks=total_bid,
    total=(TOTAL, CAN_PAY_BID),
)
RAISE = in_contest("raise", "SW-12.3", set_bid, stage=_let_raise, looks=total_bid, total=(TOTAL, HIGHER, CAN_PAY_BID))
