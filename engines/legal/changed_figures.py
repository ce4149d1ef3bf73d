"""Continuous changes of figures in a position: which card changes which, and by how much.

A game declares them with `change_rules`. Its states share the value of `find_changes(game)`, which is None if no card
has such a text, so that nothing needs to be computed. The game adds `sum_changes` wherever it works out a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.book.card_sets import playable_name
from engines.book.cards import Card
from engines.book.figure_changes import CHOICE, MARK, NUMBER, CardMark, ChangeRules, Place
from engines.book.toml_schema import Document
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Part
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import EVERYBODY, Cards, OneCard, Records, present_records
from engines.kernel.tuples import NO_CARD, Row

if TYPE_CHECKING:
    from engines.game import Game

# The declaration.


def change_rules(
    moment: str,
    figures: Sequence[str],
    player: type[Zones],
    play: Sequence[str],
    bearers: Sequence[str],
    works: Sequence[str] = (),
    steady: Sequence[str] = (),
    face: str = "",
    turn: str = "",
    under_way: object = None,
) -> ChangeRules:
    """Return a game's declaration of continuous changes; zones and marks follow from the declaration of its players.

    play : the zones, by their names in positions, whose cards have the figures. works : the zones in which the texts of
    cards work, by default the same. bearers, steady, face, turn : see `ChangeRules`. under_way : the declared attack or
    battle whose cards have roles.
    """
    places: dict[str, Place] = {}
    for name, one in player.declaration.items():
        if isinstance(one, Records | Cards | OneCard):
            places[one.written or name] = _place_of(name, one, (one.written or name) in (*play, *works))
    entries = under_way.entries() if isinstance(under_way, UnderWay) else []
    return ChangeRules(
        moment,
        tuple(figures),
        places,
        tuple(play),
        tuple(works) or tuple(play),
        tuple(bearers),
        tuple(steady),
        face,
        turn,
        tuple(name for name, mark in entries if mark == "in play"),
    )


def _place_of(name: str, one: Records | Cards | OneCard, is_in_play: bool) -> Place:
    if not isinstance(one, Records):
        return Place(name, not isinstance(one, Cards) or one.sees == EVERYBODY)
    record = one.record
    marks = {part.name: mark for at, part in enumerate(record.parts) if (mark := _mark_of(at, part)) is not None}
    is_open = one.sees is None or is_in_play
    return Place(name, is_open, record.place_of_card, 0 if record.has_identity else -1, marks)


def _mark_of(at: int, part: Part[Any]) -> CardMark | None:
    if not part.name or part.name in ("id", "card"):
        return None
    if part.words:
        return CardMark(MARK, at, tuple(part.words))
    if part.seen:
        named = [*part.seen.values()]
        return CardMark(NUMBER, at) if named == [None] else CardMark(CHOICE, at, tuple(part.seen))
    return CardMark(NUMBER, at, cards=part.cards) if part.takes else None


# The card texts of a game.


class Thing(NamedTuple):
    """A card tested by a filter: its seat, zone, number, and record (None for a plain card)."""

    seat: int
    zone: str
    card: int
    record: Row | None


class Selection(NamedTuple):
    """A prepared filter: whose, zones, other, role, the cards that fit (None for all), and the marks required."""

    whose: str
    zones: tuple[str, ...]
    other: bool
    role: str
    cards: frozenset[int] | None
    marks: tuple[tuple[str, object], ...]


Amount = tuple[int, int, Selection | None]
"""(fixed amount, amount for each card counted, the cards to count)."""
Condition = Callable[["Changes", DeclaredState, Thing], bool]


class Text(NamedTuple):
    """One change of a figure by a card: the cards it affects (None for the card itself), the amount, the conditions."""

    reach: Selection | None
    amount: Amount
    conditions: tuple[Condition, ...]


class Changes:
    """The continuous changes of a game's cards. texts : for each figure, the texts by the number of their card."""

    def __init__(self, rules: ChangeRules, cards: Sequence[Card]) -> None:
        self.rules = rules
        self.cards = cards
        self.texts: dict[str, dict[int, tuple[Text, ...]]] = {}
        for card in cards:
            for ability in card.abilities:
                conditions = tuple(self._condition(one) for one in ability.conditions)
                for change in ability.changes:
                    reach = self.select(change["of"], rules.play) if "of" in change else None
                    for name in rules.figures:
                        if change.get(name) is not None:
                            text = Text(reach, self._amount(change[name]), conditions)
                            there = self.texts.setdefault(name, {})
                            there[card.number] = (*there.get(card.number, ()), text)

    # Reading.

    def select(self, of: Document, usual: Sequence[str]) -> Selection:
        """Return a prepared filter. usual : the zones it means if it gives none."""
        zones = self.rules.zones_of(of, usual)
        marks = self.rules.marks_in(zones)
        asked = {name: value for name, value in of.items() if name not in ("whose", "zone", "other", "role")}
        fields = {name: value for name, value in asked.items() if name not in marks}
        cards = frozenset(card.number for card in self.cards if _fits(card, fields)) if fields else None
        there = tuple((name, value) for name, value in asked.items() if name in marks)
        return Selection(of.get("whose", "own"), zones, bool(of.get("other")), of.get("role", ""), cards, there)

    def _amount(self, amount: Any) -> Amount:
        if isinstance(amount, Mapping):
            return amount.get("plus", 0), amount.get("times", 1), self.select(amount["count"], self.rules.play)
        return amount, 0, None

    def _condition(self, one: Document) -> Condition:
        if "turn" in one:
            own, turn = one["turn"] == "own", self.rules.turn
            return lambda changes, state, source: (getattr(state, turn) == source.seat) == own
        if "of" in one:
            must = self.select(one["be"], self.rules.works)
            return lambda changes, state, source: changes.is_among(state, must, source, source)
        of, least, most = self.select(one["count"], self.rules.play), one.get("min", 0), one.get("max")
        return lambda changes, state, source: (
            least <= (count := changes.count(state, of, source)) and (most is None or count <= most)
        )

    # Questions about a position.

    def things_in(self, state: DeclaredState, seat: int, zone: str) -> Iterator[Thing]:
        """Yield the cards in a player's zone."""
        place = self.rules.places[zone]
        value = getattr(state.both[seat], place.attribute)
        if place.card_at < 0:
            numbers = [value] if isinstance(value, int) else value
            yield from (Thing(seat, zone, card, None) for card in numbers if card != NO_CARD)
            return
        for record in present_records(value):
            yield Thing(seat, zone, number_in(record, place), record)

    def is_among(self, state: DeclaredState, of: Selection, thing: Thing, source: Thing) -> bool:
        """Return True if a card satisfies a filter on the card `source`."""
        if of.whose != "both" and (thing.seat == source.seat) != (of.whose == "own"):
            return False
        if thing.zone not in of.zones or (of.other and self.are_one(thing, source)):
            return False
        if of.cards is not None and (thing.card not in of.cards or not self.is_face_up(thing)):
            return False
        if of.role and (thing.record is None or of.role not in state.roles().get(thing.record[0], ())):
            return False
        return all(self._has_mark(thing, name, value) for name, value in of.marks)

    def are_one(self, thing: Thing, source: Thing) -> bool:
        """Return True if both are the same card in play."""
        if thing.record is None or source.record is None:
            return thing == source
        one, two = self.rules.places[thing.zone].id_at, self.rules.places[source.zone].id_at
        return one >= 0 and two >= 0 and bool(thing.record[one] == source.record[two])

    def is_face_up(self, thing: Thing) -> bool:
        """Return True unless the card is face-down."""
        marks, face = self.rules.places[thing.zone].marks, self.rules.face
        return thing.record is None or face not in marks or bool(thing.record[marks[face].at])

    def _has_mark(self, thing: Thing, name: str, wanted: Any) -> bool:
        mark = self.rules.places[thing.zone].marks[name]
        assert thing.record is not None
        value = thing.record[mark.at]
        if mark.kind == CHOICE:
            return bool(mark.words[value] == wanted)
        if mark.kind == MARK:
            return bool(value) is wanted
        return _within(value if mark.cards is None else len([*mark.cards(value)]), wanted)

    def count(self, state: DeclaredState, of: Selection, source: Thing) -> int:
        """Return how many cards satisfy a filter on the card `source`."""
        there = (thing for seat in (0, 1) for zone in of.zones for thing in self.things_in(state, seat, zone))
        return sum(self.is_among(state, of, thing, source) for thing in there)

    def changes_on(self, state: DeclaredState, figure: str, thing: Thing) -> Iterator[tuple[int, int]]:
        """Yield (amount, card that causes it) for each change of a figure of a card in play."""
        texts = self.texts.get(figure)
        if not texts:
            return
        for seat in (0, 1):
            for zone in self.rules.works:
                for source in self.things_in(state, seat, zone):
                    if source.card in texts and self.is_face_up(source):
                        for text in texts[source.card]:
                            if self._reaches(state, text, thing, source):
                                yield self._worth(state, text.amount, source), source.card

    def _reaches(self, state: DeclaredState, text: Text, thing: Thing, source: Thing) -> bool:
        if not (self.are_one(thing, source) if text.reach is None else self.is_among(state, text.reach, thing, source)):
            return False
        return all(holds(self, state, source) for holds in text.conditions)

    def _worth(self, state: DeclaredState, amount: Amount, source: Thing) -> int:
        fixed, times, of = amount
        return fixed if of is None else fixed + times * self.count(state, of, source)


def find_changes(game: Game) -> Changes | None:
    """Return the continuous changes of a game's cards; None if no card causes any."""
    rules = game.card_rules.changes
    if rules is None or not any(ability.changes for card in game.cards for ability in card.abilities):
        return None
    return Changes(rules, game.cards)


def changes_figure(game: Game, figure: str) -> bool:
    """Return True if some card of the game continuously changes this figure."""
    return any(figure in change for card in game.cards for ability in card.abilities for change in ability.changes)


def number_in(record: Row, place: Place) -> int:
    """Return the number of a record's card; for a stack, its top card."""
    card: Any = record[place.card_at]
    return int(card[0] if isinstance(card, tuple) else card)


def sum_changes(changes: Changes, state: DeclaredState, figure: str, seat: int, zone: str, record: Row) -> int:
    """Return the total of all continuous changes of a figure of a card in play."""
    return sum(amount for amount, _ in changes_of_record(changes, state, figure, seat, zone, record))


def changes_of_record(
    changes: Changes, state: DeclaredState, figure: str, seat: int, zone: str, record: Row
) -> list[tuple[int, int]]:
    """Return (amount, card that causes it) for each continuous change of a figure of a card in play."""
    thing = Thing(seat, zone, number_in(record, changes.rules.places[zone]), record)
    return list(changes.changes_on(state, figure, thing))


def _within(value: int, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        low, high = wanted.get("min"), wanted.get("max")
        return (low is None or value >= low) and (high is None or value <= high)
    return bool(value == wanted)


def _fits(card: Card, asked: Mapping[str, Any]) -> bool:
    """Return True if the printed entries of a card are those required."""
    return not card.unseen and all(_entry_fits(card, name, wanted) for name, wanted in asked.items())


def _entry_fits(card: Card, name: str, wanted: Any) -> bool:
    if name == "name":
        return wanted == card.fields.get("printed") or card.name == playable_name(wanted)
    value = card.more.get(name) if card.fields.get(name) is None else card.fields[name]
    if isinstance(wanted, Mapping) and "has" in wanted:
        wanted = wanted["has"]
    if isinstance(value, tuple | list):
        return wanted in value
    if isinstance(wanted, bool):
        return bool(value) is wanted
    if isinstance(wanted, Mapping | int):
        return isinstance(value, int) and _within(value, wanted)
    return bool(str(value) == wanted) if value is not None else False
