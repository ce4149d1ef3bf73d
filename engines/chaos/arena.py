"""Changes to characters in the arena (turning, restoring, leaving) and what they mean for a battle under way."""

from __future__ import annotations

from typing import Any

from engines.chaos.cards import NO_CARD
from engines.chaos.state import (
    MAY_FALL,
    NAME_TWICE,
    ORIENTATIONS,
    PARTNER,
    STAND,
    Battle,
    ChaosState,
    Found,
    Pile,
    cards_of,
)
from engines.chaos.values import current_end
from engines.kernel.tuples import make_setter, replace_entries

facing, turned, damaged, with_effects = (make_setter(Pile, name) for name in ("up", "turn", "damage", "effects"))
out_of = make_setter(Battle, "out")


def put_character(state: ChaosState, seat: int, space: int, pile: Pile | None, another: bool = False) -> None:
    """Put a character into a space of an arena.

    another : whether the character is new there, so that its Names may occur twice (CHA-R10).
    """
    player = state.players[seat]
    old = player.arena[space]
    if old is not None and (pile is None or pile.id != old.id):
        del state.location[old.id]
    if pile is not None:
        state.location[pile.id] = (seat, space, pile)
    player.arena[space], player.top_cards[space] = pile, NO_CARD if pile is None else pile.top
    if another:
        state.due_flags |= NAME_TWICE
    if state.has_watchers:
        state.due_flags, state.changed_piles = state.due_flags | MAY_FALL, tuple(state.location)
    elif pile is not None and has_fallen(state, seat, space, pile):
        state.due_flags, state.changed_piles = state.due_flags | MAY_FALL, (*state.changed_piles, pile.id)


def has_fallen(state: ChaosState, seat: int, space: int, pile: Pile) -> bool:
    """Return True if a character's damage has reached its END, whatever the cause (CHA-12.15, CHA-R13).

    This is impossible for a character without damage, effects and level cards, unless its card is one that can fall
    undamaged, or the texts of other cards change its END.
    """
    weak = state.index.weak
    is_changed = state.has_watchers and state.changes is not None
    if not (pile.damage or pile.effects or pile.levels or pile.gear in weak or pile.top in weak or is_changed):
        return False
    return pile.up and pile.damage >= current_end(state, seat, space, pile)


def change_character(state: ChaosState, found: Found, **changes: Any) -> None:
    """Replace a character, in its place, with its changed version."""
    seat, space, pile = found
    put_character(state, seat, space, replace_entries(pile, **changes), "top" in changes)


def drop_out(state: ChaosState, pile_id: int) -> None:
    """Remove a character from the battle for good (CHA-R31)."""
    battle = state.battle
    if battle is not None and battle.has(pile_id):
        state.battle = out_of(battle, (*battle.out, pile_id))
        seat, _, pile = state.location[pile_id]
        state.note("dropped_out", "CHA-R31", seat, unit=pile.top)


def turn_down(state: ChaosState, pile_id: int) -> None:
    """Turn a character face-down: its damage becomes 0; orientation and effects stay (CHA-R12)."""
    drop_out(state, pile_id)
    change_character(state, state.location[pile_id], up=False, damage=0)


def turn_up(state: ChaosState, pile_id: int, clause: str) -> None:
    """Turn a face-down character face-up; its orientation stays (CHA-R44)."""
    seat, space, pile = state.location[pile_id]
    if not pile.up:
        put_character(state, seat, space, facing(pile, True))
        state.note("turned_up", clause, seat, unit=pile.top)


def set_orientation(state: ChaosState, found: Found, turn: int, clause: str) -> None:
    """Turn a character to Stand, Rest or Reverse; it stays face-up or face-down."""
    seat, space, pile = found
    if pile.turn != turn:
        now = turned(pile, turn)  # this cannot create any task for the next check timing
        state.players[seat].arena[space], state.location[pile.id] = now, (seat, space, now)
        state.note("oriented", clause, seat, unit=pile.top, orientation=ORIENTATIONS[turn].capitalize())


def recover_characters(state: ChaosState, seat: int, spaces: tuple[int, ...], clause: str) -> None:
    """Turn characters back by one step, all at once: Rest becomes Stand, and Reverse becomes Rest (CHA-R8)."""
    arena = state.players[seat].arena
    for space in spaces:
        pile = arena[space]
        if pile is not None and pile.turn:
            set_orientation(state, (seat, space, pile), pile.turn - 1, clause)


def restore_character(pile: Pile, **changes: Any) -> Pile:
    """Return a character face-up, in Stand and undamaged, with further changes (CHA-10.4, 11.14, 14.5)."""
    return replace_entries(pile, up=True, turn=STAND, damage=0, **changes)


def tell_restored(state: ChaosState, seat: int, pile: Pile, clause: str) -> None:
    """Record that a character has been restored, if that changed it. pile : the character as it was before."""
    if not pile.up or pile.turn or pile.damage:
        state.note("restored", clause, seat, unit=pile.top)


def leave_arena(state: ChaosState, pile_id: int, clause: str) -> bool:
    """Put a Friend with its whole pile into the waiting room; the Partner stays in place (CHA-4.3, CHA-R56).

    Cards go to the waiting room by default (CHA-4.8, CHA-R19, CHA-R22). Return True if the character has left.
    """
    seat, space, pile = state.location[pile_id]
    if space == PARTNER:
        return False
    drop_out(state, pile_id)
    put_character(state, seat, space, None)
    _, *more = cards = cards_of(pile)
    state.players[seat].waiting += cards
    state.note("left", clause, seat, unit=pile.top)
    if more:
        state.note("left_with_it", "CHA-R19", seat, cards=more)
    return True


def uncover_character(state: ChaosState, pile_id: int) -> None:
    """Put just the top Extra card and its level cards into the waiting room: the card below is the character again.

    State, damage and Set stay, and the level cards of the card below work again (CHA-R53).
    """
    seat, _, pile = found = state.location[pile_id]
    if pile.under:
        (top, levels), *under = pile.under
        state.players[seat].waiting += (pile.top, *pile.levels)
        change_character(state, found, top=top, levels=levels, under=tuple(under))
        state.note("uncovered", "CHA-R53", seat, unit=top, card=pile.top)


def can_fight(pile: Pile) -> bool:
    """Return True for a face-up character in Stand, which can attack or guard (CHA-12.4, 12.11)."""
    return pile.up and pile.turn == STAND


def set_gear(state: ChaosState, pile_id: int, card: int) -> None:
    """Set a card on a character; its previous Set card goes to the waiting room (CHA-3.3, 3.4, 8.6, 8.7)."""
    seat, _, pile = found = state.location[pile_id]
    change_character(state, found, gear=card)
    state.note("set", "CHA-8.6", seat, card=card, unit=pile.top)
    if pile.gear != NO_CARD:
        state.players[seat].waiting.append(pile.gear)
        state.note("gear_replaced", "CHA-8.7", seat, card=pile.gear)


def damage_character(state: ChaosState, found: Found, count: int, clause: str) -> None:
    """Deal damage to a character; it adds up until healed, and face-down characters take none (CHA-R11, CHA-R59)."""
    seat, space, pile = found
    if pile.up and count > 0:
        put_character(state, seat, space, damaged(pile, pile.damage + count))
        state.note("hurt", clause, seat, unit=pile.top, count=count, damage=pile.damage + count)
