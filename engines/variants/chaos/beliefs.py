"""Newcomers' beliefs about this game that `beliefs.toml` cannot express as data."""

from __future__ import annotations

from collections.abc import Callable

from engines.chaos import battle, damage
from engines.chaos.abilities import set_off
from engines.chaos.arena import change_character, leave_arena, put_character, set_orientation
from engines.chaos.battle import deal_excess, strike
from engines.chaos.cards import NO_CARD, PIERCE
from engines.chaos.paying import pay_the_rest
from engines.chaos.state import (
    BACK,
    ENTERED,
    FRIENDS,
    NAME_TWICE,
    PARTNER,
    REST,
    STAND,
    ChaosState,
    Damage,
    Found,
    Pile,
)
from engines.chaos.values import battle_of, current_atk, current_end, has_skill
from engines.kernel.flow import Call, Case, Exit, If
from engines.kernel.state import Action
from engines.variants.changing import Run, count_events, forget_events
from engines.variants.chaos.changing import Draft

PROCESSES = "C1 C3"
"""The steps in which characters fall."""


# The twelve misconceptions of the rulebook.


def after_fall(act: Callable[[ChaosState, Found, int], None]) -> Callable[[Draft], None]:
    """Return a change by which act(state, found, since) follows whenever a character falls.

    found : the character as it was before it fell. since : the number of events recorded before.
    """

    def processed(state: ChaosState, run: Run) -> None:
        before, since = [found for found in state.everyone() if found[2].up], count_events(state)
        run()
        for found in before:
            now = state.location.get(found[2].id)
            if state.result is None and now is not None and not now[2].up:
                act(state, found, since)

    return lambda draft: draft.around(PROCESSES, processed)


def _destroyed(state: ChaosState, found: Found, since: int) -> None:
    _, space, pile = found
    if space != PARTNER:
        forget_events(state, since, "fell", unit=state.name(pile.top))
        state.note("fell.destroyed", "CHA-12.15", found[0], unit=pile.top, damage=pile.damage)
        leave_arena(state, pile.id, "CHA-12.15")


def _lost(state: ChaosState, found: Found, since: int) -> None:
    seat, space, _ = found
    if space == PARTNER:
        state.end(1 - seat, "CHA-17.3", "partner_fell")


def _ungeared(state: ChaosState, found: Found, since: int) -> None:
    seat, _, pile = found
    if pile.gear != NO_CARD:
        change_character(state, state.location[pile.id], gear=NO_CARD)
        state.players[seat].waiting.append(pile.gear)
        state.note("gear_lost", "CHA-R22", seat, card=pile.gear)


beaten_are_destroyed = after_fall(_destroyed)
"""A Friend that falls is put into the waiting room (contradicts CHA-12.15, 7.10)."""
partner_is_life = after_fall(_lost)
"""A player whose Partner falls has lost (contradicts CHA-17.3, 4.3)."""
sets_fall_off = after_fall(_ungeared)
"""A Set card goes to the waiting room when its character falls (contradicts CHA-R22)."""

USES_DECKS = "B3 D3.draw P2 PAID RESOLVE"
"""The steps that may take the last card of a main deck."""


def empty_deck_loses(draft: Draft) -> None:
    """A player whose main deck becomes empty loses immediately (contradicts CHA-17.1, 17.2, 17.3)."""

    def taken(state: ChaosState, run: Run) -> None:
        before = [bool(player.deck) for player in state.players]
        run()
        lost = [seat for seat in (0, 1) if before[seat] and not state.players[seat].deck]
        if lost and state.result is None:
            state.end(None if len(lost) > 1 else 1 - lost[0], "CHA-17.3", "deck_empty", state.turn_player)

    draft.around(USES_DECKS, taken)


def new_characters_wait(draft: Draft) -> None:
    """A character cannot attack in the turn in which it enters (contradicts CHA-8.1, CHA-R9)."""

    def entered_before(state: ChaosState, seat: int, action: Action) -> bool:
        friends = [pile.id for pile in state.players[seat].piles()[1:] if pile.top in state.index.characters]
        return not (state.done & ENTERED and friends and action[1] == max(friends))

    draft.refuse(("attack",), "entered_before", "CHA-8.1", entered_before)


def guards_rest(draft: Draft) -> None:
    """A guard is turned to Rest (contradicts CHA-12.11, CHA-R29)."""

    def guarded(state: ChaosState, run: Run) -> None:
        since = count_events(state)
        run()
        forget_events(state, since, "guard")
        guard = state.location[battle_of(state).guard]
        state.note("guard.rests", "CHA-12.11", guard[0], unit=guard[2].top)
        set_orientation(state, guard, REST, "CHA-12.11")

    draft.around("G1.guard", guarded)


def events_are_answered(draft: Draft) -> None:
    """The other player may use an Event or ability before an Event is resolved (contradicts CHA-13.2, 13.3, 13.4)."""

    def answering(state: ChaosState) -> tuple[int, int]:
        return (1 - state.procedure_locals.seat, 1)

    row = draft.row("PAID")
    way = row.to
    assert isinstance(way, If)
    answered = Call("W1", given=answering, then="RESOLVE")
    event: If[ChaosState] = If(
        lambda s: s.procedure_locals.what == "event", "an Event", answered, "an ability", "RESOLVE"
    )
    row.to = If(way.guard, way.yes_words, event, way.no_words, way.no)


def same_name_levels_up(draft: Draft) -> None:
    """Any card that shares a Name with the Partner levels it up (contradicts CHA-10.1, 10.3, 14.4)."""

    def names(state: ChaosState, seat: int, action: Action) -> bool:
        return action[1] in state.index.sharing[state.partner(seat).top]

    draft.loosen("level_partner", "same_card", names)
    top_cards(draft, lambda state, seat, card: card in state.index.sharing[state.partner(seat).top])


def top_cards(draft: Draft, levels_up: Callable[[ChaosState, int, int], bool]) -> None:
    """Make more cards offer an auto level-up when they are on top of a main deck.

    levels_up(state, seat, card) : returns True for such a card.
    """

    def outstanding(state: ChaosState) -> str:
        found = damage.next_damage(state)
        if found not in ("copy", "card"):
            return found
        seat = state.procedure_locals.seat
        return "copy" if levels_up(state, seat, state.players[seat].deck[-1]) else "card"

    def other(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, Case)
        return Case(outstanding, way.ways)

    draft.change_way("P1", "to", 0, other)
    draft.around("P2", lambda state, run: move_one(state))
    draft.around("P3.decline", lambda state, run: move_one(state))


def move_one(state: ChaosState) -> None:
    """Put one top card into the waiting room for damage, and then check the next top card (CHA-14.2)."""
    seat, left = state.procedure_locals
    player = state.players[seat]
    card = player.deck.pop()
    player.waiting.append(card)
    state.procedure_locals = Damage(seat, left - 1)
    state.note("damaged", "CHA-14.2", seat, card=card, left=left - 1)


def attackers_stand_up(draft: Draft) -> None:
    """At the end of a turn all characters of the turn player stand up, not just the Partner.

    Contradicts CHA-7.11, 7.3.
    """
    _all_stand_up(draft, "E3", "CHA-7.11")


def _all_stand_up(draft: Draft, row: str, clause: str) -> None:
    def readied(state: ChaosState, run: Run) -> None:
        for found in state.everyone():
            if found[0] == state.turn_player:
                set_orientation(state, found, STAND, clause)

    draft.around(row, readied)


def unblocked_is_subtracted(draft: Draft) -> None:
    """Damage to a player is dealt in full: no copy of the Partner's card stops it (contradicts CHA-14.4, 14.5, 14.6).

    No copy offers an auto level-up, and if one has just been offered, it no longer stops the damage.
    """
    top_cards(draft, lambda state, seat, card: False)
    level_up_leaves(draft, lambda left: left)


def excess_of_attackers(count_of: Callable[[ChaosState, Found, Found], int]) -> Callable[[Draft], None]:
    """Return a change by which an attacker deals other excess damage to the player when it is guarded.

    count_of(state, attacker, guard) : returns the excess damage.
    """

    def struck(state: ChaosState, run: Run) -> None:
        battle = battle_of(state)
        if not battle.guard or battle.target:
            run()
            return
        guard = state.location[battle.guard]
        count, since = count_of(state, state.location[battle.attacker], guard), count_events(state)
        run()
        attacker_first = battle_of(state).struck == battle.attacker
        if state.step.name == ("H3" if attacker_first else "H2"):
            return  # in this call the guard strikes
        forget_events(state, since, "excess", 1 - guard[0])
        forget_events(state, since, "damage_due", guard[0])
        state.due = tuple([one for one in state.due if one[0] != guard[0]])
        deal_excess(state, guard[0], state.location[battle.attacker][2], count, "CHA-15.2")

    return lambda draft: draft.around("H2 H3 H4", struck)


def _beyond_what_is_left(state: ChaosState, attacker: Found, guard: Found) -> int:
    left = current_end(state, *guard) - guard[2].damage
    return current_atk(state, *attacker) - left if has_skill(state, attacker[2], PIERCE) else 0


pierce_of_what_is_left = excess_of_attackers(_beyond_what_is_left)
"""Pierce deals the damage in excess of the END that the guard has left (contradicts CHA-15.2, CHA-R34)."""
everybody_pierces = excess_of_attackers(lambda s, attacker, guard: current_atk(s, *attacker) - current_end(s, *guard))
"""Damage in excess of a guard's END always hits the player (contradicts CHA-12.14, 15.2)."""


def extras_take_a_space(draft: Draft) -> None:
    """An Extra character takes a free space of the Friend area, and the base stays.

    Contradicts CHA-11.6, 11.9, 11.10.
    """

    def free(state: ChaosState, seat: int) -> int:
        arena = state.players[seat].arena
        return next((space for space in FRIENDS if arena[space] is None), -1)

    def placed(state: ChaosState, run: Run) -> None:
        local = state.procedure_locals
        space = free(state, local.seat) if local.what == "extra" else -1
        if space < 0:
            run()
            return
        pay_the_rest(state)
        pile = Pile(state.new_id(), local.card)
        put_character(state, local.seat, space, pile)
        state.due_flags &= ~NAME_TWICE  # the Name occurs twice, and yet no character leaves
        state.note("entered", "CHA-11.10", local.seat, unit=pile.top)
        set_off(state, "enters", pile.id)

    draft.around("PAID", placed)
    draft.refuse(("enter_extra",), "free_space", "CHA-11.9", lambda state, seat, action: free(state, seat) >= 0)


# Further beliefs that newcomers actually have.


def reverse_stands_up(draft: Draft) -> None:
    """In the Beginning Phase a Reverse character stands up immediately (contradicts CHA-7.3, CHA-R8)."""
    _all_stand_up(draft, "B2", "CHA-7.3")


def guards_do_not_strike(draft: Draft) -> None:
    """Only the attacker deals damage in a battle (contradicts CHA-12.14, 15.6)."""

    def struck(state: ChaosState, run: Run) -> None:
        battle = battle_of(state)
        if state.step.name == "H4":
            strike(state, [battle.attacker])
        elif battle.struck != battle.attacker:
            run()

    draft.around("H3 H4", struck)


def level_up_stops_one_point(draft: Draft) -> None:
    """An auto level-up stops only its own point of damage (contradicts CHA-14.6)."""
    level_up_leaves(draft, lambda left: left - 1)


def level_up_leaves(draft: Draft, count_of: Callable[[int], int]) -> None:
    """Make damage continue after an auto level-up.

    count_of(left) : returns how many of the remaining points continue.
    """

    def levelled(state: ChaosState, run: Run) -> None:
        (seat, left), since = state.procedure_locals, count_events(state)
        run()
        forget_events(state, since, "cancelled")
        state.procedure_locals = Damage(seat, count_of(left))

    draft.around("P3.auto_level_up", levelled)
    draft.lead("P3", "auto_level_up", "P1")


def turned_up_stands(draft: Draft) -> None:
    """A character that is turned face-up in the End Phase also stands up (contradicts CHA-7.10, 5.2, CHA-R44)."""

    def turned(state: ChaosState, run: Run) -> None:
        before = {pile.id for _, _, pile in state.everyone() if not pile.up}
        run()
        for found in state.everyone():
            if found[2].id in before and found[2].up:
                set_orientation(state, found, STAND, "CHA-7.10")

    draft.around("E2.turn_up", turned)


def only_main_player_uses(draft: Draft) -> None:
    """Only the Main player can use Events and abilities in battle (contradicts CHA-12.3, 13.2, 13.4)."""

    def main(state: ChaosState, seat: int, action: Action) -> bool:
        return seat == state.turn_player

    draft.refuse(("play", "use"), "main_player", "CHA-13.2", main)


def beaten_still_strike(draft: Draft) -> None:
    """A character beaten by a first strike still strikes back, since both strike at once.

    Contradicts CHA-15.3, 15.4, CHA-R33.
    """

    def together(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, Case)
        return Case(way.of, {**way.ways, "first": (way.ways["first"][0], "H4")})

    draft.change_way("H1", "to", 0, together)


def everybody_aims(draft: Draft) -> None:
    """Any character can attack a character (contradicts CHA-12.5, 15.5)."""

    def after_attack(state: ChaosState) -> str:
        rivals = state.players[1 - state.turn_player].piles()
        return "target" if any(pile.up for pile in rivals) else battle.after_attack(state)

    def aimed(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, Case)
        return Case(after_attack, way.ways)

    draft.change_way("D1", "attack", 0, aimed)


def first_player_does_not_draw(draft: Draft) -> None:
    """The first player draws no card in the first turn (contradicts CHA-7.4, CHA-R7)."""

    def drawn(state: ChaosState, run: Run) -> None:
        if state.turn > 1:
            run()

    draft.around("B3", drawn)


def front_row_attacks(draft: Draft) -> None:
    """A character in the back row cannot attack (contradicts CHA-4.5, CHA-R50)."""

    def in_front(state: ChaosState, seat: int, action: Action) -> bool:
        return state.location[action[1]][1] not in BACK

    draft.refuse(("attack",), "in_front", "CHA-4.5", in_front)
