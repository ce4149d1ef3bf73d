"""Chapter 9: costs and conditions. Paying is a procedure of the flow table; see `engines.chaos.paying`.

A cost is paid in full or not at all, and checked before anything is shown or moved (CHA-R57). A card that is being used
never pays for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.chaos import repairs
from engines.chaos.arena import can_fight, change_character
from engines.chaos.cards import UNSEEN, Condition, Cost
from engines.chaos.requirements import join_words, needs, orientation_words, sentence_part
from engines.chaos.state import FRIENDS, ROWS, STAND, ChaosState, Pile, Resolution
from engines.chaos.values import has_trait, shares_name
from engines.kernel.state import Action
from engines.legal.reasons import Fact, Requirement, Test

CARDS = {"enter_extra": "extra", "set": "set", "play": "event"}
"""The `what` of a Resolution for each kind of action with a card. For abilities and entries see `doing_of`."""


def doing_of(state: ChaosState, seat: int, action: Action) -> Resolution:
    """Return the Resolution for an action: the locals for paying for it and carrying it out."""
    kind, thing = action[0], action[1]
    if kind == "enter":
        return Resolution("enter", thing, 0, 0, seat, row=action[2])
    if kind in CARDS:
        return Resolution(CARDS[kind], thing, 0, 0, seat, *action[2:])
    top = state.location[thing][2].top
    face = state.faces[top]
    place = face.main if state.step.name == "M2" else face.battle
    return Resolution("ability", top, place if place >= 0 else max(face.main, face.battle), 0, seat, thing)


def cost_of(state: ChaosState, doing: Resolution) -> Cost:
    """Return the cost of an action (CHA-9.1)."""
    face = state.faces[doing.card]
    return face.costs[doing.ability] if doing.what == "ability" else face.cost


def condition_of(state: ChaosState, doing: Resolution) -> Condition | None:
    """Return the condition of an action (CHA-9.2); None if it has none."""
    face = state.faces[doing.card]
    return face.conditions[doing.ability] if doing.what == "ability" else face.condition


def condition_holds(state: ChaosState, doing: Resolution) -> bool:
    """Return True if the condition of an action holds. Without it a card cannot enter or be used (CHA-9.2, 9.3)."""
    condition = condition_of(state, doing)
    if condition is None:
        return True
    return len(state.players[doing.seat].waiting) >= condition.waiting and (
        not condition.trait or has_trait(state, doing.seat, condition.trait)
    )


FROM_HAND = ("enter", "set", "event")
"""The kinds of Resolution that use a card from the hand."""


def free_hand(state: ChaosState, doing: Resolution) -> int:
    """Return how many hand cards can be used to pay: all except the card that the action uses, if it is in the hand.

    In a proof, an unseen card may be that card.
    """
    hand = state.players[doing.seat].hand
    return len(hand) - (doing.what in FROM_HAND and (doing.card in hand or UNSEEN in hand))


def is_cost_payable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if an action's cost can be paid in full (CHA-9.1, CHA-R24, CHA-R25)."""
    return not short_of(state, doing, to_send)


def is_affordable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if the conditions hold and the cost can be paid (CHA-9.1 to 9.3)."""
    return condition_holds(state, doing) and is_cost_payable(state, doing)


def can_turn(cost: Cost, pile: Pile) -> bool:
    """Return False if the cost turns the character to Rest or Reverse and it is already turned that far (CHA-R24)."""
    return not cost.turn or pile.turn < cost.turn


Friends = Callable[[ChaosState, Resolution], list[int]]


def short_of(
    state: ChaosState, doing: Resolution, friends: Friends, gone: frozenset[int] = frozenset(), used: int = 0
) -> list[str]:
    """Return the parts of an action's cost that cannot be paid.

    friends : a function that returns the ids of the Friends that could leave as payment. gone, used : the characters,
    and the number of hand cards, that are already used as materials.
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
    """Return all Friends of the player, except the character of the action itself."""
    arena = state.players[doing.seat].arena
    return [pile.id for space in FRIENDS if (pile := arena[space]) is not None and pile.id != doing.unit]


def to_rest(state: ChaosState, doing: Resolution) -> list[int]:
    """Return the characters that can be Rested as a cost, which are face-up and in Stand.

    This excludes the character whose ability is used, and the base of an entry, but not the bearer of a Set card.
    """
    used = 0 if doing.what == "set" else doing.unit
    return [pile.id for pile in state.players[doing.seat].piles() if can_fight(pile) and pile.id != used]


def to_send(state: ChaosState, doing: Resolution) -> list[int]:
    """Return the Friends, in any state, that can be put into the waiting room as a cost; never the Partner (CHA-R56).

    For an entry, a space of the row must then be empty (CHA-R9), and no Name may occur twice (CHA-R10, CHA-R18).
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


# Needs, and their repairs.


def _condition_in_words(state: ChaosState, seat: int, action: Action, lacking: bool) -> str:
    """Return an action's condition in words. lacking : only the parts of it that are not met."""
    wants = condition_of(state, doing_of(state, seat, action)) or Condition()
    there, has = len(state.players[seat].waiting), has_trait(state, seat, wants.trait)
    names = [name for name, met in (("waiting", there >= wants.waiting), ("trait", has)) if not (lacking and met)]
    facts = {"count": there if lacking else wants.waiting, "trait": wants.trait}
    asked = [name for name in names if getattr(wants, name)]
    if not asked and not lacking:
        return sentence_part(state, "condition.none")
    return join_words(
        state, (sentence_part(state, f"{'lack' if lacking else 'condition'}.{name}", **facts) for name in asked)
    )


def _meet_condition(state: ChaosState, seat: int, action: Action) -> None:
    """Put cards into the waiting room, or a character with the trait into the arena."""
    doing = doing_of(state, seat, action)
    wanted, waiting = condition_of(state, doing), state.players[seat].waiting
    assert wanted is not None
    waiting += repairs.find_fillers(state, wanted.waiting - len(waiting))
    if not condition_holds(state, doing):
        fitting = next(card for card, face in repairs.cards_of_category(state) if wanted.trait in face.traits)
        repairs.add_friend(state, seat, card=fitting, keep=doing.unit)


def _cost_in_words(state: ChaosState, doing: Resolution, key: str, hand: int, parts: Iterable[str]) -> str:
    """Return parts of a cost in words. key : "cost", "lack" or "with". hand : how many hand cards can pay."""
    cost = cost_of(state, doing)
    turned = orientation_words(state.location[doing.unit][2]) if cost.turn else ""
    facts = {"hand": cost.hand, "deck": cost.deck, "has": hand, "left": len(state.players[doing.seat].deck)}
    which = {"turn": f"turn{cost.turn}"}
    if key == "lack" and doing.what in FROM_HAND:  # the card itself is in the hand as well
        which["hand"] = "other_hand"
    keys = (f"{key}.{which.get(name, name)}" for name in parts)
    return join_words(state, (sentence_part(state, one, orientation=turned, **facts) for one in keys))


def _whole_cost(state: ChaosState, seat: int, action: Action) -> str:
    """Return the whole cost of an action, in words."""
    doing = doing_of(state, seat, action)
    cost = cost_of(state, doing)
    parts = [name for name, count in zip(cost._fields, cost, strict=True) if count]
    return _cost_in_words(state, doing, "cost", 0, parts or ["none"])


def _price(state: ChaosState, seat: int, action: Action) -> str:
    """Return the cost of an affordable action, in words: nothing, or the cost and that it can be paid."""
    if not any(cost_of(state, doing_of(state, seat, action))):
        return sentence_part(state, "cost.nothing")
    return sentence_part(state, "cost.paid", cost=_whole_cost(state, seat, action))


def _give_cost(state: ChaosState, seat: int, action: Action) -> None:
    """Give the player the cards and characters for the cost."""
    doing = doing_of(state, seat, action)
    cost, player = cost_of(state, doing), state.players[seat]
    player.hand += repairs.find_fillers(state, cost.hand)
    player.deck[:0] = repairs.find_fillers(state, cost.deck)
    if cost.rest or cost.friend:
        repairs.add_friend(state, seat, keep=doing.unit)
    if cost.turn:
        change_character(state, state.location[doing.unit], turn=STAND)


def is_payable(
    clause: str, holds: Test[ChaosState], short: Callable[[ChaosState, Resolution], tuple[int, list[str]]]
) -> Requirement[ChaosState]:
    """Return the requirement that the cost can be paid.

    short(state, doing) : returns how many hand cards can be used to pay, and the parts of the cost that cannot be paid.
    """

    def lacking(key: str) -> Fact[ChaosState]:
        def told(state: ChaosState, seat: int, action: Action) -> str:
            doing = doing_of(state, seat, action)
            return _cost_in_words(state, doing, key, *short(state, doing))

        return told

    ways = {"lacks": lacking("lack"), "with": lacking("with")}
    return needs("payable", clause, holds, _give_cost, cost=_whole_cost, price=_price, **ways)


CONDITION = needs(
    "condition",
    "CHA-9.3",
    lambda s, seat, a: condition_holds(s, doing_of(s, seat, a)),
    _meet_condition,
    wants=lambda s, seat, a: _condition_in_words(s, seat, a, lacking=False),
    missed=lambda s, seat, a: _condition_in_words(s, seat, a, lacking=True),
)
PAYABLE = is_payable(
    "CHA-9.1",
    lambda s, seat, a: not short_of(s, doing_of(s, seat, a), other_friends),
    lambda s, doing: (free_hand(s, doing), short_of(s, doing, other_friends)),
)
PRICE = (CONDITION, PAYABLE)
