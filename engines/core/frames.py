"""Where a game stands in its flow table, as data: the step, the locals of the running procedure, the frames below.

The locals of a procedure are a plain tuple or a NamedTuple. A field of a NamedTuple annotated `CardNumber` is
written as the card's name in positions; one annotated `InPlay` holds the id of a card in play, which a canonical
key replaces by what the card looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_type_hints

from engines.core.errors import DataError
from engines.core.positions import frozen, plain
from engines.core.state import State

Local = tuple[Any, ...]
CardNumber = Annotated[int, "card"]
CardNumbers = Annotated[tuple[tuple[int, ...], ...], "cards"]
Places = Annotated[tuple[int, ...], "places"]
InPlay = Annotated[Any, "in play"]
Seat = Annotated[int, "seat"]


PLACE_SHAPE = {
    "local": list,
    "frames": [[Any]],
    "pending": list,
    "serial": int,
    "open_chance": bool,
    "prover": int,
}
"""What a table of `write_place` holds, for `check_shape`."""


def write_place(state: State) -> dict[str, Any]:
    """Return the place in the flow, and what else the kernel keeps, as a table for a position."""
    frames, below = [], state.frames
    while below:
        place, local, below = below
        frames.append([place.name, _write(state, local)])
    return {
        "local": _write(state, state.local),
        "frames": frames,
        "pending": plain(state.pending),
        "serial": state.serial,
        "open_chance": state.open_chance,
        "prover": state.prover,
    }


def read_place(state: State, step: Any, table: Mapping[str, Any], where: str) -> None:
    """Put `state` into the step called `step`, as a table of `write_place` says; entries may be left out.

    Raises DataError for a step or place that is not in the flow table, and for one that needs other locals.
    """
    flow = state.game.flow
    if step not in flow.steps:
        raise DataError(where, f"there is no step {step!r}.", f"Steps: {', '.join(flow.steps)}.")
    state.step = flow.steps[step]
    state.local = _read(state, table.get("local", ()), where)
    if state.step.local is not None and type(state.local) is not state.step.local:
        raise DataError(where, f"step {step} is inside another one.", "Begin before it and play from there.")
    for name, local in reversed(table.get("frames", ())):
        if name not in flow.places:
            raise DataError(
                where, f"there is no place {name!r} to continue at.", "Begin at a step and play from there."
            )
        state.frames = (flow.places[name], _read(state, local, where), state.frames)
    state.pending = frozen(table.get("pending", ()))
    state.serial = max(state.serial, table.get("serial", 0))
    state.open_chance = bool(table.get("open_chance", False))
    state.prover = table.get("prover", 0)


def locals_of(state: State) -> Iterator[Any]:
    """Yield the locals of the running procedure and of those below it."""
    yield state.local
    frames = state.frames
    while frames:
        _, local, frames = frames
        yield local


def place_key(state: State, looks: Callable[[Any], Any] | None = None) -> tuple[Any, ...]:
    """Return the place in the flow as part of a canonical key; looks(id) : what stands for a card in play."""
    key = [state.step.name, _look(state.local, looks), state.pending, state.script]
    frames = state.frames
    while frames:
        place, local, frames = frames
        key += (place.name, _look(local, looks))
    return tuple(key)


def _look(local: Local, looks: Callable[[Any], Any] | None) -> Local:
    if type(local) is tuple or looks is None:
        return local
    marks = marks_of(type(local))
    return tuple(looks(value) if mark == "in play" else value for mark, value in zip(marks, local, strict=True))


@cache
def marks_of(kind: Any) -> tuple[str, ...]:
    """Return for each field of a NamedTuple what its annotation says it holds: "card", "in play", "seat" ... or ""."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(next(iter(getattr(hints[name], "__metadata__", ())), "") for name in kind._fields)


def _write(state: State, local: Local) -> list[Any]:
    if type(local) is tuple:
        return list(plain(local))
    values: list[Any] = [type(local).__name__]
    for mark, value in zip(marks_of(type(local)), local, strict=True):
        values.append(state.game.cards[value].name if mark == "card" else plain(value))
    return values


def _read(state: State, written: Sequence[Any], where: str) -> Local:
    values: Local = frozen(written)
    kind: Any = state.game.flow.locals.get(values[0]) if values and isinstance(values[0], str) else None
    if kind is None:
        return values
    fields = kind._fields
    if len(fields) != len(values) - 1:
        raise DataError(where, f"{values[0]} has {len(values) - 1} entries.", f"It needs {', '.join(fields)}.")
    read = zip(marks_of(kind), values[1:], strict=True)
    local: Local = kind(*(state.game.card_number(value, where) if mark == "card" else value for mark, value in read))
    return local
