"""Continuous changes of figures in a position: which card changes which, and by how much.

A game declares them with `change_rules`. Its states share the value of `find_changes(game)`, which is None if no card
has such a text, so that nothing needs to be computed. The game adds `sum_changes` wherever it works out a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.book.cards import Card
from engines.book.figure_changes import (
    CHOICE,
    COST,
    GIVE,
    KEYWORD,
    MARK,
    NUMBER,
    OWN_NUMBER,
    SET,
    CardMark,
    ChangeRules,
    PartOfList,
    Place,
    figure_of_keyword,
)
from engines.book.toml_schema import Document
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Part
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import EVERYBODY, Area, Cards, OneCard, Places, Records
from engines.kernel.tuples import Row
from engines.legal.card_filters import Amount, Condition, Filters, Selection, Thing, conditions_of

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
    dice: Callable[[Any, int], Sequence[int]] | None = None,
    unmarked: Sequence[str] = (),
    costs: Sequence[str] = (),
) -> ChangeRules:
    """Return a game's declaration of continuous changes; zones and marks follow from the declaration of its players.

    play : the zones, by their names in positions, whose cards have the figures. works : the zones in which the texts of
    cards work, by default the same. bearers, steady, face, turn : see `ChangeRules`. under_way : the declared attack or
    battle whose cards have roles. unmarked : the figures for which cards have no mark. dice(state, seat) : the dice
    that a player has rolled. costs : the zones in which cards await being paid for.
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
        dice=dice,
        unmarked=tuple(unmarked),
        costs=tuple(costs),
    )


def _place_of(name: str, one: Records | Cards | OneCard, is_in_play: bool) -> Place:
    if not isinstance(one, Records):
        is_list = isinstance(one, Cards) and not isinstance(one, Places) and one.start == "[]"
        return Place(name, not isinstance(one, Cards) or one.sees == EVERYBODY, is_list=is_list)
    record = one.record
    marks = {part.name: mark for at, part in enumerate(record.parts) if (mark := _mark_of(at, part)) is not None}
    is_open = one.sees is None or is_in_play
    area = PartOfList(one.of, one.first, one.last) if isinstance(one, Area) else None
    return Place(name, is_open, record.place_of_card, 0 if record.has_identity else -1, marks, area=area)


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


class Text(NamedTuple):
    """One change of a figure by a card.

    reach : the filter for the cards that it affects; None for the card itself. amount : the change. conditions : tests
    that must hold.
    """

    reach: Selection | None
    amount: Amount
    conditions: tuple[Condition, ...]


class Changes(Filters):
    """The continuous changes of a game's cards.

    own, reaching : for each figure, the texts by which a card changes its own, and those by which it changes those
    of the cards that fit a filter; by the number of the card.
    """

    def __init__(self, rules: ChangeRules, cards: Sequence[Card]) -> None:
        super().__init__(rules, cards)
        self.own: dict[str, dict[int, tuple[Text, ...]]] = {}
        self.reaching: dict[str, dict[int, tuple[Text, ...]]] = {}
        for card in cards:
            for ability in card.abilities:
                conditions = conditions_of(self, ability)
                for change in ability.changes:
                    usual = rules.costs if COST in change and rules.costs else rules.play
                    reach = self.select(change["of"], usual) if "of" in change else None
                    for name, amount in _figures_in(rules, change):
                        number = self.read_amount(amount)
                        if change.get(SET):
                            number = (number[0] - (card.fields.get(name) or 0), *number[1:])
                        text = Text(reach, number, conditions)
                        there = (self.own if reach is None else self.reaching).setdefault(name, {})
                        there[card.number] = (*there.get(card.number, ()), text)

    def changes_on(self, state: DeclaredState, figure: str, thing: Thing) -> list[tuple[int, int]]:
        """Return (amount, card that causes it) for each change of a figure of a card in play."""
        own, reaching, found = self.own.get(figure), self.reaching.get(figure), list[tuple[int, int]]()
        if own and thing.card in own and thing.zone in self.rules.works and self.is_face_up(thing):
            for text in own[thing.card]:
                if self._holds(state, text, thing):
                    found.append((self.amount_in(state, text.amount, thing), thing.card))
        if reaching:
            for source in self.find_cards(state, (0, 1), self.rules.works, reaching):
                if self.face_at and not self.is_face_up(source):
                    continue
                for text in reaching[source.card]:
                    reach = text.reach
                    assert reach is not None
                    if reach.whose != "both" and (thing.seat == source.seat) != (reach.whose == "own"):
                        continue
                    if self.is_among(state, reach, thing, source) and self._holds(state, text, source):
                        found.append((self.amount_in(state, text.amount, source), source.card))
        return found

    def _holds(self, state: DeclaredState, text: Text, source: Thing) -> bool:
        return not text.conditions or all(holds(self, state, source) for holds in text.conditions)


def _figures_in(rules: ChangeRules, change: Document) -> Iterator[tuple[str, Any]]:
    """Yield (figure, amount) for each figure that an instruction changes, or for the keyword that it gives or takes."""
    if "verb" in change:
        yield figure_of_keyword(change[KEYWORD]), amount_given(change)
        return
    if rules.costs and change.get(COST) is not None:
        yield COST, change[COST]
    for name in rules.figures:
        if change.get(name) is not None:
            yield name, change[name]


TAKEN = -1000
"""The number by which a keyword that is taken from a card becomes less: no text can give as much."""


def amount_given(one: Document) -> int:
    """Return how much an instruction gives of a keyword; a keyword without a number counts as 1."""
    number: int = one.get(OWN_NUMBER, 1) if one["verb"] == GIVE else TAKEN
    return number


def find_changes(game: Game) -> Changes | None:
    """Return the continuous changes of a game's cards; None if no card causes any."""
    rules = game.card_rules.changes
    if rules is None or not any(ability.changes for card in game.cards for ability in card.abilities):
        return None
    return Changes(rules, game.cards)


def cost_changes(changes: Changes, state: DeclaredState, seat: int, card: int) -> list[tuple[int, int]]:
    """Return (amount, card that causes it) for each change of what a player's card costs."""
    itself = Thing(seat, changes.rules.costs[0], card, None)
    own, reaching = changes.own.get(COST, {}).get(card, ()), changes.reaching.get(COST)
    texts = [(text, itself) for text in own]
    for source in changes.find_cards(state, (0, 1), changes.rules.works, reaching) if reaching else ():
        for text in reaching[source.card] if reaching and changes.is_face_up(source) else ():
            reach = text.reach
            assert reach is not None
            meant = reach.whose == "both" or (source.seat == seat) == (reach.whose == "own")
            if meant and (reach.cards is None or card in reach.cards):
                texts.append((text, source))
    return [
        (changes.amount_in(state, text.amount, source), source.card)
        for text, source in texts
        if all(holds(changes, state, source) for holds in text.conditions)
    ]


def cost_change(changes: Changes, state: DeclaredState, seat: int, card: int) -> int:
    """Return how much more a player's card costs than printed, by its own text and those of cards in play."""
    if COST not in changes.own and COST not in changes.reaching:
        return 0
    return sum([amount for amount, _ in cost_changes(changes, state, seat, card)])


def changes_figure(game: Game, figure: str) -> bool:
    """Return True if some card of the game continuously changes this figure."""
    return any(figure in change for card in game.cards for ability in card.abilities for change in ability.changes)


def sum_changes(changes: Changes, state: DeclaredState, figure: str, seat: int, zone: str, record: Row) -> int:
    """Return the total of all continuous changes of a figure of a card in play."""
    if figure not in changes.own and figure not in changes.reaching:
        return 0
    found = changes.changes_on(state, figure, changes.thing_of(seat, zone, record))
    return sum([amount for amount, _ in found]) if found else 0


def changes_of_record(
    changes: Changes, state: DeclaredState, figure: str, seat: int, zone: str, record: Row
) -> list[tuple[int, int]]:
    """Return (amount, card that causes it) for each continuous change of a figure of a card in play."""
    return changes.changes_on(state, figure, changes.thing_of(seat, zone, record))
