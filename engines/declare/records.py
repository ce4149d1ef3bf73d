"""Records: a card in play as a plain tuple whose parts are declared once.

The declaration determines how the card is written in positions and read back ("Vine Prowler with Iron Band, fatigued,
power +2, # 5"), its part of a canonical key, its entry in a view, and the cards it consists of. The rules create and
read the tuples directly, by index.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engines.book.toml_schema import split_marks
from engines.errors import DataError
from engines.kernel.tuples import NO_CARD, Row

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState
    from engines.declare.field_reader import FieldReader
    from engines.kernel.state import State

V = TypeVar("V")

UNNAMED = "unnamed"
"""The name written for a card in play that a position leaves unnamed."""


@dataclass(slots=True)
class Written:
    """The text of a card in play, parsed: its name, cards joined to it by "+", cards beneath it, attached cards."""

    name: str = ""
    plus: list[str] = field(default_factory=list)
    over: list[list[str]] = field(default_factory=list)
    worn: list[str] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, text: str, marks: Mapping[str, bool], where: str) -> Written:
        """Parse `text`. Raises DataError if it contains a mark that is not in `marks`."""
        names, found = split_marks(text, marks, where)
        stack, _, worn = names.partition(" with ")
        (name, *plus), *over = ([part.strip() for part in layer.split(" + ")] for layer in stack.split(" over "))
        return cls(name, plus, over, [part.strip() for part in worn.split(" + ")] if worn else [], found)

    def text(self) -> str:
        """Return the parts as text again, in the form that `of` parses."""
        layers = [[self.name, *self.plus], *self.over]
        names = " over ".join(" + ".join(layer) for layer in layers)
        return ", ".join([names + (f" with {' + '.join(self.worn)}" if self.worn else ""), *self.words])


@dataclass(frozen=True, slots=True)
class Part(Generic[V]):
    """One part of a record.

    name : its name in a view, "" if it is not shown. marks : the words that can express it in a text; True if a number
    follows the word. read(reader, text) : returns its value while a record is read. write(state, value, text) : adds
    its value to a text. key : the source of its part of a canonical key, where {} is the value and `state` the state;
    "" if it has none. shown(state, value) : its value in a view, by default unchanged. cards(value) : the cards in it.
    noun, words : its name in expectations ("orientation"), and the words for true and false. seen : the words that may
    follow a card's name in expectations, each with the value it means in a view, or None if a number follows. takes :
    which of PLUS, OVER and WORN add cards to this part. lists : whether several of its words may appear together; by
    default one replaces another.
    """

    name: str
    marks: Mapping[str, bool]
    read: Callable[[FieldReader[DeclaredState], Written], V]
    write: Callable[[State, V, Written], None]
    key: str = "{}"
    shown: Callable[[State, V], object] | None = None
    cards: Callable[[V], Iterable[int]] | None = None
    noun: str = ""
    words: Sequence[str] = ()
    seen: Mapping[str, object] = field(default_factory=dict)
    takes: Sequence[str] = ()
    lists: bool = False


PLUS, OVER, WORN = "+", "over", "with"
"""The words that add further cards to the first one in the text of a card in play."""


def identity() -> Part[int]:
    """Return the part that identifies a card in play: a running number, left out of canonical keys."""

    def write(state: State, value: int, text: Written) -> None:
        text.words.append(f"#{value}")

    return Part("id", {"#": True}, lambda reader, text: reader.number(text.marks.get("#")), write, key="")


def card(categories: Sequence[str] = (), remedy: str = "") -> Part[int]:
    """Return the part for the card itself, from one of `categories` (any by default)."""

    def write(state: State, value: int, text: Written) -> None:
        text.name = state.game.cards[value].name

    return Part(
        "card",
        {},
        lambda reader, text: reader.card(text.name, categories, remedy),
        write,
        shown=known_name,
        cards=lambda value: (value,),
    )


def known_name(state: State, number: int) -> str | None:
    """Return the name of a card, or None if it is unseen or missing."""
    return None if number == NO_CARD or state.game.cards[number].unseen else state.game.cards[number].name


def list_names(state: State, numbers: Iterable[int]) -> list[str]:
    """Return the names of the cards with these numbers."""
    return [state.game.cards[number].name for number in numbers]


def joined_card(name: str, categories: Sequence[str] = (), remedy: str = "", worn: bool = False) -> Part[int]:
    """Return the part for one card joined by "+" or "with"; it is NO_CARD if there is none.

    worn : whether to accept only "with".
    """

    def read(reader: FieldReader[DeclaredState], text: Written) -> int:
        more = text.worn if worn else text.plus + text.worn
        if len(more) > 1:
            raise DataError(
                reader.where, f"{text.text()!r}: {name} is {len(more)} cards.", remedy or "One is possible."
            )
        return reader.card(more[0], categories, remedy) if more else NO_CARD

    def write(state: State, value: int, text: Written) -> None:
        if value != NO_CARD:
            (text.worn if worn else text.plus).extend(list_names(state, [value]))

    takes = (WORN,) if worn else (PLUS, WORN)
    return Part(
        name, {}, read, write, shown=known_name, cards=lambda value: () if value == NO_CARD else (value,), takes=takes
    )


def stack(categories: Sequence[str] = (), remedy: str = "") -> Part[tuple[int, ...]]:
    """Return the part for a card and the cards joined to it by "+": the card first, the others in any order."""

    def read(reader: FieldReader[DeclaredState], text: Written) -> tuple[int, ...]:
        return tuple(reader.card(name, categories, remedy) for name in (text.name, *text.plus))

    def write(state: State, value: tuple[int, ...], text: Written) -> None:
        text.name, *text.plus = list_names(state, value)

    return Part(
        "card",
        {},
        read,
        write,
        key="({}[0], *sorted({}[1:]))",
        shown=lambda state, value: known_name(state, value[0]),
        cards=lambda value: value,
        takes=(PLUS,),
    )


def joined_cards(name: str, categories: Sequence[str] = (), remedy: str = "") -> Part[tuple[int, ...]]:
    """Return the part for several cards joined by "+" in any order."""
    return _several(name, PLUS, lambda text: text.plus, categories, remedy)


def attached_cards(name: str, categories: Sequence[str] = (), remedy: str = "") -> Part[tuple[int, ...]]:
    """Return the part for cards attached ("with A + B") in any order."""
    return _several(name, WORN, lambda text: text.worn, categories, remedy)


def _several(
    name: str, sign: str, those: Callable[[Written], list[str]], categories: Sequence[str], remedy: str
) -> Part[tuple[int, ...]]:
    def read(reader: FieldReader[DeclaredState], text: Written) -> tuple[int, ...]:
        return tuple(reader.card(one, categories, remedy) for one in those(text))

    def write(state: State, value: tuple[int, ...], text: Written) -> None:
        those(text).extend(list_names(state, value))

    return Part(name, {}, read, write, "tuple(sorted({}))", list_names, cards=lambda value: value, takes=(sign,))


Beneath = tuple[int, tuple[int, ...]]
"""A card beneath another one, and the cards joined to it."""


def cards_below(name: str, categories: Sequence[str] = (), remedy: str = "") -> Part[tuple[Beneath, ...]]:
    """Return the part for the cards beneath ("over A + B over C"), as pairs of a card and the cards joined to it."""

    def read(reader: FieldReader[DeclaredState], text: Written) -> tuple[Beneath, ...]:
        layers = ([reader.card(one, categories, remedy) for one in layer] for layer in text.over)
        return tuple((first, tuple(rest)) for first, *rest in layers)

    def write(state: State, value: tuple[Beneath, ...], text: Written) -> None:
        text.over += [list_names(state, (first, *rest)) for first, rest in value]

    def cards(value: tuple[Beneath, ...]) -> Iterator[int]:
        for first, rest in value:
            yield from (first, *rest)

    return Part(
        name, {}, read, write, shown=lambda state, value: list_names(state, cards(value)), cards=cards, takes=(OVER,)
    )


def mark(name: str, on: str = "", off: str = "", usual: bool = False, shown: bool = True, noun: str = "") -> Part[bool]:
    """Return a part that is true or false.

    on, off : the words for true and false; `on` defaults to `name`. usual : the value if neither word appears. noun :
    its name in expectations ("orientation").
    """
    yes = on or name

    def read(reader: FieldReader[DeclaredState], text: Written) -> bool:
        if off and yes in text.marks and off in text.marks:
            raise DataError(reader.where, f"{text.name!r} is both {yes} and {off}.", "Write one of them.")
        return yes in text.marks or (usual and off not in text.marks)

    def write(state: State, value: bool, text: Written) -> None:
        if value != usual:
            text.words.append(yes if value else off)

    seen = {yes: True, off: False} if off else {yes: True}
    marks = dict.fromkeys(seen, False)
    return Part(name if shown else "", marks, read, write, noun=noun, words=(yes, off), seen=seen)


def choice(name: str, words: Sequence[str]) -> Part[int]:
    """Return a part that is one of several words, stored as an index. The first is the default and is not written."""

    def read(reader: FieldReader[DeclaredState], text: Written) -> int:
        found = [place for place, word in enumerate(words) if word in text.marks]
        if len(found) > 1:
            raise DataError(reader.where, f"{text.name!r} is {' and '.join(words[at] for at in found)}.", "Write one.")
        return found[0] if found else 0

    def write(state: State, value: int, text: Written) -> None:
        if value:
            text.words.append(words[value])

    seen = {word: word for word in words}
    return Part(name, dict.fromkeys(words, False), read, write, shown=lambda state, value: words[value], seen=seen)


def figure(name: str, low: int | None = 0, shown: bool = True, most: int | None = None) -> Part[int]:
    """Return a part that is a whole number ("damage 2"), 0 if it is not written. low, most : the allowed range."""

    def read(reader: FieldReader[DeclaredState], text: Written) -> int:
        value = int(text.marks.get(name, 0))
        if low is not None and value < low:
            raise DataError(reader.where, f"{text.name!r}: {name} {value}.", f"It must be {low} or more.")
        return check_bound(reader, text, name, value, most)

    def write(state: State, value: int, text: Written) -> None:
        if value:
            text.words.append(f"{name} {value}" if low is not None else f"{name} {value:+d}")

    return Part(name if shown else "", {name: True}, read, write, seen={name: None})


def check_bound(reader: FieldReader[DeclaredState], text: Written, name: str, value: int, most: int | None) -> int:
    """Return `value`. Raises DataError if it is further from 0 than `most` in a position written by a person."""
    if most is not None and abs(value) > most and reader.by_hand:  # in play, it may exceed the limit
        raise DataError(reader.where, f"{text.name!r}: {name} {value}.", f"It must be {most} or less.")
    return value


def turn_of(name: str) -> Part[int]:
    """Return a part that is a turn number. In a canonical key it only matters whether it is the current turn ("new").

    If a text does not give it, the turn is two turns ago.
    """

    def read(reader: FieldReader[DeclaredState], text: Written) -> int:
        now = reader.state.turn
        return now if "new" in text.marks else int(text.marks.get(name, now - 2))

    def write(state: State, value: int, text: Written) -> None:
        text.words.append(f"{name} {value}")

    return Part("", {name: True, "new": False}, read, write, key="{} == state.turn")


Lasting = int | str
Pair = tuple[Lasting, Lasting]
"""A lasting effect on a card, as (its kind, an amount or a word)."""


def effects(
    figures: Mapping[str, Lasting], words: Mapping[str, Pair], most: int | None = None
) -> Part[tuple[Pair, ...]]:
    """Return a part that holds the lasting effects on a card, each a pair.

    figures : maps each word followed by a number ("power +2") to the first entry of its pair. words : maps each word
    without a number ("ward") to the whole pair. most : the largest amount allowed.
    """
    figure_of = {kind: word for word, kind in figures.items()}
    word_of = {pair: word for word, pair in words.items()}

    def read(reader: FieldReader[DeclaredState], text: Written) -> tuple[Pair, ...]:
        found = [
            (kind, check_bound(reader, text, word, text.marks[word], most))
            for word, kind in figures.items()
            if text.marks.get(word)
        ]
        return tuple(sorted([*found, *(pair for word, pair in words.items() if word in text.marks)], key=repr))

    def write(state: State, value: tuple[Pair, ...], text: Written) -> None:
        for pair in value:
            text.words.append(word_of[pair] if pair in word_of else f"{figure_of[pair[0]]} {pair[1]:+d}")

    marks = {**dict.fromkeys(figures, True), **dict.fromkeys(words, False)}
    return Part("", marks, read, write, key="tuple(sorted({}, key=repr))", lists=True)


class Record:
    """A kind of card in play.

    Parameters
    ----------
    parts : its parts, in the order of the tuple. The first one is the `identity` if it has one.
    checks : functions (reader, record, text) that raise DataError for an impossible record.
    """

    def __init__(self, *parts: Part[Any], checks: Sequence[Callable[..., None]] = ()) -> None:
        self.parts = parts
        self.marks = {word: number for part in parts for word, number in part.marks.items()}
        self.takes = {sign for part in parts for sign in part.takes}
        self.has_identity = parts[0].name == "id"
        self.place_of_card = next((at for at, part in enumerate(parts) if part.name == "card"), -1)
        self.checks = checks
        self.make: Callable[..., Row] = lambda *values: values
        source = ", ".join(part.key.replace("{}", f"record[{at}]") for at, part in enumerate(parts) if part.key)
        roles = ", roles.get(record[0], ())" if self.has_identity else ""
        self.look: Callable[[Row, State, Mapping[int, tuple[str, ...]]], Row] = eval(
            f"lambda record, state, roles: ({source}{roles},)"
        )

    def of(self, kind: Callable[..., Row]) -> Record:
        """Return the same record type, but creating the NamedTuple `kind` instead of a plain tuple."""
        self.make = kind
        return self

    def read(self, reader: FieldReader[DeclaredState], text: str) -> Row:
        """Return the record that `text` describes. Raises DataError for a mark or a card that does not belong there."""
        written = Written.of(text, self.marks, reader.where)
        for sign, there in ((PLUS, written.plus), (OVER, written.over), (WORN, written.worn)):
            if there and sign not in self.takes:
                raise DataError(reader.where, f"{text!r}: no card is joined by {sign!r} here.", "Take it out.")
        record = self.make(*(part.read(reader, written) for part in self.parts))
        for check in self.checks:
            check(reader, record, text)
        return record

    def read_some(self, reader: FieldReader[DeclaredState], text: str) -> list[Row]:
        """Return the records that `text` describes: one card, or several unnamed cards ("3 fatigued")."""
        match = re.fullmatch(r"(\d+)(?:,? (.*))?", text)
        if match is None:
            return [self.read(reader, text)]
        some, marks = int(match.group(1)), match.group(2)
        reader.cards(some)
        return [self.read(reader, ", ".join([UNNAMED, marks] if marks else [UNNAMED])) for _ in range(some)]

    def write(self, state: State, record: Row) -> str:
        """Return the text of a record. `read` turns it into an equal record."""
        text = Written()
        for part, value in zip(self.parts, record, strict=True):
            part.write(state, value, text)
        return text.text()

    def shown(self, state: State, record: Row) -> dict[str, object]:
        """Return the parts of a record that a view shows, by name."""
        return {
            part.name: value if part.shown is None else part.shown(state, value)
            for part, value in zip(self.parts, record, strict=True)
            if part.name
        }

    def card(self, record: Row) -> int:
        """Return the number of the card itself, the first card of the record."""
        return next(self.cards(record))

    def cards(self, record: Row) -> Iterator[int]:
        """Yield the numbers of all cards of a record."""
        for part, value in zip(self.parts, record, strict=True):
            if part.cards is not None:
                yield from part.cards(value)
