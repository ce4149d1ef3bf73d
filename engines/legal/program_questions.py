"""What a text in the shared effect language asks the player who answers, in words.

The question is rendered from the instruction that asks; the whole text, shown with it, says what the answer is for.
"""

from __future__ import annotations

from engines.book.card_program_text import render_program, render_question
from engines.book.card_programs import DRAW, MAY
from engines.declare.declaration import DeclaredState
from engines.kernel.state import State
from engines.legal.card_programs import programs_of
from engines.legal.program_reading import CHOOSE_DICE
from engines.legal.program_rows import CHOICE, seat_asked
from engines.legal.program_steps import current_step, current_text


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
    said = words.say(f"program.ask.{key}", source=state.name(local.card), text=f"{rendered[:1].upper()}{rendered[1:]}.")
    return asked, said
