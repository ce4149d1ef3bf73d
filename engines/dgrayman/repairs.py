"""Repairs shared by several chapters: each changes a copy of a position so that one requirement holds.

A test uses them to check that each repair removes its reason; lessons use them to show the smallest change.
"""

from __future__ import annotations

from typing import Any

from engines.dgrayman.cards import CHARACTER
from engines.dgrayman.state import ACTION, CARD, DeclaredAction, DGraymanState, Names
from engines.dgrayman.units import founding_limit, names_of, unit_called
from engines.kernel.state import Action
from engines.legal import stages
from engines.legal.reasons import Repair


def some_card(state: DGraymanState, *names: str, but: tuple[str, ...] = ()) -> int:
    """Return a Character card, if possible without text, that has these names and none of those in `but`."""
    characters = [card for card in state.game.cards if card.extra.is_character]
    found = [card for card in characters if card.extra.names == names or (not names and card.extra.name not in but)]
    return min(found, key=lambda card: (card.category != CHARACTER, bool(card.own_abilities))).number


def step_out(state: DGraymanState, seat: int) -> int:
    """Put a card into a player's Action Zone and return its id."""
    return state.enter(seat, some_card(state), active=False, zone=ACTION)


def move_to_own_step(step: str) -> Repair[DGraymanState]:
    """Return the repair function that moves to this player's decision in a step of their turn, with nothing under way.

    If it is the other player's turn, a new turn begins.
    """

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        another_turn = seat != state.turn_player or state.step.phase == "setup"
        stages.move_to_step(step)(state, seat, action)
        state.turn, state.uses = max(1, state.turn), 0
        if another_turn:
            state.founded, state.deck_searched = 0, False
            state.limit = founding_limit(state)

    return make_true


def begin_action(state: DGraymanState, seat: int, kind: str, actor: int, step: str) -> None:
    """Put a card of `seat` into the Action Zone for an action of this kind, and move to `step`."""
    move_to_own_step(step)(state, seat, ())
    _, _, card = state.there(actor)
    state.change(card, active=False, to=ACTION)
    target = step_out(state, 1 - seat) if kind == "attack" else 0
    state.declared = DeclaredAction(kind, actor, card[CARD], names_of(state, seat, card[CARD])[:1], target)


def change_action(state: DGraymanState, **changes: Any) -> None:
    """Change the action under way, if there is one."""
    state.declared = state.declared and state.declared._replace(**changes)


def turn_into(state: DGraymanState, kind: str) -> None:
    """Change the kind of the action under way, but keep its answers."""
    target = step_out(state, 1 - state.turn_player) if kind == "attack" else 0
    change_action(state, kind=kind, target=target, negated=False)


def rest_unit(state: DGraymanState, seat: int, names: Names) -> None:
    """Turn the cards of the unit that has the first of these names sideways."""
    unit = unit_called(state, seat, names[0])
    for card in unit.standby if unit else ():
        state.change(card, active=False)
