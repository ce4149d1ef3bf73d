"""Filters of cards, applied to a position: which cards fit, how many fit, and the values of numbers and conditions.

A filter is written as in `engines.book.figure_changes`; a game's zones and marks are those of its `ChangeRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engines.book.card_sets import playable_name
from engines.book.cards import Ability, Card
from engines.book.figure_changes import (
    ANY,
    ATTACKED,
    ATTACKER,
    CHOICE,
    CHOSEN,
    DID,
    FILTER_WORDS,
    IT,
    KEYWORD,
    LARGEST,
    MARK,
    NOT,
    OWN_NUMBER,
    TARGETING,
    ChangeRules,
    figure_of_keyword,
)
from engines.book.toml_schema import Document
from engines.declare.declaration import PLAYERS, DeclaredState
from engines.kernel.tuples import Row
from engines.legal.deeds import count_deeds, has_done
from engines.legal.lasting import sum_lasting
from engines.legal.zone_walks import Walk, make_search, make_walk


class Thing(NamedTuple):
    """A card to which a filter is applied: its seat, zone, number, and record (None for a plain card)."""

    seat: int
    zone: str
    card: int
    record: Row | None


class Selection(NamedTuple):
    """A filter ready to be applied: whose, zones, other, role, the cards that fit (None for all), the required marks.

    figures : the current figures asked for, see `Filters`. is_plain : whether only whose, zones and cards matter; then
    cards are asked only where all of them are face-up. keyword : the keyword of a set that the card must have.
    attacks : the filter for the card that it must attack, or IT; None for any. some : filters of which one must fit.
    none : a filter that must not fit, None for none. is_chosen : whether the card must be in
    the zone chosen last. did : what the card must have done this turn.
    """

    whose: str
    zones: tuple[str, ...]
    other: bool
    role: str
    cards: frozenset[int] | None
    marks: tuple[tuple[str, object], ...]
    figures: tuple[tuple[str, object], ...] = ()
    is_plain: bool = False
    keyword: str = ""
    attacks: Any = None
    some: tuple[Any, ...] = ()
    none: Any = None
    is_chosen: bool = False
    did: str = ""


Counting = Callable[[DeclaredState, Thing], int]
"""A function (state, card with the text) that returns a number which is known while a text is carried out."""
Amount = tuple[int, int, Selection | str | Counting | None]
"""A number of a card text: (fixed amount, amount for each card counted, the filter for those cards or None).

Instead of the filter it may have a keyword, then each number behind that keyword counts, or a function.
"""
Condition = Callable[["Filters", DeclaredState, Thing], bool]


Figure = Callable[[Any, Thing], Any]
"""A function (state, card) that returns a current figure of a card in play, or the words on it."""


class Filters:
    """The filters of a game's cards.

    rules : the game's zones and marks. current : the figures whose current value is compared for cards in play; for all
    others the printed value is compared.
    """

    def __init__(self, rules: ChangeRules, cards: Sequence[Card], current: Mapping[str, Figure] | None = None) -> None:
        self.rules = rules
        self.cards = cards
        self.current: Mapping[str, Figure] = current or {}
        self.zones = tuple(rules.places)
        self.reading = ""  # the keyword whose abilities are being read
        self._walks: dict[tuple[str, ...], Walk] = {}
        self.id_at = {zone: place.id_at for zone, place in rules.places.items()}
        self._search = make_search(Thing, rules.places)
        marked = {zone: place.marks.get(rules.face) for zone, place in rules.places.items()}
        self.face_at = {zone: mark.at for zone, mark in marked.items() if mark is not None}

    # Reading.

    def select(self, of: Document, usual: Sequence[str]) -> Selection:
        """Return a written filter in the form in which it is applied. usual : its zones if it gives none."""
        zones, places = self.rules.zones_of(of, usual), self.rules.places
        marks = self.rules.marks_in(zones)
        further = self.rules.further
        asked = {name: value for name, value in of.items() if name not in FILTER_WORDS or name in further}
        keyword = of.get(KEYWORD, "") if KEYWORD not in further else ""
        has_it = frozenset(card.number for card in self.cards if keyword in card.keywords) if keyword else None
        attacks = of.get(TARGETING) if TARGETING not in further else None
        attacks = self.select(attacks, self.rules.play) if isinstance(attacks, Mapping) else attacks
        in_play = all(zone in self.rules.play for zone in zones)
        figures = tuple((name, value) for name, value in asked.items() if in_play and name in self.current)
        now = {*marks, *dict(figures)}
        fields = {name: value for name, value in asked.items() if name not in now}
        cards = frozenset(card.number for card in self.cards if _fits(card, fields)) if fields else None
        there = tuple((name, value) for name, value in asked.items() if name in marks)
        other, role = bool(of.get("other")), of.get("role", "")
        if has_it is not None and all(places[zone].id_at < 0 for zone in zones):  # there it must be printed
            cards, keyword = _both(cards, has_it), ""
        some = tuple(self.select({**one, "zone": [*zones], "whose": "both"}, zones) for one in of.get(ANY, ()))
        none = self.select({**of[NOT], "zone": [*zones], "whose": "both"}, zones) if NOT in of else None
        if some and all(_asks_cards_only(one) for one in some):
            cards = _both(cards, frozenset[int]().union(*(one.cards or () for one in some)))
            some = ()
        if none is not None and _asks_cards_only(none):
            seen = frozenset(card.number for card in self.cards if not card.unseen)
            cards, none = _both(cards, seen - (none.cards or frozenset())), None
        faces = cards is not None and bool(self.rules.face) and any(places[zone].card_at >= 0 for zone in zones)
        is_plain = not (other or role or there or figures or faces or keyword or attacks or some or none)
        is_chosen = of.get("zone") == CHOSEN and CHOSEN not in places
        did = of.get(DID, "") if DID not in further else ""
        is_plain = is_plain and not is_chosen and not did
        whose = of.get("whose", "own")
        return Selection(
            whose, zones, other, role, cards, there, figures, is_plain, keyword, attacks, some, none, is_chosen, did
        )

    def read_amount(self, amount: Any) -> Amount:
        """Return a number from a card file in the form in which it is computed."""
        if amount == OWN_NUMBER:
            return 0, 1, self.reading
        if isinstance(amount, Mapping) and OWN_NUMBER in amount:
            return amount.get("plus", 0), amount.get("times", 1), self.reading
        if isinstance(amount, Mapping):
            return amount.get("plus", 0), amount.get("times", 1), self.select(amount["count"], self.rules.play)
        return amount, 0, None

    def read_condition(self, one: Document) -> Condition:
        """Return a function (filters, state, source) that tests a written condition."""
        if "dice" in one:
            die, least, most = one["dice"], one.get("min", 0), one.get("max")
            dice = self.rules.dice
            return lambda filters, state, source: (
                dice is not None
                and least <= (count := [*dice(state, source.seat)].count(die))
                and (most is None or count <= most)
            )
        if DID in one:
            return self._read_deed(one)
        if "turn" in one:
            own, turn = one["turn"] == "own", self.rules.turn
            return lambda filters, state, source: (getattr(state, turn) == source.seat) == own
        if "of" in one:
            must = self.select(one["be"], self.rules.usual_of_self)
            return lambda filters, state, source: filters.is_among(state, must, source, source)
        of, least, most = self.select(one["count"], self.rules.play), one.get("min", 0), one.get("max")
        return lambda filters, state, source: (
            least <= (count := filters.count(state, of, source)) and (most is None or count <= most)
        )

    def _read_deed(self, one: Document) -> Condition:
        """Return a function that tests how often something has been done this turn."""
        who, zone, least, most = one.get("who", "own"), one.get("zone"), one.get("min", 0), one.get("max", LARGEST)
        at = self.zones.index(zone) if zone in self.zones else -1

        def holds(filters: Filters, state: DeclaredState, source: Thing) -> bool:
            seats = (0, 1) if who == "both" else (source.seat if who == "own" else 1 - source.seat,)
            place = state.procedure_locals.zone if zone == CHOSEN and zone not in self.zones else at
            done = count_deeds(state, one[DID], seats, place)
            return bool(least <= done <= most)

        return holds

    # Applying them to a position.

    def things_in(
        self, state: DeclaredState, seat: int, zone: str, wanted: Container[int] | None = None
    ) -> list[Thing]:
        """Return the cards of a player in a zone. wanted : only those with these numbers; None for all."""
        return self.find_cards(state, (seat,), (zone,), wanted)

    def find_cards(
        self, state: DeclaredState, seats: Iterable[int], zones: tuple[str, ...], wanted: Container[int] | None
    ) -> list[Thing]:
        """Return the cards of players in zones. wanted : only those with these numbers; None for all."""
        walk = self._walks.get(zones)
        if walk is None:
            walk = self._walks[zones] = make_walk(Thing, self.rules.places, zones)
        return walk(getattr(state, PLAYERS), seats, wanted)

    def find(self, state: DeclaredState, number: int) -> Thing | None:
        """Return the card in play with this id, None if there is none."""
        found: Thing | None = self._search(getattr(state, PLAYERS), number) if number > 0 else None
        return found

    def thing_of(self, seat: int, zone: str, record: Row) -> Thing:
        """Return a card in play, given its record; for a stack, its top card counts."""
        card = record[self.rules.places[zone].card_at]
        return tuple.__new__(Thing, (seat, zone, card[0] if type(card) is tuple else card, record))

    def is_among(self, state: DeclaredState, of: Selection, thing: Thing, source: Thing) -> bool:
        """Return True if a card fits a filter that is on the card `source`."""
        if of.whose != "both" and (thing.seat == source.seat) != (of.whose == "own"):
            return False
        if thing.zone not in of.zones or (of.cards is not None and thing.card not in of.cards):
            return False
        return of.is_plain or self._fits_further(state, of, thing, source)

    def _fits_further(self, state: DeclaredState, of: Selection, thing: Thing, source: Thing) -> bool:
        """Return True if a card of the right player, zone and number also fits the rest of a filter."""
        if of.other and self.are_one(thing, source):
            return False
        if of.cards is not None and self.face_at and not self.is_face_up(thing):
            return False
        if of.role and (thing.record is None or of.role not in state.roles().get(thing.record[0], ())):
            return False
        if of.did and (thing.record is None or not has_done(state, of.did, thing.record[0])):
            return False
        if of.is_chosen and self.zones.index(thing.zone) != state.procedure_locals.zone:
            return False
        if (of.some or of.none) and not self._fits_parts(state, of, thing, source):
            return False
        if of.keyword and not (self.is_face_up(thing) and keyword_level(state, of.keyword, thing) > 0):
            return False
        if of.attacks is not None and not self._attacks(state, of.attacks, thing, source):
            return False
        if of.figures and not ((not self.face_at or self.is_face_up(thing)) and self._has_figures(state, thing, of)):
            return False
        return not of.marks or all(self._has_mark(thing, name, value) for name, value in of.marks)

    def _fits_parts(self, state: DeclaredState, of: Selection, thing: Thing, source: Thing) -> bool:
        """Return True if a card fits one of the filters `some` and does not fit `none`; a face-down card fits none."""
        if not self.is_face_up(thing):
            return False
        if of.some and not any(self.is_among(state, one, thing, source) for one in of.some):
            return False
        return of.none is None or not self.is_among(state, of.none, thing, source)

    def _attacks(self, state: DeclaredState, of: Any, thing: Thing, source: Thing) -> bool:
        """Return True if a card is the attacker, and the card that it attacks fits a filter or is the one chosen."""
        roles = state.roles()
        if thing.record is None or ATTACKER not in roles.get(thing.record[0], ()):
            return False
        attacked = [number for number, names in roles.items() if ATTACKED in names]
        if of == "self":
            return source.record is not None and source.record[0] in attacked
        if of == IT:
            return any(number in state.procedure_locals.units for number in attacked)
        found = [one for one in (self.find(state, number) for number in attacked) if one is not None]
        return any(self.is_among(state, of._replace(whose="both"), one, source) for one in found)

    def select_cards(self, state: DeclaredState, of: Selection, source: Thing) -> list[Thing]:
        """Return the cards that fit a filter on the card `source`."""
        seats = (0, 1) if of.whose == "both" else (source.seat if of.whose == "own" else 1 - source.seat,)
        found = self.find_cards(state, seats, of.zones, of.cards)
        if of.is_plain:
            return found
        return [thing for thing in found if self._fits_further(state, of, thing, source)]

    def _has_figures(self, state: DeclaredState, thing: Thing, of: Selection) -> bool:
        return all(_value_fits(self.current[name](state, thing), wanted) for name, wanted in of.figures)

    def are_one(self, thing: Thing, source: Thing) -> bool:
        """Return True if two cards are the same card in play."""
        if thing.record is None or source.record is None:
            return thing == source
        one, two = self.id_at[thing.zone], self.id_at[source.zone]
        return one >= 0 and two >= 0 and bool(thing.record[one] == source.record[two])

    def is_face_up(self, thing: Thing) -> bool:
        """Return True unless the card is face-down."""
        if not self.face_at or thing.record is None or thing.zone not in self.face_at:
            return True
        return bool(thing.record[self.face_at[thing.zone]])

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
        """Return how many cards fit a filter that is on the card `source`."""
        if of.is_plain and of.cards is None and of.whose != "both" and len(of.zones) == 1:
            place = self.rules.places[of.zones[0]]
            if place.card_at < 0 and place.is_list:
                return len(getattr(state.both[source.seat if of.whose == "own" else 1 - source.seat], place.attribute))
        return len(self.select_cards(state, of, source))

    def amount_in(self, state: DeclaredState, amount: Amount, source: Thing) -> int:
        """Return the value of a number that is on the card `source`."""
        fixed, times, of = amount
        if isinstance(of, str):
            return fixed + times * keyword_level(state, of, source)
        if of is not None and not isinstance(of, Selection):
            return fixed + times * of(state, source)
        return fixed if of is None else fixed + times * self.count(state, of, source)


def _asks_cards_only(of: Selection) -> bool:
    """Return True for a filter that asks only what is printed on a card."""
    return (
        of.cards is not None
        and of[:4] == (of.whose, of.zones, False, "")
        and not (of.marks or of.figures or of.keyword or of.attacks or of.did)
    )


def _both(one: frozenset[int] | None, two: frozenset[int]) -> frozenset[int]:
    return two if one is None else one & two


def conditions_of(filters: Filters, ability: Ability) -> tuple[Condition, ...]:
    """Return the conditions of an ability; one that belongs to a keyword also needs the card to have it now."""
    filters.reading = name = ability.keyword
    conditions = tuple(filters.read_condition(one) for one in ability.conditions)
    if not name:
        return conditions
    return (lambda filters, state, source: keyword_level(state, name, source) > 0, *conditions)


def keyword_level(state: DeclaredState, name: str, thing: Thing) -> int:
    """Return how often a card has a keyword now, or the number behind it; 0 if it does not have it."""
    total: int = state.game.cards[thing.card].keywords.get(name, 0)
    if thing.record is not None:
        total += sum_further(state, figure_of_keyword(name), thing)
    return max(0, total)


def sum_further(state: Any, figure: str, thing: Thing) -> int:
    """Return the total of all changes of a figure that the records of cards do not hold, for a card in play."""
    changes, total = state.changes, 0
    if changes is not None and (figure in changes.own or figure in changes.reaching):
        total = sum([amount for amount, _ in changes.changes_on(state, figure, thing)])
    if state.lasting and thing.record is not None:
        total += sum_lasting(state, figure, thing.record[0])
    return total


def _within(value: int, wanted: Any) -> bool:
    if type(wanted) is dict or isinstance(wanted, Mapping):
        low, high = wanted.get("min"), wanted.get("max")
        return (low is None or value >= low) and (high is None or value <= high)
    return bool(value == wanted)


def _fits(card: Card, asked: Mapping[str, Any]) -> bool:
    """Return True if the printed entries of a card fit the wanted values."""
    return not card.unseen and all(_entry_fits(card, name, wanted) for name, wanted in asked.items())


def _entry_fits(card: Card, name: str, wanted: Any) -> bool:
    if name == "name":
        return wanted == card.fields.get("printed") or card.name == playable_name(wanted)
    return _value_fits(card.more.get(name) if card.fields.get(name) is None else card.fields[name], wanted)


def _value_fits(value: Any, wanted: Any) -> bool:
    if type(value) is int and type(wanted) is dict and "has" not in wanted:
        return _within(value, wanted)
    if isinstance(wanted, Mapping) and "has" in wanted:
        wanted = wanted["has"]
    if isinstance(value, tuple | list):
        return wanted in value
    if isinstance(wanted, bool):
        return bool(value) is wanted
    if isinstance(wanted, Mapping | int):
        return isinstance(value, int) and _within(value, wanted)
    return bool(str(value) == wanted) if value is not None else False
