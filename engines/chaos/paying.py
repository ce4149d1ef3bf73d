"""Paying for an action, one choice at a time (CHA-9.1, 11.7): a procedure whose locals are a `Resolution`."""

from __future__ import annotations

from engines.chaos.arena import leave, set_orientation
from engines.chaos.costs import cost_of, to_rest, to_send
from engines.chaos.extra import cover, material_choices
from engines.chaos.library import mill
from engines.chaos.state import REST, ChaosState, Resolution
from engines.kernel.state import Action
from engines.kernel.tuples import changed


def begin_paying(state: ChaosState, doing: Resolution) -> None:
    """Hand an action to the procedure in which it is paid for and carried out."""
    hand, _, rest, friend, _ = cost_of(state, doing)
    state.argument = changed(doing, hand=hand, rest=rest, friend=friend) if hand or rest or friend else doing


def payments(state: ChaosState) -> list[Action]:
    """Return the possible payments of what is due next: materials, a Friend, a character to Rest, hand cards."""
    local: Resolution = state.local
    if local.what == "extra" and len(state.faces[local.card].label) > 1:
        found = material_choices(state, local)
        if found:
            return found
    if local.friend:
        return [("send", pile) for pile in to_send(state, local)]
    if local.rest:
        return [("rest", pile) for pile in to_rest(state, local)]
    if local.hand:
        return [("pay", card) for card in dict.fromkeys(state.players[local.seat].hand)]
    return []


def is_material(state: ChaosState) -> bool:
    """Return True if what is due next is a material (CHA-11.7)."""
    return state.local.what == "extra" and bool(material_choices(state, state.local))


def choices(state: ChaosState) -> list[Action]:
    """Return the payments to choose from, [] if there is only one or nothing is left to pay."""
    found = payments(state)
    return found if len(found) > 1 else []


def pay(state: ChaosState, action: Action) -> None:
    """Pay with a hand card or a character: as a material (CHA-11.7) or for the cost (CHA-9.1)."""
    local, kind, thing = state.local, action[0], action[1]
    material = is_material(state)
    clause = "CHA-11.7" if material else "CHA-9.1"
    if material:
        cover(state, action)
    else:
        paid = {"pay": "hand", "rest": "rest", "send": "friend"}[kind]
        state.local = changed(local, **{paid: getattr(local, paid) - 1})
    if kind == "rest":
        set_orientation(state, state.location[thing], REST, clause)
    elif kind == "send":
        leave(state, thing, clause)
    else:
        player = state.players[local.seat]
        player.hand.remove(thing)
        player.waiting.append(thing)
        state.note("paid", clause, local.seat, card=thing)


def pay_only(state: ChaosState) -> None:
    """Make the only payment there is, if something is due."""
    for action in payments(state):
        pay(state, action)


def all_paid(state: ChaosState) -> bool:
    """Return True if nothing is left to pay by choice."""
    return not payments(state)


def pay_the_rest(state: ChaosState) -> None:
    """Pay what needs no choice: deck cards, and turning the character whose ability it is (CHA-R24, CHA-R25)."""
    local: Resolution = state.local
    cost = cost_of(state, local)
    if cost.deck:
        mill(state, local.seat, cost.deck, "CHA-9.1")
    if cost.turn:
        set_orientation(state, state.location[local.unit], cost.turn, "CHA-9.1")
