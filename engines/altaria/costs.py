"""Chapter 9: costs and requirements: energy for the cost, and an upright altar card for each attribute symbol.

Paying is a procedure. Energy is paid automatically, since energy cards are interchangeable (ALT-R43). Then, for each
symbol in printed order, an altar card that serves it is chosen. Only altar cards that leave the other symbols payable
are offered, and a choice among equivalent altar cards (same attributes, same Force) is made automatically.
Locals of the procedure: (kind of action, card, symbols still to pay).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from engines.altaria import repairs
from engines.altaria.heuristics import worth_of_payment
from engines.altaria.requirements import COLOURS, OWN_ALTAR, need, needs
from engines.altaria.state import AltariaState, Paying, ready_energy
from engines.kernel.flow import who
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit import kit
from engines.legal.moments import stands_within


def altar_attributes(state: AltariaState, seat: int) -> tuple[int, ...]:
    """Return the attributes (as bits) of each upright altar card; a Force on top changes nothing (ALT-8.9, 9.7)."""
    faces = state.faces
    return tuple([faces[card].attributes for card, _, fatigued in state.players[seat].altar if not fatigued])


@lru_cache(maxsize=10_000)
def can_serve(symbols: tuple[int, ...], supply: tuple[int, ...]) -> bool:
    """Return True if every symbol can be given a different altar card with that attribute (ALT-9.2, 9.3)."""
    if not symbols:
        return True
    first, rest = symbols[0], symbols[1:]
    return any(
        attributes & first and can_serve(rest, supply[:at] + supply[at + 1 :]) for at, attributes in enumerate(supply)
    )


def count_served(symbols: tuple[int, ...], supply: tuple[int, ...]) -> int:
    """Return the largest number of symbols that can be given different altar cards (ALT-9.2, 9.3).

    Each symbol needs an altar card with its attribute.
    """
    return max(
        count
        for count in range(len(symbols) + 1)
        if any(can_serve(some, supply) for some in combinations(symbols, count))
    )


def affordable_cards(state: AltariaState, seat: int, cards: Iterable[int], energy: int) -> list[int]:
    """Return those of the cards whose whole price, both energy and symbols, the player can pay (ALT-9.1, 9.2, 9.5).

    energy : the number of the player's upright energy cards.
    """
    faces = state.faces
    there = 0  # the attributes, as bits, of all upright altar cards: enough to judge a card with one symbol
    for below, _, fatigued in state.players[seat].altar:
        if not fatigued:
            there |= faces[below].attributes
    found = []
    for card in cards:
        face = faces[card]
        if (
            face.cost <= energy
            and face.attributes & there == face.attributes
            and (not face.further_symbols or can_serve(face.symbols, altar_attributes(state, seat)))
        ):
            found.append(card)
    return found


def begin_payment(state: AltariaState, seat: int, kind: str, card: int) -> None:
    """Rest energy cards of the player for the cost (ALT-9.1, 9.8, 4.10), and hand the symbols over to PAY."""
    face = state.faces[card]
    left = face.cost
    energy = state.players[seat].energy
    at = 0
    while left and at < len(energy):
        one = energy[at]
        if not one[2]:
            energy[at] = (one[0], one[1], True, one[3])
            left -= 1
        at += 1
    if face.cost:
        state.note("paid_energy", "ALT-9.1", seat, count=face.cost, card=card)
    state.call_arguments = Paying(kind, card, face.symbols)


@who("who plays the card")
def seat_paying(state: AltariaState) -> int:
    """Return the player who pays: the one playing the card (in an Ambush window before the block, the defender)."""
    return state.turn_player if state.procedure_locals.kind != "ambush" else seat_ambushing(state)


def seat_ambushing(state: AltariaState) -> int:
    """Return the player whose Ambush window is open (ALT-12.2, 12.7)."""
    attack = state.attack
    attacker = attack is None or (bool(attack.blocker) and stands_within(state, "ATK_AMBUSH"))
    return state.turn_player if attacker else 1 - state.turn_player


def list_payments(state: AltariaState) -> list[Action]:
    """Return, as actions, the altar cards that may serve the next symbol; [] if there is no choice (ALT-9.4)."""
    able = cards_for_symbol(state)
    if len(able) < 2:
        return []
    altar = state.players[seat_paying(state)].altar
    alike = {(state.faces[altar[at][0]].attributes, altar[at][1]) for at in able}
    return [("pay", at) for at in able] if len(alike) > 1 else []


def cards_for_symbol(state: AltariaState) -> list[int]:
    """Return the upright altar places that may serve the next symbol and leave the others payable (ALT-9.3)."""
    symbols = state.procedure_locals.symbols
    if not symbols:
        return []
    altar = state.players[seat_paying(state)].altar
    first, rest, faces = symbols[0], symbols[1:], state.faces
    if not rest:
        return [at for at, (card, _, fatigued) in enumerate(altar) if not fatigued and faces[card].attributes & first]
    upright = [(at, faces[card].attributes) for at, (card, _, fatigued) in enumerate(altar) if not fatigued]
    return [
        at
        for at, attributes in upright
        if attributes & first and can_serve(rest, tuple([other for place, other in upright if place != at]))
    ]


def pay_symbol(state: AltariaState, action: Action) -> None:
    """Rest an altar card to pay for the next symbol.

    A Force on it stops working immediately (ALT-9.2, 9.6, 4.9, 4.11).
    """
    kind, card, symbols = state.procedure_locals
    seat = seat_paying(state)
    altar = state.players[seat].altar
    paid, force, _ = altar[action[1]]
    altar[action[1]] = (paid, force, True)
    state.procedure_locals = Paying(kind, card, symbols[1:])
    state.note("paid_altar", "ALT-9.2", seat, card=paid)
    if force != NO_CARD:
        state.note("force_stopped", "ALT-4.8", seat, card=force)


def pay_alike(state: AltariaState) -> None:
    """Pay for the next symbol if there is no choice; skip it if nothing can pay for it."""
    able = cards_for_symbol(state)
    if able:
        pay_symbol(state, ("pay", able[0]))
    elif state.procedure_locals.symbols:
        kind, card, symbols = state.procedure_locals
        state.procedure_locals = Paying(kind, card, symbols[1:])


def paid_alike(state: AltariaState) -> list[Action]:
    """Return the payment that `pay_alike` makes, as a list with at most one action."""
    return [("pay", at) for at in cards_for_symbol(state)[:1]]


def paid_in_full(state: AltariaState) -> bool:
    """Return True when no symbol is left to pay."""
    return not state.procedure_locals.symbols


# Needs, and their repairs.


def _more_energy(state: AltariaState, seat: int, card: int) -> None:
    """Add upright energy cards until they cover the cost."""
    for _ in range(state.faces[card].cost):
        state.players[seat].energy.append((card, False, False, 0))


def _too_little(state: AltariaState, seat: int, card: int) -> kit.Phrase:
    """Return how many upright energy cards the player has, in words."""
    count = ready_energy(state, seat)
    return kit.Phrase("part.few_upright", {"count": count}) if count else kit.Phrase("part.none_upright")


def _altar_cards(state: AltariaState, seat: int, card: int) -> str:
    """Return the altar cards that a card requires, in words: "1 red altar card and 2 green altar cards"."""
    words, symbols = state.game.words, state.faces[card].symbols
    parts = [words.say("part.altar_cards", count=symbols.count(bit), colour=COLOURS[bit]) for bit in sorted({*symbols})]
    return words.listed(parts)


def _served(state: AltariaState, seat: int, card: int) -> kit.Phrase:
    """Return how many symbols of a card the player's altar cards can pay for, in words."""
    symbols = state.faces[card].symbols
    count = count_served(symbols, altar_attributes(state, seat))
    return (
        kit.Phrase("part.some_symbols", {"count": count, "all": len(symbols)})
        if count
        else kit.Phrase("part.no_symbol")
    )


ENERGY = need(
    "energy",
    "ALT-9.1",
    lambda s, seat, card: s.faces[card].cost <= ready_energy(s, seat),
    _more_energy,
    cost=lambda s, seat, card: s.faces[card].cost,
    ready=lambda s, seat, card: ready_energy(s, seat),
    few=_too_little,
)
SYMBOLS = need(
    "symbols",
    "ALT-9.2",
    lambda s, seat, card: can_serve(s.faces[card].symbols, altar_attributes(s, seat)),
    lambda s, seat, card: repairs.add_altar(s, seat, s.faces[card].symbols),
    symbols=_altar_cards,
    served=_served,
)
PAYER_UPRIGHT = need(
    "altar_upright", "ALT-4.3", lambda s, seat, altar: not altar[2], kit.put_in_place("altar", 2, False)
)
PAYS_SYMBOL = need(
    "pays_symbol",
    "ALT-9.2",
    lambda s, seat, altar: bool(s.faces[altar[0]].attributes & s.procedure_locals.symbols[0]),
    kit.put_in_place("altar", 0, lambda state: repairs.card_of_attribute(state, state.procedure_locals.symbols[0])),
    essential=True,
    colour=lambda s, seat, altar: COLOURS[s.procedure_locals.symbols[0]],
)
LEAVES_REST = needs(
    "leaves_rest",
    "ALT-9.3",
    lambda s, seat, a: a[1] in cards_for_symbol(s) or s.players[seat].altar[a[1]][2],
    lambda s, seat, a: repairs.add_altar(s, seat, s.procedure_locals.symbols),
)
PAY = kit.action(
    "pay",
    "ALT-9.4",
    pay_symbol,
    kit.If(paid_in_full, "paid in full", "PLAYED", "next symbol", "PAY"),
    "",
    needs=(LEAVES_REST,),
    looks=worth_of_payment,
    altar=(OWN_ALTAR, PAYER_UPRIGHT, PAYS_SYMBOL),
)
