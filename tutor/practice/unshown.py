"""What a question must not hang on: entries of a position that neither the board shows nor the prompt tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.errors import TebikiError
from engines.kernel.state import State
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import FIGURE_ENTRIES, SIDES, Document, is_same_moment, read_state, write_document
from tutor.practice.wording import tell_moment

FIXED_ENTRIES = (*FIGURE_ENTRIES, "game", "step", "player", "script")
"""Entries that the prompt always tells, or that are about no rule of play."""
MACHINERY = ("local", "frames", "pending", "serial", "open_chance", "prover", "phase")
"""Entries of `flow` that say where the engine is, not what has happened."""


def is_shown_in_full(state: State, answer: Callable[[State], object]) -> bool:
    """Return True if the answer is the same in every position that looks like this one and reads like it."""
    right = answer(state)
    return all(answer(other) == right for _, other in look_alikes(state))


def look_alikes(state: State) -> Iterator[tuple[str, State]]:
    """Yield positions that look the same to the learner, each with the name of the one entry that differs."""
    document = write_document(state)
    shown = describe_look(state)
    for name, other in changed_documents(document):
        there = read_state(state.game, other, run=False)
        try:
            if there is not None and is_same_moment(there, state) and describe_look(there) == shown:
                yield name, there
        except (TebikiError, *ABSENCE_ERRORS):  # no game gets there
            continue


def describe_look(state: State) -> object:
    """Return what the learner sees and reads of a position."""
    return repr(state.game.rules.table(state, LEARNER)), tell_moment(state)


def changed_documents(document: Document) -> Iterator[tuple[str, Document]]:
    """Yield positions in which one entry beside the cards has another value, each with the entry's name.

    What is under way (an attack, say) stays: its entries belong together.
    """
    flow = document.get("flow", {})
    for key, part in document.items():
        if key not in (*SIDES.values(), *FIXED_ENTRIES):
            yield from ((key, {**document, key: other}) for other in other_values(part))
    for key, part in flow.items():
        if key not in MACHINERY:
            yield from ((f"flow.{key}", {**document, "flow": {**flow, key: other}}) for other in other_values(part))


def other_values(value: object) -> Iterator[object]:
    """Yield other values of the same kind: of a switch, of a number, or of a list without one of its words."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (one for one in (0, value + 1, value - 1) if one != value and one >= 0)
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        yield from ([*value[:at], *value[at + 1 :]] for at in range(len(value)))
