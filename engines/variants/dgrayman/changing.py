"""Shared by the counter-rules of this game: functions that make changes at a place in its flow."""

from __future__ import annotations

from collections.abc import Callable

from engines.dgrayman import actions
from engines.dgrayman.cards import BITS, SEARCH, SEARCH_POINTS, Face
from engines.dgrayman.requirements import actor_of
from engines.dgrayman.state import (
    ACTIVE,
    CARD,
    FOR_ACTION,
    ID,
    DeclaredAction,
    DGraymanState,
    FieldCard,
    Gaining,
    Names,
    action_of,
)
from engines.dgrayman.units import Unit, current_power, unit_with
from engines.kernel.flow import Case
from engines.kernel.state import Action
from engines.legal.reasons import Test
from engines.variants import rule_patch
from engines.variants.changing import Run, count_events, forget_events
from engines.variants.counter_rules import Change

State = DGraymanState
Draft = rule_patch.Draft[State, Face]
Fighter = tuple[int, FieldCard]

ENDS = "COMBAT NORMAL_SEARCH DECK_SEARCH DRAW_ACTION RECOVER_ACTION NO_EFFECT"
"""The steps that end an action; every action ends with one of these."""
IN_MAIN = ("attack", "search", "search_deck", "draw", "recover", "use")
WITH_ICON = ("attack", "search", "search_deck", "draw", "recover", "guard", "intercept", "with")


def acting_card(state: State, action: Action) -> FieldCard:
    """Return the acting card in an action."""
    return state.there(actor_of(state, action))[2]


def unit_of(state: State, seat: int, action: Action) -> Unit:
    """Return the player's unit that contains the acting card."""
    return unit_with(state, seat, acting_card(state, action))


def icon_needed(state: State, action: Action) -> int:
    """Return the icon that an action needs; for a second answering unit, the icon of the first."""
    kind = state.declared.answered if state.declared and action[0] == "with" else action[0]
    return SEARCH if kind == "search_deck" else BITS[kind]


def replace_in_steps(steps: str, act: Callable[[State, Run], None]) -> Change:
    """Return a change by which act(state, run) replaces the effects of some steps; run() carries out the original.

    steps : as for `Draft.around`.
    """
    return lambda draft: draft.around(steps, act)


def add_refusal(draft: Draft, kinds: tuple[str, ...], name: str, clause: str, holds: Test[State]) -> None:
    """Add a requirement to kinds of action.

    Even if ending the Main Phase is then the only action left, the player is asked for it (DGM-7.6).
    """
    ask = draft.base.flow.steps["MAIN_CHOICE"].ask
    assert ask is not None
    draft.refuse(kinds, name, clause, holds)
    draft.listed("MAIN_CHOICE", lambda state, found: found or ask(state)[-1:])


def list_fighters(state: State) -> list[Fighter]:
    """Return (seat, card) for each card that fights in an Attack: first the attacking card, then its opponents."""
    declared, seat = action_of(state), state.turn_player
    return [(seat, state.there(declared.actor)[2]), *((1 - seat, card) for card in actions.targets_left(state))]


def before_comparing(act: Callable[[State, list[Fighter]], None]) -> Change:
    """Return a change by which act(state, fighters) marks the fighting cards until they have been compared."""

    def compared(state: State, run: Run) -> None:
        changed, state.changed = state.changed, True  # the marks end with the action
        act(state, list_fighters(state))
        run()
        state.changed = changed

    return replace_in_steps("COMBAT", compared)


def fights_with(total: Callable[[State, int, FieldCard], int]) -> Change:
    """Return a change by which a card fights with total(state, seat, card) instead of its own power."""

    def marked(state: State, cards: list[Fighter]) -> None:
        more = [total(state, seat, card) - current_power(state, seat, card) for seat, card in cards]
        for (_, card), amount in zip(cards, more, strict=True):
            state.change(card, for_action=card[FOR_ACTION] + amount)

    return before_comparing(marked)


def after_action(act: Callable[[State, DeclaredAction], None]) -> Change:
    """Return a change that adds an effect to the end of every action: act(state, the finished action)."""

    def ended(state: State, run: Run) -> None:
        declared = action_of(state)
        run()
        if state.result is None:
            act(state, declared)

    return replace_in_steps(ENDS, ended)


def others_stay_upright(steps: str) -> Change:
    """Return a change by which stepping out in these steps does not turn the unit's other cards sideways."""

    def stepped_out(state: State, run: Run) -> None:
        upright = {card[ID] for player in state.players for card in player.standby if card[ACTIVE]}
        run()
        for player in state.players:
            for card in player.standby[:]:
                if card[ID] in upright and not card[ACTIVE]:
                    state.change(card, active=True)

    return replace_in_steps(steps, stepped_out)


def wake_unit(state: State, seat: int, card: FieldCard) -> None:
    """Turn all cards of the given card's unit in the Standby Zone upright."""
    unit = unit_with(state, seat, card)
    asleep = [one for one in unit.standby if not one[ACTIVE]]
    for one in asleep:
        state.change(one, active=True)
    if asleep:
        state.note("made_active", "DGM-4.1", seat, unit=" & ".join(unit.names))


def limit_units(count: Callable[[State], int]) -> Change:
    """Return a change by which count(state) units may be founded in a turn."""

    def fixed(state: State, run: Run) -> None:
        since = count_events(state)
        run()
        forget_events(state, since, "limit")
        state.limit = count(state)
        state.note("limit", "DGM-8.1", state.turn_player, count=state.limit)

    return replace_in_steps("UNIT_LIMIT", fixed)


def search_gains(times: Callable[[State, DeclaredAction], int]) -> Change:
    """Return a change by which a normal Search gains 3 points times(state, action) times."""

    def searched(state: State, run: Run) -> None:
        declared, seat, since = action_of(state), state.turn_player, count_events(state)
        count = SEARCH_POINTS * times(state, declared)
        run()
        forget_events(state, since, "searched")
        state.note("searched", "DGM-10.4", seat, card=declared.card, count=count)
        state.call_arguments = Gaining(seat, count, 0)

    return replace_in_steps("NORMAL_SEARCH", searched)


def of_names(state: State, seat: int, names: Names) -> list[FieldCard]:
    """Return the cards with these names on a player's field, those in the Standby Zone first."""
    player, faces = state.players[seat], state.faces
    return [card for card in player.standby + player.action if faces[card[CARD]].name in names]


def change_outcome(change: Callable[[State], str]) -> Change:
    """Return a change by which change(state) is the outcome of an action."""
    return lambda draft: draft.change_way("RESOLVE", "to", 0, lambda case: Case(change, case.ways))


def after_placing(steps: str, act: Callable[[State, int, FieldCard], None]) -> Change:
    """Return a change that adds an effect to placing a card in these steps: act(state, seat, card)."""

    def entered(state: State, run: Run) -> None:
        run()
        seat = state.turn_player
        act(state, seat, state.players[seat].standby[-1])

    return replace_in_steps(steps, entered)


def enter_as(active: bool) -> Change:
    """Return a change by which a card that joins a unit is always active, or always inactive."""

    def entered(state: State, run: Run) -> None:
        seat, since = state.turn_player, count_events(state)
        run()
        card = state.players[seat].standby[-1]
        state.change(card, active=active)
        forget_events(state, since, "placed.add")
        state.note(f"placed.add.{'active' if active else 'inactive'}", "DGM-8.5", seat, card=card)

    return replace_in_steps("PLACE_ADD", entered)
