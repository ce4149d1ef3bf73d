"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.chaos import costs, extra, stages
from engines.chaos.arena import change, put
from engines.chaos.cards import CHARACTER, SET
from engines.chaos.main_phase import doing_of, has_things, icons_of, sharers
from engines.chaos.state import FOUGHT, FRIENDS, ROWS, STAND, USED, ChaosState, Pile
from engines.kernel.state import Action
from engines.legal.reasons import Repair

# Helpers.


def cards(state: ChaosState, category: str = CHARACTER) -> Iterator[tuple[int, Any]]:
    """Yield the cards of a category with their faces."""
    return ((card.number, card.extra) for card in state.game.cards if card.category == category)


def fillers(state: ChaosState, count: int) -> list[int]:
    """Return cards that can pay and do nothing else here: Set cards."""
    return [next(cards(state, SET))[0]] * max(0, count)


def plain_character(state: ChaosState, seat: int, avoid: frozenset[str] = frozenset()) -> int:
    """Return a Character card without a Name in `avoid` or among the player's characters, with little text."""
    taken = avoid.union(*(state.faces[pile.top].names for pile in state.players[seat].piles()))
    free = [card for card, face in cards(state) if face.names.isdisjoint(taken)]
    return min(free, key=lambda card: len(state.game.cards[card].abilities))


def add_friend(state: ChaosState, seat: int, up: bool = True, card: int = -1, keep: int = 0) -> None:
    """Put a plain Friend into a free space, or in the place of one other than `keep`."""
    arena = state.players[seat].arena
    free = [space for space in FRIENDS if arena[space] is None]
    others = [space for space in FRIENDS if (pile := arena[space]) is not None and pile.id != keep]
    space = (*free, *others)[0]
    put(state, seat, space, Pile(state.new_id(), plain_character(state, seat) if card < 0 else card, up=up))


def replace_top(state: ChaosState, pile_id: int, card: int) -> None:
    """Let a character be another card, alone in its pile."""
    change(state, state.location[pile_id], top=card, levels=(), under=())


# Cards and characters.


def turned(**changes: Any) -> Repair[ChaosState]:
    """Return the repair that changes the character an action names."""
    return lambda state, seat, action: change(state, state.location[action[1]], **changes)


def other_face(state: ChaosState, seat: int, action: Action) -> None:
    """Turn the character over."""
    change(state, state.location[action[1]], up=not state.location[action[1]][2].up, damage=0)


def not_done(state: ChaosState, seat: int, action: Action) -> None:
    """Let nothing have been done this turn that can be done once."""
    state.done &= FOUGHT


# Entering.


def room(state: ChaosState, seat: int, action: Action) -> None:
    """Empty a space of the row."""
    put(state, seat, ROWS[action[2]][-1], None)


def name_free(state: ChaosState, seat: int, action: Action) -> None:
    """Take the characters that share a Name with the card out of the arena; the Partner becomes another card."""
    for pile in sharers(state, doing_of(state, seat, action)):
        if pile == state.partner(seat):
            replace_top(state, pile.id, plain_character(state, seat, state.faces[action[1]].names))
        else:
            put(state, seat, state.location[pile.id][1], None)


def condition(state: ChaosState, seat: int, action: Action) -> None:
    """Put cards into the waiting room, or a character with the trait into the arena."""
    doing = doing_of(state, seat, action)
    wanted, waiting = costs.condition_of(state, doing), state.players[seat].waiting
    assert wanted is not None
    waiting += fillers(state, wanted.waiting - len(waiting))
    if not costs.condition_holds(state, doing):
        fitting = next(card for card, face in cards(state) if wanted.trait in face.traits)
        add_friend(state, seat, card=fitting, keep=doing.unit)


def payable(state: ChaosState, seat: int, action: Action) -> None:
    """Give what the cost asks for."""
    doing = doing_of(state, seat, action)
    cost, player = costs.cost_of(state, doing), state.players[seat]
    player.hand += fillers(state, cost.hand)
    player.deck[:0] = fillers(state, cost.deck)
    if cost.rest or cost.friend:
        add_friend(state, seat, keep=doing.unit)
    if cost.turn:
        change(state, state.location[doing.unit], turn=STAND)


# Extra characters.


def listed_name(state: ChaosState, seat: int, action: Action) -> None:
    """Let the base be a Character card with a Name of the Extra label."""
    label = state.faces[action[1]].label
    replace_top(state, action[2], next(card for card, face in cards(state) if not face.names.isdisjoint(label)))


def materials(state: ChaosState, seat: int, action: Action) -> None:
    """Put a card with each missing Name into the hand."""
    own = state.faces[state.location[action[2]][2].top].names
    missing = (name for name in state.faces[action[1]].label if name not in own)
    state.players[seat].hand += [next(c for c, face in cards(state) if name in face.names) for name in missing]


def extra_unique(state: ChaosState, seat: int, action: Action) -> None:
    """Leave no other character that shares a Name."""
    name_free(state, seat, action)
    if not extra.plans(state, seat, action[1], action[2]):
        materials(state, seat, action)


# Using and setting.


def right_moment(state: ChaosState, seat: int, action: Action) -> None:
    """Go to the Main Phase or to an ability step."""
    icons = icons_of(state, action)
    (stages.in_window if "battle" in icons else stages.main_phase)(state, seat, action)


def things(state: ChaosState, seat: int, action: Action) -> None:
    """Let there be something to choose."""
    doing = doing_of(state, seat, action)
    for verb, arguments in state.game.cards[doing.card].abilities[doing.ability].program:
        if verb == "choose":
            side = seat if arguments["whose"] == "own" else 1 - seat
            add_friend(state, side, up=arguments["face"] != "down", keep=doing.unit)
        elif verb == "choose_cards":
            card, _ = next(cards(state, arguments["category"] or CHARACTER))
            state.players[seat].waiting += [card] * arguments["count"]
    assert has_things(state, doing)


def not_used(state: ChaosState, seat: int, action: Action) -> None:
    """Forget that the ability was used this turn."""
    found = state.location[action[1]]
    change(state, found, effects=tuple(one for one in found[2].effects if one not in USED.values()))


def bearer(state: ChaosState, seat: int, action: Action) -> None:
    """Let the character be one with the attribute that the Set card asks for."""
    only = state.faces[action[1]].only
    replace_top(state, action[2], next(card for card, face in cards(state) if face.attribute == only))


def later_turn(state: ChaosState, seat: int, action: Action) -> None:
    """Let it be a later turn."""
    state.turn = max(2, state.turn)


def nothing_picked(state: ChaosState, seat: int, action: Action) -> None:
    """Let nothing have been picked yet."""
    *rest, _ = state.local
    state.local = (*rest, ()) if type(state.local) is tuple else state.local._replace(picks=())
