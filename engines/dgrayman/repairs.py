"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.dgrayman import stages
from engines.dgrayman.authoring import CHARACTER
from engines.dgrayman.responses import answer_to
from engines.dgrayman.state import ACTION, CARD, STANDBY, DGraymanState
from engines.dgrayman.units import doubles, leave, names_of, there, unit_called, unit_with

Repair = Callable[[DGraymanState, int, Action], None]

# The hand, the discard pile, placing.


def into_hand(state: DGraymanState, seat: int, action: Action) -> None:
    """Put the card into the hand."""
    state.players[seat].hand.append(action[1])


def into_pile(state: DGraymanState, seat: int, action: Action) -> None:
    """Put the card into the discard pile."""
    state.players[seat].discard.append(action[1])


def something_there(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a Character card into the discard pile."""
    state.players[seat].discard.append(stages.plain_card(state))


def card_of(state: DGraymanState, name: str) -> int:
    """Return a Character card of one name, without text if there is one."""
    found = [card for card in state.game.cards if card.extra.is_character and card.extra.names == (name,)]
    return min(found, key=lambda card: (card.category != CHARACTER, bool(card.abilities))).number


def both_there(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of each missing character into the Standby Zone."""
    for name in state.faces[action[1]].names:
        if name not in there(state, seat):
            state.enter(seat, card_of(state, name), active=True)


def unlinked(state: DGraymanState, seat: int, action: Action) -> None:
    """Take the Doubles cards that link one of the two units with a third one off the field."""
    names, player = state.faces[action[1]].names, state.players[seat]
    for card in player.standby + player.action:
        face = state.faces[card[CARD]]
        if face.doubles and face.names != names and set(face.names) & set(names):
            leave(state, card)


def may_found(state: DGraymanState, seat: int, action: Action) -> None:
    """Let no unit have been founded this turn."""
    state.founded, state.limit = 0, max(1, state.limit)


# Using a unit.


def in_standby(at: int) -> Repair:
    """Return the repair function that moves the card to the Standby Zone, active."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        state.change(state.there(action[at])[2], active=True, to=STANDBY)

    return make_true


def unit_active(at: int) -> Repair:
    """Return the repair function that turns the unit's cards in the Standby Zone upright."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        for card in unit_with(state, seat, state.there(action[at])[2]).standby:
            state.change(card, active=True)

    return make_true


def doubles_first(at: int) -> Repair:
    """Return the repair function that moves the unit's Doubles cards to the Action Zone."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        for card in doubles(state, unit_with(state, seat, state.there(action[at])[2])):
            state.change(card, active=False, to=ACTION)

    return make_true


def has_icon(needed: Callable[[DGraymanState, Action], int]) -> Repair:
    """Return the repair function that puts a card with the icon in the place of this one."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        icon = needed(state, action)
        card = next(card.number for card in state.game.cards if card.extra.icons & icon and not card.extra.doubles)
        state.change(state.there(action[1])[2], number=card)

    return make_true


def exposed(at: int) -> Repair:
    """Return the repair function that moves the card to the Action Zone."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        state.change(state.there(action[at])[2], active=False, to=ACTION)

    return make_true


def not_searched(state: DGraymanState, seat: int, action: Action) -> None:
    """Let no Deck Search have been chosen this turn."""
    state.searched = False


# Answers.


def fits(state: DGraymanState, seat: int, action: Action) -> None:
    """Let an action be under way that this answer meets."""
    _turned_into(state, "attack" if answer_to("attack") == action[0] else "search")


def _turned_into(state: DGraymanState, kind: str) -> None:
    """Let the action under way be of another kind, answered as before."""
    deed = state.deed
    assert deed is not None
    target = stages.add_exposed(state, 1 - state.turn_player) if kind == "attack" else 0
    answered = answer_to(kind) if deed.answers else ""
    state.deed = deed._replace(kind=kind, target=target, answered=answered, negated=False)


def ordinary_action(state: DGraymanState, seat: int, action: Action) -> None:
    """Let the action be that of an ordinary unit."""
    assert state.deed is not None
    state.deed = state.deed._replace(names=state.deed.names[:1])


def ordinary(state: DGraymanState, seat: int, action: Action) -> None:
    """Split the unit: its Doubles cards leave the field, the named one is another card of the unit."""
    card = state.there(action[1])[2]
    player, names = state.players[seat], names_of(state, seat, card[CARD])
    if state.faces[card[CARD]].doubles:
        card = state.change(card, number=card_of(state, names[0]))
    for other in player.standby + player.action:
        if state.faces[other[CARD]].doubles and state.faces[other[CARD]].names == names:
            leave(state, other)


def other_unit(state: DGraymanState, seat: int, action: Action) -> None:
    """Let a card of another character have answered first."""
    assert state.deed is not None
    other = _stranger(state, names_of(state, seat, state.there(action[1])[2][CARD]))
    state.deed = state.deed._replace(answers=(state.enter(seat, other, active=True),))


def _stranger(state: DGraymanState, names: tuple[str, ...]) -> int:
    """Return a Character card of none of these names."""
    return next(card.number for card in state.game.cards if card.category == CHARACTER and card.extra.name not in names)


# Skill cards.


def bears_name(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of the character named on the Skill card in the place of the user."""
    card = state.there(action[2])[2]
    state.change(card, number=card_of(state, state.faces[action[1]].name))


def possible(state: DGraymanState, seat: int, action: Action) -> None:
    """Put on the table what the Skill card needs: a card in an Action Zone, an inactive unit, a card in the hand."""
    names = unit_with(state, seat, state.there(action[2])[2]).names
    for verb, arguments in state.game.cards[action[1]].abilities[0].program:
        if verb == "choose" and arguments["what"] == "unit":
            other = _stranger(state, names)
            joined = names_of(state, seat, other)
            unit = unit_called(state, seat, joined[0])
            for card in [] if unit is None else unit.standby:
                state.change(card, active=False)
            state.enter(seat, other, active=False)
        elif verb == "choose":
            stages.add_exposed(state, seat if arguments["whose"] == "own" else 1 - seat)
        elif verb == "discard":
            state.players[1 - seat].hand.append(stages.plain_card(state))
        elif verb == "negate":
            _intercepted(state, seat, action)


def _intercepted(state: DGraymanState, seat: int, action: Action) -> None:
    """Let this player's own action, by the user, have been intercepted."""
    stages.begin_deed(state, seat, "search", action[2])
    assert state.deed is not None
    answer = stages.add_exposed(state, 1 - seat)
    state.deed = state.deed._replace(answered="intercept", answers=(answer,))
    state.step = state.game.flow.steps["SKILL_TP"]


def engaged(state: DGraymanState, seat: int, action: Action) -> None:
    """Let the card be the one that acts, or that answers."""
    assert state.deed is not None
    card = state.change(state.there(action[2])[2], active=False, to=ACTION)
    if seat == state.turn_player:
        state.deed = state.deed._replace(actor=action[2], card=card[CARD])
    else:
        state.deed = state.deed._replace(answered=answer_to(state.deed.kind), answers=(action[2],))


def in_attack(state: DGraymanState, seat: int, action: Action) -> None:
    """Let the action under way be an Attack."""
    _turned_into(state, "attack")


def not_active(state: DGraymanState, seat: int, action: Action) -> None:
    """Turn the unit's cards sideways."""
    unit = unit_called(state, seat, action[1][0])
    for card in [] if unit is None else unit.standby:
        state.change(card, active=False)


def stands(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of the unit into the Standby Zone, sideways."""
    state.enter(seat, card_of(state, action[1][0]), active=False)
