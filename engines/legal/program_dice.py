"""Dice in texts of the shared effect language: which of them are rerolled, and what they show.

The kinds of action are offered in the rows of `engines.legal.program_rows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.book.card_programs import REROLL, DiceRules
from engines.declare.declaration import DeclaredState
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.legal import program_steps as steps
from engines.legal.arguments import Argument
from engines.legal.card_programs import CardPrograms, programs_of
from engines.legal.program_moves import note_text
from engines.legal.program_reading import CHOOSE_DICE, Instruction

DIE, FACE = "text_die", "text_face"
"""The kinds of action: choose a die to reroll, and what a die shows."""
ARGUMENTS = ("die", "face")


def _dice_rules(programs: CardPrograms) -> DiceRules:
    dice = programs.ways.dice
    assert dice is not None
    return dice


def _step_at(state: DeclaredState) -> Instruction:
    step = steps.current_step(state)
    assert step is not None
    return step


def list_dice(state: DeclaredState, programs: CardPrograms, step: Instruction) -> list[Action]:
    """Return, as actions, the dice that may be chosen next; in a proof one of those that show the same."""
    local = state.procedure_locals
    there = programs.dice_of(state, step, local)
    if state.open_chance:
        shown = _dice_rules(programs).read(state, programs.holder_of(step, local))
        there = sorted({shown[at]: at for at in there}.values())
    return [(DIE, at) for at in there]


def take_die(state: DeclaredState, action: Action) -> None:
    """Choose a die for a reroll; continue the text once there are enough."""
    programs, local, step = programs_of(state.game), state.procedure_locals, _step_at(state)
    dice = tuple(sorted((*local.dice, action[1])))
    state.procedure_locals = local = replace_entries(local, dice=dice, done=local.done + 1)
    if programs.left_to_pick(state, step, local) <= 0 or not programs.dice_of(state, step, local):
        steps.next_step(state)


def is_die_offered(state: DeclaredState, seat: int, die: int) -> bool:
    """Return True if a text asks for dice, and this one may be chosen."""
    step = _step_at(state)
    programs = programs_of(state.game)
    return step.verb == CHOOSE_DICE and die in programs.dice_of(state, step, state.procedure_locals)


def list_faces(state: DeclaredState) -> list[Action]:
    """Return, as actions, what the next die may show."""
    dice = _dice_rules(programs_of(state.game))
    faces = dice.faces(state) if _step_at(state).verb == REROLL else range(1, dice.sides + 1)
    return [(FACE, face) for face in faces]


def weights_of_faces(state: DeclaredState, actions: Sequence[Action]) -> list[int] | None:
    """Return how often each of these faces comes; None if all come equally often."""
    if _step_at(state).verb != REROLL:
        return None
    return _dice_rules(programs_of(state.game)).weights(state, [action[1] for action in actions])


def roll_die(state: DeclaredState, action: Action) -> None:
    """Roll a die of the text, or reroll the next one of those chosen."""
    programs, local, step, face = programs_of(state.game), state.procedure_locals, _step_at(state), action[1]
    if step.verb == REROLL:
        _reroll(state, programs, step, face)
        return
    rolled = (*(local.rolled if local.done else ()), face)
    if state.open_chance:  # in a proof the order of the dice does not matter
        rolled = tuple(sorted(rolled))
    note_text(state, "rolled", local.seat, face=face)
    state.procedure_locals = local = replace_entries(local, rolled=rolled, done=local.done + 1)
    if programs.left_to_pick(state, step, local) <= 0:
        steps.next_step(state)


def _reroll(state: DeclaredState, programs: CardPrograms, step: Instruction, face: int) -> None:
    local, rules = state.procedure_locals, _dice_rules(programs)
    seat = programs.holder_of(step, local)
    dice, left = list(rules.read(state, seat)), local.dice[1:]
    note_text(state, "rerolled", seat, old=dice[local.dice[0]], face=face)
    dice[local.dice[0]] = face
    if state.open_chance and not left:
        dice.sort()
    rules.write(state, seat, tuple(dice))
    state.procedure_locals = replace_entries(local, dice=left)
    if not left:
        steps.next_step(state)


def find_dice(state: DeclaredState, seat: int, value: int) -> list[str]:
    """Return where a board shows the die."""
    step = steps.current_step(state)
    if step is None or step.verb != CHOOSE_DICE:
        return []
    return [f"{programs_of(state.game).holder_of(step, state.procedure_locals)}.dice.{value}"]


def tried_dice(state: DeclaredState, seat: int) -> list[int]:
    """Return the places of the dice that a player could try."""
    step, programs = steps.current_step(state), programs_of(state.game)
    if state.step.name != steps.CHOICE or step is None or step.verb != CHOOSE_DICE:
        return []
    return list(range(len(_dice_rules(programs).read(state, programs.holder_of(step, state.procedure_locals)))))


PLACE: Argument[DeclaredState] = Argument(lambda s, seat, die: str(die + 1), find_dice, tried_dice)
SHOWN: Argument[DeclaredState] = Argument(
    lambda s, seat, face: str(face), lambda s, seat, face: [], lambda s, seat: list(range(1, 7))
)


def worth_of_die(state: DeclaredState, seat: int, action: Action) -> float:
    """Return how good it looks to reroll a die: good for a low one of the player, or a high one of the rival."""
    step, programs = _step_at(state), programs_of(state.game)
    rules, holder = _dice_rules(programs), programs.holder_of(step, state.procedure_locals)
    better = (rules.sides + 1) / 2 - rules.read(state, holder)[action[1]]
    return better if holder == seat else -better
