"""Chapter 7: the turn, from the Beginning Phase to the End Phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.chaos import heuristics, repairs
from engines.chaos.abilities import set_off
from engines.chaos.arena import damaged, put_character, recover_characters, turn_up, with_effects
from engines.chaos.check import run_check
from engines.chaos.library import draw
from engines.chaos.requirements import UNIT, is_own, need, needs
from engines.chaos.state import FRIENDS, LEVELLED, MAY_WAIT, PARTNER, USED, ChaosState
from engines.chaos.winning import draw_game
from engines.kernel.flow import name_decider
from engines.kernel.state import Action
from engines.kit import kit


def begin_turn(state: ChaosState) -> None:
    """Begin a turn: set the Main player, and reset what can be done once per turn (CHA-6.7, 7.1, 7.17, CHA-R54)."""
    if state.turn:
        state.turn_player = 1 - state.turn_player
    if state.turn >= state.game.parameters["turn_cap"]:
        draw_game(state, "last_turn", turn=state.turn)
        return
    state.turn += 1
    state.done = state.rounds = 0
    state.note("turn_began", "CHA-6.7", state.turn_player, turn=state.turn)


main_player: Callable[[ChaosState], int] = name_decider("Main player", "turn_player")
"""Returns the seat of the player whose turn it is (CHA-6.7)."""


sub_player: Callable[[ChaosState], int] = name_decider("Sub player", "turn_player", other=True)
"""Returns the seat of the other player (CHA-6.7)."""


def set_off_moment(name: str) -> Callable[[ChaosState], None]:
    """Return an effect that triggers the abilities of a phase's start or end (CHA-7.2, 7.5, 7.9, 7.12, CHA-R43).

    Abilities worded "at turn end" trigger only in that step (CHA-R47).
    """
    return lambda state: set_off(state, name)


# Beginning Phase and Main Phase.


def ready_characters(state: ChaosState) -> None:
    """Turn all characters of the Main player from Rest to Stand, or from Reverse to Rest (CHA-7.3, CHA-R8)."""
    recover_characters(state, state.turn_player, (PARTNER, *FRIENDS), "CHA-7.3")


def draw_for_turn(state: ChaosState) -> None:
    """Draw for the Main player, also in the first turn (CHA-7.4, CHA-R7); an empty deck loses (CHA-17.1)."""
    count = state.game.parameters["draws"]
    enough = len(state.players[state.turn_player].deck) >= count
    draw(state, state.turn_player, count, "CHA-7.4")
    if not enough:
        note_loss(state, state.turn_player, "CHA-17.1")


def note_loss(state: ChaosState, seat: int, clause: str) -> None:
    """Record that a player has lost, which takes effect at the next check timing (CHA-14.3, CHA-R39)."""
    losses = list(state.losses)
    losses[seat] = losses[seat] or clause
    state.losses, state.due_flags = (losses[0], losses[1]), state.due_flags | MAY_WAIT
    state.note("cannot_draw" if clause == "CHA-17.1" else "cannot_move", clause, seat)


MAIN = kit.Moment("main", kit.own("main"), (kit.Over("main", "", kit.own("battle", "end")),))
main_action = kit.actions_with(when=MAIN, stage=repairs.main_phase)


def is_not_done(name: str, clause: str, flag: int, write: Callable[..., Any] = needs) -> Any:
    """Return the requirement that the player has not done something this turn.

    flag : the deed, one of the flags in `state.done`. write : `need` for a need of an argument, otherwise `needs`.
    """
    return write(name, clause, lambda s, seat, thing: s.turn_player != seat or not s.done & flag, repairs.not_done)


NOT_LEVELLED = is_not_done("not_levelled", "CHA-8.4", LEVELLED)


# End Phase.


def face_down(state: ChaosState) -> list[Action]:
    """Return, as actions, the player's face-down characters, one of which must be turned up (CHA-7.10, CHA-R44)."""
    return [("turn_up", pile.id) for pile in state.players[state.turn_player].piles() if not pile.up]


def turn_one_up(state: ChaosState, action: Action) -> None:
    """Turn a face-down character face-up (CHA-7.10)."""
    turn_up(state, action[1], "CHA-7.10")


FACE_DOWN = need("face_down", "", lambda s, seat, found: not found[2].up, repairs.turn_character(up=False, damage=0))
TURN_UP: kit.Kind[ChaosState] = kit.action(
    "turn_up",
    "CHA-7.10",
    turn_one_up,
    run_check("E3"),
    stage=repairs.move_to_own_step("E2"),
    looks=heuristics.worth_of_turning_up,
    unit=(UNIT, is_own(), FACE_DOWN),
)


def partner_readies(state: ChaosState) -> None:
    """Turn the Main player's Partner, face-up or face-down, back by one step (CHA-7.11, CHA-R44)."""
    recover_characters(state, state.turn_player, (PARTNER,), "CHA-7.11")


def hand_of_main(state: ChaosState) -> list[int]:
    """Return the Main player's hand."""
    return state.players[state.turn_player].hand


def count_surplus(state: ChaosState) -> int:
    """Return the number of cards by which the Main player's hand exceeds the limit, usually 7 (CHA-7.13, 7.14)."""
    return max(0, len(state.players[state.turn_player].hand) - state.game.parameters["hand_limit"])


def too_many(state: ChaosState) -> bool:
    """Return True if the Main player holds more cards than the hand limit."""
    return count_surplus(state) > 0


def discard_surplus(state: ChaosState) -> None:
    """Put the chosen cards into the waiting room (CHA-7.13, CHA-R45)."""
    player = state.players[state.turn_player]
    for card in state.procedure_locals[-1]:
        player.hand.remove(card)
        player.waiting.append(card)
        state.note("discarded", "CHA-7.13", state.turn_player, card=card)


def heal_damage(state: ChaosState) -> None:
    """Heal all damage on characters of both players (CHA-7.15)."""
    for seat, space, pile in sorted([found for found in state.location.values() if found[2].damage]):
        put_character(state, seat, space, damaged(pile, 0))
        state.note("healed", "CHA-7.15", seat, unit=pile.top, count=pile.damage)


def end_effects(state: ChaosState) -> None:
    """End the effects that last until the end of the turn, after the healing (CHA-7.16, CHA-R46)."""
    for seat, space, pile in sorted([found for found in state.location.values() if found[2].effects]):
        put_character(state, seat, space, with_effects(pile, ()))
        if any(effect not in USED.values() for effect in pile.effects):
            state.note("expired", "CHA-7.16", seat, unit=pile.top)
