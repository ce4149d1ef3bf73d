"""A game's table as one player sees it: plain entries in zones, for boards, screen readers and tests.

`Rules.table(state, seat)` is built from `state.view(seat)`, so it never contains anything hidden. A reference is
"seat.zone.key", as returned by `Rules.references`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engines.declare.scalar_fields import Number
from engines.declare.zone_fields import Pile
from engines.kernel.state import View

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState
    from engines.forms.sums import Parts, Sums, Tally


@dataclass(slots=True)
class Entry:
    """One card on the table.

    key : its place in the zone; the last part of its reference. card : its name, None if it is hidden. kind : the term
    for it while it is hidden ("core"), by default that of the zone. turned : degrees clockwise: 0, 90 or 180. down :
    whether it is face down although its owner knows it. figures : the current values of printed figures, by field
    ("power"); those missing are as printed. tags : short words shown on it. words : its state, for screen readers
    ("upright").
    on, gear, under : the cards on it, attached to it, and beneath it. counters : the counters on it, by name.
    needs : the number that counters have to reach, by name ("damage": its Health). sums : the parts of figures, by
    field, and of needs; see `engines.forms.sums`. counts : False if it is only passing through the zone and not counted
    there.
    """

    key: str
    card: str | None
    kind: str = ""
    turned: int = 0
    down: bool = False
    figures: Mapping[str, int] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    on: tuple[Entry, ...] = ()
    gear: tuple[Entry, ...] = ()
    under: tuple[Entry, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    needs: Mapping[str, int] = field(default_factory=dict)
    sums: Sums = field(default_factory=dict)
    counts: bool = True


@dataclass(slots=True)
class Die:
    """One die on the table: its owner, its value, whether it counts, and the unit it was rolled for.

    Its reference is "seat.dice.place", where place is its index among that player's dice.
    """

    seat: int
    value: int
    counts: bool = False
    by: str = ""


@dataclass(slots=True)
class Arrow:
    """An arrow between references (source and targets), and its meaning ("attack").

    text, clause : why there are this many targets, if the board should explain it.
    """

    source: str
    targets: list[str]
    kind: str = "attack"
    text: str = ""
    clause: str = ""


@dataclass(slots=True)
class Group:
    """One player's cards that form a group, in any zones.

    key : identifies the group from one table to the next. name : its title. parts : lists of references, in the order
    in which the cards are shown side by side. The cards of a part visibly belong together, and each part is linked to
    the previous one. words : the state of the group ("active").
    """

    key: str
    name: str
    parts: tuple[tuple[str, ...], ...]
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class Table:
    """Everything on the table.

    turn : its number, 0 before the first. turn_player : a seat, None in games without one. zones : for each seat, the
    cards of each zone in order; the last card of a pile is its top. sizes : the number of cards, for zones of which
    only that is known. scores : a player's figures other than cards ("points"). held : references of the cards with
    which the player has started an action. facts : words and numbers for questions ("attacker").
    sums : the parts of scores, by name. limits : how many cards zones may hold, if a rule limits them. tallies : the
    running totals of what is under way. passed : the seats that have passed in the open window. groups : for each seat,
    the cards that form groups, in games with groups.
    """

    turn: int
    turn_player: int | None
    zones: tuple[dict[str, list[Entry]], dict[str, list[Entry]]]
    sizes: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    scores: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    arrow: Arrow | None = None
    held: tuple[str, ...] = ()
    dice: list[Die] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)
    sums: tuple[dict[str, Parts], dict[str, Parts]] = field(default_factory=lambda: ({}, {}))
    limits: tuple[Mapping[str, int], Mapping[str, int]] = field(default_factory=lambda: ({}, {}))
    tallies: Sequence[Tally] = ()
    passed: tuple[int, ...] = ()
    groups: tuple[Sequence[Group], Sequence[Group]] = ((), ())

    def tell(self, say: Callable[[str], str]) -> None:
        """Translate the words of all entries with `say`: only single terms, as other words are translated earlier."""
        for _, entry in self.references():
            entry.words, entry.tags = tuple(map(say, entry.words)), tuple(map(say, entry.tags))
            entry.kind = entry.kind and say(entry.kind)
        for group in (*self.groups[0], *self.groups[1]):
            group.words = tuple(map(say, group.words))

    def references(self) -> Iterator[tuple[str, Entry]]:
        """Yield every entry with its reference, including those on, attached to and beneath others."""
        for seat, zones in enumerate(self.zones):
            for zone, entries in zones.items():
                for entry in entries:
                    yield from _with_parts(f"{seat}.{zone}", entry)


def _with_parts(place: str, entry: Entry) -> Iterator[tuple[str, Entry]]:
    reference = f"{place}.{entry.key}"
    yield reference, entry
    for part in (*entry.on, *entry.gear, *entry.under):
        yield from _with_parts(reference, part)


def card_entries(names: list[str | None]) -> list[Entry]:
    """Return entries for plain cards, known or not. Their keys are their indices."""
    return [Entry(str(at), name) for at, name in enumerate(names)]


def pile_entry(count: int) -> list[Entry]:
    """Return the single entry of a face-down pile, with the key "top"; no entry if the pile is empty."""
    return [Entry("top", None)] if count else []


SIDEWAYS = 90

Looks = Mapping[str, Callable[[str, View], Entry]]
"""For each zone of cards in play, the function that makes its entries; see `zone_entries`."""


def zone_entries(side: View, looks: Looks) -> dict[str, list[Entry]]:
    """Return the zones of one player's part of a view as entries.

    looks : for a zone of cards in play, the function (key, part) that returns a card's entry; the key is the card's id,
    or its place. Other zones are plain cards, places that may be empty, or a pile. Values that are neither a list nor a
    pile are skipped.
    """
    found: dict[str, list[Entry]] = {}
    for zone, parts in side.items():
        if zone in looks:
            found[zone] = [looks[zone](str(part.get("id", at)), part) for at, part in enumerate(parts)]
        elif isinstance(parts, list) and parts and isinstance(parts[0], bool):
            found[zone] = [Entry(str(at), None) for at, there in enumerate(parts) if there]
        elif isinstance(parts, list) and parts and isinstance(parts[0], dict):
            found[zone] = [plain_entry(str(part.get("id", at)), part) for at, part in enumerate(parts)]
        elif isinstance(parts, list):
            found[zone] = card_entries(parts)
    return found


def plain_entry(key: str, part: View) -> Entry:
    """Return the default entry of a card in play, showing its numbers and its true marks.

    A card that has a mark is turned sideways.
    """
    rest = {name: value for name, value in part.items() if name not in ("id", "card")}
    numbers = {name: value for name, value in rest.items() if type(value) is int}
    words = tuple(name for name, value in rest.items() if value is True)
    return Entry(key, part["card"], turned=SIDEWAYS if words else 0, figures=numbers, words=words)


def count_piles(state: DeclaredState, side: View) -> dict[str, int]:
    """Return the number of cards in each face-down pile of one player's part of a view, including known ones."""
    declared = [one for one in state.zones_of_players.values() if isinstance(one, Pile) and one.written in side]
    return {one.written: side[one.written] + len(side.get(one.known, ())) for one in declared}


def table(state: DeclaredState, seat: int, looks: Looks | None = None, **more: Any) -> Table:
    """Return the table as the player in `seat` sees it, built only from that player's view.

    looks : see `zone_entries`. more : further entries of the Table.
    """
    view, declared = state.view(seat), {one.written for one in state.zones_of_players.values()}
    one, two = ({zone: part for zone, part in side.items() if zone in declared} for side in view["players"])
    sizes = (count_piles(state, one), count_piles(state, two))
    both = tuple(zone_entries(side, looks or {}) for side in (one, two))
    for side, piled in zip(both, sizes, strict=True):
        side.update({zone: pile_entry(count) for zone, count in piled.items()})
    figures = [one.written for one in state.zones_of_players.values() if isinstance(one, Number) and one.show]
    scores = tuple({name: side[name] for name in figures} for side in (one, two))
    given = {"sizes": sizes, "zones": both, "scores": scores} | more
    return Table(turn=view["turn"], turn_player=view.get("turn_player"), **given)
