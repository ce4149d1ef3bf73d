"""Paying for an action, one choice at a time (CHA-9.1, 11.7): a procedure whose locals are a `Resolution`."""

from __future__ import annotations

from engines.chaos import heuristics
from engines.chaos.arena import change, leave, set_orientation
from engines.chaos.cards import UNSEEN
from engines.chaos.check import checked
from engines.chaos.costs import cost_of, doing_of, to_rest, to_send
from engines.chaos.extra import cover, material_choices, still_missing
from engines.chaos.library import mill
from engines.chaos.requirements import OWN, PAID, in_hand, mine, needs, orientation, part, quoted
from engines.chaos.state import ENTERED, EXTRA_ENTERED, FRIENDS, MAY_WAIT, REST, ChaosState, Resolution
from engines.chaos.values import shares_name
from engines.kernel.rows import ASKED
from engines.kernel.state import Action
from engines.kernel.tuples import changed
from engines.kit import kit


def begin_paying(state: ChaosState, doing: Resolution) -> None:
    """Hand an action to the procedure in which it is paid for and carried out."""
    hand, _, rest, friend, _ = cost_of(state, doing)
    state.argument = changed(doing, hand=hand, rest=rest, friend=friend) if hand or rest or friend else doing


def begin(state: ChaosState, action: Action) -> None:
    """Show the card and begin to pay for the action (CHA-R23): it leaves its zone until it is done."""
    seat = state.turn_player if state.step.name == "M2" else state.local[ASKED]
    doing = doing_of(state, seat, action)
    player, card = state.players[seat], doing.card
    state.rounds += 1  # so that no turn goes on for ever (CHA-R48)
    state.due_flags |= MAY_WAIT
    if doing.what == "extra":
        player.extra.remove(card)
        state.done |= EXTRA_ENTERED  # CHA-8.2, 11.1
        state.note("extra_shown", "CHA-11.5", seat, card=card, unit=state.location[doing.unit][2].top)
    elif doing.what == "ability":
        once = state.faces[card].once[doing.ability]
        if once:
            found = state.location[doing.unit]
            change(state, found, effects=(*found[2].effects, once))
        state.note("used", _use_clause(state), seat, unit=card)
    else:
        player.hand.remove(card if card in player.hand else UNSEEN)  # in a proof an unseen card may be this one
        if doing.what == "enter":
            state.done |= ENTERED
        elif doing.what == "event":
            state.note("played", _use_clause(state), seat, card=card)
    begin_paying(state, doing)


def _use_clause(state: ChaosState) -> str:
    if state.step.name == "M2":
        return "CHA-8.5"
    return "CHA-13.3" if state.seat_to_act == state.turn_player else "CHA-13.4"


def payments(state: ChaosState) -> list[Action]:
    """Return the possible payments of what is due next: materials, a Friend, a character to Rest, hand cards."""
    local: Resolution = state.local
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
    else:
        paid = {"pay": "hand", "rest": "rest", "send": "friend"}[kind]
        state.local = changed(local, **{paid: getattr(local, paid) - 1})
    if kind == "rest":
        set_orientation(state, state.location[thing], REST, clause)
    elif kind == "send":
        leave(state, thing, clause)
    else:
        player = state.players[local.seat]
        player.hand.remove(thing)
        player.waiting.append(thing)
        state.note("paid", clause, local.seat, card=thing)


def pay_only(state: ChaosState) -> None:
    """Make the only payment there is, if something is due."""
    for action in payments(state):
        pay(state, action)


def all_paid(state: ChaosState) -> bool:
    """Return True if nothing is left to pay by choice."""
    return not payments(state)


def pay_the_rest(state: ChaosState) -> None:
    """Pay what needs no choice: deck cards, and turning the character whose ability it is (CHA-R24, CHA-R25)."""
    local: Resolution = state.local
    cost = cost_of(state, local)
    if cost.deck:
        mill(state, local.seat, cost.deck, "CHA-9.1")
    if cost.turn:
        set_orientation(state, state.location[local.unit], cost.turn, "CHA-9.1")


# What is needed.


def _what_is_due(state: ChaosState, seat: int, action: Action) -> str:
    """Return what must be paid next, in words."""
    asked = "material" if is_material(state) else payments(state)[0][0]
    return part(state, f"due.{asked}", missing=quoted(state, still_missing(state, state.local), "or"))


def _why_it_does_not_pay(state: ChaosState, seat: int, action: Action) -> str:
    """Return why a hand card or a character does not pay what is due."""
    local, kinds = state.local, {kind for kind, _ in payments(state)}
    if is_material(state):
        return part(state, "not_due.material")
    if action[0] == "pay":
        return part(state, "not_due.hand")
    _, space, pile = state.location[action[1]]
    if action[0] not in kinds:
        return part(state, "not_due.arena" if kinds == {"pay"} else f"not_due.{action[0]}")
    if pile.id == local.unit:
        return part(state, "not_due.itself")
    if action[0] == "rest":
        return part(state, "not_due.turned", orientation=orientation(pile)) if pile.up else part(state, "not_due.down")
    if space not in FRIENDS:
        return part(state, "not_due.partner")
    shares = shares_name(state, seat, local.card, (pile.id, local.unit))
    return part(state, f"not_due.{'name' if shares else 'space'}", source=state.name(local.card))


PAYS = needs(
    "pays",
    "CHA-9.1",
    lambda s, seat, a: a in payments(s),
    due=_what_is_due,
    not_due=_why_it_does_not_pay,
)
PAY_IN_MAIN = kit.Call("PAY", then=checked("M2"))
"""Pay for a main action and carry it out; then a check timing."""
pay_action = kit.actions_with(clause="CHA-9.1", do=pay, to="PAY", needs=(PAYS,))

PAY: kit.Kind[ChaosState] = pay_action(
    "pay", words="a hand card", zone="hand", looks=heuristics.worth_of_payment, paid=(PAID, in_hand())
)
REST_ONE: kit.Kind[ChaosState] = pay_action(
    "rest", words="a character Rests", zone="arena", looks=heuristics.worth_of_giving, own=(OWN, mine())
)
SEND: kit.Kind[ChaosState] = pay_action(
    "send", words="a Friend", zone="arena", looks=heuristics.worth_of_giving, own=(OWN, mine())
)
