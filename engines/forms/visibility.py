"""Views of a state with declared zones, and look-ups of its cards, figures and marks.

In a view a hidden card is None and a face-down pile is just its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.declare.scalar_fields import Number, Seat, WorkedOut
from engines.declare.zone_fields import Bottom, Cards, OneCard, Places, Records, present_records, shown_to
from engines.forms.positions import cards_in
from engines.kernel.state import View
from engines.kernel.tuples import NO_CARD, Row

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState


def view(state: DeclaredState, seat: int) -> View:
    """Return the position as the player in `seat` may see it: plain lists, dicts, texts and numbers."""
    decision = state.decision
    shown = {name: one for name, one in state.declaration.items() if one.show}
    seats = {name: getattr(state, name) for name, one in shown.items() if isinstance(one, Seat)}
    return {
        "game": state.game.name,
        "seat": seat,
        "turn": state.turn,
        **seats,
        "step": state.step.name,
        "decides": None if decision is None else decision.seat,
        "result": None if state.result is None else tuple(state.result[:3]),
        "players": [zones_seen(state, side, seat) for side in (0, 1)],
        **{
            name: one.view(state, getattr(state, name, None), seat, seat)
            for name, one in shown.items()
            if name not in seats
        },
        "pending": [None if side != seat else chosen for side, chosen in enumerate(state.pending)],
    }


def zones_seen(state: DeclaredState, side: int, seat: int) -> View:
    """Return the part of a view that shows the zones and figures of `side` to the player in `seat`."""
    player = state.both[side]
    return {
        one.written or name: one.view(state, getattr(player, name, None), side, seat)
        for name, one in player.declaration.items()
        if one.show
    }


def written_as(state: DeclaredState, seat: int, name: str) -> tuple[object, Any]:
    """Return the field of a player that positions write as `name`, and its value; None for both if there is none."""
    player = state.both[seat]
    for field, one in player.declaration.items():
        if one.written == name:
            return one, getattr(player, field)
    return None, None


def zone(state: DeclaredState, seat: int, name: str) -> list[str]:
    """Return the names of the cards in a player's zone, even if hidden; for a card in play, only the main card's name.

    Raises KeyError for a zone that is not declared.
    """
    one, value = written_as(state, seat, name)
    if isinstance(one, Bottom):
        cards = getattr(state.both[seat], one.of)[:value]
    elif isinstance(one, Records):
        cards = map(one.record.card, present_records(value))
    elif isinstance(one, Cards | OneCard):
        cards = one.cards(value)
    else:
        raise KeyError(name)
    return [state.name(card) for card in cards]


def in_order(state: DeclaredState, seat: int, name: str) -> list[str] | None:
    """Return the names of the cards in a player's zone, in the order of positions; None if it has no order."""
    one, value = written_as(state, seat, name)
    if isinstance(one, Cards) and (one.ordered or isinstance(one, Places)):
        return one.write(state, value)
    return None


def belongings(state: DeclaredState, seat: int) -> list[int]:
    """Return the numbers of all cards in the zones of a player. Games extend this by cards that are in no zone."""
    return cards_in(state.both[seat])


def card_at(state: DeclaredState, reference: str) -> str | None:
    """Return the name of the card at a reference "seat.zone.key", even if hidden; None for an unknown reference."""
    seat, name, *key = reference.split(".")
    one, cards = written_as(state, int(seat), name)
    place = int(key[-1]) if key[-1].isdecimal() else -1
    if isinstance(one, Cards) and 0 <= place < len(cards) and cards[place] != NO_CARD:
        return state.name(cards[place])
    return None


def value(state: DeclaredState, seat: int | None, noun: str, name: str, first: Sequence[str] = ()) -> object:
    """Return a figure of a player (name ""), or a figure or mark of a card in play. Raises KeyError if unknown.

    A mark with a noun is given by its word ("orientation": "upright"); other marks are "yes" or "no". first : the zones
    that are searched before the others. The name never refers to a hidden card that the position left unnamed.
    """
    for side in (0, 1) if seat is None else (seat,):
        player = state.both[side]
        for field in dict.fromkeys((*first, *player.declaration)):
            one = player.declaration[field]
            if not name and one.written == noun and isinstance(one, Number):
                return getattr(player, field)
            if not name and field == noun and isinstance(one, WorkedOut):
                return one.now(state, side)
            if not name or not isinstance(one, Records):
                continue
            for record in present_records(getattr(player, field)):
                card = one.record.card(record)
                concealed = card in state.unnamed and not shown_to(one, state, record, side, 1 - side)
                if state.name(card) == name and not concealed:
                    found = _value_of(state, side, field, one, record, noun)
                    if found is not None:
                        return found
    raise KeyError(f"{noun} {name}")


def _value_of(state: DeclaredState, side: int, field: str, one: Records, record: Row, noun: str) -> object:
    for part, stored in zip(one.record.parts, record, strict=True):
        if noun == part.noun:
            return part.words[not stored]
    shown = one.record.shown(state, record) | state.game.rules.figures(state, side, field, record)
    if noun not in shown:
        return None
    found = shown[noun]
    return found if not isinstance(found, bool) else "yes" if found else "no"


def marks(
    kind: type[DeclaredState], figures: Sequence[str] = (), flags: Sequence[str] = ()
) -> dict[str, tuple[str, object]]:
    """Return the words that expectations may put after a card's name, taken from the declared records (`Rules.marks`).

    kind : the class of the state. figures, flags : the computed entries of a view that are numbers, and those that are
    truth values.
    """
    found: dict[str, tuple[str, object]] = {}
    for one in kind.zones_of_players.values():
        for part in one.record.parts if isinstance(one, Records) else ():
            found |= {word: (part.name, result) for word, result in part.seen.items() if part.name}
    return found | {word: (word, None) for word in figures} | {word: (word, True) for word in flags}
