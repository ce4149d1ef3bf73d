"""Newcomers' beliefs about this game that `beliefs.toml` cannot express as data."""

from __future__ import annotations

from engines.dgrayman import actions, combat
from engines.dgrayman.cards import BLANK
from engines.dgrayman.points import draw
from engines.dgrayman.state import ACTION, CARD, ID, STANDBY, DeclaredAction, FieldCard, Gaining, action_of
from engines.dgrayman.units import current_power, names_of, search_cards
from engines.dgrayman.winning import check_win
from engines.kernel.state import Action
from engines.variants.changing import Run, count_events, forget_events
from engines.variants.dgrayman.changing import (
    IN_MAIN,
    WITH_ICON,
    Draft,
    Fighter,
    State,
    acting_card,
    add_refusal,
    after_action,
    after_placing,
    before_comparing,
    change_outcome,
    enter_as,
    fights_with,
    icon_needed,
    limit_units,
    list_fighters,
    of_names,
    others_stay_upright,
    replace_in_steps,
    search_gains,
    wake_unit,
)

# The twelve misconceptions of the rulebook.


def standby_is_no_shelter(draft: Draft) -> None:
    """Cards in the Standby Zone can also be attacked (contradicts DGM-10.1, 3.2)."""

    def comes_to(state: State) -> str:
        declared, seat = action_of(state), state.turn_player
        target = state.find(declared.target)
        there = declared.kind == "attack" and not declared.answers and target is not None and target[1] == STANDBY
        if there and (actor := state.find(declared.actor)) is not None and actor[0] == seat:
            return "attack"
        return actions.outcome_of_action(state)

    def fought(state: State, run: Run) -> None:
        target = state.find(action_of(state).target)
        if target is None or target[1] == ACTION:
            run()
            return
        seat, _, card = target
        place = state.players[seat].standby.index(card)
        state.change(card, to=ACTION)
        run()
        found = state.find(card[ID])
        if found is not None:
            state.players[seat].action.remove(found[2])
            state.players[seat].standby.insert(place, found[2])

    draft.without("attack", "exposed")
    change_outcome(comes_to)(draft)
    draft.around("COMBAT", fought)


def _tie_is_safe(state: State, cards: list[Fighter]) -> None:
    (seat, attacker), *against = cards
    if current_power(state, seat, attacker) == max(current_power(state, side, card) for side, card in against):
        state.change(attacker, saved=True)


attacker_survives_ties = before_comparing(_tie_is_safe)
"""If powers are equal, the attacking card stays (contradicts DGM-13.3)."""


def own_icon(draft: Draft) -> None:
    """The card that acts must have the icon itself (contradicts DGM-9.2, 5.3)."""

    def has_it(state: State, seat: int, action: Action) -> bool:
        return bool(state.faces[acting_card(state, action)[CARD]].icons & icon_needed(state, action))

    add_refusal(draft, WITH_ICON, "own_icon", "DGM-9.2", has_it)


def _together(state: State, seat: int, card: FieldCard) -> int:
    cards = of_names(state, seat, names_of(state, seat, card[CARD]))
    plain = [one for one in cards if not state.faces[one[CARD]].special]
    return sum(current_power(state, seat, one) for one in plain) if plain else current_power(state, seat, card)


unit_fights_together = fights_with(_together)
"""A card fights with the total power of all cards in its unit (contradicts DGM-2.4, 5.4)."""

each_card_acts = others_stay_upright("DECLARE_ACTION DECLARE_SKILL GUARD_STEP_OUT INTERCEPT_STEP_OUT")
"""Using a unit turns only the card that steps out sideways (contradicts DGM-9.4, 9.7)."""


def one_card_a_turn(draft: Draft) -> None:
    """Only one Character card is placed per turn (contradicts DGM-8.2, 8.3, 8.5)."""

    def counted(state: State, run: Run) -> None:
        run()
        state.founded += 1

    limit_units(lambda state: 1)(draft)
    draft.around("PLACE_ADD PLACE_DOUBLES", counted)
    add_refusal(draft, ("place",), "first_placed", "DGM-8.5", lambda state, seat, action: not state.founded)


def _answers_back(state: State, declared: DeclaredAction) -> None:
    for card_id in declared.answers:
        found = state.find(card_id)
        if found is not None:
            seat, _, card = found
            state.change(card, to=STANDBY, active=True)
            wake_unit(state, seat, card)


answers_come_back = after_action(_answers_back)
"""Units that guarded or intercepted return to the Standby Zone, active, after the action.

Contradicts DGM-7.2, 11.7.
"""


def _fought_off(state: State, run: Run) -> None:
    declared = action_of(state)
    run()
    if declared.answered == "intercept":
        state.declared = declared._replace(kind="attack")  # the answers then follow from the action's new kind
        if state.find(declared.actor) is not None and actions.targets_left(state):
            combat.resolve_fight(state)
        state.declared = None


intercept_fights = replace_in_steps("NO_EFFECT", _fought_off)
"""After an Intercept the powers are compared (contradicts DGM-11.3)."""


def last_card_is_safe(draft: Draft) -> None:
    """Only a player who must draw from an empty deck loses (contradicts DGM-17.2, 17.3)."""

    def drawn(state: State, run: Run) -> None:
        since = count_events(state)
        for player in state.players:
            player.deck.insert(0, BLANK)  # this keeps the deck from running out
        run()
        for seat, player in enumerate(state.players):
            if player.deck and player.deck[0] == BLANK:
                del player.deck[0]
                player.bottom = min(player.bottom, len(player.deck))
            else:
                player.hand.remove(BLANK)
                forget_events(state, since, "drew", seat, card=state.name(BLANK))

    def comes_to(state: State) -> str:
        declared = action_of(state)
        gone = declared.kind == "search_deck" and not state.players[1 - state.turn_player].deck
        return "void" if gone else actions.outcome_of_action(state)

    change_outcome(comes_to)(draft)
    draft.around("DRAW_PHASE DRAW_ACTION EFFECT GAIN_POINTS FIFTH_POINT_DRAW", drawn)


def own_deck_searched(draft: Draft) -> None:
    """A Deck Search turns up a card of the player's own deck (contradicts DGM-10.6)."""

    def exchanged(state: State, run: Run) -> None:
        one, two = state.players
        one.deck, two.deck, one.bottom, two.bottom = two.deck, one.deck, two.bottom, one.bottom
        run()
        one.deck, two.deck, one.bottom, two.bottom = two.deck, one.deck, two.bottom, one.bottom

    change_outcome(lambda state: actions.outcome_of_action(state).replace("unseen", "search_deck"))(draft)
    draft.around("DECK_SEARCH", exchanged)


# Further beliefs that newcomers actually have.


def _both_regroup(state: State, run: Run) -> None:
    run()
    seat = 1 - state.turn_player
    rival = state.players[seat]
    state.note("regrouped", "DGM-7.2", seat, count=len(rival.action))
    for card in rival.standby + rival.action:
        state.change(card, to=STANDBY, active=True)


both_regroup = replace_in_steps("START_PHASE", _both_regroup)
"""At the beginning of every turn the cards of both players regroup (contradicts DGM-7.2, 5.6, 3.3)."""


def _milled(state: State, run: Run) -> None:
    rival = state.players[1 - state.turn_player]
    known, since, card = rival.bottom, count_events(state), rival.deck[-1]
    run()
    rival.discard.append(rival.deck.pop(0))
    rival.bottom = min(known, len(rival.deck))
    forget_events(state, since, "deck_searched")
    _, rank, _ = state.call_arguments
    state.note("milled", "DGM-10.6", state.turn_player, card=card, count=rank)
    check_win(state)


deck_search_mills = replace_in_steps("DECK_SEARCH", _milled)
"""The card that a Deck Search turns up goes to the discard pile (contradicts DGM-10.6)."""

new_units_act = after_placing("PLACE_FOUND", wake_unit)
"""A new unit is placed active (contradicts DGM-4.4, 8.6)."""
doubles_wake = after_placing("PLACE_DOUBLES", wake_unit)
"""A Doubles card makes the whole merged unit active (contradicts DGM-14.3)."""
added_cards_wait = enter_as(active=False)
"""A card that joins a unit enters inactive (contradicts DGM-8.5)."""


def _exactly(state: State, run: Run) -> None:
    run()
    if state.result is None:
        seat, points, _ = state.procedure_locals
        step = state.game.parameters["points_to_draw"]
        state.procedure_locals = Gaining(seat, points, int(points > 0 and state.players[seat].points % step == 0))


only_exact_fifths = replace_in_steps("GAIN_POINTS", _exactly)
"""Only a total of exactly 5, 10 or 15 gives a draw (contradicts DGM-15.2)."""


def search_cards_of(state: State, declared: DeclaredAction) -> int:
    """Return how many cards of the acting unit have the Search icon."""
    return search_cards(state, state.turn_player, names_of(state, state.turn_player, declared.card))


every_search_counts_cards = search_gains(search_cards_of)
"""A normal Search by any card gains 3 points for each Search card in the unit (contradicts DGM-10.4)."""


def full_hand_draws_none(draft: Draft) -> None:
    """A player with six cards in hand draws no card (contradicts DGM-7.8)."""

    def full(state: State, seat: int) -> bool:
        return len(state.players[seat].hand) >= state.game.parameters["hand_limit"]

    def in_turn(state: State, run: Run) -> None:
        if not full(state, state.turn_player):
            run()

    def acted(state: State, run: Run) -> None:
        if full(state, state.turn_player):
            actions.finish_action(state)
        else:
            run()

    def fifth(state: State, run: Run) -> None:
        seat, points, draws = state.procedure_locals
        if full(state, 1 - seat):
            state.procedure_locals = Gaining(seat, points, draws - 1)
        else:
            run()

    draft.around("DRAW_PHASE", in_turn)
    draft.around("DRAW_ACTION", acted)
    draft.around("FIFTH_POINT_DRAW", fifth)


def _whole_unit(state: State, run: Run) -> None:
    before = [(seat, card, names_of(state, seat, card[CARD])) for seat, card in list_fighters(state)]
    run()
    for seat, card, names in before:
        if state.find(card[ID]) is None:
            combat.destroy_cards(state, [(other, "DGM-13.4") for other in of_names(state, seat, names)])


whole_unit_falls = replace_in_steps("COMBAT", _whole_unit)
"""When a card is beaten, its whole unit is destroyed (contradicts DGM-13.4)."""


def no_response_skills(draft: Draft) -> None:
    """Skill cards can only be used in the Main Phase (contradicts DGM-12.3)."""
    draft.refuse(("respond",), "in_main_phase", "DGM-12.3", lambda state, seat, action: False)


def _names_counted(state: State) -> int:
    seat = state.turn_player
    return max(0, len(state.players[1 - seat].named) - len(state.players[seat].named)) + 1


merged_units_count_two = limit_units(_names_counted)
"""A merged unit counts as two units in the Character Phase (contradicts DGM-14.7)."""


def _first_draw(state: State, run: Run) -> None:
    if state.turn == 1:
        draw(state, state.turn_player, "DGM-7.3")
    else:
        run()


first_player_draws = replace_in_steps("DRAW_PHASE", _first_draw)
"""The first player also draws in the first turn (contradicts DGM-7.4)."""


def one_use_a_turn(draft: Draft) -> None:
    """Only one action or Skill card can be used in a Main Phase (contradicts DGM-7.6)."""
    add_refusal(draft, IN_MAIN, "first_use", "DGM-7.6", lambda state, seat, action: not state.uses)
