"""Repairs and right moments shared by several chapters: each changes a copy of a position.

A test uses them to check that each repair removes its reason; lessons use them to show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import DARK_NOBODY, PLAYER, WORLD, Face
from engines.kingdom_hearts.state import Fight, KingdomHeartsState
from engines.kingdom_hearts.values import world_total
from engines.legal.reasons import Repair
from engines.legal.stages import clear_to_step


def first_card(state: KingdomHeartsState, test: Callable[[Face], bool]) -> int:
    """Return the first card of the game that passes a test."""
    return next(number for number, face in enumerate(state.faces) if test(face))


def plain_card(state: KingdomHeartsState, category: str) -> int:
    """Return a card of this type with the easiest conditions, if possible without text and of a low level."""
    cards = [card for card in state.game.cards if card.category == category and not card.extra.form]
    return min(cards, key=lambda card: (card.extra.total_at_least, len(card.own_abilities), card.extra.level)).number


def stage_at(step: str) -> Repair[KingdomHeartsState]:
    """Return the repair function that moves to this player's decision in `step`, in a fight of theirs if it needs one.

    Nothing else is under way, and both heroes are in place.
    """

    def make_true(state: KingdomHeartsState, seat: int, action: Action) -> None:
        clear_to_step(state, step)
        state.turn, state.actions_taken = max(1, state.turn), 0
        if state.turn_player != seat:  # the other player did what was done this turn
            state.turn_player, state.done = seat, 0
        for player in state.players:
            player.allies = [(*ally[:3], False) for ally in player.allies]
            if player.hero == NO_CARD:
                player.hero = plain_card(state, PLAYER)
                player.hp = state.faces[player.hero].hp
        if state.step.phase == "battle" or step == "C2":
            state.fight = Fight(step == "C2", seat)
        if step == "C2":
            state.procedure_locals, state.frames = (seat, 0), (state.game.flow.steps["C4"], (), ())

    return make_true


def put_hero(state: KingdomHeartsState, seat: int, test: Callable[[Face], bool]) -> None:
    """Replace the hero with one that passes a test, without Form Change."""
    player = state.players[seat]
    player.form = NO_CARD
    player.hero = first_card(state, lambda hero: hero.category == PLAYER and not hero.form and test(hero))


def add_ally(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Put an ally on the field of `seat`."""
    state.players[seat].allies.append((state.new_id(), card, (), False))


def add_obstacle(state: KingdomHeartsState, seat: int) -> None:
    """Put an obstacle on the field of `seat`; if there is no world, add one."""
    player = state.players[seat]
    if not player.worlds:
        player.worlds.append(plain_card(state, WORLD))
    player.obstacles.append((state.new_id(), plain_card(state, DARK_NOBODY)))


def lengthen_road(state: KingdomHeartsState, seat: int, world: Face) -> None:
    """Add worlds beneath the player's stack until their total is enough for this world."""
    _lengthen(state, seat, world.total_at_least)


def lengthen_rivals_road(state: KingdomHeartsState, seat: int, obstacle: Face) -> None:
    """Add worlds beneath the opponent's stack until the total reaches an obstacle's level."""
    _lengthen(state, 1 - seat, obstacle.level)


def _lengthen(state: KingdomHeartsState, seat: int, total: int) -> None:
    while world_total(state, seat) < total:
        state.players[seat].worlds.insert(0, plain_card(state, WORLD))
