"""Bringing a position to the right moment for an action: what makes a timing requirement true."""

from __future__ import annotations

from engines.chaos.arena import change, put
from engines.chaos.cards import CHARACTER, TARGET_SELECT
from engines.chaos.state import PARTNER, REST, Battle, ChaosState, Pile
from engines.kernel.state import Action
from engines.legal.reasons import Repair
from engines.legal.stages import clear


def stage(step: str) -> Repair[ChaosState]:
    """Return the repair that puts a position into `step` of the player's own turn."""
    return lambda state, seat, action: go(state, seat, step)


def go(state: ChaosState, main: int, step: str) -> None:
    """Stand at a step in the turn of `main`, with nothing under way."""
    if state.turn_player != main or state.turn == 0:
        state.done = 0
    state.turn_player, state.turn = main, max(1, state.turn)
    clear(state, step)
    state.due, state.losses = (), ("", "")
    for seat, player in enumerate(state.players):
        if player.arena[PARTNER] is None:  # before the Partners were chosen
            card = next(card for card in player.deck if state.faces[card].category == CHARACTER)
            player.deck.remove(card)
            put(state, seat, PARTNER, Pile(state.new_id(), card))


main_phase, to_attack, to_turn_up = stage("M2"), stage("D1"), stage("E2")


def in_window(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player be asked first in the first ability step of the own turn."""
    go(state, seat, "W1")
    state.frames, state.local = (state.game.flow.steps["D1"], (), ()), (seat, 0)


def to_use(state: ChaosState, seat: int, action: Action) -> None:
    """Go to the Main Phase or to an ability step, as the icon of the Event or ability asks."""
    if action[0] == "play":
        main = "main" in state.faces[action[1]].icons
    else:
        found = state.location.get(action[1])
        main = found is not None and state.faces[found[2].top].main >= 0
    (main_phase if main else in_window)(state, seat, action)


def under_attack(state: ChaosState, main: int, step: str, effects: tuple[tuple[str, int], ...] = ()) -> None:
    """Let the Partner of `main` attack."""
    go(state, main, step)
    pile = state.partner(main)
    change(state, state.location[pile.id], up=True, turn=REST, effects=effects or pile.effects)
    state.battle = Battle(pile.id)


def to_aim(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player's Partner attack with Target Select."""
    under_attack(state, seat, "D2", ((TARGET_SELECT, 1),))


def to_guard(state: ChaosState, seat: int, action: Action) -> None:
    """Let the rival's Partner attack this player."""
    under_attack(state, 1 - seat, "G1")


def to_redraw(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player be asked about the opening hand, as the first player."""
    go(state, seat, "S5")
    state.turn = 0
