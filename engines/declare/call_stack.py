"""The position in the flow table as data: the step, the locals of the running procedure, and the frames below.

The locals of a procedure are a plain tuple or a NamedTuple. In a NamedTuple, a field annotated `CardNumber` appears in
positions as the card's name. A field annotated `InPlay` holds the id of a card in play; in a canonical key the card's
visible state replaces the id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from engines.book.toml_schema import Document, Shape, check_shape, to_lists, to_tuples
from engines.errors import DataError, did_you_mean
from engines.kernel.flow import Continuation, Step
from engines.kernel.state import Lasting, State
from engines.kernel.tuples import Row

Local = Row
CardNumber = Annotated[int, "card"]
CardNumbers = Annotated[tuple[tuple[int, ...], ...], "cards"]
Places = Annotated[tuple[int, ...], "places"]
InPlay = Annotated[Any, "in play"]
Seat = Annotated[int, "seat"]


NO_LASTING: Lasting = ("turn", 0, 0, "", 0, 0, 0, 0, 0)
"""An example of what a text has done for a while; its entries have the right types."""
CARD_AT = 5
"""The place of the card's number in it."""

PLACE_SHAPE: dict[str, Shape] = {
    "local": list,
    "frames": [[object]],
    "pending": list,
    "serial": int,
    "lasting": [list],
    "open_chance": bool,
    "prover": int,
}
"""The shape of the table that `write_place` returns, for `check_shape`."""


def write_place(state: State) -> dict[str, object]:
    """Return the place in the flow table, and the rest of the kernel's state, as a table for a position."""
    here, *below = [[place.name, _write(state, local)] for place, local in iterate_frames(state)]
    return {
        **({"lasting": [_write_lasting(state, one) for one in state.lasting]} if state.lasting else {}),
        "local": here[1],
        "frames": below,
        "pending": to_lists(state.pending),
        "serial": state.serial,
        "open_chance": state.open_chance,
        "prover": state.prover,
    }


def _write_lasting(state: State, one: Lasting) -> list[object]:
    return [*one[:CARD_AT], state.game.cards[int(one[CARD_AT])].name, *one[CARD_AT + 1 :]]


def _read_lasting(state: State, written: Sequence[object], where: str) -> Lasting:
    kinds = [str if at == CARD_AT else type(value) for at, value in enumerate(NO_LASTING)]
    if len(written) != len(kinds) or any(type(one) is not kind for one, kind in zip(written, kinds, strict=True)):
        raise DataError(f"{where}, flow", f"lasting has {list(written)}.", FROM_A_STEP)
    values: Any = [*written]
    values[CARD_AT] = state.game.card_number(values[CARD_AT], where)
    if not -1 <= values[CARD_AT + 1] < len(state.game.cards[values[CARD_AT]].abilities) or values[-1] not in (0, 1):
        raise DataError(f"{where}, flow", f"lasting has {list(written)}.", FROM_A_STEP)
    return tuple(values)


FROM_A_STEP = "Begin at a step and play from there."


def read_place(state: State, step: str, table: Document, where: str) -> None:
    """Put `state` into the step called `step`, using a table from `write_place`; entries may be missing.

    Raises DataError if a step or continuation is not in the flow table, or if the locals are not possible in the step.
    """
    flow = state.game.flow
    if step not in flow.steps:
        raise DataError(where, f"there is no step {step!r}.", did_you_mean(step, flow.steps))
    state.step = flow.steps[step]
    check_shape(table, {key: PLACE_SHAPE.get(key, object) for key in table}, f"{where}, flow")
    for frame in reversed(table.get("frames", ())):
        if len(frame) != 2 or not isinstance(frame[0], str) or not isinstance(frame[1], list | tuple):
            raise DataError(f"{where}, flow", f"{frame!r} is no place with its locals.", FROM_A_STEP)
        name, local = frame
        if name not in flow.places:
            raise DataError(where, f"there is no place {name!r} to continue at.", FROM_A_STEP)
        below = _stand(state, flow.steps[name.partition("+")[0]], local, where)
        state.frames = (flow.places[name], below, state.frames)
    state.procedure_locals = _stand(state, state.step, table.get("local", ()), where)
    if state.step.procedure and not state.frames:
        raise DataError(where, f"step {step} is inside another one.", "Begin before it and play from there.")
    state.pending = to_tuples(table.get("pending", ()))
    state.lasting = tuple(_read_lasting(state, one, where) for one in table.get("lasting", ()))
    state.serial = max(state.serial, table.get("serial", 0))
    state.open_chance = bool(table.get("open_chance", False))
    state.prover = table.get("prover", 0)


def iterate_frames(state: State) -> Iterator[tuple[Step[State] | Continuation[State], Local]]:
    """Yield the current step with its locals, then each frame's step or continuation with its locals."""
    yield state.step, state.procedure_locals
    frames = state.frames
    while frames:
        place, local, frames = frames
        yield place, local


def place_key(state: State, looks: Callable[[object], object] | None = None) -> Row:
    """Return the place in the flow table for a canonical key.

    looks(id) : returns what stands for a card in play instead of its id.
    """
    key = [state.step.name, _look(state.procedure_locals, looks), state.pending, state.script]
    if state.lasting:
        seen = looks or (lambda number: number)
        key += (
            (one[0], one[1] - state.turn, seen(one[2]) if one[2] else 0, *one[3:])
            for one in state.lasting
            if one[1] >= state.turn
        )
    frames = state.frames
    while frames:
        place, local, frames = frames
        key += (place.name, _look(local, looks))
    return tuple(key)


def _look(local: Local, looks: Callable[[object], object] | None) -> Local:
    if type(local) is tuple or looks is None:
        return local
    marks = marks_of(type(local))
    return tuple(looks(value) if mark == "in play" else value for mark, value in zip(marks, local, strict=True))


@cache
def marks_of(kind: type[NamedTuple]) -> tuple[str, ...]:
    """Return the meaning that each field of a NamedTuple has by its annotation, such as "card"; "" for none."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(next(iter(getattr(hints[name], "__metadata__", ())), "") for name in kind._fields)


@cache
def hints_of(kind: type) -> Mapping[str, Any]:
    """Return the annotations of a class, worked out once because that takes longer than reading what they describe."""
    return get_type_hints(kind)


def _write(state: State, local: Local) -> list[object]:
    if type(local) is tuple:
        return list(to_lists(local))
    values: list[object] = [type(local).__name__]
    for mark, value in zip(marks_of(type(local)), local, strict=True):
        values.append(state.game.cards[value].name if mark == "card" else to_lists(value))
    return values


def _stand(state: State, step: Step[State], written: Sequence[object], where: str) -> Local:
    """Return the locals for a step, read from a position. Raises DataError if they are not possible there."""
    local = _read(state, written, where)
    if step.local is not None and type(local) is not step.local:
        raise DataError(where, f"step {step.name} is inside another one.", "Begin before it and play from there.")
    state.procedure_locals = local
    if not (step.locals_are_valid(state) if step.locals_are_valid else step.local is not None or not local):
        if not written:
            raise DataError(where, f"nothing can begin in step {step.name}.", "Begin before it and play from there.")
        raise DataError(f"{where}, flow", f"{to_lists(local)} is not for step {step.name}.", FROM_A_STEP)
    return local


def _read(state: State, written: Sequence[object], where: str) -> Local:
    values: Local = to_tuples(written)
    kind: Any = state.game.flow.locals.get(values[0]) if values and isinstance(values[0], str) else None
    if kind is None:
        return values
    fields = kind._fields
    if len(fields) != len(values) - 1:
        raise DataError(where, f"{values[0]} has {len(values) - 1} entries.", f"It needs {', '.join(fields)}.")
    hints = hints_of(kind)
    read = dict(zip(fields, values[1:], strict=True))
    for mark, (name, value) in zip(marks_of(kind), read.items(), strict=True):
        if not (isinstance(value, str) if mark == "card" else fits_hint(value, hints[name])):
            raise DataError(f"{where}, flow", f"{name} of {values[0]} is {value!r}.", FROM_A_STEP)
        if name == "seat" and value not in (0, 1):
            raise DataError(f"{where}, flow", f"there is no seat {value}.", "Use 0 or 1.")
        if mark == "card":
            read[name] = state.game.card_number(value, where)
    if {"card", "ability", "at"} <= set(fields):
        abilities = state.game.cards[read["card"]].abilities
        if not 0 <= read["ability"] < max(1, len(abilities)) or read["at"] < 0:
            raise DataError(f"{where}, flow", f"there is no ability {read['ability']} of this card.", FROM_A_STEP)
    local: Local = kind(**read)
    return local


def fits_hint(value: object, hint: object) -> bool:
    """Return True if a value read from a document has the type given by an annotation."""
    if hint is Any:
        return fits_hint(value, int | str | bool) or (type(value) is tuple and all(fits_hint(v, Any) for v in value))
    if isinstance(hint, UnionType):
        return any(fits_hint(value, one) for one in get_args(hint))
    if get_origin(hint) is not tuple:
        return type(value) is (type(None) if hint is None else hint)
    inner = get_args(hint)
    if type(value) is not tuple or (inner[-1:] != (...,) and len(value) != len(inner)):
        return False
    return all(fits_hint(one, inner[0] if inner[-1] is ... else inner[at]) for at, one in enumerate(value))
