"""Chapter 9: costs and conditions. Paying is a procedure of the flow table; its locals are a `Doing`.

A cost is all or nothing and is looked at in full before anything is shown or moved (CHA-R57); the card being used
never pays for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.chaos.arena import can_fight, leave, set_orientation
from engines.chaos.cards import UNSEEN, Condition, Cost
from engines.chaos.extra import cover, material_choices
from engines.chaos.library import mill
from engines.chaos.state import FRIENDS, REST, ROWS, ChaosState, Doing
from engines.chaos.values import has_trait, shares_name
from engines.core.flow import who
from engines.core.state import Action


def cost_of(state: ChaosState, doing: Doing) -> Cost:
    """Return what an action costs (CHA-9.1)."""
    face = state.faces[doing.card]
    return face.costs[doing.ability] if doing.what == "ability" else face.cost


def condition_of(state: ChaosState, doing: Doing) -> Condition | None:
    """Return what must be true for an action (CHA-9.2), None if nothing must."""
    face = state.faces[doing.card]
    return face.conditions[doing.ability] if doing.what == "ability" else face.condition


def condition_holds(state: ChaosState, doing: Doing) -> bool:
    """Return True if what must be true is true; otherwise nothing can be entered or used (CHA-9.2, 9.3)."""
    condition = condition_of(state, doing)
    if condition is None:
        return True
    return len(state.players[doing.seat].waiting) >= condition.waiting and (
        not condition.trait or has_trait(state, doing.seat, condition.trait)
    )


def free_hand(state: ChaosState, doing: Doing) -> int:
    """Return how many hand cards can pay: all but the card itself, which in a proof may be an unseen one."""
    hand = state.players[doing.seat].hand
    return len(hand) - (doing.what in ("enter", "set", "event") and (doing.card in hand or UNSEEN in hand))


def payable(state: ChaosState, doing: Doing) -> bool:
    """Return True if an action's cost can be paid in full (CHA-9.1, CHA-R24, CHA-R25)."""
    return next(short_of(state, doing, to_send), "") == ""


def short_of(state: ChaosState, doing: Doing, friends: Callable[[ChaosState, Doing], list[int]]) -> Iterator[str]:
    """Yield the parts of an action's cost that cannot be paid; friends : those that could pay by leaving."""
    cost = cost_of(state, doing)
    if not any(cost):
        return
    if cost.turn and state.there(doing.unit)[2].turn >= cost.turn:
        yield "turn"
    if cost.deck > len(state.players[doing.seat].deck):
        yield "deck"
    if cost.hand and cost.hand > free_hand(state, doing):
        yield "hand"
    if cost.rest and not to_rest(state, doing):
        yield "rest"
    if cost.friend and not friends(state, doing):
        yield "friend"


def other_friends(state: ChaosState, doing: Doing) -> list[int]:
    """Return all own Friends but the character of the action itself."""
    arena = state.players[doing.seat].arena
    return [pile.id for space in FRIENDS if (pile := arena[space]) is not None and pile.id != doing.unit]


def to_rest(state: ChaosState, doing: Doing) -> list[int]:
    """Return the characters that can be Rested as a cost: face-up Stand ones.

    The one whose ability is used, and the base of an entry, are used already; the bearer of a Set card is not.
    """
    used = 0 if doing.what == "set" else doing.unit
    return [pile.id for pile in state.players[doing.seat].piles() if can_fight(pile) and pile.id != used]


def to_send(state: ChaosState, doing: Doing) -> list[int]:
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


# Paying, one choice at a time.


def begin_paying(state: ChaosState, doing: Doing) -> None:
    """Hand an action to the procedure in which it is paid for and carried out."""
    hand, _, rest, friend, _ = cost_of(state, doing)
    state.argument = doing._replace(hand=hand, rest=rest, friend=friend) if hand or rest or friend else doing


@who("player who pays")
def payer(state: ChaosState) -> int:
    """Return who pays."""
    return int(state.local.seat)


def payments(state: ChaosState) -> list[Action]:
    """Return the possible payments of what is due next: materials, a Friend, a character to Rest, hand cards."""
    local = state.local
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
    elif kind == "pay":
        state.local = local._replace(hand=local.hand - 1)
    elif kind == "rest":
        state.local = local._replace(rest=0)
    else:
        state.local = local._replace(friend=0)
    if kind == "rest":
        set_orientation(state, state.there(thing), REST, clause)
    elif kind == "send":
        leave(state, thing, clause)
    else:
        player = state.players[local.seat]
        player.hand.remove(thing)
        player.waiting.append(thing)
        if state.events is not None:
            state.note("paid", clause, local.seat, card=state.name(thing))


def pay_only(state: ChaosState) -> None:
    """Make the only payment there is, if something is due."""
    for action in payments(state):
        pay(state, action)


def all_paid(state: ChaosState) -> bool:
    """Return True if nothing is left to pay by choice."""
    return not payments(state)


def pay_the_rest(state: ChaosState) -> None:
    """Pay what needs no choice: deck cards, and turning the character whose ability it is (CHA-R24, CHA-R25)."""
    local = state.local
    cost = cost_of(state, local)
    if cost.deck:
        mill(state, local.seat, cost.deck, "CHA-9.1")
    if cost.turn:
        set_orientation(state, state.there(local.unit), cost.turn, "CHA-9.1")
