"""Repairs of needs and of right moments that several chapters share; each changes a copy of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engines.chaos.arena import change_character, put_character
from engines.chaos.cards import CHARACTER, SET
from engines.chaos.state import FOUGHT, FRIENDS, PARTNER, REST, USED, Battle, ChaosState, Pile
from engines.kernel.state import Action
from engines.legal.reasons import Repair
from engines.legal.stages import clear_to_step

# Cards and characters.


def cards_of_category(state: ChaosState, category: str = CHARACTER) -> Iterator[tuple[int, Any]]:
    """Yield the cards of a category with their faces."""
    return ((card.number, card.extra) for card in state.game.cards if card.category == category)


def find_fillers(state: ChaosState, count: int) -> list[int]:
    """Return cards that can be used to pay and have no other effect: Set cards."""
    return [next(cards_of_category(state, SET))[0]] * max(0, count)


def plain_character(state: ChaosState, seat: int, avoid: frozenset[str] = frozenset()) -> int:
    """Return a Character card with little text and with no Name that is in `avoid` or among the player's characters."""
    taken = avoid.union(*(state.faces[pile.top].names for pile in state.players[seat].piles()))
    free = [card for card, face in cards_of_category(state) if face.names.isdisjoint(taken)]
    return min(free, key=lambda card: len(state.game.cards[card].own_abilities))


def add_friend(state: ChaosState, seat: int, up: bool = True, card: int = -1, keep: int = 0) -> None:
    """Put a plain Friend into a free space, or in place of a Friend other than `keep`."""
    arena = state.players[seat].arena
    free = [space for space in FRIENDS if arena[space] is None]
    others = [space for space in FRIENDS if (pile := arena[space]) is not None and pile.id != keep]
    space = (*free, *others)[0]
    put_character(state, seat, space, Pile(state.new_id(), plain_character(state, seat) if card < 0 else card, up=up))


def replace_top(state: ChaosState, pile_id: int, card: int) -> None:
    """Replace a character with another card, alone in its pile."""
    change_character(state, state.location[pile_id], top=card, levels=(), under=())


def turn_character(**changes: Any) -> Callable[[ChaosState, int, int], None]:
    """Return the repair function that applies these changes to the character."""
    return lambda state, seat, number: change_character(state, state.location[number], **changes)


def not_done(state: ChaosState, seat: int, thing: object) -> None:
    """Make everything that can be done once per turn possible again."""
    state.done &= FOUGHT


def forget_use(state: ChaosState, seat: int, action: Action) -> None:
    """Forget that the character's ability was used this turn."""
    found = state.location[action[1]]
    change_character(state, found, effects=tuple(one for one in found[2].effects if one not in USED.values()))


# Right moments.


def move_to_own_step(step: str) -> Repair[ChaosState]:
    """Return the repair function that moves to `step` in the player's own turn."""
    return lambda state, seat, action: move_to_step(state, seat, step)


def move_to_step(state: ChaosState, main: int, step: str) -> None:
    """Move to a step in the turn of the player `main`, with nothing under way."""
    if state.turn_player != main or state.turn == 0:
        state.done = 0
    state.turn_player, state.turn = main, max(1, state.turn)
    clear_to_step(state, step)
    state.due, state.losses = (), ("", "")
    for seat, player in enumerate(state.players):
        if player.arena[PARTNER] is None:  # before the Partners have been chosen
            card = next(card for card in player.deck if state.faces[card].category == CHARACTER)
            player.deck.remove(card)
            put_character(state, seat, PARTNER, Pile(state.new_id(), card))


main_phase = move_to_own_step("M2")


def in_window(state: ChaosState, seat: int, action: Action) -> None:
    """Move to the first ability step of the player's own turn, in which this player is asked first."""
    move_to_step(state, seat, "W1")
    state.frames, state.procedure_locals = (state.game.flow.steps["D1"], (), ()), (seat, 0)


def under_attack(state: ChaosState, main: int, step: str, effects: tuple[tuple[str, int], ...] = ()) -> None:
    """Let the Partner of the player `main` attack, and move to `step`."""
    move_to_step(state, main, step)
    pile = state.partner(main)
    change_character(state, state.location[pile.id], up=True, turn=REST, effects=effects or pile.effects)
    state.battle = Battle(pile.id)
