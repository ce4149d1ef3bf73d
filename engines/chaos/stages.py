"""The right moment: each function brings a copy of a position to the moment at which an action could be legal.

They are the repair functions of the timing requirement; `engines.chaos.repairs` has those of the other requirements.
"""

from __future__ import annotations

from engines.chaos.arena import change
from engines.chaos.authoring import CHARACTER
from engines.chaos.cards import TARGET_SELECT
from engines.chaos.state import PARTNER, REST, Battle, ChaosState, Pile
from engines.core.state import Action


def clear(state: ChaosState, main: int) -> None:
    """Let nothing be under way, in the turn of `main`."""
    if state.turn_player != main or state.turn == 0:
        state.done = 0
    state.turn_player = main
    state.turn = max(1, state.turn)
    state.result, state.battle, state.waiting, state.due, state.losses = None, None, (), (), ("", "")
    state.frames, state.local, state.pending = (), (), ()
    for seat in (0, 1):
        if state.players[seat].arena[PARTNER] is None:  # before the Partners were chosen
            deck = state.players[seat].deck
            card = next(card for card in deck if state.faces[card].category == CHARACTER)
            deck.remove(card)
            state.put(seat, PARTNER, Pile(state.new_id(), card), another=True)


def go(state: ChaosState, step: str) -> None:
    """Stand at a step."""
    state.step = state.game.flow.steps[step]


def main_phase(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player be in the own Main Phase."""
    clear(state, seat)
    go(state, "M2")


def in_window(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player be asked first in the first ability step of the own turn."""
    clear(state, seat)
    state.frames, state.local = (state.game.flow.steps["D1"], (), ()), (seat, 0)
    go(state, "W1")


def to_use(state: ChaosState, seat: int, action: Action) -> None:
    """Go to the Main Phase or to an ability step, as the icon of the Event or ability asks."""
    if action[0] == "play":
        main = "main" in state.faces[action[1]].icons
    else:
        found = state.find(action[1])
        main = found is not None and state.faces[found[2].top].main >= 0
    (main_phase if main else in_window)(state, seat, action)


def to_attack(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player declare an attack."""
    clear(state, seat)
    go(state, "D1")


def to_aim(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player's Partner attack with Target Select."""
    clear(state, seat)
    pile = state.partner(seat)
    change(state, state.there(pile.id), up=True, turn=REST, effects=((TARGET_SELECT, 1),))
    state.battle = Battle(pile.id)
    go(state, "D2")


def to_guard(state: ChaosState, seat: int, action: Action) -> None:
    """Let the rival's Partner attack this player."""
    clear(state, 1 - seat)
    pile = state.partner(1 - seat)
    change(state, state.there(pile.id), up=True, turn=REST)
    state.battle = Battle(pile.id)
    go(state, "G1")


def to_turn_up(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player turn up a face-down character at the end of the own turn."""
    clear(state, seat)
    go(state, "E2")


def to_redraw(state: ChaosState, seat: int, action: Action) -> None:
    """Let this player be asked about the opening hand, as the first player."""
    clear(state, seat)
    state.turn = 0
    go(state, "S5")
