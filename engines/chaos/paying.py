"""Paying for an action, one choice at a time (CHA-9.1, 11.7): a procedure whose locals are a `Resolution`."""

from __future__ import annotations

from engines.chaos import heuristics
from engines.chaos.abilities import set_off
from engines.chaos.arena import change_character, leave_arena, set_orientation
from engines.chaos.cards import UNSEEN
from engines.chaos.check import run_check
from engines.chaos.costs import cost_of, doing_of, to_rest, to_send
from engines.chaos.extra import cover_names, material_choices, still_missing
from engines.chaos.library import mill
from engines.chaos.requirements import OWN, PAID, in_hand, is_own, needs, orientation_words, quote_names, sentence_part
from engines.chaos.state import ENTERED, EXTRA_ENTERED, FRIENDS, MAY_WAIT, REST, ChaosState, Resolution
from engines.chaos.values import shares_name
from engines.kernel.rows import ASKED
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit


def begin_paying(state: ChaosState, doing: Resolution) -> None:
    """Hand an action over to the procedure that pays for it and carries it out."""
    hand, _, rest, friend, _ = cost_of(state, doing)
    state.call_arguments = (
        replace_entries(doing, hand=hand, rest=rest, friend=friend) if hand or rest or friend else doing
    )


def begin_payment(state: ChaosState, action: Action) -> None:
    """Reveal the card and begin to pay for the action; the card is in no zone until the action is done (CHA-R23)."""
    seat = state.turn_player if state.step.name == "M2" else state.procedure_locals[ASKED]
    doing = doing_of(state, seat, action)
    player, card = state.players[seat], doing.card
    state.rounds += 1  # a limit against endless turns (CHA-R48)
    state.due_flags |= MAY_WAIT
    if doing.what == "extra":
        player.extra.remove(card)
        state.done |= EXTRA_ENTERED  # CHA-8.2, 11.1
        state.note("extra_shown", "CHA-11.5", seat, card=card, unit=state.location[doing.unit][2].top)
    elif doing.what == "ability":
        once = state.faces[card].once[doing.ability]
        if once:
            found = state.location[doing.unit]
            change_character(state, found, effects=(*found[2].effects, once))
        state.note("used", _use_clause(state), seat, unit=card)
        if "used" in state.index.watching:
            set_off(state, "used", doing.unit)
    else:
        player.hand.remove(card if card in player.hand else UNSEEN)  # in a proof, an unseen card may turn out to be it
        if doing.what == "enter":
            state.done |= ENTERED
        elif doing.what == "event":
            state.note("played", _use_clause(state), seat, card=card)
    begin_paying(state, doing)


def _use_clause(state: ChaosState) -> str:
    if state.step.name == "M2":
        return "CHA-8.5"
    return "CHA-13.3" if state.seat_to_act == state.turn_player else "CHA-13.4"


def list_payments(state: ChaosState) -> list[Action]:
    """Return, as actions, the possible payments for the next part of the cost that is due.

    A part is paid with a material, a Friend, a character to Rest, or a hand card.
    """
    local: Resolution = state.procedure_locals
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
    """Return True if the next part due is a material (CHA-11.7)."""
    return state.procedure_locals.what == "extra" and bool(material_choices(state, state.procedure_locals))


def payments_to_choose(state: ChaosState) -> list[Action]:
    """Return the payments to choose from; [] if there is no choice, or nothing is left to pay."""
    found = list_payments(state)
    return found if len(found) > 1 else []


def pay(state: ChaosState, action: Action) -> None:
    """Pay with a hand card or a character, as a material (CHA-11.7) or for the cost (CHA-9.1)."""
    local, kind, thing = state.procedure_locals, action[0], action[1]
    material = is_material(state)
    clause = "CHA-11.7" if material else "CHA-9.1"
    if material:
        cover_names(state, action)
    else:
        paid = {"pay": "hand", "rest": "rest", "send": "friend"}[kind]
        state.procedure_locals = replace_entries(local, **{paid: getattr(local, paid) - 1})
    if kind == "rest":
        set_orientation(state, state.location[thing], REST, clause)
    elif kind == "send":
        leave_arena(state, thing, clause)
    else:
        player = state.players[local.seat]
        player.hand.remove(thing)
        player.waiting.append(thing)
        state.note("paid", clause, local.seat, card=thing)


def pay_only(state: ChaosState) -> None:
    """Make the only possible payment, if one is due."""
    for action in list_payments(state):
        pay(state, action)


def all_paid(state: ChaosState) -> bool:
    """Return True if nothing is left for which the player chooses the payment."""
    return not list_payments(state)


def pay_the_rest(state: ChaosState) -> None:
    """Pay the parts without a choice: deck cards, and turning the character that has the ability (CHA-R24, CHA-R25)."""
    local: Resolution = state.procedure_locals
    cost = cost_of(state, local)
    if cost.deck:
        mill(state, local.seat, cost.deck, "CHA-9.1")
    if cost.turn:
        set_orientation(state, state.location[local.unit], cost.turn, "CHA-9.1")


# Needs, and their repairs.


def _what_is_due(state: ChaosState, seat: int, action: Action) -> str:
    """Return the part that is due next, in words."""
    asked = "material" if is_material(state) else list_payments(state)[0][0]
    return sentence_part(
        state, f"due.{asked}", missing=quote_names(state, still_missing(state, state.procedure_locals), "or")
    )


def _why_it_does_not_pay(state: ChaosState, seat: int, action: Action) -> str:
    """Return why a hand card or a character does not pay for the part that is due, in words."""
    local, kinds = state.procedure_locals, {kind for kind, _ in list_payments(state)}
    if is_material(state):
        return sentence_part(state, "not_due.material")
    if action[0] == "pay":
        return sentence_part(state, "not_due.hand")
    _, space, pile = state.location[action[1]]
    if action[0] not in kinds:
        return sentence_part(state, "not_due.arena" if kinds == {"pay"} else f"not_due.{action[0]}")
    if pile.id == local.unit:
        return sentence_part(state, "not_due.itself")
    if action[0] == "rest":
        return (
            sentence_part(state, "not_due.turned", orientation=orientation_words(pile))
            if pile.up
            else sentence_part(state, "not_due.down")
        )
    if space not in FRIENDS:
        return sentence_part(state, "not_due.partner")
    shares = shares_name(state, seat, local.card, (pile.id, local.unit))
    return sentence_part(state, f"not_due.{'name' if shares else 'space'}", source=state.name(local.card))


PAYS = needs(
    "pays",
    "CHA-9.1",
    lambda s, seat, a: a in list_payments(s),
    due=_what_is_due,
    not_due=_why_it_does_not_pay,
)
PAY_IN_MAIN = kit.Call("PAY", then=run_check("M2"))
"""The exit that pays for a main action, carries it out, and then runs a check timing."""
pay_action = kit.actions_with(clause="CHA-9.1", do=pay, to="PAY", needs=(PAYS,))

PAY: kit.Kind[ChaosState] = pay_action(
    "pay", words="a hand card", zone="hand", looks=heuristics.worth_of_payment, paid=(PAID, in_hand())
)
REST_ONE: kit.Kind[ChaosState] = pay_action(
    "rest", words="a character Rests", zone="arena", looks=heuristics.worth_of_giving, own=(OWN, is_own())
)
SEND: kit.Kind[ChaosState] = pay_action(
    "send", words="a Friend", zone="arena", looks=heuristics.worth_of_giving, own=(OWN, is_own())
)
