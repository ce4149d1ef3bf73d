"""Effects on cards for any state with declared zones: find, turn, move, draw."""

from __future__ import annotations

from collections.abc import Callable

from engines.declare.declaration import DeclaredState, in_play, record_of
from engines.errors import DataError
from engines.kernel.state import Result
from engines.kernel.tuples import Row
from engines.legal.reasons import Repair


def find_record(state: DeclaredState, number: int) -> Row:
    """Return the record of the card in play with this id; () if it has left play."""
    return next((record for _, _, record in in_play(state) if record[0] == number), ())


def mark_record(state: DeclaredState, number: int, place: int, value: object) -> None:
    """Set a part of a card in play. place : the index of the part in the record."""
    for seat, zone, record in list(in_play(state)):
        if record[0] == number:
            records = getattr(state.both[seat], zone)
            records[records.index(record)] = (*record[:place], value, *record[place + 1 :])


def put_into(zone: str) -> Callable[[DeclaredState, int, int], None]:
    """Return the repair function of a need that puts a card into a zone of the player."""
    return lambda state, seat, card: getattr(state.both[seat], zone).append(card)


def put_mark(place: int, value: object) -> Callable[[DeclaredState, int, int], None]:
    """Return the repair function of a need that sets a part of a card in play.

    value : a constant, or a function of the state.
    """
    return lambda state, seat, number: mark_record(state, number, place, value(state) if callable(value) else value)


def put_in_place(zone: str, place: int, value: object) -> Callable[[DeclaredState, int, int], None]:
    """Return the repair function of a need that sets a part of a record in the player's zone, see `put_mark`."""

    def make_true(state: DeclaredState, seat: int, at: int) -> None:
        records = getattr(state.both[seat], zone)
        part = value(state) if callable(value) else value
        records[at] = (*records[at][:place], part, *records[at][place + 1 :])

    return make_true


def move_into_zone(zone: str, argument: int = 1) -> Repair[DeclaredState]:
    """Return the repair function that moves the card of an action into a zone of the player."""
    return lambda state, seat, action: put_into(zone)(state, seat, action[argument])


def lay_record(zone: str, place: int, value: object) -> Repair[DeclaredState]:
    """Return the repair function that sets a part of the record in the player's zone which an action refers to.

    The action's first argument is the place in the zone. value : a constant, or a function of the state.
    """
    return lambda state, seat, action: put_in_place(zone, place, value)(state, seat, action[1])


def mark_named(place: int, value: object, argument: int = 1) -> Repair[DeclaredState]:
    """Return the repair function that sets a part of the card in play which an action refers to.

    argument : the index of the card in the action. value : a constant, or a function of the state.
    """
    return lambda state, seat, action: put_mark(place, value)(state, seat, action[argument])


def leave_play(state: DeclaredState, number: int, to: str) -> int | None:
    """Move a card in play to its owner's zone `to`, a zone of plain cards, and return its number."""
    for seat, zone, record in list(in_play(state)):
        if record[0] == number:
            player = state.both[seat]
            getattr(player, zone).remove(record)
            card = record_of(state, zone).card(record)
            getattr(player, to).append(card)
            return card
    return None


def enter_play(state: DeclaredState, seat: int, zone: str, *parts: object) -> int:
    """Put a new card into play and return its id. parts : the parts of its record after the id."""
    number = state.new_id()
    getattr(state.both[seat], zone).append((number, *parts))
    return number


def win_game(state: DeclaredState, seat: int | None, clause: str) -> None:
    """End the game: `seat` wins, or None for a draw; the clause gives the reason. Raises DataError for another seat."""
    if seat not in (0, 1, None):
        raise DataError("kit.win", f"{seat!r} is no player.", "Give 0 or 1, or None for a draw.")
    state.result = Result(seat, clause, state.game.rulebook.clause(clause).text)
