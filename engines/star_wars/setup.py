"""Chapters 1 and 5: sides, decks, the opening hand and the mulligan. For the race to exactly 30 see `placement`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engines.errors import IllegalDeck, Reason
from engines.game import Game
from engines.kernel.flow import RETURN
from engines.kernel.state import Action
from engines.kit import defaults, kit
from engines.legal.arguments import list_tries
from engines.legal.moments import current_phase, in_phases
from engines.star_wars import repairs
from engines.star_wars.automatic import draw
from engines.star_wars.cards import BATTLE, KINDS, MISSION, UNIT
from engines.star_wars.effects import ANY_NUMBER
from engines.star_wars.heuristics import mulligan_taken
from engines.star_wars.requirements import IN_HAND, needed_card, needs
from engines.star_wars.state import Exchanging, StarWarsState

# Decks (SW-1.3 to 1.10).


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return a reason for each deck rule that a list of card names breaks (SW-1.5 to 1.9)."""
    say, reasons = game.words.say, []

    def broken(clause: str, name: str, more_or_less: str, **facts: Any) -> None:
        fact, repair = say(f"deck.{name}", **facts), say(f"deck.{name}.{more_or_less}", **facts)
        reasons.append(Reason(clause, fact, repair, name))

    cards = [game.cards[game.by_name[name]] for name in names]
    size, most, least = (game.parameters[name] for name in ("deck_size", "copies", "units_of_a_kind"))
    if len(cards) < size:
        broken("SW-1.5", "size", "more", count=len(cards), size=size, missing=size - len(cards))
    by_print = {card.extra.print: card.name for card in cards}
    for printed, copies in Counter(card.extra.print for card in cards).items():
        if copies > most:
            broken("SW-1.6", "copies", "less", card=by_print[printed], count=copies, most=most, over=copies - most)
    if {"light", "dark"} <= {card.extra.side for card in cards}:
        broken("SW-1.7", "sides", "less")
    units = Counter(card.extra.kind for card in cards if card.category == UNIT)
    counts = {kind.capitalize(): units[place] for place, kind in enumerate(KINDS)}
    for kind, count in counts.items():
        if count < least:
            broken("SW-1.8", "units", "more", kind=kind, count=count, least=least, missing=least - count)
    for kind, count in counts.items():
        for other, fewer in counts.items():
            if count > 2 * fewer:
                broken("SW-1.9", "balance", "less", kind=kind, count=count, other=other, fewer=fewer)
    return reasons


def side_of(game: Game, deck: list[int]) -> str:
    """Return the side of a deck: light, dark, or neutral if it may play either (SW-1.3, SW-R2)."""
    sides = {game.cards[card].extra.side for card in deck} - {"neutral"}
    return min(sides, default="neutral")


def set_up(game: Game, decks: tuple[list[int], list[int]], seed: int) -> StarWarsState:
    """Return a state at the first step, with both decks in place.

    Raises IllegalDeck if both decks are of one side (SW-R2).
    """
    state = defaults.set_up(StarWarsState, game, decks, seed)
    one, two = (side_of(game, deck) for deck in decks)
    if one == two != "neutral":
        fact, repair = game.words.say("deck.same_side", side=one.capitalize()), game.words.say("deck.same_side.other")
        raise IllegalDeck("of both players", [Reason("SW-R2", fact, repair, "one_each")])
    state.dark = 0 if one == "dark" or two == "light" else 1
    return state


# The opening hand (SW-5.1 to 5.3).


def settle_sides(state: StarWarsState) -> None:
    """Record that one player plays Light and the other Dark, both with legal decks (SW-1.1, 1.3, SW-R2)."""
    for seat in (0, 1):
        state.note("side", "SW-1.3", seat, side="Dark" if seat == state.dark else "Light")


def exchangeable_cards(state: StarWarsState, seat: int) -> list[int]:
    """Return the hand cards that a mulligan may discard: Battle and Mission cards (SW-5.3, SW-R4)."""
    return sorted(card for card in set(state.players[seat].hand) if state.faces[card].category in (BATTLE, MISSION))


def mulligan_choices(state: StarWarsState) -> list[Action]:
    """Return the choice to keep the hand, and the mulligan if the hand has a card for it (SW-5.3)."""
    return [("keep",), ("mulligan",)] if exchangeable_cards(state, state.seat_to_act) else [("keep",)]


def keep_hand(state: StarWarsState, action: Action) -> None:
    """Keep the opening hand (SW-5.3)."""
    state.note("kept", "SW-5.3", state.seat_to_act)


def begin_mulligan(state: StarWarsState, action: Action) -> None:
    """Begin to discard cards of the opening hand (SW-5.3)."""
    state.call_arguments = Exchanging(state.seat_to_act, 0)


def list_exchanges(state: StarWarsState) -> list[Action]:
    """Return, as actions, the cards that may be discarded next; after the first, also stopping (SW-5.3, SW-R4)."""
    seat = state.seat_to_act
    actions: list[Action] = [("exchange", card) for card in exchangeable_cards(state, seat)]
    return [*actions, ("done",)] if state.procedure_locals.discarded else actions


def exchange_card(state: StarWarsState, action: Action) -> None:
    """Discard one Battle or Mission card (SW-5.3)."""
    seat = state.seat_to_act
    player = state.players[seat]
    player.hand.remove(action[1])
    player.discard.append(action[1])
    state.procedure_locals = Exchanging(seat, state.procedure_locals.discarded + 1)
    state.note("exchanged", "SW-5.3", seat, card=action[1])


def draw_exchanged(state: StarWarsState, action: Action) -> None:
    """Draw as many cards as were discarded; these new cards cannot be discarded in turn (SW-5.3, SW-R4)."""
    draw(state, state.procedure_locals.seat, state.procedure_locals.discarded, "SW-5.3")


# Needs, and their repairs.

PLACEMENT = ("S6", "S7", "S8", "S9")
"""The steps in which units are placed."""


def _mulligan_decided(state: StarWarsState, seat: int) -> bool:
    """Return True once this player has decided on the mulligan; the Dark player decides first (SW-5.3)."""
    if current_phase(state) != "setup":
        return True
    name = state.step.name
    if name == "EXCHANGE":
        return kit.within(state, "S6") or (state.dark == seat and kit.within(state, "S5"))
    return name in PLACEMENT or (state.dark == seat and name == "S5")


def _in_exchange(state: StarWarsState, seat: int, action: Action) -> None:
    """Move to this player's decision about the mulligan."""
    repairs.move_to_step(state, "EXCHANGE")
    state.turn = 0
    state.frames = (state.game.flow.places["S4" if seat == state.dark else "S5"], (), ())
    state.procedure_locals = Exchanging(seat, 1 if action[0] == "done" else 0)


def _add_one_use(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a Battle card or a Mission into the hand."""
    card = next(card.number for card in state.game.cards if card.category in (BATTLE, MISSION))
    state.players[seat].hand.append(card)


def _exchange_one(state: StarWarsState, seat: int, action: Action) -> None:
    """Record that one card has been discarded in the mulligan."""
    state.procedure_locals = Exchanging(seat, 1)


ONE_USE = needed_card("one_use", "", lambda s, seat, card: s.faces[card].category in (BATTLE, MISSION))
HAS_ONE_USE = needs("has_one_use", "SW-5.3", lambda s, seat, a: bool(exchangeable_cards(s, seat)), _add_one_use)
ONE_EXCHANGED = needs(
    "one_exchanged",
    "SW-R4",
    lambda s, seat, a: s.step.name != "EXCHANGE" or s.procedure_locals.discarded > 0,
    _exchange_one,
)
DECIDED = kit.Over("mulligan", "SW-5.3", _mulligan_decided)
IN_MULLIGAN = kit.Moment("mulligan", in_phases("setup"), (DECIDED,), repairs.in_own_step("S4", "S5"))
in_mulligan = kit.actions_with(clause="SW-5.3", when=IN_MULLIGAN, stage=IN_MULLIGAN.stage)
exchanging = kit.actions_with(clause="SW-5.3", stage=_in_exchange)

KEEP = in_mulligan("keep", do=keep_hand)
MULLIGAN = in_mulligan("mulligan", do=begin_mulligan, needs=(HAS_ONE_USE,), looks=mulligan_taken)
TO_EXCHANGE = (kit.card_of("hand"), IN_HAND, ONE_USE)
EXCHANGE = exchanging("exchange", do=exchange_card, to="EXCHANGE", words="one more", looks=1, exchanged=TO_EXCHANGE)
DONE = exchanging(
    "done", do=draw_exchanged, to=RETURN, needs=(ONE_EXCHANGED, ANY_NUMBER), tries=list_tries("done", only=True)
)
