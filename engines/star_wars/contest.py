"""Chapter 12: the contest over a unique character that both players have in the arena."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.star_wars.automatic import check, discard_unit
from engines.star_wars.state import CARDS, ID, Bidding, StarWarsState, Unit
from engines.star_wars.values import stack_cost


def clashes(state: StarWarsState) -> list[str]:
    """Return the identities that both players have in this arena, tapped or not (SW-12.1, 9.2, SW-R31)."""
    faces, place = state.faces, state.arena
    mine = [faces[unit[CARDS][0]].identity for unit in state.players[state.dark].units[place]]
    if not any(mine):
        return []
    theirs = [faces[unit[CARDS][0]].identity for unit in state.players[1 - state.dark].units[place]]
    return [identity for identity in mine if identity and identity in theirs]


def unit_of(state: StarWarsState, seat: int, identity: str) -> Unit:
    """Return a player's contested unit."""
    found = state.character(seat, identity)
    assert found is not None
    return found[1]


def look_for_clashes(state: StarWarsState) -> None:
    """Open the contest if there is exactly one clash (SW-9.2, 12.1); else the locals tell how many there are."""
    found = clashes(state)
    state.local = (len(found),) if found else ()
    if len(found) == 1:
        state.local = Bidding(found[0], (0, 0), 0)
        _note_bids(state)


def how_many(state: StarWarsState) -> str:
    """Return "none", "one" or "several" clashes."""
    return "none" if not state.local else "one" if type(state.local) is Bidding else "several"


def contests(state: StarWarsState) -> list[Action]:
    """Return the clashes, as Dark's units, among which Dark chooses the order (SW-R32)."""
    return [("contest", unit_of(state, state.dark, identity)[ID]) for identity in clashes(state)]


def choose_contest(state: StarWarsState, action: Action) -> None:
    """Begin the chosen contest (SW-R32)."""
    _, _, unit = state.there(action[1])
    state.local = Bidding(state.faces[unit[CARDS][0]].identity, (0, 0), 0)
    _note_bids(state)


def _note_bids(state: StarWarsState) -> None:
    if state.listener is not None:
        unit, other = (unit_of(state, seat, state.local.identity) for seat in (state.dark, 1 - state.dark))
        name = state.name(other[CARDS][0])
        state.note("contest", "SW-12.1", state.dark, unit=unit, other=name)


def opening_bids(state: StarWarsState) -> list[Action]:
    """Return Dark's opening bids, 0 up to all Force points (SW-12.2, SW-R32)."""
    return [("bid", total) for total in range(state.players[state.dark].force + 1)]


def bid(state: StarWarsState, action: Action) -> None:
    """Set the own total bid: Dark's opening bid, or a raise (SW-12.2, 12.4, 12.5)."""
    seat = state.seat_to_act
    bids = list(state.local.bids)
    bids[seat] = action[1]
    state.local = state.local._replace(bids=(bids[0], bids[1]), passes=0)
    state.note(action[0], "SW-12.2" if action[0] == "bid" else "SW-12.4", seat, count=action[1])


def raises(state: StarWarsState) -> list[Action]:
    """Return the totals above both bids that can still be paid, and passing (SW-12.3 to 12.6, SW-R33)."""
    highest, force = max(state.local.bids), state.players[state.seat_to_act].force
    return [*(("raise", total) for total in range(highest + 1, force + 1)), ("pass",)]


def pass_bid(state: StarWarsState, action: Action) -> None:
    """Pass; this does not bind later (SW-12.6, SW-R33)."""
    state.local = state.local._replace(passes=state.local.passes + 1)
    state.note("passed_bid", "SW-12.6", state.seat_to_act)


def both_passed(state: StarWarsState) -> bool:
    """Return True after two passes in a row: the auction is over (SW-12.3, SW-R33)."""
    return bool(state.local.passes >= 2)


def contest_value(state: StarWarsState, seat: int) -> int:
    """Return the final bid, plus the build cost of the unit's top card, plus the cards beneath (SW-12.7)."""
    local = state.local
    return int(local.bids[seat]) + stack_cost(state, unit_of(state, seat, local.identity))


def settle(state: StarWarsState) -> None:
    """The higher value wins and pays its bid, a tie goes to Dark; the loser's unit is discarded (SW-12.8 to 12.10).

    The winner's unit keeps everything (SW-R35).
    """
    dark, light = state.dark, 1 - state.dark
    values = {seat: contest_value(state, seat) for seat in (dark, light)}
    winner = dark if values[dark] >= values[light] else light  # SW-R34
    loser, local = 1 - winner, state.local
    state.players[winner].force -= local.bids[winner]
    fallen = unit_of(state, loser, local.identity)
    if state.listener is not None:
        clause = "SW-R34" if values[dark] == values[light] else "SW-12.8"
        state.note("contest_won", clause, winner, count=values[winner], other=values[loser])
        state.note("contest_paid", "SW-12.9", winner, count=local.bids[winner])
        state.note("contest_lost", "SW-12.10", loser, unit=fallen)
    discard_unit(state, loser, state.arena, fallen)
    state.local = ()
    check(state)
