"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from engines.chaos import costs, extra, stages
from engines.chaos.arena import change
from engines.chaos.authoring import CHARACTER, SET
from engines.chaos.effects import something_to_choose
from engines.chaos.main_phase import doing_of
from engines.chaos.moments import icons_of
from engines.chaos.state import FOUGHT, FRIENDS, PARTNER, ROWS, STAND, USED, ChaosState, Pile
from engines.core.state import Action

# Helpers.


def filler(state: ChaosState) -> int:
    """Return a card that can pay and do nothing else here: a Set card."""
    return next(card.number for card in state.game.cards if card.category == SET)


def plain_character(state: ChaosState, seat: int, avoid: frozenset[str] = frozenset()) -> int:
    """Return a Character card without a Name in `avoid` or among the player's characters, with little text."""
    taken = avoid.union(*(state.faces[pile.top].names for pile in state.players[seat].piles()))
    free = [card for card in state.game.cards if card.category == CHARACTER and card.extra.names.isdisjoint(taken)]
    return min(free, key=lambda card: len(card.abilities)).number


def add_friend(state: ChaosState, seat: int, up: bool = True, card: int = -1, keep: int = 0) -> int:
    """Put a plain Friend into a free space, or in the place of one other than `keep`; return its id."""
    arena = state.players[seat].arena
    free = [space for space in FRIENDS if arena[space] is None]
    others = [space for space in FRIENDS if (pile := arena[space]) is not None and pile.id != keep]
    space = (*free, *others)[0]
    arena[space] = None
    pile = Pile(state.new_id(), plain_character(state, seat) if card < 0 else card, up=up)
    state.put(seat, space, pile, another=True)
    return pile.id


def replace_top(state: ChaosState, pile_id: int, card: int) -> None:
    """Let a character be another card, alone in its pile."""
    change(state, state.there(pile_id), top=card, levels=(), under=())


# Cards and characters.


def into_hand(state: ChaosState, seat: int, card: int) -> None:
    """Put the card into the hand."""
    state.players[seat].hand.append(card)


def into_extra(state: ChaosState, seat: int, action: Action) -> None:
    """Put the card face-down into the Extra deck."""
    state.players[seat].extra.append(action[1])


def face_up(state: ChaosState, seat: int, action: Action) -> None:
    """Turn the character face-up."""
    change(state, state.there(action[1]), up=True)


def face_down(state: ChaosState, seat: int, action: Action) -> None:
    """Turn the character face-down."""
    change(state, state.there(action[1]), up=False, damage=0)


def standing(state: ChaosState, seat: int, action: Action) -> None:
    """Turn the character to Stand."""
    change(state, state.there(action[1]), turn=STAND)


def other_face(state: ChaosState, seat: int, action: Action) -> None:
    """Turn the character over."""
    change(state, state.there(action[1]), up=not state.there(action[1])[2].up, damage=0)


def not_entered(state: ChaosState, seat: int, action: Action) -> None:
    """Let nothing have been done this turn that can be done once."""
    state.done &= FOUGHT


# Entering.


def room(state: ChaosState, seat: int, action: Action) -> None:
    """Empty a space of the row."""
    state.players[seat].arena[ROWS[action[2]][-1]] = None


def name_free(state: ChaosState, seat: int, action: Action, keep: tuple[int, ...] = ()) -> None:
    """Take the characters that share a Name with the card out of the arena; the Partner becomes another card."""
    player, names = state.players[seat], state.faces[action[1]].names
    for space, pile in enumerate(player.arena):
        if pile is None or pile.id in keep or names.isdisjoint(state.faces[pile.top].names):
            continue
        if space == PARTNER:
            replace_top(state, pile.id, plain_character(state, seat, names))
        else:
            player.arena[space] = None


def condition(state: ChaosState, seat: int, action: Action) -> None:
    """Put cards into the waiting room, or a character with the trait into the arena."""
    doing = doing_of(state, seat, action)
    wanted = costs.condition_of(state, doing)
    assert wanted is not None
    player = state.players[seat]
    player.waiting += [filler(state)] * max(0, wanted.waiting - len(player.waiting))
    if not costs.condition_holds(state, doing):
        fitting = (
            card.number for card in state.game.cards if card.category == CHARACTER and wanted.trait in card.extra.traits
        )
        add_friend(state, seat, card=next(fitting), keep=doing.unit)


def payable(state: ChaosState, seat: int, action: Action) -> None:
    """Give what the cost asks for."""
    doing = doing_of(state, seat, action)
    cost, player = costs.cost_of(state, doing), state.players[seat]
    player.hand += [filler(state)] * max(0, cost.hand - costs.free_hand(state, doing))
    player.deck[:0] = [filler(state)] * max(0, cost.deck - len(player.deck))
    if (cost.rest and not costs.to_rest(state, doing)) or (cost.friend and not costs.to_send(state, doing)):
        add_friend(state, seat, keep=doing.unit)
    if cost.turn:
        change(state, state.there(doing.unit), turn=STAND)


# Extra characters.


def listed_name(state: ChaosState, seat: int, action: Action) -> None:
    """Let the base be a character with a Name of the Extra label."""
    label = state.faces[action[1]].label
    card = next(c.number for c in state.game.cards if c.category == CHARACTER and not c.extra.names.isdisjoint(label))
    replace_top(state, action[2], card)


def other_card(state: ChaosState, seat: int, action: Action) -> None:
    """Let the base be a Character card with one of its Names."""
    listed_name(state, seat, action)


def materials(state: ChaosState, seat: int, action: Action) -> None:
    """Put a card with each missing Name into the hand."""
    _, card, base = action
    own = state.faces[state.there(base)[2].top].names
    for name in state.faces[card].label:
        if name not in own:
            state.players[seat].hand.append(
                next(c.number for c in state.game.cards if c.category == CHARACTER and name in c.extra.names)
            )


def extra_unique(state: ChaosState, seat: int, action: Action) -> None:
    """Leave no other character that shares a Name."""
    name_free(state, seat, action, (action[2],))
    if not any(True for _ in extra.plans(state, seat, action[1], action[2])):
        materials(state, seat, action)


def extra_payable(state: ChaosState, seat: int, action: Action) -> None:
    """Give what the Entry cost asks for."""
    cost, player = state.faces[action[1]].cost, state.players[seat]
    player.hand += [filler(state)] * cost.hand
    player.deck[:0] = [filler(state)] * cost.deck
    if cost.rest or cost.friend:
        add_friend(state, seat, keep=action[2])


def copy_left(state: ChaosState, seat: int, action: Action) -> None:
    """Put a card of the same name face-down into the Extra deck."""
    state.players[seat].extra.append(state.there(action[1])[2].top)


def same_card(state: ChaosState, seat: int, action: Action) -> None:
    """Let the Partner be this card, alone in its pile."""
    replace_top(state, state.partner(seat).id, action[1])


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
            wanted = arguments["category"] or CHARACTER
            card = next(card.number for card in state.game.cards if card.category == wanted)
            state.players[seat].waiting += [card] * arguments["count"]
    assert something_to_choose(state, seat, doing.card, doing.ability)


def not_used(state: ChaosState, seat: int, action: Action) -> None:
    """Forget that the ability was used this turn."""
    pile = state.there(action[1])[2]
    kept = tuple(effect for effect in pile.effects if effect not in USED.values())
    change(state, state.there(action[1]), effects=kept)


def bearer(state: ChaosState, seat: int, action: Action) -> None:
    """Let the character be one with the attribute that the Set card asks for."""
    only = state.faces[action[1]].only
    card = next(c.number for c in state.game.cards if c.category == CHARACTER and c.extra.attribute == only)
    replace_top(state, action[2], card)


def later_turn(state: ChaosState, seat: int, action: Action) -> None:
    """Let it be a later turn."""
    state.turn = max(2, state.turn)


def nothing_picked(state: ChaosState, seat: int, action: Action) -> None:
    """Let nothing have been picked yet."""
    *rest, _ = state.local
    state.local = (*rest, ()) if type(state.local) is tuple else state.local._replace(picks=())
