"""The kinds of field that a state or a player's zones may have: how each is copied, keyed, written, read and seen.

A game declares its fields with the names at the end of this module (`cards`, `records`, `seat`, ...), see
`engines.core.declare`. Each takes the entries of its class as keyword arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from dataclasses import field as made
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from engines.core.errors import DataError
from engines.core.frames import fits_hint, marks_of
from engines.core.positions import frozen, plain
from engines.core.records import NO_CARD, known

if TYPE_CHECKING:
    from engines.core.game import Game
    from engines.core.reading import Reader

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""Who sees the cards of a zone."""

NEAR = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""

SEATS = ("P1", "P2")
SEAT_NAMES = {"P1": 0, "P2": 1, "you": 0, "rival": 1}


def may_see(sees: str, side: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card of `side` that is shown to `sees`."""
    return sees == EVERYBODY or (sees == OWNER and side == seat)


def names(state: Any, numbers: Iterable[int]) -> list[str]:
    """Return the names of cards."""
    return [state.game.cards[number].name for number in numbers]


@dataclass(slots=True)
class Field:
    """An entry of plain values: numbers, texts and tuples of them.

    start, copied : the source of its value in a new state, and of its copy; {} is the value. key : the source of what
    counts of it, "" if nothing does; a function of its owner if it needs more. written : its name in positions and
    views, by default the field's; "" if it is not written. at : the table of a position in which an entry of the state
    stands, "" for the top. shape : what a position may say. show : a view has it. name : set when its class is made.
    """

    start: str = "None"
    _: KW_ONLY
    copied: str = "{}"
    key: Any = "{}"
    written: str | None = None
    at: str = ""
    shape: Any = Any
    show: bool = False
    name: str = ""

    def usual(self, game: Game) -> Any:
        """Return what a position means that leaves it out, None for what it is in a new state."""
        return None

    def read(self, reader: Reader, value: Any) -> Any:
        """Return the value that a position says. Raises DataError."""
        return frozen(value)

    def write(self, state: Any, value: Any) -> Any:
        """Return the value as a position says it."""
        return plain(value)

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return what the player in `seat` sees of it, in the zones of `side`."""
        return plain(value)

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers of the cards in it."""
        return ()


@dataclass(slots=True)
class Number(Field):
    """A whole number, never below `low`; in a position at most `most`."""

    start: str = "0"
    _: KW_ONLY
    shape: Any = int
    low: int = 0
    most: int | None = None

    def read(self, reader: Reader, value: Any) -> int:
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
class Flag(Field):
    """Something that is true or false, false at the start."""

    start: str = "False"
    _: KW_ONLY
    shape: Any = bool


@dataclass(slots=True)
class Seat(Field):
    """A seat, written as a player's name."""

    start: str = "0"
    _: KW_ONLY
    shape: Any = str

    def read(self, reader: Reader, value: Any) -> int:
        """Return the seat. Raises DataError for an unknown name."""
        return reader.seat_called(value, self.written or "")

    def write(self, state: Any, value: Any) -> str:
        """Return the player's name."""
        return SEATS[value]


@dataclass(slots=True)
class Word(Field):
    """One of several words, kept as its place among them."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Any = str

    def read(self, reader: Reader, value: Any) -> int:
        """Return the place of the word. Raises DataError for an unknown one."""
        if value not in self.words:
            raise DataError(reader.where, f"{self.written} is {value!r}.", f"Use one of {', '.join(self.words)}.")
        return self.words.index(value)

    def write(self, state: Any, value: Any) -> Any:
        """Return the word."""
        return self.words[value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the word."""
        return self.words[value]


@dataclass(slots=True)
class Shared(Field):
    """What is worked out from the game once, `make(game)`, and shared by all copies."""

    make: Callable[[Game], Any] = lambda game: None
    _: KW_ONLY
    start: str = "None"
    key: Any = ""
    written: str | None = ""

    def of(self, game: Game) -> Any:
        """Return what is worked out for a game, at its first use."""
        if self.name not in game.shared:
            game.shared[self.name] = self.make(game)
        return game.shared[self.name]


@dataclass(slots=True)
class WorkedOut(Field):
    """A figure of a player that is not stored: the game's `figures` (see `Rules`) say what it is, and a view has it."""

    _: KW_ONLY
    start: str = ""
    key: Any = ""
    written: str | None = ""
    show: bool = True

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the figure."""
        return self.now(state, side)

    def now(self, state: Any, side: int) -> Any:
        """Return the figure of the player in `side`."""
        return state.game.rules.figures(state, side, self.name, None)[self.name]


@dataclass(slots=True)
class Bits(Field):
    """Several things that are true or false, one bit of a whole number each; positions list the words of the true."""

    words: Sequence[str] = ()
    _: KW_ONLY
    start: str = "0"
    shape: Any = (list,)

    def read(self, reader: Reader, value: Any) -> int:
        """Return the number. Raises DataError for an unknown word."""
        for word in value:
            if word not in self.words:
                raise DataError(
                    f"{reader.where}, {self.written}", f"there is no {word!r}.", f"Use {', '.join(self.words)}."
                )
        return sum(1 << at for at, word in enumerate(self.words) if word in value)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the words of what is true."""
        return [word for at, word in enumerate(self.words) if value & 1 << at]

    def view(self, state: Any, value: Any, side: int, seat: int) -> list[str]:
        """Return the words of what is true."""
        return self.write(state, value)


@dataclass(slots=True)
class Derived(Field):
    """What follows from other fields and is kept for speed: not written, and no part of a canonical key."""

    _: KW_ONLY
    key: Any = ""
    written: str | None = ""


# Zones.


@dataclass(slots=True)
class Cards(Field):
    """A zone of cards that merely lie there, each a number.

    sees : who sees them. ordered : their order counts. top : it is a pile; the end of the list is its top, which a
    position names first. allowed, remedy : the categories that may lie there, and what to say of others.
    entries : a view has an entry for each card, with the game's figures for it.
    default : what a position means that leaves the zone out: names, or a number of unnamed cards.
    """

    start: str = "[]"
    _: KW_ONLY
    copied: str = "{}[:]"
    shape: Any = (int, [(int, str)])
    show: bool = True
    sees: str = EVERYBODY
    ordered: bool = False
    top: bool = False
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""
    default: Any = None

    def __post_init__(self) -> None:
        """Set the key."""
        if self.key == "{}":
            self.key = "tuple({})" if self.ordered else "tuple(sorted({}))"

    def usual(self, game: Game) -> Any:
        """Return names, or a number of unnamed cards."""
        return self.default

    def read(self, reader: Reader, value: Any) -> list[int]:
        """Return the numbers."""
        cards = reader.cards(value, self.allowed, self.remedy)
        return cards[::-1] if self.top else cards

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the names."""
        return names(state, value[::-1] if self.top else value)

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the names, None for hidden ones; of a zone that nobody sees the number of cards."""
        if self.sees == NOBODY:
            return len(value)
        if self.entries:
            figures = state.game.rules.figures
            return [{"card": known(state, one)} | figures(state, side, self.name, one) for one in value]
        return [known(state, number) if may_see(self.sees, side, seat) else None for number in value]

    def cards(self, value: Any) -> Iterable[int]:
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
    default: Any = 20
    known: str = ""

    def view(self, state: Any, value: Any, side: int, seat: int) -> int:
        """Return the number of cards that nobody knows."""
        return len(value) - self.known_cards(state.players[side])

    def known_cards(self, player: Any) -> int:
        """Return how many of a player's lowest cards are known."""
        return getattr(player, self.known) if self.known else 0


@dataclass(slots=True)
class Bottom(Number):
    """How many of the lowest cards of the pile `of` both players know; a view has their names."""

    _: KW_ONLY
    show: bool = True
    key: Any = ""
    of: str = ""

    def view(self, state: Any, value: Any, side: int, seat: int) -> list[str | None]:
        """Return the names, the lowest first."""
        return [known(state, number) for number in getattr(state.players[side], self.of)[:value]]


@dataclass(slots=True)
class Places(Cards):
    """Face-down cards in as many places as the rule parameter `parameter` says, some of them empty (NO_CARD)."""

    _: KW_ONLY
    sees: str = NOBODY
    parameter: str = ""

    def usual(self, game: Game) -> int:
        """Return as many unnamed cards as there are places."""
        return game.parameters[self.parameter]

    def read(self, reader: Reader, value: Any) -> list[int]:
        """Return the numbers. Raises DataError for more than there are places."""
        most = reader.game.parameters[self.parameter]
        found = reader.cards(value, self.allowed, self.remedy, gaps=True)
        if len(found) > most:
            raise DataError(reader.where, f"{len(found)} cards.", f"There are {most} places. {self.remedy}".strip())
        return found + [NO_CARD] * (most - len(found))

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the names, "empty" for an empty place."""
        return ["empty" if number == NO_CARD else state.game.cards[number].name for number in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return for each place whether a card lies there."""
        return [number != NO_CARD for number in value]

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers of the cards that are there."""
        return [number for number in value if number != NO_CARD]


@dataclass(slots=True)
class OneCard(Field):
    """A place for one card that lies open, NO_CARD if it is empty. allowed, remedy, entries : see `Cards`."""

    start: str = str(NO_CARD)
    _: KW_ONLY
    shape: Any = str
    show: bool = True
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""

    def read(self, reader: Reader, value: Any) -> int:
        """Return the number."""
        return reader.card(value, self.allowed, self.remedy)

    def write(self, state: Any, value: Any) -> str | None:
        """Return the name, None for an empty place."""
        return None if value == NO_CARD else state.game.cards[value].name

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the name, None for an empty place; as an entry in a list of at most one."""
        if not self.entries:
            return known(state, value)
        figures = state.game.rules.figures
        return [] if value == NO_CARD else [{"card": known(state, value)} | figures(state, side, self.name, value)]

    def cards(self, value: Any) -> Iterable[int]:
        """Return the card, if there is one."""
        return [] if value == NO_CARD else [value]


@dataclass(slots=True)
class Records(Field):
    """A zone of cards in play, each a tuple as `record` says.

    sees(state, record) : who sees the card, by default everybody. ordered : their order counts. unnamed : a position
    may write a number of unnamed cards there ("3 fatigued"). A record may be None: an empty place.
    """

    record: Any = None
    _: KW_ONLY
    start: str = "[]"
    copied: str = "{}[:]"
    show: bool = True
    sees: Callable[[Any, Any], str] | None = None
    ordered: bool = False
    unnamed: bool = False

    def __post_init__(self) -> None:
        """Set the key and the shape."""
        look = "LOOK(one, state, roles) for one in {} if one is not None"
        if self.key == "{}":
            self.key = f"tuple([{look}])" if self.ordered else f"tuple(sorted([{look}]))"
        self.shape = (int, str, [(int, str)]) if self.unnamed else [str]

    def read(self, reader: Reader, value: Any) -> list[Any]:
        """Return the records."""
        texts = value if isinstance(value, list | tuple) else [value]
        return [one for text in texts for one in self.record.read_some(reader, str(text))]

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the texts of the records."""
        return [self.record.write(state, one) for one in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return an entry for each record, with the game's figures for it; of a hidden card how it lies."""
        entries = []
        for one in there(value):
            entry = self.record.shown(state, one)
            if shown_to(self, state, one, side, seat):
                entries.append(entry | state.game.rules.figures(state, side, self.name, one))
            else:
                entries.append(entry | {"card": None})
        return entries

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers of all cards of the records."""
        return [card for one in there(value) for card in self.record.cards(one)]


def shown_to(zone: Records, state: Any, record: Any, side: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card in play of `side`."""
    return zone.sees is None or may_see(zone.sees(state, record), side, seat)


def there(records: Iterable[Any]) -> list[Any]:
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

    def get(self, player: Any) -> list[Any]:
        """Return its part of the list."""
        part: list[Any] = getattr(player, self.of)[self.first : self.last + 1]
        return part

    def set(self, player: Any, records: Sequence[Any]) -> None:
        """Put records into its places."""
        places = self.last - self.first + 1
        getattr(player, self.of)[self.first : self.last + 1] = [*records, *[None] * (places - len(records))]

    def read(self, reader: Reader, value: Any) -> list[Any]:
        """Return the records. Raises DataError for more than there are places."""
        texts, most = [value] if isinstance(value, str) else value, self.last - self.first + 1
        if len(texts) > most:
            raise DataError(reader.where, f"{len(texts)} cards.", f"There are {most} places.")
        return [None if text == "empty" else self.record.read(reader, text) for text in texts]

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the texts of the records, "empty" for an empty place before another one."""
        texts = ["empty" if one is None else self.record.write(state, one) for one in value]
        while texts and texts[-1] == "empty":
            texts.pop()
        return texts


# Cards in no zone, and what is under way.


@dataclass(slots=True)
class Line(Field):
    """Abilities that wait, or cards in no zone: a tuple of (seat, card, ...).

    What follows the card may be the id of a card in play, or a tuple with ids; a canonical key looks at those cards.
    """

    start: str = "()"
    _: KW_ONLY
    key: Any = "tuple([(seat, card, *map(state.look, rest)) for seat, card, *rest in {}])"
    at: str = "flow"
    shape: Any = made(default_factory=lambda: [list])

    def read(self, reader: Reader, value: Any) -> tuple[Any, ...]:
        """Return the line."""
        entries = []
        types = get_args(get_args(get_type_hints(reader.habits.kind)[self.name])[0])
        for one in value:
            like = tuple(str if place == 1 else kind for place, kind in enumerate(types))  # the card is written by name
            if not fits_hint(frozen(one), tuple[like]) or one[0] not in (0, 1):  # type: ignore[valid-type]
                what = f"{self.written}: {one!r} is no seat with a card."
                raise DataError(f"{reader.where}, flow", what, 'Write [0, "Name", ...], or leave [flow] out.')
            seat, card, *rest = one
            entries.append((seat, reader.card(card), *frozen(rest)))
        return tuple(entries)

    def write(self, state: Any, value: Any) -> list[Any]:
        """Return the line with names in the place of cards."""
        return [[seat, state.game.cards[card].name, *plain(rest)] for seat, card, *rest in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the names of the cards."""
        return [state.game.cards[card].name for _, card, *_ in value]


@dataclass(slots=True)
class Loose(Field):
    """Cards in no zone, a tuple of numbers. owner(state) : whose they are; only that player sees them."""

    owner: Callable[[Any], int | None] = lambda state: None
    _: KW_ONLY
    start: str = "()"
    at: str = "flow"
    shape: Any = made(default_factory=lambda: [str])
    show: bool = True

    def read(self, reader: Reader, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        return tuple(reader.card(name) for name in value)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the names."""
        return names(state, value)

    def view(self, state: Any, value: Any, side: int, seat: int) -> list[str | None]:
        """Return the names, None for cards of the other player."""
        return [known(state, number) if self.owner(state) == seat else None for number in value]


@dataclass(slots=True)
class UnderWay(Field):
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
    shape: Any = dict
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

    def in_play(self, value: Any) -> Iterable[tuple[str, int]]:
        """Yield (entry, id) for each card in play that is part of it."""
        for name, mark in self.entries() if value is not None else ():
            ids = getattr(value, name) if mark == "in play" else ()
            yield from ((name, number) for number in (ids if isinstance(ids, tuple) else (ids,)) if number)

    def called(self, entry: str) -> str:
        """Return the name of an entry in positions and views."""
        return (self.names or {}).get(entry, entry)

    def read(self, reader: Reader, value: Any) -> Any:
        """Return the NamedTuple; entries that are left out keep their defaults."""
        return reader.under_way(self, value)

    def write(self, state: Any, value: Any) -> Any:
        """Return its entries as a table, None for nothing."""
        if value is None:
            return None
        return {
            self.called(name): WRITTEN.get(mark, lambda state, part: plain(part))(state, part)
            for (name, mark), part in zip(self.entries(), value, strict=True)
        }

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the entries that are shown."""
        return None if value is None else {self.called(one): plain(getattr(value, one)) for one in self.shown}


WRITTEN: dict[str, Callable[[Any, Any], Any]] = {
    "seat": lambda state, part: SEATS[part],
    "card": lambda state, part: state.game.cards[part].name,
    "cards": lambda state, part: [names(state, some) for some in part],
    "places": lambda state, part: [place + 1 for place in part],
    "in play": lambda state, part: [f"# {one}" for one in part] if isinstance(part, tuple) else part and f"# {part}",
}
"""How the entries of what is under way are written, by what they hold."""


@dataclass(slots=True)
class Both(Field):
    """The two players' zones, each of the class `kind`."""

    kind: Any = None
    _: KW_ONLY
    start: str = ""
    key: Any = ""
    written: str | None = ""


# As a game declares them. The annotation of a field says what it holds, so these may be anything to a type checker.
value: Any = Field
number: Any = Number
count: Any = Count
flag: Any = Flag
seat: Any = Seat
word: Any = Word
shared: Any = Shared
worked_out: Any = WorkedOut
bits: Any = Bits
derived: Any = Derived
cards: Any = Cards
pile: Any = Pile
bottom: Any = Bottom
places: Any = Places
one_card: Any = OneCard
records: Any = Records
area: Any = Area
line: Any = Line
loose: Any = Loose
under_way: Any = UnderWay
both: Any = Both
