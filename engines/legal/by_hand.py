"""The row of the flow table in which the players carry out a card's text by hand.

Only games with such a card have this row. The procedure that carries out programs calls the row for a text; a player
may also open it at a decision. In this row the players may make free moves (`engines.forms.free_moves`); its only
action ends it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.book.words import Words
from engines.errors import DataError
from engines.kernel.flow import RETURN, Call, Flow, If, Step, copy_row, name_decider
from engines.kernel.programs import HAND_STEP, ByHand, waits_for_hands
from engines.kernel.state import State
from engines.legal.actions import choice_row, make_action
from engines.legal.reasons import Kind

DONE = "carried_out"
"""The kind of action by which the players say that they have carried out the text."""


def carries_out_programs(row: Step[Any]) -> bool:
    """Return True for the row that carries out card texts.

    It is the first row of its procedure, and its locals have a card, an ability and the next instruction.
    """
    names = () if row.local is None else row.local._fields  # type: ignore[attr-defined]  # a NamedTuple
    return row.do is not None and row.name == row.procedure and {"card", "ability", "at"} <= {*names}


def add_hand_step(flow: Flow[Any], kinds: dict[str, Kind[Any]], words: Words) -> tuple[Flow[Any], dict[str, Kind[Any]]]:
    """Return a flow table and its kinds of action with the row `HAND_STEP` added, unless it is there already.

    Raises DataError if no row of the table carries out card texts.
    """
    if HAND_STEP in flow.steps:
        return flow, kinds
    rows = [copy_row(step) for step in flow.steps.values()]
    running = next((row for row in rows if carries_out_programs(row)), None)
    if running is None:
        raise DataError("flow table", "no row carries out card texts.", "Texts by hand need one.")
    clause = running.clauses[0]
    done: Kind[Any] = make_action(DONE, clause, to=RETURN, words="carried out by hand")
    form, label = (words.find(f"action.{DONE}.{part}", "en") for part in ("form", "label"))
    done = replace(done, form=form, label=label, steps=(HAND_STEP,))
    heading = f"{HAND_STEP} {running.phase} {clause}"
    asked = choice_row(
        heading, name_decider("player whose card it is", "procedure_locals.seat"), (done,), procedure=HAND_STEP
    )
    asked.local, asked.title = ByHand, words.find(f"step.{HAND_STEP}.title", "en")
    running.to = If(
        waits_for_hands, "a text is carried out by hand", Call(HAND_STEP, then=running.name), "", running.to
    )
    rows.insert(1 + rows.index(running), asked)
    return Flow(rows), {**kinds, DONE: done}


def may_call_hands(state: State) -> bool:
    """Return True if a player may open the row: during a turn, at a decision outside any procedure, or in a window.

    Elsewhere, something is under way that relies on its cards, for example a payment that is half made.
    """
    there = HAND_STEP in state.game.flow.steps and state.decision is not None and not stands_by_hand(state)
    alone = not state.procedure_locals and not state.frames
    return there and bool(state.turn) and not state.step.pick and (alone or state.step.window)


def call_hands(state: State, seat: int) -> None:
    """Open the row at a decision, for a player to carry out something by hand; afterwards the decision comes back."""
    state.frames = (state.step, state.procedure_locals, state.frames)
    state.step, state.procedure_locals = state.game.flow.steps[HAND_STEP], ByHand(seat, "")
    state.run()


def stands_by_hand(state: State) -> bool:
    """Return True while the players are carrying something out by hand."""
    return state.result is None and state.step.name == HAND_STEP
