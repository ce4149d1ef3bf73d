"""How a text in the shared effect language moves cards between zones."""

from __future__ import annotations

from engines.book.card_programs import (
    BOTTOM,
    HERE,
)
from engines.book.toml_schema import Document
from engines.book.words import Phrase
from engines.declare.dealing import shuffle_deck
from engines.declare.declaration import DeclaredState
from engines.declare.zone_fields import Cards
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms


def note_text(state: DeclaredState, kind: str, seat: int, secret: bool = False, **facts: object) -> None:
    """Record an event of a text, if recording is on."""
    if state.listener is not None:
        ways = state.game.card_rules.programs
        assert ways is not None
        facts = {"effect_of": state.name(state.procedure_locals.card), **facts}
        state.note(f"text_{kind}", ways.clause, seat, secret=secret, **facts)


def shuffle_zone(state: DeclaredState, programs: CardPrograms, seat: int) -> None:
    """Shuffle a deck; after that, none of its cards is known."""
    if programs.ways.forget is not None:
        programs.ways.forget(state, seat)
    shuffle_deck(state, seat)
    note_text(state, "shuffled", seat)


def discard_from_hand(state: DeclaredState, programs: CardPrograms, seat: int, card: int) -> None:
    """Put a card of a hand into the discard pile."""
    take_from_zone(state, programs, Thing(seat, programs.ways.hand, card, None))
    programs.cards_in(state, seat, programs.ways.pile).append(card)
    note_text(state, "discarded", seat, card=card)


def take_from_zone(state: DeclaredState, programs: CardPrograms, thing: Thing) -> None:
    """Take a plain card out of its zone. In an imagined deal, another card may have to be taken in its place."""
    if programs.ways.taken is not None:
        programs.ways.taken(state, thing.seat, thing.zone, thing.card)
    zone = programs.cards_in(state, thing.seat, thing.zone)
    zone.remove(thing.card if thing.card in zone else zone[0])


def move_card(
    state: DeclaredState, programs: CardPrograms, thing: Thing, to: str, where: str, entries: Document, show: bool
) -> int:
    """Move a card to a zone of its owner and return the owner.

    where : the end of a pile to which it goes. entries : the marks that it gets there. show : whether both players see
    which card it is.
    """
    ways, local = programs.ways, state.procedure_locals
    owner, cards = thing.seat, [thing.card]
    if thing.record is None:
        take_from_zone(state, programs, thing)
    else:
        owner, found = ways.leave(state, thing, to)
        cards = list(found)
    for card in cards:
        zone = _zone_that_takes(state, programs, card, to)
        if zone in ways.enter:
            ways.enter[zone](state, owner, card, local.place if zone == HERE else -1, ways.marks_given(zone, entries))
        else:
            pile = programs.cards_in(state, owner, zone)
            pile.insert(0 if where == BOTTOM else len(pile), card)
        if state.listener is not None:
            to_zone = Phrase(_goes(state, zone, where), {"whose": OWNERS})
            note_text(state, "moved", owner, not show, card=card, to=to_zone)
    return owner


def _zone_that_takes(state: DeclaredState, programs: CardPrograms, card: int, to: str) -> str:
    """Return the zone to which a card goes: `to`, or the discard pile if `to` does not allow its category."""
    if to in programs.ways.enter:
        return to
    field, known = state.zones_of_players[programs.rules.places[to].attribute], programs.cards[card]
    is_refused = isinstance(field, Cards) and field.allowed and known.category not in field.allowed
    return programs.ways.pile if is_refused and not known.unseen else to


OWNERS = Phrase("goes.owners")


def _goes(state: DeclaredState, zone: str, where: str) -> str:
    """Return the key of the words for a move to a zone."""
    key = f"goes.{zone}.{where}" if where else f"goes.{zone}"
    return key if state.game.words.has(key) else f"goes.{zone}"
