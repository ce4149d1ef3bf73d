"""The free moves offered on a table while a card text is carried out by hand, and their sentences.

Each is offered where a click starts: at a card, at a pile, or as a button. Cards that the viewer cannot see are not
named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Any

from engines.declare.declaration import DeclaredState
from engines.declare.records import Part, Record
from engines.declare.zone_fields import OWNER, Cards, OneCard, Pile, Records
from engines.forms import free_moves
from engines.forms.free_moves import BOTTOM, RANDOM, TOP, FreeMove, Zone, write_free_move
from engines.forms.table import Table
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.tuples import Row
from tutor.boards.presentation import load_look
from tutor.matches.moves import TableMove
from tutor.text import format_message

HAND = "hand"
"""The kind of the moves offered here; their only action is (HAND, text of the free move)."""
PICK = "hand_pick"
"""The kind of a click that only chooses one of the cards that the viewer has looked at: (PICK, zone, name, number among
cards of that name)."""
SIGNS = " +-0123456789"
"""The characters that may follow the word of a mark on its button."""
NEAR = 3
"""Largest change of a figure that is offered as one button."""

Picked = tuple[Zone, str, int]


class HandMoves:
    """The free moves of a position.

    looked_at : the names of the cards that the viewer has looked at, by zone. picked : the one of these cards chosen
    by a click.
    """

    def __init__(
        self,
        state: DeclaredState,
        viewer: int,
        looked_at: Mapping[Zone, Sequence[str]],
        picked: Picked | None,
        language: str,
    ) -> None:
        self.state, self.viewer, self.language = state, viewer, language
        self.looked_at, self.picked = looked_at, picked
        self.zones = free_moves.zone_fields_of(state)
        self.table = state.game.rules.table(state, viewer)
        rows = load_look(state.game.name)["zone"]
        self.shown = {row["id"] for row in rows if not row.get("passing")}
        self.piles = {row["id"] for row in rows if row["slot"].startswith("pile")}
        self.passing = {row["id"] for row in rows if row.get("passing")}
        self.deck = next((one for one in self.zones.values() if isinstance(one, Pile)), None)
        self.hand = next((one for one in self.zones.values() if isinstance(one, Cards) and one.sees == OWNER), None)

    def listed(self) -> list[TableMove]:
        """Return all moves, beginning with the buttons that belong to no card."""
        found = [*self._plain(), *self._of_picked()] if self.picked else [*self._plain(), *self._shown()]
        for ref, zone, card, number, at in cards_on_table(self.state, self.table):
            found += self._of_card(ref, zone, card, number, at)
        return found

    def say(self, key: str, **facts: object) -> str:
        """Return one of this panel's texts, by key."""
        return format_message(f"hand.{key}", self.language, **facts)

    def name_zone(self, zone: Zone) -> str:
        """Return the name of a zone, with its owner."""
        return name_zone(self.state.game, zone, self.viewer, self.language)

    def _move(
        self, kind: str, label: str, move: FreeMove, source: str | None = None, target: str | None = None
    ) -> TableMove:
        text = write_free_move(move)
        return TableMove(f"{HAND}_{kind}", label, source, target, "", ((HAND, text),))

    # Buttons that belong to no card.

    def _plain(self) -> Iterator[TableMove]:
        """Yield the moves that the owner of the card makes most often, then the changes of figures."""
        seat = self.state.procedure_locals.seat
        if self.deck is not None and self.hand is not None:
            deck, hand = (seat, self.deck.written), (seat, self.hand.written)
            count = len(free_moves.texts_in(self.state, deck))
            if count:
                yield self._move("draw", self._of_seat("draw", seat), FreeMove(free_moves.MOVE, deck, TOP, 1, hand))
                known = min(count, len(self.looked_at.get(deck, ())) + 1)
                look = FreeMove(free_moves.LOOK, deck, TOP, known)
                yield self._move("look", self.say("look_top", count=known, zone=self.name_zone(deck)), look)
                label = self.say("shuffle_zone", zone=self.name_zone(deck))
                yield self._move("shuffle", label, FreeMove(free_moves.SHUFFLE, deck))
        for zone, value in free_moves.figures_of(self.state):
            figure = name_figure(self.state.game, zone, self.viewer, self.language)
            for number in range(value - NEAR, value + NEAR + 1):
                if number != value and number >= 0:
                    move = FreeMove(free_moves.SET, zone, number=number)
                    yield self._move(f"set {zone[0]} {zone[1]}", self.say("set", figure=figure, number=number), move)

    def _of_seat(self, key: str, seat: int) -> str:
        return self.say(key if seat == self.viewer else f"{key}_rival")

    def _shown(self) -> Iterator[TableMove]:
        """Yield a choice for each card that the viewer has looked at."""
        for zone, names in self.looked_at.items():
            counted: dict[str, int] = {}
            for name in names:
                counted[name] = counted.get(name, 0) + 1
                action = (PICK, zone, name, counted[name])
                label = self.say("pick", card=name, zone=self.name_zone(zone))
                yield TableMove(PICK, label, None, None, "", (action,), name)

    def _of_picked(self) -> Iterator[TableMove]:
        """Yield the moves of the chosen one of the cards that the viewer has looked at."""
        assert self.picked is not None
        zone, name, number = self.picked
        for target in self._targets(zone, name):
            for end, label in self._ends(target):
                move = FreeMove(free_moves.MOVE, zone, name, number, target, end)
                yield self._move("to", f"{name}: {label}", move)
        yield self._move("reveal", self.say("reveal", card=name), FreeMove(free_moves.REVEAL, zone, name, number))

    # Cards and piles on the table.

    def _of_card(self, ref: str, zone: Zone, card: str, number: int, at: int) -> Iterator[TableMove]:
        one = self.zones[zone[1]]
        if card == TOP:
            yield from self._of_pile(ref, zone)
        row = row_at(self.state, zone, at) if isinstance(one, Records) and card != RANDOM else None
        if isinstance(one, Records) and row is not None:
            for label, word in marks_to_put(self.state, one.record, row, free_moves.texts_in(self.state, zone)[at]):
                move = FreeMove(free_moves.MARK, zone, card, number, word=word)
                yield self._move(f"mark {label.strip(SIGNS)}", label, move, ref)
        for target in self._targets(zone, card):
            for end, label in self._ends(target):
                if target == zone and (card, end) == (TOP, TOP):
                    continue
                move = FreeMove(free_moves.MOVE, zone, card, number, target, end)
                place = self._place_on_board(target)
                yield self._move(f"move {end}".strip(), label, move, ref, place)
                if place is not None and shown_as(self.state.game, target[1]) in self.piles:  # phones draw no piles
                    yield self._move(f"move {target[1]}", label, move, ref)
        seen = free_moves.seen_in(self.state, zone, 1 - self.viewer)
        if card not in (TOP, RANDOM) and not seen[at]:
            yield self._move(
                "reveal", self.say("reveal", card=card), FreeMove(free_moves.REVEAL, zone, card, number), ref
            )
        if card == RANDOM:
            yield self._move("look", self.say("look", zone=self.name_zone(zone)), FreeMove(free_moves.LOOK, zone), ref)

    def _of_pile(self, ref: str, zone: Zone) -> Iterator[TableMove]:
        """Yield the moves of a face-down pile, besides moving its top card."""
        count = len(self.looked_at.get(zone, ())) + 1
        if count <= len(free_moves.texts_in(self.state, zone)):
            move = FreeMove(free_moves.LOOK, zone, TOP, count)
            yield self._move("look", self.say("look_top", count=count, zone=self.name_zone(zone)), move, ref)
        yield self._move("look", self.say("look", zone=self.name_zone(zone)), FreeMove(free_moves.LOOK, zone), ref)
        yield self._move("shuffle", self.say("shuffle"), FreeMove(free_moves.SHUFFLE, zone), ref)

    def _targets(self, zone: Zone, card: str) -> Iterator[Zone]:
        """Yield the zones to which a card may be moved: its player's; for a card in play, the other player's too."""
        in_play = isinstance(self.zones[zone[1]], Records)
        number = self.state.game.by_name.get(card)
        category = "" if number is None else self.state.game.cards[number].category
        for side in (zone[0], 1 - zone[0]):
            for name, one in self.zones.items():
                same, pile = (side, name) == zone, isinstance(one, Cards) and one.top
                barred = not isinstance(one, Records) and category and one.allowed and category not in one.allowed
                if (side == zone[0] or (in_play and isinstance(one, Records))) and (not same or pile) and not barred:
                    yield side, name

    def _place_on_board(self, zone: Zone) -> str | None:
        """Return the reference of a zone on the board; None if it is not drawn now, so that it becomes a button."""
        shown = shown_as(self.state.game, zone[1])
        there = shown in self.shown or (shown in self.passing and self.table.zones[zone[0]].get(shown))
        return f"{zone[0]}.{shown}" if there else None

    def _ends(self, zone: Zone) -> list[tuple[str, str]]:
        """Return the ends of a zone at which a card may be put, each with the text of its button."""
        one, name = self.zones[zone[1]], self.name_zone(zone)
        if isinstance(one, Cards) and one.top:
            return [(TOP, self.say("to_top", zone=name)), (BOTTOM, self.say("to_bottom", zone=name))]
        return [("", self.say("to", zone=name))]


def cards_on_table(state: DeclaredState, table: Table) -> Iterator[tuple[str, Zone, str, int, int]]:
    """Yield the cards on the table as free moves name them: reference, zone, card, number among that name, entry index.

    A pile is called TOP; a card that the viewer does not see is called RANDOM.
    """
    zones = free_moves.zone_fields_of(state)
    called = {shown_as(state.game, name): name for name in zones}
    for ref, entry in table.references():
        seat, shown, *keys = ref.split(".")
        name = called.get(shown)
        if name is None or not keys:
            continue
        zone, one = (int(seat), name), zones[name]
        if isinstance(one, Pile):
            yield ref, zone, TOP, 1, 0
            continue
        at = _place_of(state, zone, one, keys[0])
        texts = free_moves.texts_in(state, zone)
        if at is None or at >= len(texts):
            continue
        if entry.card is None:
            if len(keys) == 1:
                yield ref, zone, RANDOM, 1, at
            continue
        inside = free_moves.names_of_entry(one, texts[at])
        if entry.card in inside:
            before = [name for text in texts[:at] for name in free_moves.names_of_entry(one, text)]
            yield ref, zone, entry.card, 1 + before.count(entry.card), at


def _place_of(state: DeclaredState, zone: Zone, one: Cards | OneCard | Records, key: str) -> int | None:
    """Return the index, among the texts of a zone, of the entry with a key (its id, or its index on the table)."""
    number = re.sub(r"\D", "", key)
    if not number:
        return None
    if not isinstance(one, Records):
        return int(number)
    rows = [row for row in getattr(state.both[zone[0]], one.name) if row is not None]
    ids = [row[0] for row in rows] if one.record.has_identity else list(range(len(rows)))
    if int(number) not in ids:
        return None
    there = [at for at, text in enumerate(free_moves.texts_in(state, zone)) if text != free_moves.EMPTY]
    return there[ids.index(int(number))]


def row_at(state: DeclaredState, zone: Zone, at: int) -> Row | None:
    """Return the record at an index among the texts of a zone of cards in play; None for an empty place."""
    one = free_moves.zone_fields_of(state)[zone[1]]
    rows = getattr(state.both[zone[0]], one.name)
    there = [row for row in rows if row is not None]
    places = [place for place, text in enumerate(free_moves.texts_in(state, zone)) if text != free_moves.EMPTY]
    return there[places.index(at)] if at in places else None


@lru_cache(64)
def figure_steps(game: Game) -> dict[str, int]:
    """Return the step by which a click changes each figure on cards: the greatest common divisor of printed values."""
    found: dict[str, int] = {}
    for card in game.cards:
        for name, value in card.fields.items():
            if type(value) is int:
                found[name] = gcd(found.get(name, 0), value)
    return found


def marks_to_put(state: DeclaredState, record: Record, row: Row, text: str) -> Iterator[tuple[str, str]]:
    """Yield the marks that can be put on a card in play, each with the text of its button."""
    on, steps = free_moves.words_on(record, text), figure_steps(state.game)
    for part, value in zip(record.parts, row, strict=True):
        words = [] if part.key.endswith("state.turn") else [word for word in part.marks if word != "#"]
        for word in words:
            if part.marks[word]:
                step = steps.get(word.partition(" ")[0], 1) or 1
                for change in (step, -step):
                    number = on.get(word, 0) + change
                    if number >= 0 or part.lists:
                        yield f"{word} {change:+d}", f"{word} {number}" if number else f"no {word}"
            elif not _says(state, part, value, word, on):
                yield word, word
            elif part.lists or len(words) == 1:
                yield f"no {word}", f"no {word}"


def _says(state: DeclaredState, part: Part[Any], value: Any, word: str, on: Mapping[str, int]) -> bool:
    """Return True if the value of one of a card's parts is the state that a word describes."""
    if part.words:
        return bool(part.words[not value] == word)
    if part.shown is not None and part.seen:
        return part.shown(state, value) == word
    return word in on


# Words.


def shown_as(game: Game, name: str) -> str:
    """Return the board's name for a zone, given the name in positions."""
    called: Mapping[str, str] = load_look(game.name).get("written", {})
    return next((shown for shown, written in called.items() if written == name), name)


def name_zone(game: Game, zone: Zone, viewer: int, language: str) -> str:
    """Return the name of a zone, with its owner: "your hand"."""
    row = next((row for row in load_look(game.name)["zone"] if row["id"] == shown_as(game, zone[1])), None)
    title = zone[1].replace("_", " ") if row is None else row.get(language, "") or row["title"]
    return format_message("hand.your_zone" if zone[0] == viewer else "hand.rivals_zone", language, zone=title)


def name_figure(game: Game, zone: Zone, viewer: int, language: str) -> str:
    """Return the name of a figure, with its owner; a figure of the game as a whole has no owner."""
    row = next((row for row in load_look(game.name)["score"] if row["field"] == zone[1]), None)
    word = zone[1] if row is None else row.get(language, "") or row["word"]
    word = re.sub(r"^of \{\w+\} ", "", word).replace("_", " ")
    if zone[0] < 0:
        return word
    return format_message("hand.yours" if zone[0] == viewer else "hand.rivals", language, figure=word)


def tell_free_move(game: Game, event: Event, viewer: int, language: str) -> str:
    """Describe a free move for `viewer`; a card that only the other player knows is not named."""
    move, cards = free_moves.read_free_move(str(event.facts["move"])), str(event.facts["cards"])
    known = not event.secret or event.seat == viewer
    count = int(str(event.facts["count"]))
    several = format_message("hand.card" if count == 1 else "hand.cards", language, count=count)
    facts = {"card": cards if known and cards else several, "word": move.word, "number": move.number}
    if move.verb == free_moves.SET:
        return format_message("hand.told.set", language, figure=name_figure(game, move.zone, viewer, language), **facts)
    zone = name_zone(game, move.zone, viewer, language)
    key = "hand.told." + move.verb
    if move.verb == free_moves.MOVE:
        to = name_zone(game, move.to, viewer, language)
        end = format_message(f"hand.told.{move.end or 'into'}", language, zone=to)
        return format_message(key, language, zone=zone, end=end, **facts)
    return format_message(key, language, zone=zone, **facts)
