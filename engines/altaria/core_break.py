"""Chapter 13: core break and Core Trigger."""

from __future__ import annotations

from engines.altaria.cards import UNSEEN
from engines.altaria.choosing import ability_at, can_use, object_for
from engines.altaria.hidden import may_be
from engines.altaria.repairs import under_attack
from engines.altaria.requirements import need
from engines.altaria.state import AltariaState, Resolving, attack_of
from engines.altaria.winning import check_cores
from engines.kernel.flow import who
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit import kit


@who("defender")
def core_owner(state: AltariaState) -> int:
    """Return the seat whose cores are under attack."""
    return 1 - attack_of(state).seat


def break_cores(state: AltariaState) -> None:
    """Break the chosen cores together, except those already gone (ALT-13.1, 13.13); then check for a win (ALT-13.4)."""
    attack = attack_of(state)
    seat = 1 - attack.seat
    cores = state.players[seat].cores
    for at in attack.cores:
        if cores[at] != NO_CARD:
            state.broken = (*state.broken, cores[at])
            cores[at] = NO_CARD
    state.note("broken", "ALT-13.1", seat, count=len(state.broken), left=state.cores_left(seat))
    check_cores(state, seat)
    if state.result is None and UNSEEN not in state.broken:
        take_unless_usable(state)


def take_unless_usable(state: AltariaState) -> None:
    """Put all broken cards into the hand, unless their owner has something to decide first (ALT-13.2, 13.8)."""
    if not window_opens(state):
        take_broken_cards(state)


def unseen_broken(state: AltariaState) -> bool:
    """Return True if a broken card is unseen, so that its identity must be settled first."""
    return UNSEEN in state.broken


def unseen_choices(state: AltariaState) -> list[Action]:
    """Return, as actions, what the unseen broken card may be: a card without Core Trigger, or any card that has one."""
    seat = core_owner(state)
    able = [card for card, face in enumerate(state.faces) if "trigger" in face.moments]
    return [("reveal", UNSEEN)] + [("reveal", card) for card in may_be(state, seat, able)]


def reveal_card(state: AltariaState, action: Action) -> None:
    """Settle which card an unseen broken card is; one without Core Trigger goes to the hand immediately."""
    seat = core_owner(state)
    broken = list(state.broken)
    broken.remove(UNSEEN)
    if action[1] == UNSEEN:
        state.players[seat].hand.append(UNSEEN)
    else:
        broken.append(action[1])
    state.broken = tuple(broken)
    if not unseen_broken(state):
        take_unless_usable(state)


def window_opens(state: AltariaState) -> bool:
    """Return True if a broken card has a usable Core Trigger, or the owner confirms every break (ALT-R49)."""
    if not state.broken:
        return False
    if state.game.parameters["confirm_breaks"]:
        return True
    seat = core_owner(state)
    return any(can_use(state, seat, card, "trigger") for card in state.broken)


def list_triggers(state: AltariaState) -> list[Action]:
    """Return the usable Core Triggers, in any order, and the choice to take the rest (ALT-13.5, 13.8, 13.9, 13.12)."""
    if not window_opens(state):
        return []
    seat = core_owner(state)
    actions: list[Action] = [
        ("trigger", card) for card in dict.fromkeys(state.broken) if can_use(state, seat, card, "trigger")
    ]
    actions.append(("take",))
    return actions


def use_trigger(state: AltariaState, action: Action) -> None:
    """Show the card and pass its Core Trigger, which costs nothing, to RESOLVE (ALT-13.5, 13.6, 13.7).

    The cores are already gone, so nothing the Core Trigger does can undo the break (ALT-13.11).
    """
    seat, card = core_owner(state), action[1]
    broken = list(state.broken)
    broken.remove(card)
    state.broken = tuple(broken)
    state.aside = (*state.aside, (seat, card))
    state.note("core_trigger", "ALT-13.5", seat, card=card)
    state.call_arguments = Resolving(card, state.faces[card].moments["trigger"][0], 0, seat, 0, 0, "trigger")


def take_broken_cards(state: AltariaState, action: Action | None = None) -> None:
    """Put the remaining broken cards into the hand together, unseen; this is not drawing (ALT-13.2, 13.3, 13.9)."""
    seat = core_owner(state)
    for card in state.broken:
        state.players[seat].hand.append(card)
    if state.listener is not None and state.broken:
        cards, hand = list(state.broken), len(state.players[seat].hand)
        state.note("took_cores", "ALT-13.2", seat, secret=True, count=len(cards), cards=cards, hand=hand)
    state.broken = ()


# Needs, and their repairs.


def _let_it_be_broken(state: AltariaState, seat: int, card: int) -> None:
    """Make the card one of the broken cards."""
    state.broken = (*state.broken, card)


def _broken_cards(state: AltariaState, seat: int) -> list[int]:
    """Return the broken cards that a player sees: only their own."""
    return [c for c in dict.fromkeys(state.broken) if c != UNSEEN and state.attack and state.attack.seat != seat]


BROKEN = kit.Argument(
    lambda state, seat, card: f'"{state.name(card)}"',
    lambda state, seat, card: [f"{seat}.cores.broken.{at}" for at, one in enumerate(state.broken) if one == card],
    _broken_cards,
    there=need("among_broken", "ALT-13.5", lambda s, seat, card: card in s.broken, _let_it_be_broken, essential=True),
)
HAS_TRIGGER = need("has_trigger", "ALT-13.5", lambda s, seat, card: "trigger" in s.faces[card].moments, essential=True)
AFTER_TRIGGER = kit.If(window_opens, "Core Trigger usable", "CORE_TRIGGER", "none usable", "ATTACK_END")
AFTER_BREAK = kit.If(unseen_broken, "an unseen card", "UNSEEN", "", AFTER_TRIGGER)
"""The exit after a core break: settle which card an unseen broken card is, then let its owner use Core Triggers."""

REVEAL: kit.Kind[AltariaState] = kit.action(
    "reveal",
    "ALT-13.9",
    reveal_card,
    AFTER_BREAK,
    "",
    revealed=kit.Argument(lambda s, seat, card: "no Core Trigger" if card == UNSEEN else f'"{s.name(card)}"'),
)
TRIGGER = kit.action(
    "trigger",
    "ALT-13.10",
    use_trigger,
    kit.Call("RESOLVE", then="CORE_TRIGGER"),
    stage=under_attack("CORE_TRIGGER"),
    looks=10,
    broken=(BROKEN, HAS_TRIGGER, object_for(ability_at("trigger"), "ALT-13.12")),
)
TAKE: kit.Kind[AltariaState] = kit.action(
    "take", "ALT-13.8", take_broken_cards, "ATTACK_END", "take the cards", looks=0
)
