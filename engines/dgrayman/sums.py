"""DGM-5.4 line by line: the parts of powers, the comparison of an Attack, and the limits of foundings and answers."""

from __future__ import annotations

from typing import Any

from engines.book.words import Phrase
from engines.dgrayman.actions import targets_left
from engines.dgrayman.responses import second_needed
from engines.dgrayman.state import CARD, FOR_ACTION, FOR_TURN, ID, ZONES, DGraymanState, FieldCard
from engines.dgrayman.units import cards_added_up, current_power, unit_count, zone_of
from engines.forms.sums import (
    Part,
    Parts,
    Side,
    Sums,
    Tally,
    add_changes,
    add_lasting,
    add_line,
    at_least,
    printed_line,
)

FOR_TURN_NAME, FOR_ACTION_NAME = "power", "power in action"


def sums(state: DGraymanState, side: int, zone: str, record: Any) -> Sums:
    """Return the parts of the power of a card on a field."""
    return {"power": power_parts(state, side, record)} if zone in ZONES else {}


def power_parts(state: DGraymanState, seat: int, card: FieldCard) -> Parts:
    """Return the parts of `units.current_power`; for a Special card, the printed powers in its unit (DGM-2.7, 2.13)."""
    face = state.faces[card[CARD]]
    if face.special:
        parts: Parts = []
        for other in cards_added_up(state, seat, card):
            add_line(parts, state.faces[other].power, "from", card=state.name(other))
        if not parts:
            parts.append(Part(0, Phrase("sum.alone")))
    else:
        parts = printed_line(face.power)
        for least, amount in face.bonuses:
            if unit_count(state, seat) >= least:
                add_line(parts, amount, "units", count=least)
    add_lasting(state, parts, card[ID], FOR_TURN_NAME, card[FOR_TURN])
    add_lasting(state, parts, card[ID], FOR_ACTION_NAME, card[FOR_ACTION], "in_action")
    add_changes(parts, state.changes, state, "power", seat, zone_of(state, seat, card), card)
    return at_least(parts)


def limits(state: DGraymanState, seat: int) -> dict[str, int]:
    """Return the hand limit at the end of the Main Phase (DGM-7.8)."""
    return {"hand": state.game.parameters["hand_limit"]}


def tallies(state: DGraymanState, seat: int) -> list[Tally]:
    """Return the powers that an Attack compares, the answers given and needed, and the turn's limits.

    Each guard is compared separately (DGM-13.6). The limits are those on founding units and on the Deck Search
    (DGM-10.7), which the table does not show.
    """
    declared, turn = state.declared, state.turn_player
    if declared is None:
        if state.step.name == "CHAR_CHOICE":
            return [Tally("founded", (Side(turn, state.founded, of=state.limit),))]
        searched = state.step.name == "MAIN_CHOICE" and state.deck_searched
        return [Tally("deck_search", (Side(turn, 1, of=1),))] if searched else []
    if declared.answers and len(declared.answers) < declared.scale and second_needed(state):
        return [Tally("answers", (Side(1 - turn, len(declared.answers), of=declared.scale),))]
    found = state.find(declared.actor)
    if declared.kind != "attack" or found is None:
        return []
    one = _side(state, turn, found[2])
    there = [state.find(number) for number in declared.answers] or [state.find(declared.target)]
    against = [one[2] for one in there if one is not None]
    return [Tally("compare", (one, _side(state, 1 - turn, card))) for card in against or targets_left(state)]


def _side(state: DGraymanState, seat: int, card: FieldCard) -> Side:
    return Side(seat, current_power(state, seat, card), state.name(card[CARD]), power_parts(state, seat, card))
