"""Positions as TOML documents, both ways, for states whose zones and entries are declared.

What is written is complete; what is read may leave almost everything out. A player's table has the zones and figures
of that player; the document's own entries are those of the state. Cards are names, or numbers of unnamed ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, get_type_hints

from engines.core.declare import D, D_co, DeclaredState, Zones, in_play, record_of
from engines.core.documents import heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, fits_hint, read_place, write_place
from engines.core.game import Game
from engines.core.loose_fields import UnderWay
from engines.core.plain_fields import Both, Declaration, Field, V, W
from engines.core.positions import MOST_UNNAMED, SEAT_NAMES, SEATS, Document, Shape, check_shape, frozen, to_toml
from engines.core.records import NO_CARD, UNNAMED, Row
from engines.core.zone_fields import EVERYBODY, Cards, CardsWritten, Records, shown_to

LESSON_ONLY = "shown_"
"""How the entries of a player begin that only lessons use: what a learner may look under. No matter of rules."""


@dataclass(frozen=True, slots=True)
class Habits(Generic[D]):
    """What a game means by what a position leaves out.

    kind : the class of the state. step : where it stands. turn : its number; 0 in the phase `setup` if `setup_turn`
    says so. plain(game) : the numbers of the cards that stand for unnamed ones, each in turn. unseen : what stands for
    them in a position with `unseen = true`, by seat. copies : True if no more copies may be used than a deck can
    have. filled : the zones that get cards for unnamed ones first.
    of_player, after : functions (reader) that work out what is left out and raise DataError for what cannot be: after
    each player's table (`reader.seat`), and at the end. place(reader, step) : the step to stand in, and the locals and
    frames of one that is inside another, as a table.
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


ONE: dict[str, Shape] = {"seat": str, "card": str, "places": [int], "cards": [[str]], "in play": (int, str)}
MANY = ONE | {"in play": [(int, str)]}
"""The shapes of what is under way, by what its fields hold: one card in play or several."""


class Reader(Generic[D_co]):
    """Reads one document; keeps what every entry needs.

    by_hand : no program has written it, so that more follows from what it says.
    game : with the document's own cards and parameters. where : the place for messages. state : being filled.
    tables : the two players' tables. seat : whose table is being read.
    """

    def __init__(self, game: Game, document: Document, where: str, habits: Habits[D_co]) -> None:
        self.top, self.where, self.habits = where, where, habits
        self.game = own_game(game, document, shape_of(habits), where)
        self.document = document
        self.unseen = bool(document.get("unseen", False))
        self.by_hand = "flow" not in document
        self.fillers = habits.plain(self.game)
        self.numbers: set[int] = set()
        self.seat = 0
        self.state: D_co = habits.kind(self.game, 0)
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        self.names = [given.get(seat, (SEATS[seat], {}))[0] for seat in (0, 1)]
        self.tables: list[Document] = [given.get(seat, ("", {}))[1] for seat in (0, 1)]

    # What fields ask for.

    def seat_called(self, name: str, what: str) -> int:
        """Return the seat of a player's name. Raises DataError."""
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"{what} is {name!r}.", f"Use one of {', '.join(SEAT_NAMES)}.")
        return SEAT_NAMES[name]

    def card(self, name: str, categories: Sequence[str] = (), remedy: str = "") -> int:
        """Return the number of a card of one of the categories. Raises DataError."""
        if name == UNNAMED:
            return UNNAMED_CARD
        number = self.game.card_number(name, self.where)
        card = self.game.cards[number]
        if categories and card.category not in categories and not card.unseen:
            what = f"{name!r} is of the category {card.category}."
            raise DataError(self.where, what, remedy or f"Here: {', '.join(categories)}.")
        return number

    def cards(
        self, value: CardsWritten, categories: Sequence[str] = (), remedy: str = "", gaps: bool = False
    ) -> list[int]:
        """Return numbers of cards as written: names, numbers of unnamed cards, with `gaps` also "empty"."""
        found: list[int] = []
        for part in [value] if isinstance(value, int | str) else value:
            if isinstance(part, int) and not isinstance(part, bool) and part >= 0:
                most = self.game.parameters.get("deck_size", MOST_UNNAMED)
                if part > max(most, MOST_UNNAMED):
                    raise DataError(self.where, f"{part} unnamed cards.", f"At most {max(most, MOST_UNNAMED)}.")
                found += [UNNAMED_CARD] * part
            elif part == "empty" and gaps:
                found.append(NO_CARD)
            elif isinstance(part, str):
                found.append(self.card(part, categories, remedy))
            else:
                raise DataError(self.where, f"{part!r} is no card.", "Write names in quotes, or a number of cards.")
        return found

    def number(self, wanted: int | None) -> int:
        """Return the id of a card in play: `wanted`, or the next free one. Raises DataError for one used already."""
        if wanted is None:
            self.state.serial += 1
            wanted = int(self.state.serial)
        elif wanted < 1 or wanted in self.numbers:
            raise DataError(self.where, f"#{wanted} is 0 or is there twice.", "Give each card its own number.")
        self.numbers.add(wanted)
        self.state.serial = max(self.state.serial, wanted)
        return wanted

    def find(self, seat: int, text: int | str) -> int:
        """Return the id of a player's card in play called by its name ("Vine Prowler 2"), by "# 5" or by a number."""
        if isinstance(text, int):
            return text
        numbered = re.fullmatch(r"# ?(\d+)", text)
        if numbered:
            return int(numbered.group(1))
        match = re.fullmatch(r'"?([^"#]*?)"?(?: (\d+))?', text.strip())
        name, which = (match.group(1), int(match.group(2) or 1)) if match else (text, 1)
        state = self.state
        own = [(zone, record) for side, zone, record in in_play(state) if side == seat]
        same = [int(record[0]) for zone, record in own if state.name(record_of(state, zone).card(record)) == name]
        if not 1 <= which <= len(same):
            raise DataError(self.where, f"{SEATS[seat]} has no {text!r} in play.", "Put it there first.")
        return same[which - 1]

    def side_with(self, names: Sequence[int | str]) -> int:
        """Return the first seat that has all of these cards in play, 0 if neither has."""
        for seat in (0, 1):
            try:
                for name in names:
                    self.find(seat, name)
            except DataError:
                continue
            return seat
        return 0

    def under_way(self, field: UnderWay, table: Document) -> Row:
        """Return the NamedTuple of an attack, battle or action under way. Raises DataError."""
        where, self.where = self.where, f"{self.top}, {field.written}"
        marks = dict(field.entries())
        called = {field.called(name): name for name in field.kind._fields}
        check_shape(dict.fromkeys(table, 0), dict.fromkeys(called, int), self.where)
        entries = {called[key]: part for key, part in table.items()}
        hints = get_type_hints(field.kind)
        values: dict[str, object] = {**field.kind._field_defaults}
        for name, part in entries.items():
            mark, there = marks[name], f"{self.where}, {field.called(name)}"
            many = isinstance(field.kind._field_defaults.get(name), tuple)
            check_shape(part, (MANY if many else ONE)[mark] if mark else object, there)
            if not mark and not fits_hint(frozen(part), hints[name]):
                raise DataError(there, f"is {part!r}.", "Leave it out for the usual one.")
        seat = self.state.acting_seat()
        if seat is None:
            own = [n for n, mark in marks.items() if mark == "in play" and n in entries and n not in field.rival]
            seat = self.side_with([entries[name] for name in own])
        for name in (name for name, mark in marks.items() if mark == "seat"):
            values[name] = seat = self.seat_called(entries[name], name) if name in entries else seat
        for name, part in entries.items():
            mark = marks[name]
            if mark == "card":
                values[name] = self.card(part)
            elif mark == "places":
                values[name] = tuple(place - 1 for place in part)
            elif mark == "cards":
                if len(part) != len(SEATS):
                    what = f"{field.called(name)} has {len(part)} lists."
                    raise DataError(self.where, what, "Write one for each player.")
                values[name] = tuple(tuple(self.card(one) for one in some) for some in part)
            elif mark == "in play":
                side = 1 - seat if name in field.rival else seat
                if isinstance(part, list | tuple):
                    values[name] = tuple(self.find(side, one) for one in part)
                elif part != "":  # else it is nobody: so a position laid over another takes a blocker out
                    values[name] = self.find(side, part)
            elif mark != "seat":
                values[name] = frozen(part)
        for name in marks:
            if name not in values:
                entry = field.called(name)
                raise DataError(self.where, f"names no {entry}.", f"Write {entry} = ...")
        self.where = where
        return field.kind._make(values[name] for name in marks)

    # The whole document.

    def read(self) -> D_co:
        """Return the state. Raises DataError naming the place and the remedy."""
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
        return state

    def entry(self, owner: DeclaredState | Zones, name: str, one: Field[W, V], table: Document) -> None:
        """Read one declared entry from a table; one that is left out is as usual, or as in a new state."""
        given = table.get(one.written, one.usual(self.game))
        if given is not None:
            setattr(owner, name, one.read(self, given))

    def player(self, player: Zones, table: Document, where: str) -> None:
        """Read a player's table, then put cards in the place of unnamed ones."""
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
        """Return the function that gives a card for an unnamed one: an unseen one, or a plain one, each in turn.

        It takes the categories that may lie there, by default any, and whether the card is open: in play to the player
        of seat 0, elsewhere to everybody. Such a card is never an unseen one. plain : which cards, instead.
        """
        most = self.game.parameters["copies"] if self.habits.copies else 0
        used = list(cards_in(player))

        def fill(allowed: Sequence[str] = (), is_seen: bool = False, plain: list[int] | None = None) -> int:
            if self.unseen and not is_seen:
                return self.habits.unseen[self.seat]
            fillers = plain or self.fillers
            usable = [card for card in fillers if not most or used.count(card) < most]
            usable = [card for card in usable if not allowed or self.game.cards[card].category in allowed]
            if not usable:
                return self.habits.unseen[self.seat]
            fillers.append(fillers.pop(fillers.index(usable[0])))
            used.append(usable[0])
            return usable[0]

        return fill


UNNAMED_CARD = -1_000_000
"""Stands for an unnamed card until a card is put in its place; no part of a record is ever so small."""


def phase_of(state: DeclaredState, step: str) -> str:
    """Return the phase of a step, by default of the first one."""
    flow = state.game.flow
    phase: str = (flow.steps[step] if step else flow.first).phase
    return phase


def cards_in(player: Zones) -> list[int]:
    """Return the numbers of all cards in a player's zones."""
    return [card for name, one in player.declaration.items() for card in one.cards(getattr(player, name, None))]


def shape_of(habits: Habits[D]) -> dict[str, Shape]:
    """Return the shape of a position document of a game, for `check_shape`."""
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
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return Reader(game, document, where, habits).read()


def write_position(state: DeclaredState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    fields = [(name, one) for name, one in state.declaration.items() if one.written and not isinstance(one, Both)]
    tables = {one.written: one.write(state, getattr(state, name)) for name, one in fields if not one.at}
    small = {key: part for key, part in tables.items() if not isinstance(part, dict)}
    document = heading(state, **small)
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
