"""Finds answers that depend on entries of a position which neither the board nor the prompt shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engines.errors import TebikiError
from engines.kernel.state import State
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import FIGURE_ENTRIES, SIDES, Document, is_same_moment, read_state, write_document
from tutor.practice.wording import tell_moment

FIXED_ENTRIES = (*FIGURE_ENTRIES, "game", "step", "player", "script")
"""Entries that the prompt always states, or that concern no rule of play."""
MACHINERY = ("local", "frames", "pending", "serial", "open_chance", "prover", "phase")
"""Entries of `flow` that say where the engine is, not what has happened in the game."""


def is_shown_in_full(state: State, answer: Callable[[State], object]) -> bool:
    """Return True if the answer is the same in every position that the learner cannot tell from this one."""
    return not find_unshown(state, {"": answer})


def find_unshown(state: State, answers: Mapping[str, Callable[[State], object]]) -> set[str]:
    """Return the keys of the answers that differ in some position that the learner cannot tell from this one.

    An answer may be that of the rules, or that of a belief.
    """
    here = {key: answer(state) for key, answer in answers.items()}
    others = [other for _, other in look_alikes(state)]
    return {key for key, answer in answers.items() if any(answer(other) != here[key] for other in others)}


def look_alikes(state: State) -> Iterator[tuple[str, State]]:
    """Yield positions that look the same to the learner, each with the name of the one entry that differs."""
    document = write_document(state)
    shown = describe_look(state)
    for name, other in changed_documents(document):
        there = read_state(state.game, other, run=False)
        try:
            if there is not None and is_same_moment(there, state) and describe_look(there) == shown:
                yield name, there
        except (TebikiError, *ABSENCE_ERRORS):  # no game can reach this position
            continue


def describe_look(state: State) -> object:
    """Return everything that the learner sees and reads about a position."""
    return repr(state.game.rules.table(state, LEARNER)), tell_moment(state)


def changed_documents(document: Document) -> Iterator[tuple[str, Document]]:
    """Yield positions in which one entry that is not about cards has another value, with the entry's name.

    Entries about something in progress (such as an attack) are left unchanged, because they belong together.
    """
    flow = document.get("flow", {})
    for key, part in document.items():
        if key not in (*SIDES.values(), *FIXED_ENTRIES):
            yield from ((key, {**document, key: other}) for other in other_values(part))
    for key, part in flow.items():
        if key not in MACHINERY:
            yield from ((f"flow.{key}", {**document, "flow": {**flow, key: other}}) for other in other_values(part))


def other_values(value: object) -> Iterator[object]:
    """Yield other values of the same kind: for a switch, for a number, or for a list (with one element removed)."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (one for one in (0, value + 1, value - 1) if one != value and one >= 0)
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        yield from ([*value[:at], *value[at + 1 :]] for at in range(len(value)))
