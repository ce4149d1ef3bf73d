"""Chapter 13: the comparison of powers in an Attack."""

from __future__ import annotations

from collections.abc import Sequence

from engines.dgrayman.actions import finish_action, targets_left
from engines.dgrayman.effects import set_off
from engines.dgrayman.state import CARD, ID, SAVED, DGraymanState, FieldCard, action_of
from engines.dgrayman.units import current_power, leave_field, split_unit


def resolve_fight(state: DGraymanState) -> None:
    """Compare the attacking card with its target, or with each of its guards, all at once (DGM-13.1, 13.2, 13.6).

    Only the card that stepped out fights for its side (DGM-R22). A card with equal or lower power falls (DGM-13.3,
    DGM-R23); the rest of its unit is unaffected (DGM-13.4), and the survivor stays in place (DGM-13.5).
    """
    declared, seat = action_of(state), state.turn_player
    attacker = state.there(declared.actor)[2]
    strength = current_power(state, seat, attacker)
    against = [(card, current_power(state, 1 - seat, card)) for card in targets_left(state)]
    for card, other in against:
        state.note("compared", "DGM-13.2", seat, card=attacker, power=strength, other=card, other_power=other)
    strongest = max(other for _, other in against)
    beaten = [(card, other == strength) for card, other in against if other <= strength]
    if strength <= strongest:
        beaten.append((attacker, strength == strongest))
    fallen = [(card, tie) for card, tie in beaten if not card[SAVED]]
    destroy_cards(state, [(card, "DGM-13.3" if tie else "DGM-13.2") for card, tie in fallen])
    if "wins" in state.game.watching:
        set_off_wins(state, attacker, strength, against)
    if not fallen:
        state.note("none_fell", "DGM-13.5", seat)
    finish_action(state)


def set_off_wins(
    state: DGraymanState, attacker: FieldCard, strength: int, against: Sequence[tuple[FieldCard, int]]
) -> None:
    """Queue the abilities of the cards that have won an Attack (DGM-13.2). against : the others, with their power."""
    seat = state.turn_player
    if all(strength > other for _, other in against):
        set_off(state, seat, attacker[CARD], "wins", attacker[ID])
    for card, other in against:
        if other > strength:
            set_off(state, 1 - seat, card[CARD], "wins", card[ID])


def destroy_cards(state: DGraymanState, fallen: Sequence[tuple[FieldCard, str]]) -> None:
    """Put beaten cards, each with its clause, into their owners' discard piles (DGM-13.2, 3.4).

    They all move at the same time; only then may a merged unit split, once (DGM-14.5, 15.4).
    """
    gone = [(leave_field(state, card), card, clause) for card, clause in fallen]
    for seat, card, clause in gone:
        state.players[seat].discard.append(card[CARD])
        state.note("destroyed", clause, seat, card=card)
    for (seat, _), card in {(seat, state.faces[card[CARD]].names): card for seat, card, _ in gone}.items():
        split_unit(state, seat, card)
