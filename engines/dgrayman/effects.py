"""Effects of Skill cards and individual abilities (DGM-16.2): the verbs, and triggering abilities (DGM-15.4).

A card's text overrides a rule (DGM-2.15, DGM-R42). The procedure EFFECT carries out one effect; its locals are a
`Using`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.book.cards import FieldRule
from engines.dgrayman.points import discard_card, draw
from engines.dgrayman.state import CARD, FOR_ACTION, FOR_TURN, ID, DGraymanState, Gaining, Using
from engines.dgrayman.units import leave_field, split_unit, unit_called
from engines.kernel import programs
from engines.kernel.flow import name_decider
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kernel.verbs import Verbs
from engines.kit import kit
from engines.legal.card_programs import has_ability

Arguments = Mapping[str, Any]

# Triggering abilities.


def set_off(state: DGraymanState, seat: int, card: int, moment: str, card_id: int) -> None:
    """Queue the abilities of `card` for `moment` (DGM-15.4). card_id : the id that the card has on the field."""
    watching = state.game.watching.get(moment)
    if watching and card in watching:
        for place in [one for one in watching[card] if has_ability(state, card, one, card_id)]:
            state.waiting = (*state.waiting, (seat, card, place, card_id))


def begin_ability(state: DGraymanState, ability: tuple[int, int, int, int]) -> None:
    """Take a waiting ability out of the queue and hand it to EFFECT."""
    programs.take_out(state, ability)
    seat, card, place, card_id = ability
    state.call_arguments = Using(card, place, 0, seat, card_id, 0, 0, "")


# Carrying out an ability.


def resolve_program(state: DGraymanState) -> None:
    """Carry out the program until it ends or another procedure must run; at the end a Skill card is discarded.

    Each effect happens immediately (DGM-12.5). The card goes to its owner's discard pile (DGM-12.6, 3.4, DGM-R29).
    """
    local: Using = state.procedure_locals
    if local.at == 0 and not local.done and not local.timing:
        mine, theirs = state.players[local.seat].points, state.players[1 - local.seat].points
        if state.game.cards[local.card].abilities[local.ability].requires.get("behind") and mine >= theirs:
            programs.skip_rest(state)  # the ability works only for a player who is behind now
            return
        state.note("ability", "DGM-16.2", local.seat, card=local.card)
    if programs.run_program(state, _do, _stops) and local.timing:
        state.players[local.seat].discard.append(local.card)
        state.note("used_up", "DGM-12.6", local.seat, card=local.card)


def _stops(state: DGraymanState, verb: str, arguments: Arguments) -> bool:
    return verb == "gain" or (verb == "discard" and bool(state.players[1 - state.procedure_locals.seat].hand))


def _do(state: DGraymanState, verb: str, arguments: Arguments) -> None:
    do = VERBS[verb].do
    if do is not None:
        do(state, state.procedure_locals, arguments)


def hand_over_points(state: DGraymanState) -> None:
    """Hand the points of an effect to GAIN_POINTS (DGM-R32)."""
    local: Using = state.procedure_locals
    _, arguments = programs.current_instruction(state)
    programs.advance_program(state)
    state.call_arguments = Gaining(local.seat, arguments["count"], 0)


# If the text lets the opponent choose, the choice is made only now (DGM-R16).


discarder: Callable[[DGraymanState], int] = name_decider("opponent of the user", "procedure_locals.seat", other=True)
"""Returns the seat of the player who discards: the opponent of the effect's controller."""


def rival_discards(state: DGraymanState, action: Action) -> None:
    """Discard a card from the opponent's hand.

    Go to the next instruction once enough are discarded or the hand is empty.
    """
    _, arguments = programs.current_instruction(state)
    seat, done = discarder(state), state.procedure_locals.done + 1
    discard_card(state, seat, action[1], "DGM-16.1")
    if done < arguments["count"] and state.players[seat].hand:
        state.procedure_locals = replace_entries(state.procedure_locals, done=done)
    else:
        programs.advance_program(state, done=0)


# The verbs: the arguments of each in a card file, and its effect. Each does as much as it can.

VERBS = Verbs()
COUNT = FieldRule(int, True, low=1)
VERBS.answered("gain", count=COUNT)
VERBS.answered("discard", count=COUNT)
VERBS.answered("bonus", power=FieldRule(int, True))
VERBS.answered(
    "choose", what=FieldRule(str, True, ("unit", "card")), whose=FieldRule(str, False, ("own", "rival", "any"), "any")
)


@VERBS.verb("draw", count=COUNT)
def _draw(state: DGraymanState, local: Using, a: Arguments) -> None:
    for _ in range(a["count"]):
        if state.result is None:
            draw(state, local.seat, "DGM-12.2" if local.timing else "DGM-16.2")


@VERBS.verb("ready")
def _ready(state: DGraymanState, local: Using, a: Arguments) -> None:
    """Turn all cards of the chosen unit that are in the Standby Zone upright (DGM-R47)."""
    unit = unit_called(state, local.seat, local.chosen[0]) if local.chosen else None
    if unit is not None:
        for card in unit.standby:
            state.change(card, active=True)
        if state.listener is not None:
            state.note("made_active", "DGM-R47", local.seat, unit=" & ".join(unit.names))


@VERBS.verb("return")
def _return(state: DGraymanState, local: Using, a: Arguments) -> None:
    """Return the chosen card to its owner's hand; a merged unit may split (DGM-14.5, DGM-R15)."""
    found = state.find(local.chosen)
    if found is not None:
        seat, _, card = found
        state.players[seat].hand.append(card[CARD])
        state.note("returned", "DGM-2.15", seat, card=card)
        leave_field(state, card)
        split_unit(state, seat, card)


@VERBS.verb(
    "modify",
    card=FieldRule(str, True, ("user", "chosen")),
    power=FieldRule(int, True),
    until=FieldRule(str, True, ("action", "turn")),
)
def _modify(state: DGraymanState, local: Using, a: Arguments) -> None:
    found = state.find(local.user) if a["card"] == "user" else state.find(local.chosen)
    if found is not None:
        seat, _, card = found
        state.changed = True
        if a["until"] == "turn":
            state.change(card, for_turn=card[FOR_TURN] + a["power"])
        else:
            state.change(card, for_action=card[FOR_ACTION] + a["power"])
        figure = "power" if a["until"] == "turn" else "power in action"
        state.remember(card[ID], figure, a["power"], local.card)
        state.note(f"modified.{a['until']}", "DGM-R42", seat, card=card, amount=f"{a['power']:+d}")


@VERBS.verb("protect")
def _protect(state: DGraymanState, local: Using, a: Arguments) -> None:
    found = state.find(local.user)
    if found is not None:
        state.changed = True
        state.change(found[2], saved=True)
        state.note("saved", "DGM-2.15", found[0], card=found[2])


@VERBS.verb("negate")
def _negate(state: DGraymanState, local: Using, a: Arguments) -> None:
    assert state.declared is not None
    state.declared = replace_entries(state.declared, negated=True)
    state.note("negated", "DGM-2.15", local.seat)


RESOLVE: kit.Kind[DGraymanState] = kit.action("resolve", "DGM-R42", waiting=kit.ability_waiting())
