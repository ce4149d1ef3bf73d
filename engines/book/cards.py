"""Cards as data: read from `cards.toml` and checked against the fields and verbs that a game knows.

A `CardRules` holds the parts that differ from game to game: the fields of a card, the moments and verbs of its
abilities, and their wording. The text printed on a card is rendered from the same data that the engine carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engines.book.card_programs import ProgramRules, is_program
from engines.book.card_text import card_text, deck_text
from engines.book.figure_changes import ChangeRules, has_changes
from engines.book.forbidden_actions import ForbidRules, has_forbids
from engines.book.toml_schema import Document
from engines.book.words import Words
from engines.errors import DataError, find_nearest

MOST = 999
"""The largest number allowed in a card's data: a number that grows without limit in play must not start out large."""

Program = tuple[tuple[str, Document], ...]


BY_HAND = "by_hand"
"""The entry of an ability that the players carry out themselves. Such an ability has a moment but no verb."""


class Ability(NamedTuple):
    """An ability of a card: the moment at which it works, its requirements, and its program of (verb, arguments).

    An ability carried out by hand has an empty program: the engine marks it as used and does nothing else. changes :
    continuous changes of figures, which replace the program (see `figure_changes`). does : instructions in the shared
    effect language, which replace the program (see `card_programs`). conditions : the conditions for either. pays, may
    : the price of the instructions, and whether they are optional. forbids : the actions that it forbids or demands,
    which replace the program (see `forbidden_actions`). keyword : the keyword of a set to which it belongs, "" for
    none. number : the number behind it on the card; 0 if the card has the keyword only while it is given. once : the
    time in which it works only once, "" for any number of times.
    """

    when: str
    program: Program
    requires: Document
    changes: tuple[Document, ...] = ()
    conditions: tuple[Document, ...] = ()
    does: tuple[Document, ...] = ()
    pays: tuple[Document, ...] = ()
    may: bool = False
    forbids: tuple[Document, ...] = ()
    keyword: str = ""
    number: int = 0
    once: str = ""

    @property
    def by_hand(self) -> bool:
        """Whether the players carry out this ability themselves."""
        return not self.program and not self.changes and not self.does and not self.forbids


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The rule for a field: its type, whether it is required, and the allowed values if they are limited."""

    type: type
    required: bool = False
    allowed: tuple[object, ...] = ()
    default: object = None
    low: int | None = None


JAPANESE = "japanese"
"""The entry of a card or deck file for the Japanese name, which is stored among the words of the game."""


@dataclass(frozen=True, slots=True)
class CardRules:
    """The rules for a game's card file.

    fields : the fields of a card, by name. required_by : further fields that cards of a category must have.
    moments : the moments of abilities. verbs : the verbs, with the fields of their arguments.
    requires : the conditions that an ability may refer to. render(card, words) : the lines of rules text, in the words
    of the game and the current language.
    modern(row) : converts a row from an older wording; None if there is no older wording.
    fields_of : for a field, the categories that may have it; a field not listed here may be on any card.
    moments_of : for a category, the moments that its abilities may use; a category not listed here may use any.
    enters : the moments at which a card comes into play or is used, for texts that do not say when they work.
    changes, programs, forbids : the game's declarations for continuous changes of figures, for the shared effect
    language, and for actions that texts forbid; None if it has none. frame(card, ability, text, words) : the text of
    such an effect, with its moment and its requirements.
    """

    fields: Mapping[str, FieldRule]
    required_by: Mapping[str, tuple[str, ...]]
    moments: tuple[str, ...]
    verbs: Mapping[str, Mapping[str, FieldRule]]
    requires: Mapping[str, FieldRule]
    render: Callable[[Card, Words], list[str]]
    modern: Callable[[Document], Document] | None = None
    fields_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moments_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enters: tuple[str, ...] = ()
    changes: ChangeRules | None = None
    programs: ProgramRules | None = None
    forbids: ForbidRules | None = None
    frame: Callable[[Card, Ability, str, Words], str] | None = None

    def is_program(self, ability: Document) -> bool:
        """Return True if an ability of a card file is written in the shared effect language."""
        moment = "" if self.changes is None else self.changes.moment
        return self.programs is not None and not self.has_forbids(ability) and is_program(ability, self.verbs, moment)

    def has_forbids(self, ability: Document) -> bool:
        """Return True if an ability of a card file always forbids or demands actions, not only for a while."""
        return has_forbids(ability, "" if self.changes is None else self.changes.moment)

    def with_further(self, types: Mapping[str, type]) -> CardRules:
        """Return the same rules with further entries of cards, which filters may then use."""
        if self.changes is None:
            return self
        return self._with_changes(replace(self.changes, further={**self.changes.further, **types}))

    def with_keywords(self, known: Mapping[str, Document]) -> CardRules:
        """Return the same rules with further keywords, which texts may give and ask for."""
        if self.changes is None or not known:
            return self
        changes = replace(self.changes, keywords={**self.changes.keywords, **known})
        return self._with_changes(changes)

    def _with_changes(self, changes: ChangeRules) -> CardRules:
        programs = None if self.programs is None else replace(self.programs, changes=changes)
        forbids = None if self.forbids is None else replace(self.forbids, changes=changes)
        return replace(self, changes=changes, programs=programs, forbids=forbids)

    def moments_of_text(self, category: str) -> list[str]:
        """Return the moments at which a text without a moment works: those of `enters`, or the only moment."""
        moments = self.moments_of.get(category, ())
        return [one for one in moments if one in self.enters or len(moments) == 1]


def all_moments(moments_of: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return every moment that abilities of some category may have, for `CardRules.moments`."""
    return tuple(dict.fromkeys(moment for moments in moments_of.values() for moment in moments))


@dataclass(slots=True)
class Card:
    """A card definition. `number` is its index in the game's card list; zones contain these numbers.

    fields : the entries of the game's card file. abilities : its abilities. rules_text : the lines printed on it.
    """

    number: int
    name: str
    category: str
    fields: dict[str, Any]
    abilities: tuple[Ability, ...]
    rules_text: tuple[str, ...] = ()
    extra: Any = None  # data that the engine precomputes for speed
    unseen: bool = False  # a placeholder for an unseen card
    game: str = ""  # the name of the game it belongs to
    names: Mapping[str, str] = field(default_factory=dict)  # its names in other languages, from the words of the game
    more: Mapping[str, Any] = field(default_factory=dict)  # further entries, which only filters use
    keywords: Mapping[str, int] = field(default_factory=dict)  # its keywords of sets, with their numbers
    defined: tuple[Document, ...] = ()  # the definitions of the keywords that its row needs

    @property
    def own_abilities(self) -> tuple[Ability, ...]:
        """Its abilities without those of keywords that it has only while they are given to it."""
        return tuple(one for one in self.abilities if not one.keyword or one.keyword in self.keywords)

    def __repr__(self) -> str:
        """Return the name and category."""
        return f"Card({self.name!r}, {self.category!r})"

    def __str__(self) -> str:
        """Return what is printed on the card."""
        return card_text(self)


def make_placeholders(count: int) -> list[Card]:
    """Return `count` placeholders for unseen cards, which can do nothing. They come first in a game's card list."""
    return [Card(number, "?" * (number + 1), "unseen", {}, (), unseen=True) for number in range(count)]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list: id, name, copies of each card by name, names in other languages, and the name of its game.

    description : how it is played, in one or two sentences, by language; {} if nothing is said of it.
    """

    id: str
    name: str
    cards: dict[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    game: str = field(default="", compare=False)
    description: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        """Return the id and the size."""
        return f"Deck({self.id!r}, {sum(self.cards.values())} cards)"

    def __str__(self) -> str:
        """Return the list as text."""
        return deck_text(self)


MORE = "more"
"""The entry of a card that holds further entries, which only filters use."""


def is_shared(rules: CardRules, ability: Document) -> bool:
    """Return True if an ability is written in the language of all games."""
    return has_changes(ability) or rules.has_forbids(ability) or rules.is_program(ability)


def unknown_card(name: str, known: Iterable[str], where: str) -> DataError:
    """Return the error for a card name that the game does not have; the remedy suggests the nearest name.

    The two parts of a name may be in either order.
    """
    names = list(known)
    one, joint, two = name.partition(" & ")
    turned = f"{two} & {one}" if joint else name
    near = turned if turned in names else find_nearest(name, names, 0.5)
    remedy = f"Did you mean {near!r}?" if near else "See the card file for the names."
    return DataError(where, f"there is no card {name!r}.", remedy)
