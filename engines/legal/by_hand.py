"""The row of the flow table in which the players carry out a card's text by hand.

Only games with such a card have this row. The procedure that carries out programs calls the row for a text; a player
may also open it at a decision. In this row the players may make free moves (`engines.forms.free_moves`); its only
action ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
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


def add_called_rows(
    flow: Flow[Any],
    words: Words,
    make: Callable[[Step[Any]], Sequence[Step[Any]]],
    test: Callable[[Any], bool],
    when: str,
) -> Flow[Any]:
    """Return a flow table with added rows, which the row that carries out card texts calls as a procedure.

    make(running) : returns the new rows, the first of which is called. test, when : the condition for the call, and the
    same in words. Raises DataError if no row of the table carries out card texts.
    """
    rows = [copy_row(step) for step in flow.steps.values()]
    running = next((row for row in rows if carries_out_programs(row)), None)
    if running is None:
        raise DataError("flow table", "no row carries out card texts.", "Texts of cards need one.")
    added = make(running)
    for row in added:
        row.title = words.find(f"step.{row.name}.title", "en")
    running.to = If(test, when, Call(added[0].name, then=running.name), "", running.to)
    at = 1 + rows.index(running)
    rows[at:at] = added
    return Flow(rows)


def worded_action(kind: Kind[Any], words: Words, step: str) -> Kind[Any]:
    """Return a kind of action with its words, which all games share, offered in one step."""
    form, label = (words.find(f"action.{kind.name}.{part}", "en") for part in ("form", "label"))
    return replace(kind, form=form, label=label, steps=(step,))


def add_hand_step(flow: Flow[Any], kinds: dict[str, Kind[Any]], words: Words) -> tuple[Flow[Any], dict[str, Kind[Any]]]:
    """Return a flow table and its kinds of action with the row `HAND_STEP` added, unless it is there already."""
    if HAND_STEP in flow.steps:
        return flow, kinds
    made, done = _add_row(flow, words)
    return made, {**kinds, DONE: done}


@lru_cache(maxsize=8)
def _add_row(flow: Flow[Any], words: Words) -> tuple[Flow[Any], Kind[Any]]:
    """Return the flow table with the row, and its kind of action; kept, because every set of cards asks for it."""
    clause = next(row.clauses[0] for row in flow.steps.values() if carries_out_programs(row))
    done: Kind[Any] = worded_action(make_action(DONE, clause, to=RETURN, words="carried out by hand"), words, HAND_STEP)
    decider = name_decider("player whose card it is", "procedure_locals.seat")

    def make(running: Step[Any]) -> list[Step[Any]]:
        asked = choice_row(f"{HAND_STEP} {running.phase} {clause}", decider, (done,), procedure=HAND_STEP)
        asked.local = ByHand
        return [asked]

    return add_called_rows(flow, words, make, waits_for_hands, "a text is carried out by hand"), done


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
