"""Compiles the exits of a flow table into straight-line functions, so that nothing is interpreted during play.

An exit that is a step stays as it is. Every other exit becomes a function of the state that tests the guards, pushes or
pops a frame and sets the step. While nothing is being recorded, the function also runs up to AHEAD of the automatic
steps that follow, which is faster than returning after each. All functions of a table share one source, whose lines
appear in tracebacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from engines.kernel.flow import RETURN, Call, Case, CompiledStep, Continuation, Exit, Flow, If, S
from engines.kernel.source import compile_source

TABLES = count(1)
"""Numbers the tables, so that each has a unique source name."""

AHEAD = 3

GO_BACK = (
    "way, state.procedure_locals, state.frames = state.frames",
    "if type(way) is CompiledStep:",
    "    state.step = way",
    "else:",
    "    way.exit(state)",
)


class Exits:
    """The exits of one flow table: `add` collects them, `make` compiles them into functions, and `of` looks one up."""

    def __init__(self) -> None:
        self.lines = ["def go_back(state):", *_indented(GO_BACK)]
        self.names: dict[str, object] = {"CompiledStep": CompiledStep}
        self.known: dict[int, str] = {}
        self.added: dict[int, str] = {}
        self.functions: dict[tuple[str, ...], str] = {}
        self.cases: list[dict[object, object]] = []
        self.made: dict[str, object] = {}

    def add(self, way: Exit[S]) -> str:
        """Write the function of an exit, unless an identical one already exists, and return its name."""
        if way == RETURN:
            return "go_back"
        if id(way) not in self.added:
            body = tuple(self._lines(way))
            if body not in self.functions:
                name = self.functions[body] = f"exit_{len(self.functions)}"
                self.lines += [f"def {name}(state):", *_indented(body)]
            self.added[id(way)] = self.functions[body]
        return self.added[id(way)]

    def make(self) -> None:
        """Compile the functions written so far."""
        self.made = compile_source("\n".join(self.lines), f"exits of table {next(TABLES)}", self.names)
        for ends in self.cases:
            ends.update({key: self.made[end] for key, end in ends.items() if isinstance(end, str)})

    def of(self, way: Exit[S]) -> object:
        """Return an exit's compiled function; a step or None is returned unchanged."""
        return way if way is None or isinstance(way, CompiledStep) else self.made[self.add(way)]

    def _name(self, kind: str, value: object) -> str:
        """Return the name that the source uses for a step, guard or other value."""
        if id(value) not in self.known:
            self.known[id(value)] = f"{kind}_{len(self.known)}"
            self.names[self.known[id(value)]] = value
        return self.known[id(value)]

    def _lines(self, way: Exit[S], ahead: int = AHEAD) -> list[str]:
        if isinstance(way, CompiledStep):
            return [f"state.step = {self._name('step', way)}", *(self._through(way, ahead - 1) if ahead else ())]
        if way == RETURN:
            return list(GO_BACK)
        if isinstance(way, If):
            yes, no = (_indented(self._lines(one, ahead)) for one in (way.yes, way.no))
            only = f"state.{way.only} and " if way.only else ""
            return [f"if {only}{self._name('guard', way.guard)}(state):", *yes, "else:", *no]
        if isinstance(way, Case):
            return self._case(way)
        if not isinstance(way, Call):
            return [f"raise AssertionError({f'{way!r} is no exit'!r})"]
        lines = []
        if way.then != RETURN:
            lines.append(f"state.frames = ({self._name('then', way.then)}, state.procedure_locals, state.frames)")
        given = "state.call_arguments"
        if way.given is not None:
            given = self._name("given", way.given) + ("(state)" if callable(way.given) else "")
        return [
            *lines,
            f"state.procedure_locals = {given}",
            "state.call_arguments = ()",
            *self._lines(way.procedure, ahead),
        ]

    def _through(self, step: CompiledStep[S], ahead: int) -> list[str]:
        if step.ask is not None or step.exit is None:
            return []
        leave = ["if state.result is None:", *_indented(self._lines(step.exit, ahead))]
        return ["if state.listener is None:", *_indented([f"{self._name('do', step.do)}(state)", *leave])]

    def _case(self, way: Case[S]) -> list[str]:
        if id(way) not in self.known:
            self.cases.append(
                {key: end if isinstance(end, CompiledStep) else self.add(end) for key, (_, end) in way.ways.items()}
            )
            self.names[f"ways_{len(self.known)}"] = self.cases[-1]
            self.known[id(way)] = f"ways_{len(self.known)}"
        chosen = f"{self.known[id(way)]}[{self._name('which', way.of)}(state)]"
        if all(isinstance(end, CompiledStep) for _, end in way.ways.values()):
            return [f"state.step = {chosen}"]
        return [f"way = {chosen}", "if type(way) is CompiledStep:", "    state.step = way", "else:", "    way(state)"]


def _indented(lines: Iterable[str]) -> list[str]:
    return ["    " + line for line in lines]


def compile_exits(flow: Flow[S]) -> None:
    """Compile the exits of every step and of every continuation."""
    exits = Exits()
    for step in flow.steps.values():
        for way in exits_of(step):
            exits.add(way)
    places = [place for place in flow.places.values() if isinstance(place, Continuation)]
    for place in places:
        exits.add(place.way)
    exits.make()
    for step in flow.steps.values():
        step.exit = exits.of(step.exit)
        step.taken = {kind: (effect, exits.of(way)) for kind, (effect, way) in step.taken.items()}
        if step.alone:
            step.alone = (step.alone[0], exits.of(step.alone[1]))
    for place in places:
        place.exit = exits.of(place.way)


def exits_of(step: CompiledStep[S]) -> Iterator[Exit[S]]:
    """Yield the exits of a step, other than those that are just another step."""
    for way in (step.exit, *(way for _, way in step.taken.values()), step.alone and step.alone[1]):
        if way is not None and not isinstance(way, CompiledStep):
            yield way
