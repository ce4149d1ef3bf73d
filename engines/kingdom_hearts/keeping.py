"""A beginner's judgement of which hand cards to keep; new cards replace those discarded (KH-6.3, 6.8)."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import actions, allies, battle
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY, EQUIPMENT, MAGIC, MAGIC_ALLY, PLAYER, WORLD
from engines.kingdom_hearts.heuristics import best_magic
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.kingdom_hearts.values import ally_level


def worth_of_discarding(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of discarding a card: positive if it will be useless next turn, when a new one replaces it."""
    if _dead(state, seat, action[1]):
        return 1
    must = len(state.players[seat].hand) - len(state.procedure_locals.picks) > state.game.parameters["hand"]
    return 0.1 - state.faces[action[1]].bonus / 100 if must else -1


def _dead(state: KingdomHeartsState, seat: int, card: int) -> bool:
    """Return True for a hand card that is unlikely to be useful next turn."""
    face, player = state.faces[card], state.players[seat]
    if face.category == WORLD:
        held, picks = (
            [state.faces[one].category for one in zone] for zone in (player.hand, state.procedure_locals.picks)
        )
        return held.count(WORLD) - picks.count(WORLD) > (1 if player.obstacles else 2)
    if face.is_dark_nobody and not allies.suits_hero(state, seat, face):
        return face.pow < 5 or not actions.is_level_reached(state, 1 - seat, face)
    if face.category in (ALLY, PLAYER, DARK_NOBODY) and not face.form:
        useful = allies.suits_hero(state, seat, face) and allies.name_is_free(state, seat, face)
        return not useful or face.level > ally_level(state, seat) + 2
    if face.category == EQUIPMENT:
        return not actions.find_bearers(state, seat, face)
    if face.category in (MAGIC, MAGIC_ALLY):
        return face.level > best_magic(state, seat)
    return bool(face.link) and not battle.has_links(state, seat, face)
