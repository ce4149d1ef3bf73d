"""Replaces `engines.kernel.exits` in the compiled build: exits are followed as data instead of written out as Python.

Each exit is translated once into a node; a compiled loop goes from node to node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.kernel.flow import RETURN, Call, Case, CompiledStep, Continuation, Flow, If
from engines.kernel.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64

AHEAD: Final = 20

STOP: Final = 0
"""A step in which a player decides, or the last step."""
STEP: Final = 1
"""An automatic step, followed by `yes`."""
IF: Final = 2
IF_ONLY: Final = 3
"""A branch whose guard is called only if the state's entry `only` is true."""
CALL: Final = 4
"""A call of a procedure that begins at `yes`, with the locals `given`; it returns to `then`."""
CALL_WITH: Final = 5
"""A call like CALL, with locals computed from the state."""
CALL_ON: Final = 6
"""A call like CALL, with the locals that the preceding effect has set."""
CASE: Final = 7
BACK: Final = 8


class Node:
    """An exit as a node: its kind, and the data that kind needs."""

    def __init__(self) -> None:
        self.what: i64 = STOP
        self.step: Any = None
        self.run: Any = None  # a step's effect, a guard, a function that selects an exit, or one that returns locals
        self.only = ""
        self.then: Any = None
        self.given: Any = None
        self.yes: Node | None = None
        self.no: Node | None = None
        self.ways: dict[Any, Node] = {}

    def __call__(self, state: State) -> None:
        """Take the exit that this node represents."""
        follow(state, self)


def follow(state: State, node: Node | None) -> None:
    """Take an exit: push or pop frames, move to its step and, unless recording, run through automatic steps."""
    ahead: i64 = AHEAD if state.listener is None else 0
    while node is not None:
        what = node.what
        if what == STEP:
            state.step = node.step
            if ahead == 0:
                return
            node.run(state)
            if state.result is not None:
                return
            ahead -= 1
            node = node.yes
        elif what == IF:
            node = node.yes if node.run(state) else node.no
        elif what == IF_ONLY:
            node = node.yes if getattr(state, node.only) and node.run(state) else node.no
        elif what == STOP:
            state.step = node.step
            return
        elif what == BACK:
            frame: tuple[Any, ...] = state.frames
            state.procedure_locals, state.frames = frame[1], frame[2]
            node = frame[0].node
        elif what == CASE:
            node = node.ways[node.run(state)]
        else:
            if node.then is not None:
                state.frames = (node.then, state.procedure_locals, state.frames)
            if what == CALL:
                state.procedure_locals = node.given
            elif what == CALL_WITH:
                state.procedure_locals = node.run(state)
            else:
                state.procedure_locals = state.call_arguments
            state.call_arguments = ()
            node = node.yes


class Nodes:
    """The nodes of one flow table."""

    def __init__(self) -> None:
        self.of_steps: dict[str, Node] = {}

    def of(self, way: Any) -> Node:
        """Return the node of an exit, creating it if necessary."""
        if isinstance(way, CompiledStep):
            return self.of_step(way)
        node = Node()
        if isinstance(way, If):
            node.what, node.run, node.only = (IF_ONLY if way.only else IF), way.guard, way.only
            node.yes, node.no = self.of(way.yes), self.of(way.no)
        elif isinstance(way, Call):
            node.then = None if way.then == RETURN else way.then
            if way.given is None:
                node.what = CALL_ON
            elif callable(way.given):
                node.what, node.run = CALL_WITH, way.given
            else:
                node.what, node.given = CALL, way.given
            node.yes = self.of(way.procedure)
        elif isinstance(way, Case):
            node.what, node.run = CASE, way.of
            node.ways = {key: self.of(end[1]) for key, end in way.ways.items()}
        elif way == RETURN:
            node.what = BACK
        else:
            raise AssertionError(f"{way!r} is no exit")
        return node

    def of_step(self, step: CompiledStep[Any]) -> Node:
        """Return the node of a step; each step has one."""
        node = self.of_steps.get(step.name)
        if node is None:
            node = self.of_steps[step.name] = Node()
            node.step = step
            if step.do is not None and step.to is not None:
                node.what, node.run = STEP, step.do
                node.yes = self.of(step.exit)
        return node

    def taken(self, way: Any) -> Any:
        """Return the node of an exit; a step or None is returned unchanged."""
        return way if way is None or isinstance(way, CompiledStep) else self.of(way)


def compile_exits(flow: Flow) -> None:
    """Give every step and every continuation its node, and their exits as functions."""
    nodes = Nodes()
    for step in flow.steps.values():
        step.node = nodes.of_step(step)
    for step in flow.steps.values():
        step.exit = nodes.taken(step.exit)
        step.taken = {kind: (end[0], nodes.taken(end[1])) for kind, end in step.taken.items()}
        if step.alone:
            step.alone = (step.alone[0], nodes.taken(step.alone[1]))
    for place in flow.places.values():
        if isinstance(place, Continuation):
            place.node = nodes.of(place.way)
            place.exit = place.node
