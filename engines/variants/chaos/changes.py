"""Counter-rules that are not newcomers' beliefs and that `beliefs.toml` cannot express as data.

For each clause that matters in play there is one: how the game would differ without the clause. This module has cards,
zones, setup, the turn and the main actions; `battle_changes` has the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.chaos.arena import change_character
from engines.chaos.cards import CHARACTER, EXTRA, FIGHTERS, LANDSCAPE, NO_CARD, REFLECT, SET, Face
from engines.chaos.check import run_check
from engines.chaos.state import NAME_TWICE, PARTNER, ChaosState, Pile
from engines.chaos.using import ICON
from engines.kernel.state import Action
from engines.variants.changing import Run, forget_events
from engines.variants.changing import count_events as told_so_far
from engines.variants.chaos.changing import Draft

# Chapters 2 and 3: values on the cards.


def atk_and_end_swapped(draft: Draft) -> None:
    """The first number on a card is its END, the second its ATK (contradicts CHA-2.11)."""

    def swapped(face: Face) -> None:
        if face.category in FIGHTERS:
            face.atk, face.end = face.end, face.atk

    draft.faces(swapped)


def without_modifiers(*categories: str) -> Callable[[Draft], None]:
    """Return a change by which modifiers printed on cards of these categories have no effect."""

    def changed(face: Face) -> None:
        if face.category in categories:
            face.atk_mod = face.end_mod = 0

    return lambda draft: draft.faces(changed)


no_modifiers = without_modifiers(CHARACTER, EXTRA, SET)
characters_without_modifiers = without_modifiers(CHARACTER)
extras_without_modifiers = without_modifiers(EXTRA)
sets_without_modifiers = without_modifiers(SET)


def names_are_card_names(draft: Draft) -> None:
    """An arena refuses only a card with the same card name, not one with the same Name.

    Contradicts CHA-2.5, 2.6.
    """

    def free(state: ChaosState, seat: int, action: Action) -> bool:
        return action[1] not in state.players[seat].top_cards

    def entered(state: ChaosState, run: Run) -> None:
        run()
        state.due_flags &= ~NAME_TWICE  # two characters that share a Name may then both stay

    draft.loosen("enter", "name_free", free)
    draft.around("M2.enter PAID", entered)


def events_come_back(draft: Draft) -> None:
    """An Event returns to the hand after use (contradicts CHA-3.2, 4.8)."""

    def resolved(state: ChaosState, run: Run) -> None:
        local = state.procedure_locals
        waiting = state.players[local.seat].waiting
        before = len(waiting)
        run()
        if local.what == "event" and len(waiting) > before and waiting[-1] == local.card:
            state.players[local.seat].hand.append(waiting.pop())

    draft.around("RESOLVE", resolved)


def several_sets(draft: Draft) -> None:
    """A character can have several Set cards, whose modifiers all count (contradicts CHA-3.4, 8.7)."""

    def laid(state: ChaosState, run: Run) -> None:
        local = state.procedure_locals
        old = state.location[local.unit][2].gear if local.what == "set" else NO_CARD
        since = told_so_far(state)
        run()
        if old != NO_CARD:
            forget_events(state, since, "gear_replaced")
            state.players[local.seat].waiting.remove(old)
            found = state.location[local.unit]
            change_character(state, found, levels=(*found[2].levels, old))

    draft.around("PAID", laid)


def a_set_stays(draft: Draft) -> None:
    """A character that has a Set card cannot be given another (contradicts CHA-8.7)."""

    def bare(state: ChaosState, seat: int, action: Action) -> bool:
        return state.location[action[2]][2].gear == NO_CARD

    draft.refuse(("set",), "bare", "CHA-8.7", bare)


def sets_on_the_partner_only(draft: Draft) -> None:
    """Set cards can only be set on the Partner (contradicts CHA-8.6)."""

    def partner(state: ChaosState, seat: int, action: Action) -> bool:
        return bool(action[2] == state.partner(seat).id)

    draft.refuse(("set",), "partner", "CHA-8.6", partner)


MOMENTS = "B1 M1 A1 E1 E4 PAID C1 C3"
"""The steps that trigger auto abilities."""


def landscape_does_nothing(draft: Draft) -> None:
    """Landscape cards do nothing (contradicts CHA-3.6, 11.4)."""

    def set_off(state: ChaosState, run: Run) -> None:
        run()
        waiting = [one for one in state.waiting if state.faces[one[1]].category != LANDSCAPE]
        state.waiting = tuple(waiting)

    draft.around(MOMENTS, set_off)


def no_backyard(draft: Draft) -> None:
    """Every Event goes to the waiting room, whatever its text says (contradicts CHA-4.9)."""
    draft.faces(lambda face: setattr(face, "after", ""))


def without_skills(*skills: str) -> Callable[[Draft], None]:
    """Return a change by which characters lack these skills, or all skills if none are given."""

    def changed(face: Face) -> None:
        face.skills = face.skills.difference(skills) if skills else frozenset()
        face.grants = face.grants.difference(skills) if skills else frozenset()

    return lambda draft: draft.faces(changed)


no_skills, no_reflect = without_skills(), without_skills(REFLECT)


# Chapters 6 and 7: setup and the turn.


def first_character(draft: Draft) -> None:
    """The Partner is not chosen: it is the first character in the deck (contradicts CHA-6.1, 4.2)."""
    draft.listed("S1", lambda state, actions: actions[:1])


def first_seat_begins(draft: Draft) -> None:
    """The same player always begins (contradicts CHA-6.3)."""
    draft.listed("S3", lambda state, actions: actions[:1])


def redraw_costs_a_card(draft: Draft) -> None:
    """A player who redraws has one card fewer (contradicts CHA-6.5)."""

    def redrawn(state: ChaosState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        run()
        player.deck.append(player.hand.pop())

    draft.around("S5.redraw S6.redraw", redrawn)


def same_player_again(draft: Draft) -> None:
    """The same player also has the next turn (contradicts CHA-7.17, 6.7)."""

    def began(state: ChaosState, run: Run) -> None:
        if state.turn:
            state.turn_player = 1 - state.turn_player
        run()

    draft.around("T0", began)


def battle_before_main(draft: Draft) -> None:
    """The Battle Phase comes before the Main Phase (contradicts CHA-7.1)."""
    draft.lead("B3", "to", run_check("A1"))
    draft.lead("X2", "to", "M1")
    draft.lead("M2", "end_main", "E1")


# Chapters 8 to 11: main actions.


def events_only_in_battle(draft: Draft) -> None:
    """Events and abilities cannot be used in the Main Phase (contradicts CHA-8.5)."""
    draft.refuse(("play", "use"), "in_battle", "CHA-8.5", lambda state, seat, action: bool(state.step.window))


def main_icon_in_battle(draft: Draft) -> None:
    """[Main] Events and abilities can also be used in ability steps (contradicts CHA-13.1)."""

    def holds(state: ChaosState, seat: int, action: Action) -> bool:
        return bool(state.step.window) or ICON.holds(state, seat, action)

    for kind in ("play", "use"):
        draft.loosen(kind, "icon", holds)


def extras_do_not_enter(draft: Draft) -> None:
    """Extra characters cannot enter (contradicts CHA-3.5, 8.2)."""
    draft.refuse(("enter_extra",), "no_extra", "CHA-8.2", lambda state, seat, action: False)


def first_extra_only(draft: Draft) -> None:
    """Only the first Extra card in the Extra deck can enter (contradicts CHA-11.5)."""

    def first(state: ChaosState, seat: int, action: Action) -> bool:
        upright = [card for card in state.players[seat].extra if card in state.index.extras]
        return upright[:1] == [action[1]]

    draft.refuse(("enter_extra",), "first_extra", "CHA-11.5", first)


def any_base(draft: Draft) -> None:
    """An Extra character can be stacked on any character (contradicts CHA-11.2, 11.6)."""
    draft.loosen("enter_extra", "listed_name", lambda state, seat, action: True)
    draft.loosen("enter_extra", "materials", lambda state, seat, action: True)


def first_name_is_enough(draft: Draft) -> None:
    """Only the first Name listed in an Extra card's label is needed (contradicts CHA-11.7)."""
    draft.faces(lambda face: setattr(face, "label", face.label[:1]))


LEVEL_UPS = {CHARACTER: "M2.level_partner", EXTRA: "M2.level_extra"}


def after_level_up(category: str, after: Callable[[ChaosState, int, int, Pile], None]) -> Callable[[Draft], None]:
    """Return a change that adds an effect to levelling up: after(state, seat, space, pile as it was before).

    category : whether it applies to a Partner that is a Character card or an Extra character.
    """

    def levelled(state: ChaosState, run: Run) -> None:
        before, since = state.everyone(), told_so_far(state)
        run()
        for seat, space, pile in before:
            if state.location[pile.id][2].levels != pile.levels:
                if after is _not_restored:
                    forget_events(state, since, "restored")
                after(state, seat, space, pile)

    return lambda draft: draft.around(LEVEL_UPS[category], levelled)


def _not_restored(state: ChaosState, seat: int, space: int, pile: Pile) -> None:
    change_character(state, state.location[pile.id], up=pile.up, turn=pile.turn, damage=pile.damage)


def _not_stacked(state: ChaosState, seat: int, space: int, pile: Pile) -> None:
    found = state.location[pile.id]
    state.players[seat].waiting.append(found[2].levels[-1])
    change_character(state, found, levels=found[2].levels[:-1])


partner_not_restored = after_level_up(CHARACTER, _not_restored)
level_card_not_stacked = after_level_up(CHARACTER, _not_stacked)
extra_not_restored = after_level_up(EXTRA, _not_restored)
extra_level_not_stacked = after_level_up(EXTRA, _not_stacked)


# Chapters 3 and 12: attacking and guarding.


def no_guards(draft: Draft) -> None:
    """Neither player guards, and neither is asked to (contradicts CHA-12.11)."""
    draft.refuse(("guard",), "no_guard", "CHA-12.11", lambda state, seat, action: False)
    draft.listed("G1", lambda state, actions: [])


def partner_does_not_guard(draft: Draft) -> None:
    """A Partner cannot guard (contradicts CHA-3.1, 12.11)."""

    def friend(state: ChaosState, seat: int, action: Action) -> bool:
        return state.location[action[1]][1] != PARTNER

    draft.refuse(("guard",), "friend", "CHA-3.1", friend)
