"""Repairs shared by several chapters: each changes a copy of a position so that one requirement holds.

A test uses them to check that each repair removes its reason; lessons use them to show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.altaria.cards import FORCE, UNIT
from engines.altaria.state import CARD, MODIFIERS, AltariaState, Attack
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.legal.cards_in_play import enter_play, find_record, mark_record
from engines.legal.reasons import Repair
from engines.legal.stages import move_to_step


def plain_unit(state: AltariaState) -> int:
    """Return a unit card without keywords or abilities."""
    return next(
        card.number
        for card in state.game.cards
        if card.category == UNIT and not card.extra.keywords and not card.own_abilities and card.extra.rank
    )


def card_of_attribute(state: AltariaState, bit: int) -> int:
    """Return a card that has exactly this attribute."""
    return next(card.number for card in state.game.cards if card.extra.attributes == bit)


def under_attack(step: str) -> Repair[AltariaState]:
    """Return the repair function that moves to `step` of an attack by the rival on this player's first core."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        move_to_step(step, rivals_turn=True)(state, seat, action)
        attacker = enter_play(state, 1 - seat, "field", plain_unit(state), True, 0, ())
        state.attack = Attack(1 - seat, attacker, cores=(0,), rank=1, announced=True)

    return make_true


def fewer_actions(state: AltariaState, seat: int, action: Action) -> None:
    """Set the number of actions taken in this phase to 0."""
    state.phase_actions = 0


def add_altar(state: AltariaState, seat: int, symbols: Iterable[int]) -> None:
    """Add an upright altar card for each symbol."""
    state.players[seat].altar += [(card_of_attribute(state, bit), NO_CARD, False) for bit in symbols]


def add_object(state: AltariaState, side: int, what: str) -> None:
    """Add a unit or a Force that any effect may choose."""
    if what == "force":
        force = next(other.number for other in state.game.cards if other.category == FORCE)
        state.players[side].altar.append((force, force, True))
        return
    enter_play(state, side, "field", plain_unit(state), True, 0, (("power", -99),))


def make_plain(state: AltariaState, seat: int, unit_id: int) -> None:
    """Replace a unit with a plain one."""
    mark_record(state, unit_id, CARD, plain_unit(state))
    mark_record(state, unit_id, MODIFIERS, ())


def change_unit(kind: str, amount: Any) -> Callable[[AltariaState, int, int], None]:
    """Return the repair function that changes the power, break rank or keywords of a unit."""
    return lambda state, seat, number: mark_record(
        state, number, MODIFIERS, (*find_record(state, number)[MODIFIERS], (kind, amount))
    )
