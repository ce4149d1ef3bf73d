"""Declarations: what a state is made of, said once.

A game declares the zones of a player and the entries of its state as fields of two classes. From the declaration
come, when the class is made, the slots, the empty state, `copy` and `canonical_key` as straight-line source, and,
by `engines.core.reading`, `engines.core.sight` and `engines.core.hidden`, positions as text both ways, what a player
sees, whose the cards are, and what may lie in the place of hidden ones.

    @zones
    class Player(Zones):
        deck: list[int] = pile()
        hand: list[int] = cards(sees=OWNER)
        field: list[Unit] = records(UNIT)

    @declared
    class AltariaState(State):
        players: tuple[Player, Player] = both(Player)
        turn_player: int = seat("player")
        phase_actions: int = count(near="actions_a_phase")
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from engines.core.errors import DataError
from engines.core.frames import marks_of, place_key
from engines.core.positions import frozen, plain
from engines.core.records import NO_CARD, Record, known
from engines.core.state import State

if TYPE_CHECKING:
    from engines.core.game import Game
    from engines.core.reading import Reader

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""Who sees the cards of a zone."""

NEAR = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""

SEATS = ("P1", "P2")
SEAT_NAMES = {"P1": 0, "P2": 1, "you": 0, "rival": 1}

Class = TypeVar("Class", bound=type)


@dataclass(slots=True)
class Field:
    """One field of a state or of a player, as every kind of field is: a value that is copied as it is.

    start, copied : the source of its value in a new state, and of its copy ({} is the value). key : the source of what
    counts of it, "" if nothing does; a function of its owner if it needs more. written : its name in positions and
    views, "" if it is not written. at : the table of a position in which an entry of the state stands, "" for the
    top. shape : what a position may say. zone : it holds cards that lie on the table.
    """

    start: str = "None"
    copied: str = "{}"
    key: Any = "{}"
    written: str | None = None
    at: str = ""
    shape: Any = None
    show: bool = False
    zone: bool = False
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
        """Return what the player in `seat` sees of it in the zones of `side`."""
        return plain(value)

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers of the cards in it."""
        return ()


# Zones of a player.


@dataclass(slots=True)
class CardsField(Field):
    """A zone of cards that merely lie there, as a list of numbers."""

    sees: str = EVERYBODY
    top: bool = False
    allowed: Sequence[str] = ()
    remedy: str = ""
    default: Any = None

    def usual(self, game: Game) -> Any:
        """Return names, or a number of unnamed cards."""
        return self.default

    def read(self, reader: Reader, value: Any) -> list[int]:
        """Return the numbers; a position names the top of a pile first."""
        cards = reader.cards(value, self.allowed, self.remedy)
        return cards[::-1] if self.top else cards

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the names."""
        names = [state.game.cards[number].name for number in value]
        return names[::-1] if self.top else names

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the names, None for hidden ones; of a pile that nobody sees their number."""
        if self.sees == NOBODY:
            return len(value)
        return [None if self.sees == OWNER and side != seat else known(state, number) for number in value]

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers."""
        return list(value)


def cards(
    sees: str = EVERYBODY,
    *,
    ordered: bool = False,
    written: str | None = None,
    default: Any = None,
    allowed: Sequence[str] = (),
    remedy: str = "",
) -> Any:
    """Declare a zone of cards, each a number.

    sees : who sees them. ordered : their order counts. written : the name of the zone in positions, by default the
    field's. default : what a position means that leaves it out: names, or a number of unnamed cards. allowed : the
    categories that may lie there, and in `remedy` what to say of others.
    """
    key = "tuple({})" if ordered else "tuple(sorted({}))"
    return CardsField(
        "[]", "{}[:]", key, written, "", (int, [(int, str)]), True, True, "", sees, False, allowed, remedy, default
    )


def pile(*, default: Any = 20, written: str | None = None, allowed: Sequence[str] = (), remedy: str = "") -> Any:
    """Declare a face-down pile: nobody sees it, its order counts, its top is the end of the list."""
    return CardsField(
        "[]",
        "{}[:]",
        "tuple({})",
        written,
        "",
        (int, [(int, str)]),
        True,
        True,
        "",
        NOBODY,
        True,
        allowed,
        remedy,
        default,
    )


@dataclass(slots=True)
class RecordsField(Field):
    """A zone of cards in play, each a record."""

    record: Record = None  # type: ignore[assignment]
    sees: Callable[[Any], str] | None = None

    def read(self, reader: Reader, value: Any) -> list[Any]:
        """Return the records."""
        return [one for text in texts_of(value) for one in self.record.read_some(reader, text)]

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the texts of the records."""
        return [self.record.write(state, one) for one in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return an entry for each record, with the game's figures for it; None in the place of a hidden name."""
        entries = []
        for one in value:
            entry = self.record.shown(state, one)
            if self.sees is not None and not may_see(self.sees(one), side, seat):
                entry["card"] = None
            entries.append(entry | state.game.rules.figures(state, side, self.name, one))
        return entries

    def cards(self, value: Any) -> Iterable[int]:
        """Return the numbers of all cards of the records."""
        return [card for one in value for card in self.record.cards(one)]


def texts_of(value: Any) -> list[str]:
    """Return the texts of cards in play as a position has them: one, a list, or with a number of unnamed ones."""
    return [str(part) for part in (value if isinstance(value, list | tuple) else [value])]


def may_see(sees: str, side: int, seat: int) -> bool:
    """Return True if the player in `seat` sees a card of `side` that is shown to `sees`."""
    return sees == EVERYBODY or (sees == OWNER and side == seat)


def records(
    record: Record,
    *,
    written: str | None = None,
    sees: Callable[[Any], str] | None = None,
    ordered: bool = False,
    unnamed: bool = False,
) -> Any:
    """Declare a zone of cards in play, each a plain tuple as `record` says.

    sees(record) : who sees the card, by default everybody. ordered : their order counts. unnamed : a position may
    write a number of unnamed cards there ("3 fatigued").
    """
    key = "tuple([LOOK(one, state, roles) for one in {}])"
    key = key if ordered else f"tuple(sorted({key[6:-1]}))"
    shape: Any = (int, str, [(int, str)]) if unnamed else [str]
    return RecordsField("[]", "{}[:]", key, written, "", shape, True, True, "", record, sees)


@dataclass(slots=True)
class PlacesField(CardsField):
    """A zone of numbered places, some of them empty; nobody sees the cards."""

    places: str = ""

    def usual(self, game: Game) -> int:
        """Return as many unnamed cards as there are places."""
        return game.parameters[self.places]

    def read(self, reader: Reader, value: Any) -> list[int]:
        """Return the numbers, NO_CARD for an empty place. Raises DataError for more than there are places."""
        most = reader.game.parameters[self.places]
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


def places(parameter: str, *, key: Any = "tuple(sorted({}))", remedy: str = "") -> Any:
    """Declare a zone of face-down cards in as many numbered places as the rule parameter says."""
    return PlacesField(
        "[]", "{}[:]", key, None, "", (int, [(int, str)]), True, True, "", NOBODY, False, (), remedy, None, parameter
    )


@dataclass(slots=True)
class OneCardField(Field):
    """A place for one card, or NO_CARD."""

    allowed: Sequence[str] = ()
    remedy: str = ""

    def read(self, reader: Reader, value: Any) -> int:
        """Return the number."""
        return reader.card(value, self.allowed, self.remedy)

    def write(self, state: Any, value: Any) -> str | None:
        """Return the name, None for an empty place."""
        return None if value == NO_CARD else state.game.cards[value].name

    def view(self, state: Any, value: Any, side: int, seat: int) -> str | None:
        """Return the name, None for an empty place."""
        return known(state, value)

    def cards(self, value: Any) -> Iterable[int]:
        """Return the card, if there is one."""
        return [] if value == NO_CARD else [value]


def one_card(*, allowed: Sequence[str] = (), remedy: str = "", written: str | None = None) -> Any:
    """Declare a place for one card that lies open."""
    return OneCardField(str(NO_CARD), "{}", "{}", written, "", str, True, True, "", allowed, remedy)


# Entries of players and states.


@dataclass(slots=True)
class NumberField(Field):
    """A whole number."""

    low: int = 0

    def read(self, reader: Reader, value: Any) -> int:
        """Return the number. Raises DataError for one below the least."""
        number = int(value)
        if number < self.low:
            raise DataError(reader.where, f"{self.written} is {number}.", f"It must be {self.low} or more.")
        return number


def number(*, low: int = 0, start: int = 0, written: str | None = None, show: bool = True, at: str = "") -> Any:
    """Declare a whole number, never below `low`; `start` in a new state."""
    return NumberField(str(start), "{}", "{}", written, at, int, show, False, "", low)


def count(near: str, *, at: str = "flow", written: str | None = None) -> Any:
    """Declare a count that only matters near a limit of the game: the rule parameter `near`."""
    key = f"max(0, {{}} - state.game.parameters[{near!r}] + {NEAR})"
    return NumberField("0", "{}", key, written, at, int, False)


def flag(*, at: str = "", written: str | None = None, show: bool = False, key: Any = "{}") -> Any:
    """Declare something that is true or false, false at the start."""
    return Field("False", "{}", key, written, at, bool, show)


@dataclass(slots=True)
class SeatField(Field):
    """A seat, written as a player's name."""

    def read(self, reader: Reader, value: Any) -> int:
        """Return the seat. Raises DataError for an unknown name."""
        return reader.seat_called(value, self.written or "")

    def write(self, state: Any, value: Any) -> str:
        """Return the player's name."""
        return SEATS[value]


def seat(written: str | None = None, *, start: int = 0, at: str = "", show: bool = False, key: Any = "{}") -> Any:
    """Declare a seat."""
    return SeatField(str(start), "{}", key, written, at, str, show)


def value(
    start: str,
    shape: Any = Any,
    *,
    written: str | None = None,
    at: str = "flow",
    show: bool = False,
    key: Any = "{}",
    copied: str = "{}",
) -> Any:
    """Declare an entry of plain values: numbers, texts and tuples of them. start : the source of its first value."""
    return Field(start, copied, key, written, at, shape, show)


def shared(make: Callable[[Game], Any]) -> Any:
    """Declare what is worked out from the game and never changes."""
    return SharedField("None", "{}", "", "", make=make)


@dataclass(slots=True)
class SharedField(Field):
    """What is worked out from the game once, and shared by all copies."""

    make: Callable[[Game], Any] = lambda game: None


def derived(start: str, copied: str = "{}") -> Any:
    """Declare what follows from other fields and is kept for speed: not written, and no part of a canonical key."""
    return Field(start, copied, "", "")


@dataclass(slots=True)
class LineField(Field):
    """Things in a line, each a tuple that names its seat and card first: abilities that wait, cards in no zone."""

    clue: str = ""

    def read(self, reader: Reader, value: Any) -> tuple[Any, ...]:
        """Return the line."""
        return tuple((seat, reader.card(card), *frozen(rest)) for seat, card, *rest in value)

    def write(self, state: Any, value: Any) -> list[Any]:
        """Return the line with names in the place of cards."""
        return [[seat, state.game.cards[card].name, *plain(rest)] for seat, card, *rest in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the names of the cards."""
        return [state.game.cards[card].name for _, card, *_ in value]


def line(*, written: str | None = None, show: bool = False) -> Any:
    """Declare abilities that wait, or cards in no zone: a tuple of (seat, card, ...).

    What follows the card may be the id of a card in play, or a tuple with ids; a canonical key looks at those cards.
    """
    key = "tuple([(seat, card, *map(state.look, rest)) for seat, card, *rest in {}])"
    return LineField("()", "{}", key, written, "flow", [list], show)


@dataclass(slots=True)
class LooseField(Field):
    """Cards in no zone."""

    owner: Callable[[Any], int | None] = lambda state: None

    def read(self, reader: Reader, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        return tuple(reader.card(name) for name in value)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the names."""
        return [state.game.cards[number].name for number in value]

    def view(self, state: Any, value: Any, side: int, seat: int) -> list[str | None]:
        """Return the names, None for cards of the other player."""
        return [known(state, number) if self.owner(state) == seat else None for number in value]


def loose(owner: Callable[[Any], int | None]) -> Any:
    """Declare cards in no zone, a tuple of numbers. owner(state) : whose they are; only that player sees them."""
    return LooseField("()", "{}", "{}", None, "flow", [str], True, False, "", owner)


@dataclass(slots=True)
class UnderWayField(Field):
    """An attack, a battle or an action under way: a NamedTuple, or None."""

    kind: Any = None
    rival: Sequence[str] = ()
    names: Mapping[str, str] | None = None
    shown: Sequence[str] = ()

    @property
    def in_play(self) -> tuple[str, ...]:
        """The entries that hold ids of cards in play."""
        return tuple(n for n, mark in zip(self.kind._fields, marks_of(self.kind), strict=True) if mark == "in play")

    def called(self, entry: str) -> str:
        """Return the name of an entry in positions and views."""
        return (self.names or {}).get(entry, entry)

    def read(self, reader: Reader, value: Any) -> Any:
        """Return the NamedTuple; entries that are left out keep their defaults."""
        return reader.under_way(self, value)

    def write(self, state: Any, value: Any) -> Any:
        """Return its entries as a table."""
        if value is None:
            return None
        table = {}
        for mark, entry, part in zip(marks_of(self.kind), self.kind._fields, value, strict=True):
            written = part
            if mark == "seat":
                written = SEATS[part]
            elif mark == "card":
                written = state.game.cards[part].name
            elif mark == "places":
                written = [place + 1 for place in part]
            elif mark == "cards":
                written = [[state.game.cards[one].name for one in some] for some in part]
            table[self.called(entry)] = plain(written)
        return table

    def view(self, state: Any, value: Any, side: int, seat: int) -> Any:
        """Return the entries that are shown."""
        return None if value is None else {self.called(one): plain(getattr(value, one)) for one in self.shown}


def under_way(
    kind: Any,
    *,
    rival: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    shown: Sequence[str] = (),
    written: str | None = None,
    key: Any = "",
) -> Any:
    """Declare an attack, battle or action under way: a NamedTuple or None.

    Its fields may be annotated `Seat`, `CardNumber`, `InPlay` (ids of cards in play, 0 for none), `CardNumbers`
    (cards by seat) or `Places` (places in a zone, counted from 1 in positions).

    rival : the fields whose cards in play are the other player's. names : what entries are called in
    positions, where it is not the field's name. shown : the entries that a view shows. key : by default the entries
    that are no ids of cards in play; those are the roles of these cards.
    """
    if not key:
        plain_ones = [name for name, mark in zip(kind._fields, marks_of(kind), strict=True) if mark != "in play"]
        key = "None if {} is None else (" + "".join(f"{{}}.{name}, " for name in plain_ones) + ")"
    return UnderWayField("None", "{}", key, written, "", dict, True, False, "", kind, rival, names, shown)


def both(kind: Any) -> Any:
    """Declare the two players' zones."""
    return BothField("", "", "", "", kind=kind)


@dataclass(slots=True)
class BothField(Field):
    """The two players' zones."""

    kind: Any = None


# Making the classes.


class Zones:
    """What all games' players share: their zones are declared, see `zones`."""

    __slots__ = ()
    declaration: Mapping[str, Field]

    def copy(self) -> Any:
        """Return an independent copy."""
        raise NotImplementedError

    def key(self, state: Any, roles: Mapping[int, Any]) -> tuple[Any, ...]:
        """Return what counts of the zones, for a canonical key."""
        raise NotImplementedError


class DeclaredState(State):
    """What the states of all games share whose entries are declared, see `declared`."""

    __slots__ = ()
    declaration: Mapping[str, Field]
    zones_of_players: Mapping[str, Field]
    players: tuple[Any, Any]

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see; hidden cards are not in it at all."""
        from engines.core.sight import view

        return view(self, seat)

    def roles(self) -> dict[int, tuple[str, ...]]:
        """Return what the cards in play are in the attack, battle or action under way, by their ids."""
        found: dict[int, tuple[str, ...]] = {}
        for name, one in self.declaration.items():
            value = getattr(self, name) if isinstance(one, UnderWayField) else None
            if value is not None:
                for entry in one.in_play:  # type: ignore[attr-defined]
                    ids = getattr(value, entry)
                    for number in ids if isinstance(ids, tuple) else (ids,):
                        if number:
                            found[number] = (*found.get(number, ()), entry)
        return found

    def look(self, value: Any) -> Any:
        """Return what stands in a canonical key for the id of a card in play, or for a tuple of ids."""
        if isinstance(value, tuple):
            return tuple(map(self.look, value))
        if not isinstance(value, int) or value <= 0:
            return (value,)
        for seat, player in enumerate(self.players):
            for name, one in self.zones_of_players.items():
                if isinstance(one, RecordsField) and one.record.has_identity:
                    for record in getattr(player, name):
                        if record[0] == value:
                            return (seat, name, one.record.look(record, self, self.roles()))
        return ()

    def acting_seat(self) -> int:
        """Return whose attack or action is under way if a position does not say so: the turn player's."""
        return next(getattr(self, name) for name, one in self.declaration.items() if isinstance(one, SeatField))

    def more_of_key(self) -> tuple[Any, ...]:
        """Return what else counts, besides the declared entries: how near the last turn is."""
        return (max(0, self.turn - self.game.parameters["turn_cap"] + NEAR),)

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name


def fields_of(body: Mapping[str, Any]) -> dict[str, Field]:
    """Return the declared fields of a class body, each with its name."""
    found = {name: one for name, one in body.items() if isinstance(one, Field)}
    for name, one in found.items():
        one.name = name
        if one.written is None:
            one.written = name
    return found


def methods(fields: Mapping[str, Field], kind: str, base: str = "") -> str:
    """Return the source of `__init__`, `copy` and, for zones, `key` of a class with these fields.

    kind : the name of the class. base : its base class if it is a state, whose kernel is copied with it.
    """
    init = (
        ["def __init__(self, game, seed=0):", f"    {base}.__init__(self, game, seed)"]
        if base
        else ["def __init__(self):"]
    )
    copy = ["def copy(self):", f"    other = {kind}.__new__({kind})"] + (
        ["    self.copy_kernel(other)"] if base else []
    )
    for name, one in fields.items():
        if isinstance(one, BothField):
            init.append(f"    self.{name} = ({one.kind.__name__}(), {one.kind.__name__}())")
            copy += [f"    one, two = self.{name}", f"    other.{name} = (one.copy(), two.copy())"]
            continue
        start = f"self.declaration[{name!r}].make(game)" if isinstance(one, SharedField) else one.start
        init.append(f"    self.{name} = {start}")
        copy.append(f"    other.{name} = " + one.copied.replace("{}", f"self.{name}"))
    copy.append("    return other")
    return "\n".join([*(init if len(init) > 1 else [*init, "    pass"]), "", *copy])


def key_source(fields: Mapping[str, Field], owner: str) -> list[str]:
    """Return the source of each field's part of a canonical key, of an owner called `owner`."""
    parts = []
    for name, one in fields.items():
        if callable(one.key):
            parts.append(f"{owner}.declaration[{name!r}].key({owner if owner == 'state' else 'player, state'})")
        elif one.key:
            part = one.key.replace("{}", f"{owner}.{name}")
            if isinstance(one, RecordsField):
                part = part.replace("LOOK", f"{owner}.declaration[{name!r}].record.look")
            parts.append(part)
    return parts


def compiled(source: str, place: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `source` defines; a traceback shows its lines under the name `place`."""
    place = f"<declared {place}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    space = dict(names)
    exec(compile(source, place, "exec"), space)
    return space


def zones(kind: Class) -> Class:
    """Make the class of a player's zones from its declared fields: slots, the empty zones, `copy` and `key`."""
    fields = fields_of(vars(kind))
    source = methods(fields, kind.__name__)
    source += (
        "\n\ndef key(player, state, roles):\n    return ("
        + "".join(f"{part}, " for part in key_source(fields, "player"))
        + ")\n"
    )
    return _made(kind, fields, source, {})


def declared(kind: Class) -> Class:
    """Make the class of a game's state from its declared fields: slots, the first state, `copy` and `canonical_key`.

    What the class body defines itself stays as it is there.
    """
    fields = fields_of(vars(kind))
    source = methods(fields, kind.__name__, "DeclaredState")
    parts = ["place_key(state, state.look)", "state.open_chance", "state.prover", "state.result"]
    parts += [
        f"state.{name}[{at}].key(state, roles)"
        for name, one in fields.items()
        if isinstance(one, BothField)
        for at in (0, 1)
    ]
    source += "\n\ndef canonical_key(state):\n    roles = state.roles()\n    return ("
    source += "".join(f"{part}, " for part in parts + key_source(fields, "state")) + "*state.more_of_key())\n"
    players = {one.kind.__name__: one.kind for one in fields.values() if isinstance(one, BothField)}
    made: Any = _made(kind, fields, source, {"DeclaredState": DeclaredState, "place_key": place_key, **players})
    made.zones_of_players = next((one.kind.declaration for one in fields.values() if isinstance(one, BothField)), {})
    return made  # type: ignore[no-any-return]


def _made(kind: Class, fields: dict[str, Field], source: str, names: Mapping[str, Any]) -> Class:
    space: dict[str, Any] = dict(names)
    defined = compiled(source, kind.__name__, space)
    body = {
        name: one for name, one in vars(kind).items() if name not in fields and name not in ("__dict__", "__weakref__")
    }
    for name in ("__init__", "copy", "key", "canonical_key"):
        if name in defined and name not in body and callable(defined[name]):
            body[name] = defined[name]
            body[name].__qualname__ = f"{kind.__name__}.{name}"
    made: Any = type(kind)(kind.__name__, kind.__bases__, body | {"__slots__": tuple(fields), "declaration": fields})
    for name in ("__init__", "copy", "key", "canonical_key"):
        if name in defined and hasattr(body.get(name), "__globals__"):
            body[name].__globals__[kind.__name__] = made
    return made  # type: ignore[no-any-return]
