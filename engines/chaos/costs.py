"""Chapter 9: costs and conditions. Paying is a procedure of the flow table: see `engines.chaos.paying`.

A cost is all or nothing and is looked at in full before anything is shown or moved (CHA-R57); the card being used
never pays for itself.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.chaos.arena import can_fight
from engines.chaos.cards import UNSEEN, Condition, Cost
from engines.chaos.state import FRIENDS, ROWS, ChaosState, Pile, Resolution
from engines.chaos.values import has_trait, shares_name


def cost_of(state: ChaosState, doing: Resolution) -> Cost:
    """Return what an action costs (CHA-9.1)."""
    face = state.faces[doing.card]
    return face.costs[doing.ability] if doing.what == "ability" else face.cost


def condition_of(state: ChaosState, doing: Resolution) -> Condition | None:
    """Return what must be true for an action (CHA-9.2), None if nothing must."""
    face = state.faces[doing.card]
    return face.conditions[doing.ability] if doing.what == "ability" else face.condition


def condition_holds(state: ChaosState, doing: Resolution) -> bool:
    """Return True if what must be true is true; otherwise nothing can be entered or used (CHA-9.2, 9.3)."""
    condition = condition_of(state, doing)
    if condition is None:
        return True
    return len(state.players[doing.seat].waiting) >= condition.waiting and (
        not condition.trait or has_trait(state, doing.seat, condition.trait)
    )


FROM_HAND = ("enter", "set", "event")
"""What is done with a card of the hand."""


def free_hand(state: ChaosState, doing: Resolution) -> int:
    """Return how many hand cards can pay: all but the card itself, which in a proof may be an unseen one."""
    hand = state.players[doing.seat].hand
    return len(hand) - (doing.what in FROM_HAND and (doing.card in hand or UNSEEN in hand))


def payable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if an action's cost can be paid in full (CHA-9.1, CHA-R24, CHA-R25)."""
    return not short_of(state, doing, to_send)


def can_turn(cost: Cost, pile: Pile) -> bool:
    """Return True unless a character must Rest or Reverse itself and has already (CHA-R24)."""
    return not cost.turn or pile.turn < cost.turn


Friends = Callable[[ChaosState, Resolution], list[int]]


def short_of(
    state: ChaosState, doing: Resolution, friends: Friends, gone: frozenset[int] = frozenset(), used: int = 0
) -> list[str]:
    """Return the parts of an action's cost that cannot be paid.

    friends : those that could pay by leaving. gone, used : characters, and how many hand cards, that are materials.
    """
    cost, short = cost_of(state, doing), []
    if cost.turn and not can_turn(cost, state.location[doing.unit][2]):
        short.append("turn")
    if cost.deck > len(state.players[doing.seat].deck):
        short.append("deck")
    if cost.hand and cost.hand > free_hand(state, doing) - used:
        short.append("hand")
    if cost.rest and gone.issuperset(to_rest(state, doing)):
        short.append("rest")
    if cost.friend and gone.issuperset(friends(state, doing)):
        short.append("friend")
    return short


def other_friends(state: ChaosState, doing: Resolution) -> list[int]:
    """Return all own Friends but the character of the action itself."""
    arena = state.players[doing.seat].arena
    return [pile.id for space in FRIENDS if (pile := arena[space]) is not None and pile.id != doing.unit]


def to_rest(state: ChaosState, doing: Resolution) -> list[int]:
    """Return the characters that can be Rested as a cost: face-up Stand ones.

    The one whose ability is used, and the base of an entry, are used already; the bearer of a Set card is not.
    """
    used = 0 if doing.what == "set" else doing.unit
    return [pile.id for pile in state.players[doing.seat].piles() if can_fight(pile) and pile.id != used]


def to_send(state: ChaosState, doing: Resolution) -> list[int]:
    """Return the Friends, in any state, that can be put into the waiting room as a cost; never the Partner (CHA-R56).

    For an entry a space of the row must then be empty (CHA-R9), and no Name may be there twice (CHA-R10, CHA-R18).
    """
    arena = state.players[doing.seat].arena
    found = []
    for space in FRIENDS:
        pile = arena[space]
        if pile is None or pile.id == doing.unit:
            continue
        if doing.what == "enter":
            spaces = ROWS[doing.row]
            empty = space in spaces or any(arena[other] is None for other in spaces)
            if not empty or shares_name(state, doing.seat, doing.card, (pile.id,)):
                continue
        if doing.what == "extra" and shares_name(state, doing.seat, doing.card, (pile.id, doing.unit)):
            continue
        found.append(pile.id)
    return found
