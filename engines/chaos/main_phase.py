"""Chapters 8 and 10: the actions of the Main player in the Main Phase, and levelling up the Partner."""

from __future__ import annotations

from dataclasses import replace

from engines.chaos import heuristics, repairs
from engines.chaos.abilities import set_off
from engines.chaos.arena import put_character, restore_character, set_gear, tell_restored
from engines.chaos.cards import CHARACTER, EXTRA, SET
from engines.chaos.check import run_check
from engines.chaos.costs import PRICE, condition_holds, cost_of, doing_of, is_affordable, is_cost_payable
from engines.chaos.extra import STACKING, find_bases, level_actions, stack_card
from engines.chaos.names import away_in_words, find_sharers, free_names, shared_in_words
from engines.chaos.paying import PAY_IN_MAIN, begin_payment, pay_the_rest
from engines.chaos.requirements import CARD, OWN, UNIT, essential, in_hand, is_a, is_own, need, needs, sentence_part
from engines.chaos.state import ENTERED, EXTRA_ENTERED, LEVELLED, PARTNER, ROWS, ChaosState, Pile, Resolution
from engines.chaos.turn import MAIN, NOT_LEVELLED, is_not_done, main_action, main_player
from engines.chaos.using import list_uses
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit
from engines.legal.cards_in_play import put_into

# Entering (CHA-8.1).


def has_room(state: ChaosState, doing: Resolution) -> bool:
    """Return True if a space of the row will be empty once the cost is paid (CHA-4.4, CHA-R9).

    A Friend that leaves as payment makes room. If a Friend shares a Name with the character, that Friend must be the
    one to leave.
    """
    if free_space(state, doing) >= 0:
        return True
    arena = state.players[doing.seat].arena
    freeing = find_sharers(state, doing.seat, doing.card, doing.unit) if name_free(state, doing) else []
    return bool(cost_of(state, doing).friend) and all(
        pile in [arena[one] for one in ROWS[doing.row]] for pile in freeing
    )


def free_space(state: ChaosState, doing: Resolution) -> int:
    """Return the first empty space of the row in which a character enters; -1 if there is none."""
    arena = state.players[doing.seat].arena
    one, two = ROWS[doing.row]
    return one if arena[one] is None else two if arena[two] is None else -1


def name_free(state: ChaosState, doing: Resolution) -> bool:
    """Return True if no character of the player will share a Name once the cost is paid (CHA-2.6, CHA-R10).

    A Friend that shares a Name may leave as payment; the Partner never leaves (CHA-R56).
    """
    found = find_sharers(state, doing.seat, doing.card, doing.unit)
    return not found or (
        bool(cost_of(state, doing).friend) and len(found) == 1 and found[0].id != state.partner(doing.seat).id
    )


def list_entries(state: ChaosState, seat: int, there: set[int]) -> list[Action]:
    """Return, as actions, the entries of characters from the hand.

    there : the cards of characters in the arena (CHA-8.1).
    """
    found: list[Action] = []
    player, faces, sharing = state.players[seat], state.faces, state.index.sharing
    held = state.index.characters.intersection(player.hand)
    able = [card for card in held if sharing[card].isdisjoint(there) or faces[card].cost.friend]
    if not able:
        return found
    free = [row for row, (one, two) in ROWS.items() if player.arena[one] is None or player.arena[two] is None]
    for card in able:
        face = faces[card]
        if face.plain:
            found += [("enter", card, row) for row in free]
            continue
        doing = Resolution("enter", card, 0, 0, seat)
        if not condition_holds(state, doing):
            continue
        if face.cost.friend:  # which Friend can leave depends on the row
            doings = [replace_entries(doing, row=row) for row in ROWS]
            found += [("enter", card, one.row) for one in doings if is_cost_payable(state, one)]
        elif is_cost_payable(state, doing):
            found += [("enter", card, row) for row in free]
    return found


# Levelling up the Partner (CHA-10.1 to 10.5).


def level_up(state: ChaosState, action: Action) -> None:
    """Reveal a copy, restore the Partner, stack the copy on it (CHA-10.3 to 10.5); once per turn (CHA-8.4, CHA-R20)."""
    seat, card = state.turn_player, action[1]
    player, pile = state.players[seat], state.partner(seat)
    player.hand.remove(card)
    put_character(state, seat, PARTNER, restore_character(pile, levels=(*pile.levels, card)))
    state.done |= LEVELLED
    state.note("level_shown", "CHA-10.3", seat, card=card)
    tell_restored(state, seat, pile, "CHA-10.4")
    state.note("levelled", "CHA-10.5", seat, unit=pile.top)


# Setting (CHA-8.6).


def fits_bearer(state: ChaosState, card: int, pile: Pile) -> bool:
    """Return True if a Set card may be set on a character, whatever the character's state (CHA-9.2, CHA-R22)."""
    only = state.faces[card].only
    return not only or state.faces[pile.top].attribute == only


def list_sets(state: ChaosState, seat: int) -> list[Action]:
    """Return, as actions, the Set cards in hand with the characters that they may be set on (CHA-8.6, 8.7)."""
    found: list[Action] = []
    for card in state.index.sets.intersection(state.players[seat].hand):
        face = state.faces[card]
        if not face.plain and not is_affordable(state, Resolution("set", card, 0, 0, seat)):
            continue
        for pile in state.players[seat].arena:
            if pile is None or (face.only and not fits_bearer(state, card, pile)):
                continue
            if not face.cost.friend or is_cost_payable(state, Resolution("set", card, 0, 0, seat, pile.id)):
                found.append(("set", card, pile.id))
    return found


# The Main Phase (CHA-7.6).


def list_main_actions(state: ChaosState) -> list[Action]:
    """Return all main actions; they may be taken in any order, each as often as its limits allow (CHA-7.6, CHA-R26)."""
    seat = state.turn_player
    player = state.players[seat]
    there = set(player.top_cards)
    found = [] if state.done & ENTERED else list_entries(state, seat, there)
    if not state.done & EXTRA_ENTERED:
        listed = state.index.listed
        for card in dict.fromkeys(player.extra):
            if listed[card].isdisjoint(there):
                continue
            if state.faces[card].condition is None or condition_holds(state, Resolution("extra", card, 0, 0, seat)):
                found += [("enter_extra", card, base) for base in find_bases(state, seat, card)]
    if not state.done & LEVELLED:
        partner = player.top_cards[PARTNER]
        if partner in player.hand:
            found.append(("level_partner", partner))
        if not state.index.extras.isdisjoint(there):
            found += level_actions(state, seat)
    found += list_uses(state, seat, "main")
    found += list_sets(state, seat)
    found.append(("end_main",))
    return found


def carry_out_action(state: ChaosState) -> None:
    """Carry out an action that has been paid for: a character enters or a Set card is set.

    An effect is resolved next.
    """
    pay_the_rest(state)
    local: Resolution = state.procedure_locals
    if local.what == "enter":
        pile = Pile(state.new_id(), local.card)
        put_character(state, local.seat, free_space(state, local), pile)
        state.note("entered", "CHA-8.1", local.seat, unit=local.card)
        set_off(state, "enters", pile.id)
    elif local.what == "extra":
        stack_card(state)
    elif local.what == "set":
        set_gear(state, local.unit, local.card)


# Needs of entering and of levelling up the Partner.


def _empty_space(state: ChaosState, seat: int, action: Action) -> None:
    """Empty a space of the row."""
    put_character(state, seat, ROWS[action[2]][-1], None)


def _level_with(state: ChaosState, seat: int, card: int) -> str:
    """Return the card that levels up the Partner, in words: a copy in the hand, or in the Extra deck."""
    top = state.partner(seat).top
    return sentence_part(
        state, "copy.extra" if state.faces[top].category == EXTRA else "copy.hand", partner=state.name(top)
    )


def _where_it_lies(state: ChaosState, seat: int, card: int) -> str:
    """Return, in words, where an Extra card is: among the face-up ones, or not in the Extra deck."""
    return sentence_part(state, f"extra.{'spent' if card in state.players[seat].spent else 'absent'}")


ROW: kit.Argument[ChaosState] = kit.Argument(
    lambda s, seat, row: [*ROWS][[*ROWS].index(row)], lambda s, seat, row: [f"{seat}.{row}"], lambda s, seat: [*ROWS]
)
EXTRA_CARD = replace(kit.card_of("extra"), choices=kit.card_of("extra", "spent").choices)
IN_EXTRA = need(
    "in_extra", "CHA-8.3", lambda s, seat, card: card in s.players[seat].extra, put_into("extra"), where=_where_it_lies
)
NO_EXTRA_YET = is_not_done("no_extra_yet", "CHA-11.1", EXTRA_ENTERED, need)
ENTERING = (
    is_not_done("not_entered", "CHA-8.1", ENTERED),
    needs(
        "room",
        "CHA-R9",
        lambda s, seat, a: has_room(s, doing_of(s, seat, a)),
        _empty_space,
        row=lambda s, seat, a: a[2],
    ),
    needs(
        "name_free",
        "CHA-2.6",
        lambda s, seat, a: name_free(s, doing_of(s, seat, a)),
        lambda s, seat, a: free_names(s, seat, find_sharers(s, seat, a[1]), a[1]),
        taken=lambda s, seat, a: shared_in_words(s, find_sharers(s, seat, a[1]), a[1], "taken"),
        away=lambda s, seat, a: away_in_words(s, seat, find_sharers(s, seat, a[1])),
    ),
    *PRICE,
)
SAME_CARD = essential(
    "same_card",
    "CHA-10.1",
    lambda s, seat, card: s.partner(seat).top == card,
    lambda s, seat, card: repairs.replace_top(s, s.partner(seat).id, card),
    partner=lambda s, seat, card: s.name(s.partner(seat).top),
)

# Needs of setting a card.


def _fit(state: ChaosState, seat: int, action: Action) -> None:
    """Replace the character with one that has the attribute required by the Set card."""
    only = state.faces[action[1]].only
    fitting = (card for card, face in repairs.cards_of_category(state) if face.attribute == only)
    repairs.replace_top(state, action[2], next(fitting))


FITS_BEARER = needs(
    "fits_bearer",
    "CHA-9.3",
    lambda s, seat, a: fits_bearer(s, a[1], s.location[a[2]][2]),
    _fit,
    only=lambda s, seat, a: s.faces[a[1]].only.title(),
    attribute=lambda s, seat, a: s.faces[s.location[a[2]][2].top].attribute.title(),
)
paid_action = kit.actions_with(when=MAIN, stage=repairs.main_phase, do=begin_payment, to=PAY_IN_MAIN, targets=True)
ENTER: kit.Kind[ChaosState] = paid_action(
    "enter",
    "CHA-8.1",
    words="a character enters",
    needs=ENTERING,
    looks=heuristics.worth_of_entry,
    card=(CARD, in_hand(), is_a("is_character", "", CHARACTER)),
    row=ROW,
)
ENTER_EXTRA: kit.Kind[ChaosState] = paid_action(
    "enter_extra",
    "CHA-8.2",
    words="an Extra character",
    needs=STACKING,
    looks=heuristics.worth_of_extra_entry,
    extra=(EXTRA_CARD, IN_EXTRA, is_a("is_portrait", "CHA-11.4", EXTRA), NO_EXTRA_YET),
    own=(OWN, is_own("CHA-11.6")),
)
LEVEL_PARTNER: kit.Kind[ChaosState] = main_action(
    "level_partner",
    "CHA-8.4",
    level_up,
    run_check("M2"),
    "Partner levels up",
    needs=(NOT_LEVELLED,),
    looks=heuristics.worth_of_level_up,
    card=(CARD, in_hand("CHA-10.3"), is_a("is_level_card", "CHA-10.1", CHARACTER, level_with=_level_with), SAME_CARD),
)
SET_CARD: kit.Kind[ChaosState] = paid_action(
    "set",
    "CHA-8.6",
    words="a Set card",
    needs=(FITS_BEARER, *PRICE),
    looks=heuristics.worth_of_set,
    card=(CARD, in_hand(), is_a("is_set", "", SET)),
    unit=(UNIT, is_own()),
)
END_MAIN: kit.Kind[ChaosState] = main_action(
    "end_main", "CHA-7.7", record_event("main_ended", "CHA-7.7", main_player), "A1", "Main Phase ended"
)
