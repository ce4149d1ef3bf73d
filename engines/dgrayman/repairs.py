"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.dgrayman.cards import CHARACTER
from engines.dgrayman.state import ACTION, CARD, STANDBY, DeclaredAction, DGraymanState, FieldCard, answer_to
from engines.dgrayman.turn import allowance
from engines.dgrayman.units import doubles, leave, names_of, unit_called, unit_with
from engines.kernel.state import Action
from engines.legal import stages

Repair = Callable[[DGraymanState, int, Action], None]


def actor_of(action: Action) -> int:
    """Return the id of the acting card; a Skill card is named before its user."""
    return int(action[2 if action[0] in ("use", "respond") else 1])


def acting(state: DGraymanState, action: Action) -> FieldCard:
    """Return the acting card, which is known to be on a field."""
    return state.there(actor_of(action))[2]


def some_card(state: DGraymanState, *names: str, but: tuple[str, ...] = ()) -> int:
    """Return a Character card, without text if there is one: of these names, and of none of those in `but`."""
    characters = [card for card in state.game.cards if card.extra.is_character]
    found = [card for card in characters if card.extra.names == names or (not names and card.extra.name not in but)]
    return min(found, key=lambda card: (card.category != CHARACTER, bool(card.abilities))).number


def step_out(state: DGraymanState, seat: int) -> int:
    """Put a card into a player's Action Zone and return its id."""
    return state.enter(seat, some_card(state), active=False, zone=ACTION)


# The right moment: the repairs of the timing requirement.


def stage(step: str) -> Repair:
    """Return the repair function that makes it this player's decision in a step of the own turn, all else done.

    If it is not the own turn already, it is a new one.
    """

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        another_turn = seat != state.turn_player or state.step.phase == "setup"
        stages.stage(step)(state, seat, action)
        state.turn, state.uses = max(1, state.turn), 0
        if another_turn:
            state.founded, state.deck_searched = 0, False
            state.limit = allowance(state)

    return make_true


def begin_action(state: DGraymanState, seat: int, kind: str, actor: int, step: str) -> None:
    """Let a card of `seat` have stepped out for an action of this kind, and stand in `step`."""
    stage(step)(state, seat, ())
    _, _, card = state.there(actor)
    state.change(card, active=False, to=ACTION)
    target = step_out(state, 1 - seat) if kind == "attack" else 0
    state.declared = DeclaredAction(kind, actor, card[CARD], names_of(state, seat, card[CARD])[:1], target)


def answers(kind: str) -> Repair:
    """Return the repair function that lets the rival have declared an action that this kind of answer meets."""
    wanted = "attack" if answer_to("attack") == kind else "search"
    return lambda s, seat, a: begin_action(s, 1 - seat, wanted, step_out(s, 1 - seat), "RESPONSE_CHOICE")


def in_response(state: DGraymanState, seat: int, action: Action) -> None:
    """Let this player be asked for a Skill card within an action of the own, by the card named if it is theirs."""
    found = state.find(action[2])
    actor = action[2] if found is not None and found[0] == seat else step_out(state, seat)
    begin_action(state, seat, "attack" if state.faces[action[1]].attack_only else "search", actor, "SKILL_TP")


# The hand, the discard pile, placing.


def both_there(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of each missing character into the Standby Zone."""
    for name in set(state.faces[action[1]].names) - state.players[seat].named.keys():
        state.enter(seat, some_card(state, name), active=True)


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


def in_standby(state: DGraymanState, seat: int, action: Action) -> None:
    """Move the card to the Standby Zone, active."""
    state.change(acting(state, action), active=True, to=STANDBY)


def unit_active(state: DGraymanState, seat: int, action: Action) -> None:
    """Turn the unit's cards in the Standby Zone upright."""
    for card in unit_with(state, seat, acting(state, action)).standby:
        state.change(card, active=True)


def doubles_first(state: DGraymanState, seat: int, action: Action) -> None:
    """Move the unit's Doubles cards to the Action Zone."""
    for card in doubles(state, unit_with(state, seat, acting(state, action))):
        state.change(card, active=False, to=ACTION)


def has_icon(state: DGraymanState, action: Action, icon: int) -> None:
    """Put a card with the icon in the place of the acting one."""
    card = next(card.number for card in state.game.cards if card.extra.icons & icon and not card.extra.doubles)
    state.change(acting(state, action), number=card)


def exposed(state: DGraymanState, seat: int, action: Action) -> None:
    """Move the card aimed at to the Action Zone."""
    state.change(state.there(action[-1])[2], active=False, to=ACTION)


def not_searched(state: DGraymanState, seat: int, action: Action) -> None:
    """Let no Deck Search have been chosen this turn."""
    state.deck_searched = False


# Answers.


def fits(state: DGraymanState, seat: int, action: Action) -> None:
    """Let an action be under way that this answer meets."""
    turned_into(state, "attack" if answer_to("attack") == action[0] else "search")


def turned_into(state: DGraymanState, kind: str) -> None:
    """Let the action under way be of another kind, answered as before."""
    target = step_out(state, 1 - state.turn_player) if kind == "attack" else 0
    state.declared = state.declared and state.declared._replace(kind=kind, target=target, negated=False)


def ordinary_action(state: DGraymanState, seat: int, action: Action) -> None:
    """Let the action be that of an ordinary unit."""
    state.declared = state.declared and state.declared._replace(names=state.declared.names[:1])


def ordinary(state: DGraymanState, seat: int, action: Action) -> None:
    """Split the unit: its Doubles cards leave the field, the named one is another card of the unit."""
    card, player = acting(state, action), state.players[seat]
    names = names_of(state, seat, card[CARD])
    if state.faces[card[CARD]].doubles:
        state.change(card, number=some_card(state, names[0]))
    for other in player.standby + player.action:
        if state.faces[other[CARD]].doubles and state.faces[other[CARD]].names == names:
            leave(state, other)


def other_unit(state: DGraymanState, seat: int, action: Action) -> None:
    """Let a card of another character have answered first."""
    other = some_card(state, but=names_of(state, seat, acting(state, action)[CARD]))
    state.declared = state.declared and state.declared._replace(answers=(state.enter(seat, other, active=True),))


# Skill cards.


def bears_name(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of the character named on the Skill card in the place of the user."""
    state.change(acting(state, action), number=some_card(state, state.faces[action[1]].name))


def possible(state: DGraymanState, seat: int, action: Action) -> None:
    """Put on the table what the Skill card needs: a card in an Action Zone, an inactive unit, a card in the hand."""
    names = unit_with(state, seat, acting(state, action)).names
    for verb, arguments in state.game.cards[action[1]].abilities[0].program:
        if verb == "choose" and arguments["what"] == "unit":
            other = some_card(state, but=names)
            not_active(state, seat, ("choose_unit", names_of(state, seat, other)))
            state.enter(seat, other, active=False)
        elif verb == "choose":
            step_out(state, seat if arguments["whose"] == "own" else 1 - seat)
        elif verb == "discard":
            state.players[1 - seat].hand.append(some_card(state))
        elif verb == "negate":
            begin_action(state, seat, "search", action[2], "SKILL_TP")
            state.declared = state.declared and state.declared._replace(answers=(step_out(state, 1 - seat),))


def engaged(state: DGraymanState, seat: int, action: Action) -> None:
    """Let the card be the one that acts, or that answers."""
    card = acting(state, action)
    state.change(card, active=False, to=ACTION)
    mine = {"actor": action[2], "card": card[CARD]} if seat == state.turn_player else {"answers": (action[2],)}
    state.declared = state.declared and state.declared._replace(**mine)


def not_active(state: DGraymanState, seat: int, action: Action) -> None:
    """Turn the unit's cards sideways."""
    unit = unit_called(state, seat, action[1][0])
    for card in unit.standby if unit else ():
        state.change(card, active=False)


def stands(state: DGraymanState, seat: int, action: Action) -> None:
    """Put a card of the unit into the Standby Zone, sideways."""
    state.enter(seat, some_card(state, action[1][0]), active=False)
