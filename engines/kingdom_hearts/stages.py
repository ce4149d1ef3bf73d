"""The right moment: each function brings a copy of a position to the moment at which an action could be legal.

They are the repair functions of the timing requirement; `engines.kingdom_hearts.repairs` has those of the others.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import DARK_NOBODY, PLAYER
from engines.kingdom_hearts.magic import TIME_OF
from engines.kingdom_hearts.state import Fight, KingdomHeartsState
from engines.legal.stages import clear

Repair = Callable[[KingdomHeartsState, int, Action], None]


def plain_card(state: KingdomHeartsState, category: str) -> int:
    """Return a card of a type, without text and of a low level where there is one."""
    cards = [card for card in state.game.cards if card.category == category and not card.extra.form]
    return min(cards, key=lambda card: (len(card.abilities), card.extra.total_at_least, card.extra.level)).number


def at(step: str) -> Repair:
    """Return the repair function that makes it this player's decision in a step, in a fight of the own if it has one.

    Nothing else is under way, and both heroes are in place.
    """

    def make_true(state: KingdomHeartsState, seat: int, action: Action) -> None:
        clear(state, step)
        state.turn, state.actions_taken = max(1, state.turn), 0
        if state.turn_player != seat:  # what was done this turn was done by the other player
            state.turn_player, state.done = seat, 0
        for player in state.players:
            player.allies = [(*ally[:3], False) for ally in player.allies]
            if player.hero == NO_CARD:
                player.hero = plain_card(state, PLAYER)
                player.hp = state.faces[player.hero].hp
        if state.step.phase == "battle" or step == "C2":
            state.fight = Fight(step == "C2", seat)
        if step == "C2":
            state.local, state.frames = (seat, 0), (state.game.flow.steps["C4"], (), ())

    return make_true


def to_cast(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Go to a moment at which the Magic card can be used: Action Time, a Battle, a Challenge."""
    timing = state.faces[action[1]].timing
    at(next((step for step, time in TIME_OF.items() if time in timing), "C2"))(state, seat, action)


def form_on(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let this player decide about a Form Change on the own hero."""
    at("D1")(state, seat, action)
    if state.players[seat].form == NO_CARD:
        state.players[seat].form = next(number for number, face in enumerate(state.faces) if face.form)


def add_obstacle(state: KingdomHeartsState, seat: int) -> None:
    """Put an obstacle on the field of `seat`, on a world if there is none."""
    player = state.players[seat]
    if not player.worlds:
        player.worlds.append(plain_card(state, "world"))
    player.obstacles.append((state.new_id(), plain_card(state, DARK_NOBODY)))
