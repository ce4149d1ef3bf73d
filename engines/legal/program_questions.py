"""What a text in the shared effect language asks the player who answers, in words.

The question is rendered from the instruction that asks; the whole text, shown with it, says what the answer is for.
"""

from __future__ import annotations

from engines.book.card_program_text import render_program, render_question
from engines.book.card_programs import DRAW, MAY, PAY, UNLESS
from engines.declare.declaration import DeclaredState
from engines.kernel.state import Action, State
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms, programs_of
from engines.legal.program_dice import DIE
from engines.legal.program_reading import CHOOSE_DICE, Instruction, Picked
from engines.legal.program_rows import CHOICE, ENOUGH, NO, TAKE, YES, ZONE
from engines.legal.program_steps import current_step, current_text
from engines.legal.program_things import THING, seat_asked
from engines.legal.whereabouts import name_place


def question_of_text(state: State) -> tuple[str, str] | None:
    """Return the question that a text asks now, and the text itself with the card that has it; None if none asks."""
    if state.step.name != CHOICE or state.decision is None or not isinstance(state, DeclaredState):
        return None
    step, programs, local = current_step(state), programs_of(state.game), state.procedure_locals
    if step is None:
        return None
    words, text = state.game.words, current_text(state)
    ability = state.game.cards[local.card].abilities[local.ability]
    if step.verb == MAY:
        payable = programs.can_pay(state, text, local)
        asked = words.say(f"program.ask.{'unpaid' if not payable else 'may_pay' if text.pays else 'may'}")
    else:
        if step.verb == DRAW:
            left = programs.amount_in(state, step.amounts["count"], programs.source_of(state, local)) - local.done
        else:
            left = programs.left_to_pick(state, step, local)
        if step.verb == CHOOSE_DICE:
            left = min(left, len(programs.dice_of(state, step, local)))
        left = max(1, left)
        asked = render_question(programs.ways, step.entries, left, local.done, words)
    rendered = render_program(programs.ways, ability, words)
    own = seat_asked(state) == local.seat
    key = "rival.answers" if not own else "price" if step in text.pays else "own"
    said = words.say(
        f"program.ask.{key}",
        source=state.name(local.card),
        text=words.say("change.sentence", text=f"{rendered[:1].upper()}{rendered[1:]}"),
    )
    return asked, said


def label_of_choice(state: State, action: Action, viewer: int) -> str:
    """Return the words on the button of an action that answers a text; "" for any other action."""
    if state.step.name != CHOICE or not isinstance(state, DeclaredState) or action[0] not in ANSWERS:
        return ""
    step, programs, tell = current_step(state), programs_of(state.game), state.game.words.table("program.button")
    if step is None:
        return ""
    if action[0] == TAKE:
        thing = programs.picked_thing(state, action[1])
        return "" if thing is None else tell(step.entries["verb"], card=_name_choice(state, action[1], thing, viewer))
    if action[0] == ZONE:
        return tell("zone", zone=state.game.words.say(f"program.zone.{programs.zones[action[1]]}"))
    if action[0] == DIE and programs.ways.dice is not None:
        dice = programs.ways.dice.read(state, programs.holder_of(step, state.procedure_locals))
        return tell("die", face=dice[action[1]])
    if action[0] == ENOUGH:
        return tell("enough" if state.procedure_locals.done else "none")
    return _label_of_answer(state, step, action[0] == YES, programs)


ANSWERS = (TAKE, ZONE, DIE, ENOUGH, YES, NO)


def _name_choice(state: DeclaredState, value: Picked, thing: Thing, viewer: int) -> str:
    """Return the card of a choice in words, with its place unless it is in play."""
    tell = state.game.words.table("program.button")
    if thing.record is None:
        place = name_place(state, thing.zone, thing.seat == viewer)
        return tell("there", card=state.name(thing.card), place=place)
    spelled = THING.spell(state, viewer, value).removeprefix("their ").replace('"', "")
    return tell("rival", card=spelled) if thing.seat != viewer else spelled


def _label_of_answer(state: DeclaredState, step: Instruction, agrees: bool, programs: CardPrograms) -> str:
    """Return the words on the buttons that accept and decline an offer of a text."""
    tell = state.game.words.table("program.button")
    if step.verb == DRAW:
        return tell("draw" if agrees else "undrawn")
    if step.verb == UNLESS:
        paid = step.entries[PAY][0]
        name, count = next((name, -paid[name]) for name in programs.ways.points if name in paid)
        points = state.game.words.say(f"program.points.{name}", count=count)
        return tell("pay" if agrees else "unpaid", count=count, points=points)
    return tell("yes" if agrees else "no")
