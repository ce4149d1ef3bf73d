"""Chapter 12: Skill cards, used like an action in the Main Phase or within the response step of an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.dgrayman.cards import UNSEEN
from engines.dgrayman.hidden import may_be
from engines.dgrayman.state import ACTIVE, CARD, ID, DGraymanState, FieldCard, Names, Using, with_id
from engines.dgrayman.units import names_of, step_out
from engines.kernel import programs
from engines.kernel.flow import decider, who
from engines.kernel.state import Action

Arguments = Mapping[str, Any]

# What a Skill card could do now (DGM-12.7, DGM-R17).


def lacking(state: DGraymanState, seat: int, card: int, names: Names) -> str:
    """Return what a Skill card used by the unit of these names does not find, "" if it can have any effect now.

    A change of power always counts as one (DGM-R52). What may be lacking: another "unit" to make active, a card in
    the Action Zone of the player ("own"), of the opponent ("rival") or of either ("any"), a card in the opponent's
    "hand", an "intercept".
    """
    if state.faces[card].always:
        return ""
    lacks = ""
    for verb, arguments in state.game.cards[card].abilities[0].program:
        if verb == "choose":
            what = "unit" if arguments["what"] == "unit" else arguments["whose"]
            found = bool(objects(state, seat, arguments, names))
        elif verb == "discard":
            what, found = "hand", bool(state.players[1 - seat].hand)
        elif verb == "negate":
            what, found = "intercept", intercepted(state, seat)
        else:
            continue
        if found:
            return ""
        lacks = lacks or what
    return lacks


def possible(state: DGraymanState, seat: int, card: int, names: Names) -> bool:
    """Return True if a Skill card used by the unit of these names can have any effect now."""
    return not lacking(state, seat, card, names)


def intercepted(state: DGraymanState, seat: int) -> bool:
    """Return True if an action of this player has been intercepted and that is not negated yet."""
    declared = state.declared
    return (
        declared is not None and seat == state.turn_player and declared.answered == "intercept" and not declared.negated
    )


def objects(state: DGraymanState, seat: int, arguments: Arguments, names: Names) -> list[Action]:
    """Return what a Skill card of `seat`, used by the unit of these names, may choose, as actions (DGM-9.8).

    A card is chosen in an Action Zone; a unit is another one with a card to make active (DGM-R47).
    """
    if arguments["what"] == "unit":
        resting = [card[CARD] for card in state.players[seat].standby if not card[ACTIVE]]
        units = dict.fromkeys(names_of(state, seat, card) for card in resting)
        return [("choose_unit", unit) for unit in units if unit != names]
    whose = arguments["whose"]
    found: list[Action] = []
    for side in (seat, 1 - seat):
        if whose == "any" or (whose == "own") == (side == seat):
            found += [("choose", card[ID]) for card in state.players[side].action]
    return found


# Within the response step of an action (DGM-12.3 to 12.5).


def engaged(state: DGraymanState, seat: int) -> list[FieldCard]:
    """Return the cards of a player that can use a response Skill: acting, guarding or intercepting (DGM-12.4).

    A card that is merely attacked is not engaged, and a card that has left uses nothing (DGM-R27).
    """
    declared, out = state.declared, state.players[seat].action
    if declared is None:
        return []
    if seat == state.turn_player:
        acting = with_id(out, declared.actor)
        return [] if acting is None else [acting]
    return [card for card in out if card[ID] in declared.answers]


def responses(state: DGraymanState) -> list[Action]:
    """Return the Skill cards the player asked may use within this action, and using none (DGM-12.1, 12.3, 12.7).

    [] only if no card is engaged or the hand is empty: that lies open, so nobody learns from not being asked what a
    hand holds.
    """
    seat, declared = responder(state), state.declared
    hand = state.players[seat].hand
    if (
        not hand
        or (declared and not declared.answers and seat != state.turn_player)
        or not (users := engaged(state, seat))
    ):
        return []
    if state.open_chance and UNSEEN in hand:  # an unseen card may be any Skill card
        hand = hand + may_be(state, seat)
    found: list[Action] = []
    for user in users:
        names = names_of(state, seat, user[CARD])
        for name in names:
            for card in state.skills.get(name, ()):
                usable = state.faces[card].response and card in hand and in_its_kind(state, card)
                if usable and possible(state, seat, card, names):
                    found.append(("respond", card, user[ID]))
    found.append(("pass",))
    return found


@who("turn player first, then the other")
def responder(state: DGraymanState) -> int:
    """Return who is asked for a Skill card: the turn player first, then the other (DGM-12.5)."""
    return state.turn_player if state.step.name == "SKILL_TP" else 1 - state.turn_player


def in_its_kind(state: DGraymanState, card: int) -> bool:
    """Return True unless the card works only in an Attack and another action is under way (DGM-12.7)."""
    return not state.faces[card].attack_only or (state.declared is not None and state.declared.kind == "attack")


# Using one.


def use(state: DGraymanState, action: Action) -> None:
    """Use a Skill card in the Main Phase, just like an action (DGM-12.2); nobody answers it (DGM-11.8, DGM-R25)."""
    state.uses += 1
    _begin(state, state.turn_player, action, "main", "DGM-12.2")


def respond(state: DGraymanState, action: Action) -> None:
    """Use a Skill card as part of the action under way (DGM-12.4)."""
    _begin(state, responder(state), action, "response", "DGM-12.4")


def _begin(state: DGraymanState, seat: int, action: Action, timing: str, clause: str) -> None:
    _, card, user = action
    hand = state.players[seat].hand
    hand.remove(card if card in hand else UNSEEN)
    if state.listener is not None:
        state.note("used", clause, seat, card=card, user=state.there(user)[2])
    state.argument = Using(card, 0, 0, seat, user, 0, 0, timing)


announcer: Callable[[DGraymanState], int] = decider("user of the Skill card", "local.seat")
"""Whose Skill card or ability is being carried out."""


def announces(state: DGraymanState) -> bool:
    """Return True if the locals name a Skill card's program and a unit on the field that uses it."""
    return programs.stands(state) and state.find(state.local.user) is not None


def choosable(state: DGraymanState) -> list[Action]:
    """Return what may be chosen for the Skill card (DGM-9.8, DGM-R16); without anything its effect does what it can."""
    local: Using = state.local
    verb, arguments = programs.here(state)
    if verb != "choose":
        return []
    names = names_of(state, local.seat, state.there(local.user)[2][CARD])
    return objects(state, local.seat, arguments, names)


def choose(state: DGraymanState, action: Action) -> None:
    """Remember what is chosen (DGM-9.8)."""
    programs.go_on(state, chosen=action[1])
    if state.listener is not None:
        thing = action[1]
        named = " & ".join(thing) if isinstance(thing, tuple) else state.there(thing)[2]
        state.note("chosen", "DGM-9.8", state.local.seat, card=state.local.card, object=named)


def in_main_phase(state: DGraymanState) -> bool:
    """Return True if the Skill card is used in the Main Phase, not within an action."""
    return bool(state.local.timing == "main")


def step_out_to_use(state: DGraymanState) -> None:
    """The unit turns sideways, and the card that uses the Skill card steps out (DGM-12.2, 9.4, 9.5)."""
    local: Using = state.local
    step_out(state, local.seat, local.user, "DGM-12.2")
