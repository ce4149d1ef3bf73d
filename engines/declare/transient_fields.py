"""The fields for cards in no zone, and for what is under way: an attack, a battle, an announced action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from engines.book.toml_schema import SEATS, Document, Shape, to_lists, to_tuples
from engines.declare.call_stack import fits_hint, hints_of, marks_of
from engines.declare.records import known_name, list_names
from engines.declare.scalar_fields import Field, Key
from engines.errors import DataError
from engines.kernel.tuples import Row

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState
    from engines.declare.field_reader import FieldReader


@dataclass(slots=True, kw_only=True)
class QueueField(Field[Sequence[Sequence[object]], tuple[Row, ...]]):
    """Waiting abilities, or cards in no zone: a tuple of entries (seat, card, ...).

    An entry may also contain the id of a card in play, or a tuple with ids; canonical keys replace these ids.
    """

    start: str = "()"
    key: Key = "tuple([(seat, card, *map(state.look, rest)) for seat, card, *rest in {}])"
    at: str = "flow"
    shape: Shape = ([list],)

    def read(self, reader: FieldReader[DeclaredState], value: Sequence[Sequence[object]]) -> tuple[Row, ...]:
        """Return the queue, with card numbers for the written names.

        Raises DataError for an entry that is not a seat with a card.
        """
        entries = []
        kind: Any = type(reader.state)
        types = get_args(get_args(hints_of(kind)[self.name])[0])
        for one in value:
            if Ellipsis in types:  # the compiled build knows only this much of the annotation
                types = (int, int, *[Any] * (len(one) - 2))
            like = tuple(str if place == 1 else kind for place, kind in enumerate(types))  # written as a name
            if not fits_hint(to_tuples(one), tuple[like]) or one[0] not in (0, 1):  # type: ignore[valid-type]
                what = f"{self.written}: {one!r} is no seat with a card."
                raise DataError(f"{reader.where}, flow", what, 'Write [0, "Name", ...], or leave [flow] out.')
            seat, card, *rest = one
            entries.append((seat, reader.card(str(card)), *to_tuples(rest)))
        return tuple(entries)

    def write(self, state: DeclaredState, value: tuple[Row, ...]) -> Sequence[Sequence[object]]:
        """Return the queue with names instead of card numbers."""
        return [[seat, state.game.cards[card].name, *to_lists(rest)] for seat, card, *rest in value]

    def view(self, state: DeclaredState, value: tuple[Row, ...], side: int, seat: int) -> object:
        """Return the names of the cards in the queue."""
        return [state.game.cards[card].name for _, card, *_ in value]


@dataclass(slots=True)
class PendingCards(Field[Sequence[str], tuple[int, ...]]):
    """Cards in no zone, as a tuple of numbers. owner(state) : the player who owns them, and alone sees them."""

    owner: Callable[..., int | None] = lambda state: None
    _: KW_ONLY
    start: str = "()"
    at: str = "flow"
    shape: Shape = ([str],)
    show: bool = True

    def read(self, reader: FieldReader[DeclaredState], value: Sequence[str]) -> tuple[int, ...]:
        """Return the card numbers for the written names."""
        return tuple(reader.card(name) for name in value)

    def write(self, state: DeclaredState, value: tuple[int, ...]) -> list[str]:
        """Return the names of the cards."""
        return list_names(state, value)

    def view(self, state: DeclaredState, value: tuple[int, ...], side: int, seat: int) -> list[str | None]:
        """Return the names of the cards, with None for the other player's cards."""
        return [known_name(state, number) if self.owner(state) == seat else None for number in value]


@dataclass(slots=True)
class UnderWay(Field[Document, Row | None]):
    """An attack, a battle or an action under way: a NamedTuple, or None.

    kind : its class. The fields may be annotated `Seat`, `CardNumber`, `InPlay` (ids of cards in play, 0 for none),
    `CardNumbers` (cards by seat) or `Places` (places in a zone, counted from 1 in positions). rival : the fields whose
    cards in play belong to the other player. names : the names of entries in positions, where they differ from the
    field names. shown : the entries in a view. key : the entries in a canonical key, by default all that are not ids;
    ids appear in the key as roles of the cards in play.
    """

    kind: type[NamedTuple] = None  # type: ignore[assignment]  # always given
    _: KW_ONLY
    start: str = "None"
    shape: Shape = dict
    show: bool = True
    rival: Sequence[str] = ()
    names: Mapping[str, str] | None = None
    shown: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Set `key`, unless it was given."""
        if self.key == "{}":
            plain_ones = [name for name, mark in self.entries() if mark != "in play"]
            self.key = "None if {} is None else (" + "".join(f"{{}}.{name}, " for name in plain_ones) + ")"

    def entries(self) -> list[tuple[str, str]]:
        """Return (name, meaning of its annotation) for each field of the NamedTuple; see `call_stack.marks_of`."""
        return list(zip(self.kind._fields, marks_of(self.kind), strict=True))

    def in_play(self, value: Row | None) -> Iterable[tuple[str, int]]:
        """Yield (entry, id) for each card in play to which the value refers."""
        for name, mark in self.entries() if value is not None else ():
            ids = getattr(value, name) if mark == "in play" else ()
            yield from ((name, number) for number in (ids if isinstance(ids, tuple) else (ids,)) if number)

    def called(self, entry: str) -> str:
        """Return the name that positions and views use for an entry."""
        return (self.names or {}).get(entry, entry)

    def read(self, reader: FieldReader[DeclaredState], value: Document) -> Row:
        """Return the NamedTuple for a table; entries missing in the table keep their defaults."""
        return reader.under_way(self, value)

    def write(self, state: DeclaredState, value: Row | None) -> dict[str, object] | None:
        """Return the entries as a table; None if nothing is under way."""
        if value is None:
            return None
        entries = [(name, mark, getattr(value, name)) for name, mark in self.entries()]
        acting: int | None = next((part for _, mark, part in entries if mark == "seat"), state.acting_seat())
        table: dict[str, object] = {}
        for name, mark, part in entries:
            if mark == "in play":
                seat = 1 - acting if acting is not None and name in self.rival else acting
                ids = part if isinstance(part, tuple) else (part,)
                called = [state.call_in_play(seat, one) if one else one for one in ids]
                table[self.called(name)] = called if isinstance(part, tuple) else called[0]
            else:
                table[self.called(name)] = WRITTEN[mark](state, part) if mark in WRITTEN else to_lists(part)
        return table

    def view(self, state: DeclaredState, value: Row | None, side: int, seat: int) -> object:
        """Return the entries that a view shows."""
        return None if value is None else {self.called(one): to_lists(getattr(value, one)) for one in self.shown}


WRITTEN: dict[str, Callable[[DeclaredState, Any], object]] = {
    "seat": lambda state, part: SEATS[part],
    "card": lambda state, part: state.game.cards[part].name,
    "cards": lambda state, part: [list_names(state, some) for some in part],
    "places": lambda state, part: [place + 1 for place in part],
}
"""For each meaning of a field, other than a card in play, the function that writes its value."""
