"""Chapter 11, and interference with merged units (DGM-14.8 to 14.11): Guard and Intercept of the other player."""

from __future__ import annotations

from engines.dgrayman.actions import action_of
from engines.dgrayman.cards import GUARD, INTERCEPT
from engines.dgrayman.state import CARD, ID, DGraymanState, answer_to
from engines.dgrayman.units import Unit, active_units, actors, names_of, step_out
from engines.kernel.state import Action
from engines.kernel.tuples import changed

ANSWER_ICON = {"guard": GUARD, "intercept": INTERCEPT}


def able(state: DGraymanState, seat: int, answer: str) -> list[Unit]:
    """Return the units that could guard or intercept: active, with the icon (DGM-11.4, 9.1, 9.2)."""
    icon = ANSWER_ICON[answer]
    return [unit for unit in active_units(state, seat) if unit.icons & icon]


def large_enough(unit: Unit, units: list[Unit]) -> bool:
    """Return True if a unit, alone or with another one that could answer, has the scale of a merged one (DGM-14.8)."""
    return unit.merged or any(not one.merged and one.names != unit.names for one in units)


def answers(state: DGraymanState) -> list[Action]:
    """Return the cards that may guard or intercept, and letting it pass (DGM-11.5); [] if no unit can.

    Against an ordinary unit any one unit does (DGM-11.6); against a merged one a merged one, or each of two ordinary
    ones (DGM-14.8, 14.9, 14.11, DGM-R20, DGM-R21). What decides it lies open, so nobody learns anything from not being
    asked.
    """
    declared = action_of(state)
    kind = answer_to(declared.kind)
    units = able(state, 1 - state.turn_player, kind)
    if len(declared.names) > 1:
        units = [unit for unit in units if large_enough(unit, units)]
    if not units:
        return []
    found: list[Action] = [(kind, card[ID]) for unit in units for card in actors(state, unit)]
    found.append(("pass",))
    return found


def answer(state: DGraymanState, action: Action) -> None:
    """Name the card that guards or intercepts (DGM-11.1); an answer is not answered (DGM-R25)."""
    state.declared = changed(action_of(state), answers=(action[1],))


def second_needed(state: DGraymanState) -> bool:
    """Return True if an ordinary unit answers a merged one: a second unit must join it (DGM-14.8, 14.9)."""
    declared = action_of(state)
    return declared.scale > 1 and len(_names(state, declared.answers[0])) == 1


def _names(state: DGraymanState, card_id: int) -> tuple[str, ...]:
    seat, _, card = state.there(card_id)
    return names_of(state, seat, card[CARD])


def join(state: DGraymanState, action: Action) -> None:
    """Name the card of the second unit (DGM-14.9)."""
    declared = action_of(state)
    state.declared = changed(declared, answers=(*declared.answers, action[1]))


def guarded(state: DGraymanState) -> bool:
    """Return True if the answer is a Guard, False for an Intercept."""
    return action_of(state).answered == "guard"


def guard(state: DGraymanState) -> None:
    """The guarding cards step out; the attack is now against them, the first target is safe (DGM-11.2, 11.4)."""
    _step_out(state, "DGM-11.2")


def intercept(state: DGraymanState) -> None:
    """The intercepting cards step out; the action will have no effect (DGM-11.3, 11.4)."""
    _step_out(state, "DGM-11.3")


def _step_out(state: DGraymanState, clause: str) -> None:
    """Turn each answering unit sideways and move its card out, where it stays (DGM-11.4, 11.7)."""
    declared, seat = action_of(state), 1 - state.turn_player
    for card_id in declared.answers:
        step_out(state, seat, card_id, "DGM-11.4")
        if state.listener is not None:
            state.note(f"answered.{declared.answered}", clause, seat, card=state.there(card_id)[2])
