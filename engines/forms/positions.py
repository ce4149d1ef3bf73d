"""Positions as TOML documents, written and read, for states whose zones and entries are declared.

A written position is complete; a position to be read may leave out almost everything. A player's table has that
player's zones and figures; the entries of the state are at the top of the document. Cards are given as names, or as
counts of unnamed cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engines.book.toml_schema import SEAT_NAMES, SEATS, Document, Shape, to_toml
from engines.declare.call_stack import PLACE_SHAPE, read_place, write_place
from engines.declare.declaration import D, D_co, DeclaredState, Zones
from engines.declare.field_reader import UNNAMED_CARD, FieldReader
from engines.declare.scalar_fields import Both, Declaration, Field, V, W
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import EVERYBODY, Cards, Records, shown_to
from engines.forms.position_header import own_game, read_chance, read_result, write_heading
from engines.game import Game

LESSON_ONLY = "shown_"
"""Prefix of a player's entries for cards that a learner may look at. Only lessons use them; the rules ignore them."""


@dataclass(frozen=True, slots=True)
class Habits(Generic[D]):
    """A game's defaults for positions.

    kind : the class of the state. step : the default step. turn : the default turn number; it is 0 in the phase `setup`
    if `setup_turn` is set. plain(game) : the numbers of the cards that replace unnamed ones, used in rotation. unseen :
    by seat, the card that replaces them in a position with `unseen = true`. copies : whether the number of copies is
    limited to what a deck can have. filled : the zones whose unnamed cards are filled in first.
    of_player, after : functions (reader) that work out missing entries and raise DataError for impossible ones;
    `of_player` runs after each player's table (`reader.seat`), `after` at the end. place(reader, step) : returns the
    step to start in, and a table with the locals and frames of a nested step.
    extra_of_player : further entries of a player's table, with their shapes, for these functions.
    """

    kind: type[D]
    step: str
    turn: int
    plain: Callable[[Game], list[int]]
    unseen: tuple[int, int] = (0, 0)
    setup_turn: bool = True
    copies: bool = False
    filled: Sequence[str] = ()
    of_player: Sequence[Callable[[Reader[D]], None]] = ()
    after: Sequence[Callable[[Reader[D]], None]] = ()
    place: Callable[[Reader[D], str], tuple[str, Document]] | None = None
    extra_of_player: Mapping[str, Shape] | None = None


class Reader(FieldReader[D_co]):
    """Reads a position document of a game.

    unseen : whether unnamed cards become unseen ones. tables : the two players' tables. named : the cards whose names
    occur anywhere in the document. given : the cards put in unnamed places.
    """

    def __init__(self, game: Game, document: Document, where: str, habits: Habits[D_co]) -> None:
        with_own_cards = own_game(game, document, shape_of(habits), where)
        super().__init__(habits.kind(with_own_cards, 0), "flow" not in document, where)
        self.habits, self.document = habits, document
        self.unseen = bool(document.get("unseen", False))
        own = {str(row.get("name")) for row in self.game.own_cards}
        plain = habits.plain(self.game)
        self.fillers = [card for card in plain if self.game.cards[card].name not in own] or plain
        self.named = named_in(self.game, document)
        self.given: set[int] = set()
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        self.names = [given.get(seat, (SEATS[seat], {}))[0] for seat in (0, 1)]
        self.tables: list[Document] = [given.get(seat, ("", {}))[1] for seat in (0, 1)]

    # The whole document.

    def read(self) -> D_co:
        """Return the state. Raises DataError, with the place and the remedy, if the document is not valid."""
        document, state, habits = self.document, self.state, self.habits
        read_chance(state, document)
        step = str(document.get("step", habits.step))
        setup = habits.setup_turn and step in state.game.flow.steps and phase_of(state, step) == phase_of(state, "")
        state.turn = document.get("turn", 0 if setup else habits.turn)
        for seat in (0, 1):
            self.seat = seat
            self.player(state.both[seat], self.tables[seat], f"{self.top}, {self.names[seat]}")
        self.where = self.top
        flow = document.get("flow", {})
        for name, one in state.declaration.items():
            table = flow if one.at == "flow" else document
            if one.written and (one.written in table or (one.at != "flow" and not isinstance(one, UnderWay))):
                self.entry(state, name, one, table)
        if habits.place is not None and not {"local", "frames"} & set(flow):
            step, inside = habits.place(self, step)
            flow = {**inside, **flow}
        read_place(state, step, flow, self.top)
        read_result(state, document)
        for hook in habits.after:
            hook(self)
        state.unnamed = frozenset(self.given - self.named)
        return state

    def entry(self, owner: DeclaredState | Zones, name: str, one: Field[W, V], table: Document) -> None:
        """Read one declared entry from a table; if it is missing, use its default, or else its value in a new state."""
        given = table.get(one.written, one.usual(self.game))
        if given is not None:
            setattr(owner, name, one.read(self, given))

    def player(self, player: Zones, table: Document, where: str) -> None:
        """Read a player's table, then replace the unnamed cards."""
        for name, one in player.declaration.items():
            if one.written:
                self.where = f"{where}, {one.written}"
                self.entry(player, name, one, table)
        self.where = where
        for hook in self.habits.of_player:
            hook(self)
        fill = self.filler(player)
        for name in dict.fromkeys((*self.habits.filled, *player.declaration)):
            one = player.declaration[name]
            value: Any = getattr(player, name, None)
            if isinstance(one, Records):
                for at, record in enumerate(value):
                    if record is not None and UNNAMED_CARD in record:
                        open_ = shown_to(one, self.state, record, self.seat, 0)
                        cards = (fill(is_seen=open_) if part == UNNAMED_CARD else part for part in record)
                        value[at] = one.record.make(*cards)
            elif isinstance(one, Cards) and isinstance(value, list) and UNNAMED_CARD in value:
                plain = [card.number for card in self.game.cards if card.category in one.unnamed]
                places = range(len(value))
                for at in reversed(places) if one.top else places:
                    if value[at] == UNNAMED_CARD:
                        value[at] = fill(one.allowed, one.sees == EVERYBODY, plain)

    def filler(self, player: Zones) -> Callable[..., int]:
        """Return a function that provides the card for an unnamed one: an unseen card, or plain cards in rotation.

        allowed : the categories it may have, by default all. is_seen : whether the card is open; then it is never an
        unseen card. plain : the cards to use instead of the game's plain cards. Cards named in the document are used
        only if there are no others.
        """
        most = self.game.parameters["copies"] if self.habits.copies else 0
        used = list(cards_in(player))
        self.named.update(used)

        def fill(allowed: Sequence[str] = (), is_seen: bool = False, plain: list[int] | None = None) -> int:
            if self.unseen and not is_seen:
                return self.habits.unseen[self.seat]
            fillers = plain or self.fillers
            usable = [card for card in fillers if not most or used.count(card) < most]
            usable = [card for card in usable if not allowed or self.game.cards[card].category in allowed]
            if not usable:
                return self.habits.unseen[self.seat]
            usable = [card for card in usable if card not in self.named] or usable
            self.given.add(usable[0])
            fillers.append(fillers.pop(fillers.index(usable[0])))
            used.append(usable[0])
            return usable[0]

        return fill


def named_in(game: Game, document: object) -> set[int]:
    """Return the cards whose names occur in the texts of a document, even within a longer text."""
    found: list[str] = []
    add_texts(document, found)
    whole = "\n".join(found)
    return {card.number for card in game.cards if card.name in whole}


def add_texts(document: object, found: list[str]) -> None:
    """Add every text in nested tables and lists, including the names of entries, to a list."""
    if isinstance(document, str):
        found.append(document)
    elif isinstance(document, Mapping):
        add_texts([*document, *document.values()], found)
    elif isinstance(document, list | tuple):
        found += [part for part in document if type(part) is str]
        for part in document:
            if type(part) is not str and type(part) is not int:
                add_texts(part, found)


def phase_of(state: DeclaredState, step: str) -> str:
    """Return the phase of a step; for an unknown step, the phase of the first step."""
    flow = state.game.flow
    phase: str = (flow.steps[step] if step else flow.first).phase
    return phase


def cards_in(player: Zones) -> list[int]:
    """Return the numbers of all cards in a player's zones."""
    return [card for name, one in player.declaration.items() for card in one.cards(getattr(player, name, None))]


def shape_of(habits: Habits[D]) -> dict[str, Shape]:
    """Return the shape of a game's position documents, for `check_shape`."""
    declaration: Declaration = habits.kind.declaration
    zones: Declaration = habits.kind.zones_of_players
    player: dict[str, Shape] = {one.written: one.shape for one in zones.values() if one.written}
    player |= habits.extra_of_player or {}
    player |= {f"{LESSON_ONLY}{name}": list for name in player}
    fields = [one for one in declaration.values() if one.written]
    flow = {one.written: one.shape for one in fields if one.at == "flow"}
    return {
        "game": str,
        "turn": int,
        "step": str,
        "chance": int,
        "script": list,
        "unseen": bool,
        "parameters": dict,
        "cards": [dict],
        "result": [str],
        **{one.written: one.shape for one in fields if not one.at},
        "flow": PLACE_SHAPE | flow,
        **dict.fromkeys(SEAT_NAMES, player),
    }


def read_position(game: Game, document: Document, where: str, habits: Habits[D]) -> D:
    """Read a position document. Raises DataError, with place and remedy, if it is not valid.

    The caller must run the state to its decision.
    """
    return Reader(game, document, where, habits).read()


def write_position(state: DeclaredState) -> str:
    """Return the whole state as TOML text. `read_position` reads it back into an equal state."""
    fields = [(name, one) for name, one in state.declaration.items() if one.written and not isinstance(one, Both)]
    tables = {one.written: one.write(state, getattr(state, name)) for name, one in fields if not one.at}
    small = {key: part for key, part in tables.items() if not isinstance(part, dict)}
    document = write_heading(state, **small)
    for seat, player in enumerate(state.both):
        document[SEATS[seat]] = {
            one.written: one.write(state, getattr(player, name))
            for name, one in player.declaration.items()
            if one.written
        }
    document |= {key: part for key, part in tables.items() if isinstance(part, dict)}
    flow = {one.written: one.write(state, getattr(state, name)) for name, one in fields if one.at == "flow"}
    document["flow"] = write_place(state) | flow
    return to_toml(document)
