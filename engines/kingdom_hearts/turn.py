"""Chapter 6: the course of a turn, with Refill Time and Discard Time."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import repairs
from engines.kingdom_hearts.cards import MAGIC_ALLY
from engines.kingdom_hearts.fights import COPY_LEFT, FROM_HAND, PICKED
from engines.kingdom_hearts.keeping import worth_of_discarding
from engines.kingdom_hearts.piles import discard_ally, take_from_hand
from engines.kingdom_hearts.requirements import needs
from engines.kingdom_hearts.state import CARD, Drawing, KingdomHeartsState, Picking
from engines.kingdom_hearts.winning import check_turn_cap
from engines.kit import kit


def begin_turn(state: KingdomHeartsState) -> None:
    """Begin a new turn, and reset the record of what was done in the last one (KH-6.1)."""
    state.turn += 1
    state.done = state.actions_taken = 0
    state.note("turn_began", "KH-6.1", state.turn_player, turn=state.turn)


def count_refill(state: KingdomHeartsState) -> None:
    """Count the cards missing from a hand of six, in turn 1 as in any other (KH-6.3, 5.8, KH-R6)."""
    seat = state.turn_player
    missing = state.game.parameters["hand"] - len(state.players[seat].hand)
    state.call_arguments = Drawing(seat, missing, "KH-6.3") if missing > 0 else ()


# Discard Time (KH-6.6 to 6.9).


def summons_leave(state: KingdomHeartsState) -> None:
    """Discard all Magic/Ally cards on both fields, even if they did nothing (KH-6.6, 2.7, 11.14, KH-R42)."""
    for seat, player in enumerate(state.players):
        for ally in player.allies[:]:
            if state.faces[ally[CARD]].category == MAGIC_ALLY:
                discard_ally(state, seat, ally)
                state.note("summon_left", "KH-6.6", seat, card=ally)


def in_form(state: KingdomHeartsState) -> bool:
    """Return True if a Form Change is on the turn player's hero."""
    return state.players[state.turn_player].form != NO_CARD


def drop_form(state: KingdomHeartsState, action: Action) -> None:
    """Discard the Form Change; Equipment stays on the hero (KH-14.3, KH-R34)."""
    player = state.players[state.turn_player]
    player.discard.append(player.form)
    state.note("form_dropped", "KH-6.7", state.turn_player, card=player.form)
    player.form = NO_CARD


def list_hand(state: KingdomHeartsState) -> list[int]:
    """Return the cards in hand from which the player chooses."""
    return state.players[state.procedure_locals[0]].hand


def least_discards(state: KingdomHeartsState) -> int:
    """Return how many cards must be discarded so that at most six remain (KH-6.8, KH-R41).

    At other times a hand has no limit (KH-6.10).
    """
    return max(0, len(state.players[state.procedure_locals[0]].hand) - state.game.parameters["hand"])


def whole_hand(state: KingdomHeartsState) -> int:
    """Return the maximum number of cards that may be chosen, which is the whole hand (KH-6.8, 15.5)."""
    return len(state.players[state.procedure_locals[0]].hand)


def discard_cards(state: KingdomHeartsState) -> None:
    """Discard the chosen cards (KH-6.8)."""
    seat, picks = state.procedure_locals
    player = state.players[seat]
    for card in picks:
        take_from_hand(player, card)
        player.discard.append(card)
    if picks:
        state.note("discarded", "KH-6.8", seat, cards=[*picks])


def end_turn(state: KingdomHeartsState) -> None:
    """End the turn; the opponent becomes turn player, unless it was the last turn (KH-6.9, 18.5)."""
    state.note("turn_ended", "KH-6.9", state.turn_player)
    check_turn_cap(state)
    state.turn_player = 1 - state.turn_player


# Needs, and the right moments.


def least_picks(state: KingdomHeartsState) -> int:
    """Return the minimum number of hand cards to choose: the discards due, or one Attack card."""
    return least_discards(state) if state.step.name == "D2" else 1


def _pick_enough(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Choose the minimum number of cards."""
    cards = [
        card for card in sorted(state.players[seat].hand) if state.step.name == "D2" or state.faces[card].is_attack
    ]
    state.procedure_locals = Picking(seat, tuple(cards[: least_picks(state)]))


def _has_form(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if it is the player's Discard Time and the hero has a Form Change."""
    return kit.own("discard")(state, seat) and in_form(state)


def _put_form_on(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Move to this player's decision about a Form Change on their hero."""
    repairs.stage_at("D1")(state, seat, action)
    if not in_form(state):
        state.players[seat].form = repairs.first_card(state, lambda face: face.form)


ENOUGH_PICKED = needs(
    "enough",
    FROM_HAND,
    lambda s, seat, a: len(s.procedure_locals.picks) >= least_picks(s),
    _pick_enough,
    least=lambda s, seat, a: least_picks(s),
    missing=lambda s, seat, a: least_picks(s) - len(s.procedure_locals.picks),
)
FORM_KEPT: kit.Over[KingdomHeartsState] = kit.Over(
    "form", "KH-6.7", lambda s, seat: _has_form(s, seat) and s.step.name != "D1"
)
DISCARDS: kit.Call = kit.Call("D2", then="D3", given=lambda state: Picking(state.turn_player, ()))
form_action = kit.actions_with(
    clause="KH-6.7", to=DISCARDS, when=kit.Moment("form", _has_form, (FORM_KEPT,)), stage=_put_form_on
)

DROP_FORM = form_action("drop_form", do=drop_form, words="dropped", looks=-1)
KEEP_FORM = form_action("keep_form", words="kept")
DISCARD: kit.Kind[KingdomHeartsState] = kit.action(
    "discard",
    "KH-6.8",
    when=kit.Moment("discard", kit.own("discard")),
    zone="hand",
    looks=worth_of_discarding,
    picked=(PICKED, COPY_LEFT),
)
ENOUGH = kit.action("enough", "KH-6.8", needs=(ENOUGH_PICKED,))
