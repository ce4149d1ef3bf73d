"""Chapter 16: check timing. The order of its steps is a procedure of the flow table: `CHECK` in `procedure_rows`."""

from __future__ import annotations

from engines.chaos.abilities import set_off
from engines.chaos.arena import has_fallen, leave_arena, turn_down
from engines.chaos.state import MAY_FALL, MAY_WAIT, NAME_TWICE, ChaosState, Found, Resolution
from engines.chaos.winning import draw_game, settle_losses
from engines.kernel import programs
from engines.kernel.flow import Exit
from engines.kit import kit

NOBODY = ("", "")
"""Neither player has lost."""


def is_check_due(state: ChaosState) -> bool:
    """Return True if a check timing has something to do: an auto ability or a rule process is due (CHA-16.2)."""
    if not state.due_flags:
        return False
    if state.waiting or state.losses != NOBODY or state.rounds > state.game.parameters["rounds"]:
        return True
    if state.due_flags == MAY_WAIT or not any(due_in_arenas(state)):
        state.due_flags, state.changed_piles = 0, ()
    return state.due_flags > 0


def run_check(then: Exit[ChaosState]) -> kit.If[ChaosState]:
    """Return the exit that runs a check timing, if anything is due, and then takes `then` (CHA-16.2, CHA-R40)."""
    return kit.If(is_check_due, "check timing", kit.Call("C1", given=(), then=then), "", then, only="due_flags")


def first_processes(state: ChaosState) -> None:
    """Step 1: carry out all rule processes that are due, at once (CHA-16.1, 16.4)."""
    if state.rounds > state.game.parameters["rounds"]:
        draw_game(state, "endless_turn")
    else:
        rule_processes(state, "CHA-16.4")


def second_processes(state: ChaosState) -> None:
    """Step 3: again carry out all rule processes that are due, at once (CHA-16.6)."""
    rule_processes(state, "CHA-16.6")


def rule_processes(state: ChaosState, clause: str) -> None:
    """Carry out the rule processes due (CHA-R41): losses end the game, characters fall, duplicate Names are resolved.

    There is no process for a Set card without a character: it is part of the character's pile and leaves with it.
    """
    if state.losses != NOBODY:
        settle_losses(state)
        return
    if not state.due_flags & (MAY_FALL | NAME_TWICE):
        return
    fallen, doubled = due_in_arenas(state)
    state.due_flags, state.changed_piles = state.due_flags & MAY_WAIT, ()
    if not fallen and not doubled:
        return
    fallen.sort(key=lambda found: (found[2].top, found[0], found[2].id))  # left and right do not matter
    state.note("processes", clause, state.turn_player, count=len(fallen) + len(doubled))
    for _, _, pile in fallen:
        set_off(state, "falls", pile.id)
        winner = battles_against(state, pile.id) if "wins" in state.index.watching else 0
        if winner and all(winner != other.id for _, _, other in fallen):
            set_off(state, "wins", winner)
    for seat, _, pile in fallen:
        turn_down(state, pile.id)
        state.note("fell", "CHA-12.15", seat, unit=pile.top, damage=pile.damage)
    for number in doubled:
        leave_arena(state, number, "CHA-R10")


def battles_against(state: ChaosState, number: int) -> int:
    """Return the character with which this one is in battle, if both are still in it; otherwise 0."""
    battle = state.battle
    if battle is None or not battle.has(number):
        return 0
    one, two = battle.attacker, battle.guard or battle.target
    other = two if number == one else one if number == two else 0
    return other if other and battle.has(other) else 0


def due_in_arenas(state: ChaosState) -> tuple[list[Found], list[int]]:
    """Return the characters that fall now, and the ids of those that must leave because of a duplicate Name."""
    there = [state.location[number] for number in dict.fromkeys(state.changed_piles) if number in state.location]
    fallen = [found for found in there if has_fallen(state, *found)]
    doubled = [*later_ones(state, 0), *later_ones(state, 1)] if state.due_flags & NAME_TWICE else []
    return fallen, doubled


def later_ones(state: ChaosState, seat: int) -> list[int]:
    """Return the characters that must leave because they share a Name: the later ones, never the Partner (CHA-R10)."""
    taken: set[str] = set()
    leaving = []
    partner, *friends = (pile for pile in state.players[seat].arena if pile is not None)
    for pile in (partner, *sorted(friends)):
        names = state.faces[pile.top].names
        if not names.isdisjoint(taken):
            leaving.append(pile.id)
        taken |= names
    return leaving


def begin_ability(state: ChaosState, ability: tuple[int, int, int, tuple[int, int]]) -> None:
    """Take one waiting ability out of the queue, to be played and resolved (CHA-16.5, 16.7, CHA-R42)."""
    programs.take_out(state, ability)
    seat, card, place, (unit, subject) = ability
    state.call_arguments = Resolution("auto", card, place, 0, seat, unit, "", subject)
    state.note("played_auto", "CHA-16.5" if seat == state.turn_player else "CHA-16.7", seat, card=card)


def look_again(state: ChaosState) -> None:
    """Step 5: if anything remains to be done, start the check again (CHA-16.3, 16.8)."""
    if is_check_due(state):
        state.rounds += 1  # the limit also counts actions: see `paying.begin_payment`
        state.note("checked_again", "CHA-16.8", state.turn_player)


RESOLVE: kit.Kind[ChaosState] = kit.action("resolve", "CHA-16.3", waiting=kit.ability_waiting())
