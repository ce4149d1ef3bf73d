"""Flow tables: a game's turn structure as data that the kernel executes, and the graph of its steps and exits.

One `Step` is one row of the rulebook's turn structure. A step either acts automatically (`do`, then the exit `to`) or
asks a player (`ask` lists the legal actions, `on` has an effect and an exit for each kind of action). An exit is a
step's name, `RETURN`, a `Call` of a procedure, or an `If` or `Case` between exits. Every exit is written in the table
with its condition in words. The phase graph is read off the table and is complete by construction, since there is no
other way to move.

A routine that can ask a player or roll dice is a procedure of the table; any other routine is a plain function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engines.errors import DataError, find_nearest

if TYPE_CHECKING:
    from engines.kernel.state import Action, State, View
    from engines.kernel.tuples import Row

RETURN = "RETURN"
GAME_OVER = "GAME_OVER"

ALWAYS, OVER, CALLED, DONE, BACK = "always", "game over", "called from {step}", "done", "back to {step}"
"""Words used for exits in every table."""

S = TypeVar("S", bound="State", contravariant=True)
"""The class of a game's states.

Contravariant: a function that accepts any state may be used where this class is expected.
"""

Guard = Callable[[S], bool]
Effect = Callable[[S, "Action"], None]


@dataclass(slots=True)
class Call:
    """Push a frame and run the procedure that begins at step `procedure`; its RETURN takes the exit `then`.

    The locals of the new frame are `given`, a tuple or a function that computes it from the state. By default they are
    `state.call_arguments`, a tuple set by the effect that precedes the call. `then` may itself be a Call (to run one
    procedure after another), an If or a Case. With `then=RETURN` no frame is pushed: the procedure returns to where the
    present procedure was to return.
    """

    procedure: str | Step[Any]
    then: Exit[Any]
    words: str = ""
    given: Row | Callable[[Any], Row] | None = None


@dataclass(slots=True)
class If(Generic[S]):
    """Two exits: `yes` if the guard holds for the state, otherwise `no`; each has its condition in words.

    only : the name of an entry of the state, for speed. While this entry is falsy, the guard cannot hold, and is not
    called.
    """

    guard: Guard[S]
    yes_words: str
    yes: Exit[S]
    no_words: str
    no: Exit[S]
    only: str = ""


@dataclass(slots=True)
class Case(Generic[S]):
    """Several exits: `of(state)` returns a key of `ways`, which gives each exit with its condition in words."""

    of: Callable[[S], object]
    ways: Mapping[Any, tuple[str, Exit[S]]]


@dataclass(slots=True)
class Continuation(Generic[S]):
    """A named exit, other than a step, at which a frame continues; positions refer to it by its name.

    phase : the phase of the step whose call it continues. exit : the exit as a function. node : its place in the
    compiled build.
    """

    name: str
    way: Exit[S]
    phase: str
    exit: Any = None
    node: object = None


@dataclass(slots=True)
class Step(Generic[S]):
    """One row of the flow table.

    name : its id in the phase graph. title : the name that players see, from the words of the game.
    phase : its lane in the graph. clauses : the clauses it implements.
    do(state), to : the automatic effect, and the exit (automatic steps).
    ask(state) -> actions, on[kind] = (effect(state, action) or None, exit), who(state) -> seat : a decision. An
    optional third entry is the edge label, as in `words`.
    offers : the kinds of action that it offers; `on` is derived from them unless it is given. refuses : kinds that
    players may try here but that the rules never allow.
    otherwise : (effect(state) or None, exit) taken when `ask` returns no actions; the step then passes automatically.
    An optional third entry is the edge label, as `otherwise_words`.
    passing : the kind of action that declines here; scenarios may omit the passing actions of a window.
    chance : whether chance makes the choice (the solver enumerates it). Outcomes are equally likely, unless
    `weights(state, actions)` gives their weights.
    worst : whether a solver assumes the worst outcome instead of averaging (for unseen cards).
    pick : whether this is a choice inside a larger action (a card to pay with, a target).
    shares : for a division (`rows.divide_number`), the things among which an amount is divided, and the amount.
    auto_picks(state) -> actions : the picks that `otherwise` makes automatically, so that notation can mention them.
    ends : the condition, in words, under which the game can end in this step: adds an edge to GAME_OVER. Terminal steps
    do not need it.
    locals_are_valid(state) : whether the locals are possible in this step; a step with neither this nor `local` has no
    locals.
    local : the NamedTuple class of the locals of the step's procedure (see `call_stack`).
    words[kind] : the edge label for an action kind. otherwise_words : the label for passing automatically.

    A row never changes once it is in a table; what the kernel adds is in a `CompiledStep`.
    """

    name: str
    phase: str
    clauses: tuple[str, ...]
    do: Callable[[S], None] | None = None
    to: Exit[S] = None
    ask: Callable[[S], list[Action]] | None = None
    on: Mapping[str, Way[S]] = field(default_factory=dict)
    who: Callable[[S], int] | None = None
    otherwise: Fallback[S] | None = None
    otherwise_words: str = "nothing to choose"
    passing: str = ""
    chance: bool = False
    weights: Callable[[S, list[Action]], list[int] | None] | None = None
    pick: bool = False
    auto_picks: Callable[[S], list[Action]] | None = None
    shares: tuple[Callable[[S], Sequence[object]], Callable[[S], int]] | None = None
    worst: bool = False
    window: bool = False
    ends: str = ""
    words: dict[str, str] = field(default_factory=dict)
    to_words: str = ""
    terminal: bool = False
    procedure: str = ""
    locals_are_valid: Guard[S] | None = None
    local: type[Row] | None = None
    title: str = ""
    offers: tuple[Offer, ...] = ()
    refuses: tuple[Offer, ...] = ()

    def __post_init__(self) -> None:
        """Derive `on` from `offers`, and separate the edge labels from the exits."""
        if not self.on:
            self.on = {kind.name: kind.way for kind in self.offers}
        self.words = {kind: way[2] for kind, way in self.on.items() if len(way) > 2} | self.words
        self.on = {kind: (way[0], way[1]) for kind, way in self.on.items()}
        if self.otherwise and len(self.otherwise) > 2:
            self.otherwise_words = self.otherwise[2]
            self.otherwise = (self.otherwise[0], self.otherwise[1])


@dataclass(slots=True)
class CompiledStep(Step[S]):
    """A row as the kernel runs it in one table.

    exit, taken, alone : `to`, `on` and `otherwise` with each exit replaced by a function or by the step it leads to;
    see `exits`. asks_at_once : whether it always has a player to ask: never chance, and never without actions. node :
    where the compiled build continues at this step.
    """

    exit: Any = None
    taken: dict[str, Row] = field(default_factory=dict)
    alone: Row | None = None
    asks_at_once: bool = False
    node: object = None


class Offer(Protocol):
    """The parts of a kind of action that a row uses."""

    @property
    def name(self) -> str:
        """Its id, which is the first entry of the actions of this kind."""

    @property
    def way(self) -> Way[Any]:
        """Its effect, exit and edge label."""


Exit = str | Step[S] | Call | If[S] | Case[S] | Continuation[S] | None
"""An exit, or None in a terminal step. Rows give the names of the steps they lead to; a `Flow` has the steps
themselves.
"""

Way = tuple[Effect[S] | None, Exit[S], *tuple[str, ...]]
"""The effect and exit of a kind of action, and the edge label if it differs from the kind's name."""

Fallback = tuple[Callable[[S], None] | None, Exit[S], *tuple[str, ...]]
"""The effect and exit of a step that passes automatically, and optionally the edge label."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the phase graph, from step `source` to step `target`, taken if `conditions` hold."""

    source: str
    target: str
    label: str
    conditions: tuple[str, ...]
    kind: str  # "next", "call", "return" or "end"
    caller: str = ""  # if it returns: the step it returns to, or the step whose call it continues


def in_words(conditions: Sequence[str], say: Callable[[str], str] = str) -> str:
    """Return conditions as one text, each translated with `say`; the word for "always" if there are none."""
    return ", ".join(map(say, conditions)) or say(ALWAYS)


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """The phase graph as plain data: `nodes` and `edges` are lists of dicts, ready for networkx or a browser."""

    nodes: list[View]
    edges: list[dict[str, str]]


class Flow(Generic[S]):
    """A flow table ready to run: a `CompiledStep` for each row, whose exits lead to the steps themselves.

    Parameters
    ----------
    rows : the rows, which are not modified. A game begins at the first one.

    Raises DataError for an invalid row. `places` holds everything at which a frame can continue, `locals` the classes
    of locals; both are keyed by name.
    """

    def __init__(self, rows: Iterable[Step[S]]) -> None:
        self.steps: dict[str, CompiledStep[S]] = {}
        for row in rows:
            if row.name in self.steps:
                raise DataError(f"flow table, step {row.name}", "is defined twice.", "Give each step its own name.")
            self.steps[row.name] = CompiledStep(**entries_of(row))
        self.first = next(iter(self.steps.values()))
        self.places: dict[str, CompiledStep[S] | Continuation[S]] = dict(self.steps)
        self.locals = {step.local.__name__: step.local for step in self.steps.values() if step.local is not None}
        self.edges = tuple(self._edges())
        for step in self.steps.values():
            _check(step)
            step.asks_at_once = step.ask is not None and not step.chance and step.otherwise is None
            step.exit = self._resolved(step, step.to)
            step.taken = {kind: (way[0], self._resolved(step, way[1])) for kind, way in step.on.items()}
            step.alone = (step.otherwise[0], self._resolved(step, step.otherwise[1])) if step.otherwise else None
        from engines.kernel.exits import compile_exits  # that module imports the rows from here

        compile_exits(self)

    def _resolved(self, step: Step[S], way: Exit[S]) -> Exit[S]:
        if isinstance(way, Call):
            then = self._resolved(step, way.then)
            if isinstance(then, Call | If | Case):
                then = self._continue_at(step, then)
            procedure = self._resolved(step, way.procedure)
            assert isinstance(procedure, CompiledStep)
            return Call(procedure, then, way.words, way.given)
        if not isinstance(way, str) or way == RETURN:
            return map_exits(way, lambda part: self._resolved(step, part))
        if way not in self.steps:
            near = find_nearest(way, self.steps)
            remedy = f"Did you mean {near}?" if near else f"Steps: {', '.join(self.steps)}."
            raise DataError(f"flow table, step {step.name}", f"leads to {way!r}, which is no step.", remedy)
        return self.steps[way]

    def _continue_at(self, step: Step[S], way: Exit[S]) -> Continuation[S]:
        number = 1 + sum(1 for place in self.places if place.startswith(f"{step.name}+"))
        place = Continuation(f"{step.name}+{number}", way, step.phase)
        self.places[place.name] = place
        return place

    def _edges(self) -> Iterator[Edge]:
        seen: set[Edge] = set()
        for step in self.steps.values():
            for label, way in iter_exits(step):
                for edge in self._edges_of(step.name, way, (label,) if label else ()):
                    if edge not in seen:
                        seen.add(edge)
                        yield edge
            if step.ends and not step.terminal:
                yield Edge(step.name, GAME_OVER, OVER, (step.ends,), "end")

    def _edges_of(self, source: str, way: Exit[S], words: tuple[str, ...]) -> Iterator[Edge]:
        for spoken, end in _iter_endpoints(way, words):
            label = spoken[-1] if spoken else ""
            if isinstance(end, Call):
                yield Edge(source, str(end.procedure), end.words or label, spoken, "call")
                yield from self._returns(source, end)
            elif end != RETURN and end is not None:
                yield Edge(source, str(end), label, spoken, "next")

    def _returns(self, caller: str, call: Call) -> Iterator[Edge]:
        """Yield the edges along which `call` returns, including those into a second call."""
        for spoken, end in _iter_endpoints(call.then, ()):
            target = str(end.procedure if isinstance(end, Call) else end)
            if end != RETURN:
                known = (CALLED.format(step=caller), DONE, *spoken)
                yield Edge(str(call.procedure), target, BACK.format(step=target), known, "return", caller)
            if isinstance(end, Call):
                yield from self._returns(caller, end)

    def graph(
        self, say: Callable[[str], str] = str, titles: Callable[[str], Mapping[str, str]] | None = None
    ) -> FlowGraph:
        """Return the phase graph: every step as a node, every declared exit as an edge.

        say : translates the words of the table into another language. titles : returns a node's title entries, given
        the name of its step; by default only `title`.
        """
        nodes = []
        for step in self.steps.values():
            kind = "end" if step.terminal else "chance" if step.chance else "choice" if step.ask else "automatic"
            nodes.append(
                {
                    "name": step.name,
                    **(titles(step.name) if titles else {"title": step.title}),
                    "phase": step.phase,
                    "procedure": step.procedure,
                    "kind": kind,
                    "who": say(who_in_words(step)),
                    "clauses": list(step.clauses),
                    "returns": [
                        in_words(spoken, say)
                        for words, way in iter_exits(step)
                        for spoken, end in _iter_endpoints(way, (words,) if words else ())
                        if RETURN in (end, getattr(end, "then", None))
                    ],
                }
            )
        edges = []
        for edge in self.edges:
            row = {"source": edge.source, "target": edge.target, "label": say(edge.label), "kind": edge.kind}
            row["condition"] = in_words(edge.conditions, say)
            if edge.caller:
                known = (CALLED, DONE, *edge.conditions[2:])
                row["caller"], row["label"] = edge.caller, say(BACK).format(step=edge.target)
                row["condition"] = in_words(known, say).replace("{step}", edge.caller)
            edges.append(row)
        return FlowGraph(nodes, edges)

    def said(self) -> set[str]:
        """Return all translatable words of the table: conditions, labels, deciders."""
        found = {ALWAYS, OVER, CALLED, DONE, BACK}
        for edge in self.edges:
            found |= {edge.label, *edge.conditions} if not edge.caller else {*edge.conditions[2:]}
        for step in self.steps.values():
            found.add(who_in_words(step))
            found |= {
                one for words, way in iter_exits(step) for spoken, _ in _iter_endpoints(way, (words,)) for one in spoken
            }
        return found - {""}


def entries_of(row: Step[S]) -> dict[str, Any]:
    """Return the entries of a row by name, without those that a table adds."""
    names = (name for name in dir(Step) if not name.startswith("_"))  # in the compiled build a row is not a dataclass
    return {name: getattr(row, name) for name in names}


def copy_row(row: Step[S], **changes: Any) -> Step[S]:
    """Return a copy of a row for another table, with some entries changed."""
    return Step(**entries_of(row) | changes)


def map_exits(way: Exit[S], change: Callable[[Exit[S]], Exit[S]]) -> Exit[S]:
    """Return a copy of an exit with change(part) for each part: the exits of a branch, or the `then` of a call."""
    if isinstance(way, If):
        return If(way.guard, way.yes_words, change(way.yes), way.no_words, change(way.no), way.only)
    if isinstance(way, Case):
        return Case(way.of, {key: (words, change(exit)) for key, (words, exit) in way.ways.items()})
    if isinstance(way, Call):
        return Call(way.procedure, change(way.then), way.words, way.given)
    return way


def _iter_endpoints(way: Exit[S], words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Exit[S]]]:
    """Yield (conditions, end) for each end of an exit: a step, a Call or RETURN.

    words : the conditions that lead to this exit, which come first.
    """
    if isinstance(way, If):
        yield from _iter_endpoints(way.yes, (*words, way.yes_words))
        yield from _iter_endpoints(way.no, (*words, way.no_words))
    elif isinstance(way, Case):
        for spoken, end in way.ways.values():
            yield from _iter_endpoints(end, (*words, spoken))
    else:
        yield tuple(word for word in words if word), way


def _check(step: Step[S]) -> None:
    """Raise DataError for a row that the kernel could not run."""
    missing = ""
    if step.ask is None:
        missing = "do" if step.do is None else "to" if step.to is None and not step.terminal else ""
    elif not step.on:
        missing = "on"
    elif step.who is None and not step.chance:
        missing = "who"
    if missing:
        raise DataError(f"flow table, step {step.name}", f"has no `{missing}`.", "A row acts or asks, and leads on.")
    if step.pick and step.otherwise and step.auto_picks is None:
        raise DataError(f"flow table, step {step.name}", "picks by itself and has no `auto_picks`.", "List its picks.")
    if step.passing and step.passing not in step.on:
        raise DataError(f"flow table, step {step.name}", f"passes by {step.passing!r}, which is not in `on`.")


def iter_exits(step: Step[S]) -> Iterator[tuple[str, Exit[S]]]:
    """Yield (words, exit) for every exit of a step."""
    if step.to is not None:
        yield step.to_words, step.to
    for kind, way in step.on.items():
        yield step.words.get(kind, kind.replace("_", " ")), way[1]
    if step.otherwise:
        yield step.otherwise_words, step.otherwise[1]


_DECIDERS: dict[object, str] = {}
"""The name of each decider function in the phase graph."""


def who(words: str) -> Callable[[Callable[[S], int]], Callable[[S], int]]:
    """Give a decider its words for the phase graph: `@who("turn player")`."""

    def named(function: Callable[[S], int]) -> Callable[[S], int]:
        _DECIDERS[function] = words
        return function

    return named


def name_decider(words: str, entry: str, other: bool = False) -> Callable[[S], int]:
    """Return a decider that reads the seat from an entry of the state, such as "turn_player".

    words : the name of the decider in the phase graph. other : whether to return the other player's seat instead.
    """
    seat = attrgetter(entry)
    return who(words)((lambda state: 1 - int(seat(state))) if other else (lambda state: int(seat(state))))


def who_in_words(step: Step[S]) -> str:
    """Return who decides in a step, in words; "" if it asks no player or its decider has no words."""
    return _DECIDERS.get(step.who, "")
