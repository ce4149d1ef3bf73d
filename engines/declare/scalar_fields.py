"""The fields for plain values of a state or of a player's zones, and the base class of all fields.

A field defines how its value is copied, represented in canonical keys, written in positions, read back and shown.
`engines.declare.declaration` explains how this is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engines.book.toml_schema import SEATS, Shape, to_lists, to_tuples
from engines.errors import DataError

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState, Zones
    from engines.declare.field_reader import FieldReader
    from engines.game import Game

V = TypeVar("V")
W = TypeVar("W")

Key = str | Callable[..., object]
"""A field's part of a canonical key: source, or a function of the state (for a player's field, of player and state)."""

NEAR = 25
"""A count matters, and so belongs in a canonical key, only when it is within this distance of a limit."""


@dataclass(slots=True)
class Field(Generic[W, V]):
    """An entry of plain values: numbers, texts and tuples of them.

    W : the type in a position, V : the type in a state. start, copied : the source of its initial value, and of its
    copy; {} is the value. key : the source of its part of a canonical key, or a function of its owner; "" if it has
    none. written : its name in positions and views, where {} is the field's own name; "" if it is not written. at : the
    table of a position that contains this entry, "" for the top level. shape : the shape in a position. show : whether
    a view has it. name : set when its class is created.
    """

    start: str = "None"
    _: KW_ONLY
    copied: str = "{}"
    key: Key = "{}"
    written: str = "{}"
    at: str = ""
    shape: Shape = object
    show: bool = False
    name: str = ""

    def usual(self, game: Game) -> W | None:
        """Return the value assumed if a position leaves this entry out; None for the initial value."""
        return None

    def read(self, reader: FieldReader[DeclaredState], value: W) -> V:
        """Return the value in the form that a state stores, given the form in a position.

        Raises DataError if it is not valid.
        """
        kept: V = to_tuples(value)
        return kept

    def write(self, state: DeclaredState, value: V) -> W | None:
        """Return the value in the form that a position has; None to leave the entry out."""
        written: W = to_lists(value)
        return written

    def view(self, state: DeclaredState, value: V, side: int, seat: int) -> object:
        """Return the value, which belongs to the player in `side`, as the player in `seat` sees it."""
        return to_lists(value)

    def cards(self, value: V) -> Iterable[int]:
        """Return the numbers of the cards in the value."""
        return ()


@dataclass(slots=True)
class Number(Field[int, int]):
    """A whole number of at least `low`; in a position also at most `most`."""

    start: str = "0"
    _: KW_ONLY
    shape: Shape = int
    low: int = 0
    most: int | None = None

    def read(self, reader: FieldReader[DeclaredState], value: int) -> int:
        """Return the number.

        Raises DataError if it is below the minimum or, in a position written by a person, above the maximum.
        """
        if value < self.low:
            raise DataError(reader.where, f"{self.written} is {value}.", f"It must be {self.low} or more.")
        if self.most is not None and value > self.most and reader.by_hand:  # in play, it may exceed the limit
            raise DataError(reader.where, f"{self.written} is {value}.", f"It must be {self.most} or less.")
        return int(value)


@dataclass(slots=True, kw_only=True)
class Count(Number):
    """A count that matters only near a limit of the game, which is the rule parameter `near`."""

    at: str = "flow"
    near: str = ""

    def __post_init__(self) -> None:
        """Set `key` to the source that gives the distance to the limit."""
        self.key = f"max(0, {{}} - state.game.parameters[{self.near!r}] + {NEAR})"


@dataclass(slots=True, kw_only=True)
class Flag(Field[bool, bool]):
    """A truth value, false at the start."""

    start: str = "False"
    shape: Shape = bool


@dataclass(slots=True)
class Seat(Field[str, int]):
    """A seat, written as the player's name."""

    start: str = "0"
    _: KW_ONLY
    shape: Shape = str

    def read(self, reader: FieldReader[DeclaredState], value: str) -> int:
        """Return the seat. Raises DataError for an unknown name."""
        return reader.seat_called(value, self.written)

    def write(self, state: DeclaredState, value: int) -> str:
        """Return the name of the player in this seat."""
        return SEATS[value]


@dataclass(slots=True)
class Word(Field[str, int]):
    """One of several words, stored as an index."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Shape = str

    def read(self, reader: FieldReader[DeclaredState], value: str) -> int:
        """Return the index of the word. Raises DataError for an unknown word."""
        if value not in self.words:
            raise DataError(reader.where, f"{self.written} is {value!r}.", f"Use one of {', '.join(self.words)}.")
        return self.words.index(value)

    def write(self, state: DeclaredState, value: int) -> str:
        """Return the word for an index."""
        return self.words[value]

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> object:
        """Return the word for an index."""
        return self.words[value]


@dataclass(slots=True)
class Shared(Field[object, V]):
    """A value computed once per game, `make(game)`, and shared by all copies of a state."""

    make: Callable[[Game], V | None] = lambda game: None
    _: KW_ONLY
    start: str = "None"
    key: Key = ""
    written: str = ""

    def of(self, game: Game) -> object:
        """Return the value for a game; it is computed on first use."""
        return game.kept(self.name, lambda: self.make(game))


@dataclass(slots=True, kw_only=True)
class WorkedOut(Field[object, V]):
    """A figure of a player that is not stored: views get it from the game's `figures` (see `Rules`)."""

    start: str = ""
    key: Key = ""
    written: str = ""
    show: bool = True

    def view(self, state: DeclaredState, value: V, side: int, seat: int) -> object:
        """Return the current figure."""
        return self.now(state, side)

    def now(self, state: DeclaredState, side: int) -> object:
        """Return the current figure of the player in `side`."""
        return state.game.rules.figures(state, side, self.name, None)[self.name]


@dataclass(slots=True)
class Bits(Field[Sequence[str], int]):
    """Several truth values, stored as the bits of a whole number. Positions list the words of those that are true."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Shape = (list,)

    def read(self, reader: FieldReader[DeclaredState], value: Sequence[str]) -> int:
        """Return the truth values as a number, given the words of those that are true.

        Raises DataError for an unknown word.
        """
        for word in value:
            if word not in self.words:
                raise DataError(
                    f"{reader.where}, {self.written}", f"there is no {word!r}.", f"Use {', '.join(self.words)}."
                )
        return sum(1 << at for at, word in enumerate(self.words) if word in value)

    def write(self, state: DeclaredState, value: int) -> list[str]:
        """Return the words of the true values."""
        return [word for at, word in enumerate(self.words) if value & 1 << at]

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> list[str]:
        """Return the words of the true values."""
        return self.write(state, value)


@dataclass(slots=True, kw_only=True)
class Derived(Field[object, V]):
    """A value derived from other fields, stored for speed. It is neither written nor part of canonical keys."""

    key: Key = ""
    written: str = ""


@dataclass(slots=True)
class Both(Field[object, object]):
    """A field that holds one `kind` object per player: that player's zones."""

    kind: type[Zones] = None  # type: ignore[assignment]  # always given
    _: KW_ONLY
    start: str = ""
    key: Key = ""
    written: str = ""


Declaration = Mapping[str, "Field[Any, Any]"]
"""The fields of a class, by name."""
