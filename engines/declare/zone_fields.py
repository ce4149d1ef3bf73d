"""The fields for a player's zones: zones of plain cards, and zones of cards in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from engines.book.toml_schema import Shape
from engines.declare.records import Record, known_name, list_names
from engines.declare.scalar_fields import Field, Key, Number
from engines.errors import DataError
from engines.kernel.tuples import NO_CARD, Row

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState, Zones
    from engines.declare.field_reader import FieldReader
    from engines.game import Game

CardsWritten = int | str | Sequence[int | str]
"""Cards as a position writes them: names, and counts of unnamed cards."""

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""The possible visibilities of a zone: who can see its cards."""


def may_see(sees: str, side: int, seat: int) -> bool:
    """Return True if a zone of the player in `side`, with visibility `sees`, is open to the player in `seat`."""
    return sees == EVERYBODY or (sees == OWNER and side == seat)


@dataclass(slots=True, kw_only=True)
class Cards(Field[CardsWritten, list[int]]):
    """A zone of plain cards, each a number.

    sees : who can see them. ordered : whether the order matters. top : whether it is a pile; the end of the list is its
    top, which a position lists first. allowed, remedy : the categories allowed there, and the remedy for other cards.
    unnamed : in an open zone, the categories from which unnamed cards are filled in; by default plain cards. entries :
    whether a view has an entry for each card, with the game's figures for it. default : the value assumed if a position
    leaves the zone out: names, or a count of unnamed cards.
    """

    start: str = "[]"
    copied: str = "{}[:]"
    shape: Shape = (int, [(int, str)])
    show: bool = True
    sees: str = EVERYBODY
    ordered: bool = False
    top: bool = False
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""
    unnamed: Sequence[str] = ()
    default: CardsWritten | None = None

    def __post_init__(self) -> None:
        """Set `key`. Raises DataError if `sees` is not a known value."""
        if self.sees not in (EVERYBODY, OWNER, NOBODY):
            remedy = "Use kit.EVERYBODY, kit.OWNER or kit.NOBODY."
            raise DataError("a zone", f"sees is {self.sees!r}.", remedy)
        if self.key == "{}":
            self.key = "tuple({})" if self.ordered else "tuple(sorted({}))"

    def usual(self, game: Game) -> CardsWritten | None:
        """Return the default contents: names, or a count of unnamed cards."""
        return self.default

    def read(self, reader: FieldReader[DeclaredState], value: CardsWritten) -> Any:
        """Return the card numbers, as a list or a tuple, according to the type of the zone."""
        cards = reader.cards(value, self.allowed, self.remedy)
        cards = cards[::-1] if self.top else cards
        return tuple(cards) if self.start == "()" else cards

    def write(self, state: DeclaredState, value: list[int]) -> list[str]:
        """Return the names of the cards."""
        return list_names(state, value[::-1] if self.top else value)

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> object:
        """Return the names of the cards, with None for hidden ones.

        If neither player can see any, the number of cards.
        """
        if self.sees == NOBODY:
            return len(value)
        if self.entries:
            figures = state.game.rules.figures
            return [{"card": known_name(state, one)} | figures(state, side, self.name, one) for one in value]
        return [known_name(state, number) if may_see(self.sees, side, seat) else None for number in value]

    def cards(self, value: list[int]) -> Iterable[int]:
        """Return the numbers of the cards, which are the value itself."""
        return list(value)


@dataclass(slots=True, kw_only=True)
class Pile(Cards):
    """A face-down pile: neither player sees it, and its order matters.

    known : the name of the player's field that counts the bottom cards known to both players (`bottom`); "" if there is
    none.
    """

    sees: str = NOBODY
    ordered: bool = True
    top: bool = True
    default: CardsWritten | None = 20
    known: str = ""

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> int:
        """Return the number of cards in the pile that the players do not know."""
        return len(value) - self.known_cards(state.both[side])

    def known_cards(self, player: Zones) -> int:
        """Return how many cards at the bottom of a player's pile are known."""
        return getattr(player, self.known) if self.known else 0


@dataclass(slots=True, kw_only=True)
class Bottom(Number):
    """The number of cards at the bottom of pile `of` that both players know. Views show the names of these cards."""

    show: bool = True
    key: Key = ""
    of: str = ""

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> list[str | None]:
        """Return the names of these cards, from the bottom up."""
        return [known_name(state, number) for number in getattr(state.both[side], self.of)[:value]]


@dataclass(slots=True, kw_only=True)
class Places(Cards):
    """Face-down cards in places whose number is the rule parameter `parameter`. An empty place holds NO_CARD."""

    sees: str = NOBODY
    parameter: str = ""

    def usual(self, game: Game) -> CardsWritten | None:
        """Return the number of places, so that all of them hold unnamed cards."""
        return game.parameters[self.parameter]

    def read(self, reader: FieldReader[DeclaredState], value: CardsWritten) -> list[int]:
        """Return the card numbers. Raises DataError if there are more cards than places."""
        most = reader.game.parameters[self.parameter]
        found = reader.cards(value, self.allowed, self.remedy, gaps=True)
        if len(found) > most:
            raise DataError(reader.where, f"{len(found)} cards.", f"There are {most} places. {self.remedy}".strip())
        return found + [NO_CARD] * (most - len(found))

    def write(self, state: DeclaredState, value: list[int]) -> list[str]:
        """Return the names of the cards, with "empty" for an empty place."""
        return ["empty" if number == NO_CARD else state.game.cards[number].name for number in value]

    def view(self, state: DeclaredState, value: list[int], side: int, seat: int) -> object:
        """Return, for each place, True if it holds a card."""
        return [number != NO_CARD for number in value]

    def cards(self, value: list[int]) -> Iterable[int]:
        """Return the numbers of the cards present."""
        return [number for number in value if number != NO_CARD]


@dataclass(slots=True, kw_only=True)
class OneCard(Field[str, int]):
    """A place for one open card; NO_CARD if it is empty. allowed, remedy, entries : see `Cards`."""

    start: str = str(NO_CARD)
    shape: Shape = str
    show: bool = True
    entries: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""

    def read(self, reader: FieldReader[DeclaredState], value: str) -> int:
        """Return the card's number; NO_CARD for "empty"."""
        return NO_CARD if value == "empty" else reader.card(value, self.allowed, self.remedy)

    def write(self, state: DeclaredState, value: int) -> str | None:
        """Return the card's name; None for an empty place."""
        return None if value == NO_CARD else state.game.cards[value].name

    def view(self, state: DeclaredState, value: int, side: int, seat: int) -> object:
        """Return the card's name, or None for an empty place; with `entries`, a list of at most one entry."""
        if not self.entries:
            return known_name(state, value)
        figures = state.game.rules.figures
        return [] if value == NO_CARD else [{"card": known_name(state, value)} | figures(state, side, self.name, value)]

    def cards(self, value: int) -> Iterable[int]:
        """Return the card's number in a list, which is empty if there is none."""
        return [] if value == NO_CARD else [value]


@dataclass(slots=True)
class Records(Field[CardsWritten, list[Row | None]]):
    """A zone of cards in play, each a tuple described by `record`.

    sees(state, record) : who can see the card; by default both players. ordered : whether the order matters. unnamed :
    whether a position may write a count of unnamed cards there ("3 fatigued"). A record may be None, for an empty
    place.
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
        """Set `key` and `shape`."""
        look = "LOOK(one, state, roles) for one in {} if one is not None"
        if self.key == "{}":
            self.key = f"tuple([{look}])" if self.ordered else f"tuple(sorted([{look}]))"
        self.shape = (int, str, [(int, str)]) if self.unnamed else [str]

    def read(self, reader: FieldReader[DeclaredState], value: CardsWritten) -> list[Row | None]:
        """Return the records."""
        texts = value if isinstance(value, list | tuple) else [value]
        return [one for text in texts for one in self.record.read_some(reader, str(text))]

    def write(self, state: DeclaredState, value: list[Row | None]) -> list[str]:
        """Return the texts of the records."""
        return [self.record.write(state, one) for one in present_records(value)]

    def view(self, state: DeclaredState, value: list[Row | None], side: int, seat: int) -> object:
        """Return a view's entry for each record, with the game's figures for it.

        A hidden card has neither name nor figures.
        """
        entries = []
        for one in present_records(value):
            entry = self.record.shown(state, one)
            if shown_to(self, state, one, side, seat):
                entries.append(entry | state.game.rules.figures(state, side, self.name, one))
            else:
                entries.append(entry | {"card": None})
        return entries

    def cards(self, value: list[Row | None]) -> Iterable[int]:
        """Return the numbers of all cards in the records."""
        return [card for one in present_records(value) for card in self.record.cards(one)]


def shown_to(zone: Records, state: DeclaredState, record: Row, side: int, seat: int) -> bool:
    """Return True if the player in `seat` can see this card in play of the player in `side`."""
    return zone.sees is None or may_see(zone.sees(state, record), side, seat)


def present_records(records: Iterable[Row | None]) -> list[Row]:
    """Return the records of a zone without its empty places."""
    return [one for one in records if one is not None]


@dataclass(slots=True)
class Area(Records):
    """Part of a larger zone: the places `first` to `last` of the list named by `of`, each holding a record or None.

    It has no slot of its own: reading it slices that list, and setting it fills the places from the first. In a
    position, an empty place is "empty", and a zone of one place may be a single string.
    """

    of: str = ""
    first: int = 0
    last: int = 0

    def __post_init__(self) -> None:
        """Set `key` and `shape`."""
        Records.__post_init__(self)
        self.shape = (str, [str])

    def get(self, player: Zones) -> list[Row | None]:
        """Return this area's part of the list."""
        part: list[Row | None] = getattr(player, self.of)[self.first : self.last + 1]
        return part

    def set(self, player: Zones, records: Sequence[Row]) -> None:
        """Put records into this area's places, from the first on."""
        places = self.last - self.first + 1
        getattr(player, self.of)[self.first : self.last + 1] = [*records, *[None] * (places - len(records))]

    def read(self, reader: FieldReader[DeclaredState], value: CardsWritten) -> list[Row | None]:
        """Return the records. Raises DataError if there are more records than places."""
        texts, most = value if isinstance(value, list | tuple) else [value], self.last - self.first + 1
        if len(texts) > most:
            raise DataError(reader.where, f"{len(texts)} cards.", f"There are {most} places.")
        return [None if text == "empty" else self.record.read(reader, str(text)) for text in texts]

    def write(self, state: DeclaredState, value: list[Row | None]) -> list[str]:
        """Return the texts of the records, with "empty" for an empty place that comes before an occupied one."""
        texts = ["empty" if one is None else self.record.write(state, one) for one in value]
        while texts and texts[-1] == "empty":
            texts.pop()
        return texts
