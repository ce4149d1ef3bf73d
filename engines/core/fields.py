"""The kinds of field that a state or a player's zones may have: how each is copied, keyed, written, read and seen.

A game declares its fields with the names at the end of this module (`cards`, `records`, `seat`, ...), see
`engines.core.declare`. Each takes the entries of its class as keyword arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from dataclasses import field as made
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, get_args, get_type_hints

from engines.core.errors import DataError
from engines.core.frames import fits_hint, marks_of
from engines.core.positions import Document, Shape, frozen, plain
from engines.core.records import NO_CARD, Record, Row, known

if TYPE_CHECKING:
    from engines.core.declare import DeclaredState, Zones
    from engines.core.game import Game
    from engines.core.reading import Reader

P = ParamSpec("P")
V = TypeVar("V")
W = TypeVar("W")

Key = str | Callable[..., object]
"""What counts of a field: source, or a function (state), of a player's field (player, state)."""

Declaration = Mapping[str, "Field[Any, Any]"]
"""The fields of a class by name."""

CardsWritten = int | str | Sequence[int | str]
"""Cards as a position writes them: names, and numbers of unnamed ones."""

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""Who sees the cards of a zone."""

NEAR = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""

SEATS = ("P1", "P2")
SEAT_NAMES = {"P1": 0, "P2": 1, "you": 0, "rival": 1}


def may_see(sees: str, side: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card of `side` that is shown to `sees`."""
    return sees == EVERYBODY or (sees == OWNER and side == seat)


def names(state: DeclaredState, numbers: Iterable[int]) -> list[str]:
    """Return the names of cards."""
    return [state.game.cards[number].name for number in numbers]


@dataclass(slots=True)
class Field(Generic[W, V]):
    """An entry of plain values: numbers, texts and tuples of them. W : what a position writes, V : what a state keeps.

    start, copied : the source of its value in a new state, and of its copy; {} is the value. key : the source of what
    counts of it, "" if nothing does; a function of its owner if it needs more. written : its name in positions and
    views, {} for the field's own; "" if it is not written. at : the table of a position in which an entry of the state
    stands, "" for the top. shape : what a position may say. show : a view has it. name : set when its class is made.
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
        """Return what a position means that leaves it out, None for what it is in a new state."""
        return None

    def read(self, reader: Reader[DeclaredState], value: W) -> V:
        """Return the value that a position says. Raises DataError."""
        kept: V = frozen(value)
        return kept

    def write(self, state: DeclaredState, value: V) -> W | None:
        """Return the value as a position says it."""
        written: W = plain(value)
        return written

    def view(self, state: DeclaredState, value: V, side: int, seat: int) -> object:
        """Return what the player in `seat` sees of it, in the zones of `side`."""
        return plain(value)

    def cards(self, value: V) -> Iterable[int]:
        """Return the numbers of the cards in it."""
        return ()


@dataclass(slots=True)
class Number(Field[int, int]):
    """A whole number, never below `low`; in a position at most `most`."""

    start: str = "0"
    _: KW_ONLY
    shape: Shape = int
    low: int = 0
    most: int | None = None

    def read(self, reader: Reader[DeclaredState], value: int) -> int:
        """Return the number. Raises DataError for one below the least or written above the most."""
        if value < self.low:
            raise DataError(reader.where, f"{self.written} is {value}.", f"It must be {self.low} or more.")
        if self.most is not None and value > self.most and reader.by_hand:  # in play it may have grown
            raise DataError(reader.where, f"{self.written} is {value}.", f"It must be {self.most} or less.")
        return int(value)


@dataclass(slots=True)
class Count(Number):
    """A count that matters only near a limit of the game: the rule parameter `near`."""

    _: KW_ONLY
    at: str = "flow"
    near: str = ""

    def __post_init__(self) -> None:
        """Set the key."""
        self.key = f"max(0, {{}} - state.game.parameters[{self.near!r}] + {NEAR})"


@dataclass(slots=True)
class Flag(Field[bool, bool]):
    """Something that is true or false, false at the start."""

    start: str = "False"
    _: KW_ONLY
    shape: Shape = bool


@dataclass(slots=True)
class Seat(Field[str, int]):
    """A seat, written as a player's name."""

    start: str = "0"
    _: KW_ONLY
    shape: Shape = str

    def read(self, reader: Reader[DeclaredState], value: str) -> int:
        """Return the seat. Raises DataError for an unknown name."""
        return reader.seat_called(value, self.written)

    def write(self, state: DeclaredState, value: int) -> str:
        """Return the player's name."""
        return SEATS[value]


@dataclass(slots=True)
class Word(Field[str, int]):
    """One of several words, kept as its place among them."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Shape = str

    def read(self, reader: Reader[DeclaredState], value: str) -> int:
        """Return the place of the word. Raises DataError for an unknown one."""
        if value not in self.words:
            raise DataError(reader.where, f"{self.written} is {value!r}.", f"Use one of {', '.join(self.words)}.")
        return self.words.index(value)

    def write(self, state: DeclaredState, value: int) -> str:
        """Return the word."""
        return self.words[value]

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> object:
        """Return the word."""
        return self.words[value]


@dataclass(slots=True)
class Shared(Field[object, V]):
    """What is worked out from the game once, `make(game)`, and shared by all copies."""

    make: Callable[[Game], V | None] = lambda game: None
    _: KW_ONLY
    start: str = "None"
    key: Key = ""
    written: str = ""

    def of(self, game: Game) -> object:
        """Return what is worked out for a game, at its first use."""
        if self.name not in game.shared:
            game.shared[self.name] = self.make(game)
        return game.shared[self.name]


@dataclass(slots=True)
class WorkedOut(Field[object, V]):
    """A figure of a player that is not stored: the game's `figures` (see `Rules`) say what it is, and a view has it."""

    _: KW_ONLY
    start: str = ""
    key: Key = ""
    written: str = ""
    show: bool = True

    def view(self, state: DeclaredState, value: V, side: int, seat: int) -> object:
        """Return the figure."""
        return self.now(state, side)

    def now(self, state: DeclaredState, side: int) -> object:
        """Return the figure of the player in `side`."""
        return state.game.rules.figures(state, side, self.name, None)[self.name]


@dataclass(slots=True)
class Bits(Field[Sequence[str], int]):
    """Several things that are true or false, one bit of a whole number each; positions list the words of the true."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Shape = (list,)

    def read(self, reader: Reader[DeclaredState], value: Sequence[str]) -> int:
        """Return the number. Raises DataError for an unknown word."""
        for word in value:
            if word not in self.words:
                raise DataError(
                    f"{reader.where}, {self.written}", f"there is no {word!r}.", f"Use {', '.join(self.words)}."
                )
        return sum(1 << at for at, word in enumerate(self.words) if word in value)

    def write(self, state: DeclaredState, value: int) -> list[str]:
        """Return the words of what is true."""
        return [word for at, word in enumerate(self.words) if value & 1 << at]

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> list[str]:
        """Return the words of what is true."""
        return self.write(state, value)


@dataclass(slots=True)
class Derived(Field[object, V]):
    """What follows from other fields and is kept for speed: not written, and no part of a canonical key."""

    _: KW_ONLY
    key: Key = ""
    written: str = ""


# Zones.


@dataclass(slots=True)
class Cards(Field[CardsWritten, list[int]]):
    """A zone of cards that merely lie there, each a number.

    sees : who sees them. ordered : their order counts. top : it is a pile; the end of the list is its top, which a
    position names first. allowed, remedy : the categories that may lie there, and what to say of others.
    entries : a view has an entry for each card, with the game's figures for it.
    default : what a position means that leaves the zone out: names, or a number of unnamed cards.
    """

    start: str = "[]"
    _: KW_ONLY
    copied: str = "{}[:]"
    shape: Shape = (int, [(int, str)])
    show: bool = True
    sees: str = EVERYBODY
    ordered: bool = False
    top: bool = False
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""
    default: CardsWritten | None = None

    def __post_init__(self) -> None:
        """Set the key."""
        if self.key == "{}":
            self.key = "tuple({})" if self.ordered else "tuple(sorted({}))"

    def usual(self, game: Game) -> CardsWritten | None:
        """Return names, or a number of unnamed cards."""
        return self.default

    def read(self, reader: Reader[DeclaredState], value: CardsWritten) -> Any:
        """Return the numbers: a list, or a tuple where the zone is one."""
        cards = reader.cards(value, self.allowed, self.remedy)
        cards = cards[::-1] if self.top else cards
        return tuple(cards) if self.start == "()" else cards

    def write(self, state: DeclaredState, value: list[int]) -> list[str]:
        """Return the names."""
        return names(state, value[::-1] if self.top else value)

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> object:
        """Return the names, None for hidden ones; of a zone that nobody sees the number of cards."""
        if self.sees == NOBODY:
            return len(value)
        if self.entries:
            figures = state.game.rules.figures
            return [{"card": known(state, one)} | figures(state, side, self.name, one) for one in value]
        return [known(state, number) if may_see(self.sees, side, seat) else None for number in value]

    def cards(self, value: list[int]) -> Iterable[int]:
        """Return the numbers."""
        return list(value)


@dataclass(slots=True)
class Pile(Cards):
    """A face-down pile: nobody sees it, and its order counts.

    known : the player's field that counts its lowest cards that both players know, if there are some (`bottom`).
    """

    _: KW_ONLY
    sees: str = NOBODY
    ordered: bool = True
    top: bool = True
    default: CardsWritten | None = 20
    known: str = ""

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> int:
        """Return the number of cards that nobody knows."""
        return len(value) - self.known_cards(state.both[side])

    def known_cards(self, player: Zones) -> int:
        """Return how many of a player's lowest cards are known."""
        return getattr(player, self.known) if self.known else 0


@dataclass(slots=True)
class Bottom(Number):
    """How many of the lowest cards of the pile `of` both players know; a view has their names."""

    _: KW_ONLY
    show: bool = True
    key: Key = ""
    of: str = ""

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> list[str | None]:
        """Return the names, the lowest first."""
        return [known(state, number) for number in getattr(state.both[side], self.of)[:value]]


@dataclass(slots=True)
class Places(Cards):
    """Face-down cards in as many places as the rule parameter `parameter` says, some of them empty (NO_CARD)."""

    _: KW_ONLY
    sees: str = NOBODY
    parameter: str = ""

    def usual(self, game: Game) -> CardsWritten | None:
        """Return as many unnamed cards as there are places."""
        return game.parameters[self.parameter]

    def read(self, reader: Reader[DeclaredState], value: CardsWritten) -> list[int]:
        """Return the numbers. Raises DataError for more than there are places."""
        most = reader.game.parameters[self.parameter]
        found = reader.cards(value, self.allowed, self.remedy, gaps=True)
        if len(found) > most:
            raise DataError(reader.where, f"{len(found)} cards.", f"There are {most} places. {self.remedy}".strip())
        return found + [NO_CARD] * (most - len(found))

    def write(self, state: DeclaredState, value: list[int]) -> list[str]:
        """Return the names, "empty" for an empty place."""
        return ["empty" if number == NO_CARD else state.game.cards[number].name for number in value]

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> object:
        """Return for each place whether a card lies there."""
        return [number != NO_CARD for number in value]

    def cards(self, value: list[int]) -> Iterable[int]:
        """Return the numbers of the cards that are there."""
        return [number for number in value if number != NO_CARD]


@dataclass(slots=True)
class OneCard(Field[str, int]):
    """A place for one card that lies open, NO_CARD if it is empty. allowed, remedy, entries : see `Cards`."""

    start: str = str(NO_CARD)
    _: KW_ONLY
    shape: Shape = str
    show: bool = True
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""

    def read(self, reader: Reader[DeclaredState], value: str) -> int:
        """Return the number."""
        return reader.card(value, self.allowed, self.remedy)

    def write(self, state: DeclaredState, value: int) -> str | None:
        """Return the name, None for an empty place."""
        return None if value == NO_CARD else state.game.cards[value].name

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> object:
        """Return the name, None for an empty place; as an entry in a list of at most one."""
        if not self.entries:
            return known(state, value)
        figures = state.game.rules.figures
        return [] if value == NO_CARD else [{"card": known(state, value)} | figures(state, side, self.name, value)]

    def cards(self, value: int) -> Iterable[int]:
        """Return the card, if there is one."""
        return [] if value == NO_CARD else [value]


@dataclass(slots=True)
class Records(Field[CardsWritten, list[Row | None]]):
    """A zone of cards in play, each a tuple as `record` says.

    sees(state, record) : who sees the card, by default everybody. ordered : their order counts. unnamed : a position
    may write a number of unnamed cards there ("3 fatigued"). A record may be None: an empty place.
    """

    record: Record = None  # type: ignore[assignment]  # always given
    _: KW_ONLY
    start: str = "[]"
    copied: str = "{}[:]"
    show: bool = True
    sees: Callable[..., str] | None = None
    ordered: bool = False
    unnamed: bool = False

    def __post_init__(self) -> None:
        """Set the key and the shape."""
        look = "LOOK(one, state, roles) for one in {} if one is not None"
        if self.key == "{}":
            self.key = f"tuple([{look}])" if self.ordered else f"tuple(sorted([{look}]))"
        self.shape = (int, str, [(int, str)]) if self.unnamed else [str]

    def read(self, reader: Reader[DeclaredState], value: CardsWritten) -> list[Row | None]:
        """Return the records."""
        texts = value if isinstance(value, list | tuple) else [value]
        return [one for text in texts for one in self.record.read_some(reader, str(text))]

    def write(self, state: DeclaredState, value: list[Row | None]) -> list[str]:
        """Return the texts of the records."""
        return [self.record.write(state, one) for one in there(value)]

    def view(self, state: DeclaredState, value: list[Row | None], side: int, seat: int) -> object:
        """Return an entry for each record, with the game's figures for it; of a hidden card how it lies."""
        entries = []
        for one in there(value):
            entry = self.record.shown(state, one)
            if shown_to(self, state, one, side, seat):
                entries.append(entry | state.game.rules.figures(state, side, self.name, one))
            else:
                entries.append(entry | {"card": None})
        return entries

    def cards(self, value: list[Row | None]) -> Iterable[int]:
        """Return the numbers of all cards of the records."""
        return [card for one in there(value) for card in self.record.cards(one)]


def shown_to(zone: Records, state: DeclaredState, record: Row, side: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card in play of `side`."""
    return zone.sees is None or may_see(zone.sees(state, record), side, seat)


def there(records: Iterable[Row | None]) -> list[Row]:
    """Return the records of a zone without its empty places, which are None."""
    return [one for one in records if one is not None]


@dataclass(slots=True)
class Area(Records):
    """Some of the places of the list `of`, where each has a record or None: a zone that is a part of a larger one.

    It is no slot: what it is follows from the list, and setting it fills its places from the first. first, last : its
    places. A position writes an empty place as "empty"; of a single place the text of its record alone will do.
    """

    of: str = ""
    first: int = 0
    last: int = 0

    def __post_init__(self) -> None:
        """Set the key and the shape."""
        Records.__post_init__(self)
        self.shape = (str, [str])

    def get(self, player: Zones) -> list[Row | None]:
        """Return its part of the list."""
        part: list[Row | None] = getattr(player, self.of)[self.first : self.last + 1]
        return part

    def set(self, player: Zones, records: Sequence[Row]) -> None:
        """Put records into its places."""
        places = self.last - self.first + 1
        getattr(player, self.of)[self.first : self.last + 1] = [*records, *[None] * (places - len(records))]

    def read(self, reader: Reader[DeclaredState], value: CardsWritten) -> list[Row | None]:
        """Return the records. Raises DataError for more than there are places."""
        texts, most = value if isinstance(value, list | tuple) else [value], self.last - self.first + 1
        if len(texts) > most:
            raise DataError(reader.where, f"{len(texts)} cards.", f"There are {most} places.")
        return [None if text == "empty" else self.record.read(reader, str(text)) for text in texts]

    def write(self, state: DeclaredState, value: list[Row | None]) -> list[str]:
        """Return the texts of the records, "empty" for an empty place before another one."""
        texts = ["empty" if one is None else self.record.write(state, one) for one in value]
        while texts and texts[-1] == "empty":
            texts.pop()
        return texts


# Cards in no zone, and what is under way.


def lists() -> Shape:
    """Return the shape of a list of lists."""
    return [list]


def texts() -> Shape:
    """Return the shape of a list of texts."""
    return [str]


@dataclass(slots=True)
class Line(Field[Sequence[Sequence[object]], tuple[Row, ...]]):
    """Abilities that wait, or cards in no zone: a tuple of (seat, card, ...).

    What follows the card may be the id of a card in play, or a tuple with ids; a canonical key looks at those cards.
    """

    start: str = "()"
    _: KW_ONLY
    key: Key = "tuple([(seat, card, *map(state.look, rest)) for seat, card, *rest in {}])"
    at: str = "flow"
    shape: Shape = made(default_factory=lists)

    def read(self, reader: Reader[DeclaredState], value: Sequence[Sequence[object]]) -> tuple[Row, ...]:
        """Return the line."""
        entries = []
        types = get_args(get_args(get_type_hints(reader.habits.kind)[self.name])[0])
        for one in value:
            like = tuple(str if place == 1 else kind for place, kind in enumerate(types))  # the card is written by name
            if not fits_hint(frozen(one), tuple[like]) or one[0] not in (0, 1):  # type: ignore[valid-type]
                what = f"{self.written}: {one!r} is no seat with a card."
                raise DataError(f"{reader.where}, flow", what, 'Write [0, "Name", ...], or leave [flow] out.')
            seat, card, *rest = one
            entries.append((seat, reader.card(str(card)), *frozen(rest)))
        return tuple(entries)

    def write(self, state: DeclaredState, value: tuple[Row, ...]) -> Sequence[Sequence[object]]:
        """Return the line with names in the place of cards."""
        return [[seat, state.game.cards[card].name, *plain(rest)] for seat, card, *rest in value]

    def view(self, state: DeclaredState, value: tuple[Row, ...], side: int, seat: int) -> object:
        """Return the names of the cards."""
        return [state.game.cards[card].name for _, card, *_ in value]


@dataclass(slots=True)
class Loose(Field[Sequence[str], tuple[int, ...]]):
    """Cards in no zone, a tuple of numbers. owner(state) : whose they are; only that player sees them."""

    owner: Callable[..., int | None] = lambda state: None
    _: KW_ONLY
    start: str = "()"
    at: str = "flow"
    shape: Shape = made(default_factory=texts)
    show: bool = True

    def read(self, reader: Reader[DeclaredState], value: Sequence[str]) -> tuple[int, ...]:
        """Return the numbers."""
        return tuple(reader.card(name) for name in value)

    def write(self, state: DeclaredState, value: tuple[int, ...]) -> list[str]:
        """Return the names."""
        return names(state, value)

    def view(self, state: DeclaredState, value: tuple[int, ...], side: int, seat: int) -> list[str | None]:
        """Return the names, None for cards of the other player."""
        return [known(state, number) if self.owner(state) == seat else None for number in value]


@dataclass(slots=True)
class UnderWay(Field[Document, Row | None]):
    """An attack, a battle or an action under way: a NamedTuple, or None.

    kind : its class; the fields may be annotated `Seat`, `CardNumber`, `InPlay` (ids of cards in play, 0 for none),
    `CardNumbers` (cards by seat) or `Places` (places in a zone, counted from 1 in positions). rival : the fields whose
    cards in play are the other player's. names : what entries are called in positions, where it is not the field's
    name. shown : the entries that a view has. key : by default the entries that are no ids; those are the roles of
    the cards in play.
    """

    kind: Any = None
    _: KW_ONLY
    start: str = "None"
    shape: Shape = dict
    show: bool = True
    rival: Sequence[str] = ()
    names: Mapping[str, str] | None = None
    shown: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Set the key."""
        if self.key == "{}":
            plain_ones = [name for name, mark in self.entries() if mark != "in play"]
            self.key = "None if {} is None else (" + "".join(f"{{}}.{name}, " for name in plain_ones) + ")"

    def entries(self) -> list[tuple[str, str]]:
        """Return (name, what it holds) of each field of the NamedTuple; see `frames.marks_of`."""
        return list(zip(self.kind._fields, marks_of(self.kind), strict=True))

    def in_play(self, value: Row | None) -> Iterable[tuple[str, int]]:
        """Yield (entry, id) for each card in play that is part of it."""
        for name, mark in self.entries() if value is not None else ():
            ids = getattr(value, name) if mark == "in play" else ()
            yield from ((name, number) for number in (ids if isinstance(ids, tuple) else (ids,)) if number)

    def called(self, entry: str) -> str:
        """Return the name of an entry in positions and views."""
        return (self.names or {}).get(entry, entry)

    def read(self, reader: Reader[DeclaredState], value: Document) -> Row:
        """Return the NamedTuple; entries that are left out keep their defaults."""
        return reader.under_way(self, value)

    def write(self, state: DeclaredState, value: Row | None) -> dict[str, object] | None:
        """Return its entries as a table, None for nothing."""
        if value is None:
            return None
        return {
            self.called(name): WRITTEN[mark](state, part) if mark in WRITTEN else plain(part)
            for (name, mark), part in zip(self.entries(), value, strict=True)
        }

    def view(self, state: DeclaredState, value: Row | None, side: int, seat: int) -> object:
        """Return the entries that are shown."""
        return None if value is None else {self.called(one): plain(getattr(value, one)) for one in self.shown}


WRITTEN: dict[str, Callable[[DeclaredState, Any], object]] = {
    "seat": lambda state, part: SEATS[part],
    "card": lambda state, part: state.game.cards[part].name,
    "cards": lambda state, part: [names(state, some) for some in part],
    "places": lambda state, part: [place + 1 for place in part],
    "in play": lambda state, part: [f"# {one}" for one in part] if isinstance(part, tuple) else part and f"# {part}",
}
"""How the entries of what is under way are written, by what they hold."""


@dataclass(slots=True)
class Both(Field[object, object]):
    """The two players' zones, each of the class `kind`."""

    kind: type[Zones] = None  # type: ignore[assignment]  # always given
    _: KW_ONLY
    start: str = ""
    key: Key = ""
    written: str = ""


# As a game declares them.


def annotated(kind: Callable[P, Field[W, V]]) -> Callable[P, Any]:
    """Return a class of fields as a function whose result may be anything to a type checker.

    What a call gives is the field; what stands there once the class is made, the annotation says.
    """
    return kind


value = annotated(Field)
number = annotated(Number)
count = annotated(Count)
flag = annotated(Flag)
seat = annotated(Seat)
word = annotated(Word)
shared = annotated(Shared)
worked_out = annotated(WorkedOut)
bits = annotated(Bits)
derived = annotated(Derived)
cards = annotated(Cards)
pile = annotated(Pile)
bottom = annotated(Bottom)
places = annotated(Places)
one_card = annotated(OneCard)
loose = annotated(Loose)
records = annotated(Records)
area = annotated(Area)
line = annotated(Line)
under_way = annotated(UnderWay)
both = annotated(Both)
