"""Counter-rules that change effects: in setup, in a turn, in actions, and at the end."""

from __future__ import annotations

from engines.dgrayman import actions, combat
from engines.dgrayman.points import draw
from engines.dgrayman.state import (
    ACTION,
    CARD,
    FOR_TURN,
    ID,
    STANDBY,
    DeclaredAction,
    FieldCard,
    action_of,
)
from engines.dgrayman.units import current_power, names_of
from engines.kernel.flow import Call
from engines.variants.changing import Run
from engines.variants.dgrayman.changing import (
    Draft,
    Fighter,
    State,
    after_action,
    after_placing,
    before_comparing,
    enter_as,
    fights_with,
    limit_units,
    of_names,
    others_stay_upright,
    replace_in_steps,
    search_gains,
)

# Setup and the turn (chapters 5 to 8).


def _p1_first(state: State, run: Run) -> None:
    run()
    state.first_player = state.turn_player = 0


def _head_start(state: State, run: Run) -> None:
    run()
    state.players[1 - state.first_player].points = 1


p1_begins = replace_in_steps("FIRST_PLAYER.first", _p1_first)
"""P1 always goes first (contradicts DGM-6.2)."""
head_start = replace_in_steps("OPENING_HANDS", _head_start)
"""The second player begins with 1 Search Point (contradicts DGM-6.5)."""


def _standing_units(state: State) -> int:
    counts = [len({names_of(state, seat, card[CARD]) for card in state.players[seat].standby}) for seat in (0, 1)]
    return max(0, counts[1 - state.turn_player] - counts[state.turn_player]) + 1


one_unit_always = limit_units(lambda state: 1)
"""Only one unit may be founded per turn, even by a player who is behind (contradicts DGM-8.3)."""
only_standby_counts = limit_units(_standing_units)
"""Units whose cards are all in the Action Zone are not counted (contradicts DGM-5.7)."""
placed_outside = after_placing(
    "PLACE_FOUND PLACE_ADD PLACE_DOUBLES", lambda state, seat, card: state.change(card, to=ACTION, active=False)
)
"""Character cards are placed in the Action Zone (contradicts DGM-8.4)."""
added_cards_act = enter_as(active=True)
"""A card that joins a unit enters active (contradicts DGM-8.7)."""


def abilities_do_nothing(draft: Draft) -> None:
    """Individual abilities do nothing (contradicts DGM-16.2)."""

    def nothing_waits(state: State, run: Run) -> None:
        run()
        state.waiting = ()

    draft.faces(lambda face: setattr(face, "bonuses", ()))
    draft.around("PLACE_FOUND PLACE_ADD PLACE_DOUBLES START_PHASE", nothing_waits)


# Using units and Skill cards (chapters 3, 5, 9, 11 and 12).


def _home(state: State, declared: DeclaredAction) -> None:
    found = state.find(declared.actor)
    if found is not None:
        state.change(found[2], to=STANDBY)


actor_goes_home = after_action(_home)
"""The acting card returns to the Standby Zone, sideways, after its action (contradicts DGM-5.5)."""
answers_stay_upright = others_stay_upright("GUARD_STEP_OUT INTERCEPT_STEP_OUT")
"""When a unit guards or intercepts, only the card that steps out turns sideways (contradicts DGM-11.4)."""


def _back(state: State, run: Run) -> None:
    local, discard = state.procedure_locals, state.players[state.procedure_locals.seat].discard
    before = len(discard)
    run()
    if local.timing and len(discard) > before and discard[-1] == local.card:
        state.players[local.seat].hand.append(discard.pop())


skills_come_back = replace_in_steps("EFFECT", _back)
"""A used Skill card returns to the hand (contradicts DGM-2.1, 3.4, 12.6)."""


def one_skill_in_all(draft: Draft) -> None:
    """Only one Skill card can be used in an action, counting both players (contradicts DGM-12.5)."""
    draft.lead("SKILL_TP", "respond", Call("ANNOUNCE", then="RESOLVE"))


def _not_saved(state: State, cards: list[Fighter]) -> None:
    for _, card in cards:
        state.change(card, saved=False)


nobody_is_saved = before_comparing(_not_saved)
"""No text saves a beaten card (contradicts DGM-2.15)."""

# Search (chapters 2 and 10).

specials_search_once = search_gains(lambda state, declared: 1)
"""A Special card searches like any other card, for 3 points (contradicts DGM-2.8, 2.12, 10.5)."""


# Combat (chapters 2, 4 and 13).


def _plain(state: State, seat: int, card: FieldCard, names: tuple[str, ...]) -> list[int]:
    faces = [state.faces[one[CARD]] for one in of_names(state, seat, names)]
    return [face.power for face in faces if not face.special]


def _strongest(state: State, seat: int, card: FieldCard) -> int:
    face = state.faces[card[CARD]]
    return max(_plain(state, seat, card, face.names), default=0) if face.special else current_power(state, seat, card)


def _first_name(state: State, seat: int, card: FieldCard) -> int:
    face = state.faces[card[CARD]]
    doubles = face.special and face.doubles
    return sum(_plain(state, seat, card, face.names[:1])) if doubles else current_power(state, seat, card)


specials_have_the_strongest = fights_with(_strongest)
"""A Special card fights with the power of the strongest card of its unit (contradicts DGM-2.7)."""
doubles_add_one_name = fights_with(_first_name)
"""A Special Doubles card only adds up the cards of its first name (contradicts DGM-2.13)."""


def _guards_together(state: State, seat: int, card: FieldCard) -> int:
    guards = [] if seat == state.turn_player else actions.targets_left(state)
    return sum(current_power(state, seat, one) for one in guards) if guards else current_power(state, seat, card)


guards_add_up = fights_with(_guards_together)
"""Two guards add up their powers (contradicts DGM-13.6)."""


def _wounded(state: State, run: Run) -> None:
    seat, target, declared = state.turn_player, actions.targets_left(state), action_of(state)
    ids = [declared.actor, *(card[ID] for card in target)]
    run()
    for card_id in ids:
        found = state.find(card_id)
        if found is not None:
            state.changed = True
            state.change(found[2], for_turn=found[2][FOR_TURN] - 1)
            state.remember(card_id, "power", -1, found[2][CARD])
            state.note("modified.turn", "DGM-4.5", seat, card=found[2], amount="-1")


damage_stays = replace_in_steps("COMBAT", _wounded)
"""A card that survives a comparison has power -1 until the end of the turn (contradicts DGM-4.5, 13.5)."""


def _to_hand(state: State, run: Run) -> None:
    before = [len(player.discard) for player in state.players]
    run()
    for player, count in zip(state.players, before, strict=True):
        player.hand += player.discard[count:]
        del player.discard[count:]


beaten_go_home = replace_in_steps("COMBAT", _to_hand)
"""A beaten card returns to its owner's hand (contradicts DGM-3.4, 13.2)."""


def _back_to_the_first(state: State, run: Run) -> None:
    run()
    declared = action_of(state)
    if declared.kind == "attack" and declared.answers and not actions.targets_left(state):
        state.declared = declared._replace(answers=())


first_target_again = replace_in_steps("RESOLVE", _back_to_the_first)
"""If the guard has left, the attack is against its original target again (contradicts DGM-13.7)."""

# Merged units (chapter 14).


def _fall_apart(state: State, run: Run) -> None:
    before = [{names for names in player.named.values() if len(names) > 1} for player in state.players]
    run()
    for seat, pairs in enumerate(before):
        for names in pairs - {*state.players[seat].named.values()}:
            combat.destroy_cards(state, [(card, "DGM-14.5") for card in of_names(state, seat, names)])


def _need_both(state: State, run: Run) -> None:
    run()
    for player in state.players:
        cards = player.standby + player.action
        there = {face.name for card in cards if not (face := state.faces[card[CARD]]).doubles}
        for card in cards:
            face = state.faces[card[CARD]]
            if face.doubles and not {*face.names} <= there:
                combat.destroy_cards(state, [(card, "DGM-14.6")])


merged_units_fall = replace_in_steps("COMBAT EFFECT", _fall_apart)
"""When a merged unit's last Doubles card leaves, the whole unit is discarded (contradicts DGM-14.5)."""
doubles_need_both = replace_in_steps("COMBAT EFFECT START_PHASE CHAR_CHOICE.end_character_phase", _need_both)
"""A Doubles card is discarded if one of its characters has no other card (contradicts DGM-14.6)."""

# Points and winning (chapters 15 and 17).


def _draws_first(state: State, run: Run) -> None:
    seat, points, _ = state.procedure_locals
    total, goal = state.players[seat].points, state.game.parameters["points_to_win"]
    if total + points >= goal:
        step = state.game.parameters["points_to_draw"]
        for _ in range((total + points) // step - total // step):
            if state.result is None:
                draw(state, 1 - seat, "DGM-15.2")
    if state.result is None:
        run()


draws_before_twenty = replace_in_steps("GAIN_POINTS", _draws_first)
"""The draws for points come before the check for 20 points (contradicts DGM-15.3)."""
