"""Chapters 1 and 5: sides, decks, mulligan and the race to exactly 30."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engines.errors import IllegalDeck, Reason
from engines.game import Game
from engines.kernel.state import Action
from engines.kit import defaults
from engines.star_wars.automatic import draw
from engines.star_wars.cards import BATTLE, KINDS, MISSION, UNIT
from engines.star_wars.stacks import PRICE_BENEATH, joinings, own_unit_of, price_on_top
from engines.star_wars.state import ARENAS, CARDS, Exchanging, StarWarsState
from engines.star_wars.values import setup_total

# Decks (SW-1.3 to 1.10).


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return the deck rules that a list of card names breaks (SW-1.5 to 1.9)."""
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
    """Return a state at the first step, both decks lying ready. Raises IllegalDeck for one side twice (SW-R2)."""
    state = defaults.set_up(StarWarsState, game, decks, seed)
    one, two = (side_of(game, deck) for deck in decks)
    if one == two != "neutral":
        fact, repair = game.words.say("deck.same_side", side=one.capitalize()), game.words.say("deck.same_side.other")
        raise IllegalDeck("of both players", [Reason("SW-R2", fact, repair, "one_each")])
    state.dark = 0 if one == "dark" or two == "light" else 1
    return state


# The opening hand (SW-5.1 to 5.3).


def settle_sides(state: StarWarsState) -> None:
    """One player plays the Light side, the other the Dark side, both with legal decks (SW-1.1, 1.3, SW-R2)."""
    for seat in (0, 1):
        state.note("side", "SW-1.3", seat, side="Dark" if seat == state.dark else "Light")


def exchangeable(state: StarWarsState, seat: int) -> list[int]:
    """Return the cards a mulligan may discard: Battle and Mission cards of the hand (SW-5.3, SW-R4)."""
    return sorted(card for card in set(state.players[seat].hand) if state.faces[card].category in (BATTLE, MISSION))


def mulligan_choices(state: StarWarsState) -> list[Action]:
    """Return keeping, and the mulligan if there is a card for it (SW-5.3)."""
    keep: list[Action] = [("keep",)]
    return [*keep, ("mulligan",)] if exchangeable(state, state.seat_to_act) else keep


def begin_mulligan(state: StarWarsState, action: Action) -> None:
    """Begin to discard cards of the opening hand (SW-5.3)."""
    state.argument = Exchanging(state.seat_to_act, 0)


def exchanges(state: StarWarsState) -> list[Action]:
    """Return the cards that may be discarded next, in any order, and being done after at least one (SW-5.3, SW-R4)."""
    seat = state.seat_to_act
    actions: list[Action] = [("exchange", card) for card in exchangeable(state, seat)]
    return [*actions, ("done",)] if state.local.discarded else actions


def exchange(state: StarWarsState, action: Action) -> None:
    """Discard one Battle or Mission card (SW-5.3)."""
    seat = state.seat_to_act
    player = state.players[seat]
    player.hand.remove(action[1])
    player.discard.append(action[1])
    state.local = Exchanging(seat, state.local.discarded + 1)
    state.note("exchanged", "SW-5.3", seat, card=action[1])


def draw_exchanged(state: StarWarsState, action: Action) -> None:
    """Draw as many cards as were discarded; these cannot be exchanged again (SW-5.3, SW-R4)."""
    draw(state, state.local.seat, state.local.discarded, "SW-5.3")


# Initial placement (SW-5.4 to 5.15, 8.6).


def limit(state: StarWarsState) -> int:
    """Return the total to be reached exactly (SW-5.8)."""
    return state.game.parameters["setup_total"]


def has_unit(state: StarWarsState, seat: int) -> bool:
    """Return True if there is a unit card in the hand (SW-R5)."""
    return any(state.faces[card].category == UNIT for card in state.players[seat].hand)


def deployments(state: StarWarsState, seat: int) -> list[Action]:
    """Return every way to deploy a unit of the hand so that the total stays within 30 (SW-5.10, 5.11, SW-R5)."""
    actions: list[Action] = []
    room = limit(state) - setup_total(state, seat)
    if room <= 0:
        return actions
    for card in dict.fromkeys(state.players[seat].hand):
        face = state.faces[card]
        if face.category != UNIT:
            continue
        unit = own_unit_of(state, seat, card) if face.identity else None
        if unit is not None:
            actions += [(f"deploy_{way}", card) for way, rises in joinings(state, unit, card) if rises <= room]
        elif face.cost <= room:
            actions.append(("deploy", card))
    return actions


def fits(state: StarWarsState, seat: int, action: Action) -> bool:
    """Return True if the total stays within 30 when the card is deployed in this way (SW-5.10)."""
    kind, card = action
    total = setup_total(state, seat)
    return total < limit(state) and total + rise(state, seat, card, kind == "deploy_top") <= limit(state)


def rise(state: StarWarsState, seat: int, card: int, on_top: bool) -> int:
    """Return by how much the setup total rises when the card is deployed (SW-11.16)."""
    unit = own_unit_of(state, seat, card)
    if unit is None:
        return state.faces[card].cost
    return price_on_top(state, unit, card) if on_top else PRICE_BENEATH


def placements(state: StarWarsState) -> list[Action]:
    """Return what the player may place now: a unit that fits, or else a part-built card (SW-5.10, 5.12, SW-R5).

    [] without a unit card in the hand, or at exactly 30: the player is finished.
    """
    seat = state.seat_to_act
    fitting = deployments(state, seat)
    if fitting or not has_unit(state, seat) or setup_total(state, seat) >= limit(state):
        return fitting
    hand = dict.fromkeys(state.players[seat].hand)
    return [("part_build", card) for card in hand if state.faces[card].buildable]


def first_placements(state: StarWarsState) -> list[Action]:
    """Return the units Dark may open with, [] if there is none in the hand (SW-5.6, SW-R5)."""
    return [action for action in placements(state) if action[0] == "deploy"]


def deploy(state: StarWarsState, action: Action) -> None:
    """Put a unit from the hand into its arena or its stack, face up and untapped; draw a card (SW-5.5, 5.10, 5.11).

    Nothing is set off before turn 1 (SW-R8). Clashes between the players wait for the Battle phase (SW-5.15).
    """
    kind, card = action
    seat = state.seat_to_act
    player, face = state.players[seat], state.faces[card]
    player.hand.remove(card)
    if kind == "deploy":
        state.new_unit(seat, face.kind, card)
    else:
        unit = own_unit_of(state, seat, card)
        assert unit is not None
        state.change(unit, cards=(card, *unit[CARDS]) if kind == "deploy_top" else (*unit[CARDS], card))
    if state.listener is not None:
        clause, arena = "SW-5.5" if kind == "deploy" else "SW-5.11", ARENAS[face.kind].capitalize()
        total = setup_total(state, seat)
        state.note(f"placed.{kind}", clause, seat, unit=card, arena=arena, total=total)
    _then_the_other(state, seat)
    draw(state, seat, 1, "SW-5.7" if state.step.name == "S6" else "SW-5.10")


def part_build(state: StarWarsState, action: Action) -> None:
    """Show a card and lay it face down with the counters missing to 30; no card is drawn (SW-5.12, 5.14, SW-R7)."""
    seat = state.seat_to_act
    player = state.players[seat]
    missing = limit(state) - setup_total(state, seat)
    player.hand.remove(action[1])
    player.building.append((action[1], missing, True))
    state.note("part_built", "SW-5.12", seat, card=action[1], count=missing, total=limit(state))
    _then_the_other(state, seat)


def stop(state: StarWarsState) -> None:
    """Note that a player stops below 30 for want of a unit card (SW-R5)."""
    seat = state.seat_to_act
    _then_the_other(state, seat)
    if state.listener is not None and setup_total(state, seat) < limit(state):
        state.note("stopped", "SW-R5", seat, total=setup_total(state, seat))


def _then_the_other(state: StarWarsState, seat: int) -> None:
    if state.step.name != "S9":
        state.placing = 1 - seat


def standing(state: StarWarsState) -> str:
    """Return how the player who has just placed stands: "finished" at exactly 30 (SW-R6), "ahead" or "behind".

    To be ahead is to be above the other; equality is not enough (SW-5.9).
    """
    seat = state.seat_to_act
    total = setup_total(state, seat)
    if total == limit(state):
        return "finished"
    return "ahead" if total > setup_total(state, 1 - seat) else "behind"
